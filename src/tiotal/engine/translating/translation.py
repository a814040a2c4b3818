"""All functions of a game together: from the modules that are written like rules to one WebAssembly module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, cast

from tiotal.engine import forms
from tiotal.engine.translating import functions, linking, llvm
from tiotal.engine.translating.kinds import FLOAT, INT, Grid, Kind, Record, Records, Row, narrowest
from tiotal.engine.translating.text import Written
from tiotal.rules.state import Declared

Handed = type[Declared] | Sequence[type[Declared]] | type[int] | type[float]  # several: they lie behind each other


def translated(modules: Sequence[ModuleType], entrances: Mapping[str, Sequence[Handed]], mark: int = 0) -> bytes:
    """The functions of a game that are called from outside, and all that they call; rules come first of the modules.

    An entrance is said with what is handed over: states of a class, or numbers. The mark is exported with them.
    """
    return linking.linked(llvm.object_of(written_for_llvm(modules, entrances)), mark)


def written_for_llvm(modules: Sequence[ModuleType], entrances: Mapping[str, Sequence[Handed]]) -> str:
    known = forms.as_written(*modules)
    whole = Translation()
    for name, handed in entrances.items():
        if name in known:
            whole.enter(name, cast(FunctionType, known[name]), tuple(map(_kind, handed)))
    return whole.text()


def _kind(handed: Handed) -> Kind:
    if isinstance(handed, Sequence):
        return Records(handed[0])
    if issubclass(handed, Declared):
        return Record(handed)
    return FLOAT if handed is float else INT


class Translation:
    """Functions are translated when one that is translated calls them: what nobody calls stays out."""

    def __init__(self) -> None:
        self._names: dict[tuple[FunctionType, tuple[Kind, ...]], tuple[str, Kind]] = {}
        self._waiting: list[tuple[Written, str, tuple[Kind, ...]]] = []
        self._tables: dict[tuple[Any, ...], tuple[str, Row | Grid]] = {}
        self._parts: list[str] = []

    def enter(self, name: str, function: FunctionType, kinds: tuple[Kind, ...]) -> None:
        of, result = self.name_of(function, kinds)
        self._parts.append(llvm.entrance(name, of, kinds, result))

    def text(self) -> str:
        while self._waiting:
            written, name, kinds = self._waiting.pop()
            self._parts.append(functions.translate(written, name, kinds, self))
        return "\n\n".join(self._parts)

    # --- What a function needs of the others ------------------------------------------------------------------------
    def name_of(self, function: FunctionType, kinds: tuple[Kind, ...]) -> tuple[str, Kind]:
        key = function, kinds
        if key not in self._names:
            written = Written(function)
            if len(written.parameters) != len(kinds):
                raise written.outside(f"{written.name} has {len(written.parameters)} parameters, not {len(kinds)}")
            name = f"{written.name}.{len(self._names)}"
            self._names[key] = name, functions.result_of(written)
            self._waiting.append((written, name, kinds))
        return self._names[key]

    def table(self, numbers: tuple[Any, ...]) -> tuple[str, Row | Grid]:
        if numbers not in self._tables:
            lines = numbers if isinstance(numbers[0], tuple) else (numbers,)
            flat = [number for line in lines for number in line]
            if len({len(line) for line in lines}) != 1 or not all(type(number) is int for number in flat):
                raise ValueError("its lines differ, or something in it is no integer")
            bits = narrowest(flat)
            width = len(lines[0])
            kind = Grid(bits, True, len(lines), width) if lines is numbers else Row(bits, True, width)
            name = f"@table{len(self._tables)}"
            self._tables[numbers] = name, kind
            self._parts.append(llvm.table(name, kind, flat))
        return self._tables[numbers]

    def is_copy(self, function: object) -> bool:
        return getattr(function, "__code__", None) is forms.copy_record.__code__
