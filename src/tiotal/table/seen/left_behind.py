"""What one device has left in the log of a table, for whoever has it: nothing about anybody else, and no cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tiotal.table.entries import Entry, Moved, Opened, Said, Tried
from tiotal.table.forgetting import people_in


def left_behind(log: Iterable[Entry], device: str) -> dict[str, Any]:
    """Names and texts as they are. Moves are counted: while a match is played, some have to be remembered (N9)."""
    names: dict[str, None] = {}
    texts: list[dict[str, Any]] = []
    counted = {"entries": 0, "moves": 0, "totals": 0, "sayings": 0}
    told: dict[str, Any] = {}
    for entry in log:
        names |= dict.fromkeys(person.name for person in people_in(entry.event) if person.device == device)
        told["last_at"] = entry.at
        if isinstance(entry.event, Opened):
            is_theirs = entry.event.host == device
            told |= {"game": entry.event.game, "opened_at": entry.at, "opened": is_theirs}
            told["house_rules"] = entry.event.house_rules if is_theirs else None
        if entry.device != device:
            continue
        counted["entries"] += 1
        match entry.event:
            case Moved(said=said):
                counted["moves"] += 1
                counted["totals"] += said is not None
            case Tried():
                counted["totals"] += 1
            case Said(seat=_, sign=sign, what=what):
                counted["sayings"] += 1
                if sign == "text":
                    texts.append({"at": entry.at, "text": what})
    return {**told, "names": list(names), "texts": texts, **counted}
