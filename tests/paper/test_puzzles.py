"""Puzzles on paper, as PDF: everything that is asked, and the solutions on pages apart."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.test_cli import Output, run
from tiotal.paper.pen import PAPERS, Paper
from tiotal.paper.puzzles import print_puzzles
from tiotal.puzzles import DIFFICULTIES, GAMES_WITH_PUZZLES, set_of, sets_of
from tiotal.words import LANGUAGES, say


def pages_of(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [re.sub(r"\s+", " ", page.get_textpage().get_text_range()) for page in document]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_solutions_stand_on_pages_apart_from_the_questions(game: str, paper: Paper) -> None:
    for language in LANGUAGES:
        five = set_of(game, 2, 1)
        pages = pages_of(print_puzzles(five, "Five", paper, language))
        word = say(language, "puzzles.solutions")
        asked = [page for page in pages if word not in page]
        solved = [page for page in pages if word in page]
        assert pages == asked + solved
        assert len(asked) <= 5
        for puzzle in five:
            reason = puzzle.reasons(puzzle.best.move, language)[0]
            assert reason in " ".join(solved)
            assert reason not in " ".join(asked)
            for move in puzzle.view.legal_moves:
                assert puzzle.in_words(move, language)[1:] in " ".join(asked)
        assert "".join(asked).count(say(language, "puzzles.why")) == len(five)


def test_every_puzzle_fits_on_a_page() -> None:
    for game in GAMES_WITH_PUZZLES:
        for difficulty in DIFFICULTIES:
            for five in sets_of(game, difficulty):
                for page in pypdfium2.PdfDocument(print_puzzles(five, "Five", PAPERS["letter"], "is")):
                    lowest = min(bounds[1] for bounds in (thing.get_bounds() for thing in page.get_objects()))
                    assert lowest > 0, (game, difficulty, [puzzle.name for puzzle in five])


def test_the_command_writes_a_file_and_refuses_what_is_not_there(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "five.pdf"
    assert run("paper", "puzzles", "--game", "nimmt", "--difficulty", "3", "--set", "2", "-o", str(file)) == 0
    assert "11 nimmt!: puzzles, hard, set 2" in pages_of(file.read_bytes())[0]
    assert run("paper", "puzzles", "--game", "cento", "--set", "99", "-o", str(tmp_path / "no.pdf")) == 2
    assert "There is no set 99" in capsys.readouterr().err
