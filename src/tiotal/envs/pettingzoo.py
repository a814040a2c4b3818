"""Every game as a PettingZoo environment: seats are agents that move one after the other (AEC).

    from tiotal.envs import pettingzoo

    env = pettingzoo.env("…", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        action = None if over else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An episode is a match. Rewards come when it is over: 1 for whoever wins alone, and what all get adds up to 0. An action
that is not legal is refused with a sentence and changes nothing.

`parallel_env` is for learners that want everybody to act at once: all are asked in every cycle, and what those do whose
turn it is not counts for nothing. It can be cut short after some cycles; so can `env`, which then asks everybody too.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from tiotal.engine.errors import TiotalError
from tiotal.engine.games import GAMES, game_named
from tiotal.engine.record import Record
from tiotal.envs.match import Match
from tiotal.envs.observing import agents_of, layout_of, observation_space
from tiotal.envs.rendering import METADATA, checked_mode, render

USUAL = next(iter(GAMES))  # for the suites of PettingZoo, which name no game


def env(
    game: str = USUAL,
    players: int = 4,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> Any:
    """A match of a game with these options, which sees to it that calls come in the right order."""
    if max_cycles is not None:
        return parallel_to_aec(parallel_env(game, players, render_mode, max_cycles, **options))
    return wrappers.OrderEnforcingWrapper(TableEnv(game, players, render_mode, **options))


def parallel_env(
    game: str = USUAL,
    players: int = 4,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> Any:
    """The same, but everybody is asked in every cycle; with a number of cycles it is cut short after them."""
    return TogetherEnv(TableEnv(game, players, render_mode, **options), max_cycles)


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment itself."""

    def __init__(self, game: str, players: int = 4, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.game = game_named(game)(players, **options)
        self.layout = layout_of(self.game)
        self.metadata = {**METADATA, "name": f"{game}_v0", "is_parallelizable": False}
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = agents_of(self.game)
        self.agents: list[str] = []
        masks = spaces.Box(0, 1, (self.game.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(self.game), "action_mask": masks})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._match = Match(self.game)
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: the one with this seed, or one that follows from the last seed that was given."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self._match.deal(self._seeds.getrandbits(63) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {"observation": self._match.observation(seat), "action_mask": self._match.action_mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._match.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self._match.to_move is None:
            self.rewards = dict(zip(self.agents, self._match.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._ask()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        assert self._match.to_move is not None
        self.agent_selection = self.possible_agents[self._match.to_move]

    def render(self) -> str | None:
        """As the agent to move sees it, and as everybody does when the match is over."""
        self._check_begun()
        return render(self._match.position().view(self._match.to_move), self.render_mode)

    def record(self) -> Record:
        """The match so far, as it can be kept, replayed and verified."""
        self._check_begun()
        return self._match.record()

    def fingerprint(self) -> str:
        """The same for equal positions, in whichever way they were reached."""
        self._check_begun()
        return self._match.fingerprint()

    def _check_begun(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise TiotalError("envs.not_begun")

    def close(self) -> None:
        pass


class TogetherEnv(ParallelEnv):  # type: ignore[misc]
    """A table at which all act at once, though one move counts."""

    def __init__(self, table: TableEnv, max_cycles: int | None) -> None:
        self.table = table
        self.max_cycles = max_cycles
        self.game = table.game
        self.layout = table.layout
        self.metadata = {**table.metadata, "is_parallelizable": True}
        self.render_mode = table.render_mode
        self.possible_agents = table.possible_agents
        self.agents: list[str] = []
        self._cycles = 0

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """A move that is not legal changes nothing; `infos` says why, for its agent."""
        acting, mover = self.agents, self.table.agent_selection
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in acting}
        try:
            self.table.step(actions[mover])
        except TiotalError as reason:
            infos[mover]["refused"] = reason.sentence("en")
        self._cycles += 1
        rewards = {agent: float(self.table.rewards[agent]) for agent in acting}
        terminations = {agent: self.table.terminations[agent] for agent in acting}
        cut_short = self.max_cycles is not None and self._cycles >= self.max_cycles
        truncations = {agent: cut_short and not terminations[agent] for agent in acting}
        observations = self._observations()
        if cut_short or any(terminations.values()):
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}

    def render(self) -> str | None:
        return self.table.render()

    def record(self) -> Record:
        return self.table.record()

    def fingerprint(self) -> str:
        return self.table.fingerprint()

    def close(self) -> None:
        pass
