"""10 on paper: brown, orange, mustard and cream, as on the page."""

from __future__ import annotations

from tiotal.games.ten.game import Ten
from tiotal.paper.cards import TALL, needs_line
from tiotal.paper.pen import Pen, width_of

PICTURE = 140  # the height of the pictures on the page, which are 100 wide
SIZE = 0.93
CREAM, MUSTARD, ORANGE, RUST, BROWN, DARK, RED = (
    "#fff6e2", "#ecb94f", "#e38b2c", "#a83f0c", "#7a3b1b", "#5a2a10", "#8c1f14",
)  # fmt: skip


def draw(pen: Pen, card: str, language: str) -> None:
    with pen.moved(3.5, (TALL - SIZE * PICTURE) / 2, SIZE):
        {"P": _penalty, "J": _joker, "R": _round}.get(card[0], _normal)(pen, card)


def back_of(card: str) -> str:
    return "round" if card.startswith("R") else ""


def draw_back(pen: Pen, card: str) -> None:
    with pen.moved(3.5, (TALL - SIZE * PICTURE) / 2, SIZE):
        pen.box(1.5, 1.5, 97, 137, 13, fill=RUST if card.startswith("R") else BROWN)
        if card.startswith("R"):
            _rays(pen, MUSTARD)
            return
        for y in (38, 102):
            for radius, colour in ((30, "#c9541a"), (21, MUSTARD), (12, CREAM), (5, BROWN)):
                pen.disc(50, y, radius, fill=colour)
        pen.outline("M8 70c9 0 13-9 13-18M8 70c9 0 13 9 13 18M92 70c-9 0-13-9-13-18M92 70c-9 0-13 9-13 18",
                    stroke=MUSTARD, width=4)  # fmt: skip


def _normal(pen: Pen, card: str) -> None:
    pen.box(1.5, 1.5, 97, 137, 13, fill=CREAM, stroke=BROWN, line=2)
    pen.disc(50, 70, 38, stroke=MUSTARD, line=5)
    pen.disc(50, 70, 31, stroke=ORANGE, line=5)
    _corners(pen, card, 27, DARK)
    pen.words(50, 90, card, 60, RUST, "middle", heavy=True, most=50)


def _penalty(pen: Pen, card: str) -> None:
    pen.box(1.5, 1.5, 97, 137, 13, fill="#ffe3c2", stroke=RED, line=3)
    pen.outline("M2 14A12 12 0 0 1 14 2H42L2 54ZM98 14A12 12 0 0 0 86 2H58L98 54Z", fill=RED)
    pen.outline("M2 126A12 12 0 0 0 14 138H42L2 86ZM98 126A12 12 0 0 1 86 138H58L98 86Z", fill=RED)
    _corners(pen, card[1:], 20, CREAM, at=(13.5, 25))
    pen.words(50, 80, card[1:], 54, RED, "middle", heavy=True)
    _warning(pen, card, 50, 106, 0.85)


def _joker(pen: Pen, card: str) -> None:
    pen.box(1.5, 1.5, 97, 137, 13, fill=CREAM, stroke=BROWN, line=2)
    for turn in range(0, 360, 45):
        with pen.moved(50, 60, turn=turn):
            pen.disc(0, -22, 11, fill=ORANGE, stroke=RUST, line=2)
    pen.disc(50, 60, 17, fill="#ffd76b", stroke=RUST, line=2)
    pen.outline("M42 63c3 7 13 7 16 0M44 54v3M56 54v3", stroke=DARK, width=3.5)
    _corners(pen, card, 27, DARK)
    _warning(pen, card, 50, 116, 0.8)


def _round(pen: Pen, card: str) -> None:
    pen.box(1.5, 1.5, 97, 137, 13, fill=MUSTARD, stroke=BROWN, line=2)
    _rays(pen, ORANGE)
    _corners(pen, card[1:], 27, DARK, halo=(MUSTARD, 5))
    _warning(pen, card, 50, 72, 1.65)


def _rays(pen: Pen, colour: str) -> None:
    """Twelve of them, as far as the card goes to the left and right."""
    for turn in range(0, 360, 30):
        with pen.moved(50, 70, turn=turn):
            pen.outline("M0 0-9-46.500h18z", fill=colour)


def _corners(
    pen: Pen,
    index: str,
    size: float,
    colour: str,
    halo: tuple[str, float] | None = None,
    at: tuple[float, float] = (17, 29),
) -> None:
    for turn, x, y in ((0, 0, 0), (180, 100, PICTURE)):
        with pen.moved(x, y, turn=turn):
            for place in (at[0], 100 - at[0]):
                pen.words(place, at[1], index, size, colour, "middle", heavy=True, most=22, halo=halo)
                if needs_line(index):
                    half = width_of(index, size, heavy=True) / 2
                    pen.outline(f"M{place - half} {at[1] + 4}h{2 * half}", stroke=colour, width=2.5)


def _warning(pen: Pen, card: str, x: float, y: float, size: float) -> None:
    """What the card costs."""
    with pen.moved(x, y, size):
        pen.outline("M0 -21 23 17H-23Z", fill=RED, stroke=CREAM, width=2.5)
        pen.words(0, 12, str(Ten.points[card]), 24, CREAM, "middle", heavy=True, most=24)
