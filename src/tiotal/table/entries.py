"""The entries of a table's log: everything that ever happens at a table is one of these.

They are written as small JSON objects. Who may see what of them is decided in `tiotal.table.seen`; here are secrets.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, Literal, get_args

Sign = Literal["reaction", "phrase", "text"]
Door = Literal["open", "ask", "closed"]  # who may sit down: everybody with an invitation, whom the host lets in, nobody


@dataclass(frozen=True, slots=True)
class SeatedPerson:
    """Somebody who plays on a device; a device may hold several."""

    device: str
    name: str
    share: str | None = None  # of the chance in the next deal
    says: bool | None = None  # the totals; None: there are none, or the setting of a table of 0.1 decides
    hints: bool | None = None  # on the way to a total, after a wrong one; None: nobody has chosen, so there are


@dataclass(frozen=True, slots=True)
class SeatedBot:
    level: str
    name: str


Holder = SeatedPerson | SeatedBot | None  # of a seat; None: it is free


# --- Before the match -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Opened:
    """The first entry of every table."""

    game: str
    players: int
    options: dict[str, Any]
    settings: dict[str, Any]
    seats: list[Holder]
    host: str  # device
    host_key: str  # hash of the secret that makes another device the host
    secret: str  # from which the secrets of all deals are made
    lesson: str | None = None  # with which it begins
    rules: int = 1  # the version of the game's rules, by which all its matches are played
    house_rules: str | None = None  # what people call the options


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    holder: Holder  # None: the seat is free again


@dataclass(frozen=True, slots=True)
class DoorSet:
    """Who may sit down from now on."""

    door: Door


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody would like to sit down, at a seat or anywhere."""

    person: SeatedPerson
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LetIn:
    """Whoever knocked with the entry of this number has the seat now."""

    knock: int
    seat: int


@dataclass(frozen=True, slots=True)
class TurnedAway:
    knock: int


@dataclass(frozen=True, slots=True)
class Hosted:
    """Another device has shown the host's secret."""


@dataclass(frozen=True, slots=True)
class Started:
    share: str | None = None  # of the host, for those on the host's device who have given none


# --- During the match -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Moved:
    seat: int
    move: str
    said: int | None = None  # the new total, as the player has said it; after a try, for the second time
    by_bot: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """A card was put down with a wrong total: it lies, and the player may say the total once more.

    The move is made with the next `Moved`.
    """

    seat: int
    move: str
    said: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody is gone, but keeps the seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A bot plays for somebody who is away."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """To a seat that was left or played by a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Somebody plays on from another device, which a host of tables has given them; whatever they hold stays theirs."""

    seat: int
    person: SeatedPerson


@dataclass(frozen=True, slots=True)
class RanOut:
    """A clock."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paused:
    held: bool = False  # by a host who does not play: nobody else lets it go on


@dataclass(frozen=True, slots=True)
class Resumed:
    pass


@dataclass(frozen=True, slots=True)
class Paced:
    """Bots are slower or faster from now on."""

    pace: int


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """To take back all moves of the match from this one on, counted from 0."""

    seat: int
    move: int


@dataclass(frozen=True, slots=True)
class UndoAnswered:
    agreed: bool


# --- After the match --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AskedAgain:
    """Somebody wants another match; when all people do, it begins."""

    share: str | None


@dataclass(frozen=True, slots=True)
class ReplayOpened:
    """Somebody who played a match lets others look at it; when all do, everybody may."""

    match: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The table is closed."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The log up to here was written anew without what tells who somebody was (`tiotal.table.forgetting`).

    Whoever was called so in it, and has left for good; None: it was everybody, and the table is closed.
    """

    alias: str | None = None


# --- At any time ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Said:
    seat: int
    sign: Sign
    what: str


@dataclass(frozen=True, slots=True)
class SayingChanged:
    """Somebody says the totals from now on, or has them counted."""

    seat: int
    says: bool


@dataclass(frozen=True, slots=True)
class HintsChanged:
    """Somebody gets hints on the way to a total from now on, or does without."""

    seat: int
    hints: bool


Event = (
    Opened
    | Seated
    | DoorSet
    | Knocked
    | LetIn
    | TurnedAway
    | Hosted
    | Started
    | Moved
    | Tried
    | Left
    | Replaced
    | CameBack
    | HandedOver
    | RanOut
    | Paused
    | Resumed
    | Paced
    | UndoAsked
    | UndoAnswered
    | AskedAgain
    | ReplayOpened
    | Ended
    | Forgotten
    | Said
    | SayingChanged
    | HintsChanged
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int  # from 1
    at: int  # milliseconds since 1970, never less than in the entry before
    event: Event
    device: str | None = None  # whose request this was; None: the table's own doing
    request: str | None = None  # what the device called it, so that it is done once

    def write(self) -> str:
        """Without number and time, which are kept beside it."""
        event = self.event
        body: dict[str, Any] = {"kind": NAMES[type(event)]}
        for name, default in DEFAULTS[type(event)]:
            value = getattr(event, name)
            if value != default:
                body[name] = value
        if self.device is not None:
            body["device"] = self.device
        if self.request is not None:
            body["request"] = self.request
        return _encode(body)

    @classmethod
    def read(cls, number: int, at: int, text: str) -> Entry:
        body = json.loads(text)
        kind, device, request = body.pop("kind"), body.pop("device", None), body.pop("request", None)
        event_class = EVENTS[kind]
        if event_class is Opened:
            body["seats"] = [_holder(seat) for seat in body["seats"]]
        elif event_class is Seated:
            body["holder"] = _holder(body.get("holder"))
        elif event_class in (Knocked, HandedOver):
            body["person"] = SeatedPerson(**body["person"])
        return cls(number, at, event_class(**body), device, request)


EVENTS: dict[str, Any] = {kind.__name__.lower(): kind for kind in get_args(Event)}
NAMES = {event_class: name for name, event_class in EVENTS.items()}
DEFAULTS = {
    event_class: [(field.name, field.default) for field in dataclasses.fields(event_class)]
    for event_class in EVENTS.values()
}


def _holder(body: dict[str, Any] | None) -> Holder:
    if body is None:
        return None
    return SeatedBot(**body) if "level" in body else SeatedPerson(**body)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=dataclasses.asdict).encode
