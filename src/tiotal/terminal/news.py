"""What happened, in words: entries of a view's log, and how a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tiotal.engine.game import Played, RoundOver, View
from tiotal.engine.games import part_of
from tiotal.words import number, say
from tiotal.words.telling import done, round_over


def tell(view: View, names: Sequence[str], language: str, you: int | None = None) -> list[str]:
    """The log of a view, with one of the players called "you"; a round that is over is added up."""
    lines: list[str] = []
    for entry in view.log:
        if isinstance(entry, Played):
            lines.append(done(language, view.game.name, entry.move, names, entry.player, entry.came, you))
        else:
            lines += _round(view.game.name, entry, names, language, you)
    return lines


def _round(game: str, entry: RoundOver, names: Sequence[str], language: str, you: int | None) -> list[str]:
    result = entry.result
    told = round_over(language, game, entry.came, names, you)
    drawing: Any = part_of(game, "drawing")
    if hasattr(drawing, "before_round_is_told"):
        return [*drawing.before_round_is_told(result, names, language), told]
    points = enumerate(result.get("points", []))
    return [
        told,
        *(
            "  " + say(language, "play.round_points", name=names[seat], n=each)
            for seat, each in points
            if seat != result["winner"]
        ),
    ]


def tell_end(view: View, names: Sequence[str], language: str) -> list[str]:
    """Who won, and the scores."""
    winners = [names[seat] for seat in view.winners]
    if view.winners == [view.seat]:
        lines = [say(language, "play.you_won")]
    else:
        key = "play.match_won" if len(winners) == 1 else "play.match_shared"
        if view.game.partners and len(winners) == 2:
            key = "play.pair_won"
        lines = [say(language, key, names=", ".join(winners))]
    told = zip(names, view.scores or [], strict=True)
    scores = "  ".join(f"{name} {number(language, score)}" for name, score in told)
    return [*lines, say(language, "play.scores", scores=scores)]
