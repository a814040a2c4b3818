"""A table: what its log replays to.

`Table.add` takes the next entry of the log, which somebody has committed; it asks no questions. Whether something may
become an entry at all is decided before, in `tiotal.table.answers`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tiotal.engine.fairness import FairDeal, commitment_to
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.table.entries import (
    AskedAgain,
    Bot,
    CameBack,
    Ended,
    Entry,
    Holder,
    Hosted,
    Left,
    Moved,
    Opened,
    Paused,
    Person,
    RanOut,
    Replaced,
    Resumed,
    Said,
    Seated,
    Started,
    UndoAnswered,
    UndoAsked,
)
from tiotal.table.match import FinishedMatch, Match

Phase = Literal["waiting", "playing", "over", "ended"]

STAND_IN = "medium"  # the level that moves for somebody whose clock has run out
REMEMBERED = 500  # requests that are known again when they are sent twice


@dataclass
class Seat:
    holder: Holder
    away: bool = False  # the person has left
    stand_in: str | None = None  # the level of the bot that plays for the person
    out_of_time: bool = False

    @property
    def person(self) -> Person | None:
        """Who decides here, now."""
        holder = self.holder
        return holder if isinstance(holder, Person) and not self.away and self.level is None else None

    @property
    def device(self) -> str | None:
        """Whose seat it is, even while a bot plays."""
        return self.holder.device if isinstance(self.holder, Person) else None

    @property
    def level(self) -> str | None:
        """Of the bot that moves here, now."""
        if isinstance(self.holder, Bot):
            return self.holder.level
        return self.stand_in or (STAND_IN if self.out_of_time else None)


@dataclass
class Undo:
    """A wish to take back moves, waiting for all people to agree."""

    seat: int
    move: int  # the first to be taken back
    agreed: set[str]  # devices


class Table:
    """Knows everything, as a position does: show people what `tiotal.table.seen` makes of it."""

    game: Game
    settings: dict[str, bool | int | str | None]
    seats: list[Seat]
    host: str
    host_key: str

    def __init__(self) -> None:
        self.phase: Phase = "waiting"
        self.number = 0  # of the last entry
        self.at = 0  # and its time
        self.changed = 0  # number of the last entry that changed more than the course of the match
        self.turn_number = 0  # of the last entry after which other moves are possible than before
        self.match: Match | None = None  # that is being played or was played last
        self.finished: list[FinishedMatch] = []
        self.paused = False
        self.undo: Undo | None = None
        self.again: dict[str, str | None] = {}  # devices that want another match, with their share of chance
        self.secret = ""  # of the next deal
        self.requests: dict[tuple[str, str], int] = {}  # number of the entry that each has become
        self._since = 0  # when the present decision began, or went on after a pause
        self._used = 0  # milliseconds of it before the pause
        self._left: list[int] = []  # milliseconds that each player has, if the clock runs for whole matches

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> Table:
        table = cls()
        for entry in entries:
            table.add(entry)
        return table

    # --- Looking ------------------------------------------------------------------------------------------------
    @property
    def to_move(self) -> int | None:
        return self.match.position.to_move if self.match and self.phase == "playing" else None

    @property
    def bot_to_move(self) -> str | None:
        """The level of the bot that has to move, if one has."""
        seat = self.to_move
        return None if seat is None or self.paused else self.seats[seat].level

    @property
    def commitment(self) -> str | None:
        """To the secret of the deal that is being played or comes next."""
        if self.match and self.phase == "playing":
            return self.match.deal.commitment
        return commitment_to(self.secret) if self.secret else None

    @property
    def people(self) -> set[str]:
        """The devices of all who play now."""
        return {seat.person.device for seat in self.seats if seat.person}

    def seats_of(self, device: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.device == device]

    def deadline(self) -> int | None:
        """When the clock of the player to move runs out."""
        seat = self.to_move
        if seat is None or self.paused or self.settings["clock"] == "off" or self.seats[seat].level:
            return None
        return self._since - self._used + self.time_left(seat)

    def time_left(self, seat: int) -> int:
        """Milliseconds at the beginning of the present decision."""
        if self.settings["clock"] == "player":
            return self._left[seat]
        return 1000 * int(self.settings["seconds"] or 0)

    # --- The log ------------------------------------------------------------------------------------------------
    def add(self, entry: Entry) -> None:
        """Let the next entry of the log happen."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow {self.number}")
        self.number = entry.number
        self.at = entry.at
        if entry.device is not None and entry.request is not None:
            self.requests[entry.device, entry.request] = entry.number
            if len(self.requests) > REMEMBERED:
                del self.requests[next(iter(self.requests))]
        if not isinstance(entry.event, Moved | Said):
            self.changed = entry.number
        self._happen(entry)

    def _happen(self, entry: Entry) -> None:
        match entry.event:
            case Moved() as moved:
                self._moved(moved, entry)
            case Said():
                pass
            case Opened() as opened:
                self._opened(opened)
            case Seated(seat, holder):
                self.seats[seat] = Seat(holder)
            case Hosted():
                assert entry.device is not None
                self.host = entry.device
            case Started():
                shares = [seat.holder.share if isinstance(seat.holder, Person) else None for seat in self.seats]
                self._begin(shares, entry.at)
            case Left(seat):
                self._change_seat(seat, entry, away=True)
            case Replaced(seat, level):
                self._change_seat(seat, entry, stand_in=level)
            case CameBack(seat):
                self._change_seat(seat, entry)
            case RanOut(seat):
                self.seats[seat].out_of_time = True
                self._left[seat] = 0
                self._new_decision(entry.at)
            case Paused():
                self.paused = True
                self._used += entry.at - self._since
            case Resumed():
                self.paused = False
                self._since = entry.at
            case UndoAsked(seat, move):
                assert entry.device is not None
                self.undo = Undo(seat, move, {entry.device})
                self._undo_if_agreed(entry)
            case UndoAnswered(agreed):
                self._answered(agreed, entry)
            case AskedAgain(share, secret):
                assert entry.device is not None
                self.secret = self.secret or secret
                self.again[entry.device] = share
                self._begin_if_agreed(entry)
            case Ended():
                self.phase = "ended"
                self.turn_number = entry.number

    def _opened(self, opened: Opened) -> None:
        self.game = GAMES[opened.game](opened.players, **opened.options)
        self.settings = opened.settings
        self.seats = [Seat(holder) for holder in opened.seats]
        self.host, self.host_key, self.secret = opened.host, opened.host_key, opened.secret

    def _change_seat(self, seat: int, entry: Entry, away: bool = False, stand_in: str | None = None) -> None:
        """Somebody goes or comes. Nobody who goes is waited for when all have to agree."""
        out_of_time = self.seats[seat].out_of_time and self.settings["clock"] == "player"
        self.seats[seat] = Seat(self.seats[seat].holder, away, stand_in, out_of_time)
        if seat == self.to_move:
            self._new_decision(entry.at)
        if self.undo:
            self._undo_if_agreed(entry)
        if self.phase == "over":
            self._begin_if_agreed(entry)

    # --- Matches ------------------------------------------------------------------------------------------------
    def _begin(self, shares: list[str | None], at: int) -> None:
        deal = FairDeal(self.secret, tuple(shares))
        names = [seat.holder.name if seat.holder else "" for seat in self.seats]
        self.match = Match(self.game, len(self.finished) + 1, names, deal, at)
        self.secret = ""
        self.again = {}
        self.phase = "playing"
        self.turn_number = self.number
        self._left = [1000 * int(self.settings["seconds"] or 0)] * self.game.players
        self._new_decision(at)

    def _begin_if_agreed(self, entry: Entry) -> None:
        """Everybody moves on by one seat, so that another player begins, and partners stay partners."""
        if not self.people or not self.people <= self.again.keys():
            return
        first, *others = self.seats
        self.seats = [
            Seat(seat.holder, seat.away, STAND_IN if seat.away else seat.stand_in) for seat in (*others, first)
        ]
        self._begin([self.again.get(seat.device) if seat.device else None for seat in self.seats], entry.at)

    def _moved(self, moved: Moved, entry: Entry) -> None:
        assert self.match is not None
        spent = self._spent(entry.at)
        if self.settings["clock"] == "player" and not moved.by_bot:
            self._left[moved.seat] = max(0, self._left[moved.seat] - spent)
        self.match.play(moved.move, moved.said, spent, entry.number)
        if self.seats[moved.seat].out_of_time and self.settings["clock"] == "move":
            self.seats[moved.seat].out_of_time = False
            self.changed = entry.number
        if self.undo:
            self.undo = None
            self.changed = entry.number
        self.turn_number = entry.number
        self._new_decision(entry.at)
        if self.match.position.is_over:
            self.phase = "over"
            self.changed = entry.number
            self.finished.append(self.match.finished(entry.at))

    def _new_decision(self, at: int) -> None:
        self._since, self._used = at, 0

    def _spent(self, at: int) -> int:
        return self._used if self.paused else self._used + at - self._since

    # --- Taking back --------------------------------------------------------------------------------------------
    def _answered(self, agreed: bool, entry: Entry) -> None:
        assert entry.device is not None
        if self.undo is None:
            return
        if not agreed:
            self.undo = None
            return
        self.undo.agreed.add(entry.device)
        self._undo_if_agreed(entry)

    def _undo_if_agreed(self, entry: Entry) -> None:
        assert self.match is not None and self.undo is not None
        if not self.people:
            self.undo = None
        elif self.people <= self.undo.agreed:
            self.match.undo(self.undo.move)
            self.undo = None
            self.turn_number = entry.number
            self._new_decision(entry.at)
