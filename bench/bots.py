"""How strong the bots are: the tables of docs/bots.md, measured anew.

    python bench/bots.py strength      search against greedy, greedy against random, clairvoyant against greedy
    python bench/bots.py levels        each level against the one below
    python bench/bots.py learned       search with learned weights against search with weights set by hand

Each line is printed as soon as it is measured. `--share 0.1` plays a tenth of the games; `--only cento` one game.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os

from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import LEVEL_NAMES
from tiotal.bots.policies import policy_of
from tiotal.bots.search import SearchBot
from tiotal.engine.game import View
from tiotal.engine.games import GAMES
from tiotal.lab.arena import Contest, run_arena

# How many games: enough to be beyond doubt, where the games of a table with more players last longer.
STRENGTH = {
    ("cento", 2): 160,
    ("cento", 4): 160,
    ("cento", 8): 1_600,
    ("nimmt", 2): 60,
    ("nimmt", 4): 80,
    ("nimmt", 7): 140,
    ("ten", 2): 60,
    ("ten", 4): 80,
    ("ten", 7): 140,
}
PROCESSES = os.cpu_count()
SEARCH_BUDGET = "100ms"
SHORT_BUDGET = "20ms"
EQUAL_BUDGET = "5ms"  # for both sides; the shorter, the more games
QUICK = 2_000  # games between bots that do not search
LEVELS = {("cento", 2): 80, ("cento", 4): 160, ("nimmt", 2): 60, ("nimmt", 4): 100, ("ten", 2): 50, ("ten", 4): 80}
LEARNED = {("cento", 2): 600, ("cento", 4): 400, ("nimmt", 2): 300, ("nimmt", 4): 200, ("ten", 2): 200, ("ten", 4): 200}
HALF_QUICK = 4  # times as many games for bots that search now and then


class ByHand:
    """The search with the weights that were there before anything was learned, with as much time."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View) -> str:
        weights = policy_of(view.game.name).HAND_SET
        return SearchBot(self._seed, Budget.read(EQUAL_BUDGET), weights=weights).choose(view)


def measure(game: str, players: int, bots: tuple[str, str], games: int, confidence: float, budget: str | None) -> None:
    contest = Contest(GAMES[game](players), bots, 2026, None if budget is None else Budget.read(budget))
    result = run_arena(contest, games, confidence=confidence, processes=PROCESSES).as_dict("en")
    first = result["bots"][0]
    print(
        json.dumps(
            {
                "game": game,
                "players": players,
                "bots": list(bots),
                "games": result["games"],
                "even": round(result["even"], 3),
                "win_share": round(first["win_share"], 3),
                "low": round(first["low"], 3),
                "high": round(first["high"], 3),
                "confidence": confidence,
                "ms_median": [bot["ms_median"] for bot in result["bots"]],
                "ms_p99": [bot["ms_p99"] for bot in result["bots"]],
                "faults": len(result["faults"]),
                "seconds": round(result["seconds"]),
            }
        ),
        flush=True,
    )


def strength(share: float, only: str | None) -> None:
    cells = [cell for cell in STRENGTH.items() if only in (None, cell[0][0])]
    for (game, players), _ in cells:
        measure(game, players, ("greedy", "random"), round(QUICK * share), 0.99, None)
    for (game, players), games in cells:
        measure(game, players, ("search", "greedy"), round(games * share), 0.99, SEARCH_BUDGET)
    for (game, players), games in cells:
        measure(game, players, ("clairvoyant", "greedy"), round(games * share), 0.99, SHORT_BUDGET)


def levels(share: float, only: str | None) -> None:
    for (game, players), games in LEVELS.items():
        if only in (None, game):
            for below, above in itertools.pairwise(LEVEL_NAMES):
                many = {"master": games, "hard": HALF_QUICK * games}.get(above, QUICK)
                measure(game, players, (above, below), round(many * share), 0.95, None)


def learned(share: float, only: str | None) -> None:
    for (game, players), games in LEARNED.items():
        if only in (None, game):
            measure(game, players, ("search", "bots:ByHand"), round(games * share), 0.95, EQUAL_BUDGET)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("part", choices=["strength", "levels", "learned"])
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--only", choices=list(GAMES))
    chosen = parser.parse_args()
    {"strength": strength, "levels": levels, "learned": learned}[chosen.part](chosen.share, chosen.only)
