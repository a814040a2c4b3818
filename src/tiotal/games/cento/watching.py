"""What is worth counting in games of Cento."""

from __future__ import annotations

from tiotal.games.cento.rules import (
    DISCARDS,
    HAND,
    KINDS,
    MAX_PLAYERS,
    NO_CARD,
    SERIES,
    SINGLE,
    SWAPS,
    State,
    card_of,
    partner,
)
from tiotal.rules.state import NOBODY, Declared, grid, number, row, rule

FARTHEST = 1_000  # from the goal that is counted
LONGEST = 1_000  # round, in turns, that is told from longer ones


class Tally(Declared):
    rounds: int = number(bits=64)
    without_winner: int = number(bits=64)  # G1
    turns: list[int] = row(LONGEST + 1, bits=64)  # rounds that lasted so many
    flips: int = number(bits=64)  # rounds that a Flip was in force at the end of
    place: list[int] = row(MAX_PLAYERS, bits=64)  # rounds won by whoever sits so many places after the opener

    # For each kind of card.
    played: list[int] = row(KINDS, bits=64)
    discarded: list[int] = row(KINDS, bits=64)
    won: list[int] = row(KINDS, bits=64)  # rounds that it won
    left: list[int] = row(KINDS, bits=64)  # in a hand when a round was over
    held: list[int] = row(KINDS, bits=64)  # hands that it was dealt into
    held_won: list[int] = row(KINDS, bits=64)  # and that won the round

    # For each distance from the goal that a turn ended at.
    missing: list[int] = row(FARTHEST + 1, bits=64)
    missing_hit: list[int] = row(FARTHEST + 1, bits=64)  # and whoever was next won

    # The round in progress.
    opener: int = number()
    dealt: list[list[int]] = grid(MAX_PLAYERS, KINDS)
    last_card: int = number()
    last_missing: int = number(bits=32)  # at which the turn before ended, or NOBODY
    last_turns: int = number()


@rule
def watch_deal(state: State, tally: Tally) -> None:
    tally.opener = state.to_move
    tally.last_card = NO_CARD
    tally.last_missing = NOBODY
    tally.last_turns = 0
    for seat in range(state.players):
        for card in range(KINDS):
            tally.dealt[seat][card] = 0
        for slot in range(HAND):
            tally.dealt[seat][state.hands[seat][slot]] = 1


@rule
def watch_move(state: State, tally: Tally, n: int, move: int) -> None:
    if move < DISCARDS:
        tally.played[card_of(move)] += 1
        tally.last_card = card_of(move)
    elif move < SWAPS:
        tally.discarded[card_of(move)] += 1
        tally.last_card = NO_CARD


@rule
def watch_came(state: State, tally: Tally) -> None:
    """A swap between partners is no turn."""
    over = state.to_move == NOBODY
    if state.turns == tally.last_turns and not over:
        return
    tally.last_turns = state.turns
    if tally.last_missing != NOBODY:
        tally.missing[tally.last_missing] += 1
        if over and state.winner != NOBODY:
            tally.missing_hit[tally.last_missing] += 1
    tally.last_missing = min(abs(state.total if state.flipped else state.target - state.total), FARTHEST)


@rule
def watch_round(state: State, tally: Tally) -> None:
    tally.rounds += 1
    tally.flips += state.flipped
    tally.turns[min(state.turns, LONGEST)] += 1
    if state.winner == NOBODY:
        tally.without_winner += 1
    else:
        tally.place[(state.winner - tally.opener) % state.players] += 1
        if tally.last_card != NO_CARD:
            tally.won[tally.last_card] += 1
    for seat in range(state.players):
        for slot in range(HAND):
            if state.hands[seat][slot] != NO_CARD:
                tally.left[state.hands[seat][slot]] += 1
        for card in range(KINDS):
            if tally.dealt[seat][card]:
                tally.held[card] += 1
                tally.held_won[card] += has_won(state, seat)


@rule
def has_won(state: State, seat: int) -> bool:
    """The round; partners win together."""
    if state.winner == NOBODY:
        return False
    return state.winner == seat or (state.pairs == 1 and partner(state, seat) == state.winner)


@rule
def standing(state: State, seat: int) -> int:
    """In a series few points are good, in a match to a number many."""
    if state.match == SINGLE:
        return 1 if has_won(state, seat) else 0
    return -state.scores[seat] if state.match == SERIES else state.scores[seat]
