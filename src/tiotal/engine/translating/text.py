"""The text that is translated: functions, where they are written, and what the names in them mean."""

from __future__ import annotations

import ast
import builtins
import functools
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any


class OutsideTheSubset(Exception):
    """Something in the rules that has no translation, in one sentence with its file and line."""

    def __init__(self, what: str, file: str, line: int) -> None:
        super().__init__(f"{file}, line {line}: {what}")


class Written:
    """A function as it is written."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.name = function.__name__
        self.file = function.__code__.co_filename
        self.node = _definition(function.__code__)

    def outside(self, what: str, node: ast.AST | None = None) -> OutsideTheSubset:
        line = getattr(node, "lineno", self.node.lineno)
        return OutsideTheSubset(what, self.file, line)

    @property
    def parameters(self) -> list[str]:
        asked = self.node.args
        if asked.vararg or asked.kwarg or asked.kwonlyargs or asked.posonlyargs or asked.defaults:
            raise self.outside(f"{self.name} may have plain parameters only")
        return [parameter.arg for parameter in asked.args]

    @property
    def statements(self) -> list[ast.stmt]:
        return self.node.body

    @property
    def returns(self) -> str:
        """What it says that it gives, as it is written."""
        if self.node.returns is None:
            raise self.outside(f"{self.name} must say what it gives: -> int, bool, float, None or a tuple of them")
        return ast.unparse(self.node.returns)

    def meaning(self, node: ast.Name) -> Any:
        """What a name means that is none of the function's own."""
        if node.id in self.function.__globals__:
            return self.function.__globals__[node.id]
        if hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        raise self.outside(f"nothing is called {node.id} here", node)


def _definition(code: CodeType) -> ast.FunctionDef:
    return _definitions(code.co_filename)[code.co_name, code.co_firstlineno]


@functools.cache
def _definitions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    found = {}
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"), file)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name, first] = node
    return found
