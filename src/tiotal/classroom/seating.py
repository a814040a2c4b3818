"""Who sits with whom: by chance, beside those who calculate alike, or all kinds together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from tiotal.classroom.requests import How


def groups_of(pupils: Sequence[int], how: How, size: int, skill: Mapping[int, float], seed: int) -> list[list[int]]:
    """All of them in groups of about this size. `skill`: the share of totals that were right, where it is known."""
    order = list(pupils)
    Random(seed).shuffle(order)
    count = max(1, round(len(order) / size)) if order else 0
    if how == "chance":
        return [order[place::count] for place in range(count)]
    order.sort(key=lambda pupil: -skill.get(pupil, 0.5))  # stable: chance decides among equals
    if how == "alike":
        small, larger = divmod(len(order), count) if count else (0, 0)
        starts = [place * small + min(place, larger) for place in range(count + 1)]
        return [order[start:end] for start, end in pairwise(starts)]
    groups: list[list[int]] = [[] for _ in range(count)]
    for place, pupil in enumerate(order):  # there and back again, so that no table gets all the first
        turn, column = divmod(place, count)
        groups[column if turn % 2 == 0 else count - 1 - column].append(pupil)
    return groups


def skill_of(said: int, once: int) -> float:
    """The share of totals right at once; with few of them, nearer to the middle (two guesses are put in)."""
    return (once + 1) / (said + 2)
