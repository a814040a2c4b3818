"""What lists say of a table, so that it need not be replayed for them."""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass
from typing import Any

from tiotal.table.table import Table


@dataclass(frozen=True, slots=True)
class Listing:
    """What is known about a table without replaying it."""

    id: str
    code: str | None
    game: str
    phase: str
    listed: bool
    host: str
    opened_at: int
    changed_at: int
    free_seats: int
    names: list[str]
    put_away: bool = False
    waits_for: str | None = None  # the device whose turn it is, while its people are not at the table
    result: dict[str, Any] | None = None  # how the last match ended, while no other is played
    shows_names: bool = False  # to everybody who sees it in the lobby
    forgotten: bool = False  # who its people were


def listing_of(table_id: str, code: str | None, opened_at: int, table: Table, present: Collection[str] = ()) -> Listing:
    """The listing that a table should have while these devices are connected to it."""
    return Listing(
        id=table_id,
        code=code if can_be_found(table) else None,
        game=table.game.name,
        phase=table.phase,
        listed=bool(table.settings["listed"]),
        host=table.host,
        opened_at=opened_at,
        changed_at=table.at,
        free_seats=sum(seat.holder is None for seat in table.seats),
        names=[seat.holder.name for seat in table.seats if seat.holder],
        waits_for=waits_for(table, present),
        result=_result(table),
        shows_names=bool(table.settings.get("show_names")),
        forgotten=table.forgotten,
    )


def can_be_found(table: Table) -> bool:
    """By its code: as long as somebody could sit down, or everybody may watch. Then the code is given back."""
    return table.phase == "waiting" or (table.phase != "ended" and bool(table.settings["spectators"]))


def waits_for(table: Table, present: Container[str]) -> str | None:
    """The device that has to move, unless it is connected."""
    person = None if table.to_move is None else table.seats[table.to_move].person
    return None if person is None or person.device in present else person.device


def _result(table: Table) -> dict[str, Any] | None:
    if table.phase != "over":
        return None
    match = table.finished[-1]
    devices = [device or "" for device in match.devices]
    names = list(match.record.players)
    return {"names": names, "scores": match.scores, "winners": list(match.winners), "devices": devices}
