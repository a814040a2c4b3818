"""What can be asked about choices in 10: how to lay the card that a bot lays, and what a chip is worth."""

from __future__ import annotations

from tiotal.games.ten.policy import Notes
from tiotal.games.ten.rules import AIM, FACE_DOWN, JOKER, VALUE, State
from tiotal.lab.branching import NOTHING, Choice
from tiotal.lab.choices import Fact, Question
from tiotal.rules.state import rule

CARD = Fact("card", labels=(*(str(value) for value in range(AIM + 1)), "J"))
CHIPS, ROUND = Fact("chips", 12), Fact("round", labels=tuple(map(str, range(11))))
PROTECT, PROTECT_MORE, HIDE, PROTECT_HIDDEN, CHIP = 0, 1, 2, 3, 4
QUESTIONS = [
    Question("protect", (CARD, CHIPS)),
    Question("protect_more", (CARD, CHIPS)),
    Question("hide", (CARD, CHIPS)),
    Question("protect_hidden", (CARD, CHIPS)),
    Question("chip", (CHIPS, ROUND)),
]
FEWEST_CHIPS = (1, 2, 0, 1, 0)  # that are needed for it
ONE_WAY = (1, 2, FACE_DOWN, FACE_DOWN + 1)  # to lay a card, as moves count them: with so many chips on it
OTHER_WAY = (0, 1, 0, FACE_DOWN)


@rule
def ask(state: State, notes: Notes, n: int, move: int, question: int, choice: Choice) -> bool:
    """Before the first card of a round."""
    seat = state.to_move
    if state.phase != 2 or state.chips[seat] < FEWEST_CHIPS[question]:
        return False
    if question == CHIP:
        choice.ways[0] = NOTHING
        choice.ways[1] = NOTHING
        choice.facts[0] = state.chips[seat]
        choice.facts[1] = state.round
        return True
    card = move // 6
    choice.ways[0] = card * 6 + ONE_WAY[question]
    choice.ways[1] = card * 6 + OTHER_WAY[question]
    choice.facts[0] = AIM + 1 if card == JOKER else VALUE[card]
    choice.facts[1] = state.chips[seat]
    return True


@rule
def give(state: State, question: int) -> None:
    """A chip out of the box."""
    state.chips[state.to_move] += 1
