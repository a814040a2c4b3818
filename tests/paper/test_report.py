"""The report of a class on paper: all its numbers, and nobody's name unless it is wanted."""

from __future__ import annotations

import copy
import datetime
import re
from typing import Any

import pypdfium2
import pytest

from tiotal.paper.pen import PAPERS
from tiotal.paper.report import print_report
from tiotal.sums import KINDS
from tiotal.words import LANGUAGES, say

ANIMALS = [f"red animal {n}" for n in range(1, 31)]


def kind(name: str, far: str | None, once: int, second: int, wrong: int, seconds: float | None = 6.5) -> dict[str, Any]:
    counted = {"said": once + second + wrong, "once": once, "second": second, "wrong": wrong}
    return {"kind": name, "name": say("en", f"sums.kind.{name}"), "range": far, "seconds": seconds, **counted}


def added_up(kinds: list[dict[str, Any]]) -> dict[str, int]:
    return {key: sum(one[key] for one in kinds) for key in ("said", "once", "second", "wrong")}


OF_ONE = [kind("add", "to20", 4, 1, 1), kind("add_ten", "to100", 3, 2, 2), kind("add_ten", "to20", 2, 0, 0)]
OF_ALL = [
    *(kind(name, far, 30, 4, 3) for name in KINDS for far in ("to20", "to100")),
    kind("stays", None, 9, 0, 0, None),
]
NAMELESS: dict[str, Any] = {
    "language": "en",
    "began": 1_795_000_000_000,
    "made": int(datetime.datetime(2026, 11, 8, 12).timestamp() * 1000),
    "pupils_in_class": 30,
    "tables": 8,
    "matches": 11,
    "sums": added_up(OF_ALL),
    "kinds": OF_ALL,
    "puzzles": [{"puzzle": 1, "game": "cento", "name": "Cento, puzzle 17 (easy)", "full": 17, "some": 9, "none": 4}],
    "tournament": None,
    "pupils": None,
}
NAMED = NAMELESS | {
    "tournament": [
        {"place": n, "pupil": {"name": name}, "points": 40.5 - n, "played": 3, "won": 1}
        for n, name in enumerate(ANIMALS, start=1)
    ],
    "pupils": [{"pupil": {"name": name}, "sums": added_up(OF_ONE), "kinds": OF_ONE} for name in ANIMALS],
}


def printed(report: dict[str, Any], paper: str = "a4", language: str = "en") -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(print_report(report, PAPERS[paper], language))


def rows_in(document: pypdfium2.PdfDocument) -> list[str]:
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    return [re.sub(r"\s+", " ", line).strip() for line in text.splitlines()]


def test_the_numbers_of_the_report_stand_beside_their_kinds() -> None:
    rows = rows_in(printed(NAMELESS))
    assert "08/11/2026 · 30 pupils · 8 tables · 11 games played" in rows
    for told in OF_ALL[:-1]:
        far = {"to20": "to 20", "to100": "to 100"}[told["range"]]
        assert f"{told['name']}, {far} 37 30 4 3 6.5" in rows
    assert "Total stays the same 9 9 0 0" in rows
    assert f"All {9 + 14 * 37} {9 + 14 * 30} {14 * 4} {14 * 3}" in rows
    assert "Cento, puzzle 17 (easy) 17 9 4" in rows


def test_names_are_there_only_if_the_report_has_them() -> None:
    assert not any("animal" in row for row in rows_in(printed(NAMELESS)))
    rows = rows_in(printed(NAMED))
    for n, name in enumerate(ANIMALS, start=1):
        assert f"{name} 15 9 3 3" in rows
        assert f"{name} 4 / 6 5 / 9" in rows
        assert f"{n}. {name} {40.5 - n} 3 1" in rows


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_large_class_fits_on_pages_of_every_paper(paper: str, language: str) -> None:
    document = printed(NAMED, paper, language)
    assert len(document) > 2
    for page in document:
        width, height = page.get_size()
        for one in page.get_objects():
            left, bottom, right, top = one.get_bounds()
            assert left > 30 and bottom > 25 and right < width - 30 and top < height - 30
    assert all(say(language, "paper.name") in row for row in heads_overleaf(document))
    assert rows_in(document)[0] == say(language, "paper.report.title")
    assert not any("\ufffd" in row or "{" in row for row in rows_in(document))


def heads_overleaf(document: pypdfium2.PdfDocument) -> list[str]:
    """What stands at the top of all pages but the first; a head may have two lines."""
    return [page.get_textpage().get_text_bounded(bottom=page.get_size()[1] - 75) for page in list(document)[1:]]


def test_bars_are_as_long_as_the_shares_they_show() -> None:
    """Looked at in the picture: green, yellow and grey of the last row, thirty millimetres together."""
    report = copy.deepcopy(NAMELESS) | {"puzzles": [], "kinds": [kind("double", "to100", 5, 3, 2)]}
    report["sums"] = added_up(report["kinds"])
    picture = printed(report)[0].render(scale=10 / (72 / 25.4)).to_pil().convert("RGB")  # ten pixels to a millimetre
    colours = {(0x2F, 0x7D, 0x4F): 15, (0xE0, 0xA8, 0x18): 9, (0xC9, 0xBF, 0xAE): 6}
    right_half = picture.crop((picture.width // 2, 0, picture.width, picture.height // 3))
    rows = [[right_half.getpixel((x, y)) for x in range(right_half.width)] for y in range(0, right_half.height, 5)]
    with_bars = [row for row in rows if sum(colour in row for colour in colours) == 3]
    assert with_bars
    for row in with_bars:
        for colour, long in colours.items():
            assert row.count(colour) == pytest.approx(10 * long, abs=3)


def test_a_class_that_has_said_nothing_gets_a_sentence() -> None:
    empty = NAMELESS | {"sums": added_up([]), "kinds": [], "puzzles": []}
    assert "No totals have been said yet." in rows_in(printed(empty))
