"""10 in a notebook: the round card, the pot, and what lies before everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tiotal.engine.game import Game
from tiotal.notebook import pieces
from tiotal.words import say
from tiotal.words.telling import card_label, card_name

TONES = {"P": "warm", "R": "cool", "J": "fresh"}


def look(game: Game, card: str, language: str) -> pieces.Card:
    return pieces.Card(card_label(language, "ten", card), TONES.get(card[0], "plain"))


def middle(game: Game, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    pot, stock = say(language, "ten.drawing.pot", n=table["pot"]), say(language, "play.stock", n=table["stock"])
    drawn = [pieces.pile(pot, pieces.chips(table["pot"], pot))]
    if table["stock"]:
        drawn.append(pieces.pile(stock, pieces.backs(1, stock)))
    lines = []
    if table["round_card"]:
        card = table["round_card"]
        about = {"round": table["round"], "phase": table["phase"], "card": card_name(language, "ten", card)}
        lines.append(pieces.line(say(language, "ten.drawing.round_card", **about, n=int(card[1:]))))
        drawn.insert(0, pieces.pile(card_label(language, "ten", card), pieces.card(look(game, card, language))))
    if table["auction"]:
        people = {key: names[table["auction"][key]] for key in ("bidder", "owner")}
        lines.append(pieces.line(say(language, "ten.drawing.auction", bid=table["auction"]["bid"], **people)))
    return [*lines, pieces.row(*drawn)]


def said(game: Game, table: dict[str, Any], seat: int, language: str) -> list[str]:
    return [say(language, "play.points", n=table["scores"][seat])] if table["scores"] else []


def before(game: Game, table: dict[str, Any], seat: int, language: str) -> list[str]:
    """The card on the table with what protects it, chips, and what the seat has taken."""
    said = say(language, "ten.drawing.chips", n=table["chips"][seat])
    taken = "".join(pieces.card(look(game, card, language)) for card in table["taken"][seat])
    place = table["places"][seat]
    return [
        _place(game, place, language) if place else "",
        pieces.pile(said, pieces.chips(table["chips"][seat], said)),
        pieces.pile(say(language, "ten.drawing.taken"), f'<div class="row small">{taken}</div>') if taken else "",
    ]


def _place(game: Game, place: dict[str, Any], language: str) -> str:
    if place["card"] is None:
        drawn = [pieces.unknown(1, language)]
    else:
        drawn = [pieces.card(replace(look(game, place["card"], language), covered=not place["up"]))]
    if place["second"]:
        drawn.append(pieces.card(look(game, place["second"], language)))
    under = say(language, "ten.drawing.face_up" if place["up"] else "ten.drawing.face_down")
    if place["protection"]:
        shield = say(language, "ten.drawing.protected", n=place["protection"])
        drawn.append(pieces.chips(place["protection"], shield))
        under += f", {shield}"
    return pieces.pile(under, pieces.row(*drawn))
