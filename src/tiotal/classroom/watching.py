"""A table at a glance, for a teacher: who is waited for and for how long, who says totals right. No card is in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tiotal.classroom.classroom import ClassTable
from tiotal.classroom.counting import Counted, in_all, said_last
from tiotal.table.entries import SeatedPerson
from tiotal.table.table import Table


def watched(place: ClassTable, table: Table, here: Collection[int], pupils: Mapping[str, int]) -> dict[str, Any]:
    """`here`: seats whose devices are connected. `pupils`: their numbers by name."""
    match = table.match
    said = list(said_last(table))
    kept = table.finished[-1] if table.finished and table.phase != "playing" else None
    scores = match.position.scores if match else None
    return {
        "id": place.id,
        "number": place.number,
        "game": table.game.name,
        "phase": table.phase,
        "paused": table.paused,
        "match": match.number if match else 0,
        "round": match.position.round if match else 0,
        "to_move": table.to_move,
        "since": table.at,
        "trying": table.trying is not None,
        "total": match.position.total if match else None,
        "goal": match.position.goal if match else None,
        "moves": len(match.moves) if match else 0,
        "winners": kept.winners if kept else [],
        "seats": [_seat(table, number, scores, here, pupils, said) for number in range(len(table.seats))],
    }


def _seat(
    table: Table,
    number: int,
    scores: list[int] | None,
    here: Collection[int],
    pupils: Mapping[str, int],
    said: Iterable[Counted],
) -> dict[str, Any]:
    seat = table.seats[number]
    name = seat.holder.name if seat.holder else ""
    is_person = isinstance(seat.holder, SeatedPerson)
    return {
        "pupil": pupils.get(name) if is_person else None,
        "name": name,
        "here": not is_person or number in here,
        "stand_in": is_person and seat.level is not None,
        "score": scores[number] if scores else None,
        "says": table.says(number),
        "hints": table.hints(number),
        "sums": in_all(one for one in said if is_person and one.name == name),
    }
