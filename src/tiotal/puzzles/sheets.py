"""Some puzzles on paper: what is printed of them, and the solutions apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.puzzles.puzzle import FULL_POINTS, Puzzle


@dataclass(frozen=True)
class PuzzleSheet:
    """For whoever draws it: dictionaries as `Puzzle.shown` and `Puzzle.solution` have them, in the same order."""

    questions: list[dict[str, Any]]
    solutions: list[dict[str, Any]]
    most_points: int


def sheet_of(puzzles: Sequence[Puzzle], language: str) -> PuzzleSheet:
    return PuzzleSheet(
        questions=[puzzle.shown(language) for puzzle in puzzles],
        solutions=[puzzle.solution(language) for puzzle in puzzles],
        most_points=FULL_POINTS * len(puzzles),
    )
