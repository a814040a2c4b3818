"""What one device may know of matches that were played, and of one that is being played so far.

Who may look is decided at once. What there is to see is found by replaying the record, which takes as long as the match
is and reads nothing that changes: that can be done in a thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tiotal.engine.errors import Refused
from tiotal.engine.game import Played, Position, RoundOver, View
from tiotal.table import arithmetic
from tiotal.table.match import KeptMatch
from tiotal.table.seen.device import hidden_steps, to_remember, viewers_of
from tiotal.table.table import Table


# --- Who may look -----------------------------------------------------------------------------------------------
def may_look_at(table: Table, number: int, device: str) -> bool:
    """Whether a device may see a finished match with all its cards: whoever sits at the table or is its host, and
    everybody, if the host has chosen so or all who played it want it."""
    if table.seats_of(device) or device == table.host or table.settings["open_replay"]:
        return True
    return 1 <= number <= len(table.finished) and table.finished[number - 1].is_open


def finished_match(table: Table, number: int, device: str) -> KeptMatch:
    """A match that is over, for whoever may see it."""
    if not may_look_at(table, number, device):
        raise Refused("server.not_yours")
    if number <= len(table.finished):
        return table.finished[number - 1]
    raise Refused("server.not_over" if _is_being_played(table, number) else "server.no_match")


def seen_match(table: Table, number: int, device: str) -> KeptMatch:
    """The same, and what there is so far of a match that this device sees being played."""
    if table.match and _is_being_played(table, number) and viewers_of(table, device):
        return table.match.kept()
    return finished_match(table, number, device)


def _is_being_played(table: Table, number: int) -> bool:
    return table.match is not None and table.match.number == number > len(table.finished)


# --- Records and reports ----------------------------------------------------------------------------------------
def record_for(table: Table, number: int, device: str) -> dict[str, Any]:
    """With all cards, so only when the match is over."""
    record: dict[str, Any] = json.loads(finished_match(table, number, device).record.to_json())
    return record


def reported(table: Table, match: KeptMatch, device: str) -> KeptMatch:
    """As a device may see its report: where sums are private, with the totals of its own people only."""
    if not table.settings.get("in_class"):
        return match
    playing = match.devices or tuple(seat.device for seat in table.seats)  # nobody changes seats in a match
    return replace(match, sums=tuple(said for said in match.sums if playing[said.seat] == device))


def report_of(match: KeptMatch) -> dict[str, Any]:
    """How a match and its rounds ended, and the totals that were said in it; of one being played, so far."""
    names = list(match.record.players)
    return {
        "match": match.number,
        "began": match.began,
        "ended": match.ended,
        "names": names,
        "scores": match.scores,
        "winners": match.winners,
        "rounds": [entry.result for entry in match.record.final().view(None).log if isinstance(entry, RoundOver)],
        "arithmetic": arithmetic.report(names, match.sums),
    }


# --- Steps ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Eyes:
    """Whose view of a match is told. Only one that is over may be shown with all cards open."""

    match: KeptMatch
    seat: int | None  # None: a spectator
    device: str  # of whoever looks
    memory_aid: bool
    all_open: bool = False
    hidden: range = range(0)  # entries of the log that may not be looked up now …
    hidden_steps: range = range(0)  # … and moments


def eyes_on(table: Table, number: int, device: str, seat: int | None) -> Eyes:
    """A finished match through the eyes of any seat, or with all cards open; one that is being played through those of
    an own seat, or of a spectator where there may be any."""
    match = seen_match(table, number, device)
    players = match.record.game.players
    if seat is not None and seat >= players:
        raise Refused("table.no_seat", most=players)
    is_over = match.ended is not None
    if not is_over and seat not in viewers_of(table, device):
        raise Refused("server.not_over")
    memory_aid = bool(table.settings["memory_aid"])
    if is_over or table.match is None:
        return Eyes(match, seat, device, memory_aid, all_open=seat is None)
    hidden = to_remember(table, seat)
    return Eyes(match, seat, device, memory_aid, hidden=hidden, hidden_steps=hidden_steps(table.match, hidden))


def steps_of(eyes: Eyes, first: int, count: int) -> dict[str, Any]:
    """So many steps from the `first` on; step 0 is before the first move."""
    match, record = eyes.match, eyes.match.record
    return {
        "game": record.game.name,
        "options": record.game.options,
        "names": list(record.players),
        "mine": [seat for seat, device in enumerate(match.devices) if device is not None and device == eyes.device],
        "partners": record.game.partners,
        "rounds": record.game.last_round,
        "scores": match.scores,
        "winners": match.winners,
        "moves": len(record.moves),
        "steps": list(_steps(eyes, first, count)),
    }


def _steps(eyes: Eyes, first: int, count: int) -> Iterator[dict[str, Any]]:
    size = 0  # of the log, before the move
    for number, position in enumerate(eyes.match.record.positions()):
        if number >= first + count:
            break
        if number >= first:
            yield _step(number, position, size, eyes)
        size = position.log_size


def _step(number: int, position: Position, size: int, eyes: Eyes) -> dict[str, Any]:
    view = position.view(eyes.seat, size)
    log = position.whole_log(size) if eyes.all_open else view.log
    told = [None if place in eyes.hidden else entry for place, entry in enumerate(log, start=size)]
    played = told[0] if told and isinstance(told[0], Played) else None
    return {
        "number": number,
        "player": played.player if played else None,
        "move": played.move.as_dict() if played else None,
        "log": [entry and entry.told() for entry in told],
        "table": None if number in eyes.hidden_steps else _table(position, view, eyes),
    }


def _table(position: Position, view: View, eyes: Eyes) -> dict[str, Any]:
    return position.opened() if eyes.all_open else view.shown(eyes.memory_aid)
