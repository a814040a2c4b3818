"""What lies on the table in a puzzle, for paper: rows of words with cards, in the order in which one looks at them.

`puzzles.py` in the home of a game may have `lying(puzzle_view, names, language)`, which gives rows for all but the
solver's own cards. A game without it is told in words by the others' cards alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tiotal.engine.game import View
from tiotal.engine.games import part_of
from tiotal.words import say


@dataclass(frozen=True)
class Line:
    """A number line from 0: where the total stands, and where it is to go."""

    at: int
    goal: int
    last: int


@dataclass(frozen=True)
class Row:
    words: str
    cards: tuple[str | None, ...] = field(default=())  # none: face down, and unknown to the solver
    line: Line | None = None


def rows_of(view: View, names: Sequence[str], language: str) -> list[Row]:
    """Everything that the solver sees; `names` as they are told, with "you" among them."""
    own: Any = getattr(part_of(view.game.name, "puzzles"), "lying", None)
    rows: list[Row] = (own or _plainly)(view, view.shown(), names, language)
    assert view.seat is not None
    hand = tuple(str(card) for card in view.shown()["hands"][view.seat])
    return [*rows, Row(say(language, "puzzles.your_cards"), hand)]


def _plainly(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[Row]:
    others = [seat for seat in range(len(names)) if seat != view.seat]
    return [Row(f"{names[seat]}: {say(language, 'play.cards', n=len(table['hands'][seat]))}") for seat in others]


def others_with(view: View, names: Sequence[str], about: Sequence[str]) -> str:
    """Everybody but the solver on one line; `about` is by seat."""
    return " · ".join(
        f"{name}: {told}" for seat, (name, told) in enumerate(zip(names, about, strict=True)) if seat != view.seat
    )
