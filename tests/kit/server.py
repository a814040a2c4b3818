"""A real server process, devices that ask it things, and players who talk to a table over a WebSocket.

Everything that a player is sent is kept as it came, and is checked against the messages that the server promises.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.kit.packages import environment, install
from tests.kit.tables import keep
from tests.kit.wire import legal
from tiotal.lab import client
from tiotal.lab.client import Client
from tiotal.server import messages
from tiotal.server.limits import Allowance, Limits

SECONDS = 30  # to wait for anything at all, on a machine that has much else to do
PACE = Limits().messages_per_second * 0.9  # a little slower than what the server takes
AT_ONCE = Limits().messages_at_once - 5

Json = dict[str, Any]


def free_port() -> int:
    """A server that is to be started again on the same port cannot leave the choice to the system."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def new_token(url: str) -> str:
    """Of a new device."""
    made: Json = httpx.post(f"{url}/api/device", params={"kind": "token"}, timeout=SECONDS).json()
    return str(made["token"])


def chance() -> str:
    """A share of the deal."""
    return secrets.token_hex(32)


def a_person(name: str = "Ada", says: bool | None = None, hints: bool | None = None) -> Json:
    return {"kind": "person", "name": name, "says": says, "hints": hints}


def a_bot(level: str = "beginner") -> Json:
    return {"kind": "bot", "level": level}


