"""The games there are: those that come along, in `tiotal.games`, and those of other installed packages.

A game has one home, a package: `game.py` with its `Game` and `rules.py` have to be there, everything else may be
(`policy.py`, `facts.py`, `drawing.py`, words, rulebooks; CONTRIBUTING.md lists them). Another package adds a game with
an entry point of the group `tiotal.games`, whose name is the game's and whose value is the home. Homes are imported
when they are needed. One that cannot be is told of in one sentence, and does not stop the others.

A home holds the newest rules of its game. Earlier versions are kept below it as they were, in `earlier.v1` and so on
(`tiotal.lab.freezing`), so that what was begun by them goes on by them, and what was played by them can be looked at
for ever. Such a version brings along what its bots need; how it looks and is told comes from the newest.
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


def game_named(name: Any, version: int | None = None) -> type[Game]:
    """A game by the newest version of its rules, or by another one."""
    if not isinstance(name, str) or (name not in _homes_here() and name not in _homes_elsewhere()):
        raise UnknownGame("games.unknown", name=str(name)[:40], known=list(GAMES))
    newest = _load(name)
    if version in (None, newest.version):
        return newest
    if version not in versions_of(name):
        known = versions_of(name)
        raise UnknownGame("games.unknown_version", game=newest.title, version=str(version)[:20], known=known)
    return _load(f"{name}@{version}")


def versions_of(name: str) -> list[int]:
    """The versions of a game's rules that there are."""
    newest = game_named(name).version
    return [number for number in range(1, newest) if _is_there(f"{home_of(f'{name}@{number}')}.game")] + [newest]


def game_of(key: str) -> type[Game]:
    """The game whose home has this key (`Game.key`)."""
    return _load(key)


def read_move(game: str, text: str) -> Move:
    """The move of a game with this written form."""
    kind = game_named(game)
    found = kind.moves[kind.actions_written()[text]]
    assert found is not None
    return found


def home_of(key: str) -> str:
    """The package that is the home of a game, or of an earlier version of it."""
    name, _, version = key.partition("@")
    home = _homes_here().get(name) or _homes_elsewhere()[name]
    return f"{home}.earlier.v{version}" if version else home


@functools.cache
def part_of(key: str, part: str) -> ModuleType | None:
    """A module of a game's home, if it has that one."""
    full = f"{home_of(key)}.{part}"
    return importlib.import_module(full) if _is_there(full) else None


def file_of(key: str, *path: str) -> Traversable:
    """A file of a game's home, which may not be there."""
    return resources.files(home_of(key)).joinpath(*path)


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package around it is
        return False


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
def _load(key: str) -> type[Game]:
    home, name = home_of(key), key.partition("@")[0]
    try:
        module = importlib.import_module(f"{home}.game")
        kinds = [kind for kind in vars(module).values() if _is_game_of(kind, module)]
        if len(kinds) != 1 or kinds[0].name != name or (key != name and key != f"{name}@{kinds[0].version}"):
            raise ImportError(f"{home}.game has no class of the game {key}")
    except Exception as error:  # whatever somebody's own code does
        reason = f"{type(error).__name__}: {error}"
        raise UnknownGame("games.not_loaded", name=quote(name), package=home, reason=reason) from error
    found: type[Game] = kinds[0]
    return found


def _is_game_of(kind: Any, module: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
