"""Facts of games that have none of their own: nothing is known, so nothing is told."""

from __future__ import annotations

from tiotal.bots.facts import Fact
from tiotal.bots.worlds import Worlds


def about(worlds: Worlds, best: int) -> list[Fact]:
    return []


def reasons(worlds: Worlds, action: int) -> list[Fact]:
    return []


def wins_at_once(worlds: Worlds, action: int) -> bool:
    return False
