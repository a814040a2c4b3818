"""The three forms of a game: interpreted on plain objects, compiled by Numba on NumPy records, and translated to
WebAssembly on records in its memory.

A form is a set of functions made from the same text, and a way to keep the states that they work on. The rules
modules, and modules written like them (`tiotal.engine.rollouts`; the bots have more), are rebuilt: each function gets
new globals in which the functions it calls are those of the form. In the compiled form they are Numba's, and tables
(tuples of integers) are NumPy arrays. The translated form was made when the web client was built
(`tiotal.engine.translating`), and is only entered here.
"""

from __future__ import annotations

import copy
import functools
import importlib.util
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, Literal, Protocol, cast

from tiotal.engine import rollouts
from tiotal.engine.records import Heap
from tiotal.engine.webassembly import Address, Instance
from tiotal.rules.state import Declared, copy_list, copy_row, fill, fill_list, of_the_game, rule

_one_at_a_time = threading.Lock()  # building a form changes a setting of Numba's for a moment

FormName = Literal["interpreted", "compiled"]  # those that can be asked for anywhere
Function = Callable[..., Any]


class Keeping(Protocol):
    """How a form keeps states: as records of some kind, which its functions take."""

    def new_records(self, kind: type[Declared], count: int) -> Any:
        """So many states in which every number is 0; `records[0]` is the first of them."""
        ...

    def pack(self, state: Declared, records: Any, place: int) -> None:
        """Make one of the records equal to a plain state, which may be kept and changed; not one with a sealed seed."""
        ...

    def unpack(self, record: Any, kind: type[Declared]) -> Any:
        """A plain state that is equal to a record. Not to be changed: it may be the record."""
        ...

    def read(self, record: Any, name: str) -> Any:
        """A field as it is: a number, or a row of which numbers can be read and written."""
        ...

    def listed(self, record: Any, name: str) -> Any:
        """A field with all its numbers, as a plain number or list."""
        ...

    def write(self, record: Any, name: str, value: Any) -> None: ...


class Form:
    """The functions of one game in one form, and the states that they work on.

    `form.legal`, `form.apply`, `form.imagine` and every other rule of the game, of its rollouts and of the modules that
    were asked for is an attribute.
    """

    def __init__(self, name: str, functions: Mapping[str, Any], state_class: type[Declared], kept: Keeping) -> None:
        self.name = name
        self.state_class = state_class
        self.kept = kept

        self.__dict__.update(functions)  # found at once, without __getattr__

    @property
    def is_quick(self) -> bool:
        """Whether there is no interpreter in between."""
        return self.name != "interpreted"

    def __getattr__(self, name: str) -> Function:
        raise AttributeError(f"the rules have no function {name!r}")


def can_compile() -> bool:
    return importlib.util.find_spec("numba") is not None


# --- Interpreted ------------------------------------------------------------------------------------------------
class Objects:
    """Plain states in lists."""

    def new_records(self, kind: type[Declared], count: int) -> list[Any]:
        return [kind() for _ in range(count)]

    def pack(self, state: Declared, records: list[Any], place: int) -> None:
        records[place] = state

    def unpack(self, record: Any, kind: type[Declared]) -> Any:
        return record

    def read(self, record: Any, name: str) -> Any:
        return getattr(record, name)

    listed = read

    def write(self, record: Any, name: str, value: Any) -> None:
        setattr(record, name, value)


@functools.cache
def interpreted(rules: ModuleType, *more: ModuleType) -> Form:
    return Form("interpreted", _interpreted(rules, rollouts, *more).functions, rules.State, Objects())


@functools.cache
def interpreted_with(rules: ModuleType, exchanged: tuple[tuple[Function, Function], ...]) -> Form:
    """The interpreted form with some functions exchanged for others, wherever the rules use them."""
    others = ON_LISTS | {original.__code__: other for original, other in exchanged}

    def make(function: FunctionType) -> Function:
        return others.get(function.__code__, function)

    made = Rebuilt(rules, make, _as_it_is, _copy_plain).extended(rollouts)
    return Form("interpreted", made.functions, rules.State, Objects())


@functools.cache
def _interpreted(rules: ModuleType, *more: ModuleType) -> Rebuilt:
    if more:
        return _interpreted(rules, *more[:-1]).extended(more[-1])
    return Rebuilt(rules, _on_lists, _as_it_is, _copy_plain)


ON_LISTS: dict[Any, Function] = {fill.__code__: fill_list, copy_row.__code__: copy_list}


def _on_lists(function: FunctionType) -> Function:
    return ON_LISTS.get(function.__code__, function)


def _as_it_is(thing: Any) -> Any:
    return thing


def _copy_plain(states: Any, target: int, source: int) -> None:
    states[target] = states[source].copy()


