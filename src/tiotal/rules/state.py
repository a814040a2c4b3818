"""How rules are written: a state that is declared once, and small functions marked as rules.

A game declares the fields of its state in one class. From that declaration come three forms with the same field
names: the plain object below, with integers and lists, the NumPy record that `tiotal.engine.compiled` builds, and the
record in the memory of WebAssembly (`tiotal.engine.records`), which lies there just as NumPy's does. A function marked
with `rule` uses numbers and those fields only, so that one text runs on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

UNKNOWN = 127  # in a view: a card that the viewer has no way to know
NOBODY = -1  # instead of a seat

Rule = TypeVar("Rule", bound=Callable[..., Any])


def rule(function: Rule) -> Rule:
    """Mark a function as part of a rules text: it runs interpreted as it stands and can be compiled."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


# --- Rows of numbers --------------------------------------------------------------------------------------------
# The interpreted form exchanges these for what a list can do at once (`tiotal.engine.forms`).
@rule
def fill(row: list[int], size: int, value: int) -> None:
    """Write a value into the first places of a row."""
    for i in range(size):
        row[i] = value


@rule
def copy_row(target: list[int], source: list[int], size: int) -> None:
    """Copy the first numbers of one row into another."""
    for i in range(size):
        target[i] = source[i]


def fill_list(row: list[int], size: int, value: int) -> None:
    row[:size] = [value] * size


def copy_list(target: list[int], source: list[int], size: int) -> None:
    target[:size] = source[:size]


def of_the_game(*_: Any) -> Any:
    """Stands for a function that each game has of its own, in a text that is written once for all games."""
    raise RuntimeError("this text runs in a form: see tiotal.engine.forms")


class Field(NamedTuple):
    """One field of a state: integers of so many bits, in this shape (empty for a single number).

    Compiled code looks whether an index is negative, unless it comes from an unsigned field. That is worth something
    for fields that are read at every move. But unsigned numbers must not be subtracted from each other.
    """

    bits: int
    shape: tuple[int, ...]
    scratch: bool = False
    signed: bool = True
    derived: bool = False  # follows from the options, so it says nothing about a position that they do not say
    by_seat: bool = False  # it has a row for each seat


# These return Any so that a declaration reads `total: int = number()` and type-checks as the plain form.
def number(bits: int = 16, signed: bool = True, derived: bool = False) -> Any:
    return Field(bits, (), signed=signed, derived=derived)


def row(length: int, bits: int = 8) -> Any:
    return Field(bits, (length,))


def grid(rows: int, columns: int, bits: int = 8, signed: bool = True) -> Any:
    return Field(bits, (rows, columns), signed=signed)


def seats(most: int, columns: int, bits: int = 8, signed: bool = True) -> Any:
    """A grid with a row for each seat; the rows of seats at which nobody sits stay zero."""
    return Field(bits, (most, columns), signed=signed, by_seat=True)


def scratch(length: int, bits: int = 16) -> Any:
    """Working space inside the state (the compiled form is slow with any outside it); never part of the game."""
    return Field(bits, (length,), scratch=True)


class Declared:
    """Base of a game's `State`: an object whose fields are plain integers and lists of them."""

    fields: ClassVar[dict[str, Field]]
    _zeros: ClassVar[dict[str, int]]  # the single numbers
    _rows: ClassVar[dict[str, int]]  # how long each is
    _grids: ClassVar[dict[str, tuple[int, ...]]]
    _by_seat: ClassVar[dict[str, tuple[int, ...]]]  # those of them with a row for each seat …
    _by_none: ClassVar[dict[str, tuple[int, ...]]]  # … and the others
    _scratch: ClassVar[dict[str, int]]  # rows that a view need not have
    _telling: ClassVar[list[tuple[str, int]]]  # fields that say something about the position, with their dimensions

    def __init_subclass__(cls) -> None:
        cls.fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in cls.fields:
            delattr(cls, name)
        cls._zeros = {name: 0 for name, field in cls.fields.items() if not field.shape}
        rows = {name: field for name, field in cls.fields.items() if len(field.shape) == 1}
        cls._rows = {name: field.shape[0] for name, field in rows.items() if not field.scratch}
        cls._scratch = {name: field.shape[0] for name, field in rows.items() if field.scratch}
        cls._grids = {name: field.shape for name, field in cls.fields.items() if len(field.shape) == 2}
        cls._by_seat = {name: shape for name, shape in cls._grids.items() if cls.fields[name].by_seat}
        cls._by_none = {name: shape for name, shape in cls._grids.items() if name not in cls._by_seat}
        told = {name: field for name, field in cls.fields.items() if not field.scratch and not field.derived}
        cls._telling = [(name, len(field.shape)) for name, field in told.items()]

    def __init__(self) -> None:
        self._clear(self._grids)
        for name, length in self._scratch.items():
            self.__dict__[name] = [0] * length

    @classmethod
    def blank(cls, players: int) -> Self:
        """For a view that is only looked at: without scratch space, and nobody can write where nobody sits.

        Every view begins with one, and most of what a state is made of are rows. A copy has all that a state has.
        """
        state = cls.__new__(cls)
        state._clear(cls._by_none)
        here = state.__dict__
        for name, (rows, columns) in cls._by_seat.items():
            here[name] = [[0] * columns for _ in range(players)] + [(0,) * columns] * (rows - players)
        return state

    def _clear(self, grids: Mapping[str, tuple[int, ...]]) -> None:
        here = self.__dict__  # quicker than one attribute after the other
        here.update(self._zeros)
        for name, length in self._rows.items():
            here[name] = [0] * length
        for name, (rows, columns) in grids.items():
            here[name] = [[0] * columns for _ in range(rows)]

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        here, there = self.__dict__, twin.__dict__
        there.update(here)  # numbers, and whatever an engine keeps beside the fields
        for name in self._rows:
            there[name] = here[name][:]
        for name, length in self._scratch.items():
            there[name] = here[name][:] if name in here else [0] * length
        for name in self._grids:
            there[name] = [[*line] for line in here[name]]
        return twin

    def values(self) -> list[int]:
        """Every number of the state in declaration order, but what is scratch or derived.

        Equal states have equal values; a new option may add fields without changing those of games without it.
        """
        flat: list[int] = []
        here = self.__dict__
        for name, dimensions in self._telling:
            if dimensions == 0:
                flat.append(here[name])
            elif dimensions == 1:
                flat += here[name]
            else:
                for line in here[name]:
                    flat += line
        return flat
