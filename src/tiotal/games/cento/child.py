"""Cento as a child might play it who has just learned the rules."""

from __future__ import annotations

import random

from tiotal.engine.game import View

SIMPLE = 0.75  # how often a child plays a number rather than a special card
TOWARDS = 5  # so much likelier is a card that leads towards the goal than one that leads away
NOTICED = 0.9  # how often a child notices that a number wins
PUZZLED_OUT = 0.5  # and that a special card does

# What a child's move costs differs from game to game; these shares make the steps up to medium alike (docs/bots.md).
SHARES = {"beginner": 1.0, "easy": 0.5, "medium": 0.0}


def choose(view: View, dice: random.Random) -> str:
    """Win, if that is seen; otherwise a number that leads towards the goal, or whatever can be played."""
    played = [move for move in view.moves if move.kind == "play"]
    plays = [move.written for move in played]
    numbers = [move.written for move in played if is_number(move.card or "")]
    goal = view.table["goal"]
    for move in plays:
        if view.total_after(move) == goal and dice.random() < (NOTICED if move in numbers else PUZZLED_OUT):
            return move
    if numbers and dice.random() < SIMPLE:
        now = abs(goal - view.table["total"])
        weights = [TOWARDS if abs(goal - (view.total_after(move) or 0)) < now else 1 for move in numbers]
        return dice.choices(numbers, weights)[0]
    return dice.choice(plays or view.legal_moves)


def is_number(card: str) -> bool:
    return card.lstrip("+-").isdigit()
