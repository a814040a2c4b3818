"""`tiotal`, with the same deals and the same bots every time: what a test meets is not the luck of the day.

Other deals are met with another number: `TIOTAL_DEALS=7 make test`. `TIOTAL_TEST_CLIENT`: the folder of another client.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from tiotal.bots import bot
from tiotal.engine import seeds


def luck(*of: object) -> int:
    """64 bits for something that needs chance in a test; the same in every run."""
    text = " ".join(map(str, (os.environ.get("TIOTAL_DEALS", "1"), *of)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def the_same(amount: int) -> str:
    return f"{luck('server'):016x}"[:2] * amount


CHANCE = SimpleNamespace(token_hex=the_same, randbits=lambda bits: luck("bots") >> (64 - bits))

if __name__ == "__main__":
    from tiotal.cli import main
    from tiotal.server import pages

    client = Path(os.environ.get("TIOTAL_TEST_CLIENT", pages.CLIENT))
    with (
        patch.object(seeds, "secrets", CHANCE),
        patch.object(bot, "secrets", CHANCE),
        patch.object(pages, "CLIENT", client),
    ):
        main()
