"""Which moments of 11 nimmt! make puzzles: a card to put down or a stack to take, in matches of one round."""

from __future__ import annotations

from typing import Any

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = tuple((players, {"rounds": 1}) for players in (2, 3, 4))
ASKED = ("put",)  # kinds of moves: a moment with one of them is a question
ITERATIONS = 10_000  # of the first search
