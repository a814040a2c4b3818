"""Who plays whom in a tournament, and what it counts.

Tables have three to five pupils. In the first round chance seats them; later those with about as many points play each
other (a Swiss system), and where it makes no difference, those who have not met yet. First place at a table is worth
six points and last place none, the others lie evenly between, so tables of three and of five are worth the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tiotal.classroom.classroom import Tournament
from tiotal.table.match import KeptMatch

SIZES = (3, 4, 5)
MOST_POINTS = 6.0
TRIES = 200  # exchanges of two pupils that are looked at, so that fewer meet again


def sizes(pupils: int, wanted: int) -> list[int]:
    """Tables for so many, each of three to five, most of them as wanted; none if there are fewer than three."""
    fitting = [
        (abs(tables * wanted - pupils), tables)
        for tables in range(1, pupils // SIZES[0] + 1)
        if SIZES[0] * tables <= pupils <= SIZES[-1] * tables
    ]
    if not fitting:
        return []
    _, tables = min(fitting)
    small, larger = divmod(pupils, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def pairing(tournament: Tournament, pupils: Sequence[int], seed: int) -> list[list[int]]:
    """The tables of the next round."""
    chance = Random(seed)
    order = list(pupils)
    chance.shuffle(order)
    order.sort(key=lambda pupil: -tournament.points[pupil])  # stable: chance decides among equals
    groups: list[list[int]] = []
    for size in sizes(len(order), tournament.size):
        groups.append(order[:size])
        order = order[size:]
    _avoid_meeting_again(tournament, groups, chance)
    return groups


def _avoid_meeting_again(tournament: Tournament, groups: list[list[int]], chance: Random) -> None:
    """Exchange pupils of neighbouring tables where that lets fewer meet again and keeps points as near."""
    for _ in range(TRIES if len(groups) > 1 else 0):
        first = chance.randrange(len(groups) - 1)
        one, other = groups[first], groups[first + 1]
        here, there = chance.randrange(len(one)), chance.randrange(len(other))
        before = _cost(tournament, one) + _cost(tournament, other)
        one[here], other[there] = other[there], one[here]
        if _cost(tournament, one) + _cost(tournament, other) >= before:
            one[here], other[there] = other[there], one[here]


def _cost(tournament: Tournament, group: Sequence[int]) -> float:
    """How often its pupils have met, and, as much as one meeting for two points, how far apart they are."""
    met = sum(tournament.met[frozenset(pair)] for pair in combinations(group, 2))
    points = [tournament.points[pupil] for pupil in group]
    return met + (max(points) - min(points)) / 2


def points_in_round(names: Sequence[str], match: KeptMatch | None) -> list[float]:
    """Of each at a table, for its match; the same for all where it was not played to its end."""
    if match is None:
        return points_at_table([0.0] * len(names))
    worth = dict(zip(match.record.players, _worth(match), strict=True))
    return points_at_table([worth.get(name, 0.0) for name in names])


def _worth(match: KeptMatch) -> list[float]:
    """A number for each seat, higher for those who came in before others: winners, then by their scores.

    In one game many points are good, in another few; whoever has won says which.
    """
    won = [1.0 if seat in match.winners else 0.0 for seat in range(len(match.record.players))]
    if not match.scores:
        return won
    ahead = sum(match.scores[seat] for seat in match.winners) / max(1, len(match.winners))
    sign = 1 if ahead >= sum(match.scores) / len(match.scores) else -1
    return [sign * score + won[seat] * sum(map(abs, match.scores)) * 2 for seat, score in enumerate(match.scores)]


def points_at_table(scores: Sequence[float]) -> list[float]:
    """Of each player, by the order in which they came in: a higher score is better. Equal scores share."""
    others = max(1, len(scores) - 1)
    return [
        MOST_POINTS
        * sum(1.0 if score > other else 0.5 for place, other in enumerate(scores) if place != mine and score >= other)
        / others
        for mine, score in enumerate(scores)
    ]


def places(points: Sequence[float]) -> list[int]:
    """From 1; those with the same points have the same."""
    return [1 + sum(other > some for other in points) for some in points]
