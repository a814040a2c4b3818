"""Number lines to write and jump on: to 20, to 100, without numbers, and one that is a metre long when it is glued."""

from __future__ import annotations

from tiotal.paper.pen import FAINT, INK, SOFT, Paper, Pen
from tiotal.words import say

MARGIN = 14
ON_A_PAGE = 5
RED, BLUE, GOAL, BAND = "#c0311f", "#1d5fa8", "#e0a818", "#f7e3bd"
CENTIMETRE = 10
STRIPS = 4  # of the long one


def print_number_lines(paper: Paper, language: str) -> bytes:
    wide = paper.on_its_side
    pen = Pen(wide, say(language, "paper.lines"), language)
    for last in (20, 100):
        _page(pen, say(language, "paper.line_to", last=last), last, numbers=True)
    _page(pen, say(language, "paper.line_blank"), 20, numbers=False)
    _long_one(pen)
    return pen.finish()


def _page(pen: Pen, title: str, last: int, numbers: bool) -> None:
    with pen.page():
        pen.words(MARGIN, MARGIN + 4, title, 6, INK, heavy=True)
        each = (pen.paper.height - 2 * MARGIN - 6) / ON_A_PAGE
        step = (pen.paper.width - 2 * MARGIN - 16) / last
        for n in range(ON_A_PAGE):
            _line(pen, MARGIN + 8, MARGIN + 6 + (n + 0.72) * each, step, 0, last, numbers)


def _line(pen: Pen, left: float, y: float, step: float, first: int, last: int, numbers: bool) -> None:
    """Every other ten has a ground; fives and tens have longer marks."""
    end = left + (last - first) * step
    if numbers:
        for ten in range(first - first % 20, last, 20):
            start, stop = max(ten, first), min(ten + 10, last)
            if start < stop:
                pen.box(left + (start - first) * step, y - 6, (stop - start) * step, 6, fill=BAND)
    for number in range(first, last + 1):
        x = left + (number - first) * step
        tall = 6.5 if number % 10 == 0 else 4.5 if number % 5 == 0 else 3
        pen.line(x, y, x, y - tall, INK if number % 5 == 0 else SOFT, 0.5 if number % 10 == 0 else 0.25)
        if numbers and (step > 6 or number % 10 == 0):
            is_ten = number % 10 == 0
            pen.words(x, y + 5, str(number), 4.6 if is_ten else 3.4, INK if is_ten else SOFT, "middle", heavy=is_ten)
        elif numbers and number % 5 == 0:
            pen.words(x, y + 4.2, str(number), 2.7, SOFT, "middle")
    pen.line(left, y, end, y, INK, 0.6)
    if not numbers:
        pen.outline(f"M{end} {y}h7m-3-2 3 2-3 2", stroke=INK, width=0.6)


def _long_one(pen: Pen) -> None:
    """Strips of 25 with a centimetre to each number; what is left of one goes under the next."""
    share = 100 // STRIPS
    with pen.page():
        pen.words(
            MARGIN, MARGIN + 4, say(pen.language, "paper.line_long"), 6, INK, heavy=True, most=pen.paper.width - 28
        )
        each = (pen.paper.height - 2 * MARGIN - 8) / STRIPS
        left = (pen.paper.width - share * CENTIMETRE) / 2 - 1
        for n in range(STRIPS):
            top = MARGIN + 8 + n * each
            last = n == STRIPS - 1
            before, after = 5 if n == 0 else 0, 5 if last else 10
            width = before + share * CENTIMETRE + after
            pen.box(left - before, top + 3, width, each - 8, stroke=FAINT, line=0.2, dashes=(2, 1.5))
            _line(pen, left, top + each * 0.6, CENTIMETRE, n * share, (n + 1) * share, numbers=True)
            if not last:
                with pen.moved(left + share * CENTIMETRE + 6.5, top + each * 0.42, turn=90):
                    pen.words(0, 0, say(pen.language, "paper.glue"), 3, SOFT, "middle", most=each - 12)
