"""Matches that were played on a device without a server, brought to its history here; they are replayed first."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json

from fastapi import APIRouter, Request

from tiotal.engine.errors import Refused, TiotalError
from tiotal.server.api import PROBLEMS, Device, Here, Sent, TableFound, check_heavy
from tiotal.server.storage.exports import Found, add, read_table

ON_THE_DEVICE = {"listed": False, "spectators": False}  # nobody else has to do with it

router = APIRouter(prefix="/api", responses=PROBLEMS)


class TableBrought(Sent):
    log: str  # of one table, as `tiotal data export` writes it


@router.post("/brought", status_code=201)
async def bring(sent: TableBrought, request: Request, services: Here, device: Device) -> TableFound:
    """A table of this device, over by now. Brought a second time, it is the same one."""
    if services.lesson is not None:
        raise Refused("classroom.no_other_games")
    check_heavy(services, request)
    found = await services.work(brought, sent.log, device)
    await services.store.do(lambda connection: add(connection, found))
    return TableFound(id=found.listing.id)


def brought(log: str, device: str) -> Found:
    """It belongs to whoever brings it: only people of one device and bots may have been there."""
    try:
        told = json.loads(log)
        first = told["entries"][0]
        theirs, first["settings"] = str(first["host"]), {**first["settings"], **ON_THE_DEVICE}
        told |= {"table": name_of(str(told["table"]), device), "code": None, "put_away": True}
        found = read_table(json.dumps(told).replace(json.dumps(theirs), json.dumps(device)))
    except TiotalError as reason:
        raise Refused("server.not_brought", reason=reason) from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise Refused("server.not_brought", reason="") from None
    if set(found.devices) != {device} or found.listing.phase not in ("over", "ended"):
        raise Refused("server.not_brought", reason="")
    return dataclasses.replace(found, devices={device: True})


def name_of(table: str, device: str) -> str:
    """The same for the same table of the same device, and nobody else's."""
    drawn = hashlib.sha256(f"tiotal brought {device} {table}".encode()).digest()
    return base64.urlsafe_b64encode(drawn[:16]).decode().rstrip("=")
