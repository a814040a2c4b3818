"""10 in text: the pot, the auction, and what lies before everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tiotal.engine.game import View
from tiotal.terminal.drawing import player_line
from tiotal.words import say
from tiotal.words.telling import card_label, card_name


def draw(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    lines = []
    if table["round_card"]:
        points = int(table["round_card"][1:])
        about = {
            "round": table["round"],
            "phase": table["phase"],
            "card": card_name(language, "ten", table["round_card"]),
        }
        lines.append(f"[bold yellow]{say(language, 'ten.drawing.round_card', **about, n=points)}[/]")
    lines.append(
        f"{say(language, 'ten.drawing.pot', n=table['pot'])} · {say(language, 'play.stock', n=table['stock'])}"
    )
    if table["auction"]:
        auction = {key: names[table["auction"][key]] for key in ("bidder", "owner")}
        lines.append(f"[bold]{say(language, 'ten.drawing.auction', bid=table['auction']['bid'], **auction)}[/]")
    for seat, place in enumerate(table["places"]):
        parts = [place_of(place, language)] if place else []
        parts.append(say(language, "play.cards", n=len(table["hands"][seat])))
        parts.append(f"{'●' * table['chips'][seat]} {say(language, 'ten.drawing.chips', n=table['chips'][seat])}")
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(f"[bold]{card_label(language, 'ten', card)}[/]" for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards or "–"))
    return lines


def place_of(place: dict[str, Any], language: str) -> str:
    card = "▒▒" if place["card"] is None else f"[bold]\\[{card_label(language, 'ten', place['card'])}][/]"
    if place["second"]:
        card += f" + [bold]\\[{card_label(language, 'ten', place['second'])}][/]"
    if not place["up"]:
        card += f" ({say(language, 'ten.drawing.face_down')})"
    if place["protection"]:
        card += f" {'●' * place['protection']} {say(language, 'ten.drawing.protected', n=place['protection'])}"
    return card


# --- The end of a round ------------------------------------------------------------------------------------------
def before_round_is_told(result: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    """The cards on the table, and what they make."""
    lines = []
    for seat, cards in enumerate(result["cards"]):
        shown = " + ".join(card_label(language, "ten", card) for card in cards)
        lines.append(
            "  " + say(language, "ten.drawing.round_total", name=names[seat], cards=shown, total=result["totals"][seat])
        )
    return lines
