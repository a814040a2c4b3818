"""Matches of one game, a line each, in one of the two forms: what all environments step."""

from __future__ import annotations

from typing import Any

import numpy as np

from tiotal.engine import forms
from tiotal.engine.game import Game, Position
from tiotal.envs import stepping
from tiotal.envs.observing import observing_of


class Matches:
    """Their states, and what is told of them. Arrays of NumPy in the compiled form, lists in the interpreted one."""

    def __init__(self, game: Game, count: int, compiled: bool, shares: int = 1) -> None:
        """With `shares`, so many threads can step lines of their own at the same time."""
        modules = (game.rules, observing_of(game), stepping)
        self.form = forms.compiled(*modules) if compiled else forms.interpreted(*modules)
        self.game = game
        self.count = count
        self.rows = self.zeros(np.int16, count, observing_of(game).LAYOUT.size)  # what the seats to move see
        self.masks = self.zeros(np.bool_, count, game.actions)
        self.sizes = self.zeros(np.int64, count)  # how many legal moves there are
        self.to_move = self.zeros(np.int64, count)
        self.seeds = self.zeros(np.int64, count)
        self.lengths = self.zeros(np.int64, count)  # moves so far
        self.done = self.zeros(np.bool_, count)
        self.rewards = self.zeros(np.float64, count, game.players)
        self.winners = self.zeros(np.bool_, count, game.players)
        self.scores = self.zeros(np.int32, count, game.players)
        self.states = self._new_states(count + 1)
        self._seen = [self._new_states(2) for _ in range(shares)]
        self._set_up()

    def advance(self, actions: Any, stride: int = 0, share: int = 0, lines: tuple[int, int] | None = None) -> None:
        """See `stepping.advance`; all lines, or some of them."""
        first, last = lines or (0, self.count)
        now = (self.seeds, self.lengths, self.sizes, self.to_move, self.rows, self.masks)
        ended = (self.done, self.rewards, self.winners, self.scores)
        self.form.advance(self.states, self._seen[share], first, last, actions, stride, *now, *ended)

    def seen_from(self, seat: int) -> Any:
        """What any seat sees of the first match."""
        row = self.zeros(np.int16, len(self.rows[0]))
        self.form.look_from(self.states, self._seen[0], seat, row)
        return row

    def position(self, number: int) -> Position:
        """A match as it stands, without what was played before."""
        return Position(self.game, forms.interpreted(self.game.rules), self._plain(number), None)

    def _plain(self, number: int) -> Any:
        if self._is_compiled:
            from tiotal.engine.compiled import unpack

            return unpack(self.states[number], self.game.rules.State)
        return self.states[number].copy()

    @property
    def _is_compiled(self) -> bool:
        return self.form.name == "compiled"

    def zeros(self, kind: Any, count: int, width: int | None = None) -> Any:
        """As many as there are lines; each of them a row, if it has a width."""
        if self._is_compiled:
            return np.zeros(count if width is None else (count, width), kind)
        return [0] * count if width is None else [[0] * width for _ in range(count)]

    def _new_states(self, count: int) -> Any:
        if self._is_compiled:
            from tiotal.engine.compiled import new_records

            return new_records(self.game.rules.State, count)
        return [self.game.rules.State() for _ in range(count)]

    def _set_up(self) -> None:
        """The last state has the options in it, and nothing else."""
        state = self.game.rules.State()
        self.game.set_up(state)
        if self._is_compiled:
            from tiotal.engine.compiled import pack

            pack(state, self.states[self.count])
        else:
            self.states[self.count] = state
