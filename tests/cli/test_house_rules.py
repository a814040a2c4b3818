"""House rules on the command line: wherever a game is named, a file can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.checker import cento
from tests.cli.test_cli import Output, run, tiotal
from tiotal import Cento, read_record, record_of
from tiotal.cli import main

CARDS = ["+1", "+2", "+3", "+5", "-1", "FLIP"]
TEXT = f"""name = "[bold]Mormors[/]"
game = "cento"
players = [2, 3]

[options]
preset = "own"
cards = {CARDS}
target = 30
"""
OPTIONS = {"preset": "own", "cards": CARDS, "target": 30, "match": "single", "limit": None, "pairs": False}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "Mormors.TOML"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def test_a_trace_is_of_the_variant_in_the_file(file: str, capsys: Output) -> None:
    """Three play, which is nearest to the usual four."""
    assert run("trace", file) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == {"kind": "game", "game": "cento", "options": OPTIONS, "players": 3}
    cento.check(lines)


def test_single_options_can_be_others(file: str, capsys: Output) -> None:
    assert run("trace", file, "--option", "target=40", "--players", "4") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["options"] == OPTIONS | {"target": 40}
    assert run("simulate", file, "--option", "target=40", "--games", "10", "--json") == 0
    assert json.loads(capsys.readouterr().out)["house_rules"] is None


def test_a_simulation_and_an_arena_are_called_as_the_rules_are(file: str, tmp_path: Path, capsys: Output) -> None:
    picture = tmp_path / "arena.svg"
    assert run("simulate", file, "--games", "50") == 0
    assert "50 random games of [bold]Mormors[/] with 3 players" in capsys.readouterr().out
    assert run("simulate", file, "--games", "50", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["house_rules"], told["options"]) == ("[bold]Mormors[/]", OPTIONS)
    assert run("arena", file, "--bots", "greedy,random", "--games", "4", "--picture", str(picture)) == 0
    assert "[bold]Mormors[/], 2 players. Games: 4" in capsys.readouterr().out
    assert "[bold]Mormors[/], 2 players" in picture.read_text(encoding="utf-8")


def test_an_arena_seats_as_many_as_the_rules_are_for(file: str, tmp_path: Path, capsys: Output) -> None:
    bots = ("--bots", "greedy,random,easy,medium", "--games", "4", "--json", "--budget", "20")
    assert run("arena", file, *bots) == 0
    assert json.loads(capsys.readouterr().out)["players"] == 3
    pairs = tmp_path / "pairs.toml"
    pairs.write_text('name = "Två och två"\ngame = "cento"\n[options]\npairs = true\n', encoding="utf-8")
    assert run("arena", str(pairs), "--bots", "greedy,random,easy", "--games", "3", "--json", "--budget", "20") == 0
    assert json.loads(capsys.readouterr().out)["players"] == 6


def test_a_game_in_the_terminal_is_played_and_saved_under_its_name(file: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    result = tiotal("play", file, "--players", "2", "--seed", "3", "--save", str(record), typed=b"q\n")
    assert result.returncode == 0, result.stderr
    assert result.stdout.decode().startswith("[bold]Mormors[/]\n")
    assert read_record(record.read_text(encoding="utf-8")).game.called == "[bold]Mormors[/]"


def test_a_record_is_told_by_the_name_of_its_rules(file: str, tmp_path: Path, capsys: Output) -> None:
    position = Cento(2).by_house_rules("[bold]Mormors[/]").deal(4)
    while not position.is_over:
        position.play(position.legal_moves[0])
    record = tmp_path / "record.json"
    record.write_text(record_of(position, ["Ada", "Bo"]).to_json(), encoding="utf-8")
    assert run("verify", str(record)) == 0
    assert "valid. [bold]Mormors[/], " in capsys.readouterr().out
    assert run("replay", str(record)) == 0
    assert capsys.readouterr().out.startswith("Record of [bold]Mormors[/]: Ada, Bo.")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["[bold]Mormors[/]: house rules for Cento", "For 2 or 3 players.", "Variant: Your own"]),
        ("sv", ["[bold]Mormors[/]: husregler för Cento", "För 2 eller 3 spelare.", "Variant: Egen variant"]),
        ("is", ["[bold]Mormors[/]: heimareglur fyrir Cento", "Fyrir 2 eða 3 leikmenn.", "Afbrigði: Eigið afbrigði"]),
    ],
)
def test_house_rules_are_told_in_the_readers_language(
    file: str, language: str, lines: list[str], capsys: Output
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["house-rules", file, "--language", language])
    assert stop.value.code == 0
    assert capsys.readouterr().out.splitlines()[:3] == lines


@pytest.mark.parametrize("command", ["house-rules", "trace", "simulate", "play"])
def test_whatever_is_wrong_with_a_file_is_one_sentence(command: str, tmp_path: Path, capsys: Output) -> None:
    for content, sentence in {
        TEXT.replace("FLIP", "FLOP"): "There is no card 'FLOP'; you can choose ",
        TEXT.replace("3]", "5]"): "30 cards are not enough for 5 players: at least 35 are needed. These house ",
        "cento": "Line 1 of the house rules cannot be read.",
        "#" * 9_000: "House rules are a small file: at most 8000 characters.",
        "\x1b]0;evil\x07": "Line 1 of the house rules cannot be read.",
    }.items():
        path = tmp_path / "wrong.toml"
        path.write_text(content, encoding="utf-8")
        assert run(command, str(path)) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(sentence) and told.err.count("\n") == 1
    path.write_bytes(b'name = "\xff"')
    assert run(command, str(path)) == 2
    assert capsys.readouterr().err == f"The file {path} is not a text file.\n"
    assert run(command, str(tmp_path / "none.toml")) == 2
    assert capsys.readouterr().err == f"The file {tmp_path / 'none.toml'} does not exist.\n"
    path.unlink()
    path.mkdir()
    assert run(command, str(path)) == 2
    assert capsys.readouterr().err == f"The file {path} cannot be read.\n"


def test_too_many_players_are_refused_by_the_name_of_the_rules(file: str, capsys: Output) -> None:
    assert run("simulate", file, "--players", "4") == 2
    assert capsys.readouterr().err == "[bold]Mormors[/] is for 2 or 3 players, not 4.\n"


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("command", ["house-rules", "simulate"])
def test_help_says_that_a_file_can_be_named(language: str, command: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--language", language, "--help"])
    assert stop.value.code == 0
    told = capsys.readouterr().out
    assert {"en": "FILE.toml", "sv": "FIL.toml", "is": "SKRÁ.toml"}[language] in told
    assert "metavar" not in told


def test_a_file_that_lacks_its_name_is_asked_for(capsys: Output) -> None:
    assert run("house-rules") == 2
    assert capsys.readouterr().err == "FILE.toml is missing. See tiotal --help.\n"
