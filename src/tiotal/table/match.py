"""One match at a table: the position, and what a table keeps beside it."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tiotal.engine.fairness import FairDeal
from tiotal.engine.game import Game, Position
from tiotal.engine.moves import Move
from tiotal.engine.record import Record
from tiotal.engine.seeds import Seed
from tiotal.sums import Sum, sum_of

MOVES_BETWEEN_COPIES = 32  # of the position, from which moves are played again when some are taken back
COPIES_KEPT = 3  # cards are shown so often that nobody can take back more


Outcome = Literal["once", "second", "wrong"]  # right at once, at the second try, or not at all
OUTCOMES: tuple[Outcome, ...] = ("once", "second", "wrong")


@dataclass(frozen=True, slots=True)
class SaidTotal:
    """A total that somebody announced, and the right one."""

    seat: int
    move_number: int  # in the match, from 0
    before: int
    move: Move
    said: int
    right: int
    milliseconds: int  # until it was said
    second: int | None = None  # said after a wrong one; None: nothing, or nobody was asked again

    @property
    def outcome(self) -> Outcome:
        if self.said == self.right:
            return "once"
        return "second" if self.second == self.right else "wrong"

    @property
    def sum(self) -> Sum | None:
        """What there was to calculate; None: the total stayed as it was."""
        return sum_of(self.before, self.right, self.move.choice)


@dataclass(slots=True)
class Trying:
    """A card that lies with a wrong total, until its player has said another."""

    seat: int
    move: str
    said: int
    milliseconds: int  # until it was said
    until: int  # when the move is made in any case; not before a pause is over


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """What is kept of a match; of one that is being played, what there is so far."""

    number: int
    record: Record  # knows all cards; with it everybody who may see it can check the deal
    sums: tuple[SaidTotal, ...]
    began: int
    ended: int | None  # None while it is being played
    scores: list[int] | None  # also None then
    winners: list[int]  # none then
    devices: tuple[str | None, ...] = ()  # of whoever played in each seat to the end; None for bots
    agreed: frozenset[str] = frozenset()  # devices whose people let everybody look at it

    @property
    def is_open(self) -> bool:
        """All people who played it to the end let everybody look at it."""
        return bool(self.agreed) and self.agreed.issuperset(filter(None, self.devices))


class Match:
    """A match that is being played."""

    def __init__(self, game: Game, number: int, names: list[str], seed: Seed, deal: FairDeal | None, at: int) -> None:
        self.game = game
        self.number = number  # at this table, from 1
        self.names = names  # a person keeps the name under which the match began
        self.seed = seed
        self.deal = deal  # that the seed was made from; none in a lesson, whose cards anybody may know
        self.began = at
        self.position = game.deal(seed)
        self.moves: list[str] = []
        self.entry_numbers: list[int] = []  # of each move, in the table's log
        self.log_sizes: list[int] = []  # of the position's log, before each move
        self.movers: list[int] = []
        self.reveals: list[bool] = []  # of each move, whether anybody learned more than what the mover chose to show
        self.sums: list[SaidTotal] = []
        self.trying: Trying | None = None
        self._uncovered = self.position.uncovered()
        self._copies: list[tuple[int, Position]] = []  # after so many moves

    def play(self, move: str, said: int | None, milliseconds: int, entry_number: int) -> None:
        position = self.position
        mover = position.to_move
        assert mover is not None
        if self.trying is not None:
            self.sums.append(self.total_said(mover, move, self.trying.said, self.trying.milliseconds, said))
            self.trying = None
        elif said is not None:
            self.sums.append(self.total_said(mover, move, said, milliseconds))
        self.movers.append(mover)
        self.entry_numbers.append(entry_number)
        self.log_sizes.append(position.log_size)
        before = self._uncovered
        position.play(move)
        self._uncovered = position.uncovered()
        self.reveals.append(self._uncovered != before)
        self.moves.append(move)
        if len(self.moves) % MOVES_BETWEEN_COPIES == 0:
            self._copies = [*self._copies[1 - COPIES_KEPT :], (len(self.moves), position.copy())]

    def total_said(
        self, seat: int, move: str, said: int, milliseconds: int = 0, second: int | None = None
    ) -> SaidTotal:
        """With a move that can be made now."""
        position = self.position
        before, right = position.total, position.total_after(move)
        assert before is not None and right is not None
        asked = position.game.read(move)
        return SaidTotal(seat, len(self.moves), before, asked, said, right, milliseconds, second)

    @property
    def said_last(self) -> SaidTotal | None:
        """With the last move, if a total was."""
        last = self.sums[-1] if self.sums else None
        return last if last and last.move_number == len(self.moves) - 1 else None

    def log_since(self, entry_number: int) -> int:
        """Where the position's log goes on for somebody who has seen the table's log up to this entry."""
        unseen = bisect.bisect_right(self.entry_numbers, entry_number)
        return self.log_sizes[unseen] if unseen < len(self.moves) else self.position.log_size

    def moves_before(self, log_entry: int) -> int:
        """How many moves were made before an entry of the position's log."""
        return bisect.bisect_left(self.log_sizes, log_entry)

    def last_move_of(self, seat: int) -> int | None:
        """Its number, if it has moved."""
        return next((number for number in reversed(range(len(self.moves))) if self.movers[number] == seat), None)

    def can_undo(self, seat: int) -> bool:
        """Whether nothing was revealed since the last move of a seat, by it or after it."""
        if self.reveals and self.reveals[-1]:  # as nearly all moves do
            return False
        for mover, reveals in zip(reversed(self.movers), reversed(self.reveals), strict=True):
            if reveals:
                return False
            if mover == seat:
                return True
        return False

    def undo(self, first: int) -> None:
        for kept in (self.moves, self.entry_numbers, self.log_sizes, self.movers, self.reveals):
            del kept[first:]
        self.sums = [some for some in self.sums if some.move_number < first]
        self.trying = None
        self._copies = [(moves, position) for moves, position in self._copies if moves <= first]
        start, position = self._copies[-1] if self._copies else (0, self.game.deal(self.seed))
        self.position = position.copy()
        for move in self.moves[start:]:
            self.position.play(move)
        self._uncovered = self.position.uncovered()

    def record(self) -> Record:
        """As it is now; it does not change when the match goes on."""
        return Record(self.game, tuple(self.names), self.seed, tuple(self.moves), self.deal)

    def kept(self, ended: int | None = None, devices: Sequence[str | None] = ()) -> KeptMatch:
        scores = None if ended is None else self.position.scores
        winners = self.position.winners
        sums = tuple(self.sums)
        return KeptMatch(self.number, self.record(), sums, self.began, ended, scores, winners, tuple(devices))
