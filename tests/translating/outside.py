"""Functions that rules cannot be written in; a test expects each to be refused at the line that says so."""

from __future__ import annotations

from typing import Any

from tiotal.rules.state import Declared, number, row, rule


class State(Declared):
    total: int = number()
    cards: list[int] = row(3)


@rule
def makes_a_list(a: int) -> int:
    return len([a])  # here: no list


@rule
def has_text(a: int) -> int:
    return a if "many" else 0  # here: integers of 64 bits


@rule
def raises(a: int) -> int:
    raise ValueError  # here: no raise statement


@rule
def goes_over_a_row(state: State) -> int:
    total = 0
    for card in state.cards:  # here: loops go over a range
        total += card
    return total


@rule
def asks_for_what_is_not_there(state: State) -> int:
    return state.colour  # type: ignore[attr-defined, no-any-return]  # here: no field state.colour


@rule
def uses_a_power(a: int) -> int:
    return a**2  # here: do not know pow


@rule
def calls_what_is_no_rule(a: int) -> int:
    return int(pow(a, 2))  # here: pow is no rule


@rule
def gives_anything(a: int) -> Any:  # here: gives Any
    return a


@rule
def cuts_off_silently(a: int) -> int:
    return a / 2  # type: ignore[return-value]  # here: a float is no integer


@rule
def is_two_things(state: State) -> int:
    thing: Any = state.total
    if thing > 1:
        thing = state.cards  # here: of two kinds
    return thing  # type: ignore[no-any-return]
