"""Load for a server: many tables of people who play legal moves from what they see, over real WebSockets.

Everybody thinks for a moment before a move, so that all tables together make as many moves a second as was asked for.
A move counts when the server has acknowledged it, which it does after its commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import http.client
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.games import game_named
from tiotal.lab.client import SECONDS_TO_ANSWER, Client, connected, new_name

OPENED_AT_ONCE = 20  # tables
MOST_TABLES = 100_000
MOST_SECONDS = 1_000_000
SECONDS_BEFORE_RETRY = 0.2
WARM_UP = 0.2  # of the time, before anything is counted


@dataclass
class LoadReport:
    """What came of it."""

    tables: int = 0
    people: int = 0
    seconds: float = 0.0
    moves: int = 0  # acknowledged
    matches: int = 0  # finished
    reconnects: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)  # seconds from a move to its acknowledgement

    def as_dict(self) -> dict[str, Any]:
        waits = sorted(self.waits) or [0.0]
        return {
            "tables": self.tables,
            "people": self.people,
            "seconds": round(self.seconds, 2),
            "moves": self.moves,
            "moves_per_second": round(self.moves / self.seconds, 1) if self.seconds else 0.0,
            "ms_median": round(1000 * waits[len(waits) // 2], 2),
            "ms_p99": round(1000 * waits[min(len(waits) - 1, len(waits) * 99 // 100)], 2),
            "ms_max": round(1000 * waits[-1], 2),
            "matches": self.matches,
            "reconnects": self.reconnects,
            "errors": dict(self.errors),
        }


@dataclass(frozen=True)
class LoadPlan:
    url: str
    tables: int
    seconds: float
    rate: float  # moves a second, of all tables together; 0: as many as possible; below 0: nobody moves
    game: str
    players: int = 2

    def check(self) -> None:
        """Before anything is opened."""
        self.address  # noqa: B018
        game_named(self.game)(self.players)
        if not 1 <= self.tables <= MOST_TABLES:
            raise TiotalError("load.tables", most=MOST_TABLES, tables=self.tables)
        if not 1 <= self.seconds <= MOST_SECONDS:
            raise TiotalError("load.seconds", most=MOST_SECONDS, seconds=self.seconds)

    @property
    def address(self) -> tuple[str, str, int]:
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError:  # such as a port that is none
            raise TiotalError("load.bad_url", url=quote(self.url)) from None
        if parts.scheme not in ("http", "https") or not parts.hostname or not is_host(parts.hostname):
            raise TiotalError("load.bad_url", url=quote(self.url))
        return parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80)

    @property
    def steps(self) -> int:
        """Of the progress: every table that is opened, and every second."""
        return self.tables + int(self.seconds)

    @property
    def pause(self) -> float:
        """Mean seconds between two moves at a table."""
        return self.tables / self.rate if self.rate > 0 else 0.0


def is_host(name: str) -> bool:
    return name.isascii() and name.isprintable() and " " not in name


class Visitor:
    """One device at one table; it plays whenever it may."""

    def __init__(self, load: Load, table_id: str, token: str, seat: int) -> None:
        self.load = load
        self.table_id = table_id
        self.token = token
        self.seat = seat
        self.started = asyncio.Event()
        self._sent: dict[str, tuple[float, dict[str, Any]]] = {}  # requests that have not been answered
        self._client: Client | None = None
        self._chance = random.Random(secrets.randbits(64))
        self._thinking: asyncio.Task[None] | None = None
        self._asked_to_sit = False
        self._asked_again = 0  # number of the match after which another was asked for

    async def run(self) -> None:
        scheme, host, port = self.load.plan.address
        last = 0
        while True:
            with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                async with connected(Client, f"{scheme}://{host}:{port}", self.table_id, self.token, last) as client:
                    self._client = client
                    async for message in client:
                        await self._hear(client, message)
            if self._client is not None:
                last = self._client.last
            self.load.report.reconnects += self.load.counting
            await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def _ask(self, client: Client, what: dict[str, Any], request: str | None = None) -> None:
        """What a connection loses is asked for again on the next."""
        name = request or new_name()
        self._sent.setdefault(name, (time.perf_counter(), what))
        with contextlib.suppress(ConnectionClosed):
            await client.ask_for(what, name)

    async def _hear(self, client: Client, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            for request, (_, what) in list(self._sent.items()):  # a server that was killed may not have answered
                await self._ask(client, what, request)
        if kind in ("welcome", "news"):
            await self._act(client, message)
        if kind in ("news", "done") and message.get("request") in self._sent:
            since, what = self._sent.pop(message["request"])
            self.load.acknowledged(what, time.perf_counter() - since)
        if kind == "refused":
            self._sent.pop(message["request"], None)
            self.load.refused(message["code"])

    async def _act(self, client: Client, message: dict[str, Any]) -> None:
        if message.get("table") is not None:
            phase, match = client.table["phase"], client.table["match"]
            if phase == "playing":
                self.started.set()
            if phase == "waiting":
                await self._get_started(client)
            if phase == "over" and self._asked_again < match:
                self._asked_again = match
                self.load.report.matches += self.seat == 0 and self.load.counting
                await self._ask(client, {"type": "again", "share": secrets.token_hex(32)})
        for match in message["matches"]:
            if match["legal"] and self.load.plan.rate >= 0:
                await self._play(client, match)

    async def _get_started(self, client: Client) -> None:
        if not client.mine and not self._asked_to_sit:
            self._asked_to_sit = True
            name = f"Player {self.seat + 1}"
            await self._ask(client, {"type": "sit", "name": name, "share": secrets.token_hex(32)})
        if self.seat == 0 and all(seat["kind"] != "free" for seat in client.table["seats"]):
            await self._ask(client, {"type": "start", "share": secrets.token_hex(32)})

    async def _play(self, client: Client, match: dict[str, Any]) -> None:
        """Has totals counted: one that is said wrong would be a try, not yet a move."""
        if any(move.get("says") for move in match["legal"]):
            await self._ask(client, {"type": "says", "seat": match["seat"], "says": False})
        else:
            self._think(client, match)

    def _think(self, client: Client, match: dict[str, Any]) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
        chosen = self._chance.choice(match["legal"])["written"]
        self._thinking = asyncio.create_task(self._move(client, client.a_move(chosen, match["seat"])))

    async def _move(self, client: Client, move: dict[str, Any]) -> None:
        pause = self.load.plan.pause
        if pause:
            await asyncio.sleep(self._chance.uniform(0, 2 * pause))
        await self._ask(client, move)


class Load:
    def __init__(self, plan: LoadPlan) -> None:
        self.plan = plan
        self.report = LoadReport(plan.tables, plan.tables * plan.players)
        self.counting = False

    def acknowledged(self, what: dict[str, Any], wait: float) -> None:
        if self.counting and what["type"] == "move":
            self.report.moves += 1
            self.report.waits.append(wait)

    def refused(self, code: str) -> None:
        if self.counting:
            self.report.errors[code] += 1

    async def run(self, progress: Callable[[int], None]) -> LoadReport:
        people: list[Visitor] = []
        tasks: list[asyncio.Task[None]] = []
        try:
            for first in range(0, self.plan.tables, OPENED_AT_ONCE):
                count = min(OPENED_AT_ONCE, self.plan.tables - first)
                opened = [person for _ in range(count) for person in self._people(await self._open())]
                people += opened
                tasks += [asyncio.create_task(person.run()) for person in opened]
                async with asyncio.timeout(SECONDS_TO_ANSWER):
                    await asyncio.gather(*(person.started.wait() for person in opened))
                progress(count)
            await asyncio.sleep(self.plan.seconds * WARM_UP)
            gc.disable()  # else the time that this process spends on looking for garbage is taken for the server's
            self.counting = True
            begin = time.perf_counter()
            for second in range(1, int(self.plan.seconds) + 1):
                await asyncio.sleep(begin + second - time.perf_counter())
                progress(1)
            await asyncio.sleep(max(0.0, begin + self.plan.seconds - time.perf_counter()))
            self.report.seconds = time.perf_counter() - begin
            self.counting = False
            gc.enable()
        except (OSError, http.client.HTTPException, TimeoutError) as error:
            raise TiotalError("load.no_server", url=quote(self.plan.url), reason=str(error) or "timeout") from None
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self.report

    def _people(self, table: tuple[str, list[str]]) -> list[Visitor]:
        table_id, tokens = table
        return [Visitor(self, table_id, token, seat) for seat, token in enumerate(tokens)]

    async def _open(self) -> tuple[str, list[str]]:
        """A new table, and the secrets of the devices at it, the host's first."""
        tokens = await asyncio.to_thread(self._new_devices)
        new = {
            "game": self.plan.game,
            "players": self.plan.players,
            "settings": {"pace": 0},
            "seats": [{"kind": "person", "name": "Player 1"}],
        }
        answer = await asyncio.to_thread(self._post, "/api/tables", new, tokens[0])
        return str(answer["id"]), tokens

    def _new_devices(self) -> list[str]:
        path = "/api/device?kind=token"
        return [str(self._post(path, {}, "", expected="token")["token"]) for _ in range(self.plan.players)]

    def _post(self, path: str, body: dict[str, Any], token: str, expected: str = "id") -> dict[str, Any]:
        scheme, host, port = self.plan.address
        kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
        connection = kind(host, port, timeout=SECONDS_TO_ANSWER)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        answer = read_answer(response.read())
        connection.close()
        if response.status != http.client.CREATED or expected not in answer:
            reason = str(answer.get("sentence", f"HTTP {response.status}"))
            raise TiotalError("load.refused", url=quote(self.plan.url), reason=reason)
        return answer


def read_answer(body: bytes) -> dict[str, Any]:
    """What was answered; nothing, if it is not a Tiotal server that has answered."""
    with contextlib.suppress(ValueError):
        answer = json.loads(body)
        if isinstance(answer, dict):
            return answer
    return {}


def run_load(plan: LoadPlan, progress: Callable[[int], None] = lambda done: None) -> LoadReport:
    plan.check()
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.run(Load(plan).run(progress))
    return uvloop.run(Load(plan).run(progress))
