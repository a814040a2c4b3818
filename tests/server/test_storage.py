"""The store, on SQLite and on PostgreSQL: every number once, nothing acknowledged before its commit."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, event, func, inspect, select

from tests.kit.hosts import Screen
from tests.kit.services import Postgres, a_postgres, postgres
from tiotal import Cento
from tiotal.engine.errors import TiotalError
from tiotal.engine.seeds import new_seed
from tiotal.server.bus import NoBus
from tiotal.server.metrics import Metrics
from tiotal.server.storage.database import open_database, read_url
from tiotal.server.storage.register import DatabaseRegister
from tiotal.server.storage.schema import entries, metadata
from tiotal.server.storage.store import Store
from tiotal.server.storage.writer import MOST_IN_A_COMMIT
from tiotal.server.thinkers import Thinkers
from tiotal.service.clock import WallClock
from tiotal.service.host import NoPeers, StorageDown
from tiotal.service.neighbours import Neighbours
from tiotal.service.tables import Tables
from tiotal.table.answers import open_table
from tiotal.table.entries import Entry, Moved, Opened, Said, Seated, SeatedBot, SeatedPerson
from tiotal.table.requests import End, Move, Say, Start
from tiotal.table.seen.listing import Listing

__all__ = ["postgres"]
DEVICE = "d" * 32
SECRET = "5" * 64


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tiotal.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@contextlib.asynccontextmanager
async def a_store(address: str) -> AsyncIterator[Store]:
    store = Store(open_database(address))
    try:
        yield store
    finally:
        await store.close()


def on(address: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        async with a_store(address) as store:
            await test(store)

    asyncio.run(run())


def listing(number: int = 1, **others: Any) -> Listing:
    known: dict[str, Any] = {
        "id": f"table-{number:011}",
        "code": f"{number:06}",
        "game": "cento",
        "phase": "waiting",
        "listed": False,
        "host": DEVICE,
        "opened_at": 1_000,
        "changed_at": 1_000,
        "free_seats": 1,
        "names": ["Ada"],
    }
    return Listing(**known | others)


def opened(seats: list[Any] | None = None, pace: int = 0) -> Entry:
    seats = seats or [SeatedPerson(DEVICE, "Ada", None), SeatedBot("beginner", "")]
    return Entry(1, 1_000, open_table(Cento(2), {"pace": pace}, seats, DEVICE, "key", SECRET), DEVICE)


def said(number: int, what: str) -> Entry:
    return Entry(number, 1_000 + number, Said(0, "reaction", what))


# --- Appending --------------------------------------------------------------------------------------------------
def test_what_is_appended_is_read_again(address: str) -> None:
    log = [
        opened(),
        Entry(2, 1_001, Seated(1, SeatedPerson("e" * 32, 'Þóra 👩‍👧 "x"', "0" * 64)), "e" * 32, "r-1"),
        Entry(3, 1_001, Seated(1, None)),
        Entry(4, 2**41, Moved(0, "+7", 12, by_bot=True)),
    ]

    async def test(store: Store) -> None:
        assert await store.open(listing(), log[0], [DEVICE])
        for entry in log[1:]:
            assert await store.append("table-00000000001", entry)
        assert await store.read("table-00000000001") == log
        assert await store.read("table-00000000001", 2) == log[2:]
        assert await store.read("another") == []
        assert await store.last_numbers(["table-00000000001", "another"]) == {"table-00000000001": 4}

    on(address, test)
    on(address, lambda store: _has(store, log))  # and after a restart


async def _has(store: Store, log: list[Entry]) -> None:
    assert await store.read("table-00000000001") == log


def test_a_number_is_used_once(address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("a", said(1, "first"))
        assert not await store.append("a", said(1, "second"))
        assert await store.append("b", said(1, "another table"))
        assert await store.read("a") == [said(1, "first")]

    on(address, test)


def test_of_two_with_the_same_number_in_one_commit_one_wins(address: str) -> None:
    async def test(store: Store) -> None:
        for number in range(1, 20):
            results = await asyncio.gather(*(store.append("a", said(number, name)) for name in "xyz"))
            assert sorted(results) == [False, False, True]
            winner = "xyz"[results.index(True)]
            assert (await store.read("a", number - 1)) == [said(number, winner)]

    on(address, test)


def test_stores_that_race_for_the_same_numbers_share_them(address: str) -> None:
    """Each number is won by exactly one, and the log has what the winner wrote."""
    tables, numbers = 5, 30

    async def racer(store: Store, name: str, won: dict[tuple[str, int], str]) -> None:
        async def at_table(table: str) -> None:
            for number in range(1, numbers + 1):
                if await store.append(table, said(number, name)):
                    assert (table, number) not in won
                    won[table, number] = name

        order = [f"t{place}" for place in range(tables)]
        random.Random(name).shuffle(order)
        await asyncio.gather(*map(at_table, order))

    async def run() -> None:
        won: dict[tuple[str, int], str] = {}
        async with a_store(address) as first, a_store(address) as second, a_store(address) as third:
            await asyncio.gather(
                *(racer(store, name, won) for store, name in zip((first, second, third), "xyz", strict=True))
            )
            assert len(won) == tables * numbers
            for place in range(tables):
                log = await first.read(f"t{place}")
                assert [entry.number for entry in log] == list(range(1, numbers + 1))
                assert log == [said(number, won[f"t{place}", number]) for number in range(1, numbers + 1)]

    asyncio.run(run())


def test_processes_that_keep_the_same_listings_do_not_lock_each_other_out(address: str) -> None:
    """In any order: PostgreSQL would end one of two that wait for each other."""

    async def writer(store: Store, seed: int) -> None:
        chance = random.Random(seed)
        for turn in range(1, 40):
            order = list(range(1, 30))
            chance.shuffle(order)
            for number in order:
                store.note(listing(number, changed_at=1_000 + turn), [DEVICE, "e" * 32])
            assert await store.append(f"of {seed}", said(turn, "x"))  # no StorageDown

    async def run() -> None:
        async with a_store(address) as first, a_store(address) as second:
            await asyncio.gather(writer(first, 1), writer(second, 2))
            assert len(await first.history("e" * 32)) == 29

    asyncio.run(run())


def test_many_entries_share_a_commit(address: str) -> None:
    async def test(store: Store) -> None:
        await store.append("a", said(1, "x"))
        before = store.commits
        writes = [store.append(f"t{place}", said(1, "x")) for place in range(600)]
        assert all(await asyncio.gather(*writes))
        assert store.commits - before < 60
        assert MOST_IN_A_COMMIT >= 600

    on(address, test)


def test_an_acknowledged_entry_is_there_for_every_other_connection_at_once(address: str) -> None:
    async def test(store: Store) -> None:
        other = create_engine(read_url(address))
        try:
            for number in range(1, 30):
                assert await store.append("a", said(number, "x"))
                with other.connect() as connection:
                    last = connection.execute(select(func.max(entries.c.number))).scalar()
                assert last == number
        finally:
            other.dispose()

    on(address, test)


def test_what_cannot_be_written_does_not_harm_what_is_written_with_it(address: str) -> None:
    async def test(store: Store) -> None:
        bad = store.append("bad", Entry(2**70, 1, Said(0, "reaction", "x")))
        good = [store.append(f"t{place}", said(1, "x")) for place in range(20)]
        results = await asyncio.gather(bad, *good, return_exceptions=True)
        assert isinstance(results[0], StorageDown)
        assert results[1:] == [True] * 20
        assert await store.append("t0", said(2, "x"))

    on(address, test)


# --- Opening, listing, tidying ----------------------------------------------------------------------------------
def test_whoever_still_reads_gives_its_connection_back_before_the_store_is_closed(address: str) -> None:
    async def run() -> None:
        store = Store(open_database(address))
        used: set[Any] = set()
        closed: set[Any] = set()
        reads = threading.Event()

        @event.listens_for(store.engine, "before_cursor_execute")
        def take_long(*_: Any) -> None:
            reads.set()
            time.sleep(0.3)

        event.listen(store.engine, "checkout", lambda connection, *_: used.add(connection))
        event.listen(store.engine, "close", lambda connection, _: closed.add(connection))
        reading = asyncio.create_task(store.lobby())
        await asyncio.to_thread(reads.wait)
        reading.cancel()
        await store.close()
        assert used and used <= closed

    asyncio.run(run())


def test_an_id_or_a_code_that_is_in_use_opens_no_table(address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.open(listing(1), opened(), [DEVICE])
        assert not await store.open(listing(1, code="999999"), opened(), ["x"])
        assert not await store.open(listing(2, code="000001"), opened(), ["x"])
        assert await store.read("table-00000000002") == []
        assert await store.history("x") == []
        assert await store.listing("table-00000000002") is None
        assert await store.open(listing(2), opened(), ["x"])
        found = await store.with_code("000002")
        assert found == listing(2)

    on(address, test)


def test_of_several_that_want_the_same_code_at_once_one_gets_it(address: str) -> None:
    async def test(store: Store) -> None:
        results = await asyncio.gather(
            *(store.open(listing(n, code="123456"), opened(), [DEVICE]) for n in range(1, 9)),
            store.append("other", said(1, "x")),
        )
        assert sorted(results[:-1]) == [False] * 7 + [True]
        assert results[-1]

    on(address, test)


def test_the_lobby_shows_listed_tables_that_go_on_those_that_wait_first(address: str) -> None:
    async def test(store: Store) -> None:
        known: dict[int, dict[str, Any]] = {
            1: {"listed": True, "phase": "playing", "changed_at": 5_000},
            2: {"listed": True, "changed_at": 2_000},
            3: {"listed": True, "changed_at": 3_000},
            4: {"listed": False},
            5: {"listed": True, "phase": "ended"},
            6: {"listed": True, "phase": "over"},
        }
        for number, others in known.items():
            assert await store.open(listing(number, **others), opened(), [DEVICE])
        assert [found.code for found in await store.lobby()] == ["000003", "000002", "000001"]

    on(address, test)


def test_the_history_has_the_tables_of_a_device_the_newest_first(address: str) -> None:
    async def test(store: Store) -> None:
        for number in range(1, 4):
            await store.open(listing(number, changed_at=number), opened(), [DEVICE] if number < 3 else ["x"])
        assert [found.code for found in await store.history(DEVICE)] == ["000002", "000001"]
        store.note(listing(1, changed_at=9, phase="playing"), [DEVICE, "x"])
        await store.settled()
        assert [found.code for found in await store.history("x")] == ["000001", "000003"]
        assert await store.history("nobody") == []

    on(address, test)


def test_a_listing_is_never_replaced_by_an_older_one(address: str) -> None:
    async def test(store: Store) -> None:
        await store.open(listing(), opened(), [DEVICE])
        store.note(listing(changed_at=3_000, phase="playing"), [])
        await store.settled()
        store.note(listing(changed_at=2_000, names=["older"]), [])
        await store.settled()
        found = await store.listing("table-00000000001")
        assert found is not None and (found.phase, found.names) == ("playing", ["Ada"])

    on(address, test)


def test_an_ended_table_gives_its_code_back(address: str) -> None:
    async def test(store: Store) -> None:
        await store.open(listing(1), opened(), [DEVICE])
        store.note(listing(1, phase="ended", code=None), [DEVICE])
        await store.settled()
        assert await store.with_code("000001") is None
        assert await store.open(listing(2, code="000001"), opened(), [DEVICE])
        assert await store.open_tables_of(DEVICE) == 1

    on(address, test)


def test_old_tables_are_put_away_and_kept(address: str) -> None:
    async def test(store: Store) -> None:
        await store.open(listing(1, listed=True, changed_at=1_000), opened(), [DEVICE])
        await store.open(listing(2, listed=True, changed_at=9_000), opened(), [DEVICE])
        assert await store.put_away(5_000) == 1
        assert await store.put_away(5_000) == 0
        assert [found.id for found in await store.lobby()] == [listing(2).id]
        assert await store.open_tables_of(DEVICE) == 1
        assert await store.with_code("000001") is None
        assert len(await store.read(listing(1).id)) == 1
        assert len(await store.history(DEVICE)) == 2
        assert await store.open(listing(3, code="000001"), opened(), [DEVICE])  # somebody else has the code now
        store.note(listing(1, changed_at=9_500), [DEVICE])  # and the table is played on
        await store.settled()
        found = await store.listing(listing(1).id)
        assert found is not None and not found.put_away and found.code is None

    on(address, test)


# --- Migrations -------------------------------------------------------------------------------------------------
@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    found = open_database(address)
    yield found
    found.dispose()


def test_the_migrations_make_the_schema(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert set(inspect(engine).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_migrating_again_changes_nothing_and_loses_nothing(address: str) -> None:
    for number in range(1, 4):
        on(address, lambda store, number=number: _append(store, number))  # type: ignore[misc]
    on(address, lambda store: _count(store, 3))


async def _append(store: Store, number: int) -> None:
    assert await store.append("a", said(number, "x"))


async def _count(store: Store, number: int) -> None:
    assert len(await store.read("a")) == number


def test_processes_that_start_together_migrate_once(address: str) -> None:
    errors: list[Exception] = []

    def start() -> None:
        try:
            open_database(address).dispose()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    found = open_database(address)
    with found.connect() as connection:
        assert connection.exec_driver_sql("select count(*) from alembic_version").scalar() == 1
    found.dispose()


def test_a_database_of_a_newer_version_is_left_alone(engine: Engine, address: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    with pytest.raises(TiotalError) as refused:
        open_database(address)
    assert refused.value.key == "server.newer_database"
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select version_num from alembic_version").scalar() == "9999"


@pytest.mark.parametrize(
    "wrong", ["", "x", "mysql://x/y", "sqlite://", "postgresql://127.0.0.1:1/x", "sqlite:////proc/none/x.db"]
)
def test_a_database_that_cannot_be_opened_gets_a_sentence(wrong: str) -> None:
    with pytest.raises(TiotalError) as refused:
        open_database(wrong or "//")
    assert refused.value.key in ("server.bad_database", "server.no_database")
    assert refused.value.sentence("en")


def test_no_password_is_told() -> None:
    with pytest.raises(TiotalError) as refused:
        open_database("postgresql://ada:sesame@127.0.0.1:1/x")
    assert "sesame" not in refused.value.sentence("en")


# --- When the database is away ----------------------------------------------------------------------------------
async def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.mark.thorough
def test_while_the_database_is_down_nothing_is_acknowledged_and_afterwards_it_goes_on() -> None:
    async def run(server: Postgres) -> None:
        async with a_store(server.new_database()) as store:
            assert await store.append("a", said(1, "x"))
            await asyncio.to_thread(server.stop)
            for _ in range(2):
                with pytest.raises(StorageDown):
                    await store.append("a", said(2, "lost"))
                with pytest.raises(StorageDown):
                    await store.read("a")
            store.note(listing(), [])
            assert not await store.can_write()
            await asyncio.to_thread(server.start)
            assert await store.can_write()
            assert await store.append("a", said(2, "y"))
            assert await store.read("a") == [said(1, "x"), said(2, "y")]

    with a_postgres() as server:
        asyncio.run(run(server))


@pytest.mark.thorough
def test_a_bot_moves_after_all_when_the_database_was_down_at_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody asks again for a bot."""

    async def run(server: Postgres) -> None:
        async with live_tables(server.new_database()) as (tables, store):
            seats = [SeatedPerson(DEVICE, "Ada", None), SeatedBot("beginner", "")]
            live = await tables.open(listing(), opened(seats, pace=2_000), [DEVICE])
            assert live is not None
            live.join(Screen(DEVICE))
            await live.ask(DEVICE, Start(), "start")
            while live.table.to_move == 0:
                assert live.table.match is not None
                move = live.table.match.position.view(0).legal_moves[0]
                await live.ask(DEVICE, Move(0, move, live.table.number), None)
            number = live.table.number
            await asyncio.to_thread(server.stop)
            await until(lambda: "the database is away" in caplog.text)
            assert live.table.number == number
            await asyncio.to_thread(server.start)
            await until(lambda: live.table.number > number)
            log = await store.read(live.id)
            event = log[number].event
            assert isinstance(event, Moved) and event.by_bot

    with a_postgres() as server:
        asyncio.run(run(server))


