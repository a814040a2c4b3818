"""A log without what tells who people were: their names, what they wrote, how they called their rules, their devices.

Moves, numbers and times stay, so it replays to the same matches. A device gets an alias that is drawn for this table
alone: nobody can tell that two tables were played on the same one. A person is called by an animal from then on, which
needs no translation and can stand in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from secrets import token_hex

from tiotal.table.entries import (
    Entry,
    Event,
    Forgotten,
    HandedOver,
    Holder,
    Hosted,
    Knocked,
    Opened,
    Said,
    Seated,
    SeatedPerson,
)

ANIMALS = tuple("🦊🐻🐼🐸🐙🦉🐝🐢🦋🐧🐬🦔🐨🦁🐰🐴🦆🐌🐳🦀🐱🐶🐮🐷")
GONE = "gone-"  # no device's own name begins so
NO_TEXT = "…"


def forget(log: Sequence[Entry], device: str | None, at: int) -> list[Entry]:
    """The log written anew, with an entry at its end that says so; None: everybody is forgotten."""
    return _Forgetting(log, device).log(at)


def is_forgotten(device: str) -> bool:
    return device.startswith(GONE)


class _Forgetting:
    def __init__(self, log: Sequence[Entry], device: str | None) -> None:
        self._log = log
        self._device = device
        self._aliases: dict[str, str] = {}
        self._animals: dict[tuple[str, str], str] = {}  # by device and name: several people may share a device
        self._free = _animals({person.name for entry in log for person in people_in(entry.event)})

    def log(self, at: int) -> list[Entry]:
        blanked = [self._entry(entry) for entry in self._log]
        alias = None if self._device is None else self._alias(self._device)
        last = self._log[-1]
        return [*blanked, Entry(last.number + 1, max(at, last.at), Forgotten(alias))]

    def _entry(self, entry: Entry) -> Entry:
        if entry.device is None or not self._is_meant(entry.device):
            return replace(entry, event=self._event(entry.event, is_theirs=False))
        event = self._event(entry.event, is_theirs=True)
        return replace(entry, event=event, device=self._alias(entry.device), request=None)

    def _event(self, event: Event, is_theirs: bool) -> Event:
        match event:
            case Opened(host=host, host_key=key):
                named = event.house_rules
                if self._is_meant(host):
                    host, key, named = self._alias(host), "", None
                seats = [self._holder(seat) for seat in event.seats]
                return replace(event, seats=seats, host=host, host_key=key, house_rules=named)
            case Seated(holder=holder):
                return replace(event, holder=self._holder(holder))
            case Knocked(person=person) | HandedOver(person=person):
                return replace(event, person=self._person(person))
            case Said(sign="text") if is_theirs:
                return replace(event, what=NO_TEXT)
        return event

    def _holder(self, holder: Holder) -> Holder:
        return self._person(holder) if isinstance(holder, SeatedPerson) else holder

    def _person(self, person: SeatedPerson) -> SeatedPerson:
        if not self._is_meant(person.device):
            return person
        who = (person.device, person.name)
        if who not in self._animals:
            self._animals[who] = person.name if is_forgotten(person.device) else next(self._free)
        return replace(person, device=self._alias(person.device), name=self._animals[who])

    def _is_meant(self, device: str) -> bool:
        return self._device in (None, device)

    def _alias(self, device: str) -> str:
        if device not in self._aliases:
            self._aliases[device] = device if is_forgotten(device) else GONE + token_hex(12)
        return self._aliases[device]


def people_in(event: Event) -> list[SeatedPerson]:
    match event:
        case Opened(seats=seats):
            return [seat for seat in seats if isinstance(seat, SeatedPerson)]
        case Seated(holder=SeatedPerson() as person) | Knocked(person=person) | HandedOver(person=person):
            return [person]
    return []


BRINGING = (Opened, Seated, Knocked, HandedOver, Hosted)  # events that bring devices to a table


def devices_in(entry: Entry) -> set[str]:
    """Those that come to the table with an entry, whether or not they sit down."""
    came = {person.device for person in people_in(entry.event)}
    return came | {entry.device} if entry.device and isinstance(entry.event, Opened | Hosted) else came


def _animals(taken: set[str]) -> Iterator[str]:
    """Those that nobody is called by yet; when there are no more, two of each, and so on."""
    return (name for times in count(1) for animal in ANIMALS if (name := animal * times) not in taken)
