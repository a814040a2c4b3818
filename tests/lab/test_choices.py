"""What choices are worth: both ways are gone from the same position, and only the choice differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tiotal import Cento, Nimmt, Ten
from tiotal.cli import main
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game
from tiotal.lab.choices import ALL, BOT, Answer, Asked, Question, added, answer, count, question_named, questions_of
from tiotal.words import LANGUAGES, has_message

GAMES: list[Game] = [Cento(3), Nimmt(2, rounds=1), Ten(2)]
QUESTIONS = [
    pytest.param(game, question, id=f"{game.name}-{question.name}") for game in GAMES for question in questions_of(game)
]
Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_every_question_comes_up_and_is_counted_once_for_each_fact(game: Game, question: Question) -> None:
    counted = count(Asked(game, question, 6, times=1), 0, 6, "interpreted")
    assert set(counted) == {ALL, BOT, *(fact.name for fact in question.facts)}
    whole = counted[ALL][0]
    assert 1 <= whole[0] <= 6
    assert whole[3] == whole[1] - whole[2]
    for groups in counted.values():
        assert [sum(column) for column in zip(*groups.values(), strict=True)] == whole


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_everything_is_said_in_every_language(game: Game, question: Question) -> None:
    parts = [f"{question.name}.{part}" for part in ("title", "one", "other")]
    for part in [*parts, *(f"facts.{fact.name}" for fact in question.facts)]:
        assert all(has_message(language, f"{game.name}.choices.{part}") for language in LANGUAGES)


def test_both_forms_find_the_same_however_it_is_cut() -> None:
    game = Nimmt(2, rounds=1)
    asked = Asked(game, question_named(game, "take"), 12, ("medium", "beginner"), times=2, seed=5)
    whole = count(asked, 0, 12)
    assert count(asked, 0, 12, "interpreted") == whole
    parts = added(count(asked, 7, 5), count(asked, 0, 7))
    assert parts == whole
    assert answer(asked, processes=1).counted == whole
    assert count(Asked(game, asked.question, 12, asked.bots, times=2, seed=6), 0, 12) != whole


def test_a_bull_is_worth_something_and_the_interval_says_how_sure_that_is() -> None:
    game = Nimmt(4, rounds=1)
    found = answer(Asked(game, question_named(game, "bull"), 1_000, times=1, seed=1), processes=1)
    worth = found.worth("", found.counted[ALL][0])
    assert 0.05 < worth.low < worth.value < worth.high < 0.25
    assert worth.value == pytest.approx(found.chance(0, found.counted[ALL][0]) - found.chance(1, found.counted[ALL][0]))
    assert found.by_bots == []  # nobody chose


def test_intervals_are_those_of_independent_positions() -> None:
    """Ten positions: five where the first way wins for sure and the second never, five where both lose."""
    game = Nimmt(4)
    asked = Asked(game, question_named(game, "bull"), 10, times=2)
    mark = Answer(asked, {}).worth("", [10, 100_000, 0, 100_000, 5 * 20_000**2])
    assert mark.value == 0.5
    assert mark.high - mark.value == pytest.approx(1.96 * 0.5 / 10**0.5, rel=1e-3)


def test_the_command_shows_writes_and_draws(tmp_path: Path, capsys: Output) -> None:
    picture = tmp_path / "bulls.svg"
    command = [
        "lab",
        "choices",
        "nimmt",
        "--option",
        "rounds=1",
        "--question",
        "bull",
        "--games",
        "200",
        "--times",
        "1",
    ]
    with pytest.raises(SystemExit) as ended:
        main([*command, "--processes", "1", "--by", "bulls", "--picture", str(picture), "--language", "en"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert "What is a bull worth?" in shown
    assert "bulls that you have" in shown
    assert "What is a bull worth?" in picture.read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        main([*command, "--processes", "1", "--json"])
    (told,) = json.loads(capsys.readouterr().out)
    assert told["positions"] == 200
    assert told["all"][0]["low"] < told["all"][0]["difference"] < told["all"][0]["high"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nimmt", "--question", "flip"], "--question"),
        (["nimmt", "--bots", "master"], "only beginner, easy and medium"),
        (["nimmt", "--bots", "nobody"], "nobody"),
        (["nimmt", "--times", "0"], "1 to 1000 times, not 0"),
        (["nimmt", "--games", "0"], "0"),
        (["nimmt", "--by", "moon"], "--by"),
        (["nimmt", "--picture", "a.png"], "a.png"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(arguments: list[str], sentence: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["lab", "choices", *arguments, "--language", "en"])
    assert ended.value.code == 2
    told = capsys.readouterr().err.strip()
    assert sentence in told
    assert "\n" not in told


def test_a_game_without_questions_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiotal.lab.choices.part_of", lambda key, part: None)
    with pytest.raises(TiotalError, match="no questions"):
        questions_of(Cento(2))
