"""The only way out of a table: what everybody may know of it, and what one device may know.

Cards come from the views of the seats that a device holds, and from nowhere else. Devices are never named to others.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from tiotal.bots.advice import Advice
from tiotal.engine.errors import Refused
from tiotal.engine.game import View
from tiotal.engine.moves import Move
from tiotal.table.entries import Bot, Entry, Holder, Moved, Person, Replaced, Said, SayingChanged, Seated, UndoAnswered
from tiotal.table.match import KeptMatch, Match
from tiotal.table.table import Table

TOLD_AGAIN = 60  # entries of a match's log that somebody who comes anew is told
MOST_TOLD = 1_000  # and somebody who was away
MATCHES_TOLD = 50  # of all that were finished


# --- Everybody --------------------------------------------------------------------------------------------------
def table_for_all(table: Table) -> dict[str, Any]:
    """The table and its people; it changes seldom, see `Table.changed`."""
    return {
        "game": table.game.name,
        "players": table.game.players,
        "options": table.game.options,
        "partners": table.game.partners,
        "rounds": table.game.last_round,
        "settings": table.settings,
        "phase": table.phase,
        "paused": table.paused,
        "seats": [_seat(table, number) for number in range(len(table.seats))],
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


def turn_for_all(table: Table) -> dict[str, Any]:
    """Whose turn it is; it changes with every move."""
    clock = table.settings["clock"] != "off" and table.phase == "playing"
    return {
        "number": table.number,
        "at": table.at,
        "answers": table.turn_number,
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
        case Moved(seat, _, said, by_bot):
            told |= {"seat": seat, "by_bot": by_bot}
            if said is not None and table.match:
                told |= {"said": said, "right": table.match.sums[-1].right}
        case Said():
            told |= asdict(table.sayings[-1])
        case Seated(seat, holder):
            told |= {"seat": seat, "holder": _holder(holder)}
        case Replaced(seat, level):
            told |= {"seat": seat, "level": level}
        case SayingChanged(seat, says):
            told |= {"seat": seat, "says": says}
        case UndoAnswered(agreed):
            told |= {"agreed": agreed}
        case _ if hasattr(event, "seat"):
            told["seat"] = event.seat
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
        "share": seat.holder.share if isinstance(seat.holder, Person) else None,
        "says": table.says(number),
    }


def _holder(holder: Holder) -> dict[str, Any]:
    match holder:
        case Person(name=name):
            return {"kind": "person", "name": name, "level": None}
        case Bot(level, name):
            return {"kind": "bot", "name": name, "level": level}
        case None:
            return {"kind": "free", "name": None, "level": None}


def _seats(table: Table, devices: Any) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.device in devices]


def _seats_in(match: KeptMatch, devices: Collection[str]) -> list[int]:
    """As people sat in that match; they may have moved on since."""
    return [seat for seat, device in enumerate(match.devices) if device in devices]


# --- One device -------------------------------------------------------------------------------------------------
def may_look_at(table: Table, number: int, device: str) -> bool:
    """Whether a device may see a finished match with all its cards: whoever sits at the table or is its host, and
    everybody, if the host has chosen so or all who played it want it."""
    if table.seats_of(device) or device == table.host or table.settings["open_replay"]:
        return True
    return 1 <= number <= len(table.finished) and table.finished[number - 1].is_open


def viewers_of(table: Table, device: str) -> list[int | None]:
    """The seats through which a device sees the match; None: as a spectator.

    Where several people share a device it is also told what anybody may see: that can be shown while it is passed on.
    """
    seats: list[int | None] = list(table.seats_of(device))
    if len(seats) > 1:
        return [*seats, None]
    return seats or ([None] if table.settings["spectators"] else [])


def since_entry(table: Table, number: int) -> int:
    """Where the match's log goes on for somebody who has seen the table's log up to this entry."""
    if table.match is None:
        return 0
    size = table.match.position.log_size
    if number <= 0:
        return max(0, size - TOLD_AGAIN)
    return max(table.match.log_since(number), size - MOST_TOLD)


def match_for(table: Table, seat: int | None, since: int) -> dict[str, Any]:
    """The match as a seat sees it; what happened before entry `since` of its log is left out."""
    assert table.match is not None
    view = table.match.position.view(seat, since)
    hidden = to_remember(table, seat)
    shown: dict[str, Any] = {
        "seat": seat,
        "table": view.shown(memory_aid=bool(table.settings["memory_aid"])),
        "since": view.since,
        "log": [
            None if number in hidden else entry.as_dict() for number, entry in enumerate(view.log, start=view.since)
        ],
        "to_remember": _to_remember(table.match, hidden),
        "legal": [],
    }
    if view.legal_moves and table.phase == "playing" and not table.paused:
        says = view.seat is not None and table.says(view.seat) is True
        shown["legal"] = [_legal(view, move, says) for move in view.moves]
    return shown


def _legal(view: View, move: Move, says: bool) -> dict[str, Any]:
    """A move with what it is sure to lead to: the new total too, unless the player is the one who says it."""
    told = move.as_dict()
    total = view.total_after(move.written)
    if total is not None:
        told |= {"says": True} if says else {"total": total}
    will = view.will_come(move.written)
    if will:
        told["will"] = [each.as_dict() for each in will]
    return told


def advice_for(table: Table, advice: Advice, language: str) -> list[dict[str, Any]]:
    """The best few moves for a person who is to move, with reasons; no total to somebody who says it."""
    assert table.match is not None
    says = table.says(advice.seat) is True  # now: it can have changed meanwhile
    return [
        {
            "move": advice.game.read(advised.move).as_dict(),
            "chance": advised.chance,
            "low": advised.low,
            "high": advised.high,
            "reasons": advised.sentences(language, says, table.match.names, advice.seat),
        }
        for advised in advice.moves
    ]


def view_for_advice(table: Table, device: str, seat: int) -> View:
    """What a hint may be made from, if this device may have one now."""
    if not table.settings["hints"]:
        raise Refused("table.no_hints")
    if seat not in table.seats_of(device):
        raise Refused("table.not_your_seat")
    if table.to_move != seat or table.match is None:
        raise Refused("table.hint_not_now")
    return table.match.position.view(seat)


# --- What has to be remembered ----------------------------------------------------------------------------------
def to_remember(table: Table, seat: int | None) -> range:
    """N9: entries of the match's log that this seat (None: a spectator) may not look up now."""
    if table.match is None or table.settings["memory_aid"]:
        return range(0)
    return table.match.position.to_remember(seat)


