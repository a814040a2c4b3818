"""Guides for parents and teachers: the same in every language, and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tiotal import guide
from tiotal.games.cento.game import DEFAULT_TARGET, TARGETS
from tiotal.server.settings import DAYS_BEFORE_FORGOTTEN
from tiotal.words import LANGUAGES, number
from tiotal.words.page import words_of

TESTS = Path(__file__).parents[1]
DOCS = TESTS.parent / "docs"
SAID = {  # what is named as on the page
    "parents": (
        "home.playNow",
        "home.newTable",
        "setup.says_self",
        "setup.says_counted",
        "mydata.title",
        "paper.title",
    ),
    "teachers": (
        "class.openBoard",
        "class.seat",
        "class.begin",
        "class.pause",
        "class.speak",
        "class.wipeNow",
        "class.playElse",
        "class.door",
        "class.remove",
        "pupil.before",
        "setup.says_self",
        "setup.says_counted",
        "paper.title",
    ),
}


def shape(text: str) -> list[str]:
    """What each line is: a heading, an entry, a row of so many columns, a paragraph."""
    lines = [line for line in text.splitlines() if line]
    return [re.match(r"#+|-|\d+\.|(?=\|)|", line)[0] + "|" * line.count("|") for line in lines]  # type: ignore[index]


@pytest.mark.parametrize("reader", guide.READERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_has_the_same_parts_in_every_language(reader: str, language: str) -> None:
    text = guide.text(reader, language)
    assert shape(text) == shape(guide.text(reader, "en"))
    found = guide.page(reader, language)
    assert found.title
    assert all(section.html for section in found.sections)


@pytest.mark.parametrize("reader", guide.READERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_and_pages_are_called_as_on_the_page(reader: str, language: str) -> None:
    words, text = words_of(language), guide.text(reader, language)
    assert [key for key in SAID[reader] if f"*{words[key].forms[0]}*" not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_are_called_as_on_the_page_and_go_as_far_as_they_say(language: str) -> None:
    words, text = words_of(language), guide.text("teachers", language)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    for preset, target in (
        *((preset, target) for preset, target in DEFAULT_TARGET.items() if preset not in TARGETS),
        ("race", DEFAULT_TARGET["race"]),
        ("marathon", TARGETS["marathon"][1]),
    ):
        name, far = words[f"cento.option.preset_{preset}"].forms[0], number(language, target)
        assert any(row.startswith(f"| {name}: ") and far in row.split("|")[1] for row in rows), preset


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_many_days_as_the_server_keeps_names(language: str) -> None:
    assert f" {DAYS_BEFORE_FORGOTTEN} " in guide.text("parents", language)


def test_the_docs_lead_to_every_guide_and_name_tests_that_there_are() -> None:
    text = (DOCS / "for-parents-and-teachers.md").read_text(encoding="utf-8")
    linked = {(DOCS / path).resolve() for path in re.findall(r"\]\((\S+?\.md)\)", text)}
    assert len(linked) == len(guide.READERS) * len(LANGUAGES)
    assert all(file.is_file() for file in linked)
    for file, test in re.findall(r"`(\w+/\w+\.py)::(\w+)`", text):
        assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8"), test
