"""What was found out about many matches, in whole numbers: portions can be added in any order and give the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from tiotal.engine.game import Game
from tiotal.lab.matches import Outcomes, tally_of

Found = dict[str, Any]  # of numbers, lists of numbers, and dictionaries of these by names or by numbers as text


def found_in(game: Game, tally: Any, outcomes: Outcomes) -> Found:
    """Tallies of all games (the first), and of this one (`tally`)."""
    winners = outcomes.winners.sum(axis=1)
    ranked = np.sort(outcomes.scores, axis=1)
    return {
        "matches": len(outcomes.lengths),
        "moves": int(outcomes.lengths.sum()),
        "ran_out": _histogram(outcomes.ran_out),
        "lengths": _histogram(outcomes.lengths),
        "rounds": _histogram(outcomes.rounds),
        "lead_changes": _histogram(outcomes.lead_changes),
        # for each seat, how often it won alone, with one other, …
        "wins": [
            [int((outcomes.winners[:, seat] & (winners == many)).sum()) for many in range(1, game.players + 1)]
            for seat in range(game.players)
        ],
        "scores": [_histogram(outcomes.scores[:, seat]) for seat in range(game.players)],
        "ranks": [_histogram(ranked[:, rank]) for rank in range(game.players)],  # the lowest score first
        "tally": {name: tally[name].tolist() for name in _counted(game)},
    }


def _counted(game: Game) -> list[str]:
    """What has 64 bits in a tally; the rest belongs to the round in progress."""
    return [name for name, field in tally_of(game).fields.items() if field.bits == 64]


def _histogram(values: Any) -> dict[str, int]:
    found, counts = np.unique(values, return_counts=True)
    return {str(value): int(count) for value, count in zip(found, counts, strict=True)}


def added(one: Any, other: Any) -> Any:
    """Numbers are added, lists place by place, dictionaries name by name."""
    if isinstance(one, dict):
        keys = {**one, **other}
        return {key: added(one[key], other[key]) if key in one and key in other else keys[key] for key in keys}
    if isinstance(one, list):
        return [added(*both) for both in zip(one, other, strict=True)]
    return one + other


def in_order(found: Any) -> Any:
    """The same whatever came first."""
    if isinstance(found, dict):
        keys = sorted(found, key=lambda key: (0, int(key), "") if key.lstrip("-").isdigit() else (1, 0, key))
        return {key: in_order(found[key]) for key in keys}
    if isinstance(found, list):
        return [in_order(each) for each in found]
    return found
