"""Cento in text: the number line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import View
from tiotal.terminal.drawing import player_line
from tiotal.words import say
from tiotal.words.telling import card_name

TRACK = 50  # columns of the number line


def draw(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    target = view.game.options["target"]
    place = round(table["total"] / target * TRACK)
    track = "━" * place + "●" + "─" * (TRACK - place)
    flag = f"⚑ 0 {track} {target}" if table["flipped"] else f"0 {track} {target} ⚑"
    colour = "cyan" if table["flipped"] else "yellow"
    lines = [
        f"[{colour}]{flag}[/]",
        f"[bold]{say(language, 'cento.drawing.total', total=table['total'], goal=table['goal'])}[/]",
    ]
    if table["flipped"]:
        lines.append(f"[reverse cyan] {say(language, 'cento.drawing.flipped')} [/]")
    arrow = "→" if table["direction"] == 1 else "←"
    about = [say(language, "cento.drawing.direction", arrow=arrow), say(language, "play.stock", n=table["stock"])]
    if table["last"] is not None:
        about.insert(0, say(language, "cento.drawing.last", card=card_name(language, "cento", table["last"])))
    lines.append(" · ".join(about))
    for seat, hand in enumerate(table["hands"]):
        parts = [say(language, "play.cards", n=len(hand))]
        if view.game.options["match"] != "single":
            parts.append(say(language, "play.points", n=table["scores"][seat]))
        if view.game.options["pairs"] and view.seat is not None and seat == (view.seat + len(names) // 2) % len(names):
            parts.append(say(language, "cento.drawing.partner"))
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(coloured(card, language) for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards))
    return lines


def coloured(card: str, language: str) -> str:
    name = card_name(language, "cento", card)
    colour = {"+": "bold red", "-": "bold blue"}.get(card[0], "bold")
    return f"[{colour}]{name}[/]"
