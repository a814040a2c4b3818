"""Seeds, of two kinds.

A number (0 to 2^63 - 1) is for simulations: it starts the small generator inside the state. A sealed seed, 64
hexadecimal digits, is for tables where people must not be able to guess the next card: the words that the rules ask
for are then cut from SHA-256 of the seed and a counter. The rules take them in the same way from both.
"""

from __future__ import annotations

import functools
import hashlib
import re
import secrets
import sys
from types import ModuleType
from typing import Any

from tiotal.engine import forms
from tiotal.engine.errors import BadSeed, quote
from tiotal.rules import chance

Seed = int | str
LARGEST = 2**63 - 1
WORDS_IN_BLOCK = 8


def new_seed() -> str:
    """A sealed seed from the operating system."""
    return secrets.token_hex(32)


def read_seed(seed: Any, sealed: bool = True) -> Any:
    """A number or a sealed seed, as given or as text."""
    if isinstance(seed, str):
        if sealed and re.fullmatch("[0-9a-f]{64}", seed):
            return seed
        if re.fullmatch("[0-9]{1,19}", seed):
            seed = int(seed)
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= LARGEST:
        return seed
    raise BadSeed("seeds.bad" if sealed else "seeds.number", seed=quote(seed), largest=LARGEST)


def seed_state(rules: ModuleType, state: Any, seed: Seed) -> forms.Form:
    """Start the state's chance; the form to play it in (only the interpreted one reads sealed seeds)."""
    source = chance_of(rules)
    if isinstance(seed, int):
        source.seed_chance(state, seed)
        return forms.interpreted(rules)
    state.rng[0] = 0
    state.rng[1] = int(seed, 16)
    return forms.interpreted_with(rules, ((source.word, sealed_word), (source.step, sealed_step)))


def chance_of(rules: ModuleType) -> Any:
    """Where rules get their chance from: an earlier version of them has it as it was then."""
    shuffle = getattr(rules, "shuffle", chance.shuffle)
    return sys.modules[shuffle.__module__]


# The two words of the generator are here the number of words used so far, and the seed itself.
def sealed_word(used: int, seal: int) -> int:
    place = used % WORDS_IN_BLOCK * 4
    return int.from_bytes(sealed_block(seal, used // WORDS_IN_BLOCK)[place : place + 4], "big")


def sealed_step(used: int, seal: int) -> tuple[int, int]:
    return used + 1, seal


@functools.lru_cache(maxsize=1024)
def sealed_block(seal: int, number: int) -> bytes:
    return hashlib.sha256(seal.to_bytes(32, "big") + number.to_bytes(8, "big")).digest()
