"""What a report on games of Cento shows."""

from __future__ import annotations

from typing import Any

from tiotal.engine.game import Game
from tiotal.games.cento.game import CARDS
from tiotal.lab.plots import FEWEST, Line, Plot, often_enough, share, shown
from tiotal.lab.report import cards_that_win, cards_used, places, turns, worth_of_cards

NEAR = 60  # so far from the goal it is worth knowing how dangerous a total is


def plots_of(game: Game, found: dict[str, Any]) -> list[Plot]:
    tally = found["tally"]
    rounds = tally["rounds"]
    won = rounds - tally["without_winner"]
    cards = [card if held else "" for card, held in zip(CARDS, tally["held"], strict=True)]
    plots = [] if game.last_round == 1 and not game.options["pairs"] else [turns(tally)]  # it would be the match again
    if won >= FEWEST:
        partners = 2 if game.options["pairs"] else 1
        plots += shown(
            [
                places(game, tally),
                dangerous_totals(tally),
                cards_used(cards, tally, rounds, "played", "discarded", "left"),
                cards_that_win(cards, tally, rounds),
                worth_of_cards(cards, tally, rounds * game.players, won * partners),
            ]
        )
    return plots


def dangerous_totals(tally: dict[str, Any]) -> Plot | None:
    """How often the next player wins at once, by how far the goal was."""
    counted = [
        (far, hit, left)
        for far, (hit, left) in enumerate(zip(tally["missing_hit"], tally["missing"], strict=True))
        if 0 < far <= NEAR and left >= FEWEST
    ]
    marks = often_enough(share(far, hit, left) for far, hit, left in counted)
    if not marks:
        return None
    worst = max(marks, key=lambda mark: mark.value)
    safe = [mark for mark in marks if int(mark.label) <= 10]
    best = min(safe or marks, key=lambda mark: mark.value)
    told = {"worst": worst.label, "often": worst.value, "best": best.label, "seldom": best.value}
    return Plot("dangerous_totals", "stems", (Line("", marks),), "share", game="cento", told=told)
