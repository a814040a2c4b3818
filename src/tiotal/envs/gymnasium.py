"""One seat at a table of bots as a Gymnasium environment, for every game that tells what programs see of it.

    import gymnasium
    import tiotal.envs.gymnasium

    env = gymnasium.make("tiotal/…-v0", players=4, opponents="medium")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

An episode is a match, a step is a move of the learner with all that others do until it is asked again. The reward comes
when the match is over: 1 for whoever wins alone, and what all get adds up to 0. An action that is not legal changes
nothing: the same is seen again, and `info["refused"]` says why; with `illegal="raise"` it is an error instead.
`action_space.sample()` gives legal actions, with or without a mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces

from tiotal.bots.bot import Bot, Budget
from tiotal.bots.catalogue import make_bot
from tiotal.engine import forms
from tiotal.engine.errors import BadOption, IllegalMove, TiotalError, quote
from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES, game_named, part_of
from tiotal.engine.record import Record, record_of
from tiotal.engine.seeds import LARGEST, read_seed
from tiotal.envs import stepping
from tiotal.envs.match import as_action
from tiotal.envs.observing import action_mask, agents_of, layout_of, observation, observation_space, observing_of
from tiotal.envs.rendering import METADATA, checked_mode, render

ITERATIONS = 200  # of a search, for each move of a bot that looks ahead
Illegal = Literal["tell", "raise"]


class LegalActions(spaces.Discrete):
    """All actions; who samples without a mask gets one that is legal now."""

    mask: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        legal = self.mask if mask is None and probability is None else mask
        return super().sample(legal, probability)


class SeatEnv(gymnasium.Env[Any, Any]):
    """A learner at one seat, bots at all others."""

    metadata = METADATA
    action_space: LegalActions

    def __init__(
        self,
        game: str,
        players: int = 4,
        opponents: str | Sequence[str] = "medium",
        seat: int | None = 0,
        iterations: int = ITERATIONS,
        illegal: Illegal = "tell",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents` is a bot for all other seats, or one for each of them, from the learner's left on.

        Without a `seat` the learner has another one in each match. Bots that look ahead do so for so many iterations,
        not by the clock, so that an episode can be repeated from its seed.
        """
        self.game = game_named(game)(players, **options)
        self.layout = layout_of(self.game)
        self.opponents = _checked_opponents(opponents, self.game)
        if seat is not None and (isinstance(seat, bool) or seat not in range(players)):
            raise TiotalError("views.no_seat", seat=quote(seat), most=players - 1)
        if illegal not in get_args(Illegal):
            raise BadOption("options.choice", option="illegal", choices=get_args(Illegal), value=quote(illegal))
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space(self.game)
        self.action_space = LegalActions(self.game.actions)
        self.seat = 0
        self._wished_seat = seat
        self._budget = _checked_iterations(iterations)
        self._position: Position | None = None
        self._bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new match: the one with this seed, or one that follows from the last seed that was given.

        A match that others have won before the learner is asked is no episode: then another one is begun.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._begin(read_seed(seed, sealed=False))
        while seed is None or self.position.is_over:
            seed = int(self.np_random.integers(LARGEST))
            self._begin(seed)
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number = as_action(action, self.game)
        try:
            self.position.play(number)
        except IllegalMove as reason:
            if self.illegal == "raise" or self.position.is_over or number not in self.action_space:
                raise
            seen, info = self._seen()
            return seen, 0.0, False, False, {**info, "refused": str(reason)}
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen()
        return seen, self._reward(), self.position.is_over, False, info

    @property
    def position(self) -> Position:
        """The match that is being played, with everything in it."""
        if self._position is None:
            raise TiotalError("envs.not_begun")
        return self._position

    def render(self) -> Any:
        """As the learner sees it."""
        return render(self.position.view(self.seat), self.render_mode)

    def record(self) -> Record:
        """The match so far, as it can be kept, replayed and verified."""
        return record_of(self.position, agents_of(self.game))

    def fingerprint(self) -> str:
        """The same for equal positions, in whichever way they were reached."""
        return self.position.fingerprint()

    def _begin(self, seed: int) -> None:
        players = self.game.players
        self.seat = int(self.np_random.integers(players)) if self._wished_seat is None else self._wished_seat
        self._position = self.game.deal(seed)
        self._bots = {}
        for number, name in enumerate(self.opponents, 1):
            seat = (self.seat + number) % players
            self._bots[seat] = make_bot(name, (seed + seat) % LARGEST, self._budget)
        self._let_others_play()

    def _let_others_play(self) -> None:
        position = self.position
        while position.to_move is not None and position.to_move != self.seat:
            position.play(self._bots[position.to_move].choose(position.view(position.to_move)))

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        view = self.position.view(self.seat)
        mask = action_mask(view)
        self.action_space.mask = mask if mask.any() else None
        return observation(view), {"action_mask": mask, "seat": self.seat}

    def _reward(self) -> float:
        if not self.position.is_over:
            return 0.0
        form = forms.interpreted(self.game.rules, observing_of(self.game), stepping)
        return float(form.reward(self.position.view(self.seat).state, self.seat))


def _checked_opponents(opponents: str | Sequence[str], game: Game) -> list[str]:
    others = game.players - 1
    names = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(names) != others:
        raise TiotalError("envs.opponents", n=others, given=len(names))
    for name in names:
        make_bot(name, 0)  # there is one, or it is said why not
    return names


def _checked_iterations(iterations: int) -> Budget:
    if isinstance(iterations, bool) or not isinstance(iterations, int):
        raise TiotalError("bots.bad_budget", budget=quote(iterations))
    return Budget.read(str(iterations))


def register_games() -> None:
    """Every game that can be observed, as `tiotal/<its class>-v0`."""
    for name, kind in GAMES.items():
        if part_of(name, "observing"):
            gymnasium.register(f"tiotal/{kind.__name__}-v0", f"{__name__}:SeatEnv", kwargs={"game": name})


register_games()
