"""Cento: bring the pile to exactly 100, or to exactly 0 while a Flip is in force.

In the order of the rules page. A card is its place in the deck table (`+1` is 0, Copy is 29). A move is an integer
from a fixed space of 140:

    0 … 29      play a card that leaves no choice (a Copy of such a card too)
    30 … 39     Double/Halve and 20-40-60-80 with a choice: double, halve, +20 … +80, -20 … -80
    40 … 49     Copy with the same ten choices
    50 … 79     discard a card
    80 … 109    pairs: offer a card for a swap
    110 … 139   pairs: give a card in return

Rulings are cited by number (C1, G1, …).
"""

from __future__ import annotations

from tiotal.rules.chance import random_below, shuffle
from tiotal.rules.state import NOBODY, UNKNOWN, Declared, copy_row, fill, number, row, rule, scratch, seats

# --- Cards ------------------------------------------------------------------------------------------------------
ADDITIONS = 12  # +1 … +10, +25, +50 are cards 0 … 11
DOUBLE_HALVE, FLIP, SKIP, TURN, TENS, COPY = 24, 25, 26, 27, 28, 29
KINDS = 30
NO_CARD = KINDS  # "none" for a place where one card can lie

# What a card adds: nothing, like 0, for the special ones; two of those change the total by a choice.
VALUE = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 25, 50, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -15, 0, 0, 0, 0, 0, 0, 0)
POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 0, 15, 25, 15, 15, 20, 20, 0)

COPIES = (6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 4, 4, 4, 4, 4, 4)
DECK = 110

# --- Variants: the kinds of cards that a preset plays with, as the bits of an integer; all copies of each ----------
CLASSIC, TO_20_A, TO_20_B, RACE, MARATHON, OWN = 0, 1, 2, 3, 4, 5
ALL_KINDS = (1 << KINDS) - 1
UP_TO_5 = 0b11111 | 0b11111 << ADDITIONS
PRESET_KINDS = (
    ALL_KINDS,
    UP_TO_5 | 1 << SKIP | 1 << TURN | 1 << DOUBLE_HALVE | 1 << FLIP,
    UP_TO_5 | 1 << SKIP | 1 << TURN | 1 << COPY,
    ALL_KINDS & ~(1 << (ADDITIONS - 1)),  # without +50
    ALL_KINDS,
)

# --- Matches ----------------------------------------------------------------------------------------------------
SINGLE, SERIES, FIRST_TO = 0, 1, 2
LAST_ROUND = 100  # G3
CLOSING_RANGE = 10  # C7

# --- Moves ------------------------------------------------------------------------------------------------------
CHOICES, COPY_CHOICES, DISCARDS, SWAPS, GIFTS, ACTIONS = 30, 40, 50, 80, 110, 140
DOUBLE, HALVE, FIRST_TEN = 0, 1, 2  # the choices; the tens follow
TENS_CHANGE = (20, 40, 60, 80, -20, -40, -60, -80)

# --- Knowledge of cards received in a swap: what has been ruled out of the hand since they came -------------------
SINCE_NOTHING, SINCE_RULED_OUT, SINCE_RESHUFFLE = 0, 1, 2
MOST_TRIES = 50  # of a perfectly fair imagination

MAX_PLAYERS = 8
HAND = 5
MAX_MOVES = 40


