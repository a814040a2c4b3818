"""Sums and ways as people read them: with the signs that children of a country write, in its words."""

from __future__ import annotations

from tiotal.sums.kinds import Sum
from tiotal.sums.ways import Sign, Step, Way, way_of
from tiotal.words import number, say

SIGN_OF: dict[str, Sign] = {"add": "+", "subtract": "-", "double": "*", "halve": "/"}


def written(some: Sum | Step, language: str, *, solved: bool = True) -> str:
    """ "38 + 7 = 45", or unsolved "38 + 7"."""
    sign = SIGN_OF[some.what] if isinstance(some, Sum) else some.sign
    asked = f"{number(language, some.before)} {sign_in(language, sign)} {number(language, some.by)}"
    return f"{asked} = {number(language, some.after)}" if solved else asked


def sign_in(language: str, sign: Sign) -> str:
    match sign:
        case "+":
            return "+"
        case "-":
            return "−"
        case "*":
            return say(language, "sums.times")
        case "/":
            return say(language, "sums.divided")


def told(some: Sum, language: str) -> str:
    """The whole way, step by step."""
    return ", ".join(written(step, language) for step in way_of(some).steps)


def hint(some: Sum, language: str) -> str:
    """How to begin; it does not tell the result."""
    way = way_of(some)
    numbers = {name: number(language, value) for name, value in _named(some, way).items()}
    return say(language, f"sums.{way.name}_{some.what}", **numbers)


def _named(some: Sum, way: Way) -> dict[str, int]:
    """The numbers that a hint may speak of."""
    first = way.steps[0]
    named = {"before": some.before, "by": some.by}
    match way.name:
        case "to_ten":
            named |= {"first": first.after}
        case "to_hundred":
            named |= {"part": first.by, "first": first.after, "rest": some.by - first.by}
        case "tens_first":
            named |= {"part": first.by, "ones": some.by - first.by}
        case "near":
            named |= {"near": first.before}
        case "parts":
            named |= {"big": first.before, "small": way.steps[1].before}
    return named
