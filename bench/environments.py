"""How fast the environments step, beside others in the same run.

    python bench/environments.py                 what is installed here
    python bench/environments.py --players 2

A step is one move of one player, with what the next player sees and may do. All play at random among the legal moves.
Each figure is the best of five short runs; what runs on one core is timed in seconds of that core, the batch on all
cores by the clock on the wall. The peers play other games, so a ratio is a yardstick, not a race: PettingZoo's own card
games (they need pygame and RLCard), RLCard's uno, and OpenSpiel's crazy_eights stepped from Python. What is not
installed is left out.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import random
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from tiotal.engine.games import GAMES
from tiotal.lab.bench import best_rate

COUNT = 4096  # matches at once
OPPONENTS = ("random", "medium")
PETTINGZOO_PEERS = ("texas_holdem_v4", "leduc_holdem_v4")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


class Measured(NamedTuple):
    environment: str
    what: str
    rate: float


def is_there(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) for package in packages)


# --- Our own ----------------------------------------------------------------------------------------------------
def batches(players: int) -> Iterator[Measured]:
    if not is_there("numba"):
        return
    from tiotal.envs.batch import BatchEnv

    for name in GAMES:
        for threads in sorted({1, os.cpu_count() or 1}):
            env = BatchEnv(name, players, count=COUNT, threads=threads)

            def run(steps: int, env: BatchEnv = env) -> int:
                for _ in range(steps):
                    env.step(env.sample())
                return steps * COUNT

            run(100)  # into the middle of matches
            cores = "one core" if threads == 1 else f"{threads} cores"
            clock = time.process_time if threads == 1 else time.perf_counter
            yield Measured(f"tiotal, {COUNT} at once, {cores}", name, best_rate(run, clock))
            env.close()


def pettingzoo_games(players: int) -> Iterator[Measured]:
    if not is_there("pettingzoo"):
        return
    from tiotal.envs import pettingzoo

    for name in GAMES:
        yield Measured("tiotal, PettingZoo", name, best_rate(agents_in_turn(pettingzoo.env(name, players=players))))


def gymnasium_games(players: int) -> Iterator[Measured]:
    """Moves of the learner and of its opponents together."""
    if not is_there("gymnasium"):
        return
    import gymnasium

    import tiotal.envs.gymnasium  # noqa: F401  # registers the games

    for name, kind in GAMES.items():
        for opponents in OPPONENTS:
            env = gymnasium.make(f"tiotal/{kind.__name__}-v0", players=players, opponents=opponents)
            yield Measured(f"tiotal, Gymnasium, against {opponents}", name, best_rate(a_seat_among_bots(env)))


def a_seat_among_bots(env: Any) -> Callable[[int], int]:
    def run(moves_wanted: int) -> int:
        moves = 0
        while moves < moves_wanted:
            _, info = env.reset()
            over = False
            while not over and moves + len(env.unwrapped.position.moves) < moves_wanted:
                *_, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
            moves += len(env.unwrapped.position.moves)
        return moves

    return run


# --- Peers ------------------------------------------------------------------------------------------------------
def agents_in_turn(env: Any) -> Callable[[int], int]:
    """As PettingZoo's own benchmark does it."""
    env.reset(seed=1)
    dice = random.Random(1)

    def run(steps: int) -> int:
        done = 0
        while done < steps:
            if not env.agents:
                env.reset()
            for _ in env.agent_iter(steps - done):
                seen, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                env.step(None if over else dice.choice(seen["action_mask"].nonzero()[0].tolist()))
                done += not over
        return done

    return run


def pettingzoo_peers(players: int) -> Iterator[Measured]:
    if not is_there("pettingzoo", "rlcard", "pygame"):
        return
    for name in PETTINGZOO_PEERS:
        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        yield Measured("PettingZoo, classic", name, best_rate(agents_in_turn(env)))


def rlcard_uno(players: int) -> Iterator[Measured]:
    if not is_there("rlcard"):
        return
    import rlcard

    env = rlcard.make("uno", config={"seed": 1, "game_num_players": players})
    dice = random.Random(1)

    def run(steps: int) -> int:
        state, _ = env.reset()
        for _ in range(steps):
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        return steps

    yield Measured("RLCard", "uno", best_rate(run))


def open_spiel_crazy_eights(players: int) -> Iterator[Measured]:
    """The state of OpenSpiel stepped from Python, with a tensor and a mask each time."""
    if not is_there("pyspiel"):
        return
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(f"crazy_eights(players={players})")
    dice = random.Random(1)

    def run(steps: int) -> int:
        state = game.new_initial_state()
        done = 0
        while done < steps:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, chances)[0])
            else:
                np.array(state.observation_tensor(state.current_player()), np.float32)
                np.array(state.legal_actions_mask(), np.bool_)
                state.apply_action(dice.choice(state.legal_actions()))
                done += 1
        return done

    yield Measured("OpenSpiel from Python", "crazy_eights", best_rate(run))


OURS = (batches, pettingzoo_games, gymnasium_games)
PEERS = (pettingzoo_peers, rlcard_uno, open_spiel_crazy_eights)


def measure(players: int) -> tuple[list[Measured], list[Measured]]:
    ours = [found for part in OURS for found in part(players)]
    peers = [found for part in PEERS for found in part(players)]
    return ours, peers


def report(ours: list[Measured], peers: list[Measured]) -> Table:
    """A line for each environment, with how many times as fast as each peer it is."""
    table = Table("environment", "game", "steps a second", *(f"× {peer.what}" for peer in peers))
    for found in [*ours, *peers]:
        ratios = [f"{found.rate / peer.rate:,.1f}" for peer in peers]
        table.add_row(found.environment, found.what, f"{found.rate:,.0f}", *ratios)
    for column in table.columns[2:]:
        column.justify = "right"
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=4)
    warnings.simplefilter("ignore")  # of others
    Console(width=200).print(report(*measure(parser.parse_args().players)))
