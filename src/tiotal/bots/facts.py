"""Why a move is good or bad: facts of a position, measured by playing it in imagined worlds, and told in simple words.

`facts.py` in the home of a game has

    about(worlds, best)             facts of the position itself, if the best move is played
    reasons(worlds, action)         facts of one legal move
    wins_at_once(worlds, action)    whether a move wins the match, whatever the others hold

A fact is a message key and its values, the same in every language; it becomes a sentence when it is read.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tiotal.engine.games import part_of, read_move
from tiotal.words import say
from tiotal.words.telling import card_name, to_do

RARE, SURE = 0.04, 0.95  # below and above these a chance is told without numbers
HALF = Fraction(1, 2)
MANY = ((2, 5), (2, 3), (3, 4), (4, 5), (9, 10))
TOLD = (*(Fraction(1, n) for n in range(2, 21)), *(Fraction(some, n) for some, n in MANY))


class Odds(float):
    """A chance from 0 to 1, told as "about 1 time in 6"."""


class Card(str):
    """A card in written form, told by its name."""

    __slots__ = ()


class Move(str):
    """A move in written form, told as something to do."""

    __slots__ = ()


@dataclass(frozen=True)
class Reason:
    """Something that is so in a position, or comes of a move."""

    key: str  # of a message
    values: dict[str, Any] = field(default_factory=dict)
    game: str = ""  # whose cards and moves are meant
    gives_total_away: bool = False  # by it one could know the total that a move leads to
    instead: str | None = None  # then whoever says the total is told this, or nothing

    def sentence(self, language: str, names: Sequence[str] = (), you: int | None = None) -> str:
        told = {name: self._told(language, value, names, you) for name, value in self.values.items()}
        return say(language, self.key, **told)

    def to_say_total(self) -> Reason | None:
        """For somebody who says the total: a card that would win next tells it as well as the number does."""
        if not self.gives_total_away:
            return self
        return replace(self, key=self.instead) if self.instead else None

    def _told(self, language: str, value: Any, names: Sequence[str], you: int | None) -> Any:
        if isinstance(value, Odds):
            return odds(language, value)
        if isinstance(value, Card):
            return card_name(language, self.game, value)
        if isinstance(value, Move):
            return to_do(language, self.game, read_move(self.game, value), names, you)
        if isinstance(value, list):
            return [self._told(language, item, names, you) for item in value]
        return value


def odds(language: str, chance: float) -> str:
    """A chance as people say it, to the nearest fraction that is easy to imagine."""
    if chance < RARE:
        return say(language, "odds.rare")
    if chance > SURE:
        return say(language, "odds.sure")
    nearest = min(TOLD, key=lambda fraction: abs(fraction - chance))
    if nearest == HALF:
        return say(language, "odds.half")
    key = "odds.one_in" if nearest.numerator == 1 else "odds.some_in"
    return say(language, key, some=nearest.numerator, n=nearest.denominator)


def facts_of(game: str) -> Any:
    """The module that knows what is worth telling in a game."""
    return part_of(game, "facts") or importlib.import_module("tiotal.bots.plain_facts")
