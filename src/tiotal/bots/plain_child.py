"""A child in a game that it has not been taught: anything goes."""

from __future__ import annotations

from typing import Any

from tiotal.engine.rollouts import pick
from tiotal.rules.state import rule

SHARES = {"beginner": 1.0, "easy": 0.5, "medium": 0.0}


@rule
def child_move(state: Any, n: int, stream: int, draw: int) -> int:
    return state.moves[pick(stream, draw, n)]  # type: ignore[no-any-return]
