"""The games there are: those that come along, in `tiotal.games`, and those of other installed packages.

A game has one home, a package: `game.py` with its `Game` and `rules.py` have to be there, everything else may be
(`policy.py`, `facts.py`, `drawing.py`, words, rulebooks; CONTRIBUTING.md lists them). Another package adds a game with
an entry point of the group `tiotal.games`, whose name is the game's and whose value is the home. Homes are imported
when they are needed. One that cannot be is told of in one sentence, and does not stop the others.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any

from tiotal import games
from tiotal.engine.errors import UnknownGame, quote
from tiotal.engine.game import Game
from tiotal.engine.moves import Move

GROUP = games.__name__


class Games(Mapping[str, type[Game]]):
    """Every game by its name."""

    def __getitem__(self, name: str) -> type[Game]:
        if name not in _homes_here() and name not in _homes_elsewhere():
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        broken = self.broken
        return (name for name in (*_homes_here(), *_homes_elsewhere()) if name not in broken)

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return name in list(iter(self))

    @property
    def broken(self) -> dict[str, UnknownGame]:
        """Games of other packages that cannot be loaded, and why."""
        found = {}
        for name in _homes_elsewhere():
            try:
                _load(name)
            except UnknownGame as error:
                found[name] = error
        return found


GAMES = Games()


def game_named(name: Any) -> type[Game]:
    if isinstance(name, str) and (name in _homes_here() or name in _homes_elsewhere()):
        return _load(name)
    raise UnknownGame("games.unknown", name=str(name)[:40], known=list(GAMES))


def read_move(game: str, text: str) -> Move:
    """The move of a game with this written form."""
    kind = game_named(game)
    found = kind.moves[kind.actions_written()[text]]
    assert found is not None
    return found


def home_of(name: str) -> str:
    """The package that is the home of a game."""
    return _homes_here().get(name) or _homes_elsewhere()[name]


@functools.cache
def part_of(name: str, part: str) -> ModuleType | None:
    """A module of a game's home, if it has that one."""
    full = f"{home_of(name)}.{part}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None


def file_of(name: str, *path: str) -> Traversable:
    """A file of a game's home, which may not be there."""
    return resources.files(home_of(name)).joinpath(*path)


# --- Finding ----------------------------------------------------------------------------------------------------
@functools.cache
def _homes_here() -> dict[str, str]:
    return {name: f"{games.__name__}.{name}" for name in games.NAMES}


@functools.cache
def _homes_elsewhere() -> dict[str, str]:
    from importlib import metadata  # slow to load, and not needed by who plays a game that comes along

    points = metadata.entry_points(group=GROUP)
    return {point.name: point.value for point in points if point.name not in _homes_here()}


@functools.cache
def _load(name: str) -> type[Game]:
    home = home_of(name)
    try:
        module = importlib.import_module(f"{home}.game")
        kinds = [kind for kind in vars(module).values() if _is_game_of(kind, module)]
        if len(kinds) != 1 or kinds[0].name != name:
            raise ImportError(f"{home}.game has no class of the game {name}")
    except Exception as error:  # whatever somebody's own code does
        reason = f"{type(error).__name__}: {error}"
        raise UnknownGame("games.not_loaded", name=quote(name), package=home, reason=reason) from error
    found: type[Game] = kinds[0]
    return found


def _is_game_of(kind: Any, module: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
