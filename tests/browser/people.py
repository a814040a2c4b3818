"""People with devices, each with a browser context of its own. Whatever goes wrong on their pages is noted."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, expect, sync_playwright

from tests.kit.same_deals import luck
from tests.kit.server import Json, a_bot, a_person

Size = Literal["phone", "tablet", "wide"]
Theme = Literal["light", "dark"]
SIZES: dict[Size, tuple[int, int]] = {"phone": (360, 740), "tablet": (820, 1180), "wide": (1440, 900)}
GAMES = ("cento", "nimmt", "ten")
A_LONG_SERIES: Json = {"match": "series", "limit": 10_000}
QUICK: dict[str, Json] = {"cento": {"preset": "to-20-a"}, "nimmt": {"rounds": 1}, "ten": {}}
IN_THE_HOUSE = "tiotal.test"  # this machine, as others in its network call it: not a name that browsers trust
SECONDS = 30  # to wait for anything at all, on a machine that has much else to do
expect.set_options(timeout=SECONDS * 1000)


def luck_here(*of: object) -> int:
    """Of the test that is running, so that another one meets other cards."""
    return luck(os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0], *of)


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """The browser of this machine; `make browser` sees to it that there is one."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("TIOTAL_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert path, "there is no Chromium: run `make browser`"
    with sync_playwright() as playwright:
        in_the_house = f"--host-resolver-rules=MAP {IN_THE_HOUSE} 127.0.0.1"
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking", in_the_house]
        )
        yield browser
        browser.close()


# A device's share of a deal is the same in every run; names of requests are not, or they would be taken for old ones.
SAME_SHARES = """(() => {
  const fair = crypto.getRandomValues.bind(crypto);
  let luck = %d;
  const next = () => (luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0) >>> 24;
  // Playwright names sockets with the same function, and reads the array that it gave: that has to stay random.
  crypto.getRandomValues = (bytes) => (fair(bytes).length === 32 ? bytes.map(next) : bytes);
})()"""

# A second connection of the same device, which plays legal moves by itself.
PLAY_BEHIND = """({ path, moves, prefer, stop, share, luck }) => new Promise((done, fail) => {
  const address = `${location.origin.replace("http", "ws")}/api${path.replace("/t/", "/tables/")}/play`;
  const matches = new Map();
  let socket, said, table, turn, host, names = 0, made = 0, waitsFor = 0;
  const send = (message) => { said += 1; socket.send(JSON.stringify(message)); };
  const ask = (what) => send({ type: "ask", request: `behind${Date.now()}-${++names}`, what });
  const close = () => { socket.onmessage = null; socket.close(); };
  const end = () => { close(); done(); };
  const connect = () => {
    said = 0;
    socket = new WebSocket(address);
    socket.onopen = () => send({ type: "hello", last: 0 });
    socket.onerror = () => fail(new Error("no connection"));
    socket.onmessage = hear;
  };
  setTimeout(() => fail(new Error(`nothing more happened: ${JSON.stringify(turn)}`)), 60_000);
  const hear = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "refused") {
      if (message.code === "table.started") return;  // by the page itself, just before: the news are on their way
      if (message.code !== "table.too_late") return fail(new Error(message.sentence));
      waitsFor = 0;
    } else if (message.type === "welcome" || message.type === "news") {
      table = message.table ?? table;
      host = message.host ?? host;
      turn = message.turn;
      for (const match of message.matches) matches.set(match.seat, match);
      const log = message.matches[0]?.log ?? [];
      if (message.type === "news" && stop === "round" && log.some((entry) => entry?.round_over)) return end();
    } else return;
    if (table.phase === "waiting") {
      if (host && waitsFor !== -1) ask({ type: "start", share });
      waitsFor = -1;
      return;
    }
    if (turn.number <= waitsFor) return; // somebody came or went
    const match = matches.get(turn.to_move);
    const trying = match?.trying != null; // a card lies: it is played before anything else
    if (table.phase !== "playing" || (made >= moves && !trying)) return end();
    if (!match?.legal.length) return;
    const first = (pattern) => match.legal.find(({ written }) => new RegExp(pattern).test(written));
    if (!trying && first(stop)) return end();
    if (said >= 50) {  // a device may say no more at once over one connection
      close();
      return connect();
    }
    const liked = prefer.map(first).find(Boolean);
    luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
    const { written, says } = liked ?? match.legal[Math.floor((luck / 2 ** 32) * match.legal.length)];
    made += trying ? 0 : 1;
    waitsFor = turn.number;
    ask({ type: "move", seat: turn.to_move, move: written, said: says ? 0 : null, seen: turn.number });
  };
  connect();
})"""


