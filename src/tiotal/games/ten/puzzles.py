"""Which moments of 10 make puzzles: a first card, a bid, a second card; not who begins, nor how well a card is
protected afterwards."""

from __future__ import annotations

from typing import Any

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = tuple((players, {}) for players in (2, 3, 4))
ASKED = ("lay", "swap", "bid", "add")  # kinds of moves: a moment with one of them is a question
ITERATIONS = 30_000  # of the first search
