"""The files in which the words are kept, read into one catalogue a language.

General words are in `words/<language>/*.toml`, those of a game in `words/<language>.toml` of its home. A language is
there as soon as it has a folder with a `language.toml`; what it lacks is said in English. The key of a message is the
path to it: `[table]` and `paused` make `table.paused`; in a game's file its name comes first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from tiotal.words.plurals import Plural

DEFAULT = "en"
HERE = resources.files(__package__)
LANGUAGES = (
    DEFAULT,
    *sorted(
        folder.name
        for folder in HERE.iterdir()
        if folder.name != DEFAULT and folder.is_dir() and folder.joinpath("language.toml").is_file()
    ),
)


@dataclass(frozen=True, slots=True)
class Message:
    """A text, or its plural forms with the rule of the language that they are in."""

    forms: tuple[str, ...]
    plural: Plural

    def form(self, n: Any) -> str:
        return self.forms[0] if len(self.forms) == 1 else self.forms[self.plural.choose(n)]


_folders: dict[str, Traversable] = {}  # of the games that are known
_catalogues: dict[str, dict[str, Message]] = {}


def learn(game: str, folder: Traversable) -> None:
    """From now on the words of a game are known."""
    if _folders.get(game) != folder:
        _folders[game] = folder
        _catalogues.clear()


def catalogue(language: str) -> Mapping[str, Message]:
    """Every message by its key."""
    if language not in _catalogues:
        _catalogues[language] = dict(_read(language))
    return _catalogues[language]


def language_file(language: str) -> dict[str, Any]:
    return _toml(HERE.joinpath(language, "language.toml"))


def _read(language: str) -> Iterator[tuple[str, Message]]:
    for spoken in dict.fromkeys((DEFAULT, language)):  # what comes later takes the place of what came before
        plural = Plural.read(language_file(spoken)["plural"])
        for file in sorted(HERE.joinpath(spoken).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".toml"):
                yield from _flat(_toml(file), "", plural)
        for game, folder in _folders.items():
            own = folder.joinpath(f"{spoken}.toml")
            if own.is_file():
                yield from _flat(_toml(own), f"{game}.", plural)


def _toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _flat(table: Mapping[str, Any], start: str, plural: Plural) -> Iterator[tuple[str, Message]]:
    for key, value in table.items():
        match value:
            case dict():
                yield from _flat(value, f"{start}{key}.", plural)
            case str():
                yield start + key, Message((value,), plural)
            case _ if start:  # the rule itself is no message
                yield start + key, Message(tuple(value), plural)
