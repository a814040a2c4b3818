"""The entries of a class's log: everything that ever happens in a class, besides what happens at its tables.

They are written as small JSON objects, as those of a table are. Here are secrets: the teacher's key, and devices.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any, get_args

from tiotal.classroom.requests import Picture, Play


# --- The class itself -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Begun:
    """The first entry."""

    key: str  # the teacher's: whoever has it is the teacher
    code: str
    language: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """How the class is run; None: as before."""

    language: str | None = None
    podium: bool | None = None


@dataclass(frozen=True, slots=True)
class RoomMade:
    most: int


@dataclass(frozen=True, slots=True)
class Spoken:
    text: str  # "": nothing any more


@dataclass(frozen=True, slots=True)
class Shown:
    """On the projector."""

    what: Picture
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Wiped:
    """The last entry: whoever finds it deletes all of the class."""


# --- Pupils -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Joined:
    """The number of this entry is the pupil's."""

    device: str
    animal: str
    colour: str
    name: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The class was full."""


@dataclass(frozen=True, slots=True)
class AskedBack:
    """A device says that it is this pupil. The number of this entry is that of the question."""

    device: str
    pupil: int


@dataclass(frozen=True, slots=True)
class GivenBack:
    ask: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Removed:
    pupil: int


@dataclass(frozen=True, slots=True)
class Helped:
    """From now on at every table, unless the pupil chooses otherwise there; None: as before."""

    pupil: int
    says: bool | None = None
    hints: bool | None = None


# --- Tables -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TablesOpened:
    """With the ids of the tables and the pupils at each; in a round of a tournament it is one of that."""

    tables: list[tuple[str, list[int]]]
    play: Play
    seats: int = 0
    round: bool = False


@dataclass(frozen=True, slots=True)
class TablesClosed:
    numbers: list[int]


@dataclass(frozen=True, slots=True)
class AllPaused:
    paused: bool


# --- The puzzle for all -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PuzzleAsked:
    puzzle: str


@dataclass(frozen=True, slots=True)
class Solved:
    pupil: int
    move: str
    points: int


@dataclass(frozen=True, slots=True)
class PuzzleClosed:
    pass


@dataclass(frozen=True, slots=True)
class PuzzlePutAway:
    pass


# --- The tournament ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TournamentBegun:
    play: Play
    size: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Points of each pupil who played in it, and who has won at their table."""

    points: list[tuple[int, float]]
    winners: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    pass


Event = (
    Begun
    | Chosen
    | RoomMade
    | Spoken
    | Shown
    | Wiped
    | Joined
    | TurnedAway
    | AskedBack
    | GivenBack
    | Removed
    | Helped
    | TablesOpened
    | TablesClosed
    | AllPaused
    | PuzzleAsked
    | Solved
    | PuzzleClosed
    | PuzzlePutAway
    | TournamentBegun
    | RoundEnded
    | TournamentEnded
)
EVENTS: dict[str, Any] = {kind.__name__.lower(): kind for kind in get_args(Event)}


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """One line of the log."""

    number: int  # from 1
    at: int  # milliseconds since 1970
    event: Event

    def write(self) -> str:
        """Without number and time, which are kept beside it."""
        body = {"kind": type(self.event).__name__.lower(), **dataclasses.asdict(self.event)}
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, number: int, at: int, text: str) -> ClassEntry:
        body = json.loads(text)
        kind = EVENTS[body.pop("kind")]
        if kind in (TablesOpened, TournamentBegun):
            body["play"] = Play(**body["play"])
        for name in ("tables", "points"):
            if name in body:
                body[name] = [tuple(pair) for pair in body[name]]
        return cls(number, at, kind(**body))
