"""Cento as a good family player plays it.

Win if you can. Otherwise leave a total from which the next player is unlikely to hit the goal, keep the cards that
hit from afar for the end, and in a match for points get rid of the expensive ones.
"""

from __future__ import annotations

from math import exp, sqrt

from tiotal.rules.cento import (
    ADDITIONS,
    COPIES,
    COPY,
    DISCARDS,
    DOUBLE_HALVE,
    FIRST_TO,
    FLIP,
    GIFTS,
    HAND,
    KINDS,
    NO_CARD,
    POINTS,
    SERIES,
    SINGLE,
    SKIP,
    SWAPS,
    TENS,
    TURN,
    VALUE,
    State,
    card_of,
    change_by,
    effect_of,
    goal,
    in_range,
    is_race_ten,
    on_one_side,
    partner,
    seat_after,
    signed,
    steps_after,
    wins,
)
from tiotal.rules.cento import RACE as RACE_PRESET
from tiotal.rules.cento import TENS_CHANGE as TENS_CHANGES
from tiotal.rules.state import NOBODY, Declared, number, row, rule

CERTAIN = 10_000  # chances are in ten-thousandths
WIN = 1_000_000

# --- Weights ----------------------------------------------------------------------------------------------------
# What a card is worth in the hand, in ten-thousandths of a chance to win (30 cards in deck-table order), and:
RISK = KINDS  # how much the next player's chance to hit counts, in hundredths
LATER = KINDS + 1  # and that of the player after
AGAIN = KINDS + 2  # the worth of being on turn again (two players)
EXPENSE = KINDS + 3  # what a point that leaves the hand is worth in a match for points
SPREAD = KINDS + 4  # how far scores drift apart in a round, in hundredths of a point: see `outlook`
WEIGHTS = KINDS + 5
DEFAULT_WEIGHTS = (
    *(100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 300, 300),
    *(100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 200),
    *(100, 500, 600, 400, 400, 800, 800),
    *(100, 20, 500, 20, 2000),
)

ADDITION_OF = tuple(next((card for card in range(ADDITIONS) if VALUE[card] == need), NO_CARD) for need in range(1001))


class Notes(Declared):
    """What the player who is to move has found out for this choice."""

    weights: list[int] = row(WEIGHTS, bits=32)
    unseen: list[int] = row(KINDS + 1)  # how many of each card the player has not seen; none of NO_CARD
    unseen_cards: int = number()


# --- Looking ----------------------------------------------------------------------------------------------------
@rule
def look(state: State, notes: Notes, n: int) -> None:
    """Count the cards that have not been seen: all but the pile, the discards and the own hand."""
    for card in range(KINDS):
        notes.unseen[card] = COPIES[state.preset][card]
    notes.unseen[NO_CARD] = 0
    for i in range(state.spent_size):
        notes.unseen[state.spent[i]] -= 1
    if state.top != NO_CARD:
        notes.unseen[state.top] -= 1
    if state.beside != NO_CARD:
        notes.unseen[state.beside] -= 1
    for slot in range(HAND):
        card = state.hands[state.to_move][slot]
        if card != NO_CARD:
            notes.unseen[card] -= 1
    notes.unseen_cards = state.stock_size + HAND * (state.players - 1)


@rule
def hitting_cards(state: State, notes: Notes) -> int:
    """How many of the unseen cards would bring the total to the goal."""
    missing = state.total if state.flipped else state.target - state.total
    addition = ADDITION_OF[missing]
    hits = notes.unseen[addition]
    if double_hits(state):
        hits += notes.unseen[DOUBLE_HALVE]
    if tens_hit(state):
        hits += notes.unseen[TENS]
    if flip_hits(state):
        hits += notes.unseen[FLIP]
    if state.last != NO_CARD and card_hits(state, state.last):
        hits += notes.unseen[COPY]
    return hits


@rule
def card_hits(state: State, card: int) -> bool:
    """Whether playing this card would end the round."""
    effect = effect_of(state, card)
    if effect == DOUBLE_HALVE:
        return double_hits(state)
    if effect == TENS:
        return tens_hit(state)
    if effect == FLIP:
        return flip_hits(state)
    return effect != NO_CARD and state.total + signed(state, effect) == goal(state)


@rule
def double_hits(state: State) -> bool:
    return not state.flipped and 2 * state.total == state.target


@rule
def tens_hit(state: State) -> bool:
    missing = goal(state) - state.total
    for ten in range(len(TENS_CHANGES)):
        if TENS_CHANGES[ten] == missing:
            return state.preset != RACE_PRESET or is_race_ten(ten)
    return False


@rule
def flip_hits(state: State) -> bool:
    """C3: the goal changes, and it is enough that the total is the goal then."""
    return state.total == (state.target if state.flipped else 0)


