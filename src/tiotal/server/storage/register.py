"""Which process each seated device is connected to, in PostgreSQL (`tiotal.service.neighbours`).

All times are the database's: the clocks of the processes need not agree.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Engine, bindparam, case, cast, delete, extract, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from tiotal.server.storage.schema import presences, processes
from tiotal.service.host import StorageDown
from tiotal.service.neighbours import SECONDS_ALIVE, Changes

LONG_AGO = 24 * 3600 * 1000  # milliseconds; what is older is forgotten
TABLES_AT_ONCE = 500

NOW = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)  # milliseconds since 1970

Result = TypeVar("Result")


class DatabaseRegister:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="register")

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)

    # --- Writing ------------------------------------------------------------------------------------------------
    async def sign_of_life(self, process: str, changes: Changes) -> None:
        """In one order everywhere, so that processes never wait for each other in a circle."""
        here = sorted(key for key, is_here in changes.items() if is_here)
        gone = sorted(key for key, is_here in changes.items() if not is_here)
        keys = (presences.c.table_id, presences.c.device, presences.c.process)

        def work() -> None:
            until = NOW + SECONDS_ALIVE * 1000
            alive = insert(processes).values(id=process, until=until)
            come = insert(presences).on_conflict_do_update(index_elements=keys, set_={"left_at": None})
            its = (presences.c.table_id == bindparam("its_table"), presences.c.device == bindparam("its_device"))
            leave = update(presences).where(*its, presences.c.process == process).values(left_at=NOW)
            with self._engine.begin() as connection:
                connection.execute(alive.on_conflict_do_update(index_elements=[processes.c.id], set_={"until": until}))
                if here:
                    connection.execute(
                        come, [{"table_id": table, "device": device, "process": process} for table, device in here]
                    )
                if gone:
                    connection.execute(leave, [{"its_table": table, "its_device": device} for table, device in gone])

        await self._run(work)

    async def goodbye(self, process: str) -> None:
        def work() -> None:
            with self._engine.begin() as connection:
                mine = (presences.c.process == process, presences.c.left_at.is_(None))
                connection.execute(update(presences).where(*mine).values(left_at=NOW))
                connection.execute(delete(processes).where(processes.c.id == process))

        await self._run(work)

    async def forget_old(self) -> None:
        """Whoever was here days ago is long away, with or without a line about it."""

        def work() -> None:
            with self._engine.begin() as connection:
                connection.execute(delete(processes).where(processes.c.until < NOW - LONG_AGO))
                connection.execute(delete(presences).where(presences.c.left_at < NOW - LONG_AGO))
                dead = (presences.c.left_at.is_(None), presences.c.process.not_in(select(processes.c.id)))
                connection.execute(delete(presences).where(*dead))

        await self._run(work)

    # --- Reading ------------------------------------------------------------------------------------------------
    async def away(self, process: str, table_ids: Sequence[str]) -> dict[str, dict[str, float]]:
        alive = case((processes.c.until >= NOW, 0), else_=NOW - processes.c.until)
        since = case((presences.c.left_at.is_not(None), NOW - presences.c.left_at), else_=alive)
        query = (
            select(presences.c.table_id, presences.c.device, func.min(since))
            .join(processes, processes.c.id == presences.c.process, isouter=True)
            .where(presences.c.process != process, presences.c.left_at.is_not(None) | processes.c.id.is_not(None))
            .group_by(presences.c.table_id, presences.c.device)
        )

        def work() -> list[Any]:
            parts = (table_ids[first : first + TABLES_AT_ONCE] for first in range(0, len(table_ids), TABLES_AT_ONCE))
            with self._engine.connect() as connection:
                asked = (connection.execute(query.where(presences.c.table_id.in_(part))) for part in parts)
                return [row for rows in asked for row in rows]

        found: dict[str, dict[str, float]] = defaultdict(dict)
        for table_id, device, milliseconds in await self._run(work):
            found[table_id][device] = max(0.0, milliseconds / 1000)
        return found

    async def _run(self, work: Callable[[], Result]) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except SQLAlchemyError as error:
            raise StorageDown from error
