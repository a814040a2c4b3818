"""11 nimmt!: get rid of your hand; a card may be at most ten above the stack it goes on, else 11 takes the stack.

In the order of the rules page. A card is its number, 1 to 100. A move is an integer from a fixed space of 1,208:

    0 … 999       play card 1 + move // 10 on the stack whose top lies 1 + move % 10 below it
    1000 … 1099   take the stack whose top is 1 + move - 1000
    1100 … 1199   open a new stack with card 1 + move - 1100
    1200 … 1206   take the bull of a seat
    1207          end the turn

Rulings are cited by number (N1, G1, …).
"""

from __future__ import annotations

from tiotal.rules.chance import shuffle
from tiotal.rules.state import NOBODY, UNKNOWN, Declared, copy_row, fill, number, row, rule, scratch

# --- Cards ------------------------------------------------------------------------------------------------------
CARDS = 100
BULLS = 10
REACH = 10  # at most so far above the top
HAND = 10
MAX_PLAYERS = 7
MAX_STACKS = 48  # each take adds at most one stack; with 79 cards to turn up there are never more than 41
LAST_TURN = 1000  # G1

# N1: the ox heads of cards 0 (which does not exist) to 100.
HEADS = (
    *(0, 1, 3, 5, 1, 3, 1, 3, 1, 1, 1, 3, 1, 5, 1, 1, 1, 3, 1, 3, 1),
    *(1, 1, 5, 1, 1, 1, 1, 1, 3, 1, 3, 1, 7, 1, 1, 1, 3, 1, 1, 1),
    *(3, 1, 5, 1, 1, 1, 3, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 3, 1),
    *(3, 1, 7, 1, 1, 1, 3, 1, 1, 1, 3, 1, 5, 1, 1, 1, 1, 1, 3, 1),
    *(1, 1, 5, 1, 1, 1, 1, 1, 3, 1, 1, 1, 7, 1, 1, 1, 3, 1, 1, 1),
)

# Where a card is, when it is in no hand; seats count from 0.
IN_DRAW_PILE, ON_STACK = 7, 8

# --- Moves ------------------------------------------------------------------------------------------------------
TAKES, OPENINGS, BULL_CHOICES, END, ACTIONS = 1000, 1100, 1200, 1207, 1208
MAX_MOVES = 480


class State(Declared):
    """Everything about a match in progress. Each field says who may see it."""

    # The options: everyone.
    players: int = number()
    rounds: int = number()
    first_starter: int = number()
    sliding: int = number()  # N7: 1 if the window slides along during a turn

    rng: list[int] = row(2, bits=64)  # nobody

    # The match: everyone.
    round: int = number()
    starter: int = number()
    scores: list[int] = row(MAX_PLAYERS, bits=16)
    round_points: list[int] = row(MAX_PLAYERS, bits=16)  # of the round played last
    over: int = number()
    ran_out: int = number()  # in how many rounds the draw pile was used up

    # The round: everyone.
    to_move: int = number()  # NOBODY when the round or the match is over
    winner: int = number()  # of this round, or NOBODY
    turns: int = number()
    hand_size: list[int] = row(MAX_PLAYERS)
    draw_size: int = number()
    bulls: list[int] = row(MAX_PLAYERS)
    supply: int = number()
    choosing_bull: int = number()

    # The stacks, in the order in which they were begun: everyone has seen every card of them. People are shown the
    # tops only (N9); that is for whoever draws a view, the history itself is public.
    stack_count: int = number()
    tops: list[int] = row(MAX_STACKS)
    sizes: list[int] = row(MAX_STACKS)
    below: list[int] = row(CARDS + 1)  # the card under a card of a stack, 0 for the lowest

    # The turn in progress: everyone.
    used_count: int = number()
    used_top: list[int] = row(BULLS)  # the present top of each stack played on, in order of first use
    used_base: list[int] = row(BULLS)  # its top when the turn began

    face_up: list[int] = row(CARDS + 1)  # everyone: 1 if the card has been seen in this round
    where: list[int] = row(CARDS + 1)  # everyone for cards once seen, else the holder only
    draw: list[int] = row(CARDS)  # nobody; the top is the last of the first draw_size

    moves: list[int] = scratch(MAX_MOVES)
    free: list[int] = scratch(CARDS)
    hidden: list[int] = scratch(MAX_PLAYERS)


