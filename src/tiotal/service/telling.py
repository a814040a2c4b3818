"""What connected devices are sent, as text: all of it is made by `tiotal.table.seen`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from tiotal.table import seen
from tiotal.table.entries import Entry, HandedOver, HintsChanged, Moved, Paused, Resumed, SayingChanged
from tiotal.table.table import Table

Audience = Literal["mover", "players", "outsiders"]
HELP_OR_PAUSE = (Paused, Resumed, SayingChanged, HintsChanged)

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
try:
    import orjson
except ModuleNotFoundError:  # a host need not have it
    orjson = None  # type: ignore[assignment]


def encode(value: Any) -> str:
    """As JSON; by whatever does it soonest."""
    return _encoder.encode(value) if orjson is None else orjson.dumps(value).decode()


def news(table: Table, entry: Entry, before: seen.Before, devices: Iterable[str]) -> Iterator[tuple[str, str]]:
    """For each device, what an entry that has just happened brings. What is the same for several is encoded once."""
    other_seats = isinstance(entry.event, HandedOver)  # whoever has one now has seen nothing of it yet
    anew = other_seats or entry.number == table.turn_number or isinstance(entry.event, HELP_OR_PAUSE)
    commons: dict[Audience, str] = {}
    matches: dict[int | None, str] = {}
    for device in devices:
        shown = []
        mine = table.seats_of(device)
        for seat in seen.viewers_with(table, mine) if anew and table.match else []:
            if seat not in matches:
                since = seen.since_entry(table, 0) if other_seats else seen.since_news(table, before, seat)
                matches[seat] = encode(seen.match_for(table, seat, since))
            shown.append(matches[seat])
        knock = encode(table.knock_of(device)) if table.phase == "waiting" else "null"
        audience = _audience(table, entry, device, mine)
        if audience not in commons:
            commons[audience] = _common(table, entry, audience)
        text = f'{{"type":"news",{commons[audience]},"mine":{encode(mine)},"knock":{knock}'
        text += f',"matches":[{",".join(shown)}]'
        if device == entry.device and entry.request is not None:
            text += f',"request":{encode(entry.request)}'
        yield device, text + "}"


def _audience(table: Table, entry: Entry, device: str, mine: list[int]) -> Audience:
    """In a class not everybody is told the same; elsewhere they are."""
    if not table.settings.get("in_class"):
        return "players"
    if isinstance(entry.event, Moved) and entry.event.seat in mine:
        return "mover"
    return "players" if mine else "outsiders"


def _common(table: Table, entry: Entry, audience: Audience) -> str:
    """What is the same for all of them."""
    text = f'"event":{encode(_event(table, entry, audience))},"turn":{encode(seen.turn_for_all(table))}'
    if table.changed == entry.number:
        told = seen.table_for_outsiders(table) if audience == "outsiders" else seen.table_for_all(table)
        text += f',"table":{encode(told)}'
    return text


def _event(table: Table, entry: Entry, audience: Audience) -> dict[str, Any]:
    match audience:
        case "mover":
            return seen.event_for_mover(table, entry)
        case "outsiders":
            return seen.event_for_outsiders(table, entry)
        case "players":
            return seen.event_for_all(table, entry)


def welcome(table: Table, device: str, last: int) -> dict[str, Any]:
    """All that a device may know, with what has happened since the last entry that it has seen."""
    since = seen.since_entry(table, last)
    viewers = seen.viewers_of(table, device) if table.match else []
    return {
        "mine": table.seats_of(device),
        "knock": table.knock_of(device),
        "host": device == table.host,
        "table": seen.table_for_all(table) if table.seats_of(device) else seen.table_for_outsiders(table),
        "turn": seen.turn_for_all(table),
        "sayings": seen.sayings_for_all(table),
        "matches": [seen.match_for(table, seat, since) for seat in viewers],
    }
