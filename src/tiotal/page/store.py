"""The store of a browser: logs and listings in drawers, each entry kept before anybody is told of it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from tiotal.engine.errors import Refused, TiotalError
from tiotal.page.drawers import Drawers, Full
from tiotal.service import desk
from tiotal.service.host import StorageDown
from tiotal.table.entries import Entry, Forgotten
from tiotal.table.seen.listing import Listing, listing_of
from tiotal.table.table import Table

LISTED = tuple(Listing.__dataclass_fields__)

Result = TypeVar("Result")


class DrawerStore:
    def __init__(self, drawers: Drawers, spawn: Callable[[Any], object]) -> None:
        self._drawers = drawers
        self._spawn = spawn
        self._device: str | None = None
        self._removed: dict[str, Entry] = {}  # what the log of a table that was deleted says at last

    # --- Writing ------------------------------------------------------------------------------------------------
    async def append(self, table_id: str, entry: Entry) -> bool:
        return await _kept(self._drawers.append(table_id, entry.number, entry.at, entry.write()))

    async def open(self, listing: Listing, entry: Entry, devices: Sequence[str]) -> bool:
        return await _kept(self._drawers.open(listing.id, await self._written(listing), entry.at, entry.write()))

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        """Nobody waits for it: it is found again from the log."""
        self._spawn(self._note(listing))

    async def _note(self, listing: Listing) -> None:
        await _kept(self._drawers.note(listing.id, await self._written(listing)))

    async def _written(self, listing: Listing) -> str:
        """With what a list says of the table, for pages that show one before there is any Python."""
        device = await self.device()
        told = desk.listed(listing, device, listing.waits_for == device)
        return json.dumps({"listing": dataclasses.asdict(listing), "listed": told}, ensure_ascii=False)

    async def settled(self) -> None:
        pass  # what has returned is kept

    async def forget(self, table_id: str, device: str | None, at: int, deletes: bool = False) -> int | None:
        """Everybody at these tables is on this device, so what is to be forgotten is deleted."""
        log = json.loads(await _kept(self._drawers.entries(table_id, 0)))
        if not log:
            return None
        number, before, _ = log[-1]
        self._removed[table_id] = Entry(number + 1, max(before, at), Forgotten(None))
        await _kept(self._drawers.remove(table_id))
        return int(number) + 1

    async def device(self) -> str:
        if self._device is None:
            self._device = await _kept(self._drawers.device())
        return self._device

    # --- Reading ------------------------------------------------------------------------------------------------
    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        if table_id in self._removed:
            return [self._removed[table_id]]
        rows = json.loads(await _kept(self._drawers.entries(table_id, after)))
        return [Entry.read(*row) for row in rows]

    async def replay(self, table_id: str) -> Table | None:
        """A log that cannot be read, because it is damaged or of a newer version, is left as it is."""
        if table_id in self._removed:
            return None
        try:
            return Table.replay(await self.read(table_id))
        except TiotalError:
            raise
        except Exception as error:
            raise Refused("house.unreadable") from error

    async def last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        return {table_id: (await self.read(table_id))[-1].number for table_id in table_ids}

    async def listing(self, table_id: str) -> Listing | None:
        text = await _kept(self._drawers.listing(table_id))
        return None if text is None else await self._listing(table_id, text)

    async def history(self, device: str) -> list[Listing]:
        """The newest first."""
        rows = json.loads(await _kept(self._drawers.listings()))
        found = [await self._listing(table_id, text) for table_id, text in rows]
        return sorted(filter(None, found), key=lambda listing: -listing.changed_at)

    async def _listing(self, table_id: str, text: str) -> Listing | None:
        """One that is damaged is found again from the log; if that is, too, nothing can be said of the table."""
        try:
            return _read(text)
        except (ValueError, TypeError, LookupError):
            log = json.loads(await _kept(self._drawers.entries(table_id, 0)))
            try:
                return listing_of(table_id, None, log[0][1], Table.replay([Entry.read(*row) for row in log]))
            except Exception:
                return None


async def _kept(work: Awaitable[Result]) -> Result:
    """Whatever goes wrong with the browser's drawers: nobody knows what was written."""
    try:
        return await work
    except Full:
        raise StorageDown("house.full") from None
    except Exception as error:
        raise StorageDown("house.full" if "QuotaExceeded" in str(error) else "house.no_drawers") from error


def _read(text: str) -> Listing:
    """Of any version: what is not known is left out, what is missing is as usual."""
    kept = json.loads(text)["listing"]
    return Listing(**{name: kept[name] for name in LISTED if name in kept})
