"""A pen for sheets of paper: outlines, lines and words, in millimetres from the upper left corner.

Within `moved` other places and sizes hold, so that a card can be drawn in the units of its picture on the page.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFFormXObject
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tiotal.paper.outlines import steps

rl_config.useA85 = 0  # no detour for lines that carry seven bits
PDFFormXObject.compression = 1  # what is kept to be drawn again is compressed as pages are

HEAVY, PLAIN = "Baloo2-ExtraBold", "Baloo2-Medium"
INK, SOFT, FAINT, PALE = "#2b241c", "#6a5f52", "#b5aa9b", "#f4ede1"
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Paper:
    """Width and height in millimetres, upright."""

    name: str
    width: float
    height: float

    @property
    def on_its_side(self) -> Paper:
        return Paper(self.name, self.height, self.width)


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}


class Pen:
    """Draws a PDF, page by page. The same drawing gives the same bytes."""

    def __init__(self, paper: Paper, title: str, language: str) -> None:
        _learn_letters()
        self.paper = paper
        self.language = language
        self.pages = 0
        self._out = BytesIO()
        size = (paper.width * mm, paper.height * mm)
        self._canvas: Any = Canvas(self._out, pagesize=size, pageCompression=1, invariant=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Tiotal")
        self._canvas.setCreator("Tiotal")
        self._stamps: dict[str, str] = {}  # by their names, as the PDF calls them

    @contextmanager
    def page(self, paper: Paper | None = None) -> Iterator[None]:
        paper = paper or self.paper
        self._canvas.setPageSize((paper.width * mm, paper.height * mm))
        self._canvas.saveState()
        self._from_the_top(paper.height)
        yield
        self._canvas.restoreState()
        self._canvas.showPage()
        self.pages += 1

    def finish(self) -> bytes:
        self._canvas.save()
        return self._out.getvalue()

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1, turn: float = 0) -> Iterator[None]:
        """Places are counted from here, clockwise by so many degrees, in units of so many millimetres."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(turn)
        self._canvas.scale(scale, scale)
        yield
        self._canvas.restoreState()

    @contextmanager
    def stamp(self, name: str, width: float, height: float) -> Iterator[bool]:
        """What is drawn within it is kept under this name for `press`; false if it is there already."""
        if name in self._stamps:
            yield False
            return
        self._stamps[name] = f"stamp{len(self._stamps)}"
        self._canvas.beginForm(self._stamps[name], 0, 0, width * mm, height * mm)
        self._from_the_top(height)
        yield True
        self._canvas.endForm()

    def press(self, name: str, x: float, y: float, height: float) -> None:
        """A stamp, with its upper left corner here."""
        self._canvas.saveState()
        self._canvas.translate(x, y + height)
        self._canvas.scale(1 / mm, -1 / mm)
        self._canvas.doForm(self._stamps[name])
        self._canvas.restoreState()

    def _from_the_top(self, height: float) -> None:
        self._canvas.translate(0, height * mm)
        self._canvas.scale(mm, -mm)

    # --- Shapes -------------------------------------------------------------------------------------------------
    def outline(
        self,
        written: str,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.3,
        holes: bool = False,
        dashes: tuple[float, ...] = (),
    ) -> None:
        """As SVG writes it; with holes where it is covered twice."""
        path = self._canvas.beginPath()
        for how, points in steps(written):
            if how == "close":
                path.close()
            else:
                draw = {"move": path.moveTo, "line": path.lineTo, "curve": path.curveTo}[how]
                draw(*(number for point in points for number in point))
        self._draw(path, fill, stroke, width, holes, dashes)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        rounded: float = 0,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.3,
        dashes: tuple[float, ...] = (),
    ) -> None:
        path = self._canvas.beginPath()
        if rounded:
            path.roundRect(x, y, width, height, rounded)
        else:
            path.rect(x, y, width, height)
        self._draw(path, fill, stroke, line, False, dashes)

    def disc(
        self, x: float, y: float, radius: float, fill: str | None = None, stroke: str | None = None, line: float = 0.3
    ) -> None:
        path = self._canvas.beginPath()
        path.circle(x, y, radius)
        self._draw(path, fill, stroke, line, False, ())

    def line(
        self, x: float, y: float, to_x: float, to_y: float, stroke: str = INK, width: float = 0.3,
        dashes: tuple[float, ...] = (),
    ) -> None:  # fmt: skip
        path = self._canvas.beginPath()
        path.moveTo(x, y)
        path.lineTo(to_x, to_y)
        self._draw(path, None, stroke, width, False, dashes)

    def _draw(
        self, path: Any, fill: str | None, stroke: str | None, width: float, holes: bool, dashes: tuple[float, ...]
    ) -> None:
        canvas = self._canvas
        canvas.saveState()
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        if fill is not None:
            canvas.setFillColor(HexColor(fill))
        if stroke is not None:
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(width)
        if dashes:
            canvas.setDash(list(dashes))
        canvas.drawPath(path, stroke=int(stroke is not None), fill=int(fill is not None), fillMode=0 if holes else 1)
        canvas.restoreState()

    # --- Words --------------------------------------------------------------------------------------------------
    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str = INK,
        anchor: Anchor = "start",
        heavy: bool = False,
        most: float | None = None,
        halo: tuple[str, float] | None = None,
    ) -> None:
        """On a base line; smaller letters where it would be wider than `most`. A halo has a colour and a width."""
        wide = width_of(text, size, heavy)
        if most is not None and wide > most:
            size, wide = size * most / wide, most
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(x - {"start": 0, "middle": wide / 2, "end": wide}[anchor], y)
        canvas.scale(1, -1)
        if halo is not None:
            canvas.saveState()
            canvas.setStrokeColor(HexColor(halo[0]))
            canvas.setLineWidth(halo[1])
            canvas.setLineJoin(1)
            self._letters(text, size, heavy, mode=1)
            canvas.restoreState()
        canvas.setFillColor(HexColor(fill))
        self._letters(text, size, heavy, mode=0)
        canvas.restoreState()

    def _letters(self, text: str, size: float, heavy: bool, mode: int) -> None:
        letters = self._canvas.beginText(0, 0)
        letters.setFont(HEAVY if heavy else PLAIN, size)
        letters.setTextRenderMode(mode)
        letters.textOut(text)
        self._canvas.drawText(letters)

    def paragraph(
        self, x: float, y: float, width: float, text: str, size: float, fill: str = INK, heavy: bool = False
    ) -> float:
        """Lines of at most this width, the first with its base line here; gives the base line of what comes next."""
        for line in lines_of(text, width, size, heavy):
            self.words(x, y, line, size, fill, heavy=heavy)
            y += 1.35 * size
        return y


def width_of(text: str, size: float, heavy: bool = False) -> float:
    _learn_letters()
    return float(pdfmetrics.stringWidth(text, HEAVY if heavy else PLAIN, size))


def lines_of(text: str, width: float, size: float, heavy: bool = False) -> list[str]:
    """Broken between words; a word that is too long stands by itself."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, heavy) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@functools.cache
def _learn_letters() -> None:
    """Those of the page, which are free (`fonts/OFL.txt`); what is used of them becomes a part of the PDF."""
    folder = Path(str(resources.files("tiotal.paper").joinpath("fonts")))
    for name in (HEAVY, PLAIN):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
