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
def next_word(state: HasChance) -> int:
    """The next 32 random bits."""
    a = state.rng[0]
    b = state.rng[1]
    word = (a * 0x9E3779BB) & WORD
    word = ((((word << 5) | (word >> 27)) & WORD) * 5) & WORD
    b ^= a
    state.rng[0] = (((a << 26) | (a >> 6)) & WORD) ^ b ^ ((b << 9) & WORD)
    state.rng[1] = ((b << 13) | (b >> 19)) & WORD
    return word


@rule
def random_below(state: HasChance, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely as the others."""
    product = next_word(state) * n
    if (product & WORD) < n:
        uneven = (WORD + 1) % n
        while (product & WORD) < uneven:
            product = next_word(state) * n
    return product >> 32


@rule
def shuffle(state: HasChance, cards: MutableSequence[int], size: int) -> None:
    """Put the first `size` cards in random order; the last of them is the top."""
    for i in range(size - 1, 0, -1):
        j = random_below(state, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
