"""Lessons: what is taught happens, a balloon covers nothing that it speaks of, and invited people can learn first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SMALLEST_TARGET
from tests.browser.lessons import LessonTaken
from tests.browser.people import GAMES, SIZES, People
from tests.kit.server import a_person

STEPS = {"cento": {1, 2, 3, 5, 6, 7, 8, 9}, "nimmt": {1, 2, 3, 4, 5, 6, 7, 8}, "ten": {1, 2, 3, 4, 7, 8, 9, 10}}
SAYING = 4  # in Cento, for those who say the total

# What a balloon must not do, once the page has looked again where everything is.
COVERED = """async () => {
  const look = () => {
    const box = (what) => document.querySelector(what)?.getBoundingClientRect();
    const balloon = box("section.bubble");
    const wrong = [];
    const also = document.querySelector("section.bubble").dataset.also;
    if (also && !box(also)) wrong.push(`speaks of ${also}, which is not there`);
    for (const what of ["[data-ring]", "[data-part=hand]", ...(also ? [also] : [])]) {
      const other = box(what);
      if (other && balloon.left < other.right - 1 && other.left < balloon.right - 1
          && balloon.top < other.bottom - 1 && other.top < balloon.bottom - 1) wrong.push(`covers ${what}`);
    }
    if (balloon.left < 0 || balloon.right > innerWidth + 1) wrong.push("does not fit");
    const docked = document.querySelector("section.bubble.docked") !== null;
    if (!docked && (balloon.top < 0 || balloon.bottom > innerHeight + 1)) wrong.push("is not in sight");
    if (!box("[data-ring]")) wrong.push("is about nothing");
    for (const button of document.querySelectorAll("section.bubble button")) {
      if (button.offsetHeight < SMALLEST_TARGET) wrong.push(`has a small button: ${button.textContent}`);
    }
    return wrong;
  };
  const frames = async (many) => {
    for (let n = 0; n < many; n += 1) await new Promise((done) => requestAnimationFrame(done));
  };
  dispatchEvent(new Event("resize"));  // the coach looks in the next frame
  let wrong = ["has not looked"];
  for (const end = Date.now() + 5000; Date.now() < end && wrong.length > 0; wrong = look()) await frames(3);
  return wrong;
}""".replace("SMALLEST_TARGET", str(SMALLEST_TARGET))


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("game", GAMES)
def test_in_a_lesson_everything_happens_and_no_balloon_covers_what_it_speaks_of(
    people: People, game: str, language: str
) -> None:
    ada = people.invite(language, taught=False)
    lesson = LessonTaken(ada, game)
    says = game == "cento" and language == "en"  # then a step more
    lesson.begin(says, pace=300)

    sizes = SIZES if language == "is" else {"phone": SIZES["phone"]}  # on larger screens the longest words suffice

    def look(step: int) -> None:
        for size, (width, height) in sizes.items():
            ada.page.set_viewport_size({"width": width, "height": height})
            assert ada.page.evaluate(COVERED) == [], (step, size)
        ada.page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
        set_text_size(ada.page, "200%")
        assert ada.page.evaluate(COVERED) == [], (step, "double text")
        set_text_size(ada.page, "100%")
        ada.page.evaluate(COVERED)  # until nothing moves any more

    lesson.take(look)
    assert set(lesson.seen) == STEPS[game] | ({SAYING} if says else set())
    lesson.bubble.locator("button.main").tap()
    expect(lesson.bubble).to_have_count(0)


def set_text_size(page: Page, size: str) -> None:
    page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)


def test_who_is_invited_can_learn_first_and_comes_back_to_the_table(people: People) -> None:
    ada, ben = people.invite(), people.invite(taught=False)
    path = ada.open_table("nimmt", 2, seats=[a_person()])
    ben.page.goto(path)
    ben.page.get_by_role("button", name="Learn it in two minutes").tap()
    lesson = ben.page.get_by_role("region", name="How to play")
    expect(lesson).to_be_visible()
    lesson.get_by_role("button", name="Back to the table").tap()
    expect(ben.page).to_have_url(re.compile(f"{path}$"))
    expect(ben.page.get_by_label("What is your name?")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Learn it in two minutes")).to_have_count(0)
