"""How fast the environments step, each beside its peers in the same run.

    python bench/environments.py                 what is installed here
    python bench/environments.py --players 2 --turns 9
    python bench/environments.py --markdown      as tables for docs/environments.md

A step is one move of one player, with what the next player sees and may do. All play at random among the legal moves.
All are measured in turn, a quarter of a second each, again and again; a figure is the median of its turns, so that
whatever else runs on the machine disturbs all alike. What runs on one core is timed in seconds of that core, what runs
on all by the clock on the wall. The peers play other games, so a ratio is a yardstick, not a race. What is not
installed is left out: the peers need pgx with jax, PettingZoo with pygame, RLCard and OpenSpiel.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import importlib.util
import os
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tiotal.engine.games import GAMES

COUNT = 4096  # matches at once
OPPONENTS = ("random", "medium")
PETTINGZOO_PEERS = ("texas_holdem_v4", "leduc_holdem_v4")
OPEN_SPIEL_PEERS = ("crazy_eights(players={players})", "hearts", "python_block_dominoes", "python_liars_poker")
PGX_PEERS = ("leduc_holdem", "sparrow_mahjong", "kuhn_poker")
SECONDS = 0.25  # of one turn
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

Run = Callable[[int], int]  # does about so many units of work, and says how many steps that were
Clock = Callable[[], float]


@dataclass
class Measured:
    """An environment with one game."""

    environment: str
    game: str
    run: Run
    is_peer: bool = False
    clock: Clock = time.process_time
    size: int = 0
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    def warm_up(self) -> None:
        """Compile what has to be, and find out how much work fits into a turn."""
        self.run(1)
        size, seconds = 1, 0.0
        while seconds < SECONDS / 4:
            size *= 4
            _, seconds = self._timed(size)
        self.size = max(1, round(size * SECONDS / seconds))

    def take_turn(self) -> None:
        steps, seconds = self._timed(self.size)
        self.rates.append(steps / seconds)

    def _timed(self, size: int) -> tuple[int, float]:
        start = self.clock()
        return self.run(size), self.clock() - start


def is_there(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) for package in packages)


# --- Many matches at once ---------------------------------------------------------------------------------------
def many_at_once(players: int) -> Iterator[Measured]:
    if is_there("numba"):
        for name in GAMES:
            for threads in sorted({1, os.cpu_count() or 1}):
                clock = time.process_time if threads == 1 else time.perf_counter
                yield Measured(f"Tiotal, {cores(threads)}", name, a_batch(name, players, threads), clock=clock)
    if is_there("pgx", "jax"):
        for name in PGX_PEERS:
            run = a_batch_of_pgx(name)  # timed in seconds of a core: it may use several
            yield Measured("pgx, one core", name, run, is_peer=True)


def cores(threads: int) -> str:
    return "one core" if threads == 1 else "all cores"


def a_batch(name: str, players: int, threads: int) -> Run:
    from tiotal.envs.batch import BatchEnv

    env = BatchEnv(name, players, count=COUNT, threads=threads)
    for _ in range(100):  # into the middle of matches
        env.step(env.sample())

    def run(steps: int) -> int:
        for _ in range(steps):
            env.step(env.sample())
        return steps * COUNT

    return run


def a_batch_of_pgx(name: str) -> Run:
    """As its docs do it: all matches at once, compiled, with the next match in the place of one that ended."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, for_moves, for_chance = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(for_moves, logits, axis=1)
        return step(state, actions, jax.random.split(for_chance, COUNT)), key

    now = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), COUNT)), jax.random.PRNGKey(2)]

    def run(steps: int) -> int:
        for _ in range(steps):
            now[:] = advance(*now)
        jax.block_until_ready(now[0].observation)
        return steps * COUNT

    return run


# --- Agents in turn ---------------------------------------------------------------------------------------------
def agents_in_turn(players: int) -> Iterator[Measured]:
    if is_there("pettingzoo"):
        from tiotal.envs import pettingzoo

        for name in GAMES:
            yield Measured("Tiotal, PettingZoo", name, in_turn(pettingzoo.env(name, players=players)))
    if is_there("pettingzoo", "rlcard", "pygame"):
        for name in PETTINGZOO_PEERS:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
            yield Measured("PettingZoo's own", name, in_turn(env), is_peer=True)


def in_turn(env: Any) -> Run:
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


