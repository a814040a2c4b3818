"""What a report on games of 11 nimmt! shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tiotal.engine.game import Game
from tiotal.games.nimmt.rules import CARDS, HEADS
from tiotal.games.nimmt.watching import HIGHEST
from tiotal.lab.plots import FEWEST, Average, Line, Plot, often_enough, share, shown
from tiotal.lab.report import cards_used, places, turns, worth_of_cards

NAMES = ["", *(str(card) for card in range(1, CARDS + 1))]
HOW = ("forced", "by_choice")


def plots_of(game: Game, found: dict[str, Any]) -> list[Plot]:
    tally = found["tally"]
    rounds = tally["rounds"]
    won = rounds - tally["without_winner"]
    if won < FEWEST:
        return [turns(tally)]
    return shown(
        [
            turns(tally),
            places(game, tally),
            taking(game, tally),
            bulls(game, tally),
            what_happens(tally, rounds),
            worth_of_cards(NAMES, tally, rounds * game.players, won),
        ]
    )


def what_happens(tally: dict[str, Any], rounds: int) -> Plot:
    """How often each card is played; what matters is how many ox heads it has."""
    played = [[tally["played"][card] for card in range(1, CARDS + 1) if (HEADS[card] > 1) == many] for many in (0, 1)]
    few, many = (Average(sum(times) / len(times) / rounds) for times in played)
    plot = cards_used(NAMES, tally, rounds, "played", "left")
    return replace(plot, game="nimmt", told={"few": few, "many": many})


def taking(game: Game, tally: dict[str, Any]) -> Plot | None:
    """How often whoever takes a stack wins the round, by its height."""
    lines = []
    for way, name in enumerate(HOW):
        pairs = zip(tally["taken_won"][way], tally["taken"][way], strict=True)
        marks = [share(_height(height), won, taken) for height, (won, taken) in enumerate(pairs) if height and taken]
        if known := often_enough(marks):
            lines.append(Line(name, known))
    if not lines:
        return None
    best = max(lines[-1].marks, key=lambda mark: mark.value)
    told = {"height": best.label, "often": best.value, "even": 1 / game.players}
    return Plot("taking", "line", tuple(lines), "share", game="nimmt", even=1 / game.players, told=told)


def _height(height: int) -> str:
    return f"{height}+" if height == HIGHEST else str(height)


def bulls(game: Game, tally: dict[str, Any]) -> Plot | None:
    """How often a player wins the round, by how many bulls they ended it with."""
    pairs = enumerate(zip(tally["bulls_won"], tally["bulls"], strict=True))
    marks = often_enough(share(many, won, players) for many, (won, players) in pairs if players)
    if not marks:
        return None
    told = {"none": marks[0].value, "one": marks[min(1, len(marks) - 1)].value}
    return Plot("bulls", "dots", (Line("", marks),), "share", game="nimmt", even=1 / game.players, told=told)
