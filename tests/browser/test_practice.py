"""Practice and "What I can already do": two tries, kind words, no clock; all of it stays on the device."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.people import People
from tests.browser.screens import say_sum

A_SUM = re.compile(r"How much is ([\d,]+) ([+−×÷]) (\d+)\?")
A_CLOCK = re.compile(r"\d:\d\d|\b\d+ ?(s|sec|seconds|min|minutes)\b")
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('tiotal.sums.'))"


def start(page: Page) -> None:
    page.get_by_role("button", name="Start").click()
    page.locator(".pad .digit").first.wait_for()


def result(page: Page) -> int:
    """Of the sum that is asked."""
    found = A_SUM.search(page.locator("main h1").inner_text())
    assert found, page.locator("main h1").inner_text()
    before, by = int(found[1].replace(",", "")), int(found[3])
    return {"+": before + by, "−": before - by, "×": before * 2, "÷": before // 2}[found[2]]


def answer(page: Page, *tries: int) -> None:
    """The right results with the numbers of `tries` added to them; until the next sum is asked."""
    asked = page.locator("main h1").inner_text()
    right = result(page)
    for off in tries:
        say_sum(page, str(right + off))
    if tries[-1] != 0:
        page.get_by_role("button", name="Go on").click()
    expect(page.locator("main h1")).not_to_have_text(asked)
    expect(page.locator(".box")).to_be_visible()


def practise(page: Page) -> None:
    """Right at once, right at the second try, and shown in the end; then on to what somebody can do."""
    start(page)
    for tries in ((0,), (1, 0), (1, 2)):
        answer(page, *tries)
    page.get_by_role("button", name="Stop practising").click()
    expect(page.get_by_role("heading", name="Well done")).to_be_visible()
    expect(page.get_by_text("You calculated 3 sums. 1 was right at once.")).to_be_visible()
    page.get_by_role("link", name="What I can already do").click()
    expect(page.get_by_role("heading", name="For adults: the figures")).to_be_visible()
    assert counted(page) == 3


def counted(page: Page) -> int:
    """The sums in the table."""
    return sum(int(cell) for cell in page.locator("tbody td:nth-child(2)").all_inner_texts())


def test_a_practice_is_met_with_a_hint_and_a_way_and_shows_no_clock(people: People) -> None:
    ada = people.invite(name="Ada")
    page = ada.page
    page.goto("/practice")
    start(page)
    said = page.locator(".said")
    answer(page, 0)

    right = result(page)
    say_sum(page, str(right + 1))
    expect(said).to_contain_text("Not quite yet. Here is a start:")
    expect(page.locator(".middle")).to_contain_text("= ?")
    assert not re.search(rf"= {right:,}(?!\d)", page.locator(".middle").inner_text())
    say_sum(page, str(right))
    expect(said).to_contain_text("Now you have it!")
    page.locator(".box").wait_for()

    page.get_by_role("button", name="Help me").click()
    expect(said).to_contain_text("Here is a start:")
    right = result(page)
    say_sum(page, str(right + 1))
    expect(said).to_contain_text("This is a way to get there:")
    expect(page.locator(".middle")).to_contain_text(f"= {right:,}")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    assert not A_CLOCK.search(page.locator("main").inner_text())
    page.keyboard.press("Enter")

    page.locator(".box").wait_for()
    page.keyboard.type(str(result(page)))  # as on a keyboard
    page.keyboard.press("Enter")
    expect(said).to_contain_text("✓")
    page.get_by_role("button", name="Stop practising").click()
    expect(page.get_by_text("You calculated 4 sums. 2 were right at once.")).to_be_visible()
    expect(page.get_by_role("heading", name="Look at this one again:")).to_be_visible()


def test_what_somebody_can_do_stays_here_is_saved_printed_and_erased(people: People, tmp_path: Path) -> None:
    ada = people.invite(name="Ada")
    page = ada.page
    page.goto("/practice")
    page.get_by_role("button", name="Start").wait_for()
    ada.settle()
    asked: list[tuple[str, str | None, str]] = []
    page.on("request", lambda request: asked.append((request.method, request.post_data, request.url)))
    page.on("websocket", lambda socket: asked.append(("WebSocket", None, socket.url)))
    practise(page)
    ada.settle()
    assert asked  # the next screen itself came from the server, and nothing went there
    for method, body, url in asked:
        assert (method, body) == ("GET", None), url
        assert re.search(r"/assets/[^?]+$", url), url

    expect(page.locator("main li .unseen")).to_have_count(7)
    expect(page.locator("main li .unseen", has_text="just begun").first).to_be_attached()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a table (CSV)").click()
    saving.value.save_as(tmp_path / "sums.csv")
    assert saving.value.suggested_filename == "tiotal-Ada.csv"
    head, *rows = csv.reader(io.StringIO((tmp_path / "sums.csv").read_text(encoding="utf-8-sig")))
    assert head[:5] == ["Kind of sum", "Numbers", "Sums", "Right at once", "Second try"]
    assert [sum(int(row[place]) for row in rows) for place in (2, 3, 4)] == [3, 1, 1]

    page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body[data-printed]")).to_have_count(1)
    page.emulate_media(media="print")
    for hidden in ("Print", "Save as a table (CSV)", "Erase the sums of Ada"):
        expect(page.get_by_role("button", name=hidden)).to_be_hidden()
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main table")).to_be_visible()
    page.emulate_media(media="screen")

    assert page.evaluate(KEPT) == ["tiotal.sums.Ada"]
    page.get_by_role("button", name="Erase the sums of Ada").click()
    page.get_by_role("button", name="Erase them").click()
    expect(page.get_by_text("The sums are erased.")).to_be_visible()
    expect(page.locator("main table")).to_have_count(0)
    assert page.evaluate(KEPT) == []
