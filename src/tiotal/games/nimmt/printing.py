"""11 nimmt! on paper: numbers with their ox heads, and the bulls."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tiotal.engine.game import Game
from tiotal.games.nimmt import rules
from tiotal.paper.cards import TALL, needs_line
from tiotal.paper.pen import Pen, width_of

BULL = "bull"
PICTURE = 144  # the height of the pictures on the page, which are 100 wide
SIZE = 0.92
# The printed cards (N1) by their ox heads: the ground, and what is drawn on it.
LOOKS = {1: ("#ffffff", "#26221c"), 3: ("#ffd83b", "#352700"), 5: ("#1b5cab", "#ffffff"), 7: ("#1f1c1a", "#fff3d6")}
# From the front, 32 by 28: horns, ears and head; eyes and nostrils, which are left open.
OX_HEAD = (
    "M11.5 9C5.5 9.5 1 6 1.6 .4 4 4 7.4 4.6 12 4.2h8c4.6.4 8-.2 10.4-3.8C31 6 26.5 9.5 20.5 9l.3.6 5.7-.8"
    "c-.3 2.7-2.3 4.3-5.3 4.2-.1 1.6-.4 2.9-.9 4.2.9 5-1.4 10-4.3 10s-5.2-5-4.3-10"
    "c-.5-1.3-.8-2.6-.9-4.2-3 .1-5-1.5-5.3-4.2l5.7.8Z"
)
EYES, NOSTRILS = ((12.6, 12.6), (19.4, 12.6)), ((14.3, 23), (17.7, 23))


def deck(game: Game) -> Iterator[tuple[str, int]]:
    for group in game.groups:
        yield from group.cards
    yield BULL, rules.BULLS


def draw(pen: Pen, card: str, language: str) -> None:
    with pen.moved(4, (TALL - SIZE * PICTURE) / 2, SIZE):
        if card == BULL:
            _bull(pen)
        else:
            _number(pen, card)


def back_of(card: str) -> str:
    return BULL if card == BULL else ""


def draw_back(pen: Pen, card: str) -> None:
    field, mark = ("#b3341f", "#ffd98a") if card == BULL else ("#7a4a25", "#e9c88d")
    with pen.moved(4, (TALL - SIZE * PICTURE) / 2, SIZE):
        pen.box(2, 2, 96, 140, 10, fill=field)
        with pen.moved(18, 44, 2):
            pen.outline(OX_HEAD, fill=mark)


def _number(pen: Pen, card: str) -> None:
    heads = rules.HEADS[int(card)]
    ground, mark = LOOKS[heads]
    is_long = len(card) > 2
    pen.box(1.5, 1.5, 97, 141, 12, fill=ground, stroke=mark if heads == 1 else ground, line=1)
    size = 16 if is_long else 21
    for turn, x, y in ((0, 0, 0), (180, 100, PICTURE)):
        with pen.moved(x, y, turn=turn):
            for place in (19, 81):
                pen.words(place, 26, card, size, mark, "middle", heavy=True)
                if needs_line(card):
                    half = width_of(card, size, heavy=True) / 2
                    pen.outline(f"M{place - half} 30h{2 * half}", stroke=mark, width=2)
    pen.words(50, 75, card, 46 if is_long else 54, mark, "middle", heavy=True)
    _heads(pen, heads, ground, mark)


def _heads(pen: Pen, heads: int, ground: str, mark: str) -> None:
    """In one row, or in two."""
    rows = [heads] if heads <= 3 else [math.ceil(heads / 2), heads // 2]
    size = 0.9 if heads <= 1 else 0.72 if heads <= 3 else 0.56
    for row, count in enumerate(rows):
        for n in range(count):
            x = 50 + (n - (count - 1) / 2) * 35 * size - 16 * size
            with pen.moved(x, (81 if len(rows) > 1 else 86) + row * 17, size):
                pen.outline(OX_HEAD, fill=mark)
                for x, y in EYES:
                    pen.disc(x, y, 1.2, fill=ground)
                for x, y in NOSTRILS:
                    pen.disc(x, y, 1, fill=ground)


def _bull(pen: Pen) -> None:
    pen.box(1.5, 1.5, 97, 141, 12, fill="#b3341f")
    pen.box(8, 8, 84, 128, 8, stroke="#ffd98a", line=2.5)
    pen.outline("M18 118q8-12 16-4 4-12 16-6 10-8 16 6 10-6 16 4", stroke="#ffd98a", width=4)
    with pen.moved(9, 34, 2.55):
        pen.outline(OX_HEAD, stroke="#f7ead0", width=1.4)
        pen.outline(OX_HEAD, fill="#4a2318")
        for horn in (
            "M11.5 8.4C6 8.9 2 5.6 1.6.4 4 4 7.4 4.6 12 4.2Z",
            "M20.5 8.4C26 8.9 30 5.6 30.4.4 28 4 24.6 4.6 20 4.2Z",
        ):
            pen.outline(horn, fill="#f7ead0", stroke="#4a2318", width=0.7)
        pen.outline("m11.2 10.2 4 2.2-3.4 1.4ZM20.8 10.2l-4 2.2 3.4 1.4Z", fill="#ffc93c")
        pen.outline("M13.8 24.6a3.2 3.2 0 1 0 4.4 0", stroke="#ffc93c", width=1.6)
