"""The games there are, by name."""

from __future__ import annotations

from typing import Any

from tiotal.engine.cento import Cento
from tiotal.engine.errors import UnknownGame
from tiotal.engine.game import Game
from tiotal.engine.nimmt import Nimmt
from tiotal.engine.ten import Ten

GAMES: dict[str, type[Game]] = {game.name: game for game in (Cento, Nimmt, Ten)}


def game_named(name: Any) -> type[Game]:
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame("games.unknown", name=str(name)[:40], known=list(GAMES))
    return GAMES[name]
