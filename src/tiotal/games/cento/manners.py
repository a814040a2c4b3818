"""Manners at Cento.

A search sees a few moves ahead, and from most totals nobody can win so soon: then all moves are the same to it, and it
would wander about for hundreds of turns. A good player comes nearer to the goal all the same and keeps the special
cards; and the longer a round lasts, the more a good player wants it to be decided. How far the playouts of a move lie
apart says how often somebody has won in them: of two moves with the same chance, the one with more at stake ends the
round sooner and costs nothing.
"""

from __future__ import annotations

from dataclasses import replace

from tiotal.bots.choosing import Judged, well_known
from tiotal.bots.greedy import judge
from tiotal.engine.game import View
from tiotal.games.cento import policy, rules

# In chances to win:
COST = 0.04  # what manners may cost at most
NEARER = 0.01  # the worth of all the way from 0 to the goal
SPECIAL = 0.01  # of keeping a special card
EAGER, IMPATIENT = 0.05, 0.002  # of what is at stake: at first, and more with every turn of the round
MOST_IMPATIENT = 0.5


def with_manners(view: View, judged: list[Judged]) -> list[Judged]:
    """Those that are nearly as good as the best, in the order in which a good player likes them."""
    if can_be_won(view):
        return judged
    liked = [replace(move, chance=move.chance + liking(view, move)) for move in well_known(judged, COST)]
    return sorted(liked, key=lambda move: -move.chance)


def can_be_won(view: View) -> bool:
    """Whether some move ends the round at once: then there is nothing to be weighed."""
    return max(worth for _, worth in judge(view)) > policy.WIN // 2


def liking(view: View, move: Judged) -> float:
    state = view.state
    total = view.total_after(move.move)
    action = view.game.parse(move.move)
    card = rules.card_of(action)
    turned = action < rules.DISCARDS and rules.effect_of(state, card) == rules.FLIP
    goal: int = state.target - rules.goal(state) if turned else rules.goal(state)
    far: float = abs(goal - (state.total if total is None else total)) / state.target
    impatience = min(EAGER + IMPATIENT * state.turns, MOST_IMPATIENT)
    return float(impatience * move.at_stake - NEARER * far - (SPECIAL if card >= rules.DOUBLE_HALVE else 0.0))
