"""A player without a plan."""

from __future__ import annotations

import random

from tiotal.bots.bot import chance_of, own_seed
from tiotal.engine.game import View


class RandomBot:
    """Any legal move; but it takes a stack in 11 nimmt! only when it has to, or its games would never end."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = own_seed(seed)

    def choose(self, view: View) -> str:
        moves = [move for move in view.legal_moves if not move.startswith("take:")] or view.legal_moves
        return random.Random(chance_of(self._seed, view)).choice(moves)
