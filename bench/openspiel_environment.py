"""How fast the games are as games of OpenSpiel, beside its own games, all stepped from Python in one run.

    python bench/openspiel_environment.py             about a minute
    python bench/openspiel_environment.py --seconds 5 longer for each game

For each game: random steps a second, without looking; with the information state of the player to move as a tensor, and
as a string, at each step; with a copy at each step. Then what one iteration of a search costs. Time is the processor's.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python import games as python_games
from open_spiel.python.algorithms import ismcts, mcts

from tiotal.engine.games import GAMES
from tiotal.envs.openspiel import RandomGames

assert python_games  # to import it registers them
PEERS = {
    "in Tiotal, by Python": ("tiotal_cento", "tiotal_nimmt(rounds=1)", "tiotal_ten", "tiotal_ten(players=4)"),
    "of OpenSpiel, in Python": ("python_kuhn_poker", "python_liars_poker", "python_block_dominoes"),
    "of OpenSpiel, in C++": ("kuhn_poker", "leduc_poker", "crazy_eights", "hearts", "gin_rummy"),
}
MOST_STEPS = 2_000  # of a match
Look = Callable[[Any], Any]


def nothing(state: Any) -> None:
    """Only play."""


def tensor(state: Any) -> Any:
    player = state.current_player()
    seen = state.get_game().get_type().provides_information_state_tensor
    return state.information_state_tensor(player) if seen else state.observation_tensor(player)


def text(state: Any) -> Any:
    player = state.current_player()
    told = state.get_game().get_type().provides_information_state_string
    return state.information_state_string(player) if told else state.observation_string(player)


def copy(state: Any) -> Any:
    return state.clone()


def steps_a_second(name: str, look: Look, seconds: float) -> float:
    """Moves of players only; what chance does is in the time, but not counted."""
    game = pyspiel.load_game(name)
    dice = random.Random(1)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        for _ in range(MOST_STEPS):
            if state.is_terminal():
                break
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(dice.choices(*zip(*outcomes, strict=True))[0])
                continue
            look(state)
            state.apply_action(dice.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - start)


def engine_moves_a_second(name: str, seconds: float) -> float:
    """The same moves without OpenSpiel."""
    game = GAMES[name](2)
    dice = random.Random(1)
    moves = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        position = game.deal(dice.randrange(2**63))
        while not position.is_over and len(position.moves) < MOST_STEPS:
            position.play(dice.choice(position.legal_actions))
        moves += len(position.moves)
    return moves / (time.process_time() - start)


def search_milliseconds(name: str, evaluator: Any, simulations: int = 200) -> float:
    state = pyspiel.load_game(name).new_initial_state()
    dice = random.Random(3)
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        state.apply_action(dice.choice(state.legal_actions()))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, uct_c=1.4, max_simulations=simulations)
    start = time.process_time()
    bot.step(state)
    return (time.process_time() - start) / simulations * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    seconds = parser.parse_args().seconds
    print(f"{'':26}{'steps/s':>10}{'+ tensor':>10}{'+ string':>10}{'+ copy':>10}")
    for kind, names in PEERS.items():
        print(kind)
        for name in names:
            figures = [steps_a_second(name, look, seconds) for look in (nothing, tensor, text, copy)]
            print(f"  {name:24}" + "".join(f"{figure:10,.0f}" for figure in figures), flush=True)
    print("the same moves in Tiotal alone")
    for name in GAMES:
        print(f"  {name:24}{engine_moves_a_second(name, seconds):10,.0f}", flush=True)
    print("an iteration of ISMCTS (Python), milliseconds: with random games of Tiotal, of OpenSpiel")
    for name in ("tiotal_cento", "tiotal_ten"):
        own, theirs = (search_milliseconds(name, by) for by in (RandomGames(), mcts.RandomRolloutEvaluator(1)))
        print(f"  {name:24}{own:10.2f}{theirs:10.2f}", flush=True)


if __name__ == "__main__":
    main()
