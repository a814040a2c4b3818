"""What comes of a move: played by the rules in worlds that one seat imagines, as far as facts need it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from tiotal.bots import policies
from tiotal.bots.playing import CERTAIN
from tiotal.bots.search import OneSearch, settings_of
from tiotal.bots.tree import NONE
from tiotal.engine import forms
from tiotal.engine.game import View
from tiotal.rules.chance import seed_chance
from tiotal.rules.state import NOBODY, Declared

WORLDS = 600
WORLDS_INTERPRETED = 60
PLAYED_ON = 300
PLAYED_ON_INTERPRETED = 12
BRANCH = 1  # the only node below the root
NO_OTHER = {"widening": -1_000_000, "depth": 1}  # settings of a search that never tries a second move


class Worlds:
    """Full states that the viewer cannot tell from the real one, each possible one equally likely."""

    def __init__(self, view: View, seed: int, memory_aid: bool = False) -> None:
        assert view.seat is not None
        self.memory_aid = memory_aid  # whether facts may tell what people would have to remember
        self.game = view.game
        self.seat = view.seat
        self.form = forms.interpreted(view.game.rules)
        self._view = view.state
        self._seed = seed >> 3

    @property
    def seen(self) -> Any:
        """The state as the viewer sees it; a copy."""
        return self._view.copy()

    @functools.cached_property
    def one(self) -> Any:
        """A world for questions that have the same answer in all of them. Not to be changed."""
        return self._imagined(self._seed)

    @functools.cached_property
    def many(self) -> list[Any]:
        """Worlds for questions of chance. Not to be changed."""
        if not self._quickest.is_quick:
            return [self._imagined(self._seed + number) for number in range(WORLDS_INTERPRETED)]
        return [self._quickest.kept.unpack(record, self.game.rules.State) for record in self._records()]

    @functools.cached_property
    def hands(self) -> list[Any]:
        """All hands in each of these worlds, where they are all that matters: much faster."""
        if not self._quickest.is_quick:
            return [world.hands for world in self.many]
        return [self._quickest.kept.listed(record, "hands") for record in self._records()]

    @functools.cached_property
    def _quickest(self) -> forms.Form:
        """For many worlds; `form` is for a question or two."""
        return policies.quickest_form(self.game.key)

    def _records(self) -> Iterator[Any]:
        """The same worlds in the quickest form; each is gone when the next comes."""
        form = self._quickest
        records = form.kept.new_records(self.game.rules.State, 2)
        form.kept.pack(self._view, records, 0)
        for number in range(WORLDS):
            form.imagine_world(records, 1, 0, self.seat, self._seed + number)
            yield records[1]

    def _imagined(self, seed: int) -> Any:
        state = self.seen
        seed_chance(state, seed)
        self.form.imagine(state, self.seat)
        return state

    def after(self, world: Any, action: int) -> Any:
        """A copy of a world in which the move has been played; the next round is not dealt."""
        state = world.copy()
        self.form.apply(state, action)
        return state

    def legal(self, state: Any) -> list[int]:
        """What the player to move may do; nothing if the round is over."""
        return [] if state.to_move == NOBODY else list(state.moves[: self.form.legal(state)])

    # --- Playing on ---------------------------------------------------------------------------------------------
    def ends_of(self, action: int) -> Iterator[Any]:
        """How the round ends after a move: in likely worlds, played on by policy. Each is gone when the next comes."""
        search = self._only(action, {"horizon": 0})
        for _ in range(self._played_on):
            search.form.search(search.states, search.notes, search.trees, search.seed, 1)
            yield search.states[1]

    def outlook(self, action: int) -> tuple[float, float, int]:
        """The chance to win the match after a move, with its standard error, and from how many playouts."""
        search = self._only(action, {})
        count = self._played_on
        search.form.search(search.states, search.notes, search.trees, search.seed, count)
        mean = search.read("value")[BRANCH] / count
        spread = max(search.read("squares")[BRANCH] / count - mean * mean, 0) ** 0.5
        return mean / CERTAIN, max(spread, CERTAIN / (count + 1)) / CERTAIN / count**0.5, count

    @property
    def _played_on(self) -> int:
        return PLAYED_ON if self._quickest.is_quick else PLAYED_ON_INTERPRETED

    def _only(self, action: int, how: dict[str, int]) -> OneSearch:
        """A search in whose tree there is one move."""
        settings = {**settings_of(self.game.key), **NO_OTHER, **how}
        search = OneSearch(self.game, self.seat, self.seen, self._seed, settings, form=self._quickest)
        values = {"move": action, "sibling": NONE, "child": NONE, "visits": 0, "value": 0, "squares": 0, "chances": 0}
        for name, value in values.items():
            search.read(name)[BRANCH] = value
        search.read("child")[0] = BRANCH
        search.read("visits")[0] = 1
        search.form.kept.write(search.tree, "nodes", BRANCH + 1)
        return search


def read(state: Any, name: str) -> Any:
    """A field of a state in any form."""
    return getattr(state, name) if isinstance(state, Declared) else state[name]
