"""What a program sees of Cento, as a row of numbers: counts of cards, and ones for what is the case.

Kinds of cards are in the order of the deck table, as in the moves.
"""

from __future__ import annotations

from tiotal.engine.layouts import Layout, Part
from tiotal.games.cento.rules import (
    DECK,
    FIRST_TO,
    HAND,
    KINDS,
    LAST_ROUND,
    MAX_PLAYERS,
    NO_CARD,
    OWN,
    State,
    copies,
    count_unseen,
    goal,
    partner,
)
from tiotal.rules.state import NOBODY, UNKNOWN, fill, rule

MOST = 1000  # the highest target
MOST_TURNS = 10 * MOST  # G1
MOST_POINTS = 11_000  # the highest limit, and a last round
NEAR = 100  # so far from the goal the distance is told by a number of its own

LAYOUT = Layout(
    # The options.
    Part("players", 1, MAX_PLAYERS, "how many play"),
    Part("preset", OWN + 1, 1, "a one for the preset: classic, to-20-a, to-20-b, race, marathon, own"),
    Part("copies", KINDS, 6, "how many cards of each kind are in the deck"),
    Part("target", 1, MOST, "what the pile is brought to"),
    Part("match", FIRST_TO + 1, 1, "a one for the kind of match: single, series, first-to"),
    Part("limit", 1, 10_000, "the points that end a match; 0 in a single round"),
    Part("pairs", 1, 1, "one if partners play together"),
    # The match.
    Part("to_move", MAX_PLAYERS, 1, "a one for the seat that is to move, from me on; none when the match is over"),
    Part("over", 1, 1, "one if the match is over"),
    Part("round", 1, LAST_ROUND, "the number of the round"),
    Part("scores", MAX_PLAYERS, MOST_POINTS, "points of each seat, from me on"),
    # The round.
    Part("turns", 1, MOST_TURNS, "complete turns in this round"),
    Part("total", 1, MOST, "the total of the pile"),
    Part("to_go", 1, MOST, "the goal less the total", low=-MOST),
    Part("near", NEAR, 1, "a one for the distance between total and goal, if it is from 1 to 100"),
    Part("flipped", 1, 1, "one while a Flip is in force: the goal is 0"),
    Part("direction", 1, 1, "1 clockwise, that is to the next seat, -1 anticlockwise", low=-1),
    Part("last", KINDS, 1, "a one for what a Copy would copy"),
    Part("stock", 1, DECK, "cards in the stock"),
    Part("pile", 1, DECK, "cards in the pile"),
    Part("discards", 1, DECK, "cards that were discarded since the stock was last made anew"),
    # Hands.
    Part("hand", KINDS, HAND, "my hand: how many of each kind"),
    Part("unseen", KINDS, 6, "how many of each kind are in other hands or in the stock, as far as I know"),
    Part(
        "not_held",
        (MAX_PLAYERS - 1) * KINDS,
        HAND,
        "for each other seat, from the next on, and each kind: how many of its cards are known not to be of that kind, "
        "because somebody else opened, because it could play nothing, or from a reshuffle",
    ),
    # A swap between partners.
    Part("swap_from", MAX_PLAYERS, 1, "a one for the seat that has asked its partner for a swap, from me on"),
    Part("must_play", KINDS, 1, "a one for the card that the pair has just swapped and must play, if I may know it"),
    Part("partner_holds", KINDS, HAND, "cards that my partner has received from me and still holds, of each kind"),
    Part("partner_knows", KINDS, HAND, "cards that I have received from my partner and still hold, of each kind"),
)
SIZE = LAYOUT.size
PLAYERS, PRESET, COPIES_IN_DECK, TARGET = map(LAYOUT.at, ["players", "preset", "copies", "target"])
MATCH, LIMIT, PAIRS = map(LAYOUT.at, ["match", "limit", "pairs"])
TO_MOVE, OVER, ROUND, SCORES = map(LAYOUT.at, ["to_move", "over", "round", "scores"])
TURNS, TOTAL, TO_GO, NEARNESS = map(LAYOUT.at, ["turns", "total", "to_go", "near"])
FLIPPED, DIRECTION, LAST = map(LAYOUT.at, ["flipped", "direction", "last"])
STOCK, PILE, DISCARDED = map(LAYOUT.at, ["stock", "pile", "discards"])
OWN_HAND, UNSEEN, NOT_HELD = map(LAYOUT.at, ["hand", "unseen", "not_held"])
SWAP_FROM, MUST_PLAY = map(LAYOUT.at, ["swap_from", "must_play"])
PARTNER_HOLDS, PARTNER_KNOWS = map(LAYOUT.at, ["partner_holds", "partner_knows"])


