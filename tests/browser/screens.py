"""Every screen and panel, and the way there: for axe-core, for three languages, and for the screenshots.

Nothing here depends on words, so that it works in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.browser.people import A_LONG_SERIES, GAMES, QUICK, People, Person
from tests.kit.server import a_bot, a_person
from tiotal.server.pages import CLIENT

NO_SUCH_TABLE = "AAAAAAAAAAAAAAAA"
NAMES = ("Ada", "Ben")

Way = Callable[[People, Person], str]
Touch = Callable[[Page], None]


@dataclass(frozen=True)
class Screen:
    """`way` brings it about and tells its address; `touch` does on the page what has to be done, and waits for it.

    What `passes` is seen only when it happens, on a page that is open; all else can be opened again.
    """

    way: Way
    touch: Touch
    passes: bool = False

    def show(self, people: People, person: Person) -> Page:
        return next(self.pages(people, person))

    def pages(self, people: People, person: Person, *languages: str) -> Iterator[Page]:
        """As this person sees it, then in other languages."""
        path = self.way(people, person)
        yield self._open(person, path)
        for language in languages:
            if self.passes:
                person = people.invite(language, name=person.name)
                self.way(people, person)
            else:
                person.speak(language)
            yield self._open(person, path)

    def _open(self, person: Person, path: str) -> Page:
        if not self.passes:
            person.page.goto(path)
        self.touch(person.page)
        person.settle()
        return person.page


SCREENS: dict[str, Screen] = {}


def screen(name: str, touch: Touch, passes: bool = False) -> Callable[[Way], Way]:
    def add(way: Way) -> Way:
        SCREENS[name] = Screen(way, touch, passes)
        return way

    return add


def seen(what: str) -> Touch:
    return lambda page: page.locator(what).first.wait_for()


def simple(name: str, path: str, ready: str, expects: str | None = None) -> None:
    """A screen that is just an address."""

    @screen(name, seen(ready))
    def go(people: People, person: Person) -> str:
        if expects:
            person.expects(expects)
        return path


# --- What is done on pages --------------------------------------------------------------------------------------
def on_turn(page: Page) -> None:
    turn, round_over = page.locator("[data-part=bar].mine"), page.locator("dialog[open] button.main")
    while not turn.is_visible():
        turn.or_(round_over).first.wait_for()
        if round_over.is_visible():  # it has ended just now
            round_over.click()


def lift(page: Page) -> None:
    on_turn(page)
    page.locator("button.held.playable").first.click()
    page.locator("button.held[aria-pressed=true]").first.wait_for()


def panel(name: str, ready: str) -> Touch:
    def open_panel(page: Page) -> None:
        on_turn(page)
        page.locator(f"[data-panel={name}]").click()
        page.locator(ready).first.wait_for()

    return open_panel


# --- Around the table -------------------------------------------------------------------------------------------
simple("home", "/", ".games section")
simple("settings", "/settings", "main select, main [role=switch], main input")
simple("nowhere", "/nothing/here", "h1", expects="status of 404")
simple("gone", f"/t/{NO_SUCH_TABLE}", "h1")
simple("pad", "/pad", "main li a")
simple("paper", "/paper", "main li a")
for each in ("parents", "teachers"):
    simple(f"guide-{each}", f"/guide/{each}", "main section")
for each in GAMES:
    simple(f"new-{each}", f"/new/{each}", "form button.main")
    simple(f"rules-{each}", f"/rules/{each}", "main section")
    simple(f"pad-new-{each}", f"/pad/{each}", "form button.main")


@screen("home-with-tables", lambda page: page.locator(".list").nth(2).wait_for())
def home_with_tables(people: People, person: Person) -> str:
    person.open_table("nimmt", 3, seats=[a_person(person.name)])
    path = person.open_table("cento", 2, options=QUICK["cento"])
    person.behind(path)
    return "/"


# --- Without a connection ---------------------------------------------------------------------------------------
# As if all files had come; for these screens nobody plays with them.
GAMES_ARE_HERE = """async ([path, names]) => {
  const kept = await caches.open(`tiotal-${path.replaceAll("/", "-")}`);
  for (const name of names) await kept.put(`/${path}${name}`, new Response(""));
}"""
NEVER_COMES = """(() => {
  const fetched = window.fetch;
  window.fetch = (what, ...how) => String(what).includes("/engine/") ? new Promise(() => 0) : fetched(what, ...how);
})()"""
A_GAME_THAT_IS_OVER = """(tables) => new Promise((done, fail) => {
  localStorage.setItem("tiotal.here", "yes");
  const opening = indexedDB.open("tiotal", 1);
  opening.onerror = fail;
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("entries", { keyPath: ["table", "number"] });
    opening.result.createObjectStore("tables", { keyPath: "table" });
    opening.result.createObjectStore("about");
  };
  opening.onsuccess = () => {
    const change = opening.result.transaction("tables", "readwrite");
    for (const listed of tables) {
      change.objectStore("tables").put({ table: listed.id, listing: JSON.stringify({ listed }) });
    }
    change.oncomplete = () => { opening.result.close(); done(); };
  };
})"""


def with_games(person: Person) -> None:
    folder = next((CLIENT / "engine").iterdir())
    names = [str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file() and file.suffix != ".gz"]
    person.page.goto("/pad")
    person.page.evaluate(GAMES_ARE_HERE, [f"engine/{folder.name}/", names])


def without_server(person: Person) -> None:
    person.expects("ERR_FAILED")
    person.context.route("**/api/**", lambda route: route.abort())


@screen("home-no-connection", seen(".offline p:nth-of-type(2)"))
def home_no_connection(people: People, person: Person) -> str:
    without_server(person)
    return "/"


@screen("home-offline", seen(".offline"))
def home_offline(people: People, person: Person) -> str:
    with_games(person)
    without_server(person)
    return "/"


@screen("home-to-send", seen("button.send"))
def home_to_send(people: People, person: Person) -> str:
    result = {"names": [person.name, "Ben"], "scores": [1, 0], "winners": [0], "mine": [0]}
    about = {"game": "nimmt", "names": [person.name, "Ben"], "phase": "over", "free_seats": 0, "my_turn": False}
    tables = [{"id": f"here-{n:016}", **about, "result": result, "changed_at": 1_790_000_000_000} for n in range(2)]
    person.page.goto("/pad")
    person.page.evaluate(A_GAME_THAT_IS_OVER, tables)
    return "/"


def with_friends(page: Page) -> None:
    page.get_by_role("radio").nth(2).check()  # one device each
    page.locator("form button.main").click()
    page.locator(".in-reach button:not(.main)").wait_for()


@screen("new-offline-others", with_friends)
def new_offline_others(people: People, person: Person) -> str:
    """The house answers here, in each language: it opens much faster when all of it is kept."""
    person.page.goto("/settings")
    fetch_games(person.page)
    person.page.locator("[data-stage=here]").wait_for()
    without_server(person)
    return "/new/cento"


@screen("settings-offline-ready", seen("[data-stage=here]"))
def settings_offline_ready(people: People, person: Person) -> str:
    with_games(person)
    return "/settings"


def fetch_games(page: Page) -> None:
    page.locator("[data-stage] button").click()


def fetching(page: Page) -> None:
    fetch_games(page)
    page.locator("[data-stage=coming] progress").wait_for()


@screen("settings-offline-coming", fetching)
def settings_offline_coming(people: People, person: Person) -> str:
    person.context.add_init_script(NEVER_COMES)
    return "/settings"


def fetching_in_vain(page: Page) -> None:
    fetch_games(page)
    page.locator("[data-stage=failed] .trouble").wait_for()


@screen("settings-offline-failed", fetching_in_vain)
def settings_offline_failed(people: People, person: Person) -> str:
    person.expects("ERR_FAILED")
    person.context.route("**/engine/**", lambda route: route.abort())
    return "/settings"


@screen("settings-offline-impossible", seen("[data-stage=impossible]"))
def settings_offline_impossible(people: People, person: Person) -> str:
    person.context.add_init_script("delete window.caches")  # as a browser does over plain http
    return "/settings"


# --- More around the table --------------------------------------------------------------------------------------
def show_my_data(page: Page) -> None:
    page.locator("[aria-labelledby=my-data] button").first.click()
    page.locator("[aria-labelledby=my-data] li").first.wait_for()


@screen("settings-my-data", show_my_data)
def settings_my_data(people: People, person: Person) -> str:
    person.behind(person.open_table("cento", 2, options=QUICK["cento"]))
    person.open_table("nimmt", 3, seats=[a_person(person.name)])
    return "/settings"


@screen("new-more", lambda page: page.locator("details.sheet summary").click())
def new_more(people: People, person: Person) -> str:
    """With everything unfolded."""
    return "/new/cento"


def choose_own(page: Page) -> None:
    page.locator("section.options input[type=radio]").nth(5).check()  # the last variant
    page.locator("[role=status] svg").wait_for()
    page.locator("[role=group] [aria-pressed]").first.click()


@screen("new-own", choose_own)
def new_own(people: People, person: Person) -> str:
    """The cards of an own variant, one of them tapped out."""
    return "/new/cento"


@screen("new-house", lambda page: page.locator("section.options summary").click())
def new_house(people: People, person: Person) -> str:
    """Where house rules are opened and saved."""
    return "/new/nimmt"


OWN = {"preset": "own", "cards": ["+1", "+2", "+3", "+5", "+8", "-4", "FLIP", "COPY"], "target": 37}


@screen("waiting-own", seen("section li svg"))
def waiting_own(people: People, person: Person) -> str:
    """House rules that are called as somebody is."""
    return person.open_table("cento", 2, seats=[a_person(person.name)], options=OWN, house_rules=person.name)


@screen("waiting", seen("img[src*=qr]"))
def waiting(people: People, person: Person) -> str:
    """The host waits for others."""
    seats = [a_person(person.name), a_bot("easy")]
    return person.open_table("cento", 4, seats=seats, options={"pairs": True})


@screen("waiting-guest", seen("form input"))
def waiting_guest(people: People, person: Person) -> str:
    return people.invite().open_table("nimmt", 3, seats=[a_person(person.name)])


@screen("waiting-full", seen("main section"))
def waiting_full(people: People, person: Person) -> str:
    return people.invite().open_table("ten", 2)


# --- Puzzles ----------------------------------------------------------------------------------------------------
def answer(page: Page) -> None:
    lift(page)
    page.wait_for_timeout(400)  # two taps at once are one
    page.locator("button.held[aria-pressed=true]").click()
    page.locator(".verdict").wait_for()


def see_set(page: Page) -> None:
    """The sheet is on the page, for printers alone."""
    page.locator("main ol a").first.wait_for()
    page.locator("div.paper article").first.wait_for(state="attached")


simple("puzzles", "/puzzles", "main li a")
simple("puzzle-nowhere", "/puzzles/cento/set/1/999", "h1")
for each in GAMES:
    simple(f"puzzle-{each}", f"/puzzles/{each}/set/2/1/1", "[data-part=bar].mine")
screen("puzzle-answered", answer)(lambda people, person: "/puzzles/cento/set/1/1/1")
screen("puzzle-set", see_set)(lambda people, person: "/puzzles/nimmt/set/1/1")


# --- Practice ---------------------------------------------------------------------------------------------------
def say_sum(page: Page, typed: str) -> None:
    for digit in typed:
        page.locator(".pad .digit", has_text=digit).click()
    page.locator(".pad button.say").click()


def begin_practice(page: Page) -> None:
    page.locator("form button.main:enabled").click()
    page.locator(".pad button.digit").first.wait_for()


def wrong_once(page: Page) -> None:
    begin_practice(page)
    say_sum(page, "999")
    page.locator("main .said b").wait_for()


def wrong_twice(page: Page) -> None:
    wrong_once(page)
    say_sum(page, "999")
    page.locator("button.go-on").wait_for()


def stop_practice(page: Page) -> None:
    wrong_twice(page)
    page.locator("main .top button").click()
    page.locator("#done").wait_for()


simple("practice", "/practice", "form button.main:enabled")
simple("progress-empty", "/progress", "main a.button.main")


@screen("practice-sum", begin_practice)
@screen("practice-hint", wrong_once)
@screen("practice-shown", wrong_twice)
@screen("practice-end", stop_practice)
def practice(people: People, person: Person) -> str:
    return "/practice"


# As `web/src/practice/remembered.ts` keeps them: seconds, before, what, by, outcome, tenths of a second.
CALCULATED = [
    *([1_790_000_000 + n, 38, 0, 7, 2 if n < 8 else 0, 60 - n] for n in range(20)),
    *([1_790_000_100 + n, 8, 0, 5, n % 3, 20] for n in range(6)),
    *([1_790_000_200 + n, 50, 2, 2, 0, 80 - 5 * n] for n in range(15)),
    *([1_790_000_300 + n, 140, 1, 30, 0, 31] for n in range(9)),
    [1_790_000_400, 42, 1, 7, 1, 95],
]
REMEMBER = """([name, sums]) => localStorage.setItem(`tiotal.sums.${name}`, JSON.stringify(sums))"""


@screen("progress", seen("main table"))
@screen("progress-erase", lambda page: page.locator("button.danger").click())
def progress(people: People, person: Person) -> str:
    person.page.goto("/practice")
    for name in (person.name, NAMES[1]):
        person.page.evaluate(REMEMBER, [name, CALCULATED])
    return "/progress"


# --- The tables -------------------------------------------------------------------------------------------------
def at_table(person: Person, game: str, players: int = 4, **others: Any) -> str:
    """In the middle of a match, on turn; bots have played a little."""
    seats = [a_person(person.name), *[a_bot("easy")] * (players - 1)]
    path = person.sit_at(game, players, seats=seats, **others)
    person.behind(path, moves=2)
    return path


def to_the_end(person: Person, game: str, **others: Any) -> str:
    path = person.open_table(game, 3, options=QUICK[game], **others)
    person.behind(path)
    return path


def three_moves_on(page: Page) -> None:
    page.locator("input[type=range]").wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")


def table_screens(game: str) -> None:
    @screen(f"table-{game}", on_turn)
    def live(people: People, person: Person) -> str:
        return at_table(person, game)

    @screen(f"table-{game}-lifted", lift)
    def lifted(people: People, person: Person) -> str:
        path = at_table(person, game)
        stop = {"cento": "^(DH|TENS|COPY|[+]\\d)", "nimmt": r"\d>", "ten": ":(up|down)"}[game]
        person.behind(path, stop=stop, prefer=() if game != "nimmt" else (r"\d>", "end"))
        return path

    @screen(f"table-{game}-many", on_turn)
    def many(people: People, person: Person) -> str:
        """As many players as can be, in the middle of the match."""
        path = at_table(person, game, 8 if game == "cento" else 7)
        person.behind(path, moves=5, prefer=("take:",) if game == "nimmt" else ())
        return path

    @screen(f"learn-{game}", seen("section.bubble"))
    def learn(people: People, person: Person) -> str:
        return f"{person.open_table(game, 2, options={}, lesson=True)}?learn"

    @screen(f"end-{game}", seen("main.end"))
    def end(people: People, person: Person) -> str:
        return to_the_end(person, game)

    @screen(f"replay-{game}", three_moves_on)
    def replay(people: People, person: Person) -> str:
        return f"{to_the_end(person, game)}/match/1"


for each in GAMES:
    table_screens(each)


@screen("table-cento-flipped", on_turn)
def flipped(people: People, person: Person) -> str:
    path = person.sit_at("cento", 3, options=QUICK["cento"] | A_LONG_SERIES)
    for _ in range(40):
        person.behind(path, stop="^FLIP$")
        person.behind(path, moves=1, prefer=("^FLIP$",))
        person.page.goto(path)
        on_turn(person.page)
        if person.page.locator(".layout.flipped").count():
            break
    return path


def play_a_number(page: Page) -> None:
    """A card is played, and the new total has to be said."""
    on_turn(page)
    page.locator("[data-at^='hand-+'].playable, [data-at^='hand--'].playable").first.click()
    page.locator("[data-choice]").first.click()
    page.locator(".pad button.digit").first.wait_for()


def say_it_wrong(page: Page) -> None:
    play_a_number(page)
    page.locator(".pad button.digit").last.click()
    page.locator(".pad button.say").click()
    page.locator(".again").wait_for()


def be_shown_the_way(page: Page) -> None:
    say_it_wrong(page)
    page.locator(".pad button.word").click()
    page.locator(".answer").wait_for()


@screen("table-cento-announce", play_a_number)
@screen("table-cento-wrong-total", say_it_wrong, passes=True)
@screen("table-cento-way", be_shown_the_way, passes=True)
def announce(people: People, person: Person) -> str:
    path = at_table(person, "cento", says=True)
    person.behind(path, stop="^[+-]")
    person.page.goto(path)
    return path


def want_a_card(page: Page) -> None:
    on_turn(page)
    page.locator("[data-part=board] button.over").first.click()


@screen("table-ten-bidding", want_a_card)
def bidding(people: People, person: Person) -> str:
    path = person.sit_at("ten", 4)
    person.behind(path, stop="^(bid|swap):")
    return path


@screen("table-spectator", seen("[data-part=board]"))
def spectator(people: People, person: Person) -> str:
    host = people.invite(name=person.name)
    path = host.sit_at("ten", 3, settings={"spectators": True})
    host.behind(path, moves=3)
    return path


@screen("table-nobody-may-watch", seen("h1"))
def no_watching(people: People, person: Person) -> str:
    return people.invite().sit_at("cento")


@screen("cover", seen("main button.main"))
def cover(people: People, person: Person) -> str:
    """Several people on one device."""
    return person.sit_at("nimmt", 3, seats=[a_person(person.name), a_person(NAMES[1]), a_bot()])


# --- Ends -------------------------------------------------------------------------------------------------------
@screen("round-end", seen("dialog[open] button.main"), passes=True)
def round_end(people: People, person: Person) -> str:
    path = person.sit_at("cento", 3, options=QUICK["cento"] | A_LONG_SERIES)
    person.behind(path, stop="round")
    return path


@screen("round-end-ten", seen("dialog[open] button.main"), passes=True)
def round_end_ten(people: People, person: Person) -> str:
    path = person.sit_at("ten", 3)
    person.behind(path, stop="round")
    return path


@screen("end-announce", seen("main.end"))
def end_announce(people: People, person: Person) -> str:
    """With a report on the sums."""
    return to_the_end(person, "cento", says=True, settings={"open_replay": True})


# --- Panels -----------------------------------------------------------------------------------------------------
@screen("panel-hint", panel("hint", "section.panel h2"))
def hint(people: People, person: Person) -> str:
    return at_table(person, "cento", 3)


def look_back(page: Page) -> None:
    panel("log", "dialog[open] li button")(page)
    page.locator("dialog[open] li button").nth(1).click()
    page.locator("aside button.main").wait_for()


@screen("panel-log", panel("log", "dialog[open] li button"))
@screen("moment", look_back)
def log(people: People, person: Person) -> str:
    return at_table(person, "nimmt", 3)


@screen("panel-say", panel("say", "dialog[open] form"))
def say(people: People, person: Person) -> str:
    return at_table(person, "cento", 3, settings={"free_text": True})


@screen("panel-menu", panel("menu", "dialog[open] li"))
def menu(people: People, person: Person) -> str:
    return at_table(person, "ten", 3)


def choose_help(page: Page) -> None:
    page.locator("main.cover button.main").click()
    page.locator("[data-panel=menu]").click()
    page.locator("dialog[open] li button").first.click()
    page.locator("dialog[open] li button[aria-pressed]").nth(3).wait_for()


@screen("panel-help", choose_help)
def help_for_each(people: People, person: Person) -> str:
    """Two people on one device say totals; who gets hints is chosen for each."""
    return person.sit_at("cento", 3, says=True, seats=[a_person(person.name), a_person(NAMES[1], hints=False), a_bot()])


def i_say_it(page: Page) -> None:
    page.locator("main input[type=radio]").first.wait_for()
    page.locator("section:has(svg text) input[type=radio]").first.check()
    page.locator("section:has(svg text) [role=switch]").wait_for()


@screen("settings-hints", i_say_it)
def hints_in_settings(people: People, person: Person) -> str:
    return "/settings"


def show_house_rules(page: Page) -> None:
    panel("menu", "dialog[open] li")(page)
    page.locator("dialog[open] li button", has=page.locator("path[d^='M4 20l1-4']")).click()
    page.locator("dialog[open] ul.told li").first.wait_for()


@screen("panel-house", show_house_rules)
def house(people: People, person: Person) -> str:
    return at_table(person, "cento", 2, options=OWN | A_LONG_SERIES, house_rules=person.name)


# --- The score pad ----------------------------------------------------------------------------------------------
def pad_screens(game: str) -> None:
    def enter(page: Page) -> None:
        for n, name in enumerate(NAMES[:2], 1):
            field = page.locator(f"#name-{n}")
            if not field.input_value():  # somebody known writes down their own name
                field.fill(name)
        if page.locator("form input.number").count():
            page.locator("form input.number").fill("5")  # so that it is won with the first round
        page.locator("form button.main").click()
        page.locator("main ol li").first.wait_for()
        page.locator("a.button.main").click()
        if game != "ten":
            page.locator("fieldset .names button").first.click()
        if game == "nimmt":  # where the points are typed first
            page.locator("button.other").click()
        page.locator(".keys button").first.wait_for()
        for n in (3, 7, 8):
            page.locator(".keys button").nth(n).click()

    def write_down(page: Page) -> None:
        enter(page)
        while page.locator(".buttons button.main").count():
            typed = page.locator("form input[inputmode=numeric]")
            if typed.count() and not typed.first.input_value():
                typed.first.fill("3")
            page.locator(".buttons button.main").click()
        page.locator("table").wait_for()

    @screen(f"pad-round-{game}", enter)
    @screen(f"pad-sheet-{game}", write_down)
    def go(people: People, person: Person) -> str:
        return f"/pad/{game}"


for each in GAMES:
    pad_screens(each)
