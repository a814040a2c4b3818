"""An update of the client while somebody plays on the device, and a device that is full: nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hosts import NOT_REACHED, fetch_games
from tests.browser.people import SIZES, People, Person
from tests.browser.tables import LiveTable
from tests.browser.test_every_screen import barriers, sticking_out
from tests.browser.test_on_the_device import a_seat, open_here
from tests.kit.newer_client import write_newer_client
from tests.kit.server import SameDeals, Server, running
from tiotal.server.pages import CLIENT

NEW_VERSION = "There is a new version of Tiotal. Nothing is lost."
NO_ROOM = "There is no room left on this device."
ENGINES = "async () => (await caches.keys()).filter((name) => name.startsWith('tiotal-engine-'))"


@pytest.fixture
def far_away(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, kind=SameDeals) as server:
        yield server


@pytest.fixture
def ada(browser: Browser, far_away: Server) -> Iterator[Person]:
    """Has fetched the games; the server has gone."""
    with People(browser, far_away.url) as people:
        person = people.invite(offline_copies=True)
        person.expects(NOT_REACHED)
        fetch_games(person)
        far_away.kill()
        yield person


def sit_down(person: Person) -> LiveTable:
    open_here(person, "ten", a_seat("person", "Ada"), a_seat("bot", level="hard"))
    table = LiveTable(person, "ten")
    table.wait_for_turn()
    return table


def test_an_update_waits_for_whoever_plays_and_loses_nothing(ada: Person, far_away: Server, tmp_path: Path) -> None:
    ada.page.clock.install()
    table = sit_down(ada)
    assert not table.take_turn()
    table.wait_for_turn()
    moment = table.moment
    (old_engine,) = ada.page.evaluate(ENGINES)

    far_away.settings = {"TIOTAL_TEST_CLIENT": str(write_newer_client(CLIENT, tmp_path / "newer"))}
    far_away.start()
    second = ada.new_tab()
    second.goto("/")  # with the new version, which brings along the games
    expect(ada.page.get_by_text(NEW_VERSION)).to_be_visible()
    expect(second.get_by_text(NEW_VERSION)).to_have_count(0)
    assert sticking_out(ada.page) + barriers(ada.page) == []
    ada.page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    assert not table.take_turn()  # nobody has to go on at once
    table.wait_for_turn()
    assert int(table.moment or 0) > int(moment or 0)

    far_away.kill()
    ada.context.set_offline(True)
    second.goto(ada.page.url)  # the new house takes the place of the old one
    newer = LiveTable(ada, "ten", second)
    newer.wait_for_turn()
    assert newer.moment == table.moment
    assert not newer.take_turn()
    newer.wait_for_turn()
    ada.page.clock.fast_forward(
        30_000
    )  # by then a page fetches the games unasked, but no longer those of an old version
    ada.page.get_by_role("button", name="Continue", exact=True).tap()
    expect(ada.page.get_by_text(NEW_VERSION)).to_have_count(0)
    ada.page.locator("button.held").first.wait_for()
    table.wait(lambda: table.moment == newer.moment, "the same in both")
    assert not table.take_turn()
    (new_engine,) = ada.page.evaluate(ENGINES)
    assert new_engine != old_engine


def test_a_device_that_is_full_says_so_and_goes_on_when_there_is_room(ada: Person) -> None:
    ada.expects("no room left on this device")  # which the console is told, too
    give_room(ada.page, 1_000_000)
    table = sit_down(ada)
    before = table.moment
    ada.page.evaluate(FILL)
    table.try_turn()
    expect(ada.page.get_by_text(NO_ROOM).first).to_be_visible()
    assert table.moment == before
    second = ada.new_tab()  # no other game can be begun, and that is said, too
    second.goto("/")
    second.get_by_role("button", name="Play now: 11 nimmt!").tap()
    expect(second.get_by_text(NO_ROOM)).to_be_visible()
    second.close()

    ada.page.reload()
    table.wait_for_turn()
    assert table.moment == before
    ada.page.evaluate("indexedDB.deleteDatabase('other things')")
    table.take_turn()


FILL = """() => new Promise((done, fail) => {
  const opening = indexedDB.open("other things", 1);
  opening.onerror = fail;
  opening.onupgradeneeded = () => opening.result.createObjectStore("all", { autoIncrement: true });
  opening.onsuccess = () => {
    const fill = (size) => {
      const change = opening.result.transaction("all", "readwrite");
      change.objectStore("all").add("x".repeat(size));
      change.oncomplete = () => fill(size);
      change.onabort = () => {
        if (size >= 100) return fill(size / 10);
        opening.result.close();
        done();
      };
    };
    fill(100_000);
  };
})"""


def give_room(page: Page, size: int) -> None:
    """So many bytes more than are used now."""
    used = page.evaluate("async () => (await navigator.storage.estimate()).usage")
    about = {"origin": page.evaluate("location.origin"), "quotaSize": used + size}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", about)
