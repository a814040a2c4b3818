"""Whole games without a server: the network is off, the server is stopped, and the page plays by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lessons import MOST_STEPS, LessonTaken
from tests.browser.people import GAMES, QUICK, People, Person
from tests.browser.tables import LiveTable
from tests.browser.test_bad_cases import LOST
from tests.kit.server import SameDeals, Server, running
from tiotal import GAMES as GAMES_HERE
from tiotal.words import LANGUAGES
from tiotal.words.page import words_of

HERE = re.compile(r"/t/here-[\w-]{16}")
PLACEHOLDER = re.compile(r"\\\{\w+\\\}")  # in a pattern
NOT_REACHED = f"{LOST}|ERR_INTERNET_DISCONNECTED|ERR_FAILED"


def fetch_games(person: Person) -> None:
    """As somebody does who is going to be on a train."""
    person.page.goto("/settings")
    person.page.get_by_role("button", name="Make games available offline").tap()
    expect(person.page.get_by_text("The games are on this device.")).to_be_visible()


@pytest.fixture(scope="module")
def far_away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("away"), kind=SameDeals) as server:
        yield server


@pytest.fixture(scope="module")
def ada(browser: Browser, far_away: Server) -> Iterator[Person]:
    """Has fetched the games. The server has gone, and so has the network, for all tests but the last."""
    with People(browser, far_away.url) as people:
        person = people.invite(offline_copies=True)
        person.expects(NOT_REACHED)
        fetch_games(person)
        far_away.kill()
        person.context.set_offline(True)
        yield person


def a_seat(kind: str, name: str = "", level: str = "easy", says: bool = False) -> dict[str, Any]:
    return {"kind": kind, "name": name, "level": level, "says": says}


def open_here(person: Person, game: str, *seats: dict[str, Any], options: dict[str, Any] | None = None) -> None:
    """With what somebody would have chosen last time."""
    draft = {"players": len(seats), "seats": seats, "options": options or {}, "settings": {"pace": 0}}
    person.page.goto("/")
    person.page.evaluate(
        "([key, draft]) => localStorage.setItem(key, draft)", [f"tiotal.setup.{game}", json.dumps(draft)]
    )
    person.page.goto(f"/new/{game}")
    person.page.get_by_role("button", name="Start the game").tap()
    person.page.wait_for_url(HERE)


def test_the_first_page_says_where_one_plays(ada: Person) -> None:
    ada.page.goto("/")
    expect(ada.page.get_by_role("heading", name="No connection. You play on this device.")).to_be_visible()
    ada.page.goto("/new/cento")  # what needs others says so, with a way on
    ada.page.get_by_role("radio", name=re.compile("^One device each")).check()
    ada.page.locator("form button.main").tap()
    expect(ada.page.get_by_text("Without a connection everybody plays on this device.")).to_be_visible()
    ada.page.get_by_role("button", name="Play with the computer instead").tap()
    ada.page.locator("form button.main").tap()
    ada.page.wait_for_url(HERE)


@pytest.mark.parametrize("game", QUICK)
def test_a_whole_game_against_a_master_and_a_look_back_at_it(ada: Person, game: str) -> None:
    open_here(ada, game, a_seat("person", "Ada"), a_seat("bot", level="master"), options=QUICK[game])
    table = LiveTable(ada, game)
    assert not table.take_turn()
    moment = table.moment
    ada.page.reload()  # in the middle of a turn
    table.wait(lambda: table.moment is not None, "the table to come back")
    assert int(table.moment or 0) >= int(moment or 0)
    table.play_to_the_end()
    expect(ada.page.locator("main h1")).to_contain_text("won")
    ada.page.get_by_role("link", name="Replay").tap()
    ada.page.get_by_role("slider", name="Move").wait_for()
    ada.page.get_by_role("button", name="To the end").tap()
    expect(ada.page.get_by_role("heading", name=re.compile("won")).first).to_be_visible()
    ada.page.goto("/")
    finished = ada.page.get_by_role("heading", name="Finished games").locator("..")
    expect(finished.get_by_role("link").first).to_contain_text("on this device")


def test_several_people_on_one_device_say_their_totals(ada: Person) -> None:
    people = [a_seat("person", name, says=True) for name in ("Ada", "Bo")]
    open_here(ada, "cento", *people, options={"preset": "to-20-a"})
    table = LiveTable(ada, "cento")
    for _ in range(4):
        table.wait(lambda: table.look().cover or table.is_my_turn or table.is_over, "a cover or a turn")
        if table.look().cover:
            table.tap(table.cover)
            table.wait(lambda: table.is_my_turn, "a turn")
        if table.is_over or table.take_turn():
            break
    expect(ada.page.get_by_text(re.compile("^Bo played")).first).to_be_attached()


def test_a_hint_with_reasons(ada: Person) -> None:
    open_here(ada, "nimmt", a_seat("person", "Ada"), a_seat("bot", level="hard"))
    LiveTable(ada, "nimmt").wait_for_turn()
    ada.page.get_by_role("button", name="Hint", exact=True).tap()
    expect(ada.page.get_by_text("Chance of winning").first).to_be_visible()


def test_two_tabs_see_the_same_table_and_one_goes_on_when_the_other_is_closed(ada: Person) -> None:
    open_here(ada, "ten", a_seat("person", "Ada"), a_seat("bot"))
    address = ada.page.url
    ada.page.goto("/")
    pages = ada.new_tab(), ada.new_tab()
    for page in pages:  # the first one has the house
        page.goto(address)
        LiveTable(ada, "ten", page).wait_for_turn()
    first, second = (LiveTable(ada, "ten", page) for page in pages)
    first.take_turn()
    second.wait(lambda: second.moment == first.moment, "the same in both")
    pages[0].close()
    second.take_turn()
    pages[1].close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson(ada: Person, game: str, language: str) -> None:
    """Each game to the end in one of the languages, and its beginning in the others."""
    words = words_of(language)
    lesson = LessonTaken(ada, game)

    def is_said(step: int) -> None:
        told = lesson.bubble.locator("p").inner_text()
        keys = [key for key in words if key.startswith((f"{game}.lesson.", "lesson."))]
        assert any(re.fullmatch(PLACEHOLDER.sub(".+", re.escape(words[key].forms[0])), told) for key in keys), told

    ada.page.goto("/")
    ada.speak(language)
    ada.page.goto("/")
    learn = words["home.learnOf"].forms[0].format(game=GAMES_HERE[game].title)
    ada.page.get_by_role("button", name=learn).tap()
    ada.page.wait_for_url(HERE)
    lesson.take(is_said, steps=MOST_STEPS if LANGUAGES[GAMES.index(game)] == language else 1)
    ada.speak("en")


def test_a_damaged_or_newer_game_is_left_as_it_is(ada: Person) -> None:
    open_here(ada, "ten", a_seat("person", "Ada"), a_seat("bot"))
    LiveTable(ada, "ten").wait_for_turn()
    path = ada.page.url
    ada.page.goto("/")
    ada.page.evaluate(CHANGE_LAST_ENTRY, [path.rpartition("/")[2].partition("?")[0], '{"kind":"from the future"}'])
    ada.page.goto(path)
    expect(ada.page.get_by_text("This game cannot be opened")).to_be_visible()
    ada.page.get_by_role("link", name="Home").tap()
    expect(ada.page.get_by_role("button", name="Play now: Cento")).to_be_visible()


CHANGE_LAST_ENTRY = """([table, body]) => new Promise((done, fail) => {
  const opening = indexedDB.open("tiotal");
  opening.onerror = fail;
  opening.onsuccess = () => {
    const change = opening.result.transaction("entries", "readwrite");
    const entries = change.objectStore("entries");
    entries.getAll(IDBKeyRange.bound([table, 0], [table, 1e9])).onsuccess = ({ target }) => {
      entries.put({ ...target.result.at(-1), body });
    };
    change.oncomplete = () => { opening.result.close(); done(); };
  };
})"""


def test_finished_games_are_brought_to_the_server_when_it_is_back(ada: Person, far_away: Server) -> None:
    """The last test: there is a network again."""
    open_here(ada, "nimmt", a_seat("person", "Ada"), a_seat("bot"), options=QUICK["nimmt"])
    LiveTable(ada, "nimmt").play_to_the_end()
    far_away.start()
    ada.context.set_offline(False)
    ada.page.goto("/")
    expect(ada.page.get_by_role("heading", name="No connection")).to_have_count(0)
    ada.page.get_by_role("button", name=re.compile("^Send .*finished game")).tap()
    expect(ada.page.get_by_text(re.compile("^Sent: "))).to_be_visible()
    finished = ada.page.get_by_role("heading", name="Finished games").locator("..").get_by_role("link").first
    expect(finished).not_to_contain_text("on this device")
    finished.tap()
    ada.page.get_by_role("button", name="Again!").wait_for()
    ada.page.wait_for_url(re.compile(r"/t/(?!here-)"))