class State(Declared):
    """Everything about a match in progress. Each field says who may see it."""

    # The options: everyone.
    players: int = number()
    preset: int = number()
    kinds: int = number(bits=32, derived=True)  # the cards that are played with
    deck_size: int = number(derived=True)
    target: int = number()
    match: int = number()
    limit: int = number()
    pairs: int = number()

    rng: list[int] = row(2, bits=64)  # nobody

    # The match: everyone.
    round: int = number()
    scores: list[int] = row(MAX_PLAYERS, bits=32)
    over: int = number()
    ran_out: int = number()  # how often the stock was made anew

    # The round: everyone.
    to_move: int = number()  # NOBODY when the round or the match is over
    winner: int = number()  # of this round, or NOBODY
    turns: int = number()  # complete turns in this round
    total: int = number()
    flipped: int = number()
    direction: int = number()
    last: int = number(signed=False)  # what a Copy would copy (C5), never COPY
    top: int = number()  # of the pile
    beside: int = number()  # the Flip in force, or the Copy in its place
    pile_size: int = number()
    discards_size: int = number()
    stock_size: int = number(signed=False)
    spent_size: int = number(signed=False)
    spent: list[int] = row(DECK)  # what a reshuffle brings back: the pile under its top, and the discards

    stock: list[int] = row(DECK)  # nobody; the top is the last of the first stock_size
    hands: list[list[int]] = seats(MAX_PLAYERS, HAND, signed=False)  # owner only; everyone when they are counted

    # A swap between partners.
    swap_from: int = number()  # everyone: the seat that asked, while its partner is choosing
    offered: int = number()  # that seat only
    must_play: int = number()  # the pair only: the card received, until it is played

    # What the table knows about hands without having seen them.
    known_size: list[int] = row(MAX_PLAYERS)  # the pair only
    known: list[list[int]] = seats(MAX_PLAYERS, HAND)  # the pair only: cards received in swaps and still held
    known_since: list[list[int]] = seats(MAX_PLAYERS, HAND)  # the pair only: see "What a hand cannot hold"
    ruled_out_size: list[int] = row(MAX_PLAYERS)  # everyone
    ruled_out: list[list[int]] = seats(MAX_PLAYERS, HAND, bits=32)  # everyone: see "What a hand cannot hold"
    old_size: list[int] = row(MAX_PLAYERS)  # everyone: how many of those cards are from before the last reshuffle
    old_held: list[int] = row(KINDS)  # everyone: how many of each card were in all hands at the last reshuffle
    old_hands: list[list[int]] = seats(MAX_PLAYERS, HAND)  # owner only: the hand at the last reshuffle

    moves: list[int] = scratch(MAX_MOVES)
    unseen: list[int] = scratch(KINDS)
    unplaced: list[int] = scratch(KINDS)
    old_unseen: list[int] = scratch(KINDS)
    old_unplaced: list[int] = scratch(KINDS)
    filled: list[int] = scratch(MAX_PLAYERS)
    place_seat: list[int] = scratch(MAX_PLAYERS * HAND)
    place_mask: list[int] = scratch(MAX_PLAYERS * HAND, bits=32)
    place_old: list[int] = scratch(MAX_PLAYERS * HAND)
    place_fitting: list[int] = scratch(MAX_PLAYERS * HAND)
    masks: list[int] = scratch(HAND, bits=32)


# --- Variants: the deck -----------------------------------------------------------------------------------------
@rule
def play_with(state: State, kinds: int) -> None:
    """Choose the deck: all copies of these kinds of cards."""
    state.kinds = kinds
    state.deck_size = 0
    for card in range(KINDS):
        state.deck_size += copies(state, card)


@rule
def copies(state: State, card: int) -> int:
    return COPIES[card] if (state.kinds >> card) & 1 else 0


# --- A round: the deal ------------------------------------------------------------------------------------------
@rule
def begin(state: State) -> None:
    """A match at its start; the options and the generator are already set."""
    state.round = 0
    state.over = 0
    state.ran_out = 0
    state.to_move = NOBODY
    for seat in range(MAX_PLAYERS):
        state.scores[seat] = 0


@rule
def new_round(state: State) -> None:
    state.round += 1
    state.winner = NOBODY
    state.turns = 0
    state.total = 0
    state.flipped = 0
    state.direction = 1
    state.last = NO_CARD
    state.top = NO_CARD
    state.beside = NO_CARD
    state.pile_size = 0
    state.discards_size = 0
    state.spent_size = 0
    state.swap_from = NOBODY
    state.offered = NO_CARD
    state.must_play = NO_CARD


@rule
def deal(state: State) -> bool:
    """Shuffle and deal; False if the deal has to be repeated because nobody can open (C2)."""
    stock = state.stock
    size = 0
    for card in range(KINDS):
        for _ in range(copies(state, card)):
            stock[size] = card
            size += 1
    shuffle(state, stock, size)
    state.stock_size = size
    for seat in range(state.players):
        state.known_size[seat] = 0
        state.ruled_out_size[seat] = 0
        state.old_size[seat] = 0
    for slot in range(HAND):
        for seat in range(state.players):
            take_top(state, seat, slot)
    state.to_move = starter(state)
    return can_open(state, state.to_move)


