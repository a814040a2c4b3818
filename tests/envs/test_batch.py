"""Many matches at once: each is the match that the engine would have played with the same seed and moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.envs.test_observing import VARIANTS
from tiotal import GAMES, BadOption, BadSeed, IllegalMove, TiotalError, play_random, read_record, verify_record
from tiotal.envs.batch import BatchEnv
from tiotal.envs.observing import action_mask, observation


def step_at_random(env: BatchEnv, steps: int) -> None:
    for _ in range(steps):
        env.step(env.sample())


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_every_match_is_the_one_that_its_record_replays_to(name: str, players: int, options: dict[str, Any]) -> None:
    env = BatchEnv(name, players, count=6, seed=40, records=True, **options)
    ended = 0
    for _ in range(150):
        env.step(env.sample("eager"))
        for number in np.flatnonzero(env.done).tolist():
            ended += 1
            final = verify_record(env.record(number, ended=True).to_json())
            assert final.winners == np.flatnonzero(env.winners[number]).tolist()
            assert final.scores == env.scores[number].tolist()
            assert env.rewards[number].sum() == pytest.approx(0)
    for number in range(6):
        record = read_record(env.record(number).to_json())
        position = record.final()
        assert record.seed == env.seeds[number]
        assert (int(record.seed) - 40) % 6 == number
        assert env.fingerprint(number) == position.fingerprint()
        assert (env.to_move[number], env.lengths[number]) == (position.to_move, len(record.moves))
        view = position.view(position.to_move)
        assert (env.observations[number] == observation(view)).all()
        assert (env.masks[number] == action_mask(view)).all()
    assert ended or name != "cento" or options.get("match")


def test_a_new_match_starts_from_an_empty_table() -> None:
    """Nothing of a match is left in the one that follows it in the same line."""
    env = BatchEnv("cento", 2, count=1, seed=8, preset="to-20-a")
    while not env.done[0]:
        step_at_random(env, 1)
    assert (env.seeds[0], env.lengths[0]) == (9, 0)
    assert env.fingerprint(0) == env.game.deal(9).fingerprint()


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    alone, together = (BatchEnv(name, 3, count=700, seed=1, threads=threads) for threads in (1, 3))
    for _ in range(40):
        actions = alone.sample()
        assert (actions == together.sample()).all()
        alone.step(actions)
        together.step(actions)
        for told in ("observations", "masks", "to_move", "seeds", "lengths", "done", "rewards", "winners", "scores"):
            assert (getattr(alone, told) == getattr(together, told)).all(), told
    together.close()
    alone.step(alone.sample())
    together.step(together.sample())
    assert (alone.observations == together.observations).all()


def test_sampled_matches_are_those_of_random_play() -> None:
    env = BatchEnv("cento", 3, count=50, seed=100)
    played = play_random(env.game, 50, seed=100, policy="eager", threads=1)
    waiting = set(range(50))
    while waiting:
        before = env.lengths.copy()
        env.step(env.sample("eager"))
        for number in waiting & set(np.flatnonzero(env.done).tolist()):
            waiting.remove(number)
            assert before[number] + 1 == played.lengths[number]
            assert (env.winners[number] == played.winners[number]).all()


def test_rewards_add_up_to_nothing_and_shared_wins_are_shared() -> None:
    env = BatchEnv("cento", 4, count=64, seed=1, pairs=True)
    rewards = set()
    for _ in range(120):
        step_at_random(env, 1)
        assert not env.rewards[~env.done].any()
        rewards |= {tuple(sorted(line)) for line in env.rewards[env.done].round(6).tolist()}
    assert (-0.333333, -0.333333, 0.333333, 0.333333) in rewards
    assert rewards <= {(-0.333333, -0.333333, 0.333333, 0.333333), (0.0, 0.0, 0.0, 0.0)}  # partners win together


def test_an_illegal_action_is_told_in_a_sentence_and_changes_nothing() -> None:
    env = BatchEnv("cento", 2, count=5, seed=3, records=True)
    step_at_random(env, 1)
    before = [env.fingerprint(number) for number in range(5)], env.observations.copy(), env.masks.copy()
    legal = env.sample()
    for wrong in (int(np.flatnonzero(~env.masks[3])[0]), 140, -1, 24):
        actions = legal.copy()
        actions[3] = wrong
        with pytest.raises(IllegalMove, match=r"^No move was made, because of match 3: .*[.]$"):
            env.step(actions)
    for wrong_shape in (legal[:4], legal.astype(float), [None] * 5, legal.reshape(1, 5)):
        with pytest.raises(TiotalError, match=r"^Give a list of 5 whole numbers: one action for each match[.]$"):
            env.step(wrong_shape)
    assert before[0] == [env.fingerprint(number) for number in range(5)]
    assert (before[1] == env.observations).all()
    assert (before[2] == env.masks).all()
    assert all(len(env.record(number).moves) == 1 for number in range(5))
    env.step(legal.tolist())  # whole numbers of any kind
    env.step(env.sample().astype(np.uint8))


def test_masks_that_somebody_writes_on_make_nothing_legal() -> None:
    env = BatchEnv("ten", 2, count=1)
    env.masks[:] = True
    with pytest.raises(IllegalMove):
        env.step([545])


def test_a_reset_goes_back_to_a_seed_or_on_to_new_ones() -> None:
    env = BatchEnv("nimmt", 2, count=3, seed=5, rounds=1)
    first = env.observations.copy()
    step_at_random(env, 30)
    env.reset(5)
    assert (env.observations == first).all()
    assert not env.done.any()
    env.reset()
    assert env.seeds.tolist() == [8, 9, 10]


def test_what_cannot_be_made_is_told_in_a_sentence() -> None:
    with pytest.raises(TiotalError, match=r"The number of matches at once must be from 1 to 1000000, not 0[.]"):
        BatchEnv("cento", count=0)
    with pytest.raises(BadSeed, match="The seed of a simulation must be"):
        BatchEnv("cento", count=2, seed=2**63 - 1)
    with pytest.raises(TiotalError, match="There is no game chess"):
        BatchEnv("chess")
    with pytest.raises(BadOption, match="There is no option 'colour'"):
        BatchEnv("cento", colour="red")
    env = BatchEnv("cento", 2, count=2)
    with pytest.raises(BadOption, match=r"The option policy can be uniform or eager, not 'best'[.]"):
        env.sample("best")  # type: ignore[arg-type]
    with pytest.raises(TiotalError, match="Moves are kept only if you ask for it"):
        env.record(0)
    with pytest.raises(TiotalError, match=r"There is no match 2; counted from 0, the matches are 0 to 1[.]"):
        env.fingerprint(2)
    with pytest.raises(TiotalError, match=r"No match number 1 has ended yet[.]"):
        BatchEnv("cento", 2, count=2, records=True).record(1, ended=True)


def test_moves_of_matches_that_nobody_can_ask_for_are_forgotten() -> None:
    env = BatchEnv("cento", 2, count=2, preset="to-20-b", records=True)
    longest = 0
    for _ in range(3000):
        longest = max(longest, int(env.lengths.max()) + 1)
        env.step(env.sample())
    assert env._history is not None
    assert len(env._history._steps) <= 4 * longest < 3000
