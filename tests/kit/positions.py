"""Positions put together by hand, for examples: cards in written form, everything not mentioned in a fixed order.

Each builder takes the cards that matter and puts the rest of the deck where it does no harm, so that no card is
missing or there twice. Cards are written with spaces between them. The positions have no seed, so they have no record;
the knowledge that players would have gathered on the way (what a hand cannot hold, who has seen which card) is that of
a table that has just sat down, so they are not meant for `imagine`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from tiotal.engine import forms
from tiotal.engine.game import Game, Position
from tiotal.games.cento import game as cento_engine
from tiotal.games.cento import rules as cento
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt import rules as nimmt
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten import game as ten_engine
from tiotal.games.ten import rules as ten
from tiotal.games.ten.game import Ten
from tiotal.rules.chance import seed_chance

AnyState = TypeVar("AnyState", cento.State, nimmt.State, ten.State)


# --- Cento ------------------------------------------------------------------------------------------------------
def cento_position(
    *hands: str,
    total: int = 50,
    to_move: int = 0,
    flipped: bool = False,
    direction: int = 1,
    pile: str = "+1",
    last: str | None = None,
    beside: str = "FLIP",
    discards: str = "",
    stock: str = "",
    stock_size: int | None = None,
    turns: int | None = None,
    round_number: int = 1,
    scores: Sequence[int] | None = None,
    **options: Any,
) -> Position:
    """A round in progress, one hand a player; hands of fewer than five cards are filled up with high additions.

    `pile` is listed from the bottom up and `last` is its top card unless it says otherwise. `stock` begins with its top
    card and goes on with the rest of the deck; with a `stock_size`, what is too much for it lies under the pile.
    An empty pile makes it the first turn of the round.
    """
    game = Cento(len(hands), **options)
    state = _begun(game, cento.State())
    kinds = cento_engine.CARDS
    rest = Rest(kinds[card] for card in range(cento.KINDS) for _ in range(cento.copies(state, card)))
    piled, thrown, coming = rest.take(pile), rest.take(discards), rest.take(stock)
    aside = rest.take(beside if flipped else "")
    held = [rest.take(hand) for hand in hands]
    for hand in held:
        rest.fill(hand, cento.HAND, [f"+{value}" for value in range(10, 0, -1)])
    coming += rest.all()
    if stock_size is not None:
        piled = coming[stock_size:] + piled
        coming = coming[:stock_size]

    state.to_move = to_move
    state.total = total
    state.flipped = int(flipped)
    state.direction = direction
    state.round = round_number
    state.turns = len(piled + aside + thrown) if turns is None else turns
    state.top = kinds.index(piled[-1]) if piled else cento.NO_CARD
    state.last = kinds.index(last) if last else state.top
    state.beside = kinds.index(aside[0]) if aside else cento.NO_CARD
    state.pile_size, state.discards_size = len(piled), len(thrown)
    state.spent_size = _write(state.spent, [kinds.index(card) for card in piled[:-1] + thrown])
    state.stock_size = _write(state.stock, [kinds.index(card) for card in reversed(coming)])
    for seat, hand in enumerate(held):
        _write(state.hands[seat], [kinds.index(card) for card in hand])
    _write(state.scores, scores or [])
    return _position(game, state)


# --- 11 nimmt! --------------------------------------------------------------------------------------------------
def nimmt_position(
    *hands: str,
    stacks: Sequence[str] = ("50",),
    to_move: int = 0,
    starter: int = 0,
    bulls: Sequence[int] | None = None,
    draw: str = "",
    rest_to: int | None = None,
    turns: int = 1,
    round_number: int = 1,
    scores: Sequence[int] | None = None,
    **options: Any,
) -> Position:
    """A round in progress, one hand a player as it is; each stack from the bottom up.

    `draw` begins with the top of the draw pile. The other cards follow in ascending order; with `rest_to` that seat
    holds them instead. Bulls that nobody has are in the supply.
    """
    game = Nimmt(len(hands), **options)
    state = _begun(game, nimmt.State())
    rest = Rest(str(card) for card in range(1, nimmt.CARDS + 1))
    lying, coming = [rest.take(stack) for stack in stacks], rest.take(draw)
    held = [rest.take(hand) for hand in hands]
    (coming if rest_to is None else held[rest_to]).extend(rest.all())

    state.round = round_number
    state.starter = starter
    state.to_move = to_move
    state.turns = turns
    for seat, hand in enumerate(held):
        for card in hand:
            nimmt.put_in_hand(state, seat, int(card))
    for stack in lying:
        nimmt.begin_stack(state, int(stack[0]))
        for under, card in itertools.pairwise(stack):
            nimmt.put_on_table(state, int(card), int(under))
        state.tops[state.stack_count - 1] = int(stack[-1])
        state.sizes[state.stack_count - 1] = len(stack)
    for card in coming:
        state.where[int(card)] = nimmt.IN_DRAW_PILE
    state.draw_size = _write(state.draw, [int(card) for card in reversed(coming)])
    _write(state.bulls, bulls or [])
    state.supply = nimmt.BULLS - sum(bulls or [])
    _write(state.scores, scores or [])
    return _position(game, state)


# --- 10 ---------------------------------------------------------------------------------------------------------
def ten_position(
    *hands: str,
    table: Sequence[str] = (),
    phase: int = 2,
    to_move: int | None = None,
    starter: int = 0,
    chips: Sequence[int] | None = None,
    pot: int = 0,
    round_number: int = 1,
    round_cards: str = "",
    taken: Sequence[str] = (),
    stock: str = "",
    rest_to: int | None = None,
    **options: Any,
) -> Position:
    """A round in progress, one hand a player; hands are filled up with the lowest cards, to four with what lies there.

    `table` lists first cards as they would be laid, such as `5:up+1`; an empty text is a seat without one. `chips` are
    the free ones, 7 less what protects a card unless told. `stock` begins with its top card and goes on with the rest
    of the deck; with `rest_to` that seat has taken the rest. `round_cards` begins with the first to be turned up.
    """
    game = Ten(len(hands), **options)
    state = _begun(game, ten.State())
    kinds = ten_engine.CARDS
    jokers = game.players + ten.spare_jokers(state)
    copies = [*ten.COPIES[: ten.JOKER], jokers]
    rest = Rest(kinds[card] for card in range(ten.KINDS) for _ in range(copies[card]))
    layings = [*table, *[""] * (game.players - len(table))]
    for laying in layings:
        rest.take(laying.partition(":")[0])
    coming = rest.take(stock)
    had = [[card for card in cards.split() if card[0] != "R"] for cards in taken]
    for cards in had:
        rest.take(" ".join(cards))
    held = [rest.take(hand) for hand in hands]
    for seat, hand in enumerate(held):
        rest.fill(hand, ten.HAND - bool(layings[seat]), kinds)
    if rest_to is None:
        coming += rest.all()
    else:
        had += [[] for _ in range(game.players - len(had))]
        had[rest_to] += rest.all()

    state.round = round_number
    state.phase = phase
    state.starter = starter
    state.to_move = starter if to_move is None else to_move
    state.turn = (state.to_move - starter) % game.players
    numbers = [int(card[1:]) for card in round_cards.split()]
    numbers += [number for number in range(1, ten.ROUNDS + 1) if number not in numbers]
    _write(state.round_cards, numbers[::-1])
    for seat, laying in enumerate(layings):
        if laying:
            _lay(state, seat, game.parse(laying))
    for seat, cards in enumerate(had):
        for card in cards:
            state.taken[seat][kinds.index(card)] += 1
    for seat, text in enumerate(taken):
        for card in text.split():
            if card[0] == "R":
                state.rounds_taken[seat] |= 1 << int(card[1:])
    for seat, hand in enumerate(held):
        state.hand_size[seat] = 0
        for card in hand:
            ten.put_in_hand(state, seat, kinds.index(card))
    state.stock_size = _write(state.stock, [kinds.index(card) for card in reversed(coming)])
    if chips is not None:
        _write(state.chips, chips)
    state.pot = pot
    assert sum(state.chips) + sum(state.protection) + pot == ten.CHIPS * game.players, "T9: chips are never lost"
    return _position(game, state)


def _lay(state: ten.State, seat: int, move: int) -> None:
    state.laid[seat] = 1
    state.first[seat] = move // 6
    state.up[seat] = int(move % 6 < ten.FACE_DOWN)
    state.laid_by[seat] = seat
    state.owned_by[seat] = 1 << seat
    ten.protect(state, seat, move % 3)


# --- What they share --------------------------------------------------------------------------------------------
class Rest:
    """The cards of a deck that have no place yet, in deck-table order."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.order = list(cards)
        self.left = Counter(self.order)

    def take(self, text: str) -> list[str]:
        """These cards, which must still be there."""
        cards = text.split()
        for card in cards:
            assert self.left[card] > 0, f"there is no {card} left in the deck"
            self.left[card] -= 1
        return cards

    def fill(self, hand: list[str], size: int, fillers: Sequence[str]) -> None:
        for card in fillers:
            while len(hand) < size and self.left[card] > 0:
                hand += self.take(card)
        assert len(hand) == size, f"a hand has {size} cards here, not {hand}"

    def all(self) -> list[str]:
        return [card for card in dict.fromkeys(self.order) for _ in range(self.left[card])]


def play_all(position: Position, moves: str) -> Position:
    """Play moves written with spaces between them."""
    for move in moves.split():
        position.play(move)
    return position


def _begun(game: Game, state: AnyState) -> AnyState:
    """A state at the beginning of a first round in which nothing has been dealt."""
    game.set_up(state)
    seed_chance(state, 0)
    game.rules.begin(state)
    game.rules.new_round(state)
    return state


def _position(game: Game, state: Any) -> Position:
    return Position(game, forms.interpreted(game.rules), state, None)


def _write(place: list[int], values: Sequence[int]) -> int:
    """Put values at the beginning of a row; how many there are."""
    place[: len(values)] = values
    return len(values)