# --- Live tables ------------------------------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def live_tables(address: str) -> AsyncIterator[tuple[Tables, Store]]:
    store, thinking = Store(open_database(address)), Thinkers(1, Metrics())
    clock, register = WallClock(), DatabaseRegister(store.engine)
    peers = NoPeers() if store.is_ours else Neighbours("this", NoBus(), register, clock)
    tables = Tables(store, peers, clock, thinking)
    await tables.start()
    try:
        yield tables, store
    finally:
        await tables.close()
        thinking.close()
        register.close()
        await store.close()


def two_people() -> Entry:
    seats = [SeatedPerson(DEVICE, "Ada", None), SeatedPerson("e" * 32, "Bo", None)]
    return Entry(1, 1_000, open_table(Cento(2), {"pace": 0}, seats, DEVICE, "key", new_seed()), DEVICE)


def test_an_entry_whose_asker_has_gone_is_told_to_the_others(address: str) -> None:
    """The connection is cut while the commit is under way: what is in the log has to happen for all."""

    async def run() -> None:
        async with live_tables(address) as (tables, store):
            live = await tables.open(listing(), two_people(), [DEVICE])
            assert live is not None
            other = Screen("e" * 32)
            live.join(other)
            for number in range(2, 30):
                asking = asyncio.create_task(live.ask(DEVICE, Say(0, "clap"), f"r{number}"))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
                await store.settled()
                log = await store.read(live.id)
                await until(lambda log=log: live.table.number == len(log))  # type: ignore[misc]
            assert live.table.number > 1
            assert len(other.news()) == live.table.number - 1

    asyncio.run(run())


