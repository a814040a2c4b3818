"""`tiotal load`: people who play at many tables of a real server, and what is measured of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.cli.test_cli import run
from tests.kit.server import Server, free_port, running
from tiotal.cli import main
from tiotal.lab import hostile
from tiotal.lab.load import LoadPlan, LoadReport
from tiotal.table.entries import Entry, Moved

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("load")) as found:
        yield found


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players"), [("cento", 2), ("nimmt", 4), ("ten", 3)])
def test_acknowledged_moves_are_counted_and_are_in_the_database(
    server: Server, game: str, players: int, capsys: Output
) -> None:
    before = len(moves_in(server))
    command = f"load --url {server.url} --tables 4 --seconds 1 --rate 100 --game {game} --players {players} --json"
    assert run(*command.split()) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["tables"], report["people"]) == (4, 4 * players)
    assert 0 < report["moves"] <= len(moves_in(server)) - before
    assert 0 < report["ms_median"] <= report["ms_p99"] <= report["ms_max"]
    assert report["reconnects"] == 0
    assert not set(report["errors"]) - {"table.too_late"}


def moves_in(server: Server) -> list[Entry]:
    log = [Entry.read(number, at, body) for _, number, at, body in server.entries()]
    return [entry for entry in log if isinstance(entry.event, Moved)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "words"), {"en": "Acknowledged moves", "sv": "Bekräftade drag", "is": "Staðfest skref"}.items()
)
def test_the_report_is_a_table_in_every_language(server: Server, language: str, words: str, capsys: Output) -> None:
    command = f"load --url {server.url}/ --tables 1 --seconds 1 --rate 20 --language {language}"
    with pytest.raises(SystemExit) as stop:
        main(command.split())
    assert stop.value.code == 0
    assert words in capsys.readouterr().out


@pytest.mark.thorough
def test_people_who_do_not_move_are_only_connected(server: Server, capsys: Output) -> None:
    assert run(*f"load --url {server.url} --tables 3 --seconds 1 --rate -1 --json".split()) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["moves"], report["errors"], report["reconnects"]) == (0, {}, 0)


def test_the_99th_percentile_is_longer_than_99_of_100_waits() -> None:
    report = LoadReport(seconds=2.0, moves=200, waits=[number / 1000 for number in range(1, 201)])
    told = report.as_dict()
    assert (told["moves_per_second"], told["ms_median"], told["ms_p99"], told["ms_max"]) == (100.0, 101.0, 199.0, 200.0)
    assert LoadReport().as_dict()["ms_p99"] == 0.0


def test_all_tables_together_move_as_often_as_was_asked_for() -> None:
    plan = LoadPlan("http://localhost", tables=500, seconds=10, rate=1_000, game="cento")
    assert plan.pause == 0.5
    assert plan.steps == 510


# --- Bad input --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "sentence"),
    {
        "--url localhost:8100": "The address of a server must be http://… or https://…, not 'localhost:8100'.",
        "--url http://": "The address of a server must be",
        "--url http://x:99999": "The address of a server must be",
        "--url http://[": "The address of a server must be",
        "--tables 0": "The number of tables must be from 1 to 100000, not 0.",
        "--seconds 0": "The number of seconds must be from 1 to 1000000, not 0.",
        "--seconds soon": "--seconds must be a whole number, not soon.",
        "--game chess": "There is no game chess;",
        "--players 9": "Cento is for 2 to 8 players, not 9.",
    }.items(),
)
def test_bad_input_gets_a_sentence(options: str, sentence: str, capsys: Output) -> None:
    assert run("load", *options.split()) == 2
    assert sentence in capsys.readouterr().err


def test_where_no_server_is_a_sentence_says_so(capsys: Output) -> None:
    assert run("load", "--url", f"http://127.0.0.1:{free_port()}", "--tables", "1") == 2
    assert "There is no server to play with at" in capsys.readouterr().err


class Other(BaseHTTPRequestHandler):
    """Some web server that is no Tiotal server."""

    body = b"<html>"
    status = 200

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(self.status)
        self.send_header("content-length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.mark.parametrize(("status", "body"), [(200, b"<html>"), (201, b"[]"), (201, b"\xff"), (404, b'{"a": 1}')])
def test_another_kind_of_server_gets_a_sentence_too(status: int, body: bytes, capsys: Output) -> None:
    kind = type("Kind", (Other,), {"status": status, "body": body})
    with HTTPServer(("127.0.0.1", 0), kind) as other:
        serving = threading.Thread(target=other.serve_forever)
        serving.start()
        try:
            assert run("load", "--url", f"http://127.0.0.1:{other.server_address[1]}", "--tables", "1") == 2
        finally:
            other.shutdown()
            serving.join()
    assert f"opens no table: HTTP {status}" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_server_that_is_away_for_a_moment_is_found_again(tmp_path: Path, capsys: Output) -> None:
    with running(tmp_path) as found:

        def kill_and_start() -> None:
            found.kill()
            found.start()

        restart = threading.Timer(6.0, kill_and_start)
        restart.start()
        assert run(*f"load --url {found.url} --tables 2 --seconds 10 --rate 40 --json".split()) == 0
        restart.join()
    report = json.loads(capsys.readouterr().out)
    assert report["moves"] > 0
    assert report["reconnects"] > 0


@pytest.mark.thorough
def test_a_hostile_hour_measures_honest_people_beside_strangers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few seconds of it: all crews are at work, people play, and the class comes in."""
    for name, value in {"SECONDS_TO_WARM_UP": 1.0, "CREW": 2, "PAIRS": 5, "WITH_BOTS": 3, "CLASS": 10}.items():
        monkeypatch.setattr(hostile, name, value)
    with running(tmp_path) as server:
        report = hostile.run_hostile_hour(LoadPlan(server.url, 1, 4, 0, "cento")).as_dict()
    assert report["moves"]["count"] > 20 and report["bots"]["count"] > 0
    assert report["moves"]["ms_median"] <= report["moves"]["ms_p99"] <= report["moves"]["ms_max"]
    crews = {"half requests", "codes", "records", "hints", "reactions", "silent messages", "comings and goings"}
    assert crews | {"nonsense", "tables looked at"} <= set(report["strangers"])
    assert report["class"]["joined"] == hostile.CLASS
    assert report["answers"]["server.too_fast"] > 0
    assert report["memory_mb"]["most"] > 30
