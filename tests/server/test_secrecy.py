"""Secrecy at the wire: whoever cannot know a card gets the same bytes, whichever card it is.

Two servers are asked the same things. At one of them, cards that an observer has no way to know are exchanged
(`tests/rules/test_secrecy.py` works out which, from the rules pages). From then on the observer, a spectator and a
stranger have to receive the same from both, over REST and WebSocket, until an exchanged card comes to light.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from tests.kit.games import Match, sensible
from tests.kit.server import Json, Player, a_person, connected, free_port
from tests.rules.test_secrecy import ALL, ONE, Viewer, cards_came_to_light, facts, is_secret, looks_like, twin_of
from tiotal.bots.bot import Budget
from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES
from tiotal.engine.record import Record
from tiotal.server import thinkers
from tiotal.server.app import create_app
from tiotal.server.connections import Door, protocols
from tiotal.server.devices import Devices
from tiotal.server.limits import Allowance, Limits
from tiotal.server.settings import ServerSettings
from tiotal.service import desk
from tiotal.table import seen
from tiotal.table.seen import matches
from tiotal.table.table import Table

SEED = "5e" * 32  # of the server: the same at both, so that the deals are the same until cards are exchanged
SHARE = "c4" * 32
TIMES = re.compile(r'"(at|opened_at|changed_at|deadline|began|ended|median_seconds)":[\d.]+')
TIMES_LEFT = re.compile(r'"time_left":\[[\d,]*\]')
NO_LIMITS = Limits(messages_per_second=1e6, messages_at_once=10**6, hints_per_second=1e6, hints_at_once=10**6)
SOME_THOUGHT = Budget(iterations=40)  # a hint that takes so long, and not so many milliseconds, is always the same
CONFIGURATIONS: list[tuple[str, int, Json, Json]] = [
    ("cento", 2, {"match": "series", "limit": 60}, {}),
    ("cento", 3, {"preset": "race"}, {}),
    ("cento", 4, {"pairs": True}, {"clock": "player"}),
    ("cento", 4, {"pairs": True, "match": "series", "limit": 60}, {}),
    ("nimmt", 2, {"rounds": 1}, {}),
    ("nimmt", 4, {"rounds": 2}, {"memory_aid": True}),
    ("ten", 3, {}, {"clock": "move"}),
    ("ten", 5, {}, {}),
]


# --- Two servers ------------------------------------------------------------------------------------------------
class InThisLoop(uvicorn.Server):
    """So that the test can exchange cards while it runs."""

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield


class Side:
    """One of the two servers, with what its clients have received."""

    def __init__(self, app: FastAPI, url: str) -> None:
        self.app = app
        self.url = url
        self.received: list[str] = []
        self.table_id = ""
        self.code = ""
        self.players: dict[str, Player] = {}
        self.client = httpx.AsyncClient(base_url=url, transport=httpx.ASGITransport(app))  # quicker than by socket

    @property
    def table(self) -> Table:
        table: Table = self.app.state.services.tables._tables[self.table_id].table
        return table

    def keep(self, who: str, what: str) -> None:
        """Apart from ids and times."""
        what = what.replace(self.table_id or "\n", "TABLE").replace(f'"code":"{self.code}"', '"code":"CODE"')
        what = TIMES_LEFT.sub("TIMES", TIMES.sub("TIME", what))
        self.received.append(f"{who}: {what}")


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Side]:
    port = free_port()
    app = create_app(ServerSettings(database=f"sqlite:///{folder}/{port}.db", limits=NO_LIMITS))
    config = uvicorn.Config(app, port=port, log_config=None, access_log=False, **protocols(Door(1_000)))
    server = InThisLoop(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    app.state.services.devices = Devices(b"the same at both", app.state.services.store.knows_device)
    side = Side(app, f"http://127.0.0.1:{port}")
    try:
        yield side
    finally:
        await side.client.aclose()
        server.should_exit = True
        await task


class Exchanged(Record):
    """The record of a match whose cards were exchanged when it had come to `start`: replayed, they stay exchanged."""

    def __init__(self, whole: Record, start: Position) -> None:
        super().__init__(whole.game, whole.players, whole.seed, whole.moves, whole.deal)
        object.__setattr__(self, "start", start)  # a record never changes

    def positions(self) -> Iterator[Position]:
        start: Position = self.start  # type: ignore[attr-defined]
        made = len(start.moves)
        yield from itertools.islice(super().positions(), made)
        position = start.copy()
        yield position
        for move in self.moves[made:]:
            position.play(move)
            yield position


# --- A table at each, and the same requests to both -------------------------------------------------------------
class Twins:
    """Two tables that hear the same; `O` observes, `P` holds all other seats, `S` only watches."""

    def __init__(self, sides: tuple[Side, Side], game: Game, settings: Json, viewer: Viewer, chance: int) -> None:
        self.sides = sides
        self.game = game
        self.settings = {"spectators": True, "listed": True} | settings
        self.viewer = viewer
        self.dice = random.Random(chance)
        devices: Devices = sides[0].app.state.services.devices
        self.tokens = {who: devices.new_secret() for who in "OPS"}  # at both: they seal with the same key
        self.matches: list[Match] = []  # what the test knows of each side
        self.requests = 0

    async def begin(self, connections: contextlib.AsyncExitStack) -> None:
        options = {name: value for name, value in self.game.options.items() if value is not None}
        names = ["Ada", "Bo", "Cleo", "Dag", "Eva"][: self.game.players]
        seats: list[Any] = [a_person(name) for name in names]
        if self.viewer is not None:
            seats[self.viewer] = None
        new = {"game": self.game.name, "players": self.game.players, "seats": seats}
        for side in self.sides:
            headers = {"Authorization": f"Bearer {self.tokens['P']}"}
            body = new | {"options": options, "settings": self.settings}
            opened = (await side.client.post("/api/tables", json=body, headers=headers)).json()
            side.table_id, side.code, side.received, side.players = opened["id"], opened["code"], [], {}
            for who in "PSO":
                found = connected(side.url, side.table_id, self.tokens[who])
                side.players[who] = await connections.enter_async_context(found)
                side.players[who].pace = Allowance(1e6, 1e6)
        if self.viewer is not None:
            says = self.dice.choice((True, False)) if self.game.has_totals else None
            await self.ask("O", {"type": "sit", "name": "Olga", "seat": self.viewer, "share": SHARE, "says": says})
        await self.ask("P", {"type": "start", "share": SHARE})
        deals = [side.table.match.seed for side in self.sides if side.table.match]
        assert deals[0] == deals[1]
        self.matches = [Match(self.game, deals[0])]

    async def ask(self, who: str, what: Json | list[Json]) -> None:
        """The same request to both, or one that looks the same to the observer; and all that came of it."""
        self.requests += 1
        request = f"r{self.requests}"
        for side, asked in zip(self.sides, what if isinstance(what, list) else [what, what], strict=True):
            answer = await side.players[who].ask(asked, request)
            for other in "SO":
                if answer["type"] == "news":
                    await side.players[other].until_number(answer["turn"]["number"])
                await side.players[other].ping()

    @property
    def near_the_end(self) -> bool:
        """Whether the next move may be the last."""
        here = self.matches[0]
        return any(position_after(here, move).is_over for move in here.position.legal_moves)

    async def move(self) -> bool:
        """Make a random move; False if the exchanged cards have come to light, or will."""
        here = self.matches[0]
        if here.position.is_over:
            return False
        move, seat = sensible(here.position, self.dice), here.position.to_move
        moves = [move]
        for there in self.matches[1:]:
            secret = is_secret(move, here, self.viewer)
            legal = there.position.legal_moves
            others = [other for other in legal if other == move or (secret and looks_like(other, move))]
            if not others:
                return False
            moves.append(self.dice.choice(others))
        says = seat is not None and self.sides[0].table.says(seat)
        said = {"said": 7} if says and here.position.view(seat).total_after(move) is not None else {}
        answers = self.sides[0].table.number
        what = {"type": "move", "seat": seat, "seen": answers, **said}
        await self.ask("O" if seat == self.viewer else "P", [what | {"move": one} for one in (moves * 2)[:2]])
        if self.sides[0].table.trying:  # the total was wrong, as a rule: once more
            again = what | {"seen": self.sides[0].table.number}
            await self.ask("O" if seat == self.viewer else "P", [again | {"move": one} for one in (moves * 2)[:2]])
        steps = [match.play(one) for match, one in zip(self.matches, moves, strict=True)]
        if len(self.matches) == 2:
            seen_alike = facts(here, self.viewer) == facts(self.matches[1], self.viewer)
            return seen_alike and not cards_came_to_light(here, steps[0])
        return True

    def exchange(self, how: str) -> None:
        """Cards that the observer cannot know, at the second table."""
        there = twin_of(self.matches[0], self.viewer, self.dice, how)
        self.matches.append(there)
        match = self.sides[1].table.match
        assert match is not None
        match.position = there.position.copy()
        whole, start = match.record, there.position.copy()
        match.record = lambda: Exchanged(whole(), start)  # type: ignore[method-assign]

    # --- Looking, in every way there is -------------------------------------------------------------------------
    async def look(self) -> None:
        """Whatever the observer, a spectator or a stranger can fetch, and whatever they do wrong."""
        paths = ["", "/matches/1/record", "/matches/1/report", "/matches/1/steps", "/matches/2/record"]
        paths += [f"/matches/1/steps?count=200&seat={seat}" for seat in range(self.game.players)]
        last = self.sides[0].table.number
        connect_from = self.dice.choice([0, 1, last - 1, last])
        for side in self.sides:
            for who in ("O", "S", "stranger"):
                headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who in self.tokens else {}
                addresses = [f"/api/tables/{side.table_id}{path}" for path in paths]
                for address in (*addresses, "/api/history", "/api/lobby", "/api/games", f"/api/codes/{side.code}"):
                    answer = await side.client.get(address, headers=headers)
                    side.keep(who, f"{answer.status_code} {json.dumps(dict(answer.headers))} {answer.text}")
            for who in "OS":
                async with connected(side.url, side.table_id, self.tokens[who], connect_from) as again:
                    await again.ping()
                    for raw in again.raw:
                        side.keep(f"{who} again", str(raw))
                for player in side.players.values():
                    await player.ping()
            await self.keep_metrics(side)
        await self.ask_for_hints()

    async def ask_for_hints(self) -> None:
        """For the observer's own seat: a hint is made from what the observer knows."""
        name = f"own{self.sides[0].table.number}"
        if self.viewer is not None and self.sides[0].table.to_move == self.viewer:
            for side in self.sides:
                await side.players["O"].send({"type": "hint", "request": name, "seat": self.viewer})
                await side.players["O"].until(lambda message: message.get("request") == name)

    async def keep_metrics(self, side: Side) -> None:
        """Apart from figures of the process, how long things took, and which tables are not forgotten yet."""
        page = (await side.client.get("/metrics")).text
        lines = [line for line in page.splitlines() if not re.match(r"process_|tiotal_tables|# ", line)]
        side.keep("metrics", "\n".join(line for line in lines if "_seconds_" not in line and "_created" not in line))

    async def stumble(self) -> None:
        """Ask for what is not allowed: refusals may not tell more either."""
        seat = self.viewer if self.viewer is not None else 0
        number = self.sides[0].table.number
        written = [text for text in self.game.written if text is not None]
        legal = set(self.matches[0].position.legal_moves)
        illegal = [text for text in self.dice.sample(written, 6) if text not in legal]
        for text in illegal:
            await self.ask("O", {"type": "move", "seat": seat, "move": text, "seen": number})
        other = (seat + 1) % self.game.players
        others_move = self.dice.choice(sorted(legal))
        await self.ask("O", {"type": "move", "seat": other, "move": others_move, "seen": number})
        await self.ask("S", {"type": "move", "seat": seat, "move": others_move, "seen": number})
        await self.ask("O", {"type": "replace", "seat": other, "level": "medium"})
        await self.ask("O", {"type": "ask_undo", "seat": seat, "seen": number})
        if self.sides[0].table.undo is not None or self.sides[1].table.undo is not None:
            await self.ask("P", {"type": "answer_undo", "agree": False})
        for side in self.sides:
            for who in "OS":
                player = side.players[who]
                await player.send({"type": "hint", "request": f"h{number}", "seat": other})
                await player.until(lambda message: message.get("request") == f"h{number}")

    def compare(self) -> None:
        """What came over the WebSockets, and what was kept of the rest."""
        for side in self.sides:
            for who in "OS":
                for raw in side.players[who].raw:
                    side.keep(who, str(raw))
        here, there = (side.received for side in self.sides)
        for one, other in zip(here, there, strict=True):
            assert one == other, f"{self.game!r}, hidden from {self.viewer}, yet told: {one} / {other}"

    def forget(self) -> None:
        """What came before."""
        for side in self.sides:
            side.received = []
            for player in side.players.values():
                player.raw.clear()


