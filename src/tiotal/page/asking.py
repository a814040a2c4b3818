"""What a page asks for besides playing: as from a server over REST, so that it notices no difference."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from tiotal.engine.errors import Refused
from tiotal.engine.house_rules import make_house_rules, read_house_rules
from tiotal.page.store import DrawerStore
from tiotal.service import desk
from tiotal.service.desk import TableAsked
from tiotal.service.host import Clock
from tiotal.service.running import RunningTable
from tiotal.service.tables import Tables
from tiotal.table import seen
from tiotal.table.entries import Holder, SeatedBot, SeatedPerson
from tiotal.table.seen.listing import listing_of

HERE = "here-"  # with this begin the names of tables that are kept on the device
TRIES = 20
MOST_STEPS = 200

Answer = tuple[int, Any]


class Desk:
    def __init__(self, tables: Tables, store: DrawerStore, clock: Clock, device: str, language: str) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._device = device
        self._language = language

    async def answer(self, method: str, path: str, body: str | None) -> Answer:
        """A status, as HTTP counts them, and what is answered."""
        path, _, query = path.partition("?")
        for allowed, pattern, answer in ROUTES:
            found = re.fullmatch(pattern, path)
            if found and allowed == method:
                sent = Sent({} if body is None else json.loads(body))
                return await answer(self, sent, parse_qs(query), *found.groups())
        raise Refused("server.not_found")

    async def _table(self, table_id: str) -> RunningTable:
        live = await self._tables.find_newest(table_id)
        if live is None:
            raise Refused("server.no_table")
        return live

    # --- Options ------------------------------------------------------------------------------------------------
    async def prospects(self, sent: Sent, query: Query, game: str) -> Answer:
        players, options = sent.take("players", int, 4), sent.take("options", dict, {})
        return 200, desk.prospects_of(game, players, options, self._language)

    async def read_rules(self, sent: Sent, query: Query) -> Answer:
        return 200, desk.house_rules_told(read_house_rules(sent.take("text", str)), self._language)

    async def write_rules(self, sent: Sent, query: Query) -> Answer:
        about = sent.take("name", str), sent.take("game", str), sent.take("options", dict, {})
        return 200, desk.house_rules_told(make_house_rules(*about, sent.may_take("players", list)), self._language)

    async def rules_of_table(self, sent: Sent, query: Query, table_id: str) -> Answer:
        live = await self._table(table_id)
        return 200, desk.house_rules_told(seen.house_rules_for_all(live.table), self._language)

    # --- Tables -------------------------------------------------------------------------------------------------
    async def device(self, sent: Sent, query: Query) -> Answer:
        return 201, {"device": self._device, "token": None}

    async def open(self, sent: Sent, query: Query) -> Answer:
        """Whoever has no seat here comes on another device, and there is none: all seats have to be taken."""
        seats = [self._holder(seat) for seat in sent.take("seats", list, [])]
        asked = TableAsked(
            sent.take("game", str),
            sent.take("players", int, 4),
            sent.take("options", dict, {}),
            sent.take("settings", dict, {}),
            seats,
            sent.take("lesson", bool, False),
            sent.may_take("house_rules", str),
        )
        at = self._clock.now()
        opening = desk.opening_of(asked, self._device, at)
        if any(seat.holder is None for seat in opening.table.seats):
            raise Refused("house.free_seats")
        for _ in range(TRIES):
            table_id = HERE + secrets.token_urlsafe(12)
            if await self._tables.open(listing_of(table_id, None, at, opening.table), opening.entry, [self._device]):
                path = f"/t/{table_id}"
                return 201, {"id": table_id, "code": "", "path": path, "host_key": opening.host_key}
        raise Refused("server.busy")

    def _holder(self, seat: Any) -> Holder:
        if seat is None:
            return None
        sent = Sent(seat)
        if sent.take("kind", str) == "bot":
            return SeatedBot(sent.take("level", str), "")
        says, hints = sent.may_take("says", bool), sent.may_take("hints", bool)
        return SeatedPerson(self._device, sent.take("name", str).strip(), says=says, hints=hints)

    async def history(self, sent: Sent, query: Query) -> Answer:
        """First those that wait for somebody here, then the newest."""
        tables = []
        for listing in await self._store.history(self._device):
            tables.append(desk.listed(listing, self._device, self._tables.whose_turn(listing) == self._device))
        return 200, {"tables": sorted(tables, key=lambda listed: not listed["my_turn"])}

    async def welcome(self, sent: Sent, query: Query, table_id: str) -> Answer:
        return 200, (await self._table(table_id)).welcome(self._device)

    async def log(self, sent: Sent, query: Query, table_id: str) -> Answer:
        """To be brought to a server, as `tiotal data export` writes it."""
        listing = await self._store.listing(table_id)
        if listing is None:
            raise Refused("server.no_table")
        log = [
            {"number": entry.number, "at": entry.at, **json.loads(entry.write())}
            for entry in await self._store.read(table_id)
        ]
        about = {"table": table_id, "code": None, "opened_at": listing.opened_at, "put_away": False}
        return 200, {**about, "entries": log}

    async def delete(self, sent: Sent, query: Query, table_id: str) -> Answer:
        if await self._store.listing(table_id) is None:
            raise Refused("server.no_table")
        await self._tables.forget(table_id, None, deletes=True)
        return 200, {"tables": 1}

    # --- Matches ------------------------------------------------------------------------------------------------
    async def record(self, sent: Sent, query: Query, table_id: str, match: str) -> Answer:
        live = await self._table(table_id)
        return 200, seen.record_for(live.table, int(match), self._device)

    async def report(self, sent: Sent, query: Query, table_id: str, match: str) -> Answer:
        live = await self._table(table_id)
        return 200, seen.report_of(
            seen.reported(live.table, seen.seen_match(live.table, int(match), self._device), self._device)
        )

    async def steps(self, sent: Sent, query: Query, table_id: str, match: str) -> Answer:
        live = await self._table(table_id)
        seat = int(query["seat"][0]) if "seat" in query else None
        first = int(query.get("first", ["0"])[0])
        count = min(MOST_STEPS, int(query.get("count", ["50"])[0]))
        return 200, seen.steps_of(seen.eyes_on(live.table, int(match), self._device, seat), first, count)

    async def verify(self, sent: Sent, query: Query) -> Answer:
        return 200, desk.verified(sent.take("record", str))

    # --- What is kept -------------------------------------------------------------------------------------------
    async def my_data(self, sent: Sent, query: Query) -> Answer:
        tables = []
        for listing in await self._store.history(self._device):
            left = seen.left_behind(await self._store.read(listing.id), self._device)
            tables.append({"id": listing.id, "hosts": True, "forgotten_at": None, **left})
        return 200, {"device": self._device, "days": None, "tables": tables}

    async def delete_all(self, sent: Sent, query: Query) -> Answer:
        listings = await self._store.history(self._device)
        for listing in listings:
            await self._tables.forget(listing.id, None, deletes=True)
        return 200, {"tables": len(listings)}


Query = dict[str, list[str]]
TABLE = "/api/tables/([A-Za-z0-9_-]{16,32})"
MATCH = f"{TABLE}/matches/([0-9]{{1,6}})"
ROUTES: tuple[tuple[str, str, Callable[..., Awaitable[Answer]]], ...] = (
    ("POST", "/api/device", Desk.device),
    ("POST", "/api/games/([a-z0-9_]+)/prospects", Desk.prospects),
    ("POST", "/api/house-rules/read", Desk.read_rules),
    ("POST", "/api/house-rules/write", Desk.write_rules),
    ("POST", "/api/tables", Desk.open),
    ("GET", "/api/history", Desk.history),
    ("GET", TABLE, Desk.welcome),
    ("DELETE", TABLE, Desk.delete),
    ("GET", f"{TABLE}/house-rules", Desk.rules_of_table),
    ("GET", f"{TABLE}/log", Desk.log),
    ("GET", f"{MATCH}/record", Desk.record),
    ("GET", f"{MATCH}/report", Desk.report),
    ("GET", f"{MATCH}/steps", Desk.steps),
    ("POST", "/api/verify", Desk.verify),
    ("GET", "/api/my-data", Desk.my_data),
    ("DELETE", "/api/my-data", Desk.delete_all),
)


class Sent:
    """What came with a request: every value of the kind that it has to be."""

    def __init__(self, values: Any) -> None:
        if not isinstance(values, dict):
            raise Refused("server.bad_request", reason="body")
        self._values = values

    def take(self, name: str, kind: type, *default: Any) -> Any:
        value = self._values.get(name, *default)
        if type(value) is not kind:
            raise Refused("server.bad_request", reason=name)
        return value

    def may_take(self, name: str, kind: type) -> Any:
        """Or nothing."""
        return None if self._values.get(name) is None else self.take(name, kind)
