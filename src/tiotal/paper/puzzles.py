"""Puzzles as PDF: what lies on the table, boxes to tick and a line for the reason; the solutions on pages apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tiotal.engine.game import Game
from tiotal.paper.cards import HEIGHT, WIDTH, draw_card
from tiotal.paper.pen import FAINT, INK, SOFT, Paper, Pen, lines_of, width_of
from tiotal.puzzles import Puzzle
from tiotal.puzzles.lying import Line, Row
from tiotal.words import number, percent, say

MARGIN = 14
SIZE = 3.4  # of letters
LEADING = 1.35 * SIZE
CARD = 10.5  # how wide a card is
CARD_HEIGHT = CARD * HEIGHT / WIDTH
GAP = 1.2  # between cards
COLUMNS = 3  # of boxes to tick
LINE_HEIGHT = 15
HEAD = 14
NUMBERS = 30  # at most so many on a line


@dataclass(frozen=True)
class Part:
    """Something so high; `draw` is told where its upper edge is."""

    height: float
    draw: Callable[[float], None]


Block = list[Part]  # what stays together on a page


def print_puzzles(puzzles: Sequence[Puzzle], title: str, paper: Paper, language: str) -> bytes:
    pen = Pen(paper, title, language)
    name = f"{say(language, 'paper.name')}:"
    _pages(pen, title, name, [_question(pen, puzzle, place) for place, puzzle in enumerate(puzzles, 1)])
    solutions = f"{title}: {say(language, 'puzzles.solutions')}"
    _pages(pen, solutions, "", [_solution(pen, puzzle, place) for place, puzzle in enumerate(puzzles, 1)])
    return pen.finish()


def _pages(pen: Pen, title: str, blank: str, blocks: list[Block]) -> None:
    """As many blocks on a page as there is room for."""
    room = pen.paper.height - 2 * MARGIN - HEAD
    pages: list[list[Block]] = [[]]
    left = room
    for block in blocks:
        height = sum(part.height for part in block)
        if pages[-1] and height > left:
            pages.append([])
            left = room
        pages[-1].append(block)
        left -= height
    for page in pages:
        with pen.page():
            _head(pen, title, blank)
            y: float = MARGIN + HEAD
            for part in (part for block in page for part in block):
                part.draw(y)
                y += part.height


def _head(pen: Pen, title: str, blank: str) -> None:
    width = pen.paper.width - 2 * MARGIN
    pen.words(MARGIN, MARGIN + 5, title, 5.4, INK, heavy=True, most=0.6 * width if blank else width)
    if blank:
        start = MARGIN + 0.64 * width
        pen.words(start, MARGIN + 5, blank, SIZE, SOFT)
        pen.line(start + width_of(blank, SIZE) + 1.5, MARGIN + 5.5, MARGIN + width, MARGIN + 5.5, SOFT, 0.25)


# --- A question -------------------------------------------------------------------------------------------------
def _question(pen: Pen, puzzle: Puzzle, place: int) -> Block:
    language = pen.language
    parts = [_heading(pen, f"{place}.", puzzle.variant(language))]
    for row in puzzle.lying(language):
        parts += _row(pen, puzzle.game, row)
    offers = [puzzle.in_words(move, language) for move in puzzle.view.legal_moves]
    parts.append(_text(pen, say(language, "puzzles.tick")))
    parts += [_boxes(pen, offers[first : first + COLUMNS]) for first in range(0, len(offers), COLUMNS)]
    return [*parts, _why(pen), _space(4)]


def _heading(pen: Pen, bold: str, plain: str = "") -> Part:
    def draw(top: float) -> None:
        pen.line(MARGIN, top, pen.paper.width - MARGIN, top, FAINT, 0.4)
        pen.words(MARGIN, top + 5, bold, 4, INK, heavy=True, most=_width(pen))
        pen.words(MARGIN + width_of(bold, 4, heavy=True) + 2, top + 5, plain, SIZE, SOFT)

    return Part(7.5, draw)


def _row(pen: Pen, game: Game, row: Row) -> list[Part]:
    """Cards stand at the right of their words, or below them where they are many."""
    if row.line is not None:
        line = row.line
        return [_text(pen, row.words), Part(LINE_HEIGHT, lambda top: _line(pen, top, line))]
    if not row.cards:
        return [_text(pen, row.words)]
    wide = len(row.cards) * (CARD + GAP)
    beside = _width(pen) - wide - 4
    if beside < width_of(row.words, SIZE) and beside < _width(pen) / 3:
        return [_text(pen, row.words), *_cards(pen, game, row.cards)]

    def draw(top: float) -> None:
        lines = lines_of(row.words, beside, SIZE)
        pen.paragraph(
            MARGIN, top + CARD_HEIGHT / 2 + SIZE / 3 - (len(lines) - 1) * LEADING / 2, beside, row.words, SIZE
        )
        _put(pen, game, row.cards, pen.paper.width - MARGIN - wide + GAP, top)

    return [Part(CARD_HEIGHT + 1.5, draw)]


def _cards(pen: Pen, game: Game, cards: Sequence[str | None]) -> list[Part]:
    many = int(_width(pen) // (CARD + GAP))
    lots = [cards[first : first + many] for first in range(0, len(cards), many)]
    return [Part(CARD_HEIGHT + 1.5, partial(_put, pen, game, lot, MARGIN)) for lot in lots]


def _put(pen: Pen, game: Game, cards: Sequence[str | None], x: float, top: float) -> None:
    for place, card in enumerate(cards):
        left = x + place * (CARD + GAP)
        if card is None:  # face down
            pen.box(left, top, CARD, CARD_HEIGHT, 1, stroke=SOFT, dashes=(1, 0.8))
            pen.words(left + CARD / 2, top + CARD_HEIGHT / 2 + 2, "?", 6, SOFT, "middle", heavy=True)
        else:
            pen.box(left, top, CARD, CARD_HEIGHT, 1, stroke=FAINT, line=0.2)
            with pen.moved(left, top, CARD / 100):
                draw_card(pen, game, card)


def _line(pen: Pen, top: float, line: Line) -> None:
    """The total is a dot, the goal a flag."""
    left, y, width = MARGIN + 3, top + 8, _width(pen) - 6
    step = next(step for step in (1, 10, 100) if line.last / step <= NUMBERS)

    def place(value: int) -> float:
        return left + value / line.last * width

    pen.line(left, y, left + width, y, INK, 0.4)
    for value in range(0, line.last + 1, step):
        pen.line(place(value), y - 1.2, place(value), y + 1.2, INK, 0.3)
        pen.words(place(value), y + 5, number(pen.language, value), 3, SOFT, "middle")
    side = 4 if line.goal == 0 else -4
    pen.outline(f"M{place(line.goal)} {y}V{top}h{side}v2.4h{-side}", fill=INK, stroke=INK)
    pen.disc(place(line.at), y, 1.5, fill=INK)
    pen.words(place(line.at) + side / 3, y - 2.4, number(pen.language, line.at), 4, INK, "middle", heavy=True)


def _boxes(pen: Pen, offers: Sequence[str]) -> Part:
    def draw(top: float) -> None:
        each = _width(pen) / COLUMNS
        for place, offer in enumerate(offers):
            x = MARGIN + place * each
            pen.box(x, top + 0.6, 3, 3, stroke=INK, line=0.25)
            pen.words(x + 5, top + 3.3, _capital(offer), SIZE, INK, most=each - 8)

    return Part(LEADING + 0.8, draw)


def _why(pen: Pen) -> Part:
    def draw(top: float) -> None:
        why = say(pen.language, "puzzles.why")
        pen.words(MARGIN, top + 6, why, SIZE)
        pen.line(MARGIN + width_of(why, SIZE) + 2, top + 6.5, pen.paper.width - MARGIN, top + 6.5, SOFT, 0.25)

    return Part(8, draw)


# --- A solution -------------------------------------------------------------------------------------------------
def _solution(pen: Pen, puzzle: Puzzle, place: int) -> Block:
    language = pen.language
    best = _capital(puzzle.in_words(puzzle.best.move, language))
    reasons = " ".join(puzzle.reasons(puzzle.best.move, language))
    head = ("", say(language, "puzzles.chance"), say(language, "puzzles.points_head"))
    rows = [
        (
            _capital(puzzle.in_words(choice.move, language)),
            percent(language, choice.deeper.chance),
            number(language, puzzle.points(choice.move)),
        )
        for choice in puzzle.choices
    ]
    table = [_table_row(pen, row) for row in (head, *rows)]
    return [_heading(pen, f"{place}. {best}"), _text(pen, reasons), *table, _space(4)]


def _table_row(pen: Pen, row: tuple[str, str, str]) -> Part:
    def draw(top: float) -> None:
        words, chance, points = row
        colour = INK if words else SOFT
        pen.words(MARGIN + 4, top + SIZE, words, SIZE, colour, most=0.5 * _width(pen))
        pen.words(MARGIN + 0.75 * _width(pen), top + SIZE, chance, SIZE, colour, "end")
        pen.words(MARGIN + 0.9 * _width(pen), top + SIZE, points, SIZE, colour, "end")

    return Part(LEADING, draw)


# --- What both have ---------------------------------------------------------------------------------------------
def _text(pen: Pen, text: str) -> Part:
    def draw(top: float) -> None:
        pen.paragraph(MARGIN, top + SIZE, _width(pen), text, SIZE)

    return Part(len(lines_of(text, _width(pen), SIZE)) * LEADING + 1, draw)


def _space(height: float) -> Part:
    return Part(height, lambda top: None)


def _width(pen: Pen) -> float:
    return pen.paper.width - 2 * MARGIN


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