# --- One seat among bots ----------------------------------------------------------------------------------------
def one_seat_among_bots(players: int) -> Iterator[Measured]:
    """Moves of the learner and of its opponents together."""
    if is_there("gymnasium"):
        import gymnasium

        import tiotal.envs.gymnasium  # noqa: F401  # registers the games

        for name, kind in GAMES.items():
            for opponents in OPPONENTS:
                env = gymnasium.make(f"tiotal/{kind.__name__}-v0", players=players, opponents=opponents)
                yield Measured(f"Tiotal, Gymnasium, {opponents} bots", name, a_seat(env))
    if is_there("rlcard"):
        yield Measured("RLCard", "uno, random bots", rlcard_matches(players), is_peer=True)
        yield Measured("RLCard", "uno, step by step", rlcard_steps(players), is_peer=True)


def a_seat(env: Any) -> Run:
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


def rlcard_matches(players: int) -> Run:
    """As RLCard's users play a learner against its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1, "game_num_players": players})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(players)])

    def run(moves_wanted: int) -> int:
        before = env.timestep
        while env.timestep - before < moves_wanted:
            env.run(is_training=True)
        return int(env.timestep - before)

    return run


def rlcard_steps(players: int) -> Run:
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

    return run


# --- OpenSpiel from Python --------------------------------------------------------------------------------------
def open_spiel(players: int) -> Iterator[Measured]:
    if not is_there("pyspiel"):
        return
    from open_spiel.python import games as python_games

    import tiotal.envs.openspiel

    assert python_games
    assert tiotal.envs.openspiel  # to import them registers their games
    for name in GAMES:
        game = f"tiotal_{name}(players={players})"
        yield Measured("Tiotal, OpenSpiel", name, spiel_states(game))
    for peer in OPEN_SPIEL_PEERS:
        kind = "Python" if peer.startswith("python") else "C++"
        name, _, _ = peer.partition("(")
        yield Measured(f"OpenSpiel's own, {kind}", name, spiel_states(peer.format(players=players)), is_peer=True)


def spiel_states(name: str) -> Run:
    """States stepped from Python, with a tensor and a mask each time."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(1)
    now = [game.new_initial_state()]
    as_information = not game.get_type().provides_observation_tensor

    def run(steps: int) -> int:
        done = 0
        while done < steps:
            state = now[0]
            if state.is_terminal():
                now[0] = game.new_initial_state()
            elif state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, chances)[0])
            else:
                player = state.current_player()
                np.array(
                    state.information_state_tensor(player) if as_information else state.observation_tensor(player),
                    np.float32,
                )
                np.array(state.legal_actions_mask(), np.bool_)
                state.apply_action(dice.choice(state.legal_actions()))
                done += 1
        return done

    return run


# --- Beside each other ------------------------------------------------------------------------------------------
Groups = dict[str, list[Measured]]
GROUPS: dict[str, Callable[[int], Iterator[Measured]]] = {
    f"{COUNT:,} matches at once": many_at_once,
    "agents in turn": agents_in_turn,
    "one seat among bots, all moves counted": one_seat_among_bots,
    "OpenSpiel from Python": open_spiel,
}


def measure(players: int, turns: int) -> Groups:
    groups = {name: list(make(players)) for name, make in GROUPS.items()}
    everything = [measured for group in groups.values() for measured in group]
    progress = functools.partial(track, console=Console(stderr=True), transient=True)
    for measured in progress(everything, "preparing"):
        measured.warm_up()
    for measured in progress(everything * turns, "measuring"):
        measured.take_turn()
    return groups


def lines(group: list[Measured]) -> Iterator[list[str]]:
    """For each environment: its speed, and how many times as fast as each peer it is."""
    peers = [measured for measured in group if measured.is_peer]
    yield ["environment", "game", "steps a second", *(f"× {peer.game}" for peer in peers)]
    for measured in group:
        ratios = ["" if measured.is_peer else f"{measured.rate / peer.rate:,.2g}" for peer in peers]
        yield [measured.environment, measured.game, f"{rounded(measured.rate):,}", *ratios]


def rounded(rate: float) -> int:
    """Two digits: no more can be said of a machine that others use."""
    return int(float(f"{rate:.2g}"))


def as_markdown(group: list[Measured]) -> str:
    heading, *rows = (f"| {' | '.join(line)} |" for line in lines(group))
    columns = heading.count("|") - 1
    return "\n".join([heading, "|---|---|" + "---:|" * (columns - 2), *rows])


def as_table(title: str, group: list[Measured]) -> Table:
    heading, *rows = lines(group)
    table = Table(*heading, title=title, title_justify="left")
    for row in rows:
        table.add_row(*row)
    for column in table.columns[2:]:
        column.justify = "right"
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--turns", type=int, default=7, help="how often each is measured")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")  # of others
    for title, group in measure(asked.players, asked.turns).items():
        if asked.markdown:
            print(f"\n**{title}**\n\n{as_markdown(group)}")
        else:
            Console(width=200).print(as_table(title, group))
