"""Cards to cut out: each as often as the rules have it, and of the right size when they are measured on the paper."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from tests.kit.packages import environment, install
from tests.ladder.game import Ladder
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.paper.cards import decks, needs_line, print_cards
from tiotal.paper.pen import PAPERS
from tiotal.words import LANGUAGES
from tiotal.words.telling import card_label, signed

POINT = 25.4 / 72  # millimetres
WIDTH, HEIGHT = 63, 88
DPI = 300
CLOSE = 0.2  # millimetres
VARIANTS = [
    *((name, dict(options)) for name in GAMES for options in decks(name).values()),
    ("cento", {"preset": "race"}),
    ("cento", {"preset": "marathon"}),
    ("cento", {"preset": "own", "cards": ["+1", "+2", "+3", "-1", "FLIP"], "target": 30}),
]


@functools.cache
def printed(game: Game, paper: str, language: str, backs: bool = False) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(print_cards(game, PAPERS[paper], language, backs))


def cards_of_the_rules(game: Game) -> Counter[str]:
    """As they are dealt: in piles, in hands, on the table. Counted anew here, not by what prints them."""
    state = game.deal(5)._state
    found = Counter(str(card) for deck in game.decks(state) for card in deck)
    if game.name == "ten":
        found["J"] += game.players  # handed out before the others are shuffled
    if game.name == "nimmt":
        found["bull"] = state.supply + sum(state.bulls)
    return found


def boxes_on(page: Any) -> list[tuple[float, float, float, float]]:
    """The cards of a page: left, bottom, right and top in millimetres."""
    forms = page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM], max_depth=1)
    return [tuple(POINT * edge for edge in form.get_bounds()) for form in forms]


def words_on(page: Any, box: tuple[float, float, float, float]) -> str:
    return str(page.get_textpage().get_text_bounded(*(edge / POINT for edge in box)))


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_card_is_there_as_often_as_in_the_rules(name: str, options: dict[str, Any]) -> None:
    game = GAMES[name](2, **options)
    document = printed(game, "a4", "en")
    on_paper = Counter(frozenset(words_on(page, box).split()) for page in document for box in boxes_on(page))
    by_the_rules = Counter[frozenset[str]]()
    for card, copies in cards_of_the_rules(game).items():
        by_the_rules[written_on(name, card)] += copies
    assert on_paper == by_the_rules


def written_on(game: str, card: str) -> frozenset[str]:
    """All that can be read on a card."""
    label = card_label("en", game, card)
    match game, card[0]:
        case "cento", "D":
            return frozenset({label, "×÷", "×2", "÷2"})
        case "cento", "T" if card == "TENS":
            return frozenset({label, "±", "20", "40", "60", "80"})
        case "cento", "F" | "S" | "T" | "C":
            return frozenset({label})
        case "nimmt", "b":
            return frozenset()
        case "ten", "P" | "R":
            return frozenset({card[1:], str(GAMES[game].points[card])})
        case "ten", "J":
            return frozenset({"J", str(GAMES[game].points[card])})
    return frozenset({signed(card)})


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAMES)
def test_the_pdf_says_63_by_88_millimetres(name: str, paper: str) -> None:
    for page in printed(GAMES[name](2), paper, "sv"):
        size = [POINT * edge for edge in page.get_size()]
        assert size == pytest.approx([PAPERS[paper].width, PAPERS[paper].height], abs=0.01)
        for left, bottom, right, top in boxes_on(page):
            assert (right - left, top - bottom) == pytest.approx((WIDTH, HEIGHT), abs=0.01)
            assert left > 6 and bottom > 6 and right < size[0] - 6 and top < size[1] - 6  # where printers cannot print


@pytest.mark.parametrize("paper", PAPERS)
def test_on_the_picture_the_lines_to_cut_are_63_and_88_millimetres_apart(paper: str) -> None:
    """Found in the pixels of the margins, where nothing else is drawn."""
    picture = printed(GAMES["cento"](2), paper, "is")[0].render(scale=DPI / 72).to_pil().convert("L")
    down, across = dark_places(picture, along="x"), dark_places(picture, along="y")
    assert [b - a for a, b in pairwise(down)] == pytest.approx([WIDTH] * 3, abs=CLOSE)
    assert [b - a for a, b in pairwise(across)] == pytest.approx([HEIGHT] * 3, abs=CLOSE)


def dark_places(picture: Any, along: str) -> list[float]:
    """Where lines end in the margin, in millimetres: a row, or column, of pixels two millimetres beyond the cards."""
    paper = picture.width * 25.4 / DPI, picture.height * 25.4 / DPI
    margin = (paper[1] - 3 * HEIGHT) / 2 - 2 if along == "x" else (paper[0] - 3 * WIDTH) / 2 - 1
    at = round(margin / 25.4 * DPI)
    length = picture.width if along == "x" else picture.height
    dark = [n for n in range(length) if picture.getpixel((n, at) if along == "x" else (at, n)) < 230]
    groups = [[dark[0]]]
    for n in dark[1:]:
        if n - groups[-1][-1] > 3:
            groups.append([])
        groups[-1].append(n)
    return [25.4 / DPI * (sum(group) / len(group) + 0.5) for group in groups]


def test_nothing_is_drawn_near_the_edge_of_a_card() -> None:
    """So that scissors may slip by a millimetre and a half."""
    for name in GAMES:
        document = printed(GAMES[name](2), "a4", "en")
        page = document[len(document) - 1]
        picture = page.render(scale=DPI / 72).to_pil().convert("L")
        left, _, right, top = boxes_on(page)[0]
        for inset in (0.5, 1.5):
            corners = left + inset, 297 - top + inset, right - inset, 297 - top + inset + 0.1
            row = picture.crop([round(edge / 25.4 * DPI) for edge in corners])
            assert row.getextrema()[0] > 245, (name, inset)


def test_backs_lie_behind_their_fronts() -> None:
    document = printed(GAMES["nimmt"](2), "letter", "en", backs=True)
    width = PAPERS["letter"].width
    fronts, backs = boxes_on(document[24]), boxes_on(document[25])
    assert len(document) == 2 * 13
    assert len(fronts) == len(backs) == 2
    for front, back in zip(fronts, backs, strict=True):
        assert (width - back[2], back[1], width - back[0], back[3]) == pytest.approx(front, abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_special_cards_carry_their_names_in_every_language(language: str) -> None:
    text = "".join(page.get_textpage().get_text_bounded() for page in printed(GAMES["cento"](2), "a4", language))
    for card in ("DH", "FLIP", "SKIP", "TURN", "TENS", "COPY"):
        assert text.count(card_label(language, "cento", card)) == 8  # four cards, each with its name at both ends
    assert "\ufffd" not in text and "\x00" not in text


def test_numbers_that_can_be_read_upside_down_have_a_line() -> None:
    assert [n for n in range(101) if needs_line(str(n))] == [6, 9, 16, 18, 19, 61, 66, 68, 81, 86, 89, 91, 98, 99]


def test_printing_again_gives_the_same_bytes() -> None:
    game = GAMES["ten"](3)
    assert print_cards(game, PAPERS["a4"], "is") == print_cards(game, PAPERS["a4"], "is")


def test_a_game_that_says_nothing_of_paper_has_plain_cards(tmp_path: Path) -> None:
    install(tmp_path, "ladder", "tests.ladder")
    file = tmp_path / "ladder.pdf"
    command = [sys.executable, "-m", "tiotal", "paper", "cards", "--game", "ladder", "-o", str(file), "--backs"]
    subprocess.run(command, env=environment(tmp_path), check=True, capture_output=True, text=True)
    document = pypdfium2.PdfDocument(file)
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    assert sum(len(boxes_on(page)) for page in document) == 2 * len(Ladder.points)
    assert set(Ladder.points) <= set(text.split())
