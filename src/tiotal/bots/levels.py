"""What people pick: five strengths, each a plain mixture of the other bots.

Up to medium a level makes some of its moves as a child would and the others as a good family player; from there on
some as a good family player and the others by looking ahead. So every move of every level has a reason.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tiotal.bots.bot import Budget, chance_of, own_seed
from tiotal.bots.child import ChildBot, share_of
from tiotal.bots.greedy import GreedyBot
from tiotal.bots.search import SearchBot
from tiotal.engine.game import View


@dataclass(frozen=True)
class Level:
    """How a level mixes."""

    name: str
    looks_ahead: float = 0.0  # the share of moves that are searched for
    budget: Budget | None = None  # for the search


LEVELS = {
    level.name: level
    for level in (
        Level("beginner"),
        Level("easy"),
        Level("medium"),
        Level("hard", looks_ahead=0.5, budget=Budget(milliseconds=20)),
        Level("master", looks_ahead=1.0, budget=Budget(milliseconds=100)),
    )
}


class LevelBot:
    """A bot of one of the levels. A budget, if given, replaces that of the levels that search."""

    def __init__(self, level: Level, seed: int | None = None, budget: Budget | None = None, threads: int = 1) -> None:
        self.name = level.name
        self.level = level
        self._seed = own_seed(seed)
        self._child = ChildBot(self._seed)
        self._greedy = GreedyBot(self._seed)
        self._search = SearchBot(self._seed, budget or level.budget, threads)

    def choose(self, view: View) -> str:
        chance = random.Random(chance_of(self._seed + 1, view))
        if chance.random() < self.level.looks_ahead:
            return self._search.choose(view)
        if chance.random() < share_of(self.level.name, view.game.name):
            return self._child.choose(view)
        return self._greedy.choose(view)
