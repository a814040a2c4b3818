"""11 nimmt! in text: the meadow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import View
from tiotal.terminal.drawing import player_line
from tiotal.words import say

SMALL_FIGURES = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def draw(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    lines = [
        f"[bold]{say(language, 'play.round', round=table['round'])}[/] · {say(language, 'play.stock', n=table['draw'])}"
    ]
    if table["stacks"]:
        lines.append(say(language, "nimmt.drawing.stacks"))
        for stack in table["stacks"]:
            fitting = [move.card or "" for move in view.moves if move.kind == "put" and move.place == str(stack[-1])]
            yours = f"   ◂ [green]{' '.join(sorted(fitting, key=int))}[/]" if fitting else ""
            lines.append(f"  [bold green]▤ {stack[-1]:>3}[/]{yours}")
    else:
        lines.append(say(language, "nimmt.drawing.no_stacks"))
    for seat, hand in enumerate(table["hands"]):
        parts = [
            say(language, "play.cards", n=len(hand)),
            say(language, "nimmt.drawing.minus_points", n=table["scores"][seat]),
        ]
        if table["bulls"][seat]:
            parts.append(
                f"{'♉' * table['bulls'][seat]} {say(language, 'nimmt.drawing.bulls', n=table['bulls'][seat])}"
            )
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(f"[bold]{card}[/]{ox_heads(view, card)}" for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards or "–"))
        lines.append(f"[dim]{say(language, 'nimmt.drawing.ox_heads')}[/]")
    return lines


def ox_heads(view: View, card: int) -> str:
    """Small figures after the number, when there is more than one head."""
    heads = view.game.points[str(card)]
    return "" if heads == 1 else str(heads).translate(SMALL_FIGURES)
