"""What a teacher and pupils can ask a class for. `tiotal.classroom.answers` makes events of it, or refuses it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Picture = Literal["join", "tables", "table", "puzzle", "standings"]  # what can be on the projector
How = Literal["chance", "alike", "mixed"]  # seated by chance, beside those who calculate alike, or all kinds together


# --- The teacher: pupils ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class MakeRoom:
    """So many pupils may come from now on."""

    most: int
    type: Literal["make_room"] = "make_room"


@dataclass(frozen=True, slots=True)
class GiveBack:
    """A device says that it is a pupil who was here before: it gets that pupil's place, or not."""

    ask: int  # as the view of the teacher numbers it
    yes: bool
    type: Literal["give_back"] = "give_back"


@dataclass(frozen=True, slots=True)
class Remove:
    """A pupil who is not here any more, or came twice."""

    pupil: int
    type: Literal["remove"] = "remove"


# --- The teacher: tables ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Play:
    """What is played at tables, and how much help there is."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    says: bool = True  # pupils say the totals, in games that have any
    hints: bool = True  # on the way to a total, after a wrong one
    advice: bool = True  # pupils may ask which move is good
    bots: str = "easy"  # level of the bots that fill tables


@dataclass(frozen=True, slots=True)
class OpenTables:
    """A table for each group, and all begin at once. A table from which somebody is called away is closed."""

    groups: list[list[int]]  # of pupils
    play: Play
    seats: int = 0  # at every table at least so many; bots take those that are left
    type: Literal["open_tables"] = "open_tables"


@dataclass(frozen=True, slots=True)
class EndTables:
    """All of them, or one by its number."""

    table: int | None = None
    type: Literal["end_tables"] = "end_tables"


@dataclass(frozen=True, slots=True)
class PauseAll:
    """All tables stand still."""

    type: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True)
class ResumeAll:
    type: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True)
class Help:
    """For a pupil, at this table and the next: whether to say totals, and whether hints come after a wrong one."""

    pupil: int
    says: bool | None = None  # None: as it is
    hints: bool | None = None
    type: Literal["help"] = "help"


# --- The teacher: everybody -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Speak:
    """A sentence on every device, until there is another; none: it is taken away."""

    text: str
    type: Literal["speak"] = "speak"


@dataclass(frozen=True, slots=True)
class Show:
    """On the projector. A table by its number."""

    what: Picture
    table: int | None = None
    type: Literal["show"] = "show"


@dataclass(frozen=True, slots=True)
class Choose:
    """How the class is run; None: as it is."""

    language: str | None = None  # of pupils' names
    podium: bool | None = None  # whether the best in puzzles are shown
    type: Literal["choose"] = "choose"


# --- The teacher: a puzzle for all ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AskPuzzle:
    """On every device and on the projector."""

    puzzle: str  # by its name: `<game>-17`
    type: Literal["ask_puzzle"] = "ask_puzzle"


@dataclass(frozen=True, slots=True)
class ClosePuzzle:
    """No more answers; everybody sees how they were and what is best."""

    type: Literal["close_puzzle"] = "close_puzzle"


@dataclass(frozen=True, slots=True)
class PutPuzzleAway:
    """Everybody goes on where they were."""

    type: Literal["put_puzzle_away"] = "put_puzzle_away"


# --- The teacher: a tournament ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BeginTournament:
    """Its first round begins at once, with all pupils who are here."""

    play: Play
    size: int = 4  # of tables, if it works out: from 3 to 5
    type: Literal["begin_tournament"] = "begin_tournament"


@dataclass(frozen=True, slots=True)
class BeginRound:
    """The next one: those with about as many points play each other."""

    type: Literal["begin_round"] = "begin_round"


@dataclass(frozen=True, slots=True)
class EndRound:
    """Points are given; at tables that have not finished everybody gets the same."""

    type: Literal["end_round"] = "end_round"


@dataclass(frozen=True, slots=True)
class EndTournament:
    type: Literal["end_tournament"] = "end_tournament"


OfTeacher = (
    MakeRoom
    | GiveBack
    | Remove
    | OpenTables
    | EndTables
    | PauseAll
    | ResumeAll
    | Help
    | Speak
    | Show
    | Choose
    | AskPuzzle
    | ClosePuzzle
    | PutPuzzleAway
    | BeginTournament
    | BeginRound
    | EndRound
    | EndTournament
)


# --- Pupils -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Join:
    """As an animal of a colour: nobody types a name."""

    code: str
    animal: str
    colour: str
    type: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class Back:
    """This is a pupil who was here before, on another device; the teacher says yes or no."""

    code: str
    pupil: int
    type: Literal["back"] = "back"


@dataclass(frozen=True, slots=True)
class Solve:
    """The puzzle for all, once. `puzzle` is its number in this class."""

    puzzle: int
    move: str
    type: Literal["solve"] = "solve"


OfPupil = Join | Back | Solve
