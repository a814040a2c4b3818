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

_WHERE = {
    "Batch": "batch",
    "play_random": "batch",
    "Cento": "cento",
    "BadOption": "errors",
    "BadRecord": "errors",
    "BadSeed": "errors",
    "IllegalMove": "errors",
    "TiotalError": "errors",
    "UnknownGame": "errors",
    "Game": "game",
    "Position": "game",
    "View": "game",
    "GAMES": "games",
    "game_named": "games",
    "Nimmt": "nimmt",
    "Record": "record",
    "read_record": "record",
    "record_of": "record",
    "verify_record": "record",
    "Ten": "ten",
    "random_trace": "trace",
}

__all__ = [  # noqa: PLE0604
    *_WHERE,
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'tiotal' has no attribute {name!r}")
    return getattr(import_module(f"tiotal.engine.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_WHERE]
