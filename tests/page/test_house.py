"""The house of a page when things go wrong: a sentence, a way on, and nothing lost that was shown as done."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import MISSING, fields
from typing import Any

import pytest

from tests.kit.server import a_bot, a_person
from tests.server.keep_release import FOLDER, logs_of
from tiotal.page.drawers import Full
from tiotal.page.house import House
from tiotal.page.thinking import PageThinking, think
from tiotal.table.seen.listing import Listing, listing_of
from tiotal.table.table import Table

Json = dict[str, Any]
SHARE = "5" * 64


class MemoryDrawers:
    """As those of a browser; `trouble` is raised by the next write."""

    def __init__(self) -> None:
        self.logs: dict[str, list[tuple[int, int, str]]] = {}
        self.noted: dict[str, str] = {}
        self.trouble: Exception | None = None
        self.own = "d" * 32

    async def append(self, table_id: str, number: int, at: int, body: str) -> bool:
        if self.trouble:
            raise self.trouble
        if number != len(self.logs[table_id]) + 1:
            return False
        self.logs[table_id].append((number, at, body))
        return True

    async def open(self, table_id: str, listing: str, at: int, body: str) -> bool:
        if self.trouble:
            raise self.trouble
        self.noted[table_id] = listing
        self.logs[table_id] = [(1, at, body)]
        return True

    async def note(self, table_id: str, listing: str) -> None:
        if table_id in self.noted:
            self.noted[table_id] = listing

    async def remove(self, table_id: str) -> None:
        self.noted.pop(table_id, None)
        self.logs.pop(table_id, None)

    async def entries(self, table_id: str, after: int) -> str:
        return json.dumps(self.logs.get(table_id, [])[after:])

    async def listing(self, table_id: str) -> str | None:
        return self.noted.get(table_id)

    async def listings(self) -> str:
        return json.dumps(list(self.noted.items()))

    async def device(self) -> str:
        return self.own


class Thinker:
    """Here instead of in another worker."""

    def __init__(self) -> None:
        self.fails = False
        self.given_up = 0

    async def think(self, asked: bytes) -> bytes:
        if self.fails:
            raise RuntimeError("out of memory")
        return think(asked)

    def give_up(self) -> None:
        self.given_up += 1


class Visit:
    """A page, and all that is around its house."""

    def __init__(self, drawers: MemoryDrawers | None = None) -> None:
        self.drawers = drawers or MemoryDrawers()
        self.thinker = Thinker()
        self.heard: asyncio.Queue[Json] = asyncio.Queue()
        self.ended: list[int] = []
        self.house = House(self.drawers, self, PageThinking(self.thinker, seed=1))

    def send(self, line: str, text: str) -> None:
        self.heard.put_nowait(json.loads(text))

    def end(self, line: str, code: int) -> None:
        self.ended.append(code)

    async def call(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        sent = None if body is None else json.dumps(body)
        status, _, text = (await self.house.call(method, path, sent, "en")).partition("\n")
        return int(status), json.loads(text)

    async def open(self, game: str = "nimmt", level: str = "easy") -> str:
        seats = [a_person(), a_bot(level)]
        status, opened = await self.call(
            "POST", "/api/tables", {"game": game, "players": 2, "seats": seats, "settings": {"pace": 0}}
        )
        assert status == 201, opened
        return str(opened["id"])

    async def sit(self, table_id: str, line: str = "page:1") -> Json:
        self.house.connect(line, table_id)
        self.house.hear(line, json.dumps({"type": "hello", "language": "en", "last": 0}))
        return await self.hear("welcome", "refused")

    def ask(self, name: str, **what: Any) -> None:
        self.house.hear("page:1", json.dumps({"type": "ask", "request": name, "what": what}))

    async def hear(self, *kinds: str) -> Json:
        async with asyncio.timeout(20):
            while (message := await self.heard.get())["type"] not in kinds:
                pass
        return message

    async def start(self) -> Json:
        self.ask("start", type="start", share=SHARE)
        while not (message := await self.hear("news"))["matches"] or not message["matches"][0]["legal"]:
            pass
        return message

    def move(self, message: Json, name: str) -> None:
        match = message["matches"][0]
        move = match["legal"][0]["written"]
        self.ask(name, type="move", seat=match["seat"], move=move, seen=message["turn"]["number"])


def visiting(work: Callable[[Visit], Awaitable[None]], drawers: MemoryDrawers | None = None) -> None:
    async def run() -> None:
        visit = Visit(drawers)
        await visit.house.start()
        try:
            await work(visit)
        finally:
            await visit.house.tables.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (Full(), "There is no room left on this device."),
        (RuntimeError("QuotaExceededError"), "There is no room left on this device."),
        (RuntimeError("InvalidStateError"), "Games cannot be saved on this device just now."),
    ],
)
def test_what_cannot_be_kept_is_refused_and_has_not_happened(trouble: Exception, sentence: str) -> None:
    async def work(visit: Visit) -> None:
        table_id = await visit.open()
        await visit.sit(table_id)
        dealt = await visit.start()
        before = len(visit.drawers.logs[table_id])
        visit.drawers.trouble = trouble
        visit.move(dealt, "one")
        assert sentence in (await visit.hear("refused"))["sentence"]
        assert len(visit.drawers.logs[table_id]) == before
        status, refused = await visit.call("POST", "/api/tables", {"game": "ten", "players": 2, "seats": [None, None]})
        assert status == 422 and refused["code"] == "house.free_seats"
        visit.drawers.trouble = None
        await asyncio.sleep(1.2)  # until the table has found out what was written
        visit.move(dealt, "one")
        assert (await visit.hear("news"))["request"] == "one"

    visiting(work)


def test_another_house_goes_on_where_the_last_one_was() -> None:
    drawers = MemoryDrawers()
    seen: list[Json] = []

    async def begin(visit: Visit) -> None:
        table_id = await visit.open()
        await visit.sit(table_id)
        seen.append(await visit.start())

    async def go_on(visit: Visit) -> None:
        (table_id,) = drawers.logs
        welcome = await visit.sit(table_id)
        assert welcome["matches"][0]["table"] == seen[0]["matches"][0]["table"]
        visit.move(welcome, "one")
        assert (await visit.hear("news"))["request"] == "one"

    visiting(begin, drawers)
    visiting(go_on, drawers)


@pytest.mark.parametrize("body", ['{"kind":"from the future"}', "{", '{"kind":"moved","seat":7,"move":"x"}'])
def test_a_log_that_cannot_be_read_is_left_as_it_is(body: str) -> None:
    async def work(visit: Visit) -> None:
        table_id = await visit.open()
        visit.drawers.logs[table_id].append((2, 0, body))
        other = Visit(visit.drawers)
        assert (await other.sit(table_id))["code"] == "house.unreadable"
        assert other.ended == [4403]
        assert visit.drawers.logs[table_id][-1][2] == body
        assert (await other.call("GET", "/api/history"))[1]["tables"][0]["id"] == table_id
        assert (await other.call("DELETE", f"/api/tables/{table_id}"))[0] == 200
        assert not visit.drawers.logs

    visiting(work)


def test_a_game_that_newer_rules_dealt_is_refused_with_a_sentence_and_left() -> None:
    async def work(visit: Visit) -> None:
        table_id = await visit.open()
        log = visit.drawers.logs[table_id]
        number, at, body = log[0]
        log[0] = (number, at, json.dumps(json.loads(body) | {"rules": 99}))
        before = list(log)
        other = Visit(visit.drawers)
        refused = await other.sit(table_id)
        assert refused["type"] == "refused" and "version 99" in refused["sentence"]
        assert other.ended == [4403] and log == before

    visiting(work)


def test_games_of_an_earlier_version_are_played_on() -> None:
    """Its listings knew less, too."""
    for table_id, log in logs_of(FOLDER / "0.1" / "tables.db").items():
        table = Table.replay(log)
        drawers = MemoryDrawers()
        drawers.own = next(held.person.device for held in table.seats if held.person)
        listing = listing_of(f"here-{table_id}", None, log[0].at, table)
        kept = {field.name: getattr(listing, field.name) for field in fields(Listing) if field.default is MISSING}
        drawers.noted[f"here-{table_id}"] = json.dumps({"listing": kept | {"of another version": 1}})
        drawers.logs[f"here-{table_id}"] = [(entry.number, entry.at, entry.write()) for entry in log]

        async def work(visit: Visit, table_id: str = f"here-{table_id}") -> None:
            assert (await visit.sit(table_id))["type"] == "welcome"
            assert [listed["id"] for listed in (await visit.call("GET", "/api/history"))[1]["tables"]] == [table_id]

        visiting(work, drawers)


@pytest.mark.parametrize("damaged", ["", "{}", '{"listing": {"id": 7}}', '{"listing": []}', "[7"])
def test_a_listing_that_cannot_be_read_hides_no_other(damaged: str) -> None:
    async def work(visit: Visit) -> None:
        lost, other = await visit.open(), await visit.open()
        visit.drawers.noted[lost] = damaged
        found = {listed["id"] for listed in (await visit.call("GET", "/api/history"))[1]["tables"]}
        assert found == {lost, other}  # it is found again from its log
        assert (await visit.sit(lost))["type"] == "welcome"
        assert (await visit.call("DELETE", "/api/my-data"))[0] == 200
        assert not visit.drawers.logs

    visiting(work)


def test_a_search_that_fails_stops_no_table_and_a_hint_says_so() -> None:
    async def work(visit: Visit) -> None:
        visit.thinker.fails = True
        table_id = await visit.open(level="master")
        await visit.sit(table_id)
        dealt = await visit.start()
        visit.house.hear("page:1", json.dumps({"type": "hint", "request": "why", "seat": dealt["matches"][0]["seat"]}))
        assert (await visit.hear("refused"))["code"] == "house.no_hint"
        visit.move(dealt, "one")
        while not (message := await visit.hear("news"))["matches"] or not message["matches"][0]["legal"]:
            pass  # the master moves, by a quick bot
        assert visit.thinker.given_up > 0

    visiting(work)


def test_a_master_and_hints_think_elsewhere() -> None:
    async def work(visit: Visit) -> None:
        await visit.sit(await visit.open("cento", level="master"))
        dealt = await visit.start()
        visit.house.hear("page:1", json.dumps({"type": "hint", "request": "why", "seat": dealt["matches"][0]["seat"]}))
        assert (await visit.hear("advice"))["moves"]

    visiting(work)


def test_a_table_that_is_deleted_is_gone_for_everybody_at_it() -> None:
    async def work(visit: Visit) -> None:
        table_id = await visit.open()
        await visit.sit(table_id)
        await visit.start()
        assert (await visit.call("GET", "/api/my-data"))[1]["tables"][0]["names"] == ["Ada"]
        assert (await visit.call("DELETE", "/api/my-data")) == (200, {"tables": 1})
        assert (await visit.hear("refused"))["code"] == "server.no_table"
        await asyncio.sleep(0.01)
        assert visit.ended == [4404]
        assert not visit.drawers.logs and not visit.drawers.noted
        assert (await visit.sit(table_id, "page:2"))["code"] == "server.no_table"

    visiting(work)


def test_what_makes_no_sense_gets_a_sentence() -> None:
    async def work(visit: Visit) -> None:
        for method, path, body, code in (
            ("GET", "/api/nothing", None, "server.not_found"),
            ("PUT", "/api/tables", {}, "server.not_found"),
            ("POST", "/api/tables", {"game": 7}, "server.bad_request"),
            ("POST", "/api/tables", {"game": "nimmt", "players": "2"}, "server.bad_request"),
            ("POST", "/api/tables", {"game": "nimmt", "seats": ["me"]}, "server.bad_request"),
        ):
            status, refused = await visit.call(method, path, body)
            assert status >= 400 and refused["code"] == code, path
        table_id = await visit.open()
        visit.house.connect("page:1", table_id)
        visit.house.hear("page:1", "hello?")
        assert (await visit.hear("refused"))["code"] == "server.bad_message"
        visit.house.hear("page:9", "{}")  # a line of a house that was here before
        assert visit.ended[-1] == 1013

    visiting(work)
