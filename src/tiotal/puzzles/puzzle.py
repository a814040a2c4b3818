"""A puzzle: a moment of a real game as the player to move sees it, what may be done, and what each of it is worth.

The moment is kept as a record (options, seed, moves), so it replays by the rules of the game. What a solver is shown
comes from the view of the seat to move, as everything that people see.

Two searches have judged it, one ten times deeper than the other. A puzzle is kept only if both find the same move best;
points are given by the deeper one.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.bots.facts import Reason
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import Game, LogEntry, Played, Position, RoundOver, View
from tiotal.puzzles.lying import Row, rows_of
from tiotal.words import say
from tiotal.words.telling import done, option_value, to_do

NAMES = ("Ada", "Bo", "Eva", "Leo", "Mia", "Pia", "Siv", "Tom")  # of the players round the table
DEEPER = 10  # times as many iterations has the second search

# Points: full for nearly all of the chance that the best move gives, some for most of it. A share and not a
# difference, because four players start with half the chance of two.
FULL_POINTS, SOME_POINTS = 2, 1
FULL_SHARE, SOME_SHARE = 0.97, 0.85

DIFFICULTIES = (1, 2, 3)


@dataclass(frozen=True)
class Figures:
    """What a search says of a move."""

    chance: float  # to win the match, from 0 to 1
    error: float  # the standard error of that estimate
    visits: int


@dataclass(frozen=True)
class Choice:
    """A legal move, what both searches say of it, and why."""

    move: str
    first: Figures
    deeper: Figures
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Search:
    """How a search was made; the same again gives the same figures, in the compiled form."""

    iterations: int
    seed: int


@dataclass(frozen=True)
class Puzzle:
    """All that is kept of one. `choices` are sorted by worth, the best first."""

    number: int  # in its game, from 1; it never changes
    game: Game
    seed: int
    moves: tuple[str, ...]
    difficulty: int  # from 1 to 3
    missed: float  # the share of the points that weaker players miss here, from 0 to 1
    first: Search
    deeper: Search
    choices: tuple[Choice, ...]

    @property
    def name(self) -> str:
        """By which it is found again: `<game>-17`."""
        return f"{self.game.name}-{self.number}"

    @functools.cached_property
    def position(self) -> Position:
        """The moment itself, replayed. It knows all cards: show people the view."""
        position = self.game.deal(self.seed)
        for move in self.moves:
            position.play(move)
        return position

    @property
    def seat(self) -> int:
        """Whose turn it is: the solver's."""
        seat = self.position.to_move
        assert seat is not None
        return seat

    @property
    def view(self) -> View:
        return self.position.view(self.seat)

    @property
    def names(self) -> list[str]:
        return list(NAMES[: self.game.players])

    # --- Judging ------------------------------------------------------------------------------------------------
    @property
    def best(self) -> Choice:
        return self.choices[0]

    def choice(self, move: str) -> Choice:
        """What is known of a legal move."""
        for choice in self.choices:
            if choice.move == move:
                return choice
        raise TiotalError("puzzles.not_legal", move=quote(move), legal=[choice.move for choice in self.choices])

    def worse(self, move: str) -> float:
        """How much smaller the chance to win is than with the best move."""
        return max(0.0, self.best.deeper.chance - self.choice(move).deeper.chance)

    def points(self, move: str) -> int:
        """2, 1 or 0, by how much of the best move's chance to win is kept."""
        return points_for(self.choice(move).deeper.chance, self.best.deeper.chance)

    def reasons(self, move: str, language: str) -> list[str]:
        """Why a legal move is as good as it is."""
        return [reason.sentence(language, self.names, self.seat) for reason in self.choice(move).reasons]

    # --- Telling ------------------------------------------------------------------------------------------------
    def shown(self, language: str) -> dict[str, Any]:
        """What a solver's device needs, without anything of the solution."""
        view = self.view
        return {
            "name": self.name,
            "game": self.game.name,
            "number": self.number,
            "difficulty": self.difficulty,
            "options": self.game.options,
            "names": self.names,
            "seat": self.seat,
            "variant": self.variant(language),
            "partners": self.game.partners,
            "rounds": self.game.last_round,
            "table": view.shown(memory_aid=True),
            "legal": [self._offered(move.as_dict(), language) for move in view.moves],
            "before": self.before(language),
        }

    def solution(self, language: str) -> dict[str, Any]:
        """What is told after an answer: for every move its points, its chance to win, and why."""
        return {
            "name": self.name,
            "choices": [
                {
                    "move": choice.move,
                    "words": self.in_words(choice.move, language),
                    "points": self.points(choice.move),
                    "chance": choice.deeper.chance,
                    "worse": round(self.worse(choice.move), 4),
                    "reasons": self.reasons(choice.move, language),
                }
                for choice in self.choices
            ],
        }

    def title(self, language: str) -> str:
        values = {"game": self.game.title, "number": self.number}
        return say(language, "puzzles.title", **values, difficulty=say(language, f"difficulties.{self.difficulty}"))

    def variant(self, language: str) -> str:
        """What is played, where it is not the usual: "2 players, To 20 (variant 1)"."""
        name, usual = self.game.name, type(self.game)(self.game.players).options
        chosen = {key: value for key, value in self.game.options.items() if isinstance(value, str)}
        values = [option_value(language, name, key, value) for key, value in chosen.items() if usual[key] != value]
        return ", ".join([say(language, "puzzles.players", n=self.game.players), *values])

    def in_words(self, move: str, language: str) -> str:
        """The move as an offer: "put 36 on 31"."""
        return to_do(language, self.game.name, self.game.read(move), self.names, self.seat)

    def before(self, language: str) -> list[str]:
        """What has happened in this round, as the solver has seen it."""
        return [self._told(entry, language) for entry in round_of(self.view.log)]

    def lying(self, language: str) -> list[Row]:
        """What lies on the table and in the solver's hand, for paper."""
        names = [say(language, "play.you") if seat == self.seat else name for seat, name in enumerate(self.names)]
        return rows_of(self.view, names, language)

    def _offered(self, move: dict[str, Any], language: str) -> dict[str, Any]:
        return {**move, "words": self.in_words(move["written"], language)}

    def _told(self, entry: Played, language: str) -> str:
        return done(language, self.game.name, entry.move, self.names, entry.player, entry.came, self.seat)


def points_for(chance: float, best: float) -> int:
    if chance >= FULL_SHARE * best:
        return FULL_POINTS
    return SOME_POINTS if chance >= SOME_SHARE * best else 0


def round_of(log: Sequence[LogEntry]) -> list[Played]:
    """The moves of the round that is being played."""
    moves: list[Played] = []
    for entry in log:
        moves = [] if isinstance(entry, RoundOver) else [*moves, entry]
    return moves
