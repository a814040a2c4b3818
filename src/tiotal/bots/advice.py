"""Hints that explain: the best few moves for a seat, how good they are, and why, in words that a child understands.

    >>> advice = advise(position.view(0))
    >>> advice.best.move, advice.best.chance
    >>> print(advice.sentence("en", advice.best.move))

The chance to win comes from a search; the reasons are facts (`tiotal.bots.facts`) measured in worlds that are imagined
from the view. Nothing else goes in, so a hint can give away nothing that the player may not know.

Its interval is for what a search ten times deeper would say (decision 0026). That is not the error of an average alone:
what happens further down changes as a tree grows, however many playouts agreed before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tiotal.bots.bot import Budget, chance_of
from tiotal.bots.choosing import Judged
from tiotal.bots.facts import Move, Reason, facts_of
from tiotal.bots.policies import setting
from tiotal.bots.search import think
from tiotal.bots.worlds import Worlds
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import Game, View

DEFAULT_BUDGET = Budget(milliseconds=500)
MOST_MOVES = 20
SPREAD = 1.96  # standard errors on each side of a 95 % interval
FAR = 0.03  # a difference in chance that matters, …
PART = 0.15  # … or so much of the chance itself

# What more time would change in a chance, measured (bench/hints.py): a share of how far single playouts lie apart
# (`DOUBT` of the policy), and a little in any case.
LEAST_DOUBT = 0.005
MOST_DOUBT = 0.25  # in a game where it was not measured
SHARED = math.sqrt(2)  # two moves of one search are wrong in the same way, so their difference is less so


@dataclass(frozen=True)
class Advised:
    """A move, how good it is and why."""

    move: str
    chance: float  # to win the match, from 0 to 1
    error: float  # the standard error of that estimate, with what a deeper search would change
    visits: int
    exact: bool = False  # the chance is not an estimate
    reasons: tuple[Reason, ...] = ()

    @property
    def low(self) -> float:
        """With 95 % confidence the chance is at least this …"""
        return max(0.0, self.chance - SPREAD * self.error)

    @property
    def high(self) -> float:
        """… and at most this."""
        return min(1.0, self.chance + SPREAD * self.error)

    def sentences(
        self, language: str, says: bool = False, names: Sequence[str] = (), you: int | None = None
    ) -> list[str]:
        return [reason.sentence(language, names, you) for reason in self.reasons_for(says)]

    def reasons_for(self, says: bool) -> list[Reason]:
        """To somebody who says the total of a move, none that gives it away."""
        reasons = (reason.to_say_total() if says else reason for reason in self.reasons)
        return [reason for reason in reasons if reason]

    def is_as_good_as(self, other: Advised) -> bool:
        """Whether it is known that there is no difference that would matter."""
        matters = min(FAR, PART * max(self.chance, other.chance))
        return abs(self.chance - other.chance) + self._doubt_beside(other) <= matters

    def is_worse_than(self, other: Advised) -> bool:
        """Whether that is known: of many a pair of moves neither this nor that they are as good can be told.

        Nothing is better than a win that is certain.
        """
        return other.chance - self.chance > (FAR if other.exact else self._doubt_beside(other))

    def _doubt_beside(self, other: Advised) -> float:
        """How far the difference of two moves may be from what was found."""
        return SPREAD * math.hypot(self.error, other.error) / SHARED

    def as_dict(
        self, language: str, says: bool = False, names: Sequence[str] = (), you: int | None = None
    ) -> dict[str, Any]:
        numbers = {name: round(getattr(self, name), 6) for name in ("chance", "low", "high", "error")}
        reasons = self.sentences(language, says, names, you)
        return {"move": self.move, **numbers, "visits": self.visits, "exact": self.exact, "reasons": reasons}


@dataclass(frozen=True)
class Advice:
    """The best few moves of a seat, the best first."""

    game: Game
    seat: int
    moves: tuple[Advised, ...]
    forced: bool  # there is only one legal move
    about: tuple[Reason, ...]  # facts of the position, whatever is played
    also: Advised | None  # the move that was asked about

    @property
    def best(self) -> Advised:
        return self.moves[0]

    def sentence(self, language: str, move: str) -> str:
        """Why a move is as good as it is."""
        for advised in (*self.moves, *([self.also] if self.also else [])):
            if advised.move == move:
                return " ".join(advised.sentences(language, you=self.seat))
        raise TiotalError("advice.not_judged", move=move[:40], moves=[advised.move for advised in self.moves])

    def as_dict(self, language: str, names: Sequence[str] = ()) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "seat": self.seat,
            "forced": self.forced,
            "about": [fact.sentence(language) for fact in self.about],
            "moves": [advised.as_dict(language, names=names, you=self.seat) for advised in self.moves],
        }


def advise(
    view: View,
    budget: Budget | None = None,
    seed: int = 0,
    count: int = 3,
    also: str | None = None,
    memory_aid: bool = False,
) -> Advice:
    """Advice for the seat whose view it is, which must be to move; `also` names a legal move to be judged as well.

    With a memory aid it may also tell what people would have to remember.
    """
    seat = _check(view, count)
    chance = chance_of(seed, view)
    findings = think(view.game, seat, view.state, chance, budget or DEFAULT_BUDGET)
    worlds = Worlds(view, chance, memory_aid)
    found = sorted((_advised(worlds, judged) for judged in findings.moves), key=lambda advised: not advised.exact)
    named = [advised for advised in found if advised.move == also]
    if also is not None and not named:
        view.game.parse(also)
        if also not in view.legal_moves:
            raise TiotalError("advice.not_legal", move=also)
        named = [_not_searched(worlds, also)]
    best = found[0]
    rest = [_explained(worlds, advised) for advised in found[1:count]]
    near = [Move(advised.move) for advised in rest if advised.is_as_good_as(best) and not best.exact]
    equal = (Reason("facts.as_good", {"moves": near}, view.game.name),) if near else ()
    best = _explained(worlds, best)
    moves = (replace(best, reasons=best.reasons + equal), *rest)
    forced = len(view.legal_moves) == 1
    about = facts_of(view.game.key).about(worlds, view.game.parse(best.move))
    if forced:
        about.insert(0, Reason("facts.forced"))
    asked = next((advised for advised in moves if advised.move == also), None)
    if named and asked is None:
        asked = _explained(worlds, named[0])
    return Advice(view.game, seat, moves, forced, tuple(about), asked)


def _check(view: View, count: int) -> int:
    if not 1 <= count <= MOST_MOVES:
        raise TiotalError("advice.count", count=quote(count), most=MOST_MOVES)
    if view.seat is None:
        raise TiotalError("advice.spectator")
    if view.is_over:
        raise TiotalError("advice.over")
    if view.seat != view.to_move:
        raise TiotalError("advice.turn")
    return view.seat


def _advised(worlds: Worlds, judged: Judged) -> Advised:
    """What the search says; a win that is certain needs no search."""
    if facts_of(worlds.game.key).wins_at_once(worlds, worlds.game.parse(judged.move)):
        return Advised(judged.move, 1.0, 0.0, judged.visits, exact=True)
    return _estimated(worlds, judged.move, judged.chance, judged.error, judged.visits)


def _not_searched(worlds: Worlds, move: str) -> Advised:
    """A move that the search saw no reason to try, judged by rounds played on."""
    return _estimated(worlds, move, *worlds.outlook(worlds.game.parse(move)))


def _estimated(worlds: Worlds, move: str, chance: float, error: float, playouts: int) -> Advised:
    """An average over playouts, and what it leaves open."""
    apart = error * math.sqrt(playouts)
    doubt = setting(worlds.game.key, "DOUBT", MOST_DOUBT) * apart
    return Advised(move, chance, math.hypot(error, doubt, LEAST_DOUBT), playouts)


def _explained(worlds: Worlds, advised: Advised) -> Advised:
    reasons = facts_of(worlds.game.key).reasons(worlds, worlds.game.parse(advised.move))
    return replace(advised, reasons=tuple(reasons))
