"""Cento as a child might play it who has just learned the rules."""

from __future__ import annotations

from tiotal.engine.rollouts import lucky, pick
from tiotal.games.cento.rules import DISCARDS, DOUBLE_HALVE, State, card_of, change_by, effect_of, goal
from tiotal.rules.state import rule

SIMPLE = 750  # times in a thousand: a child plays a number rather than a special card
NOTICED = 900  # and notices that a number wins
PUZZLED_OUT = 500  # and that a special card does
TOWARDS = 5  # so much likelier is a card that leads towards the goal than one that leads away

# What a child's move costs differs from game to game; these shares make the steps up to medium alike (docs/bots.md).
SHARES = {"beginner": 1.0, "easy": 0.5, "medium": 0.0}


@rule
def child_move(state: State, n: int, stream: int, draw: int) -> int:
    """Win, if that is seen; otherwise a number that leads towards the goal, or whatever can be played."""
    plays = 0
    numbers = 0  # each counts for how likely it is
    for i in range(n):
        move = state.moves[i]
        if move < DISCARDS:
            plays += 1
            draw += 1
            if total_after(state, move) == goal(state) and lucky(stream, draw, noticed(move)):
                return move
        numbers += likely(state, move)
    if numbers > 0 and lucky(stream, draw + 1, SIMPLE):
        chosen = pick(stream, draw + 2, numbers)
        for i in range(n):
            chosen -= likely(state, state.moves[i])
            if chosen < 0:
                return state.moves[i]
    chosen = pick(stream, draw + 3, plays if plays > 0 else n)
    for i in range(n):
        if plays == 0 or state.moves[i] < DISCARDS:
            chosen -= 1
            if chosen < 0:
                return state.moves[i]
    return state.moves[0]


@rule
def is_number(move: int) -> bool:
    """Numbers come first in the deck table, and so do the moves that play them."""
    return move < DOUBLE_HALVE


@rule
def noticed(move: int) -> int:
    return NOTICED if is_number(move) else PUZZLED_OUT


@rule
def likely(state: State, move: int) -> int:
    """How likely a number is, if one is played at all."""
    if not is_number(move):
        return 0
    return TOWARDS if abs(goal(state) - total_after(state, move)) < abs(goal(state) - state.total) else 1


@rule
def total_after(state: State, move: int) -> int:
    return state.total + change_by(state, effect_of(state, card_of(move)), move)
