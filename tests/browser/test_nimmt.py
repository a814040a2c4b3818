"""The meadow of 11 nimmt!: every stack in sight, the same two steps for every card, and a memory of one's own (N9)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.people import People, Person
from tests.browser.screens import on_turn
from tests.browser.tables import LiveTable
from tests.browser.test_every_screen import A_LONG_NAME
from tests.browser.test_room import boxes
from tests.kit.server import a_person

SIZES = ((360, 740), (820, 1180), (1440, 900), (1920, 1080))
MOST_STACKS = 40  # 79 cards are left to turn up, two with each take
TO_REMEMBER = "The cards from before your last turn are for you to remember."

# How many stacks there are, and which of them cannot be read or tapped where they are drawn.
STACKS = """() => {
  const tops = [...document.querySelectorAll(".meadow .stack > button.top")];
  const sight = document.querySelector(".meadow").getBoundingClientRect();
  const isReached = (top) => {
    const { left, right, top: upper, bottom, width, height } = top.getBoundingClientRect();
    const isWithin = left >= sight.left && right <= sight.right && upper >= sight.top - 1 && bottom <= sight.bottom + 1;
    const hit = document.elementFromPoint(left + width / 2, upper + Math.min(height, 44) / 2);
    return isWithin && width >= 44 && height >= 44 && top.contains(hit);
  };
  return { count: tops.length, out: tops.filter((top) => !isReached(top)).map((top) => top.innerText) };
}"""

LOWEST = "() => Math.max(...[...document.querySelectorAll('button.held')].map((e) => e.getBoundingClientRect().bottom))"


def at_one_device(person: Person, **others: Any) -> str:
    return person.sit_at("nimmt", 2, seats=[a_person("Ada"), a_person("Ben")], **others)


def show_cards(page: Page, path: str) -> None:
    page.goto(path)
    page.get_by_role("button", name=re.compile("^I am .*: show my cards$")).click()
    page.locator(".meadow").wait_for()


def test_every_stack_can_be_seen_and_tapped_however_many_there_are(people: People) -> None:
    ada = people.invite()
    path = at_one_device(ada)
    stacks = 1
    for wanted in (8, 13, 20, 30, MOST_STACKS):
        ada.behind(path, moves=wanted - stacks, prefer=("take:",))
        stacks = wanted
        show_cards(ada.page, path)
        for width, height in SIZES:
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.settle()
            seen = ada.page.evaluate(STACKS)
            if wanted == MOST_STACKS and width < 400:
                continue  # there the meadow scrolls
            assert seen == {"count": wanted, "out": []}, (wanted, width, height)
        ada.page.set_viewport_size({"width": 360, "height": 740})


def test_on_a_small_phone_stacks_and_hand_stay_in_sight_whatever_is_asked(people: People) -> None:
    ada = people.invite("is", name=A_LONG_NAME)
    page = ada.page
    names = (A_LONG_NAME, "Þorbjörn Guðmundsson", "Aðalheiður Sigurbjörnsdóttir")
    path = ada.sit_at("nimmt", 3, seats=[a_person(name) for name in names])
    ada.behind(path, moves=15, prefer=("take:",))
    page.goto(path)
    page.locator("main.cover button.main").click()
    page.set_viewport_size({"width": 360, "height": 640})
    on_turn(page)
    assert page.locator("button.held").count() > 14  # three rows

    def is_in_sight() -> None:
        ada.settle()
        assert page.evaluate(STACKS) == {"count": 16, "out": []}
        assert page.evaluate(LOWEST) < 641  # a page is scrolled by whole pixels

    is_in_sight()
    [told], [newest] = boxes(page, "[data-part=recent]"), boxes(page, "[data-part=recent] .newest")
    assert newest.y > told.y - 1  # who did it, too
    page.locator("button.held.playable").first.click()
    is_in_sight()
    page.locator("[data-panel=hint]").click()
    page.locator("section.panel h2").wait_for()
    is_in_sight()


def test_where_not_all_stacks_can_be_seen_those_that_a_card_fits_on_come_first(people: People) -> None:
    """On a phone on its side: the meadow scrolls, and shows that it does."""
    ada = people.invite()
    path = at_one_device(ada)
    ada.behind(path, moves=MOST_STACKS - 1, prefer=("take:",))
    ada.page.set_viewport_size({"width": 640, "height": 340})
    show_cards(ada.page, path)
    ada.settle()
    expect(ada.page.locator("p.more")).to_be_visible()
    fits = ada.page.locator(".stack").evaluate_all("(all) => all.map((one) => one.querySelector('.legal') !== null)")
    assert fits == sorted(fits, reverse=True)
    assert any(fits)
    ada.page.locator(".meadow").evaluate("(meadow) => meadow.scrollTo(0, 10_000)")
    expect(ada.page.locator("p.more")).to_have_count(0)


def test_a_card_under_a_stack_needs_two_steps_like_a_card_in_the_hand(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("nimmt", 2)
    ada.behind(path, stop=r"\d>", prefer=(r"\d>", "end"))
    table = LiveTable(ada, "nimmt")
    table.wait_for_turn()
    page = ada.page
    for step in ("tap", "press"):  # with a finger, and by keyboard
        tab = table.board.locator("button.tab.legal").first
        card = str(tab.get_attribute("data-at")).split("-")[1]
        before = table.moment
        tab.tap() if step == "tap" else tab.press("Enter")
        expect(tab).to_have_attribute("aria-pressed", "true")
        lifted = table.hand.locator("button[aria-pressed=true]")
        expect(lifted).to_have_attribute("data-at", f"hand-{card}")
        expect(table.bar).to_contain_text(re.compile("Tap it again, or tap the stack|fits on several stacks"))
        assert table.moment == before
        if step == "tap":
            page.keyboard.press("Escape")
            expect(lifted).to_have_count(0)
        else:
            page.wait_for_timeout(350)  # the same key twice at once is one
            tab.press("Enter")
            table.wait_past(before)
            expect(table.hand.locator(f"[data-at=hand-{card}]")).to_have_count(0)


def test_the_end_page_stays_with_the_result_while_the_last_move_is_shown(people: People) -> None:
    ada = people.invite(motion=True)
    path = ada.sit_at("nimmt", 2, options={"rounds": 1})
    ada.behind(path, prefer=(r"\d>", "end"))
    page = ada.page
    page.goto(path)
    expect(page.get_by_role("button", name="Show again")).to_be_attached()
    page.wait_for_timeout(2500)  # until the last move has been made
    assert page.evaluate("scrollY") == 0
    expect(page.locator("main h1")).to_be_in_viewport()


def test_n9_the_log_and_earlier_moments_begin_with_ones_last_turn(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("nimmt", 3)
    ada.behind(path, moves=4, prefer=("take:",))
    page = ada.page
    table = LiveTable(ada, "nimmt")
    for _ in range(2):  # as the page has followed, and as it is read anew
        assert not table.wait_for_turn()
        page.get_by_role("button", name="What happened").tap()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(TO_REMEMBER)).to_be_visible()
        lines = dialog.get_by_role("listitem")
        expect(lines.last).to_contain_text("You ")
        assert [line for line in lines.all_inner_texts() if line.startswith("You ")] == [lines.last.inner_text()]
        lines.last.get_by_role("button").tap()
        expect(page.get_by_text("Earlier moment").first).to_be_visible()
        expect(page.get_by_text(TO_REMEMBER)).to_be_visible()
        expect(page.get_by_role("button", name="One move back")).to_be_disabled()
        page.get_by_role("button", name="One move forward").tap()
        expect(page.get_by_text(TO_REMEMBER)).to_have_count(0)
        page.reload()
    page.goto(path)
    ada.behind(path, stop="round", prefer=(r"\d>", "end"))
    page.get_by_role("dialog").get_by_role("button", name="Next round").tap()
    page.get_by_role("button", name="What happened").tap()
    expect(page.get_by_role("dialog").get_by_role("heading", name="Round 1")).to_be_visible()
    told = page.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    mine = [line for line in told if line.startswith("You ")]
    assert len(mine) > 4
