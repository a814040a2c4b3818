"""The only way out of a class: what each kind of device may know of it. Devices and the teacher's key are never told.

The teacher is told everything but cards; the projector nothing that tells how somebody calculates, because the whole
class looks at it; a pupil nothing of how others calculate, and of a puzzle no solution while others still think.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tiotal.classroom.classroom import Classroom, Pupil, PuzzleForAll, Tournament
from tiotal.classroom.counting import Counted, in_all
from tiotal.classroom.tournament import places
from tiotal.puzzles.choosing import puzzle_named
from tiotal.puzzles.page import scene_of

PLACES_ON_PODIUM = 3


@dataclass(frozen=True)
class Around:
    """What is known of a class beside its log, now."""

    here: Collection[str]  # devices that are connected
    tables: list[dict[str, Any]]  # at a glance (`tiotal.classroom.watching`)
    done: Collection[int]  # tables where the first match has been played to its end, by number
    said: Mapping[str, list[Counted]]  # in the whole lesson, by name
    wiped_at: int  # when all of it is deleted by itself


# --- Each kind of device ----------------------------------------------------------------------------------------
def teacher_sees(lesson: Classroom, around: Around, language: str) -> dict[str, Any]:
    return {
        "type": "teacher",
        **_run(lesson, around, language),
        "tables": around.tables,
        "wiped_at": around.wiped_at,
        "most": lesson.most,
        "refused": lesson.turned_away,
        "pupils": [_watched(lesson, pupil, around) for pupil in lesson.present],
        "asked_puzzles": [asked.puzzle for asked in lesson.puzzles],
        "asking_back": [{"ask": number, "pupil": asked.pupil} for number, asked in lesson.asking.items()],
    }


def board_sees(lesson: Classroom, around: Around, language: str) -> dict[str, Any]:
    return {
        "type": "board",
        **_run(lesson, around, language),
        "tables": [_for_all_to_see(table) for table in around.tables],
        "pupils": [pupil_seen(pupil) for pupil in lesson.present],
    }


def pupil_sees(lesson: Classroom, around: Around, language: str, device: str) -> dict[str, Any]:
    pupil = lesson.pupil_of(device)
    me = pupil if pupil and not pupil.removed else None
    asked = next((asked.pupil for asked in lesson.asking.values() if asked.device == device), None)
    table = lesson.tables[me.table] if me and me.table else None
    standing = _standing_of(lesson, me)
    return {
        "type": "pupil",
        "language": lesson.language,
        "me": pupil_seen(me) if me else None,
        "removed": pupil is not None and pupil.removed,
        "full": len(lesson.present) >= lesson.most,
        "taken": [] if me else _taken(lesson),
        "missing": [] if me else [pupil_seen(one) for one in lesson.present if one.device not in around.here],
        "asks": asked,
        "refused": device in lesson.said_no,
        "paused": lesson.paused,
        "spoken": lesson.spoken,
        "table": table.id if table else None,
        "table_number": table.number if table else None,
        "puzzle": _puzzle(lesson, language, me) if me else None,
        "place": standing["place"] if standing else None,
        "points": standing["points"] if standing else None,
    }


def _run(lesson: Classroom, around: Around, language: str) -> dict[str, Any]:
    """What the teacher's page and the projector have in common."""
    return {
        "language": lesson.language,
        "code": lesson.code,
        "paused": lesson.paused,
        "spoken": lesson.spoken,
        "podium": lesson.podium,
        "shown": lesson.shown,
        "shown_table": lesson.shown_table,
        "puzzle": _puzzle(lesson, language),
        "tournament": _tournament(lesson, around),
    }


def _for_all_to_see(table: dict[str, Any]) -> dict[str, Any]:
    """Nothing of who calculates how, and with how much help."""
    seats = [{**seat, "says": None, "hints": None, "sums": None} for seat in table["seats"]]
    return {**table, "trying": False, "seats": seats}


# --- Pupils -----------------------------------------------------------------------------------------------------
def pupil_seen(pupil: Pupil) -> dict[str, Any]:
    return {"pupil": pupil.number, "name": pupil.name, "animal": pupil.animal, "colour": pupil.colour}