class Person:
    """Somebody with a device."""

    def __init__(
        self,
        context: BrowserContext,
        url: str,
        name: str,
        has_touch: bool = True,
        motion: bool = False,
        language: str = "en",
        screens: str | None = None,
    ) -> None:
        self.context = context
        self.url = url
        self.name = name
        self.has_touch = has_touch
        self.motion = motion
        self.language = language
        self.screens = url if screens is None else screens
        self.troubles: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._unanswered: set[Request] = set()
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(SECONDS * 1000)
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self._note("error", str(error)))
        page.on("request", self._ask)
        page.on("requestfinished", self._be_answered)
        page.on("requestfailed", self._be_answered)
        page.on("response", self._hear)
        return page

    def expects(self, pattern: str) -> None:
        """What a browser itself says when a server refuses or cannot be reached; only for tests that provoke it."""
        self._expected.append(re.compile(pattern))

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(f"{kind}: {text}")

    def _ask(self, request: Request) -> None:
        self._unanswered.add(request)
        if not request.url.startswith((self.url, self.url.replace("http", "ws", 1), "data:", "blob:")):
            self.troubles.append(f"asked another host: {request.url}")

    def _be_answered(self, request: Request) -> None:
        self._unanswered.discard(request)

    def _hear(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"{response.status} from {response.url}")

    def unexpected(self) -> list[str]:
        return [trouble for trouble in self.troubles if not any(known.search(trouble) for known in self._expected)]

    def speak(self, language: str) -> None:
        """From the next page on."""
        self.language = language
        self.page.evaluate(
            """(language) => {
              const chosen = JSON.parse(localStorage.getItem("tiotal.settings") ?? "{}");
              localStorage.setItem("tiotal.settings", JSON.stringify({ ...chosen, language }));
            }""",
            language,
        )

    def settle(self) -> None:
        """Until all that the page has asked for is there, and drawn."""
        drawn = """() => document.fonts.ready.then(() =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))"""
        self.page.evaluate(drawn)
        deadline = time.monotonic() + SECONDS
        while self._unanswered:
            assert time.monotonic() < deadline, f"never answered: {[request.url for request in self._unanswered]}"
            self.page.wait_for_timeout(20)
            if not self._unanswered:
                self.page.evaluate(drawn)

    # --- Getting to a screen ------------------------------------------------------------------------------------
    def address(self, path: str) -> str:
        """Of a screen."""
        return self.screens + path

    def visit(self, path: str, page: Page | None = None) -> None:
        """The page is loaded anew, whatever it showed before."""
        page = page or self.page
        if self.screens.endswith("#"):
            page.goto("about:blank")  # or else the page stays, and reads what has changed
        page.goto(self.address(path))

    def arrive_here(self) -> None:
        """At a table that is kept on this device."""
        self.page.wait_for_url(re.compile(re.escape(self.address("/t/here-")) + r"[\w-]{16}"))

    # --- Getting to a table -------------------------------------------------------------------------------------
    def open_table(self, game: str, players: int = 2, says: bool = False, **others: Any) -> str:
        """A table with this person in the first seat and bots in the others, unless other seats are given; its path.

        Cento can be won with the first card, so unless it is to be short it is a series that is over for nobody. Most
        tests look at where its cards lead, so people are counted for unless they say the totals.
        """
        seats = [a_person(self.name), *[a_bot()] * (players - 1)]
        options = A_LONG_SERIES if game == "cento" else {}
        new: Json = {"game": game, "players": players, "seats": seats, "options": options, **others}
        new["settings"] = {"pace": 0} | new.get("settings", {})
        if game == "cento":
            new["seats"] = [{**seat, "says": says} if seat and "name" in seat else seat for seat in new["seats"]]
        if self.page.url == "about:blank":
            with self.page.expect_response("**/api/device"):  # or else the page might get another secret after ours
                self.page.goto("/")
        opened: Json = self.page.evaluate(
            """async (table) => {
              await fetch("/api/device", { method: "POST" });
              const headers = { "content-type": "application/json" };
              const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(table) });
              return answer.json();
            }""",
            new,
        )
        assert "path" in opened, opened
        return str(opened["path"])

    def sit_at(self, game: str, players: int = 2, **others: Any) -> str:
        """At a table where a match has begun; its path."""
        path = self.open_table(game, players, **others)
        self.page.goto(path)
        self.behind(path, moves=0)
        self.page.locator("[data-moment], main.cover").first.wait_for()
        return path

    def behind(
        self, path: str, moves: int = 100_000, prefer: tuple[str, ...] = (), stop: str = "over", wait: bool = True
    ) -> None:
        """Start the match if it has not begun, and make moves for all seats of this device, past the page.

        Only to get somewhere quickly in tests that are about something else: the page follows as if a second tab was
        playing. `prefer`: patterns of moves, the best first. `stop`: at the end of the match ("over"), at the next end
        of a round ("round"), or as soon as one of the legal moves fits this pattern. Without `wait` it goes on while
        others do something.
        """
        chance = luck_here()
        wishes = {"path": path, "moves": moves, "prefer": list(prefer), "stop": stop}
        wishes |= {"share": f"{chance:016x}" * 4, "luck": chance >> 32}
        self.page.evaluate(PLAY_BEHIND if wait else f"(wishes) => void ({PLAY_BEHIND})(wishes)", wishes)


