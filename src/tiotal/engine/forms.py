"""The two forms of a game: interpreted on plain objects, and compiled by Numba on NumPy records.

A form is a set of functions made from the same text. The rules modules, and modules written like them
(`tiotal.engine.rollouts`; the bots have more), are rebuilt: each function gets new globals in which the functions it
calls are those of the form. In the compiled form they are Numba's, and tables (tuples of integers) are NumPy arrays.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, Literal, cast

from tiotal.engine import rollouts
from tiotal.rules.state import Declared, of_the_game

_one_at_a_time = threading.Lock()  # building a form changes a setting of Numba's for a moment

FormName = Literal["interpreted", "compiled"]
Function = Callable[..., Any]


class Form:
    """The functions of one game in one form, and the states that they work on.

    `form.legal`, `form.apply`, `form.imagine` and every other rule of the game, of its rollouts and of the modules that
    were asked for is an attribute.
    """

    def __init__(self, name: FormName, functions: Mapping[str, Any], state_class: type[Declared]) -> None:
        self.name = name
        self.state_class = state_class

        self.__dict__.update(functions)  # found at once, without __getattr__

    def __getattr__(self, name: str) -> Function:
        raise AttributeError(f"the rules have no function {name!r}")


def can_compile() -> bool:
    return importlib.util.find_spec("numba") is not None


@functools.cache
def interpreted(rules: ModuleType, *more: ModuleType) -> Form:
    return Form("interpreted", rebuild(rules, [rollouts, *more], as_it_is, as_it_is, copy_plain), rules.State)


@functools.cache
def interpreted_with(rules: ModuleType, exchanged: tuple[tuple[Function, Function], ...]) -> Form:
    """The interpreted form with some functions exchanged for others, wherever the rules use them."""
    others = {original.__code__: other for original, other in exchanged}

    def make(function: FunctionType) -> Function:
        return others.get(function.__code__, function)

    return Form("interpreted", rebuild(rules, [rollouts], make, as_it_is, copy_plain), rules.State)


def as_it_is(thing: Any) -> Any:
    return thing


def copy_plain(states: Any, target: int, source: int) -> None:
    states[target] = states[source].copy()


def compiled(rules: ModuleType, *more: ModuleType) -> Form:
    """Compilation itself happens when a function is first called, once for every new version of the sources."""
    with _one_at_a_time:
        return _compiled(rules, *more)


@functools.cache
def _compiled(rules: ModuleType, *more: ModuleType) -> Form:
    from tiotal.engine import compiled as numba_form

    modules = [rollouts, *more]
    functions = rebuild(
        rules, modules, numba_form.compiler(rules, modules), numba_form.constant, numba_form.copy_record
    )
    return Form("compiled", functions, rules.State)


def rebuild(
    rules: ModuleType,
    written_like_rules: list[ModuleType],
    make: Callable[[FunctionType], Function],
    table: Callable[[tuple[Any, ...]], Any],
    copy: Function,
) -> dict[str, Function]:
    """All rule functions that can be reached from these modules, each made anew with `make`.

    Where a module says `of_the_game`, it gets the function of that name from the rules or from a module before it.
    """
    globals_of: dict[str, dict[str, Any]] = {}
    made: dict[FunctionType, Function] = {}

    def remake(function: FunctionType) -> Function:
        if function not in made:
            made[function] = make(
                FunctionType(function.__code__, module_globals(function.__module__), function.__name__)
            )
        return made[function]

    def module_globals(name: str) -> dict[str, Any]:
        if name not in globals_of:
            module = sys.modules[name]
            fresh = globals_of[name] = dict(vars(module))
            for key, value in vars(module).items():
                if isinstance(value, tuple):
                    fresh[key] = table(value)
                elif isinstance(value, FunctionType) and hasattr(value, "is_rule"):
                    fresh[key] = remake(value)
        return globals_of[name]

    rebuilt = module_globals(rules.__name__)
    game = {key: rebuilt[key] for key, _ in rule_functions(rules)}
    game["preferred"] = game.get("preferred") or remake(cast(FunctionType, rollouts.all_moves))
    game["copy"] = make(cast(FunctionType, copy))
    everything = dict(game)
    for module in written_like_rules:
        fresh = module_globals(module.__name__)
        fresh.update({key: everything[key] for key in everything if vars(module).get(key) is of_the_game})
        everything |= {key: fresh[key] for key, _ in rule_functions(module)}
    return everything


def rule_functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    for key, value in vars(module).items():
        if isinstance(value, FunctionType) and hasattr(value, "is_rule"):
            yield key, value
