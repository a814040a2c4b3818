"""The moves of matches that are stepped together, so that each can be told of."""

from __future__ import annotations

from typing import Any

import numpy as np

from tiotal.engine.errors import TiotalError


class History:
    """The actions of all matches that are going on, and of the last one before each of them; two bytes each."""

    def __init__(self, count: int) -> None:
        self._steps: list[Any] = []  # an array a step, as far back as somebody may ask
        self._forgotten = 0  # steps before those
        self._began = np.zeros(count, np.int64)  # with which step each match began
        self._began_before = np.full(count, -1, np.int64)  # and the one that ended last in its line, if there is one
        self._seeds_before = np.zeros(count, np.int64)

    def note(self, actions: Any, done: Any, seeds: Any) -> None:
        """One more step, after which some matches are over; `seeds` are those of the matches that were played."""
        self._steps.append(actions.astype(np.int16))
        if done.any():
            self._began_before[done] = self._began[done]
            self._seeds_before[done] = seeds[done]
            self._began[done] = self._forgotten + len(self._steps)
            wanted = int(np.where(self._began_before < 0, self._began, self._began_before).min())
            del self._steps[: wanted - self._forgotten]
            self._forgotten = wanted

    def now(self, number: int) -> list[int]:
        """The actions of the match that is going on in a line."""
        return self._actions(number, self._began[number], self._forgotten + len(self._steps))

    def ended(self, number: int) -> tuple[int, list[int]]:
        """The seed and the actions of the match that ended last in a line."""
        if self._began_before[number] < 0:
            raise TiotalError("envs.none_ended", number=number)
        actions = self._actions(number, self._began_before[number], self._began[number])
        return int(self._seeds_before[number]), actions

    def _actions(self, number: int, first: int, last: int) -> list[int]:
        return [int(step[number]) for step in self._steps[first - self._forgotten : last - self._forgotten]]
