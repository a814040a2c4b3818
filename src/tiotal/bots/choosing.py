"""From what a search has found to a move: with manners, where a game has some, and by chance where a habit would show
the cards.

`manners.py` in the home of a game has

    with_manners(view, judged)      the moves that are nearly as good as the best, as a good player likes them
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tiotal.engine.game import View
from tiotal.engine.games import part_of
from tiotal.rules.exponentials import exp

ENOUGH = 20  # a move that was tried this much less often than the best is not known well enough

PRICE = 0.01  # in chances to win: what not being predictable may cost


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
    manners: Any = part_of(view.game.key, "manners")
    if manners:
        judged = manners.with_manners(view, judged)
    if any(view.game.public_move(view.game.parse(move.written)) != move for move in view.moves):
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
