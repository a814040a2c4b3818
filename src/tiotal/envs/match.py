"""One match for environments that play it move by move: compiled where there is a compiler."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tiotal.engine import forms
from tiotal.engine.errors import IllegalMove, TiotalError, quote
from tiotal.engine.game import Game, Position
from tiotal.engine.record import Record
from tiotal.engine.seeds import read_seed
from tiotal.envs.matches import Matches
from tiotal.envs.observing import agents_of
from tiotal.envs.stepping import BEGIN


class Match:
    """Knows everything, like a position; what leaves it is what a seat sees."""

    def __init__(self, game: Game, compiled: bool | None = None) -> None:
        self.game = game
        self.seed = 0
        self.to_move: int | None = None
        self._matches = Matches(game, 1, forms.can_compile() if compiled is None else compiled)
        self._actions: list[int] = []
        self._action = self._matches.zeros(np.int64, 1)

    def deal(self, seed: int) -> None:
        """Begin anew, with the cards that `Game.deal` gives for a seed."""
        self.seed = self._matches.seeds[0] = read_seed(seed, sealed=False)
        self._actions = []
        self._advance(BEGIN)

    def play(self, action: Any) -> None:
        """Play an action; one that is not legal changes nothing and is told why."""
        number = as_action(action, self.game)
        if self.to_move is None:
            raise IllegalMove("moves.over")
        if not (0 <= number < self.game.actions and self._matches.masks[0][number]):
            self.position().check(number)
        self._advance(number)
        self._actions.append(number)

    def observation(self, seat: int) -> Any:
        """What a seat sees, as a row of the layout."""
        matches = self._matches
        return np.array(matches.rows[0] if seat == self.to_move else matches.seen_from(seat), np.int16)

    def action_mask(self, seat: int) -> Any:
        """Ones for the legal moves of the seat to move; all others can do nothing."""
        if seat == self.to_move:
            return np.array(self._matches.masks[0], np.int8)
        return np.zeros(self.game.actions, np.int8)

    def rewards(self) -> list[float]:
        """What each seat gets when the match is over."""
        return [float(reward) for reward in self._matches.rewards[0]]

    def position(self) -> Position:
        """The same match as a position, replayed."""
        return self.record().final()

    def record(self) -> Record:
        moves = tuple(map(self.game.write, self._actions))
        return Record(self.game, tuple(agents_of(self.game)), self.seed, moves)

    def fingerprint(self) -> str:
        """As `Position.fingerprint` has it."""
        return self._matches.position(0).fingerprint()

    def _advance(self, action: int) -> None:
        self._action[0] = action
        self._matches.advance(self._action)
        self.to_move = None if self._matches.done[0] else int(self._matches.to_move[0])


def as_action(action: Any, game: Game) -> int:
    """A whole number of any kind."""
    try:
        return operator.index(action)
    except TypeError:
        raise TiotalError("envs.action", action=quote(action), most=game.actions - 1) from None
