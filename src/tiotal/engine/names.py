"""Names that people write: for themselves, and for their house rules."""

from __future__ import annotations

import unicodedata
from typing import Any

LONGEST_NAME = 40
JOINERS = ("\u200c", "\u200d")  # in Persian words, and in many emoji
LOOK_ALIKES = str.maketrans("авекмнорстухіјѕԁһαβεζηικμνορτυχ", "abekmhopctyxijsdhabezhikmnoptyx")  # of Latin letters
UNSEEN = dict.fromkeys((*map(ord, JOINERS), 0x34F, 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10)))


def is_name(name: Any) -> bool:
    return isinstance(name, str) and len(name) <= LONGEST_NAME and is_line(name)


def is_line(text: str) -> bool:
    """Can be shown on one line, by any program; signs that are joined, or kept from it, are welcome."""
    for joiner in JOINERS:
        text = text.replace(joiner, "")
    return text.isprintable()


def is_name_to_see(name: Any) -> bool:
    """One that is not blank, either."""
    return is_name(name) and look_of(name) != ""


def look_of(name: str) -> str:
    """The same for names that people could not tell apart, on a screen or when they hear them."""
    seen = unicodedata.normalize("NFKC", name.translate(UNSEEN)).casefold()
    return " ".join(seen.translate(LOOK_ALIKES).split())
