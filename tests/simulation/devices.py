"""People with devices: they play what they are offered, lose their connection, come back through another process, and
try to get rid of each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.simulation.world import Process, World
from tiotal.engine.errors import TiotalError
from tiotal.service.host import StorageDown
from tiotal.service.reading import Ask, read_message
from tiotal.service.running import RunningTable
from tiotal.service.telling import encode

SECONDS_TO_ANSWER = 10  # then a device takes its connection for dead
NOT_DECIDED = ("server.storage_down", "server.busy")  # what is refused so may have been done all the same

Json = dict[str, Any]


@dataclass(frozen=True)
class Refusal:
    device: str
    what: Json
    code: str
    first: int  # the number of the last entry there was when it was asked, …
    last: int  # … and when it was answered


@dataclass
class Session:
    """From being welcomed to the end of the connection."""

    process: Process
    began: float
    ended: float | None = None


@dataclass
class Known:
    """What a device has seen and was told, for the checks."""

    acknowledged: dict[str, int] = field(default_factory=dict)  # by request: number of its entry
    refusals: list[Refusal] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    views: dict[tuple[int, int | None], str] = field(default_factory=dict)  # by number and seat
    faults: list[str] = field(default_factory=list)
    here: list[int] = field(default_factory=list)  # seats whose people it was last told are there
    replaceable: list[int] = field(default_factory=list)


class Connection:
    """A device's line to a process, and the process's side of it: as `tiotal.server.play` does it, without sockets."""

    def __init__(self, device: Device, process: Process) -> None:
        self.device = device.name
        self.address = "192.0.2.1"
        self._owner = device
        self._process = process
        self._world = device.world
        self._to_device: deque[str] = deque()
        self._to_process: asyncio.Queue[str] = asyncio.Queue()
        self._arrives = 0.0
        self._live: RunningTable | None = None
        self.is_cut = False
        process.connections.add(self)
        self._task = asyncio.ensure_future(self._serve(device.table_id, device.seen))

    # --- The process's side -------------------------------------------------------------------------------------
    async def _serve(self, table_id: str, last: int) -> None:
        await asyncio.sleep(self._world.latency())
        await self._process.thawed()
        try:
            live = await self._process.tables.find_newest(table_id, last)
        except StorageDown:
            return self.cut()
        if self.is_cut or live is None:
            return None
        self.send(encode(live.welcome(self.device, last)))
        self._live = live
        live.join(self)
        while True:
            text = await self._to_process.get()
            await self._process.thawed()
            message = read_message(text)
            assert isinstance(message, Ask)
            before = live.table.number
            try:
                number = await live.ask(self.device, message.what, message.request)
            except TiotalError as error:
                self.send(encode({"type": "refused", "request": message.request, "code": error.key}))
            else:
                if number <= before:
                    self.send(encode({"type": "done", "request": message.request, "number": number}))

    def send(self, text: str) -> None:
        """In order, some time later."""
        self._to_device.append(text)
        self._arrives = max(self._arrives, self._world.now + self._world.latency())
        asyncio.get_running_loop().call_at(self._arrives, self._arrive)

    def table_is_gone(self) -> None:
        raise AssertionError("nobody deletes a table here")

    def _arrive(self) -> None:
        if not self.is_cut:
            self._owner.hear(json.loads(self._to_device.popleft()))

    # --- The device's side --------------------------------------------------------------------------------------
    def say(self, message: Json) -> None:
        if not self.is_cut:
            asyncio.get_running_loop().call_later(self._world.latency(), self._to_process.put_nowait, encode(message))

    def cut(self) -> None:
        if self.is_cut:
            return
        self.is_cut = True
        self._process.connections.discard(self)
        if self._live is not None and not self._process.is_dead:
            self._part()
        self._task.cancel()
        self._owner.lost(self)

    def _part(self) -> None:
        """A process that stands still notices it later."""
        assert self._live is not None
        if self._process.is_frozen:
            asyncio.get_running_loop().call_at(self._process.frozen_until, self._part)
        elif not self._process.is_dead:
            self._live.part(self)


class Device:
    def __init__(self, world: World, table_id: str, name: str) -> None:
        self.world = world
        self.table_id = table_id
        self.name = name
        self.known = Known()
        self.seen = 0  # number of the last entry
        self.idles = False  # does nothing any more but look
        self._names = 0
        self._connection: Connection | None = None
        self._session: Session | None = None
        self._unanswered: dict[str, tuple[Json, int]] = {}
        self._last_heard = 0.0
        self._state: Json = {}
        self._matches: dict[int | None, Json] = {}

    # --- Being connected ----------------------------------------------------------------------------------------
    async def stay_connected(self) -> None:
        chance = self.world.chance
        while True:
            if self._connection is None:
                await asyncio.sleep(
                    chance.uniform(0.1, 2) if self.idles or chance.random() < 0.7 else chance.uniform(5, 45)
                )
                reachable = [process for process in self.world.processes if not process.is_dead]
                if reachable:
                    self._last_heard = self.world.now
                    self._connection = Connection(self, chance.choice(reachable))
            await asyncio.sleep(1)
            waits = bool(self._unanswered) or self._session is None
            is_silent = waits and self.world.now - self._last_heard > SECONDS_TO_ANSWER
            if self._connection is not None and (is_silent or self.world.happens(0.004)):
                self._connection.cut()

    def lost(self, connection: Connection) -> None:
        if connection is self._connection:
            self._connection = None
            if self._session is not None:
                self._session.ended = self.world.now
            self._session = None

    # --- Hearing ------------------------------------------------------------------------------------------------
    def hear(self, message: Json) -> None:
        self._last_heard = self.world.now
        kind = message["type"]
        if kind == "welcome":
            self._welcomed(message)
        elif kind == "news":
            self._take(message, welcome=False)
        elif kind == "done":
            self._acknowledged(message["request"], message["number"])
        elif kind == "refused":
            self._refused(message)
        if kind in ("welcome", "presence"):
            self.known.here, self.known.replaceable = message["here"], message["replaceable"]

    def _welcomed(self, message: Json) -> None:
        assert self._connection is not None
        if self._session is None:
            self._session = Session(self._connection._process, self.world.now)
            self.known.sessions.append(self._session)
        self._take(message, welcome=True)
        for request, (what, _) in list(self._unanswered.items()):
            self._connection.say({"type": "ask", "request": request, "what": what})

    def _take(self, message: Json, welcome: bool) -> None:
        number = message["turn"]["number"]
        tells_anew = not welcome and message["event"]["kind"] == "forgotten"  # after a welcome of the same number
        if number < self.seen or not (welcome or number == self.seen + (not tells_anew)):
            self.known.faults.append(f"{self.name} had seen {self.seen} and was shown {number}")
        self.seen = number
        self._state = {**self._state, **{key: message[key] for key in ("turn", "table", "mine") if key in message}}
        for match in message["matches"]:
            seat = match["seat"]
            self._matches[seat] = match
            told = {key: value for key, value in match.items() if key not in ("log", "log_start", "first")}
            key = (number, seat)
            self.known.views[key] = encode(told)
        if message.get("request"):
            self._acknowledged(message["request"], number)

    def _acknowledged(self, request: str, number: int) -> None:
        if request in self._unanswered:
            del self._unanswered[request]
            self.known.acknowledged[request] = number

    def _refused(self, message: Json) -> None:
        found = self._unanswered.pop(message["request"], None)
        if found is None:
            return
        what, first = found
        if message["code"] in NOT_DECIDED:
            if self.world.chance.random() < 0.7:  # people try again, with the same name
                self._unanswered[message["request"]] = found
                asyncio.get_running_loop().call_later(1, self._again, message["request"])
            return
        last = len(self.world.database.logs[self.table_id])
        self.known.refusals.append(Refusal(self.name, what, message["code"], first, last))

    def _again(self, request: str) -> None:
        if request in self._unanswered and self._connection is not None:
            self._connection.say({"type": "ask", "request": request, "what": self._unanswered[request][0]})

    # --- Playing ------------------------------------------------------------------------------------------------
    async def play(self) -> None:
        chance = self.world.chance
        while not self.idles:
            await asyncio.sleep(chance.uniform(0.5, 25))
            if self._session is None or self.idles:
                continue
            if self.world.happens(0.002):
                await self._be_forgotten(self._session.process)
            elif not self._unanswered:
                self._do_something()
            if self._connection is not None and self.world.happens(0.02):
                self._connection.cut()

    async def _be_forgotten(self, process: Process) -> None:
        """Somebody deletes all they have left, and asks for nothing more."""
        self.idles = True
        while self.name not in self.world.database.forgotten and not process.is_dead:
            with contextlib.suppress(StorageDown):
                await process.tables.forget(self.table_id, self.name)
            await asyncio.sleep(1)

    def _ask(self, what: Json) -> None:
        assert self._connection is not None
        self._names += 1
        request = f"{self.name.replace(' ', '')}-{self._names}"
        self._unanswered[request] = (what, len(self.world.database.logs[self.table_id]))
        self._connection.say({"type": "ask", "request": request, "what": what})
        if self.world.happens(0.05):  # a double click
            self._connection.say({"type": "ask", "request": request, "what": what})

    def _do_something(self) -> None:
        chance = self.world.chance
        phase, turn, mine = self._state["table"]["phase"], self._state["turn"], self._state["mine"]
        seats = self._state["table"]["seats"]
        if not mine:
            return
        (seat,) = mine
        dice = chance.random()
        if seats[seat]["stand_in"] or seats[seat]["away"]:
            self._ask({"type": "come_back", "seat": seat})
        elif phase == "over":
            self._ask({"type": "again"})
        elif phase != "playing":
            return
        elif self._state["table"]["paused"]:
            self._ask({"type": "resume"})
        elif self._state["table"]["undo"] and dice < 0.8:
            self._ask({"type": "answer_undo", "agree": dice < 0.6})
        elif dice < 0.12:
            other = chance.choice([number for number in range(len(seats)) if number != seat])
            self._ask({"type": "replace", "seat": other, "level": "easy"})
        elif dice < 0.16:
            self._ask({"type": "say", "seat": seat, "what": "clap"})
        elif dice < 0.18:
            self._ask({"type": "leave", "seat": seat})
        elif dice < 0.19:
            self._ask({"type": "pause"})
        elif dice < 0.22:
            self._ask({"type": "ask_undo", "seat": seat, "seen": turn["number"]})
        elif turn["to_move"] == seat and self._matches.get(seat, {}).get("legal"):
            move = chance.choice(self._matches[seat]["legal"])
            said = chance.randrange(30) if move.get("says") else None
            what = {"type": "move", "seat": seat, "move": move["written"], "seen": turn["number"]}
            self._ask(what if said is None else {**what, "said": said})
        elif dice > 0.97:  # out of turn, or too late
            self._ask({"type": "move", "seat": seat, "move": "pass", "seen": max(0, turn["number"] - 1)})
