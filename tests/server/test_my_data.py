"""What people leave on a server: they see it all, and it goes when they say so, when the host does, or in time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.kit.server import (
    SECONDS,
    ConnectionClosed,
    Device,
    Json,
    Player,
    Server,
    a_bot,
    a_person,
    chance,
    connected,
    new_token,
    play_on,
    running,
    two_players,
)
from tests.kit.services import Postgres, postgres
from tiotal.cli import main
from tiotal.engine.errors import TiotalError
from tiotal.server.devices import device_with
from tiotal.server.settings import ServerSettings, check_days

__all__ = ["postgres"]

NAME, TEXT = "Zebedeus", "min mormor heter Qvintina"
A_DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("mine")) as found:
        yield found


@contextlib.asynccontextmanager
async def an_evening(
    url: str, second_url: str = "", moves: int = 6
) -> AsyncIterator[tuple[str, Device, Device, Player, Player]]:
    """Zebedeus plays at the table of Ada, and has written something."""
    host, guest = Device(url), Device(second_url or url)
    options = {"preset": "race", "target": 30}
    opened = await asyncio.to_thread(host.open, "cento", 2, settings={"free_text": True}, options=options)
    async with (
        connected(url, opened["id"], host.token) as ada,
        connected(second_url or url, opened["id"], guest.token) as zeb,
    ):
        await zeb.must({"type": "sit", "name": NAME, "share": chance()})
        started = await ada.must({"type": "start", "share": chance()})
        await zeb.until_number(started["turn"]["number"])
        await play_on([ada, zeb], random.Random(3).choice, moves)
        said = await zeb.must({"type": "say", "seat": 1, "what": TEXT, "sign": "text"})
        await ada.until_number(said["turn"]["number"])
        yield opened["id"], host, guest, ada, zeb


def bytes_on_disk(server: Server) -> bytes:
    return b"".join(path.read_bytes() for path in server.folder.glob("tiotal.db*"))


def find_on_disk(server: Server, *texts: str) -> list[str]:
    """Those that stand anywhere in the files of the database, also where nothing is looked up any more."""
    kept = bytes_on_disk(server)
    return [text for text in texts if text.encode() in kept]


# --- Seeing -----------------------------------------------------------------------------------------------------
def test_a_device_is_told_all_that_it_has_left_and_nothing_of_others(server: Server) -> None:
    async def play() -> None:
        async with an_evening(server.url) as (table_id, host, guest, _, zeb):
            told: Json = (await asyncio.to_thread(guest.get, "/api/my-data")).json()
            assert told["device"] == device_with(guest.token) and told["days"] == 90
            (table,) = told["tables"]
            assert table["id"] == table_id and table["game"] == "cento"
            assert table["names"] == [NAME] and [one["text"] for one in table["texts"]] == [TEXT]
            assert 1 <= table["moves"] <= 5 and table["sayings"] == 1
            assert not table["opened"] and not table["hosts"]
            assert table["forgotten_at"] == table["last_at"] + 90 * A_DAY
            assert "Ada" not in json.dumps(told) and device_with(host.token) not in json.dumps(told)
            (hosted,) = (await asyncio.to_thread(host.get, "/api/my-data")).json()["tables"]
            assert hosted["opened"] and hosted["hosts"] and hosted["names"] == ["Ada"]
            assert zeb.token not in json.dumps(told)

    asyncio.run(play())


def test_whoever_only_knocked_finds_that_too(server: Server) -> None:
    host, stranger = Device(server.url), Device(server.url)
    opened = host.open("cento", 2)

    async def knock() -> None:
        async with (
            connected(server.url, opened["id"], host.token) as ada,
            connected(server.url, opened["id"], stranger.token) as zeb,
        ):
            await ada.must({"type": "door", "door": "ask"})
            asked = await zeb.must({"type": "sit", "name": NAME, "share": chance()})
            await ada.must({"type": "answer_knock", "knock": asked["knock"], "let_in": False})

    asyncio.run(knock())
    assert [table["names"] for table in stranger.get("/api/my-data").json()["tables"]] == [[NAME]]
    assert stranger.get("/api/history").json()["tables"] == []  # it never sat there
    assert stranger.ask("DELETE", "/api/my-data").json() == {"tables": 1}
    assert stranger.get("/api/my-data").json()["tables"] == []


def test_somebody_who_has_left_nothing_is_told_so(server: Server) -> None:
    device = Device(server.url)
    assert device.get("/api/my-data").json()["tables"] == []
    assert device.ask("DELETE", "/api/my-data").json() == {"tables": 0}
    assert Device(server.url, "").get("/api/my-data").status_code == 401


# --- Deleting what one has left ---------------------------------------------------------------------------------
def test_what_a_person_deletes_is_gone_from_the_disk_and_the_others_play_on(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with an_evening(server.url) as (table_id, host, guest, ada, zeb):
            device = device_with(guest.token)
            assert set(find_on_disk(server, NAME, TEXT, device)) == {NAME, TEXT, device}
            before = server.entries(table_id)
            answer = await asyncio.to_thread(guest.ask, "DELETE", "/api/my-data")
            assert answer.json() == {"tables": 1}
            assert find_on_disk(server, NAME, TEXT, device) == []
            after = server.entries(table_id)
            assert [row[1:3] for row in after[:-1]] == [row[1:3] for row in before]  # numbers and times
            told = await ada.until(lambda message: message["type"] == "news")
            assert told["event"] == {"kind": "forgotten", "seats": [1]}
            assert NAME not in ada.heard[-2]["table"]["seats"][1]["name"] and ada.heard[-2]["type"] == "welcome"
            assert TEXT not in json.dumps(ada.heard[-2]["sayings"])
            assert ada.table["seats"][1]["stand_in"] == "medium" and ada.table["phase"] == "playing"
            await zeb.until(lambda message: message["type"] == "welcome")
            assert zeb.mine == [] and zeb.welcome["matches"] == []  # it is nobody's here any more
            answer_to_move = await zeb.ask({"type": "pause"})
            assert answer_to_move["code"] == "table.not_seated"
            await play_on([ada], random.Random(4).choice)  # to the end, with a bot in that seat
            assert ada.table["phase"] == "over"
            names = (await asyncio.to_thread(host.get, f"/api/tables/{table_id}/matches/1/record")).json()["players"]
            assert names[0] == "Ada" and NAME not in names
            (listed,) = (await asyncio.to_thread(host.get, "/api/history")).json()["tables"]
            assert NAME not in listed["names"] and len(listed["names"]) == 2
            assert (await asyncio.to_thread(guest.get, "/api/history")).json()["tables"] == []
        server.kill()
        server.start()  # nothing of it comes back with the log
        assert find_on_disk(server, NAME, TEXT, device) == []
        assert NAME not in Device(server.url, host.token).get(f"/api/tables/{table_id}").text

    with running(tmp_path) as server:
        asyncio.run(play(server))


def test_a_browser_gets_another_secret_afterwards(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=SECONDS) as browser:
        first = browser.post("/api/device").json()["device"]
        browser.post("/api/tables", json={"game": "cento", "players": 2, "seats": [a_person(), a_bot()]})
        assert len(browser.get("/api/my-data").json()["tables"]) == 1
        assert browser.delete("/api/my-data").json() == {"tables": 1}
        assert "tiotal_device" not in browser.cookies
        assert browser.post("/api/device").json()["device"] != first


def test_a_page_of_another_site_deletes_nothing(server: Server) -> None:
    device = Device(server.url)
    opened = device.open()
    for path in ("/api/my-data", f"/api/tables/{opened['id']}"):
        answer = device.ask("DELETE", path, headers={"Origin": "https://elsewhere.example"})
        assert answer.status_code == 403
    assert len(device.get("/api/my-data").json()["tables"]) == 1


# --- The host deletes a table -----------------------------------------------------------------------------------
def test_the_host_deletes_a_table_for_everybody(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with an_evening(server.url) as (table_id, host, guest, ada, zeb):
            refused = await asyncio.to_thread(guest.ask, "DELETE", f"/api/tables/{table_id}")
            assert refused.status_code == 403 and refused.json()["code"] == "table.not_host"
            done = await asyncio.to_thread(host.ask, "DELETE", f"/api/tables/{table_id}")
            assert done.status_code == 200, done.text
            for player in (ada, zeb):
                with pytest.raises(ConnectionClosed) as closed:
                    await player.until(lambda message: False)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
                assert player.heard[-1]["code"] == "server.no_table"
            assert find_on_disk(server, NAME, "Ada", TEXT, device_with(host.token)) == []
            for device in (host, guest):
                assert (await asyncio.to_thread(device.get, f"/api/tables/{table_id}")).status_code == 404
                assert (await asyncio.to_thread(device.get, "/api/history")).json()["tables"] == []
            again = await asyncio.to_thread(host.ask, "DELETE", f"/api/tables/{table_id}")
            assert again.status_code == 404

    with running(tmp_path) as server:
        asyncio.run(play(server))


# --- In time ----------------------------------------------------------------------------------------------------
def set_clock_back(server: Server, days: int) -> None:
    """All that is there happened so long ago."""
    with contextlib.closing(sqlite3.connect(server.file)) as database, database:
        database.execute("update entries set at = at - ?", (days * A_DAY,))
        database.execute("update tables set changed_at = changed_at - ?", (days * A_DAY,))


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_table_forgets_its_people_after_ninety_days_and_no_sooner(tmp_path: Path) -> None:
    async def play(server: Server) -> tuple[str, str]:
        async with an_evening(server.url) as (table_id, _, guest, _, _):
            return table_id, guest.token

    with running(tmp_path) as server:
        table_id, token = asyncio.run(play(server))
        host = Device(server.url)
        deleted, other = host.open(), host.open()
        assert host.ask("DELETE", f"/api/tables/{deleted['id']}").status_code == 200
        server.stop()
        set_clock_back(server, 89)
        server.start()
        wait_until(lambda: not server.entries(deleted["id"]))  # a day later nothing is left of it, and …
        assert server.entries(other["id"])
        assert find_on_disk(server, NAME, TEXT, device_with(token)) == [NAME, TEXT, device_with(token)]
        server.stop()
        set_clock_back(server, 2)
        server.start()
        wait_until(lambda: not find_on_disk(server, NAME, TEXT, device_with(token)))
        played = [body for *_, body in server.entries(table_id) if re.match('{"kind":"(moved|tried)"', body)]
        assert len(played) == 6  # what was played is there
        assert Device(server.url, token).get("/api/my-data").json()["tables"] == []
        shown = Device(server.url, token).get(f"/api/tables/{table_id}").json()
        assert shown["table"]["phase"] == "ended" and shown["mine"] == []


def test_the_operator_chooses_how_long_names_are_kept(tmp_path: Path) -> None:
    assert ServerSettings().forget_after == 90
    with running(tmp_path, options=("--forget-after", "0")) as server:
        device = Device(server.url)
        device.open(seats=[a_person(NAME)])
        server.stop()
        set_clock_back(server, 5_000)
        server.start()
        assert device.get("/api/my-data").json()["days"] is None
        assert find_on_disk(server, NAME) == [NAME]
    with pytest.raises(TiotalError) as refused:
        check_days(-3)
    assert "0 keeps names for ever" in refused.value.sentence("en")


# --- Several processes ------------------------------------------------------------------------------------------
def in_postgres(database: str) -> str:
    """All that is to be read there."""
    with psycopg.connect(database) as connection:
        names = [row[0] for row in connection.execute("select tablename from pg_tables where schemaname = 'public'")]
        return "\n".join(str(row) for name in names for row in connection.execute(f"select * from {name}"))


def test_other_processes_forget_too(tmp_path: Path, postgres: Postgres) -> None:
    """They have the table in use, and hear of it from the log alone."""
    database = postgres.new_database()
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()

    async def play(first: Server, second: Server) -> None:
        async with an_evening(first.url, second.url, moves=0) as (table_id, host, guest, ada, zeb):
            assert NAME in in_postgres(database)
            here = Device(second.url, guest.token)
            assert (await asyncio.to_thread(here.ask, "DELETE", "/api/my-data")).json() == {"tables": 1}
            for gone in (NAME, TEXT, device_with(guest.token)):
                assert gone not in in_postgres(database)
            await ada.until(lambda message: message["type"] == "welcome")  # from the other process
            assert NAME not in json.dumps(ada.table)
            there = Device(first.url, host.token)
            assert (await asyncio.to_thread(there.ask, "DELETE", f"/api/tables/{table_id}")).status_code == 200
            wait_until(lambda: here.get(f"/api/tables/{table_id}").status_code == 404)
            assert there.get(f"/api/tables/{table_id}").status_code == 404
            assert "Ada" not in in_postgres(database)
            with pytest.raises(ConnectionClosed):
                await zeb.until(lambda message: False)

    with running(folders[0], database) as first, running(folders[1], database) as second:
        asyncio.run(play(first, second))


def test_somebody_who_moves_while_being_forgotten_is_refused_or_heard_but_never_in_between(server: Server) -> None:
    """Both at once, again and again: the log has no gap, and no name comes back."""

    async def once() -> None:
        async with two_players(server.url, settings={"free_text": True}) as (table_id, host, guest):
            ada, zeb = host, guest
            mover: Player = ada if ada.to_move is not None else zeb
            seat = mover.to_move
            assert seat is not None
            gone = Device(server.url, mover.token)
            moving = asyncio.ensure_future(mover.ask(mover.a_move(mover.matches[seat]["legal"][0]["written"], seat)))
            deleting = asyncio.ensure_future(asyncio.to_thread(gone.ask, "DELETE", "/api/my-data"))
            answer, deleted = await asyncio.gather(moving, deleting)
            assert deleted.status_code == 200
            assert answer["type"] == "news" or answer["code"] in ("table.not_your_seat", "table.ended")
            assert device_with(mover.token) not in "".join(body for *_, body in server.entries(table_id))
            numbers = [number for _, number, *_ in server.entries(table_id)]
            assert numbers == list(range(1, len(numbers) + 1))

    async def play() -> None:
        for _ in range(5):
            await once()

    asyncio.run(play())


# --- The operator -----------------------------------------------------------------------------------------------
def data(*arguments: str, database: str) -> int:
    """The exit code of the command, run in this process."""
    with pytest.raises(SystemExit) as stop:
        main(["--language", "en", "data", *arguments, "--database", database])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def test_the_operator_deletes_what_a_device_has_left_and_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as server:
        zeb, ada = Device(server.url), Device(server.url)
        opened = zeb.open(seats=[a_person(NAME)])
        kept = ada.open(seats=[a_person("Alfhild")])
        server.stop()
    by_device = ("delete", "--device", device_with(zeb.token))
    assert data(*by_device, database=server.database) == 2
    assert "--yes" in capsys.readouterr().err and find_on_disk(server, NAME)
    assert data(*by_device, "--yes", database=server.database) == 0
    assert find_on_disk(server, NAME, device_with(zeb.token)) == []
    assert server.entries(opened["id"]) and find_on_disk(server, "Alfhild") == ["Alfhild"]
    assert data("delete", "--table", kept["id"], "--yes", database=server.database) == 0
    assert find_on_disk(server, "Alfhild", device_with(ada.token)) == []
    capsys.readouterr()
    for wrong in (["--device", "nobody"], ["--table", kept["id"]], [], ["--device", "a", "--table", "b"]):
        assert data("delete", *wrong, "--yes", database=server.database) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_operator_of_several_processes_deletes_while_they_run(tmp_path: Path, postgres: Postgres) -> None:
    async def play(server: Server) -> None:
        async with two_players(server.url) as (table_id, ada, bo):
            done = await asyncio.to_thread(
                data, "delete", "--device", device_with(bo.token), "--yes", database=server.database
            )
            assert done == 0
            await ada.until(lambda message: message["type"] == "welcome")
            assert ada.table["seats"][1]["stand_in"] == "medium"
            await asyncio.to_thread(data, "delete", "--table", table_id, "--yes", database=server.database)
            with pytest.raises(ConnectionClosed):
                await ada.until(lambda message: False)

    with running(tmp_path, postgres.new_database()) as server:
        asyncio.run(play(server))


def test_what_is_forgotten_is_not_in_exports_and_an_export_of_it_comes_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        zeb, ada = Device(server.url), Device(server.url)
        forgotten = zeb.open(seats=[a_person(NAME), a_bot()])
        deleted = ada.open(seats=[a_person("Alfhild")])
        kept = ada.open(seats=[a_person("Alfhild")])
        zeb.ask("DELETE", "/api/my-data")
        ada.ask("DELETE", f"/api/tables/{deleted['id']}")
        server.stop()
        file = tmp_path / "games.jsonl"
        assert data("export", str(file), database=server.database) == 0
        lines = file.read_text().splitlines()
        assert {json.loads(line)["table"] for line in lines[1:]} == {forgotten["id"], kept["id"]}
        assert NAME not in file.read_text() and deleted["id"] not in file.read_text()
        assert data("import", str(file), database=f"sqlite:///{tmp_path / 'other.db'}") == 0


def test_a_new_device_is_not_mistaken_for_one_that_is_forgotten(server: Server) -> None:
    zeb = Device(server.url)
    opened = zeb.open(seats=[a_person(NAME), a_bot()])
    zeb.ask("DELETE", "/api/my-data")
    assert Device(server.url, new_token(server.url)).get(f"/api/tables/{opened['id']}").json()["mine"] == []
