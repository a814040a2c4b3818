"""Without a mouse, and without eyes: everything can be reached, everything has a name, whole games can be played."""

from __future__ import annotations

import itertools
import re
import time

from playwright.sync_api import Page, expect

from tests.browser.people import GAMES, SECONDS, People, Person
from tests.browser.tables import A_BUTTON, ONE_TAP, LiveTable, names_of
from tests.kit.server import a_bot, a_person

MOST_STOPS = 80  # of the Tab key on a page


# --- The keyboard -----------------------------------------------------------------------------------------------
def focused(page: Page) -> dict[str, str]:
    """What the keyboard is on: its name, as it is heard, and its classes."""
    here = page.locator(":focus")
    if here.count() == 0:
        return {"name": "", "classes": ""}
    heard = re.search(r'^\W*\w+ "((?:[^"\\]|\\.)*)"', here.aria_snapshot())
    return {"name": heard[1] if heard else "", "classes": here.get_attribute("class") or ""}


def tab_to(page: Page, name: str, kind: str = "") -> None:
    """Press Tab until something with this name has the focus."""
    for _ in range(MOST_STOPS):
        here = focused(page)
        if re.search(name, here["name"]) and kind in here["classes"]:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not come to {name!r}")


def test_the_focus_can_be_seen_on_every_stop_of_the_first_page(people: People) -> None:
    page = people.invite(size="wide").page
    page.goto("/")
    page.get_by_role("button", name="Play now: Cento").wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator(":focus").count() == 0:
            break  # past the end of the page
        ring: str = page.evaluate(
            """() => {
              const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
              const around = document.activeElement.closest("label");
              const shadow = around ? getComputedStyle(around).outlineStyle : "none";
              return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? "ring"
                : shadow !== "none" || boxShadow !== "none" ? "shadow" : "";
            }"""
        )
        assert ring, focused(page)


def test_a_game_is_started_from_the_first_page_by_keyboard(people: People) -> None:
    page = people.invite(size="wide").page
    page.goto("/")
    page.get_by_role("button", name="Play now: Cento").wait_for()
    tab_to(page, "^Play now: Cento$")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=hand] button.held")).to_have_count(5)


def test_a_whole_game_of_cento_by_keyboard_alone(people: People) -> None:
    ada = people.invite(size="wide")
    page = ada.page
    page.goto(ada.open_table("cento", 2, options={"preset": "to-20-a"}, seats=[a_person(), a_bot("easy")]))
    tab_to(page, "^Start$")
    page.keyboard.press("Enter")
    table = LiveTable(ada, "cento")
    for _ in range(300):
        if wait_by_keyboard(table):
            break
        before = table.moment
        play_by_keyboard(page)
        table.wait_past(before)
    expect(page.locator("main h1")).to_contain_text("won")
    tab_to(page, "^Replay$")


def wait_by_keyboard(table: LiveTable) -> bool:
    table.wait(lambda: table.is_over or table.is_my_turn, "a turn, or the end")
    return table.is_over


def play_by_keyboard(page: Page) -> None:
    """To the hand with Tab, along it with the arrows, lift and play with Enter."""
    if "held" not in focused(page)["classes"]:
        tab_to(page, "", "held")
    for _ in range(12):
        if "playable" in focused(page)["classes"]:
            break
        page.keyboard.press("ArrowRight")
    press_enter(page)
    if "held" in focused(page)["classes"] and page.locator("[data-choice]").count() > 1:
        tab_to(page, "the total will be|Double|Halve|Discard|[+−]")
    press_enter(page)


def press_enter(page: Page) -> None:
    """Not so fast that it would be taken for the last one, held a little longer."""
    page.wait_for_timeout(1000 * ONE_TAP)
    page.keyboard.press("Enter")


def test_the_other_tables_are_played_by_keyboard(people: People) -> None:
    for game in ("nimmt", "ten"):
        ada = people.invite(size="wide")
        page = ada.page
        ada.sit_at(game, 2)
        table = LiveTable(ada, game)
        moves = 0
        for _ in range(4):
            table.wait_for_turn()
            before = table.moment
            if table.playable.count():
                tab_to(page, "", "held")
                while "playable" not in focused(page)["classes"]:
                    page.keyboard.press("ArrowRight")
                lifted = focused(page)["name"].split(",")[0]
                press_enter(page)
                if game == "ten" and moves == 0:  # what chips on a card are good for is heard, too
                    heard = page.get_by_role("status").filter(has_text="Anybody can swap it away for one chip.")
                    expect(heard).to_be_attached()
                tab_to(page, f"^(Put {lifted} on|Lay|Add|New stack)")
            elif table.bar.locator(".choices button").count():  # Done is asked after cards with a bull, too
                tab_to(page, r"^(Done|.* bulls?|Pass|Leave it|No, thanks|Ada|You)$")
            else:
                tab_to(page, "^Stack")
                press_enter(page)
                tab_to(page, "^Take the stack$")
            press_enter(page)
            table.wait_past(before)
            moves += 1
        assert moves == 4


