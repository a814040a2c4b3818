"""The options of a game: declared as data, checked with sentences, read from JSON or from a command line."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.engine.errors import BadOption, quote

Value = str | int | bool | None


@dataclass(frozen=True)
class Choice:
    """One of some words; the first is the default."""

    name: str
    choices: tuple[str, ...]

    @property
    def default(self) -> Value:
        return self.choices[0]

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or value not in self.choices:
            raise BadOption("options.choice", option=self.name, choices=self.choices, value=quote(value))

    def read(self, text: str) -> Value:
        return text


@dataclass(frozen=True)
class Case:
    """What a number can be if another option has this value."""

    option: str
    value: str
    low: int
    high: int
    default: int


@dataclass(frozen=True)
class Number:
    """A whole number in a range; what null means depends on the game and the other options."""

    name: str
    low: int
    high: int
    default: Value = None
    cases: tuple[Case, ...] = ()  # if there are any, it can be chosen only in these

    def check(self, value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise BadOption("options.number", option=self.name, low=self.low, high=self.high, value=quote(value))

    def read(self, text: str) -> Value:
        try:
            return int(text) if text.isascii() and "_" not in text else text
        except ValueError:
            return text


@dataclass(frozen=True)
class Flag:
    """On or off."""

    name: str
    default: Value = False
    players: tuple[int, ...] = ()  # if there are any, it can be on only with so many

    def check(self, value: Any) -> None:
        if not isinstance(value, bool):
            raise BadOption("options.flag", option=self.name, value=quote(value))

    def read(self, text: str) -> Value:
        return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
            text.lower(), text
        )


@dataclass(frozen=True)
class CardGroup:
    """Cards that people think of together, each with how many of it there are."""

    name: str
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Cards:
    """Some kinds of cards, each once, in the order of the deck table.

    It is there only if another option has this value, and has to be given then: the game sees to that.
    """

    name: str
    option: str
    value: str
    groups: tuple[CardGroup, ...]

    @property
    def default(self) -> None:
        return None

    @property
    def copies(self) -> dict[str, int]:
        """Of every card, in the order of the deck table."""
        return {card: copies for group in self.groups for card, copies in group.cards}

    def check(self, value: Any) -> None:
        if not isinstance(value, list):
            raise BadOption("options.cards", option=self.name, value=quote(value))
        known = list(self.copies)
        for card in value:
            if not isinstance(card, str) or card not in known:
                raise BadOption("options.no_card", option=self.name, value=quote(card), cards=known)
        for card, following in itertools.pairwise(value):
            if value.count(following) > 1:
                raise BadOption("options.card_twice", option=self.name, value=following)
            if known.index(card) > known.index(following):
                raise BadOption("options.card_order", option=self.name, before=following, after=card)

    def read(self, text: str) -> list[str]:
        return [card.strip() for card in text.split(",")] if text else []


Option = Choice | Number | Flag | Cards


def checked(declared: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game with the given values; one that is missing or null has its default."""
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            raise BadOption("options.unknown", option=quote(name), known=sorted(known))
    values: dict[str, Any] = {}
    for option in declared:
        value = given.get(option.name)
        if value is not None:
            option.check(value)
        values[option.name] = option.default if value is None else value
    return values


def read_options(declared: Sequence[Option], pairs: Sequence[str]) -> dict[str, Any]:
    """Options written as `key=value`, as on a command line; `null` asks for the default."""
    known = {option.name: option for option in declared}
    given: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise BadOption("options.not_a_pair", text=quote(pair))
        if name not in known:
            raise BadOption("options.unknown", option=quote(name), known=sorted(known))
        text = text.strip()
        given[name] = None if text.lower() == "null" else known[name].read(text)
    return given