# --- A round: the deal ------------------------------------------------------------------------------------------
@rule
def begin(state: State) -> None:
    """A match at its start; the options and the generator are already set."""
    state.round = 0
    state.over = 0
    state.ran_out = 0
    state.to_move = NOBODY
    state.starter = state.first_starter  # N2
    for seat in range(MAX_PLAYERS):
        state.scores[seat] = 0
        state.round_points[seat] = 0


@rule
def new_round(state: State) -> None:
    if state.round > 0:
        state.starter = next_starter(state)
    state.round += 1
    state.winner = NOBODY
    state.turns = 0
    state.supply = BULLS
    state.choosing_bull = 0
    state.stack_count = 0
    state.used_count = 0
    for seat in range(MAX_PLAYERS):
        state.hand_size[seat] = 0
        state.bulls[seat] = 0


@rule
def next_starter(state: State) -> int:
    """Most minus points in the round just played; of level players the first from its starter (N3)."""
    best = state.starter
    for step in range(1, state.players):
        seat = (state.starter + step) % state.players
        if state.round_points[seat] > state.round_points[best]:
            best = seat
    return best


@rule
def deal(state: State) -> bool:
    for i in range(CARDS):
        state.draw[i] = i + 1
        state.where[i + 1] = IN_DRAW_PILE
        state.face_up[i + 1] = 0
    shuffle(state, state.draw, CARDS)
    state.draw_size = CARDS
    for _ in range(HAND):
        for seat in range(state.players):
            state.draw_size -= 1
            put_in_hand(state, seat, state.draw[state.draw_size])
    turn_up(state)
    state.to_move = state.starter
    return True


@rule
def deal_round(state: State) -> None:
    new_round(state)
    deal(state)


# --- Cards move -------------------------------------------------------------------------------------------------
@rule
def put_in_hand(state: State, seat: int, card: int) -> None:
    state.where[card] = seat
    state.hand_size[seat] += 1


@rule
def put_on_table(state: State, card: int, under: int) -> None:
    state.where[card] = ON_STACK
    state.face_up[card] = 1
    state.below[card] = under


@rule
def begin_stack(state: State, card: int) -> None:
    put_on_table(state, card, 0)
    state.tops[state.stack_count] = card
    state.sizes[state.stack_count] = 1
    state.stack_count += 1


@rule
def turn_up(state: State) -> None:
    """The top card of the draw pile begins a stack, if there is one (N4)."""
    if state.draw_size > 0:
        state.draw_size -= 1
        begin_stack(state, state.draw[state.draw_size])
        if state.draw_size == 0:
            state.ran_out += 1


# --- Play -------------------------------------------------------------------------------------------------------
@rule
def distance(low: int, high: int) -> int:
    """How far above `low` the card `high` is; after 100 comes 1."""
    return (high - low) % CARDS


@rule
def lower(card: int, steps: int) -> int:
    """The number so many steps below a card."""
    return card - steps if card > steps else card - steps + CARDS


@rule
def find_stack(state: State, top: int) -> int:
    stack = 0
    while state.tops[stack] != top:
        stack += 1
    return stack


@rule
def find_used(state: State, top: int) -> int:
    """The place among the stacks played on in this turn, or used_count."""
    i = 0
    while i < state.used_count and state.used_top[i] != top:
        i += 1
    return i


@rule
def reach(state: State, top: int) -> int:
    """How far above its top a stack takes a card from the player to move; 0 if it is closed to them."""
    if state.used_count == 0:
        return REACH
    i = find_used(state, top)
    if i == state.used_count:
        return REACH if state.used_count < state.bulls[state.to_move] else 0  # N6
    if state.sliding:
        return REACH
    return REACH - distance(state.used_base[i], top)  # N7


@rule
def play(state: State, card: int, top: int) -> None:
    seat = state.to_move
    stack = find_stack(state, top)
    put_on_table(state, card, top)
    state.tops[stack] = card
    state.sizes[stack] += 1
    state.hand_size[seat] -= 1
    go_on(state, top, card)


@rule
def open_stack(state: State, card: int) -> None:
    """N8: no stack is on the table; with a bull the new one counts as used, its first card as its base."""
    begin_stack(state, card)
    state.hand_size[state.to_move] -= 1
    go_on(state, card, card)


