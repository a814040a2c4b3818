"""Whoever takes turns: nobody overtakes, and nobody who gives up keeps the others waiting."""

from __future__ import annotations

import asyncio
import contextlib

from tiotal.service.turns import Turns


async def use(turns: Turns, name: str, order: list[str]) -> None:
    if not turns.take():
        await turns.wait()
    try:
        order.append(name)
        await asyncio.sleep(0)
    finally:
        turns.give_back()


def test_whoever_waits_longest_is_next() -> None:
    async def run() -> list[str]:
        turns, order = Turns(), list[str]()
        await asyncio.gather(*(use(turns, name, order) for name in "abcd"))
        assert turns.take()
        return order

    assert asyncio.run(run()) == ["a", "b", "c", "d"]


def test_whoever_gives_up_is_passed_over_at_any_moment() -> None:
    async def run(moments: int) -> list[str]:
        turns, order = Turns(), list[str]()
        tasks = [asyncio.create_task(use(turns, name, order)) for name in "abc"]
        for _ in range(moments):
            await asyncio.sleep(0)
        tasks[1].cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await tasks[1]
        await asyncio.gather(tasks[0], tasks[2])
        assert turns.take()
        return order

    for moments in range(8):
        assert [name for name in asyncio.run(run(moments)) if name != "b"] == ["a", "c"]


def test_whoever_is_cancelled_when_it_has_just_become_theirs_gives_it_back() -> None:
    async def run() -> None:
        turns = Turns()
        assert turns.take()
        waiting = asyncio.create_task(turns.wait())
        await asyncio.sleep(0)
        turns.give_back()
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting
        assert turns.take()

    asyncio.run(run())
