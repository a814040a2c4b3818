"""What only 10 has: a sheet that adds up, and bids that hide no card."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.people import SIZES, People, Size

NUMBERS = """(sheet) => [...sheet.querySelectorAll("tr")].map((row) => ({
  of: row.cells[0].innerText.trim(),
  cells: [...row.cells].slice(1).map((cell) => ({
    text: cell.innerText.trim().split(/\\s/)[0],
    parts: [...cell.querySelectorAll(".parts > span")].map((part) => part.innerText.trim()),
  })),
}))"""
MEETS = """const meets = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());"""
OVERLAPPING = """() => {
  MEETS
  const seats = boxes("main.end .stage [data-at^=seat-]");
  return seats.some((one, n) => seats.slice(n + 1).some((other) => meets(one, other)));
}""".replace("MEETS", MEETS)
COVERED = """() => {
  MEETS
  const bubbles = boxes(".place .bubble"), cards = boxes(".place .slot"), chips = boxes(".place .purse");
  return {
    bubbles: bubbles.length,
    covered: bubbles.some((bubble) => [...cards, ...chips].some((other) => meets(bubble, other))),
    cut: [...document.querySelectorAll(".place .bubble")].some((each) => each.scrollWidth > each.clientWidth + 1),
  };
}""".replace("MEETS", MEETS)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_the_sheet_leads_from_round_to_round_to_the_scores(people: People) -> None:
    """The score so far is all penalty points minus two for each chip; at the end the hand is added."""
    ada = people.invite()
    path = ada.sit_at("ten", 3)
    ada.page.goto(path)
    ada.page.locator("[data-part=board]").wait_for()
    ada.behind(path, stop="round")
    expect(ada.page.locator("h1")).to_contain_text("Round 1 of 10")
    expect(ada.page.locator("dialog[open] li").first).to_contain_text("penalty points so far")
    ada.behind(path)
    sheet = ada.page.locator("main.end .scores table")

    def answer_late(route: Route) -> None:
        """The page was told the last moves only, and has to read the other rounds."""
        ada.page.locator("main.end h1").wait_for()
        assert sheet.count() == 0
        route.continue_()

    ada.page.route("**/report", answer_late)
    ada.page.goto(path)
    sheet.wait_for()
    rows = sheet.evaluate(NUMBERS)
    rounds = [row for row in rows if row["of"].isdigit()]
    sums = {row["of"]: [number(cell["text"]) for cell in row["cells"]] for row in rows[1:] if not row["of"].isdigit()}
    assert 1 < len(rounds) <= 10
    for seat in range(3):
        taken = 0
        for row in rounds:
            cell = row["cells"][seat]
            points = [number(part.removeprefix("▲")) for part in cell["parts"] if part.startswith("▲")]
            chips = number(cell["parts"][-1])
            taken += sum(points)
            assert number(cell["text"]) == taken - 2 * chips
        assert (sums["Taken"][seat], sums["Chips"][seat]) == (taken, -2 * chips)
        assert sums["Total"][seat] == sums["Taken"][seat] + sums["In hand"][seat] + sums["Chips"][seat]


def test_the_table_of_the_last_move_is_drawn_for_the_screen_also_when_it_is_turned(people: People) -> None:
    ada = people.invite()
    path = ada.open_table("ten", 3)
    ada.behind(path)
    ada.page.goto(path)
    ada.page.locator("main.end .stage [data-at=seat-2]").wait_for()
    for size in ("wide", "phone"):
        width, height = SIZES[size]
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.settle()
        assert not ada.page.evaluate(OVERLAPPING), size


def test_what_somebody_says_covers_no_card_and_no_chips(people: People) -> None:
    """Bids and passes, at a table with two on a phone, and with seven on a phone and a wide screen."""
    looked_at: dict[int, tuple[Size, ...]] = {2: ("phone",), 7: ("phone", "wide")}
    for players, sizes in looked_at.items():
        ada = people.invite(language="is")  # has the longest words
        path = ada.open_table("ten", players)
        ada.behind(path)
        ada.page.goto(f"{path}/match/1")
        ada.page.locator("input[type=range]").wait_for()
        said = 0
        for size in sizes:
            width, height = SIZES[size]
            ada.page.set_viewport_size({"width": width, "height": height})
            said += look_at_moves(ada.page, 25)
        assert said > 0


def look_at_moves(page: Page, moves: int) -> int:
    """How many bubbles there were."""
    found = 0
    page.keyboard.press("Home")
    for _ in range(moves):
        page.keyboard.press("ArrowRight")
        look = page.evaluate(COVERED)
        assert not look["covered"] and not look["cut"]
        found += look["bubbles"]
    return found
