"""Looking back: a finished match move by move, an earlier moment of the one being played, and who may see what."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import QUICK, People, Person
from tests.browser.tables import LiveTable


def finished(person: Person, game: str = "cento", **settings: object) -> str:
    """The path of a table where a match has just ended."""
    path = person.open_table(game, 2, options=QUICK[game], settings=settings)
    person.behind(path)
    person.page.goto(path)
    person.page.get_by_role("button", name="Again!").wait_for()
    return path


A_PLACE = re.compile(r"^\d+ of \d+$")


def expect_place(page: Page, at: int, moves: int) -> None:
    """At which move of how many the replay is."""
    expect(page.get_by_text(A_PLACE)).to_have_text(f"{at} of {moves}")


@pytest.mark.parametrize("game", QUICK)
def test_a_finished_game_is_shown_move_by_move(people: People, game: str) -> None:
    ada = people.invite()
    finished(ada, game)
    page = ada.page
    page.get_by_role("link", name="Replay").tap()
    page.get_by_role("slider", name="Move").wait_for()
    moves = int(page.get_by_text(A_PLACE).inner_text().split()[-1])
    expect_place(page, 0, moves)
    page.get_by_role("button", name="One move forward").tap()
    page.get_by_role("button", name="One move forward").tap()
    expect_place(page, 2, moves)
    page.get_by_role("button", name="One move back").tap()
    expect_place(page, 1, moves)
    page.get_by_role("button", name="To the end").tap()
    expect_place(page, moves, moves)
    expect(page.get_by_role("heading", name=re.compile("won")).first).to_be_visible()
    page.get_by_role("button", name="To the beginning").tap()
    expect_place(page, 0, moves)
    page.keyboard.press("ArrowRight")
    expect_place(page, 1, moves)
    page.keyboard.press("End")
    expect_place(page, moves, moves)


def test_a_replay_runs_by_itself_and_stops(people: People) -> None:
    ada = people.invite()
    path = finished(ada, "nimmt")  # long enough to be stopped
    page = ada.page
    page.goto(f"{path}/match/1")
    page.get_by_label("Speed").select_option(label="4×")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_text(re.compile(r"^([2-9]|\d\d+) of \d+$"))).to_be_visible()
    page.get_by_role("button", name="Pause", exact=True).tap()
    at = page.get_by_text(A_PLACE).inner_text()
    page.wait_for_timeout(600)
    expect(page.get_by_text(A_PLACE)).to_have_text(at)


def test_a_replay_is_seen_with_all_cards_open_or_through_the_eyes_of_a_seat(people: People) -> None:
    ada = people.invite()
    path = finished(ada)
    page = ada.page
    page.goto(f"{path}/match/1")
    page.get_by_role("slider", name="Move").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(A_PLACE)).to_have_text(re.compile("^1 of"))
    hand = page.locator("[data-part=hand]")
    expect(hand).to_contain_text("Ada")
    everything = hand.inner_text()
    page.get_by_label("View as").select_option(label="Ada")
    expect(hand).not_to_have_text(everything, use_inner_text=True)
    expect(page.get_by_text(A_PLACE)).to_have_text(re.compile("^1 of"))


def test_only_people_of_the_table_see_its_replay_unless_it_is_open(people: People) -> None:
    ada, eva = people.invite(), people.invite("is")
    closed, opened = finished(ada), finished(ada, open_replay=True)
    eva.expects("status of 40[34]")
    eva.page.goto(f"{closed}/match/1")
    expect(eva.page.get_by_role("heading", level=1)).to_be_visible()
    eva.page.get_by_role("link", name="Heim").tap()
    expect(eva.page.get_by_role("button", name="Spila núna: Cento")).to_be_visible()
    eva.page.goto(f"{opened}/match/1")
    expect(eva.page.get_by_role("slider", name="Skref")).to_be_visible()
    assert eva.page.get_by_label("Hraði").locator("option").all_inner_texts() == ["0,5×", "1×", "2×", "4×"]


def test_a_tap_on_the_log_shows_that_moment_and_leads_back(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("cento", 3)
    ada.behind(path, moves=3)
    page = ada.page
    page.goto(path)
    table = LiveTable(ada, "cento")
    table.wait_for_turn()
    now = table.board.inner_text()
    page.get_by_role("button", name="What happened").tap()
    page.get_by_role("dialog").get_by_role("listitem").last.get_by_role("button").tap()
    expect(page.get_by_text("Earlier moment").first).to_be_visible()
    expect(table.board).not_to_have_text(now, use_inner_text=True)
    expect(page.locator("[data-part=bar] button")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Back to the game")).tap()
    expect(page.get_by_text("Earlier moment")).to_have_count(0)
    assert not table.wait_for_turn()


def test_the_deal_is_checked_and_the_record_can_be_kept(people: People) -> None:
    ada = people.invite()
    page = ada.page
    page.goto(ada.open_table("cento", 2, options={"preset": "to-20-a"}))
    page.get_by_role("button", name="Start", exact=True).tap()
    LiveTable(ada, "cento").play_to_the_end()
    expect(page.get_by_text("Yes. Nobody can have chosen the cards.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download this game").click()
    assert download.value.suggested_filename.startswith("cento-")
    assert '"seed"' in download.value.path().read_text()
