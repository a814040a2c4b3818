"""Records in a memory of plain bytes: where each field of a declared state lies, and how it is read and written.

The layout is that of an aligned C struct, and of the NumPy records of the compiled form: every field at a multiple of
its width, in the order of the declaration. What stands here needs no NumPy; it also runs in the browser's Python.
"""

from __future__ import annotations

import math
import struct
import weakref
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from tiotal.rules.state import Declared

CODES = {(8, True): "b", (16, True): "h", (32, True): "i", (64, True): "q"}
CODES |= {(bits, False): code.upper() for (bits, _), code in CODES.items()}
BIGGEST_STEP = 16  # blocks begin at multiples of this


class Memory(Protocol):
    """The bytes that WebAssembly works on; see `tiotal.engine.webassembly`."""

    heap: int  # the first byte that is free for records

    def read(self, address: int, size: int) -> bytes: ...

    def write(self, address: int, content: bytes) -> None: ...

    def reach(self, end: int) -> None:
        """Have at least so many bytes."""
        ...


# --- Layout -----------------------------------------------------------------------------------------------------
class Place(NamedTuple):
    """Where a field lies in its record, and how one of its numbers is written."""

    offset: int
    code: str  # as in the module struct
    width: int  # bytes of one number
    shape: tuple[int, ...]

    @property
    def numbers(self) -> int:
        return math.prod(self.shape)


class Layout(NamedTuple):
    places: dict[str, Place]
    size: int


_layouts: dict[type[Declared], Layout] = {}


def layout_of(kind: type[Declared]) -> Layout:
    if kind not in _layouts:
        _layouts[kind] = _laid_out(kind)
    return _layouts[kind]


def _laid_out(kind: type[Declared]) -> Layout:
    places = {}
    end = 0
    widest = 1
    for name, field in kind.fields.items():
        width = field.bits // 8
        place = Place(_rounded_up(end, width), CODES[field.bits, field.signed], width, field.shape)
        places[name] = place
        end = place.offset + place.numbers * width
        widest = max(widest, width)
    return Layout(places, _rounded_up(end, widest))


def _rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


