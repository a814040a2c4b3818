"""The command line: every command works, and whatever is wrong gets one sentence and exit code 2."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.checker import cento, nimmt, ten
from tiotal import Cento, Nimmt, read_record, record_of, rulebook, verify_record
from tiotal.cli import main
from tiotal.engine.games import GAMES
from tiotal.words import say

CHECKERS = {"cento": cento.check, "nimmt": nimmt.check, "ten": ten.check}
Output = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    """The exit code of a command, run in this process."""
    with pytest.raises(SystemExit) as stop:
        main(["--language", "en", *arguments])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def tiotal(*arguments: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tiotal", *arguments],
        input=typed,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "TIOTAL_LANGUAGE": "en", **environment},
    )


@pytest.mark.parametrize("game", CHECKERS)
@pytest.mark.parametrize("form", ["interpreted", "compiled"])
def test_trace_writes_a_game_that_the_checker_accepts(game: str, form: str, capsys: Output) -> None:
    assert run("trace", game, "--players", "3", "--seed", "11", "--policy", "eager", "--form", form) == 0
    CHECKERS[game]([json.loads(line) for line in capsys.readouterr().out.splitlines()])


def test_trace_takes_options_of_the_game(capsys: Output) -> None:
    options = ("--option", "preset=race", "--option", "target=30", "--option", "pairs=true", "--option", "match=series")
    assert run("trace", "cento", *options) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = {"preset": "race", "target": 30, "match": "series", "limit": 100, "pairs": True}
    assert lines[0] == {"kind": "game", "game": "cento", "options": expected, "players": 4}
    cento.check(lines)


def test_an_own_variant_is_told_card_by_card(capsys: Output, tmp_path: Path) -> None:
    """C11: in a trace, in a simulation, between bots, and in a record that is verified."""
    own = ("--option", "preset=own", "--option", "cards=+1,+2,+3,+5,-1,FLIP,COPY", "--option", "target=30")
    assert run("trace", "cento", "--players", "3", *own) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    cards = ["+1", "+2", "+3", "+5", "-1", "FLIP", "COPY"]
    expected = {"preset": "own", "cards": cards, "target": 30, "match": "single", "limit": None, "pairs": False}
    assert lines[0] == {"kind": "game", "game": "cento", "options": expected, "players": 3}
    cento.check(lines)

    assert run("simulate", "cento", "--players", "3", "--games", "50", *own, "--json") == 0
    assert json.loads(capsys.readouterr().out)["options"] == expected
    assert run("arena", "cento", "--bots", "greedy,random", "--games", "4", *own, "--json") == 0
    assert json.loads(capsys.readouterr().out)["options"]["cards"] == cards

    record = tmp_path / "own.json"
    position = Cento(3, preset="own", cards=cards, target=30).deal(4)
    while not position.is_over:
        position.play(position.legal_moves[0])
    record.write_text(record_of(position).to_json(), encoding="utf-8")
    assert run("verify", str(record)) == 0
    record.write_text(record_of(position).to_json().replace('"-1", ', ""), encoding="utf-8")
    assert run("verify", str(record)) != 0


def test_help_comes_at_once_without_numpy_or_numba() -> None:
    code = "import sys\ntry:\n    from tiotal.cli import main; main(['--help'])\nexcept SystemExit:\n    pass\n"
    code += "print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


def test_importing_the_package_loads_neither_numpy_nor_the_games() -> None:
    code = "import sys, tiotal; print([n for n in sys.modules if n.startswith(('numpy', 'tiotal.'))])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_dealing_a_game_that_comes_along_loads_no_other_and_looks_for_none() -> None:
    code = "import sys; from tiotal import Cento; Cento(2).deal(1)\n"
    others = ("importlib.metadata", "tiotal.games.n", "tiotal.games.t")
    code += f"print([name for name in sys.modules if name.startswith({others})])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize(
    "command", ["", "play", "trace", "replay", "hint", "verify", "simulate", "bench", "rules", "compile"]
)
def test_every_command_has_help_in_every_language(language: str, command: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*filter(None, [command]), "--language", language, "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert "tiotal" in out
    assert ("Usage" in out) == (language == "en")
    assert "_option" not in out
    assert "metavar" not in out


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("game", CHECKERS)
def test_the_rules_can_be_read_in_every_language(game: str, language: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["rules", game, "--language", language])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith("# ")
    assert "picture:" not in text
    what_if = text.rpartition("\n## ")[2]
    for ruling in RULINGS[game]:
        assert what_if.count(f"({ruling})\n") == text.count(f"({ruling})") == 1
    assert run("rules", game, "--notation", "--language", language) == 0
    notation = capsys.readouterr().out
    assert all(f"`{option.name}`" in notation for option in GAMES[game].declared_options)
    for written in re.findall("`(--[^`]+)`", notation):
        assert run("trace", game, *written.split()) == 0, "an example can be typed as it stands"
        CHECKERS[game]([json.loads(line) for line in capsys.readouterr().out.splitlines()])


CODES = re.compile(r"\b(?:DH|FLIP|SKIP|TURN|TENS|COPY|[PR]\d+)\b|\b(?:seat|plats|sæti) \d")


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("game", CHECKERS)
def test_the_rules_are_for_people_without_codes(game: str, language: str) -> None:
    """Cards by their names, people by theirs; what programs write stands on a page of its own."""
    text = rulebook.text(game, language)
    assert not CODES.findall(text)
    assert all(re.fullmatch(r"[+-]\d+", card) for card in re.findall("`([^`]+)`", text))


@pytest.mark.parametrize("game", CHECKERS)
def test_the_rules_are_in_the_order_of_a_friendly_rulebook(game: str) -> None:
    text = rulebook.text(game, "en")
    order = [
        "\n## Setting up\n\n![",
        "\n## Your turn\n",
        "\n## An example\n",
        "\n## Who wins?\n",
        "ariant",
        "\n## What if …?\n",
    ]
    order[1] = "\n## A round\n" if game == "ten" else order[1]
    places = [text.index(part) for part in order]
    assert places == sorted(places)


@pytest.mark.parametrize("game", CHECKERS)
def test_the_rules_have_the_same_parts_in_every_language(game: str) -> None:
    def parts(language: str) -> list[str]:
        lines = rulebook.text(game, language).splitlines()
        pictures = [line.rpartition("(")[2] for line in lines if line.startswith("![")]
        return [line.partition(" ")[0] for line in lines if line.startswith(("#", "|", "- ", "1. "))] + pictures

    assert parts("en") == parts("sv") == parts("is")


RULINGS = {
    "cento": [*(f"C{number}" for number in range(1, 13)), "G1", "G2", "G3"],
    "nimmt": [*(f"N{number}" for number in range(1, 10)), "G1", "G2"],
    "ten": [*(f"T{number}" for number in range(1, 14)), "G2"],
}


# --- Wrong input ------------------------------------------------------------------------------------------------
WRONG = {
    "play chess": "There is no game chess; you can play cento, nimmt or ten.",
    "play ten --count": "Nobody says totals in this game.",
    "play nimmt --no-hints": "Nobody says totals in this game.",
    "play": "Which game? Write cento, nimmt or ten.",
    "dance": "There is no command dance;",
    "--dance": "There is no option --dance.",
    "trace cento --players 9": "Cento is for 2 to 8 players, not 9.",
    "trace cento --players many": "--players must be a whole number, not many.",
    "trace cento --players 5 --option pairs=yes": "To play in pairs you need 4, 6 or 8 players, not 5.",
    "trace cento --option preset=race --option target=100": "This variant is played to a number from 10 to 99, not to",
    "trace cento --option target=99": "This variant is always played to 100, not to 99.",
    "trace cento --option preset=own": "Choose the cards for your own variant.",
    "trace cento --option preset=own --option cards=+1,+11": "There is no card '+11'; you can choose +1, +2,",
    "trace cento --option preset=own --option cards=+1,-1": "8 cards are not enough for 4 players: at least 30 are",
    "trace cento --option cards=+1,-1": "You choose the cards yourself only in a variant of your own.",
    "trace cento --option colour=red": "There is no option 'colour'; you can set",
    "trace cento --option target": "An option must be written key=value, not 'target'.",
    "trace cento --option limit=0": "The option limit must be a whole number from 1 to 10000, not 0.",
    "trace nimmt --option bull_window=wide": "The option bull_window can be fixed or sliding, not 'wide'.",
    "trace ten --players 3 --option starter=3": "Seats are counted from 0 here: the one that starts must be",
    "trace cento --seed -1": "The seed of a simulation must be a whole number from 0 to 9223372036854775807",
    "play cento --seed 9223372036854775808": "A seed must be a whole number from 0 to 9223372036854775807",
    "trace cento --seed x": "The seed of a simulation must be a whole number",
    "trace cento --seed": "The option --seed needs a value.",
    "trace cento --policy mad": "--policy must be uniform or eager, not mad.",
    "trace cento --form solid": "--form must be interpreted or compiled, not solid.",
    "trace cento 4": "There is too much on the command line: 4.",
    "simulate ten --games 0": "The number of games must be from 1 to 1000000000, not 0.",
    "simulate ten --games 1e3": "--games must be a whole number, not 1e3.",
    "simulate ten --threads 0": "The number of threads must be from 1 to 256, not 0.",
    "simulate ten --json=yes": "The option --json takes no value.",
    "replay no-such-file": "The file no-such-file does not exist.",
    "verify no-such-file": "The file no-such-file does not exist.",
    "verify": "FILE … is missing.",
    "rules chess": "There is no game chess;",
    "serve --port 70000": "A port must be a number from 0 to 65535, not 70000.",
    "serve --bus ftp://x": "The bus must be redis://…, not 'ftp://x'.",
    "serve --port 0 --database x": "A database must be",
    "serve --port 0 --database sqlite:////proc/x.db": "The database 'sqlite:////proc/x.db' cannot be opened: ",
    "serve --port 0 --database postgresql://127.0.0.1:1/x": "The database 'postgresql+psycopg://127.0.0.1:1/x' cannot",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_input_gets_one_sentence_and_exit_code_2(line: str, capsys: Output) -> None:
    assert run(*line.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(WRONG[line])
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@settings(max_examples=150, deadline=None)
@example(["\ud800"])
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["trace", "verify", "rules", "cento", "--players", "--seed", "--option", "--language", "7"]
            ),
            st.text(max_size=8),
        ),
        max_size=5,
    )
)
def test_no_command_line_ends_in_a_traceback(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)


# --- Records ----------------------------------------------------------------------------------------------------
@pytest.fixture
def record(tmp_path: Path) -> Path:
    position = Cento(players=2).deal(seed=5)
    while not position.is_over:
        position.play(position.legal_moves[0])
    file = tmp_path / "game.json"
    file.write_text(record_of(position, ["Ada", "Bo"]).to_json(), encoding="utf-8")
    return file


def test_verify_accepts_a_good_record(record: Path, capsys: Output) -> None:
    assert run("verify", str(record)) == 0
    assert "valid. Cento" in capsys.readouterr().out


def test_verify_refuses_a_bad_record_with_exit_code_1_and_checks_the_others(record: Path, capsys: Output) -> None:
    moves = json.loads(record.read_text())["moves"]
    bad = record.with_name("bad.json")
    bad.write_text(record.read_text().replace(f'"{moves[4]}"', '"+99"', 1))
    assert run("verify", str(bad), str(record)) == 1
    captured = capsys.readouterr()
    assert "bad.json: Move" in captured.err
    assert "game.json: valid" in captured.out


def test_verify_says_which_move_a_cut_off_record_lacks(record: Path, capsys: Output) -> None:
    document = json.loads(record.read_text())
    document["moves"] = document["moves"][:3]
    record.write_text(json.dumps(document))
    assert run("verify", str(record)) == 1
    assert "move 4 is missing" in capsys.readouterr().err


def test_replay_refuses_a_record_of_another_version(record: Path, capsys: Output) -> None:
    record.write_text(record.read_text().replace("tiotal/1", "tiotal/2"))
    assert run("replay", str(record)) == 2
    assert "its format is 'tiotal/2', not tiotal/1" in capsys.readouterr().err


def test_replay_without_a_keyboard_shows_every_step(record: Path, capsys: Output) -> None:
    assert run("replay", str(record)) == 0
    out = capsys.readouterr().out
    moves = json.loads(record.read_text())["moves"]
    assert f"Move {len(moves)} of {len(moves)}" in out
    assert "The match is over. Winner: " in out


def test_n9_replay_of_a_round_that_is_being_played_begins_with_the_last_turns(tmp_path: Path, capsys: Output) -> None:
    """N9: as a spectator may look them up; of a finished match everything is shown."""
    position = Nimmt(2, rounds=1).deal(seed=1)
    for _ in range(15):
        position.play(position.legal_moves[0])
    file = tmp_path / "game.json"
    file.write_text(record_of(position, ["Ada", "Bo"]).to_json(), encoding="utf-8")
    assert run("replay", str(file)) == 0
    out = capsys.readouterr().out
    first = len(position.to_remember(None)) + 1
    assert [number for number in range(1, 16) if f"Move {number} of 15" in out] == [*range(first, 16)]
    assert first > 10 and out.count("These moves are for you to remember") == 1
    assert out.count("Round 1") == 16 - first


# --- Playing ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("game", CHECKERS)
def test_a_whole_game_can_be_played_and_saved(game: str, language: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    arguments = ("play", game, "--players", "3", "--seed", "3", "--save", str(saved), "--language", language)
    options = ("--option", "rounds=1") if game == "nimmt" else ()
    result = tiotal(*arguments, *options, typed=b"1\n" * 3000)
    assert result.returncode == 0, result.stderr.decode()
    assert result.stderr == b""
    assert verify_record(saved.read_text(encoding="utf-8")).is_over


@pytest.mark.thorough
def test_nothing_typed_in_a_game_gives_a_traceback() -> None:
    nonsense = [
        b"?",
        b"t",
        b"h",
        b"",
        b"0",
        b"-1",
        b"99999999999999999999",
        b"x" * 500,
        b"\xff\xfe\x00",
        "½²٣".encode(),
    ]
    nonsense += [b"[bold]", b"[/]", b"{name}", b"+7", b"discard:+7", b"36>20", b"swap:99", b"take:", b"FLIP ", b"%s"]
    for game in CHECKERS:
        result = tiotal("play", game, "--seed", "1", typed=b"\n".join([*nonsense, b"1", *nonsense, b"q"]))
        assert result.returncode == 0, result.stderr.decode()
        assert b"Traceback" not in result.stdout + result.stderr
        assert b"You left the game" in result.stdout


def test_c10_a_total_is_said_with_a_card_and_a_wrong_one_may_be_said_once_more() -> None:
    """After the card, or when it is asked for; another card can be chosen instead, but not for a second try."""
    typed = ["1", "b", "1 5", "b", "1", "+5", "what?", "12", "", "q"]
    arguments = ("play", "cento", "--players", "2", "--seed", "3", "--level", "beginner")
    out = tiotal(*arguments, typed=lines(typed)).stdout.decode()
    assert out.count("What is the new total?") == 6
    again, way = out.split("5 is not the total yet.")[1].split("Right now, 1!")
    assert "Begin at 0 and go 1 forward." in again and "= 1" not in again
    assert "Write the new total as a number, or press Enter" in again
    assert way.lstrip().startswith("0 + 1 = 1\n")
    assert "12 is not the total yet." in out and "This is how: 5 + 5 = 10." in out
    report = out.split("You left the game")[1]
    assert "Right at once: 0 of 2." in report and "Right at the second try: 1." in report
    assert "Adding: 1 of 2." in report and "5 + 5 = 10. You said 12." in report
    quiet = tiotal(*arguments, "--no-hints", typed=lines(["1 5", "1", "w", "+5 12", "", "q"])).stdout.decode()
    assert "Begin at 0" not in quiet and "Begin at 5" in quiet.split("From now on you get a hint")[1]


def test_totals_are_listed_only_while_they_are_counted() -> None:
    typed = ["1 1", "c", "+5", "c", "+6 22", "q"]
    arguments = ("play", "cento", "--players", "2", "--seed", "3", "--level", "beginner")
    out = tiotal(*arguments, typed=lines(typed)).stdout.decode()
    assert "What is the new total?" not in out
    saying, counted, again = re.split("From now on .*", out)
    assert "play +5 → 10" in counted
    assert not [line for line in (saying + again).splitlines() if re.match(r" +\d+  .* → ", line)]
    counted = tiotal(*arguments, "--count", typed=lines(["1", "1", "q"])).stdout.decode()
    assert "play +1 → 1" in counted and "play +5 → 10" in counted
    assert "What is the new total?" not in counted and "Right at once" not in counted


def test_a_hint_tells_no_total_to_somebody_who_says_it() -> None:
    arguments = ("play", "cento", "--players", "2", "--seed", "3", "--level", "beginner", "--language", "en")
    told = [
        tiotal(*arguments, typed=lines(["1 1", "h", "q"])),
        tiotal(*arguments, "--count", typed=lines(["1", "h", "q"])),
    ]
    saying, counted = (result.stdout.decode().split("chance of winning")[1] for result in told)
    total = re.compile(re.escape(say("en", "cento.facts.leaves", total="N")).replace("N", r"\d+"))
    assert total.search(counted) and not total.search(saying)


def test_a_refusal_tells_no_total_to_somebody_who_says_it() -> None:
    arguments = ("play", "cento", "--players", "2", "--seed", "3", "--level", "beginner", "--language", "en")
    race = ("--option", "preset=race", "--option", "target=10")
    out = tiotal(*arguments, *race, typed=lines(["1 1", "+8", "c", "+8", "q"])).stdout.decode()
    saying, counted = re.split("From now on .*", out)
    assert "With +8 the total would not stay between 0 and 10." in saying
    assert "+8 would make the total 13" in counted


def lines(typed: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in typed).encode()


def test_leaving_by_end_of_input_saves_what_was_played(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    assert tiotal("play", "cento", "--count", "--seed", "2", "--save", str(saved), typed=b"1\n").returncode == 0
    assert json.loads(saved.read_text())["moves"]


def test_a_file_that_cannot_be_written_is_told_before_the_first_move(tmp_path: Path) -> None:
    result = tiotal("play", "cento", "--save", str(tmp_path / "no-folder" / "saved.json"), typed=b"1\nq\n")
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.endswith(b"cannot be written.\n")


def test_a_game_is_saved_also_when_nobody_reads_its_output(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    command = [sys.executable, "-m", "tiotal", "play", "cento", "--seed", "3", "--save", str(saved)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdin
        assert game.stdout
        game.stdout.close()
        game.stdin.write(b"1\n" * 20)
        game.stdin.close()
        game.wait(timeout=60)
    assert read_record(saved.read_text(encoding="utf-8")).seed == 3


# --- Simulations ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", CHECKERS)
def test_simulate_sums_up_as_json(game: str, capsys: Output) -> None:
    assert run("simulate", game, "--players", "3", "--games", "60", "--threads", "2", "--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == 60
    assert len(summary["seats"]) == 3
    assert sum(seat["wins"] for seat in summary["seats"]) >= 60
    for seat in summary["seats"]:
        assert seat["low"] <= seat["win_share"] <= seat["high"]


def test_simulate_shows_a_table(capsys: Output) -> None:
    assert run("simulate", "cento", "--games", "50") == 0
    out = capsys.readouterr().out
    assert "50 random games of Cento" in out
    assert "95% interval" in out
