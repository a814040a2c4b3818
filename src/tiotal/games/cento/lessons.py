"""Lessons in Cento: first matches whose cards are known."""

from __future__ import annotations

from tiotal.table.lessons import Lesson, always

LESSONS = (
    # +1 +6 Skip 20-40-60-80 Flip: a plain card to begin with, then one trick after the other
    Lesson("cento-1", 27_465, always("+4", "+5", "+7")),
)