@rule
def deal_round(state: State) -> None:
    new_round(state)
    while not deal(state):
        pass


@rule
def starter(state: State) -> int:
    """Lowest addition card; level players compare the next lowest, and so on (C1)."""
    best = 0
    for seat in range(1, state.players):
        if lowness(state, seat) > lowness(state, best):
            best = seat
    return best


@rule
def lowness(state: State, seat: int) -> int:
    """An addition card counts for more than all the higher ones that a hand can hold (three bits each)."""
    count = 0
    for slot in range(HAND):
        card = state.hands[seat][slot]
        if card < ADDITIONS:
            count += 1 << (3 * (ADDITIONS - 1 - card))
    return count


@rule
def can_open(state: State, seat: int) -> bool:
    card = lowest_addition(state, seat)
    return card < ADDITIONS and VALUE[card] <= state.target


@rule
def lowest_addition(state: State, seat: int) -> int:
    """The lowest card of a hand: additions come first in the deck table."""
    lowest = NO_CARD
    for slot in range(HAND):
        lowest = min(lowest, state.hands[seat][slot])
    return lowest


# --- A round: cards move ----------------------------------------------------------------------------------------
@rule
def take_from_hand(state: State, seat: int, card: int) -> int:
    """Take a card out and say which slot is free now."""
    hand = state.hands[seat]
    free = 0
    for slot in range(HAND):
        if hand[slot] == card:
            free = slot
    hand[free] = NO_CARD
    return free


@rule
def take_top(state: State, seat: int, slot: int) -> None:
    state.stock_size -= 1
    state.hands[seat][slot] = state.stock[state.stock_size]


@rule
def draw(state: State, seat: int, slot: int) -> None:
    """Take the top card; a stock that this empties is made anew at once (C4)."""
    take_top(state, seat, slot)
    if state.stock_size == 0:
        for i in range(state.spent_size):
            state.stock[i] = state.spent[i]
        state.stock_size = state.spent_size
        state.spent_size = 0
        state.pile_size = 1
        state.discards_size = 0
        state.ran_out += 1
        note_reshuffle(state)
        shuffle(state, state.stock, state.stock_size)


@rule
def spend(state: State, card: int) -> None:
    state.spent[state.spent_size] = card
    state.spent_size += 1


@rule
def lay_on_pile(state: State, card: int) -> None:
    if state.top != NO_CARD:
        spend(state, state.top)
    state.top = card
    state.pile_size += 1


# --- A round: turns and its end ---------------------------------------------------------------------------------
@rule
def goal(state: State) -> int:
    return 0 if state.flipped else state.target


@rule
def last_turn(state: State) -> int:
    """G1: after so many turns a round ends without a winner."""
    return 10 * state.target if state.target > 100 else 1000


@rule
def finish_turn(state: State, seat: int, slot: int, steps: int) -> None:
    draw(state, seat, slot)
    if state.turns == last_turn(state):
        end_round(state, NOBODY)
    else:
        state.to_move = seat_after(state, seat, steps)


@rule
def seat_after(state: State, seat: int, steps: int) -> int:
    """One or two seats on; two of two is the same seat again."""
    seat += steps * state.direction
    if seat < 0:
        return seat + state.players
    if seat >= state.players:
        return seat - state.players
    return seat


@rule
def end_round(state: State, winner: int) -> None:
    state.to_move = NOBODY
    state.winner = winner
    count_round(state)
    state.over = is_decided(state)


# --- What the cards do ------------------------------------------------------------------------------------------
@rule
def effect_of(state: State, card: int) -> int:
    """A Copy acts as the card played last (C5)."""
    return state.last if card == COPY else card


@rule
def in_range(state: State, change: int) -> bool:
    return 0 <= state.total + change <= state.target


@rule
def signed(state: State, card: int) -> int:
    """What a card adds; Flip makes additions and subtractions change places."""
    return -VALUE[card] if state.flipped else VALUE[card]


