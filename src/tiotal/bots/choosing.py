"""From what a search has found to a move: by chance where a habit would show the cards, and with manners in Cento.

In Cento a search sees a few moves ahead, and from most totals nobody can win so soon: then all moves are the same to
it, and it would wander about for hundreds of turns. A good player comes nearer to the goal all the same and keeps the
special cards; and the longer a round lasts, the more a good player wants it to be decided. How far the playouts of a
move lie apart says how often somebody has won in them: of two moves with the same chance, the one with more at stake
ends the round sooner and costs nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import exp

from tiotal.bots.greedy import judge
from tiotal.bots.policies import cento as cento_policy
from tiotal.engine.game import View
from tiotal.rules import cento

ENOUGH = 20  # a move that was tried this much less often than the best is not known well enough

# In chances to win:
PRICE = 0.01  # what not being predictable may cost
COST = 0.04  # what manners may cost at most
NEARER = 0.01  # the worth of all the way from 0 to the goal
SPECIAL = 0.01  # of keeping a special card
EAGER, IMPATIENT = 0.05, 0.002  # of what is at stake: at first, and more with every turn of the round
MOST_IMPATIENT = 0.5


@dataclass(frozen=True)
class Judged:
    """What a search thinks of a move."""

    move: str
    chance: float  # to win the match, from 0 to 1
    error: float  # the standard error of that estimate
    visits: int

    @property
    def at_stake(self) -> float:
        """How far single playouts lie apart."""
        return float(self.error * self.visits**0.5)


def choose(view: View, judged: list[Judged], seed: int) -> str:
    """One of the moves that a search has judged, the most tried first."""
    if view.game.name == "cento" and not can_be_won(view):
        judged = with_manners(view, judged)
    if any(view.game.public_move(view.game.parse(move)) != move for move in view.legal_moves):
        return unpredictable(judged, seed)
    return judged[0].move


def unpredictable(judged: list[Judged], seed: int) -> str:
    """One of the moves that are nearly as good as the best, the better the likelier.

    Where others do not see all of a move, always doing the same with the same cards would show them as well.
    """
    near = well_known(judged, 4 * PRICE)
    weights = [exp((move.chance - judged[0].chance) / PRICE) for move in near]
    return random.Random(seed).choices([move.move for move in near], weights)[0]


def well_known(judged: list[Judged], margin: float) -> list[Judged]:
    """The moves that are within a margin of the first, and were tried often enough to tell."""
    first = judged[0]
    return [move for move in judged if move.visits * ENOUGH >= first.visits and move.chance > first.chance - margin]


# --- Manners in Cento -------------------------------------------------------------------------------------------
def can_be_won(view: View) -> bool:
    """Whether some move ends the round at once: then there is nothing to be weighed."""
    return max(worth for _, worth in judge(view)) > cento_policy.WIN // 2


def with_manners(view: View, judged: list[Judged]) -> list[Judged]:
    """Those that are nearly as good as the best, in the order in which a good player likes them."""
    liked = [replace(move, chance=move.chance + liking(view, move)) for move in well_known(judged, COST)]
    return sorted(liked, key=lambda move: -move.chance)


def liking(view: View, move: Judged) -> float:
    state = view.state
    total = view.total_after(move.move)
    action = view.game.parse(move.move)
    card = cento.card_of(action)
    turned = action < cento.DISCARDS and cento.effect_of(state, card) == cento.FLIP
    goal: int = state.target - cento.goal(state) if turned else cento.goal(state)
    far: float = abs(goal - (state.total if total is None else total)) / state.target
    impatience = min(EAGER + IMPATIENT * state.turns, MOST_IMPATIENT)
    return float(impatience * move.at_stake - NEARER * far - (SPECIAL if card >= cento.DOUBLE_HALVE else 0.0))
