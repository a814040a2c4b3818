"""How the score of a match is added up on paper, declared as data: for people who play with real cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Sheet:
    """A way to keep score. What each card counts is in `Game.points`."""

    name: str  # the value of the option `match`, or "match" where there is only one way
    # What a round adds. own: what you are left with, but nothing for the winner of the round.
    # others: for the winner what all others are left with. win: 1 for the winner.
    # Partners win together, and what both are left with counts for each of them.
    counts: Literal["own", "others", "win"]
    best: Literal["lowest", "highest"]
    limit: int | None = None  # the match is over when somebody has so many points
    rounds: Literal["players"] | int | None = None  # or after so many rounds; "players": as many as there are players
    chips: int = 0  # what each chip adds
    pairs: bool = False  # can be played in pairs
