"""The policy of a good family player, played straight: always the move that it says is worth most."""

from __future__ import annotations

from tiotal.bots.bot import chance_of, own_seed
from tiotal.bots.policies import interpreted_form, new_notes, policy_of
from tiotal.engine.game import View
from tiotal.engine.rollouts import policy_seed


class GreedyBot:
    """Thinks no further than the move itself, and needs no compiled code."""

    name = "greedy"

    def __init__(self, seed: int | None = None, noise: int | None = None) -> None:
        self._seed = own_seed(seed)
        self._noise = noise

    def choose(self, view: View) -> str:
        state = view.state
        form = interpreted_form(view.game.name)
        n = form.legal(state)
        stream = policy_seed(chance_of(self._seed, view))
        noise = policy_of(view.game.name).BLUR if self._noise is None else self._noise
        return view.game.write(form.prefer(state, new_notes(view.game.name), n, noise, stream, 0))
