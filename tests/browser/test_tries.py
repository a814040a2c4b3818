"""Saying totals in the browser: a wrong one is met with kind words, a hint on the number line and a second try."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import A_LONG_SERIES, QUICK, People, Person
from tests.browser.tables import LiveTable
from tests.browser.test_practice import counted
from tests.browser.test_together import sums, total_of, two_at_a_table

pytestmark = pytest.mark.browser

PACE = 800  # milliseconds before a bot moves

# Another page of the same device, or the table itself after 30 seconds: the card is played without a second total.
GO_ON = """({ path, seat, move, seen }) => new Promise((done) => {
  const address = `${location.origin.replace("http", "ws")}/api${path.replace("/t/", "/tables/")}/play`;
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", last: 0 }));
  socket.onmessage = ({ data }) => {
    const { type, turn, matches } = JSON.parse(data);
    if (type !== "welcome") return socket.close(), done();
    const match = matches.find(({ trying, seat }) => trying && trying.seat === seat);
    const what = { type: "move", seat: match.seat, move: match.trying.move.written, seen: turn.number };
    socket.send(JSON.stringify({ type: "ask", request: "silent", what }));
  };
})"""


def starts_at(total: int) -> re.Pattern[str]:
    """A sum with which an explanation begins."""
    return re.compile(rf"(?<!\d){total} [+−] \d+ = (\d+|\?)")


def play(table: LiveTable, card: Locator) -> None:
    table.tap(card)
    offer = table.bar.locator("[data-choice]")
    table.tap(offer.first)


def a_wrong_total(table: LiveTable, right: int) -> int:
    return right + 1 if right + 1 != total_of(table) else right + 2


def next_sum(ada: Person, table: LiveTable, path: str) -> tuple[Locator, int]:
    ada.behind(path, stop=r"^[+-]\d")
    table.wait_for_turn()
    return sums(table)[0]


def test_a_right_total_is_praised_a_wrong_one_tried_again_and_explained_and_all_is_remembered(
    people: People,
) -> None:
    ada = people.invite()
    path = ada.sit_at("cento", 2, says=True, settings={"pace": PACE})
    table, page = LiveTable(ada, "cento"), ada.page
    again, answer = page.locator(".again"), page.locator(".answer")

    card, right = next_sum(ada, table, path)
    play(table, card)
    table.say(right)
    expect(answer).to_contain_text(str(right))
    expect(again).to_have_count(0)

    for second in ("right", "wrong", "silent"):
        card, right = next_sum(ada, table, path)
        before, wrong = total_of(table), a_wrong_total(table, right)
        play(table, card)
        table.say(wrong)
        expect(again).to_contain_text(f"{wrong} is not it yet. Try once more!")
        expect(again).to_contain_text(starts_at(before))
        expect(again).to_contain_text("= ?")
        assert total_of(table) == before  # the card lies; the total is not told
        expect(page.get_by_role("button", name="Another card")).to_have_count(0)
        if second == "silent":
            page.evaluate(GO_ON, {"path": path})
        else:
            table.say(right if second == "right" else wrong)
        told = f"Now it is right: {right}!" if second == "right" else f"The total is {right}. This is how:"
        expect(answer).to_contain_text(told)
        expect(answer).to_contain_text(starts_at(before))
        moment = table.moment  # the bot waits until it was read
        page.wait_for_timeout(PACE + 1000)
        assert table.moment == moment
        table.tap(table.understood)
        table.wait_past(moment)

    kept = page.evaluate("JSON.parse(localStorage.getItem('tiotal.sums.Ada'))")
    outcomes = [outcome for _, _, _, _, outcome, _ in kept]
    assert outcomes == [0, 1, 2, 2]  # right at once, at the second try, and twice not: a first try is no outcome
    page.goto("/progress")
    expect(page.locator("main h1")).to_contain_text("What I can already do")
    expect(page.locator("main table")).to_be_visible()
    assert counted(page) == 4


def test_others_see_the_card_lie_and_who_calculates_and_the_host_chooses_hints_for_somebody(people: People) -> None:
    ada, ben = two_at_a_table(people)
    tables = {"Ada": LiveTable(ada, "cento"), "Ben": LiveTable(ben, "cento")}
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Who counts, who gets hints").click()
    for name in ("Ada", "Ben"):  # both were counted for
        tables["Ada"].tap(ada.page.get_by_role("button", name=f"{name} says the total"))
    hints = ada.page.get_by_role("button", name="Ben gets a hint after a wrong total")
    tables["Ada"].tap(hints)
    expect(hints).to_have_attribute("aria-pressed", "false")
    ada.page.keyboard.press("Escape")
    for help_told in ("says the total, with hints", "says the total, without hints"):
        expect(ben.page.get_by_role("img", name=help_told)).to_have_count(1)
    seen: set[str] = set()
    while len(seen) < 2:
        name = "Ada" if tables["Ada"].is_my_turn else "Ben"
        mine, other = tables[name], tables["Ben" if name == "Ada" else "Ada"]
        mine.wait_for_turn()
        cards = sums(mine)
        if not cards:
            mine.take_turn()
            continue
        seen.add(name)
        card, right = cards[0]
        play(mine, card)
        mine.say(a_wrong_total(mine, right))
        expect(other.bar).to_contain_text(f"{name} is calculating.")
        expect(mine.page.locator(".again svg")).to_have_count(1 if name == "Ada" else 0)
        expect(other.page.locator(".again")).to_have_count(0)
        mine.say(right)
        expect(other.bar).not_to_contain_text("is calculating")
        mine.tap(mine.understood)


def test_a_wrong_total_is_explained_also_when_the_card_wins_the_round(people: People) -> None:
    ada = people.invite()
    options = QUICK["cento"] | A_LONG_SERIES
    path = ada.sit_at("cento", 2, says=True, options=options)
    table = LiveTable(ada, "cento")
    for _ in range(100):
        table.wait_for_turn()
        goal = 0 if "Flip is on" in table.board.inner_text() else 20
        winning = [card for card, total in sums(table) if total == goal]
        if winning:
            break
        moment = table.moment
        ada.behind(path, moves=1)
        table.wait_past(moment)
    before = total_of(table)
    play(table, winning[0])
    table.say(abs(goal - 1))
    table.tap(table.hand.get_by_role("button", name="Show me"))
    expect(table.page.locator(".answer")).to_contain_text(f"The total is {goal}.")
    expect(table.page.locator(".answer")).to_contain_text(starts_at(before))
    expect(table.dialog).to_contain_text(f"You reached exactly {goal}!")
