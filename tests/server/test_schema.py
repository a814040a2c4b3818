"""The description of the server that clients are made from."""

from __future__ import annotations

import json
from pathlib import Path

from tiotal.server.app import create_app
from tiotal.server.settings import ServerSettings

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_web_client_are_made_from_the_server_as_it_is() -> None:
    """If this fails: `make types`."""
    assert json.loads((WEB / "openapi.json").read_text()) == create_app(ServerSettings()).openapi()
