"""Lessons: first matches whose cards are known, so that what is taught happens.

A log names the lesson that was given, so a lesson keeps its cards for ever: a better one gets a name of its own, and
comes after it in `LESSONS` of `lessons.py` in the game's home. `bench/lessons.py` finds such deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tiotal.engine.games import part_of
from tiotal.engine.moves import Move

Done = Sequence[Move]  # by the learner, as the bot saw it
Answers = tuple[tuple[Callable[[Done], bool], str], ...]  # if the learner has done this, that move comes then


@dataclass(frozen=True)
class Lesson:
    """Of one person with one bot, who sits in the second seat."""

    name: str
    seed: int
    line: tuple[Answers, ...]  # the bot's moves, as far as they are prepared

    def move(self, number: int, learner: Done, legal: Sequence[str]) -> str | None:
        """The bot's move after `number` of its own; none if the learner has gone another way."""
        answers = self.line[number] if number < len(self.line) else ()
        return next((move for is_so, move in answers if is_so(learner) and move in legal), None)


def whatever(learner: Done) -> bool:
    return True


def always(*moves: str) -> tuple[Answers, ...]:
    return tuple(((whatever, move),) for move in moves)


def lesson_named(game: str, name: str) -> Lesson:
    return next(lesson for lesson in _lessons(game) if lesson.name == name)


def is_lesson(game: str, name: str) -> bool:
    return any(lesson.name == name for lesson in _lessons(game))


def newest_lesson(game: str) -> Lesson | None:
    return next(reversed(_lessons(game)), None)


def _lessons(game: str) -> tuple[Lesson, ...]:
    return getattr(part_of(game, "lessons"), "LESSONS", ())
