"""Every message between a device and a table, typed: the schema of the WebSocket comes from here.

A device sends `hello` first. Then it asks; each question carries a name of its own (`request`), by which its answer is
known, and by which a question that is sent twice is answered once. All that happens at the table comes as `news`, made
from what this device may see.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import ConfigDict, Field, TypeAdapter

from tiotal.engine.games import GAMES, part_of
from tiotal.server.message import Message
from tiotal.service.reading import Ask, AskHint, Hello, Ping, Reading

GameName = Annotated[str, Field(max_length=40)]


# --- From a device ----------------------------------------------------------------------------------------------
FromDevice = Annotated[Hello | Ask | AskHint | Reading | Ping, Field(discriminator="type")]
from_device: TypeAdapter[Any] = TypeAdapter(FromDevice)  # describes what `tiotal.service.reading` checks


# --- What everybody sees ----------------------------------------------------------------------------------------
class SeatSeen(Message):
    kind: Literal["person", "bot", "free"]
    name: str | None
    level: str | None  # of a bot
    away: bool  # the person has left
    stand_in: str | None  # the level of the bot that plays for the person
    out_of_time: bool
    host: bool
    share: str | None  # the chance that the person's device adds to the deal
    says: bool | None  # whether a person says the totals or has them counted; null: nothing is said here
    hints: bool | None  # whether the person gets hints on the way to a total, after a wrong one


class KnockSeen(Message):
    """Somebody who asks to be let in."""

    number: int
    name: str


class UndoSeen(Message):
    seat: int
    agreed: list[int]  # seats


class FinishedSeen(Message):
    number: int
    names: list[str]
    scores: list[int] | None
    winners: list[int]
    open: bool  # everybody who has the link may look at it
    agreed: list[int]  # seats in that match whose people want that
    asked: list[int]  # and those whose people have not said so


class TableSeen(Message):
    game: GameName
    players: int
    options: dict[str, Any]
    house_rules: str | None  # what people here call these options
    partners: list[int] | None  # in pairs, the partner of each seat
    rounds: int | None  # of a match, at most; null where nobody knows before
    settings: dict[str, Any]
    phase: Literal["waiting", "playing", "over", "ended"]
    paused: bool
    seats: list[SeatSeen]
    door: Literal["open", "ask", "closed"]  # who may sit down: all who come, whom the host lets in, nobody
    knocks: list[KnockSeen]
    match: int  # 0 before the first
    commitment: str | None  # to the secret of the deal; none in a lesson
    lesson: bool  # the match that is played, or comes next, is one whose cards are known
    undo: UndoSeen | None
    again: list[int]  # seats that want another match
    no_signs: str | None  # why nobody can say anything now: the code of a refusal; null: everybody can
    finished: list[FinishedSeen]


class TurnSeen(Message):
    number: int  # of the last entry
    at: int
    began: int  # the entry with which it began; a move has to have seen at least this one
    to_move: int | None
    deadline: int | None  # milliseconds since 1970
    time_left: list[int] | None
    no_undo: list[str | None]  # why the last move of a seat cannot be taken back: a code; null: it can, if all agree


class SayingSeen(Message):
    """What somebody said, and when in the course of the match."""

    seat: int
    name: str
    sign: Literal["reaction", "phrase", "text"]
    what: str
    at: int
    match: int  # 0: before the first
    place: int  # how many entries the match's log had


# --- Sums -------------------------------------------------------------------------------------------------------
class SumSeen(Message):
    """What there was to calculate. Doubling and halving are by 2."""

    before: int
    what: Literal["add", "subtract", "double", "halve"]
    by: int


class WaySeen(Message):
    """How to calculate a sum in the head; each step is a number, a sign, a number and what they make."""

    way: Literal["straight", "over", "to_ten", "to_hundred", "tens_first", "near", "parts"]
    steps: list[tuple[int, Literal["+", "-", "*", "/"], int, int]]


class HintSeen(Message):
    """The same with gaps (null) where the result, or what leads to it, is still to be found."""

    sum: SumSeen
    way: Literal["straight", "over", "to_ten", "to_hundred", "tens_first", "near", "parts"]
    steps: list[tuple[int | None, Literal["+", "-", "*", "/"], int | None, int | None]]


# --- What has happened, without any card ------------------------------------------------------------------------
class MovedSeen(Message):
    """Where people say totals, one may have been said with the move, right or wrong."""

    kind: Literal["moved"]
    seat: int
    by_bot: bool  # for a person whose time has run out
    said: int | None = None
    second: int | None = None  # said after a wrong one
    right: int | None = None
    outcome: Literal["once", "second", "wrong"] | None = None
    sum: SumSeen | None = None  # null where the total stays as it was
    way: WaySeen | None = None  # unless the total was right at once


class SaidSeen(SayingSeen):
    kind: Literal["said"]


class HolderSeen(Message):
    kind: Literal["person", "bot", "free"]
    name: str | None
    level: str | None


class SeatedSeen(Message):
    kind: Literal["seated"]
    seat: int
    holder: HolderSeen


class DoorSetSeen(Message):
    kind: Literal["doorset"]
    door: Literal["open", "ask", "closed"]


class KnockedSeen(Message):
    kind: Literal["knocked"]
    name: str


class ReplacedSeen(Message):
    kind: Literal["replaced"]
    seat: int
    level: str


class SayingChangedSeen(Message):
    kind: Literal["sayingchanged"]
    seat: int
    says: bool


class HintsChangedSeen(Message):
    kind: Literal["hintschanged"]
    seat: int
    hints: bool


class UndoAnsweredSeen(Message):
    kind: Literal["undoanswered"]
    agreed: bool


class ForgottenSeen(Message):
    """Somebody has left for good, and has another name; or everybody has."""

    kind: Literal["forgotten"]
    seats: list[int]


class SeatEventSeen(Message):
    """Something that somebody did, or that happened to them."""

    kind: Literal["tried", "left", "cameback", "handedover", "ranout", "undoasked", "letin"]
    seat: int


class TableEventSeen(Message):
    """What became of it is in the table."""

    kind: Literal[
        "opened",
        "turnedaway",
        "hosted",
        "started",
        "paused",
        "resumed",
        "paced",
        "askedagain",
        "replayopened",
        "ended",
        "private",  # something that is told to those at the table only
    ]


EventSeen = Annotated[
    MovedSeen
    | SaidSeen
    | SeatedSeen
    | DoorSetSeen
    | KnockedSeen
    | ReplacedSeen
    | SayingChangedSeen
    | HintsChangedSeen
    | UndoAnsweredSeen
    | ForgottenSeen
    | SeatEventSeen
    | TableEventSeen,
    Field(discriminator="kind"),
]


# --- What one seat sees -----------------------------------------------------------------------------------------
class FactSeen(Message):
    """Something that came of a move, or will: told by the sentence `came.…` or `will.…` of the game.

    Among its values `seat` is told as {name} and `other` as {other}, the names of the players there; `card`, `second`
    and `theirs` are cards.
    """

    what: str
    values: dict[str, int | str]


class MoveSeen(Message):
    """What a move consists of; parts that it does not have are not there."""

    written: str
    kind: str  # what is done
    card: str | None = None  # "?" where it is hidden
    choice: str | None = None  # what is chosen with the card
    place: str | None = None  # where it goes, or what is taken from there
    seat: int | None = None  # whose
    chips: int | None = None
    told: str  # by the sentences `do.<told>` and `done.<told>` of the game


class LegalSeen(MoveSeen):
    """A move that may be made now, and what it is sure to lead to."""

    total: int | None = None  # after it, for a seat that is counted for
    says: bool = False  # the player says the new total with it
    will: list[FactSeen] = Field(default_factory=list)  # never a total


class WentSeen(Message):
    """Something that went from one place of the table to another, in sight of everybody."""

    what: str  # "card", "cards", "chips", or what else a game has
    source: str = Field(alias="from")
    to: str
    n: int


class PlayedSeen(Message):
    player: int
    move: MoveSeen
    came: list[FactSeen]
    went: list[WentSeen]


class RoundResult(Message):
    """What everybody saw at the end of a round. What a game has nothing to say about is not there."""

    model_config = ConfigDict(extra="allow")  # a game of another package may have more to say
    round: int
    winner: int | None
    scores: list[int] | None = None  # so far
    points: list[int] | None = None  # what the round brought to each seat, or what everybody was left with
    hands: list[list[str | int]] | None = None
    total: int | None = None
    round_card: str | None = None
    cards: list[list[str]] | None = None  # that lay before each seat
    totals: list[int] | None = None  # of those
    loser: int | None = None
    pot: int | None = None
    # Where points are taken and chips are worth some: so far, and what they leave together.
    taken: list[int] | None = None
    chips: list[int] | None = None
    worth: list[int] | None = None
    standing: list[int] | None = None
    in_hand: list[int] | None = None  # at the end


class RoundOverSeen(Message):
    round_over: RoundResult
    came: list[FactSeen]


# What lies on the table, as each game says it in `wire.py` of its home; of a game that does not say it, anything.
_TABLES = [part.Table for part in (part_of(name, "wire") for name in GAMES) if part]
GameTable: Any = Union[(*_TABLES, *([dict[str, Any]] if len(_TABLES) < len(GAMES) else []))]


class ToRemember(Message):
    """What was played before one's last turn is not looked up while the round is being played.

    Each has the number of the first, and the number after the last.
    """

    log: tuple[int, int]  # entries of the match's log; they are null there
    steps: tuple[int, int]  # moments, by how many moves were made; they have no table


class TryingSeen(Message):
    """A card that lies: whoever played it has said a wrong total, and may say another. Only they are told which it was,
    and how to go on."""

    seat: int
    move: MoveSeen
    said: int | None = None
    hint: HintSeen | None = None  # null: nothing to calculate, or none is wanted


class MatchSeen(Message):
    """The match through the eyes of one seat, or of a spectator (null)."""

    seat: int | None
    table: GameTable
    since: int  # the number of the first entry of `log` in the match's log
    log: list[PlayedSeen | RoundOverSeen | None]
    to_remember: ToRemember | None  # what else may not be looked up any more, if it was told before
    trying: TryingSeen | None
    legal: list[LegalSeen]  # with a card that lies, only that


# --- Matches, looked back at ------------------------------------------------------------------------------------
class Step(Message):
    number: int  # of moves made before it
    player: int | None  # who made the last of them
    move: MoveSeen | None  # as far as the seat could see it then
    log: list[PlayedSeen | RoundOverSeen | None]  # what happened with that move
    table: GameTable | None  # null, as in the log, where it has to be remembered


class StepsTold(Message):
    game: GameName
    options: dict[str, Any]
    names: list[str]
    mine: list[int]  # seats that whoever asks has played in
    partners: list[int] | None  # in pairs, the partner of each seat
    rounds: int | None  # of a match, at most; null where nobody knows before
    scores: list[int] | None  # null while it is being played
    winners: list[int]
    moves: int  # in the whole match, or so far
    steps: list[Step]


class FairDealTold(Message):
    """What a deal was made of, once it is over."""

    commitment: str  # to the secret, shown before the first card
    secret: str  # of the table
    shares: list[str | None]  # of each seat; bots have none


class RecordTold(Message):
    """As in a file that `tiotal verify` reads; `fair` proves the deal."""

    format: str
    game: str
    options: dict[str, Any]
    players: list[str]
    seed: str
    moves: list[str]
    rules: int = 1  # the version of the game's rules; missing: 1
    fair: FairDealTold | None = None
    house_rules: str | None = None  # what people call the options


class MissedTotal(Message):
    """A total that was not right at once."""

    move_number: int
    before: int
    move: MoveSeen
    said: int
    second: int | None
    right: int
    sum: SumSeen | None
    way: WaySeen | None


class CountedTotals(Message):
    announced: int
    once: int  # right at once
    second: int  # right at the second try
    wrong: int  # neither


class KindCounted(CountedTotals):
    kind: Literal["add", "add_ten", "subtract", "subtract_ten", "tens", "double", "halve", "stays"]


class ArithmeticOf(CountedTotals):
    seat: int
    name: str
    median_seconds: float  # until the first total was said
    kinds: list[KindCounted]  # they add up to the counts above
    missed: list[MissedTotal]


class ReportTold(Message):
    match: int
    began: int
    ended: int | None  # null while it is being played
    names: list[str]
    scores: list[int] | None
    winners: list[int]
    rounds: list[RoundResult]
    arithmetic: list[ArithmeticOf]


# --- To a device ------------------------------------------------------------------------------------------------
class Welcome(Message):
    """All that the device may know, now."""

    type: Literal["welcome"]
    id: str
    code: str | None
    mine: list[int]  # seats of this device
    knock: int | None  # with which it asks to be let in, until the host has answered
    host: bool
    here: list[int]  # seats whose people are connected
    replaceable: list[int]  # seats for which the others may let a bot play: their people have been away for a while
    address: str | None  # of the server, for invitations; null: the one that the device has opened
    table: TableSeen
    turn: TurnSeen
    sayings: list[SayingSeen]  # the last of them
    matches: list[MatchSeen]


class News(Message):
    """One entry of the log: what happened and what follows. `request` is there if this device has asked for it."""

    type: Literal["news"]
    request: str | None = None
    event: EventSeen
    turn: TurnSeen
    mine: list[int]
    knock: int | None
    table: TableSeen | None = None  # if it is not as before
    matches: list[MatchSeen]


class Done(Message):
    """What was asked has happened before, as entry `number`."""

    type: Literal["done"]
    request: str
    number: int


class Refusal(Message):
    type: Literal["refused"]
    request: str | None
    code: str
    sentence: str
    reason: str | None  # why a move is not possible, without the moves that are
    allowed: list[Any] | None


class Presence(Message):
    type: Literal["presence"]
    here: list[int]
    replaceable: list[int]


class ReasonSeen(Message):
    kind: str
    sentence: str


class AdvisedSeen(Message):
    """A move, how good it is and why. The chance to win the match is between `low` and `high`, with 95 % confidence."""

    move: MoveSeen
    chance: float
    low: float
    high: float
    reasons: list[ReasonSeen]


class AdviceSeen(Message):
    type: Literal["advice"]
    request: str
    moves: list[AdvisedSeen]  # the best first


class Pong(Message):
    type: Literal["pong"]
    at: int


ToDevice = Annotated[Welcome | News | Done | Refusal | Presence | AdviceSeen | Pong, Field(discriminator="type")]
to_device: TypeAdapter[Any] = TypeAdapter(ToDevice)
