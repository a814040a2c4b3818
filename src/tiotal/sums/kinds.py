"""A sum, and of which kind it is: what a report counts by and what practice chooses by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

What = Literal["add", "subtract", "double", "halve"]
WHATS: tuple[What, ...] = ("add", "subtract", "double", "halve")
KINDS = ("add", "add_ten", "subtract", "subtract_ten", "tens", "double", "halve")
RANGES = ("to20", "to100", "beyond")


@dataclass(frozen=True, slots=True)
class Sum:
    """A number and what happens to it. Doubling and halving are by 2."""

    before: int
    what: What
    by: int

    def __post_init__(self) -> None:
        if self.what not in WHATS:
            raise ValueError(f"a sum adds, subtracts, doubles or halves, not {self.what!r}")
        if self.before < 0 or self.by < 1 or self.after < 0:
            raise ValueError(f"{self.before} {self.what} {self.by} goes below 0, or nowhere")
        if self.what in ("double", "halve") and self.by != 2:
            raise ValueError("doubling and halving are by 2")
        if self.what == "halve" and self.before % 2:
            raise ValueError(f"{self.before} is odd and cannot be halved")

    @property
    def after(self) -> int:
        match self.what:
            case "add":
                return self.before + self.by
            case "subtract":
                return self.before - self.by
            case "double":
                return self.before * 2
            case "halve":
                return self.before // 2


def sum_of(before: int, after: int, choice: str | None = None) -> Sum | None:
    """The sum that leads from one total to the next, or None where there is nothing to calculate.

    `choice` is what the player chose on the card: 5 doubled is not 5 + 5.
    """
    if choice == "double" and after == 2 * before:
        return Sum(before, "double", 2)
    if choice == "halve" and 2 * after == before:
        return Sum(before, "halve", 2)
    if after == before:
        return None
    return Sum(before, "add", after - before) if after > before else Sum(before, "subtract", before - after)


def kind_of(some: Sum) -> str:
    if some.what in ("double", "halve"):
        return some.what
    if some.by % 10 == 0:
        return "tens"
    return f"{some.what}_ten" if crosses_a_ten(some) else some.what


def range_of(some: Sum) -> str:
    """How far one has to know one's way: by the largest number in the sum."""
    largest = max(some.before, some.by, some.after)
    return "to20" if largest <= 20 else "to100" if largest <= 100 else "beyond"


def crosses_a_ten(some: Sum) -> bool:
    """Whether the ones go beyond a ten. 38 + 2 ends at it and 40 − 7 begins there: neither crosses it."""
    ones, by = some.before % 10, some.by % 10
    return ones + by > 10 if some.what == "add" else 0 < ones < by
