"""What a value of the rules can be."""

from __future__ import annotations

from dataclasses import dataclass

from tiotal.engine.records import layout_of
from tiotal.rules.state import Declared, Field


@dataclass(frozen=True)
class Number:
    name: str


INT, FLOAT, BOOL, NOTHING = Number("int"), Number("float"), Number("bool"), Number("None")


@dataclass(frozen=True)
class Row:
    """Integers of so many bits behind each other; a field of a record, a line of a grid, or a table."""

    bits: int
    signed: bool
    length: int


@dataclass(frozen=True)
class Grid:
    bits: int
    signed: bool
    rows: int
    columns: int

    @property
    def row(self) -> Row:
        return Row(self.bits, self.signed, self.columns)


@dataclass(frozen=True)
class Record:
    of: type[Declared]

    @property
    def size(self) -> int:
        return layout_of(self.of).size


@dataclass(frozen=True)
class Records:
    """Several records behind each other; how many is not known."""

    of: type[Declared]


@dataclass(frozen=True)
class Several:
    """What a function gives that has more than one result."""

    kinds: tuple[Number, ...]


Pointed = Row | Grid | Record | Records
Kind = Number | Pointed | Several


def kind_of_field(field: Field) -> Row | Grid | None:
    """None for a single number."""
    if len(field.shape) == 1:
        return Row(field.bits, field.signed, field.shape[0])
    if len(field.shape) == 2:
        return Grid(field.bits, field.signed, *field.shape)
    return None


def together(one: Kind, other: Kind) -> Kind | None:
    """The kind of something that is sometimes of the one and sometimes of the other kind; None if there is none."""
    if one == other:
        return one
    numbers = {one, other}
    if numbers <= {INT, BOOL}:
        return INT
    if numbers <= {INT, BOOL, FLOAT}:
        return FLOAT
    return None


def narrowest(numbers: list[int]) -> int:
    """How many bits a table needs for each of its numbers."""
    for bits in (8, 16, 32):
        if all(-(1 << bits - 1) <= number < 1 << bits - 1 for number in numbers):
            return bits
    return 64
