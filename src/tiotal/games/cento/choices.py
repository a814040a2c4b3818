"""What can be asked about choices in Cento."""

from __future__ import annotations

from tiotal.bots.playing import NOTHING as LEAST
from tiotal.games.cento.policy import Notes, look, worth
from tiotal.games.cento.rules import DISCARDS, FLIP, TENS, State, card_of, change_by, effect_of, goal
from tiotal.lab.branching import NOTHING, Choice
from tiotal.lab.choices import Fact, Question
from tiotal.rules.state import NOBODY, rule

LEFT = Fact("left", labels=tuple(map(str, range(11))))
STEP, FARTHEST = 10, 10  # how distances are told apart
AWAY = Fact("away", labels=("0–9", *(f"{tens}0–{tens}9" for tens in range(1, FARTHEST)), "100+"))
LEAVE, SPEND = 0, 1
QUESTIONS = [Question("leave", (LEFT, AWAY)), Question("spend", (AWAY,))]
NEAR, SAFE = 10, 19  # from 1 to 10 away one addition is enough, from 11 to 19 no card is (classic rules)


@rule
def ask(state: State, notes: Notes, n: int, move: int, question: int, choice: Choice) -> bool:
    """Whoever can end the round at once has no question."""
    if state.swap_from != NOBODY:
        return False
    look(state, notes, n)
    choice.ways[0] = NOTHING
    choice.ways[1] = NOTHING
    best = [LEAST, LEAST]  # as a good family player judges it
    for i in range(n):
        other = state.moves[i]
        if other < DISCARDS and distance_after(state, other) == 0:
            return False
        way = way_of(state, question, other)
        if way != NOTHING:
            value = worth(state, notes, other)
            if value > best[way]:
                best[way] = value
                choice.ways[way] = other
    if choice.ways[0] == NOTHING or choice.ways[1] == NOTHING:
        return False
    away = min(abs(goal(state) - state.total) // STEP, FARTHEST)
    if question == LEAVE:
        choice.facts[0] = distance_after(state, choice.ways[1])
        choice.facts[1] = away
    else:
        choice.facts[0] = away
    return True


@rule
def way_of(state: State, question: int, move: int) -> int:
    """To leave the goal out of reach or within; to spend a 20-40-60-80 or something else."""
    if question == SPEND:
        return 0 if move < DISCARDS and card_of(move) == TENS else 1
    if move >= DISCARDS:
        return NOTHING
    distance = distance_after(state, move)
    if distance <= NEAR:
        return 1
    return 0 if distance <= SAFE else NOTHING


@rule
def distance_after(state: State, move: int) -> int:
    """How far away the goal is after a card."""
    effect = effect_of(state, card_of(move))
    total = state.total + change_by(state, effect, move)
    flipped = 1 - state.flipped if effect == FLIP else state.flipped
    return abs((0 if flipped else state.target) - total)


@rule
def give(state: State, question: int) -> None:
    """Nothing: all questions are about moves."""
