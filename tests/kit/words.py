"""All messages of Python in a language, those of the games too."""

from __future__ import annotations

from collections.abc import Mapping

from tiotal import GAMES
from tiotal.words.catalogue import Message, catalogue

Messages = Mapping[str, str | list[str]]


GUEST = "ladder."  # a game of the tests, whose words are known as soon as any of them has used it


def messages_of(language: str) -> Messages:
    return plain({key: each for key, each in of_the_house(language).items() if ".page." not in key})


def of_the_house(language: str) -> dict[str, Message]:
    """Every message but those of a guest."""
    assert list(GAMES.values())  # their words are known from then on
    return {key: each for key, each in catalogue(language).items() if not key.startswith(GUEST)}


def plain(messages: Mapping[str, Message]) -> Messages:
    """As they are in the files."""
    return {key: each.forms[0] if len(each.forms) == 1 else list(each.forms) for key, each in messages.items()}
