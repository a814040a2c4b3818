"""What each device is told of a class, over the class's WebSocket: always the whole of what it may know.

A device sends `hello` with what it is: the teacher's page, the page on the projector (both with the teacher's key as
`token`), or a pupil's. Then it is told whenever anything changes, a few times a second at most, and every twenty
seconds in any case: a line that is silent for much longer is dead.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from tiotal.classroom.requests import OfPupil, OfTeacher, Picture
from tiotal.server.message import Message
from tiotal.server.messages import GameName


# --- From a device ----------------------------------------------------------------------------------------------
class ClassHello(Message):
    model_config = ConfigDict(extra="forbid", strict=True)

    type: Literal["hello"]
    role: Literal["teacher", "board", "pupil"]
    token: str | None = Field(None, max_length=100)
    language: str | None = Field(None, max_length=35)


class AskedByTeacher(Message):
    what: Annotated[OfTeacher, Field(discriminator="type")]


class AskedByPupil(Message):
    what: Annotated[OfPupil, Field(discriminator="type")]


# --- Pupils -----------------------------------------------------------------------------------------------------
class PupilSeen(Message):
    pupil: int
    name: str  # "Blue fox", in the language of the class
    animal: str
    colour: str


class SumsCounted(Message):
    """Totals that were said: right at once, right at the second try, or not."""

    said: int
    once: int
    second: int
    wrong: int


class PupilWatched(PupilSeen):
    here: bool  # the device is connected
    table: int | None  # the number of the table where the pupil sits
    sums: SumsCounted
    puzzle_points: int  # of all puzzles in this lesson


class AskingBack(Message):
    """A device that says it is this pupil."""

    ask: int
    pupil: int


# --- Tables -----------------------------------------------------------------------------------------------------
class SeatWatched(Message):
    pupil: int | None  # null: a bot's seat
    name: str
    here: bool  # the pupil's device is connected to the table; a bot is always there
    stand_in: bool  # a bot plays for the pupil
    score: int | None  # so far; null where a game has none before its end
    says: bool | None  # the totals, or has them counted; null: there are none, or it is on the projector
    hints: bool | None
    sums: SumsCounted | None  # in the match that is being played or was played last; null on the projector


class TableWatched(Message):
    """A table at a glance. There is no card of a hand in it."""

    id: str
    number: int  # in this lesson, from 1
    game: GameName
    phase: Literal["waiting", "playing", "over", "ended"]
    paused: bool
    match: int
    round: int
    to_move: int | None  # seat
    since: int  # milliseconds since 1970: how long it waits for that seat
    trying: bool  # a card lies with a wrong total, and waits for another; never on the projector
    total: int | None  # of the pile, in games that have one
    goal: int | None
    moves: int  # made in the match
    winners: list[int]  # seats, when the match is over
    seats: list[SeatWatched]


# --- The puzzle for all -----------------------------------------------------------------------------------------
class ChoiceAnswered(Message):
    """A move, what it is worth, and how many have chosen it."""

    move: str  # as it is written
    points: int
    chance: float
    error: float
    reasons: list[str]
    pupils: int


class PlaceOnPodium(Message):
    place: int
    points: int
    pupils: list[PupilSeen]


class ClassPuzzle(Message):
    """The puzzle for all. The scene is what `puzzles/<game>.json` has of it, without `choices`."""

    puzzle: int  # its number in this class
    game: GameName
    scene: dict[str, Any]
    variant: str
    closed: bool
    answered: int  # pupils who have answered
    of: int  # who could
    choices: list[ChoiceAnswered] | None  # the best first; null until it is closed
    podium: list[PlaceOnPodium] | None  # null until it is closed, or where there is to be none
    mine: str | None  # the move that this pupil has chosen


# --- The tournament ---------------------------------------------------------------------------------------------
class Standing(Message):
    place: int
    pupil: PupilSeen
    points: float
    played: int  # rounds
    won: int


class TournamentSeen(Message):
    game: GameName
    round: int
    playing: bool  # a round is being played
    done: int  # tables of it that have finished
    tables: int
    standings: list[Standing]


# --- To each kind of device -------------------------------------------------------------------------------------
class ClassRun(Message):
    """What the teacher's page and the projector have in common."""

    at: int  # milliseconds since 1970, by the server
    language: str
    code: str  # with which pupils come
    address: str  # that pupils open: http://…/c/<code>
    paused: bool
    spoken: str  # what the teacher says to all; "" is nothing
    podium: bool
    shown: Picture
    shown_table: int | None  # its number
    puzzle: ClassPuzzle | None
    tournament: TournamentSeen | None
    tables: list[TableWatched]  # that are open


class TeacherSees(ClassRun):
    type: Literal["teacher"]
    wiped_at: int  # when all of it is deleted by itself
    most: int  # pupils
    refused: bool  # somebody wanted to come when the class was full, since room was made last
    pupils: list[PupilWatched]
    asking_back: list[AskingBack]
    asked_puzzles: list[str]  # that this class has had, by their names


class BoardSees(ClassRun):
    """Nothing that tells how somebody calculates: the whole class looks at it."""

    type: Literal["board"]
    pupils: list[PupilSeen]


class PupilSees(Message):
    """`me` is null for a device that has not joined yet; then it is told who can be chosen."""

    type: Literal["pupil"]
    at: int
    language: str
    me: PupilSeen | None
    removed: bool  # by the teacher
    full: bool
    taken: list[tuple[str, str]]  # animal and colour
    missing: list[PupilSeen]  # who was here and is not connected now; only for a device that has not joined
    asks: int | None  # the pupil that it says it is, while the teacher has not answered
    refused: bool  # the teacher has said no
    paused: bool
    spoken: str
    table: str | None  # the id of the table where this pupil sits
    table_number: int | None
    puzzle: ClassPuzzle | None
    place: int | None  # in the tournament
    points: float | None


class ClassWiped(Message):
    """All of it is deleted. Whoever is told this forgets what it has kept of the class."""

    type: Literal["wiped"]


class ClassRefused(Message):
    type: Literal["refused"]
    code: str
    sentence: str


ToClass = Annotated[TeacherSees | BoardSees | PupilSees | ClassWiped | ClassRefused, Field(discriminator="type")]
to_class: TypeAdapter[Any] = TypeAdapter(ToClass)
from_class: TypeAdapter[Any] = TypeAdapter(ClassHello)


# --- REST -------------------------------------------------------------------------------------------------------
class ClassDone(Message):
    number: int  # of the entry of the class's log


class Groups(Message):
    groups: list[list[int]]  # of pupils


class KindCounted(SumsCounted):
    kind: str
    name: str  # of the kind, for people
    range: str | None
    seconds: float | None  # typical


class PuzzleCounted(Message):
    puzzle: int
    game: GameName
    name: str
    full: int
    some: int
    none: int


class PupilCounted(Message):
    pupil: PupilSeen
    sums: SumsCounted
    kinds: list[KindCounted]


class ClassReport(Message):
    """Names are in it only if they were asked for: then `pupils` and `tournament` are there."""

    language: str
    began: int
    made: int
    pupils_in_class: int
    tables: int
    matches: int
    sums: SumsCounted
    kinds: list[KindCounted]
    puzzles: list[PuzzleCounted]
    tournament: list[Standing] | None
    pupils: list[PupilCounted] | None
