"""`tiotal`, with less patience for those who send half a request: nobody in a test waits for as long as people may."""

from __future__ import annotations

from unittest.mock import patch

from tiotal.cli import main
from tiotal.server import connections

SECONDS = 1.0

if __name__ == "__main__":
    with (
        patch.object(connections, "SECONDS_FOR_HEADERS", SECONDS),
        patch.object(connections, "SECONDS_FOR_BODY", SECONDS),
    ):
        main()
