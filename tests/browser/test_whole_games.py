"""For each game, whole matches against bots, by tapping what the page offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import QUICK, People
from tests.browser.tables import LiveTable
from tests.kit.server import a_bot, a_person


@pytest.mark.parametrize("game", QUICK)
def test_a_whole_game_against_a_bot(people: People, game: str) -> None:
    ada = people.invite()
    ada.page.goto(ada.open_table(game, 2, options=QUICK[game], seats=[a_person(), a_bot("easy")]))
    ada.page.get_by_role("button", name="Start", exact=True).tap()
    assert LiveTable(ada, game).play_to_the_end() > 0
    expect(ada.page.locator("main h1")).to_contain_text("won")
    expect(ada.page.get_by_role("button", name="Again!")).to_be_visible()