@rule
def go_on(state: State, before: int, now: int) -> None:
    """After a card: the round may be over, the turn is over without a bull, with one the player is asked again."""
    seat = state.to_move
    if state.hand_size[seat] == 0:
        end_round(state, seat)
    elif state.bulls[seat] == 0:
        finish_turn(state)
    else:
        i = find_used(state, before)
        if i == state.used_count:
            state.used_base[i] = before
            state.used_count += 1
        state.used_top[i] = now


# --- Taking a stack ---------------------------------------------------------------------------------------------
@rule
def take(state: State, top: int) -> None:
    seat = state.to_move
    stack = find_stack(state, top)
    size = state.sizes[stack]
    card = top
    while card != 0:
        put_in_hand(state, seat, card)
        card = state.below[card]
    state.stack_count -= 1
    for later in range(stack, state.stack_count):
        state.tops[later] = state.tops[later + 1]
        state.sizes[later] = state.sizes[later + 1]
    if size >= 3:
        earn_bull(state)
    if not state.choosing_bull:
        finish_take(state)


@rule
def finish_take(state: State) -> None:
    turn_up(state)
    turn_up(state)
    finish_turn(state)


@rule
def earn_bull(state: State) -> None:
    """From the supply; when that is empty from a player with most bulls (N5)."""
    if state.supply > 0:
        state.supply -= 1
        state.bulls[state.to_move] += 1
        return
    candidates = 0
    candidate = NOBODY
    for seat in range(state.players):
        if may_lose_bull(state, seat):
            candidates += 1
            candidate = seat
    if candidates == 1:
        move_bull(state, candidate)
    elif candidates > 1:
        state.choosing_bull = 1


@rule
def may_lose_bull(state: State, seat: int) -> bool:
    if seat == state.to_move:
        return False
    for other in range(state.players):
        if state.bulls[other] > state.bulls[seat]:
            return False
    return True


@rule
def move_bull(state: State, loser: int) -> None:
    state.bulls[loser] -= 1
    state.bulls[state.to_move] += 1


@rule
def choose_bull(state: State, loser: int) -> None:
    move_bull(state, loser)
    state.choosing_bull = 0
    finish_take(state)


# --- Moves ------------------------------------------------------------------------------------------------------
@rule
def legal(state: State) -> int:
    """Write the legal moves into `state.moves` and say how many there are."""
    seat = state.to_move
    n = 0
    if state.choosing_bull:
        for other in range(state.players):
            if may_lose_bull(state, other):
                state.moves[n] = BULL_CHOICES + other
                n += 1
        return n
    if state.stack_count == 0:
        for card in range(1, CARDS + 1):
            if state.where[card] == seat:
                state.moves[n] = OPENINGS + card - 1
                n += 1
        return n
    for stack in range(state.stack_count):
        n = add_plays(state, n, state.tops[stack])
    if state.used_count > 0:
        state.moves[n] = END
        return n + 1
    for stack in range(state.stack_count):
        state.moves[n] = TAKES + state.tops[stack] - 1
        n += 1
    return n


@rule
def add_plays(state: State, n: int, top: int) -> int:
    """Add every card that can go on a stack; return the new count."""
    far = reach(state, top)
    if far == REACH and top + REACH <= CARDS:  # the usual case: a loop of known length, twice as fast compiled
        for steps in range(1, REACH + 1):
            n = add_if_held(state, n, top + steps, steps)
    else:
        card = top
        for steps in range(1, far + 1):
            card = 1 if card == CARDS else card + 1
            n = add_if_held(state, n, card, steps)
    return n


@rule
def add_if_held(state: State, n: int, card: int, steps: int) -> int:
    """Add the play of a card that lies so many steps above a top; return the new count."""
    if state.where[card] == state.to_move:
        state.moves[n] = (card - 1) * REACH + steps - 1
        n += 1
    return n


@rule
def preferred(state: State, n: int) -> int:
    """How many of the n moves just listed take no stack; if all do, all. Takes are listed last, one a stack."""
    if TAKES <= state.moves[n - 1] < OPENINGS and n > state.stack_count:
        return n - state.stack_count
    return n


