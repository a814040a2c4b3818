"""Puzzles in the browser: that of the day, sets of five, on paper, and without a connection."""

from __future__ import annotations

import datetime
import re

from playwright.sync_api import Page, expect

from tests.browser.people import People, Person
from tests.browser.test_bad_cases import LOST
from tiotal.puzzles import Puzzle, of_the_day, set_of

A_DAY = datetime.date(2026, 11, 18)
ALL_KEPT = """async () => {
  for (;;) {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const urls = kept.flat().map(({ url }) => url);
    if (["cento", "nimmt", "ten"].every((game) => urls.some((url) => url.includes(`/assets/${game}.en-`)))) return;
    await new Promise((later) => setTimeout(later, 50));
  }
}"""


def on_day(person: Person, day: datetime.date) -> Page:
    """With a device whose calendar shows this day, late in the evening."""
    person.page.clock.set_fixed_time(datetime.datetime.combine(day, datetime.time(23, 30)))
    return person.page


def question(page: Page) -> None:
    page.locator("[data-part=bar].mine").wait_for()


def play_card(page: Page, puzzle: Puzzle, move: str) -> None:
    """A card of Cento that is played as it is, by two taps or with one of the choices."""
    question(page)
    card = puzzle.game.read(move).card
    cards = puzzle.view.shown()["hands"][puzzle.seat]
    page.locator("button.held").nth(cards.index(card)).tap()
    choices = sorted(each.written for each in puzzle.view.moves if each.card == card)
    if len(choices) > 1:
        page.locator("[data-choice]").nth([m.written for m in puzzle.view.moves if m.card == card].index(move)).tap()
    else:
        page.wait_for_timeout(400)  # two taps at once are one
        page.locator("button.held[aria-pressed=true]").tap()


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_is_solved_once(people: People) -> None:
    puzzle = of_the_day("cento", A_DAY)
    page = on_day(people.invite(), A_DAY)
    page.goto("/puzzles")
    page.get_by_role("region", name="Cento").get_by_role("link", name="Puzzle of the day").tap()
    question(page)
    expect(page.locator("button.held")).to_have_count(len(puzzle.view.shown()["hands"][puzzle.seat]))
    play_card(page, puzzle, puzzle.best.move)
    expect(page.get_by_role("heading", name="That is the best move!")).to_be_visible()
    expect(page.get_by_text("2 points of 2")).to_be_visible()
    for sentence in puzzle.reasons(puzzle.best.move, "en"):
        expect(page.get_by_text(sentence).first).to_be_visible()
    expect(page.locator("ul svg rect.other, ul svg rect.top")).to_have_count(len(puzzle.choices))
    page.get_by_role("button", name="Try again").tap()
    play_card(page, puzzle, puzzle.choices[-1].move)
    expect(page.get_by_role("heading", name="There is a better one.")).to_be_visible()
    page.get_by_role("link", name="All puzzles").tap()
    expect(page.get_by_text("Solved: 2 points of 2")).to_be_visible()  # the first answer counts

    other = on_day(people.invite("is"), A_DAY)  # elsewhere, in another language
    other.goto("/puzzles/cento/day")
    question(other)
    expect(other.get_by_role("heading", level=1)).to_have_text("Cento: Þraut dagsins")
    held = other.locator("button.held").evaluate_all("(cards) => cards.length")
    assert held == len(puzzle.view.shown()["hands"][puzzle.seat])


def test_a_set_of_five_is_solved_one_after_the_other_and_printed_with_the_solutions_apart(people: People) -> None:
    five = set_of("cento", 1, 1)
    page = people.invite().page
    page.add_init_script("window.print = () => (window.printed = document.querySelector('div.paper').innerText)")
    page.goto("/puzzles/cento/set/1/1")
    page.get_by_role("link", name="Start").tap()
    got = 0
    for place, puzzle in enumerate(five, 1):
        expect(page.get_by_role("heading", name=f"Cento: Puzzle {place} of 5")).to_be_visible()
        move = puzzle.choices[0 if place % 2 else -1].move
        play_card(page, puzzle, move)
        expect(page.locator(f".verdict[data-points='{puzzle.points(move)}']")).to_be_visible()
        got += puzzle.points(move)
        page.get_by_role("link", name="See all five" if place == 5 else "Next puzzle").tap()
    expect(page.get_by_text(f"{got} points of 10 in all")).to_be_visible()

    page.emulate_media(media="print")
    expect(page.locator("div.paper")).to_be_visible()
    expect(page.get_by_role("link")).to_have_count(0)
    expect(page.locator("div.paper > section")).to_have_count(2)
    assert page.locator("div.paper > section").nth(1).evaluate("(page) => getComputedStyle(page).breakBefore") == "page"
    for puzzle in five:
        expect(page.locator("div.paper > section").nth(1)).to_contain_text(puzzle.reasons(puzzle.best.move, "en")[0])
    page.emulate_media(media="screen")
    expect(page.locator("div.paper")).to_be_hidden()
    page.get_by_role("button", name="Print the puzzles").tap()
    assert "Solutions" not in page.evaluate("window.printed")
    page.get_by_role("button", name="Print the solutions").tap()
    assert "Solutions" in page.evaluate("window.printed")
    assert "Why?" not in page.evaluate("window.printed")


def test_puzzles_work_without_a_connection_and_with_the_keyboard(people: People) -> None:
    person = people.invite(offline_copies=True)
    person.expects(LOST)
    page = on_day(person, A_DAY)
    page.goto("/")
    page.evaluate(ALL_KEPT)
    person.context.set_offline(True)
    page.goto("/puzzles/ten/set/1/1/1")
    question(page)
    page.locator("[data-part=bar] button").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Solutions")).to_be_focused()
    expect(page.get_by_role("heading", name=re.compile("best move|better one"))).to_be_visible()
    expect(page.locator(".isBest p").first).to_be_visible()
    for game in ("nimmt", "ten"):
        page.goto(f"/puzzles/{game}/day")
        question(page)
    page.goto("/puzzles/chess/day")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
