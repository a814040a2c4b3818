"""Which moments of 10 make puzzles: a first card, a bid, a second card; not who begins, nor how well a card is
protected afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import View
from tiotal.puzzles.lying import Row
from tiotal.words import say
from tiotal.words.telling import card_name

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = tuple((players, {}) for players in (2, 3, 4))
ASKED = ("lay", "swap", "bid", "add")  # kinds of moves: a moment with one of them is a question
ITERATIONS = 30_000  # of the first search


def lying(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[Row]:
    """The round card, the pot and the auction; then what lies before everybody."""
    card = table["round_card"]
    about = {"round": table["round"], "phase": table["phase"], "card": card_name(language, "ten", card)}
    told = [say(language, "ten.drawing.round_card", **about, n=int(card[1:]))]
    told.append(say(language, "ten.drawing.pot", n=table["pot"]))
    if table["auction"]:
        people = {key: names[table["auction"][key]] for key in ("bidder", "owner")}
        told.append(say(language, "ten.drawing.auction", bid=table["auction"]["bid"], **people))
    rows = [Row(" ".join(f"{sentence.removesuffix('.')}." for sentence in told), (card,))]
    return rows + [_place(table, seat, name, language) for seat, name in enumerate(names)]


def _place(table: dict[str, Any], seat: int, name: str, language: str) -> Row:
    place = table["places"][seat]
    about = [say(language, "ten.drawing.chips", n=table["chips"][seat])]
    if place is None:
        return Row(f"{name}: {about[0]}")
    if not place["up"]:
        about.append(say(language, "ten.drawing.face_down"))
    if place["protection"]:
        about.append(say(language, "ten.drawing.protected", n=place["protection"]))
    cards = (place["card"], *([place["second"]] if place["second"] else []))
    return Row(f"{name}: {', '.join(about)}", cards)
