"""Plays as a child might who has just learned the rules: sees what lies there, and does what comes to mind.

Nothing is planned and nobody else is thought of. Every move has a reason that can be said in a few words; which of
several such moves it is, is left to chance. `child.py` in the home of a game is written like the rules, and has

    child_move(state, n, stream, draw)   one of the n moves in `state.moves`; what is left to chance comes from the
                                         stream, from this draw on
    SHARES                               for some levels, the share of their moves that are made as a child would
                                         (`bots/levels.py`)
"""

from __future__ import annotations

from tiotal.bots.bot import chance_of, own_seed
from tiotal.bots.policies import child_of, interpreted_form
from tiotal.engine.game import View
from tiotal.engine.rollouts import policy_seed


class ChildBot:
    """Knows the aim of a game and how its cards are laid; in a game that has not been taught, anything goes."""

    name = "child"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = own_seed(seed)

    def choose(self, view: View) -> str:
        state = view.state
        form = interpreted_form(view.game.key)
        n = form.legal(state)
        if n == 1:
            return view.legal_moves[0]
        return view.game.write(form.child_move(state, n, policy_seed(chance_of(self._seed, view)), 0))


def share_of(level: str, game: str) -> float:
    """How many of the moves of a level are made as a child would."""
    shares: dict[str, float] = child_of(game).SHARES
    return shares.get(level, 0.0)
