"""Puzzles on paper: all that a solver sees and may do, and nothing of the solution before the last pages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from tiotal.paper.pen import PAPERS
from tiotal.paper.puzzles import print_puzzles, title_of_set
from tiotal.puzzles import DIFFICULTIES, GAMES_WITH_PUZZLES, Puzzle, set_of
from tiotal.words import LANGUAGES, say


def printed(puzzles: tuple[Puzzle, ...], paper: str, language: str) -> pypdfium2.PdfDocument:
    title = title_of_set(puzzles[0].game.name, puzzles[0].difficulty, 1, language)
    return pypdfium2.PdfDocument(print_puzzles(title, puzzles, PAPERS[paper], language))


def text_on(page: Any) -> str:
    """On one line, because words that do not fit go on below."""
    return re.sub(r"\s+", " ", page.get_textpage().get_text_bounded())


def parts_of(document: pypdfium2.PdfDocument, language: str) -> tuple[list[Any], list[Any]]:
    """The pages with questions, and those with solutions."""
    pages = list(document)
    head = say(language, "paper.puzzles_solutions", title="")
    first = next(n for n, page in enumerate(pages) if head in text_on(page))
    return pages[:first], pages[first:]


@pytest.mark.parametrize(
    ("game", "difficulty", "paper", "language"),
    [
        (game, difficulty, paper, language)
        for game in GAMES_WITH_PUZZLES
        for difficulty, (paper, language) in zip(
            DIFFICULTIES, (("a4", "sv"), ("letter", "is"), ("a4", "en")), strict=True
        )
    ],
)
def test_a_set_is_asked_completely_and_solved_apart(game: str, difficulty: int, paper: str, language: str) -> None:
    puzzles = set_of(game, difficulty, 1)
    asked, solved = parts_of(printed(puzzles, paper, language), language)
    questions, solutions = (" ".join(map(text_on, pages)) for pages in (asked, solved))
    for puzzle in puzzles:
        for row in puzzle.lying(language):
            assert row.words in questions
        for choice in puzzle.solution(language)["choices"]:
            move = choice["words"]
            assert move[:1].upper() + move[1:] in questions
            assert move in solutions
            if choice["points"]:
                assert " ".join(choice["reasons"]) in solutions
            assert not any(reason in questions for reason in choice["reasons"])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_every_card_lies_on_the_paper_and_nothing_beyond_its_margins(game: str, paper: str) -> None:
    puzzles = set_of(game, 3, 1)
    asked, _ = parts_of(printed(puzzles, paper, "en"), "en")
    cards = [row.cards for puzzle in puzzles for row in puzzle.lying("en")]
    forms = [form for page in asked for form in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM], max_depth=1)]
    assert len(forms) == sum(map(len, cards))
    for page in asked:
        width, height = page.get_size()
        for one in page.get_objects(max_depth=1):
            left, bottom, right, top = one.get_bounds()
            assert left > 30 and bottom > 25 and right < width - 30 and top < height - 30


def test_every_kept_set_can_be_printed_and_each_puzzle_fits_on_a_page() -> None:
    """In the language with the longest words, on the shorter paper: a question is never broken over two pages."""
    for game, puzzles in GAMES_WITH_PUZZLES.items():
        document = pypdfium2.PdfDocument(print_puzzles(game, puzzles, PAPERS["letter"], "is"))
        asked, _ = parts_of(document, "is")
        ticks = [text_on(page).count(say("is", "paper.puzzles_tick")) for page in asked]
        assert [text_on(page).count(say("is", "paper.puzzles_why")) for page in asked] == ticks
        assert sum(ticks) == len(puzzles)


def test_all_languages_have_their_title() -> None:
    titles = {title_of_set("cento", 1, 2, language) for language in LANGUAGES}
    assert titles == {
        "Puzzles of Cento: easy, set 2",
        "Kluringar i Cento: lätt, serie 2",
        "Þrautir í Cento: auðveld, syrpa 2",
    }


def test_the_command_prints_the_set_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "five.pdf"
    command = [sys.executable, "-m", "tiotal", "paper", "puzzles", "--game", "ten", "--set", "2", "-o", str(file)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    text = " ".join(map(text_on, pypdfium2.PdfDocument(file)))
    assert set_of("ten", 1, 2)[4].solution("en")["choices"][0]["reasons"][0] in text
    again = subprocess.run(command, check=False, capture_output=True, text=True)
    assert again.returncode and "five.pdf" in again.stderr
