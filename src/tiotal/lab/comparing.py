"""Two runs side by side, and what differs between them by more than chance.

Many numbers are compared, and of a hundred that are equal in truth some look different. So Holm's method decides: with
the chosen certainty not a single one of the differences that are told of is due to chance alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from tiotal.lab.plots import Line, Mark, Plot, Z
from tiotal.lab.statistics import CONFIDENCE

ALONGSIDE = ("one", "other")  # names of lines
SURE = 1e-12  # where an interval has no width


@dataclass(frozen=True)
class Difference:
    """A number that is not the same in both runs."""

    plot: Plot
    line: Line
    one: Mark
    other: Mark
    chance: float  # that two runs of the same differ so much

    @property
    def size(self) -> float:
        return abs(self.one.value - self.other.value)


def side_by_side(ones: Sequence[Plot], others: Sequence[Plot]) -> list[Plot]:
    """Plots that both have, with a line for each."""
    found = {_topic(plot): plot for plot in others}
    pairs = [(plot, found[_topic(plot)]) for plot in ones if _topic(plot) in found]
    return [merged for pair in pairs for merged in _merged(*pair)]


def only_told(ones: Sequence[Plot], others: Sequence[Plot]) -> list[tuple[Plot, Plot]]:
    """Plots that both have and that cannot be drawn into one: their bars stand for different spans."""
    found = {_topic(plot): plot for plot in others}
    pairs = [(plot, found[_topic(plot)]) for plot in ones if _topic(plot) in found]
    return [pair for pair in pairs if not any(_merged(*pair))]


def _topic(plot: Plot) -> tuple[str, str]:
    """What it is about; what its sentence says may differ."""
    return plot.game, plot.name.partition("_alike")[0].partition("_good")[0].partition("_bad")[0]


def _merged(one: Plot, other: Plot) -> Iterator[Plot]:
    for line in one.lines:
        twin = next((each for each in other.lines if each.name == line.name), None)
        if twin is None:
            continue
        shown = one.kind if one.kind in ("dots", "line") else "line" if _numbered(line, twin) else None
        if shown:
            both = (Line(ALONGSIDE[0], line.marks), Line(ALONGSIDE[1], _in_order_of(line, twin)))
            even = one.even if one.even == other.even else None
            yield replace(one, kind=shown, lines=both, even=even, told={}, part=line.name)


def _numbered(*lines: Line) -> bool:
    return all(mark.label.rstrip("+").isdigit() for line in lines for mark in line.marks)


def _in_order_of(line: Line, twin: Line) -> tuple[Mark, ...]:
    known = {mark.label: place for place, mark in enumerate(line.marks)}
    return tuple(sorted(twin.marks, key=lambda mark: known.get(mark.label, len(known))))


def differences(ones: Sequence[Plot], others: Sequence[Plot]) -> list[Difference]:
    """Those that chance does not explain, the surest first."""
    found = sorted(_compared(ones, others), key=lambda difference: difference.chance)
    kept = []
    for place, difference in enumerate(found):
        if difference.chance > (1 - CONFIDENCE) / (len(found) - place):
            break
        kept.append(difference)
    return kept


def _compared(ones: Sequence[Plot], others: Sequence[Plot]) -> Iterator[Difference]:
    twins = {_topic(plot): plot for plot in others}
    for plot in ones:
        twin = twins.get(_topic(plot))
        if twin is None or not plot.certain:
            continue
        for line in plot.lines:
            marks = {mark.label: mark for each in twin.lines if each.name == line.name for mark in each.marks}
            for mark in line.marks:
                if mark.label in marks:
                    yield Difference(plot, line, mark, marks[mark.label], _chance(mark, marks[mark.label]))


def _chance(one: Mark, other: Mark) -> float:
    error = math.hypot(_error(one), _error(other))
    far = abs(one.value - other.value)
    if error < SURE:
        return 1.0 if far < SURE else 0.0
    return 2 * (1 - NormalDist().cdf(far / error))


def _error(mark: Mark) -> float:
    return (mark.high - mark.low) / 2 / Z
