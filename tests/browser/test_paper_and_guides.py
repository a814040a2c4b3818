"""What is to be printed can be opened in every language, on every paper; and what guides say of privacy is so."""

from __future__ import annotations

from urllib.parse import urlsplit

import pypdfium2
from playwright.sync_api import expect

from tests.browser.people import People
from tiotal.words import LANGUAGES

# The first sheet on the page, as its link gets it.
OPEN_SHEET = """async () => {
  const link = await new Promise((found) => {
    const look = () => document.querySelector("main li a") ?? setTimeout(() => found.again(), 50);
    found.again = () => { const link = look(); if (link.href) found(link); };
    found.again();
  });
  return (await (await fetch(link.href)).text()).slice(0, 4);
}"""
KEPT = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url).filter((url) => url.includes(".pdf"));
}"""
KEYS = "[...Object.keys(localStorage), ...Object.keys(sessionStorage)]"


def test_every_sheet_can_be_opened(people: People) -> None:
    for language in LANGUAGES:
        person = people.invite(language)
        page = person.page
        page.goto("/paper")
        links = page.locator("main li a")
        links.first.wait_for()
        offered = set[str]()
        for paper in ("A4", "US letter"):
            page.get_by_role("radio", name=paper).check()
            for _ in range(2):
                offered |= {str(link.get_attribute("href")) for link in links.all()}
                page.get_by_role("switch").click()
        assert len(offered) == 2 * (14 + 9)
        for address in offered:
            answer = person.context.request.get(address)
            assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
            assert "immutable" in answer.headers["cache-control"]
            assert len(pypdfium2.PdfDocument(answer.body())) > 0


def test_a_sheet_is_kept_when_it_is_opened_and_not_before(people: People) -> None:
    person = people.invite(offline_copies=True)
    page = person.page
    page.goto("/paper")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    assert page.evaluate(KEPT) == []
    assert page.evaluate(OPEN_SHEET) == "%PDF"
    page.wait_for_function(f"({KEPT})().then((kept) => kept.length === 1)")
    person.context.set_offline(True)
    assert page.evaluate(OPEN_SHEET) == "%PDF"
    page.get_by_role("link", name="Number lines").tap()
    expect(page.get_by_role("status")).to_have_text(
        "There is no connection, and this sheet has not been opened on this device before."
    )
    person.context.set_offline(False)


def test_one_cookie_and_nothing_from_other_companies(people: People) -> None:
    """Whatever somebody does here, and also what `People` notes on every page of every test."""
    person = people.invite()
    asked = set[str]()
    person.context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    person.behind(person.sit_at("cento", options={"preset": "to-20-a"}))
    for path in ("/", "/guide", "/guide/teachers", "/paper", "/settings", "/pad/nimmt"):
        person.page.goto(path)
        person.page.locator("main").wait_for()
        person.settle()
    assert asked == {urlsplit(people.url).netloc}
    (cookie,) = person.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("tiotal_device", True, "Strict")
    assert person.name not in cookie["value"]
    assert all(key.startswith("tiotal.") for key in person.page.evaluate(KEYS))


def test_guides_are_read_part_by_part(people: People) -> None:
    page = people.invite("is").page
    page.goto("/guide")
    expect(page.get_by_role("heading", level=1)).to_have_text("Fyrir foreldra og kennara")
    page.get_by_role("link", name="Fyrir kennara").tap()
    page.locator("details summary").tap()
    page.get_by_role("link", name="Persónuvernd").tap()
    expect(page.get_by_role("heading", name="Persónuvernd")).to_be_in_viewport()
    page.get_by_role("link", name="Prenta").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Prenta")
