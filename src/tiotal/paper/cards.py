"""The cards of a game, to be cut out: each of them as often as the rules have it, 63 by 88 millimetres.

`printing.py` in the home of a game may have

    DECKS             the sets of cards that people print, by name, with the options of each; the first is the usual one
    deck(game)        the cards by these options, with how many there are of each; else those of `Game.groups`,
                      or one of each that counts points
    draw(pen, card, language)   a card in a box 100 wide and `TALL` high, a little away from the edges
    draw_back(pen, card)        its back
    back_of(card)     what its back is called, where not all are alike

A game without it has plain cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tiotal.engine.game import Game
from tiotal.engine.games import part_of
from tiotal.paper.pen import FAINT, INK, SOFT, Paper, Pen
from tiotal.words import say
from tiotal.words.telling import card_label, option_name

WIDTH, HEIGHT = 63, 88
ACROSS, DOWN = 3, 3
TALL = 100 * HEIGHT / WIDTH
BEYOND = 4  # how far the lines to cut along reach into the margin
RULER = 50


def decks(game: str) -> Mapping[str, Mapping[str, Any]]:
    """The sets of cards of a game by their names, with the options of each."""
    found: Mapping[str, Mapping[str, Any]] = getattr(part_of(game, "printing"), "DECKS", {"all": {}})
    return found


def deck(game: Game) -> list[tuple[str, int]]:
    """The cards with which a game is played, and how many there are of each."""
    own = getattr(part_of(game.name, "printing"), "deck", None)
    if own is not None:
        return list(own(game))
    return [kind for group in game.groups for kind in group.cards] or [(card, 1) for card in game.points]


def print_cards(game: Game, paper: Paper, language: str, backs: bool = False) -> bytes:
    """With backs: after each page the one that is printed on its other side."""
    cards = [card for card, copies in deck(game) for _ in range(copies)]
    size = ACROSS * DOWN
    pages = [cards[first : first + size] for first in range(0, len(cards), size)]
    pen = Pen(paper, say(language, "paper.cards_of", game=game.called), language)
    for number, page in enumerate(pages, start=1):
        about = say(language, "paper.page", title=_title(game, language), n=number, of=len(pages))
        with pen.page():
            _put_fronts(pen, game, page)
            _cut_here(pen, about)
        if backs:
            with pen.page():
                _put_backs(pen, game, page)
                _say_beside(pen, say(language, "paper.back_of", page=about))
    return pen.finish()


def _title(game: Game, language: str) -> str:
    preset = game.options.get("preset")
    if preset is None:
        return game.called
    return f"{game.called}, {option_name(language, game.name, f'preset_{preset}')}"


# --- Where they lie ---------------------------------------------------------------------------------------------
def places(paper: Paper, mirrored: bool = False) -> list[tuple[float, float]]:
    """The upper left corner of each card; on the back of a page they are counted from the right."""
    left, top = _margins(paper)
    columns = range(ACROSS - 1, -1, -1) if mirrored else range(ACROSS)
    return [(left + column * WIDTH, top + row * HEIGHT) for row in range(DOWN) for column in columns]


def _margins(paper: Paper) -> tuple[float, float]:
    """The same at both sides, so that backs meet fronts."""
    return (paper.width - ACROSS * WIDTH) / 2, (paper.height - DOWN * HEIGHT) / 2


def _put_fronts(pen: Pen, game: Game, cards: Sequence[str]) -> None:
    for card, (x, y) in zip(cards, places(pen.paper), strict=False):
        pen.press(_front(pen, game, card), x, y, HEIGHT)


def _put_backs(pen: Pen, game: Game, cards: Sequence[str]) -> None:
    for card, (x, y) in zip(cards, places(pen.paper, mirrored=True), strict=False):
        pen.press(_back(pen, game, card), x, y, HEIGHT)


def put_card(pen: Pen, game: Game, card: str | None, x: float, y: float, width: float) -> None:
    """A small card with an edge, as one lies on the table; one that is not known shows its back."""
    stamp = _back(pen, game, deck(game)[0][0]) if card is None else _front(pen, game, card)
    with pen.moved(x, y, width / WIDTH):
        pen.press(stamp, 0, 0, HEIGHT)
        pen.box(0, 0, WIDTH, HEIGHT, 4, stroke=SOFT, line=1)


def _front(pen: Pen, game: Game, card: str) -> str:
    """The name of a stamp with this card."""
    own, name = part_of(game.name, "printing"), f"card {card}"
    with pen.stamp(name, WIDTH, HEIGHT) as is_new:
        if is_new:
            _white(pen)
            with pen.moved(0, 0, WIDTH / 100):
                if own is None:
                    _draw_plain(pen, game, card)
                else:
                    own.draw(pen, card, pen.language)
    return name


def _back(pen: Pen, game: Game, card: str) -> str:
    own = part_of(game.name, "printing")
    name = f"back {getattr(own, 'back_of', lambda card: '')(card)}"
    with pen.stamp(name, WIDTH, HEIGHT) as is_new:
        if is_new:
            _white(pen)
            with pen.moved(0, 0, WIDTH / 100):
                getattr(own, "draw_back", _draw_plain_back)(pen, card)
    return name


def _white(pen: Pen) -> None:
    pen.box(0, 0, WIDTH, HEIGHT, fill="#ffffff")


def _cut_here(pen: Pen, about: str) -> None:
    left, top = _margins(pen.paper)
    right, bottom = left + ACROSS * WIDTH, top + DOWN * HEIGHT
    for column in range(ACROSS + 1):
        x = left + column * WIDTH
        pen.line(x, top - BEYOND, x, bottom + BEYOND, FAINT, 0.15)
    for row in range(DOWN + 1):
        y = top + row * HEIGHT
        pen.line(left - BEYOND, y, right + BEYOND, y, FAINT, 0.15)
    _say_beside(pen, about)
    _show_size(pen, right + 3)


def _say_beside(pen: Pen, about: str) -> None:
    """Along the left side: that margin is wide enough for every printer."""
    with pen.moved(_margins(pen.paper)[0] - 3, pen.paper.height / 2, turn=-90):
        pen.words(0, 0, f"{about} · {say(pen.language, 'paper.cut')}", 2.6, SOFT, "middle", most=DOWN * HEIGHT - 4)


def _show_size(pen: Pen, x: float) -> None:
    """A line of a known length, to be measured before cutting."""
    top = pen.paper.height / 2 - RULER / 2
    pen.line(x, top, x, top + RULER, SOFT, 0.3)
    for y in (top, top + RULER):
        pen.line(x - 1, y, x + 1, y, SOFT, 0.3)
    with pen.moved(x + 3, pen.paper.height / 2, turn=-90):
        pen.words(0, 0, f"{RULER} mm", 2.4, SOFT, "middle")


# --- What games share -------------------------------------------------------------------------------------------
def needs_line(number: str) -> bool:
    """Whether a number is another one when its card lies upside down, as 6 and 9 or 68 and 89."""
    turned = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
    if not all(digit in turned for digit in number):
        return False
    other = "".join(turned[digit] for digit in reversed(number))
    return other != number and not other.startswith("0")


def _draw_plain(pen: Pen, game: Game, card: str) -> None:
    name = card_label(pen.language, game.name, card)
    pen.box(6, 6, 88, TALL - 12, 9, stroke=SOFT, line=1.5)
    pen.words(50, TALL / 2 + 14, name, 44, INK, "middle", heavy=True, most=76)
    for turn, x, y in ((0, 0, 0), (180, 100, TALL)):
        with pen.moved(x, y, turn=turn):
            pen.words(13, 24, name, 14, INK, heavy=True, most=40)


def _draw_plain_back(pen: Pen, card: str) -> None:
    pen.box(6, 6, 88, TALL - 12, 9, fill="#8a7a66")
    pen.box(12, 12, 76, TALL - 24, 6, stroke="#ffffff", line=2)
