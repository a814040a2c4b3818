"""The arithmetic report: who announced which totals, and how many of them were right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tiotal.table.match import Sum


def report(names: Sequence[str], sums: Iterable[Sum]) -> list[dict[str, Any]]:
    """One line for each player who has announced something."""
    by_seat: dict[int, list[Sum]] = {}
    for some in sums:
        by_seat.setdefault(some.seat, []).append(some)
    return [
        {
            "seat": seat,
            "name": names[seat],
            "announced": len(some),
            "right": sum(one.said == one.right for one in some),
            "median_seconds": round(sorted(one.milliseconds for one in some)[len(some) // 2] / 1000, 1),
            "wrong": [
                {
                    "move_number": one.move_number + 1,
                    "before": one.before,
                    "move": one.move.as_dict(),
                    "said": one.said,
                    "right": one.right,
                }
                for one in some
                if one.said != one.right
            ],
        }
        for seat, some in sorted(by_seat.items())
    ]
