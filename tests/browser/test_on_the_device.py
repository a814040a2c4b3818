"""Whole games without a server: the network is off, the host is stopped, and the page plays by itself.

The same for both hosts: a server, and the site of `make site` below a path. Each thing is done in every language on one
host or the other.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hosts import Host, OwnPages, Site, traveller
from tests.browser.lessons import MOST_STEPS, LessonTaken
from tests.browser.people import GAMES, QUICK, Person
from tests.browser.tables import LiveTable
from tests.browser.words import spoken
from tests.kit.server import SameDeals, running
from tiotal import GAMES as GAMES_HERE
from tiotal.words import LANGUAGES

HOSTS = ("server", "site")
Left = Callable[[str], tuple[Host, Person]]


def spoken_with(game: str, host: str) -> str:
    """The games are played in different languages, and each in another one on each host."""
    return LANGUAGES[(GAMES.index(game) + HOSTS.index(host)) % len(LANGUAGES)]


GAMES_IN_LANGUAGES = [(host, game, spoken_with(game, host)) for host in HOSTS for game in GAMES]
on_both_hosts = pytest.mark.parametrize("ada", HOSTS, indirect=True)
in_every_language = pytest.mark.parametrize(("ada", "game", "language"), GAMES_IN_LANGUAGES, indirect=["ada"])


@pytest.fixture(scope="module")
def left(browser: Browser, site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    """A host that has gone, and somebody who has fetched the games there; each when it is needed first."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def leave(name: str) -> tuple[Host, Person]:
            host: Host
            if name == "site":
                host = Site(site_folder)
            else:
                host = OwnPages(stack.enter_context(running(tmp_path_factory.mktemp("away"), kind=SameDeals)))
            return host, stack.enter_context(traveller(browser, host))

        yield leave


@pytest.fixture
def ada(request: pytest.FixtureRequest, left: Left) -> Person:
    """Of the server's pages, if it is not said whose. She speaks English, if nobody asks her for something else."""
    _, person = left(getattr(request, "param", "server"))
    person.speak("en")
    return person


def a_seat(kind: str, name: str = "", level: str = "easy", says: bool = False) -> dict[str, Any]:
    return {"kind": kind, "name": name, "level": level, "says": says}


def open_here(person: Person, game: str, *seats: dict[str, Any], options: dict[str, Any] | None = None) -> None:
    """With what somebody would have chosen last time."""
    draft = {"players": len(seats), "seats": seats, "options": options or {}, "settings": {"pace": 0}}
    person.visit("/")
    person.page.evaluate(
        "([key, draft]) => localStorage.setItem(key, draft)", [f"tiotal.setup.{game}", json.dumps(draft)]
    )
    person.visit(f"/new/{game}")
    person.page.get_by_role("button", name=spoken(person.language).say("setup.play")).tap()
    person.arrive_here()


def test_the_first_page_says_where_one_plays(ada: Person) -> None:
    ada.visit("/")
    expect(ada.page.get_by_role("heading", name="No connection. You play on this device.")).to_be_visible()
    ada.visit("/new/cento")  # what needs others says so, with a way on
    ada.page.get_by_role("radio", name=re.compile("^One device each")).check()
    ada.page.locator("form button.main").tap()
    expect(ada.page.get_by_text("Without a connection everybody plays on this device.")).to_be_visible()
    ada.page.get_by_role("button", name="Play with the computer instead").tap()
    ada.page.locator("form button.main").tap()
    ada.arrive_here()


@in_every_language
def test_a_whole_game_against_a_master_and_a_look_back_at_it(ada: Person, game: str, language: str) -> None:
    ada.speak(language)
    open_here(ada, game, a_seat("person", "Ada"), a_seat("bot", level="master"), options=QUICK[game])
    table = LiveTable(ada, game)
    words = table.words
    won = words.like("end.youWon", "end.won")
    assert not table.take_turn()
    moment = table.moment
    ada.page.reload()  # while the bot thinks
    table.wait(lambda: table.moment is not None, "the table to come back")
    assert int(table.moment or 0) >= int(moment or 0)
    assert not table.wait_for_turn()
    moment = table.moment
    if table.playable.count():
        table.tap(table.playable.first)
    ada.page.reload()  # with a card lifted
    assert not table.wait_for_turn()
    assert table.moment == moment

    table.play_to_the_end()
    expect(ada.page.locator("main h1")).to_contain_text(won)
    ada.page.get_by_role("link", name=words.say("end.replay")).tap()
    ada.page.get_by_role("slider", name=words.say("replay.move")).wait_for()
    ada.page.get_by_role("button", name=words.say("replay.last")).tap()
    expect(ada.page.get_by_role("heading", name=won).first).to_be_visible()
    ada.visit("/")
    finished = ada.page.get_by_role("heading", name=words.say("home.finishedTitle")).locator("..")
    expect(finished.get_by_role("link").first).to_contain_text(GAMES_HERE[game].title)
    if ada.screens == ada.url:  # a site has no games of its own
        expect(finished.get_by_role("link").first).to_contain_text(words.say("home.onDevice"))


