"""Lessons in 10: first matches whose cards are known."""

from __future__ import annotations

from tiotal.engine.moves import Move
from tiotal.table.lessons import Done, Lesson, always, whatever


def lies_in_the_open(learner: Done) -> bool:
    """A card that lies face up without chips."""
    match learner:
        case [Move(kind="lay", choice="up", chips=0), Move(kind="pass")]:
            return True
    return False


LESSONS = (
    # 1 4 9 joker against a 5: the bot wants what lies in the open; 9 and 1 make 10
    Lesson(
        "ten-1",
        1_602,
        (
            *always("5:up"),
            ((lies_in_the_open, "swap:0"), (whatever, "pass")),
            ((whatever, "keep"), (whatever, "stand")),
            *always("stand"),
        ),
    ),
)
