"""Everything that can be wrong with what somebody asks for, each with a sentence in every language.

TiotalError
├── UnknownGame      no game of that name
├── BadOption        an option, a player count or a combination that the rules do not allow
├── BadHouseRules    a file of house rules that is none
├── BadSeed          a seed that is no seed
├── IllegalMove      a move that cannot be played now
├── Refused          something that a table does not allow, or not now
└── BadRecord        a record or trace that cannot be trusted; knows the number of the first bad move
"""

from __future__ import annotations

from typing import Any

from tiotal.words import DEFAULT, say
from tiotal.words.telling import card_name

CARDS = ("card", "last", "first", "total")  # values of messages that are cards, or written with a sign as they are
WRITTEN = {"move", "moves", "legal", "example", "action"}  # and those that are moves
LONGEST_QUOTE = 40
LONGEST_NUMBER = 14_000  # bits; Python itself refuses to write out much longer ones


class TiotalError(ValueError):
    """One clear sentence: what was wrong and what is allowed. `str()` gives it in English."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(self.sentence(DEFAULT))

    def sentence(self, language: str) -> str:
        """In a message of a game, and in one that names a game as `of`, cards are told by their names."""
        game = self.values.get("of", self.key.partition(".")[0])
        told = {name: _told(language, game, name, value) for name, value in self.values.items()}
        return say(language, self.key, **told)

    def __reduce__(self) -> Any:
        return _restore, (type(self), self.key, self.values)


def _restore(kind: type[TiotalError], key: str, values: dict[str, Any]) -> TiotalError:
    return kind(key, **values)


def _told(language: str, game: str, name: str, value: Any) -> Any:
    if isinstance(value, TiotalError):
        return value.sentence(language)
    return card_name(language, game, str(value)) if name in CARDS else _quotable(value)


def _quotable(value: Any) -> Any:
    """A value as it may stand in a sentence: nothing in it that a terminal or a page would obey, and not too long."""
    if isinstance(value, str):
        return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in value)
    if isinstance(value, int) and value.bit_length() > 128:
        return quote(value)
    return value


def quote(value: Any) -> str:
    """A value as somebody gave it, short enough for a sentence."""
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return "…"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "…"


class UnknownGame(TiotalError):
    pass


class BadOption(TiotalError):
    pass


class BadHouseRules(TiotalError):
    pass


class BadSeed(TiotalError):
    pass


class IllegalMove(TiotalError):
    def reason(self, language: str) -> str:
        """Only why, for those who do not read or write moves."""
        why = self.values.get("reason")
        if isinstance(why, TiotalError):
            return why.sentence(language)
        return say(language, "moves.impossible") if WRITTEN & self.values.keys() else self.sentence(language)

    def to_say_total(self) -> IllegalMove:
        """The same for somebody who says the totals: without the one that the move would have led to."""
        why = self.values.get("reason")
        untold = why.values.get("untold") if isinstance(why, TiotalError) else None
        return IllegalMove(self.key, **self.values | {"reason": untold}) if untold else self


class Refused(TiotalError):
    pass


class BadRecord(TiotalError):
    @property
    def move_number(self) -> int | None:
        """Which move is the first bad one, counted from 1; None if the record is bad before any move."""
        return self.values.get("number")