def test_there_is_one_of_a_table_even_if_those_who_wait_for_it_give_up(address: str) -> None:
    async def run() -> None:
        async with live_tables(address) as (tables, store):
            await store.open(listing(), two_people(), [DEVICE])
            table_id = listing().id
            patient = asyncio.create_task(tables.find(table_id))
            hasty = asyncio.create_task(tables.find(table_id))
            await asyncio.sleep(0)
            hasty.cancel()
            await asyncio.gather(hasty, return_exceptions=True)
            late = asyncio.create_task(tables.find(table_id))
            found = await asyncio.gather(patient, late)
            assert found[0] is not None
            assert found[0] is found[1] is await tables.find(table_id)

    asyncio.run(run())


def test_a_listing_that_was_not_written_any_more_is_found_again_from_the_log(address: str) -> None:
    async def run() -> None:
        async with live_tables(address) as (tables, store):
            first = two_people()
            assert isinstance(first.event, Opened)
            await store.open(listing(listed=True), first, [DEVICE])
            await store.append(listing().id, Entry(2, 2_000, Seated(1, None), "e" * 32))  # and then it was killed
            live = await tables.find(listing().id)
            assert live is not None
            await store.settled()
            found = await store.listing(live.id)
            assert found is not None and (found.free_seats, found.listed) == (1, False)
            await live.ask(DEVICE, End(), "end")
            await store.settled()
            found = await store.listing(live.id)
            assert found is not None and (found.phase, found.code) == ("ended", None)

    asyncio.run(run())
