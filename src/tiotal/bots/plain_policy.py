"""The policy of games that have none: every move is worth the same, and before the end all have the same chance.

With it a search still finds out what works, by playing on at random.
"""

from __future__ import annotations

from typing import Any

from tiotal.bots.playing import CERTAIN, won_share
from tiotal.rules.state import NOBODY, Declared, row, rule

MOST_SEATS = 16
NAMES: list[str] = []
HAND_SET = (0,)


class Notes(Declared):
    weights: list[int] = row(1, bits=32)
    outlook: list[int] = row(MOST_SEATS, bits=16)


@rule
def look(state: Any, notes: Notes, n: int) -> None:
    """Nothing is found out."""


@rule
def worth(state: Any, notes: Notes, move: int) -> int:
    return 0


@rule
def blur(state: Any) -> int:
    return 1


@rule
def as_seen(state: Any, move: int, seat: int, observer: int) -> int:
    return move


@rule
def likelihood(state: Any, notes: Notes, seat: int) -> int:
    return CERTAIN


@rule
def round_over(state: Any) -> bool:
    return state.to_move == NOBODY  # type: ignore[no-any-return]


@rule
def foresee(state: Any, notes: Notes) -> None:
    for seat in range(state.players):
        notes.outlook[seat] = won_share(state, seat) if state.over else CERTAIN // state.players
