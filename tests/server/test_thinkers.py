"""What bots do wrong at live tables is counted, and nobody has to wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.kit import bad_bots
from tiotal import Cento, Nimmt
from tiotal.bots import policies, search
from tiotal.engine.errors import Refused
from tiotal.engine.game import View
from tiotal.server import thinkers
from tiotal.server.fair_queue import FairQueue
from tiotal.server.metrics import Metrics
from tiotal.service.host import Whose


def test_a_fault_of_a_bot_is_counted_and_another_bot_moves(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    position = Cento(2).deal(1)
    view = position.view(position.to_move)
    metrics = Metrics()
    monkeypatch.setattr(thinkers, "warm_up_in_background", lambda game: None)
    monkeypatch.setattr(thinkers, "make_bot", lambda level, budget=None: bad_bots.Crashes(0))

    async def ask() -> str:
        found = thinkers.Thinkers(1, metrics)
        try:
            return await found.choose("hard", view, Whose("192.0.2.1", "a table"))
        finally:
            found.close()

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(ask()) in view.legal_moves
    assert b'tiotal_bot_faults_total{kind="raised",level="hard"} 1.0' in metrics.page()
    assert len(caplog.records) == 1


def test_a_search_is_compiled_once_and_whoever_comes_meanwhile_runs_it_uncompiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With nothing compiled yet that takes a minute, and no thread that thinks may be held up by it."""
    may_end, compilations = threading.Event(), []
    being_compiled = policies.being_compiled

    @contextlib.contextmanager
    def after_a_moment(game: str) -> Iterator[None]:
        time.sleep(0.1)
        with being_compiled(game):
            yield

    def warm_up(game: str) -> None:
        compilations.append(game)
        assert may_end.wait(30)

    monkeypatch.setattr(search, "_warmed_up", set())
    monkeypatch.setattr(policies, "_being_compiled", set())
    monkeypatch.setattr(search, "warm_up", warm_up)
    monkeypatch.setattr(policies, "being_compiled", after_a_moment)

    def come() -> bool:
        search.warm_up_in_background("cento", patience=0)
        return policies.use_compiled("cento")

    with ThreadPoolExecutor(4) as threads:
        compiled = [each.result() for each in [threads.submit(come) for _ in range(4)]]
        may_end.set()
    assert compiled == [False] * 4
    assert compilations == ["cento"]


# --- Fair shares ------------------------------------------------------------------------------------------------
def test_addresses_take_turns_and_in_each_of_them_its_tables_do() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.put(Whose("flood", "first table"), f"a{number}")
    queue.put(Whose("flood", "second table"), "b0")
    queue.put(Whose("honest", "table"), "c0")
    queue.put(Whose("honest", "table"), "c1")
    assert queue.waiting_for(Whose("flood", "first table")) == (4, 3)
    assert queue.remove(Whose("flood", "first table"), "a1")
    assert not queue.remove(Whose("flood", "first table"), "a1")
    assert [queue.next() for _ in range(len(queue))] == ["a0", "c0", "b0", "c1", "a2"]
    assert queue.waiting_for(Whose("flood", "first table")) == (0, 0)


def test_a_search_gets_less_time_the_longer_the_queue_is_and_none_when_it_is_worth_nothing() -> None:
    given = [thinkers.given_to(100, waiting, threads=2) for waiting in (1, 6, 12, 60, 150, 151, 5_000)]
    assert given == [100, 100, 50, 10, 4, 0, 0]


class Slow:
    """A level that takes as long as it is given, and says when it was asked."""

    name = "slow"

    def __init__(self, asked: list[float], seconds: float) -> None:
        self.asked = asked
        self.seconds = seconds

    def choose(self, view: View) -> str:
        self.asked.append(self.seconds)
        time.sleep(self.seconds)
        return view.legal_moves[0]


def a_view() -> View:
    """With something to choose."""
    position = Nimmt(2).deal(1)
    while len(position.view(position.to_move).legal_moves) < 2:
        position.play(position.view(position.to_move).legal_moves[0])
    return position.view(position.to_move)


def with_thinkers(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[thinkers.Thinkers], Coroutine[Any, Any, None]]
) -> tuple[list[float], Metrics]:
    """One thread; how long each search was that was begun, and what was counted."""
    asked: list[float] = []
    metrics = Metrics()
    monkeypatch.setattr(thinkers, "warm_up_in_background", lambda game: None)
    monkeypatch.setattr(
        thinkers, "make_bot", lambda level, budget=None: Slow(asked, budget.milliseconds / 1000 if budget else 0.0)
    )

    async def run() -> None:
        found = thinkers.Thinkers(1, metrics)
        try:
            await work(found)
        finally:
            found.close()

    asyncio.run(run())
    return asked, metrics


def test_a_quick_move_never_waits_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does somebody else's search for all those of one address."""

    async def work(found: thinkers.Thinkers) -> None:
        order: list[str] = []
        flood = [found.choose("master", a_view(), Whose("flood", f"table {number}")) for number in range(30)]
        flood[-1].add_done_callback(lambda _: order.append("flood"))
        search = found.choose("master", a_view(), Whose("honest", "table"))
        search.add_done_callback(lambda _: order.append("search"))
        quick = found.choose("beginner", a_view(), Whose("flood", "table 7"))
        quick.add_done_callback(lambda _: order.append("quick"))
        await asyncio.gather(*flood, search, quick)
        assert order == ["quick", "search", "flood"]

    with_thinkers(monkeypatch, work)


def test_what_nobody_waits_for_any_more_is_not_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(found: thinkers.Thinkers) -> None:
        searches = [found.choose("master", a_view(), Whose("one", f"table {number}")) for number in range(20)]
        for one in searches[2:]:
            one.cancel()
        await asyncio.gather(*searches, return_exceptions=True)

    asked, metrics = with_thinkers(monkeypatch, work)
    assert len(asked) <= 3
    assert b"tiotal_searches_dropped_total 1" in metrics.page()
    assert b"tiotal_searches_waiting 0.0" in metrics.page()


def test_a_device_may_have_few_hints_waiting_and_an_address_not_endlessly_many(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(found: thinkers.Thinkers) -> None:
        view = a_view()
        busy = found.choose("master", view, Whose("elsewhere", "table"))
        await asyncio.sleep(0.02)
        hints = []
        refused = 0
        for device in range(50):
            for _ in range(3):
                try:
                    hints.append(found.advise(view, False, Whose("one", f"device {device}")))
                except Refused:
                    refused += 1
        assert (len(hints), refused) == (thinkers.HINTS_OF_AN_ADDRESS, 150 - thinkers.HINTS_OF_AN_ADDRESS)
        for hint in hints:
            hint.cancel()
        await busy

    with_thinkers(monkeypatch, work)


def test_what_searches_take_beyond_their_time_is_counted() -> None:
    """On a machine with much else to do, a search of 5 ms may take 50: all are answered in time all the same."""
    assert thinkers.given_to(100, waiting=10, threads=2) == 60
    assert thinkers.given_to(100, waiting=10, threads=2, beyond=40) == 20
    assert thinkers.given_to(100, waiting=10, threads=2, beyond=58) == 0
    assert thinkers.given_to(100, waiting=2, threads=2, beyond=500) == 100  # nobody waits