@in_every_language
def test_two_people_on_one_device(ada: Person, game: str, language: str) -> None:
    """In Cento one of them says the totals, and it is played to the end."""
    ada.speak(language)
    open_here(ada, game, a_seat("person", "Ada", says=True), a_seat("person", "Bo"), options=QUICK[game])
    table = LiveTable(ada, game)
    covers = {name: table.words.say("table.showMyCards", name=name) for name in ("Ada", "Bo")}
    had_it: list[str] = []
    while game == "cento" or len(had_it) < 4:
        table.wait(lambda: table.look().cover or table.has_something_to_do, "a cover, a turn or the end")
        if table.is_over:
            break
        if not table.look().cover:
            table.take_turn()
            continue
        had_it.append(next(name for name, cover in covers.items() if ada.page.get_by_text(cover, exact=True).count()))
        if len(had_it) > 2:  # what the other one did is told first
            expect(ada.page.locator("#cover-news")).to_contain_text("Ada" if had_it[-1] == "Bo" else "Bo")
        table.tap(table.cover)
    assert set(had_it) == {"Ada", "Bo"}
    if game == "cento":
        expect(ada.page.locator("main h1")).to_contain_text(table.words.like("end.won"))


@on_both_hosts
def test_a_hint_with_reasons(ada: Person) -> None:
    open_here(ada, "nimmt", a_seat("person", "Ada"), a_seat("bot", level="hard"))
    LiveTable(ada, "nimmt").wait_for_turn()
    ada.page.get_by_role("button", name="Hint", exact=True).tap()
    expect(ada.page.get_by_text("Chance of winning").first).to_be_visible()


@on_both_hosts
def test_two_tabs_see_the_same_table_and_one_goes_on_when_the_other_is_closed(ada: Person) -> None:
    open_here(ada, "ten", a_seat("person", "Ada"), a_seat("bot"))
    address = ada.page.url
    ada.visit("/")
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


LESSONS = [
    (host, game, language, MOST_STEPS if language == spoken_with(game, host) else 1)
    for host in HOSTS
    for game in GAMES
    for language in LANGUAGES
]


@pytest.mark.parametrize(("ada", "game", "language", "steps"), LESSONS, indirect=["ada"])
def test_a_lesson(ada: Person, game: str, language: str, steps: int) -> None:
    """Each game to the end in one of the languages, and its beginning in the others."""
    ada.speak(language)
    ada.visit("/")
    words = spoken(language)
    tells = words.like(*(key for key in words.messages if key.startswith((f"{game}.lesson.", "lesson."))))
    lesson = LessonTaken(ada, game)

    def is_said(step: int) -> None:
        told = lesson.bubble.locator("p").inner_text()
        assert tells.fullmatch(told), told

    ada.page.get_by_role("button", name=words.say("home.learnOf", game=GAMES_HERE[game].title)).tap()
    ada.arrive_here()
    lesson.take(is_said, steps=steps)


@on_both_hosts
def test_a_damaged_or_newer_game_is_left_as_it_is(ada: Person) -> None:
    open_here(ada, "ten", a_seat("person", "Ada"), a_seat("bot"))
    LiveTable(ada, "ten").wait_for_turn()
    table = ada.page.url.rpartition("/")[2].partition("?")[0]
    ada.visit("/")
    ada.page.evaluate(CHANGE_LAST_ENTRY, [table, '{"kind":"from the future"}'])
    ada.visit(f"/t/{table}")
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


def test_finished_games_are_brought_to_the_server_when_it_is_back(ada: Person, left: Left) -> None:
    open_here(ada, "nimmt", a_seat("person", "Ada"), a_seat("bot"), options=QUICK["nimmt"])
    LiveTable(ada, "nimmt").play_to_the_end()
    host, _ = left("server")
    host.come_back()
    ada.context.set_offline(False)
    ada.visit("/")
    expect(ada.page.get_by_role("heading", name="No connection")).to_have_count(0)
    ada.page.get_by_role("button", name=re.compile("^Send .*finished game")).tap()
    expect(ada.page.get_by_text(re.compile("^Sent: "))).to_be_visible()
    finished = ada.page.get_by_role("heading", name="Finished games").locator("..").get_by_role("link").first
    expect(finished).not_to_contain_text("on this device")
    finished.tap()
    ada.page.get_by_role("button", name="Again!").wait_for()
    ada.page.wait_for_url(re.compile(r"/t/(?!here-)"))
    host.go_away()  # as it was before
    ada.context.set_offline(True)
