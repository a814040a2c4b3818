"""What a good family player would do, written like the rules: one module a game, in both forms.

Each module says for the player who is to move, from what that player knows and nothing else:

    look(state, notes, n)           called once before a choice among the n moves in `state.moves`
    worth(state, notes, move)       how good one of them is, in units of its own; more is better
    round_over(state)               whether the round that was being played is over
    foresee(state, notes)           write into `notes.outlook` each seat's chance to win the match, in ten-thousandths
    as_seen(state, move, seat, observer)    a move by one seat as another would see it made
    likelihood(state, notes, seat)  how likely others would have done what they did in this imagined world of a seat

`notes` is working space, and holds the weights by which a policy judges; they are the only thing that differs between
two players of the same policy.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from tiotal.bots import playing, tree
from tiotal.engine import forms
from tiotal.engine.games import GAMES


def policy_of(game: str) -> Any:
    """The module with the policy of a game."""
    return importlib.import_module(f"{__name__}.{game}")


def written_like_rules(game: str) -> list[ModuleType]:
    """What the bots add to the rules of a game, in both forms."""
    return [policy_of(game), playing, tree]


def interpreted_form(game: str) -> forms.Form:
    return forms.interpreted(GAMES[game].rules, *written_like_rules(game))


def compiled_form(game: str) -> forms.Form:
    return forms.compiled(GAMES[game].rules, *written_like_rules(game))


def new_notes(game: str) -> Any:
    """Working space for the plain form, with the weights that a policy comes with."""
    policy = policy_of(game)
    notes = policy.Notes()
    notes.weights = list(policy.DEFAULT_WEIGHTS)
    return notes
