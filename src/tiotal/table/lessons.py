"""Lessons: first matches whose cards are known, so that what is taught happens.

A log names the lesson that was given, so a lesson keeps its cards for ever: a better one gets a name of its own, and
comes after it in `LESSONS` of `lessons.py` in the game's home. `bench/lessons.py` finds such deals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tiotal.engine.games import part_of

Answers = tuple[tuple[str, str], ...]  # a pattern of what the learner has done, as the bot saw it, and what comes then


@dataclass(frozen=True)
class Lesson:
    """Of one person with one bot, who sits in the second seat."""

    name: str
    seed: int
    line: tuple[Answers, ...]  # the bot's moves, as far as they are prepared

    def move(self, number: int, learner: list[str], legal: list[str]) -> str | None:
        """The bot's next move, after so many of its own; none if the learner has gone another way."""
        answers = self.line[number] if number < len(self.line) else ()
        seen = " ".join(learner)
        return next((move for after, move in answers if re.fullmatch(after, seen) and move in legal), None)


ALWAYS = ".*"


def always(*moves: str) -> tuple[Answers, ...]:
    return tuple(((ALWAYS, move),) for move in moves)


def lesson_named(game: str, name: str) -> Lesson:
    return next(lesson for lesson in _lessons(game) if lesson.name == name)


def is_lesson(game: str, name: str) -> bool:
    return any(lesson.name == name for lesson in _lessons(game))


def newest_lesson(game: str) -> Lesson | None:
    return next(reversed(_lessons(game)), None)


def _lessons(game: str) -> tuple[Lesson, ...]:
    return getattr(part_of(game, "lessons"), "LESSONS", ())
