"""Tiotal: Cento, 11 nimmt! and 10, rule-exact.

    >>> from tiotal import Cento
    >>> position = Cento(players=4, preset="race", match="series", limit=100).deal(seed=7)
    >>> position.play(position.legal_moves[0])

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tiotal.engine.batch import Batch, play_random
    from tiotal.engine.cento import Cento
    from tiotal.engine.errors import BadOption, BadRecord, BadSeed, IllegalMove, TiotalError, UnknownGame
    from tiotal.engine.game import Game, Position, View
    from tiotal.engine.games import GAMES, game_named
    from tiotal.engine.nimmt import Nimmt
    from tiotal.engine.record import Record, read_record, record_of, verify_record
    from tiotal.engine.ten import Ten
    from tiotal.engine.trace import random_trace

__all__ = [
    "GAMES",
    "BadOption",
    "BadRecord",
    "BadSeed",
    "Batch",
    "Cento",
    "Game",
    "IllegalMove",
    "Nimmt",
    "Position",
    "Record",
    "Ten",
    "TiotalError",
    "UnknownGame",
    "View",
    "game_named",
    "play_random",
    "random_trace",
    "read_record",
    "record_of",
    "verify_record",
]

_MODULES = {
    "batch": ("Batch", "play_random"),
    "cento": ("Cento",),
    "errors": ("BadOption", "BadRecord", "BadSeed", "IllegalMove", "TiotalError", "UnknownGame"),
    "game": ("Game", "Position", "View"),
    "games": ("GAMES", "game_named"),
    "nimmt": ("Nimmt",),
    "record": ("Record", "read_record", "record_of", "verify_record"),
    "ten": ("Ten",),
    "trace": ("random_trace",),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"tiotal.engine.{module}"), name)
    raise AttributeError(f"module 'tiotal' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
