"""A move as a value with parts. Its written form is for records, traces and people who type, and nobody else reads it.

Each game lists all its moves once, in the order of the rules' actions. So text is read by looking it up.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Move:
    """What a move consists of; of parts that a kind of move does not have there is none."""

    written: str
    kind: str  # what is done, for programs
    card: str | None = None  # as it is written; "?" where it is hidden
    choice: str | None = None  # what is chosen with the card
    place: str | None = None  # where it goes, or what is taken from there
    seat: int | None = None  # whose
    chips: int | None = None
    told: str = ""  # by which sentence, where that is not the kind
    parts: dict[str, Any] = field(init=False, repr=False, compare=False)  # to be written down, not to be changed

    def __post_init__(self) -> None:
        if not self.told:
            object.__setattr__(self, "told", self.kind)
        parts = {part.name: getattr(self, part.name) for part in fields(self) if part.init}
        object.__setattr__(self, "parts", {name: value for name, value in parts.items() if value is not None})

    @property
    def values(self) -> dict[str, int | str]:
        """What its sentences may speak of."""
        named = {"card": self.card, "choice": self.choice, "place": self.place, "other": self.seat, "n": self.chips}
        return {name: value for name, value in named.items() if value is not None}

    def as_dict(self) -> dict[str, Any]:
        """Without the parts that it does not have."""
        return dict(self.parts)
