"""Every screen, in light and dark, for people who see, hear and move differently."""

from __future__ import annotations

import pytest

from tests.browser.axe import small_targets, too_wide, violations
from tests.browser.people import People, Theme
from tests.browser.screens import SCREENS

THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing_and_everything_can_be_hit_and_enlarged(people: People, name: str) -> None:
    person = people.invite(size="phone")
    page = SCREENS[name](people, person)
    troubles = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        troubles += [f"{theme}: {found}" for found in violations(page)]
    troubles += [f"too small: {found}" for found in small_targets(page)]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if (excess := too_wide(page)) > 0:
        troubles.append(f"with text of double size the page is {excess} pixels too wide")
    assert not troubles, "\n".join(troubles)


@pytest.mark.parametrize("name", [name for name in SCREENS if name.startswith(("home", "table", "new", "pad"))])
def test_axe_finds_nothing_on_a_wide_screen(people: People, name: str) -> None:
    page = SCREENS[name](people, people.invite(size="wide"))
    troubles = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        troubles += [f"{theme}: {found}" for found in violations(page)]
    assert not troubles, "\n".join(troubles)
