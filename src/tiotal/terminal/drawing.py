"""A table in text, drawn from a view: one function a game. Colour only adds to what signs already say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.markup import escape

from tiotal.engine.game import View
from tiotal.words import say
from tiotal.words.moves import card_label, card_name

SMALL_FIGURES = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
TRACK = 50  # columns of Cento's number line


def draw(view: View, names: Sequence[str], language: str) -> list[str]:
    """Lines of Rich markup."""
    return DRAWINGS[view.game.name](view, view.shown(), [escape(name) for name in names], language)


# --- Cento: the number line -------------------------------------------------------------------------------------
def draw_cento(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    target = view.game.options["target"]
    place = round(table["total"] / target * TRACK)
    track = "━" * place + "●" + "─" * (TRACK - place)
    flag = f"⚑ 0 {track} {target}" if table["flipped"] else f"0 {track} {target} ⚑"
    colour = "cyan" if table["flipped"] else "yellow"
    lines = [
        f"[{colour}]{flag}[/]",
        f"[bold]{say(language, 'play.total', total=table['total'], goal=table['goal'])}[/]",
    ]
    if table["flipped"]:
        lines.append(f"[reverse cyan] {say(language, 'play.flipped')} [/]")
    arrow = "→" if table["direction"] == 1 else "←"
    about = [say(language, "play.direction", arrow=arrow), say(language, "play.stock", n=table["stock"])]
    if table["last"] is not None:
        about.insert(0, say(language, "play.last", card=card_name(language, "cento", table["last"])))
    lines.append(" · ".join(about))
    for seat, hand in enumerate(table["hands"]):
        parts = [say(language, "play.cards", n=len(hand))]
        if view.game.options["match"] != "single":
            parts.append(say(language, "play.points", n=table["scores"][seat]))
        if view.game.options["pairs"] and view.seat is not None and seat == (view.seat + len(names) // 2) % len(names):
            parts.append(say(language, "play.partner"))
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(cento_card(card, language) for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards))
    return lines


def cento_card(card: str, language: str) -> str:
    name = card_name(language, "cento", card)
    colour = {"+": "bold red", "-": "bold blue"}.get(card[0], "bold")
    return f"[{colour}]{name}[/]"


# --- 11 nimmt!: the meadow --------------------------------------------------------------------------------------
def draw_nimmt(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    lines = [
        f"[bold]{say(language, 'play.round', round=table['round'])}[/] · {say(language, 'play.stock', n=table['draw'])}"
    ]
    if table["stacks"]:
        lines.append(say(language, "play.stacks"))
        for stack in table["stacks"]:
            fitting = [move.split(">")[0] for move in view.legal_moves if move.endswith(f">{stack[-1]}")]
            fitting.sort(key=int)
            yours = f"   ◂ [green]{' '.join(fitting)}[/]" if fitting else ""
            lines.append(f"  [bold green]▤ {stack[-1]:>3}[/]{yours}")
    else:
        lines.append(say(language, "play.no_stacks"))
    for seat, hand in enumerate(table["hands"]):
        parts = [say(language, "play.cards", n=len(hand)), say(language, "play.minus_points", n=table["scores"][seat])]
        if table["bulls"][seat]:
            parts.append(f"{'♉' * table['bulls'][seat]} {say(language, 'play.bulls', n=table['bulls'][seat])}")
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(f"[bold]{card}[/]{ox_heads(view, card)}" for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards or "–"))
        lines.append(f"[dim]{say(language, 'play.ox_heads')}[/]")
    return lines


def ox_heads(view: View, card: int) -> str:
    """Small figures after the number, when there is more than one head."""
    heads = view.game.points[str(card)]
    return "" if heads == 1 else str(heads).translate(SMALL_FIGURES)


# --- 10: nineteen-seventy-something -----------------------------------------------------------------------------
def draw_ten(view: View, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    lines = []
    if table["round_card"]:
        points = int(table["round_card"][1:])
        about = {
            "round": table["round"],
            "phase": table["phase"],
            "card": card_name(language, "ten", table["round_card"]),
        }
        lines.append(f"[bold yellow]{say(language, 'play.round_card', **about, n=points)}[/]")
    lines.append(f"{say(language, 'play.pot', n=table['pot'])} · {say(language, 'play.stock', n=table['stock'])}")
    if table["auction"]:
        auction = {key: names[table["auction"][key]] for key in ("bidder", "owner")}
        lines.append(f"[bold]{say(language, 'play.auction', bid=table['auction']['bid'], **auction)}[/]")
    for seat, place in enumerate(table["table"]):
        parts = [ten_place(place, language)] if place else []
        parts.append(say(language, "play.cards", n=len(table["hands"][seat])))
        parts.append(f"{'●' * table['chips'][seat]} {say(language, 'play.chips', n=table['chips'][seat])}")
        lines.append(player_line(view, seat, names, ", ".join(parts)))
    if view.seat is not None:
        cards = "  ".join(f"[bold]{card_label(language, 'ten', card)}[/]" for card in table["hands"][view.seat])
        lines.append(say(language, "play.hand", cards=cards or "–"))
    return lines


def ten_place(place: dict[str, Any], language: str) -> str:
    card = "▒▒" if place["card"] is None else f"[bold]\\[{card_label(language, 'ten', place['card'])}][/]"
    if place["second"]:
        card += f" + [bold]\\[{card_label(language, 'ten', place['second'])}][/]"
    if not place["up"]:
        card += f" ({say(language, 'play.face_down')})"
    if place["protection"]:
        card += f" {'●' * place['protection']} {say(language, 'play.protected', n=place['protection'])}"
    return card


def player_line(view: View, seat: int, names: Sequence[str], about: str) -> str:
    mark = "▶" if seat == view.to_move else " "
    return f"{mark} [bold]{names[seat]}[/]: {about}"


DRAWINGS: dict[str, Callable[[View, dict[str, Any], Sequence[str], str], list[str]]] = {
    "cento": draw_cento,
    "nimmt": draw_nimmt,
    "ten": draw_ten,
}
