"""Which moments of 11 nimmt! make puzzles: a card to put down or a stack to take, in matches of one round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import View
from tiotal.puzzles.lying import Row, others_with
from tiotal.words import say

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = tuple((players, {"rounds": 1}) for players in (2, 3, 4))
ASKED = ("put",)  # kinds of moves: a moment with one of them is a question
ITERATIONS = 10_000  # of the first search


def lying(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[Row]:
    """The top of each stack, and what everybody has."""
    tops = tuple(str(stack[-1]) for stack in table["stacks"])
    about = [
        ", ".join([say(language, "play.cards", n=len(hand)), *_bulls(bulls, language)])
        for hand, bulls in zip(table["hands"], table["bulls"], strict=True)
    ]
    own = _bulls(table["bulls"][view.seat], language) if view.seat is not None else []
    yours = [Row(f"{names[view.seat]}: {own[0]}")] if own and view.seat is not None else []
    return [Row(say(language, "nimmt.drawing.stacks"), tops), Row(others_with(view, names, about)), *yours]


def _bulls(count: int, language: str) -> list[str]:
    return [say(language, "nimmt.drawing.bulls", n=count)] if count else []
