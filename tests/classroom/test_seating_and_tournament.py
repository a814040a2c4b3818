"""Who sits with whom: nobody is left over, nobody sits twice, tables have the right size, few meet again."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tiotal.classroom.classroom import Tournament
from tiotal.classroom.requests import How, Play
from tiotal.classroom.seating import groups_of, skill_of
from tiotal.classroom.tournament import MOST_POINTS, SIZES, pairing, places, points_at_table, sizes

HOWS: tuple[How, ...] = ("chance", "alike", "mixed")


@pytest.mark.parametrize("how", HOWS)
@given(pupils=some.integers(1, 60), size=some.integers(1, 8), seed=some.integers(0, 99))
def test_everybody_sits_once_and_groups_are_about_as_large(how: How, pupils: int, size: int, seed: int) -> None:
    skill = {pupil: pupil / pupils for pupil in range(pupils)}
    groups = groups_of(range(pupils), how, size, skill, seed)
    assert sorted(pupil for group in groups for pupil in group) == list(range(pupils))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    assert len(groups) == max(1, round(pupils / size))


def test_those_who_calculate_alike_sit_together_or_are_mixed() -> None:
    skill = {pupil: skill_of(10, pupil) for pupil in range(8)}
    assert [sorted(group) for group in groups_of(range(8), "alike", 4, skill, 1)] == [[4, 5, 6, 7], [0, 1, 2, 3]]
    strong = [sum(pupil >= 4 for pupil in group) for group in groups_of(range(8), "mixed", 4, skill, 1)]
    assert strong == [2, 2]


def test_whoever_has_said_nothing_yet_counts_as_the_middle() -> None:
    assert skill_of(0, 0) == 0.5
    assert skill_of(1, 1) < skill_of(10, 10)


@given(pupils=some.integers(0, 200), wanted=some.sampled_from(SIZES))
def test_tables_of_a_tournament_have_three_to_five(pupils: int, wanted: int) -> None:
    found = sizes(pupils, wanted)
    assert sum(found) == (pupils if pupils >= 3 else 0)
    assert all(size in SIZES for size in found)
    if pupils >= 12 and pupils % wanted == 0:
        assert set(found) == {wanted}


@given(pupils=some.integers(3, 40), wanted=some.sampled_from(SIZES), seed=some.integers(0, 99))
def test_a_round_seats_everybody_once(pupils: int, wanted: int, seed: int) -> None:
    groups = pairing(Tournament(Play("cento"), wanted), range(pupils), seed)
    assert sorted(pupil for group in groups for pupil in group) == list(range(pupils))


def test_those_with_as_many_points_meet_and_fewer_meet_again_than_by_chance() -> None:
    tournament = Tournament(Play("cento"), 4)
    again = 0
    for round_ in range(4):
        groups = pairing(tournament, range(28), seed=round_)
        for group in groups:
            for pair in combinations(group, 2):
                again += tournament.met[frozenset(pair)] > 0
                tournament.met[frozenset(pair)] += 1
            for pupil, won in zip(group, points_at_table(sorted(group)), strict=True):
                tournament.points[pupil] += won
    assert again <= 12  # of 126 meetings after the first round
    spread = [max(map(tournament.points.__getitem__, group)) - min(map(tournament.points.__getitem__, group))
              for group in pairing(tournament, range(28), seed=9)]  # fmt: skip
    assert sum(spread) / len(spread) < 6


@given(scores=some.lists(some.integers(-50, 50), min_size=3, max_size=5))
def test_all_tables_of_a_size_give_the_same_points_together(scores: list[int]) -> None:
    points = points_at_table([float(score) for score in scores])
    assert sum(points) == pytest.approx(MOST_POINTS / 2 * len(scores))
    assert all(0 <= some <= MOST_POINTS for some in points)
    for (one, mine), (other, theirs) in combinations(zip(scores, points, strict=True), 2):
        assert (one > other) == (mine > theirs)


def test_those_with_the_same_points_have_the_same_place() -> None:
    assert places([9.0, 6.0, 6.0, 3.0]) == [1, 2, 2, 4]
