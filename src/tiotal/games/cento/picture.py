"""Cento in a notebook: the number line and the piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import Game
from tiotal.notebook import pieces
from tiotal.words import say
from tiotal.words.telling import card_label

TRACK = 420  # pixels of the number line
TONES = {"+": "warm", "-": "cool"}


def look(game: Game, card: str, language: str) -> pieces.Card:
    return pieces.Card(card_label(language, "cento", card), TONES.get(card[0], "plain"))


def middle(game: Game, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    arrow = "→" if table["direction"] == 1 else "←"
    return [
        pieces.line(say(language, "cento.drawing.total", total=table["total"], goal=table["goal"]), kind="total"),
        _track(table, game.options["target"], language),
        pieces.line(say(language, "cento.drawing.flipped")) if table["flipped"] else "",
        pieces.row(*_piles(game, table, language)),
        pieces.line(say(language, "cento.drawing.direction", arrow=arrow), kind="soft"),
    ]


def said(game: Game, table: dict[str, Any], seat: int, language: str) -> list[str]:
    if game.options["match"] == "single":
        return []
    return [say(language, "play.points", n=table["scores"][seat])]


def _track(table: dict[str, Any], target: int, language: str) -> str:
    at = 12 + TRACK * min(1.0, max(0.0, table["total"] / target))
    end = 12 + TRACK
    start = end if table["flipped"] else 12
    goal = 12 if table["flipped"] else end
    drawn = (
        f'<line class="track" x1="12" x2="{end}" y1="12" y2="12"/>'
        f'<line class="done" x1="{start}" x2="{at:.1f}" y1="12" y2="12"/>'
        f'<circle class="now" cx="{at:.1f}" cy="12" r="8"/>'
        f'<text class="scale" x="12" y="36" text-anchor="middle">0</text>'
        f'<text class="scale" x="{end}" y="36" text-anchor="middle">{target}</text>'
        f'<text class="scale" x="{goal}" y="3" text-anchor="middle">⚑</text>'
    )
    name = say(language, "cento.drawing.total", total=table["total"], goal=table["goal"])
    return pieces.row(pieces.svg(TRACK + 24, 42, drawn, name, "numbers"))


def _piles(game: Game, table: dict[str, Any], language: str) -> list[str]:
    """What nobody sees into is a back."""
    drawn = []
    if table["stock"]:
        stock = say(language, "play.stock", n=table["stock"])
        drawn.append(pieces.pile(stock, pieces.backs(1, stock)))
    shown = [card for card in (table["top"], table["beside"]) if card is not None]
    if shown:
        cards = (pieces.card(look(game, card, language)) for card in shown)
        drawn.append(pieces.pile(say(language, "cento.drawing.pile"), pieces.row(*cards)))
    if table["discards"]:
        name = say(language, "cento.drawing.discards")
        drawn.append(pieces.pile(name, pieces.backs(1, name)))
    return drawn
