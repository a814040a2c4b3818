"""A game of another package has no table of its own in the page: it is drawn from its view, and can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.people import People
from tests.browser.tables import LiveTable
from tests.kit.server import Server, WithLadder, running

TOLD = {
    "en": ("Top of the ladder", "Climb with", "won"),
    "is": ("Efst í stiganum", "Klifra", "vann"),
    "sv": ("Stegens topp", "Klättra", "vann"),
}


@pytest.fixture(scope="module")
def with_ladder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("ladder"), kind=WithLadder) as server:
        yield server


@pytest.fixture
def people(browser: Browser, with_ladder: Server) -> Iterator[People]:
    with People(browser, with_ladder.url) as everybody:
        yield everybody


@pytest.mark.parametrize("language", TOLD)
def test_a_fourth_game_is_played_to_its_end(people: People, language: str) -> None:
    names, climb, _ = TOLD[language]
    ada = people.invite(language)
    path = ada.open_table("ladder", 2)
    ada.page.goto(path)
    ada.behind(path, moves=0)
    table = LiveTable(ada, "ladder")
    table.wait_for_turn()
    expect(table.board).to_contain_text(names)
    numbers = [
        int(found) for found in re.findall(r"\d+", " ".join(table.bar.locator("[data-choice]").all_inner_texts()))
    ]
    assert numbers == sorted(numbers)  # in the order of the hand
    assert violations(ada.page) == []
    for _ in range(100):
        if table.wait_for_turn():
            break
        before = table.moment
        offers = table.bar.locator("[data-choice]")
        climbing = offers.filter(has_text=re.compile(climb))
        table.tap(climbing.first if climbing.count() else offers.last)
        table.wait_past(before)
    assert table.is_over
    ada.page.goto(f"{path}/match/1")
    expect(ada.page.locator("[data-part=board]")).to_contain_text(names)
