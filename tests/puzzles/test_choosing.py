"""Which puzzle: of a day, from the date alone; by its name; and as one of a set of five."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiotal.engine.errors import TiotalError
from tiotal.puzzles import (
    DIFFICULTIES,
    FULL_POINTS,
    GAMES_WITH_PUZZLES,
    IN_A_SET,
    SOME_POINTS,
    kept,
    of_the_day,
    puzzle_named,
    set_of,
    sets_of,
    sheet_of,
)
from tiotal.puzzles.choosing import collection_of, on_day, step_of
from tiotal.puzzles.puzzle import points_for

DAYS = Path(__file__).parents[2] / "web" / "tests" / "days.json"
A_DAY = datetime.date(2026, 11, 18)
ONE_DAY = datetime.timedelta(days=1)
LOOKED_AT = ("2024-02-29", "2025-12-31", "2026-01-01", "2026-11-18", "2026-11-19", "2027-03-28", "2031-07-04")


def days() -> dict[str, dict[str, int]]:
    """The number of the puzzle of some days: `web/tests/puzzles.test.ts` finds the same in the page."""
    return {
        game: {day: of_the_day(game, datetime.date.fromisoformat(day)).number for day in LOOKED_AT}
        for game in GAMES_WITH_PUZZLES
    }


def test_the_days_that_the_page_is_compared_with_are_those_of_today() -> None:
    """Written anew with `python -m tests.puzzles.test_choosing`."""
    assert json.loads(DAYS.read_text(encoding="utf-8")) == days()


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_every_puzzle_has_its_day_before_one_comes_again(game: str) -> None:
    found = [of_the_day(game, A_DAY + n * ONE_DAY).number for n in range(len(kept(game)))]
    assert sorted(found) == [puzzle.number for puzzle in kept(game)]


@given(st.integers(1, 500))
def test_the_step_from_day_to_day_meets_all_of_them(count: int) -> None:
    assert len({n * step_of(count) % count for n in range(count)}) == count


def test_days_before_new_puzzles_take_part_stay_what_they_were() -> None:
    collection = collection_of("cento")
    new = [replace(puzzle, number=collection.next_number + n) for n, puzzle in enumerate(collection.puzzles[:7])]
    more = collection.with_more(new, collection.tried, A_DAY)
    for n in range(1, 200):
        assert on_day(more, A_DAY - n * ONE_DAY) == on_day(collection, A_DAY - n * ONE_DAY)
    later = {on_day(more, A_DAY + n * ONE_DAY).number for n in range(len(more.puzzles))}
    assert later == {puzzle.number for puzzle in more.puzzles}
    assert more.without(new).puzzles == collection.puzzles


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_sets_have_five_of_a_difficulty_and_nothing_twice(game: str) -> None:
    for difficulty in DIFFICULTIES:
        sets = sets_of(game, difficulty)
        assert all(len(one) == IN_A_SET for one in sets)
        numbers = [puzzle.number for one in sets for puzzle in one]
        assert len(set(numbers)) == len(numbers)
        assert {puzzle.difficulty for one in sets for puzzle in one} == {difficulty}
        assert set_of(game, difficulty, len(sets)) == sets[-1]


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    for wrong in ("cento-9999", "chess-1", "", "cento"):
        with pytest.raises(TiotalError, match="There is no puzzle called"):
            puzzle_named(wrong)
    with pytest.raises(TiotalError, match="There is no difficulty"):
        sets_of("cento", 4)
    for number in (0, 999):
        with pytest.raises(TiotalError, match="There is no set"):
            set_of("cento", 1, number)
    with pytest.raises(TiotalError, match="cannot be played here"):
        puzzle_named("cento-1").points("+99")


def test_points_go_by_how_much_of_the_best_chance_is_kept() -> None:
    assert [points_for(chance, 0.5) for chance in (0.5, 0.485, 0.48, 0.425, 0.42, 0.0)] == [
        FULL_POINTS,
        FULL_POINTS,
        SOME_POINTS,
        SOME_POINTS,
        0,
        0,
    ]


def test_a_sheet_has_the_solutions_apart_and_in_the_same_order() -> None:
    five = set_of("nimmt", 1, 1)
    sheet = sheet_of(five, "sv")
    names = [puzzle.name for puzzle in five]
    assert [question["name"] for question in sheet.questions] == names
    assert [solution["name"] for solution in sheet.solutions] == names
    assert sheet.most_points == FULL_POINTS * IN_A_SET
    assert not any("choices" in question for question in sheet.questions)


if __name__ == "__main__":
    DAYS.write_text(json.dumps(days(), indent=2) + "\n", encoding="utf-8")