# --- Numbers, rows and records ----------------------------------------------------------------------------------
class Row:
    """Numbers of one width that lie behind each other, or rows of them: read and written where they are."""

    def __init__(self, memory: Memory, address: int, place: Place) -> None:
        self._memory = memory
        self._address = address
        self._place = place

    def __len__(self) -> int:
        return self._place.shape[0]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.tolist()[index]
        return _read(self._memory, *self._element(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            for place, one in zip(range(*index.indices(len(self))), value, strict=True):
                self[place] = one
        else:
            _write(self._memory, *self._element(index), value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __eq__(self, other: object) -> bool:
        return bool(self.tolist() == other)

    __hash__ = None  # type: ignore[assignment]

    def tolist(self) -> list[Any]:
        place = self._place
        content = self._memory.read(self._address, place.numbers * place.width)
        return _lists(memoryview(content), place)

    def _element(self, index: int) -> tuple[int, Place]:
        length = len(self)
        if not -length <= index < length:
            raise IndexError(f"{index} of {length}")
        part = self._place._replace(shape=self._place.shape[1:])
        return self._address + index % length * part.numbers * part.width, part


class Record:
    """A declared state in the memory: `record["visits"][3]`, or `record.visits[3]`, and the same to be assigned to."""

    __slots__ = ("_block", "_layout", "_memory", "address")

    def __init__(self, memory: Memory, address: int, layout: Layout, block: Records) -> None:
        for name, value in (("_memory", memory), ("address", address), ("_layout", layout), ("_block", block)):
            object.__setattr__(self, name, value)  # the block stays while one of its records is in use

    def __getitem__(self, name: str) -> Any:
        place = self._layout.places[name]
        return _read(self._memory, self.address + place.offset, place)

    def __setitem__(self, name: str, value: Any) -> None:
        place = self._layout.places[name]
        _write(self._memory, self.address + place.offset, place, value)

    def __getattr__(self, name: str) -> Any:
        if name not in self._layout.places:
            raise AttributeError(f"the record has no field {name!r}")
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def pack(self, state: Declared) -> None:
        """Write all of a plain state."""
        content = bytearray(self._layout.size)
        for name, place in self._layout.places.items():
            _pack(content, place.offset, place, getattr(state, name))
        self._memory.write(self.address, bytes(content))

    def unpack(self, kind: type[Declared]) -> Declared:
        """A plain state with the same numbers."""
        content = memoryview(self._memory.read(self.address, self._layout.size))
        state = kind()
        for name, (offset, code, width, shape) in self._layout.places.items():
            place = Place(offset, code, width, shape)
            if shape:
                setattr(state, name, _lists(content[offset : offset + place.numbers * width], place))
            else:
                setattr(state, name, struct.unpack_from("<" + code, content, offset)[0])
        return state


class Records:
    """Some records of one kind that lie behind each other."""

    def __init__(self, heap: Heap, kind: type[Declared], count: int) -> None:
        self._memory = heap.memory
        self._layout = layout_of(kind)
        self._count = count
        self.address = heap.take(self._layout.size * count)
        self._memory.write(self.address, bytes(self._layout.size * count))
        weakref.finalize(self, heap.give_back, self.address, self._layout.size * count)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Record:
        if not 0 <= index < self._count:
            raise IndexError(f"{index} of {self._count}")
        return Record(self._memory, self.address + index * self._layout.size, self._layout, self)


class Heap:
    """Records of the translated form (`forms.Keeping`), and who has which bytes of the memory.

    What is not in use any more goes to whoever next wants as much.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._end = _rounded_up(memory.heap, BIGGEST_STEP)
        self._free: dict[int, list[int]] = {}

    def new_records(self, kind: type[Declared], count: int) -> Records:
        return Records(self, kind, count)

    def pack(self, state: Declared, records: Records, place: int) -> None:
        records[place].pack(state)

    def unpack(self, record: Record, kind: type[Declared]) -> Declared:
        return record.unpack(kind)

    def read(self, record: Record, name: str) -> Any:
        return record[name]

    def listed(self, record: Record, name: str) -> Any:
        found = record[name]
        return found.tolist() if isinstance(found, Row) else found

    def write(self, record: Record, name: str, value: Any) -> None:
        record[name] = value

    # --- Bytes --------------------------------------------------------------------------------------------------
    def take(self, size: int) -> int:
        free = self._free.get(size)
        if free:
            return free.pop()
        address = self._end
        self._end = _rounded_up(address + size, BIGGEST_STEP)
        self.memory.reach(self._end)
        return address

    def give_back(self, address: int, size: int) -> None:
        self._free.setdefault(size, []).append(address)


def _read(memory: Memory, address: int, place: Place) -> Any:
    if place.shape:
        return Row(memory, address, place)
    return struct.unpack("<" + place.code, memory.read(address, place.width))[0]


def _write(memory: Memory, address: int, place: Place, value: Any) -> None:
    content = bytearray(place.numbers * place.width)
    _pack(content, 0, place, value)
    memory.write(address, bytes(content))


def _pack(content: bytearray, offset: int, place: Place, value: Any) -> None:
    numbers = (value,) if not place.shape else value
    if len(place.shape) == 2:
        numbers = [number for line in value for number in line]
    struct.pack_into(f"<{place.numbers}{place.code}", content, offset, *numbers)


def _lists(content: memoryview, place: Place) -> list[Any]:
    """Numbers as a list, or a list of lists."""
    numbers = struct.unpack(f"<{place.numbers}{place.code}", content)
    if len(place.shape) == 1:
        return list(numbers)
    rows, columns = place.shape
    return [list(numbers[row * columns : (row + 1) * columns]) for row in range(rows)]
