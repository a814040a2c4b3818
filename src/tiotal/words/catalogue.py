"""The files in which the words are kept, read into one catalogue a language.

General words are in `words/<language>/*.toml`, those of a game in `words/<language>.toml` of its home. A language is
there as soon as it has a folder with a `language.toml`; what it lacks is said in English. The key of a message is the
path to it: `[table]` and `paused` make `table.paused`; in a game's file its name comes first. What only the page says
is in `page.toml` and, for a screen that brings its own words, in `page.<screen>.toml`; these are read when the page is
built (`words/page.py`), together with the few files that Python and the page both speak from.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from tiotal.words.plurals import Plural

DEFAULT = "en"
LANGUAGE = "language.toml"
SPOKEN_BY_BOTH = ("animals", "sums")
HERE = resources.files(__package__)
LANGUAGES = (
    DEFAULT,
    *sorted(
        folder.name
        for folder in HERE.iterdir()
        if folder.name != DEFAULT and folder.is_dir() and folder.joinpath(LANGUAGE).is_file()
    ),
)


@dataclass(frozen=True, slots=True)
class Message:
    """A text, or its plural forms, in a language that is English where another one lacks it."""

    forms: tuple[str, ...]
    language: str
    plural: Plural

    def form(self, n: Any) -> str:
        return self.forms[0] if len(self.forms) == 1 else self.forms[self.plural.choose(n)]


_folders: dict[str, Traversable] = {}  # of the games that are known
_catalogues: dict[str, dict[str, Message]] = {}
_at_work = threading.Lock()  # a game may become known in one thread while another one reads


def learn(game: str, folder: Traversable) -> None:
    """From now on the words of a game are known."""
    with _at_work:
        if _folders.get(game) != folder:
            _folders[game] = folder
            _catalogues.clear()


def catalogue(language: str) -> Mapping[str, Message]:
    """Every message by its key."""
    found = _catalogues.get(language)
    if found is None:
        with _at_work:
            found = _catalogues[language] = dict(_read(language))
    return found


def language_file(language: str) -> dict[str, Any]:
    return _toml(HERE.joinpath(language, LANGUAGE))


def page_files(language: str) -> list[Traversable]:
    """What the page says by itself."""
    files = (
        file
        for file in HERE.joinpath(language).iterdir()
        if _is_of_the_page_alone(file) or file.name.removesuffix(".toml") in SPOKEN_BY_BOTH
    )
    return sorted(files, key=lambda file: file.name)


def messages_in(file: Traversable, language: str, start: str = "") -> Iterator[tuple[str, Message]]:
    """The messages of a file, if there is one, with their keys behind a common start."""
    if file.is_file():
        yield from _flat(_toml(file), start, language, Plural.read(language_file(language)["plural"]))


def _read(language: str) -> Iterator[tuple[str, Message]]:
    for spoken in dict.fromkeys((DEFAULT, language)):  # what comes later takes the place of what came before
        for file in sorted(HERE.joinpath(spoken).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".toml") and not _is_of_the_page_alone(file):
                yield from messages_in(file, spoken)
        for game, folder in _folders.items():
            yield from messages_in(folder.joinpath(f"{spoken}.toml"), spoken, f"{game}.")


def _is_of_the_page_alone(file: Traversable) -> bool:
    return file.name.startswith("page.") and file.name.endswith(".toml")


def _toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _flat(table: Mapping[str, Any], start: str, language: str, plural: Plural) -> Iterator[tuple[str, Message]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{start}{key}.", language, plural)
        elif start:  # what stands alone at the top of a file is no message, but about the language
            yield start + key, Message((value,) if isinstance(value, str) else tuple(value), language, plural)
