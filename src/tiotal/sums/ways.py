"""A way that people calculate a sum in their heads, in at most three steps.

Which way fits is decided by the numbers alone, from the most particular to the plainest:

    over        nine is ten less one          46 + 9    46 + 10 = 56, 56 − 1 = 55
    to_ten      first to the ten              38 + 7    38 + 2 = 40, 40 + 5 = 45      97 + 25    97 + 3 = 100, …
    to_hundred  with tens: over the hundred   78 + 40   78 + 30 = 108, 108 + 10 = 118
    tens_first  the tens, then the ones       38 + 25   38 + 20 = 58, 58 + 2 = 60, 60 + 3 = 63
    near        double or halve a neighbour   39 · 2    40 · 2 = 80, 80 − 2 = 78
    parts       double or halve by parts      38 · 2    30 · 2 = 60, 8 · 2 = 16, 60 + 16 = 76
    straight    in one step                   34 + 5    34 + 5 = 39
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tiotal.sums.kinds import Sum, crosses_a_ten

Sign = Literal["+", "-", "*", "/"]
WAYS = ("straight", "over", "to_ten", "to_hundred", "tens_first", "near", "parts")


@dataclass(frozen=True, slots=True)
class Step:
    before: int
    sign: Sign
    by: int

    @property
    def after(self) -> int:
        match self.sign:
            case "+":
                return self.before + self.by
            case "-":
                return self.before - self.by
            case "*":
                return self.before * self.by
            case "/":
                return self.before // self.by


@dataclass(frozen=True, slots=True)
class Way:
    name: str
    steps: tuple[Step, ...]

    def as_dict(self) -> dict[str, Any]:
        return {"way": self.name, "steps": [[step.before, step.sign, step.by, step.after] for step in self.steps]}

    def hint(self) -> dict[str, Any]:
        """The same with gaps instead of what is to be found out: it never holds the result.

        Of a chain of steps the last result is a gap. Parts are calculated one by one and then put together,
        so that all results are gaps there.
        """
        if self.name == "parts":
            *parts, _ = self.steps
            gaps = [[part.before, part.sign, part.by, None] for part in parts]
            return {"way": self.name, "steps": [*gaps, [None, "+", None, None]]}
        told = self.as_dict()
        told["steps"][-1][3] = None
        return told


def way_of(some: Sum) -> Way:
    match some.what:
        case "double":
            return _doubling(some.before)
        case "halve":
            return _halving(some.before)
        case _:
            return _along_the_line(some)


def _along_the_line(some: Sum) -> Way:
    """Adding or subtracting: a chain of steps, each from where the last one ended."""
    sign: Sign = "+" if some.what == "add" else "-"
    back: Sign = "-" if some.what == "add" else "+"
    before, by = some.before, some.by
    to_ten = _up_to(before, 10) if sign == "+" else before % 10
    to_hundred = _up_to(before, 100) if sign == "+" else before % 100
    if by == 9 and before >= 10 and (crosses_a_ten(some) or (sign == "-" and before % 10 == 0)):
        return _chain("over", before, (sign, 10), (back, 1))
    if 0 < to_hundred < 10 and to_hundred < by and by % 10:
        return _chain("to_ten", before, (sign, to_hundred), (sign, by - to_hundred))
    if by % 10 == 0:
        over = 10 * ((to_hundred + 9) // 10) if sign == "+" else 10 * (to_hundred // 10)
        if 0 < over < by:
            return _chain("to_hundred", before, (sign, over), (sign, by - over))
        return _chain("straight", before, (sign, by))
    tens, ones = by - by % 10, by % 10
    crossing = [(sign, to_ten), (sign, ones - to_ten)] if crosses_a_ten(some) else [(sign, ones)]
    if tens and before % 10:
        return _chain("tens_first", before, (sign, tens), *crossing)
    if not tens and crosses_a_ten(some):
        return _chain("to_ten", before, *crossing)
    if tens and before >= 10:
        return _chain("tens_first", before, (sign, tens), (sign, ones))
    return _chain("straight", before, (sign, by))


def _chain(name: str, before: int, *jumps: tuple[Sign, int]) -> Way:
    steps = []
    for sign, by in jumps:
        steps.append(Step(before, sign, by))
        before = steps[-1].after
    return Way(name, tuple(steps))


def _up_to(number: int, mark: int) -> int:
    """How far it is to the next multiple of ten or of a hundred; 0 for whoever stands on it."""
    return -number % mark


def _doubling(number: int) -> Way:
    if _is_easy(number):
        return Way("straight", (Step(number, "*", 2),))
    if number % 10 == 9 and _is_easy(number + 1):
        return _chain("near", number + 1, ("*", 2), ("-", 2))
    return _by_parts(number, "*", 100 if number > 100 else 10)


def _halving(number: int) -> Way:
    if number <= 20 or (number % 2 == 0 and _is_easy(number // 2)):
        return Way("straight", (Step(number, "/", 2),))
    if number % 10 == 8 and _is_easy((number + 2) // 2):
        return _chain("near", number + 2, ("/", 2), ("-", 1))
    # 76 is 60 and 16: tens that are easy to halve.
    return _by_parts(number, "/", 200 if number >= 200 else 100 if number > 100 else 20)


def _is_easy(number: int) -> bool:
    """Whether one knows the double by heart: up to ten, whole tens and whole hundreds."""
    return number <= 10 or (number % 10 == 0 and number <= 100) or number % 100 == 0


def _by_parts(number: int, sign: Sign, mark: int) -> Way:
    small = number % mark
    parts = Step(number - small, sign, 2), Step(small, sign, 2)
    return Way("parts", (*parts, Step(parts[0].after, "+", parts[1].after)))
