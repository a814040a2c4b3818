"""A hostile hour for a server: strangers who want to do harm, beside honest people, whose waits are measured.

Strangers come from one IPv6 network and from many, as a proxy tells it (`X-Forwarded-For`), so the server has to trust
this machine as one. They flood hints, reactions, codes and records to verify, send half requests, do not read, open
tables full of masters, and make tables long. Meanwhile people play with each other and with bots, and a class comes in.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import random
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.games import GAMES, game_named
from tiotal.engine.record import record_of
from tiotal.lab.client import Client, new_name
from tiotal.lab.load import LoadPlan

PAIRS = 20  # honest tables of two people …
PAUSE = 1.0  # … who think about this long
WITH_BOTS = 10  # honest people who play with a quick bot …
WITH_MASTERS = 4  # … and with one that searches
CLASS, AT_A_TABLE = 35, 5
CREW = 10  # strangers of each kind from one network, and as many from others
SECONDS_TO_WAIT = 30.0
SECONDS_FOR_CLASS = 60.0  # after the end
SECONDS_TO_WARM_UP = 10.0  # until all are there, and the server has loaded what its bots need
SECONDS_BETWEEN_LOOKS = 2.0  # at the server's memory
GONE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, asyncio.IncompleteReadError)
A_MOMENT = 0.2
SCHOOL = "198.51.100.7"
LARGE_GAME, LONG_GAME = list(GAMES)[1:3]  # with tables for a whole row of children, and with much to think about
LONGEST_RECORD = 14_000  # characters

Json = dict[str, Any]


@dataclass
class Waits:
    seconds: list[float] = field(default_factory=list)

    def as_dict(self) -> Json:
        found = sorted(self.seconds) or [0.0]
        return {
            "count": len(self.seconds),
            "ms_median": round(1000 * found[len(found) // 2], 1),
            "ms_p99": round(1000 * found[min(len(found) - 1, len(found) * 99 // 100)], 1),
            "ms_max": round(1000 * found[-1], 1),
        }


@dataclass
class HostileReport:
    seconds: float = 0.0
    moves: Waits = field(default_factory=Waits)  # of honest people, to their acknowledgement
    bots: Waits = field(default_factory=Waits)  # from such a move to the answer of a quick bot
    masters: Waits = field(default_factory=Waits)  # of one that searches
    joined: int = 0  # children of the class
    class_seconds: float = 0.0
    memory: list[float] = field(default_factory=list)  # MB, as time went on
    done: Counter[str] = field(default_factory=Counter)  # by strangers
    answers: Counter[str] = field(default_factory=Counter)  # that they got
    troubles: Counter[str] = field(default_factory=Counter)  # of honest people

    def as_dict(self) -> Json:
        quarter = max(1, len(self.memory) // 4)
        return {
            "seconds": round(self.seconds, 1),
            "moves": self.moves.as_dict(),
            "bots": self.bots.as_dict(),
            "masters": self.masters.as_dict(),
            "class": {"joined": self.joined, "seconds": round(self.class_seconds, 1)},
            "memory_mb": {
                "first_quarter": round(sum(self.memory[:quarter]) / quarter, 1),
                "last_quarter": round(sum(self.memory[-quarter:]) / quarter, 1),
                "most": round(max(self.memory, default=0.0), 1),
            },
            "strangers": dict(self.done),
            "answers": dict(self.answers),
            "troubles": dict(self.troubles),
        }


class HostileHour:
    def __init__(self, plan: LoadPlan) -> None:
        self.plan = plan
        self.report = HostileReport()
        self.chance = random.Random(secrets.randbits(64))
        self.scheme, self.host, self.port = plan.address
        self.measures = False

    async def run(self, progress: Callable[[int], None]) -> HostileReport:
        await self._check_server()
        honest = [asyncio.ensure_future(self._pair(number)) for number in range(PAIRS)]
        for level, people, waits in (
            ("easy", WITH_BOTS, self.report.bots),
            ("master", WITH_MASTERS, self.report.masters),
        ):
            honest += [asyncio.ensure_future(self._with_bot(level, number, waits)) for number in range(people)]
        watching = asyncio.ensure_future(self._watch_memory())
        crews = [asyncio.ensure_future(self._again_and_again(crew)) for crew in self._crews()]
        await asyncio.sleep(SECONDS_TO_WARM_UP)
        self.measures = True
        began = time.perf_counter()
        coming = asyncio.ensure_future(self._class_comes())
        for _ in range(int(self.plan.seconds)):
            await asyncio.sleep(1)
            progress(1)
        self.report.seconds = time.perf_counter() - began
        await asyncio.wait([coming], timeout=SECONDS_FOR_CLASS)  # strangers go on until all children are in
        self.measures = False
        for task in (*honest, *crews, watching, coming):
            task.cancel()
        await asyncio.gather(*honest, *crews, watching, coming, return_exceptions=True)
        await asyncio.sleep(A_MOMENT)  # until all lines are closed
        return self.report

    async def _check_server(self) -> None:
        try:
            status, _ = await self.ask("GET", "/healthz", SCHOOL)
        except GONE as error:
            raise TiotalError("load.no_server", url=quote(self.plan.url), reason=str(error) or "timeout") from None
        if status != 200:
            raise TiotalError("load.no_server", url=quote(self.plan.url), reason=f"HTTP {status}")

    # --- Speaking -----------------------------------------------------------------------------------------------
    async def ask(
        self, method: str, path: str, address: str, body: Json | None = None, token: str = ""
    ) -> tuple[int, Json]:
        """One request, over a connection of its own."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nX-Forwarded-For: {address}\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        async with asyncio.timeout(SECONDS_TO_WAIT):
            reader, writer = await asyncio.open_connection(self.host, self.port, ssl=self.scheme == "https" or None)
            try:
                writer.write(head.encode() + sent)
                answer = await reader.read()
            finally:
                writer.close()
        start, _, rest = answer.partition(b"\r\n\r\n")
        found = re.match(rb"HTTP/1.1 (\d+)", start)
        if found is None:
            raise ConnectionResetError("no answer")
        with contextlib.suppress(ValueError):
            told = json.loads(rest)
            if isinstance(told, dict):
                return int(found[1]), told
        return int(found[1]), {"text": rest.decode(errors="replace")}

    async def device(self, address: str) -> str:
        status, told = await self.ask("POST", "/api/device?kind=token", address, {})
        if status != 201:
            raise ConnectionRefusedError(told.get("code", str(status)))
        return str(told["token"])

    async def open(self, address: str, token: str, seats: list[Json | None], game: str | None = None) -> Json:
        new = {"game": game or self.plan.game, "players": len(seats), "seats": seats, "settings": {"pace": 0}}
        status, told = await self.ask("POST", "/api/tables", address, new, token)
        if status != 201:
            raise ConnectionRefusedError(told.get("code", str(status)))
        return told

    @contextlib.asynccontextmanager
    async def line(self, address: str, table_id: str, token: str) -> AsyncIterator[Client]:
        url = f"{self.scheme.replace('http', 'ws')}://{self.host}:{self.port}/api/tables/{table_id}/play"
        waits: Json = {"open_timeout": SECONDS_TO_WAIT, "close_timeout": 1}
        plain: Json = {"additional_headers": {"X-Forwarded-For": address}, "compression": None, "max_size": None}
        async with connect(url, **plain, **waits) as found:
            client = Client(found, token)
            await client.send({"type": "hello", "token": token})
            yield client

    # --- Honest people ------------------------------------------------------------------------------------------
    async def _pair(self, number: int) -> None:
        """Two people who play one match after the other, each from an address of their own."""
        addresses = [f"203.0.113.{2 * number}", f"203.0.113.{2 * number + 1}"]
        await self._honest(lambda: self._play_together(addresses))

    async def _play_together(self, addresses: list[str]) -> None:
        tokens = [await self.device(address) for address in addresses]
        opened = await self.open(addresses[0], tokens[0], [_person("Ada"), None])
        async with (
            self.line(addresses[0], opened["id"], tokens[0]) as ada,
            self.line(addresses[1], opened["id"], tokens[1]) as ben,
        ):
            await ben.ask_for({"type": "sit", "name": "Ben", "share": secrets.token_hex(32)})
            await asyncio.gather(self._play(ada, True, None), self._play(ben, False, None))

    async def _with_bot(self, level: str, number: int, waits: Waits) -> None:
        address = f"192.0.2.{number + 100 * (level == 'master')}"

        async def play() -> None:
            token = await self.device(address)
            opened = await self.open(address, token, [_person("Ada"), {"kind": "bot", "level": level}], game=LONG_GAME)
            async with self.line(address, opened["id"], token) as ada:
                await self._play(ada, True, waits)

        await self._honest(play)

    async def _play(self, client: Client, hosts: bool, bots: Waits | None) -> None:
        """Legal moves, after a moment's thought; what is waited for is measured."""
        sent, moved_at, asked, started = "", 0.0, 0, False
        async for message in client:
            now = time.perf_counter()
            if message["type"] == "refused" and message.get("request"):
                self.report.troubles[message["code"]] += self.measures
            if message.get("request") == sent and sent and message["type"] == "news":
                self._measured(self.report.moves, now - moved_at)
                sent = ""
            elif bots is not None and message["type"] == "news" and message["event"]["kind"] == "moved" and moved_at:
                self._measured(bots, now - moved_at)
                moved_at = 0.0
            phase = client.table.get("phase")
            if phase == "waiting" and hosts and not started and _is_full(client.table):
                started = True
                await client.ask_for({"type": "start", "share": secrets.token_hex(32)})
            elif phase == "over" and asked < client.table["match"]:
                asked = client.table["match"]
                await client.ask_for({"type": "again", "share": secrets.token_hex(32)})
            elif phase == "playing" and not sent and client.turn["to_move"] in client.mine:
                seat = client.turn["to_move"]
                legal = client.matches.get(seat, {}).get("legal")
                if legal:
                    await asyncio.sleep(self.chance.uniform(0.5, 1.5) * PAUSE)
                    moved_at = time.perf_counter()
                    written = self.chance.choice(legal)["written"]
                    sent = await client.ask_for(client.a_move(written, seat))

    def _measured(self, waits: Waits, seconds: float) -> None:
        if self.measures:
            waits.seconds.append(seconds)

    async def _honest(self, play: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await play()
            except GONE as error:
                self.report.troubles[type(error).__name__] += self.measures
            await asyncio.sleep(0.5)

    async def _class_comes(self) -> None:
        """Behind one address: each looks up the code, some mistype it first, and sits down."""
        await asyncio.sleep(self.plan.seconds / 3)
        began = time.perf_counter()
        codes = []
        for _ in range(CLASS // AT_A_TABLE):
            teacher = await self.device(SCHOOL)
            free: list[Json | None] = [None] * AT_A_TABLE
            opened = await self.open(SCHOOL, teacher, [_person("Teacher"), *free], game=LARGE_GAME)
            codes.append(opened["code"])
        await asyncio.gather(*(self._child(number, codes[number // AT_A_TABLE]) for number in range(CLASS)))
        self.report.class_seconds = time.perf_counter() - began

    async def _child(self, number: int, code: str) -> None:
        token = await self.device(SCHOOL)
        if number % 5 == 0:
            await self.ask("GET", f"/api/codes/{(int(code) + 1) % 10 ** len(code):0{len(code)}}", SCHOOL)
        status, found = await self.ask("GET", f"/api/codes/{code}", SCHOOL)
        if status != 200:
            self.report.troubles[f"class {found.get('code')}"] += 1
            return
        async with self.line(SCHOOL, found["id"], token) as child:
            name = await child.ask_for({"type": "sit", "name": f"Child {number}", "share": secrets.token_hex(32)})
            async with asyncio.timeout(SECONDS_TO_WAIT):
                async for message in child:
                    if message.get("request") == name:
                        self.report.joined += message["type"] == "news"
                        return

    async def _watch_memory(self) -> None:
        while True:
            with contextlib.suppress(*GONE):
                _, told = await self.ask("GET", "/metrics", SCHOOL)
                found = re.search(r"^process_resident_memory_bytes (\S+)", told.get("text", ""), re.MULTILINE)
                if found and self.measures:
                    self.report.memory.append(float(found[1]) / 1e6)
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    # --- Strangers ----------------------------------------------------------------------------------------------
    def _crews(self) -> list[Callable[[], Awaitable[None]]]:
        """From one network, and each time from another."""
        one = [self._hints, self._reactions, self._silence, self._masters, self._length, self._nonsense]
        many = [self._codes, self._verify, self._half, self._look_at_long_tables]
        crews: list[Callable[[], Awaitable[None]]] = []
        for crew, size in (*((crew, CREW) for crew in one), *((crew, CREW // 2) for crew in many)):
            crews += [functools.partial(crew, f"2001:db8:6666:1::{number:x}") for number in range(size)]
            crews += [functools.partial(self._from_anywhere, crew) for _ in range(size)]
        return crews

    async def _from_anywhere(self, crew: Callable[[str], Awaitable[None]]) -> None:
        await crew(self._anywhere())

    def _anywhere(self) -> str:
        return f"2001:db8:{self.chance.randrange(0x7000, 0xFFFF):x}:{self.chance.randrange(0xFFFF):x}::1"

    async def _again_and_again(self, crew: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await crew()
            except GONE as error:
                self.report.answers[str(error)[:40] if isinstance(error, ConnectionRefusedError) else "cut off"] += 1
            await asyncio.sleep(self.chance.uniform(0.05, 0.5))

    def _did(self, what: str) -> None:
        self.report.done[what] += self.measures

    async def _hints(self, address: str) -> None:
        token = await self.device(address)
        opened = await self.open(address, token, [_person("Eve"), {"kind": "bot", "level": "easy"}], game=LARGE_GAME)
        async with self.line(address, opened["id"], token) as eve:
            await eve.ask_for({"type": "start", "share": secrets.token_hex(32)})
            listening = asyncio.ensure_future(self._listen(eve))
            try:
                for _ in range(200):
                    await eve.send({"type": "hint", "request": new_name(), "seat": 0})
                    self._did("hints")
                    await asyncio.sleep(0.1)
            finally:
                listening.cancel()

    async def _reactions(self, address: str) -> None:
        token = await self.device(address)
        opened = await self.open(address, token, [_person("Eve"), {"kind": "bot", "level": "master"}], game=LONG_GAME)
        async with self.line(address, opened["id"], token) as eve:
            await eve.ask_for({"type": "start", "share": secrets.token_hex(32)})
            listening = asyncio.ensure_future(self._listen(eve))
            try:
                for _ in range(400):
                    await eve.ask_for({"type": "say", "seat": 0, "what": "clap"})
                    self._did("reactions")
                    await asyncio.sleep(0.05)
            finally:
                listening.cancel()

    async def _nonsense(self, address: str) -> None:
        token = await self.device(address)
        opened = await self.open(address, token, [_person("Eve"), None])
        async with self.line(address, opened["id"], token) as eve:
            while True:
                await eve.send("{" * self.chance.randrange(1, 3_000))
                self._did("nonsense")
                await eve.hear()

    async def _silence(self, address: str) -> None:
        """Asks, and does not read."""
        token = await self.device(address)
        opened = await self.open(address, token, [_person("Eve"), None])
        async with self.line(address, opened["id"], token) as eve:
            eve.connection.transport.pause_reading()
            for _ in range(600):
                await eve.send({"type": "ping"})
                self._did("silent messages")
                await asyncio.sleep(0.02)

    async def _masters(self, address: str) -> None:
        """A table full of bots that search, and a person who answers at once."""
        token = await self.device(address)
        bots: list[Json | None] = [{"kind": "bot", "level": "master"}] * 3
        opened = await self.open(address, token, [_person("Eve"), *bots], game=LONG_GAME)
        async with self.line(address, opened["id"], token) as eve:
            await eve.ask_for({"type": "start", "share": secrets.token_hex(32)})
            async for _ in eve:
                legal = eve.matches.get(0, {}).get("legal") if eve.turn.get("to_move") == 0 else None
                if eve.table.get("phase") == "over":
                    return
                if legal:
                    await eve.ask_for(eve.a_move(legal[0]["written"], 0))
                    self._did("moves against masters")

    async def _length(self, address: str) -> None:
        """Sits down and gets up again, as often as it goes."""
        token = await self.device(address)
        opened = await self.open(address, token, [None, None])
        async with self.line(address, opened["id"], token) as eve:
            listening = asyncio.ensure_future(self._listen(eve))
            try:
                for number in range(300):
                    what = {"type": "sit", "name": f"Eve {number}", "seat": 0} if number % 2 == 0 else None
                    await eve.ask_for(what or {"type": "leave", "seat": 0})
                    self._did("comings and goings")
                    await asyncio.sleep(0.05)
            finally:
                listening.cancel()

    async def _look_at_long_tables(self, address: str) -> None:
        token = await self.device(address)
        opened = await self.open(address, token, [_person("Eve"), None])
        for _ in range(30):
            status, _ = await self.ask("GET", f"/api/tables/{opened['id']}", address)
            self._did("tables looked at")
            self.report.answers[str(status)] += 1

    async def _codes(self, address: str) -> None:
        for _ in range(50):
            status, _ = await self.ask("GET", f"/api/codes/{self.chance.randrange(10**6):06}", address)
            self._did("codes")
            self.report.answers[str(status)] += 1

    async def _verify(self, address: str) -> None:
        for _ in range(20):
            status, _ = await self.ask("POST", "/api/verify", address, {"record": _long_record(self.plan.game)})
            self._did("records")
            self.report.answers[str(status)] += 1

    async def _half(self, address: str) -> None:
        """Half a request, and then nothing."""
        lines: list[asyncio.StreamWriter] = []
        try:
            for _ in range(10):
                _, writer = await asyncio.open_connection(self.host, self.port)
                lines.append(writer)
                writer.write(f"GET / HTTP/1.1\r\nHost: {self.host}\r\nX-Forwarded-For: {address}\r\nX-Slow: ".encode())
                self._did("half requests")
            await asyncio.sleep(5)
        finally:
            for writer in lines:
                writer.close()

    async def _listen(self, client: Client) -> None:
        with contextlib.suppress(*GONE):
            async for message in client:
                if message["type"] == "refused":
                    self.report.answers[message["code"]] += 1


def _is_full(table: Json) -> bool:
    return all(seat["kind"] != "free" for seat in table["seats"])


@functools.cache
def _long_record(game: str) -> str:
    """As much work as fits into a request."""
    position = game_named(game)(2).deal(1)
    text = ""
    while not position.is_over and len(text) < LONGEST_RECORD:
        legal = position.legal_moves
        position.play(legal[len(position.moves) % len(legal)])
        if len(position.moves) % 50 == 0:
            text = record_of(position).to_json()
    return text


def _person(name: str) -> Json:
    return {"kind": "person", "name": name}


def run_hostile_hour(plan: LoadPlan, progress: Callable[[int], None] = lambda done: None) -> HostileReport:
    plan.check()
    return asyncio.run(HostileHour(plan).run(progress))
