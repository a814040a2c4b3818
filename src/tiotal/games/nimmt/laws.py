"""What `tiotal check-game` has to know: all cards and bulls, and how to exchange the cards that a seat cannot know."""

from __future__ import annotations

import random

from tiotal.games.nimmt import rules
from tiotal.games.nimmt.rules import CARDS, IN_DRAW_PILE, ON_STACK, State


def everything(state: State) -> tuple[list[int], int]:
    """A card is known by its number, so it is enough that each of them is somewhere."""
    held = [card for card in range(1, CARDS + 1) if state.where[card] < state.players]
    return sorted(held + on_stacks(state) + state.draw[: state.draw_size]), sum(state.bulls) + state.supply


def on_stacks(state: State) -> list[int]:
    cards = []
    for top in state.tops[: state.stack_count]:
        card = top
        while card:
            assert state.where[card] == ON_STACK
            cards.append(card)
            card = state.below[card]
    return cards


def exchange(state: State, seat: int, dice: random.Random) -> None:
    """The draw pile, and what others hold that has not been seen in this round."""
    hidden = [card for card in range(1, CARDS + 1) if not rules.knows(state, seat, card)]
    holders = [state.where[card] for card in hidden]
    dice.shuffle(holders)
    for card, holder in zip(hidden, holders, strict=True):
        state.where[card] = holder
    drawn = [card for card in hidden if state.where[card] == IN_DRAW_PILE]
    dice.shuffle(drawn)
    state.draw[: len(drawn)] = drawn
