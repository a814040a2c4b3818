"""What happened, in words: entries of a view's log, and how a match ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tiotal.engine.game import Played, RoundOver, View
from tiotal.words import say
from tiotal.words.moves import card_name, done


def tell(view: View, names: Sequence[str], language: str) -> list[str]:
    """The log of a view that was asked for since the move before last: one move and what came of it."""
    lines: list[str] = []
    for entry in view.log:
        if isinstance(entry, Played):
            lines.append(done(language, view.game.name, entry.move, names, entry.player) + _new_total(view))
        elif view.game.name == "ten":
            lines += _ten_round(entry.result, names, language)
        else:
            lines += _round(entry.result, names, language)
    return lines


def _new_total(view: View) -> str:
    """Cento is about the total: it is said with every move."""
    last = view.log[-1]
    if view.game.name != "cento":
        return ""
    return f" → {last.result['total'] if isinstance(last, RoundOver) else view.table['total']}"


def _round(result: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    winner = result["winner"]
    lines = [
        say(language, "play.round_open") if winner is None else say(language, "play.round_won", name=names[winner])
    ]
    for seat, points in enumerate(result.get("points", [])):
        if seat != winner:
            lines.append("  " + say(language, "play.round_points", name=names[seat], n=points))
    return lines


def _ten_round(result: Mapping[str, Any], names: Sequence[str], language: str) -> list[str]:
    lines = []
    for seat, cards in enumerate(result["cards"]):
        shown = " + ".join(card_name(language, "ten", card) for card in cards)
        lines.append(
            "  " + say(language, "play.round_total", name=names[seat], cards=shown, total=result["totals"][seat])
        )
    lines.append(
        say(
            language,
            "play.round_ten",
            name=names[result["winner"]],
            loser=names[result["loser"]],
            round_card=result["round_card"],
            pot=say(language, "play.chips", n=result["pot"]),
        )
    )
    return lines


def tell_end(view: View, names: Sequence[str], language: str) -> list[str]:
    """Who won, and the scores."""
    winners = [names[seat] for seat in view.winners]
    if view.winners == [view.seat]:
        lines = [say(language, "play.you_won")]
    else:
        key = "play.match_won" if len(winners) == 1 else "play.match_shared"
        if view.game.options.get("pairs") and len(winners) == 2:
            key = "play.pair_won"
        lines = [say(language, key, names=", ".join(winners))]
    scores = "  ".join(f"{name} {score}" for name, score in zip(names, view.scores or [], strict=True))
    return [*lines, say(language, "play.scores", scores=scores)]