@rule
def apply(state: State, move: int) -> None:
    if move < TAKES:
        card = 1 + move // REACH
        play(state, card, lower(card, 1 + move % REACH))
    elif move < OPENINGS:
        take(state, 1 + move - TAKES)
    elif move < BULL_CHOICES:
        open_stack(state, 1 + move - OPENINGS)
    elif move < END:
        choose_bull(state, move - BULL_CHOICES)
    else:
        finish_turn(state)


@rule
def finish_turn(state: State) -> None:
    state.used_count = 0
    state.turns += 1
    if state.turns == LAST_TURN:
        end_round(state, NOBODY)
    else:
        state.to_move = state.to_move + 1 if state.to_move + 1 < state.players else 0


# --- The end of a round and of the match ------------------------------------------------------------------------
@rule
def end_round(state: State, winner: int) -> None:
    """The ox heads of every card still held are minus points; the winner holds none."""
    state.winner = winner
    state.to_move = NOBODY
    state.used_count = 0
    for seat in range(state.players):
        state.round_points[seat] = 0
    for card in range(1, CARDS + 1):
        if state.where[card] < IN_DRAW_PILE:
            state.round_points[state.where[card]] += HEADS[card]
    for seat in range(state.players):
        state.scores[seat] += state.round_points[seat]
    state.over = 1 if state.round == state.rounds else 0


@rule
def wins(state: State, seat: int) -> bool:
    """Fewest minus points; level players share (G2)."""
    for other in range(state.players):
        if state.scores[other] < state.scores[seat]:
            return False
    return True


# --- Knowledge: what a seat may see -----------------------------------------------------------------------------
@rule
def view(seen: State, state: State, seat: int) -> None:
    """Copy into `seen`, which is all zero, what `seat` (NOBODY: a spectator) may know, and nothing else."""
    seen.players = state.players
    seen.rounds = state.rounds
    seen.first_starter = state.first_starter
    seen.sliding = state.sliding
    seen.round = state.round
    seen.starter = state.starter
    seen.over = state.over
    seen.ran_out = state.ran_out
    seen.to_move = state.to_move
    seen.winner = state.winner
    seen.turns = state.turns
    seen.draw_size = state.draw_size
    seen.supply = state.supply
    seen.choosing_bull = state.choosing_bull
    copy_row(seen.scores, state.scores, state.players)
    copy_row(seen.round_points, state.round_points, state.players)
    copy_row(seen.hand_size, state.hand_size, state.players)
    copy_row(seen.bulls, state.bulls, state.players)
    seen.stack_count = state.stack_count
    copy_row(seen.tops, state.tops, state.stack_count)
    copy_row(seen.sizes, state.sizes, state.stack_count)
    seen.used_count = state.used_count
    copy_row(seen.used_top, state.used_top, state.used_count)
    copy_row(seen.used_base, state.used_base, state.used_count)
    copy_row(seen.face_up, state.face_up, CARDS + 1)
    for card in range(1, CARDS + 1):
        seen.where[card] = state.where[card] if knows(state, seat, card) else UNKNOWN
        if state.where[card] == ON_STACK:
            seen.below[card] = state.below[card]
    fill(seen.draw, state.draw_size, UNKNOWN)


@rule
def knows(state: State, seat: int, card: int) -> bool:
    """Cards once seen, the own hand, and all hands when they are counted at the end of a round."""
    if state.face_up[card]:
        return True
    holder = state.where[card]
    return holder == seat or (state.to_move == NOBODY and holder < IN_DRAW_PILE)


# --- Knowledge: what the rest may be ----------------------------------------------------------------------------
@rule
def imagine(state: State, seat: int) -> None:
    """Turn a copy of the view of `seat` into a full state, each possible one equally likely."""
    size = 0
    for card in range(1, CARDS + 1):
        if state.where[card] == UNKNOWN:
            state.free[size] = card
            size += 1
    shuffle(state, state.free, size)
    for other in range(state.players):
        state.hidden[other] = state.hand_size[other]
    for card in range(1, CARDS + 1):
        holder = state.where[card]
        if holder < IN_DRAW_PILE:
            state.hidden[holder] -= 1
    for other in range(state.players):
        for _ in range(state.hidden[other]):
            size -= 1
            state.where[state.free[size]] = other
    for i in range(size):
        state.where[state.free[i]] = IN_DRAW_PILE
        state.draw[i] = state.free[i]
