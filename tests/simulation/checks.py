"""What must be true whatever went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.simulation.devices import Device, Refusal, Session
from tests.simulation.world import World
from tiotal.engine.errors import TiotalError
from tiotal.service.neighbours import SECONDS_ALIVE
from tiotal.service.reading import Ask, read_message
from tiotal.service.tables import SECONDS_BETWEEN_LOOKS
from tiotal.service.telling import encode
from tiotal.table.answers import SECONDS_AWAY, Asker, answer
from tiotal.table.entries import Entry, Forgotten, Replaced
from tiotal.table.forgetting import forget, is_forgotten
from tiotal.table.table import Table

PRESENCE_BOUND = SECONDS_ALIVE + SECONDS_BETWEEN_LOOKS + 3  # seconds until all know who is there and who is not
SECONDS_TO_HEAR = 1  # of an entry, when nothing goes wrong
SECONDS_TO_ACT = 15  # for bots and clocks, through whichever process


def faults_of(world: World, table_id: str, devices: list[Device]) -> list[str]:
    entries = world.database.truth(table_id)
    return [
        *(fault for device in devices for fault in device.known.faults),
        *_not_done_once(entries, devices),
        *_wrong_refusals(entries, devices),
        *_replaced_while_here(world, table_id, entries, devices),
        *_seen_differently(devices),
    ]


def _not_done_once(entries: list[Entry], devices: list[Device]) -> list[str]:
    """Every acknowledged request happened once, where it was said to; none happened twice."""
    written = Counter((entry.device, entry.request) for entry in entries if entry.request)
    faults = [
        f"{request} of {device} happened {times} times" for (device, request), times in written.items() if times > 1
    ]
    where = {(entry.device, entry.request): entry.number for entry in entries if entry.request}
    for device in devices:
        for request, number in device.known.acknowledged.items():
            if where.get((device.name, request)) != number:
                told = where.get((device.name, request))
                faults.append(f"{request} was acknowledged as {number} and is {told} in the log")
    return faults


def _wrong_refusals(entries: list[Entry], devices: list[Device]) -> list[str]:
    """A refusal has to be right at some moment between question and answer; replaying, every move is checked too."""
    open_ones: list[Refusal] = [refusal for device in devices for refusal in device.known.refusals]
    for entry, table in _moments(entries):
        still = []
        for refusal in open_ones:
            if not (refusal.first <= entry.number <= refusal.last and _is_refused(table, refusal)):
                still.append(refusal)
        open_ones = still
    return [
        f"{one.device} was refused {one.what} with {one.code} between {one.first} and {one.last}" for one in open_ones
    ]


def _moments(entries: list[Entry]) -> Iterator[tuple[Entry, Table]]:
    """The table after each entry, as processes have it: those who were forgotten by then are nobody there."""
    log: list[Entry] = []
    table = Table()
    for entry in entries:
        if isinstance(entry.event, Forgotten):
            log = forget(log, entry.event.alias, entry.at)
            table = Table.replay(log)
        else:
            log.append(entry)
            table.add(entry)
        yield entry, table


def _is_refused(table: Table, refusal: Refusal) -> bool:
    asked = read_message(encode({"type": "ask", "request": "r", "what": refusal.what}))
    assert isinstance(asked, Ask)
    away = {"table.is_here": 0.0, "table.was_here": SECONDS_AWAY / 2}.get(refusal.code, SECONDS_AWAY * 2)
    try:
        answer(table, asked.what, Asker(refusal.device, lambda device: away))
    except TiotalError as error:
        return error.key == refusal.code
    return False


def _replaced_while_here(world: World, table_id: str, entries: list[Entry], devices: list[Device]) -> list[str]:
    """Nobody who was there, through a process that all could know of, was replaced by somebody else."""
    faults = []
    by_name = {device.name: device for device in devices}
    table = Table()
    for entry, written in zip(entries, world.database.written[table_id], strict=True):
        event = entry.event
        if isinstance(event, Forgotten):
            by_name.pop(event.alias or "")  # nobody holds the seat any more
        if isinstance(event, Replaced):
            seat = table.seats[event.seat]
            person = by_name.get(seat.device or "")
            if person is not None and entry.device != person.name and not seat.away:
                for session in person.known.sessions:
                    if _was_there(world, session, written):
                        faults.append(
                            f"{person.name} was there since {session.began:.1f}, and replaced at {written:.1f}"
                        )
        table.add(entry)
    return faults


def _was_there(world: World, session: Session, at: float) -> bool:
    """For some seconds, up to that moment, and its process was well all the while."""
    ended = session.ended if session.ended is not None else world.now
    there = session.began + 2.0 < at < ended + SECONDS_AWAY - 3.5
    return there and session.process.well_since(at) < min(session.began, at - SECONDS_AWAY - 4)


def _seen_differently(devices: list[Device]) -> list[str]:
    """Two who look at the same seat after the same entry are shown the same, by whichever process."""
    first: dict[tuple[int, int | None], str] = {}
    faults = []
    for device in devices:
        for key, told in device.known.views.items():
            if first.setdefault(key, told) != told:
                faults.append(f"{device.name} was shown something else at entry {key[0]}, seat {key[1]}")
    return faults


# --- When all is calm again -------------------------------------------------------------------------------------
def faults_in_calm(world: World, table_id: str, devices: list[Device]) -> list[str]:
    """All are connected and nobody does anything: bots and clocks have acted, no card lies, all have seen all."""
    entries = world.database.read(table_id)
    table = Table.replay(entries)
    faults = []
    if table.bot_to_move and world.now - world.database.written[table_id][-1] > SECONDS_TO_ACT:
        faults.append(f"a bot does not move after entry {table.number}")
    deadline = table.deadline()
    thought = 1000 * (world.now - world.database.written[table_id][-1])
    if deadline is not None and table.at + thought > deadline + 1000 * SECONDS_TO_ACT:
        faults.append(f"a clock does not run out after entry {table.number}")
    until = table.try_until()
    if until is not None and table.at + thought > until + 1000 * SECONDS_TO_ACT:
        faults.append(f"a card lies with a wrong total after entry {table.number}")
    old_news = sum(world.now - written > SECONDS_TO_HEAR for written in world.database.written[table_id])
    here = [number for number, seat in enumerate(table.seats) if seat.device and not is_forgotten(seat.device)]
    for device in devices:
        if device.seen < old_news:
            faults.append(f"{device.name} has seen {device.seen} of {len(entries)} entries")
        if device.known.here != here:
            faults.append(f"{device.name} was told that {device.known.here} are there, and not {here}")
        if any(not table.seats[seat].away and seat in here for seat in device.known.replaceable):
            faults.append(f"{device.name} was told that {device.known.replaceable} may be replaced")
    return faults
