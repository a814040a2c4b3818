"""What a device has left, for whoever has it: to see, and to delete; and tables that their hosts delete."""

from __future__ import annotations

import functools

from fastapi import APIRouter, Request, Response

from tiotal.engine.errors import Refused
from tiotal.server.api import PROBLEMS, Device, Here, TheTable, check_heavy
from tiotal.server.devices import forget_secret
from tiotal.server.message import Message
from tiotal.server.services import A_DAY, Services
from tiotal.table import seen

router = APIRouter(prefix="/api", responses=PROBLEMS)


class TextLeft(Message):
    at: int
    text: str


class TableLeft(Message):
    """What a device has left at one table. Moves are counted: the match itself tells them."""

    id: str
    game: str
    opened_at: int
    last_at: int  # when anything happened there
    forgotten_at: int | None  # when names, texts and devices go by themselves, unless somebody plays on
    opened: bool  # by this device
    hosts: bool  # it may delete the table
    names: list[str]
    house_rules: str | None  # how this device has called the rules there
    texts: list[TextLeft]
    entries: int  # of the log that this device has asked for: …
    moves: int
    totals: int  # that were said
    sayings: int


class MyData(Message):
    """Everything that the server has about a device. There is no other data about people."""

    device: str  # by which the operator knows it; its secret is known to nobody else
    days: int | None  # after which a table that nobody has touched forgets its people
    tables: list[TableLeft]


@router.get("/my-data")
async def my_data(request: Request, services: Here, device: Device) -> MyData:
    """All that this device has left on the server."""
    check_heavy(services, request)
    days = services.settings.forget_after
    found = [await _left(services, table_id, device) for table_id in await services.store.tables_of(device)]
    return MyData(device=device, days=days or None, tables=[table for table in found if table is not None])


async def _left(services: Services, table_id: str, device: str) -> TableLeft | None:
    listing = await services.store.listing(table_id)
    left = await services.store.look_through(table_id, functools.partial(seen.left_behind, device=device))
    if listing is None or left is None:
        return None
    days = services.settings.forget_after
    forgotten_at = left["last_at"] + days * A_DAY * 1000 if days else None
    return TableLeft(id=table_id, hosts=listing.host == device, forgotten_at=forgotten_at, **left)


class Deleted(Message):
    tables: int  # at which something was deleted


@router.delete("/my-data")
async def delete_my_data(request: Request, response: Response, services: Here, device: Device) -> Deleted:
    """Names, texts and the device itself, at every table. A bot plays on where others are still playing."""
    if services.lesson is not None and device in services.lesson.lesson.devices:
        raise Refused("classroom.teacher_deletes")
    check_heavy(services, request)
    left = await services.store.tables_of(device)
    for table_id in left:
        await services.tables.forget(table_id, device)
    forget_secret(response, secure=request.scope["scheme"] == "https")
    return Deleted(tables=len(left))


@router.delete("/tables/{table_id}")
async def delete_table(device: Device, live: TheTable, services: Here) -> Deleted:
    """For everybody, and with all that was played there; the host's to do."""
    if device != live.table.host:
        raise Refused("table.not_host")
    await services.tables.forget(live.id, None, deletes=True)
    return Deleted(tables=1)
