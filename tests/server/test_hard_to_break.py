"""People who cheat, machines that fail: each fault that was once found, with what happens now (docs/server.md)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.kit.server import (
    SECONDS,
    Device,
    Impatient,
    Json,
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
from tests.kit.services import Postgres, Redis, a_postgres, postgres, redis
from tiotal.server.bus import read_notice, write_notice
from tiotal.server.limits import MOST_UNSENT, ByNetwork, Open, networks_of
from tiotal.server.play import LATER
from tiotal.service.host import Notice
from tiotal.table.answers import SECONDS_AWAY
from tiotal.table.entries import Entry, Said

__all__ = ["postgres", "redis"]

HALF_A_REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), kind=Impatient) as found:
        yield found


def counted(server: Server, name: str) -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


# --- Somebody who is there is not replaced ----------------------------------------------------------------------
async def try_to_replace(url: str, table_id: str, token: str) -> str:
    """Hello and at once the wish; what was answered."""
    async with connected(url, table_id, token) as cheat:
        answer = await cheat.ask({"type": "replace", "seat": 1, "level": "beginner"})
        return str(answer.get("code", answer["type"]))


@pytest.mark.thorough
def test_nobody_is_replaced_who_is_connected_to_another_process(tmp_path: Path, postgres: Postgres) -> None:
    """Without a bus that could have told; also not right after that process has ended."""
    database = postgres.new_database()
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()

    async def play(first: Server, second: Server) -> None:
        host = Device(first.url)
        opened = await asyncio.to_thread(host.open, "cento", 2)
        guest = new_token(second.url)
        async with connected(second.url, opened["id"], guest) as ben:
            await ben.must({"type": "sit", "name": "Ben", "share": chance()})
            async with connected(first.url, opened["id"], host.token) as ada:
                await ada.must({"type": "start", "share": chance()})
            for _ in range(10):
                assert await try_to_replace(first.url, opened["id"], host.token) == "table.is_here"
            second.kill()
            assert await try_to_replace(first.url, opened["id"], host.token) in ("table.is_here", "table.was_here")
            first.kill()
            first.start()
            assert await try_to_replace(first.url, opened["id"], host.token) in ("table.is_here", "table.was_here")

    with running(folders[0], database) as first, running(folders[1], database) as second:
        asyncio.run(play(first, second))


def test_nobody_is_replaced_right_after_a_restart(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with two_players(server.url) as (table_id, host, _):
            server.kill()
        server.start()
        assert await try_to_replace(server.url, table_id, host.token) == "table.was_here"

    with running(tmp_path) as server:
        asyncio.run(play(server))
    assert SECONDS_AWAY >= 5


# --- Sockets ----------------------------------------------------------------------------------------------------
def test_half_requests_are_given_up_and_lock_nobody_out(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        slow = [
            stack.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", server.port))))
            for _ in range(350)
        ]
        for each in slow:
            each.sendall(HALF_A_REQUEST)
        body = stack.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", server.port))))
        body.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert httpx.get(f"{server.url}/healthz", timeout=5).status_code == 200
        for each in (*slow, body):
            each.settimeout(SECONDS)
            with contextlib.suppress(ConnectionResetError):
                assert each.recv(100) == b""
    assert "half_headers" in server.log.read_text()
    assert counted(server, 'tiotal_cut_off_total{why="half_headers"}') >= 350
    assert counted(server, 'tiotal_cut_off_total{why="half_body"}') >= 1


def test_a_line_that_a_browser_opens_beforehand_is_closed_without_a_word_in_the_log(server: Server) -> None:
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as idle:
        idle.settimeout(SECONDS)
        with contextlib.suppress(ConnectionResetError):
            assert idle.recv(100) == b""
    assert counted(server, 'tiotal_cut_off_total{why="idle"}') >= 1
    assert "idle" not in server.log.read_text()


def test_headers_without_end_are_cut_off(server: Server) -> None:
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as endless:
        endless.sendall(HALF_A_REQUEST)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            endless.sendall(b"x" * 100_000_000)
    assert counted(server, 'tiotal_cut_off_total{why="headers_too_long"}') >= 1


def test_whoever_asks_without_end_and_does_not_read_is_cut_off(server: Server) -> None:
    """Over the WebSocket; what waits for a silent device is limited in bytes, also while a send is stuck."""
    table_id = Device(server.url).open()["id"]
    hello = json.dumps({"type": "hello", "token": new_token(server.url)}).encode()

    def frame(kind: int, body: bytes) -> bytes:
        head = bytes([0x80 | kind, 0x80 | (len(body) if len(body) < 126 else 126)])
        return head + (len(body).to_bytes(2, "big") if len(body) >= 126 else b"") + b"\0\0\0\0" + body

    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        upgrade = (
            f"GET /api/tables/{table_id}/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        silent.sendall(upgrade.encode() + frame(1, hello))
        silent.settimeout(SECONDS)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            silent.sendall(frame(9, b"p" * 125) * 500_000)
    assert counted(server, 'tiotal_cut_off_total{why="does_not_read"}') >= 1
    assert MOST_UNSENT < 1_000_000


# --- The database -----------------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_while_the_database_is_away_tables_can_be_seen_and_devices_are_told_to_try_again(tmp_path: Path) -> None:
    async def play(server: Server, database: Postgres) -> None:
        async with two_players(server.url) as (table_id, host, guest):
            await play_on([host, guest], lambda legal: legal[0], 3)
            await asyncio.to_thread(database.stop)
            device = Device(server.url, host.token)
            seen = await asyncio.to_thread(device.get, f"/api/tables/{table_id}")
            assert (seen.status_code, seen.json()["turn"]["number"]) == (200, host.last)
            async with connected(server.url, table_id, guest.token) as again:
                assert again.welcome["turn"]["number"] == host.last
            elsewhere = f"{server.url.replace('http', 'ws')}/api/tables/{'x' * 22}/play"
            async with connect(elsewhere) as unknown:
                await unknown.send(json.dumps({"type": "hello", "token": host.token}))
                assert json.loads(await unknown.recv())["code"] == "server.storage_down"
                with pytest.raises(ConnectionClosed) as closed:
                    await unknown.recv()
                assert closed.value.rcvd is not None and closed.value.rcvd.code == LATER
            while (await asyncio.to_thread(device.get, "/readyz")).status_code != 503:
                await asyncio.sleep(0.1)
            await asyncio.to_thread(database.start)
            await play_on([host, guest], lambda legal: legal[0], 2)

    with a_postgres() as database, running(tmp_path, database.new_database()) as server:
        asyncio.run(play(server, database))


def test_a_server_that_cannot_write_any_more_is_not_ready(tmp_path: Path) -> None:
    """As on a disk that is full: it can still read, and answers."""
    with running(tmp_path) as server:
        assert server.process is not None
        size = max(file.stat().st_size for file in tmp_path.glob("tiotal.db*"))
        device = Device(server.url)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size // 4096 * 4096, resource.RLIM_INFINITY))
        deadline = time.monotonic() + SECONDS
        while device.get("/readyz").status_code != 503:
            assert time.monotonic() < deadline
            device.post("/api/tables", {"game": "cento"})
        assert device.get("/healthz").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        time.sleep(1.1)
        assert device.get("/readyz").status_code == 200
        device.open()


def test_a_second_server_on_the_same_file_is_refused(server: Server) -> None:
    command = [sys.executable, "-m", "tiotal", "serve", "--port", "0", "--database", server.database]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Another Tiotal is already serving the games in")
    assert done.stderr.count("\n") == 1


def test_a_table_by_rules_that_nobody_knows_is_refused_with_a_sentence(server: Server) -> None:
    device = Device(server.url)
    opened = device.open()
    with contextlib.closing(sqlite3.connect(server.file)) as connection, connection:
        table_id = "y" * 22
        connection.execute(
            "insert into tables select ?, null, game, phase, listed, host, opened_at, changed_at, free_seats, names,"
            " put_away, waits_for, result, shows_names, forgotten from tables where id = ?",
            (table_id, opened["id"]),
        )
        (body,) = connection.execute("select body from entries where table_id = ?", (opened["id"],)).fetchone()
        newer = json.dumps(json.loads(body) | {"rules": 7})
        connection.execute("insert into entries values (?, 1, 1, ?)", (table_id, newer))
    answer = device.get(f"/api/tables/{table_id}")
    assert answer.status_code == 409
    assert answer.json()["sentence"].startswith("This was played by version 7 of the rules of Cento")


@pytest.mark.thorough
def test_a_long_table_keeps_nobody_waiting(server: Server) -> None:
    """Whoever asks for it waits; all others are answered meanwhile."""
    device = Device(server.url)
    opened = device.open()
    said = Entry(1, 1, Said(0, "reaction", "clap")).write()
    with contextlib.closing(sqlite3.connect(server.file)) as connection, connection:
        table_id = "z" * 22
        columns = "game, phase, listed, host, opened_at, changed_at, free_seats, names, put_away, waits_for, result"
        connection.execute(
            f"insert into tables select ?, null, {columns}, shows_names, forgotten from tables where id = ?",
            (table_id, opened["id"]),
        )
        connection.execute(
            "insert into entries select ?, number, at, body from entries where table_id = ?", (table_id, opened["id"])
        )
        (at,) = connection.execute("select at from entries where table_id = ?", (table_id,)).fetchone()
        rows = ((table_id, number, at, said) for number in range(2, 100_001))
        connection.executemany("insert into entries values (?, ?, ?, ?)", rows)

    async def ask() -> tuple[int, int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=SECONDS) as client:
            loading = asyncio.create_task(client.get(f"/api/tables/{table_id}"))
            answered = 0
            while not loading.done():
                assert (await client.get("/healthz")).status_code == 200
                answered += 1
            return (await loading).status_code, answered

    status, answered = asyncio.run(ask())
    assert status == 200
    assert answered >= 10  # a loop that stood still would have answered one


# --- Codes ------------------------------------------------------------------------------------------------------
def test_a_network_counts_as_one_and_a_large_one_as_a_few() -> None:
    assert networks_of("2001:db8:1:2:3:4:5:6") == ("2001:db8:1:2::/64", "2001:db8:1::/48")
    assert networks_of("::ffff:192.0.2.7") == networks_of("192.0.2.7") == ("192.0.2.7",)
    allowed = ByNetwork(per_minute=10)
    assert sum(allowed.take(f"2001:db8:1:2::{number:x}") for number in range(100)) == 10
    assert sum(allowed.take(f"2001:db8:1:{number:x}::1") for number in range(3, 1_000)) == 70
    sockets = Open(most=5)
    assert sum(sockets.open(f"2001:db8:1:2::{number:x}") for number in range(100)) == 5


def test_codes_cannot_be_walked_through_by_whoever_has_many_addresses(server: Server) -> None:
    found = []
    with httpx.Client(base_url=server.url) as stranger:
        for number in range(200):
            headers = {"X-Forwarded-For": f"2001:db8:7:7::{number:x}"}
            found.append(stranger.get(f"/api/codes/{number:06}", headers=headers).status_code)
        opened = Device(server.url).open()
        other = {"X-Forwarded-For": "2001:db8:8:8::1"}
        assert stranger.get(f"/api/codes/{opened['code']}", headers=other).status_code == 200
    assert found.count(404) <= 60 and found[-1] == 429


def test_a_code_is_given_back_when_nobody_can_sit_down_any_more(server: Server) -> None:
    device = Device(server.url)
    for settings, status in (({}, 404), ({"spectators": True}, 200)):
        opened = device.open(seats=[a_person(), a_bot()], settings=settings)
        assert device.get(f"/api/codes/{opened['code']}").status_code == 200

        async def start(opened: Json = opened) -> Any:
            async with connected(server.url, opened["id"], device.token) as host:
                await host.must({"type": "start", "share": chance()})
                return await asyncio.to_thread(device.get, f"/api/tables/{opened['id']}")

        code = asyncio.run(start()).json()["code"]
        assert code == (None if status == 404 else opened["code"])
        deadline = time.monotonic() + SECONDS
        while device.get(f"/api/codes/{opened['code']}").status_code != status:
            assert time.monotonic() < deadline


@pytest.mark.thorough
def test_a_class_behind_one_address_joins_within_a_minute(server: Server) -> None:
    """35 devices, seven tables, every fifth child mistypes the code first."""
    headers = {"X-Forwarded-For": "198.51.100.7"}
    began = time.monotonic()

    async def join(client: httpx.AsyncClient, number: int, code: str) -> None:
        token = (await client.post("/api/device", params={"kind": "token"})).json()["token"]
        if number % 5 == 0:
            assert (await client.get(f"/api/codes/{(int(code) + 1) % 10**6:06}")).status_code == 404
        table_id = (await client.get(f"/api/codes/{code}")).json()["id"]
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table_id}/play"
        async with connect(address, additional_headers=headers) as line:
            await line.send(json.dumps({"type": "hello", "token": token}))
            assert json.loads(await line.recv())["type"] == "welcome"
            sit = {"type": "sit", "name": f"Child {number}", "share": chance()}
            await line.send(json.dumps({"type": "ask", "request": "sit", "what": sit}))
            async with asyncio.timeout(SECONDS):
                while True:
                    told = json.loads(await line.recv())
                    assert told["type"] != "refused", told
                    if told.get("request") == "sit":
                        return

    async def all_join() -> None:
        codes = []
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=SECONDS) as client:
            for _ in range(7):
                teacher = Device(server.url)
                opened = await asyncio.to_thread(lambda teacher=teacher: teacher.open("nimmt", 6))  # type: ignore[misc]
                codes.append(opened["code"])
            await asyncio.gather(*(join(client, number, codes[number // 5]) for number in range(35)))

    asyncio.run(all_join())
    assert time.monotonic() - began < 60


# --- Smaller ones -----------------------------------------------------------------------------------------------
def test_nobody_else_on_the_machine_can_read_the_games(server: Server, tmp_path: Path) -> None:
    for file in server.folder.glob("tiotal.db*"):
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file.name
    export = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "tiotal", "data", "export", str(export)]
    environment = os.environ | {"TIOTAL_DATABASE": server.database}  # so that no password is in the process list
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=SECONDS)
    assert stat.S_IMODE(export.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "nonsense",
    [b"", b"[]", b"[1, 2]", b"7", b"null", b'"x"', b"{}", b'{"table": 1, "process": "a"}', b"\xff\xfe",
     b'{"table": "t", "process": "p", "number": "1"}', b'{"table": "t", "process": "p", "reading": 3}', b"[" * 10_000],
)  # fmt: skip
def test_what_is_no_notice_is_nothing(nonsense: bytes) -> None:
    assert read_notice(nonsense) is None


def test_a_notice_is_read_as_it_was_written() -> None:
    for notice in (
        Notice("t", "p", 7),
        Notice("t", "p", presence=True),
        Notice("t", "p", reading=frozenset({"a", "b"})),
    ):
        assert read_notice(write_notice(notice)) == notice


@pytest.mark.thorough
def test_nonsense_on_the_bus_ends_nothing(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    """Both processes hear each other afterwards: a move is told long before anybody would look by themselves."""
    from redis import Redis as Client

    database = postgres.new_database()
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()

    async def play(first: Server, second: Server) -> None:
        async with (
            two_players(first.url) as (table_id, host, guest),
            connected(second.url, table_id, guest.token) as elsewhere,
        ):
            with Client.from_url(redis.url) as client:
                for nonsense in ("[]", "[[1]]", "7", "x", '{"table": []}'):
                    client.publish("tiotal", nonsense)
            waits = []
            for _ in range(5):
                began = time.monotonic()
                await play_on([host, guest], lambda legal: legal[0], 1)
                await elsewhere.until_number(host.last)
                waits.append(time.monotonic() - began)
            assert min(waits) < 1

    options = ("--bus", redis.url)
    with running(folders[0], database, options) as first, running(folders[1], database, options) as second:
        asyncio.run(play(first, second))


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example.org", 421),
        ("evil.example.org:8100", 421),
        ("127.0.0.1.evil.example.org", 421),
        ("192.168.1.7:8100", 200),
        ("[fd00::1]:8100", 200),
        ("localhost", 200),
        ("kitchen", 200),
        ("kitchen.local:8100", 200),
    ],
)
def test_a_page_elsewhere_cannot_take_its_name_for_ours(server: Server, host: str, status: int) -> None:
    answer = httpx.get(f"{server.url}/api/lobby", headers={"Host": host})
    assert answer.status_code == status
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(
            f"GET /api/tables/{'x' * 22}/play HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        line.settimeout(SECONDS)
        assert (b" 101 " in line.recv(100)) is (status == 200)


def test_a_secret_that_the_server_has_not_sealed_is_none(server: Server) -> None:
    chosen = "A" * 43
    assert Device(server.url, chosen).get("/api/history").status_code == 401
    made = new_token(server.url)
    assert Device(server.url, made).get("/api/history").status_code == 200
    bare, _, seal = made.partition(".")
    for forged in (bare, f"{chosen}.{seal}", f"{bare}.{seal[::-1]}"):
        assert Device(server.url, forged).get("/api/history").status_code == 401


def test_a_device_that_has_been_at_a_table_is_known_after_the_games_have_moved(server: Server) -> None:
    """By export and import they come to a database with another key, so the seal is no longer the server's."""
    made = Device(server.url)
    opened = made.open()
    bare, _, seal = made.token.partition(".")
    with httpx.Client(base_url=server.url, cookies={"tiotal_device": f"{bare}.{seal[::-1]}"}) as browser:
        assert browser.get("/api/history").json()["tables"][0]["id"] == opened["id"]
        assert browser.post("/api/device").cookies["tiotal_device"] == made.token


