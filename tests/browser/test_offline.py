"""Without a connection: the page opens; the score pad, the rules and finished games work; the rest says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import People, Person
from tests.browser.test_bad_cases import LOST
from tests.browser.test_practice import practise
from tests.kit.server import SameDeals, Server, running

UNTIL_KEPT = """async (what) => {
  for (;;) {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    if (kept.flat().filter(({ url }) => url.includes(what)).length >= 3) return;
    await new Promise((later) => setTimeout(later, 50));
  }
}"""


def who_has_been_here(people: People) -> Person:
    person = people.invite(offline_copies=True)
    person.expects(LOST)
    person.page.goto("/")
    person.page.get_by_role("button", name="Play now: Cento").wait_for()
    person.page.evaluate(UNTIL_KEPT, "rules/")
    return person


@pytest.fixture(scope="module")
def ada(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Has been here before, and has looked at a finished game. Now the server has gone, for all tests."""
    with (
        running(tmp_path_factory.mktemp("away"), kind=SameDeals) as server,
        People(browser, server.url) as people,
    ):
        person = who_has_been_here(people)
        path = person.sit_at("cento", options={"preset": "to-20-a"})
        person.behind(path)
        person.page.goto(path)
        person.page.get_by_role("button", name="Again!").wait_for()
        person.page.evaluate(UNTIL_KEPT, "/matches/")
        person.page.goto("/")
        person.page.get_by_role("heading", name="Finished games").wait_for()
        server.kill()
        yield person


def test_what_works_is_said_and_a_live_table_is_not_shown_from_memory(people: People, server: Server) -> None:
    person = who_has_been_here(people)
    path = person.sit_at("cento")
    person.page.locator("button.held").first.wait_for()
    home = person.new_tab()
    server.kill()
    person.page.goto(path)
    expect(person.page.get_by_text("No connection").first).to_be_visible()
    assert person.page.locator("button.held").count() == 0
    home.goto("/")
    expect(home.get_by_role("heading", name="No connection")).to_be_visible()
    expect(home.get_by_text("The score pad, the rules and finished games work without a connection.")).to_be_visible()
    server.start()
    home.get_by_role("button", name="Try again").tap()
    expect(home.get_by_role("heading", name="No connection")).to_have_count(0)
    person.page.get_by_role("button", name="Try again").tap()
    expect(person.page.locator("button.held")).to_have_count(5)


def test_it_opens_at_any_address(ada: Person) -> None:
    for path in ("/settings", "/pad", "/new/cento", "/nothing/here"):
        ada.page.goto(path)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        expect(ada.page.locator("main a[href], main button").first).to_be_visible()


def test_sums_are_practised(ada: Person) -> None:
    ada.page.goto("/practice")
    practise(ada.page)


def test_the_rules_can_be_read_and_searched(ada: Person) -> None:
    for game in ("cento", "nimmt", "ten"):
        ada.page.goto(f"/rules/{game}")
        ada.page.get_by_label("Search the rules").fill("round")
        expect(ada.page.get_by_text(re.compile(r"Found in \d+ section")).first).to_be_visible()
        expect(ada.page.locator("mark").first).to_be_visible()


def test_a_finished_game_that_was_seen_can_be_looked_at_again(ada: Person) -> None:
    ada.page.goto("/")
    ada.page.get_by_role("heading", name="Finished games").locator("..").get_by_role("link").first.tap()
    ada.page.get_by_role("slider", name="Move").wait_for()
    ada.page.get_by_role("button", name="To the end").tap()
    expect(ada.page.get_by_role("heading", name=re.compile("won")).first).to_be_visible()


