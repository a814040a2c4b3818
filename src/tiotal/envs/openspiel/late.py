"""A late position as a small game of its own, for algorithms that walk through whole trees: `tiotal_late`.

At its root chance chooses one of the worlds that are possible, each as likely as its weight says. From there on nothing
is left to chance: the cards that will be drawn lie in the world already. A match that would shuffle again is refused
when it comes to that. What happened before the root is not told, for everybody knows it; what a player holds is.

How the players came here says nothing about what they hold: that is what `imagine` assumes too. So it is an exact game,
and what is solved in it is exact for these weights.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

import pyspiel

from tiotal.engine import forms
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES, game_named
from tiotal.engine.options import checked
from tiotal.envs.observing import has_layout
from tiotal.envs.openspiel.match import Match
from tiotal.envs.openspiel.states import CHANCE, Observer, SharedState, check_outcome, game_info, game_type, player_of
from tiotal.envs.openspiel.worlds import MOST_WORLDS, UNUSED, Worlds, common_worlds, state_from

NAME = "tiotal_late"
ROOT = ""
MOST_PLAYERS = max(kind.most_players for kind in GAMES.values())


def late_type(tensors: bool) -> Any:
    return game_type(NAME, "A late position", MOST_PLAYERS, {"worlds": ""}, tensors=tensors, loadable=False)


def late_game(at: Position | SharedState, seat: int | None = None, most: int = MOST_WORLDS) -> LateGame:
    """The rest of a match from a position, or from a state, over all worlds that are common knowledge there.

    With a `seat`, only over those that fit what this seat sees: then its cards are open to all.
    """
    position = at.position if isinstance(at, SharedState) else at
    return late_game_over(position.game, common_worlds(position, seat, most))


def late_game_over(game: Game, worlds: Worlds) -> LateGame:
    """The same over worlds of one's own: weights, and full states of the game's rules."""
    found: LateGame = pyspiel.load_game(NAME, {"worlds": write_worlds(game, worlds)})
    return found


class LateGame(pyspiel.Game):  # type: ignore[misc]
    """Positions are found when somebody comes there, and kept."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        text = (parameters or {}).get("worlds", "")
        self.game, worlds = read_worlds(text)
        total = sum(weight for weight, _ in worlds)
        self.outcomes = [(number, weight / total) for number, (weight, _) in enumerate(worlds)]
        self.matches = {f" {number}": Match(_position(self.game, state)) for number, (_, state) in enumerate(worlds)}
        super().__init__(late_type(has_layout(self.game.key)), game_info(self.game, len(worlds)), {"worlds": text})

    def new_initial_state(self) -> LateState:
        return LateState(self)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        return Observer(self.game, kind or pyspiel.IIGObservationType(perfect_recall=False), parameters)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def match_at(self, path: str) -> Match:
        """What a world and the actions after it lead to."""
        found = self.matches.get(path)
        if found is None:
            before, _, action = path.rpartition(" ")
            found = self.match_at(before).copy()
            found.play(int(action))
            if found.position.whole_state().rng != UNUSED:
                raise TiotalError("openspiel.shuffled")
            self.matches[path] = found
        return found


class LateState(SharedState):
    """A place in the tree: the world and the actions that lead there. What it is like, the game knows."""

    def __init__(self, game: LateGame) -> None:
        super().__init__(game)
        self._player = CHANCE
        self._path = ROOT
        self._imagined: Match | None = None  # instead of one of the game's

    @property
    def match(self) -> Match | None:
        if self._imagined is not None or self._path == ROOT:
            return self._imagined
        found: Match = self.get_game().match_at(self._path)
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes

    def _apply_action(self, action: int) -> None:
        if self._imagined is not None:
            self._imagined.play(action)
        else:
            if self._path == ROOT:
                check_outcome(action, len(self.chance_outcomes()))
            path = f"{self._path} {action}"
            self.get_game().match_at(path)  # an illegal move is refused here, and nothing has changed
            self._path = path
        self._player = player_of(self.position)

    def _with(self, match: Match) -> LateState:
        state: LateState = self.get_game().new_initial_state()
        state._imagined = match
        state._player = player_of(match.position)
        return state

    def _written(self, action: int) -> str:
        return str(self.get_game().game.write(action))

    def _outcome_to_string(self, outcome: int) -> str:
        return f"world {outcome}"


# --- Worlds as text ---------------------------------------------------------------------------------------------
# OpenSpiel writes a game as its parameters, and reads commas, brackets and = in them as its own. So the worlds are one
# word: what is common to all, and what is different in each.
def write_worlds(game: Game, worlds: Worlds) -> str:
    common: list[int] = worlds[0][1].values()
    document = {
        "game": game.name,
        "rules": game.version,
        "players": game.players,
        "options": game.options,
        "common": common,
        "worlds": [[weight, _differences(common, state.values())] for weight, state in worlds],
    }
    packed = zlib.compress(json.dumps(document, separators=(",", ":")).encode(), 9)
    return "z" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_worlds(text: str) -> tuple[Game, Worlds]:
    try:
        packed = base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        document = json.loads(zlib.decompress(packed))
        kind = game_named(document["game"], document["rules"])
        game = kind(document["players"], **checked(kind.declared_options, document["options"]))
        worlds = []
        for weight, differences in document["worlds"]:
            values = list(document["common"])
            for place, value in differences:
                values[place] = value
            worlds.append((weight, state_from(game, values)))
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise TiotalError("openspiel.bad_worlds") from error
    return game, worlds


def _differences(common: list[int], values: list[int]) -> list[list[int]]:
    pairs = enumerate(zip(common, values, strict=True))
    return [[place, value] for place, (usual, value) in pairs if usual != value]


def _position(game: Game, state: Any) -> Position:
    state.rng[:] = UNUSED
    return Position(game, forms.interpreted(game.rules), state, None)


pyspiel.register_game(late_type(tensors=True), LateGame)
