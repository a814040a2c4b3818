"""Tiotal: number card games, rule-exact.

    >>> from tiotal import game_named
    >>> position = game_named("…")(players=4).deal(seed=7)
    >>> position.play(position.legal_moves[0])

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tiotal.bots.advice import advise
    from tiotal.engine.batch import Batch, play_random
    from tiotal.engine.errors import BadHouseRules, BadOption, BadRecord, BadSeed, IllegalMove, TiotalError, UnknownGame
    from tiotal.engine.game import Game, Position, View
    from tiotal.engine.games import GAMES, game_named
    from tiotal.engine.house_rules import HouseRules, read_house_rules
    from tiotal.engine.record import Record, read_record, record_of, verify_record
    from tiotal.engine.trace import random_trace
    from tiotal.games import *  # noqa: F403

__all__ = [
    "GAMES",
    "BadHouseRules",
    "BadOption",
    "BadRecord",
    "BadSeed",
    "Batch",
    "Game",
    "HouseRules",
    "IllegalMove",
    "Position",
    "Record",
    "TiotalError",
    "UnknownGame",
    "View",
    "advise",
    "game_named",
    "play_random",
    "random_trace",
    "read_house_rules",
    "read_record",
    "record_of",
    "verify_record",
]

_MODULES = {
    "tiotal.bots.advice": ("advise",),
    "tiotal.engine.batch": ("Batch", "play_random"),
    "tiotal.engine.errors": (
        "BadHouseRules",
        "BadOption",
        "BadRecord",
        "BadSeed",
        "IllegalMove",
        "TiotalError",
        "UnknownGame",
    ),
    "tiotal.engine.game": ("Game", "Position", "View"),
    "tiotal.engine.games": ("GAMES", "game_named"),
    "tiotal.engine.house_rules": ("HouseRules", "read_house_rules"),
    "tiotal.engine.record": ("Record", "read_record", "record_of", "verify_record"),
    "tiotal.engine.trace": ("random_trace",),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    games = import_module("tiotal.engine.games").GAMES if name[:1].isupper() else {}
    for game in chain([name.lower()], games):  # most are called by their names, and then no other has to be loaded
        if (found := games.get(game)) and found.__name__ == name:
            return found
    raise AttributeError(f"module 'tiotal' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
