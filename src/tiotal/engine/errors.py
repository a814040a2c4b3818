"""Everything that can be wrong with what somebody asks for, each with a sentence in every language.

TiotalError
├── UnknownGame      no game of that name
├── BadOption        an option, a player count or a combination that the rules do not allow
├── BadSeed          a seed that is no seed
├── IllegalMove      a move that cannot be played now
└── BadRecord        a record or trace that cannot be trusted; knows the number of the first bad move
"""

from __future__ import annotations

from typing import Any

from tiotal.words import DEFAULT, say


class TiotalError(ValueError):
    """One clear sentence: what was wrong and what is allowed. `str()` gives it in English."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(self.sentence(DEFAULT))

    def sentence(self, language: str) -> str:
        values = {
            name: value.sentence(language) if isinstance(value, TiotalError) else value
            for name, value in self.values.items()
        }
        return say(language, self.key, **values)

    def __reduce__(self) -> Any:
        return _restore, (type(self), self.key, self.values)


def _restore(kind: type[TiotalError], key: str, values: dict[str, Any]) -> TiotalError:
    return kind(key, **values)


class UnknownGame(TiotalError):
    pass


class BadOption(TiotalError):
    pass


class BadSeed(TiotalError):
    pass


class IllegalMove(TiotalError):
    pass


class BadRecord(TiotalError):
    @property
    def move_number(self) -> int | None:
        """Which move is the first bad one, counted from 1; None if the record is bad before any move."""
        return self.values.get("number")
