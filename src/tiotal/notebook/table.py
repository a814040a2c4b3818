"""A table in a notebook: as a seat sees it, or with all cards open.

`picture.py` in the home of a game may have

    look(game, card, language)                  how a card looks (`pieces.Card`)
    middle(game, table, names, language)        what lies in the middle, as pieces
    said(game, table, seat, language)           words about a seat
    before(game, table, seat, language)         what lies before it, as pieces

What a game does not have is drawn plainly.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from types import ModuleType
from typing import Any

from tiotal.engine.game import Game, Position, View
from tiotal.engine.games import part_of
from tiotal.notebook import pieces
from tiotal.words import names_of_fields, say
from tiotal.words.telling import card_label, option_name, option_value, to_do

TOLD_ELSEWHERE = {"to_move", "over", "hands", "scores", "round"}
MOST_MOVES = 16  # in sight; the others are behind a line


def view_picture(view: View, language: str) -> str:
    if view.seat is None:
        how = say(language, "notebook.spectator")
    else:
        how = say(language, "notebook.seen_by", name=say(language, "play.player", n=view.seat + 1), seat=view.seat)
    return _picture(view, view.shown(memory_aid=True), how, language)


def position_picture(position: Position, language: str) -> str:
    return _picture(position, position.opened(), say(language, "notebook.open"), language)


def game_picture(game: Game, language: str) -> str:
    """Its options; those that are not the usual ones stand out."""
    other = game.unusual_options
    rows = "".join(
        f'<tr class="{"otherwise" if name in other else "usual"}">'
        f'<th scope="row">{escape(option_name(language, game.name, name))}</th>'
        f"<td>{escape(_value(game, name, value, language))}</td></tr>"
        for name, value in game.options.items()
    )
    title = f"<h2>{escape(game.called)}</h2>"
    players = pieces.line(say(language, "notebook.players", n=game.players), kind="soft")
    return pieces.picture(language, title, players, f"<table><tbody>{rows}</tbody></table>" if rows else "")


def _value(game: Game, name: str, value: Any, language: str) -> str:
    if value is None or isinstance(value, bool):
        return "✓" if value else "–"
    return option_value(language, game.name, name, value)


# --- A table ----------------------------------------------------------------------------------------------------
def _picture(seen: View | Position, table: dict[str, Any], how: str, language: str) -> str:
    game, own = seen.game, part_of(seen.game.name, "picture")
    names = [say(language, "play.player", n=seat + 1) for seat in range(game.players)]
    middle = getattr(own, "middle", plain_middle)(game, table, names, language)
    return pieces.picture(
        language,
        f"<h2>{escape(game.called)}</h2>",
        pieces.line(say(language, "play.round", round=table["round"]), how, kind="soft"),
        f'<div class="middle">{"".join(middle)}</div>',
        *(_seat(seen, own, table, seat, names, language) for seat in range(game.players)),
        _moves(seen, names, language) if seen.legal_moves else "",
        _winners(seen, names, language) if seen.is_over else "",
    )


def _seat(
    seen: View | Position, own: ModuleType | None, table: dict[str, Any], seat: int, names: Sequence[str], language: str
) -> str:
    hand = table["hands"][seat]
    said = getattr(own, "said", plain_said)(seen.game, table, seat, language)
    before = getattr(own, "before", plain_before)(seen.game, table, seat, language)
    about = [say(language, "notebook.seat", seat=seat), say(language, "play.cards", n=len(hand)), *said]
    turn = seat == seen.to_move
    head = f"{'▶ ' if turn else ''}{names[seat]}"
    return (
        f'<div class="seat{" turn" if turn else ""}"><p><strong>{escape(head)}</strong> '
        f'<span class="soft">{escape(" · ".join(about))}</span></p>'
        f"{_laid(cards(seen.game, hand, language), before, language)}</div>"
    )


def _laid(hand: str, before: Sequence[str], language: str) -> str:
    """Where more than a hand lies before a seat, each is told apart."""
    if not any(before):
        return hand
    own = pieces.pile(say(language, "notebook.hand"), hand) if hand else ""
    return f'<div class="row apart">{own}{"".join(before)}</div>'


def cards(game: Game, some: Sequence[Any], language: str) -> str:
    """A row of them; those that the viewer does not know lie face down."""
    look = getattr(part_of(game.name, "picture"), "look", plain_look)
    drawn = []
    for hidden, group in groupby(some, key=lambda card: card is None):
        together = list(group)
        if hidden:
            drawn.append(pieces.unknown(len(together), language))
        else:
            drawn += [pieces.card(look(game, str(card), language)) for card in together]
    return pieces.row(*drawn)


def _moves(seen: View | Position, names: Sequence[str], language: str) -> str:
    """In words, and as they are written."""
    game, you = seen.game, seen.seat if isinstance(seen, View) else None
    offers = [
        f"<li>{escape(to_do(language, game.name, game.read(text), names, you))} <code>{escape(text)}</code></li>"
        for text in seen.legal_moves
    ]
    shown = f"<ul>{''.join(offers[:MOST_MOVES])}</ul>"
    if len(offers) > MOST_MOVES:
        more = escape(say(language, "notebook.more", n=len(offers) - MOST_MOVES))
        shown += f"<details><summary>{more}</summary><ul>{''.join(offers[MOST_MOVES:])}</ul></details>"
    return pieces.line(say(language, "notebook.moves"), kind="soft") + shown


def _winners(seen: View | Position, names: Sequence[str], language: str) -> str:
    won = [names[seat] for seat in seen.winners]
    key = "pair_won" if seen.game.partners else "match_won" if len(won) == 1 else "match_shared"
    return pieces.line(say(language, f"play.{key}", names=", ".join(won)), kind="total")


# --- Any game ---------------------------------------------------------------------------------------------------
def plain_look(game: Game, card: str, language: str) -> pieces.Card:
    return pieces.Card(card_label(language, game.name, card))


def plain_middle(game: Game, table: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """What lies there, under its names."""
    called = names_of_fields(language, game.name)
    return [
        pieces.line(f"{called.get(field, field.replace('_', ' '))}: {_plain(value)}")
        for field, value in table.items()
        if field not in TOLD_ELSEWHERE and value is not None
    ]


def plain_said(game: Game, table: dict[str, Any], seat: int, language: str) -> list[str]:
    return [say(language, "play.points", n=table["scores"][seat])] if table["scores"] else []


def plain_before(game: Game, table: dict[str, Any], seat: int, language: str) -> list[str]:
    return []


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_plain(item) for item in value) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return "?" if value is None else str(value)
