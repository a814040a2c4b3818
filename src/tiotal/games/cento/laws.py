"""What laboratories have to know: all the cards there are, how to exchange those that a seat cannot know, and in which
parts `imagine` may fail and begin anew."""

from __future__ import annotations

import random
from collections import Counter

from tiotal.games.cento import rules
from tiotal.games.cento.rules import NO_CARD, State

MAY_FAIL = (rules.fill_places, rules.fill_the_rest)


def everything(state: State) -> list[int]:
    hands = [card for seat in range(state.players) for card in state.hands[seat]]
    piles = state.stock[: state.stock_size] + state.spent[: state.spent_size]
    return sorted(card for card in (*hands, *piles, state.top, state.beside) if card != NO_CARD)


def exchange(state: State, seat: int, dice: random.Random) -> None:
    """The stock and the other hands, but no card of which partners know who holds it."""
    places = [(state.stock, place) for place in range(state.stock_size)]
    for other in range(state.players):
        if other != seat and not rules.sees_hand(state, seat, other):
            known = Counter([*state.known[other][: state.known_size[other]], state.offered, state.must_play])
            for slot, card in enumerate(state.hands[other]):
                if known[card] > 0:
                    known[card] -= 1
                elif card != NO_CARD:
                    places.append((state.hands[other], slot))
    cards = [row[place] for row, place in places]
    dice.shuffle(cards)
    for (row, place), card in zip(places, cards, strict=True):
        row[place] = card


def in_order(state: State) -> None:
    """In a hand it does not matter which card came when: only what else the state keeps of it does."""
    for seat in range(state.players):
        state.hands[seat].sort()
        state.old_hands[seat].sort()