def position_after(match: Match, move: str) -> Position:
    position = match.position.copy()
    position.play(move)
    return position


async def run_course(sides: tuple[Side, Side], number: int) -> int:
    """One match, with cards exchanged at a random moment; the number of moves that nobody could tell apart."""
    name, players, options, settings = CONFIGURATIONS[number % len(CONFIGURATIONS)]
    dice = random.Random(number)
    viewer = dice.choice([None, *range(players)])
    twins = Twins(sides, GAMES[name](players, **options), settings, viewer, number)
    made = 0
    async with contextlib.AsyncExitStack() as connections:
        await twins.begin(connections)
        for _ in range(dice.choice([0, 0, 1, 2, 4, 7, 12, 20])):
            if not twins.near_the_end:
                await twins.move()
        twins.compare()
        twins.forget()
        how = dice.choice([ONE, ONE, ALL])
        twins.exchange(how)
        await twins.stumble()
        await twins.look()
        twins.compare()
        while how == ONE and made < 40:
            twins.forget()
            if not await twins.move():
                break
            made += 1
            if dice.random() < 0.15 and not twins.matches[0].position.is_over:  # then the record tells everything
                await twins.stumble()
                await twins.look()
            twins.compare()
        await twins.ask("P", {"type": "end"})
    return made


