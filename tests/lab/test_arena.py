"""The arena: fair seats, right sums, the same result for the same seed, and no bot that can stop it."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.kit.games import own_variant
from tiotal import Cento, Nimmt
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import BOTS
from tiotal.bots.guard import Fault
from tiotal.cli import main
from tiotal.engine.errors import TiotalError
from tiotal.lab import arena
from tiotal.lab.arena import Contest, Deal, Foul, PlayedGame, Ratings, Result, play_deal, run_arena
from tiotal.lab.statistics import t_quantile
from tiotal.words import LANGUAGES

Output = pytest.CaptureFixture[str]
FIRST = "tests.kit.bad_bots:First"
SEES = "tests.kit.bad_bots:Sees"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["arena", *arguments, "--language", "en"])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def untimed(result: Result) -> dict[str, Any]:
    report = result.as_dict()
    del report["seconds"]
    for bot in report["bots"]:
        del bot["ms_median"], bot["ms_p99"]
    return report


# --- Seats ------------------------------------------------------------------------------------------------------
def test_as_many_players_as_bots_have_one_seat_each_in_every_rotation() -> None:
    contest = Contest(Cento(3), ("greedy", "random", FIRST))
    for deal in range(4):
        seatings = contest.seatings(deal)
        assert len(seatings) == 3
        for seat in range(3):
            assert sorted(seated[seat] for seated in seatings) == [0, 1, 2]


def test_nobody_always_sits_after_the_same_neighbour() -> None:
    contest = Contest(Cento(3), ("greedy", "random", FIRST))
    cycles = {tuple(contest.seatings(deal)[0]) for deal in (0, 1)}
    assert cycles == {(0, 1, 2), (0, 2, 1)}


def test_with_more_players_the_first_bot_sits_alone() -> None:
    contest = Contest(Cento(4), ("greedy", "random"))
    assert contest.seatings(5) == [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]
    five = Contest(Cento(5), ("greedy", "random", FIRST)).seatings(0)
    assert len(five) == 5
    assert all(Counter(seated) == {0: 1, 1: 2, 2: 2} for seated in five)


def test_fewer_players_make_a_ladder_in_which_all_tables_play_equally_often() -> None:
    contest = Contest(Cento(2), ("greedy", "random", FIRST, SEES))
    deals = contest.deals_for(20)
    assert deals == 12
    tables = Counter(tuple(sorted(contest.seatings(deal)[0])) for deal in range(deals))
    assert tables == dict.fromkeys(itertools.combinations(range(4), 2), 2)


def test_a_ladder_too_short_for_all_tables_plays_some_of_them() -> None:
    contest = Contest(Cento(2), ("greedy", "random", FIRST, SEES))
    assert contest.deals_for(5) == 3
    assert len({tuple(sorted(contest.seatings(deal)[0])) for deal in range(3)}) == 3


def test_in_pairs_a_bot_plays_both_seats_of_a_side() -> None:
    contest = Contest(Cento(4, pairs=True), ("greedy", "random"))
    assert contest.places == ((0, 2), (1, 3))
    assert contest.seatings(0) == [[0, 1, 0, 1], [1, 0, 1, 0]]
    six = Contest(Cento(6, pairs=True), ("greedy", "random"))
    assert six.seatings(0) == [[0, 1, 1, 0, 1, 1], [1, 1, 0, 1, 1, 0], [1, 0, 1, 1, 0, 1]]


def test_the_games_are_rounded_up_to_whole_deals() -> None:
    assert Contest(Cento(4), ("greedy", "random")).deals_for(101) == 26
    assert run_arena(Contest(Cento(3), ("greedy", "random")), 4, processes=1).games == 6


# --- Sums -------------------------------------------------------------------------------------------------------
def test_shared_wins_count_as_shares() -> None:
    result = Result(Contest(Cento(3), ("greedy", "random", FIRST)))
    result.add(Deal(0, [PlayedGame([0, 1, 2], [0, 1], [5, 5, 7]), PlayedGame([1, 2, 0], [0], [1, 2, 3])]))
    report = result.as_dict()
    assert [bot["win_share"] for bot in report["bots"]] == [0.25, 0.75, 0]
    assert [bot["mean_score"] for bot in report["bots"]] == [4, 3, 4.5]
    assert report["even"] == pytest.approx(1 / 3)


def test_a_win_share_is_per_seat() -> None:
    result = Result(Contest(Cento(4), ("greedy", "random")))
    result.add(Deal(0, [PlayedGame([0, 1, 1, 1], [2], [0, 0, 1, 0]), PlayedGame([1, 0, 1, 1], [1], [0, 1, 0, 0])]))
    greedy, rest = result.as_dict()["bots"]
    assert greedy["win_share"] == 0.5
    assert rest["win_share"] == pytest.approx(0.5 / 3)
    assert rest["high"] <= 1 / 3


def test_partners_win_one_win_together() -> None:
    result = Result(Contest(Cento(4, pairs=True), ("greedy", "random")))
    result.add(
        Deal(0, [PlayedGame([0, 1, 0, 1], [0, 2], [1, 0, 1, 0]), PlayedGame([1, 0, 1, 0], [0, 1, 2, 3], [1] * 4)])
    )
    report = result.as_dict()
    assert report["even"] == 0.5
    assert [bot["win_share"] for bot in report["bots"]] == [0.75, 0.25]


def test_students_t_is_as_in_the_tables() -> None:
    for share, freedom, expected in [(0.975, 9, 2.262), (0.995, 9, 3.250), (0.975, 30, 2.042), (0.95, 12, 1.782)]:
        assert t_quantile(share, freedom) == pytest.approx(expected, abs=2e-3)


def sum_of(deals: list[list[list[int]]], confidence: float = 0.95) -> dict[str, Any]:
    """Of two players: for each deal, who won in each rotation."""
    result = Result(Contest(Cento(2), ("greedy", "random")), confidence)
    for number, winners in enumerate(deals):
        seated = ([0, 1], [1, 0])
        games = [PlayedGame(seated[i], [seated[i].index(bot) for bot in won], [0, 0]) for i, won in enumerate(winners)]
        result.add(Deal(number, games))
    bot: dict[str, Any] = result.as_dict()["bots"][0]
    return bot


def test_an_interval_knows_that_games_of_a_deal_depend_on_each_other() -> None:
    """The cards decide: both games of a deal fall to the same bot, or each bot wins once with the better cards."""
    alike = sum_of([[[0], [0]], [[1], [1]]] * 20)
    unlike = sum_of([[[0], [0]]] + [[[0], [1]]] * 38 + [[[1], [1]]])
    assert alike["win_share"] == unlike["win_share"] == 0.5
    assert alike["high"] - alike["low"] == pytest.approx(0.30, abs=0.02)
    assert unlike["high"] - unlike["low"] < 0.1
    wider = sum_of([[[0], [0]], [[1], [1]]] * 20, confidence=0.99)
    assert wider["low"] < alike["low"]
    assert wider["high"] > alike["high"]


def test_an_interval_of_few_deals_or_of_nothing_but_wins_is_wilsons() -> None:
    few = sum_of([[[0], [1]]] * 4)
    assert (few["low"], few["high"]) == pytest.approx((0.2152, 0.7848), abs=1e-3)
    always = sum_of([[[0], [0]]] * 20)
    assert always["low"] == pytest.approx(0.9, abs=0.02)
    assert always["high"] == 1


def test_ratings_follow_the_wins() -> None:
    ratings = Ratings(3)
    for winner in [0, 0, 0, 1, 0, 1, 2, 0, 1, 0] * 5:
        ratings.add([0, 1, 2], [bot == winner for bot in range(3)])
    assert ratings[0] > ratings[1] > ratings[2]


def test_the_first_faults_of_each_bot_are_kept_if_they_differ() -> None:
    result = Result(Contest(Cento(2), ("greedy", "random")))
    deal = Deal(0, [PlayedGame([0, 1], [0], [1, 0])])
    for bot, detail in [("greedy", n % 5) for n in range(20)] + [("random", 0)]:
        deal.fouls.append(Foul(Fault(bot, "illegal", str(detail)), 0, 0, 0, 7))
    result.add(deal)
    report = result.as_dict()
    assert [bot["faults"] for bot in report["bots"]] == [20, 1]
    assert Counter(fault["bot"] for fault in report["faults"]) == {"greedy": 3, "random": 1}


# --- Playing ----------------------------------------------------------------------------------------------------
def test_greedy_beats_random() -> None:
    report = run_arena(Contest(Cento(4), ("greedy", "random")), 60, processes=1).as_dict()
    greedy, other = report["bots"]
    assert report["games"] == 60
    assert report["deals"] == 15
    assert greedy["low"] > 0.25 > other["high"]
    assert greedy["moves"] > 100
    assert greedy["faults"] == other["faults"] == 0
    assert 0 < greedy["ms_median"] <= greedy["ms_p99"]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_greedy_beats_random_with_cards_that_nobody_has_played_before(seed: str) -> None:
    """C11: what it expects of others comes from the deck, not from a preset."""
    contest = Contest(Cento(3, preset="own", **own_variant(seed, 3)), ("greedy", "random"))
    greedy, other = run_arena(contest, 60, processes=1).as_dict()["bots"]
    assert greedy["low"] > 1 / 3 > other["high"]


def test_the_same_seed_gives_the_same_result_with_any_number_of_processes() -> None:
    contest = Contest(Cento(2), ("greedy", "random", FIRST), seed=7)
    once = untimed(run_arena(contest, 12, processes=2))
    assert once == untimed(run_arena(contest, 12, processes=1))
    assert once != untimed(run_arena(Contest(contest.game, contest.bots, seed=8), 12, processes=1))


def test_the_same_seed_gives_the_same_result_in_every_process() -> None:
    """Whatever the order in which Python goes through a set there."""
    command = [sys.executable, "-c", "import sys; from tiotal.cli import main; sys.exit(main())"]
    command += ["arena", "ten", "--bots", "beginner,easy", "--players", "2", "--games", "12", "--seed", "1", "--json"]
    told = set()
    for order in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": order}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        result = json.loads(ran.stdout)
        told.add(str([(bot["moves"], bot["mean_score"]) for bot in result["bots"]]))
    assert len(told) == 1


def test_a_deal_is_the_same_cards_in_every_rotation() -> None:
    """With the same bot in all seats under two names, every rotation is the same game."""
    deal = play_deal(Contest(Cento(2), (FIRST, SEES)), 3)
    first, second = deal.games
    assert first.seated == second.seated[::-1] == [0, 1]
    assert first.winners == second.winners


def test_a_bot_that_sees_everything_is_shown_a_copy() -> None:
    report = run_arena(Contest(Cento(2), (SEES, "random")), 4, processes=1).as_dict()
    assert report["faults"] == []


FAULTY = {"Crashes": "raised", "Leaves": "raised", "Cheats": "illegal", "Numbers": "type"}


def test_bots_that_fail_are_reported_and_the_table_goes_on() -> None:
    names = tuple(f"tests.kit.bad_bots:{name}" for name in FAULTY)
    report = run_arena(Contest(Cento(4), names), 8, processes=1).as_dict()
    assert report["games"] == 8
    assert {fault["bot"]: fault["kind"] for fault in report["faults"]} == {
        f"tests.kit.bad_bots:{name}": kind for name, kind in FAULTY.items()
    }
    assert all(bot["faults"] == bot["moves"] > 0 for bot in report["bots"])
    assert sum(bot["win_share"] for bot in report["bots"]) == pytest.approx(1)


def test_greedy_moves_for_a_bot_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "time_limit", lambda budget: 0.1)
    report = run_arena(Contest(Cento(2), ("tests.kit.bad_bots:Hangs", "random")), 6, processes=1).as_dict()
    hanging = report["bots"][0]
    assert hanging["faults"] == hanging["moves"] == 6  # once a game
    assert hanging["win_share"] > 0.5
    assert hanging["ms_median"] == pytest.approx(100)
    assert "after 0.1 seconds" in report["faults"][0]["sentence"]


def test_a_round_without_end_is_played_out_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "LONGEST_ROUND", 30)
    contest = Contest(Nimmt(2, rounds=1), ("tests.kit.bad_bots:Takes", "tests.kit.bad_bots:TakesToo"))
    report = run_arena(contest, 4, processes=1).as_dict()
    assert report["games"] == 4
    assert {fault["kind"] for fault in report["faults"]} == {"endless"}


def test_a_bot_that_ends_its_process_gets_a_sentence() -> None:
    with pytest.raises(TiotalError, match="ended its process"):
        run_arena(Contest(Cento(2), ("tests.kit.bad_bots:Dies", "random")), 8, processes=2)


def test_stopped_from_the_keyboard_it_sums_up_whole_deals() -> None:
    done: list[int] = []

    def stop(games: int) -> None:
        done.append(games)
        if len(done) == 3:
            raise KeyboardInterrupt

    result = run_arena(Contest(Cento(4), ("greedy", "random")), 400, processes=1, progress=stop)
    assert (result.games, result.deals) == (12, 3)
    with pytest.raises(KeyboardInterrupt):
        run_arena(Contest(Cento(2), ("tests.kit.bad_bots:Interrupts", "random")), 4, processes=1)


# A program that is started in the background of a shell hears none, and whatever it starts does not either.
HEARS_INTERRUPTS = """
import signal
from tiotal.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
if __name__ == "__main__":
    main()
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_an_interrupt_ends_all_processes_and_keeps_what_was_played() -> None:
    arguments = ["arena", "cento", "--bots", "greedy,random", "--games", "1000000", "--json", "--processes", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", HEARS_INTERRUPTS, *arguments, "--language", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as job:
        time.sleep(3)
        os.killpg(job.pid, signal.SIGINT)
        try:
            out, err = job.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)  # or nobody would ever hear of it
            raise
    assert b"Traceback" not in err
    if job.returncode == 0:
        report = json.loads(out)
        assert report["games"] == 2 * report["deals"] > 0
        assert f"Stopped after {report['games']} of 1000000 games.".encode() in err
    else:  # too busy a computer to have played one deal
        assert job.returncode == 130
        assert err.strip() == b"Stopped."


