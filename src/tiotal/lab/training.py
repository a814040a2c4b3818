"""Weights of a policy learned by self-play.

Every seat plays by the present weights, each of them changed a little at random. Seats that do better than others at
the same table tell which way a weight should go: what came of the matches is regressed on the changes, at tables of
two, of four and of the most players, and the weights take a step along the slope, the longer the surer it is. From time
to time the average of the last steps meets the best weights so far. If it does not beat them, learning goes on from
those with shorter steps.

Weights that are no part of choosing a move, but of the outlook on a match, are fitted to how matches ended.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tiotal.bots.policies import compiled_form, policy_of, weights_of
from tiotal.engine.batch import check_batch
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES, game_named
from tiotal.lab.spreading import cluster_at

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]
    Integers = np.ndarray[Any, np.dtype[np.int64]]

Origin = Literal["hand-set", "shipped"]


class Pool(Protocol):
    """Threads, or a cluster."""

    def map(self, work: Callable[[Any], Any], items: Iterable[Any], /) -> Iterable[Any]: ...


MOST_STEPS = 100_000
MINDS = 512  # weights changed in so many ways in a step, each way and its opposite
MEMORY = 0.9  # how much of a slope is still in the next step
CHECK = 10  # steps from one check to the next
SHORTER = 0.6  # steps, when a check was lost
CHECKED = 3  # times the games of a step are played in a check
COMPARED = 20  # and in the last comparison
PORTIONS = 16  # of the games at a table, for the threads; always as many, so that any number of threads learns the same
ROOM = 4_000  # round ends of a table that the outlook is fitted to
LEAST_CHANCE = 1e-4
FACTORS = (1.5, 1.2, 1.08, 1.03, 1.01)  # finer and finer
HELD_OUT = 1 << 50  # seeds from here on are not learned from, for those are far smaller
Z = 1.96  # 95 %


# --- Tables -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Practice:
    """One kind of match, and how many of it are played."""

    game: Game
    options: dict[str, Any]  # those that are not as always
    deals: int

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def games(self) -> int:
        return self.deals * self.players

    @property
    def has_rounds(self) -> bool:
        """Whether there is an outlook between two rounds."""
        return self.game.options.get("match") != "single"

    @property
    def noise(self) -> int:
        noise: int = policy_of(self.game.name).LEARNING_NOISE
        return noise

    def play(self, pool: Pool, weights: Any, seated: Integers, seed: int) -> tuple[Floats, Floats]:
        """Matches in which weights[seated[i][s]] are at seat s; each seat's share of the win, and its score."""
        import numpy as np

        parts = [part for part in np.array_split(np.arange(len(seated) // self.players), PORTIONS) if len(part)]
        some = [(seed + int(part[0]), seated[part[0] * self.players : (part[-1] + 1) * self.players]) for part in parts]
        played = pool.map(partial(_play_portion, self, weights), some)
        winners, scores = map(np.concatenate, zip(*played, strict=True))
        return winners / np.maximum(winners.sum(axis=1, keepdims=True), 1), scores.astype(float)

    def states(self, count: int) -> Any:
        from tiotal.engine import compiled

        states = compiled.new_records(self.game.rules.State, count)
        state = self.game.rules.State()
        self.game.set_up(state)
        compiled.pack(state, states[0])
        return states

    def minds(self, weights: Any) -> Any:
        """Notes with these weights; they are written on, so every thread has its own."""
        import numpy as np

        from tiotal.engine import compiled

        minds = compiled.new_records(policy_of(self.game.name).Notes, len(weights))
        minds["weights"] = np.round(weights)
        return minds


def _play_portion(table: Practice, weights: Any, portion: tuple[int, Integers]) -> tuple[Any, Any]:
    """Winners and scores of the matches from a seed on in which these minds sit."""
    import numpy as np

    first, seated = portion
    scores, winners = np.zeros(seated.shape, np.int64), np.zeros(seated.shape, np.bool_)
    noises = np.full(len(weights), table.noise, np.int64)
    form = compiled_form(table.game.name)
    form.play_matches(table.states(1), table.minds(weights), first, seated, noises, scores, winners)
    return winners, scores


def tables_of(game: str, size: float = 1.0) -> list[Practice]:
    return [
        Practice(GAMES[game](players, **options), options, math.ceil(round(games * size) / players))
        for players, games, options in policy_of(game).LEARNED_AT
    ]


# --- Which way to go --------------------------------------------------------------------------------------------
def slope(table: Practice, pool: Pool, weights: Floats, unsure: Floats, rng: Any) -> tuple[Floats, float]:
    """How much better seats do for each weight, if it grows by as much as it is unsure by; the sum of squared errors.

    Both in units of how much seats at a table differ anyway.
    """
    import numpy as np

    half = rng.standard_normal((MINDS // 2, len(weights)))
    changes = np.concatenate([half, -half])
    seated = rng.integers(MINDS, size=(table.games, table.players))
    shares, scores = table.play(pool, weights + changes * unsure, seated, int(rng.integers(1 << 40)))
    x = changes[seated][:, :, unsure > 0]
    x -= x.mean(axis=1, keepdims=True)
    flat = x.reshape(-1, x.shape[2])
    inverse = np.linalg.inv(flat.T @ flat)
    found = np.zeros(len(weights))
    found[unsure > 0] = inverse @ (flat.T @ success(shares, scores).reshape(-1))
    return found, float(inverse.trace())


def success(shares: Floats, scores: Floats) -> Floats:
    """Half the win, half the score, as far as a match has scores: they tell more, if not quite what matters."""
    import numpy as np

    won = shares - shares.mean(axis=1, keepdims=True)
    ahead = scores - scores.mean(axis=1, keepdims=True)
    if ahead.std() > 0:
        won = won / won.std() + np.sign((won * ahead).sum()) * ahead / ahead.std()
    return won / won.std()  # type: ignore[no-any-return]


# --- What it is worth -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Comparison:
    """How often a seat with some weights wins against others with other weights."""

    table: Practice
    win_share: float
    error: float  # standard error

    @property
    def even(self) -> float:
        return 1 / self.table.players

    def as_dict(self) -> dict[str, Any]:
        return {
            "players": self.table.players,
            "options": self.table.options,
            "games": self.table.games,
            "even": self.even,
            "win_share": self.win_share,
            "low": self.win_share - Z * self.error,
            "high": self.win_share + Z * self.error,
        }


def compare(
    table: Practice, pool: Pool, ours: Sequence[int], theirs: Sequence[int], seed: int, seats: int = 1
) -> Comparison:
    """Some seats play by our weights, the rest by theirs, in every rotation of each deal."""
    import numpy as np

    players, deals = table.players, table.deals
    rotation = (np.arange(players) + np.arange(players)[:, None]) % players
    seated = np.tile(np.where(rotation < seats, 0, 1), (deals, 1))
    shares, _ = table.play(pool, np.array([ours, theirs]), seated, seed)
    by_deal = (shares * (seated == 0)).sum(axis=1).reshape(deals, players).mean(axis=1) / seats
    return Comparison(table, float(by_deal.mean()), float(by_deal.std() / math.sqrt(deals)))


# --- The outlook ------------------------------------------------------------------------------------------------
def fit_outlook(tables: list[Practice], weights: Sequence[int], seed: int) -> list[int]:
    """The weights of the outlook that make what happened in self-play most likely."""
    ends = [RoundEnds(table, weights, seed) for table in tables if table.has_rounds]

    def loss(tried: list[int]) -> float:
        return sum(some.loss(tried) for some in ends)

    best = list(weights)
    least = loss(best)
    for factor in FACTORS:
        for place in policy_of(tables[0].game.name).OUTLOOK:
            for change in (factor, 1 / factor):
                while True:
                    tried = list(best)
                    tried[place] = max(1, round(best[place] * change))
                    found = loss(tried)
                    if found >= least:
                        break
                    best, least = tried, found
    return best


class RoundEnds:
    """How rounds ended in self-play, and who won those matches."""

    def __init__(self, table: Practice, weights: Sequence[int], seed: int) -> None:
        import numpy as np

        self.table = table
        self.states = table.states(1 + ROOM)
        results = np.zeros((ROOM, table.players), np.bool_)
        form = compiled_form(table.game.name)
        kept = form.round_ends(self.states, table.minds([weights]), seed, table.games, table.noise, results)
        self.won = results[:kept] / np.maximum(results[:kept].sum(axis=1, keepdims=True), 1)

    def loss(self, weights: Sequence[int]) -> float:
        """Mean log-loss, as a share of that of an even guess."""
        import numpy as np

        outlooks = np.zeros(self.won.shape, np.int64)
        compiled_form(self.table.game.name).foresee_all(self.states, self.table.minds([weights]), outlooks)
        chances = np.maximum(outlooks / outlooks.sum(axis=1, keepdims=True), LEAST_CHANCE)
        return float(-(self.won * np.log(chances)).sum(axis=1).mean() / math.log(self.table.players))


# --- Learning ---------------------------------------------------------------------------------------------------
@dataclass
class Learned:
    """The best weights so far, and how they were found."""

    game: str
    origin: Origin
    seed: int
    start: list[int]
    weights: list[int]
    steps: int = 0  # until they were found
    games: int = 0  # likewise
    taken: int = 0  # steps, found or not
    step_size: float = 2.0  # in units of what the weights are unsure by
    comparisons: list[Comparison] = field(default_factory=list)

    @property
    def title(self) -> str:
        return GAMES[self.game].title

    def as_text(self) -> str:
        """What is kept in `bots/weights`."""
        how = {"from": self.origin, "steps": self.steps, "games": self.games, "seed": self.seed}
        weights = dict(zip(policy_of(self.game).NAMES, self.weights, strict=True))
        return json.dumps({"game": self.game, "weights": weights, "how": how}, indent=2) + "\n"


def begin(game: str, origin: Origin = "hand-set", seed: int = 0, weights: Sequence[int] | None = None) -> Learned:
    """Nothing learned yet."""
    name = game_named(game).name
    start = list(weights or (policy_of(name).HAND_SET if origin == "hand-set" else weights_of(name)))
    return Learned(name, origin, seed, start, start)


def check_training(steps: int, threads: int | None, seed: int) -> int:
    """The number of threads to use, if this can be learned at all."""
    if not 1 <= steps <= MOST_STEPS:
        raise TiotalError("train.steps", steps=steps, most=MOST_STEPS)
    return check_batch(1, threads, seed)[1]


def learn(
    learned: Learned,
    steps: int,
    *,
    threads: int | None = None,
    cluster: str | None = None,
    size: float = 1.0,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Improve on what was learned; stopped from the keyboard, the best so far is there."""
    import numpy as np

    threads = check_training(steps, threads, learned.seed)
    tables, more = tables_of(learned.game, size), tables_of(learned.game, size * CHECKED)
    unsure = np.array(policy_of(learned.game).UNSURE, float)
    rng = np.random.default_rng(learned.seed)
    weights = np.array(learned.weights, float)
    speed, errors = np.zeros(len(weights)), 0.0
    path: list[Floats] = []
    games = 0
    with _workers(threads, cluster) as pool:
        for step in range(1, steps + 1):
            slopes = [slope(table, pool, weights, unsure, rng) for table in tables]
            speed = MEMORY * speed + np.mean([found for found, _ in slopes], axis=0)
            errors = MEMORY**2 * errors + sum(squares for _, squares in slopes) / len(tables) ** 2
            certainty = max(0.0, 1 - errors / (speed @ speed))
            weights = weights + learned.step_size * certainty * unsure * speed / np.linalg.norm(speed)
            path.append(weights)
            games += sum(table.games for table in tables)
            if step % CHECK == 0 or step == steps:
                average = np.round(np.mean(path, axis=0)).astype(int).tolist()
                path = []
                games += sum(table.games for table in more)
                if _is_better(more, pool, average, learned.weights, rng):
                    learned.weights = fit_outlook(more, average, int(rng.integers(1 << 40)))
                    learned.steps, learned.games = step, games
                else:
                    learned.step_size *= SHORTER
                    weights = np.array(learned.weights, float)
                    speed, errors = np.zeros(len(weights)), 0.0
            learned.taken = step
            progress(1)


def compare_with_start(
    learned: Learned,
    *,
    threads: int | None = None,
    cluster: str | None = None,
    size: float = 1.0,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """One seat with what was learned against others with the weights it started from, in games that were not seen."""
    seed = HELD_OUT + learned.seed % HELD_OUT
    with _workers(check_training(1, threads, learned.seed), cluster) as pool:
        for table in tables_of(learned.game, size * COMPARED):
            learned.comparisons.append(compare(table, pool, learned.weights, learned.start, seed))
            progress(1)


def _is_better(tables: list[Practice], pool: Pool, ours: Sequence[int], best: Sequence[int], rng: Any) -> bool:
    """Whether half of the seats, with our weights, win more than their share over all tables, and less at none."""
    ahead = 0.0
    nowhere_worse = True
    for table in tables:
        found = compare(table, pool, ours, best, int(rng.integers(1 << 40)), seats=table.players // 2)
        ahead += (found.win_share - found.even) / math.sqrt(found.even * (1 - found.even))
        nowhere_worse &= found.win_share > found.even - Z * found.error
    return ahead > 0 and nowhere_worse


@contextmanager
def _workers(threads: int, cluster: str | None) -> Iterator[Pool]:
    if cluster is not None:
        with cluster_at(cluster) as found:
            yield found
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
