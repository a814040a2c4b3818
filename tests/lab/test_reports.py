"""Reports: what is counted is so, a run is the same however it is cut and whoever plays, and nothing done is lost."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pyarrow.parquet as pq
import pytest

from tiotal import Cento, Nimmt, Ten
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.bots.policies import written_like_rules
from tiotal.cli import main
from tiotal.engine import forms
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game, Position
from tiotal.engine.games import part_of
from tiotal.engine.record import record_of
from tiotal.lab import watching
from tiotal.lab.comparing import differences
from tiotal.lab.datasets import read_records, write_records
from tiotal.lab.matches import Matches, Run, play, tally_of, watch
from tiotal.lab.page import comparing_page, report_page
from tiotal.lab.plots import Line, Mark, Plot
from tiotal.lab.report import plots_of
from tiotal.lab.runs import Folder, Plan, go_on
from tiotal.lab.tallies import found_in
from tiotal.words import LANGUAGES

GAMES: list[Game] = [
    Cento(2),
    Cento(4, pairs=True, match="series", limit=30),
    Cento(3, preset="to-20-b", match="first-to", limit=20),
    Nimmt(3),
    Ten(2),
    Ten(5),
]
MATCHES = 40
Output = pytest.CaptureFixture[str]


def named(game: Game) -> str:
    return f"{game.name}-{game.players}"


def positions(game: Game, matches: Matches) -> list[Position]:
    """At the end of each, played again by the engine."""
    found = []
    for place in range(len(matches)):
        position = game.deal(int(matches.seeds[place]))
        for action in matches.moves_of(place).tolist():
            position.play(game.write(action))
        found.append(position)
    return found


# --- What is counted --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_both_forms_count_the_same_and_what_came_of_each_match_is_what_the_engine_says(game: Game) -> None:
    matches = play(Run(game, ("medium", "beginner"), seed=7), 3, MATCHES)
    tally, outcomes = watch(game, matches)
    plain = tally_of(game)()
    state = game.rules.State()
    game.set_up(state)
    module = part_of(game.key, "watching")
    assert module is not None
    form = forms.interpreted(game.rules, *written_like_rules(game.key), module, watching)
    rows: list[Any] = [[0] * MATCHES for _ in range(3)]
    scores = [[0] * game.players for _ in range(MATCHES)]
    winners = [[0] * game.players for _ in range(MATCHES)]
    seeds, moves, ends = (column.tolist() for column in (matches.seeds, matches.moves, matches.ends))
    form.watch_games([state], [plain], seeds, moves, ends, *rows, scores, winners)
    for name in plain.fields:
        assert getattr(plain, name) == tally[name].tolist(), name
    assert rows[2] == outcomes.lead_changes.tolist()
    for place, position in enumerate(positions(game, matches)):
        assert position.is_over
        assert position.scores == outcomes.scores[place].tolist() == scores[place]
        assert [seat in position.winners for seat in range(game.players)] == outcomes.winners[place].tolist()
        assert position.round == outcomes.rounds[place]


def test_cards_and_totals_of_cento_are_counted_as_somebody_would_who_looks_on() -> None:
    game = Cento(3)
    matches = play(Run(game, ("beginner",), seed=1), 0, MATCHES)
    tally = found_in(game, *watch(game, matches))["tally"]
    played: Counter[str] = Counter()
    discarded: Counter[str] = Counter()
    won: Counter[str] = Counter()
    left: Counter[str] = Counter()
    missing: Counter[int] = Counter()
    hit: Counter[int] = Counter()
    for place in range(MATCHES):
        position = game.deal(int(matches.seeds[place]))
        far: int | None = None
        for action in matches.moves_of(place).tolist():
            move = game.move(action)
            {"play": played, "discard": discarded}[move.kind][str(move.card)] += 1
            position.play(move.written)
            table = position.describe()
            if far is not None:
                missing[far] += 1
                hit[far] += position.is_over
            far = abs(table["goal"] - table["total"])
        won[str(move.card)] += 1
        left.update(card for hand in position.describe()["hands"] for card in hand)
    cards = part_of("cento", "game").CARDS  # type: ignore[union-attr]
    for name, counted in (("played", played), ("discarded", discarded), ("won", won), ("left", left)):
        assert {card: n for card, n in zip(cards, tally[name], strict=True) if n} == dict(counted), name
    assert {far: n for far, n in enumerate(tally["missing"]) if n} == dict(missing)
    assert {far: n for far, n in enumerate(tally["missing_hit"]) if n} == {far: n for far, n in hit.items() if n}
    assert tally["rounds"] == MATCHES and sum(tally["turns"]) == MATCHES


def test_cards_that_are_taken_in_10_are_counted_as_the_log_tells() -> None:
    game = Ten(4)
    matches = play(Run(game, ("medium",), seed=2), 0, MATCHES)
    tally = found_in(game, *watch(game, matches))["tally"]
    bought = swaps = laid = 0
    for position in positions(game, matches):
        for move in map(game.parse, position.moves):
            kind = game.move(move).kind
            laid += kind == "lay"
            swaps += kind == "swap"
            bought += kind == "bid"  # every auction ends with somebody taking the card
    assert sum(map(sum, tally["laid"])) == laid
    assert 0 < sum(map(sum, tally["sold"])) <= bought  # of cards that are taken twice the first time counts
    assert 0 < sum(map(sum, tally["swapped"])) <= swaps
    assert sum(tally["place"]) == sum(tally["lost"]) == tally["rounds"]


@pytest.mark.parametrize("name", ["medium", "easy"])
def test_levels_play_here_as_they_do_at_a_table(name: str) -> None:
    """They draw other lots, so it is compared how matches go: their length, which tells of every change."""
    game = Ten(3)
    compiled = watch(game, play(Run(game, (name,)), 0, 4_000))[1].lengths.tolist()
    asked = []
    for seed in range(50):
        position = game.deal(10_000 + seed)
        bots = [make_bot(name, 100 * seed + seat) for seat in range(game.players)]
        while (seat := position.to_move) is not None:
            position.play(bots[seat].choose(position.view(seat)))
        asked.append(len(position.moves))
    assert abs(mean(asked) - mean(compiled)) < 4 * stdev(compiled) / len(asked) ** 0.5


# --- Runs -------------------------------------------------------------------------------------------------------
def contents(folder: Folder) -> dict[str, Any]:
    rows = [row for file in sorted(folder.games.iterdir()) for row in pq.read_table(file).to_pylist()]
    return {"found": folder.found(), "rows": rows}


def test_a_run_is_the_same_however_it_is_cut(tmp_path: Path) -> None:
    run = Run(Nimmt(3), ("easy", "medium"), seed=5)
    whole = Folder.new(tmp_path / "whole", Plan(run, 50))
    go_on(whole, processes=1)
    cut = Folder.new(tmp_path / "cut", Plan(run, 50, portion=7))
    go_on(cut, processes=1)
    assert len(list(cut.games.iterdir())) == 8
    assert contents(cut) == contents(whole)
    seated = [row["players"] for row in contents(whole)["rows"]]
    assert seated[0] == ["easy", "medium", "easy"] and seated[1] == ["medium", "easy", "medium"]


def test_what_was_stopped_is_gone_on_with(tmp_path: Path) -> None:
    plan = Plan(Run(Cento(2), seed=5), 65, portion=10)
    whole = Folder.new(tmp_path / "whole", plan)
    go_on(whole, processes=1)
    stopped = Folder.new(tmp_path / "stopped", plan)
    heard: list[int] = []

    def stop_after_three(more: int) -> None:
        heard.append(more)
        if sum(heard) >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_on(stopped, processes=1, progress=stop_after_three)
    kept = {file.name: file.stat().st_mtime_ns for file in stopped.games.iterdir()}
    assert len(kept) == 3
    again = Folder.begun(stopped.path)
    assert again.plan == plan and again.to_do() == [3, 4, 5, 6]
    go_on(again, processes=1)
    assert contents(again) == contents(whole)
    assert {file.name: file.stat().st_mtime_ns for file in again.games.iterdir() if file.name in kept} == kept
    assert (again.path / "run.json").read_bytes() == (whole.path / "run.json").read_bytes()


def test_bots_that_search_get_iterations_and_play_the_same_in_every_process(tmp_path: Path) -> None:
    plan = Plan(Run(Cento(2), ("hard", "greedy"), seed=5, budget=Budget(iterations=40)), 3)
    folders = [Folder.new(tmp_path / str(processes), plan) for processes in (1, 2)]
    for folder, processes in zip(folders, (1, 2), strict=True):
        go_on(folder, processes=processes)
    assert contents(folders[0]) == contents(folders[1])


def limit_file_size() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


def test_a_run_is_not_gone_on_with_as_another(tmp_path: Path, capsys: Output) -> None:
    """What was asked for would be left out without a word."""
    folder = Folder.new(tmp_path / "run", Plan(Run(Cento(2)), 5))
    for asked in (["ten"], ["--games", "9"], ["--bots", "easy"], ["--option", "preset=race"], ["--seed", "0"]):
        with pytest.raises(SystemExit) as ended:
            main(["lab", "report", *asked, "--resume", str(folder.path), "--language", "en"])
        assert ended.value.code == 2
        assert capsys.readouterr().err.strip().endswith(f"as it was begun: leave out {asked[0]}.")


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(TiotalError, match=r"^A folder .* cannot be made: Not a directory\.$"):
        Folder.new(file / "run", Plan(Run(Cento(2)), 5))


def test_a_full_disk_is_one_sentence_and_what_was_finished_is_there(tmp_path: Path) -> None:
    """Files may not grow over 20 kB: as on a full disk, the write fails."""
    arguments = ["lab", "report", "cento", "--players", "2", "--games", "5000", "--processes", "1"]
    report = [sys.executable, "-m", "tiotal", *arguments, "--language", "en", "--out", "run"]
    done = subprocess.run(report, cwd=tmp_path, preexec_fn=limit_file_size, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith("Nothing could be written to run: ")
    assert "Traceback" not in done.stderr
    assert Folder.begun(tmp_path / "run").to_do() == [0]
    assert list((tmp_path / "run" / "games").iterdir()) == []


def test_a_portion_that_cannot_be_read_is_played_again(tmp_path: Path) -> None:
    plan = Plan(Run(Cento(2), seed=5), 30, portion=10)
    folder = Folder.new(tmp_path / "run", plan)
    found = go_on(folder, processes=1)
    for broken in ('{"broken', "[]", "\x00"):
        (folder.tallies / "000001.json").write_text(broken)
        assert folder.to_do() == [1]
        assert go_on(folder, processes=1) == found


def test_two_who_work_in_one_folder_do_not_hinder_each_other(tmp_path: Path) -> None:
    plan = Plan(Run(Cento(2), seed=5), 40, portion=2)
    folder = Folder.new(tmp_path / "run", plan)
    with ThreadPoolExecutor(4) as everybody:
        asked = [everybody.submit(go_on, Folder.begun(folder.path), processes=1) for _ in range(4)]
        found = [each.result() for each in asked]
    assert all(each == found[0] for each in found) and found[0]["matches"] == 40
    assert sorted(file.name for file in folder.games.iterdir()) == [f"{n:06}.parquet" for n in range(20)]


def test_few_matches_have_a_report_too(tmp_path: Path) -> None:
    """What was hardly ever seen is left out."""
    for game in (Cento(2), Cento(4, pairs=True), Nimmt(2), Ten(2)):
        for matches in (1, 2, 9, 30, 31, 45, 70):
            tally, outcomes = watch(game, play(Run(game, seed=matches), 0, matches))
            plan = Plan(Run(game, seed=matches), matches)
            plots = plots_of(game, found_in(game, tally, outcomes))
            assert all(line.marks for plot in plots for line in plot.lines), (plan, plots)
            assert "lengths" in {plot.name for plot in plots}


# --- Datasets ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_matches_of_a_run_and_records_of_any_source_are_read_back_with_the_same_fingerprints(
    game: Game, tmp_path: Path
) -> None:
    folder = Folder.new(tmp_path / "run", Plan(Run(game, seed=9), 5))
    go_on(folder, processes=1)
    records = list(read_records(folder.games))
    ends = positions(game, play(Run(game, seed=9), 0, 5))
    assert [record.final().fingerprint() for record in records] == [position.fingerprint() for position in ends]
    assert all(set(record.players) == {"medium"} for record in records)
    mine = [record_of(position) for position in ends]
    assert write_records(tmp_path / "mine.parquet", mine) == 5
    assert [record.to_json() for record in read_records(tmp_path / "mine.parquet")] == [one.to_json() for one in mine]
    rows = pq.read_table(tmp_path / "mine.parquet").to_pylist()
    assert [row["fingerprint"] for row in rows] == [position.fingerprint() for position in ends]


def test_what_is_no_dataset_is_refused_with_a_sentence(tmp_path: Path) -> None:
    strange = tmp_path / "strange.parquet"
    strange.write_bytes(b"PAR1 and nothing else")
    other = tmp_path / "other.parquet"
    pq.write_table(pq.read_table(_a_dataset(tmp_path)).replace_schema_metadata({"tiotal": '{"version": 9}'}), other)
    bare = tmp_path / "bare.parquet"
    pq.write_table(pq.read_table(_a_dataset(tmp_path)).replace_schema_metadata({}), bare)
    for file in (strange, other, bare, tmp_path / "missing.parquet"):
        with pytest.raises(TiotalError) as refused:
            list(read_records(file))
        assert file.name in refused.value.sentence("en")


def _a_dataset(tmp_path: Path) -> Path:
    (end,) = positions(Cento(2), play(Run(Cento(2)), 0, 1))
    write_records(tmp_path / "one.parquet", [record_of(end)])
    return tmp_path / "one.parquet"


# --- The page ---------------------------------------------------------------------------------------------------
class Page(HTMLParser):
    """What is on a page, as far as it matters here."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.links += [
            value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")
        ]

    def handle_data(self, data: str) -> None:
        if self.get_starttag_text() != "<style>" and not (self.get_starttag_text() or "").startswith("<style "):
            self.words.append(data)


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Plan, Any]]:
    found = {}
    for game in (Cento(3), Cento(2, match="series", limit=40), Nimmt(3), Ten(3)):
        plan = Plan(Run(game, seed=4), 600)
        folder = Folder.new(tmp_path_factory.mktemp("report") / "run", plan)
        found[f"{game.name}-{game.options.get('match')}"] = (plan, go_on(folder, processes=1))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_every_plot_with_a_sentence_and_a_table_and_needs_nothing_else(
    reported: dict[str, tuple[Plan, Any]], language: str
) -> None:
    for plan, found in reported.values():
        plots = plots_of(plan.run.game, found)
        text = report_page(plan, found, language)
        page = Page(text)
        assert page.tags["section"] == page.tags["svg"] == page.tags["figcaption"] == page.tags["table"] == len(plots)
        assert page.tags["desc"] == len(plots)  # for those who do not see them
        assert page.links == [] and page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
        words = " ".join(page.words)
        assert "{" not in words
        assert f"tiotal lab report {plan.run.game.name}" in words
        assert "#010101" not in text and "var(--first)" in text
        rows = sum(len(line.marks) for plot in plots for line in plot.lines)
        assert page.tags["tr"] >= rows + len(plots)


