"""What a report on games of 10 shows."""

from __future__ import annotations

from typing import Any

from tiotal.engine.game import Game
from tiotal.games.ten.game import CARDS
from tiotal.games.ten.rules import AIM, MAX_PROTECTION, VALUE
from tiotal.lab.plots import FEWEST, Line, Mark, Plot, often_enough, rate, share, shown
from tiotal.lab.report import cards_that_win, cards_used, places, worth_of_cards

UP, DOWN = 0, MAX_PROTECTION + 1  # where the ways to lay a card begin
WAYS = (("up", UP), ("down", DOWN))


def plots_of(game: Game, found: dict[str, Any]) -> list[Plot]:
    tally = found["tally"]
    rounds = tally["rounds"]
    if rounds < FEWEST:
        return []
    return shown(
        [
            places(game, tally),
            totals(tally),
            bluffs(tally),
            *protection(tally),
            chips(game, tally),
            cards_used(CARDS, tally, rounds, "played", "added"),
            cards_that_win(CARDS, tally, rounds),
            worth_of_cards(CARDS, tally, rounds * game.players, rounds),
        ]
    )


def totals(tally: dict[str, Any]) -> Plot | None:
    """How often a total wins the round, and how often it loses it."""
    lines = tuple(
        Line(
            name, often_enough(share(total, tally[field][total], of) for total, of in enumerate(tally["totals"]) if of)
        )
        for name, field in (("won", "totals_won"), ("lost", "totals_lost"))
    )
    if not lines[0].marks:
        return None
    ten = lines[0].marks[-1].value
    return Plot("totals", "line", lines, "share", game="ten", told={"ten": ten})


def bluffs(tally: dict[str, Any]) -> Plot:
    """How often somebody takes a card that was laid without chips on it, by what it is worth."""
    lines = tuple(Line(name, often_enough(_taken(tally, value, way) for value in range(AIM + 1))) for name, way in WAYS)
    low = [mark for mark in lines[1].marks if int(mark.label) <= 3]
    told = {"often": _mean(low), "open": _mean([mark for mark in lines[0].marks if int(mark.label) <= 3])}
    return Plot("bluffs", "line", lines, "share", game="ten", told=told)


def _taken(tally: dict[str, Any], value: int, way: int) -> Mark:
    cards = [card for card, worth in enumerate(VALUE) if worth == value]
    laid = sum(tally["laid"][card][way] for card in cards)
    gone = sum(tally["swapped"][card][way] + tally["sold"][card][way] for card in cards)
    return share(value, gone, laid) if laid else Mark(str(value), 0.0, 0.0, 0.0, 0)


def _mean(marks: list[Mark]) -> float:
    cases = sum(mark.cases for mark in marks)
    return sum(mark.value * mark.cases for mark in marks) / cases if cases else 0.0


def protection(tally: dict[str, Any]) -> list[Plot]:
    """By the chips on a card: how often somebody takes it, and what they pay."""
    gone, paid = [], []
    for name, way in WAYS:
        laid = [sum(card[way + chips] for card in tally["laid"]) for chips in range(MAX_PROTECTION + 1)]
        taken = [
            sum(row[way + chips] for field in ("swapped", "sold") for row in tally[field])
            for chips in range(MAX_PROTECTION + 1)
        ]
        price = [sum(card[way + chips] for card in tally["price"]) for chips in range(MAX_PROTECTION + 1)]
        gone.append(Line(name, often_enough(share(n, taken[n], laid[n]) for n in range(len(laid)) if laid[n])))
        paid.append(Line(name, often_enough(rate(n, price[n], taken[n]) for n in range(len(laid)) if taken[n])))
    bare, covered = _mean_at(gone, "0"), _mean_at(gone, "1")
    return [
        Plot("protection", "dots", tuple(gone), "share", game="ten", told={"bare": bare, "covered": covered}),
        Plot("price", "dots", tuple(paid), "number", game="ten", told={"one": _mean_at(paid, "1")}),
    ]


def _mean_at(lines: list[Line], label: str) -> float:
    return _mean([mark for line in lines for mark in line.marks if mark.label == label])


def chips(game: Game, tally: dict[str, Any]) -> Plot | None:
    """How often a player wins the round, by the chips they began it with."""
    pairs = enumerate(zip(tally["chips_won"], tally["chips"], strict=True))
    marks = often_enough(share(many, won, players) for many, (won, players) in pairs if players)
    if not marks:
        return None
    told = {"few": marks[0].value, "many": marks[min(7, len(marks) - 1)].value}
    return Plot("chips", "line", (Line("", marks),), "share", game="ten", even=1 / game.players, told=told)
