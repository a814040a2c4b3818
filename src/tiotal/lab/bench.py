"""How fast the games are, beside well-known engines in the same run.

Every figure is the best of several short runs: on a busy machine the best run is the one that was disturbed least.
What runs on one core, ours and the peers, is timed in seconds of that core, for the same reason.
Peers are measured where the optional extra `bench` is installed. OpenSpiel plays random rollouts of crazy_eights in
C++ (its evaluator for tree search, called with very many rollouts), with the cards already dealt; our own games
include shuffling and dealing.
"""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from tiotal.bots.bot import Budget
from tiotal.bots.random import RandomBot
from tiotal.bots.search import think
from tiotal.engine import forms
from tiotal.engine.batch import play_random
from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES
from tiotal.games import NAMES

SECONDS = 0.25  # of one run
RUNS = 5
MID_GAME = 24  # moves
PEER_PLAYERS = 4
SAMPLES = 400  # of rollouts, to know how many moves one has
FIRST_RESULT = "from tiotal import game_named, play_random; play_random(game_named({game!r})(4), 1)"
FIRST_ANSWER = """
from tiotal import {game}
from tiotal.bots.catalogue import make_bot
position = {game}(4).deal(1)
while len(position.legal_moves) == 1:
    position.play(position.legal_moves[0])
make_bot("master", 1).choose(position.view(position.to_move))
"""


def bench(progress: Callable[..., None] = lambda key, **values: None) -> dict[str, Any]:
    """Everything there is to measure here; `progress` is told what is measured next, as the key of a message."""
    report: dict[str, Any] = {"cores": os.cpu_count()}
    report |= {part: [] for part in ("results", "peers", "imagine", "copy", "playouts")}
    for name, game_class in GAMES.items():
        for players in (2, 4, game_class.most_players):
            for form, cores in _ways():
                progress("bench.players_of", game=name, n=players)
                speed = moves_per_second(game_class(players), form, cores)
                report["results"].append(
                    {"game": name, "players": players, "form": form, "cores": cores, "moves_per_second": round(speed)}
                )
        if forms.can_compile():
            progress("bench.worlds")
            report["imagine"].append(
                {"game": name, "players": 4, "per_second": round(worlds_per_second(game_class(4)))}
            )
            size, seconds = copying(game_class(4))
            report["copy"].append({"game": name, "bytes": size, "nanoseconds": round(seconds * 1e9, 1)})
            for players in (2, 4, game_class.most_players):
                progress("bench.playouts")
                report["playouts"].append({"game": name, "players": players, **playouts(game_class(players))})
    for peer, measure in PEERS.items():
        progress("bench.peers")
        peer_speed = measure()
        if peer_speed is not None:
            report["peers"].append({"name": peer, "moves_per_second": round(peer_speed)})
    progress("bench.start_up")
    report["start"] = start_up()
    return report


def best_rate(run: Callable[[int], int], clock: Callable[[], float] = time.process_time) -> float:
    """The best rate of `run(size)`, which does about `size` units of work and says how many it did."""

    def timed(size: int) -> tuple[int, float]:
        start = clock()
        return run(size), clock() - start

    size = 1
    _, seconds = timed(size)
    while seconds < SECONDS / 4:
        size *= 4
        _, seconds = timed(size)
    size = max(1, round(size * SECONDS / seconds))
    return max(done / seconds for done, seconds in (timed(size) for _ in range(RUNS)))


# --- Our own games ----------------------------------------------------------------------------------------------
def _ways() -> Iterator[tuple[forms.FormName, int]]:
    yield "interpreted", 1
    if forms.can_compile():
        yield "compiled", 1
        cores = os.cpu_count() or 1
        if cores > 1:
            yield "compiled", cores


def moves_per_second(game: Game, form: forms.FormName, cores: int) -> float:
    play_random(game, 1, form=form)  # compile first

    def run(games: int) -> int:
        return play_random(game, games, threads=cores, form=form).moves

    return best_rate(run, time.process_time if cores == 1 else time.perf_counter)


