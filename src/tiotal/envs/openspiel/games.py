"""Every game of Tiotal as a game of OpenSpiel, by the name `tiotal_<game>`.

A match is its options, its seed and its moves. Here the seed is what chance decides before the first card: nine chance
nodes, each of which gives seven of its 63 bits. Every shuffle of the match, also later ones, comes from it. That is the
same game as one in which chance acts when a card is turned up, as long as nobody sees the seed; and no observation
holds it. So the history of a state is a whole record, and each deal that a seed of Tiotal can give is equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.engine.options import Cards, Choice, Flag, Option
from tiotal.engine.record import Record
from tiotal.envs.observing import has_layout
from tiotal.envs.openspiel.match import Match
from tiotal.envs.openspiel.states import CHANCE, Observer, SharedState, check_outcome, game_info, game_type, player_of

DIGITS, BASE = 9, 128  # of a seed
OUTCOMES = [(digit, 1 / BASE) for digit in range(BASE)]
PREFIX = "tiotal_"
DEFAULT = -1  # a number that is left to the game


def register() -> None:
    """Make every game that is installed known to OpenSpiel."""
    for name, kind in GAMES.items():
        named = game_type(PREFIX + name, kind.title, kind.most_players, parameters_of(kind), tensors=has_layout(name))
        # Each has a class of its own: OpenSpiel lets go of what makes a game when Python has ended already, and
        # anything but a class would be taken apart then.
        pyspiel.register_game(named, type(f"{kind.__name__}Game", (MatchGame,), {"kind": kind, "named": named}))


# --- Options ----------------------------------------------------------------------------------------------------
def parameters_of(kind: type[Game]) -> dict[str, Any]:
    """Every option with its default, of the types that OpenSpiel has."""
    return {"players": 2} | {option.name: _default(option) for option in kind.declared_options}


def _default(option: Option) -> Any:
    if isinstance(option, Choice | Flag):
        return option.default
    return "" if isinstance(option, Cards) else DEFAULT


def read_parameters(kind: type[Game], parameters: Mapping[str, Any]) -> Game:
    """The game with these parameters; what is empty or -1 is left to the game."""
    options = {}
    for option in kind.declared_options:
        value = parameters.get(option.name)
        if isinstance(option, Cards) and isinstance(value, str):
            options[option.name] = value.replace(",", " ").split() or None
        else:
            options[option.name] = None if value in ("", DEFAULT) else value
    return kind(parameters.get("players", 2), **options)


def write_parameters(game: Game) -> dict[str, Any]:
    """The parameters that give this game, without those that are as always."""
    usual = type(game)(game.players).options
    changed = {name: value for name, value in game.options.items() if value != usual.get(name)}
    told = {name: " ".join(value) if isinstance(value, list) else value for name, value in changed.items()}
    return {"players": game.players} | told  # lists with spaces: OpenSpiel reads commas as the end of a parameter


# --- The game ---------------------------------------------------------------------------------------------------
class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Tiotal with its options."""

    kind: ClassVar[type[Game]]
    named: ClassVar[Any]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        self.game = read_parameters(self.kind, parameters or {})
        super().__init__(self.named, game_info(self.game, BASE), write_parameters(self.game))

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        return Observer(self.game, kind or pyspiel.IIGObservationType(perfect_recall=False), parameters)

    def max_chance_nodes_in_history(self) -> int:
        return DIGITS


class MatchState(SharedState):
    """A match from the deal on."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self._player = CHANCE
        self._seed = 0
        self._digits = 0  # of the seed, that are known
        self._match: Match | None = None

    @property
    def match(self) -> Match | None:
        return self._match

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self._match is None:
            self._take_digit(action)
        else:
            self._match.play(action)
        if self._match is not None:
            self._player = player_of(self._match.position)

    def _take_digit(self, digit: int) -> None:
        check_outcome(digit, BASE)
        self._seed = self._seed * BASE + digit
        self._digits += 1
        if self._digits == DIGITS:
            self._match = Match(self.get_game().game.deal(self._seed))

    def _with(self, match: Match) -> MatchState:
        state: MatchState = self.get_game().new_initial_state()
        state._digits = DIGITS
        state._match = match
        state._player = player_of(match.position)
        return state

    def _written(self, action: int) -> str:
        return str(self.get_game().game.write(action))

    def _outcome_to_string(self, outcome: int) -> str:
        return f"digit {self._digits + 1} of the seed: {outcome}, after {self._seed}"


def state_of(record: Record) -> MatchState:
    """The match of a record, as a state. Sealed seeds, of games between people, have too many digits for it."""
    if not isinstance(record.seed, int):
        raise TiotalError("openspiel.sealed")
    game = pyspiel.load_game(PREFIX + record.game.name, write_parameters(record.game))
    state: MatchState = game.new_initial_state()
    for place in reversed(range(DIGITS)):
        state.apply_action(record.seed // BASE**place % BASE)
    for move in record.moves:
        state.apply_action(record.game.parse(move))
    return state