# --- Command line -----------------------------------------------------------------------------------------------
def test_the_command_writes_json_and_a_picture(tmp_path: Path, capsys: Output) -> None:
    picture = tmp_path / "arena.svg"
    arguments = ("--games", "6", "--players", "3", "--json", "--picture", str(picture), "--processes", "1")
    assert (
        run("cento", "--bots", "random,tests.kit.bad_bots:Prints", "--budget", "50ms", "--seed", "4", *arguments) == 0
    )
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert list(report) == [
        *("game", "players", "options", "house_rules", "seed", "budget", "games", "deals", "even", "confidence"),
        *("bots", "faults", "seconds"),
    ]
    assert report["options"]["preset"] == "classic"
    assert (report["seed"], report["budget"], report["confidence"]) == (4, "50ms", 0.95)
    assert [bot["bot"] for bot in report["bots"]] == ["random", "tests.kit.bad_bots:Prints"]
    for bot in report["bots"]:
        assert list(bot) == [
            *("bot", "win_share", "low", "high", "mean_score", "ms_median", "ms_p99", "rating", "moves", "faults")
        ]
        assert bot["low"] <= bot["win_share"] <= bot["high"]
        assert bot["rating"] is None
    assert "thinking aloud" in captured.err
    drawn = ET.parse(picture).getroot()
    assert "".join(drawn.itertext()).count("tests.kit.bad_bots:Prints") == 2  # beside its bar, and in the description


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_reads_in_every_language(language: str, capsys: Output) -> None:
    bots = "greedy,random,tests.kit.bad_bots:Crashes"
    with pytest.raises(SystemExit) as stop:
        main(["arena", "cento", "--bots", bots, "--games", "3", "--processes", "1", "--language", language])
    assert stop.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Cento, 3 ")
    assert any("RuntimeError: no idea" in line for line in lines)
    assert max(map(len, lines)) <= 130


