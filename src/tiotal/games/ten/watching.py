"""What is worth counting in games of 10."""

from __future__ import annotations

from tiotal.games.ten.rules import (
    AIM,
    FACE_DOWN,
    KINDS,
    MAX_CHIPS,
    MAX_PLAYERS,
    MAX_PROTECTION,
    NO_CARD,
    OPENING_BIDS,
    PASS,
    RAISES,
    SECONDS,
    STAND,
    SWAPS,
    State,
    points_taken,
    worth_of_chips,
)
from tiotal.rules.state import NOBODY, Declared, grid, number, row, rule

WAYS = 2 * (MAX_PROTECTION + 1)  # face up with 0, 1, 2 chips; face down with 0, 1, 2


class Tally(Declared):
    rounds: int = number(bits=64)
    place: list[int] = row(MAX_PLAYERS, bits=64)  # rounds won by whoever sits so many places after the starter
    lost: list[int] = row(MAX_PLAYERS, bits=64)  # and lost
    totals: list[int] = row(AIM + 1, bits=64)  # players who came to so many
    totals_won: list[int] = row(AIM + 1, bits=64)
    totals_lost: list[int] = row(AIM + 1, bits=64)

    # For each card, and each way to lay it as the first one.
    laid: list[list[int]] = grid(KINDS, WAYS, bits=64)
    swapped: list[list[int]] = grid(KINDS, WAYS, bits=64)  # somebody took it for a chip to the pot
    sold: list[list[int]] = grid(KINDS, WAYS, bits=64)  # somebody took it in an auction
    price: list[list[int]] = grid(KINDS, WAYS, bits=64)  # what all of those paid
    laid_won: list[list[int]] = grid(KINDS, WAYS, bits=64)  # its player won the round
    laid_lost: list[list[int]] = grid(KINDS, WAYS, bits=64)  # or lost it

    played: list[int] = row(KINDS, bits=64)
    added: list[int] = row(KINDS, bits=64)  # as a second card
    won: list[int] = row(KINDS, bits=64)  # lay before the winner of a round
    left: list[int] = row(KINDS, bits=64)  # in a hand when the game was over
    held: list[int] = row(KINDS, bits=64)  # hands at the start of a round that it was in
    held_won: list[int] = row(KINDS, bits=64)  # and that won the round

    # For each number of chips at the start of a round.
    chips: list[int] = row(MAX_CHIPS + 1, bits=64)
    chips_won: list[int] = row(MAX_CHIPS + 1, bits=64)

    # The round in progress.
    starter: int = number()
    dealt: list[list[int]] = grid(MAX_PLAYERS, KINDS)
    had: list[int] = row(MAX_PLAYERS)
    way: list[int] = row(MAX_PLAYERS)  # in which each seat laid
    card: list[int] = row(MAX_PLAYERS)
    gone: list[int] = row(MAX_PLAYERS)  # 1: somebody else has taken it
    for_sale: int = number()  # who has laid the card that somebody may get by this move, or NOBODY
    offer: int = number()  # and for how much


@rule
def watch_deal(state: State, tally: Tally) -> None:
    tally.starter = state.to_move
    for seat in range(state.players):
        tally.gone[seat] = 0
        tally.had[seat] = state.chips[seat]
        for card in range(KINDS):
            tally.dealt[seat][card] = 0
        for slot in range(state.hand_size[seat]):
            tally.dealt[seat][state.hands[seat][slot]] = 1


@rule
def watch_move(state: State, tally: Tally, n: int, move: int) -> None:
    seat = state.to_move
    tally.for_sale = NOBODY
    if state.phase == 2:
        card = move // 6
        tally.card[seat] = card
        tally.way[seat] = move % 3 + (MAX_PROTECTION + 1 if move % 6 >= FACE_DOWN else 0)
        tally.laid[card][tally.way[seat]] += 1
        tally.played[card] += 1
    elif state.phase == 3 and state.asked_to_protect == NOBODY:
        watch_bid(state, tally, move)
    elif SECONDS <= move < STAND:
        tally.played[move - SECONDS] += 1
        tally.added[move - SECONDS] += 1


@rule
def watch_bid(state: State, tally: Tally, move: int) -> None:
    """What may be sold by this move, and for how much."""
    if state.owner != NOBODY:
        tally.for_sale = state.laid_by[state.owner]
        tally.offer = state.bid if move == PASS else 1 + move - RAISES
    elif SWAPS <= move < OPENING_BIDS:
        watch_gone(tally, state.laid_by[move - SWAPS], tally.swapped, 1)
    elif move >= OPENING_BIDS:
        tally.for_sale = state.laid_by[(move - OPENING_BIDS) // MAX_CHIPS]
        tally.offer = 1 + (move - OPENING_BIDS) % MAX_CHIPS


@rule
def watch_gone(tally: Tally, by: int, how: list[list[int]], price: int) -> None:
    """The first time that somebody else takes the card that a seat has laid."""
    if not tally.gone[by]:
        tally.gone[by] = 1
        how[tally.card[by]][tally.way[by]] += 1
        tally.price[tally.card[by]][tally.way[by]] += price


@rule
def watch_came(state: State, tally: Tally) -> None:
    if tally.for_sale != NOBODY and state.owner == NOBODY:
        watch_gone(tally, tally.for_sale, tally.sold, tally.offer)


@rule
def watch_round(state: State, tally: Tally) -> None:
    tally.rounds += 1
    tally.place[(state.winner - tally.starter) % state.players] += 1
    tally.lost[(state.loser - tally.starter) % state.players] += 1
    for seat in range(state.players):
        watch_seat(state, tally, seat, 1 if state.winner == seat else 0, 1 if state.loser == seat else 0)


@rule
def watch_seat(state: State, tally: Tally, seat: int, won: int, lost: int) -> None:
    tally.totals[state.totals[seat]] += 1
    tally.totals_won[state.totals[seat]] += won
    tally.totals_lost[state.totals[seat]] += lost
    tally.laid_won[tally.card[seat]][tally.way[seat]] += won
    tally.laid_lost[tally.card[seat]][tally.way[seat]] += lost
    tally.chips[tally.had[seat]] += 1
    tally.chips_won[tally.had[seat]] += won
    tally.won[state.first[seat]] += won
    if state.second[seat] != NO_CARD:
        tally.won[state.second[seat]] += won
    for card in range(KINDS):
        tally.held[card] += tally.dealt[seat][card]
        tally.held_won[card] += tally.dealt[seat][card] * won
    if state.over:
        for slot in range(state.hand_size[seat]):
            tally.left[state.hands[seat][slot]] += 1


@rule
def standing(state: State, seat: int) -> int:
    """Few points are good, and chips take some away."""
    return worth_of_chips(state, seat) - points_taken(state, seat)
