"""Puzzles: moments of real games in which one move is the best, and everybody can find it.

    >>> from tiotal.puzzles import kept, of_the_day, sets_of
    >>> puzzle = of_the_day(game, datetime.date(2026, 11, 18))
    >>> puzzle.shown("en")              what a solver's device needs: the table as the solver sees it, the legal moves
    >>> puzzle.points("+7")             2, 1 or 0
    >>> puzzle.reasons("+7", "en")      why, as sentences
    >>> puzzle.solution("en")           all of it for every legal move, for after the answer

Nothing here searches: what the searches said is kept beside each puzzle (`kept-puzzles.json` in the home of each game).
`tiotal.puzzles.making` makes more.
"""

from __future__ import annotations

from tiotal.puzzles.choosing import (
    GAMES_WITH_PUZZLES,
    IN_A_SET,
    kept,
    of_the_day,
    puzzle_named,
    set_of,
    sets_of,
)
from tiotal.puzzles.puzzle import DIFFICULTIES, FULL_POINTS, SOME_POINTS, Puzzle
from tiotal.puzzles.sheets import PuzzleSheet, sheet_of

__all__ = [
    "DIFFICULTIES",
    "FULL_POINTS",
    "GAMES_WITH_PUZZLES",
    "IN_A_SET",
    "SOME_POINTS",
    "Puzzle",
    "PuzzleSheet",
    "kept",
    "of_the_day",
    "puzzle_named",
    "set_of",
    "sets_of",
    "sheet_of",
]
