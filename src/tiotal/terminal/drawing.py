"""A table in text, drawn from a view. Colour only adds to what signs already say.

`drawing.py` in the home of a game has

    draw(view, table, names, language)              lines of Rich markup; the names are safe to print
    before_round_is_told(result, names, language)   if it likes: what stands before the sentence that tells how a round
                                                    ended, instead of everybody's points after it

A game without a drawing is shown as a list of what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape

from tiotal.engine.game import View
from tiotal.engine.games import part_of
from tiotal.words import names_of_fields, say

TOLD_ELSEWHERE = {"to_move", "over", "hands", "scores", "round"}


def draw(view: View, names: Sequence[str], language: str) -> list[str]:
    """Lines of Rich markup."""
    shown = [escape(name) for name in names]
    own: Any = part_of(view.game.name, "drawing")
    lines: list[str] = (own.draw if own else draw_plainly)(view, view.shown(), shown, language)
    return lines


def draw_plainly(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """Any game: what lies on the table under its names, then the people, then the own cards."""
    lines = [f"[bold]{say(language, 'play.round', round=table['round'])}[/]"]
    called = names_of_fields(language, view.game.name)
    for field, value in table.items():
        if field not in TOLD_ELSEWHERE and value is not None:
            lines.append(f"{called.get(field, field.replace('_', ' '))}: {escape(_plain(value))}")
    for seat, hand in enumerate(table["hands"]):
        parts = [say(language, "play.cards", n=len(hand))]
        if table["scores"]:
            parts.append(say(language, "play.points", n=table["scores"][seat]))
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(f"[bold]{escape(str(card))}[/]" for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards or "–"))
    return lines


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_plain(item) for item in value) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return "?" if value is None else str(value)


def player_line(view: View, seat: int, names: Sequence[str], about: str) -> str:
    mark = "▶" if seat == view.to_move else " "
    return f"{mark} [bold]{names[seat]}[/]: {about}"