# --- The server -------------------------------------------------------------------------------------------------
class Server:
    """`tiotal serve` in a process of its own; it can be killed and started again with the same database and port."""

    module = "tiotal"
    settings: Mapping[str, str] = {}  # of its process

    def __init__(self, folder: Path, database: str | None = None, options: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.file = folder / "tiotal.db"
        self.database = database or f"sqlite:///{self.file}"
        self.options = options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, wait: bool = True) -> None:
        command = [sys.executable, "-m", self.module, "serve", "--port", str(self.port), "--database", self.database]
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data"), **self.settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.options], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment
            )
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            assert self.process.poll() is None, f"the server has stopped: {self.log.read_text()}"
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/readyz", timeout=SECONDS).status_code == httpx.codes.OK:
                    return
            time.sleep(0.05)
        raise AssertionError(f"the server is not ready: {self.log.read_text()}")

    def kill(self) -> None:
        """Without any chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator does."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(SECONDS)
            self.process = None

    # --- Behind its back ----------------------------------------------------------------------------------------
    def entries(self, table_id: str | None = None) -> list[tuple[str, int, int, str]]:
        """What is in the database: table, number, time and body of every entry, or of those of one table."""
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            query = "select table_id, number, at, body from entries order by table_id, number"
            rows: list[tuple[str, int, int, str]] = connection.execute(query).fetchall()
        return [row for row in rows if table_id in (None, row[0])]


class Impatient(Server):
    """Half a request is soon given up."""

    module = "tests.kit.impatient"


class SameDeals(Server):
    """Deals and bots are the same in every run, where a page has to deal with whatever comes."""

    module = "tests.kit.same_deals"


class WithLadder(SameDeals):
    """A package with a fourth game is installed."""

    def __init__(self, folder: Path, database: str | None = None, options: tuple[str, ...] = ()) -> None:
        super().__init__(folder, database, options)
        install(folder / "packages", "ladder", "tests.ladder")
        self.settings = environment(folder / "packages")


@contextlib.contextmanager
def running(
    folder: Path, database: str | None = None, options: tuple[str, ...] = (), kind: type[Server] = Server
) -> Iterator[Server]:
    server = kind(folder, database, options)
    try:
        server.start()
        yield server
    finally:
        server.kill()


# --- A device, over REST ----------------------------------------------------------------------------------------
class Device:
    """Asks the server, with a secret of its own; without one if `token` is empty."""

    def __init__(self, url: str, token: str | None = None, language: str | None = None) -> None:
        self.url = url
        self.token = new_token(url) if token is None else token
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if language:
            headers["Accept-Language"] = language
        self._headers = headers

    def ask(self, method: str, path: str, **others: Any) -> httpx.Response:
        headers = self._headers | others.pop("headers", {})
        return httpx.request(method, self.url + path, headers=headers, timeout=SECONDS, **others)

    def get(self, path: str, **others: Any) -> httpx.Response:
        return self.ask("GET", path, **others)

    def post(self, path: str, body: Any = None, **others: Any) -> httpx.Response:
        return self.ask("POST", path, json=body, **others)

    def open(self, game: str = "cento", players: int = 2, **others: Any) -> Json:
        """A table; with this device in its first seat unless other seats are given."""
        new = {"game": game, "players": players, "seats": [a_person()], **others}
        new["settings"] = {"pace": 0} | new.get("settings", {})
        answer = self.post("/api/tables", new)
        assert answer.status_code == httpx.codes.CREATED, answer.text
        opened: Json = answer.json()
        return opened


# --- A player, over a WebSocket ---------------------------------------------------------------------------------
class Player(Client):
    """One connection to a table. `connected` is the way to get one that has been welcomed."""

    checks = True  # that what comes is what the server promises; not for games that only the server knows

    def __init__(self, connection: ClientConnection, token: str) -> None:
        super().__init__(connection, token)
        self.raw: list[str | bytes] = []  # all that came, as it came
        self.heard: list[Json] = []  # the same, read
        self.welcome: Json = {}
        self.logs: dict[int | None, list[Any]] = {}  # of the match, by seat, put together from all that was told
        self.pace = Allowance(PACE, AT_ONCE)

    @property
    def to_move(self) -> int | None:
        """A seat of this device that is to move now."""
        return next((seat for seat, match in self.matches.items() if match["legal"]), None)

    # --- Talking ------------------------------------------------------------------------------------------------
    async def send(self, message: Any) -> None:
        """As fast as the server allows."""
        while not self.pace.take():
            await asyncio.sleep(0.01)
        await super().send(message)

    async def hear(self, seconds: float = SECONDS) -> Json:
        """The next message."""
        async with asyncio.timeout(seconds):
            raw = await self.connection.recv()
        self.raw.append(raw)
        if self.checks:
            messages.to_device.validate_json(raw, strict=True)
        message = self.note(raw)
        self.heard.append(message)
        if message["type"] == "welcome":
            self.welcome = message
        for match in message.get("matches", []):
            keep(self.logs.setdefault(match["seat"], []), match)
        return message

    async def until(self, fits: Callable[[Json], bool], seconds: float = SECONDS) -> Json:
        """The next message that fits."""
        async with asyncio.timeout(seconds):
            while not fits(message := await self.hear(seconds)):
                pass
        return message

    async def until_number(self, number: int) -> None:
        """Until all entries up to this one have been told."""
        while self.last < number:
            await self.hear()

    async def ask(self, what: Json, request: str | None = None) -> Json:
        """What came of it: the news of it, `done` or `refused`."""
        name = await self.ask_for(what, request)
        return await self.until(lambda message: message.get("request") == name)

    async def must(self, what: Json) -> Json:
        """Ask for something that will not be refused."""
        answer = await self.ask(what)
        assert answer["type"] == "news", answer
        return answer

    async def ping(self) -> None:
        """When this is answered, all that was sent before has been dealt with."""
        await self.send({"type": "ping"})
        await self.until(lambda message: message["type"] == "pong")


@contextlib.asynccontextmanager
async def connected(url: str, table_id: str, token: str, last: int = 0, **hello: Any) -> AsyncIterator[Player]:
    """A player who has said hello and been welcomed."""
    async with client.connected(Player, url, table_id, token, last, **hello) as player:
        await player.until(lambda message: message["type"] == "welcome")
        yield player


@contextlib.asynccontextmanager
async def two_players(
    url: str, game: str = "cento", guest_says: bool | None = None, **others: Any
) -> AsyncIterator[tuple[str, Player, Player]]:
    """A table of two devices where a match has begun: the table, the host and the guest."""
    host = Device(url)
    opened = await asyncio.to_thread(lambda: host.open(game, 2, **others))
    async with (
        connected(url, opened["id"], host.token) as first,
        connected(url, opened["id"], new_token(url)) as second,
    ):
        await second.must({"type": "sit", "name": "Bo", "share": chance(), "says": guest_says})
        started = await first.must({"type": "start", "share": chance()})
        await second.until_number(started["turn"]["number"])
        yield opened["id"], first, second


async def play_on(players: list[Player], choose: Callable[[list[str]], str], moves: int = 100_000) -> int:
    """Let the players move in turn, until the match is over or so many moves are made; the number made."""
    made = 0
    while made < moves and players[0].table["phase"] == "playing":
        mover = next((player for player in players if player.to_move is not None), None)
        if mover is None:  # a bot is to move
            await players[0].hear()
            continue
        seat = mover.to_move
        assert seat is not None
        answer = await mover.must(mover.a_move(choose(legal(mover.matches[seat])), seat))
        made += 1
        for player in players:
            await player.until_number(answer["turn"]["number"])
    return made


__all__ = [
    "SECONDS",
    "ConnectionClosed",
    "Device",
    "Json",
    "Player",
    "Server",
    "a_bot",
    "a_person",
    "chance",
    "connected",
    "free_port",
    "new_token",
    "play_on",
    "running",
    "two_players",
]
