"""What a program sees of 11 nimmt!, as a row of numbers. Cards are in the order of their numbers, 1 to 100."""

from __future__ import annotations

from tiotal.engine.layouts import Layout, Part
from tiotal.games.nimmt.rules import BULLS, CARDS, HEADS, LAST_TURN, MAX_PLAYERS, REACH, State, reach
from tiotal.rules.state import NOBODY, UNKNOWN, fill, rule

MOST_ROUNDS = 20
ALL_HEADS = sum(HEADS)

LAYOUT = Layout(
    # The options.
    Part("players", 1, MAX_PLAYERS, "how many play"),
    Part("rounds", 1, MOST_ROUNDS, "how many rounds a match has"),
    Part("first_starter", MAX_PLAYERS, 1, "a one for the seat that starts the match, from me on"),
    Part("sliding", 1, 1, "one if the window slides along during a turn with bulls"),
    # The match.
    Part("to_move", MAX_PLAYERS, 1, "a one for the seat that is to move, from me on; none when the match is over"),
    Part("over", 1, 1, "one if the match is over"),
    Part("round", 1, MOST_ROUNDS, "the number of the round"),
    Part("starter", MAX_PLAYERS, 1, "a one for the seat that started the round, from me on"),
    Part("scores", MAX_PLAYERS, MOST_ROUNDS * ALL_HEADS, "minus points of each seat, from me on"),
    # The round.
    Part("turns", 1, LAST_TURN, "turns in this round"),
    Part("hand_sizes", MAX_PLAYERS, CARDS, "cards in the hand of each seat, from me on"),
    Part("bulls", MAX_PLAYERS, BULLS, "bulls of each seat, from me on"),
    Part("supply", 1, BULLS, "bulls that nobody has"),
    Part("choosing_bull", 1, 1, "one while the player to move chooses whose bull to take"),
    Part("draw", 1, CARDS, "cards in the draw pile"),
    # Cards, each by its number.
    Part(
        "held",
        MAX_PLAYERS * CARDS,
        1,
        "for each seat, from me on, and each card: one if I know it to be in that hand, as all of mine and what others "
        "have taken from stacks",
    ),
    Part("unseen", CARDS, 1, "one for each card that I have not seen in this round"),
    Part("sizes", CARDS, CARDS, "for the top of each stack: how many cards the stack has"),
    Part("heads", CARDS, ALL_HEADS, "for the top of each stack: the ox heads in the stack"),
    Part("reach", CARDS, REACH, "for the top of each stack: how far above it the player to move may go now"),
    Part("under", CARDS, CARDS, "for each card in a stack under its top: the number on the top"),
)
SIZE = LAYOUT.size
PLAYERS, ROUNDS, FIRST_STARTER, SLIDING = map(LAYOUT.at, ["players", "rounds", "first_starter", "sliding"])
TO_MOVE, OVER, ROUND, STARTER, SCORES = map(LAYOUT.at, ["to_move", "over", "round", "starter", "scores"])
TURNS, HAND_SIZES, BULLS_OF = map(LAYOUT.at, ["turns", "hand_sizes", "bulls"])
SUPPLY, CHOOSING_BULL, DRAW = map(LAYOUT.at, ["supply", "choosing_bull", "draw"])
HELD, UNSEEN = map(LAYOUT.at, ["held", "unseen"])
SIZES, HEADS_IN, REACHES, UNDER = map(LAYOUT.at, ["sizes", "heads", "reach", "under"])


@rule
def observe(seen: State, seat: int, row: list[int]) -> None:
    """Fill a row from a state as a seat sees it."""
    fill(row, SIZE, 0)
    tell_match(seen, seat, row)
    tell_round(seen, seat, row)
    tell_cards(seen, seat, row)
    for stack in range(seen.stack_count):
        tell_stack(seen, seen.tops[stack], seen.sizes[stack], row)


@rule
def from_me(seen: State, seat: int, other: int) -> int:
    """How many seats after the observer another one sits."""
    return other - seat if other >= seat else other - seat + seen.players


@rule
def tell_match(seen: State, seat: int, row: list[int]) -> None:
    row[PLAYERS] = seen.players
    row[ROUNDS] = seen.rounds
    row[FIRST_STARTER + from_me(seen, seat, seen.first_starter)] = 1
    row[SLIDING] = seen.sliding
    if seen.to_move != NOBODY:
        row[TO_MOVE + from_me(seen, seat, seen.to_move)] = 1
    row[OVER] = seen.over
    row[ROUND] = seen.round
    row[STARTER + from_me(seen, seat, seen.starter)] = 1
    for other in range(seen.players):
        row[SCORES + from_me(seen, seat, other)] = seen.scores[other]


@rule
def tell_round(seen: State, seat: int, row: list[int]) -> None:
    row[TURNS] = seen.turns
    for other in range(seen.players):
        row[HAND_SIZES + from_me(seen, seat, other)] = seen.hand_size[other]
        row[BULLS_OF + from_me(seen, seat, other)] = seen.bulls[other]
    row[SUPPLY] = seen.supply
    row[CHOOSING_BULL] = seen.choosing_bull
    row[DRAW] = seen.draw_size


@rule
def tell_cards(seen: State, seat: int, row: list[int]) -> None:
    """A hand after the other: without a choice at each card, compiled code does many cards at once."""
    for other in range(seen.players):
        start = HELD + from_me(seen, seat, other) * CARDS
        for i in range(CARDS):
            row[start + i] = seen.where[i + 1] == other
    for i in range(CARDS):
        row[UNSEEN + i] = seen.where[i + 1] == UNKNOWN


@rule
def tell_stack(seen: State, top: int, size: int, row: list[int]) -> None:
    row[SIZES + top - 1] = size
    heads = HEADS[top]
    card = seen.below[top]
    while card != 0:
        heads += HEADS[card]
        row[UNDER + card - 1] = top
        card = seen.below[card]
    row[HEADS_IN + top - 1] = heads
    if seen.to_move != NOBODY and not seen.choosing_bull:
        row[REACHES + top - 1] = reach(seen, top)
