"""11 nimmt! in a notebook: the stacks, and the ox heads on the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import Game
from tiotal.notebook import pieces
from tiotal.words import say

HEAD = "M-5-4q1 2.5 5 2.5t5-2.5q1 4.5-2.2 5l-1.3 4h-3l-1.3-4q-3.2-.5-2.2-5z"  # of an ox, about 10 wide


def look(game: Game, card: str, language: str) -> pieces.Card:
    heads = game.points[card]
    step = min(11.0, 40 / heads)
    size = min(1.0, step / 11)
    drawn = "".join(
        f'<path d="{HEAD}" transform="translate({step * (place - (heads - 1) / 2):.1f} 0) scale({size:.2f})"/>'
        for place in range(heads)
    )
    return pieces.Card(card, "warm" if heads > 2 else "plain", drawn)


def middle(game: Game, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    stock = say(language, "play.stock", n=table["draw"])
    drawn = [pieces.pile(stock, pieces.backs(1, stock))] if table["draw"] else []
    return [
        pieces.line(say(language, "nimmt.drawing.stacks" if table["stacks"] else "nimmt.drawing.no_stacks")),
        pieces.row(*(_stack(game, stack, language) for stack in table["stacks"]), *drawn),
    ]


def said(game: Game, table: dict[str, Any], seat: int, language: str) -> list[str]:
    points = say(language, "nimmt.drawing.minus_points", n=table["scores"][seat])
    bulls = table["bulls"][seat]
    return [points, say(language, "nimmt.drawing.bulls", n=bulls)] if bulls else [points]


def _stack(game: Game, stack: list[int | None], language: str) -> str:
    """Its top, how high it is, and which cards lie below it if they are open."""
    *below, top = stack
    known = [str(card) for card in below if card is not None]
    high = say(language, "play.cards", n=len(stack))
    return pieces.pile(f"{high}: {' '.join(known)}" if known else high, pieces.card(look(game, str(top), language)))
