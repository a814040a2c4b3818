"""A device at a table of a server, over a WebSocket: it says what it wants, and remembers what it was told last."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import AsyncIterator
from typing import Any, Self, TypeVar

from websockets.asyncio.client import ClientConnection, connect

SECONDS_TO_ANSWER = 30

Message = dict[str, Any]


def new_name() -> str:
    """For a request."""
    return secrets.token_hex(8)


class Client:
    def __init__(self, connection: ClientConnection, token: str) -> None:
        self.connection = connection
        self.token = token
        self.table: Message = {}
        self.mine: list[int] = []
        self.matches: dict[int | None, Message] = {}  # by seat
        self.turn: Message = {}

    @property
    def last(self) -> int:
        """The number of the last entry that was told."""
        return int(self.turn.get("number", 0))

    # --- Saying -------------------------------------------------------------------------------------------------
    async def send(self, message: Any) -> None:
        await self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def ask_for(self, what: Message, request: str | None = None) -> str:
        """The name under which it will be answered."""
        name = request or new_name()
        await self.send({"type": "ask", "request": name, "what": what})
        return name

    def a_move(self, written: str, seat: int) -> Message:
        """A legal move of who has seen everything so far. A total that is said with it is 0, so wrong as a rule."""
        says = any(move["written"] == written and move.get("says") for move in self.matches[seat]["legal"])
        what = {"type": "move", "seat": seat, "move": written, "seen": self.last}
        return what | {"said": 0} if says else what

    # --- Hearing ------------------------------------------------------------------------------------------------
    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        return await self.hear()

    async def hear(self) -> Message:
        return self.note(await self.connection.recv())

    def note(self, raw: str | bytes) -> Message:
        message: Message = json.loads(raw)
        if message["type"] in ("welcome", "news"):
            self.table = message.get("table") or self.table
            self.mine = message["mine"]
            self.turn = message["turn"]
            if message["matches"] or self.table["phase"] != "playing":
                self.matches = {}
            for match in message["matches"]:
                self.matches[match["seat"]] = match
        return message


Kind = TypeVar("Kind", bound=Client)


@contextlib.asynccontextmanager
async def connected(
    kind: type[Kind], url: str, table_id: str, token: str, last: int = 0, **hello: Any
) -> AsyncIterator[Kind]:
    """One that has said hello."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table_id}/play"
    settings: dict[str, Any] = {"compression": None, "max_size": None, "open_timeout": SECONDS_TO_ANSWER}
    async with connect(address, ping_interval=None, **settings) as found:
        client = kind(found, token)
        await client.send({"type": "hello", "token": token, "last": last, **hello})
        yield client
