"""Ladder: get rid of your hand; each card must be higher than the last, or you rest.

In the order of play. A card is its number, 1 to 20. A move is an integer:

    0 … 19      play card move + 1, which is higher than the top of the ladder
    20          rest, and draw a card if there is one

When everybody has rested in a row the ladder falls, and the next card may be any. If that happens while there is
nothing to draw, the match is over, and the fewest cards win.
"""

from __future__ import annotations

from tiotal.rules.chance import shuffle
from tiotal.rules.state import NOBODY, UNKNOWN, Declared, number, row, rule, scratch

CARDS = 20
HAND = 4
MAX_PLAYERS = 4
IN_STOCK, PLAYED = 4, 5  # where a card is, when it is in no hand
REST = 20
ACTIONS = 21


class State(Declared):
    players: int = number()  # everyone
    rng: list[int] = row(2, bits=64)  # nobody

    round: int = number()  # everyone
    scores: list[int] = row(MAX_PLAYERS, bits=16)  # everyone: 1 for whoever has won
    over: int = number()  # everyone
    ran_out: int = number()  # everyone: 1 when the stock is used up

    to_move: int = number()  # everyone
    top: int = number()  # everyone: of the ladder, 0 when it has fallen
    rests: int = number()  # everyone: in a row
    hand_size: list[int] = row(MAX_PLAYERS)  # everyone
    stock_size: int = number()  # everyone

    where: list[int] = row(CARDS + 1)  # everyone for cards that were played, else the holder only
    stock: list[int] = row(CARDS)  # nobody; the top is the last of the first stock_size

    moves: list[int] = scratch(ACTIONS)
    free: list[int] = scratch(CARDS)


# --- The deal ---------------------------------------------------------------------------------------------------
@rule
def begin(state: State) -> None:
    state.round = 0
    state.over = 0
    state.ran_out = 0
    state.to_move = NOBODY
    for seat in range(MAX_PLAYERS):
        state.scores[seat] = 0


@rule
def new_round(state: State) -> None:
    state.round = 1
    state.to_move = 0
    state.top = 0
    state.rests = 0
    state.stock_size = CARDS
    for i in range(CARDS):
        state.stock[i] = i + 1
        state.where[i + 1] = IN_STOCK
    for seat in range(state.players):
        state.hand_size[seat] = 0


@rule
def deal(state: State) -> bool:
    shuffle(state, state.stock, CARDS)
    for seat in range(state.players):
        for _ in range(HAND):
            draw(state, seat)
    return True


@rule
def deal_round(state: State) -> None:
    new_round(state)
    deal(state)


@rule
def draw(state: State, seat: int) -> None:
    if state.stock_size > 0:
        state.stock_size -= 1
        state.where[state.stock[state.stock_size]] = seat
        state.stock[state.stock_size] = 0
        state.hand_size[seat] += 1
        if state.stock_size == 0:
            state.ran_out = 1


# --- A turn -----------------------------------------------------------------------------------------------------
@rule
def legal(state: State) -> int:
    n = 0
    for card in range(state.top + 1, CARDS + 1):
        if state.where[card] == state.to_move:
            state.moves[n] = card - 1
            n += 1
    state.moves[n] = REST
    return n + 1


@rule
def apply(state: State, move: int) -> None:
    seat = state.to_move
    if move < REST:
        play(state, seat, move + 1)
    else:
        rest(state, seat)
    if not state.over:
        state.to_move = (seat + 1) % state.players


@rule
def play(state: State, seat: int, card: int) -> None:
    state.where[card] = PLAYED
    state.hand_size[seat] -= 1
    state.top = card
    state.rests = 0
    if state.hand_size[seat] == 0:
        end(state)


@rule
def rest(state: State, seat: int) -> None:
    state.rests += 1
    if state.rests == state.players:
        state.rests = 0
        state.top = 0
        if state.stock_size == 0:
            end(state)
    if not state.over:
        draw(state, seat)


# --- The end ----------------------------------------------------------------------------------------------------
@rule
def end(state: State) -> None:
    state.over = 1
    state.to_move = NOBODY
    for seat in range(state.players):
        state.scores[seat] = 1 if wins(state, seat) else 0


@rule
def wins(state: State, seat: int) -> bool:
    """The fewest cards; level players share."""
    for other in range(state.players):
        if state.hand_size[other] < state.hand_size[seat]:
            return False
    return True


# --- Knowledge --------------------------------------------------------------------------------------------------
@rule
def view(seen: State, state: State, seat: int) -> None:
    """Copy into `seen`, which is all zero, what `seat` (NOBODY: a spectator) may know, and nothing else."""
    seen.players = state.players
    seen.round = state.round
    seen.over = state.over
    seen.ran_out = state.ran_out
    seen.to_move = state.to_move
    seen.top = state.top
    seen.rests = state.rests
    seen.stock_size = state.stock_size
    for other in range(state.players):
        seen.scores[other] = state.scores[other]
        seen.hand_size[other] = state.hand_size[other]
    for card in range(1, CARDS + 1):
        known = state.where[card] == PLAYED or state.where[card] == seat
        seen.where[card] = state.where[card] if known else UNKNOWN
    for i in range(state.stock_size):
        seen.stock[i] = UNKNOWN


@rule
def imagine(state: State, seat: int) -> None:
    """Nobody has to play, so nothing follows from what they did: all arrangements are alike."""
    size = 0
    for card in range(1, CARDS + 1):
        if state.where[card] == UNKNOWN:
            state.free[size] = card
            size += 1
    shuffle(state, state.free, size)
    for other in range(state.players):
        if other != seat:
            for _ in range(state.hand_size[other]):
                size -= 1
                state.where[state.free[size]] = other
    for i in range(size):
        state.where[state.free[i]] = IN_STOCK
        state.stock[i] = state.free[i]
