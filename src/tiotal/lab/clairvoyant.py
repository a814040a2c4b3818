"""A bot that sees everything: the ceiling against which the others are measured. It exists in the lab only."""

from __future__ import annotations

from tiotal.bots.bot import Budget, own_seed
from tiotal.bots.search import DEFAULT_BUDGET, think
from tiotal.engine.game import Position


class Clairvoyant:
    """The same search, but of the real cards, the order of the stock included."""

    name = "clairvoyant"
    sees_everything = True

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._seed = own_seed(seed)
        self._budget = budget or DEFAULT_BUDGET

    def choose_seeing(self, position: Position) -> str:
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        assert position.to_move is not None
        seed = (self._seed + len(position.moves)) % (1 << 62)
        state = position.whole_state()
        found = think(position.game, position.to_move, state, seed, self._budget, settings={"clairvoyant": 1})
        return found.moves[0].move
