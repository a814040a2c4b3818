"""Moves in words: what a written move of any game means, as something to do and as something done."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tiotal.words import load, say

# A pattern of the written move, the message that tells it, and the names of its parts. A part called `seat` is told
# as a player's name, one called `chips` chooses the plural form.
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
        (r"bull:(?P<seat>\d+)", "bull"),
        (r"end", "end"),
    ),
    "ten": (
        (r"(?P<card>[^:?]+):up", "up"),
        (r"(?P<card>[^:?]+):up\+(?P<chips>\d)", "up_protected"),
        (r"(?P<card>[^:?]+):down", "down"),
        (r"(?P<card>[^:?]+):down\+(?P<chips>\d)", "down_protected"),
        (r"\?:down", "hidden"),
        (r"\?:down\+(?P<chips>\d)", "hidden_protected"),
        (r"pass", "pass"),
        (r"swap:(?P<seat>\d+)", "swap_chip"),
        (r"bid:(?P<seat>\d+):(?P<chips>\d+)", "bid"),
        (r"raise:(?P<chips>\d+)", "raise"),
        (r"protect:(?P<chips>\d+)", "protect"),
        (r"keep", "keep"),
        (r"show", "show"),
        (r"hide", "hide"),
        (r"add:(?P<card>.+)", "add"),
        (r"stand", "stand"),
        (r"start:(?P<seat>\d+)", "start"),
    ),
}


# Cards that are not numbers, and the messages that name them.
NAMED: dict[str, dict[str, str]] = {
    "cento": {card: card.lower() for card in ("DH", "FLIP", "SKIP", "TURN", "TENS", "COPY")},
    "nimmt": {},
    "ten": {"J": "joker"},
}


def to_do(language: str, game: str, move: str, names: Sequence[str]) -> str:
    """The move as an offer: "put 36 on 31"."""
    return _tell(language, game, move, names, lambda key, values: say(language, f"do.{key}", **values))


def done(language: str, game: str, move: str, names: Sequence[str], player: int) -> str:
    """The move as news: "Bo put 36 on 31"."""
    who = names[player]
    return _tell(language, game, move, names, lambda key, values: say(language, f"done.{key}", name=who, **values))


def card_name(language: str, game: str, card: str) -> str:
    """A card in words, where it has a name; numbers are their own."""
    name = NAMED[game].get(card)
    return say(language, f"cards.{name}") if name else card.replace("-", "−")


def any_card_name(language: str, card: str | int) -> str:
    """The same for whoever does not know the game; no two games have different cards of one name."""
    game = next((game for game, named in NAMED.items() if card in named), "cento")
    return card_name(language, game, str(card))


def card_names(language: str, game: str) -> dict[str, str]:
    """All cards that have a name."""
    return {card: card_name(language, game, card) for card in NAMED[game]}


def sentences(language: str, game: str) -> list[tuple[str, str, str | list[str], str | list[str]]]:
    """For clients that tell moves themselves: pattern, name, and the messages of `to_do` and `done` as they are."""
    messages = load(language)["messages"]
    return [(pattern, key, messages[f"do.{key}"], messages[f"done.{key}"]) for pattern, key in PATTERNS[game]]


def _tell(
    language: str, game: str, move: str, names: Sequence[str], finish: Callable[[str, dict[str, object]], str]
) -> str:
    for pattern, key in PATTERNS[game]:
        match = re.fullmatch(pattern, move)
        if match:
            values: dict[str, object] = {}
            for part, text in match.groupdict().items():
                if part == "seat":
                    values["other"] = names[int(text)]
                elif part == "chips":
                    values["n"] = int(text)
                elif part == "card":
                    values["card"] = card_name(language, game, text)
                else:
                    values[part] = text.replace("-", "−")
            return finish(key, values)
    raise ValueError(f"not a move of {game}: {move}")
