"""The class report: every number in it is counted again, from the entries of the logs, by other means."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from tests.kit.classes import PLAY, QUIET, Lesson, in_a_class
from tests.kit.games import law
from tiotal.classroom import requests as ask
from tiotal.sums import kind_of, range_of, sum_of
from tiotal.table.entries import Entry, Moved, Tried
from tiotal.table.table import Table
from tiotal.words import LANGUAGES

COUNTS = ("said", "once", "second", "wrong")
Row = tuple[str, str, str | None]  # name, kind and range


def counted_in(log: Sequence[Entry]) -> Counter[tuple[Row, str]]:
    """Every total in a table's log: whoever said it, what there was to calculate, and how it came out."""
    found: Counter[tuple[Row, str]] = Counter()
    table, wrong = Table(), False
    for entry in log:
        event, match = entry.event, table.match
        if isinstance(event, Tried):
            wrong = True
        if isinstance(event, Moved) and match is not None and (wrong or event.said is not None):
            before, right = match.position.total, match.position.total_after(event.move)
            assert before is not None
            assert right is not None
            sum_ = sum_of(before, right, match.game.read(event.move).choice)
            row = match.names[event.seat], kind_of(sum_) if sum_ else "stays", range_of(sum_) if sum_ else None
            outcome = ("second" if event.said == right else "wrong") if wrong else "once"
            found[row, outcome] += 1
            wrong = False
        table.add(entry)
    return found


def in_report(kinds: list[dict[str, Any]]) -> dict[tuple[str, str | None], dict[str, int]]:
    return {(kind["kind"], kind["range"]): {count: kind[count] for count in COUNTS} for kind in kinds}


def added(found: Counter[tuple[Row, str]], name: str | None = None) -> dict[tuple[str, str | None], dict[str, int]]:
    rows: dict[tuple[str, str | None], dict[str, int]] = {}
    for ((who, kind, far), outcome), count in found.items():
        if name in (None, who):
            row = rows.setdefault((kind, far), dict.fromkeys(COUNTS, 0))
            row["said"] += count
            row[outcome] += count
    return rows


def all_of(rows: dict[tuple[str, str | None], dict[str, int]]) -> dict[str, int]:
    return {count: sum(row[count] for row in rows.values()) for count in COUNTS}


@law(60)
@given(seed=some.integers(0, 10**6))
def test_the_numbers_of_the_report_add_up_to_the_logs_they_came_from(seed: int) -> None:
    chance = random.Random(seed)

    async def test(lesson: Lesson) -> None:
        lesson.chance = chance
        pupils = await lesson.join(chance.randint(2, 7))
        for _ in range(chance.randint(1, 3)):
            chance.shuffle(pupils)
            middle = chance.randint(max(1, len(pupils) - 5), min(5, len(pupils)))
            groups = [group for group in (pupils[:middle], pupils[middle:]) if group]
            play = chance.choice([PLAY, PLAY, ask.Play("cento", {"match": "series", "limit": 40}), QUIET])
            for live in await lesson.open(*groups, play=play):
                await lesson.play(live, chance.randint(0, 90))
            if chance.random() < 0.3:
                await lesson.begin()  # the computer is started again
        names = [lesson.lesson.pupils[pupil].name for pupil in pupils]
        await lesson.ask(ask.Remove(pupils[0]))

        found: Counter[tuple[Row, str]] = Counter()
        for table in lesson.lesson.tables.values():
            found += counted_in(await lesson.store.read(table.id))
        report = await lesson.running.report("en", names=True)
        assert in_report(report["kinds"]) == added(found)
        assert {count: report["sums"][count] for count in COUNTS} == all_of(added(found))
        assert sum(one["sums"]["said"] for one in report["pupils"]) == report["sums"]["said"]
        for one in report["pupils"]:
            theirs = added(found, one["pupil"]["name"])
            assert in_report(one["kinds"]) == theirs
            assert {count: one["sums"][count] for count in COUNTS} == all_of(theirs)
        assert {one["pupil"]["name"] for one in report["pupils"]} >= set(names[1:])
        assert report["tables"] == len(lesson.lesson.tables)
        tables = [Table.replay(await lesson.store.read(table.id)) for table in lesson.lesson.tables.values()]
        assert report["matches"] == sum(len(table.finished) for table in tables)
        counted = {one["pupil"]["pupil"]: one["sums"] for one in report["pupils"]}
        assert all(counted[glance["pupil"]] == glance["sums"] for glance in lesson.teacher.sees["pupils"])

    in_a_class(test)


def test_the_numbers_of_puzzles_are_those_of_the_answers() -> None:
    async def test(lesson: Lesson) -> None:
        await lesson.join(6)
        await lesson.ask(ask.AskPuzzle("cento-3"))
        legal = [move["written"] for move in lesson.board.sees["puzzle"]["scene"]["legal"]]
        chosen = [lesson.chance.choice(legal) for _ in range(5)]
        for place, move in enumerate(chosen):
            await lesson.pupil(ask.Solve(1, move), f"device-{place}")
        await lesson.ask(ask.ClosePuzzle())
        points = {choice["move"]: choice["points"] for choice in lesson.board.sees["puzzle"]["choices"]}
        given = Counter(points[move] for move in chosen)
        [told] = (await lesson.running.report("sv", names=False))["puzzles"]
        assert (told["full"], told["some"], told["none"]) == (given[2], given[1], given[0])

    in_a_class(test)


def test_nobody_is_named_unless_the_teacher_wants_it() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(3)
        [live] = await lesson.open(pupils)
        await lesson.play(live)
        await lesson.ask(ask.BeginTournament(PLAY, 3))
        for language in LANGUAGES:
            named = str(await lesson.running.report(language, names=True))
            unnamed = str(await lesson.running.report(language, names=False))
            for pupil in lesson.lesson.pupils.values():
                assert pupil.name in named
                assert pupil.name not in unnamed

    in_a_class(test)


def test_reports_are_asked_for_while_pupils_play() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(4)
        one, other = await lesson.open(pupils[:2], pupils[2:])
        await asyncio.gather(lesson.play(one, 30), lesson.running.report("is", names=True), lesson.play(other, 30))
        report = await lesson.running.report("is", names=True)
        assert report["sums"]["said"] > 10
        assert report["sums"]["said"] == sum(one["sums"]["said"] for one in report["pupils"])

    in_a_class(test)
