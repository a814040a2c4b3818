"""What can be asked about choices in 11 nimmt!."""

from __future__ import annotations

from tiotal.bots.playing import NOTHING as LEAST
from tiotal.games.nimmt.policy import Notes, brings_bull, look, worth
from tiotal.games.nimmt.rules import HEADS, OPENINGS, TAKES, State, find_stack
from tiotal.lab.branching import NOTHING, Choice
from tiotal.lab.choices import Fact, Question
from tiotal.rules.state import rule

CARDS, HEADS_IN, BULLS, HAND = Fact("cards", 8), Fact("heads", 12), Fact("bulls", 3), Fact("hand", 15)
TAKE, MUST, BULL = 0, 1, 2
QUESTIONS = [
    Question("take", (CARDS, HEADS_IN, BULLS, HAND)),
    Question("must", (CARDS, HEADS_IN, BULLS, HAND)),
    Question("bull", (BULLS, HAND)),
]


@rule
def ask(state: State, notes: Notes, n: int, move: int, question: int, choice: Choice) -> bool:
    if state.used_count > 0 or state.choosing_bull:
        return False
    if question == BULL:
        choice.ways[0] = NOTHING
        choice.ways[1] = NOTHING
        choice.facts[0] = state.bulls[state.to_move]
        choice.facts[1] = state.hand_size[state.to_move]
        return state.supply > 0
    return ask_about_taking(state, notes, n, question, choice)


@rule
def ask_about_taking(state: State, notes: Notes, n: int, question: int, choice: Choice) -> bool:
    """A stack that brings a bull or, if a card fits, that card; if none does, a stack that brings no bull."""
    must = TAKES <= state.moves[0] < OPENINGS  # cards that fit are listed first
    if must != (question == MUST):
        return False
    look(state, notes, n)
    choice.ways[0] = NOTHING
    choice.ways[1] = NOTHING
    best_of(state, notes, n, must, choice)
    if choice.ways[0] == NOTHING or choice.ways[1] == NOTHING:
        return False
    choice.facts[0] = height_of(state, choice.ways[0])
    choice.facts[1] = heads_in(state, 1 + choice.ways[0] - TAKES)
    choice.facts[2] = state.bulls[state.to_move]
    choice.facts[3] = state.hand_size[state.to_move]
    return True


@rule
def best_of(state: State, notes: Notes, n: int, must: bool, choice: Choice) -> None:
    """The best move of each way, as a good family player judges it."""
    best = [LEAST, LEAST]
    for i in range(n):
        move = state.moves[i]
        way = 0 if TAKES <= move < OPENINGS and brings_bull(state, height_of(state, move)) else 1
        if way == 0 or must or move < TAKES:  # not to take without need and without a bull
            value = worth(state, notes, move)
            if value > best[way]:
                best[way] = value
                choice.ways[way] = move


@rule
def height_of(state: State, move: int) -> int:
    return state.sizes[find_stack(state, 1 + move - TAKES)]


@rule
def heads_in(state: State, top: int) -> int:
    heads = 0
    card = top
    while card != 0:
        heads += HEADS[card]
        card = state.below[card]
    return heads


@rule
def give(state: State, question: int) -> None:
    """A bull from the supply."""
    state.bulls[state.to_move] += 1
    state.supply -= 1
