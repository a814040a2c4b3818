"""The arithmetic report: who announced which totals, and how many of them were right, at once or at the second try."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from tiotal.sums import KINDS, kind_of, way_of
from tiotal.table.match import OUTCOMES, SaidTotal

STAYS = "stays"  # with this card the total is as before: there is nothing to calculate
ALL_KINDS = (*KINDS, STAYS)


def report(names: Sequence[str], sums: Iterable[SaidTotal]) -> list[dict[str, Any]]:
    """One line for each player who has announced something."""
    by_seat: dict[int, list[SaidTotal]] = {}
    for some in sums:
        by_seat.setdefault(some.seat, []).append(some)
    return [
        {
            "seat": seat,
            "name": names[seat],
            **_counted(some),
            "median_seconds": round(sorted(one.milliseconds for one in some)[len(some) // 2] / 1000, 1),
            "kinds": _by_kind(some),
            "missed": [_missed(one) for one in some if one.outcome != "once"],
        }
        for seat, some in sorted(by_seat.items())
    ]


def kind_said(said: SaidTotal) -> str:
    return kind_of(said.sum) if said.sum else STAYS


def _counted(some: Sequence[SaidTotal]) -> dict[str, int]:
    return {"announced": len(some)} | {outcome: sum(one.outcome == outcome for one in some) for outcome in OUTCOMES}


def _by_kind(some: Sequence[SaidTotal]) -> list[dict[str, Any]]:
    by_kind: dict[str, list[SaidTotal]] = {kind: [] for kind in ALL_KINDS}
    for one in some:
        by_kind[kind_said(one)].append(one)
    return [{"kind": kind, **_counted(those)} for kind, those in by_kind.items() if those]


def _missed(one: SaidTotal) -> dict[str, Any]:
    return {
        "move_number": one.move_number + 1,
        "before": one.before,
        "move": one.move.as_dict(),
        "said": one.said,
        "second": one.second,
        "right": one.right,
        "sum": asdict(one.sum) if one.sum else None,
        "way": way_of(one.sum).as_dict() if one.sum else None,
    }
