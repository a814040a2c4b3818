"""Puzzles in a file: those of a game in `kept-puzzles.json` in its home, or somebody's own.

A puzzle stands on a line of its own. Numbers never change and are never used again: new puzzles come after the others.
So that the puzzle of a day stays what it was, the file says from which day on how many puzzles take part (`editions`).
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tiotal.bots.facts import Card, Move, Odds, Reason
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.games import game_named
from tiotal.engine.seeds import read_seed
from tiotal.puzzles.puzzle import Choice, Figures, Puzzle, Search

FORMAT = "tiotal/puzzles/1"


@dataclass(frozen=True)
class Edition:
    """From this day on the first so many puzzles take part in the puzzle of the day."""

    day: datetime.date
    count: int


@dataclass(frozen=True)
class Collection:
    """All puzzles of a game in one file, in the order in which they were found."""

    game: str
    tried: int  # matches that were looked at: making more goes on from there
    editions: tuple[Edition, ...]
    puzzles: tuple[Puzzle, ...]

    def with_more(self, puzzles: Sequence[Puzzle], tried: int, day: datetime.date) -> Collection:
        """More of them, which take part from a day on."""
        every = (*self.puzzles, *puzzles)
        earlier = tuple(edition for edition in self.editions if edition.day < day)
        editions = (*earlier, Edition(day, len(every))) if puzzles else self.editions
        return replace(self, tried=tried, editions=editions, puzzles=every)

    def without(self, puzzles: Sequence[Puzzle]) -> Collection:
        """Some of them taken out; the others keep their numbers."""
        gone = {puzzle.number for puzzle in puzzles}
        places = [puzzle.number not in gone for puzzle in self.puzzles]
        editions = tuple(Edition(edition.day, sum(places[: edition.count])) for edition in self.editions)
        left = tuple(puzzle for puzzle in self.puzzles if puzzle.number not in gone)
        return replace(self, editions=editions, puzzles=left)

    @property
    def next_number(self) -> int:
        return max((puzzle.number for puzzle in self.puzzles), default=0) + 1

    def to_json(self) -> str:
        head = {
            "format": FORMAT,
            "game": self.game,
            "tried": self.tried,
            "editions": [[edition.day.isoformat(), edition.count] for edition in self.editions],
        }
        lines = ",\n".join(_written(_as_dict(puzzle)) for puzzle in self.puzzles)
        return f'{_written(head)[:-1]},"puzzles":[\n{lines}\n]}}\n'


def empty(game: str) -> Collection:
    return Collection(game, 0, (), ())


def read_collection(text: str) -> Collection:
    """What was written; a text that is something else is refused."""
    try:
        told = json.loads(text)
        if told["format"] != FORMAT:
            raise ValueError
        editions = tuple(Edition(datetime.date.fromisoformat(day), int(count)) for day, count in told["editions"])
        puzzles = tuple(_puzzle(told["game"], each) for each in told["puzzles"])
        return Collection(str(told["game"]), int(told["tried"]), editions, puzzles)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise TiotalError("puzzles.not_puzzles", text=quote(text[:40])) from None


# --- One puzzle -------------------------------------------------------------------------------------------------
def _as_dict(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "number": puzzle.number,
        "rules": puzzle.game.version,
        "players": puzzle.game.players,
        "options": puzzle.game.unusual_options,
        "seed": str(puzzle.seed),
        "moves": " ".join(puzzle.moves),
        "difficulty": puzzle.difficulty,
        "missed": puzzle.missed,
        "first": [puzzle.first.iterations, puzzle.first.seed],
        "deeper": [puzzle.deeper.iterations, puzzle.deeper.seed],
        "choices": [
            [choice.move, _figures(choice.first), _figures(choice.deeper), *map(_reason, choice.reasons)]
            for choice in puzzle.choices
        ],
    }


def _puzzle(game: str, told: dict[str, Any]) -> Puzzle:
    choices = tuple(
        Choice(move, Figures(*first), Figures(*deeper), tuple(_read_reason(game, *reason) for reason in reasons))
        for move, first, deeper, *reasons in told["choices"]
    )
    return Puzzle(
        number=int(told["number"]),
        game=game_named(game, told["rules"])(told["players"], **told["options"]),
        seed=read_seed(told["seed"], sealed=False),
        moves=tuple(told["moves"].split()),
        difficulty=int(told["difficulty"]),
        missed=float(told["missed"]),
        first=Search(*told["first"]),
        deeper=Search(*told["deeper"]),
        choices=choices,
    )


def _figures(figures: Figures) -> list[float]:
    return [figures.chance, figures.error, figures.visits]


def _reason(reason: Reason) -> list[Any]:
    values = {name: _value(value) for name, value in reason.values.items()}
    return [reason.key, values] if values else [reason.key]


def _read_reason(game: str, key: str, values: dict[str, Any] | None = None) -> Reason:
    read = {name: _read_value(value) for name, value in (values or {}).items()}
    return Reason(key, read, game)


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return [_value(item) for item in value]
    if isinstance(value, Odds):
        return {"odds": round(float(value), 3)}
    if isinstance(value, Card):
        return {"card": str(value)}
    return {"move": str(value)} if isinstance(value, Move) else value


def _read_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_read_value(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, told),) = value.items()
    return {"odds": Odds, "card": Card, "move": Move}[kind](told)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
