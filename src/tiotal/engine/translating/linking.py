"""From an object, as LLVM makes it, to a module that can be run: with a memory of its own, and exports.

An object of LLVM's is nearly a module. Within it all addresses are right already; it only wants to be given a memory,
and has a list of symbols instead of exports. So no linker is needed for a single object.

The binary format: https://webassembly.github.io/spec/core/binary/modules.html; the symbols:
https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
"""

from __future__ import annotations

from collections.abc import Iterator

HEADER = b"\0asm\1\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
COUNT_OF_DATA, CODE, DATA = 12, 10, 11
ORDER = (TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, COUNT_OF_DATA, CODE, DATA)
PAGE = 65536
SYMBOL_TABLE = 8  # within the custom section "linking"
A_FUNCTION, A_TABLE, A_MEMORY, A_GLOBAL = range(4)  # imports and exports
I32, CONSTANT_I32, END = 0x7F, 0x41, 0x0B
ENTRANCE = "enter."  # how the symbols begin that are exported


class Reader:
    """Numbers and names out of bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    def byte(self) -> int:
        self.place += 1
        return self.content[self.place - 1]

    def number(self) -> int:
        """In LEB128, without a sign."""
        found = shift = 0
        while True:
            byte = self.byte()
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found

    def some(self, size: int) -> bytes:
        self.place += size
        return self.content[self.place - size : self.place]

    def name(self) -> str:
        return self.some(self.number()).decode()

    @property
    def is_at_end(self) -> bool:
        return self.place >= len(self.content)


def number(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def named(name: str) -> bytes:
    return number(len(name.encode())) + name.encode()


def _constant(value: int) -> bytes:
    return bytes([I32, 0, CONSTANT_I32]) + _signed(value) + bytes([END])


def _signed(value: int) -> bytes:
    """In LEB128, for a number that is not negative: the last byte must not look like that of a negative one."""
    found = number(value)
    return found if found[-1] < 0x40 else bytes([*found[:-1], found[-1] | 0x80, 0])


def linked(content: bytes, mark: int = 0) -> bytes:
    """With two numbers besides: where the memory is free, and a mark by which it can be known."""
    sections: dict[int | str, bytes] = dict(_sections(content))
    exported = {
        name.removeprefix(ENTRANCE): index
        for name, index in _functions(sections["linking"])
        if name.startswith(ENTRANCE)
    }
    _only_memory_is_missing(sections.pop(IMPORT))
    heap = _end_of_data(sections.get(DATA, b"\0"))
    pages = -(-heap // PAGE)
    sections[MEMORY] = number(1) + b"\0" + number(pages)
    sections[GLOBAL] = number(2) + _constant(heap) + _constant(mark)
    entries = [named(name) + bytes([A_FUNCTION]) + number(index) for name, index in sorted(exported.items())]
    entries += [named("memory") + bytes([A_MEMORY, 0])]
    entries += [named(name) + bytes([A_GLOBAL, index]) for index, name in enumerate(("heap", "mark"))]
    sections[EXPORT] = number(len(entries)) + b"".join(entries)
    whole = HEADER
    for kind in ORDER:
        if sections.get(kind):
            whole += bytes([kind]) + number(len(sections[kind])) + sections[kind]
    return whole


def custom(name: str, content: bytes) -> bytes:
    """A section that changes nothing, to be put behind a module."""
    body = named(name) + content
    return bytes([CUSTOM]) + number(len(body)) + body


def _sections(content: bytes) -> Iterator[tuple[int | str, bytes]]:
    """By their kind, those that are custom by their name."""
    if not content.startswith(HEADER):
        raise ValueError("this is no object for WebAssembly")
    whole = Reader(content)
    whole.place = len(HEADER)
    while not whole.is_at_end:
        kind = whole.byte()
        body = whole.some(whole.number())
        if kind == CUSTOM:
            inner = Reader(body)
            name = inner.name()
            yield name, body[inner.place :]
        else:
            yield kind, body


def _only_memory_is_missing(imports: bytes) -> None:
    reader = Reader(imports)
    for _ in range(reader.number()):
        reader.name()
        wanted = reader.name()
        if reader.byte() != A_MEMORY:
            raise ValueError(f"the rules need {wanted}, which nobody gives them")
        if reader.byte():  # whether there is a most, besides a least
            reader.number()
        reader.number()


def _functions(linking: bytes) -> Iterator[tuple[str, int]]:
    """The functions among the symbols, and their numbers."""
    reader = Reader(linking)
    reader.number()  # the version
    while not reader.is_at_end:
        kind = reader.byte()
        body = Reader(reader.some(reader.number()))
        if kind != SYMBOL_TABLE:
            continue
        for _ in range(body.number()):
            what, flags = body.byte(), body.number()
            if what == 1:  # data: a name and, if it is defined, where it lies
                body.name()
                if not flags & 0x10:
                    for _ in range(3):
                        body.number()
            elif what == 3:  # a section
                body.number()
            else:
                index = body.number()
                if not flags & 0x10 or flags & 0x40:
                    name = body.name()
                    if what == 0:
                        yield name, index


def _end_of_data(data: bytes) -> int:
    """The first byte behind all tables."""
    reader = Reader(data)
    end = 0
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != CONSTANT_I32:
            raise ValueError("tables lie at fixed places")
        start = shift = 0
        while True:
            byte = reader.byte()
            start |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        reader.byte()  # the end of the expression
        size = reader.number()
        reader.some(size)
        end = max(end, start + size)
    return end
