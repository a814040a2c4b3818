"""What the page says, for tests that find things by their names, in whatever language they are said."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from tiotal.words.page import words_of

PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")


@functools.cache
def spoken(language: str) -> Words:
    return Words(language)


class Words:
    def __init__(self, language: str) -> None:
        self.language = language
        self.messages = words_of(language)

    def say(self, key: str, **values: Any) -> str:
        """As the page says it."""
        return self.messages[key].form(values.get("n")).format(**values)

    def like(self, *keys: str, **values: Any) -> re.Pattern[str]:
        """Texts that begin with one of these messages, with these values and any others."""
        forms = {form for key in keys for form in self.messages[key].forms}
        return re.compile(rf"^\s*(?:{'|'.join(_like(form, values) for form in sorted(forms))})(?!\w)")

    def values(self, text: str, *keys: str) -> Mapping[str, str]:
        """What one of these messages says, somewhere in a text."""
        for key in keys:
            for form in self.messages[key].forms:
                found = re.search(_like(form, {}, lambda name: f"(?P<{name}>.+?)"), text)
                if found:
                    return found.groupdict()
        raise AssertionError(f"nothing is said of {keys} in: {text}")


def _like(form: str, values: Mapping[str, Any], unknown: Any = lambda name: ".+") -> str:
    """Placeholders are at the odd places."""
    parts = PLACEHOLDER.split(form)
    filled = [re.escape(part) for part in parts]
    for n, name in enumerate(parts):
        if n % 2 == 1:
            filled[n] = re.escape(str(values[name])) if name in values else unknown(name)
    return "".join(filled)
