"""The site of `make site`, below a path of a plain web host: all is played on the device, from the first visit on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.axe import violations
from tests.browser.hosts import NOT_REACHED, Site
from tests.browser.people import People
from tests.browser.tables import LiveTable
from tests.browser.test_paper_and_guides import OPEN_SHEET
from tests.browser.test_practice import practise

SAVES_DATA = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } })'
KEEPS_NOTHING = """
for (const name of ["indexedDB", "caches", "localStorage", "sessionStorage"]) {
  Object.defineProperty(self, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}
"""


@pytest.fixture
def site(site_folder: Path) -> Iterator[Site]:
    host = Site(site_folder)
    yield host
    host.go_away()


@pytest.fixture
def people(browser: Browser, site: Site) -> Iterator[People]:
    with People(browser, site.url, site.screens) as everybody:
        yield everybody


def test_a_game_on_the_first_visit_and_a_practice_and_a_game_without_the_host(people: People, site: Site) -> None:
    ada = people.invite(offline_copies=True)
    ada.expects(NOT_REACHED)
    page = ada.page
    page.add_init_script(SAVES_DATA)  # so the games do not come before they are asked for
    page.goto(site.url)
    expect(page.get_by_role("button", name="Play now: Cento")).to_be_visible()
    expect(page.get_by_text("Code or link")).to_have_count(0)  # there is nobody to join
    page.get_by_role("link", name="Rules: 10").tap()
    expect(page.locator("main h2").first).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Play now: 11 nimmt!").tap()
    ada.arrive_here()
    table = LiveTable(ada, "nimmt")
    assert not table.take_turn()

    page.goto(ada.address("/guide/teachers"))  # the page stays and reads what is behind the `#`
    expect(page.locator("main section").nth(5)).to_be_visible()
    page.goto(ada.address("/paper"))
    assert page.evaluate(OPEN_SHEET) == "%PDF"

    page.goto(ada.address("/settings"))
    page.get_by_role("button", name="Make games available offline").tap()
    expect(page.get_by_text("The games are on this device.")).to_be_visible()
    expect(page.get_by_text("Everything stays on this device")).to_be_visible()
    assert violations(page) == []
    site.go_away()
    ada.context.set_offline(True)
    page.goto(ada.address("/practice"))
    practise(page)
    page.goto(site.url)
    page.reload()
    page.goto(ada.address("/paper"))
    assert page.evaluate(OPEN_SHEET) == "%PDF"  # it was opened before
    page.goto(ada.address("/"))
    page.get_by_role("heading", name="Continue").locator("..").get_by_role("link").first.tap()
    assert not table.take_turn()
    page.goto(ada.address("/puzzles/ten/set/1/1/1"))
    page.locator("[data-part=bar].mine button").first.tap()
    expect(page.get_by_role("heading", name="Chance to win")).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so_and_plays(people: People) -> None:
    def without_drawers(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=KEEPS_NOTHING + answer.text())

    ada = people.invite()
    ada.context.route("**/*-worker-*.js", without_drawers)
    ada.context.add_init_script(KEEPS_NOTHING)
    ada.page.goto(ada.url)
    ada.page.get_by_role("button", name="Play now: 10").tap()
    ada.arrive_here()
    expect(ada.page.get_by_text("This browser keeps nothing")).to_be_visible()
    assert not LiveTable(ada, "ten").take_turn()
    ada.page.goto(ada.address("/settings"))
    expect(ada.page.get_by_text("This browser keeps nothing, perhaps because its window is private.")).to_be_visible()
