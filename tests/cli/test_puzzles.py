"""`tiotal puzzles` on the command line: solving, listing, making and checking."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.test_cli import Output, run, tiotal
from tiotal.cli import main
from tiotal.cli.root import BAD_RECORD
from tiotal.puzzles import kept, puzzle_named, set_of
from tiotal.puzzles.choosing import collection_of
from tiotal.puzzles.collection import Collection, Edition


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file with two puzzles that are quickly judged, the second with a wrong best move."""
    collection = collection_of("ten")
    good, bad = collection.puzzles[3], collection.puzzles[0]
    first, second, *others = bad.choices
    wrong = replace(bad, choices=(second, first, *others))
    puzzles = tuple(sorted((good, wrong), key=lambda puzzle: puzzle.number))
    day = collection.editions[0].day
    file = tmp_path / "two.json"
    file.write_text(Collection("ten", 1, (Edition(day, 2),), puzzles).to_json(), encoding="utf-8")
    return file


def test_the_best_move_gets_full_points_and_a_set_is_added_up() -> None:
    five = set_of("cento", 1, 1)
    typed = "\n".join(puzzle.best.move for puzzle in five) + "\n"
    told = tiotal("puzzles", "play", "cento", "--difficulty", "1", "--set", "1", typed=typed.encode())
    assert told.returncode == 0, told.stderr
    out = told.stdout.decode()
    assert out.count("That is the best move!") == 5
    assert "10 points of 10 in all." in out


def test_a_puzzle_explains_itself_and_nonsense_is_asked_again() -> None:
    puzzle = puzzle_named("nimmt-2")
    worst = puzzle.choices[-1].move
    told = tiotal("puzzles", "play", "nimmt", "--puzzle", "nimmt-2", typed=f"nonsense\n{worst}\n".encode())
    out = told.stdout.decode()
    assert told.returncode == 0, told.stderr
    assert "nonsense cannot be played here" in out.replace("\n", " ")
    assert "0 points of 2." in out
    assert puzzle.reasons(puzzle.best.move, "en")[0].split()[0] in out
    left = tiotal("puzzles", "play", "ten", "--day", "2026-11-18", typed=b"q\n")
    assert left.returncode == 0
    assert b"points of" not in left.stdout


def test_a_list_has_every_figure(capsys: Output) -> None:
    assert run("puzzles", "list", "ten", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [puzzle["name"] for puzzle in told] == [puzzle.name for puzzle in kept("ten")]
    assert told[0]["deeper"]["iterations"] == 10 * told[0]["first"]["iterations"]
    assert run("puzzles", "list", "cento", "--difficulty", "3") == 0
    assert "cento-" in capsys.readouterr().out


def test_a_wrong_puzzle_is_found_and_dropped(two: Path, capsys: Output) -> None:
    assert run("puzzles", "verify", "--file", str(two), "--drop") == BAD_RECORD
    out = capsys.readouterr().out
    assert "ten-1: the deeper search finds another move best." in out
    assert "1 puzzle was dropped" in out
    assert run("puzzles", "verify", "ten", "--file", str(two)) == 0
    assert "10: 1 puzzle checked, the deeper search agrees." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play cento --day yesterday", "'yesterday' is no date"),
        ("play cento --puzzle cento-0", "There is no puzzle called 'cento-0'"),
        ("play cento --difficulty 7", "There is no difficulty 7"),
        ("play cento --set 99", "There is no set 99"),
        ("play chess", "chess"),
        ("verify --file README.md", "These are no puzzles"),
    ],
)
def test_wrong_input_gets_one_sentence(line: str, sentence: str, capsys: Output) -> None:
    assert run("puzzles", *line.split()) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("command", ["", "play", "list", "make", "verify"])
def test_every_command_has_help_in_every_language(language: str, command: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["puzzles", *filter(None, [command]), "--language", language, "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert ("Usage" in out) == (language == "en")
    assert "_option" not in out
    assert "metavar" not in out


@pytest.mark.thorough
def test_new_puzzles_are_found_and_the_same_matches_give_the_same(tmp_path: Path, capsys: Output) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    for file in (one, other):
        assert run("puzzles", "make", "ten", "--count", "1", "--out", str(file), "--from", "2027-01-01") == 0
        assert "1 puzzle found in" in capsys.readouterr().out
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")
