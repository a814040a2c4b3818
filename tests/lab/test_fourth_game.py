"""A game that is a package of its own, one folder and nothing else: everything that games can do, it can."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.packages import environment, install
from tests.kit.server import Device, Player, Server, WithLadder, connected, play_on, running, two_players

TOLD = {"en": "climbed to", "is": "klifrar", "sv": "klättrade"}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    install(folder, "ladder", "tests.ladder")
    return folder


def tiotal(packages: Path, *arguments: str, given: str = "", language: str = "en") -> str:
    settings = os.environ | environment(packages) | {"TIOTAL_LANGUAGE": language}
    command = [sys.executable, "-m", "tiotal", *arguments]
    done = subprocess.run(command, env=settings, input=given, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- The engine and the lab -------------------------------------------------------------------------------------
def test_it_is_simulated(packages: Path) -> None:
    summary = json.loads(tiotal(packages, "simulate", "ladder", "--games", "300", "--json"))
    assert summary["games"] == 300


def test_it_is_traced_in_both_forms_alike(packages: Path) -> None:
    traces = [
        tiotal(packages, "trace", "ladder", "--seed", "4", "--form", form) for form in ("interpreted", "compiled")
    ]
    assert traces[0] == traces[1]
    first, *_, last = (json.loads(line) for line in traces[0].splitlines())
    assert (first["game"], last["kind"]) == ("ladder", "end")


@pytest.mark.thorough
def test_bots_search_it_and_meet_in_the_arena(packages: Path) -> None:
    """Also a bot that searches, with no policy of the game's own."""
    contest = ("--bots", "random,hard", "--players", "2", "--games", "60", "--seed", "1", "--processes", "1")
    report = json.loads(tiotal(packages, "arena", "ladder", *contest, "--json"))
    shares = {bot["bot"]: bot["win_share"] for bot in report["bots"]}
    assert shares["hard"] > shares["random"]


def test_it_has_a_report(packages: Path, tmp_path: Path) -> None:
    """Of what all games have in common."""
    asked = ("--players", "3", "--games", "200", "--processes", "1", "--out", str(tmp_path / "run"), "--json")
    report = json.loads(tiotal(packages, "lab", "report", "ladder", *asked))
    assert report["matches"] == 200 and {"lengths"} < {plot["name"] for plot in report["plots"]}
    assert (tmp_path / "run" / "report.html").exists()


# --- The terminal -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", TOLD)
def test_it_is_played_told_saved_and_verified_in_the_plain_terminal(
    packages: Path, tmp_path: Path, language: str
) -> None:
    file = tmp_path / "ladder.json"
    arguments = ("play", "ladder", "--players", "2", "--seed", "1", "--level", "easy", "--save", str(file))
    shown = tiotal(packages, *arguments, given="rest\n" * 60, language=language)
    assert TOLD[language] in shown
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "ladder"
    assert "ladder.json" in tiotal(packages, "verify", str(file))
    assert TOLD[language] in tiotal(packages, "replay", str(file), given="\n" * 200, language=language)


# --- The server -------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), kind=WithLadder) as found:
        yield found


@pytest.fixture(autouse=True)
def only_the_server_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "checks", False)


@pytest.mark.parametrize("language", TOLD)
def test_it_is_listed_with_its_words(server: Server, language: str) -> None:
    told = Device(server.url).get(f"/api/games?language={language}").json()
    ladder = next(game for game in told["games"] if game["name"] == "ladder")
    assert TOLD[language] in ladder["sentences"]["done.climb"]
    assert set(ladder["fields"]) == {"top", "stock"}


def test_it_is_played_over_the_websocket_by_two_devices(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, "ladder") as (table_id, host, guest):
            await play_on([host, guest], lambda legal: legal[0])
            assert host.table["phase"] == "over"
            steps = Device(server.url, host.token).get(f"/api/tables/{table_id}/matches/1/steps").json()
            assert steps["steps"][0]["table"]["stock"] == 20 - 2 * 4

    asyncio.run(play())


def test_a_bot_and_a_hint_play_it_at_a_live_table(server: Server) -> None:
    async def play() -> None:
        device = Device(server.url)
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "hard"}]
        opened = await asyncio.to_thread(lambda: device.open("ladder", 2, seats=seats))
        async with connected(server.url, opened["id"], device.token) as ada:
            await ada.must({"type": "start", "share": None})
            while ada.to_move is None and ada.table["phase"] == "playing":
                await ada.hear()
            await ada.send({"type": "hint", "request": "h", "seat": 0})
            advice = await ada.until(lambda message: message.get("request") == "h")
            assert advice["type"] == "advice"
            assert advice["moves"][0]["move"]["kind"] in ("climb", "rest")
            await play_on([ada], lambda legal: legal[0])
            assert ada.table["phase"] == "over"

    asyncio.run(play())
