"""What bots do wrong at live tables is counted, and nobody has to wait for it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tests.kit import bad_bots
from tiotal import Cento
from tiotal.server import thinkers
from tiotal.server.metrics import Metrics


def test_a_fault_of_a_bot_is_counted_and_another_bot_moves(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    position = Cento(2).deal(1)
    view = position.view(position.to_move)
    metrics = Metrics()
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
