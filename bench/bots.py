"""How strong the bots are: the tables of docs/bots.md, measured anew.

    python bench/bots.py strength      search against greedy, greedy against random, clairvoyant against greedy
    python bench/bots.py levels        a child against the beginner, and each level against the one below
    python bench/bots.py lengths       how long rounds of Cento last, and what it costs to bring them to an end
    python bench/bots.py learned       search with learned weights against search with weights set by hand

Each line is printed as soon as it is measured. `--share 0.1` plays a tenth of the games; `--only cento` one game.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from pathlib import Path

from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import LEVEL_NAMES, make_bot
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
CHILD = "tests.kit.child:Child"
LENGTHS = {"medium": 200, "hard": 100, "master": 60}  # games at each table
ITERATIONS = {"medium": 1, "hard": 1_000, "master": 3_000}  # not milliseconds, so that a busy machine finds the same
PATIENT = {2: 400, 4: 240}  # games against a search without manners


class ByHand:
    """The search with the weights that were there before anything was learned, with as much time."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View) -> str:
        weights = policy_of(view.game.name).HAND_SET
        return SearchBot(self._seed, Budget.read(EQUAL_BUDGET), weights=weights).choose(view)


class Patient:
    """The search without manners: always the move that was tried most, however long the round lasts."""

    def __init__(self, seed: int) -> None:
        self._bot = SearchBot(seed, Budget(iterations=ITERATIONS["hard"]))

    def choose(self, view: View) -> str:
        return self._bot.think(view).moves[0].move


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
            measure(game, players, (CHILD, "beginner"), round(QUICK * share), 0.95, None)
            for below, above in itertools.pairwise(LEVEL_NAMES):
                many = {"master": games, "hard": HALF_QUICK * games}.get(above, QUICK)
                measure(game, players, (above, below), round(many * share), 0.95, None)


def lengths(share: float, only: str | None) -> None:
    for level, games in LENGTHS.items():
        for players in (2, 4, 6):
            turns = sorted(turns_of(level, players, seed) for seed in range(round(games * share)))
            told = {"median": turns[len(turns) // 2], "90 %": turns[len(turns) * 9 // 10], "longest": turns[-1]}
            print(json.dumps({"level": level, "players": players, "games": len(turns), **told}), flush=True)
    for players, games in PATIENT.items():
        budget = str(ITERATIONS["hard"])
        measure("cento", players, ("search", "bots:Patient"), round(games * share), 0.95, budget)


def turns_of(level: str, players: int, seed: int) -> int:
    position = GAMES["cento"](players).deal(seed)
    bots = [make_bot(level, 10 * seed + seat, Budget(iterations=ITERATIONS[level])) for seat in range(players)]
    while position.to_move is not None:
        position.play(bots[position.to_move].choose(position.view(position.to_move)))
    return len(position.moves)


def learned(share: float, only: str | None) -> None:
    for (game, players), games in LEARNED.items():
        if only in (None, game):
            measure(game, players, ("search", "bots:ByHand"), round(games * share), 0.95, EQUAL_BUDGET)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[1]))  # for the child in the tests
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("part", choices=["strength", "levels", "lengths", "learned"])
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--only", choices=list(GAMES))
    chosen = parser.parse_args()
    parts = {"strength": strength, "levels": levels, "lengths": lengths, "learned": learned}
    parts[chosen.part](chosen.share, chosen.only)
