"""A guarded bot never stops a table, whatever it does."""

from __future__ import annotations

import threading
import time

import pytest

from tests.kit import bad_bots
from tiotal import Cento, Nimmt
from tiotal.bots.bot import Bot, Budget
from tiotal.bots.greedy import GreedyBot
from tiotal.bots.guard import UNLIMITED, Fault, Guarded, time_limit
from tiotal.engine.game import View
from tiotal.words import LANGUAGES

FAULTY = {
    "Crashes": ("raised", "RuntimeError: no idea"),
    "Leaves": ("raised", "SystemExit: 3"),
    "Cheats": ("illegal", "'+1000'"),
    "Numbers": ("type", "int"),
    "Hangs": ("late", "0.05"),
}


def a_view(seed: int = 3) -> View:
    """Of a position with a choice."""
    position = Cento(2).deal(seed)
    while len(position.legal_moves) < 3:
        position.play(position.legal_moves[0])
    return position.view(position.to_move)


@pytest.mark.parametrize("name", FAULTY)
def test_a_bot_that_fails_is_reported_and_greedy_moves(name: str) -> None:
    bot: Bot = getattr(bad_bots, name)(1)
    guard = Guarded(bot, limit_seconds=0.05 if name == "Hangs" else 30, name=name)
    assert guard.choose(a_view()) == GreedyBot(0).choose(a_view())
    kind, detail = FAULTY[name]
    assert guard.faults == [Fault(name, kind, detail)]  # type: ignore[arg-type]
    for language in LANGUAGES:
        assert detail in guard.faults[0].sentence(language)


def test_a_bot_that_hangs_is_not_asked_again() -> None:
    guard = Guarded(bad_bots.Hangs(1), limit_seconds=0.05)
    guard.choose(a_view())
    start = time.perf_counter()
    assert guard.choose(a_view()) in a_view().legal_moves
    assert time.perf_counter() - start < 0.05
    assert len(guard.faults) == 1
    assert guard.gave_up


def test_a_good_bot_is_left_in_peace() -> None:
    guard = Guarded(bad_bots.First(1))
    assert guard.choose(a_view()) == a_view().legal_moves[0]
    assert guard.faults == []
    assert 0 < guard.seconds < 1
    assert guard.name == "first"


def test_an_interrupt_passes() -> None:
    with pytest.raises(KeyboardInterrupt):
        Guarded(bad_bots.Interrupts(1)).choose(a_view())


def test_the_table_goes_on_even_if_the_fallback_fails() -> None:
    guard = Guarded(bad_bots.Crashes(1), fallback=bad_bots.Crashes(2))
    assert guard.choose(a_view()) in a_view().legal_moves


def test_threads_are_used_again() -> None:
    guard = Guarded(bad_bots.First(1))
    guard.choose(a_view())
    before = threading.active_count()
    for seed in range(20):
        guard.choose(a_view(seed))
    assert threading.active_count() == before


def test_an_error_that_cannot_be_told_is_told_by_its_name() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    class Bot(bad_bots.First):
        def choose(self, view: View) -> str:
            raise Mute

    guard = Guarded(Bot(1))
    guard.choose(a_view())
    assert guard.faults == [Fault("first", "raised", "Mute")]


def test_the_limit_is_far_above_the_budget() -> None:
    assert time_limit(Budget(milliseconds=50)) == pytest.approx(2.5)
    assert time_limit(Budget(iterations=100)) == time_limit(None) == UNLIMITED


def test_a_guarded_bot_plays_a_whole_match_of_another_game() -> None:
    guard = Guarded(bad_bots.Crashes(1))
    position = Nimmt(2, rounds=1).deal(4)
    while not position.is_over:
        position.play(guard.choose(position.view(position.to_move)))
    assert len(guard.faults) == len(position.moves)