def test_every_number_lies_in_its_interval(reported: dict[str, tuple[Plan, Any]]) -> None:
    for plan, found in reported.values():
        for plot in plots_of(plan.run.game, found):
            for line in plot.lines:
                for mark in line.marks:
                    assert mark.low - 1e-9 <= mark.value <= mark.high + 1e-9, (plot.name, mark)
                    assert plot.unit != "share" or -1e-9 <= mark.low <= mark.high <= 1 + 1e-9


def test_two_runs_of_the_same_differ_in_nothing_and_two_variants_in_much(tmp_path: Path) -> None:
    def found(name: str, game: Game, seed: int) -> tuple[Plan, Any]:
        plan = Plan(Run(game, seed=seed), 2_000)
        return plan, go_on(Folder.new(tmp_path / name, plan), processes=1)

    one, twin = found("one", Cento(2), 1), found("twin", Cento(2), 500_000)
    other = found("other", Cento(2, preset="to-20-a"), 1)
    plots = [plots_of(plan.run.game, what) for plan, what in (one, twin, other)]
    assert differences(plots[0], plots[1]) == []
    told = differences(plots[0], plots[2])
    assert len(told) > 10 and told[0].chance < 1e-6
    for language in LANGUAGES:
        page = Page(comparing_page(one, other, language))
        assert page.tags["svg"] > 5 and page.tags["tr"] > 10 and page.tags["h3"] > 3