def test_a_cookie_of_version_0_1_is_taken_over(server: Server) -> None:
    """It has no seal; but its device has sat at a table, and still does."""
    made = Device(server.url)
    opened = made.open()
    former = made.token.partition(".")[0]
    with httpx.Client(base_url=server.url, cookies={"tiotal_device": former}) as browser:
        assert browser.get("/api/history").json()["tables"][0]["id"] == opened["id"]
        told = browser.post("/api/device", headers={"X-Forwarded-Proto": "https"})
        assert told.cookies["__Host-tiotal_device"] == made.token
        assert 'tiotal_device=""' in told.headers["set-cookie"]


@pytest.mark.parametrize("blank", ["\u200d", "\u3164", "\u2800", " \u200c ", "\u115f\ufe0f"])
def test_nobody_has_a_blank_name_and_persian_is_welcome(server: Server, blank: str) -> None:
    new = {"game": "cento", "players": 2, "seats": [a_person(blank)]}
    assert Device(server.url).post("/api/tables", new).json()["code"] == "table.bad_name"
    new["seats"] = [a_person("\u0645\u06cc\u200c\u0646\u0627")]
    assert Device(server.url).post("/api/tables", new).status_code == 201


def test_a_message_is_measured_in_bytes(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url) as (_, host, _):
            await host.send(json.dumps({"type": "ask", "request": "r", "x": "ö" * 3_000}, ensure_ascii=False))
            told = await host.until(lambda message: message["type"] == "refused")
            assert told["code"] == "server.too_long"

    asyncio.run(play())
