"""Learning by self-play: it improves, it is repeatable, and it can be stopped."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tiotal import GAMES
from tiotal.bots.policies import policy_of, weights_of
from tiotal.cli import main
from tiotal.games.nimmt import policy as nimmt
from tiotal.lab import training
from tiotal.lab.training import begin, compare, compare_with_start, fit_outlook, learn, tables_of

SPOILED = [-weight if place in (nimmt.FIT, nimmt.FOLLOW) else weight for place, weight in enumerate(nimmt.HAND_SET)]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["--language", "en", *arguments])
    assert isinstance(stop.value.code, int)
    return stop.value.code


@pytest.mark.parametrize("game", GAMES)
def test_every_weight_has_a_name_and_is_learned(game: str) -> None:
    policy = policy_of(game)
    assert len(set(policy.NAMES)) == len(policy.HAND_SET) == len(policy.UNSURE) == policy.WEIGHTS
    assert len(weights_of(game)) == policy.WEIGHTS
    assert weights_of(game) != policy.HAND_SET
    assert all(policy.UNSURE[place] == 0 for place in policy.OUTLOOK)


@pytest.mark.thorough
def test_a_few_steps_improve_spoiled_weights() -> None:
    learned = begin("nimmt", weights=SPOILED)
    learn(learned, 5, size=0.1)
    compare_with_start(learned, size=0.03)
    assert learned.steps == 5
    assert learned.weights[nimmt.FOLLOW] > SPOILED[nimmt.FOLLOW]
    assert all(found["low"] > found["even"] for found in (one.as_dict() for one in learned.comparisons))


@pytest.mark.thorough
def test_the_same_seed_learns_the_same_on_any_number_of_threads() -> None:
    once, again, other = (begin("nimmt", seed=seed, weights=SPOILED) for seed in (1, 1, 2))
    for learned, threads in ((once, 1), (again, 2), (other, None)):
        learn(learned, 2, size=0.06, threads=threads)
    assert once == again
    assert once.weights != SPOILED
    assert once.weights != other.weights


def test_weights_compared_with_themselves_win_their_share() -> None:
    weights = weights_of("nimmt")
    with ThreadPoolExecutor(1) as pool:
        for table in tables_of("nimmt", 0.05):
            found = compare(table, pool, weights, weights, seed=3)
            assert found.win_share == pytest.approx(found.even, abs=3.5 * found.error)


def test_the_outlook_is_fitted_to_how_matches_end() -> None:
    wrong = list(weights_of("nimmt"))
    wrong[nimmt.SPREAD] *= 10
    fitted = fit_outlook(tables_of("nimmt", 0.5), wrong, seed=0)
    assert fitted[nimmt.SPREAD] == pytest.approx(weights_of("nimmt")[nimmt.SPREAD], rel=0.2)
    assert fitted[: nimmt.SPREAD] == wrong[: nimmt.SPREAD]


# --- On the command line ----------------------------------------------------------------------------------------
@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few that only very bad weights can be improved on."""
    monkeypatch.setattr(nimmt, "LEARNED_AT", [(2, 1000, {}), (4, 600, {})])
    monkeypatch.setattr(nimmt, "HAND_SET", tuple(SPOILED))


@pytest.mark.thorough
@pytest.mark.usefixtures("few_games")
def test_train_saves_what_it_learned_and_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "learned.json"
    assert run("train", "nimmt", "--steps", "4", "--out", str(file)) == 0
    kept = json.loads(file.read_text())
    assert list(kept["weights"]) == nimmt.NAMES
    assert kept["how"] == {"from": "hand-set", "steps": 4, "games": 4 * 1600 + 4800, "seed": 0}
    printed = capsys.readouterr()
    assert "20,000" in printed.out
    assert str(file) in printed.err


@pytest.mark.usefixtures("few_games")
def test_a_run_that_is_stopped_saves_the_best_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slope, calls = training.slope, 0

    def stop_in_the_sixth_step(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 2 * 5:
            raise KeyboardInterrupt
        return slope(*arguments)

    monkeypatch.setattr(training, "slope", stop_in_the_sixth_step)
    monkeypatch.setattr(training, "CHECK", 4)
    file = tmp_path / "learned.json"
    assert run("train", "nimmt", "--steps", "20", "--out", str(file)) == 0
    kept = json.loads(file.read_text())
    assert kept["how"]["steps"] == 4
    assert tuple(kept["weights"].values()) != tuple(SPOILED)
    assert "Stopped after 5 of 20 steps." in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess",),
        ("nimmt", "--steps", "0"),
        ("nimmt", "--steps", "many"),
        ("nimmt", "--threads", "0"),
        ("nimmt", "--seed", "sesame"),
        ("nimmt", "--from", "nowhere"),
        ("nimmt", "--out", "/no/such/folder/learned.json"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("train", *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
