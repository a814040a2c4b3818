"""The moves that a match offers on the wire, in written form."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def legal(match: Json) -> list[str]:
    return [str(move["written"]) for move in match["legal"]]


def said_with(match: Json) -> list[str]:
    """Moves with which the player says the new total."""
    return [str(move["written"]) for move in match["legal"] if move.get("says")]


def totals(match: Json) -> dict[str, int]:
    """What they lead to, where the table counts."""
    return {str(move["written"]): move["total"] for move in match["legal"] if "total" in move}
