"""All messages of a language, those of the games too, as they are in the files."""

from __future__ import annotations

from tiotal import GAMES
from tiotal.words.catalogue import catalogue

Messages = dict[str, str | list[str]]


def messages_of(language: str) -> Messages:
    assert list(GAMES.values())  # their words are known from then on
    found = catalogue(language)
    return {key: each.forms[0] if len(each.forms) == 1 else list(each.forms) for key, each in found.items()}
