"""Who may have a hint, what it is made from, and what of it is told."""

from __future__ import annotations

from typing import Any

from tiotal.bots.advice import Advice
from tiotal.engine.errors import Refused
from tiotal.engine.game import View
from tiotal.table.table import Table


def advice_for(table: Table, advice: Advice, language: str) -> list[dict[str, Any]]:
    """The best few moves for a person who is to move, with reasons; no total to somebody who says it."""
    assert table.match is not None
    says = table.says(advice.seat) is True  # now: it can have changed meanwhile
    return [
        {
            "move": advice.game.read(advised.move).as_dict(),
            "chance": advised.chance,
            "low": advised.low,
            "high": advised.high,
            "reasons": [
                {"kind": reason.key, "sentence": reason.sentence(language, table.match.names, advice.seat)}
                for reason in advised.reasons_for(says)
            ],
        }
        for advised in advice.moves
    ]


def view_for_advice(table: Table, device: str, seat: int) -> View:
    """What a hint may be made from, if this device may have one now."""
    if not table.settings["hints"]:
        raise Refused("table.no_hints")
    if seat not in table.seats_of(device):
        raise Refused("table.not_your_seat")
    if table.to_move != seat or table.match is None:
        raise Refused("table.hint_not_now")
    if table.trying:
        raise Refused("table.card_lies")
    return table.match.position.view(seat)