def test_panels_open_and_close_by_keyboard_and_give_the_focus_back(people: People) -> None:
    ada = people.invite(size="wide")
    page = ada.page
    ada.sit_at("cento", 2)
    LiveTable(ada, "cento").wait_for_turn()
    for name in ("What happened", "Say something", "Menu"):
        tab_to(page, f"^{name}$")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        assert page.evaluate("document.querySelector('dialog[open]').contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert re.search(name, focused(page)["name"]), focused(page)


# --- The accessibility tree -------------------------------------------------------------------------------------
class Listener:
    """Knows of a page only what the accessibility tree tells: roles, names and text."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def hear(self) -> str:
        return self.page.aria_snapshot()

    def wait_for(self, pattern: str) -> str:
        deadline = time.monotonic() + SECONDS
        while not re.search(pattern, heard := self.hear()):
            assert time.monotonic() < deadline, f"never heard {pattern!r}: {heard}"
            self.page.wait_for_timeout(30)
        return heard

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def buttons(self, pattern: str) -> list[str]:
        return [name for name in A_BUTTON.findall(self.hear()) if re.search(pattern, name)]

    def cards(self) -> list[str]:
        """The names of the cards in the hand."""
        return names_of(self.page.get_by_role("list", name="Your cards"))


def test_a_whole_game_of_cento_through_the_accessibility_tree_alone(people: People) -> None:
    ada = people.invite()
    ada.page.goto(ada.open_table("cento", 2, options={"preset": "to-20-a"}, seats=[a_person(), a_bot("easy")]))
    listener = Listener(ada)
    listener.wait_for('button "Start"')
    listener.press("Start")
    table = LiveTable(ada, "cento")  # only tells when the move has been made
    turns = 0
    while "Your turn" in (heard := listener.wait_for(r"paragraph: .*(Your turn\.|None of your cards)|heading .*won")):
        if re.search("heading .*won", heard):
            break
        before = table.moment
        play_by_ear(listener, heard)
        turns += 1
        assert turns < 300
        table.wait_past(before)
    assert turns > 0
    assert re.search(r'heading "(You won!|.* won!)"', listener.hear())


def play_by_ear(listener: Listener, heard: str) -> None:
    """Try the cards one after the other; take an offer that wins, or else any."""
    goal = re.search(r"the goal is (\d+)", heard, re.IGNORECASE)
    assert goal and re.search(r"total is \d+", heard), heard
    for card in dict.fromkeys(listener.cards()):
        listener.press(card)
        listener.page.wait_for_timeout(30)
        offers = listener.buttons(r"the total will be|^Discard ")
        if not offers:
            continue  # it does not fit; the reason is told
        winning = [offer for offer in offers if offer.endswith(f"the total will be {goal[1]}")]
        listener.press((winning or offers)[0])
        return
    raise AssertionError(f"nothing can be done: {heard}")


def test_every_move_is_told_in_words_on_the_table_and_by_the_one_live_region(people: People) -> None:
    for game in GAMES:
        ada = people.invite()
        path = ada.sit_at(game, 3)
        page, table = ada.page, LiveTable(ada, game)
        table.take_turn()
        table.wait_for_turn()
        before = table.moment
        ada.behind(path, moves=1)
        table.wait_past(before)
        table.wait_for_turn()
        told = told_to(page)
        assert not [line for line in told if "Ada" in line], told  # she is called "you"
        assert any(line.startswith("You ") for line in told), told
        recent = page.get_by_role("region", name="What happened").locator("p").all_inner_texts()[::-1]
        assert recent[0].startswith("You ") and all(line in told for line in recent), (recent, told)
        assert "Your turn" in told and ("Your turn", "Your turn") not in itertools.pairwise(told), told
        if game == "cento":
            played = [line for line in recent if "played" in line]
            assert all(re.search(r"→ \d+|still \d+", line) for line in played), played
            total = re.findall(r"\d+", played[-1].split(".")[0])[-1]
            expect(page.get_by_text(f"The total is {total}.")).to_be_attached()


def told_to(page: Page) -> list[str]:
    """What the live region has said, so far as it is still there."""
    return page.get_by_role("status").locator("p").all_inner_texts()


def test_a_reaction_is_heard_and_kept_and_your_turn_is_said_once(people: People) -> None:
    ada = people.invite(size="wide")
    path = ada.sit_at("cento", 3)
    page, table = ada.page, LiveTable(ada, "cento")
    moment = table.moment
    ada.behind(path, moves=1)
    table.wait_past(moment)
    table.wait_for_turn()
    before = told_to(page).count("Your turn")
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name="Clapping").click()
    expect(page.get_by_role("status").filter(has_text="Ada: Clapping")).to_be_attached()
    assert told_to(page).count("Your turn") == before
    for _ in range(2):  # and when the page is opened again
        page.get_by_role("button", name="What happened").click()
        expect(page.get_by_role("dialog")).to_contain_text("Ada:")
        expect(page.get_by_role("dialog").get_by_text("Clapping")).to_be_attached()
        page.reload()
        table.wait_for_turn()


def test_titles_cards_and_special_cards_say_what_can_be_done(people: People) -> None:
    ada = people.invite()
    path = ada.open_table("cento", 3)
    page, table = ada.page, LiveTable(ada, "cento")
    page.goto(path)
    expect(page).to_have_title("Waiting room – Cento")
    ada.behind(path, stop="^(SKIP|TURN)$")
    while table.look().dialog:
        page.get_by_role("button", name="Next round").click()
    expect(page).to_have_title("Your turn – Cento")
    held, playable = table.held.all_inner_texts(), table.playable.all_inner_texts()
    marked = [name for name in names_of(table.hand) if name.endswith(", cannot be played now")]
    assert len(marked) == len(held) - len(playable), (held, playable)
    special = table.playable.filter(has_text=re.compile("^(Skip|Turn)")).first
    page.wait_for_timeout(1000 * ONE_TAP)
    special.click()
    expect(table.bar).to_contain_text(re.compile(r"is skipped\.|Play goes the other way: "))
    assert "skipped" in told_to(page)[-1] or "other way" in told_to(page)[-1]
    ada.behind(path, stop="round")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^Round \d+ is over – Cento$"))
    assert re.search(r"won round \d+$", table.bar.inner_text().splitlines()[-1]), table.bar.inner_text()
