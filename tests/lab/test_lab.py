"""Simulations and benchmarks: the arithmetic is right, and a long job can be stopped."""

from __future__ import annotations

from collections import Counter

import pytest

from tiotal import Cento, Nimmt, Ten
from tiotal.engine.batch import Batch
from tiotal.engine.game import Game
from tiotal.lab import bench
from tiotal.lab.simulate import simulate
from tiotal.lab.statistics import interval, quantile


def test_wilsons_interval_is_as_published() -> None:
    """Newcombe (1998), table I: 81 of 263 and 15 of 148, with 95 % confidence."""
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert interval(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert interval(0, 10)[0] == pytest.approx(0.0)
    assert interval(10, 10)[1] == pytest.approx(1.0)


def test_a_quantile_is_a_counted_value() -> None:
    assert quantile(Counter({1: 1, 5: 1, 9: 1}), 0.5) == 5
    assert quantile(Counter({1: 3, 9: 1}), 0.5) == 1
    assert quantile(Counter({1: 3, 9: 1}), 1.0) == 9
    with pytest.raises(ValueError, match="nothing"):
        quantile(Counter(), 0.5)


@pytest.mark.parametrize("game", [Cento(3, match="series"), Nimmt(3), Ten(3)], ids=["cento", "nimmt", "ten"])
def test_a_simulation_sums_up_all_games_and_is_repeatable(game: Game) -> None:
    done: list[int] = []
    once = simulate(game, 130, seed=5, threads=2, progress=done.append).as_dict()
    again = simulate(game, 130, seed=5, threads=1).as_dict()
    assert sum(done) == once["games"] == 130
    for key in ("seats", "moves", "rounds", "stock_ran_out"):
        assert once[key] == again[key]


def test_a_simulation_stopped_from_the_keyboard_sums_up_what_was_played() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    summary = simulate(Cento(2), 5_000, threads=1, progress=stop)
    assert 0 < summary.games < 5_000
    assert summary.as_dict()["games"] == summary.games


def test_a_summary_needs_no_numpy() -> None:
    plain = Batch(lengths=[3, 5], rounds=[1, 1], ran_out=[0, 2], scores=[[1, 0], [0, 1]], winners=[[True, False]] * 2)
    summary = simulate(Cento(2), 1)
    before = summary.as_dict()["seats"][0]["wins"]
    summary.add(plain)
    assert summary.as_dict()["seats"][0]["wins"] == before + 2
    assert summary.as_dict()["stock_ran_out"]["times_a_game"] == pytest.approx(2 / 3, abs=0.5)


@pytest.mark.thorough
def test_bench_reports_every_game_form_and_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.004)
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "SAMPLES", 5)
    told: list[str] = []
    report = bench.bench(lambda key, **values: told.append(key))
    assert {(r["game"], r["players"]) for r in report["results"]} == {
        *(("cento", n) for n in (2, 4, 8)),
        *(("nimmt", n) for n in (2, 4, 7)),
        *(("ten", n) for n in (2, 4, 7)),
    }
    assert all(r["moves_per_second"] > 0 for r in report["results"])
    assert {"interpreted", "compiled"} == {r["form"] for r in report["results"]}
    assert all(set(peer) == {"name", "moves_per_second"} for peer in report["peers"])
    assert all(entry["per_second"] > 0 for entry in report["imagine"])
    assert report["start"]["import_seconds"] < 5
    assert told
