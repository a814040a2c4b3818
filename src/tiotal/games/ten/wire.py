"""What the wire says of 10."""

from __future__ import annotations

from tiotal.server.message import Message


class TenCard(Message):
    """The first card of a seat, with its chips, and the second."""

    card: str | None
    up: bool
    protection: int
    second: str | None


class TenAuction(Message):
    owner: int
    bidder: int
    bid: int


class TenTable(Message):
    round: int
    phase: int
    round_card: str | None
    starter: int
    to_move: int | None
    hands: list[list[str | None]]
    places: list[TenCard | None]
    chips: list[int]
    pot: int
    auction: TenAuction | None
    asked_to_protect: int | None
    taken: list[list[str]]
    stock: int
    scores: list[int] | None
    over: bool


Table = TenTable
