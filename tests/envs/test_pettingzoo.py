"""PettingZoo's own tests, and matches that are those of the engine."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from tests.envs.test_observing import VARIANTS
from tiotal import GAMES, BadOption, BadSeed, IllegalMove, TiotalError, verify_record
from tiotal.envs import pettingzoo
from tiotal.envs.batch import BatchEnv

# The suite says these of every environment that has masks and is not one of PettingZoo's own.
OF_ALL_WITH_MASKS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def play(env: Any, seed: int) -> dict[str, float]:
    """A match at random, without taking stacks for fun, which takes long; what each agent got in it."""
    env.reset(seed=seed)
    dice = random.Random(seed)
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        assert not truncated
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        cards = [action for action in legal if not env.unwrapped.game.write(action).startswith("take:")]
        env.step(None if terminated else dice.choice(cards or legal))
    return got


@pytest.mark.parametrize("name", GAMES)
def test_the_suite_is_content(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        for message in OF_ALL_WITH_MASKS:
            warnings.filterwarnings("ignore", message)
        api_test(pettingzoo.env(name, players=3), num_cycles=300)
    seed_test(lambda: pettingzoo.env(name, players=2), num_cycles=200)
    render_test(lambda render_mode: pettingzoo.env(name, players=2, render_mode=render_mode))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.thorough
def test_the_suite_can_measure(capsys: pytest.CaptureFixture[str], record_property: Any) -> None:
    performance_benchmark(pettingzoo.env("cento"))
    speed = next(line for line in capsys.readouterr().out.splitlines() if line.endswith("turns per second"))
    record_property("figure", f"PettingZoo, cento, 4 players: {speed}")
    assert float(speed.split()[0]) > 100


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_every_option_is_played_and_recorded(name: str, players: int, options: dict[str, Any]) -> None:
    env = pettingzoo.env(name, players, **options)
    got = play(env, 11)
    final = verify_record(env.unwrapped.record().to_json())
    assert final.fingerprint() == env.unwrapped.fingerprint()
    winners = [seat for seat in range(players) if got[f"player_{seat}"] > 0]
    assert winners == (final.winners if len(final.winners) < players else [])
    assert sum(got.values()) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_moves_are_the_same_match_as_in_a_batch(name: str) -> None:
    batch = BatchEnv(name, 3, count=1, seed=21)
    env = pettingzoo.env(name, players=3)
    env.reset(seed=21)
    while True:
        agent = env.agent_selection
        assert agent == f"player_{batch.to_move[0]}"
        seen = env.observe(agent)
        assert (seen["observation"] == batch.observations[0]).all()
        assert (seen["action_mask"] == batch.masks[0]).all()
        assert env.unwrapped.fingerprint() == batch.fingerprint(0)
        actions = batch.sample("eager")
        env.step(actions[0])
        batch.step(actions)
        if batch.done[0]:
            break
    assert list(env.rewards.values()) == batch.rewards[0].tolist()
    assert env.terminations == dict.fromkeys(env.agents, True)


def test_who_is_not_to_move_sees_the_own_hand_and_can_do_nothing() -> None:
    env = pettingzoo.env("cento", players=2)
    env.reset(seed=1)
    hand = env.unwrapped.layout.part("hand")
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    seen = env.observe(waiting)
    assert seen["observation"][hand].sum() == 5
    assert (seen["observation"][hand] != env.observe(env.agent_selection)["observation"][hand]).any()
    assert not seen["action_mask"].any()


def test_matches_without_a_seed_follow_from_the_last_one() -> None:
    seeds = []
    for _ in range(2):
        env = pettingzoo.env("ten", players=2)
        env.reset(seed=4)
        assert env.unwrapped.record().seed == 4
        env.reset()
        seeds.append(env.unwrapped.record().seed)
    assert seeds[0] == seeds[1] != 4


def test_an_illegal_action_is_told_in_a_sentence_and_changes_nothing() -> None:
    env = pettingzoo.env("cento", players=2)
    env.reset(seed=3)
    before, agent = env.unwrapped.fingerprint(), env.agent_selection
    for wrong, sentence in (
        (int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]), "You can play"),
        (140, "There is no action 140"),
        (-1, "There is no action -1"),
    ):
        with pytest.raises(IllegalMove, match=sentence):
            env.step(wrong)
    with pytest.raises(TiotalError, match=r"An action is a whole number from 0 to 139, not 1[.]5[.]"):
        env.step(1.5)
    assert (env.unwrapped.fingerprint(), env.agent_selection) == (before, agent)


def test_a_match_that_has_not_begun_has_no_record() -> None:
    with pytest.raises(TiotalError, match=r"The match has not begun: call reset first[.]"):
        pettingzoo.TableEnv("cento").record()


def test_what_cannot_be_made_is_told_in_a_sentence() -> None:
    with pytest.raises(BadOption, match=r"The option render_mode can be human or ansi, not 'film'[.]"):
        pettingzoo.env("cento", render_mode="film")
    with pytest.raises(BadOption, match=r"10 is for 2 to 7 players, not 9[.]"):
        pettingzoo.env("ten", players=9)
    with pytest.raises(BadSeed, match="The seed of a simulation must be a whole number"):
        pettingzoo.env("ten").reset(seed=-1)


def test_it_is_drawn_as_whoever_is_to_move_sees_it() -> None:
    env = pettingzoo.env("cento", players=2, render_mode="ansi")
    env.reset(seed=3)
    drawn = env.render()
    assert "▶ player_0: 5 cards" in drawn
    assert "Your hand: +1  +5  +8  +8  20-40-60-80" in drawn


# --- Everybody at once ------------------------------------------------------------------------------------------
def test_it_can_be_cut_short_as_the_suite_wants_it() -> None:
    max_cycles_test(pettingzoo)


@pytest.mark.parametrize("name", GAMES)
def test_everybody_at_once_passes_the_suite(name: str) -> None:
    with warnings.catch_warnings():
        for told in OF_ALL_WITH_MASKS:
            warnings.filterwarnings("ignore", message=told)
        parallel_api_test(pettingzoo.parallel_env(name, players=3), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_at_once_or_in_turn_it_is_the_same_match(name: str) -> None:
    env = pettingzoo.parallel_env(name, players=2)
    seen, _ = env.reset(seed=5)
    dice = random.Random(5)
    refused = 0
    while env.agents:
        mover = env.table.agent_selection
        legal = np.flatnonzero(seen[mover]["action_mask"]).tolist()
        assert legal and not any(seen[agent]["action_mask"].any() for agent in env.agents if agent != mover)
        cards = [action for action in legal if not env.game.write(action).startswith("take:")]
        wrong = next(action for action in range(env.game.actions) if action not in legal)
        move = wrong if dice.random() < 0.1 else dice.choice(cards or legal)
        before = env.fingerprint()
        seen, rewards, terminations, truncations, infos = env.step(dict.fromkeys(env.agents, move))
        assert (env.fingerprint() == before) == (move == wrong) == ("refused" in infos[mover])
        refused += move == wrong
    assert refused and all(terminations.values()) and not any(truncations.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert verify_record(env.record().to_json()).fingerprint() == env.fingerprint()
