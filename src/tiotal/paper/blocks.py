"""Something that goes on for as many pages as it needs: blocks one under the other, none of them cut in two.

A block says how high it is before it is drawn, so that a heading never stands alone at the foot of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tiotal.paper.pen import FAINT, INK, PALE, SOFT, Anchor, Pen, lines_of
from tiotal.words import say

MARGIN = 15
FOOT = 8  # for the number of the page
TEXT, SMALL = 4, 3.2
LEADING = 1.35


@dataclass(frozen=True)
class Block:
    """So many millimetres high; drawn with its upper edge at what it is given."""

    height: float
    draw: Callable[[float], None]
    with_next: bool = False  # stays on the page of the block that follows


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
            page = []
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
    return Block(12, lambda top: pen.words(MARGIN, top + 8.5, text, 5, INK, heavy=True, most=within(pen)), True)


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
    """A row is a block, so that a long table goes on overleaf; its head stays with the first."""
    head = Row([column.head for column in columns], heavy=True)
    for n, row in enumerate([head, *rows]):
        yield Block(6.6, lambda top, row=row, is_head=n == 0: _row(pen, columns, row, top, is_head), n == 0)  # type: ignore[misc]


def _row(pen: Pen, columns: Sequence[Column], row: Row, top: float, is_head: bool) -> None:
    width = sum(column.width for column in columns)
    if is_head:
        pen.box(MARGIN, top, width, 6.6, fill=PALE)
    pen.line(MARGIN, top + 6.6, MARGIN + width, top + 6.6, SOFT if is_head else FAINT, 0.2)
    x = float(MARGIN)
    for column, cell in zip(columns, row.cells, strict=True):
        if isinstance(cell, str):
            at = {"start": x + 1.5, "middle": x + column.width / 2, "end": x + column.width - 1.5}[column.anchor]
            pen.words(at, top + 4.6, cell, SMALL, INK, column.anchor, row.heavy, most=column.width - 3)
        else:
            cell(x, top + 3.3)
        x += column.width