@rule
def change_by(state: State, effect: int, move: int) -> int:
    """How a card that is played changes the total."""
    if effect == DOUBLE_HALVE:
        return state.total if choice_of(move) == DOUBLE else -(state.total // 2)
    if effect == TENS:
        return TENS_CHANGE[choice_of(move) - FIRST_TEN]
    return signed(state, effect)


@rule
def choice_of(move: int) -> int:
    return move - COPY_CHOICES if move >= COPY_CHOICES else move - CHOICES


@rule
def lay(state: State, card: int, effect: int) -> None:
    """Onto the pile; a Flip in force lies beside it, and both go into the pile when it ends (C6)."""
    if effect == FLIP:
        state.flipped = 1 - state.flipped
        if state.flipped:
            state.beside = card
            return
        lay_on_pile(state, state.beside)
        state.beside = NO_CARD
    lay_on_pile(state, card)


@rule
def steps_after(state: State, effect: int) -> int:
    """How many seats the move passes on; Turn has changed the direction already."""
    if effect == SKIP or (effect == TURN and state.players == 2):
        return 2
    return 1


# --- Moves: which are legal -------------------------------------------------------------------------------------
@rule
def legal(state: State) -> int:
    """Write the legal moves into `state.moves` and say how many there are."""
    seat = state.to_move
    if state.swap_from != NOBODY:
        return add_each_card(state, 0, seat, GIFTS)
    if state.turns == 0:
        state.moves[0] = lowest_addition(state, seat)
        return 1
    if state.must_play != NO_CARD:
        n = add_plays(state, 0, state.must_play)
        if n == 0:
            state.moves[0] = DISCARDS + state.must_play  # C8
            n = 1
        return n
    n = 0
    done = 0
    for slot in range(HAND):
        card = state.hands[seat][slot]
        if not (done >> card) & 1:
            n = add_plays(state, n, card)
        done |= 1 << card
    if n == 0:
        n = add_each_card(state, 0, seat, DISCARDS)
    if state.pairs and may_swap(state):
        n = add_each_card(state, n, seat, SWAPS)
    return n


@rule
def add_plays(state: State, n: int, card: int) -> int:
    """Add every way to play a card; return the new count."""
    effect = effect_of(state, card)
    first = COPY_CHOICES if card == COPY else CHOICES
    if effect == DOUBLE_HALVE:
        if in_range(state, state.total):
            state.moves[n] = first + DOUBLE
            n += 1
        if state.total % 2 == 0:
            state.moves[n] = first + HALVE
            n += 1
    elif effect == TENS:
        for ten in range(len(TENS_CHANGE)):
            if in_range(state, TENS_CHANGE[ten]) and (state.preset != RACE or is_race_ten(ten)):
                state.moves[n] = first + FIRST_TEN + ten
                n += 1
    else:
        state.moves[n] = card
        if in_range(state, signed(state, effect)):
            n += 1
    return n


@rule
def is_race_ten(ten: int) -> bool:
    return -40 <= TENS_CHANGE[ten] <= 40


@rule
def add_each_card(state: State, n: int, seat: int, first: int) -> int:
    """Equal cards are one move."""
    done = 0
    for slot in range(HAND):
        card = state.hands[seat][slot]
        if not (done >> card) & 1:
            state.moves[n] = first + card
            n += 1
        done |= 1 << card
    return n


# --- Moves: what they do ----------------------------------------------------------------------------------------
@rule
def apply(state: State, move: int) -> None:
    if move < DISCARDS:
        play(state, move)
    elif move < SWAPS:
        discard(state, move - DISCARDS)
    elif move < GIFTS:
        offer(state, move - SWAPS)
    else:
        give(state, move - GIFTS)


@rule
def card_of(move: int) -> int:
    """The card that a move plays, discards, offers or gives."""
    if move < CHOICES:
        return move
    if move < COPY_CHOICES:
        return DOUBLE_HALVE if move < CHOICES + FIRST_TEN else TENS
    if move < DISCARDS:
        return COPY
    return (move - DISCARDS) % KINDS


@rule
def play(state: State, move: int) -> None:
    seat = state.to_move
    card = card_of(move)
    effect = effect_of(state, card)
    slot = take_from_hand(state, seat, card)
    note_shown(state, seat, card)
    if state.turns == 0:
        note_opening(state, card)
    state.turns += 1
    state.must_play = NO_CARD
    state.total += change_by(state, effect, move)
    state.last = effect
    lay(state, card, effect)
    if effect == TURN:
        state.direction = -state.direction
    if state.total == goal(state):
        end_round(state, seat)  # C3; the winner does not draw
    else:
        finish_turn(state, seat, slot, steps_after(state, effect))


@rule
def discard(state: State, card: int) -> None:
    seat = state.to_move
    slot = take_from_hand(state, seat, card)
    note_shown(state, seat, card)
    if state.must_play == NO_CARD:
        note_nothing_playable(state, seat)
    state.turns += 1
    state.must_play = NO_CARD
    spend(state, card)
    state.discards_size += 1
    finish_turn(state, seat, slot, 1)


# --- Matches ----------------------------------------------------------------------------------------------------
@rule
def points_in_hand(state: State, seat: int) -> int:
    points = 0
    for slot in range(HAND):
        points += POINTS[state.hands[seat][slot]]
    return points


@rule
def count_round(state: State) -> None:
    """Add the round to the scores; without a winner (G1) only a series counts, and counts every hand."""
    if state.match == SERIES:
        for seat in range(state.players):
            if state.winner == NOBODY or not on_one_side(state, seat, state.winner):
                state.scores[seat] += points_in_hand(state, seat)
                if state.pairs:
                    state.scores[seat] += points_in_hand(state, partner(state, seat))  # C9
    elif state.winner != NOBODY:
        worth = 1
        if state.match == FIRST_TO:
            worth = 0
            for seat in range(state.players):
                if not on_one_side(state, seat, state.winner):
                    worth += points_in_hand(state, seat)
        for seat in range(state.players):
            if on_one_side(state, seat, state.winner):
                state.scores[seat] += worth


@rule
def is_decided(state: State) -> int:
    if state.match == SINGLE or state.round == LAST_ROUND:
        return 1
    for seat in range(state.players):
        if state.scores[seat] >= state.limit:
            return 1
    return 0


@rule
def wins(state: State, seat: int) -> bool:
    """Whether a seat has the best score of a match that is over; level players share (G2)."""
    for other in range(state.players):
        if state.match == SERIES:
            if state.scores[other] < state.scores[seat]:
                return False
        elif state.scores[other] > state.scores[seat]:
            return False
    return True


# --- Pairs ------------------------------------------------------------------------------------------------------
@rule
def partner(state: State, seat: int) -> int:
    return (seat + state.players // 2) % state.players


@rule
def on_one_side(state: State, seat: int, other: int) -> bool:
    return seat == other or (state.pairs != 0 and partner(state, seat) == other)


@rule
def may_swap(state: State) -> bool:
    """C7: the turn begins within ten of the goal."""
    if state.flipped:
        return state.total <= CLOSING_RANGE
    return state.total >= state.target - CLOSING_RANGE


@rule
def offer(state: State, card: int) -> None:
    """The card stays in the giver's hand until the partner has chosen."""
    state.swap_from = state.to_move
    state.offered = card
    state.to_move = partner(state, state.to_move)


@rule
def give(state: State, card: int) -> None:
    helper = state.to_move
    asker = state.swap_from
    exchange(state, asker, state.offered, helper, card)
    state.swap_from = NOBODY
    state.offered = NO_CARD
    state.must_play = card
    state.to_move = asker


@rule
def exchange(state: State, seat: int, card: int, other: int, others_card: int) -> None:
    """Face down: the two know which cards have changed hands, the others only that two have."""
    slot = take_from_hand(state, seat, card)
    others_slot = take_from_hand(state, other, others_card)
    note_given(state, seat, card)
    note_given(state, other, others_card)
    state.hands[seat][slot] = others_card
    state.hands[other][others_slot] = card
    note_received(state, seat, others_card)
    note_received(state, other, card)


@rule
def note_given(state: State, seat: int, card: int) -> None:
    forget_known(state, seat, card)
    forget_ruled_out(state, seat, UNKNOWN)


@rule
def note_received(state: State, seat: int, card: int) -> None:
    state.known[seat][state.known_size[seat]] = card
    state.known_since[seat][state.known_size[seat]] = SINCE_NOTHING
    state.known_size[seat] += 1


# --- What a hand cannot hold ------------------------------------------------------------------------------------
# Who discards could play nothing; who does not start has no lower addition card; and when the stock is made anew, all
# cards that are not in it are in hands: the whole table knows. So each hand has a list of sets of cards (bits of an
# integer), one for every card held since such a moment, oldest first. A card held longer has been ruled out more: each
# set contains the next. It is not known which card of the hand is which. When one leaves, the oldest place that it can
# have had is struck out; if it came from a younger place, the card in the older place fits into the younger one too.
# Partners know some of each other's cards; such a card has a place of its own only since something was ruled out.
@rule
def note_shown(state: State, seat: int, card: int) -> None:
    if state.pairs:
        forget_known(state, seat, card)
    if state.must_play == NO_CARD:  # a card just received is none of those held longer
        forget_ruled_out(state, seat, card)


@rule
def forget_known(state: State, seat: int, card: int) -> None:
    size = state.known_size[seat]
    for i in range(size):
        if state.known[seat][i] == card:
            state.known[seat][i] = state.known[seat][size - 1]
            state.known_since[seat][i] = state.known_since[seat][size - 1]
            state.known_size[seat] = size - 1
            return


@rule
def forget_ruled_out(state: State, seat: int, card: int) -> None:
    size = state.ruled_out_size[seat]
    if size > 0:
        place = strike(state.ruled_out[seat], size, card)
        if place < size:
            state.ruled_out_size[seat] = size - 1
        if place < state.old_size[seat]:
            state.old_size[seat] -= 1


@rule
def strike(masks: list[int], size: int, card: int) -> int:
    """Strike out the oldest place that can hold the card (any, if it is unknown); which it was, or size if none."""
    for place in range(size):
        if card == UNKNOWN or not (masks[place] >> card) & 1:
            for later in range(place, size - 1):
                masks[later] = masks[later + 1]
            return place
    return size


@rule
def note_opening(state: State, card: int) -> None:
    lower = (1 << card) - 1
    if lower > 0:
        for seat in range(state.players):
            rule_out(state, seat, lower)


@rule
def note_nothing_playable(state: State, seat: int) -> None:
    playable = 0
    for card in range(KINDS):
        if add_plays(state, 0, card) > 0:
            playable |= 1 << card
    rule_out(state, seat, playable)


@rule
def note_reshuffle(state: State) -> None:
    """What is neither in the new stock nor beside or on top of the pile is in somebody's hand."""
    for card in range(KINDS):
        state.old_held[card] = 0
    absent = (1 << KINDS) - 1
    for seat in range(state.players):
        for slot in range(HAND):
            card = state.hands[seat][slot]
            state.old_hands[seat][slot] = card
            state.old_held[card] += 1
            absent &= ~(1 << card)
    for seat in range(state.players):
        rule_out(state, seat, absent)
        state.old_size[seat] = HAND
        for i in range(state.known_size[seat]):
            state.known_since[seat][i] = SINCE_RESHUFFLE


@rule
def rule_out(state: State, seat: int, cards: int) -> None:
    """The hand holds none of these cards now."""
    size = state.ruled_out_size[seat]
    for i in range(size):
        state.ruled_out[seat][i] |= cards
    held = cards_held(state, seat)
    for i in range(size, held):
        state.ruled_out[seat][i] = cards
    state.ruled_out_size[seat] = held
    for i in range(state.known_size[seat]):
        state.known_since[seat][i] = max(state.known_since[seat][i], SINCE_RULED_OUT)


@rule
def cards_held(state: State, seat: int) -> int:
    held = 0
    for slot in range(HAND):
        if state.hands[seat][slot] != NO_CARD:
            held += 1
    return held


# --- Knowledge: what a seat may see -----------------------------------------------------------------------------
@rule
def view(seen: State, state: State, seat: int) -> None:
    """Copy into `seen`, which is all zero, what `seat` (NOBODY: a spectator) may know, and nothing else."""
    seen.players = state.players
    seen.preset = state.preset
    seen.kinds = state.kinds
    seen.deck_size = state.deck_size
    seen.target = state.target
    seen.match = state.match
    seen.limit = state.limit
    seen.pairs = state.pairs
    seen.round = state.round
    seen.over = state.over
    seen.ran_out = state.ran_out
    seen.to_move = state.to_move
    seen.winner = state.winner
    seen.turns = state.turns
    seen.total = state.total
    seen.flipped = state.flipped
    seen.direction = state.direction
    seen.last = state.last
    seen.top = state.top
    seen.beside = state.beside
    seen.pile_size = state.pile_size
    seen.discards_size = state.discards_size
    seen.stock_size = state.stock_size
    seen.spent_size = state.spent_size
    seen.swap_from = state.swap_from
    copy_row(seen.spent, state.spent, state.spent_size)
    fill(seen.stock, state.stock_size, UNKNOWN)
    copy_row(seen.scores, state.scores, state.players)
    copy_row(seen.ruled_out_size, state.ruled_out_size, state.players)
    copy_row(seen.old_size, state.old_size, state.players)
    for other in range(state.players):
        copy_row(seen.ruled_out[other], state.ruled_out[other], state.ruled_out_size[other])
        if seat == other:
            copy_row(seen.hands[other], state.hands[other], HAND)
        elif sees_hand(state, seat, other):
            for slot in range(HAND):
                seen.hands[other][slot] = nth_lowest(state, other, slot)  # not in the order in which they came
        else:
            fill(seen.hands[other], HAND, NO_CARD)
            fill(seen.hands[other], cards_held(state, other), UNKNOWN)
        if state.pairs and seat != NOBODY and on_one_side(state, seat, other):
            seen.known_size[other] = state.known_size[other]
            copy_row(seen.known[other], state.known[other], state.known_size[other])
            copy_row(seen.known_since[other], state.known_since[other], state.known_size[other])
    if state.ran_out > 0:
        copy_row(seen.old_held, state.old_held, KINDS)
        if seat != NOBODY:
            copy_row(seen.old_hands[seat], state.old_hands[seat], HAND)
    seen.offered = state.offered
    if state.swap_from != NOBODY and seat != state.swap_from:
        seen.offered = UNKNOWN
    seen.must_play = state.must_play
    if state.must_play != NO_CARD and (seat == NOBODY or not on_one_side(state, seat, state.to_move)):
        seen.must_play = UNKNOWN


@rule
def nth_lowest(state: State, seat: int, n: int) -> int:
    """The n-th card of a hand in deck-table order; a place without a card comes last."""
    hand = state.hands[seat]
    for slot in range(HAND):
        before = 0
        for other in range(HAND):
            if hand[other] < hand[slot] or (hand[other] == hand[slot] and other < slot):
                before += 1
        if before == n:
            return hand[slot]
    return NO_CARD


@rule
def sees_hand(state: State, seat: int, other: int) -> bool:
    """One's own; and every hand when the hands are counted at the end of a round."""
    return seat == other or (state.to_move == NOBODY and state.match != SINGLE)


# --- Knowledge: what the rest may be ----------------------------------------------------------------------------
@rule
def imagine(state: State, seat: int) -> None:
    """Turn a copy of the view of `seat` into a full state, each possible one equally likely."""
    count_unseen(state, seat)
    places = list_places(state, seat)
    tries = 1
    while not fill_places(state, places, tries) or not fill_the_rest(state):
        tries += 1
    if state.offered == UNKNOWN:
        state.offered = state.hands[state.swap_from][random_below(state, HAND)]
    if state.must_play == UNKNOWN:
        older = state.filled[state.to_move]
        state.must_play = state.hands[state.to_move][older + random_below(state, HAND - older)]


@rule
def count_unseen(state: State, seat: int) -> None:
    """How many of each card the viewer has no place for."""
    for card in range(KINDS):
        state.unseen[card] = copies(state, card)
    for i in range(state.spent_size):
        state.unseen[state.spent[i]] -= 1
    if state.top != NO_CARD:
        state.unseen[state.top] -= 1
    if state.beside != NO_CARD:
        state.unseen[state.beside] -= 1
    for other in range(state.players):
        if sees_hand(state, seat, other):
            for slot in range(HAND):
                if state.hands[other][slot] != NO_CARD:
                    state.unseen[state.hands[other][slot]] -= 1
        else:
            for i in range(state.known_size[other]):
                state.unseen[state.known[other][i]] -= 1
    for card in range(KINDS):
        state.old_unseen[card] = state.old_held[card]
    if seat != NOBODY:
        for slot in range(HAND):
            state.old_unseen[state.old_hands[seat][slot]] -= 1
        for i in range(state.known_size[partner(state, seat)]):
            if state.known_since[partner(state, seat)][i] == SINCE_RESHUFFLE:
                state.old_unseen[state.known[partner(state, seat)][i]] -= 1
    for card in range(KINDS):
        state.old_unseen[card] = min(state.old_unseen[card], state.unseen[card])


@rule
def list_places(state: State, seat: int) -> int:
    """The cards in hidden hands of which something is ruled out, those that fewest cards fit first; how many."""
    places = 0
    for other in range(state.players):
        state.filled[other] = HAND
        if not sees_hand(state, seat, other):
            size = state.ruled_out_size[other]
            old = state.old_size[other]
            for i in range(size):
                state.masks[i] = state.ruled_out[other][i]
            for i in range(state.known_size[other]):
                state.hands[other][i] = state.known[other][i]
                if state.known_since[other][i] != SINCE_NOTHING:
                    struck = strike(state.masks, size, state.known[other][i])
                    old -= struck < old
                    size -= struck < size
            for i in range(size):
                insert_place(state, places, other, state.masks[i], i < old)
                places += 1
            state.filled[other] = state.known_size[other]
    return places


@rule
def insert_place(state: State, places: int, seat: int, mask: int, old: int) -> None:
    cards = count_fitting(state.old_unseen if old else state.unseen, mask)
    i = places
    while i > 0 and state.place_fitting[i - 1] > cards:
        state.place_seat[i] = state.place_seat[i - 1]
        state.place_mask[i] = state.place_mask[i - 1]
        state.place_old[i] = state.place_old[i - 1]
        state.place_fitting[i] = state.place_fitting[i - 1]
        i -= 1
    state.place_seat[i] = seat
    state.place_mask[i] = mask
    state.place_old[i] = old
    state.place_fitting[i] = cards


@rule
def count_fitting(cards: list[int], mask: int) -> int:
    fitting = 0
    for card in range(KINDS):
        if not (mask >> card) & 1:
            fitting += cards[card]
    return fitting


@rule
def fill_places(state: State, places: int, tries: int) -> bool:
    """Give each place one of the cards that fit; False if it has to be tried again.

    A place takes each card with the same chance, whatever the places before it have taken: one in the most cards that
    can be left for it. Where fewer are left, the missing chance is a failure. So all ways are equally likely. In the
    rare cases where this fails again and again, a place takes what is left for it: nearly as fair, and sure to end.
    """
    for card in range(KINDS):
        state.unplaced[card] = state.unseen[card]
        state.old_unplaced[card] = state.old_unseen[card]
    for i in range(places):
        mask = state.place_mask[i]
        old = state.place_old[i]
        most = state.place_fitting[i]
        for j in range(i):
            if mask & ~state.place_mask[j] == 0 and old <= state.place_old[j]:
                most -= 1  # whatever that place has taken would have fitted here
        if tries > MOST_TRIES:
            most = min(most, count_fitting(state.old_unplaced if old else state.unplaced, mask))
        card = UNKNOWN
        if most > 0:
            card = pick_fitting(state.old_unplaced if old else state.unplaced, mask, random_below(state, most))
        if card == UNKNOWN:
            for k in range(i):
                state.filled[state.place_seat[k]] -= 1
            return False
        state.unplaced[card] -= 1
        state.old_unplaced[card] = min(state.old_unplaced[card] - old, state.unplaced[card])
        seat = state.place_seat[i]
        state.hands[seat][state.filled[seat]] = card
        state.filled[seat] += 1
    return True


@rule
def pick_fitting(cards: list[int], mask: int, pick: int) -> int:
    """The card with this number among those that fit; UNKNOWN if there are not so many."""
    for card in range(KINDS):
        if not (mask >> card) & 1:
            pick -= cards[card]
            if pick < 0:
                return card
    return UNKNOWN


@rule
def fill_the_rest(state: State) -> bool:
    """Deal what remains into the open places of the hands; what is left is the stock. False if another would open."""
    size = 0
    for card in range(KINDS):
        for _ in range(state.unplaced[card]):
            state.stock[size] = card
            size += 1
    shuffle(state, state.stock, size)
    for other in range(state.players):
        for slot in range(state.filled[other], held_in_view(state, other)):
            size -= 1
            state.hands[other][slot] = state.stock[size]
    state.stock_size = size
    return state.turns > 0 or (starter(state) == state.to_move and can_open(state, state.to_move))


@rule
def held_in_view(state: State, seat: int) -> int:
    """Every hand has five cards, but the winner's, who did not draw."""
    return HAND - 1 if seat == state.winner else HAND
