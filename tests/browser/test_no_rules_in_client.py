"""The client offers what the server lists as legal: nothing else, and everything of it, whatever the rules say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.people import People, Person
from tests.browser.tables import LiveTable, name_of
from tests.kit.server import Json

Change = Callable[[Json], None]  # of a match, as this device is told it


class Between:
    """Sits between a page and its server, changes what the server says is legal, and notes what the page asks."""

    def __init__(self, page: Page, change: Change) -> None:
        self.asked: list[Json] = []
        self.change = change
        page.route_web_socket(re.compile("/play$"), self._join)

    def _join(self, device: WebSocketRoute) -> None:
        server = device.connect_to_server()

        def from_device(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "ask":
                self.asked.append(told["what"])
            server.send(message)

        def from_server(message: str | bytes) -> None:
            told = json.loads(message)
            for match in told.get("matches", []):
                if match["legal"]:
                    self.change(match)
            device.send(json.dumps(told))

        device.on_message(from_device)
        server.on_message(from_server)


def sit_down(people: People, game: str, change: Change) -> tuple[Person, LiveTable, Between]:
    """At a table where it is this person's turn, with somebody between."""
    ada = people.invite()
    path = ada.sit_at(game, 2)
    ada.behind(path, moves=1, prefer=(r"^\d+>",))  # in Cento and 11 nimmt! past the opening
    LiveTable(ada, game).wait_for_turn()
    ada.page.goto("/settings")
    between = Between(ada.page, change)
    ada.page.goto(path)
    table = LiveTable(ada, game)
    table.wait(lambda: table.is_my_turn, "the turn")
    return ada, table, between


def moves_asked(between: Between) -> list[str]:
    return [what["move"] for what in between.asked if what["type"] == "move"]


def a_move(written: str, kind: str, **parts: str | int) -> Json:
    return {"written": written, "kind": kind, "told": kind, **parts}


# --- Cento ------------------------------------------------------------------------------------------------------
def test_cento_offers_exactly_what_is_listed(people: People) -> None:
    listed: list[str] = []
    hand: list[str] = []

    def only_one_card_and_that_strangely(match: Json) -> None:
        hand[:] = match["table"]["hands"][match["seat"]]
        listed[:] = [f"{hand[0]}:left", f"{hand[0]}:right"]
        left, right = (a_move(written, "play", card=hand[0], choice=written[-4:]) for written in listed)
        match["legal"] = [left | {"total": 4711}, right]

    _, table, between = sit_down(people, "cento", only_one_card_and_that_strangely)
    alike = hand.count(hand[0])
    expect(table.playable).to_have_count(alike)  # no card is offered that has no legal move
    table.tap(table.playable.first)
    offers = table.bar.locator("[data-choice]")
    expect(offers).to_have_count(2)
    expect(offers.first).to_contain_text("4711" if offers.first.inner_text().find(",") < 0 else "4,711")
    table.tap(offers.nth(1))
    table.wait(lambda: moves_asked(between) == [listed[1]], "the move to be asked")


def test_cento_asks_the_server_why_a_card_cannot_be_played(people: People) -> None:
    def nothing_but_the_first(match: Json) -> None:
        first = match["table"]["hands"][match["seat"]][0]
        match["legal"] = [a_move(f"{first}:left", "play", card=first, choice="left")]

    _, table, between = sit_down(people, "cento", nothing_but_the_first)
    others = table.hand.locator("button.held:not(.playable)")
    if others.count():  # unless all five cards are alike
        table.tap(others.first)
        table.wait(lambda: any(what["type"] == "why" for what in between.asked), "the question why")


# --- 11 nimmt! --------------------------------------------------------------------------------------------------
def test_nimmt_offers_exactly_what_is_listed(people: People) -> None:
    listed: list[str] = []

    def the_card_that_fits_least(match: Json) -> None:
        hand, stacks = match["table"]["hands"][match["seat"]], match["table"]["stacks"]
        top = stacks[0][-1]
        card = max(hand, key=lambda one: (one - top) % 100)
        listed[:] = [f"{card}>{top}"]
        match["legal"] = [a_move(listed[0], "put", card=str(card), place=str(top))]
        match["table"]["windows"] = [[] for _ in stacks]

    _, table, between = sit_down(people, "nimmt", the_card_that_fits_least)
    card, top = listed[0].split(">")
    expect(table.playable).to_have_count(1)
    assert name_of(table.playable).startswith(f"{card},")
    table.tap(table.playable)
    table.tap(table.bar.get_by_role("button", name=f"Put {card} on {top}"))
    table.wait(lambda: listed[0] in moves_asked(between), "the move to be asked")


