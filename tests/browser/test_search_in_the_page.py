"""The search as a page has it: WebAssembly in Chromium, called from Python in Pyodide. It is the same, and quick."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.people import GAMES, People
from tests.kit import searches
from tests.kit.server import Server
from tiotal.bots import policies
from tiotal.server.pages import CLIENT

Record = Callable[[str, object], None]
pytestmark = pytest.mark.alone

ITERATIONS = 200  # of searches that are compared
TURNS = 5  # of searches that are timed
LONG = {"cento": 40_000, "nimmt": 4_000, "ten": 8_000}  # iterations: a tenth of a second or two
INTERPRETED = 40
ENOUGH = 1 / 3  # of the compiled form's iterations a second

# As `thinking-worker.ts` does it.
LOAD = """async ([root, games, searches]) => {
  const { loadPyodide } = await import(`${root}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: root });
  python.unpackArchive(await (await fetch(`${root}tiotal.zip`)).arrayBuffer(), "zip", { extractDir: "/lib/tiotal" });
  python.runPython('import sys; sys.path.insert(0, "/lib/tiotal")');
  const worker = python.pyimport("tiotal.page.worker");
  for (const game of games) {
    const code = await (await fetch(`${root}${game}.wasm`)).arrayBuffer();
    worker.bring(game, (await WebAssembly.instantiate(code)).instance);
  }
  python.runPython(searches);
  window.python = python;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, one_server: Server) -> Iterator[Page]:
    """With Python and all that a worker has which thinks."""
    wasm = next(iter((CLIENT / "engine").glob("*/cento.wasm")))
    with People(browser, one_server.url) as people:
        page = people.invite().page
        page.goto("/")
        page.evaluate(LOAD, [f"/engine/{wasm.parent.name}/", GAMES, inspect.getsource(searches)])
        yield page


def in_page(page: Page, asked: str) -> Any:
    told: str = page.evaluate("(asked) => python.runPython(asked)", f"import json; json.dumps({asked})")
    return json.loads(told)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_grows_the_same_tree_as_elsewhere_and_is_quick(page: Page, game: str, record_property: Record) -> None:
    assert in_page(page, f"quick_here('{game}').name") == "translated"
    translated = in_page(page, f"trees('{game}', {ITERATIONS}, quick_here('{game}'))")
    assert translated == searches.trees(game, ITERATIONS, policies.compiled_form(game))
    assert translated == searches.trees(game, ITERATIONS, policies.interpreted_form(game))

    compiled = searches.rate(game, LONG[game], policies.compiled_form(game), TURNS)
    quick = in_page(page, f"rate('{game}', {LONG[game]}, quick_here('{game}'), {TURNS})")
    slow = in_page(page, f"rate('{game}', {INTERPRETED}, policies.interpreted_form('{game}'), 1)")
    figures = f"{quick:,.0f} in the page, {compiled:,.0f} compiled, {slow:,.0f} interpreted in the page"
    record_property("figure", f"{game}: iterations of the search a second: {figures}; share {quick / compiled:.2f}")
    assert quick >= ENOUGH * compiled
