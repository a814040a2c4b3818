"""Which form of a message a number takes: the one place where that is decided, for Python and for the page.

A language has a list of conditions on `n`, such as `n % 10 == 1 and n % 100 != 11`. The first that holds chooses the
form of the same place; the last form is for all other numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

COMPARED: dict[type[ast.cmpop], tuple[Callable[[int, int], bool], str]] = {
    ast.Eq: (lambda a, b: a == b, "==="),
    ast.NotEq: (lambda a, b: a != b, "!=="),
    ast.Lt: (lambda a, b: a < b, "<"),
    ast.LtE: (lambda a, b: a <= b, "<="),
    ast.Gt: (lambda a, b: a > b, ">"),
    ast.GtE: (lambda a, b: a >= b, ">="),
}


@dataclass(frozen=True, slots=True)
class Plural:
    conditions: tuple[str, ...]
    _trees: tuple[ast.expr, ...]

    @classmethod
    def read(cls, conditions: Sequence[str]) -> Plural:
        trees = tuple(ast.parse(condition, mode="eval").body for condition in conditions)
        for tree in trees:
            _holds(tree, 1)  # one that cannot be read is found at once
        return cls(tuple(conditions), trees)

    def choose(self, n: Any) -> int:
        """The place of the form for a number; without one, of the form for 0."""
        size = abs(int(n)) if isinstance(n, int | float) else 0
        return next((place for place, tree in enumerate(self._trees) if _holds(tree, size)), len(self._trees))

    def in_javascript(self) -> str:
        """An expression in `n` with the place of the form."""
        parts = [f"{_written(tree)} ? {place} : " for place, tree in enumerate(self._trees)]
        return "".join(parts) + str(len(self._trees))


def _holds(tree: ast.expr, n: int) -> bool:
    match tree:
        case ast.BoolOp(ast.And(), values):
            return all(_holds(value, n) for value in values)
        case ast.BoolOp(ast.Or(), values):
            return any(_holds(value, n) for value in values)
        case ast.Compare(left, [operator], [right]):
            return COMPARED[type(operator)][0](_value(left, n), _value(right, n))
    raise ValueError(f"not a condition on n: {ast.unparse(tree)}")


def _value(tree: ast.expr, n: int) -> int:
    match tree:
        case ast.Name("n"):
            return n
        case ast.Constant(int(value)):
            return value
        case ast.BinOp(left, ast.Mod(), right):
            return _value(left, n) % _value(right, n)
    raise ValueError(f"not a number: {ast.unparse(tree)}")


def _written(tree: ast.expr) -> str:
    match tree:
        case ast.BoolOp(operator, values):
            sign = " && " if isinstance(operator, ast.And) else " || "
            return f"({sign.join(map(_written, values))})"
        case ast.Compare(left, [operator], [right]):
            return f"{ast.unparse(left)} {COMPARED[type(operator)][1]} {ast.unparse(right)}"
    raise ValueError(f"not a condition on n: {ast.unparse(tree)}")
