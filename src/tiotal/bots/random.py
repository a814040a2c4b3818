"""A player without a plan."""

from __future__ import annotations

import random

from tiotal.bots.bot import chance_of, own_seed
from tiotal.engine import forms
from tiotal.engine.game import View


class RandomBot:
    """Any legal move; but those that the rules keep for last only when there is no other, or games would never end."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = own_seed(seed)

    def choose(self, view: View) -> str:
        state = view.state
        form = forms.interpreted(view.game.rules)
        kept = set(state.moves[: form.preferred(state, form.legal(state))])
        moves = [move for move in view.legal_moves if view.game.parse(move) in kept]
        return random.Random(chance_of(self._seed, view)).choice(moves)
