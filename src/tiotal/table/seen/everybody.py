"""What everybody may know of a table, whoever they are; there is no card in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from tiotal import sums
from tiotal.engine.house_rules import HouseRules, house_rules_of
from tiotal.table.entries import (
    DoorSet,
    Entry,
    Forgotten,
    HintsChanged,
    Holder,
    Knocked,
    Moved,
    Replaced,
    Said,
    SayingChanged,
    Seated,
    SeatedBot,
    SeatedPerson,
    Tried,
    UndoAnswered,
)
from tiotal.table.match import KeptMatch, SaidTotal
from tiotal.table.table import Table

OF_SUMS = (Tried, SayingChanged, HintsChanged)
MATCHES_TOLD = 50  # of all that were finished


def table_for_outsiders(table: Table) -> dict[str, Any]:
    """For whoever does not sit there: in a class without who gets how much help."""
    told = table_for_all(table)
    if table.settings.get("in_class"):
        told["seats"] = [{**seat, "says": None, "hints": None} for seat in told["seats"]]
    return told


def table_for_all(table: Table) -> dict[str, Any]:
    """The table and its people; it changes seldom, see `Table.changed`."""
    return {
        "game": table.game.name,
        "players": table.game.players,
        "options": table.game.options,
        "house_rules": table.game.house_rules,
        "partners": table.game.partners,
        "rounds": table.game.last_round,
        "settings": table.settings,
        "phase": table.phase,
        "paused": table.paused,
        "seats": [_seat(table, number) for number in range(len(table.seats))],
        "door": table.door,
        "knocks": [{"number": number, "name": knock.person.name} for number, knock in table.knocks.items()],
        "match": table.match.number if table.match else 0,
        "commitment": table.commitment,
        "lesson": table.lesson is not None,
        "undo": {"seat": table.undo.seat, "agreed": _seats(table, table.undo.agreed)} if table.undo else None,
        "again": _seats(table, table.again),
        "no_signs": table.why_no_signs(),
        "finished": [
            {
                "number": match.number,
                "names": match.record.players,
                "scores": match.scores,
                "winners": match.winners,
                "open": bool(table.settings["open_replay"]) or match.is_open,
                "agreed": _seats_in(match, match.agreed),
                "asked": _seats_in(match, {device for device in match.devices if device} - match.agreed),
            }
            for match in table.finished[-MATCHES_TOLD:]
        ],
    }


def house_rules_for_all(table: Table) -> HouseRules:
    """The rules of the table, to be kept for another one."""
    return house_rules_of(table.game)


def turn_for_all(table: Table) -> dict[str, Any]:
    """Whose turn it is; it changes with every move."""
    clock = table.settings["clock"] != "off" and table.phase == "playing"
    return {
        "number": table.number,
        "at": table.at,
        "began": table.turn_number,
        "to_move": table.to_move,
        "deadline": table.deadline(),
        "time_left": [table.time_left(seat) for seat in range(len(table.seats))] if clock else None,
        "no_undo": [table.why_no_undo(seat) for seat in range(len(table.seats))],
    }


def event_for_all(table: Table, entry: Entry) -> dict[str, Any]:
    """What has just happened, without any card: those are in the views."""
    event = entry.event
    told: dict[str, Any] = {"kind": type(event).__name__.lower()}
    match event:
        case Moved(seat, by_bot=by_bot):
            told |= {"seat": seat, "by_bot": by_bot}
            if not table.settings.get("in_class"):
                told |= _said_last(table)
        case Said():
            told |= asdict(table.sayings[-1])
        case Seated(seat, holder):
            told |= {"seat": seat, "holder": _holder(holder)}
        case DoorSet(door):
            told |= {"door": door}
        case Knocked(person):
            told |= {"name": person.name}
        case Replaced(seat, level):
            told |= {"seat": seat, "level": level}
        case SayingChanged(seat, says):
            told |= {"seat": seat, "says": says}
        case HintsChanged(seat, hints):
            told |= {"seat": seat, "hints": hints}
        case UndoAnswered(agreed):
            told |= {"agreed": agreed}
        case Forgotten(alias):
            told |= {"seats": [] if alias is None else table.seats_of(alias)}
        case _ if hasattr(event, "seat"):
            told["seat"] = event.seat
    return told


def event_for_outsiders(table: Table, entry: Entry) -> dict[str, Any]:
    """For whoever does not sit there: in a class without how somebody calculates, and with how much help."""
    if table.settings.get("in_class") and isinstance(entry.event, OF_SUMS):
        return {"kind": "private"}
    return event_for_all(table, entry)


def event_for_mover(table: Table, entry: Entry) -> dict[str, Any]:
    """The same for the device of whoever has just moved: how a total came out is no secret to those who said it."""
    told = event_for_all(table, entry)
    return told | _said_last(table) if isinstance(entry.event, Moved) else told


def _said_last(table: Table) -> dict[str, Any]:
    said = table.match.said_last if table.match else None
    return _said(said) if said else {}


def _said(said: SaidTotal) -> dict[str, Any]:
    """With a move that is made, so the total is no secret any more; the way to it, for whoever did not find it."""
    told: dict[str, Any] = {"said": said.said, "second": said.second, "right": said.right, "outcome": said.outcome}
    if said.sum:
        told["sum"] = asdict(said.sum)
        if said.outcome != "once":
            told["way"] = sums.way_of(said.sum).as_dict()
    return told


def sayings_for_all(table: Table) -> list[dict[str, Any]]:
    """What people have said, as far as the table remembers it."""
    return [asdict(saying) for saying in table.sayings]


def _seat(table: Table, number: int) -> dict[str, Any]:
    seat = table.seats[number]
    return {
        **_holder(seat.holder),
        "away": seat.away,
        "stand_in": seat.stand_in,
        "out_of_time": seat.out_of_time,
        "host": seat.device == table.host,
        "share": seat.holder.share if isinstance(seat.holder, SeatedPerson) else None,
        "says": table.says(number),
        "hints": table.hints(number),
    }


def _holder(holder: Holder) -> dict[str, Any]:
    match holder:
        case SeatedPerson(name=name):
            return {"kind": "person", "name": name, "level": None}
        case SeatedBot(level, name):
            return {"kind": "bot", "name": name, "level": level}
        case None:
            return {"kind": "free", "name": None, "level": None}


def _seats(table: Table, devices: Any) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.device in devices]


def _seats_in(match: KeptMatch, devices: Collection[str]) -> list[int]:
    """As people sat in that match; they may have moved on since."""
    return [seat for seat, device in enumerate(match.devices) if device in devices]
