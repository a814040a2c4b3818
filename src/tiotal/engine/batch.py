"""Random games by the million, on all cores.

Game number i of a batch has the seed `seed + i` and is the same game as `random_trace` gives for that seed.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

from tiotal.engine import forms
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game
from tiotal.engine.seeds import read_seed
from tiotal.engine.trace import POLICIES, Policy

MOST_GAMES = 1_000_000_000
MOST_THREADS = 256
PORTIONS = 50  # of a batch, for each thread: often enough for a progress bar
COMPILED_PORTION = (4_000, 20_000)  # fewest and most games: at least what makes calling it cheap, at most a second


@dataclass(frozen=True)
class Batch:
    """What came of some games, one row a game: NumPy arrays, or lists where there is no NumPy."""

    lengths: Any  # decisions in the match
    rounds: Any
    ran_out: Any  # how often the stock (or draw pile) ran out
    scores: Any  # a column a seat
    winners: Any  # a column a seat, true for those who won

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def moves(self) -> int:
        """Decisions in all games together."""
        return int(total(self.lengths))


def play_random(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    policy: Policy = "eager",
    threads: int | None = None,
    form: forms.FormName | None = None,
) -> Batch:
    """Play random games from start to end, on all cores unless told otherwise."""
    return join(play_in_portions(game, games, seed, policy=policy, threads=threads, form=form))


def play_in_portions(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    policy: Policy = "eager",
    threads: int | None = None,
    form: forms.FormName | None = None,
) -> Iterator[Batch]:
    """The same in portions, in order, for whoever wants to show progress or to stop early."""
    first, threads = check_batch(games, threads, seed)
    name = form or ("compiled" if forms.can_compile() else "interpreted")
    if name == "interpreted":
        threads = 1  # the interpreter runs one thread at a time anyway
    play = _play_compiled if name == "compiled" else _play_interpreted
    number = POLICIES.index(policy)
    portion = games // (PORTIONS * threads)
    if name == "compiled":
        fewest, most = COMPILED_PORTION
        portion = min(max(portion, fewest), most, -(-games // threads))
    portion = max(portion, 1)
    seeds = (range(start, min(start + portion, first + games)) for start in range(first, first + games, portion))
    return _in_threads(threads, lambda some: play(game, number, some), seeds)


def check_batch(games: int, threads: int | None, seed: int) -> tuple[int, int]:
    """The first seed and the number of threads, if such a batch can be played."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise TiotalError("batches.games", games=games, most=MOST_GAMES)
    if threads is None:
        threads = os.cpu_count() or 1
    if not 1 <= threads <= MOST_THREADS:
        raise TiotalError("batches.threads", threads=threads, most=MOST_THREADS)
    first: int = read_seed(seed, sealed=False)
    read_seed(first + games - 1, sealed=False)
    return first, threads


def _in_threads(threads: int, play: Any, portions: Iterator[range]) -> Iterator[Batch]:
    """Keep every thread busy with only a few portions waiting, so that stopping is quick."""
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(play, portion) for portion in itertools.islice(portions, 2 * threads)]
        try:
            while waiting:
                yield waiting.pop(0).result()
                waiting.extend(pool.submit(play, portion) for portion in itertools.islice(portions, 1))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _play_compiled(game: Game, policy: int, seeds: range) -> Batch:
    import numpy as np

    from tiotal.engine import compiled

    states = compiled.new_records(game.rules.State, 1)
    state = game.rules.State()
    game.set_up(state)
    compiled.pack(state, states[0])
    count, players = len(seeds), game.players
    batch = Batch(
        lengths=np.zeros(count, np.int64),
        rounds=np.zeros(count, np.int64),
        ran_out=np.zeros(count, np.int64),
        scores=np.zeros((count, players), np.int64),
        winners=np.zeros((count, players), np.bool_),
    )
    forms.compiled(game.rules).play_games(states, policy, seeds[0], *_columns(batch))
    return batch


def _play_interpreted(game: Game, policy: int, seeds: range) -> Batch:
    state = game.rules.State()
    game.set_up(state)
    count, players = len(seeds), game.players
    batch = Batch(
        lengths=[0] * count,
        rounds=[0] * count,
        ran_out=[0] * count,
        scores=[[0] * players for _ in seeds],
        winners=[[False] * players for _ in seeds],
    )
    forms.interpreted(game.rules).play_games([state], policy, seeds[0], *_columns(batch))
    return batch


def join(portions: Iterable[Batch]) -> Batch:
    rows = [_columns(portion) for portion in portions]
    if forms.can_compile():
        import numpy as np

        return Batch(*(np.concatenate(column) for column in zip(*rows, strict=True)))
    return Batch(*(list(itertools.chain.from_iterable(column)) for column in zip(*rows, strict=True)))


def total(column: Any) -> Any:
    """The sum over all games."""
    return column.sum(axis=0) if hasattr(column, "sum") else sum(column)


def _columns(batch: Batch) -> list[Any]:
    return [getattr(batch, field.name) for field in fields(batch)]
