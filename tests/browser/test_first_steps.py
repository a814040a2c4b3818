"""From the first page to the first move: one tap, a lesson, a hint, or a table of one's own making."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import GAMES, People, Person
from tests.browser.tables import ONE_TAP, LiveTable

TITLES = {"cento": "Cento", "nimmt": "11 nimmt!", "ten": "10"}


@pytest.mark.parametrize("game", GAMES)
def test_one_tap_starts_a_game_and_the_first_one_can_be_a_lesson(people: People, game: str) -> None:
    ada = people.invite(taught=False)
    page = ada.page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLES[game]}").tap()
    if game == "cento":
        say_who_counts(ada, "I say it")
    table = LiveTable(ada, game)
    lesson = page.get_by_role("region", name="How to play")
    expect(lesson).to_be_visible()
    for _ in range(20):
        if lesson.get_by_role("button", name="Next").is_visible():
            lesson.get_by_role("button", name="Next").tap()
        elif table.is_my_turn:
            break
        else:
            page.wait_for_timeout(50)
    before = lesson.inner_text()
    table.take_turn()
    if page.locator(".again").count():
        table.take_turn()  # the total once more
    table.wait_for_turn()  # and a correction is read
    expect(lesson).not_to_have_text(before)  # it goes on when somebody does it
    lesson.get_by_role("button", name="End the lesson").tap()
    expect(lesson).to_have_count(0)

    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLES[game]}").tap()
    table.held.first.wait_for()
    expect(lesson).to_have_count(0)


def say_who_counts(person: Person, way: str) -> None:
    """The question before the first game of Cento on a device."""
    dialog = person.page.get_by_role("dialog", name="Who says the new total?")
    dialog.get_by_role("radio", name=way).check()
    dialog.get_by_role("button", name="Start the game").tap()


def test_who_says_the_totals_is_asked_once_and_can_be_changed_in_the_settings(people: People) -> None:
    ada = people.invite(taught=False)
    page = ada.page
    page.goto("/")
    page.get_by_role("button", name="Play now: Cento").tap()
    expect(page.get_by_role("radio", name="I say it")).to_be_checked()
    say_who_counts(ada, "Count for me")
    mine = page.locator("[data-part=people] .me")
    expect(mine.get_by_role("img", name="the table counts")).to_be_visible()
    page.goto("/settings")
    expect(page.get_by_role("radio", name="Count for me")).to_be_checked()
    page.get_by_role("radio", name="I say it").check()
    page.goto("/")
    page.get_by_role("button", name="Play now: Cento").tap()
    expect(mine.get_by_role("img", name="says the total")).to_be_visible()
    page.goto("/new/cento")
    expect(page.get_by_role("radio", name="I say it")).to_be_checked()
    page.goto("/new/nimmt")
    page.get_by_role("button", name="Start the game").wait_for()
    expect(page.get_by_role("radio", name="I say it")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_tap_twice_lifts_a_card_and_a_later_one_plays_it(people: People, game: str) -> None:
    ada = people.invite(size="wide")
    ada.sit_at(game)
    table = LiveTable(ada, game)
    table.wait_for_turn()
    while not table.playable.count():
        table.take_turn()
        table.wait_for_turn()
    moment, lifted = table.moment, table.hand.locator("button.held[aria-pressed=true]")
    for by_mouse in (True, False):
        if by_mouse:
            table.playable.first.dblclick()
        else:
            hold_enter(table)
        expect(lifted).to_have_count(1)
        ada.page.wait_for_timeout(1000 * ONE_TAP)
        assert table.moment == moment
        ada.page.keyboard.press("Escape")
        if game == "ten":
            table.tap(lifted)  # puts it down
        expect(lifted).to_have_count(0)
    table.tap(table.playable.first)
    ways = table.bar.locator("button.lay" if game == "ten" else ".choices button")
    table.tap(lifted if game != "ten" and ways.count() == 1 else ways.first)
    table.wait_past(moment)


def hold_enter(table: LiveTable) -> None:
    table.playable.first.focus()
    for _ in range(3):
        table.page.keyboard.down("Enter")
    table.page.keyboard.up("Enter")


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_a_move_and_why_and_can_be_played(people: People, game: str) -> None:
    ada = people.invite()
    ada.sit_at(game, 3)
    table = LiveTable(ada, game)
    table.wait_for_turn()
    before = table.moment
    ada.page.get_by_role("button", name="Hint").tap()
    hint = ada.page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("heading", level=2)).to_have_text(re.compile(r"\w+"))
    expect(hint.get_by_text(re.compile(r"Chance of winning: \d+")).first).to_be_attached()
    hint.get_by_role("button", name="Play it").tap()
    table.wait_past(before)
    expect(hint).to_have_count(0)


def test_bots_wait_while_the_menu_is_open_and_their_speed_is_chosen_there(people: People) -> None:
    ada = people.invite(size="wide")
    page = ada.page
    ada.sit_at("ten", options={"starter": 1}, settings={"pace": 5000})
    table = LiveTable(ada, "ten")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="At once").check()
    moment = table.moment
    page.wait_for_timeout(1500)
    assert table.moment == moment
    page.keyboard.press("Escape")
    table.wait_past(moment)

    page.goto("/new/cento")  # it is kept
    page.locator("details.sheet summary").click()
    expect(page.get_by_role("radio", name="At once")).to_be_checked()


def test_a_table_is_set_up_and_remembered(people: People) -> None:
    page = people.invite().page
    page.goto("/new/cento")
    page.get_by_role("radio", name=re.compile(r"^To 20 \(variant 1")).check()
    page.get_by_role("radio", name=re.compile("^Same device")).check()
    page.get_by_role("radio", name=re.compile("^Series")).check()
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("button", name=re.compile("^I am .*: show my cards$")).tap()
    expect(page.locator("[data-part=hand] button.held")).to_have_count(5)
    expect(page.locator("[data-part=board]")).to_contain_text("20")

    page.goto("/new/cento")
    expect(page.get_by_role("radio", name=re.compile(r"^To 20 \(variant 1"))).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("^Series"))).to_be_checked()


def test_a_variant_of_ones_own_is_put_together_from_cards(people: People) -> None:
    """The page says what the server says of it, and asks again when cards, target or players change."""
    ada = people.invite()
    ada.expects("status of 422")  # a table that cannot be opened
    page = ada.page
    page.goto("/new/cento")
    said = page.get_by_role("status")
    expect(page.get_by_role("button", name="+3, 6 cards")).to_have_count(0)
    page.get_by_role("radio", name=re.compile("^Your own")).check()
    expect(said).to_have_text("110 cards. Enough for up to 8 players. The goal can be reached.")

    page.get_by_role("button", name="Subtractions: None").tap()
    page.get_by_role("button", name="Special cards: None").tap()
    page.get_by_role("button", name="Additions: None").tap()
    expect(said).to_have_text("Choose the cards for your own variant.")
    for card in ("+2", "+6", "+4"):
        page.get_by_role("button", name=f"{card}, 6 cards", exact=True).tap()
    expect(said).to_have_text("18 cards are not enough for 3 players: at least 25 are needed.")
    page.get_by_role("button", name="+8, 6 cards").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="+8, 6 cards")).to_have_attribute("aria-pressed", "true")
    expect(said).to_have_text("24 cards are not enough for 3 players: at least 25 are needed.")
    page.get_by_role("button", name="Number of players: decrease").tap()
    expect(said).to_have_text("24 cards. Enough for up to 2 players. The goal can be reached.")
    target = page.get_by_role("spinbutton", name="Play to")
    target.fill("37")
    target.blur()
    expect(said).to_have_text("With these cards nobody can ever reach exactly 37.")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("alert")).to_have_text("With these cards nobody can ever reach exactly 37.")
    page.get_by_role("button", name="Flip, 4 cards").tap()
    expect(said).to_have_text("28 cards. Enough for up to 3 players. The goal can be reached.")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.locator("[data-part=hand] button.held")).to_have_count(5)
    expect(page.locator("[data-part=board]")).to_contain_text("37")

    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Cards in this game").tap()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_text(
        [re.compile(name) for name in (r"\+2", r"\+4", r"\+6", r"\+8", "Flip")]
    )
    page.goto("/new/cento")
    expect(page.get_by_role("button", name="+8, 6 cards")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="+9, 6 cards")).to_have_attribute("aria-pressed", "false")


def test_pairs_are_offered_only_with_so_many_players_and_the_reason_is_said(people: People) -> None:
    page = people.invite().page
    page.goto("/new/cento")
    pairs = page.get_by_role("switch", name="Pairs")
    players = page.get_by_role("spinbutton", name="Number of players")
    reason = page.get_by_text(re.compile("Only with .* players"))
    players.wait_for()
    while players.input_value() != "4":
        page.get_by_role("button", name="Number of players: increase").tap()
    pairs.tap()
    expect(pairs).to_be_checked()
    expect(reason).to_have_count(0)
    page.get_by_role("button", name="Number of players: decrease").tap()
    expect(pairs).to_be_disabled()
    expect(reason).to_be_visible()
    page.get_by_role("button", name="Start the game").tap()  # what cannot be is left out, not refused
    expect(page.locator("[data-part=hand] button.held")).to_have_count(5)