class People:
    """Everybody in a test. At its end, nothing may have gone wrong for any of them."""

    def __init__(self, browser: Browser, url: str, screens: str | None = None) -> None:
        self.browser = browser
        self.url = url
        self.screens = screens  # where their paths begin, if that is not there
        self.everybody: list[Person] = []

    def invite(
        self,
        language: str = "en",
        size: Size = "phone",
        theme: Theme = "light",
        offline_copies: bool = False,
        motion: bool = False,
        taught: bool = True,
        name: str | None = None,
        **chosen: Any,
    ) -> Person:
        """Somebody new. Without motion, nothing has to be waited for; `taught`: has played every game before,
        and has totals counted.

        Who has given a name or has chosen anything else in the settings is known by name to the page.
        """
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=theme,
            has_touch=size != "wide",
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if offline_copies else "block",
        )
        known = {"language": language, "name": name or "Ada", **chosen}
        settings = known if name or chosen else {}
        kept = {}
        if taught:
            settings = {"says": False} | settings
            kept = {f"tiotal.taught.{game}": "yes" for game in GAMES}
        if settings:
            kept["tiotal.settings"] = json.dumps(settings)
        context.add_init_script(
            f"if (location.host) for (const [key, value] of Object.entries({json.dumps(kept)}))"
            " if (localStorage.getItem(key) === null) localStorage.setItem(key, value);"
        )
        context.add_init_script(SAME_SHARES % (luck_here(len(self.everybody)) >> 32))
        person = Person(context, self.url, known["name"], size != "wide", motion, language, self.screens)
        if not offline_copies:
            person.expects("Service Worker registration blocked by Playwright")
        self.everybody.append(person)
        return person

    def __enter__(self) -> People:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        troubles = [trouble for person in self.everybody for trouble in person.unexpected()]
        for person in self.everybody:
            person.context.close()
        if kind is None:
            assert not troubles, "\n".join(troubles)
