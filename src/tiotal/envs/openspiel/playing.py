"""For searches and matches with OpenSpiel: bots of Tiotal as its bots, and random games at the speed of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from tiotal.bots.bot import Bot
from tiotal.engine import forms, rollouts
from tiotal.envs.openspiel.states import SharedState, returns_of


class TiotalBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of Tiotal (`make_bot`) as a bot of OpenSpiel. It is given the view of the player to move, as always."""

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot

    def step(self, state: SharedState) -> int:
        view = state.view(state.current_player())
        return view.game.parse(self._bot.choose(view))


class RandomGames:
    """An evaluator for searches of OpenSpiel: what random games from a state on come to.

    It plays by the rules themselves, without a log or anything else that OpenSpiel keeps of a state. Its players are
    eager: where random games would go on for very long, they keep some moves for last, as the rules of a game say.
    """

    def __init__(self, games: int = 1, seed: int = 0) -> None:
        self._games = games
        self._dice = np.random.default_rng(seed)

    def evaluate(self, state: SharedState) -> Any:
        return np.mean([self._play(state) for _ in range(self._games)], axis=0)

    def prior(self, state: SharedState) -> list[tuple[int, float]]:
        legal = state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
        return legal if state.is_chance_node() else [(action, 1 / len(legal)) for action in legal]

    def _play(self, state: SharedState) -> list[float]:
        whole = state.position.whole_state()
        form = forms.interpreted(state.position.game.rules)
        form.play_out(whole, rollouts.EAGER, int(self._dice.integers(2**32)))
        return returns_of(state.position.with_state(whole))


def resampler(seed: int) -> Callable[[SharedState, int], Any]:
    """For `set_resampler` of a search of OpenSpiel, which otherwise imagines other worlds each time that it is run."""
    dice = np.random.default_rng(seed)
    return lambda state, player: state.resample_from_infostate(player, dice.random)
