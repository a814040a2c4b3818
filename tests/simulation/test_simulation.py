"""The short part of the simulation, and that it can fail: each promise broken on purpose is noticed.

`make simulation` runs hundreds of seeds. One that has failed is kept here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from tests.simulation.run import simulate
from tiotal.service import by_itself, tables
from tiotal.service.appending import Appender
from tiotal.service.presence import Presence
from tiotal.service.running import RunningTable
from tiotal.table.entries import Entry

SHORT = 600.0  # seconds of trouble
SEEDS_THAT_HAVE_FAILED = (8, 517, 992)  # the checks took people who were forgotten for people who are there


@pytest.mark.parametrize("seed", range(1, 13))
def test_whatever_goes_wrong_every_promise_is_kept(seed: int) -> None:
    assert simulate(seed, SHORT).faults == ()


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS_THAT_HAVE_FAILED)
def test_what_has_failed_does_not_fail_again(seed: int) -> None:
    assert simulate(seed).faults == ()


def test_a_seed_always_gives_the_same_run() -> None:
    assert simulate(3, 200) == simulate(3, 200)


# --- Promises that are broken on purpose ------------------------------------------------------------------------
Break = Callable[[pytest.MonkeyPatch], None]


def refuse_by_an_old_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_newest(appender: Appender) -> bool:
        return True

    monkeypatch.setattr(Appender, "_is_newest", is_newest)


def believe_hearsay(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look_elsewhere(live: RunningTable) -> None:
        pass

    def seconds_away(presence: Presence, device: str) -> float:
        return 0.0 if device in presence.devices else math.inf

    monkeypatch.setattr(RunningTable, "look_elsewhere", look_elsewhere)
    monkeypatch.setattr(Presence, "seconds_away", seconds_away)


def do_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    append = Appender.append

    async def forgetful(appender: Appender, decide: Any, device: Any = None, name: Any = None) -> int:
        appender._table.requests.pop((device, name), None)
        return await append(appender, decide, device, name)

    monkeypatch.setattr(Appender, "append", forgetful)


def never_find_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come of an entry whose commit nobody saw return."""

    async def find_out(appender: Appender) -> None:
        appender._uncertain = False

    monkeypatch.setattr(Appender, "find_out", find_out)


def go_on_with_what_was_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was forgotten elsewhere is still who they were here."""

    async def replay(appender: Appender, new: list[Entry]) -> None:
        for entry in new:
            appender._happened(entry, False)

    monkeypatch.setattr(Appender, "_replay", replay)


def leave_bots_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_itself, "SECONDS_FOR_OTHERS", 100_000)


def show_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables.Tables, "find_newest", lambda found, table_id, seen=0: found.find(table_id))


def never_look_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SECONDS_BETWEEN_LOOKS", 100_000)


@pytest.mark.parametrize(
    "broken",
    [
        refuse_by_an_old_table,
        believe_hearsay,
        do_it_again,
        never_find_out,
        go_on_with_what_was_known,
        leave_bots_to_others,
        show_what_is_known,
        never_look_around,
    ],
)
def test_a_promise_that_is_broken_is_noticed(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    assert any(simulate(seed).faults for seed in range(1, 30))
