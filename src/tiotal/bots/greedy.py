"""The policy of a good family player, played straight: always the move that it says is worth most."""

from __future__ import annotations

from tiotal.bots.bot import chance_of, own_seed
from tiotal.bots.policies import interpreted_form, new_notes
from tiotal.engine.game import View
from tiotal.engine.rollouts import policy_seed


class GreedyBot:
    """Thinks no further than the move itself, and needs no compiled code."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = own_seed(seed)

    def choose(self, view: View) -> str:
        game = view.game
        state = view.state
        form = interpreted_form(game.key)
        n = form.legal(state)
        stream = policy_seed(chance_of(self._seed, view))
        return game.write(form.prefer(state, new_notes(game.key), n, form.blur(state), stream, 0))


def judge(view: View) -> list[tuple[str, int]]:
    """Every legal move with what it is worth to the policy."""
    game = view.game
    state = view.state
    notes = new_notes(game.key)
    form = interpreted_form(game.key)
    n = form.legal(state)
    actions = list(state.moves[:n])
    form.look(state, notes, n)
    return [(game.write(action), form.worth(state, notes, action)) for action in actions]
