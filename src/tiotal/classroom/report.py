"""The class report: what a lesson was, by kinds of sums; with pupils' names only if the teacher wants them.

`tiotal.paper.report` prints it. Every number is counted from the logs of the class and its tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tiotal.classroom.classroom import Classroom, Pupil, PuzzleForAll
from tiotal.classroom.counting import Counted, by_kind, in_all
from tiotal.classroom.seen import pupil_seen, standings
from tiotal.puzzles.choosing import puzzle_named
from tiotal.puzzles.puzzle import FULL_POINTS, SOME_POINTS
from tiotal.words import say


def report(
    lesson: Classroom,
    said: Mapping[str, Sequence[Counted]],
    matches: int,
    made: int,
    language: str,
    names: bool,
) -> dict[str, Any]:
    """`said`: all totals of the lesson by name; `matches`: played to their ends."""
    everything = [one for some in said.values() for one in some]
    played = lesson.tournament or lesson.ended_tournament
    return {
        "language": language,
        "began": lesson.began,
        "made": made,
        "pupils_in_class": len(_took_part(lesson)),
        "tables": len(lesson.tables),
        "matches": matches,
        "sums": in_all(everything),
        "kinds": _named(by_kind(everything), language),
        "puzzles": [_puzzle(puzzle, language) for puzzle in lesson.puzzles if puzzle.closed],
        "tournament": standings(lesson, played) if names and played else None,
        "pupils": _pupils(lesson, said, language) if names else None,
    }


def _pupils(lesson: Classroom, said: Mapping[str, Sequence[Counted]], language: str) -> list[dict[str, Any]]:
    return [
        {
            "pupil": pupil_seen(pupil),
            "sums": in_all(said.get(pupil.name, ())),
            "kinds": _named(by_kind(said.get(pupil.name, ())), language),
        }
        for pupil in _took_part(lesson)
    ]


def _took_part(lesson: Classroom) -> list[Pupil]:
    """Also those who have gone since."""
    return [pupil for pupil in lesson.pupils.values() if not pupil.removed or pupil.sat]


def _named(kinds: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    return [{**kind, "name": say(language, f"sums.kind.{kind['kind']}")} for kind in kinds]


def _puzzle(asked: PuzzleForAll, language: str) -> dict[str, Any]:
    puzzle = puzzle_named(asked.puzzle)
    points = Counter(asked.points.values())
    return {
        "puzzle": asked.number,
        "game": puzzle.game.name,
        "name": puzzle.title(language),
        "full": points[FULL_POINTS],
        "some": points[SOME_POINTS],
        "none": points[0],
    }
