"""Every bot by its name."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from tiotal.bots.bot import Bot, Budget
from tiotal.engine.errors import TiotalError, quote

Maker = Callable[[int | None, Budget | None, int], Bot]


def _random(seed: int | None, budget: Budget | None, threads: int) -> Bot:
    from tiotal.bots.random import RandomBot

    return RandomBot(seed)


def _greedy(seed: int | None, budget: Budget | None, threads: int) -> Bot:
    from tiotal.bots.greedy import GreedyBot

    return GreedyBot(seed)


def _search(seed: int | None, budget: Budget | None, threads: int) -> Bot:
    from tiotal.bots.search import SearchBot

    return SearchBot(seed, budget, threads)


def _level(name: str) -> Maker:
    def make(seed: int | None, budget: Budget | None, threads: int) -> Bot:
        from tiotal.bots.levels import LEVELS, LevelBot

        return LevelBot(LEVELS[name], seed, budget, threads)

    return make


LEVEL_NAMES = ("beginner", "easy", "medium", "hard", "master")
SEARCHING = ("search", "hard", "master")  # those that run compiled code, where there is a compiler
BOTS: dict[str, Maker] = {
    "random": _random,
    "greedy": _greedy,
    "search": _search,
    **{name: _level(name) for name in LEVEL_NAMES},
}


def make_bot(name: str, seed: int | None = None, budget: Budget | None = None, threads: int = 1) -> Bot:
    """A bot from the list, or `module:Class` for one of somebody's own: a class that is given a seed."""
    if name in BOTS:
        return BOTS[name](seed, budget, threads)
    module_name, colon, class_name = name.partition(":")
    if not colon:
        raise TiotalError("bots.unknown", bot=quote(name), known=list(BOTS))
    try:
        bot_class = getattr(importlib.import_module(module_name), class_name)
        bot: Bot = bot_class(seed)
    except Exception as error:  # whatever somebody's own code does
        raise TiotalError("bots.not_loaded", bot=quote(name), reason=f"{type(error).__name__}: {error}") from error
    return bot
