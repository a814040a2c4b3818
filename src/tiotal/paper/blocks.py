"""Something that goes on for as many pages as it needs: blocks one under the other, none of them cut in two.

A block says how high it is before it is drawn, so that a heading never stands alone at the foot of a page.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tiotal.paper.pen import FAINT, INK, PALE, SOFT, Anchor, Pen, lines_of
from tiotal.words import say

MARGIN = 15
FOOT = 8  # for the number of the page
TEXT, SMALL = 4, 3.2
LEADING = 1.35
ROW = 6.6  # of a table


@dataclass(frozen=True)
class Block:
    """So many millimetres high; drawn with its upper edge at what it is given."""

    height: float
    draw: Callable[[float], None]
    with_next: bool = False  # stays on the page of the block that follows
    under: Block | None = None  # what is drawn above it once more where it is the first on a page


def put(pen: Pen, title: str, parts: Sequence[Sequence[Block]]) -> None:
    """Each part begins on a page of its own. The title and the number of the page stand at the foot."""
    pages = [page for part in parts for page in _pages(pen, part)]
    for number, page in enumerate(pages, start=1):
        with pen.page():
            top = float(MARGIN)
            for block in page:
                block.draw(top)
                top += block.height
            about = say(pen.language, "paper.page", title=title, n=number, of=len(pages))
            pen.words(pen.paper.width / 2, pen.paper.height - MARGIN + 3, about, 2.8, SOFT, "middle")


def _pages(pen: Pen, blocks: Sequence[Block]) -> Iterator[list[Block]]:
    room = pen.paper.height - 2 * MARGIN - FOOT
    page: list[Block] = []
    for group in _groups(blocks):
        if page and _height(page) + _height(group) > room:
            yield page
            page = [group[0].under] if group[0].under else []
        page += group
    yield page


def _groups(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        if not block.with_next:
            yield group
            group = []
    if group:
        yield group


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height for block in blocks)


# --- Kinds of blocks --------------------------------------------------------------------------------------------
def within(pen: Pen) -> float:
    """How wide a block may be."""
    return pen.paper.width - 2 * MARGIN


def title(pen: Pen, text: str) -> Block:
    return Block(12, lambda top: pen.words(MARGIN, top + 7, text, 8, INK, heavy=True, most=within(pen)), True)


def heading(pen: Pen, text: str) -> Block:
    return Block(10, lambda top: pen.words(MARGIN, top + 7, text, 5, INK, heavy=True, most=within(pen)), True)


def paragraph(
    pen: Pen, text: str, size: float = TEXT, fill: str = INK, inset: float = 0, heavy: bool = False,
    with_next: bool = False,
) -> Block:  # fmt: skip
    width = within(pen) - inset
    height = LEADING * size * len(lines_of(text, width, size, heavy)) + 1
    return Block(
        height, lambda top: _written(pen, MARGIN + inset, top + size, width, text, size, fill, heavy), with_next
    )


def _written(pen: Pen, x: float, y: float, width: float, text: str, size: float, fill: str, heavy: bool) -> None:
    pen.paragraph(x, y, width, text, size, fill, heavy)


@dataclass(frozen=True)
class Column:
    """Of a table. What is in a cell are words, or it is drawn at its left edge and the middle of its height."""

    head: str
    width: float
    anchor: Anchor = "start"


Cell = str | Callable[[float, float], None]


@dataclass(frozen=True)
class Row:
    cells: Sequence[Cell]
    heavy: bool = field(default=False)


def table(pen: Pen, columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[Block]:
    """A row is a block, so that a long table goes on overleaf, under its head."""
    heads = [lines_of(column.head, column.width - 3, SMALL, heavy=True) for column in columns]
    high = 2.2 + LEADING * SMALL * max(len(lines) for lines in heads)
    head = Block(high, lambda top: _heads(pen, columns, heads, top, high), with_next=True)
    yield head
    for row in rows:
        yield Block(ROW, functools.partial(_row, pen, columns, row), under=head)


def _heads(pen: Pen, columns: Sequence[Column], heads: Sequence[Sequence[str]], top: float, high: float) -> None:
    width = sum(column.width for column in columns)
    pen.box(MARGIN, top, width, high, fill=PALE)
    pen.line(MARGIN, top + high, MARGIN + width, top + high, SOFT, 0.2)
    for (x, column), lines in zip(_places(columns), heads, strict=True):
        for n, line in enumerate(reversed(lines)):
            _cell(pen, x, top + high - 2.2 - n * LEADING * SMALL, column, line, heavy=True)


def _row(pen: Pen, columns: Sequence[Column], row: Row, top: float) -> None:
    width = sum(column.width for column in columns)
    pen.line(MARGIN, top + ROW, MARGIN + width, top + ROW, FAINT, 0.2)
    for (x, column), cell in zip(_places(columns), row.cells, strict=True):
        if isinstance(cell, str):
            _cell(pen, x, top + 4.6, column, cell, row.heavy)
        else:
            cell(x, top + ROW / 2)


def _places(columns: Sequence[Column]) -> Iterator[tuple[float, Column]]:
    x = float(MARGIN)
    for column in columns:
        yield x, column
        x += column.width


def _cell(pen: Pen, x: float, y: float, column: Column, text: str, heavy: bool) -> None:
    at = {"start": x + 1.5, "middle": x + column.width / 2, "end": x + column.width - 1.5}[column.anchor]
    pen.words(at, y, text, SMALL, INK, column.anchor, heavy, most=column.width - 3)
