"""What people at a table can ask for. `tiotal.table.answers` makes an event of it, or refuses it with a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


# --- Before the match -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat, or any if none is named; or knock, where the host wants to be asked."""

    name: str
    share: str | None = None
    seat: int | None = None
    says: bool | None = None  # the totals, or has them counted; None: as people do who have not chosen
    hints: bool | None = None  # on the way to a total, or none; None: the same
    type: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Host only."""

    seat: int
    level: str
    type: Literal["seat_bot"] = "seat_bot"


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Host only: of a bot, or of somebody who does not play after all."""

    seat: int
    type: Literal["free_seat"] = "free_seat"


@dataclass(frozen=True, slots=True)
class Door:
    """Host only: who may sit down. Everybody with an invitation, only whom the host lets in, or nobody more."""

    door: Literal["open", "ask", "closed"]
    type: Literal["door"] = "door"


@dataclass(frozen=True, slots=True)
class AnswerKnock:
    """Host only: let somebody in, or not."""

    knock: int
    let_in: bool
    type: Literal["answer_knock"] = "answer_knock"


@dataclass(frozen=True, slots=True)
class Host:
    """Become the host, with the secret that the host was given."""

    key: str
    type: Literal["host"] = "host"


@dataclass(frozen=True, slots=True)
class Start:
    """Host only. The host's share of chance comes here, when the commitment has been seen."""

    share: str | None = None
    type: Literal["start"] = "start"


# --- During the match -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Move:
    """Play; `seen` is the number of the last entry that the player had seen.

    Whoever has said a wrong total may say another with the same move, or none, to be shown the way.
    """

    seat: int
    move: str
    seen: int
    said: int | None = None
    type: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Why:
    """Why a card cannot be played now, there or at all, or somebody else's not be had; the answer is a refusal."""

    seat: int
    card: str | None = None
    place: str | None = None
    whose: int | None = None
    type: Literal["why"] = "why"


@dataclass(frozen=True, slots=True)
class Leave:
    seat: int
    type: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class Replace:
    """Let a bot play for somebody who is away."""

    seat: int
    level: str
    type: Literal["replace"] = "replace"


@dataclass(frozen=True, slots=True)
class ComeBack:
    seat: int
    type: Literal["come_back"] = "come_back"


@dataclass(frozen=True, slots=True)
class Pause:
    type: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True)
class Resume:
    type: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long bots wait before they move, in milliseconds: the host's, unless all people play on one device."""

    pace: int
    type: Literal["pace"] = "pace"


@dataclass(frozen=True, slots=True)
class AskUndo:
    """Take back one's own last move, and what came after it."""

    seat: int
    seen: int
    type: Literal["ask_undo"] = "ask_undo"


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    agree: bool
    type: Literal["answer_undo"] = "answer_undo"


# --- After the match --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Again:
    share: str | None = None
    type: Literal["again"] = "again"


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """Let everybody who has the link look at a finished match; it is done when all who played it want it."""

    match: int
    type: Literal["open_replay"] = "open_replay"


@dataclass(frozen=True, slots=True)
class End:
    """Host only: close the table."""

    type: Literal["end"] = "end"


# --- At any time ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Say:
    """A reaction or a ready-made phrase by its name; free text if the host allows it."""

    seat: int
    what: str
    sign: Literal["reaction", "phrase", "text"] = "reaction"
    type: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Says:
    """Say the totals oneself from now on, or have the table count. The host chooses for any person."""

    seat: int
    says: bool
    type: Literal["says"] = "says"


@dataclass(frozen=True, slots=True)
class Hints:
    """Get hints on the way to a total after a wrong one, or none. The host chooses for any person."""

    seat: int
    hints: bool
    type: Literal["hints"] = "hints"


Request = (
    Sit
    | SeatBot
    | FreeSeat
    | Door
    | AnswerKnock
    | Host
    | Start
    | Move
    | Why
    | Leave
    | Replace
    | ComeBack
    | Pause
    | Resume
    | Pace
    | AskUndo
    | AnswerUndo
    | Again
    | OpenReplay
    | End
    | Say
    | Says
    | Hints
)