@rule
def chance_of_one(hits: int, cards: int, drawn: int) -> int:
    """The chance that at least one of so many cards, drawn from all, is among the hits."""
    miss = CERTAIN
    for i in range(drawn):
        if cards - i > 0:
            miss = miss * max(cards - i - hits, 0) // (cards - i)
    return CERTAIN - miss


# --- What a move is worth ---------------------------------------------------------------------------------------
@rule
def worth(state: State, notes: Notes, move: int) -> int:
    card = card_of(move)
    if move < DISCARDS:
        return worth_of_play(state, notes, card, move) - spent_worth(state, notes, card)
    if move < SWAPS:
        return -spent_worth(state, notes, card)
    if move < GIFTS:
        hit = chance_of_one(hitting_cards(state, notes), notes.unseen_cards, HAND)
        return hit - notes.weights[card]
    return worth_of_gift(state, notes, card)


@rule
def spent_worth(state: State, notes: Notes, card: int) -> int:
    """What is lost with a card that leaves the hand; its points are gained."""
    if state.match == SINGLE:
        return notes.weights[card]
    return notes.weights[card] - notes.weights[EXPENSE] * POINTS[card]


@rule
def worth_of_play(state: State, notes: Notes, card: int, move: int) -> int:
    """What a card does to the total, as far as the next two players can make use of it."""
    seat = state.to_move
    total = state.total
    flipped = state.flipped
    last = state.last
    direction = state.direction
    effect = effect_of(state, card)
    state.total += change_by(state, effect, move)
    state.last = effect
    if effect == FLIP:
        state.flipped = 1 - flipped
    if effect == TURN:
        state.direction = -direction
    value = WIN
    if state.total != goal(state):
        value = worth_of_leaving(state, notes, seat, card, seat_after(state, seat, steps_after(state, effect)))
    state.total = total
    state.flipped = flipped
    state.last = last
    state.direction = direction
    return value


@rule
def worth_of_leaving(state: State, notes: Notes, seat: int, card: int, next_seat: int) -> int:
    """The total is as the move leaves it, and the next seat is to move."""
    if next_seat == seat:
        return notes.weights[AGAIN] + (CERTAIN if hits_with_the_rest(state, seat, card) else 0)
    hit = chance_of_one(hitting_cards(state, notes), notes.unseen_cards, HAND)
    if on_one_side(state, seat, next_seat):
        return hit
    later = seat_after(state, next_seat, 1)
    if later == seat:
        return -hit * notes.weights[RISK] // 100
    return -hit * (notes.weights[RISK] + (0 if on_one_side(state, seat, later) else notes.weights[LATER])) // 100


@rule
def hits_with_the_rest(state: State, seat: int, card: int) -> bool:
    """Whether the hand without this card holds one that hits."""
    left = 0  # the card itself has been played
    for slot in range(HAND):
        held = state.hands[seat][slot]
        if held == card and left == 0:
            left = 1
        elif held != NO_CARD and card_hits(state, held):
            return True
    return False


@rule
def worth_of_gift(state: State, notes: Notes, card: int) -> int:
    """The partner must play it at once; best if it hits, worst if it cannot be played."""
    if card_hits(state, card):
        return WIN
    effect = effect_of(state, card)
    if effect == DOUBLE_HALVE or effect == TENS or effect == NO_CARD:
        return -notes.weights[card]
    if not in_range(state, signed(state, effect)):
        return -notes.weights[card]
    helper = state.to_move
    state.to_move = state.swap_from
    value = worth_of_play(state, notes, card, card)
    state.to_move = helper
    return value - notes.weights[card]


# --- When a round is over ---------------------------------------------------------------------------------------
@rule
def round_over(state: State) -> bool:
    return state.to_move == NOBODY


@rule
def outlook(state: State, notes: Notes, seat: int) -> int:
    """The chance to win the match: sure at its end, before that by how far ahead the scores are of what a round brings.

    Each side's chance is taken to fall off exponentially with the points that it is behind; the more rounds are to
    come, the less a point counts.
    """
    if state.over:
        return won_share(state, seat)
    most = 0
    for other in range(state.players):
        most = max(most, state.scores[other])
    sign = -1.0 if state.match == SERIES else 1.0
    spread = notes.weights[SPREAD] / 100 * (2.0 if state.match == FIRST_TO else 1.0)
    scale = spread * sqrt(1.0 + (state.limit - most) / (2 * spread))
    sum_of_all = 0.0
    for other in range(state.players):
        sum_of_all += exp(sign * (state.scores[other] - state.scores[seat]) / scale)
    sides = 2.0 if state.pairs else 1.0
    return int(CERTAIN * sides / sum_of_all)


@rule
def won_share(state: State, seat: int) -> int:
    """A match that is won, shared with whoever else has won it; partners win together."""
    if state.winner == NOBODY and state.match == SINGLE:
        return 0
    if not wins(state, seat):
        return 0
    winners = 0
    for other in range(state.players):
        if other != partner(state, seat) or not state.pairs:
            winners += wins(state, other)
    return CERTAIN // winners
