"""What a program sees of 10, as a row of numbers: counts of cards and chips, and ones for what is the case.

Kinds of cards are in the order of the deck table, as in the moves.
"""

from __future__ import annotations

from tiotal.engine.layouts import Layout, Part
from tiotal.games.ten.rules import (
    AIM,
    COPIES,
    DECK,
    HAND,
    JOKER,
    KINDS,
    MAX_CHIPS,
    MAX_PLAYERS,
    MAX_PROTECTION,
    PENALTY,
    ROUNDS,
    State,
    count_unseen,
    points_taken,
    worth_of_chips,
)
from tiotal.rules.state import NOBODY, fill, rule

FIRST_PHASE, LAST_PHASE = 2, 5
MOST_COPIES = COPIES[JOKER]
MOST_POINTS = sum(copies * points for copies, points in zip(COPIES, PENALTY, strict=True)) + sum(range(ROUNDS + 1))
LEAST_POINTS = -2 * MAX_CHIPS

LAYOUT = Layout(
    # The options.
    Part("players", 1, MAX_PLAYERS, "how many play"),
    Part("first_starter", MAX_PLAYERS, 1, "a one for the seat that starts the match, from me on"),
    Part("spares_out", 1, 1, "one if the jokers that were not handed out have left the game"),
    # The match.
    Part("to_move", MAX_PLAYERS, 1, "a one for the seat that is to move, from me on; none when the match is over"),
    Part("over", 1, 1, "one if the match is over"),
    Part("round", 1, ROUNDS, "the number of the round"),
    Part("phase", LAST_PHASE - FIRST_PHASE + 1, 1, "a one for the phase: first card, bidding, second card, reckoning"),
    Part("starter", MAX_PLAYERS, 1, "a one for the seat that starts the round, from me on"),
    Part("round_card", ROUNDS, 1, "a one for the round card that was turned up last: 1 to 10"),
    Part("chips", MAX_PLAYERS, MAX_CHIPS, "free chips of each seat, from me on"),
    Part("pot", 1, MAX_CHIPS, "chips in the pot"),
    Part("taken", MAX_PLAYERS * KINDS, MOST_COPIES, "for each seat, from me on: cards it had to take, of each kind"),
    Part("rounds_taken", MAX_PLAYERS * ROUNDS, 1, "for each seat, from me on: a one for each round card it took"),
    Part(
        "standing",
        MAX_PLAYERS,
        MOST_POINTS,
        "points taken less what free chips are worth, from me on",
        low=LEAST_POINTS,
    ),
    # Hands.
    Part("hand", KINDS, HAND, "my hand: how many of each kind"),
    Part("hand_sizes", MAX_PLAYERS, HAND, "cards in the hand of each seat, from me on"),
    Part("stock", 1, DECK, "cards in the stock"),
    Part("unseen", KINDS, MOST_COPIES, "how many of each kind are in other hands, face down or in the stock"),
    Part("jokers_shown", MAX_PLAYERS, MOST_COPIES, "jokers that have come out of each hand in past rounds, from me on"),
    # The table, for each seat from me on.
    Part("laid", MAX_PLAYERS, 1, "one if a first card lies there"),
    Part("up", MAX_PLAYERS, 1, "one if it lies face up"),
    Part("protection", MAX_PLAYERS, MAX_PROTECTION, "chips on it"),
    Part("first", MAX_PLAYERS * KINDS, 1, "a one for the first card, if I know it"),
    Part("second", MAX_PLAYERS * KINDS, 1, "a one for the second card"),
    Part("laid_by", MAX_PLAYERS * MAX_PLAYERS, 1, "a one for the seat whose hand the first card came from, from me on"),
    Part("known_to", MAX_PLAYERS * MAX_PLAYERS, 1, "ones for the seats that have owned the first card, from me on"),
    # Bidding.
    Part("owner", MAX_PLAYERS, 1, "a one for the seat whose card is in auction, from me on"),
    Part("bidder", MAX_PLAYERS, 1, "a one for the highest bidder, from me on"),
    Part("bid", 1, MAX_CHIPS, "the highest bid"),
    Part("asked", MAX_PLAYERS, 1, "a one for the seat that is asked to raise its protection, from me on"),
    Part("asked_next", MAX_PLAYERS, 1, "a one for the seat that is asked after it, from me on"),
    # The round reckoned last.
    Part("totals", MAX_PLAYERS, AIM, "the total of each seat, from me on"),
    Part("winner", MAX_PLAYERS, 1, "a one for the seat that won it, from me on"),
    Part("loser", MAX_PLAYERS, 1, "a one for the seat that took the cards, from me on"),
    Part("winnings", 1, MAX_CHIPS, "the chips that were won"),
)
SIZE = LAYOUT.size
PLAYERS, FIRST_STARTER, SPARES_OUT = map(LAYOUT.at, ["players", "first_starter", "spares_out"])
TO_MOVE, OVER, ROUND, PHASE, STARTER = map(LAYOUT.at, ["to_move", "over", "round", "phase", "starter"])
ROUND_CARD, CHIPS, POT = map(LAYOUT.at, ["round_card", "chips", "pot"])
TAKEN, ROUNDS_TAKEN, STANDING = map(LAYOUT.at, ["taken", "rounds_taken", "standing"])
OWN_HAND, HAND_SIZES, STOCK = map(LAYOUT.at, ["hand", "hand_sizes", "stock"])
UNSEEN, JOKERS_SHOWN = map(LAYOUT.at, ["unseen", "jokers_shown"])
LAID, UP, PROTECTION = map(LAYOUT.at, ["laid", "up", "protection"])
FIRST, SECOND, LAID_BY, KNOWN_TO = map(LAYOUT.at, ["first", "second", "laid_by", "known_to"])
OWNER, BIDDER, BID, ASKED, ASKED_NEXT = map(LAYOUT.at, ["owner", "bidder", "bid", "asked", "asked_next"])
TOTALS, WINNER, LOSER, WINNINGS = map(LAYOUT.at, ["totals", "winner", "loser", "winnings"])