def test_holm_lets_through_no_more_than_he_should() -> None:
    """Of a hundred comparisons with a chance of 1 % each, none is told of; one that is sure is."""

    def plot(values: list[float]) -> Plot:
        marks = tuple(Mark(str(n), value, value - 0.02, value + 0.02, 99) for n, value in enumerate(values))
        return Plot("seats", "dots", (Line("", marks),), "share")

    level = [0.5] * 100
    a_bit_off = [0.5 + 2.58 * 0.0144] * 100  # about 1 % by chance
    assert differences([plot(level)], [plot(a_bit_off)]) == []
    assert len(differences([plot(level)], [plot([*a_bit_off[:99], 0.9])])) == 1


# --- The command ------------------------------------------------------------------------------------------------
def command(*arguments: object) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["lab", *map(str, arguments)])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def test_the_command_writes_a_page_its_numbers_and_the_matches(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "run"
    asked = ("report", "cento", "--players", 2, "--games", 300, "--processes", 1, "--seed", 3, "--language", "sv")
    assert command(*asked, "--out", out) == 0
    assert capsys.readouterr().out.strip() == f"Rapporten finns i {out / 'report.html'}"
    report = json.loads((out / "report.json").read_text())
    assert report["matches"] == 300 == report["run"]["matches"]
    assert {plot["name"] for plot in report["plots"]} >= {"lengths", "cento.dangerous_totals", "cards_used"}
    assert pq.read_table(out / "games").num_rows == 300
    pictures = [ET.parse(file).getroot() for file in (out / "plots").glob("*.svg")]
    assert len(pictures) == len(report["plots"]) and all(picture.tag.endswith("}svg") for picture in pictures)
    before = (out / "report.json").read_bytes()
    assert command("report", "--resume", out, "--language", "is") == 0  # nothing is left to be played
    assert (out / "report.json").read_bytes() == before
    assert 'lang="is"' in (out / "report.html").read_text()
    capsys.readouterr()
    assert command(*asked, "--out", out) == 2
    assert "--resume" in capsys.readouterr().err


def test_what_cannot_be_done_is_said_in_one_sentence(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "run.json").write_text('{"format": "something else"}')
    asked = [
        ("report",),
        ("report", "chess"),
        ("report", "cento", "--games", 0),
        ("report", "cento", "--bots", "nobody", "--out", tmp_path / "new"),
        ("report", "cento", "--bots", ",", "--out", tmp_path / "new"),
        ("report", "cento", "--option", "preset=own", "--out", tmp_path / "new"),
        ("report", "cento", "--processes", 0, "--out", tmp_path / "new0"),
        ("report", "cento", "--bots", "hard", "--budget", "50ms", "--out", tmp_path / "new"),
        ("report", "cento", "--out", tmp_path / "file"),
        ("report", "cento", "--out", tmp_path),
        ("report", "--resume", tmp_path),
        ("report", "--resume", tmp_path / "nowhere"),
        ("compare", tmp_path, tmp_path),
        ("compare", tmp_path),
    ]
    for arguments in asked:
        assert command(*arguments, "--language", "en") == 2, arguments
        told = capsys.readouterr()
        assert told.out == "" and len(told.err.strip().splitlines()) == 1, arguments
    assert not (tmp_path / "new").exists()
