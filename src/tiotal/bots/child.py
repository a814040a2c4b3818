"""Plays as a child might who has just learned the rules: sees what lies there, and does what comes to mind.

Nothing is planned and nobody else is thought of. Every move has a reason that can be said in a few words; which of
several such moves it is, is left to chance. `child.py` in the home of a game has

    choose(view, dice)      one of the legal moves
    SHARES                  for some levels, the share of their moves that are made as a child would (`bots/levels.py`)
"""

from __future__ import annotations

import random
from typing import Any

from tiotal.bots.bot import chance_of, own_seed
from tiotal.engine.game import View
from tiotal.engine.games import part_of

SHARES = {"beginner": 1.0, "easy": 0.5, "medium": 0.0}  # in a game that says nothing else


class ChildBot:
    """Knows the aim of a game and how its cards are laid; in a game that has not been taught, anything goes."""

    name = "child"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = own_seed(seed)

    def choose(self, view: View) -> str:
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        dice = random.Random(chance_of(self._seed, view))
        taught: Any = part_of(view.game.key, "child")
        move: str = taught.choose(view, dice) if taught else dice.choice(view.legal_moves)
        return move


def share_of(level: str, game: str) -> float:
    """How many of the moves of a level are made as a child would."""
    shares: dict[str, float] = getattr(part_of(game, "child"), "SHARES", SHARES)
    return shares.get(level, 0.0)