# --- 10 ---------------------------------------------------------------------------------------------------------
def test_ten_offers_exactly_what_is_listed(people: People) -> None:
    listed: list[str] = []

    def only_face_down_with_seven_chips(match: Json) -> None:
        hand = match["table"]["hands"][match["seat"]]
        listed[:] = [f"{hand[0]}:down+7"]
        match["legal"] = [a_move(listed[0], "lay", card=hand[0], choice="down", chips=7)]

    ada = people.invite()
    path = ada.sit_at("ten", 2)
    ada.behind(path, stop=":(up|down)")
    ada.page.goto("/settings")
    between = Between(ada.page, only_face_down_with_seven_chips)
    ada.page.goto(path)
    table = LiveTable(ada, "ten")
    table.wait(lambda: table.is_my_turn, "the turn")
    table.tap(table.held.first)
    expect(table.bar.get_by_role("button", name=re.compile("^Face"))).to_have_count(1)
    expect(table.bar.get_by_role("button", name="Face up")).to_have_count(0)
    table.tap(table.bar.get_by_role("button", name=re.compile("^Lay")))
    table.wait(lambda: moves_asked(between) == listed, "the move to be asked")


# --- The score pad ----------------------------------------------------------------------------------------------
def test_the_score_pad_counts_with_the_points_that_the_server_tells(people: People) -> None:
    def a_flip_counts_500(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        cento = next(game for game in told["games"] if game["name"] == "cento")
        cento["points"]["FLIP"] = 500
        route.fulfill(response=answer, json=told)

    page = people.invite().page
    page.route(re.compile("/api/games"), a_flip_counts_500)
    page.goto("/pad/cento")
    page.get_by_role("button", name="Start counting").tap()
    page.locator("a.button.main").tap()
    page.locator("fieldset .names button").first.tap()
    page.get_by_role("button", name=re.compile("^Flip, 500 points")).tap()
    expect(page.locator("p.sum")).to_contain_text("500")


# --- What is written there --------------------------------------------------------------------------------------
CLIENT = Path(__file__).parents[2] / "web" / "src"
TAKEN_APART = re.compile(
    r"written\b.*\.(match|test|exec|split|startsWith|endsWith|includes|slice|replace|indexOf|at)\("
    r"|(match|test|exec)\([^)]*written"
    r"""|["'`/^](take|open|bull|swap|give|discard|bid|raise|protect|add|start):"""
)
A_THING = r"(chips?|pot|bids?|protection|points?|scores?|totals?|worth|penalty)"
RECKONED = re.compile(
    rf"\b{A_THING}\b[)\]]?\s*(\?\? 0\)?)?\s*([-+*/]|[<>]=?|[=!]==)\s*-?(?!0\b)\d"
    rf"|(?<![\w.])(?!0\b)\d+\s*[-+*/]\s*\(?\s*\w*\.?{A_THING}\b",
    re.IGNORECASE,
)


def code_with(pattern: re.Pattern[str], *folders: str) -> list[str]:
    """Lines of the client, without its styles and comments, in which something is found."""
    found = []
    for folder in folders:
        for file in sorted((CLIENT / folder).rglob("*")):
            if file.suffix in (".ts", ".svelte") and "generated" not in file.parts:
                text = re.sub("<style>.*</style>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
                lines = (line.partition("//")[0] for line in text.splitlines())
                found += [f"{file.name}: {line.strip()}" for line in lines if pattern.search(line)]
    return found


def test_no_written_move_is_taken_apart() -> None:
    """It is sent as it came, compared with another, or names a line of a list."""
    assert code_with(TAKEN_APART, ".") == []


def test_no_cost_and_no_score_is_reckoned_at_a_table() -> None:
    """Chips, points and totals are shown as they are told; that there are none is the only thing asked of them."""
    assert code_with(RECKONED, "games", "table") == []
    assert RECKONED.search("const price = chips - 2")
    assert RECKONED.search("const worth = 2 * seen.chips")
