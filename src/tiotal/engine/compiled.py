"""What the compiled form needs of Numba and NumPy: records, and a cache on disk that notices edited rules."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import types
from platformdirs import user_cache_path

from tiotal.engine import forms
from tiotal.rules import chance, exponentials
from tiotal.rules import state as declaration
from tiotal.rules.state import Declared

OPTIONS = {"nogil": True, "error_model": "numpy"}  # without the interpreter's lock
njit: Any = numba.njit  # its types do not know all of its options
Records = np.ndarray[tuple[int], np.dtype[np.void]]


# --- Records ----------------------------------------------------------------------------------------------------
def record_type(state_class: type[Declared]) -> np.dtype[np.void]:
    """The NumPy type with the fields of a declared state."""
    kinds = {True: "i", False: "u"}
    fields = state_class.fields.items()
    return np.dtype(
        [(name, f"{kinds[field.signed]}{field.bits // 8}", field.shape) for name, field in fields], align=True
    )


def new_records(state_class: type[Declared], count: int) -> Records:
    return np.zeros(count, record_type(state_class))


def pack(state: Declared, into: Any) -> None:
    """Write a plain state into a record; not one with a sealed seed, which the compiled form cannot read."""
    for name in state.fields:
        into[name] = getattr(state, name)


def unpack(record: Any, state_class: type[Declared]) -> Declared:
    """A plain state from a record."""
    state = state_class()
    for name in state_class.fields:
        setattr(state, name, record[name].tolist())
    return state


class Arrays:
    """Records of NumPy, for whoever works with any form (`forms.Keeping`)."""

    def new_records(self, kind: type[Declared], count: int) -> Records:
        return new_records(kind, count)

    def pack(self, state: Declared, records: Any, place: int) -> None:
        pack(state, records[place])

    def unpack(self, record: Any, kind: type[Declared]) -> Declared:
        return unpack(record, kind)

    def read(self, record: Any, name: str) -> Any:
        return record[name]

    def listed(self, record: Any, name: str) -> Any:
        return record[name].tolist()

    def write(self, record: Any, name: str, value: Any) -> None:
        record[name] = value


# --- Compilation ------------------------------------------------------------------------------------------------
def constant(table: tuple[Any, ...]) -> Any:
    """A table of the rules as an array, which compiled code reads without a copy."""
    return np.array(table, dtype=np.int64)


def part(function: FunctionType) -> Any:
    """A function that other compiled functions call: it becomes a part of each of them.

    Left to itself, Numba compiles it once for every width of a field and for every constant that it is called with, and
    with a way in from Python each time. All of these become the same when they are put into their caller's place.
    """
    made = njit(**OPTIONS, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    look_up = made.get_call_template

    def look_up_widened(args: Iterable[types.Type], kws: dict[str, types.Type]) -> Any:
        return look_up(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})

    made.get_call_template = look_up_widened
    return made


def _widened(kind: types.Type) -> types.Type:
    return types.int64 if isinstance(kind, types.Integer) else kind


def entrance(rules: ModuleType, modules: list[ModuleType]) -> Callable[[Any], Any]:
    """How a part can be called from outside: it is compiled with all its parts at the first call, and kept on disk."""
    folder = cache_folder(rules, modules)

    def enter(part: Any) -> Any:
        # Numba reads this setting when a function is declared; it belongs to the user again afterwards.
        settings = vars(numba_config)
        kept, settings["CACHE_DIR"] = settings["CACHE_DIR"], str(folder)
        try:
            return njit(**OPTIONS, cache=True)(part.py_func)
        finally:
            settings["CACHE_DIR"] = kept

    return enter


def cache_folder(rules: ModuleType, modules: list[ModuleType]) -> Path:
    """Numba's own cache looks at the file of the outermost function only, and would run old rules after an edit.

    So the folder's name is a hash of all sources that can be part of a compiled function.
    """
    digest = hashlib.sha256()
    for source in (
        __file__,
        forms.__file__,
        *(module.__file__ for module in (declaration, chance, exponentials, rules, *modules)),
    ):
        digest.update(Path(cast(str, source)).read_bytes())
    name = f"{rules.__name__.split('.')[-2]}-{digest.hexdigest()[:16]}"  # the home of the game
    folder = user_cache_path("tiotal") / "compiled" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="tiotal-"))  # a read-only home: compiled for this process only
