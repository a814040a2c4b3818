"""What is worth counting in games of 11 nimmt!."""

from __future__ import annotations

from tiotal.games.nimmt.rules import BULLS, CARDS, END, MAX_PLAYERS, OPENINGS, REACH, TAKES, State, find_stack
from tiotal.rules.state import NOBODY, Declared, grid, number, row, rule

LONGEST = 300  # round, in turns, that is told from longer ones
HIGHEST = 20  # stack, in cards, that is told from higher ones
FOR_A_BULL = 3  # cards that a stack needs to be worth a bull


class Tally(Declared):
    rounds: int = number(bits=64)
    without_winner: int = number(bits=64)  # G1
    turns: list[int] = row(LONGEST + 1, bits=64)  # rounds that lasted so many
    place: list[int] = row(MAX_PLAYERS, bits=64)  # rounds won by whoever sits so many places after the starter

    # For each card; nothing is ever card 0.
    played: list[int] = row(CARDS + 1, bits=64)
    won: list[int] = row(CARDS + 1, bits=64)  # rounds that it ended
    left: list[int] = row(CARDS + 1, bits=64)  # in a hand when a round was over
    held: list[int] = row(CARDS + 1, bits=64)  # hands that it was dealt into
    held_won: list[int] = row(CARDS + 1, bits=64)  # and that won the round

    # For each height of a stack that was taken; first when nothing fitted, then by choice.
    taken: list[list[int]] = grid(2, HIGHEST + 1, bits=64)
    taken_won: list[list[int]] = grid(2, HIGHEST + 1, bits=64)  # rounds that the taker won
    taken_points: list[list[int]] = grid(2, HIGHEST + 1, bits=64)  # the taker's minus points in them

    # For each number of bulls at the end of a round.
    bulls: list[int] = row(BULLS + 1, bits=64)  # players
    bulls_won: list[int] = row(BULLS + 1, bits=64)
    bulls_points: list[int] = row(BULLS + 1, bits=64)
    laid: list[int] = row(CARDS + 1, bits=64)  # turns in which somebody with a bull laid so many cards

    # The round in progress.
    starter: int = number()
    dealt: list[list[int]] = grid(MAX_PLAYERS, CARDS + 1)
    last_card: int = number()
    in_turn: int = number()
    takes: list[list[int]] = grid(MAX_PLAYERS, 2 * (HIGHEST + 1), bits=16)


@rule
def watch_deal(state: State, tally: Tally) -> None:
    tally.starter = state.to_move
    tally.last_card = 0
    tally.in_turn = 0
    for seat in range(state.players):
        for card in range(CARDS + 1):
            tally.dealt[seat][card] = state.where[card] == seat and card > 0
        for place in range(2 * (HIGHEST + 1)):
            tally.takes[seat][place] = 0


@rule
def watch_move(state: State, tally: Tally, n: int, move: int) -> None:
    seat = state.to_move
    if move < TAKES:
        watch_card(state, tally, 1 + move // REACH)
    elif move < OPENINGS:
        height = min(state.sizes[find_stack(state, 1 + move - TAKES)], HIGHEST)
        by_choice = 1 if state.moves[0] < TAKES else 0  # cards that fit are listed first
        tally.takes[seat][by_choice * (HIGHEST + 1) + height] += 1
    elif move < OPENINGS + CARDS:
        watch_card(state, tally, 1 + move - OPENINGS)
    elif move == END:
        end_turn(tally)


@rule
def watch_card(state: State, tally: Tally, card: int) -> None:
    tally.played[card] += 1
    tally.last_card = card
    if state.bulls[state.to_move] > 0:
        tally.in_turn += 1


@rule
def end_turn(tally: Tally) -> None:
    if tally.in_turn > 0:
        tally.laid[min(tally.in_turn, CARDS)] += 1
    tally.in_turn = 0


@rule
def watch_came(state: State, tally: Tally) -> None:
    """Everything was seen before."""


@rule
def watch_round(state: State, tally: Tally) -> None:
    end_turn(tally)
    tally.rounds += 1
    tally.turns[min(state.turns, LONGEST)] += 1
    if state.winner == NOBODY:
        tally.without_winner += 1
    else:
        tally.place[(state.winner - tally.starter) % state.players] += 1
        tally.won[tally.last_card] += 1
    for card in range(1, CARDS + 1):
        if state.where[card] < state.players:
            tally.left[card] += 1
    for seat in range(state.players):
        watch_seat(state, tally, seat, 1 if state.winner == seat else 0)


@rule
def watch_seat(state: State, tally: Tally, seat: int, won: int) -> None:
    points = state.round_points[seat]
    for card in range(1, CARDS + 1):
        tally.held[card] += tally.dealt[seat][card]
        tally.held_won[card] += tally.dealt[seat][card] * won
    for by_choice in range(2):
        for height in range(HIGHEST + 1):
            times = tally.takes[seat][by_choice * (HIGHEST + 1) + height]
            tally.taken[by_choice][height] += times
            tally.taken_won[by_choice][height] += times * won
            tally.taken_points[by_choice][height] += times * points
    bulls = min(state.bulls[seat], BULLS)
    tally.bulls[bulls] += 1
    tally.bulls_won[bulls] += won
    tally.bulls_points[bulls] += points


@rule
def standing(state: State, seat: int) -> int:
    """Few minus points are good."""
    return -state.scores[seat]
