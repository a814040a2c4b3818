"""A class: what its log replays to. What happens at its tables is in their own logs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tiotal.classroom.entries import (
    AllPaused,
    AskedBack,
    Begun,
    Chosen,
    ClassEntry,
    Event,
    GivenBack,
    Helped,
    Joined,
    PuzzleAsked,
    PuzzleClosed,
    PuzzlePutAway,
    Removed,
    RoomMade,
    RoundEnded,
    Shown,
    Solved,
    Spoken,
    TablesClosed,
    TablesOpened,
    TournamentBegun,
    TournamentEnded,
    TurnedAway,
    Wiped,
)
from tiotal.classroom.requests import Picture, Play

MOST_AT_FIRST = 36  # pupils, until the teacher makes room for more
MILLISECONDS_KEPT = 24 * 3600 * 1000  # then all of it is deleted, …
MILLISECONDS_OF_QUIET = 30 * 60 * 1000  # … but not in the middle of a lesson


def wiped_at(began: int, last: int) -> int:
    """When a class is deleted by itself in which something happened last at that time."""
    return max(began + MILLISECONDS_KEPT, last + MILLISECONDS_OF_QUIET)


@dataclass
class Pupil:
    number: int
    device: str
    animal: str
    colour: str
    name: str
    removed: bool = False
    table: int | None = None  # number
    says: bool | None = None  # as the teacher has chosen for this pupil
    hints: bool | None = None
    sat: bool = False  # at any table: then nobody else is ever called so


@dataclass
class ClassTable:
    number: int
    id: str
    pupils: list[int]
    play: Play
    seats: int
    round: bool  # it counts in the tournament
    open: bool = True


@dataclass
class PuzzleForAll:
    number: int
    puzzle: str  # by its name
    moves: dict[int, str] = field(default_factory=dict)  # by pupil
    points: dict[int, int] = field(default_factory=dict)
    closed: bool = False


@dataclass
class Tournament:
    play: Play
    size: int
    round: int = 0
    playing: bool = False
    tables: list[int] = field(default_factory=list)  # of the round
    points: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))  # by pupil
    played: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    met: Counter[frozenset[int]] = field(default_factory=Counter)  # how often two have sat at one table


class Classroom:
    """Knows everything, as a table does: show people what `tiotal.classroom.seen` makes of it."""

    key: str
    code: str
    language: str

    def __init__(self) -> None:
        self.number = 0  # of the last entry
        self.at = 0
        self.began = 0
        self.most = MOST_AT_FIRST
        self.turned_away = False  # somebody, since room was made
        self.podium = True
        self.paused = False
        self.is_wiped = False  # all of it is to be deleted
        self.spoken = ""
        self.shown: Picture = "join"
        self.shown_table: int | None = None
        self.pupils: dict[int, Pupil] = {}
        self.asking: dict[int, AskedBack] = {}  # by the number of the entry
        self.said_no: set[str] = set()  # devices
        self.devices: set[str] = set()  # of all pupils, also those that they use no more
        self.asked: Counter[str] = Counter()  # entries of each device that wanted to come
        self.tables: dict[int, ClassTable] = {}
        self.puzzles: list[PuzzleForAll] = []
        self.puzzle: PuzzleForAll | None = None
        self.tournament: Tournament | None = None
        self.ended_tournament: Tournament | None = None  # the last one, for the report

    @classmethod
    def replay(cls, entries: Iterable[ClassEntry]) -> Classroom:
        lesson = cls()
        for entry in entries:
            lesson.add(entry)
        return lesson

    # --- Looking ------------------------------------------------------------------------------------------------
    @property
    def present(self) -> list[Pupil]:
        """Who belongs to the class, whether or not their devices are connected."""
        return [pupil for pupil in self.pupils.values() if not pupil.removed]

    @property
    def open_tables(self) -> list[ClassTable]:
        return [table for table in self.tables.values() if table.open]

    @property
    def waits(self) -> bool:
        """Whether all tables are held: the teacher wants it so, or there is a puzzle to think about."""
        return self.paused or self.puzzle is not None

    def pupil_of(self, device: str) -> Pupil | None:
        """Who uses a device now; of several, one who is still in the class, or else the one that came last."""
        found = [pupil for pupil in self.pupils.values() if pupil.device == device]
        return max(found, key=lambda pupil: (not pupil.removed, pupil.number), default=None)

    def is_taken(self, animal: str, colour: str) -> bool:
        """Also by somebody who is gone but has played: whatever is counted under a name is one pupil's."""
        return any(
            (pupil.animal, pupil.colour) == (animal, colour) and (not pupil.removed or pupil.sat)
            for pupil in self.pupils.values()
        )

    def puzzle_points(self, pupil: int) -> int:
        return sum(puzzle.points.get(pupil, 0) for puzzle in self.puzzles if puzzle.closed)

    # --- The log ------------------------------------------------------------------------------------------------
    def add(self, entry: ClassEntry) -> None:
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow {self.number}")
        self.number, self.at = entry.number, entry.at
        self._happen(entry.event)

    def _happen(self, event: Event) -> None:
        match event:
            case Begun(key, code, language):
                self.key, self.code, self.language, self.began = key, code, language, self.at
            case Chosen(language, podium):
                self.language = language or self.language
                self.podium = self.podium if podium is None else podium
            case Spoken(text):
                self.spoken = text
            case Shown(what, table):
                self.shown, self.shown_table = what, table
            case Wiped():
                self.is_wiped = True
            case AllPaused(paused):
                self.paused = paused
            case TablesOpened() | TablesClosed():
                self._tables(event)
            case PuzzleAsked() | Solved() | PuzzleClosed() | PuzzlePutAway():
                self._puzzle(event)
            case TournamentBegun() | RoundEnded() | TournamentEnded():
                self._tournament(event)
            case _:
                self._pupils(event)

    def _pupils(self, event: Event) -> None:
        match event:
            case RoomMade(most):
                self.most, self.turned_away = most, False
            case TurnedAway():
                self.turned_away = True
            case Joined(device, animal, colour, name):
                self.asked[device] += 1
                self.devices.add(device)
                self.pupils[self.number] = Pupil(self.number, device, animal, colour, name)
                self._answered(device)
            case AskedBack(device):
                self.asked[device] += 1
                self._answered(device)
                self.asking[self.number] = event
            case GivenBack():
                self._give_back(event)
            case Removed(number):
                self.pupils[number].removed = True
                self.pupils[number].table = None
            case Helped(number, says, hints):
                pupil = self.pupils[number]
                pupil.says = pupil.says if says is None else says
                pupil.hints = pupil.hints if hints is None else hints

    def _give_back(self, event: GivenBack) -> None:
        asked = self.asking.pop(event.ask)
        self._answered(asked.device)
        if event.yes:
            pupil = self.pupils[asked.pupil]
            pupil.device, pupil.removed = asked.device, False
            self.devices.add(asked.device)
            pupil.table = next((table.number for table in self.open_tables if pupil.number in table.pupils), None)
        else:
            self.said_no.add(asked.device)

    def _answered(self, device: str) -> None:
        """Whatever it asked for before is settled."""
        self.said_no.discard(device)
        self.asking = {number: asked for number, asked in self.asking.items() if asked.device != device}

    def _tables(self, event: TablesOpened | TablesClosed) -> None:
        if isinstance(event, TablesClosed):
            for closed in event.numbers:
                self.tables[closed].open = False
            for one in self.pupils.values():
                one.table = None if one.table in event.numbers else one.table
            if self.shown_table in event.numbers:
                self.shown, self.shown_table = "tables", None
            return
        opened = []
        for table_id, pupils in event.tables:
            number = len(self.tables) + 1
            self.tables[number] = ClassTable(number, table_id, list(pupils), event.play, event.seats, event.round)
            opened.append(number)
            for pupil in pupils:
                self.pupils[pupil].table, self.pupils[pupil].sat = number, True
        self.shown, self.shown_table = "tables", None
        if event.round and self.tournament:
            self._begin_round(self.tournament, opened)

    def _begin_round(self, tournament: Tournament, opened: list[int]) -> None:
        tournament.round += 1
        tournament.playing = True
        tournament.tables = opened
        for number in opened:
            pupils = self.tables[number].pupils
            tournament.met.update(frozenset((one, other)) for one in pupils for other in pupils if one < other)

    def _puzzle(self, event: Event) -> None:
        match event:
            case PuzzleAsked(name):
                self.puzzle = PuzzleForAll(len(self.puzzles) + 1, name)
                self.puzzles.append(self.puzzle)
                self.shown, self.shown_table = "puzzle", None
            case Solved(pupil, move, points) if self.puzzle:
                self.puzzle.moves[pupil] = move
                self.puzzle.points[pupil] = points
            case PuzzleClosed() if self.puzzle:
                self.puzzle.closed = True
            case PuzzlePutAway():
                self.puzzle = None
                if self.shown == "puzzle":
                    self.shown = "tables" if self.open_tables else "join"

    def _tournament(self, event: Event) -> None:
        match event:
            case TournamentBegun(play, size):
                self.tournament = Tournament(play, size)
            case RoundEnded(points, winners) if self.tournament:
                self.tournament.playing = False
                for pupil, some in points:
                    self.tournament.points[pupil] += some
                    self.tournament.played[pupil] += 1
                self.tournament.won.update(winners)
                self.shown, self.shown_table = "standings", None
            case TournamentEnded():
                self.tournament, self.ended_tournament = None, self.tournament
                if self.shown == "standings":
                    self.shown = "tables" if self.open_tables else "join"
