"""Lessons: first matches whose cards are known, so that what is taught happens.

A log names the lesson that was given, so a lesson keeps its cards for ever: a better one gets a name of its own, and
takes the place of the old one in `NEWEST`. `bench/lessons.py` finds such deals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Answers = tuple[tuple[str, str], ...]  # a pattern of what the learner has done, as the bot saw it, and what comes then


@dataclass(frozen=True)
class Lesson:
    """Of one person with one bot, who sits in the second seat."""

    name: str
    game: str
    seed: int
    line: tuple[Answers, ...]  # the bot's moves, as far as they are prepared

    def move(self, number: int, learner: list[str], legal: list[str]) -> str | None:
        """The bot's next move, after so many of its own; none if the learner has gone another way."""
        answers = self.line[number] if number < len(self.line) else ()
        seen = " ".join(learner)
        return next((move for after, move in answers if re.fullmatch(after, seen) and move in legal), None)


ALWAYS = ".*"
IN_THE_OPEN = r"[^?:]+:up pass"  # in 10, a card that lies face up without chips


def always(*moves: str) -> tuple[Answers, ...]:
    return tuple(((ALWAYS, move),) for move in moves)


LESSONS = {
    lesson.name: lesson
    for lesson in (
        # +1 +6 Skip 20-40-60-80 Flip: a plain card to begin with, then one trick after the other
        Lesson("cento-1", "cento", 27_465, always("+4", "+5", "+7")),
        # 36 fits on 29, nothing fits on 41: the stack of three is taken; with the bull 67 and 69 go on 60
        Lesson("nimmt-1", "nimmt", 86, always("41>36", "60>54")),
        # 1 4 9 joker against a 5: the bot wants what lies in the open; 9 and 1 make 10
        Lesson(
            "ten-1",
            "ten",
            1_602,
            (
                *always("5:up"),
                ((IN_THE_OPEN, "swap:0"), (ALWAYS, "pass")),
                ((ALWAYS, "keep"), (ALWAYS, "stand")),
                *always("stand"),
            ),
        ),
    )
}
NEWEST = {lesson.game: lesson for lesson in LESSONS.values()}
