"""Cento as a good family player plays it.

Win if you can. Otherwise leave a total from which the next player is unlikely to hit the goal, keep the cards that
hit from afar for the end, and in a match for points get rid of the expensive ones.
"""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

from tiotal.bots.playing import CERTAIN, won_share
from tiotal.games.cento.rules import (
    ADDITIONS,
    COPY,
    DECK,
    DISCARDS,
    DOUBLE_HALVE,
    FIRST_TO,
    FLIP,
    GIFTS,
    HAND,
    KINDS,
    MAX_PLAYERS,
    NO_CARD,
    POINTS,
    RACE,
    SERIES,
    SINGLE,
    SWAPS,
    TENS,
    TURN,
    VALUE,
    State,
    card_of,
    change_by,
    copies,
    effect_of,
    end_round,
    goal,
    in_range,
    on_one_side,
    seat_after,
    signed,
    steps_after,
)
from tiotal.rules.exponentials import exp
from tiotal.rules.state import NOBODY, Declared, row, rule

WIN = 1_000_000

# --- Weights ----------------------------------------------------------------------------------------------------
# What a card is worth in the hand, in ten-thousandths of a chance to win (30 cards in deck-table order), and:
RISK = KINDS  # how much the next player's chance to hit counts, in hundredths
LATER = KINDS + 1  # and that of the player after
AGAIN = KINDS + 2  # the worth of being on turn again (two players)
EXPENSE = KINDS + 3  # what a point that leaves the hand is worth in a match for points
SPREAD = KINDS + 4  # how far scores drift apart in a round, in hundredths of a point: see `outlook`
WEIGHTS = KINDS + 5
NAMES = [
    *(f"+{value}" for value in (*range(1, 11), 25, 50)),
    *(f"-{value}" for value in (*range(1, 11), 15)),
    *("0", "DH", "FLIP", "SKIP", "TURN", "TENS", "COPY"),
    *("risk", "later", "again", "expense", "spread"),
]
HAND_SET = (
    *(100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100),
    *(100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100),
    *(100, 500, 500, 500, 500, 500, 500),
    *(200, 20, 1000, 20, 2000),
)
UNSURE = (  # how far a weight set by hand may be off; how much risk counts is a choice, like BLUR
    *(200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200),
    *(200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200),
    *(200, 500, 500, 500, 500, 500, 500),
    *(0, 0, 500, 20, 0),
)
OUTLOOK = (SPREAD,)  # fitted to how matches end
BLUR = 10_000  # smaller differences in worth are hardly noticed; if they were, rounds would last for hundreds of turns
WEARY = 200  # and with each turn so much more is not noticed, so that rounds come to an end
SEARCH = {"noise": 10_000, "horizon": 2}
DOUBT = 0.08
LEARNING_NOISE = 6_000
LEARNED_AT: list[tuple[int, int, dict[str, Any]]] = [  # what a point is worth shows in matches for points only
    (2, 12_000, {}),
    (4, 12_000, {}),
    (8, 12_000, {}),
    (2, 4_000, {"match": "series"}),
    (4, 4_000, {"match": "series"}),
    (4, 2_000, {"match": "first-to"}),
]

ADDITION_OF = tuple(next((card for card in range(ADDITIONS) if VALUE[card] == need), NO_CARD) for need in range(1001))


