"""What a bot is: it is given a view, and answers with a move."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Protocol

from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import View

MOST_MILLISECONDS = 600_000
MOST_ITERATIONS = 1_000_000_000


class Bot(Protocol):
    """A player that is a program. It knows what the view shows, and nothing else."""

    name: str

    def choose(self, view: View) -> str:
        """One of `view.legal_moves`."""
        ...


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about a move: a time, or a number of iterations."""

    milliseconds: float | None = None
    iterations: int | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """`50ms`, `1.5s`, or a bare number of iterations."""
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)(ms|s)?", text.strip())
        if found:
            amount, unit = found.groups()
            if unit is None and "." not in amount and 1 <= int(amount) <= MOST_ITERATIONS:
                return cls(iterations=int(amount))
            if unit is not None:
                milliseconds = float(amount) * (1000 if unit == "s" else 1)
                if 1 <= milliseconds <= MOST_MILLISECONDS:
                    return cls(milliseconds=milliseconds)
        raise TiotalError("bots.bad_budget", budget=quote(text))

    def __str__(self) -> str:
        return str(self.iterations) if self.milliseconds is None else f"{self.milliseconds:g}ms"


def own_seed(seed: int | None) -> int:
    """The seed itself, or one that nobody can guess."""
    return secrets.randbits(63) if seed is None else seed


def chance_of(seed: int, view: View) -> int:
    """63 bits that depend on the bot's seed and on what it sees: asked the same again, it answers the same."""
    seen = f"{seed} {view.seat} {view.state.values()}"
    return int.from_bytes(hashlib.blake2b(seen.encode(), digest_size=8).digest()) >> 1
