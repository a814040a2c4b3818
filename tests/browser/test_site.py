"""The site of `make site`, below a path of a plain web host: all is played on the device, from the first visit on."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.axe import violations
from tests.browser.people import People
from tests.browser.tables import LiveTable
from tests.browser.test_on_the_device import NOT_REACHED
from tests.browser.test_paper_and_guides import OPEN_SHEET
from tests.browser.test_practice import practise

WEB = Path(__file__).parents[2] / "web"
BELOW = "games/of-numbers"
HERE = re.compile(r"#/t/here-[\w-]{16}")
SAVES_DATA = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } })'
KEEPS_NOTHING = """
for (const name of ["indexedDB", "caches", "localStorage", "sessionStorage"]) {
  Object.defineProperty(self, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}
"""


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadingHTTPServer]:
    """As any web host would serve it."""
    folder = tmp_path_factory.mktemp("host")
    bin_folder = Path(sys.executable).parent
    build = [str(bin_folder / "npm"), "--prefix", str(WEB), "run", "--silent", "build", "--", "--mode", "site"]
    subprocess.run(
        [*build, "--logLevel", "error", "--outDir", str(folder / BELOW)],
        check=True,
        capture_output=True,
        env={**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"},
    )
    host = ThreadingHTTPServer(("localhost", 0), functools.partial(QuietFiles, directory=folder))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield host
    host.shutdown()
    host.server_close()


def address_of(host: ThreadingHTTPServer) -> str:
    return f"http://localhost:{host.server_address[1]}/{BELOW}/"


def test_a_game_on_the_first_visit_and_a_practice_and_a_game_without_the_host(
    browser: Browser, site: ThreadingHTTPServer
) -> None:
    with People(browser, address_of(site)) as people:
        ada = people.invite(offline_copies=True)
        ada.expects(NOT_REACHED)
        page = ada.page
        page.add_init_script(SAVES_DATA)  # so the games do not come before they are asked for
        page.goto(address_of(site))
        expect(page.get_by_role("button", name="Play now: Cento")).to_be_visible()
        expect(page.get_by_text("Code or link")).to_have_count(0)  # there is nobody to join
        page.get_by_role("link", name="Rules: 10").tap()
        expect(page.locator("main h2").first).to_be_visible()
        page.go_back()
        page.get_by_role("button", name="Play now: 11 nimmt!").tap()
        page.wait_for_url(HERE)
        table = LiveTable(ada, "nimmt")
        assert not table.take_turn()

        page.goto(f"{address_of(site)}#/guide/teachers")
        expect(page.locator("main section").nth(5)).to_be_visible()
        page.goto(f"{address_of(site)}#/paper")
        assert page.evaluate(OPEN_SHEET) == "%PDF"

        page.goto(f"{address_of(site)}#/settings")
        page.get_by_role("button", name="Make games available offline").tap()
        expect(page.get_by_text("The games are on this device.")).to_be_visible()
        expect(page.get_by_text("Everything stays on this device")).to_be_visible()
        assert violations(page) == []
        site.shutdown()
        ada.context.set_offline(True)
        page.goto(f"{address_of(site)}#/practice")
        practise(page)
        page.goto(address_of(site))
        page.reload()
        page.goto(f"{address_of(site)}#/paper")
        assert page.evaluate(OPEN_SHEET) == "%PDF"  # it was opened before
        page.goto(f"{address_of(site)}#/")
        page.get_by_role("heading", name="Continue").locator("..").get_by_role("link").first.tap()
        assert not table.take_turn()
        page.goto(f"{address_of(site)}#/puzzles/ten/set/1/1/1")
        page.locator("[data-part=bar].mine button").first.tap()
        expect(page.get_by_role("heading", name="Chance to win")).to_be_visible()
        threading.Thread(target=site.serve_forever, daemon=True).start()


def test_a_browser_that_keeps_nothing_says_so_and_plays(browser: Browser, site: ThreadingHTTPServer) -> None:
    def without_drawers(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=KEEPS_NOTHING + answer.text())

    with People(browser, address_of(site)) as people:
        ada = people.invite()
        ada.context.route("**/*-worker-*.js", without_drawers)
        ada.context.add_init_script(KEEPS_NOTHING)
        ada.page.goto(address_of(site))
        ada.page.get_by_role("button", name="Play now: 10").tap()
        ada.page.wait_for_url(HERE)
        expect(ada.page.get_by_text("This browser keeps nothing")).to_be_visible()
        assert not LiveTable(ada, "ten").take_turn()
        ada.page.goto(f"{address_of(site)}#/settings")
        expect(
            ada.page.get_by_text("This browser keeps nothing, perhaps because its window is private.")
        ).to_be_visible()
