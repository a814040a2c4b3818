"""What the wire says of Cento."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tiotal.server.message import Message


class CentoSwap(Message):
    """Between partners: who has asked, or the card that has to be used."""

    asked_by: int | None = Field(None, alias="from")
    must_play: str | None = None


class CentoTable(Message):
    """A card that is not seen is null."""

    round: int
    total: int
    goal: int
    flipped: bool
    direction: Literal[1, -1]
    to_move: int | None
    last: str | None
    hands: list[list[str | None]]
    stock: int
    pile: int
    top: str | None
    beside: str | None
    discards: int
    swap: CentoSwap | None
    scores: list[int]
    over: bool


Table = CentoTable
