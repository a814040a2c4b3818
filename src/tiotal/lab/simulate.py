"""Many random games, summed up: who wins, how long they last, how scores come out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tiotal.engine.batch import Batch, play_in_portions, total
from tiotal.engine.game import Game
from tiotal.engine.trace import Policy
from tiotal.lab.statistics import interval, quantile


class Summary:
    """The sum of the portions added so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.seconds = 0.0
        self.moves = 0
        self.rounds = 0
        self.wins = [0] * game.players
        self.scores = [0] * game.players
        self.lengths: Counter[int] = Counter()
        self.games_that_ran_out = 0
        self.times_ran_out = 0

    def add(self, batch: Batch) -> None:
        self.games += len(batch)
        self.moves += batch.moves
        self.rounds += int(total(batch.rounds))
        self.times_ran_out += int(total(batch.ran_out))
        ran_out = _plain(batch.ran_out)
        self.games_that_ran_out += len(ran_out) - ran_out.count(0)
        self.lengths.update(_plain(batch.lengths))
        self.wins = [old + new for old, new in zip(self.wins, _column_sums(batch.winners), strict=True)]
        self.scores = [old + new for old, new in zip(self.scores, _column_sums(batch.scores), strict=True)]

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "house_rules": self.game.house_rules,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds) if self.seconds else None,
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else None,
            "seats": [self._seat(seat) for seat in range(self.game.players)],
            "moves": {
                "mean": self.moves / self.games,
                "shortest": min(self.lengths),
                "median": quantile(self.lengths, 0.5),
                "longest": max(self.lengths),
            },
            "rounds": self.rounds / self.games,
            "stock_ran_out": {
                "share_of_games": self.games_that_ran_out / self.games,
                "times_a_game": self.times_ran_out / self.games,
            },
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        low, high = interval(self.wins[seat], self.games)
        return {
            "seat": seat,
            "wins": self.wins[seat],
            "win_share": self.wins[seat] / self.games,
            "low": low,
            "high": high,
            "mean_score": self.scores[seat] / self.games,
        }


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    policy: Policy = "eager",
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play and sum up; stopped from the keyboard, it sums up what was played."""
    summary = Summary(game)
    portions = play_in_portions(game, games, seed, policy=policy, threads=threads)
    start = time.perf_counter()
    try:
        for portion in portions:
            summary.add(portion)
            summary.seconds = time.perf_counter() - start
            progress(len(portion))
    except KeyboardInterrupt:
        if not summary.games:
            raise
    return summary


def _plain(values: Any) -> list[int]:
    return values.tolist() if hasattr(values, "tolist") else values  # type: ignore[no-any-return]


def _column_sums(rows: Any) -> list[int]:
    if hasattr(rows, "sum"):
        return rows.sum(axis=0).tolist()  # type: ignore[no-any-return]
    return [sum(column) for column in zip(*rows, strict=True)]
