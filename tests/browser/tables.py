"""A live table on somebody's page, played as a person plays it: look at what is offered, and tap it."""

from __future__ import annotations

import contextlib
import math
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, TimeoutError

from tests.browser.people import SECONDS, Person
from tests.browser.words import spoken

MOST_TURNS = 1000  # of one person in a match; it is over long before
ONE_TAP = 0.32  # seconds; the page takes two taps in less than 0.3 for one
SAME_PLACE = 60  # pixels; a lifted card has moved a little
A_BUTTON = re.compile(r'button "((?:[^"\\]|\\.)*)"')


def names_of(target: Locator) -> list[str]:
    """What buttons there are called, for those who hear them."""
    return A_BUTTON.findall(target.aria_snapshot())


def name_of(button: Locator) -> str:
    return names_of(button)[0]


GLANCE = """() => {
  const shown = (what) => document.querySelector(what)?.checkVisibility() ?? false;
  const dialog = shown("dialog[open]");
  return {
    over: shown("main.end"),
    mine: shown("[data-part=bar].mine") && !dialog,
    dialog,
    cover: shown("main.cover"),
    correction: shown(".answer:not(.right)"),
    moment: document.querySelector("[data-moment]")?.dataset.moment ?? null,
  };
}"""


@dataclass(frozen=True)
class Glance:
    """What is to be seen on a page. The moment of the match that it shows is another one after each move."""

    over: bool
    mine: bool
    dialog: bool
    cover: bool
    correction: bool
    moment: str | None

    def is_past(self, moment: str | None) -> bool:
        return self.moment != moment or self.dialog or self.over or self.cover


