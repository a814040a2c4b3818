"""What somebody chooses for this device is shown at once and kept."""

from __future__ import annotations

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
