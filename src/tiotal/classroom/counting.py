"""Totals that pupils have said, counted: by pupil, by kind of sum, and how far one has to know one's way.

Whatever is counted here comes from the logs of the tables, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from tiotal.sums import RANGES, range_of
from tiotal.table.arithmetic import ALL_KINDS, kind_said
from tiotal.table.match import OUTCOMES, Outcome, SaidTotal
from tiotal.table.table import Table


@dataclass(frozen=True, slots=True)
class Counted:
    """One total, as far as it is counted."""

    name: str  # of who said it: no two in a class have the same, and seats change from match to match
    kind: str
    range: str | None  # None: there was nothing to calculate
    outcome: Outcome
    milliseconds: int


def said_at(table: Table) -> Iterator[Counted]:
    """In all matches at a table, also in one that was not played to its end."""
    for match in table.finished:
        yield from (_counted(match.record.players[said.seat], said) for said in match.sums)
    if table.match is not None and table.match.number > len(table.finished):
        yield from said_last(table)


def said_last(table: Table) -> Iterator[Counted]:
    """In the match that is being played, or was played last."""
    if table.match is not None:
        yield from (_counted(table.match.names[said.seat], said) for said in table.match.sums)


def _counted(name: str, said: SaidTotal) -> Counted:
    far = range_of(said.sum) if said.sum else None
    return Counted(name, kind_said(said), far, said.outcome, said.milliseconds)


def in_all(some: Iterable[Counted]) -> dict[str, int]:
    """How many, and how many of them right at once, at the second try, and not."""
    outcomes = [one.outcome for one in some]
    return {"said": len(outcomes)} | {outcome: outcomes.count(outcome) for outcome in OUTCOMES}


def by_kind(some: Iterable[Counted]) -> list[dict[str, Any]]:
    """The same by kind and range; only those of which there are any, with how long they typically took."""
    groups: dict[tuple[str, str | None], list[Counted]] = {}
    for one in some:
        groups.setdefault((one.kind, one.range), []).append(one)
    order = [(kind, far) for kind in ALL_KINDS for far in (*RANGES, None)]
    return [
        {"kind": kind, "range": far, **in_all(groups[kind, far]), "seconds": _typical(groups[kind, far])}
        for kind, far in order
        if (kind, far) in groups
    ]


def _typical(some: Iterable[Counted]) -> float:
    return round(median_low(one.milliseconds for one in some) / 1000, 1)
