"""What somebody chooses for this device is shown at once and kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import People


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