def _watched(lesson: Classroom, pupil: Pupil, around: Around) -> dict[str, Any]:
    return {
        **pupil_seen(pupil),
        "here": pupil.device in around.here,
        "table": pupil.table,
        "sums": in_all(around.said.get(pupil.name, [])),
        "puzzle_points": lesson.puzzle_points(pupil.number),
    }


def _taken(lesson: Classroom) -> list[tuple[str, str]]:
    return [
        (pupil.animal, pupil.colour) for pupil in lesson.pupils.values() if lesson.is_taken(pupil.animal, pupil.colour)
    ]


# --- The puzzle for all -----------------------------------------------------------------------------------------
def _puzzle(lesson: Classroom, language: str, pupil: Pupil | None = None) -> dict[str, Any] | None:
    asked = lesson.puzzle
    if asked is None:
        return None
    about = puzzle_told(asked.puzzle, language)
    return {
        "puzzle": asked.number,
        "game": about["game"],
        "scene": about["scene"],
        "variant": about["variant"],
        "closed": asked.closed,
        "answered": len(asked.moves),
        "of": max(len(asked.moves), len(lesson.present)),
        "choices": _answers(about, asked) if asked.closed else None,
        "podium": _podium(lesson) if asked.closed and lesson.podium else None,
        "mine": asked.moves.get(pupil.number) if pupil else None,
    }


def _answers(about: Mapping[str, Any], asked: PuzzleForAll) -> list[dict[str, Any]]:
    chosen = list(asked.moves.values())
    return [{**choice, "pupils": chosen.count(choice["move"])} for choice in about["choices"]]


def _podium(lesson: Classroom) -> list[dict[str, Any]]:
    """The most points in all puzzles of the lesson. Whoever has none is on no podium."""
    points = {pupil.number: lesson.puzzle_points(pupil.number) for pupil in lesson.present}
    best = sorted({some for some in points.values() if some}, reverse=True)[:PLACES_ON_PODIUM]
    return [
        {
            "place": place,
            "points": some,
            "pupils": [pupil_seen(pupil) for pupil in lesson.present if points[pupil.number] == some],
        }
        for place, some in enumerate(best, start=1)
    ]


@functools.lru_cache(32)
def puzzle_told(name: str, language: str) -> dict[str, Any]:
    """A kept puzzle with its solution, as it is told once it is closed."""
    puzzle = puzzle_named(name)
    return {
        "game": puzzle.game.name,
        "scene": scene_of(puzzle),
        "variant": puzzle.variant(language),
        "choices": [
            {
                "move": choice.move,
                "points": puzzle.points(choice.move),
                "chance": choice.deeper.chance,
                "error": choice.deeper.error,
                "reasons": puzzle.reasons(choice.move, language),
            }
            for choice in puzzle.choices
        ],
    }


# --- The tournament ---------------------------------------------------------------------------------------------
def standings(lesson: Classroom, tournament: Tournament) -> list[dict[str, Any]]:
    """The best first; those with the same points have the same place."""
    order = sorted(lesson.present, key=lambda pupil: (-tournament.points[pupil.number], pupil.number))
    points = [tournament.points[pupil.number] for pupil in order]
    return [
        {
            "place": place,
            "pupil": pupil_seen(pupil),
            "points": some,
            "played": tournament.played[pupil.number],
            "won": tournament.won[pupil.number],
        }
        for pupil, some, place in zip(order, points, places(points), strict=True)
    ]


def _standing_of(lesson: Classroom, pupil: Pupil | None) -> dict[str, Any] | None:
    if lesson.tournament is None or pupil is None or not any(lesson.tournament.points.values()):
        return None
    return next(one for one in standings(lesson, lesson.tournament) if one["pupil"]["pupil"] == pupil.number)


def _tournament(lesson: Classroom, around: Around) -> dict[str, Any] | None:
    tournament = lesson.tournament
    if tournament is None:
        return None
    return {
        "game": tournament.play.game,
        "round": tournament.round,
        "playing": tournament.playing,
        "done": sum(number in around.done for number in tournament.tables),
        "tables": len(tournament.tables),
        "standings": standings(lesson, tournament),
    }
