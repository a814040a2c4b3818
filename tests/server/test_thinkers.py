"""What bots do wrong at live tables is counted, and nobody has to wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.kit import bad_bots
from tiotal import Cento
from tiotal.bots import policies, search
from tiotal.server import thinkers
from tiotal.server.metrics import Metrics


def test_a_fault_of_a_bot_is_counted_and_another_bot_moves(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    position = Cento(2).deal(1)
    view = position.view(position.to_move)
    metrics = Metrics()
    monkeypatch.setattr(thinkers, "warm_up_in_background", lambda game: None)
    monkeypatch.setattr(thinkers, "make_bot", lambda level: bad_bots.Crashes(0))

    async def ask() -> str:
        found = thinkers.Thinkers(1, metrics)
        try:
            return await found.choose("hard", view)
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
