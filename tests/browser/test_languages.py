"""Every screen speaks Swedish, Icelandic and English, and nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import People
from tests.browser.screens import SCREENS

LANGUAGES = ("en", "sv", "is")
AREAS = "common|home|setup|waiting|table|end|cento|nimmt|ten|replay|rules|pad|settings|tutorial"
A_KEY = re.compile(rf"\b({AREAS})\.[a-z]\w+")
PLACEHOLDER = re.compile(r"\{\w+\}")

EVERYTHING_WRITTEN = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.data);
  for (const element of document.body.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-description", "aria-valuetext"])
      if (element.hasAttribute(name)) found.push(element.getAttribute(name));
  return found.map((text) => text.trim()).filter(Boolean);
}"""


def written(page: Page) -> set[str]:
    """All that can be read or heard on a page."""
    return set(page.evaluate(EVERYTHING_WRITTEN))


def is_a_phrase(text: str) -> bool:
    """Several words; single words and names may well be the same in two languages."""
    return len(re.findall(r"[^\W\d_]{2,}", text)) >= 3


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_speaks_three_languages(people: People, name: str) -> None:
    heard: dict[str, set[str]] = {}
    for language in LANGUAGES:
        page = SCREENS[name](people, people.invite(language))
        expect(page.locator("html")).to_have_attribute("lang", language)
        texts = written(page)
        assert not [text for text in texts if A_KEY.search(text) or PLACEHOLDER.search(text)]
        heard[language] = {text for text in texts if is_a_phrase(text)}
    for one, other in (("en", "sv"), ("en", "is"), ("sv", "is")):
        assert not heard[one] & heard[other], f"the same in {one} and {other}"


@pytest.mark.parametrize(("language", "play_now"), [("en", "Play now"), ("sv", "Spela nu"), ("is", "Spila núna")])
def test_the_language_of_the_browser_is_taken_and_can_be_changed_at_once(
    people: People, language: str, play_now: str
) -> None:
    page = people.invite(language).page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_text(play_now).first).to_be_visible()
