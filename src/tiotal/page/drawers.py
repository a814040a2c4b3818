"""What the page's worker lets Python keep things in. All values are numbers and texts: those cross over as they are."""

from __future__ import annotations

from typing import Protocol


class Full(Exception):
    """There is no room left on the device."""


class Drawers(Protocol):
    """Everything is there for good when a call returns; a call that fails has changed nothing."""

    async def append(self, table_id: str, number: int, at: int, body: str) -> bool:
        """False if the log has an entry of that number."""
        ...

    async def open(self, table_id: str, listing: str, at: int, body: str) -> bool:
        """A listing and a first entry; False if there is such a table."""
        ...

    async def note(self, table_id: str, listing: str) -> None:
        """Exchange a listing, if there is one."""
        ...

    async def remove(self, table_id: str) -> None:
        """A table and its log."""
        ...

    async def entries(self, table_id: str, after: int) -> str:
        """As JSON: a list of number, time and body of each."""
        ...

    async def listing(self, table_id: str) -> str | None: ...

    async def listings(self) -> str:
        """As JSON: a list of tables with the text of each."""
        ...

    async def device(self) -> str:
        """By which this device is known in logs; drawn once."""
        ...
