"""Lessons in 11 nimmt!: first matches whose cards are known."""

from __future__ import annotations

from tiotal.table.lessons import Lesson, always

LESSONS = (
    # 36 fits on 29, nothing fits on 41: the stack of three is taken; with the bull 67 and 69 go on 60
    Lesson("nimmt-1", 86, always("41>36", "60>54")),
)
