"""Facts of games that have none of their own: nothing is known, so nothing is told."""

from __future__ import annotations

from tiotal.bots.facts import Reason
from tiotal.bots.worlds import Worlds


def about(worlds: Worlds, best: int) -> list[Reason]:
    return []


def reasons(worlds: Worlds, action: int) -> list[Reason]:
    return []


def wins_at_once(worlds: Worlds, action: int) -> bool:
    return False