# The chance that a hand holds one of so many cards of a deck of this size.
MOST_HITS = 24
CHANCES = tuple(
    tuple(CERTAIN - CERTAIN * comb(max(size - hits, 0), HAND) // max(comb(size, HAND), 1) for hits in range(MOST_HITS))
    for size in range(DECK + 1)
)


class Notes(Declared):
    """Weights, and what is foreseen; a family player counts no cards."""

    weights: list[int] = row(WEIGHTS, bits=32)
    outlook: list[int] = row(MAX_PLAYERS, bits=16)  # each seat's chance to win the match
    scores: list[int] = row(MAX_PLAYERS, bits=32)  # as they were, while something is tried


# --- Looking ----------------------------------------------------------------------------------------------------
@rule
def look(state: State, notes: Notes, n: int) -> None:
    """All that matters can be seen move by move."""


@rule
def blur(state: State) -> int:
    return BLUR + WEARY * state.turns


@rule
def chance_to_hit(state: State) -> int:
    """The chance that a player of whom nothing is known can bring the total to the goal."""
    missing = state.total if state.flipped else state.target - state.total
    addition = ADDITION_OF[missing]
    hits = 0
    if addition != NO_CARD:
        hits += copies(state, addition)
    if double_hits(state):
        hits += copies(state, DOUBLE_HALVE)
    if tens_hit(state):
        hits += copies(state, TENS)
    if flip_hits(state):
        hits += copies(state, FLIP)
    if state.last != NO_CARD and card_hits(state, state.last):
        hits += copies(state, COPY)
    return CHANCES[state.deck_size][hits]


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
    missing = state.total if state.flipped else state.target - state.total
    return missing in (20, 40) or (missing in (60, 80) and state.preset != RACE)


@rule
def flip_hits(state: State) -> bool:
    """C3: the goal changes, and it is enough that the total is the goal then."""
    return state.total == (state.target if state.flipped else 0)


# --- What a move is worth ---------------------------------------------------------------------------------------
@rule
def worth(state: State, notes: Notes, move: int) -> int:
    card = card_of(move)
    if move < DISCARDS:
        return worth_of_play(state, notes, card, move) - spent_worth(state, notes, card)
    if move < SWAPS:
        return -spent_worth(state, notes, card)
    if move < GIFTS:
        hit = chance_to_hit(state)
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
    hit = chance_to_hit(state)
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
    if effect in (DOUBLE_HALVE, TENS, NO_CARD):
        return -notes.weights[card]
    if not in_range(state, signed(state, effect)):
        return -notes.weights[card]
    helper = state.to_move
    state.to_move = state.swap_from
    value = worth_of_play(state, notes, card, card)
    state.to_move = helper
    return value - notes.weights[card]


# --- What others see and can tell from it -----------------------------------------------------------------------
@rule
def as_seen(state: State, move: int, seat: int, observer: int) -> int:
    """A move as the observer sees it made: a card offered is secret, one given is known to the pair."""
    if move >= GIFTS and not on_one_side(state, seat, observer):
        return GIFTS
    if SWAPS <= move < GIFTS and seat != observer:
        return SWAPS
    return move


@rule
def likelihood(state: State, notes: Notes, seat: int) -> int:
    """Hands change too fast in Cento for past choices to tell much about them."""
    return CERTAIN


# --- When a round is over ---------------------------------------------------------------------------------------
@rule
def round_over(state: State) -> bool:
    return state.to_move == NOBODY


@rule
def foresee(state: State, notes: Notes) -> None:
    """Write into `notes.outlook` each seat's chance to win the match, in mid-round or when a round is over.

    In mid-round everybody is as likely to win the round: what the hands hold makes no difference that could be
    measured (docs/bots.md).
    """
    if state.to_move == NOBODY:
        for seat in range(state.players):
            notes.outlook[seat] = outlook(state, notes, seat)
        return
    if state.match == SINGLE:
        for seat in range(state.players):
            notes.outlook[seat] = CERTAIN * (2 if state.pairs else 1) // state.players
        return
    foresee_match(state, notes)


@rule
def foresee_match(state: State, notes: Notes) -> None:
    """What the match would be like after each way in which the round could end now."""
    to_move = state.to_move
    for seat in range(state.players):
        notes.outlook[seat] = 0
        notes.scores[seat] = state.scores[seat]
    for winner in range(state.players):
        end_round(state, winner)
        for seat in range(state.players):
            notes.outlook[seat] += outlook(state, notes, seat) // state.players
        for seat in range(state.players):
            state.scores[seat] = notes.scores[seat]
    state.over = 0
    state.winner = NOBODY
    state.to_move = to_move


@rule
def outlook(state: State, notes: Notes, seat: int) -> int:
    """The chance to win the match between two rounds, and surely at its end.

    Each side's chance is taken to fall off exponentially with the points that it is behind; the more rounds are to
    come, the less a point counts.
    """
    if state.over:
        return won_share(state, seat) * (2 if state.pairs else 1)  # partners win together
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
