"""One seat against bots: Gymnasium's own checks, and episodes that can be repeated and replayed."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tiotal.envs.gymnasium  # registers the games
from tiotal import BadOption, IllegalMove, TiotalError, read_record, verify_record
from tiotal.envs.observing import observation

IDS = ("tiotal/Cento-v0", "tiotal/Nimmt-v0", "tiotal/Ten-v0")


def episode(env: Any, seed: int, most: int = 100_000) -> tuple[list[Any], float]:
    """The first legal move each time: what was seen, and what it brought."""
    seen, info = env.reset(seed=seed)
    told, brought = [seen], 0.0
    for _ in range(most):
        seen, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        told.append(seen)
        brought += reward
        assert not truncated
        if terminated:
            break
    return told, brought


@pytest.mark.parametrize("name", IDS)
def test_the_checker_is_content(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(name, players=4, opponents="medium").unwrapped)
    assert "player_0" in capsys.readouterr().out  # the checker draws it, too


@pytest.mark.parametrize("name", IDS)
def test_an_episode_can_be_repeated_from_its_seed_and_replayed_from_its_record(name: str) -> None:
    env = gymnasium.make(name, players=3, opponents=["beginner", "medium"])
    told, brought = episode(env, 7)
    again, brought_again = episode(gymnasium.make(name, players=3, opponents=["beginner", "medium"]), 7)
    assert len(told) > 3
    assert np.array_equal(told, again)
    assert brought == brought_again
    env_itself: Any = env.unwrapped
    record = env_itself.record()
    assert (record.seed, record.players) == (7, ("player_0", "player_1", "player_2"))
    final = verify_record(record.to_json())
    assert final.fingerprint() == env_itself.fingerprint()
    assert (observation(final.view(0)) == told[-1]).all()
    assert (brought > 0) == (0 in final.winners)


def test_bots_that_look_ahead_do_not_look_at_the_clock() -> None:
    episodes = [
        episode(gymnasium.make("tiotal/Cento-v0", players=2, opponents="master", iterations=30), 2, most=12)
        for _ in range(2)
    ]
    assert np.array_equal(episodes[0][0], episodes[1][0])


def test_a_match_that_is_over_before_the_learner_is_asked_is_no_episode() -> None:
    env: Any = gymnasium.make("tiotal/Cento-v0", players=8, opponents="medium", preset="to-20-b")
    begun_anew = 0
    for seed in range(40):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        begun_anew += env.unwrapped.record().seed != seed
    assert 0 < begun_anew < 20


def test_without_a_seat_the_learner_moves_round_the_table() -> None:
    env = gymnasium.make("tiotal/Ten-v0", players=3, opponents="random", seat=None)
    seats = set()
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        again, info_again = env.reset(seed=seed)
        assert info["seat"] == info_again["seat"]
        assert np.array_equal(seen, again)
        seats.add(info["seat"])
    assert seats == {0, 1, 2}


def test_opponents_sit_from_the_left_of_the_learner_on() -> None:
    env: Any = gymnasium.make("tiotal/Cento-v0", players=3, opponents=["beginner", "random"], seat=1).unwrapped
    env.reset(seed=1)
    assert {seat: bot.name for seat, bot in env._bots.items()} == {2: "beginner", 0: "random"}


def test_an_action_that_is_not_legal_changes_nothing_and_is_told_or_raised() -> None:
    env: Any = gymnasium.make("tiotal/Cento-v0", players=2, opponents="random")
    seen, info = env.reset(seed=1)
    before = env.unwrapped.fingerprint()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    again, reward, terminated, truncated, told = env.step(wrong)
    assert (again == seen).all()
    assert (told["action_mask"] == info["action_mask"]).all()
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "You can play" in told["refused"]
    env.unwrapped.illegal = "raise"
    with pytest.raises(IllegalMove, match="You can play"):
        env.step(wrong)
    with pytest.raises(IllegalMove, match="There is no action 140; actions are 0 to 139"):
        env.unwrapped.step(140)
    with pytest.raises(TiotalError, match="An action is a whole number"):
        env.unwrapped.step("play")
    assert env.unwrapped.fingerprint() == before


def test_samples_are_legal_with_or_without_a_mask() -> None:
    env: Any = gymnasium.make("tiotal/Nimmt-v0", players=2, opponents="random")
    _, info = env.reset(seed=1)
    for number in range(60):
        action = env.action_space.sample(info["action_mask"]) if number % 2 else env.action_space.sample()
        _, _, terminated, _, info = env.step(action)
        assert "refused" not in info
        if terminated:
            _, info = env.reset()


def test_many_environments_make_a_vector() -> None:
    env: Any = gymnasium.make_vec("tiotal/Ten-v0", num_envs=3, players=2, opponents="random", vectorization_mode="sync")
    seen, info = env.reset(seed=5)
    assert seen.shape == (3, env.single_observation_space.shape[0])
    for _ in range(20):
        seen, rewards, *_, info = env.step(info["action_mask"].argmax(axis=1))
    assert seen.shape[0] == len(rewards) == 3
    assert [read_record(record.to_json()).seed for record in env.call("record")] == [5, 6, 7]
    env.close()


def test_what_cannot_be_made_is_told_in_a_sentence() -> None:
    for given, sentence in (
        ({"opponents": ["random"]}, "There are 3 opponents: give one name for all of them, or 3 names, not 1."),
        ({"players": 2, "opponents": ["random", "easy"]}, "There is one opponent: give one name, not 2."),
        ({"opponents": "expert"}, "There is no bot 'expert'"),
        ({"seat": 4}, "There is no seat 4"),
        ({"iterations": "50ms"}, "A budget must be"),
    ):
        with pytest.raises(TiotalError, match=sentence):
            gymnasium.make("tiotal/Cento-v0", **given)
    with pytest.raises(BadOption, match=r"The option illegal can be tell or raise, not 'lose'[.]"):
        gymnasium.make("tiotal/Cento-v0", illegal="lose")
    with pytest.raises(TiotalError, match="The match has not begun"):
        tiotal.envs.gymnasium.SeatEnv("cento").record()


def test_nothing_is_warned_of_on_the_way() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        episode(gymnasium.make("tiotal/Ten-v0", players=2, opponents="easy"), 3)
