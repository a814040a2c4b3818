"""Moves in words: what a written move of any game means, as something to do and as something done, and what came of it.

One of the people may be called "you". Then a message that speaks of them is exchanged for its variant: `_you` if they
are the one who acts ({name}), `_your` if they are the other ({other}). A pronoun never stands for a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from tiotal.words import load, say

# A pattern of the written move, the message that tells it, and the names of its parts. A part called `other` is a seat
# and told as a player's name, one called `n` chooses the plural form.
PATTERNS: dict[str, tuple[tuple[str, str], ...]] = {
    "cento": (
        (r"(?P<card>[+-]\d+|0|FLIP|SKIP|TURN|COPY)", "play"),
        (r"(?P<card>DH|COPY):double", "double"),
        (r"(?P<card>DH|COPY):halve", "halve"),
        (r"(?P<card>TENS|COPY):(?P<change>[+-]\d+)", "tens"),
        (r"discard:(?P<card>.+)", "discard"),
        (r"swap:\?", "swap_hidden"),
        (r"swap:(?P<card>.+)", "swap"),
        (r"give:\?", "give_hidden"),
        (r"give:(?P<card>.+)", "give"),
    ),
    "nimmt": (
        (r"(?P<card>\d+)>(?P<top>\d+)", "put"),
        (r"take:(?P<top>\d+)", "take"),
        (r"open:(?P<card>\d+)", "open"),
        (r"bull:(?P<other>\d+)", "bull"),
        (r"end", "end"),
    ),
    "ten": (
        (r"(?P<card>[^:?]+):up", "up"),
        (r"(?P<card>[^:?]+):up\+(?P<n>\d)", "up_protected"),
        (r"(?P<card>[^:?]+):down", "down"),
        (r"(?P<card>[^:?]+):down\+(?P<n>\d)", "down_protected"),
        (r"\?:down", "hidden"),
        (r"\?:down\+(?P<n>\d)", "hidden_protected"),
        (r"pass", "pass"),
        (r"swap:(?P<other>\d+)", "swap_chip"),
        (r"bid:(?P<other>\d+):(?P<n>\d+)", "bid"),
        (r"raise:(?P<n>\d+)", "raise"),
        (r"protect:(?P<n>\d+)", "protect"),
        (r"keep", "keep"),
        (r"show", "show"),
        (r"hide", "hide"),
        (r"add:(?P<card>.+)", "add"),
        (r"stand", "stand"),
        (r"start:(?P<other>\d+)", "start"),
    ),
}


# Cards that are not numbers, and the messages that name them; in a list, and in a sentence if that is not the same.
NAMED: dict[str, dict[str, str]] = {
    "cento": {card: card.lower() for card in ("DH", "FLIP", "SKIP", "TURN", "TENS", "COPY")},
    "nimmt": {},
    "ten": {
        "J": "joker",
        "?": "hidden",
        **{f"P{number}": "penalty" for number in range(1, 9)},
        **{f"R{number}": "round" for number in range(1, 11)},
    },
}
IN_SENTENCES = {"joker": "a_joker"}
SECTIONS = ("do", "done", "came", "will")
CARD_VALUES = ("card", "second", "theirs")


class Fact(Protocol):
    """What the engine says came of a move."""

    @property
    def what(self) -> str: ...

    @property
    def values(self) -> Mapping[str, int | str]: ...


# --- Moves ------------------------------------------------------------------------------------------------------
def to_do(language: str, game: str, move: str, names: Sequence[str], you: int | None = None) -> str:
    """The move as an offer: "put 36 on 31"."""
    key, values = _read(game, move)
    return _tell(language, game, f"do.{key}", values, names, you)


def done(
    language: str,
    game: str,
    move: str,
    names: Sequence[str],
    player: int,
    came: Iterable[Fact] = (),
    you: int | None = None,
) -> str:
    """The move as news, and what came of it: "Bo played Skip → 56. Ada is skipped."."""
    key, values = _read(game, move)
    start = _tell(language, game, f"done.{key}", {"seat": player, **values}, names, you)
    return _joined([start, *(_tell(language, game, f"came.{each.what}", each.values, names, you) for each in came)])


def round_over(language: str, game: str, came: Iterable[Fact], names: Sequence[str], you: int | None = None) -> str:
    """The end of a round: "Bo won round 2"."""
    return _joined([_tell(language, game, f"came.{each.what}", each.values, names, you) for each in came])


def will_come(language: str, game: str, facts: Iterable[Fact], names: Sequence[str], you: int | None = None) -> str:
    """What a move is sure to lead to: "Skip once more, Ada is skipped"; empty if there is nothing to say."""
    return ", ".join(_tell(language, game, f"will.{each.what}", each.values, names, you) for each in facts)


def sentences(language: str) -> dict[str, str | list[str]]:
    """For clients that tell all this themselves: the messages as they are."""
    messages = load(language)["messages"]
    return {key: message for key, message in messages.items() if key.partition(".")[0] in SECTIONS}


def _read(game: str, move: str) -> tuple[str, dict[str, int | str]]:
    for pattern, key in PATTERNS[game]:
        match = re.fullmatch(pattern, move)
        if match:
            numbers = ("other", "n")
            return key, {part: int(text) if part in numbers else text for part, text in match.groupdict().items()}
    raise ValueError(f"not a move of {game}: {move}")


def _tell(
    language: str, game: str, key: str, values: Mapping[str, int | str], names: Sequence[str], you: int | None
) -> str:
    shown: dict[str, Any] = dict(values)
    people = {"name": values.get("seat"), "other": values.get("other")}
    shown |= {part: _name(language, names, int(seat)) for part, seat in people.items() if seat is not None}
    shown |= {part: card_name(language, game, str(values[part])) for part in CARD_VALUES if part in values}
    shown |= {part: signed(str(values[part])) for part in ("change", "top") if part in values}
    return say(language, _variant(language, key, people["name"], people["other"], you), **shown)


def _name(language: str, names: Sequence[str], seat: int) -> str:
    """Where nobody has a name, seats are counted as people count."""
    return names[seat] if names else say(language, "play.player", n=seat + 1)


def _variant(language: str, key: str, seat: int | str | None, other: int | str | None, you: int | None) -> str:
    messages = load(language)["messages"]
    if seat is not None and seat == other and f"{key}_self" in messages:
        key += "_self"
    if you is not None and seat == you and f"{key}_you" in messages:
        return f"{key}_you"
    if you is not None and other == you and f"{key}_your" in messages:
        return f"{key}_your"
    return key


def _joined(parts: Sequence[str]) -> str:
    """Where a new sentence begins, the last one is ended too."""
    return "".join(parts) + ("." if any(part.startswith(".") for part in parts) else "")


# --- Cards ------------------------------------------------------------------------------------------------------
def card_name(language: str, game: str, card: str) -> str:
    """A card as it stands in a sentence; numbers are their own names."""
    name = NAMED[game].get(card)
    return _named(language, IN_SENTENCES.get(name, name), card) if name else signed(card)


def card_label(language: str, game: str, card: str) -> str:
    """A card as it stands in a list."""
    name = NAMED[game].get(card)
    return _named(language, name, card) if name else signed(card)


def any_card_name(language: str, card: str | int) -> str:
    """`card_name` for whoever does not know the game; no two games have different cards of one name."""
    game = next((game for game, named in NAMED.items() if card in named), "cento")
    return card_name(language, game, str(card))


def card_names(language: str, game: str) -> dict[str, str]:
    """All cards that have a name, as they stand in sentences."""
    return {card: card_name(language, game, card) for card in NAMED[game]}


def signed(text: str) -> str:
    """A written card or change with a real minus sign."""
    return text.replace("-", "−")


def _named(language: str, name: str, card: str) -> str:
    return say(language, f"cards.{name}", n=card[1:])
