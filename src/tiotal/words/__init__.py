"""Every sentence that a person reads, in every language: one TOML file a language, nothing else to add.

A message is a text with {placeholders}, or a table of plural forms that is chosen by the value `n`. The rule for
choosing is the file's own `plural`, in the notation that gettext has for it. A list is read out as "a, b or c"; where
all of it is meant, the placeholder says so: {cards:and}.
"""

from __future__ import annotations

import functools
import gettext
import os
import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

DEFAULT = "en"
LANGUAGES = (  # one for each file
    DEFAULT,
    *sorted(
        {
            file.name.removesuffix(".toml")
            for file in resources.files(__package__).iterdir()
            if file.name.endswith(".toml")
        }
        - {DEFAULT}
    ),
)


def say(language: str, key: str, **values: Any) -> str:
    """The message `key` (`section.name`) in a language, with its values put in."""
    catalogue = load(language)
    message = catalogue["messages"][key]
    if isinstance(message, list):
        message = message[catalogue["plural"](values["n"])]
    return str(message.format(**{name: _readable(language, value) for name, value in values.items()}))


def names_of_fields(language: str, game: str) -> dict[str, str]:
    """What lies on the table of a game, where the game says how that is called: its messages `table_…`."""
    start = f"{game}.table_"
    messages = load(language)["messages"]
    return {key.removeprefix(start): text for key, text in messages.items() if key.startswith(start)}


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


@functools.cache
def load(language: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    plural = gettext.c2py(content.pop("plural"))
    name = content.pop("name")
    messages = {f"{section}.{key}": message for section, table in content.items() for key, message in table.items()}
    return {"name": name, "plural": plural, "messages": messages}


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
