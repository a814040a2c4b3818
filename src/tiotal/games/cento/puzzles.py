"""Which moments of Cento make puzzles: a card is played, in matches of one round and without partners."""

from __future__ import annotations

from typing import Any

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    *((players, {}) for players in (2, 3, 4)),
    (2, {"preset": "to-20-a"}),
    (3, {"preset": "to-20-b"}),
    (2, {"preset": "race"}),
)
ASKED = ("play",)  # kinds of moves: a moment with one of them is a question
ITERATIONS = 100_000  # of the first search