async def run_courses(folder: Path, numbers: range) -> int:
    async with serving(folder) as here, serving(folder) as there:
        return sum([await run_course((here, there), number) for number in numbers])


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "new_seed", lambda: SEED)
    from tiotal.bots.advice import advise as think

    monkeypatch.setattr(thinkers, "advise", lambda view, budget, **others: think(view, SOME_THOUGHT, **others))


@pytest.mark.thorough
@pytest.mark.usefixtures("same_seed")
def test_nobody_receives_anything_that_depends_on_cards_hidden_from_them(tmp_path: Path) -> None:
    assert asyncio.run(run_courses(tmp_path, range(len(CONFIGURATIONS)))) > 30


@pytest.mark.thorough
@pytest.mark.usefixtures("same_seed")
def test_nobody_receives_anything_hidden_in_many_more_games(tmp_path: Path) -> None:
    assert asyncio.run(run_courses(tmp_path, range(1_000, 1_000 + 2 * len(CONFIGURATIONS)))) > 60


# --- That these tests can fail ----------------------------------------------------------------------------------
def leaks(told: Callable[..., Json], table: Table, *others: Any) -> Json:
    """What is told, with one bit in it that depends on all cards."""
    event = told(table, *others)
    if event["kind"] == "moved" and table.match:
        event["by_bot"] = int(table.match.position.fingerprint(), 16) % 2 == 1
    return event