def hidden_steps(match: Match, hidden: range) -> range:
    """The moments that go with such entries, as numbers of moves made: from the deal of the round to the moment before
    the first move that may be looked up."""
    return range(match.moves_before(hidden.start), match.moves_before(hidden.stop) + 1) if hidden else range(0)


def _to_remember(match: Match, hidden: range) -> dict[str, Any] | None:
    if not hidden:
        return None
    steps = hidden_steps(match, hidden)
    return {"log": [hidden.start, hidden.stop], "steps": [steps.start, steps.stop]}


@dataclass(frozen=True)
class Before:
    """A match before something happened at its table, as far as it decides what is news afterwards."""

    match: Match | None
    size: int  # of its log
    hidden: dict[int | None, range]  # entries that could not be looked up, by seat

    @classmethod
    def at(cls, table: Table) -> Before:
        viewers = (None, *range(len(table.seats)))
        size = table.match.position.log_size if table.match else 0
        return cls(table.match, size, {seat: to_remember(table, seat) for seat in viewers})


def since_news(table: Table, before: Before, seat: int | None) -> int:
    """Where the match's log goes on for somebody who was told all before: with what is new, or with what may be looked
    up again, because the round is over or moves were taken back."""
    match = table.match
    if match is None or match is not before.match:
        return since_entry(table, 0)
    was, now = before.hidden[seat], to_remember(table, seat)
    first = now.stop if was.start in now else was.start
    again = first if first in was else before.size
    if match.position.log_size < before.size:
        return min(again, since_entry(table, 0))
    return max(again, match.position.log_size - MOST_TOLD)