def in_mid_game(game: Game) -> Position:
    """A position some way into a random game, in the first round."""
    chance, bot = random.Random(1), RandomBot(1)
    position = game.deal(seed=chance.getrandbits(32))
    while len(position.moves) < MID_GAME:
        if position.is_over:
            position = game.deal(seed=chance.getrandbits(32))
        position.play(bot.choose(position.view(position.to_move)))
    return position


def worlds_per_second(game: Game) -> float:
    from tiotal.engine import compiled

    position = in_mid_game(game)
    seat = position.to_move
    assert seat is not None
    states = compiled.new_records(game.rules.State, 2)
    compiled.pack(position.view(seat).state, states[0])
    imagine_worlds = forms.compiled(game.rules).imagine_worlds
    imagine_worlds(states, seat, 0, 1)

    def run(count: int) -> int:
        imagine_worlds(states, seat, 0, count)
        return count

    return best_rate(run)


def copying(game: Game) -> tuple[int, float]:
    """The size of a state in bytes, and the seconds that copying one takes."""
    from tiotal.engine import compiled

    states = compiled.new_records(game.rules.State, 9)
    copy_often = forms.compiled(game.rules).copy_often
    copy_often(states, 1)

    def run(count: int) -> int:
        copy_often(states, count)
        return count

    return states.dtype.itemsize, 1 / best_rate(run)


def playouts(game: Game) -> dict[str, float]:
    """Playouts of `search` a second, each to the end of the round, from the first choice of a round on."""
    position = game.deal(seed=0)
    while len(position.legal_moves) == 1:
        position.play(position.legal_moves[0])
    seat = position.to_move
    assert seat is not None
    state = position.view(seat).state
    moves = []

    def run(count: int) -> int:
        found = think(game, seat, state, count, Budget(iterations=count), settings={"horizon": 0})
        moves.append(found.moves_played / found.playouts)
        return found.playouts

    run(1)
    rate = best_rate(run)
    return {"per_second": round(rate), "moves_after_the_tree": round(moves[-1], 1)}


def start_up() -> dict[str, float]:
    """Seconds for importing the package, and from the start of a process to a first compiled result and answer."""
    importing = "import time; t = time.perf_counter(); import tiotal; print(time.perf_counter() - t)"
    imported = min(
        float(subprocess.run([sys.executable, "-c", importing], check=True, capture_output=True).stdout)
        for _ in range(RUNS)
    )
    report = {"import_seconds": round(imported, 4)}
    if forms.can_compile():
        report["first_compiled_result_seconds"] = round(_quickest(FIRST_RESULT.format(game=NAMES[0])), 3)
        answers = (_quickest(FIRST_ANSWER.format(game=game.__name__)) for game in GAMES.values())
        report["first_answer_seconds"] = round(max(answers), 3)
    return report


def _quickest(program: str) -> float:
    """The seconds that a process takes to run a program, when it is disturbed least."""
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


# --- Peers ------------------------------------------------------------------------------------------------------
def open_spiel_crazy_eights() -> float | None:
    """Moves of players (draws of cards are not counted) in random rollouts, all in C++."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game(f"crazy_eights(players={PEER_PLAYERS})")
    chance = random.Random(1)

    def act(state: Any) -> None:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))

    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        act(dealt)
    moves = 0
    for _ in range(SAMPLES):
        state = dealt.clone()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            act(state)

    def run(rollouts_wanted: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts_wanted, 1)
        searcher = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
        searcher.mcts_search(dealt)  # one simulation of the tree search: nothing but the rollouts
        return round(rollouts_wanted * moves / SAMPLES)

    return best_rate(run)


def rlcard_uno() -> float | None:
    if importlib.util.find_spec("rlcard") is None:
        return None
    import rlcard
    from rlcard.agents.random_agent import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run(games: int) -> int:
        moves = 0
        for _ in range(games):
            trajectories, _ = env.run(is_training=False)
            moves += sum(len(trajectory) // 2 for trajectory in trajectories)
        return moves

    return best_rate(run)


PEERS: dict[str, Callable[[], float | None]] = {
    "OpenSpiel crazy_eights": open_spiel_crazy_eights,
    "RLCard uno": rlcard_uno,
}
