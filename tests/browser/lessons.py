"""A lesson, taken as it is proposed: what is asked for is done, in whatever language it is said."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.people import Person
from tests.browser.tables import LiveTable

MOST_STEPS = 40
PROPOSED: dict[str, dict[int, list[str]]] = {  # what is tapped at each step that asks for something
    "cento": {
        2: ["hand-+1"],
        3: ["hand-+1"],
        4: ["pad"],
        5: ["hand-SKIP", "choice"],
        6: ["hand-TENS", "choice"],
        7: ["hand-FLIP", "choice"],
        8: ["hand-COPY", "choice"],
    },
    "nimmt": {
        3: ["hand-36", "hand-36"],
        4: ["stack-41", "main"],
        6: ["hand-67", "hand-69", "main"],
    },
    "ten": {2: ["hand-9"], 3: ["down", "lay"], 4: ["pass"], 8: ["main"], 9: ["hand-1", "hand-1"]},
}
WHERE = {
    "choice": "[data-part=bar] [data-choice]",
    "main": "[data-part=bar] .choices button.main",
    "down": "[data-part=bar] .ways button:last-child",
    "lay": "[data-part=bar] button.lay",
    "pass": "[data-part=bar] .bidding button:not(.main)",
}

# The page looks eight times a second where there is room for a balloon, and moves it.
STILL = """async () => {
  const place = () => {
    const { top, left, height } = document.querySelector("section.bubble").getBoundingClientRect();
    return `${top} ${left} ${height} ${scrollY}`;
  };
  for (let last = null, since = 0; since < 4; since = last === (last = place()) ? since + 1 : 0) {
    await new Promise((done) => setTimeout(done, 60));
  }
}"""


class LessonTaken:
    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = game
        self.page: Page = person.page
        self.table = LiveTable(person, game)
        self.bubble = self.page.locator("section.bubble")
        self.seen: list[int] = []  # numbers of steps

    def begin(self, says: bool = False, **settings: object) -> None:
        path = self.person.open_table(self.game, 2, says, options={}, lesson=True, settings=settings)
        self.page.goto(f"{path}?learn")

    def take(self, at_each: Callable[[int], None]) -> None:
        """To the last step; `at_each` step something can be looked at."""
        for _ in range(MOST_STEPS):
            number = self._wait_for_step()
            self.seen.append(number)
            at_each(number)
            if self.is_last:
                return
            self._go_on(number)
        raise AssertionError("the lesson does not end")

    @property
    def is_last(self) -> bool:
        progress = self.bubble.locator("[data-step]")
        return progress.get_attribute("value") == progress.get_attribute("max")

    def _step(self) -> int | None:
        """Its number; none while the bot plays."""
        step = self.page.evaluate("document.querySelector('section.bubble [data-step]')?.dataset.step ?? null")
        return None if step is None else int(step)

    def _wait_for_step(self) -> int:
        def another() -> bool:
            if self.page.evaluate("document.querySelector('dialog[open] button.main') !== null"):
                self.page.locator("dialog[open] button.main").first.tap()  # the end of a round
            if self.page.evaluate("document.querySelector('.again') !== null"):
                self.table.tap(self.page.locator(".pad .word"))  # what was said is not always right here
            if self.page.evaluate("document.querySelector('.answer .main') !== null"):
                self.table.tap(self.page.locator(".answer .main"))
            found = self._step()
            return found is not None and found not in self.seen

        self.table.wait(another, "the next step of a lesson")
        found = self._step()
        assert found is not None
        return found

    def _go_on(self, number: int) -> None:
        button = self.bubble.locator("button.main")
        if button.count():
            self.page.evaluate(STILL)  # nobody taps what is moving
            self.table.tap(button)
            return
        for what in PROPOSED[self.game][number]:
            if what == "pad":
                self.table.tap(self.page.locator(".pad .digit").first)
                self.table.tap(self.page.locator(".pad .say"))
            else:
                self.table.tap(self.page.locator(WHERE.get(what, f'[data-at="{what}"]')).first)
        if number != 3 and self.page.locator(".pad .digit").count():  # wherever a total is to be said
            self.table.tap(self.page.locator(".pad .digit").first)
            self.table.tap(self.page.locator(".pad .say"))
