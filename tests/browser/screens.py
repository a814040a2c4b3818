"""Every screen and panel, and the way there: for axe-core, for three languages, and for the screenshots.

Nothing here depends on words, so that it works in every language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.people import GAMES, People, Person
from tests.server import Json, a_bot, a_person

Show = Callable[[People, Person], Page]
SCREENS: dict[str, Show] = {}
NO_SUCH_TABLE = "AAAAAAAAAAAAAAAA"
NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro")


def screen(name: str) -> Callable[[Show], Show]:
    def add(show: Show) -> Show:
        def and_wait(people: People, person: Person) -> Page:
            page = show(people, person)
            page.wait_for_load_state("networkidle")
            page.evaluate("document.fonts.ready")
            page.wait_for_timeout(60)
            return page

        SCREENS[name] = and_wait
        return show

    return add


def simple(name: str, path: str, ready: str, expects: str | None = None) -> None:
    """A screen that is just an address."""

    @screen(name)
    def show(people: People, person: Person) -> Page:
        if expects:
            person.expects(expects)
        person.page.goto(path)
        person.page.locator(ready).first.wait_for()
        return person.page


def at_table(person: Person, game: str, players: int = 4, **others: Any) -> str:
    """At a table in the middle of a match, on turn; bots have played a little."""
    seats = [a_person(NAMES[0]), *[a_bot("easy")] * (players - 1)]
    options = {"match": "series", "limit": 5000} if game == "cento" else {}
    path = person.sit_at(game, players, **{"seats": seats, "options": options, **others})
    on_turn(person, path, moves=2)
    return path


def on_turn(person: Person, path: str, **how: Any) -> None:
    """Some moves later; the page is opened anew, so the ends of rounds on the way are not shown."""
    person.behind(path, **how)
    page = person.page
    page.goto(path)
    turn, round_over = page.locator("[data-part=bar].mine"), page.locator("dialog[open] button.main")
    while not turn.is_visible():
        turn.or_(round_over).first.wait_for()
        if round_over.is_visible():  # it has ended just now
            round_over.click()


def lift(page: Page) -> None:
    page.locator("button.held.playable").first.click()
    page.locator("button.held[aria-pressed=true]").first.wait_for()


def open_panel(page: Page, name: str) -> None:
    page.locator(f"[data-panel={name}]").click()


def to_the_end(person: Person, game: str, options: Json, **others: Any) -> Page:
    """The end of a match; the rounds on the way are left aside."""
    path = person.sit_at(game, 3, options=options, **others)
    person.behind(path)
    person.page.goto(path)
    person.page.locator("main.end").wait_for()
    return person.page


# --- Around the table -------------------------------------------------------------------------------------------
simple("home", "/", ".games section")
simple("settings", "/settings", "main select, main [role=switch], main input")
simple("nowhere", "/nothing/here", "h1", expects="status of 404")
simple("gone", f"/t/{NO_SUCH_TABLE}", "h1")
simple("pad", "/pad", "main li a")
for each in GAMES:
    simple(f"new-{each}", f"/new/{each}", "form button.main")
    simple(f"rules-{each}", f"/rules/{each}", "main section")
    simple(f"pad-new-{each}", f"/pad/{each}", "form button.main")


@screen("home-with-tables")
def home_with_tables(people: People, person: Person) -> Page:
    person.open_table("nimmt", 3, seats=[a_person(NAMES[0])])
    path = person.sit_at("cento", 2, options={"preset": "to-20-a"})
    person.behind(path)
    person.page.goto("/")
    person.page.locator(".list").nth(2).wait_for()
    return person.page


@screen("new-more")
def new_more(people: People, person: Person) -> Page:
    """With everything unfolded."""
    person.page.goto("/new/cento")
    person.page.locator("details summary").first.click()
    return person.page


@screen("waiting")
def waiting(people: People, person: Person) -> Page:
    """The host waits for others."""
    seats = [a_person(NAMES[0]), a_bot("easy")]
    person.page.goto(person.open_table("cento", 4, seats=seats, options={"pairs": True}))
    person.page.locator("img[src*=qr]").wait_for()
    return person.page


@screen("waiting-guest")
def waiting_guest(people: People, person: Person) -> Page:
    host = people.invite()
    person.page.goto(host.open_table("nimmt", 3, seats=[a_person(NAMES[1])]))
    person.page.locator("form input").wait_for()
    return person.page


@screen("waiting-full")
def waiting_full(people: People, person: Person) -> Page:
    host = people.invite()
    person.page.goto(host.open_table("ten", 2))
    person.page.locator("main section").first.wait_for()
    return person.page


# --- The tables -------------------------------------------------------------------------------------------------
def table_screens(game: str) -> None:
    @screen(f"table-{game}")
    def live(people: People, person: Person) -> Page:
        at_table(person, game)
        return person.page

    @screen(f"table-{game}-lifted")
    def lifted(people: People, person: Person) -> Page:
        prefer = () if game != "nimmt" else (r"\d>", "end")
        path = at_table(person, game)
        stop = {"cento": "^(DH|TENS|COPY|[+]\\d)", "nimmt": r"\d>", "ten": ":(up|down)"}[game]
        on_turn(person, path, stop=stop, prefer=prefer)
        lift(person.page)
        return person.page

    @screen(f"table-{game}-many")
    def many(people: People, person: Person) -> Page:
        """As many players as can be, in the middle of the match."""
        path = at_table(person, game, 8 if game == "cento" else 7)
        on_turn(person, path, moves=5, prefer=("take:",) if game == "nimmt" else ())
        return person.page

    @screen(f"learn-{game}")
    def learn(people: People, person: Person) -> Page:
        path = person.open_table(game, 2)
        person.page.goto(f"{path}?learn")
        person.page.locator("section.bubble").wait_for()
        return person.page

    @screen(f"end-{game}")
    def end(people: People, person: Person) -> Page:
        options: dict[str, Json] = {"cento": {"preset": "to-20-a"}, "nimmt": {"rounds": 1}, "ten": {}}
        return to_the_end(person, game, options[game])

    @screen(f"replay-{game}")
    def replay(people: People, person: Person) -> Page:
        options: dict[str, Json] = {"cento": {"preset": "to-20-a"}, "nimmt": {"rounds": 1}, "ten": {}}
        page = to_the_end(person, game, options[game])
        page.goto(f"{page.url}/match/1")
        page.locator("input[type=range]").wait_for()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        return page


for each in GAMES:
    table_screens(each)


@screen("table-cento-flipped")
def flipped(people: People, person: Person) -> Page:
    path = person.sit_at("cento", 3, options={"preset": "to-20-a", "match": "series", "limit": 5000})
    for _ in range(40):
        person.behind(path, stop="^FLIP$")
        on_turn(person, path, moves=1, prefer=("^FLIP$",))
        if person.page.locator(".layout.flipped").count():
            break
    return person.page


@screen("table-cento-announce")
def announce(people: People, person: Person) -> Page:
    """A card is played, and the new total has to be said."""
    path = at_table(person, "cento", settings={"announce": True})
    on_turn(person, path, stop="^[+-]")
    person.page.locator("[data-at^='hand-+'].playable, [data-at^='hand--'].playable").first.click()
    person.page.locator("[data-choice]").first.click()
    person.page.locator(".pad button.digit").first.wait_for()
    return person.page


@screen("table-cento-wrong-total")
def wrong_total(people: People, person: Person) -> Page:
    page = announce(people, person)
    page.locator(".pad button.digit").last.click()
    page.locator(".pad button.say").click()
    page.locator(".answer").wait_for()
    return page


@screen("table-ten-bidding")
def bidding(people: People, person: Person) -> Page:
    path = person.sit_at("ten", 4)
    on_turn(person, path, stop="^(bid|swap):")
    page = person.page
    page.locator("[data-part=board] button.over").first.click()
    return page


@screen("table-spectator")
def spectator(people: People, person: Person) -> Page:
    host = people.invite()
    path = host.sit_at("ten", 3, settings={"spectators": True})
    host.behind(path, moves=3)
    person.page.goto(path)
    person.page.locator("[data-part=board]").wait_for()
    return person.page


@screen("table-nobody-may-watch")
def no_watching(people: People, person: Person) -> Page:
    path = people.invite().sit_at("cento")
    person.page.goto(path)
    person.page.locator("h1").wait_for()
    return person.page


@screen("cover")
def cover(people: People, person: Person) -> Page:
    """Several people on one device."""
    person.sit_at("nimmt", 3, seats=[a_person(NAMES[0]), a_person(NAMES[1]), a_bot()])
    person.page.locator("main button.main").wait_for()
    return person.page


@screen("round-end")
def round_end(people: People, person: Person) -> Page:
    path = person.sit_at("cento", 3, options={"preset": "to-20-a", "match": "series", "limit": 5000})
    person.behind(path, stop="round")
    person.page.locator("dialog[open] button.main").wait_for()
    return person.page


@screen("round-end-ten")
def round_end_ten(people: People, person: Person) -> Page:
    path = person.sit_at("ten", 3)
    person.behind(path, stop="round")
    person.page.locator("dialog[open] button.main").wait_for()
    return person.page


@screen("end-announce")
def end_announce(people: People, person: Person) -> Page:
    """With a report on the sums."""
    return to_the_end(person, "cento", {"preset": "to-20-a"}, settings={"announce": True, "open_replay": True})


# --- Panels -----------------------------------------------------------------------------------------------------
@screen("panel-hint")
def hint(people: People, person: Person) -> Page:
    at_table(person, "cento", 3)
    open_panel(person.page, "hint")
    person.page.locator("section.panel h2").wait_for()
    return person.page


@screen("panel-log")
def log(people: People, person: Person) -> Page:
    at_table(person, "nimmt", 3)
    open_panel(person.page, "log")
    person.page.locator("dialog[open] li button").first.wait_for()
    return person.page


@screen("moment")
def moment(people: People, person: Person) -> Page:
    page = log(people, person)
    page.locator("dialog[open] li button").nth(1).click()
    page.locator("aside button.main").wait_for()
    return page


@screen("panel-say")
def say(people: People, person: Person) -> Page:
    at_table(person, "cento", 3, settings={"free_text": True})
    open_panel(person.page, "say")
    person.page.locator("dialog[open] form").wait_for()
    return person.page


@screen("panel-menu")
def menu(people: People, person: Person) -> Page:
    at_table(person, "ten", 3)
    open_panel(person.page, "menu")
    person.page.locator("dialog[open] li").first.wait_for()
    return person.page


# --- The score pad ----------------------------------------------------------------------------------------------
def pad_with_names(person: Person, game: str) -> Page:
    page = person.page
    page.goto(f"/pad/{game}")
    for n, name in enumerate(NAMES[:2], 1):
        page.locator(f"#name-{n}").fill(name)
    page.locator("form button.main").click()
    page.locator("main ol li").first.wait_for()
    return page


def pad_screens(game: str) -> None:
    @screen(f"pad-round-{game}")
    def entering(people: People, person: Person) -> Page:
        page = pad_with_names(person, game)
        page.locator("a.button.main").click()
        winner = page.locator("fieldset .names button")
        if game != "ten":
            winner.first.click()
        page.locator(".keys button").first.wait_for()
        for n in (3, 7, 8):
            page.locator(".keys button").nth(n).click()
        return page

    @screen(f"pad-sheet-{game}")
    def sheet(people: People, person: Person) -> Page:
        page = entering(people, person)
        while page.locator(".keys").count():
            page.locator(".buttons button.main").click()
        page.locator("table").wait_for()
        return page


for each in GAMES:
    pad_screens(each)
