"""The policy of a good family player, played straight: always the move that it says is worth most."""

from __future__ import annotations

from tiotal.bots.bot import chance_of, own_seed
from tiotal.bots.policies import interpreted_form, new_notes
from tiotal.engine.game import View
from tiotal.engine.rollouts import policy_seed


class GreedyBot:
    """Thinks no further than the move itself, and needs no compiled code."""

    name = "greedy"

    def __init__(self, seed: int | None = None, noise: int = 0) -> None:
        self._seed = own_seed(seed)
        self._noise = noise

    def choose(self, view: View) -> str:
        state = view.state
        form = interpreted_form(view.game.name)
        n = form.legal(state)
        stream = policy_seed(chance_of(self._seed, view))
        return view.game.write(form.prefer(state, new_notes(view.game.name), n, max(self._noise, 1), stream, 0))