class LiveTable:
    """Chooses among what the page offers, with a little chance; never looks at what the server sends."""

    def __init__(self, person: Person, game: str, page: Page | None = None, seed: int = 1) -> None:
        self.person = person
        self.page = page or person.page
        self.game = game
        self.words = spoken(person.language)
        self.chance = random.Random(seed)
        self._tapped = (-1000.0, -1000.0)
        self._tapped_last = ""
        self._tapped_at = 0.0
        self.bar = self.page.locator("[data-part=bar]")
        self.hand = self.page.locator("[data-part=hand]")
        self.board = self.page.locator("[data-part=board]")
        self.held = self.hand.locator("button.held")
        self.playable = self.hand.locator("button.held.playable")
        self.understood = self._button("cento.understood")
        self.dialog = self.page.locator("dialog[open]")
        self.cover = self._button("table.showMyCards")

    def _button(self, *keys: str, within: Locator | None = None) -> Locator:
        return (within or self.page.locator("body")).get_by_role("button", name=self.words.like(*keys))

    # --- Seeing -------------------------------------------------------------------------------------------------
    def look(self) -> Glance:
        return Glance(**self.page.evaluate(GLANCE))

    @property
    def is_over(self) -> bool:
        return self.look().over

    @property
    def is_my_turn(self) -> bool:
        return self.look().mine

    @property
    def moment(self) -> str | None:
        return self.look().moment

    @property
    def has_something_to_do(self) -> bool:
        """A turn, or the end; rounds that have ended are put aside on the way."""
        seen = self.look()
        if seen.dialog:
            self._past_the_round()
        elif seen.correction and not seen.mine:
            with contextlib.suppress(TimeoutError):  # the end of a round can come before it
                self.tap(self.understood, timeout=1000)  # bots wait until it was read
        return seen.over or seen.mine

    def _past_the_round(self) -> None:
        button = self._button("end.nextRound", "end.toTheEnd", within=self.dialog)
        if button.is_visible():
            button.click()

    def wait(self, until: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + SECONDS
        while not until():
            assert time.monotonic() < deadline, f"waited in vain for {what}: {self.page.locator('body').inner_text()}"
            self.page.wait_for_timeout(20)

    def wait_past(self, moment: str | None) -> None:
        """Until the page shows what came after a moment."""
        self.wait(lambda: self.look().is_past(moment), "a move to be shown")

    def wait_for_turn(self) -> bool:
        """Until something is asked of this person; true if the match is over."""
        self.wait(lambda: self.has_something_to_do, "a turn, or the end")
        return self.is_over

    # --- Playing ------------------------------------------------------------------------------------------------
    def play_to_the_end(self) -> int:
        """How many moves it took."""
        for turns in range(MOST_TURNS):
            if self.take_turn():
                return turns
        raise AssertionError("the match does not end")

    def take_turn(self) -> bool:
        """Make one move, when it is this person's turn; true if the match is over instead."""
        if self.wait_for_turn():
            return True
        before = self.moment
        self.try_turn()
        self.wait_past(before)
        if self.person.motion:
            self.page.wait_for_timeout(450)  # until the cards are there
        return False

    def try_turn(self) -> None:
        """Choose a move, whatever comes of it."""
        {"cento": self._play_cento, "nimmt": self._play_nimmt, "ten": self._play_ten}[self.game]()

    def tap(self, target: Locator, timeout: float | None = None) -> None:
        """A finger where there are fingers, else a mouse; what is meant twice is not tapped twice at once."""
        box = target.bounding_box()
        place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0.0, 0.0)
        same = repr(target) == self._tapped_last  # and perhaps on its way to another place
        too_early = self._tapped_at + ONE_TAP - time.monotonic()
        if too_early > 0 and (same or math.dist(place, self._tapped) < SAME_PLACE):
            self.page.wait_for_timeout(1000 * too_early)
        if self.person.has_touch:
            target.tap(timeout=timeout)
        else:
            target.click(timeout=timeout)
        self._tapped, self._tapped_last, self._tapped_at = place, repr(target), time.monotonic()

    def any_of(self, targets: Locator) -> Locator:
        return targets.nth(self.chance.randrange(targets.count()))

    # --- Cento --------------------------------------------------------------------------------------------------
    def _play_cento(self) -> None:
        goal = int(self.words.values(self.board.inner_text(), "cento.goalIs", "cento.flipIsOn")["goal"])
        if self.hand.locator(".digit").count():  # the first total was wrong
            if self.chance.random() < 0.5:
                self.say(self.chance.randrange(goal + 1))
            else:
                self.tap(self._button("cento.showMe", within=self.hand))
            return
        offers = self.bar.locator("[data-choice]")
        wins = self.words.like("cento.offer", total=goal)
        for n in range(self.playable.count()):  # a card that wins is found by looking at all of them
            card = self.playable.nth(n)
            if card.get_attribute("aria-pressed") != "true":
                self.tap(card)
            for k in range(offers.count()):
                if wins.search(name_of(offers.nth(k))):
                    self.tap(offers.nth(k))
                    return
        if self.chance.random() < 0.5 or offers.count() > 1:
            self.tap(self.any_of(offers))
        else:
            self.tap(self.hand.locator("button.held[aria-pressed=true]"))
        if self.hand.locator(".digit").count():
            self.say(self.chance.randrange(goal + 1))

    def say(self, total: int) -> None:
        """Type the new total, where it is asked for."""
        for digit in str(total):
            self.tap(self.hand.get_by_role("button", name=digit, exact=True))
        self.tap(self.hand.get_by_role("button", name=self.words.say("sums.pad.say", total=total), exact=True))

    # --- 11 nimmt! ----------------------------------------------------------------------------------------------
    def _play_nimmt(self) -> None:
        whose = self.bar.get_by_role("button").filter(has=self.page.locator(".bull"))
        done = self._button("nimmt.done", within=self.bar)
        if whose.count():
            self.tap(self.any_of(whose))
        elif self.playable.count():
            card = self.playable.first
            self.tap(card)
            ways = self._button("nimmt.put", "nimmt.putRow", "nimmt.newStack", within=self.bar)
            if ways.count() > 1 or self.chance.random() < 0.5:
                self.tap(self.any_of(ways))
            else:
                self.tap(self.hand.locator("button.held[aria-pressed=true]"))
        elif done.count():
            self.tap(done)
        else:
            self.tap(self.any_of(self._button("nimmt.stack", within=self.board)))
            self.tap(self._button("nimmt.take", within=self.bar))

    # --- 10 -----------------------------------------------------------------------------------------------------
    def _play_ten(self) -> None:
        button = self.bar.get_by_role("button")
        passes = self._button("ten.pass", within=self.bar)
        if self.bar.get_by_text(self.words.say("ten.layNothing"), exact=True).count():
            self.tap(self.any_of(self.playable))
            self.tap(self.any_of(self._button("ten.up", "ten.down", within=self.bar)))
            more = self._button("ten.moreChips", within=self.bar)
            if self.chance.random() < 0.5 and more.get_attribute("aria-disabled") != "true":
                self.tap(more)
            self.tap(self._button("ten.lay", within=self.bar))
        elif self.playable.count() and self.chance.random() < 0.7:  # a second card
            self.tap(self.any_of(self.playable))
            self.tap(self.hand.locator("button.held[aria-pressed=true]"))
        elif passes.count():
            wanted = self.board.locator("button.over").filter(visible=True)
            if wanted.count() and self.chance.random() < 0.5:
                self.tap(self.any_of(wanted))
            bids = self._button("ten.doBid", "ten.doSwap", within=self.bar)
            self.tap(bids if bids.count() and self.chance.random() < 0.7 else passes)
        else:
            self.tap(self.any_of(button))


def play_together(*tables: LiveTable, turns: int) -> bool:
    """People on devices of their own take about so many turns each; true if the match is over before that."""
    for _ in range(turns):
        tables[0].wait(lambda: any(table.has_something_to_do for table in tables), "somebody's turn")
        for table in tables:
            if table.has_something_to_do and not table.is_over:
                table.take_turn()
        if all(table.is_over for table in tables):
            return True
    return False
