"""From the text of rules to WebAssembly: the third form, made when the web client is built.

    text.py         which functions there are, where they are written, and what their names mean
    kinds.py        what a value can be: a number, a record, a row or a grid of numbers
    functions.py    one function of the text, with the kinds of its arguments, step by step
    llvm.py         the steps in LLVM's language; llvmlite, which Numba stands on, makes an object of them
    linking.py      an object with its memory and its exports: a module that a browser runs
    translation.py  all of them together

What rules may be written in is a small part of Python; whatever is outside of it is refused with its file and line.
"""
