"""A deal that nobody can have stacked, and everybody can check.

Before the first card, the table shows a commitment: the hash of a secret that it has drawn. Then each person's device
adds a share of chance of its own. The seed of the deal is the hash of all of these, so whoever keeps the table cannot
choose it, and neither can the people. When the match is over, the secret is shown.

A table draws one secret for good, and each of its deals has a secret made from that one. So the commitment to the next
deal is there as soon as a match is over, before anybody who wants another has sent a share.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.engine.errors import BadRecord
from tiotal.engine.seeds import Seed

HEX = re.compile("[0-9a-f]{64}")


def is_chance(text: object) -> bool:
    """256 bits, written in hexadecimal digits."""
    return isinstance(text, str) and HEX.fullmatch(text) is not None


def secret_of_deal(table_secret: str, number: int) -> str:
    """The secret of one deal of a table; it tells nothing about the others."""
    return hashlib.sha256(b"tiotal secret " + bytes.fromhex(table_secret) + number.to_bytes(8, "big")).hexdigest()


def commitment_to(secret: str) -> str:
    return hashlib.sha256(b"tiotal commitment " + bytes.fromhex(secret)).hexdigest()


def mixed_seed(secret: str, shares: Sequence[str | None]) -> str:
    """The sealed seed of a deal; seats without a share, such as bots, add nothing."""
    mixed = hashlib.sha256(b"tiotal deal " + bytes.fromhex(secret))
    for seat, share in enumerate(shares):
        if share is not None:
            mixed.update(bytes([seat]) + bytes.fromhex(share))
    return mixed.hexdigest()


@dataclass(frozen=True)
class FairDeal:
    """What a record needs to prove its deal."""

    secret: str
    shares: tuple[str | None, ...]

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    @property
    def seed(self) -> str:
        return mixed_seed(self.secret, self.shares)

    def as_dict(self) -> dict[str, Any]:
        return {"commitment": self.commitment, "secret": self.secret, "shares": list(self.shares)}


def read_deal(document: Any, seed: Seed, players: int) -> FairDeal:
    """What a record says about its deal, if it is true."""
    if not isinstance(document, dict) or set(document) != {"commitment", "secret", "shares"}:
        raise BadRecord("records.fair_shape")
    secret, shares = document["secret"], document["shares"]
    if not is_chance(secret) or not isinstance(shares, list) or len(shares) != players:
        raise BadRecord("records.fair_shape")
    if not all(share is None or is_chance(share) for share in shares):
        raise BadRecord("records.fair_shape")
    deal = FairDeal(secret, tuple(shares))
    if deal.commitment != document["commitment"]:
        raise BadRecord("records.fair_commitment")
    if deal.seed != seed:
        raise BadRecord("records.fair_seed")
    return deal
