"""Everything has its room: nothing is cut off, nothing lies over what it speaks of, and cards can be put anywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import A_LONG_SERIES, GAMES, People, Size
from tests.browser.screens import at_table, lift, on_turn
from tests.browser.tables import LiveTable
from tests.browser.test_every_screen import A_LONG_NAME
from tests.kit.server import a_bot, a_person


# --- Boxes on a page --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Box:
    what: str
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def is_in_sight(self, page: Page) -> bool:
        window: dict[str, int] = page.viewport_size  # type: ignore[assignment]
        return self.x > -1 and self.y > -1 and self.right < window["width"] + 1 and self.bottom < window["height"] + 1

    def overlaps(self, other: Box) -> bool:
        beside = self.right <= other.x + 1 or other.right <= self.x + 1
        return not beside and not (self.bottom <= other.y + 1 or other.bottom <= self.y + 1)


def boxes(page: Page, what: str) -> list[Box]:
    """Where everything is that fits a selector and can be seen."""
    found = page.evaluate(
        """(what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility()).map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [`${what}: ${each.textContent.trim().slice(0, 30)}`, x, y, width, height];
        })""",
        what,
    )
    return [Box(*each) for each in found]


def out_of_sight(page: Page, what: str) -> list[str]:
    found = boxes(page, what)
    assert found, f"there is no {what}"
    return [box.what for box in found if not box.is_in_sight(page)]


def text_of_double_size(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '200%'")


# --- The hand ---------------------------------------------------------------------------------------------------
def test_a_long_hand_has_rows_and_every_card_can_be_read(people: People) -> None:
    ada = people.invite()
    page = ada.page
    path = ada.sit_at("nimmt", 2, options={"rounds": 10})  # a bot may end some of them before the hand is so long
    on_turn(page)
    cards = boxes(page, "button.held")
    assert len(cards) > 7  # more than fit into one row
    assert not out_of_sight(page, "button.held")
    assert min(card.width for card in cards) >= 44
    assert not any(one.overlaps(other) for one in cards for other in cards if one is not other)
    assert not any(card.overlaps(bar) for card in cards for bar in boxes(page, "[data-part=bar]"))
    page.locator("button.held").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getBoundingClientRect().y") > cards[0].y + 20

    held = page.locator("button.held")
    while held.count() <= 21:  # until it needs more rows than are shown at once
        ada.behind(path, moves=8, prefer=("take:",))
        page.reload()
        on_turn(page)
    for n in (0, held.count() - 1):
        held.nth(n).focus()
        assert page.evaluate("document.activeElement.getBoundingClientRect().bottom") <= 740
    assert not out_of_sight(page, "[data-part=hand] ul")


@pytest.mark.parametrize("game", GAMES)
def test_with_text_of_double_size_a_lifted_card_leaves_the_hand_in_sight(people: People, game: str) -> None:
    ada = people.invite("is", name="Ada")
    page = ada.page
    path = at_table(ada, game, 3)
    ada.behind(path, stop={"cento": "^DH:", "nimmt": r"\d>", "ten": ":(up|down)"}[game])
    page.goto(path)
    on_turn(page)
    text_of_double_size(page)
    if game == "cento":  # a card with long words to choose from
        page.locator("[data-at=hand-DH].playable").first.click()
    else:
        lift(page)
    ada.settle()
    assert not out_of_sight(page, "button.held, [data-part=bar] button span")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- Dragging ---------------------------------------------------------------------------------------------------
def drag_to(page: Page, card: Locator, x: float, y: float) -> None:
    """And hold it there."""
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 20, steps=3)
    page.mouse.move(x, y, steps=5)


def test_the_whole_table_takes_a_card_and_the_hand_takes_it_back(people: People) -> None:
    ada = people.invite(size="wide")
    page = ada.page
    path = ada.sit_at("cento")
    ada.behind(path, stop=r"^[+]\d")
    page.goto(path)
    table = LiveTable(ada, "cento")
    table.wait_for_turn()
    before = table.moment
    card = table.hand.locator("[data-at^='hand-+'].playable").first
    [line], [hand], [people_there] = (boxes(page, what) for what in (".ruler svg", "[data-part=hand] ul", ".people"))
    for place in (line.middle, (people_there.x + 4, people_there.y + 4)):
        drag_to(page, card, *place)
        expect(page.locator(".layout.cento.takes.over")).to_be_visible()
        expect(page.locator(".ruler circle.maybe")).to_have_count(1)  # where it leads
        page.mouse.move(*hand.middle, steps=5)
        expect(page.locator(".ruler circle.maybe")).to_have_count(0)
        page.mouse.up()
        expect(page.locator(".layout.cento.takes")).to_have_count(0)
        expect(page.locator("button.held[aria-pressed=true]")).to_have_count(0)
        assert table.moment == before  # nothing was played
    drag_to(page, card, *line.middle)
    page.mouse.up()
    table.wait_past(before)


# --- Names ------------------------------------------------------------------------------------------------------
def test_a_partner_is_known_also_by_a_long_name(people: People) -> None:
    ada = people.invite()
    seats = [a_person("Ada"), a_bot(), a_person(A_LONG_NAME), a_bot()]
    ada.sit_at("cento", 4, options={"pairs": True} | A_LONG_SERIES, seats=seats)
    page = ada.page
    page.locator("main.cover button.main").tap()
    sign = page.get_by_role("img", name="your partner")
    sign.scroll_into_view_if_needed()
    assert not out_of_sight(page, ".people .partner")
    [seat] = boxes(page, ".people li:has(.partner)")
    [heart], [letters] = boxes(page, ".people .partner"), boxes(page, ".people .partner + .letters")
    assert seat.x < heart.x and heart.right < letters.x + 1 and letters.right < seat.right


# --- The first page ---------------------------------------------------------------------------------------------
def test_a_wrong_code_is_told_at_the_field_and_in_sight(people: People) -> None:
    page = people.invite().page
    page.goto("/")
    field = page.get_by_label("Code or link")
    field.fill("12")
    page.get_by_role("button", name="Join").tap()
    alert = page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))
    expect(alert).to_be_visible()
    expect(field).to_be_focused()
    [box], [trouble] = boxes(page, "#join-code"), boxes(page, "#join-trouble")
    assert box.is_in_sight(page) and trouble.is_in_sight(page)
    assert box.bottom <= trouble.y < box.bottom + 20
    assert page.evaluate("scrollY") == 0  # joining is at the top


# --- Hints ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", ["phone", "wide"])
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_leaves_in_sight_what_it_speaks_of(people: People, game: str, size: Size) -> None:
    ada = people.invite(size=size)
    page = ada.page
    path = at_table(ada, game, 3)
    if game == "nimmt":
        ada.behind(path, moves=3, prefer=("take:",))  # many stacks, many cards
    page.goto(path)
    on_turn(page)
    refused = page.locator("button.held:not(.playable)")
    if refused.count():
        refused.first.click()  # and its reason is told; a hint can be had all the same
        expect(
            page.locator("[data-part=bar].wrong").or_(page.locator("button.held[aria-pressed=true]"))
        ).to_be_visible()
    page.locator("[data-panel=hint]").click()
    expect(page.locator("section.panel h2")).to_be_visible()
    [panel] = boxes(page, "section.panel")
    advised = boxes(page, ".layout .advised")
    for thing in (*advised, *boxes(page, "section.panel .choices"), *boxes(page, "[data-part=hand]")):
        assert thing.is_in_sight(page), thing
    for thing in (*advised, *boxes(page, "[data-part=board]"), *boxes(page, "[data-part=hand]")):
        assert not thing.overlaps(panel), thing
    if game == "ten":
        [phases], middle = boxes(page, ".ten-board .phases p"), boxes(page, ".ten-board .round, .ten-board .pot")
        assert not any(phases.overlaps(thing) for thing in middle)
    heading = page.locator("section.panel h2").inner_text()
    on_a_button = game == "ten" or not re.search(r"\d", heading)  # "Pass", "End your turn": not on the table
    assert advised or on_a_button, heading
    if size == "phone":  # whoever acts has read it
        page.locator("button.held").first.click()
        expect(page.locator("section.panel")).to_have_count(0)
        expect(page.locator("[data-part=bar]")).to_be_visible()


# --- Big screens ------------------------------------------------------------------------------------------------
BIG = {(1440, 900): (20, 120), (1920, 1080): (28, 160)}  # how large names and the total have to be there
ON_THE_TABLE = {
    "cento": ".ruler svg, .cards .middle, [data-at=stock], [data-at=pile]",
    "nimmt": ".piles li",
    "ten": ".ten-board .place, .ten-board .round, .ten-board .pot",
}


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("game", GAMES)
def test_a_big_screen_is_filled_and_nothing_lies_over_anything_else(people: People, game: str, players: int) -> None:
    family = people.invite(size="wide")
    page = family.page
    count = players if game == "cento" else min(players, 7)
    seats = [a_person(f"{A_LONG_NAME[:39]}{n}") for n in range(count)]
    path = family.sit_at(game, count, seats=seats)
    family.behind(path, moves=2)
    page.reload()
    page.locator("main.cover button.main").click()
    on_turn(page)
    for (width, height), (name, total) in BIG.items():
        page.set_viewport_size({"width": width, "height": height})
        family.settle()
        assert not out_of_sight(page, ".people li, button.held, [data-part=bar]")
        assert not out_of_sight(page, ON_THE_TABLE[game])
        plates, things = boxes(page, ".people li"), boxes(page, ON_THE_TABLE[game])
        things += boxes(page, "button.held, [data-part=bar]")
        assert len(plates) == count
        for n, plate in enumerate(plates):
            hidden = [other.what for other in (*things, *plates[n + 1 :]) if plate.overlaps(other)]
            assert not hidden, f"{plate.what} at {width} × {height} lies over {hidden}"
        assert font_size(page, ".people .letters") >= name
        if game == "cento":
            assert font_size(page, ".cards .total") >= total
            [ruler] = boxes(page, ".ruler svg")
            assert ruler.width > 0.6 * width


def test_a_classroom_reads_who_is_awaited_what_happened_and_who_won_from_a_wall(people: People) -> None:
    ada, wall = people.invite(), people.invite(size="wide")
    page = wall.page
    page.clock.install()
    page.set_viewport_size({"width": 1920, "height": 1080})
    seats = [a_person("Ragnheiður"), a_bot()]
    path = ada.open_table("nimmt", 2, seats=[seats[0]], options={"rounds": 2}, settings={"spectators": True})
    page.goto(path)
    page.locator(".code").wait_for()
    wall.settle()
    [code], [picture] = boxes(page, ".code"), boxes(page, "img[src*=qr]")
    assert code.height >= 60 and picture.width >= 280
    assert code.is_in_sight(page) and picture.is_in_sight(page)

    path = ada.open_table("nimmt", 2, seats=seats, options={"rounds": 2}, settings={"spectators": True})
    page.goto(path)
    ada.behind(path, moves=4)
    expect(page.locator("[data-part=recent] .newest")).to_be_visible()
    assert font_size(page, "[data-part=recent] .newest") >= 24
    [plate] = boxes(page, "[data-at=seat-0] .letters")
    assert plate.height < 45, "the name is broken"
    ada.behind(path, stop="round")
    page.locator("dialog[open]").wait_for()
    [panel] = boxes(page, "dialog[open]")
    assert panel.width > 800
    expect(page.locator("dialog[open]")).to_contain_text("Continues in")  # nobody is there to tap it
    ada.behind(path)
    page.locator("dialog[open] button.main").click()
    page.locator("dialog[open]", has_text="See who won").wait_for()
    page.clock.run_for(15_000)
    page.locator("main.end section.scores").wait_for()
    [title], [scores] = boxes(page, "main.end h1"), boxes(page, "main.end section.scores")
    assert title.height >= 70 and title.right < scores.x, "one beside the other, large"


def font_size(page: Page, what: str) -> float:
    return float(page.locator(what).first.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)"))
