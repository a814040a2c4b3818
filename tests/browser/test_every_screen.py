"""Every screen and panel: for people who see, hear and move differently, and in three languages."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import OF_COLOURS, small_targets, too_wide, violations
from tests.browser.people import SIZES, People
from tests.browser.screens import SCREENS
from tiotal.words.page import words_of

A_KEY = re.compile(rf"\b({'|'.join({key.partition('.')[0] for key in words_of('en')})})\.[a-z]\w+")
A_LONG_NAME = "Aðalheiðurguðmundínaþorgerðurannasigríða"  # as long as can be, and without a space
TITLE = re.compile(r"Tiotal|.+ – (Cento|11 nimmt!|10|Tiotal)")
PLACEHOLDER = re.compile(r"\{\w+\}")

EVERYTHING_WRITTEN = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.data);
  for (const element of document.body.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-description", "aria-valuetext"])
      if (element.hasAttribute(name)) found.push(element.getAttribute(name));
  return found.map((text) => text.trim()).filter(Boolean);
}"""


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_for_everybody_in_three_languages(people: People, name: str) -> None:
    person = people.invite(name=A_LONG_NAME)
    others = () if name.endswith("-many") else ("sv", "is")  # more people say nothing else
    pages = SCREENS[name].pages(people, person, *others)
    heard, troubles = {}, []
    for language, page in zip(("en", *others), pages, strict=True):
        heard[language] = phrases(page, language)
        troubles += [f"{language}: {line}" for line in sticking_out(page)]
    troubles += barriers(person.page)
    if name.startswith(("end-", "pad-sheet-", "puzzle-set")) or name == "progress":
        troubles += [f"pale when printed: {text}" for text in pale_on_paper(person.page)]
    for one, other in itertools.combinations(heard, 2):
        troubles += [f"the same in {one} and {other}: {text}" for text in heard[one] & heard[other]]
    assert not troubles, "\n".join(troubles)


def barriers(page: Page) -> list[str]:
    """What stands in somebody's way: axe-core finds it, or it cannot be hit."""
    found = [f"phone, {line}" for line in seen_by_axe(page)]
    found += [f"too small: {target}" for target in small_targets(page)]
    width, height = SIZES["wide"]
    page.set_viewport_size({"width": width, "height": height})
    return found + [f"wide, {line}" for line in seen_by_axe(page)]


def sticking_out(page: Page) -> list[str]:
    """Nobody has to scroll sideways to read, whatever the size of the text."""
    found = []
    for size in ("100%", "200%"):
        page.evaluate("(size) => document.documentElement.style.fontSize = size", size)
        if (excess := too_wide(page)) > 0:
            found.append(f"with text of {size} the page is {excess} pixels too wide")
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def seen_by_axe(page: Page) -> list[str]:
    page.emulate_media(color_scheme="light")
    found = [f"light: {violation}" for violation in violations(page)]
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {violation}" for violation in violations(page, OF_COLOURS)]


PALE = """() => {
  const light = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest("svg, .unseen, script, style") || !element.checkVisibility()) continue;
    if (1.05 / (light(getComputedStyle(element).color) + 0.05) < 4.5) found.push(text);
  }
  return found;
}"""


def pale_on_paper(page: Page) -> list[str]:
    """What cannot be read on white paper; backgrounds are seldom printed."""
    page.emulate_media(media="print", color_scheme="dark")
    found: list[str] = page.evaluate(PALE)
    page.emulate_media(media="screen")
    return found


def phrases(page: Page, language: str) -> set[str]:
    """All that can be read or heard on a page and is more than a word or two, which may be the same elsewhere."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    texts = set(page.evaluate(EVERYTHING_WRITTEN))
    assert not [text for text in texts if A_KEY.search(text) or PLACEHOLDER.search(text)]
    assert TITLE.fullmatch(page.title()), page.title()
    return {text for text in texts if len(re.findall(r"\b[^\W\d_]{2,}\b", text)) >= 3}


@pytest.mark.parametrize(("language", "play_now"), [("en", "Play now"), ("sv", "Spela nu"), ("is", "Spila núna")])
def test_the_language_of_the_browser_is_taken(people: People, language: str, play_now: str) -> None:
    page = people.invite(language).page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_text(play_now).first).to_be_visible()
