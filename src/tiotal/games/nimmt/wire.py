"""What the wire says of 11 nimmt!."""

from __future__ import annotations

from tiotal.server.message import Message


class NimmtTable(Message):
    """Of a stack only the top, which is the last, is seen."""

    round: int
    to_move: int | None
    starter: int
    hands: list[list[int | None]]
    stacks: list[list[int | None]]
    draw: int
    bulls: list[int]
    supply: int
    used: list[tuple[int, int]]  # top now, and when the turn began
    choosing_bull: bool
    windows: list[list[int]]  # for each stack the cards that fit on it now, 1 … 10 above its top
    scores: list[int]
    over: bool


Table = NimmtTable