def test_pairs_have_a_place_for_every_bot_without_being_told(capsys: Output) -> None:
    arguments = ("--bots", "greedy,random", "--option", "pairs=true", "--games", "2", "--processes", "1", "--json")
    assert run("cento", *arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["players"], report["games"], report["even"]) == (4, 2, 0.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_has_help_in_every_language(language: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["arena", "--language", language, "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert "--budget 50ms" in out
    assert "_option" not in out


WRONG = {
    "--bots greedy": "An arena needs at least two bots,",
    "--bots ,": "An arena needs at least two bots,",
    "--bots greedy,random,greedy": "The bot 'greedy' is named twice;",
    "--bots greedy,wise": f"There is no bot 'wise'; you can choose {', '.join(BOTS)} or clairvoyant, or one of",
    "--bots greedy,no_such_module:Bot": "The bot 'no_such_module:Bot' could not be loaded. ModuleNotFoundError",
    "--bots greedy,tests.kit.bad_bots:CannotBeMade": "The bot 'tests.kit.bad_bots:CannotBeMade' could not be loaded.",
    "--bots greedy,random --budget soon": "A budget must be a time such as 50ms or 2s,",
    "--bots greedy,random --budget=": "A budget must be a time such as 50ms or 2s,",
    "--bots greedy,random --games 0": "The number of games must be from 1 to 10000000, not 0.",
    "--bots greedy,random --players 1": "Cento is for 2 to 8 players, not 1.",
    "--bots greedy,random --processes 0": "The number of processes must be from 1 to 256, not 0.",
    "--bots greedy,random --confidence sure": "The confidence must be a share from 0.5 to 0.9999, not 'sure'.",
    "--bots greedy,random --confidence nan": "The confidence must be a share from 0.5 to 0.9999, not nan.",
    "--bots greedy,random --picture a.bmp": "A picture is an SVG file, so its name must end in .svg, not 'a.bmp'.",
    "--bots greedy,random --picture no-folder/a.svg": "The file no-folder/a.svg cannot be written.",
    "--bots greedy,random --option pairs=true --players 3": "To play in pairs you need 4, 6 or 8 players, not 3.",
    "": "--bots is missing.",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_input_gets_one_sentence_and_exit_code_2(line: str, capsys: Output) -> None:
    assert run("cento", *line.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(WRONG[line])
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_too_many_bots_are_refused() -> None:
    with pytest.raises(TiotalError, match="at most 16 bots, not 17"):
        Contest(Cento(2), tuple(f"bot{n}" for n in range(17)), budget=Budget(iterations=1))
