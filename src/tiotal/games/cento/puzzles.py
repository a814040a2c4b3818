"""Which moments of Cento make puzzles: a card is played, in matches of one round and without partners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import View
from tiotal.puzzles.lying import Line, Row, others_with
from tiotal.words import say
from tiotal.words.telling import card_name

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    *((players, {}) for players in (2, 3, 4)),
    (2, {"preset": "to-20-a"}),
    (3, {"preset": "to-20-b"}),
    (2, {"preset": "race"}),
)
ASKED = ("play",)  # kinds of moves: a moment with one of them is a question
ITERATIONS = 100_000  # of the first search


def lying(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[Row]:
    """The number line, then who comes next and with how many cards."""
    told = [say(language, "cento.drawing.total", total=table["total"], goal=table["goal"])]
    if table["flipped"]:
        told.append(say(language, "cento.drawing.flipped"))
    if table["last"] is not None:
        told.append(say(language, "cento.drawing.last", card=card_name(language, "cento", table["last"])))
    following = names[(view.seat + table["direction"]) % len(names)] if view.seat is not None else ""
    told.append(say(language, "puzzles.comes_next", name=following))
    cards = [say(language, "play.cards", n=len(hand)) for hand in table["hands"]]
    line = Line(table["total"], table["goal"], view.game.options["target"])
    return [Row(" · ".join(told), line=line), Row(others_with(view, names, cards))]
