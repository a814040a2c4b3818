"""All messages of Python in a language, those of the games too."""

from __future__ import annotations

from collections.abc import Mapping

from tiotal import GAMES
from tiotal.words.catalogue import Message, catalogue

Messages = Mapping[str, str | list[str]]


def messages_of(language: str) -> Messages:
    assert list(GAMES.values())  # their words are known from then on
    return plain({key: each for key, each in catalogue(language).items() if ".page." not in key})


def plain(messages: Mapping[str, Message]) -> Messages:
    """As they are in the files."""
    return {key: each.forms[0] if len(each.forms) == 1 else list(each.forms) for key, each in messages.items()}
