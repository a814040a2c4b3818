"""11 nimmt! as a good family player plays it.

Count which of your cards fit on a stack and keep it so: pass none of them by, above all none with many ox heads.
Take the cheapest stack when you must, and early in a round one of three cards for its bull even if you need not. With a
bull, play where most of your cards fit, the lowest first. Towards the end get rid of ox heads, and take nothing.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from tiotal.bots.playing import CERTAIN, won_share
from tiotal.games.nimmt.rules import (
    BULL_CHOICES,
    CARDS,
    END,
    HEADS,
    MAX_PLAYERS,
    ON_STACK,
    OPENINGS,
    REACH,
    TAKES,
    State,
    find_stack,
    lower,
    may_lose_bull,
    reach,
)
from tiotal.rules.exponentials import exp
from tiotal.rules.state import NOBODY, Declared, number, row, rule

WIN = 1_000_000_000

# --- Weights ----------------------------------------------------------------------------------------------------
# What things are worth, each as long as the end is far and, FEATURES further on, what is added when it is near:
CARD = 0  # a card that leaves the hand
HEAD = 1  # each ox head on it
FIT = 2  # each ox head on a card in the hand that fits on some stack
FOLLOW = 3  # with a bull: each card that can follow in the same turn
FOREIGN = 4  # each card of others, or yet to come, that fits on some stack
TAKEN_CARD = 5  # each card of a stack that is taken
TAKEN_HEAD = 6  # each ox head on them
BULL = 7  # earning a bull
BULL_CARD = 8  # the same for each card in the hand
BULL_CLOSE = 9  # the same for each that is close above another
BULL_AGAIN = 10  # the same for each bull had already
FEATURES = 11
SPREAD = 2 * FEATURES  # how far scores drift apart in a round, in hundredths of a point: see `outlook`
WEIGHTS = SPREAD + 1
NAMES = [
    *("card", "head", "fit", "follow", "foreign", "taken card", "taken head"),
    *("bull", "bull card", "bull close", "bull again"),
    *("near: card", "near: head", "near: fit", "near: follow", "near: foreign", "near: taken card", "near: taken head"),
    *("near: bull", "near: bull card", "near: bull close", "near: bull again"),
    "spread",
]
HAND_SET = (
    *(1000, 100, 100, 1000, 0, -200, -200, 3000, 0, 0, 0),
    *(0, 100, 0, 0, 0, 0, -200, -3000, 0, 0, 0),
    500,
)
UNSURE = (  # how far a weight set by hand may be off; a card is the measure of all, and the last is for the outlook
    *(0, 50, 25, 200, 5, 50, 40, 750, 75, 100, 400),
    *(150, 50, 25, 200, 5, 50, 40, 750, 75, 100, 400),
    0,
)
OUTLOOK = (SPREAD,)  # fitted to how matches end
BLUR = 1  # only what is worth the same is left to chance
SEARCH = {"noise": 200}
DOUBT = 0.10
LEARNING_NOISE = 1
LEARNED_AT: list[tuple[int, int, dict[str, Any]]] = [(2, 10_000, {}), (4, 6_000, {}), (7, 2_800, {})]
NEAR = 8  # the end is near from so few cards on
CLOSE = 5  # two cards so far from each other can often be played in one turn


class Notes(Declared):
    """What the player who is to move has found out for this choice."""

    weights: list[int] = row(WEIGHTS, bits=32)
    outlook: list[int] = row(MAX_PLAYERS, bits=16)  # each seat's chance to win the match
    now: list[int] = row(FEATURES, bits=32)  # the weights as they are at this distance from the end
    fits: list[int] = row(CARDS + 1)  # on how many stacks each card fits
    bull: int = number(bits=32)  # what it is worth to earn a bull
    must_take: int = number()


# --- Looking ----------------------------------------------------------------------------------------------------
@rule
def look(state: State, notes: Notes, n: int) -> None:
    """How near the end is, on how many stacks each card fits, and what a bull would be worth."""
    near = NEAR - min(fewest_cards(state), NEAR)
    for feature in range(FEATURES):
        notes.now[feature] = notes.weights[feature] + notes.weights[FEATURES + feature] * near // NEAR
    for card in range(CARDS + 1):
        notes.fits[card] = 0
    for stack in range(state.stack_count):
        card = state.tops[stack]
        for _ in range(REACH):
            card = above(card)
            notes.fits[card] += 1
    notes.must_take = TAKES <= state.moves[0] < OPENINGS
    if state.used_count == 0:  # else no stack can be taken
        notes.bull = worth_of_bull(state, notes)


@rule
def blur(state: State) -> int:
    return BLUR


@rule
def fewest_cards(state: State) -> int:
    """The least that another player holds; a bull counts as if they held half."""
    fewest = CARDS
    for seat in range(state.players):
        if seat != state.to_move:
            size = state.hand_size[seat]
            fewest = min(fewest, (size + 1) // 2 if state.bulls[seat] else size)
    return fewest


@rule
def worth_of_bull(state: State, notes: Notes) -> int:
    """Most with many cards, above all with cards that are close together; less with each bull had already."""
    seat = state.to_move
    close = 0
    last = -CARDS
    for card in range(1, CARDS + 1):
        if state.where[card] == seat:
            close += card - last <= CLOSE
            last = card
    return (
        notes.now[BULL]
        + notes.now[BULL_CARD] * state.hand_size[seat]
        + notes.now[BULL_CLOSE] * close
        + notes.now[BULL_AGAIN] * state.bulls[seat]
    )


@rule
def above(card: int) -> int:
    return 1 if card == CARDS else card + 1


# --- What a move is worth ---------------------------------------------------------------------------------------
@rule
def worth(state: State, notes: Notes, move: int) -> int:
    """Ending the turn is worth nothing, everything else more or less than that."""
    if move < TAKES:
        steps = 1 + move % REACH
        card = 1 + move // REACH
        return worth_of_play(state, notes, card, lower(card, steps), steps)
    if move < OPENINGS:
        return worth_of_take(state, notes, 1 + move - TAKES)
    if move < BULL_CHOICES:
        return worth_of_play(state, notes, 1 + move - OPENINGS, 1 + move - OPENINGS, 0)
    if move < END:
        return -state.hand_size[move - BULL_CHOICES]
    return 0


@rule
def worth_of_play(state: State, notes: Notes, card: int, top: int, steps: int) -> int:
    """The card leaves the hand; those passed by have one stack less to fit on, as many further up have one more."""
    followers = can_follow(state, card, top, steps)
    if followers + 1 == state.hand_size[state.to_move]:
        return WIN
    value = notes.now[CARD] + notes.now[HEAD] * HEADS[card] + notes.now[FOLLOW] * followers
    passed = top
    for _ in range(steps - 1):
        passed = above(passed)
        if notes.fits[passed] == 1:
            value -= worth_of_fit(state, notes, passed)
    reached = lower(top, CARDS - REACH)
    for _ in range(steps):
        reached = above(reached)
        if notes.fits[reached] == 0:
            value += worth_of_fit(state, notes, reached)
    return value


@rule
def can_follow(state: State, card: int, top: int, steps: int) -> int:
    """How many cards of the hand can go on the same stack in the same turn."""
    seat = state.to_move
    if state.bulls[seat] == 0:
        return 0
    followers = 0
    for _ in range(REACH if state.sliding else reach(state, top) - steps):
        card = above(card)
        followers += state.where[card] == seat
    return followers


@rule
def worth_of_fit(state: State, notes: Notes, card: int) -> int:
    """What it is worth that this card fits on some stack, whoever may hold it."""
    if state.where[card] == state.to_move:
        return notes.now[FIT] * HEADS[card]
    return 0 if state.where[card] == ON_STACK else notes.now[FOREIGN]


@rule
def worth_of_take(state: State, notes: Notes, top: int) -> int:
    """Its cards are to be got rid of again, and some that fitted on it fit nowhere now; but it may bring a bull."""
    size = state.sizes[find_stack(state, top)]
    bull = brings_bull(state, size)
    if not bull and not notes.must_take:
        return -WIN
    value = notes.now[TAKEN_CARD] * size + (notes.bull if bull else 0)
    card = top
    while card != 0:
        value += notes.now[TAKEN_HEAD] * HEADS[card]
        if notes.fits[card] > 0:
            value += notes.now[FIT] * HEADS[card]
        card = state.below[card]
    card = top
    for _ in range(REACH):
        card = above(card)
        if notes.fits[card] == 1:
            value -= worth_of_fit(state, notes, card)
    return value


@rule
def brings_bull(state: State, size: int) -> bool:
    """Whether taking so many cards earns a bull; with none in the supply another player must have one to lose."""
    if size < 3 or state.supply > 0:
        return size >= 3
    sources = 0
    for seat in range(state.players):
        sources += may_lose_bull(state, seat)
    return sources > 0


# --- What others see and can tell from it -----------------------------------------------------------------------
@rule
def as_seen(state: State, move: int, seat: int, observer: int) -> int:
    """Everything is played in the open."""
    return move


@rule
def likelihood(state: State, notes: Notes, seat: int) -> int:
    return CERTAIN


# --- When a round is over ---------------------------------------------------------------------------------------
@rule
def round_over(state: State) -> bool:
    return state.to_move == NOBODY


@rule
def foresee(state: State, notes: Notes) -> None:
    """Write into `notes.outlook` each seat's chance to win the match."""
    for seat in range(state.players):
        notes.outlook[seat] = outlook(state, notes, seat)


@rule
def outlook(state: State, notes: Notes, seat: int) -> int:
    """The chance to win the match: sure at its end, before that by how far behind the scores are of what rounds bring.

    Each player's chance is taken to fall off exponentially with the minus points. The more rounds are to come, the
    less a point counts; the more players there are, the more, for all must be kept behind.
    """
    if state.over:
        return won_share(state, seat)
    scale = notes.weights[SPREAD] / 100 * sqrt((state.rounds - state.round) / state.players)
    sum_of_all = 0.0
    for other in range(state.players):
        sum_of_all += exp(min((state.scores[seat] - state.scores[other]) / scale, 500.0))  # more is too much for `exp`
    return int(CERTAIN / sum_of_all)
