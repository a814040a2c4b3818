"""What people pick: five strengths, each a plain mixture of the other bots.

A lower level makes the mistakes that people make. It overlooks some of what it could do, so that it may miss a win as
a child does; and it misjudges what things are worth. But it plays a move that it has a reason for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tiotal.bots.bot import Budget, chance_of, own_seed
from tiotal.bots.greedy import GreedyBot, judge
from tiotal.bots.policies import policy_of
from tiotal.bots.search import SearchBot
from tiotal.engine.game import View


@dataclass(frozen=True)
class Level:
    """How a level mixes."""

    name: str
    overlooks: float = 0.0  # the chance not to notice a move that it could make
    misjudges: float = 0.0  # how far it is off, in slips of its policy
    looks_ahead: float = 0.0  # the chance to search at all; else it plays like a good family player
    budget: Budget | None = None  # for the search


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", overlooks=0.5, misjudges=1.5),
        Level("easy", overlooks=0.2, misjudges=0.5),
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
        self._greedy = GreedyBot(self._seed)
        self._search = SearchBot(self._seed, budget or level.budget, threads)

    def choose(self, view: View) -> str:
        chance = random.Random(chance_of(self._seed + 1, view))
        if chance.random() < self.level.looks_ahead:
            return self._search.choose(view)
        if self.level.overlooks == 0 and self.level.misjudges == 0:
            return self._greedy.choose(view)
        return self._with_mistakes(view, chance)

    def _with_mistakes(self, view: View, chance: random.Random) -> str:
        policy = policy_of(view.game.name)
        blur = policy.BLUR + self.level.misjudges * policy.SLIP
        noticed = [judged for judged in judge(view) if chance.random() >= self.level.overlooks] or judge(view)
        blurred = [(worth + blur * chance.random(), move) for move, worth in noticed]
        return max(blurred)[1]
