"""The games as games of OpenSpiel: to import this makes them known there, `pyspiel.load_game("tiotal_<game>")`.

It needs the package `open_spiel`. What it is and what it is not: docs/environments.md.
"""

from __future__ import annotations

from tiotal.envs.openspiel.games import MatchGame, MatchState, register, state_of
from tiotal.envs.openspiel.late import LateGame, LateState, late_game, late_game_over
from tiotal.envs.openspiel.playing import RandomGames, TiotalBot, resampler
from tiotal.envs.openspiel.states import information_state_tensor

__all__ = [
    "LateGame",
    "LateState",
    "MatchGame",
    "MatchState",
    "RandomGames",
    "TiotalBot",
    "information_state_tensor",
    "late_game",
    "late_game_over",
    "resampler",
    "state_of",
]

register()
