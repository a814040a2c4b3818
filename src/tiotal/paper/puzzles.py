"""Puzzles on paper: what lies on the table, moves to tick, a line for the reason; the solutions on pages of their own.

How it lies is told by `Puzzle.lying`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tiotal.engine.games import game_named
from tiotal.paper.blocks import MARGIN, SMALL, TEXT, Block, heading, paragraph, put, title, within
from tiotal.paper.cards import HEIGHT, WIDTH, put_card
from tiotal.paper.pen import FAINT, INK, SOFT, Anchor, Paper, Pen, lines_of, width_of
from tiotal.puzzles import FULL_POINTS, Puzzle
from tiotal.puzzles.lying import Line, Row
from tiotal.words import percent, say

CARD, GAP = 11, 2
TALL = CARD * HEIGHT / WIDTH
GOAL = "#e0a818"
TICK = 4
LINE = 12  # the height of a number line
BESIDE = 26  # the width of words beside many cards
FLAG = 6  # the width of the flag at the goal, and a little
FEW = 2  # cards: two such rows stand side by side


def title_of_set(game: str, difficulty: int, number: int, language: str) -> str:
    how_hard = say(language, f"difficulties.{difficulty}")
    return say(language, "paper.puzzles_of", game=game_named(game).title, difficulty=how_hard, number=number)


def print_puzzles(called: str, puzzles: Sequence[Puzzle], paper: Paper, language: str) -> bytes:
    pen = Pen(paper, called, language)
    asked = [block for n, puzzle in enumerate(puzzles, start=1) for block in _question(pen, n, puzzle)]
    solved = [block for n, puzzle in enumerate(puzzles, start=1) for block in _solution(pen, n, puzzle)]
    solutions = say(language, "paper.puzzles_solutions", title=called)
    put(pen, called, [[title(pen, called), _name(pen), *asked], [title(pen, solutions), _points(pen), *solved]])
    return pen.finish()


def _name(pen: Pen) -> Block:
    def draw(top: float) -> None:
        name = f"{say(pen.language, 'paper.name')}:"
        pen.words(MARGIN, top + 4, name, TEXT, SOFT)
        pen.line(MARGIN + width_of(name, TEXT) + 3, top + 5, MARGIN + 90, top + 5, FAINT)

    return Block(8, draw, with_next=True)


# --- Questions --------------------------------------------------------------------------------------------------
def _question(pen: Pen, n: int, puzzle: Puzzle) -> Iterator[Block]:
    """All of it on one page."""
    yield heading(pen, f"{n}. {puzzle.variant(pen.language)}")
    for rows in _side_by_side(pen, puzzle.lying(pen.language)):
        yield _rows(pen, puzzle, rows)
    yield paragraph(pen, say(pen.language, "paper.puzzles_tick"), heavy=True, with_next=True)
    yield _moves(pen, puzzle)
    yield _why(pen)


def _side_by_side(pen: Pen, rows: Sequence[Row]) -> Iterator[list[Row]]:
    waiting: list[Row] = []
    for row in rows:
        narrow = row.line is None and len(row.cards) <= FEW and width_of(row.words, TEXT) < within(pen) / 2 - GAP
        if not narrow and waiting:
            yield waiting
            waiting = []
        waiting.append(row)
        if not narrow or len(waiting) == 2:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _rows(pen: Pen, puzzle: Puzzle, rows: Sequence[Row]) -> Block:
    """Words to the left of their cards, and above their number line."""
    width = within(pen) / len(rows) - GAP
    text = max(1.35 * TEXT * len(lines_of(row.words, _words_width(row, width), TEXT)) for row in rows)
    high = max(text + LINE if row.line else max(text, _height_of_cards(row, width)) for row in rows)

    def draw(top: float) -> None:
        for n, row in enumerate(rows):
            x = MARGIN + n * (width + GAP)
            wide = _words_width(row, width)
            pen.paragraph(x, top + TEXT, wide, row.words, TEXT)
            if row.line:
                _line(pen, row.line, x + 4, top + text + 7, width - 10)
            for at, card in enumerate(row.cards):
                down, across = divmod(at, _cards_across(row, width))
                put_card(
                    pen, puzzle.game, card, x + wide + GAP + across * (CARD + GAP), top + down * (TALL + GAP), CARD
                )

    return Block(high + 2, draw, with_next=True)


def _words_width(row: Row, width: float) -> float:
    if not row.cards:
        return width
    if len(row.cards) > FEW:
        return BESIDE
    return min(width - len(row.cards) * (CARD + GAP), width_of(row.words, TEXT) + 0.1)


def _cards_across(row: Row, width: float) -> int:
    return max(1, int((width - _words_width(row, width)) / (CARD + GAP)))


def _height_of_cards(row: Row, width: float) -> float:
    return -(-len(row.cards) // _cards_across(row, width)) * (TALL + GAP)


def _line(pen: Pen, line: Line, x: float, y: float, width: float) -> None:
    """Where the total stands and where it is to go."""
    step = 1 if line.last <= 20 else line.last / 20
    for n in range(int(line.last / step) + 1):
        at = x + width * n * step / line.last
        is_long = n % 10 == 0 if step == 1 else n % 2 == 0
        pen.line(at, y, at, y - (3 if is_long else 1.6), SOFT, 0.3)
        if is_long or step == 1:
            pen.words(at, y + 3.6, str(round(n * step)), 2.6, SOFT, "middle")
    pen.line(x, y, x + width, y, INK, 0.5)
    goal, here = (x + width * at / line.last for at in (line.goal, line.at))
    pen.outline(f"M{goal} {y}v-7h4.500l-1.500 1.600 1.500 1.600H{goal}", fill=GOAL, stroke=INK, width=0.3)
    pen.disc(here, y, 1.5, fill=INK)
    _total(pen, line, here, goal, y - 3.6)


def _total(pen: Pen, line: Line, here: float, goal: float, y: float) -> None:
    """Above its place, or beside the flag, which flies to the right."""
    anchor: Anchor = "middle"
    if abs(here - goal) < FLAG:
        here, anchor = (here, "end") if line.goal else (max(here, goal + FLAG), "start")
    pen.words(here, y, str(line.at), TEXT, INK, anchor, heavy=True)


def _moves(pen: Pen, puzzle: Puzzle) -> Block:
    words = [_capital(offer["words"]) for offer in puzzle.shown(pen.language)["legal"]]
    longest = max(width_of(move, TEXT) for move in words) + TICK + 6
    columns = max(1, min(4, int(within(pen) / longest)))
    width = within(pen) / columns

    def draw(top: float) -> None:
        for n, move in enumerate(words):
            down, across = divmod(n, columns)
            x, y = MARGIN + across * width, top + down * 6.4
            pen.box(x, y, TICK, TICK, 0.6, stroke=SOFT, line=0.35)
            pen.words(x + TICK + 2, y + 3.3, move, TEXT, INK, most=width - TICK - 3)

    return Block(-(-len(words) // columns) * 6.4 + 1, draw, with_next=True)


def _why(pen: Pen) -> Block:
    def draw(top: float) -> None:
        why = say(pen.language, "paper.puzzles_why")
        pen.words(MARGIN, top + 5, why, TEXT, SOFT)
        pen.line(MARGIN + width_of(why, TEXT) + 3, top + 6, pen.paper.width - MARGIN, top + 6, FAINT)

    return Block(11, draw)


# --- Solutions --------------------------------------------------------------------------------------------------
def _points(pen: Pen) -> Block:
    return paragraph(pen, say(pen.language, "paper.puzzles_points"), SMALL, SOFT, with_next=True)


def _solution(pen: Pen, n: int, puzzle: Puzzle) -> Iterator[Block]:
    """Every move that has points, with its reasons; the others on one line."""
    choices = puzzle.solution(pen.language)["choices"]
    best, others = [choice for choice in choices if choice["points"]], [c for c in choices if not c["points"]]
    yield heading(pen, f"{n}. {_capital(choices[0]['words'])}")
    for choice in best:
        told = f"{_worth(pen, choice['points'])}: {choice['words']} ({percent(pen.language, choice['chance'])})"
        yield paragraph(pen, told, TEXT, heavy=choice["points"] == FULL_POINTS, with_next=True)
        yield paragraph(pen, " ".join(choice["reasons"]), SMALL, SOFT, inset=6, with_next=choice is not best[-1])
    if others:
        moves = " · ".join(f"{choice['words']} ({percent(pen.language, choice['chance'])})" for choice in others)
        yield paragraph(pen, f"{_worth(pen, 0)}: {moves}", SMALL)


def _worth(pen: Pen, points: int) -> str:
    return say(pen.language, "paper.puzzles_worth", n=points)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