# --- Compiled ---------------------------------------------------------------------------------------------------
def copy_record(states: Any, target: int, source: int) -> None:
    states[target] = states[source]


def compiled(rules: ModuleType, *more: ModuleType) -> Form:
    """Compilation itself happens when a function is first called, once for every new version of the sources."""
    with _one_at_a_time:
        return _compiled_form(rules, rollouts, *more)


@functools.cache
def _compiled_form(rules: ModuleType, *more: ModuleType) -> Form:
    entrances = _entrances(rules, *more)
    from tiotal.engine.compiled import Arrays

    parts = _compiled(rules, *more).functions.items()
    return Form("compiled", {name: entrances[part] for name, part in parts}, rules.State, Arrays())


@functools.cache
def _entrances(rules: ModuleType, *more: ModuleType) -> dict[Function, Function]:
    """For each part that is compiled, how it is called from outside: the same whatever modules come after its own."""
    from tiotal.engine import compiled as numba_form

    before = _entrances(rules, *more[:-1]) if more else {}
    enter = numba_form.entrance(rules, list(more))
    return before | {part: enter(part) for part in _compiled(rules, *more).functions.values() if part not in before}


@functools.cache
def _compiled(rules: ModuleType, *more: ModuleType) -> Rebuilt:
    from tiotal.engine import compiled as numba_form

    if more:
        return _compiled(rules, *more[:-1]).extended(more[-1])
    return Rebuilt(rules, numba_form.part, numba_form.constant, copy_record)


# --- Translated -------------------------------------------------------------------------------------------------
def translated(rules: ModuleType, instance: Instance) -> Form:
    """What can be entered in a WebAssembly module that was made from these rules and what is written like them."""
    functions = {name: _entered(instance, name) for name in instance.names}
    return Form("translated", functions, rules.State, Heap(instance))


def _entered(instance: Instance, name: str) -> Function:
    def enter(*arguments: Any) -> float | None:
        return instance.call(name, *map(_handed, arguments))

    return enter


def _handed(argument: Any) -> float:
    if hasattr(argument, "address"):
        return Address(argument.address)
    return argument if isinstance(argument, float) else int(argument)


def as_written(rules: ModuleType, *more: ModuleType) -> Mapping[str, Function]:
    """The functions of a form without being changed, for who translates them: `copy` is `copy_record`."""
    made = Rebuilt(rules, rule, _as_it_is, copy_record)
    for module in (rollouts, *more):
        made = made.extended(module)
    return made.functions


# --- The same functions with other globals ----------------------------------------------------------------------
class Rebuilt:
    """All rule functions that can be reached from the rules and from further modules, each made anew with `make`."""

    def __init__(
        self,
        rules: ModuleType,
        make: Callable[[FunctionType], Function],
        table: Callable[[tuple[Any, ...]], Any],
        copy: Function,
    ) -> None:
        self._make = make
        self._table = table
        self._made: dict[FunctionType, Function] = {}
        self._globals_of: dict[str, dict[str, Any]] = {}
        rebuilt = self._globals(rules.__name__)
        self.functions = {key: rebuilt[key] for key, _ in rule_functions(rules)}
        self.functions.setdefault("preferred", self._remake(cast(FunctionType, rollouts.all_moves)))
        self.functions["copy"] = make(cast(FunctionType, copy))

    def extended(self, module: ModuleType) -> Rebuilt:
        """With another module; what has been made is not made again.

        Where the module says `of_the_game`, it gets the function of that name from the rules or a module before it.
        """
        more = copy.copy(self)
        more._made, more._globals_of = dict(self._made), dict(self._globals_of)
        fresh = more._globals(module.__name__)
        fresh.update({key: self.functions[key] for key in self.functions if vars(module).get(key) is of_the_game})
        more.functions = self.functions | {key: fresh[key] for key, _ in rule_functions(module)}
        return more

    def _remake(self, function: FunctionType) -> Function:
        if function not in self._made:
            fresh = FunctionType(function.__code__, self._globals(function.__module__), function.__name__)
            self._made[function] = self._make(fresh)
        return self._made[function]

    def _globals(self, name: str) -> dict[str, Any]:
        if name not in self._globals_of:
            module = sys.modules[name]
            fresh = self._globals_of[name] = dict(vars(module))
            for key, value in vars(module).items():
                if isinstance(value, tuple):
                    fresh[key] = self._table(value)
                elif isinstance(value, FunctionType) and hasattr(value, "is_rule"):
                    fresh[key] = self._remake(value)
        return self._globals_of[name]


def rule_functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    for key, value in vars(module).items():
        if isinstance(value, FunctionType) and hasattr(value, "is_rule"):
            yield key, value
