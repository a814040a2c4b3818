"""Lessons in 10: first matches whose cards are known."""

from __future__ import annotations

from tiotal.table.lessons import ALWAYS, Lesson, always

IN_THE_OPEN = r"[^?:]+:up pass"  # a card that lies face up without chips

LESSONS = (
    # 1 4 9 joker against a 5: the bot wants what lies in the open; 9 and 1 make 10
    Lesson(
        "ten-1",
        1_602,
        (
            *always("5:up"),
            ((IN_THE_OPEN, "swap:0"), (ALWAYS, "pass")),
            ((ALWAYS, "keep"), (ALWAYS, "stand")),
            *always("stand"),
        ),
    ),
)