@rule
def observe(seen: State, seat: int, row: list[int]) -> None:
    """Fill a row from a state as a seat sees it."""
    fill(row, SIZE, 0)
    tell_options(seen, row)
    tell_match(seen, seat, row)
    tell_round(seen, row)
    tell_cards(seen, seat, row)
    tell_not_held(seen, seat, row)
    if seen.pairs:
        tell_swap(seen, seat, row)


@rule
def from_me(seen: State, seat: int, other: int) -> int:
    """How many seats after the observer another one sits."""
    return other - seat if other >= seat else other - seat + seen.players


@rule
def tell_options(seen: State, row: list[int]) -> None:
    row[PLAYERS] = seen.players
    row[PRESET + seen.preset] = 1
    for card in range(KINDS):
        row[COPIES_IN_DECK + card] = copies(seen, card)
    row[TARGET] = seen.target
    row[MATCH + seen.match] = 1
    row[LIMIT] = seen.limit
    row[PAIRS] = seen.pairs


@rule
def tell_match(seen: State, seat: int, row: list[int]) -> None:
    if seen.to_move != NOBODY:
        row[TO_MOVE + from_me(seen, seat, seen.to_move)] = 1
    row[OVER] = seen.over
    row[ROUND] = seen.round
    for other in range(seen.players):
        row[SCORES + from_me(seen, seat, other)] = seen.scores[other]


@rule
def tell_round(seen: State, row: list[int]) -> None:
    row[TURNS] = seen.turns
    row[TOTAL] = seen.total
    to_go = goal(seen) - seen.total
    row[TO_GO] = to_go
    distance = abs(to_go)
    if 1 <= distance <= NEAR:
        row[NEARNESS + distance - 1] = 1
    row[FLIPPED] = seen.flipped
    row[DIRECTION] = seen.direction
    if seen.last != NO_CARD:
        row[LAST + seen.last] = 1
    row[STOCK] = seen.stock_size
    row[PILE] = seen.pile_size
    row[DISCARDED] = seen.discards_size


@rule
def tell_cards(seen: State, seat: int, row: list[int]) -> None:
    for slot in range(HAND):
        card = seen.hands[seat][slot]
        if card != NO_CARD:  # the winner of the match did not draw
            row[OWN_HAND + card] += 1
    count_unseen(seen, seat)
    for card in range(KINDS):
        row[UNSEEN + card] = seen.unseen[card]


@rule
def tell_not_held(seen: State, seat: int, row: list[int]) -> None:
    for other in range(seen.players):
        if other != seat:
            start = NOT_HELD + (from_me(seen, seat, other) - 1) * KINDS
            for place in range(seen.ruled_out_size[other]):
                kinds = seen.ruled_out[other][place]
                for card in range(KINDS):
                    row[start + card] += (kinds >> card) & 1


@rule
def tell_swap(seen: State, seat: int, row: list[int]) -> None:
    if seen.swap_from != NOBODY:
        row[SWAP_FROM + from_me(seen, seat, seen.swap_from)] = 1
    if seen.must_play != NO_CARD and seen.must_play != UNKNOWN:
        row[MUST_PLAY + seen.must_play] = 1
    other = partner(seen, seat)
    for i in range(seen.known_size[other]):
        row[PARTNER_HOLDS + seen.known[other][i]] += 1
    for i in range(seen.known_size[seat]):
        row[PARTNER_KNOWS + seen.known[seat][i]] += 1