# --- The score pad ----------------------------------------------------------------------------------------------
def new_pad(page: Page, game: str, *names: str, limit: int | None = None) -> None:
    page.goto("/pad")
    page.get_by_role("link", name=game, exact=True).tap()
    page.get_by_label("Name 1", exact=True).wait_for()
    for n, name in enumerate(names, 1):
        if not page.get_by_label(f"Name {n}", exact=True).count():
            page.get_by_role("button", name="Add a player").tap()
        page.get_by_label(f"Name {n}", exact=True).fill(name)
    while page.get_by_label(f"Name {len(names) + 1}", exact=True).count():
        page.get_by_role("button", name=re.compile("^Remove")).last.tap()
    if limit is not None:
        page.get_by_label("Play until somebody has this many points").fill(str(limit))
    page.get_by_role("button", name="Start counting").tap()


def write_round(page: Page, winner: str, hands: dict[str, list[str]]) -> None:
    page.locator("a.button.main").tap()
    page.get_by_role("group", name="Who won the round?").get_by_role("button", name=winner, exact=True).tap()
    for n, cards in enumerate(hands.values(), 1):
        for card in cards:
            name = re.escape(card).replace("/", r"\/")
            page.get_by_role("button", name=re.compile(f"^{name}, ")).tap()
        page.get_by_role("button", name="Write it down" if n == len(hands) else re.compile("^Next: ")).tap()


def expect_totals(page: Page, *totals: int) -> None:
    expect(page.locator("tfoot td")).to_have_text([str(total) for total in totals])


def test_a_cento_series_is_counted_without_a_connection(ada: Person) -> None:
    """The example of the rules: +6, −3, 0, Double/Halve and Copy are 44 points."""
    page = ada.page
    new_pad(page, "Cento", "Ada", "Ben", limit=50)
    write_round(page, "Ada", {"Ben": ["+6", "−3", "0", "Double/Halve", "Copy"]})
    expect_totals(page, 0, 44)
    write_round(page, "Ben", {"Ada": ["Flip", "Flip"]})
    expect_totals(page, 50, 44)
    expect(page.get_by_role("heading", name="Ben wins!")).to_be_visible()

    page.get_by_role("link", name="Change round 2").tap()  # one Flip too many
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Write it down").tap()
    expect_totals(page, 25, 44)
    expect(page.get_by_role("heading", name="Ben wins!")).to_have_count(0)
    page.reload()
    expect_totals(page, 25, 44)  # it is kept


def test_nimmt_and_ten_are_counted_with_their_own_points(ada: Person) -> None:
    """The example of the rules: 7, 33, 40 and 53 cost 16 minus points; each chip of 10 takes away 2.

    N1: printed cards of 11 nimmt! may carry other heads, so their points are typed first; cards can be tapped, too.
    """
    page = ada.page
    new_pad(page, "11 nimmt!", "Ada", "Ben", "Cleo")
    page.locator("a.button.main").tap()
    page.get_by_role("group", name="Who won the round?").get_by_role("button", name="Ada", exact=True).tap()
    expect(page.get_by_text("Count the ox heads on your cards, and type how many there are.")).to_be_visible()
    expect(page.get_by_text("Printed cards may have other ox heads than ours.")).to_be_visible()
    expect(page.get_by_label("Points for Ben")).to_be_focused()
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Points for Cleo")).to_be_focused()
    page.get_by_role("button", name="Tap the cards").tap()
    expect(page.get_by_text("These ox heads are our own reading of the rules.")).to_be_visible()
    for card in ("7", "33", "40", "53"):
        page.get_by_role("button", name=re.compile(f"^{card}, ")).tap()
    page.get_by_role("button", name="Write it down").tap()
    expect_totals(page, 0, 21, 16)
    page.get_by_role("link", name="Change round 1").tap()  # as it was written
    expect(page.get_by_label("Points for Ben")).to_have_value("21")
    page.goto("/pad")

    new_pad(page, "10", "Ada", "Ben")
    page.locator("a.button.main").tap()
    page.get_by_role("button", name=re.compile("^a joker, 10 points", re.IGNORECASE)).tap()
    page.get_by_role("button", name="Chips: increase").tap()
    page.get_by_role("button", name=re.compile("^Next: ")).tap()
    page.get_by_role("button", name="Write it down").tap()
    expect_totals(page, 8, 0)
    expect(page.get_by_role("heading", name="Ben wins!")).to_be_visible()
