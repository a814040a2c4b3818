"""Every sentence that a person reads, in every language, for Python and for the page.

    say(language, "table.name_taken", name="Ada")       a general message: `[table]` of a file in `words/<language>/`
    say(language, "ladder.why.too_low", card=3, top=7)  one of a game: `[why]` of `words/<language>.toml` in its home

A message is a text with {placeholders}, or several forms of which the value `n` chooses one. A list is read out as
"a, b or c"; where all of it is meant, the placeholder says so: {cards:and}. `words/catalogue.py` reads the files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tiotal.words.catalogue import DEFAULT, LANGUAGES, catalogue

__all__ = ["DEFAULT", "LANGUAGES", "choose_language", "has_message", "names_of_fields", "number", "percent", "say"]


def say(language: str, key: str, **values: Any) -> str:
    """The message with this key in a language, with its values put in."""
    message = catalogue(language)[key]
    text = message.form(values.get("n"))
    return text.format(**{name: _readable(language, value) for name, value in values.items()})


def has_message(language: str, key: str) -> bool:
    return key in catalogue(language)


def names_of_fields(language: str, game: str) -> dict[str, str]:
    """What lies on the table of a game, where the game says how that is called."""
    start = f"{game}.table."
    return {key.removeprefix(start): say(language, key) for key in catalogue(language) if key.startswith(start)}


def choose_language(wish: str | None = None) -> str:
    """The language asked for, or the one that the environment names, or English."""
    names = (
        [wish] if wish else [os.environ.get(name, "") for name in ("TIOTAL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    )
    for name in names:
        code = (name or "").replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT


def number(language: str, value: float, decimals: int = 0) -> str:
    """A number as it is written in a language."""
    marks = {",": say(language, "numbers.thousands"), ".": say(language, "numbers.decimal"), "-": "−"}
    return "".join(marks.get(sign, sign) for sign in f"{value:,.{decimals}f}")


def percent(language: str, share: float, decimals: int = 0) -> str:
    return say(language, "numbers.percent", n=number(language, 100 * share, decimals))


def _readable(language: str, value: Any) -> Any:
    return _List(language, value) if isinstance(value, list | tuple) else value


class _List:
    """Several things in a sentence, joined by the word that the placeholder asks for."""

    def __init__(self, language: str, items: Sequence[Any]) -> None:
        self.language = language
        self.items = [str(item) for item in items]

    def __format__(self, joiner: str) -> str:
        """One that is cut short ends in "…"."""
        *others, last = self.items or [""]
        if not others or last == "…":
            return ", ".join(self.items)
        return say(self.language, f"lists.{joiner or 'or'}", some=", ".join(others), last=last)
