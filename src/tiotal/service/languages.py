"""Which language somebody reads: as asked for, as the browser says, or English."""

from __future__ import annotations

from tiotal.words import DEFAULT, LANGUAGES


def preferred(*wishes: str | None) -> str:
    """The first language that we have, of wishes such as `sv` or `is-IS,is;q=0.9,en;q=0.8`."""
    for wish in wishes:
        for name in _by_weight(wish or ""):
            if name in LANGUAGES:
                return name
    return DEFAULT


def _by_weight(wish: str) -> list[str]:
    weighted: list[tuple[float, int, str]] = []
    for part in wish.split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        try:
            weight = float(parameters.strip().removeprefix("q=")) if parameters else 1.0
        except ValueError:
            weight = 0.0
        weighted.append((-weight, len(weighted), tag.partition("-")[0].lower()))
    return [name for _, _, name in sorted(weighted)]
