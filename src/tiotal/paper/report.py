"""How a class has calculated, on paper: by kinds of sums; with the pupils' names only where the report has them.

`report` is plain data:

    made              milliseconds since 1970
    pupils_in_class, tables, matches
    sums              {said, once, second, wrong}: totals, right at once, at the second try, and not
    kinds             the same by kind and range, with {kind, name, range, seconds}
    puzzles           [{puzzle, game, name, full, some, none}]: how many got full, some or no points
    tournament        [{place, pupil: {name}, points, played, won}], or none
    pupils            [{pupil: {name}, sums, kinds}], or none
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tiotal.paper.blocks import MARGIN, SMALL, Block, Cell, Column, Row, heading, paragraph, put, table, title, within
from tiotal.paper.pen import INK, SOFT, Paper, Pen
from tiotal.sums import KINDS
from tiotal.words import number, say

Counted = Mapping[str, Any]
ONCE, SECOND, WRONG = "#2f7d4f", "#e0a818", "#c9bfae"  # told apart in grey as well, from dark to light
COUNTS = {  # what is counted, and what it is called
    "said": "paper.report.said",
    "once": "paper.report.once",
    "second": "paper.report.second",
    "wrong": "paper.report.wrong",
}
RANGES = {"to20": "paper.report.to20", "to100": "paper.report.to100", "beyond": "paper.report.beyond"}
SOLVED = {"full": "paper.report.full", "some": "paper.report.some", "none": "paper.report.none"}
COLOURS = {"once": ONCE, "second": SECOND, "wrong": WRONG}
BAR = 3.4


def print_report(report: Mapping[str, Any], paper: Paper, language: str) -> bytes:
    about = say(language, "paper.report.title")
    pen = Pen(paper, about, language)
    put(pen, f"{about}, {_day(report['made'], language)}", [list(_blocks(pen, report))])
    return pen.finish()


def _blocks(pen: Pen, report: Mapping[str, Any]) -> Iterator[Block]:
    language = pen.language
    yield title(pen, say(language, "paper.report.title"))
    counts = {
        "pupils_in_class": "paper.report.pupils",
        "tables": "paper.report.tables",
        "matches": "paper.report.games",
    }
    told = [say(language, words, n=report[key]) for key, words in counts.items()]
    yield paragraph(pen, " · ".join([_day(report["made"], language), *told]), fill=SOFT)
    if report["sums"]["said"]:
        yield _legend(pen)
        yield from _by_kind(pen, report)
    else:
        yield paragraph(pen, say(language, "paper.report.no_sums"))
    if report["puzzles"]:
        yield from _puzzles(pen, report["puzzles"])
    if report["tournament"]:
        yield from _tournament(pen, report["tournament"])
    if report["pupils"]:
        yield from _pupils(pen, report["pupils"])


def _day(at: int, language: str) -> str:
    day = datetime.datetime.fromtimestamp(at / 1000).astimezone()
    return say(language, "paper.report.day", day=f"{day.day:02}", month=f"{day.month:02}", year=str(day.year))


# --- Sums -------------------------------------------------------------------------------------------------------
def _legend(pen: Pen) -> Block:
    def draw(top: float) -> None:
        x = float(MARGIN)
        for key, colour in COLOURS.items():
            pen.box(x, top + 2, 5, BAR, fill=colour)
            pen.words(x + 6.5, top + 4.8, say(pen.language, COUNTS[key]), SMALL, INK)
            x += within(pen) / 3

    return Block(9, draw, True)


def _by_kind(pen: Pen, report: Mapping[str, Any]) -> Iterator[Block]:
    language, width = pen.language, within(pen)
    columns = [
        Column(say(language, "paper.report.kind"), width - 118),
        *(Column(say(language, words), 17, "end") for words in COUNTS.values()),
        Column(say(language, "paper.report.seconds"), 16, "end"),
        Column("", 34),
    ]
    rows = [_kind(pen, kind) for kind in report["kinds"]]
    everything = Row([say(language, "paper.report.all"), *_counts(report["sums"]), "", _bar(pen, report["sums"])], True)
    yield from table(pen, columns, [*rows, everything])


def _kind(pen: Pen, kind: Mapping[str, Any]) -> Row:
    name, far, seconds = kind["name"], kind["range"], kind["seconds"]
    if far is not None:
        name = f"{name}, {say(pen.language, RANGES[far])}"
    took = "" if seconds is None else number(pen.language, seconds, 1)
    return Row([name, *_counts(kind), took, _bar(pen, kind)])


def _counts(counted: Counted) -> list[str]:
    return [str(counted[key]) for key in COUNTS]


def _bar(pen: Pen, counted: Counted) -> Callable[[float, float], None]:
    def draw(x: float, middle: float) -> None:
        x += 2
        for key, colour in COLOURS.items():
            width = 30 * counted[key] / max(1, counted["said"])
            if width:
                pen.box(x, middle - BAR / 2, width, BAR, fill=colour)
            x += width

    return draw


# --- Puzzles and the tournament ---------------------------------------------------------------------------------
def _puzzles(pen: Pen, puzzles: list[Mapping[str, Any]]) -> Iterator[Block]:
    yield heading(pen, say(pen.language, "paper.report.puzzles"))
    columns = [
        Column(say(pen.language, "paper.report.puzzle"), within(pen) - 84),
        *(Column(say(pen.language, words), 28, "end") for words in SOLVED.values()),
    ]
    rows = [Row([puzzle["name"], *(str(puzzle[key]) for key in SOLVED)]) for puzzle in puzzles]
    yield from table(pen, columns, rows)


def _tournament(pen: Pen, standings: list[Mapping[str, Any]]) -> Iterator[Block]:
    yield heading(pen, say(pen.language, "paper.report.tournament"))
    heads = ("paper.report.points", "paper.report.rounds", "paper.report.won")
    columns = [
        Column("", 12, "end"),
        Column(say(pen.language, "paper.name"), within(pen) - 84),
        *(Column(say(pen.language, words), 24, "end") for words in heads),
    ]
    yield from table(pen, columns, [Row(_standing(pen, standing)) for standing in standings])


def _standing(pen: Pen, standing: Mapping[str, Any]) -> list[Cell]:
    points = number(pen.language, standing["points"], 0 if standing["points"] == int(standing["points"]) else 1)
    return [
        f"{standing['place']}.", standing["pupil"]["name"], points, str(standing["played"]), str(standing["won"]),
    ]  # fmt: skip


# --- Pupils -----------------------------------------------------------------------------------------------------
def _pupils(pen: Pen, pupils: list[Mapping[str, Any]]) -> Iterator[Block]:
    language = pen.language
    yield heading(pen, say(language, "paper.report.by_pupil"))
    columns = [
        Column(say(language, "paper.name"), within(pen) - 102),
        *(Column(say(language, words), 17, "end") for words in COUNTS.values()),
        Column("", 34),
    ]
    rows = [Row([one["pupil"]["name"], *_counts(one["sums"]), _bar(pen, one["sums"])]) for one in pupils]
    yield from table(pen, columns, rows)
    yield heading(pen, say(language, "paper.report.by_pupil_and_kind"))
    yield paragraph(pen, say(language, "paper.report.of"), SMALL, SOFT, with_next=True)
    each = (within(pen) - 40) / len(KINDS)
    heads = [Column(say(language, f"sums.kind.{kind}"), each, "middle") for kind in KINDS]
    by_kind = [Row([one["pupil"]["name"], *(once_of(one["kinds"], kind) for kind in KINDS)]) for one in pupils]
    yield from table(pen, [Column(say(language, "paper.name"), 40), *heads], by_kind)


def once_of(kinds: list[Mapping[str, Any]], kind: str) -> str:
    """Right at once of all that were said, in every range: "5 / 6"; nothing if there were none."""
    said = sum(one["said"] for one in kinds if one["kind"] == kind)
    once = sum(one["once"] for one in kinds if one["kind"] == kind)
    return f"{once} / {said}" if said else ""
