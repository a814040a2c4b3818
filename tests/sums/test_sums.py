"""Every sum that Cento can ask for has a kind and a way that adds up, written as people of each language write it."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from tests.kit.games import sensible
from tiotal.games.cento import rules
from tiotal.games.cento.game import PRESETS, TARGETS, Cento
from tiotal.sums import KINDS, RANGES, WAYS, Step, Sum, Way, hint, kind_of, range_of, sum_of, told, way_of, written
from tiotal.words import LANGUAGES, number
from tiotal.words.catalogue import catalogue

HIGHEST = max(high for _, high in TARGETS.values())  # every preset ends there or below
CHANGES = sorted({abs(change) for change in (*rules.VALUE, *rules.TENS_CHANGE)} - {0})
SIGNS = {"en": ("×", "÷"), "sv": ("·", "/"), "is": ("·", ":")}


def every_sum() -> Iterator[Sum]:
    """Each total with each card: as printed, the other way round while Flip is in force, doubled and halved."""
    for before in range(HIGHEST + 1):
        for by in CHANGES:
            if before + by <= HIGHEST:
                yield Sum(before, "add", by)
            if by <= before:
                yield Sum(before, "subtract", by)
        if 2 * before <= HIGHEST:
            yield Sum(before, "double", 2)
        if before % 2 == 0:
            yield Sum(before, "halve", 2)


ALL = list(every_sum())


def test_every_way_adds_up_in_at_most_three_steps() -> None:
    for some in ALL:
        way = way_of(some)
        assert way.name in WAYS
        assert 1 <= len(way.steps) <= 3
        assert way.steps[-1].after == some.after, (some, way)
        assert all(is_right(step) for step in way.steps), (some, way)
        assert belongs_together(some, way), (some, way)


def is_right(step: Step) -> bool:
    before, by, after = step.before, step.by, step.after
    by_hand = {"+": before + by, "-": before - by, "*": before + before, "/": after if 2 * after == before else None}
    return by > 0 and after >= 0 and after == by_hand[step.sign]


def belongs_together(some: Sum, way: Way) -> bool:
    """Whether no number falls from the sky: a chain begins at the sum and goes on from its own results."""
    if way.name == "parts":
        one, other, both = way.steps
        return one.before + other.before == some.before and (both.before, both.by) == (one.after, other.after)
    chained = all(step.after == following.before for step, following in itertools.pairwise(way.steps))
    if way.name == "near":
        distance, back = way.steps[0].before - some.before, way.steps[1].by
        return chained and back == (2 * distance if some.what == "double" else distance // 2)
    return chained and way.steps[0].before == some.before


def test_steps_are_easier_than_the_sum() -> None:
    """Whoever cannot do the sum is not sent over the same ten, and doubles or halves what is known by heart."""
    for some in ALL:
        for step in way_of(some).steps:
            if step.sign in "+-" and step.by < 10:
                assert kind_of(Sum(step.before, "add" if step.sign == "+" else "subtract", step.by)) in (
                    "add",
                    "subtract",
                ), (some, step)


@pytest.mark.parametrize(
    ("some", "name", "steps"),
    [
        (Sum(38, "add", 7), "to_ten", "38 + 2 = 40, 40 + 5 = 45"),
        (Sum(46, "add", 9), "over", "46 + 10 = 56, 56 − 1 = 55"),
        (Sum(43, "subtract", 9), "over", "43 − 10 = 33, 33 + 1 = 34"),
        (Sum(38, "add", 25), "tens_first", "38 + 20 = 58, 58 + 2 = 60, 60 + 3 = 63"),
        (Sum(97, "add", 25), "to_ten", "97 + 3 = 100, 100 + 22 = 122"),
        (Sum(78, "add", 40), "to_hundred", "78 + 30 = 108, 108 + 10 = 118"),
        (Sum(38, "double", 2), "parts", "30 × 2 = 60, 8 × 2 = 16, 60 + 16 = 76"),
        (Sum(39, "double", 2), "near", "40 × 2 = 80, 80 − 2 = 78"),
        (Sum(76, "halve", 2), "parts", "60 ÷ 2 = 30, 16 ÷ 2 = 8, 30 + 8 = 38"),
        (Sum(34, "add", 5), "straight", "34 + 5 = 39"),
    ],
)
def test_the_way_fits_the_numbers(some: Sum, name: str, steps: str) -> None:
    assert way_of(some).name == name
    assert told(some, "en") == steps


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sum_and_its_way_are_written_with_right_numbers_and_the_signs_of_the_language(language: str) -> None:
    times, divided = SIGNS[language]
    sign = {"add": "+", "subtract": "−", "double": times, "halve": divided}
    for some in ALL:
        before, by, after = (number(language, value) for value in (some.before, some.by, some.after))
        assert written(some, language) == f"{before} {sign[some.what]} {by} = {after}"
        assert written(some, language, solved=False) == f"{before} {sign[some.what]} {by}"
        steps = told(some, language).split(", ")
        assert steps == [written(step, language) for step in way_of(some).steps]
        assert all(re.fullmatch(rf"[^ ]+ [+−{times}{divided}] [^ ]+ = [^ ]+", step) for step in steps), steps


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_tells_a_beginning_and_never_the_result(language: str) -> None:
    for some in ALL:
        sentence = hint(some, language)
        assert "{" not in sentence
        numbers = {int(re.sub(r"\D", "", found)) for found in re.findall(r"\d[\d.,\s]*\d|\d", sentence)}
        part = way_of(some).steps[0].by
        known = {some.before, some.by, part, some.by - part, 1, 2, 9, 10}  # what is added can look like the result
        assert some.after in known or some.after not in numbers, sentence


def test_every_hint_that_is_written_fits_some_sum() -> None:
    spoken = {key.removeprefix("sums.") for key in catalogue("en") if key.startswith("sums.")} - {"times", "divided"}
    hints = {key for key in spoken if not key.startswith(("kind.", "pad."))}
    assert hints == {f"{way_of(some).name}_{some.what}" for some in ALL}
    assert {key for key in spoken if key.startswith("kind.")} == {f"kind.{kind}" for kind in (*KINDS, "stays")}


def test_a_hint_for_the_page_leaves_the_result_open() -> None:
    for some in ALL:
        way, shown = way_of(some), way_of(some).hint()
        assert shown["way"] == way.name
        assert shown["steps"][-1][3] is None
        assert len(shown["steps"]) == len(way.steps)
        *asked, _ = (step for step in shown["steps"])
        assert all(step[3] in (None, told_step.after) for step, told_step in zip(asked, way.steps, strict=False))
        assert way.name != "parts" or all(step[3] is None for step in shown["steps"])


@pytest.mark.parametrize(
    ("some", "kind", "reach"),
    [
        (Sum(11, "add", 7), "add", "to20"),
        (Sum(38, "add", 2), "add", "to100"),
        (Sum(38, "add", 7), "add_ten", "to100"),
        (Sum(95, "add", 25), "add", "beyond"),
        (Sum(40, "subtract", 7), "subtract", "to100"),
        (Sum(13, "subtract", 7), "subtract_ten", "to20"),
        (Sum(38, "add", 40), "tens", "to100"),
        (Sum(118, "subtract", 40), "tens", "beyond"),
        (Sum(10, "double", 2), "double", "to20"),
        (Sum(102, "halve", 2), "halve", "beyond"),
    ],
)
def test_a_sum_has_a_kind_and_a_range(some: Sum, kind: str, reach: str) -> None:
    assert (kind_of(some), range_of(some)) == (kind, reach)


def test_every_kind_occurs_in_every_range() -> None:
    assert {(kind_of(some), range_of(some)) for some in ALL} == set(itertools.product(KINDS, RANGES))


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "own"])
def test_the_sums_of_real_games_are_among_them(preset: str) -> None:
    known, dice = set(ALL), random.Random(preset)
    for seed in range(5):
        position = Cento(4, preset=preset).deal(seed)
        for _ in range(200):
            if position.is_over:
                break
            before, move = position.total, sensible(position, dice)
            assert before is not None
            after = position.total_after(move)
            choice = move.partition(":")[2]
            if after is not None:
                some = sum_of(before, after, choice)
                assert some is None or (some in known and some.after == after)
            position.play(move)


def test_where_nothing_changes_there_is_no_sum() -> None:
    assert sum_of(40, 40) is None
    assert sum_of(0, 0, "double") == Sum(0, "double", 2)
    assert sum_of(5, 10) == Sum(5, "add", 5)
    assert sum_of(5, 10, "double") == Sum(5, "double", 2)


@pytest.mark.parametrize(
    "wrong", [(3, "subtract", 5), (7, "halve", 2), (7, "double", 3), (7, "times", 2), (-1, "add", 5), (7, "add", 0)]
)
def test_what_is_no_sum_is_refused(wrong: tuple[int, str, int]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        Sum(*wrong)  # type: ignore[arg-type]
