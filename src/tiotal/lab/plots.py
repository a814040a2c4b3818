"""What a report shows, as data: plots with the numbers behind them, and a sentence that says what they show.

A plot is told by its messages `plots.<name>.title`, `.axis`, `.sentence` (and `.lines.<line>`), general ones or of a
game. `lab.drawing` draws it, the page has a table behind it, and both say the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, Literal

from tiotal.lab.statistics import CONFIDENCE, wilson

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
MOST_BINS = 32
FEWEST = 30  # seldom enough to say nothing about


class Points(float):
    """A difference between shares, told in percentage points whatever the plot shows."""


class Average(float):
    """A mean, told as a number whatever the plot shows."""


@dataclass(frozen=True)
class Mark:
    """A number with its interval, and what it is about."""

    label: str
    value: float
    low: float
    high: float
    cases: int  # it was found in


@dataclass(frozen=True)
class Line:
    name: str  # of a message; empty if there is only one line
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Plot:
    name: str
    kind: Literal["dots", "line", "bars", "stems"]
    lines: tuple[Line, ...]
    unit: Literal["share", "difference", "number"]
    labels: Literal["card", "number"] = "number"
    game: str = ""  # whose messages and cards are meant
    even: float | None = None  # where nothing would differ
    certain: bool = True  # whether low and high are an interval of confidence, and not where most cases lie
    told: Mapping[str, Any] = field(default_factory=dict)  # for the sentence
    part: str = ""  # which of its lines two runs are compared in

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": f"{self.game}.{self.name}" if self.game else self.name,
            "kind": self.kind,
            "unit": self.unit,
            "even": self.even,
            "lines": [{"name": line.name, "marks": [vars(mark) for mark in line.marks]} for line in self.lines],
        }


# --- Numbers with intervals -------------------------------------------------------------------------------------
def share(label: object, times: float, of: int) -> Mark:
    """Wilson's interval."""
    found = times / of
    return Mark(str(label), found, *wilson(found, of, Z), of)


def rate(label: object, times: int, of: int) -> Mark:
    """How often something happens that can happen several times."""
    error = Z * math.sqrt(times) / of
    return Mark(str(label), times / of, max(0.0, times / of - error), times / of + error, of)


def difference(label: object, won: int, of: int, other_won: int, other_of: int) -> Mark:
    """Between two shares."""
    one, other = won / of, other_won / other_of
    error = Z * math.sqrt(one * (1 - one) / of + other * (1 - other) / other_of)
    return Mark(str(label), one - other, one - other - error, one - other + error, of)


def mean(label: object, total: float, squares: float, of: int) -> Mark:
    middle = total / of
    error = Z * math.sqrt(max(0.0, squares / of - middle**2) / of)
    return Mark(str(label), middle, middle - error, middle + error, of)


# --- Histograms -------------------------------------------------------------------------------------------------
def counted(histogram: Mapping[str, int] | Sequence[int]) -> dict[int, int]:
    """By their values, those that there are."""
    pairs = histogram.items() if isinstance(histogram, Mapping) else enumerate(histogram)
    return {int(value): count for value, count in sorted((int(value), count) for value, count in pairs) if count}


def quantile_of(counts: Mapping[int, int], share: float) -> int:
    needed, reached = share * sum(counts.values()), 0
    for value, count in counts.items():
        reached += count
        if reached >= needed:
            return value
    raise ValueError("nothing was counted")


def mean_of(counts: Mapping[int, int]) -> float:
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def bars(counts: Mapping[int, int]) -> tuple[Mark, ...]:
    """Shares of all, in at most so many bins of the same width; the last one holds the longest tail."""
    total = sum(counts.values())
    low, high = min(counts), quantile_of(counts, 0.99)
    width = max(1, -(-(high - low + 1) // MOST_BINS))
    last = low + (high - low) // width * width
    bins: dict[int, int] = dict.fromkeys(range(low, last + 1, width), 0)
    for value, count in counts.items():
        bins[min(low + (value - low) // width * width, last)] += count
    return tuple(share(_span(start, width, last, max(counts)), count, total) for start, count in bins.items())


def _span(start: int, width: int, last: int, highest: int) -> str:
    if start == last and highest >= start + width:
        return f"{start}+"
    return str(start) if width == 1 else f"{start}–{start + width - 1}"


def spread_of(label: object, counts: Mapping[int, int]) -> Mark:
    """The mean, and between what eight of ten lie: no interval of confidence."""
    return Mark(str(label), mean_of(counts), quantile_of(counts, 0.1), quantile_of(counts, 0.9), sum(counts.values()))


def shown(plots: Iterable[Plot | None]) -> list[Plot]:
    """Those of which enough is known to be drawn."""
    return [plot for plot in plots if plot is not None and all(line.marks for line in plot.lines)]


def often_enough(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if mark.cases >= FEWEST)
