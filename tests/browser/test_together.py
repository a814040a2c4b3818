"""Several people: on devices of their own, on one device, in pairs, and as spectators."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import A_LONG_SERIES, QUICK, People, Person
from tests.browser.tables import LiveTable, name_of, names_of, play_together
from tests.kit.server import a_bot, a_person


# --- Devices of their own ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", QUICK)
def test_two_people_play_on_two_devices(people: People, game: str) -> None:
    """Some turns; a game of Cento is over by then. Whole games of the others are played with bots."""
    ada, ben = people.invite(), people.invite(size="wide")
    ada.page.goto(ada.open_table(game, 2, options=QUICK[game], seats=[a_person("Ada")]))
    join_by_code(ben, code_of(ada.page), "Ben")
    expect(ada.page.get_by_text("Ben", exact=True)).to_be_visible()
    ada.page.get_by_role("button", name="Start", exact=True).tap()
    tables = LiveTable(ada, game, seed=3), LiveTable(ben, game, seed=4)
    is_over = play_together(*tables, turns=40 if game == "cento" else 8)
    assert is_over == (game == "cento")
    for person in (ada, ben) if is_over else ():
        expect(person.page.locator("main h1")).to_contain_text("won")


def code_of(page: Page) -> str:
    code = page.get_by_text(re.compile(r"^\d{3} \d{3}$")).inner_text()
    assert re.fullmatch(r"\d{3} \d{3}", code)
    return code


def join_by_code(person: Person, code: str, name: str) -> None:
    page = person.page
    page.goto("/")
    page.get_by_label("Code or link").fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_label("What is your name?").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Ada starts the game when everybody is here.")).to_be_visible()


def test_a_pasted_link_leads_to_the_table_and_everybody_agrees_on_another_match(people: People) -> None:
    ada, ben = people.invite(), people.invite()
    path = ada.open_table("cento", 2, options={"preset": "to-20-a"}, seats=[a_person("Ada")])
    ada.page.goto(path)
    ben.page.goto("/")
    ben.page.get_by_label("Code or link").fill(f"{people.url}{path}")
    ben.page.get_by_role("button", name="Join").click()
    ben.page.get_by_label("What is your name?").fill("Ben")
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    ben.behind(path, wait=False)
    ada.behind(path)

    ada.page.get_by_role("button", name="Again!").click()
    expect(ada.page.get_by_text("Waiting for Ben")).to_be_visible()
    expect(ben.page.get_by_text("Ada wants to play again.")).to_be_visible()
    ben.page.get_by_role("button", name="Again!").click()
    for person in (ada, ben):
        expect(person.page.locator("[data-part=hand] button.held")).to_have_count(5)


def test_somebody_who_is_away_is_seen_replaced_by_a_bot_and_comes_back(people: People) -> None:
    ada, ben = two_at_a_table(people)
    tables = [LiveTable(ada, "cento"), LiveTable(ben, "cento")]
    path = ben.page.url
    play_until_turn_of(tables[1], tables[0])
    ben.page.goto("/settings")
    expect(ada.page.get_by_text("Ben is away.")).to_be_visible()
    ada.page.get_by_role("button", name="Let a bot play instead").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="beginner").click()
    tables[0].wait_for_turn()

    ben.page.goto(path)
    ben.page.get_by_role("button", name="Take my seat back").click()
    expect(ben.page.get_by_role("button", name="Take my seat back")).to_be_hidden()
    play_until_turn_of(tables[1], tables[0])
    tables[1].take_turn()


def play_until_turn_of(somebody: LiveTable, other: LiveTable) -> None:
    while True:
        somebody.wait(lambda: somebody.has_something_to_do or other.has_something_to_do, "anybody's turn")
        if somebody.is_my_turn:
            return
        if other.is_my_turn:
            other.take_turn()


def test_a_move_is_taken_back_if_the_others_agree(people: People) -> None:
    tables = [LiveTable(person, "nimmt") for person in two_at_a_table(people, game="nimmt")]
    for _ in range(20):
        tables[0].wait(lambda: any(table.is_my_turn for table in tables), "somebody's turn")
        mover, other = tables if tables[0].is_my_turn else reversed(tables)
        has_put = mover.playable.count() > 0
        held = mover.held.count()
        mover.take_turn()
        if has_put:  # after taking a stack, new cards have been seen
            break
    mover.page.get_by_role("button", name="Menu").click()
    mover.page.get_by_role("button", name="Take back my move").click()
    expect(other.page.get_by_text("wants to take back a move. Is that all right?")).to_be_visible()
    other.page.get_by_role("button", name="Yes", exact=True).click()
    mover.wait_for_turn()
    assert mover.held.count() == held


def two_at_a_table(people: People, game: str = "cento") -> tuple[Person, Person]:
    """Ada and Ben, on devices of their own; a match has begun."""
    ada, ben = people.invite(), people.invite()
    path = ada.open_table(game, 2, seats=[a_person("Ada")])
    ada.page.goto(path)
    ben.page.goto(path)
    ben.page.get_by_label("What is your name?").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    for person in (ada, ben):
        person.page.locator("[data-part=hand] button.held").first.wait_for()
    return ada, ben


# --- One device -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["cento", "ten"])
def test_the_device_is_passed_on_and_nobody_sees_the_cards_of_others(people: People, game: str) -> None:
    family = people.invite()
    seats = [a_person("Ada"), a_person("Ben")]
    family.sit_at(game, 2, seats=seats)
    table = LiveTable(family, game)
    seen: dict[str, list[str]] = {}
    covers, name = 0, ""
    for _ in range(6):
        table.wait(lambda: table.look().cover or table.is_my_turn or table.is_over, "a cover or a turn")
        if table.is_over:
            break
        if table.look().cover:
            covers += 1
            nothing_is_shown(family.page)
            for what in ("Hint", "What happened", "Say something"):  # they are one person's
                expect(family.page.get_by_role("button", name=what)).to_have_count(0)
            if covers > 1:
                told = family.page.get_by_role("region", name="What happened")
                expect(told.get_by_role("listitem").last).to_contain_text(name)  # who has just moved
                expect(told).not_to_contain_text(re.compile(r"\d.* face down"))  # nobody else may know which card
            name = re.sub("^I am (.*): show my cards$", r"\1", table.cover.inner_text())
            table.tap(table.cover)
            table.held.first.wait_for()
            expect(family.page.get_by_role("list", name="Players").get_by_role("listitem").first).to_contain_text(name)
        now = [card.split(",")[0] for card in names_of(table.hand.get_by_role("list"))]
        assert name not in seen or len(set(seen[name]) - set(now)) <= 1, "somebody else's cards"
        seen[name] = now
        table.take_turn()
        table.wait(lambda: (now := table.look()).cover or now.mine or now.over or now.dialog, "what comes next")
        if table.dialog.is_visible():
            nothing_is_shown(family.page)
            expect(table.dialog).not_to_contain_text(re.compile(r"\b[Yy]ou\b"))  # everybody looks
            table.dialog.get_by_role("button").last.click()
            seen.clear()  # there are new cards
    assert covers >= 2


def test_a_cover_tells_what_others_do_while_it_is_looked_at(people: People) -> None:
    family, eve = people.invite(), people.invite()
    path = family.open_table("nimmt", 3, options={"starter": 2}, seats=[a_person("Ada"), a_person("Ben")])
    family.page.goto(path)
    join_by_code(eve, code_of(family.page), "Eve")
    family.page.get_by_role("button", name="Start", exact=True).tap()
    expect(family.page.locator("main.cover")).to_be_visible()
    eve.behind(path, moves=1)
    expect(family.page.get_by_role("region", name="What happened")).to_contain_text("Eve")


def nothing_is_shown(page: Page) -> None:
    """Not even hidden: the cards are not in the page."""
    assert page.locator("[data-part=hand], button.held, [data-at^=hand]").count() == 0
    expect(page.locator("[data-part=board]")).to_have_count(0)


# --- Spectators -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", QUICK)
def test_a_spectator_sees_the_table_but_no_hand(people: People, game: str) -> None:
    ada, eva = people.invite(), people.invite()
    path = ada.sit_at(game, 3, settings={"spectators": True})
    eva.page.goto(path)
    expect(eva.page.get_by_text("You are watching")).to_be_visible()
    expect(eva.page.locator("[data-part=board]")).to_be_visible()
    table, watching = LiveTable(ada, game), LiveTable(eva, game)
    for _ in range(3):
        before = watching.moment
        table.take_turn()
        watching.wait_past(before)
        expect(eva.page.locator("button.held, [data-at^=hand-]")).to_have_count(0)
        expect(eva.page.locator("[data-part=bar] button")).to_have_count(0)
    expect(eva.page.get_by_role("button", name="Hint")).to_have_count(0)


# --- Pairs ------------------------------------------------------------------------------------------------------
def test_partners_swap_cards_face_down_and_the_card_must_be_used(people: People) -> None:
    ada, ben = people.invite(), people.invite()
    options = {"pairs": True} | A_LONG_SERIES
    path = ada.open_table("cento", 4, options=options, seats=[a_person("Ada"), a_bot("beginner")])
    ada.page.goto(path)
    ben.page.goto(path)
    ben.page.get_by_label("What is your name?").fill("Ben")
    ben.page.get_by_role("button", name="Sit here: seat 3").click()
    ada.page.get_by_role("button", name="Bot on seat 4").click()
    expect(ada.page.get_by_text("Everybody is here")).to_be_visible()
    ben.behind(path, stop="^give:", wait=False)
    ada.behind(path, stop="^swap:")

    for_ada, for_ben = LiveTable(ada, "cento"), LiveTable(ben, "cento")
    for_ada.wait_for_turn()
    expect(for_ada.bar).to_contain_text("swap one with Ben")
    for_ada.tap(for_ada.held.first)
    gave = name_of(for_ada.held.first)
    for_ada.tap(for_ada.bar.get_by_role("button", name=re.compile("^Swap .* with Ben$")))

    for_ben.wait_for_turn()
    expect(for_ben.bar).to_contain_text("Your partner Ada wants to swap. Choose a card to give.")
    expect(for_ada.bar).to_contain_text("Ben is choosing a card for you.")
    card = for_ben.held.first
    given = name_of(card)
    for_ben.tap(card)
    for_ben.tap(for_ben.bar.get_by_role("button", name=re.compile("^Give ")))

    expect(for_ada.bar).to_contain_text("You must use it now.")
    lifted = ada.page.locator("button.held[aria-pressed=true]")
    expect(lifted).to_have_count(1)
    card_given = given.split(",")[0]
    assert name_of(lifted).split(",")[0] == card_given
    held = [name.split(",")[0] for name in names_of(for_ada.hand.get_by_role("list"))]
    expect(for_ada.playable).to_have_count(held.count(card_given))  # a second one is as good
    expect(ben.page.get_by_role("button", name=re.compile(f"^{re.escape(gave.split(',')[0])}"))).not_to_have_count(0)
    for_ada.take_turn()


# --- Saying the total -------------------------------------------------------------------------------------------
def total_of(table: LiveTable) -> int:
    return int(re.search(r"total is (\d+)", table.board.inner_text())[1])  # type: ignore[index]


def sums(table: LiveTable) -> list[tuple[Locator, int]]:
    """Cards that add or take away a number, and the totals that they lead to."""
    board, total = table.board.inner_text(), total_of(table)
    found = []
    for n, name in enumerate(names_of(table.hand.get_by_role("list"))):
        if number := re.match(r"[+−](\d+)", name):
            sign = -1 if ("Flip is on" in board) != name.startswith("−") else 1
            found.append((table.held.nth(n), total + sign * int(number[1])))
    return [(card, to) for card, to in found if "playable" in (card.get_attribute("class") or "")]


def test_only_somebody_who_is_counted_for_sees_where_cards_lead_and_one_tap_changes_it(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("cento", 2, says=True)
    ada.behind(path, stop=r"^[+-]\d")
    table, page = LiveTable(ada, "cento"), ada.page
    table.wait_for_turn()
    mine = page.locator("[data-part=people] .me")
    for says, told in (
        (True, "says the total, with hints"),
        (False, "the table counts"),
        (True, "says the total, with hints"),
    ):
        expect(mine.get_by_role("img", name=told)).to_be_visible()
        card, total = sums(table)[0]
        table.tap(card)
        offer = table.bar.locator("[data-choice]").first
        assert (f"the total will be {total}" in name_of(offer)) is not says
        assert page.locator(".ruler .bubble.maybe").count() == (not says)
        if says:
            table.tap(offer)
            expect(page.get_by_role("group", name="What is the new total?")).to_be_visible()
        page.get_by_role("button", name="Menu").click()
        switch = page.get_by_role("button", name="I say the total")
        expect(switch).to_have_attribute("aria-pressed", str(says).lower())
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", str(not says).lower())
        page.keyboard.press("Escape")


def test_each_person_of_a_set_up_and_each_guest_chooses_who_says_the_totals(people: People) -> None:
    ada, ben = people.invite(name="Ada"), people.invite()
    page = ada.page
    page.goto("/new/cento")
    page.get_by_role("radio", name="Same device").check()
    page.get_by_role("combobox", name="Seat 3").select_option("free")
    page.get_by_role("group", name="Player 2: who says the new total?").get_by_role("radio", name="I say it").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    ben.page.goto(page.url)
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.page.get_by_role("radio", name="I say it").check()
    ben.page.get_by_role("button", name="Sit down").click()
    rows = page.locator("section", has=page.get_by_role("heading", name="At the table")).get_by_role("listitem")
    expect(rows.nth(2).get_by_role("radio", name="I say it")).to_be_checked()  # the host can change it
    expect(rows.nth(0).get_by_role("radio", name="Count for me")).to_be_checked()
    expect(rows.nth(1).get_by_role("radio", name="I say it")).to_be_checked()
    rows.nth(1).get_by_role("radio", name="Count for me").check()
    expect(ben.page.get_by_text("the table counts")).to_have_count(2)


def test_after_a_game_with_totals_said_there_is_a_report(people: People) -> None:
    ada = people.invite()
    ada.sit_at("cento", 2, says=True, options={"preset": "to-20-a"})
    LiveTable(ada, "cento").play_to_the_end()
    expect(ada.page.get_by_role("heading", name="Sums in your head")).to_be_visible()
    expect(ada.page.get_by_text(re.compile(r"\d+ of \d+ right at once")).first).to_be_visible()
    counted = ada.page.get_by_role("table").filter(has_text="Kind of sum").get_by_role("row").all()[1:]
    in_all = [int(row.get_by_role("cell").last.inner_text()) for row in counted]
    told = re.search(r"of (\d+) right at once", ada.page.locator("main").inner_text())
    assert told and sum(in_all) == int(told[1]) > 0


# --- Talking ----------------------------------------------------------------------------------------------------
def test_what_somebody_says_appears_at_the_others(people: People) -> None:
    ada, ben = two_at_a_table(people)
    ada.page.get_by_role("button", name="Say something").click()
    phrase = ada.page.locator("dialog[open] .phrases button").first
    words = phrase.inner_text()
    phrase.click()
    expect(ben.page.get_by_text(words).first).to_be_visible()


def test_in_pairs_nobody_says_anything_while_they_play_and_is_told_why(people: People) -> None:
    """C12; and in Cento a card cannot be taken back, which is told too."""
    ada = people.invite()
    long = {"pairs": True, "preset": "marathon", "target": 1000}  # nobody wins while we look
    path = ada.sit_at("cento", 4, options=long, settings={"free_text": True})
    ada.page.get_by_role("button", name="Say something").click()
    dialog = ada.page.get_by_role("dialog", name="Say something")
    expect(dialog).to_contain_text("no signs while they play")
    assert dialog.locator("button:enabled").all_inner_texts() == ["✕"]
    expect(dialog.get_by_role("textbox")).to_be_disabled()
    ada.page.keyboard.press("Escape")
    ada.behind(path, moves=1)
    ada.page.get_by_role("button", name="Menu").click()
    back = ada.page.get_by_role("button", name="Take back my move")
    expect(back).to_be_disabled()
    expect(back).to_have_accessible_description(re.compile("a new card has been drawn"))


def test_partners_win_their_rounds_together(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("cento", 4, options={"pairs": True, "preset": "to-20-b", "match": "series", "limit": 200})
    ada.behind(path)
    ada.page.goto(path)
    sheet = ada.page.get_by_role("region", name="Score sheet")
    expect(sheet.locator("tfoot")).to_be_visible()
    rows = sheet.locator("tbody tr")
    expect(rows.first).to_be_visible()
    stars = """(rows) => rows.map((row) => row.querySelectorAll('[aria-label="won the round"]').length)"""
    assert set(rows.evaluate_all(stars)) == {2}  # partners win together; rows may still be coming


def test_a_game_can_be_paused_and_goes_on(people: People) -> None:
    ada, ben = two_at_a_table(people)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Pause").click()
    expect(ben.page.get_by_text("The game is paused.").first).to_be_visible()
    ben.page.get_by_role("button", name="Resume", exact=True).click()
    expect(ada.page.locator("[data-part=bar]")).not_to_contain_text("The game is paused.")


def test_the_host_is_asked_before_somebody_sits_down(people: People) -> None:
    ada, ben, eve = people.invite(), people.invite(), people.invite()
    path = ada.open_table("nimmt", 3, seats=[a_person("Ada")])
    ada.page.goto(path)
    ada.page.get_by_role("radio", name="Ask me first").check()
    for guest, name in ((ben, "Ben"), (eve, "Eve")):
        guest.page.goto(path)
        guest.page.get_by_label("What is your name?").fill(name)
        guest.page.get_by_role("button", name="Ask to sit down").click()
        expect(guest.page.get_by_text("You have asked for a seat.")).to_be_visible()
    ada.page.get_by_role("button", name="Do not let Eve in").click()
    expect(eve.page.get_by_text("The host did not let you in this time.")).to_be_visible()
    ada.page.get_by_role("button", name="Let Ben in", exact=True).click()
    expect(ben.page.get_by_text("Ada starts the game when everybody is here.")).to_be_visible()
    ada.page.get_by_role("radio", name="Nobody more").check()
    carl = people.invite()
    carl.page.goto(path)
    expect(carl.page.get_by_text("The host lets nobody more sit down.")).to_be_visible()
