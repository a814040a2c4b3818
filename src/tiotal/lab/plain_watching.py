"""What is counted in a game that does not say: its rounds."""

from __future__ import annotations

from typing import Any

from tiotal.rules.state import Declared, number, rule


class Tally(Declared):
    rounds: int = number(bits=64)


@rule
def watch_deal(state: Any, tally: Tally) -> None:
    """Nothing is known of its cards."""


@rule
def watch_move(state: Any, tally: Tally, n: int, move: int) -> None:
    """Nor of its moves."""


@rule
def watch_came(state: Any, tally: Tally) -> None:
    """Nor of what comes of them."""


@rule
def watch_round(state: Any, tally: Tally) -> None:
    tally.rounds += 1


@rule
def standing(state: Any, seat: int) -> int:
    """Nobody leads whom a game does not name."""
    return 0
