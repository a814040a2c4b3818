"""What can go wrong leads to a sentence and a button that helps, never to a dead end."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.people import People
from tests.browser.screens import NO_SUCH_TABLE
from tests.browser.tables import LiveTable
from tests.kit.server import Server, a_person

# What the browser says when a server goes away: before, while and after it answers.
LOST = r"WebSocket connection to .* failed|net::ERR_(CONNECTION|INTERNET|EMPTY|FAILED|SOCKET|CONTENT_LENGTH|INCOMPLETE)"


def leads_home(page: Page) -> None:
    page.get_by_role("link", name="Home").first.tap()
    expect(page.get_by_role("button", name="Play now: Cento")).to_be_visible()


# --- Links and codes --------------------------------------------------------------------------------------------
def test_a_wrong_code_is_said_to_be_wrong_and_can_be_corrected(people: People) -> None:
    ada, ben = people.invite(), people.invite()
    ada.page.goto(ada.open_table("cento", 2, seats=[a_person()]))
    code = ada.page.get_by_text(re.compile(r"^\d{3} \d{3}$")).inner_text()
    page = ben.page
    ben.expects("status of 404")
    page.goto("/")
    field = page.get_by_label("Code or link")
    for wrong in ("12", "hello", "000 000"):
        field.fill(wrong)
        page.get_by_role("button", name="Join").tap()
        expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w+ \w+"))).to_be_visible()
    field.fill(code)
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_label("What is your name?")).to_be_visible()


@pytest.mark.parametrize("path", [f"/t/{NO_SUCH_TABLE}", f"/t/{NO_SUCH_TABLE}/match/1", "/new/chess", "/nothing/here"])
def test_a_stale_or_strange_link_leads_home(people: People, path: str) -> None:
    eva = people.invite()
    eva.expects("status of 404")
    eva.page.goto(path)
    expect(eva.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"\w+ \w+ \w+"))
    leads_home(eva.page)


@pytest.mark.parametrize("path", ["/rules/chess", "/pad/nothing", "/pad/cento/7"])
def test_strange_addresses_of_rules_and_pads_are_no_dead_end(people: People, path: str) -> None:
    eva = people.invite()
    eva.expects("status of 404")
    eva.page.goto(path)
    expect(eva.page.locator("main a[href]").first).to_be_visible()
    expect(eva.page.locator("main")).to_have_text(re.compile(r"\w+ \w+ \w+"))


# --- Seats ------------------------------------------------------------------------------------------------------
def test_a_full_table_says_so(people: People) -> None:
    ada, eva = people.invite(), people.invite()
    path = ada.open_table("cento", 2)
    eva.page.goto(path)
    expect(eva.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(eva.page.get_by_text("Ask for a seat, or open a table of your own.")).to_be_visible()
    leads_home(eva.page)
    ada.page.goto(path)
    ada.behind(path, moves=0)
    eva.page.goto(path)
    expect(eva.page.get_by_text("nobody may watch")).to_be_visible()
    leads_home(eva.page)


def test_the_last_free_seat_is_taken_while_somebody_is_about_to_sit_down(people: People) -> None:
    ada, ben, eva = people.invite(), people.invite(), people.invite()
    path = ada.open_table("cento", 2, seats=[a_person()])
    for guest in (ben, eva):
        guest.page.goto(path)
        guest.page.get_by_label("What is your name?").fill("Guest")
    ben.page.get_by_role("button", name="Sit down").tap()
    expect(eva.page.get_by_text("All seats are taken.").first).to_be_visible()
    leads_home(eva.page)


def test_a_table_that_its_host_closes_is_closed_for_everybody(people: People) -> None:
    ada, eva = people.invite(), people.invite()
    path = ada.sit_at("cento", settings={"spectators": True})
    eva.page.goto(path)
    expect(eva.page.get_by_text("You are watching")).to_be_visible()
    ada.page.get_by_role("button", name="Menu").tap()
    ada.page.get_by_role("button", name="Close the table").tap()
    ada.page.wait_for_timeout(350)  # the same tap twice would be one tap
    ada.page.get_by_role("dialog").get_by_role("button", name="Close the table").tap()
    for person in (ada, eva):
        expect(person.page.get_by_text("This table is closed.")).to_be_visible()
        leads_home(person.page)


# --- Tabs and history -------------------------------------------------------------------------------------------
def test_two_tabs_on_one_seat_both_follow_and_both_can_play(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("cento")
    second = ada.new_tab()
    second.goto(path)
    tables = [LiveTable(ada, "cento"), LiveTable(ada, "cento", second)]
    for n in (0, 1, 0, 1):
        tables[n].page.bring_to_front()
        tables[n].take_turn()
        tables[n].wait(
            lambda: all(table.has_something_to_do for table in tables) and tables[0].moment == tables[1].moment,
            "both to show the same",
        )
        total = re.search(r"total is \d+", tables[n].board.inner_text())
        expect(tables[1 - n].board).to_contain_text(total[0] if total else "no total")


def test_the_back_button_leaves_a_table_and_comes_back_to_it(people: People) -> None:
    ada = people.invite()
    page = ada.page
    page.goto("/")
    page.get_by_role("button", name="Play now: Cento").tap()
    expect(page.locator("button.held")).to_have_count(5)
    page.go_back()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    page.go_forward()
    expect(page.locator("button.held")).to_have_count(5)
    page.get_by_role("link", name="Home").tap()
    page.get_by_role("heading", name="Continue").locator("..").get_by_role("link").first.tap()
    expect(page.locator("button.held")).to_have_count(5)


def test_the_back_button_with_a_panel_open(people: People) -> None:
    ada = people.invite()
    page = ada.page
    page.goto("/")
    path = ada.open_table("cento", 2)
    page.goto(path)
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.locator("button.held")).to_have_count(5)
    page.get_by_role("button", name="What happened").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play now: Cento")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Settings").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


# --- The clock --------------------------------------------------------------------------------------------------
def test_when_the_clock_runs_out_it_is_said_and_the_game_goes_on(people: People) -> None:
    ada = people.invite()
    ada.sit_at("cento", settings={"clock": "move", "seconds": 5})
    table = LiveTable(ada, "cento")
    table.wait_for_turn()
    expect(ada.page.locator("[data-part=bar]")).to_contain_text(re.compile(r"\d"))  # seconds
    expect(ada.page.get_by_role("status").filter(has_text="Time is up for Ada").first).to_be_attached()
    assert not table.take_turn()


# --- The connection ---------------------------------------------------------------------------------------------
def moves_made(server: Server, path: str) -> list[str]:
    """Moves of the first seat, as they are in the database."""
    bodies = [json.loads(body) for _, _, _, body in server.entries(path.removeprefix("/t/"))]
    events = [body.get("event", body) for body in bodies]
    return [event["move"] for event in events if event.get("kind") == "moved" and event["seat"] == 0]


class SlowLine:
    """Between a page and the server: moves wait in it for as long as a test wants."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self._held: list[tuple[WebSocketRoute, str]] = []
        page.route_web_socket(re.compile("/play$"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = str(message)
            if self.holds and '"type":"move"' in text and "behind" not in text:
                self._held.append((server, text))
            else:
                server.send(message)

        route.on_message(pass_on)

    def let_go(self) -> None:
        self.holds = False
        for server, text in self._held:
            server.send(text)
        self._held = []


def put_down(table: LiveTable) -> None:
    """A card that can be played, as a person does it."""
    table.tap(table.playable.first)
    button = {"cento": "[data-choice]", "nimmt": ".choices button.main", "ten": "button.lay"}[table.game]
    table.tap(table.bar.locator(button).first)


def is_on_its_way(table: LiveTable) -> None:
    """It lies on the table, marked, and nothing else is offered."""
    expect(table.board.locator(".on-its-way")).to_be_visible()
    expect(table.hand.locator(".underway")).to_have_count(1)
    expect(table.playable).to_have_count(0)
    expect(table.bar).not_to_have_class(re.compile("mine"))
    expect(table.bar).not_to_contain_text("Your turn")


@pytest.mark.parametrize("game", ["cento", "nimmt", "ten"])
def test_a_laid_card_stays_where_it_was_put_until_the_table_answers(people: People, server: Server, game: str) -> None:
    ada = people.invite()
    line = SlowLine(ada.page)
    path = ada.sit_at(game)
    table = LiveTable(ada, game)
    table.wait_for_turn()
    while not table.playable.count():
        table.take_turn()
        table.wait_for_turn()
    moment, made = table.moment, len(moves_made(server, path))
    line.holds = True
    put_down(table)
    is_on_its_way(table)
    expect(table.bar).to_contain_text("On its way")
    table.tap(table.held.first)  # nothing comes of it
    expect(table.bar).to_contain_text("On its way")

    ada.page.reload()  # it is not lost
    is_on_its_way(table)
    assert len(moves_made(server, path)) == made
    line.let_go()
    table.wait_past(moment)
    expect(ada.page.locator(".on-its-way")).to_have_count(0)
    assert len(moves_made(server, path)) == made + 1


def test_a_move_that_is_refused_brings_the_card_back_with_the_reason(people: People) -> None:
    ada = people.invite()
    line = SlowLine(ada.page)
    path = ada.sit_at("ten", seats=[a_person(), a_person("Ben")])
    table = LiveTable(ada, "ten")
    table.tap(table.cover)
    line.holds = True
    put_down(table)
    is_on_its_way(table)
    hand = table.held.count()
    ada.page.evaluate(PAUSE_BEHIND, path)
    line.let_go()
    expect(table.bar.get_by_role("alert")).to_contain_text("paused")
    expect(table.hand.locator(".underway")).to_have_count(0)
    assert table.held.count() == hand
    assert table.board.locator(".on-its-way").count() == 0


PAUSE_BEHIND = """(path) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api${path.replace("/t/", "/tables/")}/play`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", last: 0 }));
  socket.onmessage = ({ data }) => {
    const { type, request } = JSON.parse(data);
    const pause = { type: "ask", request: "behind1", what: { type: "pause" } };
    if (type === "welcome") socket.send(JSON.stringify(pause));
    if (request === "behind1") done(socket.close());
  };
})"""


def test_a_move_made_without_a_connection_is_played_once_when_it_is_back(people: People, server: Server) -> None:
    ada = people.invite()
    ada.expects(LOST)
    path = ada.sit_at("cento")
    table = LiveTable(ada, "cento")
    table.wait_for_turn()
    before = len(moves_made(server, path))
    ada.context.set_offline(True)
    expect(table.bar).to_contain_text("No connection.")
    put_down(table)
    expect(table.bar).to_contain_text("Your move is waiting.")
    is_on_its_way(table)
    expect(ada.page.get_by_role("button", name="Try now")).to_be_visible()
    assert len(moves_made(server, path)) == before
    ada.context.set_offline(False)
    expect(table.bar).not_to_contain_text("No connection")
    assert not table.wait_for_turn()
    assert len(moves_made(server, path)) == before + 1
    table.take_turn()


@pytest.mark.parametrize("game", ["cento", "nimmt", "ten"])
def test_a_server_that_dies_in_mid_turn_and_comes_back_has_lost_nothing(
    people: People, server: Server, game: str
) -> None:
    ada = people.invite()
    ada.expects(LOST)
    path = ada.sit_at(game)
    table = LiveTable(ada, game)
    table.take_turn()
    table.wait_for_turn()
    hand = table.held.count()
    server.kill()
    expect(table.bar).to_contain_text("No connection.")
    assert table.held.count() == hand  # everything stays in sight
    server.start()
    table.wait(lambda: table.is_my_turn, "the server's return")
    made = len(moves_made(server, path))
    table.take_turn()
    table.wait_for_turn()
    assert len(moves_made(server, path)) == made + 1


def test_without_a_server_the_first_page_says_so_and_offers_what_works(people: People, server: Server) -> None:
    ada = people.invite()
    ada.expects(LOST)
    page = ada.page
    page.goto("/")
    page.get_by_role("button", name="Play now: Cento").wait_for()
    server.kill()
    page.get_by_role("button", name="Play now: Cento").tap()
    expect(page.get_by_role("alert").filter(has_text="No connection")).to_be_visible()
    server.start()
    page.get_by_role("button", name="Play now: Cento").tap()
    expect(page.locator("button.held")).to_have_count(5)


def test_a_waiting_room_survives_a_restart_of_the_server(people: People, server: Server) -> None:
    ada = people.invite()
    ada.expects(LOST)
    page = ada.page
    page.goto(ada.open_table("cento", 2))
    start = page.get_by_role("button", name="Start", exact=True)
    start.wait_for()
    server.kill()
    expect(page.get_by_text("No connection").first).to_be_visible()
    server.start()
    expect(start).to_be_enabled()
    start.tap()
    expect(page.locator("button.held")).to_have_count(5)
