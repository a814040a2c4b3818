"""What parents and teachers want to know, in every language: `guide/<language>/<reader>.md`.

The page shows it, and so does `docs/`: there is no other text.
"""

from __future__ import annotations

import functools
from importlib import resources

from tiotal.engine.errors import TiotalError, quote
from tiotal.rulebook.sections import Page, page_of
from tiotal.words import DEFAULT

READERS = ("parents", "teachers")
HERE = resources.files(__package__)


def guide_named(name: str) -> str:
    """The name, if there is a guide for such readers."""
    if name not in READERS:
        raise TiotalError("guide.unknown", name=quote(name), known=list(READERS))
    return name


def text(reader: str, language: str) -> str:
    for spoken in (language, DEFAULT):
        file = HERE.joinpath(spoken, f"{reader}.md")
        if file.is_file():
            return file.read_text(encoding="utf-8")
    raise FileNotFoundError(reader)


@functools.cache
def page(reader: str, language: str) -> Page:
    return page_of(text(reader, language))
