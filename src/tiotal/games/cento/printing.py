"""Cento on paper: its cards as on the page. The special ones have their names on them, for nothing else tells them."""

from __future__ import annotations

from collections.abc import Iterator

from tiotal.engine.game import Game
from tiotal.games.cento import rules
from tiotal.games.cento.game import CARDS
from tiotal.paper.cards import TALL
from tiotal.paper.pen import Pen
from tiotal.words.telling import card_label, signed

DECKS = {preset: {"preset": preset} for preset in ("classic", "to-20-a", "to-20-b")}  # the others are parts of classic
PLUS, MINUS, SPECIAL, ZERO, BACK, WHITE = "#c0311f", "#1d5fa8", "#6b3fa0", "#5b5044", "#8f3a23", "#ffffff"
PICTURE = 144  # the height of the pictures on the page, which are 100 wide
MARKS = {  # for the corners, 24 by 24
    "FLIP": "M3 8h16m-5-5 5 5-5 5M21 17H5m5-5-5 5 5 5",
    "SKIP": "M3 17C4 3 19 3 20 14m-5-3 5 4.5 3.5-6M11.5 20h.5",
    "TURN": "M20 8.500A9 9 0 1 0 21 14M21 2.500v7h-7",
    "COPY": "M3 3h11v14H3zM10 8h11v14H10z",
}
SIGNS = {"DH": "×÷", "TENS": "±"}


def deck(game: Game) -> Iterator[tuple[str, int]]:
    state = rules.State()
    game.set_up(state)
    for card, name in enumerate(CARDS):
        if rules.copies(state, card):
            yield name, rules.copies(state, card)


def draw(pen: Pen, card: str, language: str) -> None:
    size = 0.94
    with pen.moved(3, (TALL - size * PICTURE) / 2, size):
        for turn, x, y in ((0, 0, 0), (180, 100, PICTURE)):
            with pen.moved(x, y, turn=turn):
                _corners(pen, card)
        if _tint(card) == SPECIAL:
            _named(pen, card_label(language, "cento", card))
            with pen.moved(50, 72, 0.8), pen.moved(-50, -72):
                _middle(pen, card)
        else:
            _middle(pen, card)


def draw_back(pen: Pen, card: str) -> None:
    size = 0.94
    with pen.moved(3, (TALL - size * PICTURE) / 2, size):
        pen.box(4, 4, 92, 136, 9, fill=BACK)
        for ticks in (
            "M8 72h84M17 72V58M28 72V64M39 72V64M50 72V50M61 72V64M72 72V64M83 72V58",
            "M17 72v14M28 72v8M39 72v8M50 72v22M61 72v8M72 72v8M83 72v14",
        ):
            pen.outline(ticks, stroke="#d2966f", width=3)
        pen.disc(50, 72, 37, stroke="#d2966f", line=3)


def _tint(card: str) -> str:
    if card == "0":
        return ZERO
    return {"+": PLUS, "-": MINUS}.get(card[0], SPECIAL)


def _corners(pen: Pen, card: str) -> None:
    tint = _tint(card)
    if card in MARKS:
        for x in (7, 72):
            with pen.moved(x, 7, 0.88):
                pen.outline(MARKS[card], stroke=tint, width=3.6)
    else:
        sign = SIGNS.get(card) or signed(card)
        size = 21 if len(sign) > 2 else 26
        pen.words(8, 26, sign, size, tint, heavy=True)
        pen.words(92, 26, sign, size, tint, "end", heavy=True)


def _named(pen: Pen, name: str) -> None:
    """Above the picture and, upside down, below it."""
    for turn, x, y in ((0, 0, 0), (180, 100, PICTURE)):
        with pen.moved(x, y, turn=turn):
            pen.words(50, 38, name, 10, SPECIAL, "middle", heavy=True, most=82)


def _middle(pen: Pen, card: str) -> None:
    if card == "FLIP":
        pen.outline("M50 33H24a15 15 0 0 0-15 15v48a15 15 0 0 0 15 15h26z", fill=PLUS)
        pen.outline("M50 33h26a15 15 0 0 1 15 15v48a15 15 0 0 1-15 15H50z", fill=MINUS)
        pen.outline("M30 43v20M20 53h20M60 53h20", stroke=WHITE, width=7)
        pen.outline("M22 89h56M34 77 22 89l12 12M66 77l12 12-12 12", stroke=WHITE, width=7)
        return
    pen.box(9, 33, 82, 78, 15, fill=_tint(card))
    match card:
        case "DH":
            pen.outline("M18 72h64", stroke="#b49fd0", width=2.5)
            pen.words(50, 65, "×2", 36, WHITE, "middle", heavy=True)
            pen.words(50, 104, "÷2", 36, WHITE, "middle", heavy=True)
        case "TENS":
            for n, (x, y) in enumerate(((31, 67), (69, 67), (31, 99), (69, 99)), start=1):
                pen.words(x, y, str(20 * n), 28, WHITE, "middle", heavy=True)
            pen.outline("M50 41v62M17 72h66", stroke="#b49fd0", width=2.5)
        case "SKIP":
            pen.outline("M23 82C25 40 74 38 77 74M63 66l14 12 9-16", stroke=WHITE, width=7)
            pen.disc(23, 95, 7, fill=WHITE)
            pen.disc(77, 95, 7, fill=WHITE)
            pen.disc(50, 95, 6, stroke="#e4daef", line=4.5)
        case "TURN":
            pen.outline(
                "M25 68a26 26 0 0 1 46-11M75 76a26 26 0 0 1-46 11M74 41v17H57M26 103V86h17", stroke=WHITE, width=7
            )
        case "COPY":
            pen.box(24, 41, 32, 46, 5, stroke="#e4daef", line=4.5)
            pen.box(42, 55, 34, 48, 5, fill=WHITE)
            pen.outline("M51 73h16M51 85h16", stroke=SPECIAL, width=6)
        case _:
            is_long = len(card) > 2
            pen.words(50, 88 if is_long else 92, signed(card), 45 if is_long else 58, WHITE, "middle", heavy=True)
