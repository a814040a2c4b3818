"""All the chance there is: one small generator inside the state, and one shuffle.

The generator is xoroshiro64** on two 32-bit words, written with masks so that Python's unbounded integers and
64-bit machine integers give the same stream.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Protocol

from tiotal.rules.state import rule

WORD = 0xFFFFFFFF


class HasChance(Protocol):
    rng: list[int]


@rule
def scramble(word: int) -> int:
    """A fixed permutation of the 32-bit words in which every bit depends on every other."""
    word ^= word >> 16
    word = (word * 0x85EBCA6B) & WORD
    word ^= word >> 13
    word = (word * 0xC2B2AE35) & WORD
    return word ^ (word >> 16)


@rule
def seed_chance(state: HasChance, seed: int) -> None:
    """Different seeds (0 to 2^63 - 1) give different streams, also when they differ by one."""
    low = scramble((seed & WORD) ^ 0x9E3779B9)
    high = scramble(((seed >> 32) & WORD) ^ scramble(low ^ 0x7F4A7C15))
    state.rng[0] = low
    state.rng[1] = high
    if low == 0 and high == 0:
        state.rng[0] = 1  # the one state that the generator never leaves


@rule
def word(a: int, b: int) -> int:
    """32 random bits from the two words of the generator."""
    mixed = (a * 0x9E3779BB) & WORD
    return ((((mixed << 5) | (mixed >> 27)) & WORD) * 5) & WORD


@rule
def step(a: int, b: int) -> tuple[int, int]:
    """The two words that follow."""
    b ^= a
    return (((a << 26) | (a >> 6)) & WORD) ^ b ^ ((b << 9) & WORD), ((b << 13) | (b >> 19)) & WORD


@rule
def below(a: int, b: int, n: int) -> tuple[int, int, int]:
    """A number from 0 to n - 1, each exactly as likely as the others; and the two words that follow."""
    product = word(a, b) * n
    a, b = step(a, b)
    if (product & WORD) < n:
        uneven = (WORD + 1) % n
        while (product & WORD) < uneven:
            product = word(a, b) * n
            a, b = step(a, b)
    return product >> 32, a, b


@rule
def next_word(state: HasChance) -> int:
    bits = word(state.rng[0], state.rng[1])
    state.rng[0], state.rng[1] = step(state.rng[0], state.rng[1])
    return bits


@rule
def random_below(state: HasChance, n: int) -> int:
    number, state.rng[0], state.rng[1] = below(state.rng[0], state.rng[1], n)
    return number


@rule
def shuffle(state: HasChance, cards: MutableSequence[int], size: int) -> None:
    """Put the first `size` cards in random order; the last of them is the top."""
    a = state.rng[0]
    b = state.rng[1]
    for i in range(size - 1, 0, -1):
        j, a, b = below(a, b, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    state.rng[0] = a
    state.rng[1] = b
