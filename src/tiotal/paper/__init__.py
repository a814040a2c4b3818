"""Everything that people print: cards to cut out, score sheets, number lines, puzzles, reports of a class; as PDF.

What is drawn is measured in millimetres from the upper left corner of the paper, and has its true size when it is
printed at 100 %. How a card of a game looks is said by `printing.py` in its home (`paper/cards.py`).
"""