@rule
def observe(seen: State, seat: int, row: list[int]) -> None:
    """Fill a row from a state as a seat sees it."""
    fill(row, SIZE, 0)
    tell_match(seen, seat, row)
    tell_cards(seen, seat, row)
    tell_bidding(seen, seat, row)
    for other in range(seen.players):
        place = from_me(seen, seat, other)
        tell_player(seen, other, place, row)
        tell_table(seen, seat, other, place, row)
    tell_reckoning(seen, seat, row)


@rule
def from_me(seen: State, seat: int, other: int) -> int:
    """How many seats after the observer another one sits."""
    return other - seat if other >= seat else other - seat + seen.players


@rule
def mark(seen: State, seat: int, other: int, start: int, row: list[int]) -> None:
    """A one for a seat, if there is one."""
    if other != NOBODY:
        row[start + from_me(seen, seat, other)] = 1


@rule
def tell_match(seen: State, seat: int, row: list[int]) -> None:
    row[PLAYERS] = seen.players
    mark(seen, seat, seen.first_starter, FIRST_STARTER, row)
    row[SPARES_OUT] = seen.spares_out
    mark(seen, seat, seen.to_move, TO_MOVE, row)
    row[OVER] = seen.over
    row[ROUND] = seen.round
    row[PHASE + seen.phase - FIRST_PHASE] = 1
    mark(seen, seat, seen.starter, STARTER, row)
    row[ROUND_CARD + seen.round_cards[ROUNDS - seen.round] - 1] = 1
    row[POT] = seen.pot


@rule
def tell_cards(seen: State, seat: int, row: list[int]) -> None:
    for slot in range(seen.hand_size[seat]):
        row[OWN_HAND + seen.hands[seat][slot]] += 1
    row[STOCK] = seen.stock_size
    count_unseen(seen, seat)
    for card in range(KINDS):
        row[UNSEEN + card] = seen.unseen[card]


@rule
def tell_bidding(seen: State, seat: int, row: list[int]) -> None:
    mark(seen, seat, seen.owner, OWNER, row)
    mark(seen, seat, seen.bidder, BIDDER, row)
    row[BID] = seen.bid
    mark(seen, seat, seen.asked_to_protect, ASKED, row)
    mark(seen, seat, seen.asked_next, ASKED_NEXT, row)


@rule
def tell_player(seen: State, other: int, place: int, row: list[int]) -> None:
    row[CHIPS + place] = seen.chips[other]
    row[HAND_SIZES + place] = seen.hand_size[other]
    row[JOKERS_SHOWN + place] = seen.jokers_shown[other]
    row[STANDING + place] = points_taken(seen, other) - worth_of_chips(seen, other)
    for card in range(KINDS):
        row[TAKEN + place * KINDS + card] = seen.taken[other][card]
    for number_on_card in range(1, ROUNDS + 1):
        row[ROUNDS_TAKEN + place * ROUNDS + number_on_card - 1] = (seen.rounds_taken[other] >> number_on_card) & 1


@rule
def tell_table(seen: State, seat: int, other: int, place: int, row: list[int]) -> None:
    row[LAID + place] = seen.laid[other]
    row[UP + place] = seen.up[other]
    row[PROTECTION + place] = seen.protection[other]
    if seen.first[other] < KINDS:  # neither none nor unknown
        row[FIRST + place * KINDS + seen.first[other]] = 1
    if seen.second[other] < KINDS:
        row[SECOND + place * KINDS + seen.second[other]] = 1
    if seen.laid[other]:
        mark(seen, seat, seen.laid_by[other], LAID_BY + place * MAX_PLAYERS, row)
        for owner in range(seen.players):
            if (seen.owned_by[other] >> owner) & 1:
                mark(seen, seat, owner, KNOWN_TO + place * MAX_PLAYERS, row)


@rule
def tell_reckoning(seen: State, seat: int, row: list[int]) -> None:
    for other in range(seen.players):
        row[TOTALS + from_me(seen, seat, other)] = seen.totals[other]
    mark(seen, seat, seen.winner, WINNER, row)
    mark(seen, seat, seen.loser, LOSER, row)
    row[WINNINGS] = seen.winnings
