"""The strongest player: imagines what it cannot see, and looks ahead."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tiotal.bots import policies
from tiotal.bots.bot import Budget, chance_of, own_seed
from tiotal.bots.choosing import Judged, choose
from tiotal.bots.playing import CERTAIN
from tiotal.bots.tree import NONE, Tree
from tiotal.engine import forms
from tiotal.engine.game import Game, View
from tiotal.engine.games import game_of
from tiotal.rules.chance import seed_chance

DEFAULT_BUDGET = Budget(milliseconds=100)
FIRST_PORTION = 8  # iterations before the clock is looked at again
SLICES = 10  # how often it is looked at
WORLDS_COMPARED = 4
PATIENCE = 2.0  # seconds to wait for what may be compiled already

# How to search, found by play against other settings (docs/bots.md); a policy may have some of its own, as `SEARCH`.
COMMON = {
    "exploration": 60,
    "trust": 300,
    "scale": 10_000,
    "widening": 100,
    "trials": 1000,
    "depth": 12,
    "horizon": 0,
    "noise": 200,
}


def settings_of(game: str) -> dict[str, int]:
    return {**COMMON, **policies.setting(game, "SEARCH", {})}


_loaded: set[str] = set()  # games whose compiled search has been run in this process
_warmed_up: set[str] = set()  # games for which that was asked for in the background
_asking = threading.Lock()


@dataclass(frozen=True)
class Findings:
    """What a search has found out, and how much work it was."""

    moves: list[Judged]  # most visited first
    iterations: int
    playouts: int
    moves_played: int
    seconds: float


class SearchBot:
    """One search for all games; see `tiotal.bots.tree`."""

    name = "search"

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | None = None,
        threads: int = 1,
        settings: Mapping[str, int] | None = None,
        weights: Sequence[int] | None = None,
    ) -> None:
        self._seed = own_seed(seed)
        self._budget = budget or DEFAULT_BUDGET
        self._threads = threads
        self._settings = settings or {}
        self._weights = weights

    def choose(self, view: View) -> str:
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        return choose(view, self.think(view).moves, chance_of(self._seed, view))

    def think(self, view: View) -> Findings:
        assert view.seat is not None
        seed = chance_of(self._seed, view)
        how = (self._budget, self._threads, self._settings, self._weights)
        return think(view.game, view.seat, view.state, seed, *how)


def think(
    game: Game,
    seat: int,
    state: Any,
    seed: int,
    budget: Budget,
    threads: int = 1,
    settings: Mapping[str, int] | None = None,
    weights: Sequence[int] | None = None,
    form: forms.Form | None = None,
) -> Findings:
    """Search from a state in which what the seat cannot see is left open; judge by the learned weights, or others.

    In the quickest form that there is, unless another is given. The time that a budget gives is for searching: its
    clock starts when the code is loaded.
    """
    if form is None:
        load(game.key)
        form = policies.quickest_form(game.key)
    start = time.perf_counter()
    chosen = {**settings_of(game.key), **(settings or {})}
    if not chosen.get("clairvoyant") and nothing_is_hidden(game, seat, state, seed):
        chosen["trials"] = 1  # the tree is the same in all worlds, and better than the policy from the first visit on
    streams = [(seed >> 3) + (number << 52) for number in range(threads)]
    searches = [OneSearch(game, seat, state, stream, chosen, weights, form) for stream in streams]
    if threads == 1:
        searches[0].run(budget, start)
    else:
        share = Budget(budget.milliseconds, budget.iterations and -(-budget.iterations // threads))
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(one.run, share, start) for one in searches]:
                done.result()
    return _findings(game, searches, time.perf_counter() - start)


def nothing_is_hidden(game: Game, seat: int, state: Any, seed: int) -> bool:
    """Whether the seat can work out everything: some imagined worlds are all the same."""
    form = forms.interpreted(game.rules)
    first = None
    for number in range(WORLDS_COMPARED):
        world = state.copy()
        seed_chance(world, (seed >> 3) + number)
        form.imagine(world, seat)
        world.rng = [0, 0]
        for hand in getattr(world, "hands", []):
            hand.sort()  # which card is where in a hand makes no difference
        if first is None:
            first = world.values()
        elif world.values() != first:
            return False
    return True


def load(game: str) -> None:
    """Have the search for a game ready to run, if it is to run compiled."""
    if game not in _loaded and policies.use_compiled(game):
        warm_up(game)


def warm_up(game: str) -> None:
    """Compile the search for a game, or load what was compiled before: a second, or a minute the first time."""
    view = game_of(game)(2).deal(0).view(0)
    search = OneSearch(view.game, 0, view.state, 0, settings_of(game), form=policies.compiled_form(game))
    search.run(Budget(iterations=1), 0.0)
    search.form.imagine_world(search.states, 1, 0, 0, 0)
    _loaded.add(game)


def warm_up_in_background(game: str, patience: float = PATIENCE) -> None:
    """The same without waiting for longer than a moment: until it is done, searches of that game are not compiled."""
    if not forms.can_compile():
        return

    def compile_it() -> None:
        with policies.being_compiled(game):
            started.set()
            warm_up(game)

    started = threading.Event()
    thread = threading.Thread(target=compile_it, name="tiotal-compiler", daemon=True)
    with _asking:
        if game in _warmed_up:
            return
        _warmed_up.add(game)
        thread.start()
        started.wait()  # from then on everybody knows that it is being compiled
    thread.join(patience)


class OneSearch:
    """One tree and one stream of chance, for one thread."""

    def __init__(
        self,
        game: Game,
        seat: int,
        state: Any,
        seed: int,
        settings: Mapping[str, int],
        weights: Sequence[int] | None = None,
        form: forms.Form | None = None,
    ) -> None:
        self.seed = seed
        self.form = form or policies.quickest_form(game.key)
        kept = self.form.kept
        self.states = kept.new_records(game.rules.State, 2)
        self.notes = kept.new_records(policies.policy_of(game.key).Notes, 1)
        self.trees = kept.new_records(Tree, 1)
        kept.pack(state, self.states, 0)
        kept.write(self.notes[0], "weights", list(weights or policies.weights_of(game.key)))
        for name, value in {**settings, "seat": seat}.items():
            kept.write(self.tree, name, value)
        self.form.plant(self.trees)

    @property
    def tree(self) -> Any:
        return self.trees[0]

    def read(self, name: str) -> Any:
        """A field of the tree."""
        return self.form.kept.read(self.tree, name)

    def run(self, budget: Budget, start: float) -> None:
        if budget.milliseconds is None:
            self.form.search(self.states, self.notes, self.trees, self.seed, budget.iterations)
            return
        end = start + budget.milliseconds / 1000
        portion = FIRST_PORTION
        while True:
            before = time.perf_counter()
            self.form.search(self.states, self.notes, self.trees, self.seed, portion)
            now = time.perf_counter()
            if now >= end:
                return
            pace = portion / max(now - before, 1e-6)
            portion = max(1, int(pace * min((end - start) / SLICES, end - now)))


def _findings(game: Game, searches: list[OneSearch], seconds: float) -> Findings:
    """The searches of all threads taken together."""
    sums: dict[int, list[int]] = {}
    for search in searches:
        move, sibling, visits, value, squares = map(search.read, ("move", "sibling", "visits", "value", "squares"))
        child = search.read("child")[0]
        while child != NONE:
            found = sums.setdefault(int(move[child]), [0, 0, 0])
            found[0] += int(visits[child])
            found[1] += int(value[child])
            found[2] += int(squares[child])
            child = sibling[child]
    moves = []
    for action, (times, sum_of_values, sum_of_squares) in sums.items():
        if times > 0:
            mean = sum_of_values / times
            spread = max(sum_of_squares / times - mean * mean, 0.0) ** 0.5
            error = max(spread, CERTAIN / (times + 1)) / times**0.5
            moves.append(Judged(game.write(action), mean / CERTAIN, error / CERTAIN, times))
    moves.sort(key=lambda judged: (-judged.visits, judged.move))
    counted = ("iterations", "playouts", "moves_played")
    work = {name: sum(int(search.read(name)) for search in searches) for name in counted}
    return Findings(moves, seconds=seconds, **work)
