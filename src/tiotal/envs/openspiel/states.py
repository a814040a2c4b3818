"""States and observations that all games here share, as OpenSpiel expects them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
import pyspiel

from tiotal.engine.errors import IllegalMove, TiotalError
from tiotal.engine.game import Game, Position, View
from tiotal.engine.record import Record, record_of
from tiotal.envs.observing import has_layout, layout_of, observation
from tiotal.envs.openspiel.match import Match

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
# More moves than any match has: at most 100 rounds (G3) of 10,000 turns (G1), with a few moves in each.
MOST_MOVES = 10_000_000


def game_type(
    name: str,
    title: str,
    most_players: int,
    parameters: dict[str, Any],
    *,
    tensors: bool,
    loadable: bool = True,
) -> Any:
    """With tensors where a game has a layout."""
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most_players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=tensors,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
        default_loadable=loadable,
    )


def game_info(game: Game, chance_outcomes: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=chance_outcomes,
        num_players=game.players,
        min_utility=-1 / (sides_of(game) - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_MOVES,
    )


# --- What a match is worth --------------------------------------------------------------------------------------
def sides_of(game: Game) -> int:
    """How many play against each other: players, or pairs."""
    return game.players // 2 if game.partners else game.players


def returns_of(position: Position) -> list[float]:
    """The share of the win, so scaled that the sum is 0 and to win alone is 1; to lose to one of three others is -1/3.

    Level winners share (G2). Partners win and lose together, and each gets what their side gets.
    """
    players, sides = position.game.players, sides_of(position.game)
    winners = position.winners
    if not winners:
        return [0.0] * players
    share = players / len(winners)  # of one side in all, times the sides
    return [(share * (seat in winners) - 1) / (sides - 1) for seat in range(players)]


# --- States -----------------------------------------------------------------------------------------------------
class SharedState(pyspiel.State):  # type: ignore[misc]
    """A match in which seats are players and moves are actions. Each kind of game begins it in its own way.

    OpenSpiel copies a state attribute by attribute, so there are few of them, and none of them is the game.
    """

    _player: int

    @property
    @abstractmethod
    def match(self) -> Match | None:
        """None before the deal."""

    @property
    def position(self) -> Position:
        """The whole match, which knows everything: not for players."""
        return self._dealt().position

    def view(self, player: int) -> View:
        """All that a player may know, for bots and programs of Tiotal's own."""
        return self.position.view(player)

    def record(self) -> Record:
        """The match so far, as it can be kept, replayed and checked without OpenSpiel."""
        return record_of(self.position)

    def _dealt(self) -> Match:
        if self.match is None:
            raise TiotalError("openspiel.not_dealt")
        return self.match

    # --- What OpenSpiel asks ------------------------------------------------------------------------------------
    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return self._outcome_to_string(action)
        return self._written(action)

    def returns(self) -> list[float]:
        return [0.0] * self.num_players() if self.match is None else returns_of(self.match.position)

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """A state that the player cannot tell from this one, by `imagine`; `sampler` gives numbers from 0 to 1.

        Its history begins here: moves that the player did not see are not made up.
        """
        return self._with(self._dealt().imagined(player, int(sampler() * 2**53)))

    def __str__(self) -> str:
        if self.match is None:
            return self._outcome_to_string(0)
        return f"{self.match.position.describe()} {self.match.position.fingerprint()}"

    @abstractmethod
    def _with(self, match: Match) -> Any: ...

    @abstractmethod
    def _outcome_to_string(self, outcome: int) -> str: ...

    @abstractmethod
    def _written(self, action: int) -> str: ...


def player_of(position: Position) -> int:
    return TERMINAL if position.to_move is None else position.to_move


def check_outcome(outcome: int, outcomes: int) -> None:
    """OpenSpiel does not look at what it is asked to apply."""
    if not 0 <= outcome < outcomes:
        raise IllegalMove("moves.no_action", action=outcome, most=outcomes - 1)


# --- Observations -----------------------------------------------------------------------------------------------
class Observer:
    """What a player sees, as OpenSpiel asks for it: `tensor`, and a string with or without the past.

    Public information alone is what a spectator sees, private information alone what a player sees and a spectator
    does not. Both are told as strings only: the rows of a layout are what a player knows, all in all.
    """

    def __init__(self, game: Game, kind: Any, parameters: Any = None) -> None:
        private = kind.private_info
        if parameters or private == pyspiel.PrivateInfoType.ALL_PLAYERS or not (kind.public_info or private_only(kind)):
            raise TiotalError("openspiel.observation")
        self._public = kind.public_info
        self._private = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and self._private and has_layout(game.key):
            layout = layout_of(game)
            self.tensor = np.zeros(layout.size, np.float32)
            self.dict = {part.name: self.tensor[layout.part(part.name)] for part in layout.parts}

    def set_from(self, state: SharedState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.match is None else information_state_tensor(state.match.view(player))

    def string_from(self, state: SharedState, player: int) -> str:
        match = state.match
        if match is None:
            return ""
        if not self._public:
            return match.secret(player)
        seat = player if self._private else None
        return match.information(seat) if self._recalls else match.observation(seat)


def private_only(kind: Any) -> bool:
    return kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and not kind.perfect_recall


def information_state_tensor(view: View) -> np.ndarray[Any, np.dtype[np.float32]]:
    """What the seat of a view knows, in the layout of its game: the row that every other environment shows it.

    The past is in it as far as the rules remember it (which cards were seen, what a hand cannot hold), not the whole
    tale.
    """
    row: np.ndarray[Any, np.dtype[np.float32]] = observation(view).astype(np.float32)
    return row
