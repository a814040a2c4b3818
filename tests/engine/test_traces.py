"""Traces of random games agree with the referees of `tests.checker`, which know the rules pages and no engine."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.checker import cento, nimmt, ten
from tests.checker.lines import Disagreement
from tests.kit.games import games, law, variants
from tiotal.engine import forms
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.engine.trace import Policy, random_trace
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten

Lines = list[dict[str, Any]]
CHECKERS: dict[str, Callable[[Sequence[dict[str, Any]]], None]] = {
    "cento": cento.check,
    "nimmt": nimmt.check,
    "ten": ten.check,
}
FORMS: tuple[forms.FormName, ...] = ("interpreted", "compiled")


def trace(game: Game, seed: int, policy: Policy = "eager", form: forms.FormName = "interpreted") -> Lines:
    """As it would be read from a file."""
    lines: Lines = json.loads(json.dumps(list(random_trace(game, seed, policy, form))))
    return lines


def check(game: Game, seed: int, policy: Policy = "eager", form: forms.FormName = "interpreted") -> None:
    lines = trace(game, seed, policy, form)
    try:
        CHECKERS[game.name](lines)
    except Disagreement as disagreement:
        shown = json.dumps(lines[max(0, disagreement.line - 3) : disagreement.line])
        raise AssertionError(f"{game!r}, seed {seed}, {policy}, {form}: {disagreement}\n{shown}") from disagreement


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_every_variant_agrees_with_the_referee(name: str) -> None:
    for seed, game in enumerate(variants()):
        if game.name == name:
            check(game, seed)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_games_agree_with_the_referee(name: str) -> None:
    pytest.importorskip("numba")
    for seed, game in enumerate(variants()):
        if game.name == name and seed % 5 == 0:
            check(game, seed, form="compiled")


@given(games(), st.integers(0, 2**63 - 1))
@law(80)
def test_games_with_any_options_agree_with_the_referee(game: Game, seed: int) -> None:
    check(game, seed)


LONG = [
    Nimmt(4, rounds=1),  # hands grow, the bulls and the draw pile run out, N5 and N8 decide
    Nimmt(5, rounds=1, bull_window="sliding"),
    Cento(2, preset="to-20-b", match="series", limit=10_000),  # G3: a hundred rounds
    Cento(8, preset="to-20-a", match="first-to", limit=2000, pairs=True),  # the stock is made anew again and again (C4)
]


@pytest.mark.parametrize("game", LONG, ids=repr)
def test_games_at_the_safety_limits_agree_with_the_referee(game: Game) -> None:
    """G1 and G3, reached by players who do not care."""
    check(game, 1, "uniform")


def test_a_round_of_11_nimmt_ends_after_its_thousandth_turn() -> None:
    """G1: without a winner, and every hand counts."""
    lines = trace(Nimmt(4, rounds=1), 1, "uniform")
    assert sum(line["kind"] == "turn" for line in lines) >= 1000
    assert all(lines[-2]["hands"])
    assert all(lines[-1]["scores"])


def test_a_match_of_cento_ends_after_its_hundredth_round() -> None:
    """G3: the best score wins, also when nobody has reached the limit."""
    lines = trace(Cento(2, preset="to-20-b", match="series", limit=10_000), 1)
    assert lines[-2]["round"] == 100
    assert max(lines[-1]["scores"]) < 10_000


@pytest.mark.parametrize(
    ("game", "field"), [(Cento(3), "total"), (Nimmt(3, rounds=1), "draw"), (Ten(3), "pot")], ids=repr
)
def test_a_trace_that_was_changed_is_caught(game: Game, field: str) -> None:
    """The referees judge: one number changed in one line is found at that line."""
    lines = trace(game, 1)
    number = [i for i, line in enumerate(lines) if line["kind"] == "state"][5]
    lines[number][field] += 1
    with pytest.raises(Disagreement) as disagreement:
        CHECKERS[game.name](lines)
    assert disagreement.value.line == number + 1


def many_games(count: int) -> Iterator[tuple[Game, int, Policy, forms.FormName]]:
    """Every variant again and again; one in eight compiled, and one in fifty of 11 nimmt! without sense."""
    dice = random.Random(1)
    every = list(variants())
    for number in range(count):
        game = every[number % len(every)]
        senseless = game.name == "nimmt" and dice.random() < 0.02
        form = "compiled" if dice.random() < 0.12 and forms.can_compile() else "interpreted"
        yield game, 2**40 + number, "uniform" if senseless else "eager", FORMS[form == "compiled"]


@pytest.mark.thorough
@pytest.mark.parametrize("part", [0, 1])
def test_two_thousand_games_agree_with_the_referee(part: int) -> None:
    for number, (game, seed, policy, form) in enumerate(many_games(2000)):
        if number % 2 == part:
            check(game, seed, policy, form)
