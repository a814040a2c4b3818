"""10 as a child might play it who has just learned the rules."""

from __future__ import annotations

from tiotal.engine.rollouts import lucky, pick
from tiotal.games.ten.rules import (
    AIM,
    FACE_DOWN,
    JOKER,
    KEEP,
    PASS,
    SECONDS,
    SHOW,
    STAND,
    STARTERS,
    SWAPS,
    VALUE,
    State,
)
from tiotal.rules.state import NOBODY, rule

TEMPTED = 300  # times in a thousand: it swaps for a card that is much better
GIVES_JOKER = 600  # and gives up its joker for a total that would be poor without
MUCH_BETTER = 4
HIGH = 8  # a total that is good enough
ACE = 9  # the leaflet's advice: a card from here on is laid face down

# What a child's move costs differs from game to game; these shares make the steps up to medium alike (docs/bots.md).
SHARES = {"beginner": 1.0, "easy": 0.62, "medium": 0.32}


@rule
def child_move(state: State, n: int, stream: int, draw: int) -> int:
    if state.phase == 2:
        return child_lays(state, stream, draw)
    if state.phase == 3:
        return child_bids(state, n, stream, draw)
    if state.phase == 4:
        return child_adds(state, n, stream, draw)
    return STARTERS + state.to_move


@rule
def child_lays(state: State, stream: int, draw: int) -> int:
    """Any card but the joker and the lower half; a very good one face down, the others face up."""
    seat = state.to_move
    kinds = 0
    for card in range(JOKER):
        kinds += holds(state, seat, card)
    if kinds == 0:
        return JOKER * 6 + FACE_DOWN
    place = kinds // 2 + pick(stream, draw, kinds - kinds // 2)
    for value in range(AIM + 1):
        for card in range(JOKER):
            if VALUE[card] == value and holds(state, seat, card):
                place -= 1
                if place < 0:
                    return card * 6 + (FACE_DOWN if value >= ACE else 0)
    return JOKER * 6 + FACE_DOWN


@rule
def child_bids(state: State, n: int, stream: int, draw: int) -> int:
    """Swap for an open card that is much better, now and then; bid and protect nothing."""
    own = points(state.first[state.to_move])
    for i in range(n):
        seat = state.moves[i] - SWAPS
        if 0 <= seat < state.players and state.up[seat] and points(state.first[seat]) >= own + MUCH_BETTER:
            if lucky(stream, draw + i, TEMPTED):
                return state.moves[i]
    return KEEP if state.asked_to_protect != NOBODY else PASS


@rule
def child_adds(state: State, n: int, stream: int, draw: int) -> int:
    """The number that brings the total nearest to 10; a joker now and then, if there is none that does well."""
    own = points(state.first[state.to_move])
    best = -1
    most = 0
    joker = 0
    for i in range(n):
        move = state.moves[i]
        if move == SHOW:
            return SHOW
        card = move - SECONDS
        if card == JOKER:
            joker = 1
        elif 0 <= card < JOKER and (best < 0 or points(card) >= most):
            best = card
            most = points(card)
    if joker and own + most < HIGH and lucky(stream, draw, GIVES_JOKER):
        return SECONDS + JOKER
    return SECONDS + best if best >= 0 else STAND


@rule
def holds(state: State, seat: int, card: int) -> int:
    for slot in range(state.hand_size[seat]):
        if state.hands[seat][slot] == card:
            return 1
    return 0


@rule
def points(card: int) -> int:
    """What a card is worth to a child."""
    return AIM if card == JOKER else VALUE[card]
