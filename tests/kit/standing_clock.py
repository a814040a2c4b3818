"""`tiotal` with the same deals and bots every time, at a moment that does not pass."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from unittest.mock import patch

from tests.kit.same_deals import CHANCE
from tiotal.bots import bot
from tiotal.engine import seeds
from tiotal.service import clock

NOON = 1_790_000_000_000  # milliseconds since 1970


@contextlib.contextmanager
def standing() -> Iterator[None]:
    """Also in the page: this file and the one it builds on run there as they are."""
    with (
        patch.object(seeds, "secrets", CHANCE),
        patch.object(bot, "secrets", CHANCE),
        patch.object(clock.WallClock, "now", lambda self: NOON),
        patch.object(clock.WallClock, "seconds", lambda self: 0.0),
    ):
        yield


if __name__ == "__main__":
    from tiotal.cli import main
    from tiotal.server import api

    with standing(), patch.object(api, "now", lambda: NOON):
        main()
