"""What somebody chooses for this device is shown at once and kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from tests.kit.server import a_bot, a_person


@pytest.mark.parametrize(
    ("label", "attribute", "value"),
    [
        ("Dark", "data-theme", "dark"),
        ("Light", "data-theme", "light"),
        ("Large", "data-cards", "large"),
        ("Left-handed", "data-hand", "left"),
        ("Motion", "data-motion", "on"),
        ("Íslenska", "lang", "is"),
    ],
)
def test_a_choice_is_shown_at_once_and_kept(people: People, label: str, attribute: str, value: str) -> None:
    page = people.invite(motion=False).page
    page.goto("/settings")
    page.get_by_role("radio", name=label).or_(page.get_by_role("switch", name=label)).tap()
    expect(page.locator("html")).to_have_attribute(attribute, value)
    page.reload()
    expect(page.locator("html")).to_have_attribute(attribute, value)


def test_a_left_handed_table_with_large_cards(people: People) -> None:
    ada = people.invite(leftHanded=True, cards="large")
    ada.sit_at("cento")
    held = ada.page.locator("button.held")
    expect(held).to_have_count(5)
    width = held.first.bounding_box()
    assert width is not None and width["width"] >= 44
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_with_reduced_motion_nothing_moves(people: People) -> None:
    ada = people.invite(motion=False)
    path = ada.sit_at("cento", 3)
    ada.behind(path, moves=2)
    assert (
        ada.page.evaluate("document.getAnimations().filter((one) => one.effect.getTiming().duration > 1).length") == 0
    )


@pytest.mark.parametrize(
    ("language", "thousand", "rounds"),
    [
        ("en", "1,000", {1: "1 round", 11: "11 rounds", 21: "21 rounds"}),
        ("sv", "1\N{NO-BREAK SPACE}000", {1: "1 omgång", 11: "11 omgångar", 21: "21 omgångar"}),
        ("is", "1.000", {1: "1 umferð", 11: "11 umferðir", 21: "21 umferð"}),
    ],
)
def test_numbers_and_plurals_are_those_of_the_language(
    people: People, language: str, thousand: str, rounds: dict[int, str]
) -> None:
    """Whatever the browser knows of it: Chromium has no Icelandic."""
    page = people.invite(language).page
    page.goto("/pad/cento")
    ways = page.locator("input[name=way]")
    ways.nth(1).check()  # first to so many points
    page.locator("input.number").fill("1000")
    expect(page.locator(".way.chosen strong")).to_contain_text(thousand)
    for n, told in rounds.items():
        page.goto("/pad/cento")
        ways.nth(2).check()  # counting wins, one round or more
        page.locator("fieldset input[type=number]").last.fill(str(n))
        page.locator("button.main").tap()
        expect(page.get_by_text(re.compile(rf", {told}$"))).to_be_visible()


# --- What is kept about people ----------------------------------------------------------------------------------
def test_somebody_sees_what_is_kept_saves_it_and_deletes_it(people: People) -> None:
    ada, ben = people.invite(), people.invite()
    path = ada.open_table("nimmt", 2, seats=[a_person(ada.name)])
    ben.page.goto(path)
    ben.page.get_by_label("Your name").fill("Zebedeus")
    ben.page.get_by_role("button", name="Sit down").first.tap()
    ada.page.goto(path)
    expect(ada.page.get_by_text("Zebedeus").first).to_be_visible()
    page = ben.page
    page.goto("/settings")
    page.get_by_role("button", name="Show what is kept").tap()
    section = page.get_by_role("region", name="What is kept about you")
    expect(section.get_by_role("listitem")).to_have_count(1)
    expect(section).to_contain_text("Zebedeus")
    expect(section).to_contain_text("90 days after the last move")
    with page.expect_download() as saved:
        section.get_by_role("link", name="Save as a file").tap()
    assert "Zebedeus" in saved.value.path().read_text()
    section.get_by_role("button", name="Delete everything").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Do not delete").tap()
    expect(section).to_contain_text("Zebedeus")
    section.get_by_role("button", name="Delete everything").tap()
    dialog.get_by_role("button", name="Delete everything").tap()
    expect(section).to_contain_text("Everything has been deleted.")
    assert "Zebedeus" not in page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
    expect(ada.page.get_by_text("Zebedeus")).to_have_count(0)
    section.get_by_role("button", name="Home").tap()
    page.wait_for_url("**/")
    ben.expects("401")  # somebody new, who may not have been given a secret yet
    assert page.evaluate("fetch('/api/my-data').then((answer) => answer.status)") in (200, 401)
    page.goto("/settings")
    page.get_by_role("button", name="Show what is kept").tap()
    expect(section).to_contain_text("The server keeps nothing about you.")


def test_the_host_deletes_a_table_and_everybody_is_told(people: People) -> None:
    ada, ben = people.invite(), people.invite()
    path = ada.sit_at("nimmt", 2, settings={"spectators": True})
    ben.page.goto(path)
    expect(ben.page.locator(".watching")).to_be_visible()
    ada.page.locator("[data-panel=menu]").tap()
    ada.page.get_by_role("button", name="Delete the table").tap()
    expect(ada.page.get_by_role("dialog")).to_contain_text("for everybody")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete the table").tap()
    for page in (ada.page, ben.page):
        expect(page.get_by_role("heading", name="This table no longer exists")).to_be_visible()
    ada.page.goto("/settings")
    ada.page.get_by_role("button", name="Show what is kept").tap()
    expect(ada.page.get_by_text("The server keeps nothing about you.")).to_be_visible()


def test_others_are_told_when_somebody_leaves_for_good(people: People) -> None:
    ada, ben = people.invite(), people.invite()
    path = ada.open_table("nimmt", 3, seats=[a_person(ada.name), None, a_bot()])
    ben.page.goto(path)
    ben.page.get_by_label("Your name").fill("Zebedeus")
    ben.page.get_by_role("button", name="Sit down").first.tap()
    page = ada.page
    page.goto(path)
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("button.held").first).to_be_visible()
    ben.page.goto("/settings")
    ben.page.get_by_role("button", name="Delete everything").tap()
    ben.page.get_by_role("dialog").get_by_role("button", name="Delete everything").tap()
    expect(ben.page.get_by_text("Everything has been deleted.")).to_be_visible()
    expect(page.get_by_text("has left for good. A bot plays on.").first).to_be_attached()
    expect(page.get_by_text("Zebedeus")).to_have_count(0)
    page.locator("[data-panel=log]").tap()
    expect(page.get_by_text("Zebedeus")).to_have_count(0)
