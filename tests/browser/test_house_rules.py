"""House rules in the browser: opened from a file, shown at the table, saved for another time."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.people import People
from tiotal import read_house_rules

CARDS = ["+1", "+2", "+3", "+5", "-1", "FLIP"]
TEXT = f"""name = "Mormors <b>Cento</b>"
game = "cento"
players = 2

[options]
preset = "own"
cards = {CARDS}
target = 30
match = "series"
limit = 200
"""
WILD = """name = "Wild"
game = "nimmt"
players = [5, 6]

[options]
bull_window = "sliding"
"""


def a_file(folder: Path, text: str) -> Path:
    file = folder / "rules.toml"
    file.write_text(text, encoding="utf-8")
    return file


def choose(page: Page, file: Path) -> None:
    """As somebody does who has to find the place first."""
    details = page.locator("section.options details")
    if details.get_attribute("open") is None:
        page.get_by_text("House rules", exact=True).tap()
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Open house rules…").tap()
    asked.value.set_files(file)


def test_a_file_is_opened_played_by_and_saved(people: People, tmp_path: Path) -> None:
    ada, ben = people.invite(name="Ada"), people.invite()
    page = ada.page
    page.goto("/new/cento")
    page.get_by_role("radio", name="One device each").check()
    choose(page, a_file(tmp_path, TEXT))
    expect(page.get_by_role("status").filter(has_text="Mormors")).to_contain_text("For 2 players.")
    expect(page.get_by_label("What do you call these rules?")).to_have_value("Mormors <b>Cento</b>")
    expect(page.get_by_role("spinbutton", name="Number of players")).to_have_value("2")
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="Play to")).to_have_value("30")
    expect(page.get_by_role("spinbutton", name="Points limit")).to_have_value("200")
    expect(page.locator(".kind[aria-pressed=true]")).to_have_count(len(CARDS))

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").tap()
    assert saved.value.suggested_filename == "Mormors-b-Cento-b.toml"
    kept = read_house_rules(saved.value.path().read_text(encoding="utf-8"))
    assert kept.options == read_house_rules(TEXT).options

    page.get_by_role("button", name="Open the table").tap()
    expect(page.get_by_role("heading", name="Mormors <b>Cento</b>")).to_be_visible()  # over its cards
    ben.page.goto(page.url)
    expect(ben.page.get_by_text("Mormors <b>Cento</b>").first).to_be_visible()
    ben.page.get_by_label("What is your name?").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").first.tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    for device in (ada, ben):
        expect(device.page.get_by_role("heading", level=1)).to_contain_text("Mormors <b>Cento</b>")
    ben.page.locator("[data-panel=menu]").tap()
    ben.page.get_by_role("button", name="House rules").tap()
    expect(ben.page.get_by_role("dialog")).to_contain_text("Play to: 30")
    with ben.page.expect_download() as taken:
        ben.page.get_by_role("button", name="Save these rules").tap()
    assert read_house_rules(taken.value.path().read_text(encoding="utf-8")).options == kept.options

    page.goto("/new/cento")  # they are there the next time
    expect(page.get_by_label("What do you call these rules?")).to_have_value("Mormors <b>Cento</b>")


def test_a_file_that_cannot_be_played_says_why_and_changes_nothing(people: People, tmp_path: Path) -> None:
    ada = people.invite()
    ada.expects("status of 422")
    page = ada.page
    page.goto("/new/cento")
    choose(page, a_file(tmp_path, TEXT.replace("30", "301").replace(str(CARDS), "['+50']")))
    alert = page.locator("section.options").get_by_role("alert")
    expect(alert).to_have_text("With these cards nobody can ever reach exactly 301.")
    expect(page.get_by_label("What do you call these rules?")).to_have_value("")
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()
    choose(page, a_file(tmp_path, "#" * 20_000))
    expect(alert).to_have_text("This file is too large to be house rules.")
    choose(page, a_file(tmp_path, TEXT))  # mended
    expect(alert).to_have_count(0)
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()


def test_rules_of_another_game_are_set_up_there(people: People, tmp_path: Path) -> None:
    page = people.invite().page
    page.goto("/new/cento")
    choose(page, a_file(tmp_path, WILD))
    page.wait_for_url("**/new/nimmt")
    expect(page.get_by_role("radio", name="Ten above the last")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="Number of players")).to_have_value("5")
    expect(page.get_by_label("What do you call these rules?")).to_have_value("Wild")
