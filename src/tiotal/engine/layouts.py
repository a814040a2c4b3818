"""What a program sees of a match: a row of whole numbers, declared part by part.

`observing.py` in the home of a game has

    LAYOUT                          the parts of a row, in order
    observe(seen, seat, row)        written like the rules: fill a row from a state as a seat sees it

The rules text takes the places of the parts from the declaration, and so do the tables in the docs and the spaces of
the environments: there is one truth. Seats in a row are counted from the observer: 0 is me, 1 the next in seat order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """Some numbers of a row that mean the same, each from `low` to `high`."""

    name: str
    size: int
    high: int
    meaning: str
    low: int = 0


class Layout:
    """The parts of a row, one after the other."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self.size = sum(part.size for part in parts)
        self._starts: dict[str, int] = {}
        start = 0
        for part in parts:
            if part.name in self._starts:
                raise ValueError(f"two parts are called {part.name}")
            self._starts[part.name] = start
            start += part.size

    def at(self, name: str) -> int:
        """Where a part begins."""
        return self._starts[name]

    def part(self, name: str) -> slice:
        """Where the numbers of a part are: `row[layout.part("hand")]`."""
        start = self._starts[name]
        return slice(start, start + next(part.size for part in self.parts if part.name == name))

    @property
    def low(self) -> list[int]:
        """The least that each number of a row can be."""
        return [part.low for part in self.parts for _ in range(part.size)]

    @property
    def high(self) -> list[int]:
        """The most that each number of a row can be."""
        return [part.high for part in self.parts for _ in range(part.size)]

    @property
    def scale(self) -> list[float]:
        """For networks: a row times this lies between -1 and 1."""
        return [1 / max(part.high, -part.low) for part in self.parts for _ in range(part.size)]

    def as_markdown(self) -> str:
        """As a table for people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield "| from | numbers | name | values | meaning |"
        yield "|---:|---:|---|---|---|"
        for part in self.parts:
            values = f"{part.low} … {part.high}"
            yield f"| {self.at(part.name)} | {part.size} | `{part.name}` | {values} | {part.meaning} |"