@pytest.mark.usefixtures("same_seed")
def test_a_leak_in_the_news_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "event_for_all", functools.partial(leaks, seen.event_for_all))
    with pytest.raises(AssertionError, match="yet told"):
        asyncio.run(run_courses(tmp_path, range(len(CONFIGURATIONS))))


@pytest.mark.usefixtures("same_seed")
def test_a_leak_in_what_is_fetched_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(table: Table) -> Json:
        told = table_for_all(table)
        if table.match and table.phase == "playing":
            told["commitment"] = table.match.position.fingerprint()
        return told

    table_for_all = seen.table_for_all
    monkeypatch.setattr(seen, "table_for_all", leaking)
    with pytest.raises(AssertionError, match="yet told"):
        asyncio.run(run_courses(tmp_path, range(len(CONFIGURATIONS))))


@pytest.mark.thorough
@pytest.mark.usefixtures("same_seed")
def test_a_replay_through_the_eyes_of_others_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "viewers_of", lambda table, device: [None, *range(table.game.players)])
    with pytest.raises(AssertionError, match="yet told"):
        asyncio.run(run_courses(tmp_path, range(len(CONFIGURATIONS))))


@pytest.mark.thorough
@pytest.mark.usefixtures("same_seed")
def test_a_move_in_the_open_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_step", functools.partial(with_open_move, matches._step))
    with pytest.raises(AssertionError, match="yet told"):
        asyncio.run(run_courses(tmp_path, range(1_000, 1_000 + 2 * len(CONFIGURATIONS))))


def with_open_move(step: Any, number: int, position: Position, size: int, eyes: Any) -> Any:
    move = position.game.read(position.moves[-1]).as_dict() if position.moves else None
    return step(number, position, size, eyes) | {"move": move}
