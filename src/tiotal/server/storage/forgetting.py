"""Logs written anew without what tells who people were, each in one transaction; and tables that are deleted.

A table that is deleted is forgotten first, so that its names are gone at once. What is left of its log stays for a day:
a process that has not heard of it yet must not find the numbers of its entries free.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tiotal.engine.errors import TiotalError, quote
from tiotal.server.storage.database import scrub
from tiotal.server.storage.rows import entry_row, listing_in, row_of
from tiotal.server.storage.schema import entries, presences, sittings, tables
from tiotal.service.clock import now
from tiotal.table.entries import Entry
from tiotal.table.forgetting import forget
from tiotal.table.seen.listing import Listing, listing_of
from tiotal.table.table import Table

DELETED = "deleted"  # the phase of a table of which nothing is to be found any more
THERE = tables.c.phase != DELETED
A_DAY = 24 * 3600 * 1000  # milliseconds


@dataclass(frozen=True)
class Rewriting:
    """What has to be written so that somebody is forgotten."""

    device: str | None  # None: everybody
    listing: Listing
    changed: list[dict[str, Any]]  # entries, as they will be
    last: dict[str, Any]  # the entry that says so


def prepare(connection: Connection, table_id: str, device: str | None, at: int, deletes: bool) -> Rewriting | None:
    """Read a log, and replay what is to become of it; None if there is nothing to forget."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
    if row is None or row["phase"] == DELETED or (row["forgotten"] and not deletes):
        return None
    columns = (entries.c.number, entries.c.at, entries.c.body)
    rows = connection.execute(select(*columns).where(entries.c.table_id == table_id).order_by(entries.c.number)).all()
    *log, last = forget([Entry.read(*row) for row in rows], device, at)
    kept = listing_in(row)
    listing = replace(
        listing_of(table_id, kept.code, kept.opened_at, Table.replay([*log, last])), put_away=kept.put_away
    )
    anew = zip(rows, (entry.write() for entry in log), strict=True)
    changed = [{"its_number": row.number, "its_body": body} for row, body in anew if body != row.body]
    if device is not None and not changed:
        return None
    return Rewriting(device, _deleted(listing) if deletes else listing, changed, entry_row(table_id, last))


def _deleted(listing: Listing) -> Listing:
    """Newer than anything that a process could still note of it."""
    at = listing.changed_at + 1
    return replace(listing, phase=DELETED, code=None, listed=False, host="", names=[], result=None, changed_at=at)


def carry_out(connection: Connection, insert: Any, rewriting: Rewriting) -> bool:
    """In one transaction; False, and nothing is changed, if the log has gone on since."""
    table_id = rewriting.listing.id
    first = insert(entries).on_conflict_do_nothing().returning(entries.c.number)
    if connection.execute(first, rewriting.last).first() is None:
        return False
    if rewriting.changed:
        its = (entries.c.table_id == table_id, entries.c.number == bindparam("its_number"))
        connection.execute(update(entries).where(*its).values(body=bindparam("its_body")), rewriting.changed)
    connection.execute(update(tables).where(tables.c.id == table_id).values(row_of(rewriting.listing)))
    for kept in (sittings, presences):
        whose = () if rewriting.device is None else (kept.c.device == rewriting.device,)
        connection.execute(delete(kept).where(kept.c.table_id == table_id, *whose))
    return True


def delete_for_good(connection: Connection, now: int) -> int:
    """What is left of tables that were deleted a day ago; how many these are."""
    ids = select(tables.c.id).where(tables.c.phase == DELETED, tables.c.changed_at < now - A_DAY)
    connection.execute(delete(entries).where(entries.c.table_id.in_(ids)))
    return connection.execute(
        delete(tables).where(tables.c.phase == DELETED, tables.c.changed_at < now - A_DAY)
    ).rowcount


# --- By the operator --------------------------------------------------------------------------------------------
def left_by(engine: Engine, device: str) -> list[str]:
    """The tables at which a device has left anything."""
    with engine.connect() as connection:
        query = select(sittings.c.table_id).where(sittings.c.device == device).order_by(sittings.c.table_id)
        found = [row[0] for row in connection.execute(query)]
    if not found:
        raise TiotalError("data.no_such_device", device=quote(device))
    return found


def named_table(engine: Engine, table_id: str) -> str:
    with engine.connect() as connection:
        if connection.execute(select(tables.c.id).where(tables.c.id == table_id, THERE)).first() is None:
            raise TiotalError("data.no_such_table", table=quote(table_id))
    return table_id


def forget_device(engine: Engine, table_id: str, device: str) -> None:
    _rewrite(engine, table_id, device, deletes=False)


def delete_table(engine: Engine, table_id: str) -> None:
    _rewrite(engine, table_id, None, deletes=True)


def _rewrite(engine: Engine, table_id: str, device: str | None, deletes: bool) -> None:
    """Servers that have the table in use read of it in its log."""
    is_sqlite = engine.dialect.name == "sqlite"
    insert = sqlite.insert if is_sqlite else postgresql.insert
    done = False
    while not done:
        with engine.begin() as connection:
            if is_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            found = prepare(connection, table_id, device, now(), deletes)
            done = found is None or carry_out(connection, insert, found)
    if is_sqlite:
        with engine.connect() as connection:
            scrub(connection)
