"""Which puzzle: by its name, of a day, or as one of five of a set.

The puzzle of a day is found from the date alone, so that it is the same for everybody who has the same puzzles. Those
that take part that day are gone through once before any comes again, in steps of about 0.618 of their number, so that
neighbours in the file are not neighbours in the calendar.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterator, Mapping
from math import gcd

from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.games import GAMES, file_of, game_named
from tiotal.puzzles.collection import Collection, Edition, empty, read_collection
from tiotal.puzzles.puzzle import DIFFICULTIES, Puzzle

FILE = "kept-puzzles.json"
IN_A_SET = 5
FIRST_DAY = datetime.date(2026, 1, 1)
GOLDEN = 0.618


@functools.cache
def collection_of(game: str) -> Collection:
    """What is kept of a game, in its home."""
    file = file_of(game_named(game).name, FILE)
    return read_collection(file.read_text(encoding="utf-8")) if file.is_file() else empty(game)


def kept(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game that are kept in the project, in the order of their numbers."""
    return collection_of(game).puzzles


class _Games(Mapping[str, tuple[Puzzle, ...]]):
    """The games of which puzzles are kept, found when they are asked for."""

    def __getitem__(self, game: str) -> tuple[Puzzle, ...]:
        return kept(game)

    def __iter__(self) -> Iterator[str]:
        return (game for game in GAMES if kept(game))

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES_WITH_PUZZLES: Mapping[str, tuple[Puzzle, ...]] = _Games()


def puzzle_named(name: str) -> Puzzle:
    """By game and number, such as `<game>-17`."""
    game = name.rpartition("-")[0]
    return named_in(collection_of(game) if game in GAMES else empty(game), name)


def named_in(collection: Collection, name: str) -> Puzzle:
    for puzzle in collection.puzzles:
        if puzzle.name == name:
            return puzzle
    raise TiotalError("puzzles.no_such", name=quote(name))


# --- The puzzle of the day --------------------------------------------------------------------------------------
def of_the_day(game: str, day: datetime.date) -> Puzzle:
    return on_day(collection_of(game), day)


def on_day(collection: Collection, day: datetime.date) -> Puzzle:
    if not collection.editions:
        raise TiotalError("puzzles.none", game=game_named(collection.game).title)
    edition = edition_of(collection, day)
    days = (day - FIRST_DAY).days
    return collection.puzzles[days * step_of(edition.count) % edition.count]


def edition_of(collection: Collection, day: datetime.date) -> Edition:
    """The newest one that has begun; before the first, that one."""
    begun = [edition for edition in collection.editions if edition.day <= day]
    return begun[-1] if begun else collection.editions[0]


def step_of(count: int) -> int:
    """How far to go in the list from day to day: with it every puzzle is met before one comes again."""
    return next(step for step in range(max(1, round(GOLDEN * count)), 0, -1) if gcd(step, count) == 1)


# --- Sets for a class -------------------------------------------------------------------------------------------
def sets_of(game: str, difficulty: int) -> list[tuple[Puzzle, ...]]:
    """All sets of five of a difficulty; puzzles that are added later make new ones."""
    return sets_in(collection_of(game), difficulty)


def sets_in(collection: Collection, difficulty: int) -> list[tuple[Puzzle, ...]]:
    if difficulty not in DIFFICULTIES:
        raise TiotalError("puzzles.no_difficulty", difficulty=quote(difficulty), known=DIFFICULTIES)
    fitting = [puzzle for puzzle in collection.puzzles if puzzle.difficulty == difficulty]
    starts = range(0, len(fitting) - IN_A_SET + 1, IN_A_SET)
    return [tuple(fitting[start : start + IN_A_SET]) for start in starts]


def set_of(game: str, difficulty: int, number: int) -> tuple[Puzzle, ...]:
    """The set with this number, from 1: a whole class that is told three things has the same five."""
    sets = sets_of(game, difficulty)
    if not 1 <= number <= len(sets):
        raise TiotalError("puzzles.no_set", number=number, most=len(sets))
    return sets[number - 1]
