"""Moves in words: as something to do and as something done, and what came of it; and the names of cards.

Each game has its sentences under `do`, `done`, `came` and `will`; what is the same in many games is general. One of
the people may be called "you". Then a message that speaks of them is exchanged for its variant: `_you` if they are the
one who acts ({name}), `_your` if they are the other ({other}). A pronoun never stands for a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from tiotal.words import has_message, say
from tiotal.words.catalogue import Message, catalogue

SECTIONS = ("do", "done", "came", "will")
CARD_VALUES = ("card", "second", "theirs")
WRITTEN = ("choice", "place")


class Move(Protocol):
    """What the engine says a move consists of."""

    @property
    def told(self) -> str: ...

    @property
    def values(self) -> Mapping[str, int | str]: ...


class Fact(Protocol):
    """What the engine says came of a move."""

    @property
    def what(self) -> str: ...

    @property
    def values(self) -> Mapping[str, int | str]: ...


# --- Moves ------------------------------------------------------------------------------------------------------
def to_do(language: str, game: str, move: Move, names: Sequence[str], you: int | None = None) -> str:
    """The move as an offer: "put 36 on 31"."""
    return _tell(language, game, f"do.{move.told}", move.values, names, you)


def done(
    language: str,
    game: str,
    move: Move,
    names: Sequence[str],
    player: int,
    came: Iterable[Fact] = (),
    you: int | None = None,
) -> str:
    """The move as news, and what came of it: "Bo played Skip → 56. Ada is skipped."."""
    start = _tell(language, game, f"done.{move.told}", {"seat": player, **move.values}, names, you)
    return _joined([start, *(_tell(language, game, f"came.{each.what}", each.values, names, you) for each in came)])


def round_over(language: str, game: str, came: Iterable[Fact], names: Sequence[str], you: int | None = None) -> str:
    """The end of a round: "Bo won round 2"."""
    return _joined([_tell(language, game, f"came.{each.what}", each.values, names, you) for each in came])


def will_come(language: str, game: str, facts: Iterable[Fact], names: Sequence[str], you: int | None = None) -> str:
    """What a move is sure to lead to: "Skip once more, Ada is skipped"; empty if there is nothing to say."""
    return ", ".join(_tell(language, game, f"will.{each.what}", each.values, names, you) for each in facts)


def sentences(language: str, game: str | None = None) -> dict[str, Message]:
    """For clients that tell all this themselves: the messages of a game, or those that are general."""
    start = "" if game is None else f"{game}."
    found: dict[str, Message] = {}
    for key, message in catalogue(language).items():
        name = key.removeprefix(start)
        if key.startswith(start) and name.partition(".")[0] in SECTIONS:
            found[name] = message
    return found


def _tell(
    language: str, game: str, key: str, values: Mapping[str, int | str], names: Sequence[str], you: int | None
) -> str:
    shown: dict[str, Any] = dict(values)
    people = {"name": values.get("seat"), "other": values.get("other")}
    shown |= {part: _name(language, names, int(seat)) for part, seat in people.items() if seat is not None}
    shown |= {part: card_name(language, game, str(values[part])) for part in CARD_VALUES if part in values}
    shown |= {part: signed(str(values[part])) for part in WRITTEN if part in values}
    own = f"{game}.{key}"
    known = own if has_message(language, own) else key
    return say(language, _variant(language, known, people["name"], people["other"], you), **shown)


def _name(language: str, names: Sequence[str], seat: int) -> str:
    """Where nobody has a name, seats are counted as people count."""
    return names[seat] if names else say(language, "play.player", n=seat + 1)


def _variant(language: str, key: str, seat: int | str | None, other: int | str | None, you: int | None) -> str:
    if seat is not None and seat == other and has_message(language, f"{key}_self"):
        key += "_self"
    if you is not None and seat == you and has_message(language, f"{key}_you"):
        return f"{key}_you"
    if you is not None and other == you and has_message(language, f"{key}_your"):
        return f"{key}_your"
    return key


def _joined(parts: Sequence[str]) -> str:
    """Where a new sentence begins, the last one is ended too."""
    return "".join(parts) + ("." if any(part.startswith(".") for part in parts) else "")


# --- Cards ------------------------------------------------------------------------------------------------------
def card_name(language: str, game: str, card: str) -> str:
    """A card as it stands in a sentence; numbers are their own names."""
    return _named(language, game, "cards_in_sentences", card) or card_label(language, game, card)


def card_label(language: str, game: str, card: str) -> str:
    """A card as it stands in a list."""
    return _named(language, game, "cards", card) or signed(card)


def card_names(language: str, game: str, cards: Iterable[str]) -> dict[str, str]:
    """Those of the cards that have a name, as they stand in sentences."""
    return {card: name for card in cards if (name := card_name(language, game, card)) != signed(card)}


def signed(text: str) -> str:
    """A written card or change with a real minus sign."""
    return text.replace("-", "−")


def _named(language: str, game: str, section: str, card: str) -> str | None:
    """By its own name, or by that of all cards that begin with its letter."""
    for written in (card, f"{card[:1]}#"):
        key = f"{game}.{section}.{written}"
        if has_message(language, key):
            return say(language, key, n=card[1:])
    return None


# --- Options ----------------------------------------------------------------------------------------------------
def option_name(language: str, game: str, option: str) -> str:
    """As it is called where it is chosen."""
    key = f"{game}.page.option.{option}"
    return say(language, key) if has_message(language, key) else option


def option_value(language: str, game: str, option: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(card_name(language, game, card) for card in value)
    key = f"{game}.page.option.{option}_{value}"
    return say(language, key) if has_message(language, key) else str(value)
