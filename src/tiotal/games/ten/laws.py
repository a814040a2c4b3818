"""What laboratories have to know: all cards and chips, how to exchange the cards that a seat cannot know, and where
`imagine` draws numbers in a way of its own."""

from __future__ import annotations

import random

from tiotal.games.ten import rules
from tiotal.games.ten.rules import NO_CARD, ROUNDS, State

Place = tuple[list[int], int]
RANDOM_BELOW = (rules.random_below_large,)


def everything(state: State) -> tuple[list[int], int]:
    cards = state.stock[: state.stock_size]
    chips = state.pot + sum(state.chips)
    for seat in range(state.players):
        cards += state.hands[seat][: state.hand_size[seat]]
        for card, copies in enumerate(state.taken[seat]):
            cards += [card] * copies
        if state.laid[seat]:
            cards += [card for card in (state.first[seat], state.second[seat]) if card != NO_CARD]
            chips += state.protection[seat]
    return sorted(cards), chips


def exchange(state: State, seat: int, dice: random.Random) -> None:
    """The stock, other hands and first cards that lie face down; and the round cards that are not turned up."""
    places: list[Place] = [(state.stock, place) for place in range(state.stock_size)]
    for other in range(state.players):
        if other != seat and not state.over:
            places += [(state.hands[other], slot) for slot in range(state.hand_size[other])]
        if not rules.knows_first(state, seat, other):
            places.append((state.first, other))
    _shuffle(places, dice)
    if not state.over:
        _shuffle([(state.round_cards, place) for place in range(ROUNDS - state.round)], dice)
    for other in range(state.players):
        size = state.hand_size[other]
        state.hands[other][:size] = sorted(state.hands[other][:size])


def _shuffle(places: list[Place], dice: random.Random) -> None:
    cards = [row[place] for row, place in places]
    dice.shuffle(cards)
    for (row, place), card in zip(places, cards, strict=True):
        row[place] = card
