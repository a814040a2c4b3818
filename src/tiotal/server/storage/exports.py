"""All tables as lines of JSON: out of one database, into another; or all of them deleted, if somebody says so.

The first line says what the file is and how many tables follow; then comes one line a table, with its whole log.
Nothing is imported before the whole file has been read and every table in it replayed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tiotal.bots.catalogue import LEVEL_NAMES
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.fairness import is_chance
from tiotal.engine.names import is_line, is_name, is_name_to_see
from tiotal.server.storage.database import default_url, open_database, read_url
from tiotal.server.storage.forgetting import THERE
from tiotal.server.storage.rows import entry_row, row_of
from tiotal.server.storage.schema import entries, sittings, tables
from tiotal.server.storage.serving_lock import writing
from tiotal.service.host import StorageDown
from tiotal.service.reading import is_request_name
from tiotal.table.answers import LARGEST_TOTAL, LONGEST_TEXT, PHRASES, REACTIONS
from tiotal.table.entries import (
    EVENTS,
    Entry,
    HintsChanged,
    Holder,
    Knocked,
    Moved,
    Opened,
    Replaced,
    Said,
    SayingChanged,
    Seated,
    SeatedBot,
    SeatedPerson,
    Tried,
)
from tiotal.table.forgetting import devices_in, is_forgotten
from tiotal.table.lessons import is_lesson
from tiotal.table.seen.listing import Listing, listing_of
from tiotal.table.settings import check_kept
from tiotal.table.table import Table

FORMAT = "tiotal-tables/1"
FIELDS = ("table", "code", "opened_at", "put_away", "entries")
LONGEST_ID = 32
LONGEST_DEVICE = 64
LATEST = 2**53  # milliseconds; any JSON reader keeps it exactly
TABLES_IN_A_COMMIT = 50  # so that a server that is running need not wait long

Progress = Callable[[int], None]
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@contextlib.contextmanager
def in_database(address: str | None, *, new: bool = False, changes: bool = False) -> Iterator[Engine]:
    """A database; it has to be there already, unless it may be a new one."""
    url = read_url(address or default_url())
    if not new and url.drivername == "sqlite" and not Path(url.database or "").exists():
        raise TiotalError("data.no_database", database=quote(url.database))
    with contextlib.ExitStack() as stack:
        engine = open_database(address)
        stack.callback(engine.dispose)
        if changes:
            stack.enter_context(writing(url))
        yield engine


def count(engine: Engine) -> tuple[int, int]:
    """How many tables and entries there are."""
    with _told(), engine.connect() as connection:
        return _count(connection)


def _count(connection: Connection) -> tuple[int, int]:
    there = select(tables.c.id).where(THERE)
    counted = select(func.count()).select_from(entries).where(entries.c.table_id.in_(there))
    return connection.execute(there.with_only_columns(func.count())).scalar_one(), connection.execute(
        counted
    ).scalar_one()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What goes wrong in a database, as a sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StorageDown from error


# --- Exporting --------------------------------------------------------------------------------------------------
def export(engine: Engine, progress: Progress = lambda done: None) -> Iterator[str]:
    """The lines, all as they were at one moment."""
    with _told(), engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")
        yield encode({"format": FORMAT, "tables": _count(connection)[0]})
        known = select(tables.c.id, tables.c.code, tables.c.opened_at, tables.c.put_away).where(THERE)
        for row in connection.execute(known.order_by(tables.c.opened_at, tables.c.id)).all():
            yield encode(_table(connection, row))
            progress(1)


def _table(connection: Connection, listed: Any) -> dict[str, Any]:
    columns = (entries.c.number, entries.c.at, entries.c.body)
    log = connection.execute(select(*columns).where(entries.c.table_id == listed.id).order_by(entries.c.number))
    return {
        "table": listed.id,
        "code": listed.code,
        "opened_at": listed.opened_at,
        "put_away": listed.put_away,
        "entries": [{"number": number, "at": at, **json.loads(body)} for number, at, body in log],
    }


# --- Importing --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Found:
    """A table of the file, replayed."""

    listing: Listing
    log: list[Entry]
    devices: dict[str, bool]  # that have left anything; whether they ever sat at the table


@dataclass(frozen=True)
class Imported:
    added: int
    already: int  # tables that were there, and were left as they are


def check(lines: Iterable[str], progress: Progress = lambda done: None) -> int:
    """Replay every table; how many there are."""
    found = 0
    for _ in read(lines):
        found += 1
        progress(1)
    return found


def import_tables(engine: Engine, lines: Iterable[str], progress: Progress = lambda done: None) -> Imported:
    """Add the tables that are not there yet."""
    added = already = 0
    batch: list[Found] = []

    def write() -> int:
        with _told(), engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            done = sum(add(connection, one) for one in batch)
        batch.clear()
        return done

    for found in read(lines):
        batch.append(found)
        already += 1
        if len(batch) == TABLES_IN_A_COMMIT:
            added += write()
        progress(1)
    added += write()
    return Imported(added, already - added)


def add(connection: Connection, found: Found) -> bool:
    """False if the table is there already; it is left as it is."""
    listing = found.listing
    there = (select(tables.c.id).where(tables.c.id == listing.id), select(entries.c.at).where(_of(listing.id)).limit(1))
    if any(connection.execute(query).first() for query in there):
        return False
    row = row_of(listing)
    if connection.execute(select(tables.c.id).where(tables.c.code == listing.code)).first():
        row["code"] = None  # another table has it here; the link leads to this one all the same
    connection.execute(insert(tables), row)
    connection.execute(insert(entries), [entry_row(listing.id, entry) for entry in found.log])
    if found.devices:
        rows = [{"device": one, "table_id": listing.id, "sat": sat} for one, sat in sorted(found.devices.items())]
        connection.execute(insert(sittings), rows)
    return True


def _of(table_id: str) -> Any:
    return entries.c.table_id == table_id


# --- Reading ----------------------------------------------------------------------------------------------------
def read(lines: Iterable[str]) -> Iterator[Found]:
    """Every table of an export; or a sentence about the first line that is wrong."""
    numbered = enumerate(lines, 1)
    promised = promised_in(next(numbered, (1, ""))[1])
    found = 0
    for number, line in numbered:
        if line.strip():
            try:
                yield read_table(line)
            except TiotalError as reason:
                raise TiotalError("data.bad_line", line=number, reason=reason) from None
            found += 1
    if found != promised:
        raise TiotalError("data.cut_off", promised=promised, found=found)


def promised_in(first_line: str) -> int:
    """How many tables the first line of an export promises."""
    with contextlib.suppress(ValueError, RecursionError):
        header = json.loads(first_line)
        if isinstance(header, dict) and header.get("format") == FORMAT and type(header.get("tables")) is int:
            return int(header["tables"])
    raise TiotalError("data.not_export", known=FORMAT)


def read_table(line: str) -> Found:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise TiotalError("data.bad_shape", fields=FIELDS) from None
    if not _is_table(told):
        raise TiotalError("data.bad_shape", fields=FIELDS)
    table = Table()
    devices: dict[str, bool] = {}
    log = []
    for number, one in enumerate(told["entries"], 1):
        try:
            entry = _read_entry(one, number, table)
            table.add(entry)
        except Exception as error:  # what somebody wrote into a file can be wrong in any way
            reason = error if isinstance(error, TiotalError) else ""
            raise TiotalError("data.bad_entry", number=number, reason=reason) from None
        log.append(entry)
        devices = dict.fromkeys(devices_in(entry), False) | devices
        devices |= dict.fromkeys({seat.device for seat in table.seats if seat.device} | {table.host}, True)
    listing = listing_of(told["table"], told["code"], told["opened_at"], table)
    if told["put_away"]:
        listing = dataclasses.replace(listing, put_away=True, code=None)
    return Found(listing, log, {device: sat for device, sat in devices.items() if not is_forgotten(device)})


def _is_table(told: Any) -> bool:
    return (
        isinstance(told, dict)
        and sorted(told) == sorted(FIELDS)
        and isinstance(told["table"], str)
        and 0 < len(told["table"]) <= LONGEST_ID
        and (told["code"] is None or (isinstance(told["code"], str) and len(told["code"]) <= 8))
        and type(told["opened_at"]) is int
        and 0 <= told["opened_at"] <= LATEST
        and isinstance(told["put_away"], bool)
        and isinstance(told["entries"], list)
        and bool(told["entries"])
    )


def _read_entry(told: dict[str, Any], number: int, table: Table) -> Entry:
    """The entry with this number; ValueError if it cannot be that."""
    body = {name: value for name, value in told.items() if name not in ("number", "at")}
    fields = {name: value for name, value in body.items() if name not in ("kind", "device", "request")}
    _adapter(body["kind"]).validate_json(encode(fields), strict=True)
    entry = Entry.read(told["number"], told["at"], encode(body))
    right = (
        type(entry.number) is int
        and entry.number == number
        and type(entry.at) is int
        and table.at <= entry.at <= LATEST
        and isinstance(entry.event, Opened) == (number == 1)
        and all(name is None or isinstance(name, str) for name in (entry.device, entry.request))
        and (not isinstance(entry.event, Moved | Tried) or entry.event.seat == table.to_move)
    )
    if not right or not _is_sound(entry, table):
        raise ValueError
    return entry


def _is_sound(entry: Entry, table: Table) -> bool:
    """Nothing in it that nobody could have asked for: the server would show it, and trip over it, for ever."""
    event = entry.event
    match event:
        case Opened():
            return _is_opening(event)
        case Seated(holder=holder):
            sound = _is_holder(holder)
        case Knocked(person, seat):
            sound = _is_holder(person) and (seat is None or 0 <= seat < len(table.seats))
        case Replaced(level=level):
            sound = level in LEVEL_NAMES
        case Said(sign=sign, what=what):
            choices = {"reaction": REACTIONS, "phrase": PHRASES}
            sound = what in choices[sign] if sign in choices else len(what) <= LONGEST_TEXT and is_line(what)
        case Tried():
            sound = _is_try(event, table)
        case Moved(move=move):
            sound = table.trying is None or move == table.trying.move
        case SayingChanged() | HintsChanged():
            sound = 0 <= event.seat < len(table.seats) and table.seats[event.seat].device is not None
        case _:
            sound = True
    place = getattr(event, "seat", None)
    return sound and (place is None or 0 <= place < len(table.seats)) and _are_short(entry)


def _is_try(tried: Tried, table: Table) -> bool:
    """A card that can be played, with a total that it does not lead to."""
    position = table.match.position if table.match else None
    if position is None or table.trying or tried.move not in position.legal_moves:
        return False
    right = position.total_after(tried.move)
    return right not in (None, tried.said) and 0 <= tried.said <= LARGEST_TOTAL


def _are_short(entry: Entry) -> bool:
    asked = entry.request is None or is_request_name(entry.request)
    return asked and len(entry.device or "") <= LONGEST_DEVICE


def _is_holder(holder: Holder) -> bool:
    match holder:
        case SeatedPerson(device, name, share):
            return len(device) <= LONGEST_DEVICE and is_name(name) and (share is None or is_chance(share))
        case SeatedBot(level, name):
            return level in LEVEL_NAMES and is_name(name)
    return True


def _is_opening(opened: Opened) -> bool:
    return (
        opened.settings == check_kept(opened.game, opened.settings)
        and len(opened.seats) == opened.players
        and all(map(_is_holder, opened.seats))
        and len(opened.host) <= LONGEST_DEVICE
        and is_chance(opened.secret)
        and (opened.lesson is None or is_lesson(opened.game, opened.lesson))
        and (opened.house_rules is None or is_name_to_see(opened.house_rules))
    )


@functools.cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(EVENTS[kind])
