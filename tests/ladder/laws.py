"""What `tiotal check-game` has to know of Ladder."""

from __future__ import annotations

import random

from tests.ladder.rules import CARDS, IN_STOCK, PLAYED, State


def everything(state: State) -> list[int]:
    held = [card for card in range(1, CARDS + 1) if state.where[card] < state.players]
    played = [card for card in range(1, CARDS + 1) if state.where[card] == PLAYED]
    return sorted(held + played + state.stock[: state.stock_size])


def exchange(state: State, seat: int, dice: random.Random) -> None:
    hidden = [card for card in range(1, CARDS + 1) if state.where[card] not in (seat, PLAYED)]
    holders = [state.where[card] for card in hidden]
    dice.shuffle(holders)
    for card, holder in zip(hidden, holders, strict=True):
        state.where[card] = holder
    stock = [card for card in hidden if state.where[card] == IN_STOCK]
    dice.shuffle(stock)
    state.stock[: len(stock)] = stock
