"""What an arena found, and what choices are worth, each drawn as an SVG file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tiotal.engine.errors import TiotalError, quote
from tiotal.lab.choices import ALL, Answer, Fact
from tiotal.lab.drawing import picture
from tiotal.lab.plots import Line, Mark, Plot, Points
from tiotal.words import number, percent, say

LONGEST_NAME = 28


def check_picture(file: Path) -> None:
    """Refuse what cannot be drawn before hours are spent on it."""
    if file.suffix.lower() != ".svg":
        raise TiotalError("arena.only_svg", file=quote(file.name))
    if not file.parent.is_dir() or file.is_dir():
        raise TiotalError("files.unwritable", file=str(file))


def draw_arena(game: str, report: dict[str, Any], language: str) -> str:
    """Win shares with their intervals, and a line where all would be level."""
    bots = [bot for bot in report["bots"] if bot["win_share"] is not None]
    marks = tuple(Mark(_short(bot["bot"]), bot["win_share"], bot["low"], bot["high"], report["games"]) for bot in bots)
    told = {
        "shares": "; ".join(f"{bot['bot']} {percent(language, bot['win_share'], 1)}" for bot in bots),
        "percent": f"{100 * report['confidence']:g}",
    }
    counts = {key: number(language, report[key]) for key in ("games", "deals")}
    title = say(language, "arena.title", game=game, n=report["players"], **counts)
    plot = Plot("arena", "dots", (Line("", marks),), "share", even=report["even"], told=told)
    return picture(plot, report["game"], language, headline=title)


def draw_choice(answer: Answer, fact: Fact, language: str) -> str:
    """What a choice is worth for each value of a fact, and a line where it would make no difference."""
    asked = answer.asked
    marks = tuple(answer.worth(label, sums) for label, sums in answer.groups(fact))
    if not marks:
        raise TiotalError("choices.seldom", positions=answer.positions, matches=asked.matches)
    told = {way: say(language, f"{asked.game.name}.choices.{asked.question.name}.{way}") for way in ("one", "other")}
    told |= {"fact": say(language, f"{asked.game.name}.choices.facts.{fact.name}")}
    more = Points(answer.worth("", answer.counted[ALL][0]).value)
    plot = Plot("choice", "dots", (Line("", marks),), "difference", even=0.0, told={**told, "more": more})
    headline = say(language, f"{asked.game.name}.choices.{asked.question.name}.title")
    return picture(plot, asked.game.name, language, headline=headline)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"…{name[-LONGEST_NAME + 1 :]}"
