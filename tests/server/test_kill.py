"""Nothing acknowledged is ever lost: servers are killed while people play, and Redis too.

Everybody keeps what they were told: which requests were acknowledged and under which number, and what each entry of
the table looked like. In the end, all of it has to agree with the database, and with what all others were told.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.kit.server import SECONDS, Device, Json, Server, a_person, chance, new_token
from tests.kit.services import Postgres, Redis, postgres, redis
from tests.kit.wire import legal, said_with
from tiotal.server.devices import device_with
from tiotal.server.storage.database import read_url
from tiotal.server.storage.schema import entries
from tiotal.table import seen
from tiotal.table.entries import Entry
from tiotal.table.table import Table

__all__ = ["postgres", "redis"]
TABLES = 10
GAMES = ("cento", "nimmt", "ten")
PAUSE = 0.08  # seconds between two thoughts of a player, on average
MOVES_BETWEEN_KILLS = 4  # that every table makes at least
EXPECTED = {  # refusals that a player has to expect who is late, or asks twice under two names
    "table.too_late",
    "table.not_your_turn",
    "table.match_over",
    "table.not_over",
    "table.asked_again_already",
    "server.storage_down",
    "server.busy",
}


class Chaotic:
    """A device at a table that plays legal moves, sends things twice, cuts its connection, and forgets nothing."""

    def __init__(self, table_id: str, token: str, addresses: Callable[[], list[str]], seed: int) -> None:
        self.table_id = table_id
        self.token = token
        self.device = device_with(token)
        self.addresses = addresses  # servers that it may connect to
        self.acknowledged: dict[str, tuple[int, Json]] = {}  # by request: number of its entry, and what was asked
        self.told: dict[int, Json] = {}  # by number: event and turn
        self.views: dict[tuple[int, int | None], Json] = {}  # by number and seat: the match without its log
        self.logs: dict[tuple[int, int | None], dict[int, Json]] = {}  # and its log, by place: cards may be turned up
        self.refused: list[str] = []
        self.unanswered: dict[str, Json] = {}
        self.last = 0
        self._chance = random.Random(seed)
        self._requests = 0
        self._seen: Json = {}
        self._phase = ""

    def at(self, number: int) -> list[tuple[tuple[int, int | None], Json]]:
        """What it was shown after an entry."""
        return [(place, self.views[place]) for place in ((number, 0), (number, 1)) if place in self.views]

    # --- Connecting, again and again ----------------------------------------------------------------------------
    async def run(self) -> None:
        while True:
            address = self._chance.choice(self.addresses()).replace("http", "ws", 1)
            with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                path = f"{address}/api/tables/{self.table_id}/play"
                async with connect(path, compression=None, max_size=None, ping_interval=None) as connection:
                    await self._play(connection)
            await asyncio.sleep(self._chance.uniform(0.05, 0.3))

    async def _play(self, connection: ClientConnection) -> None:
        last = self.last if self._chance.random() < 0.8 else 0
        await connection.send(json.dumps({"type": "hello", "token": self.token, "last": last}))
        acting = asyncio.create_task(self._act_forever(connection))
        try:
            async for text in connection:
                self._hear(json.loads(text))
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    # --- Acting -------------------------------------------------------------------------------------------------
    async def _act_forever(self, connection: ClientConnection) -> None:
        for request, what in list(self.unanswered.items()):  # perhaps the server was killed before it could answer
            await self._ask(connection, what, request)
        while True:
            await asyncio.sleep(self._chance.expovariate(1 / PAUSE))
            dice = self._chance.random()
            if dice < 0.01:
                await connection.close()
                return
            if dice < 0.05 and self.acknowledged:  # an old request once more
                request = self._chance.choice(list(self.acknowledged))
                await self._ask(connection, self.acknowledged[request][1], request)
            await self._act(connection)

    async def _act(self, connection: ClientConnection) -> None:
        if self._phase == "over":
            if not any(what["type"] == "again" for what in self.unanswered.values()):
                await self._ask(connection, {"type": "again", "share": chance()})
            return
        for match in self._seen.get("matches", ()):
            if match["legal"]:
                move = self._chance.choice(legal(match))
                answers = self._seen["turn"]["number"]
                what: Json = {"type": "move", "seat": match["seat"], "move": move, "seen": answers}
                if move in said_with(match):
                    what["said"] = 0
                request = await self._ask(connection, what)
                if self._chance.random() < 0.2:  # a double click
                    await self._ask(connection, what, request)
                if self._chance.random() < 0.05:  # cut off before the answer
                    await connection.close()

    async def _ask(self, connection: ClientConnection, what: Json, request: str | None = None) -> str:
        if request is None:
            self._requests += 1
            request = f"r{self._requests}"
            self.unanswered[request] = what
        await connection.send(json.dumps({"type": "ask", "request": request, "what": what}))
        return request

    # --- Remembering --------------------------------------------------------------------------------------------
    def _hear(self, message: Json) -> None:
        kind, request = message["type"], message.get("request")
        if kind in ("welcome", "news"):
            self._remember(message)
        if kind == "refused" and request is not None:
            self.unanswered.pop(request, None)
            self.refused.append(message["code"])
        if kind in ("news", "done") and request is not None:
            number = message["number"] if kind == "done" else message["turn"]["number"]
            what = self.unanswered.pop(request, None) or self.acknowledged[request][1]
            known = self.acknowledged.setdefault(request, (number, what))
            assert known[0] == number, f"{request} was acknowledged as {known[0]} and as {number}"

    def _remember(self, message: Json) -> None:
        number = message["turn"]["number"]
        if message["type"] == "welcome":
            assert number >= self.last, f"shown {number} after {self.last}"
        else:
            assert number == self.last + 1, f"told of {number} after {self.last}"
            told = {"event": message["event"], "turn": message["turn"]}
            assert self.told.setdefault(number, told) == told
        self.last = number
        if message.get("table"):
            self._phase = message["table"]["phase"]
        if message["matches"] or message.get("table"):
            self._seen = message
        for match in message["matches"]:
            lines = match.pop("log")
            place = (number, match["seat"])
            self.logs.setdefault(place, {}).update(dict(enumerate(lines, match.pop("since"))))
            known = self.views.setdefault(place, match)
            assert known == match, f"two histories: {known}, {match}"


# --- Judging ----------------------------------------------------------------------------------------------------
class Log:
    """The log of a table in the database, and what it should have looked like."""

    def __init__(self, engine: Engine, table_id: str) -> None:
        columns = (entries.c.number, entries.c.at, entries.c.body)
        query = select(*columns).where(entries.c.table_id == table_id).order_by(entries.c.number)
        with engine.connect() as connection:
            self.entries = [Entry.read(number, at, body) for number, at, body in connection.execute(query)]

    def check(self, players: list[Chaotic]) -> None:
        assert [entry.number for entry in self.entries] == list(range(1, len(self.entries) + 1))
        self._check_acknowledgements(players)
        table = Table()
        for entry in self.entries:
            table.add(entry)
            told = {"event": seen.event_for_all(table, entry), "turn": seen.turn_for_all(table)}
            for player in players:
                assert player.told.get(entry.number, told) == told
                for (_, seat), known in player.at(entry.number):
                    match = seen.match_for(table, seat, 0)
                    lines = match.pop("log")
                    assert match.pop("since") == 0
                    assert known == match
                    assert all(lines[n] == line for n, line in player.logs[entry.number, seat].items())

    def _check_acknowledgements(self, players: list[Chaotic]) -> None:
        there = {(entry.device, entry.request): entry for entry in self.entries if entry.request}
        assert len(there) == sum(entry.request is not None for entry in self.entries), "something was played twice"
        for player in players:
            for request, (number, what) in player.acknowledged.items():
                assert (player.device, request) in there, f"lost: {request}, acknowledged as {number}"
                entry = there[player.device, request]
                assert entry.number == number
                if what["type"] == "move":
                    assert getattr(entry.event, "move", None) == what["move"]


class Hall:
    """Tables of two chaotic players each, where play goes on whatever happens to the servers."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.tables: dict[str, list[Chaotic]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, addresses: list[Callable[[], list[str]]]) -> None:
        """Each of the two devices of a table connects to addresses of its own."""
        for number in range(TABLES):
            host = Device(addresses[0]()[0])
            opened = await asyncio.to_thread(host.open, GAMES[number % len(GAMES)], 2, seats=[a_person()])
            guest = await asyncio.to_thread(new_token, addresses[0]()[0])
            await self._start(addresses[0]()[0], opened["id"], host.token, guest)
            devices = [host.token, guest]
            if number % 2:
                devices.reverse()
            self.tables[opened["id"]] = [
                Chaotic(opened["id"], token, where, 10 * number + place)
                for place, (token, where) in enumerate(zip(devices, addresses, strict=True))
            ]
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]

    async def _start(self, url: str, table_id: str, host: str, guest: str) -> None:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table_id}/play"
        for token, what in ((guest, {"type": "sit", "name": "Bo", "share": chance()}), (host, {"type": "start"})):
            async with connect(address, compression=None) as connection, asyncio.timeout(SECONDS):
                await connection.send(json.dumps({"type": "hello", "token": token}))
                await connection.send(json.dumps({"type": "ask", "request": "begin", "what": what}))
                while json.loads(await connection.recv()).get("request") != "begin":
                    pass

    @property
    def players(self) -> list[Chaotic]:
        return [player for players in self.tables.values() for player in players]

    async def goes_on(self) -> None:
        """Every table makes some more moves, each of which is acknowledged."""
        goals = {
            table_id: sum(len(player.acknowledged) for player in players) + MOVES_BETWEEN_KILLS
            for table_id, players in self.tables.items()
        }
        deadline = time.monotonic() + SECONDS
        while goals:
            for task in self._tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < deadline, f"{len(goals)} of {TABLES} tables stand still: {self._stuck(goals)}"
            await asyncio.sleep(0.02)
            for table_id, players in self.tables.items():
                if sum(len(player.acknowledged) for player in players) >= goals.get(table_id, 0):
                    goals.pop(table_id, None)

    def _stuck(self, goals: dict[str, int]) -> list[Any]:
        players = self.tables[next(iter(goals))]
        return [(player.last, player.unanswered, player.refused[-3:]) for player in players]

    async def check(self) -> None:
        """While they play: what was acknowledged before the look has to be seen by it."""
        for table_id, players in self.tables.items():
            known = [len(player.acknowledged) for player in players]
            await asyncio.to_thread(self._check_now, table_id, players, known)

    def _check_now(self, table_id: str, players: list[Chaotic], known: list[int]) -> None:
        requests = {
            (player.device, request)
            for player, count in zip(players, known, strict=True)
            for request in list(player.acknowledged)[:count]
        }
        there = {(entry.device, entry.request) for entry in Log(self.engine, table_id).entries}
        assert requests <= there

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        results = await asyncio.gather(*self._tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    def judge(self) -> int:
        """Compare all that anybody was told with the database; how many moves were acknowledged."""
        for table_id, players in self.tables.items():
            Log(self.engine, table_id).check(players)
        assert {code for player in self.players for code in player.refused} <= EXPECTED
        return sum(what["type"] == "move" for player in self.players for _, what in player.acknowledged.values())


@contextlib.contextmanager
def servers(folder: Path, database: str | None, bus: str | None, count: int) -> Iterator[list[Server]]:
    options = ("--bus", bus) if bus else ()
    made = [Server(folder, database, options) for _ in range(count)]
    try:
        for server in made:
            server.start()
        yield made
    finally:
        for server in made:
            server.kill()


async def play_while(
    engine: Engine, addresses: list[Callable[[], list[str]]], troubles: list[Callable[[], None]]
) -> int:
    """Let everybody play; after each trouble, every table has to go on and nothing may be lost."""
    hall = Hall(engine)
    try:
        await hall.open(addresses)
        await hall.goes_on()
        for trouble in troubles:
            await asyncio.sleep(random.uniform(0, 1))
            await asyncio.to_thread(trouble)
            await hall.goes_on()
            await hall.check()
        await hall.close()
        return hall.judge()
    finally:
        await hall.close()
        engine.dispose()


# --- The tests --------------------------------------------------------------------------------------------------
def killed(server: Server) -> Callable[[], None]:
    def trouble() -> None:
        server.kill()
        server.start()

    return trouble


@pytest.mark.thorough
def test_a_server_with_sqlite_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    with servers(tmp_path, None, None, 1) as [server]:

        def where() -> list[str]:
            return [server.url]

        engine = create_engine(read_url(server.database))
        moves = asyncio.run(play_while(engine, [where, where], [killed(server)] * 5))
    assert moves >= TABLES * MOVES_BETWEEN_KILLS


@pytest.mark.thorough
def test_of_two_servers_any_can_be_killed_and_redis_too(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    """The two devices of a table are at different servers; when one is gone, its people go to the other.

    Play has to go on while a server, or Redis, is down, and after it is there again.
    """
    with servers(tmp_path, postgres.new_database(), redis.url, 2) as both:

        def first_of(order: list[Server]) -> Callable[[], list[str]]:
            return lambda: [next(server.url for server in (*order, order[0]) if server.process is not None)]

        addresses = [first_of(both), first_of(both[::-1])]

        troubles = [both[0].kill, both[0].start, both[1].kill, both[1].start, redis.kill, redis.start]
        troubles += [killed(both[0]), killed(both[1])]
        engine = create_engine(read_url(both[0].database))
        moves = asyncio.run(play_while(engine, addresses, troubles))
    assert moves >= TABLES * MOVES_BETWEEN_KILLS
