"""A report on a run: what all games have in common here, what only one has in `reporting.py` in its home.

`reporting.py` has `plots_of(game, found)`: a list of plots (`lab.plots`) made from the game's own tally.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

from tiotal.engine.game import Game
from tiotal.engine.games import part_of
from tiotal.lab.plots import (
    Average,
    Line,
    Mark,
    Plot,
    Points,
    Z,
    bars,
    counted,
    difference,
    mean_of,
    often_enough,
    quantile_of,
    rate,
    share,
    spread_of,
)
from tiotal.lab.statistics import CONFIDENCE
from tiotal.lab.tallies import Found


def plots_of(game: Game, found: Found) -> list[Plot]:
    plots = [seats(game, found), lengths(found)]
    rounds = counted(found["rounds"])
    if len(rounds) > 1:
        plots.append(rounds_played(found))
    if max(rounds) > 1:
        plots.append(lead_changes(found))
    if len(counted(found["scores"][0])) > 2:  # more than won and lost
        plots.append(ranks(game, found))
    own: Any = part_of(game.key, "reporting")
    return plots + (own.plots_of(game, found) if own else [])


def report_of(plan: dict[str, Any], game: Game, found: Found) -> dict[str, Any]:
    """All numbers, for programs; the same for the same run, wherever and however it was played."""
    return {
        "run": plan,
        "confidence": CONFIDENCE,
        "matches": found["matches"],
        "moves": found["moves"],
        "plots": [plot.as_dict() for plot in plots_of(game, found)],
        "found": found,
    }


# --- Matches ----------------------------------------------------------------------------------------------------
def seats(game: Game, found: Found) -> Plot:
    matches = found["matches"]
    won = [sum(times / (many + 1) for many, times in enumerate(wins)) for wins in found["wins"]]
    marks = tuple(share(seat + 1, times, matches) for seat, times in enumerate(won))
    even = sum(won) / matches / game.players
    best = max(marks, key=lambda mark: mark.value)
    worst = min(marks, key=lambda mark: mark.value)
    told = {"best": best.label, "worst": worst.label, "more": Points(best.value - worst.value)}
    return Plot(
        "seats" if best.low > worst.high else "seats_alike", "dots", (Line("", marks),), "share", even=even, told=told
    )


def lengths(found: Found) -> Plot:
    return _histogram("lengths", counted(found["lengths"]))


def rounds_played(found: Found) -> Plot:
    return _histogram("rounds", counted(found["rounds"]))


def lead_changes(found: Found) -> Plot:
    counts = counted(found["lead_changes"])
    told = {"mean": Average(mean_of(counts)), "never": counts.get(0, 0) / found["matches"]}
    return Plot("lead_changes", "bars", (Line("", bars(counts)),), "share", told=told)


def ranks(game: Game, found: Found) -> Plot:
    """Scores sorted from the lowest to the highest; which of them wins is for the game to say."""
    marks = tuple(spread_of(rank + 1, counted(counts)) for rank, counts in enumerate(found["ranks"]))
    told = {"first": marks[0].value, "last": marks[-1].value}
    return Plot("ranks", "dots", (Line("", marks),), "number", certain=False, told=told)


def _histogram(name: str, counts: dict[int, int]) -> Plot:
    told = {
        "median": quantile_of(counts, 0.5),
        "low": quantile_of(counts, 0.1),
        "high": quantile_of(counts, 0.9),
        "most": max(counts),
    }
    alike = name == "rounds" and told["low"] == told["high"]
    return Plot("rounds_alike" if alike else name, "bars", (Line("", bars(counts)),), "share", told=told)


# --- Rounds and cards: for the games, whose tallies have these in common ------------------------------------------
def turns(tally: dict[str, Any]) -> Plot:
    return _histogram("turns", counted(tally["turns"]))


def places(game: Game, tally: dict[str, Any]) -> Plot:
    """Who wins a round, counted from whoever began it."""
    won = tally["place"][: game.players]
    marks = tuple(share(place + 1, times, sum(won)) for place, times in enumerate(won))
    first, even = marks[0], 1 / game.players
    name = "places_good" if first.low > even else "places_bad" if first.high < even else "places"
    return Plot(name, "dots", (Line("", marks),), "share", even=even, told={"first": first.value, "even": even})


def cards_used(cards: Sequence[str], tally: dict[str, Any], rounds: int, *ways: str) -> Plot:
    """How often each card is played, thrown away, left in a hand when a round is over: times a round."""
    lines = []
    for way in (way for way in ways if any(tally[way])):
        lines.append(Line(way, tuple(rate(card, tally[way][place], rounds) for place, card in _named(cards))))
    most = max(lines[0].marks, key=lambda mark: mark.value)
    return Plot("cards_used", _shape(cards), tuple(lines), "number", labels="card", told={"card": most.label})


def cards_that_win(cards: Sequence[str], tally: dict[str, Any], rounds: int) -> Plot:
    marks = tuple(share(card, tally["won"][place], rounds) for place, card in _named(cards))
    best = max(marks, key=lambda mark: mark.value)
    told = {"card": best.label, "often": best.value}
    return Plot("cards_that_win", _shape(cards), (Line("", _best_first(cards, marks)),), "share", "card", told=told)


def worth_of_cards(cards: Sequence[str], tally: dict[str, Any], hands: int, won: int) -> Plot | None:
    """How much likelier a hand wins its round if it was dealt this card than if not."""
    marks = [
        difference(
            card,
            tally["held_won"][place],
            tally["held"][place],
            won - tally["held_won"][place],
            hands - tally["held"][place],
        )
        for place, card in _named(cards)
        if 0 < tally["held"][place] < hands
    ]
    known = often_enough(marks)
    if not known:
        return None
    best, worst = max(known, key=lambda mark: mark.value), min(known, key=lambda mark: mark.value)
    told = {"best": best.label, "more": Points(best.value), "worst": worst.label, "less": Points(worst.value)}
    lines = (Line("", _best_first(cards, known)),)
    name = "worth_of_cards" if any(_differs(mark, len(known)) for mark in known) else "worth_of_cards_alike"
    return Plot(name, _shape(cards), lines, "difference", "card", even=0.0, told=told)


def _differs(mark: Mark, of: int) -> bool:
    """From 0, by more than one of so many would by chance (Bonferroni)."""
    error = (mark.high - mark.low) / 2 / Z
    return abs(mark.value) > error * NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * of))


MOST_ROWS = 40  # of cards that are told one by one


def _named(cards: Sequence[str]) -> list[tuple[int, str]]:
    return [(place, card) for place, card in enumerate(cards) if card]


def _shape(cards: Sequence[str]) -> Any:
    return "dots" if len(_named(cards)) <= MOST_ROWS else "line"


def _best_first(cards: Sequence[str], marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: -mark.value)) if _shape(cards) == "dots" else tuple(marks)
