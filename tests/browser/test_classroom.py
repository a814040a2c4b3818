"""A whole lesson, from joining to wiping: thirty pupils over sockets, four in browsers, a teacher and a projector."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.classes import join_class, open_class
from tests.browser.people import People, Person
from tests.kit.class_server import ClassServer
from tests.kit.crowd import Crowd, Made
from tests.kit.server import SECONDS
from tiotal.server.devices import device_with

IN_SOCKETS = 30
IN_BROWSERS = ("fox", "owl", "cat", "mouse")  # all pink
SECONDS_TO_BE_SEEN = 1.0
MOVES = 60  # that are looked at, at least

# When the number of moves of each table has changed on the teacher's page.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    for (const card of document.querySelectorAll("[data-moves]")) {
      const { match, moves } = card.dataset, table = Number(card.parentElement.id.replace("table-", ""));
      const told = `${match}/${moves}`;
      if (window.seen.findLast((one) => one.table === table)?.told === told) continue;
      window.seen.push({ table, told, match: Number(match), moves: Number(moves), at: Date.now() / 1000 });
    }
  };
  look();
  new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


@dataclass
class Lesson:
    """What is open in it."""

    school: ClassServer
    crowd: Crowd
    page: Page  # the teacher's
    board: Page  # on the projector
    pupils: list[Person]  # in browsers

    @property
    def everybody(self) -> int:
        return IN_SOCKETS + len(self.pupils)

    def go_to(self, tab: str) -> None:
        self.page.get_by_role("navigation").get_by_role("button", name=tab).click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def confirm(self, name: str) -> None:
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()


def come(people: People, code: str, animal: str) -> Person:
    """By the button on the first page."""
    pupil = people.invite()
    pupil.page.goto("/")
    pupil.page.get_by_role("link", name="Join the class").tap()
    pupil.page.get_by_label("What is the code?").fill(code)
    pupil.page.get_by_role("button", name="Go on").tap()
    pupil.page.wait_for_url(f"**/c/{code}")
    join_class(pupil, code, animal)
    return pupil


def test_a_lesson_of_a_whole_class(browser: Browser, school: ClassServer) -> None:
    with People(browser, school.url) as people:
        teacher = people.invite(size="wide")
        code = open_class(teacher, school)
        assert school.key not in teacher.page.evaluate("location.href")  # a projector may show the address
        board = teacher.new_tab()
        board.goto("/class/board")
        with Crowd(school.url, code, IN_SOCKETS) as crowd:
            pupils = [come(people, code, animal) for animal in IN_BROWSERS]
            lesson = Lesson(school, crowd, teacher.page, board, pupils)
            expect(lesson.page.get_by_text(f"{lesson.everybody} of {lesson.everybody} connected")).to_be_visible()
            expect(board.get_by_text(f"{lesson.everybody} pupils in the class")).to_be_visible()
            every_move_is_on_the_teachers_page_within_a_second(lesson)
            everybody_stops_and_listens(lesson)
            a_puzzle_for_all(lesson)
            a_round_of_a_tournament(lesson)
            a_report_and_then_nothing_is_left(lesson)


def every_move_is_on_the_teachers_page_within_a_second(lesson: Lesson) -> None:
    page, crowd = lesson.page, lesson.crowd
    lesson.go_to("Play")
    page.get_by_role("spinbutton", name="Pupils at a table").fill("4")
    lesson.press("Make groups")
    lesson.press("Begin")
    page.locator("[data-moves]").first.wait_for()
    for pupil in lesson.pupils:
        pupil.page.wait_for_url(re.compile("/t/"))
    crowd.see(lambda sees: bool(sees["table"]), "a table for everybody")
    page.evaluate(WATCH)
    crowd.play(True)
    crowd.wait(lambda: len(crowd.made) >= MOVES, "moves", 5 * SECONDS)  # those in browsers do nothing in their turns
    crowd.play(False)
    page.wait_for_timeout(2_500)  # what they had in mind is played
    tables = {line.sees["table"]: line.sees["table_number"] for line in crowd.lines}
    took = late(list(crowd.made), page.evaluate("seen"), tables)
    print(f"{len(took)} moves were on the teacher's page after {1000 * max(took):.0f} ms at most")
    assert max(took) < SECONDS_TO_BE_SEEN


def late(made: list[Made], seen: list[dict[str, Any]], tables: dict[str, int]) -> list[float]:
    """How long each move took to be on the page: with it, or with one that came after it."""
    found = []
    for move in made:
        cards = [one for one in seen if one["table"] == tables[move.table]]
        told = [one["at"] for one in cards if (one["match"], one["moves"]) >= (move.match, move.moves)]
        assert told, f"a move was never seen: {move}"
        found.append(max(0.0, min(told) - move.at))
    return found


def everybody_stops_and_listens(lesson: Lesson) -> None:
    lesson.press("Pause all")
    lesson.press("Say something to all")
    lesson.press("Please look at the front.")
    for page in (lesson.board, *(pupil.page for pupil in lesson.pupils)):
        expect(page.get_by_text("Please look at the front.").first).to_be_visible()
    lesson.crowd.see(lambda sees: sees["paused"] and sees["spoken"] != "", "a pause")
    lesson.press("Take the sentence away")
    lesson.press("Go on")
    lesson.crowd.see(lambda sees: not sees["paused"] and sees["spoken"] == "", "to go on")


def a_puzzle_for_all(lesson: Lesson) -> None:
    lesson.go_to("Puzzle")
    lesson.press("Ask everybody")
    for pupil in lesson.pupils[:1]:
        expect(pupil.page.get_by_text("A puzzle for everybody").first).to_be_visible()
    expect(lesson.board.get_by_text(f"{IN_SOCKETS} of {lesson.everybody}")).to_be_visible()
    lesson.press("Close and show the answers")
    lesson.crowd.see(lambda sees: bool(sees["puzzle"] and sees["puzzle"]["closed"]), "the solution")
    told = lesson.crowd.lines[0].sees["puzzle"]
    assert sum(choice["pupils"] for choice in told["choices"]) == IN_SOCKETS
    expect(lesson.board.get_by_text("This is how you answered")).to_be_visible()
    lesson.press("Put the puzzle away")
    lesson.crowd.see(lambda sees: sees["puzzle"] is None, "the puzzle to be put away")


def a_round_of_a_tournament(lesson: Lesson) -> None:
    lesson.go_to("Tournament")
    before = {line.sees["table"] for line in lesson.crowd.lines}
    lesson.press(f"Begin with {lesson.everybody} pupils")
    lesson.crowd.see(lambda sees: sees["table"] not in before, "other tables")
    lesson.press("End the round")
    lesson.confirm("End the round")
    expect(lesson.page.get_by_text("The round is over.")).to_be_visible()
    lesson.crowd.see(lambda sees: bool(sees["points"]) and sees["table"] is None, "points, and the end of all tables")


def a_report_and_then_nothing_is_left(lesson: Lesson) -> None:
    school, crowd = lesson.school, lesson.crowd
    lesson.go_to("Report")
    expect(lesson.page.get_by_role("heading", name="How the class calculated")).to_be_visible()
    report = school.teacher.get("/api/class/report?names=true").json()
    assert report["pupils_in_class"] == lesson.everybody
    assert report["sums"]["said"] == sum(pupil["sums"]["said"] for pupil in report["pupils"]) > MOVES / 3

    named = ["Red fox", "Pink owl", "Please look at the front", *{move.table for move in crowd.made}]
    secret = [secret for pupil in crowd.pupils for secret in (pupil.token[:43], device_with(pupil.token))]
    kept = b"".join(file.read_bytes() for file in school.files)
    assert [text for text in named if text.encode() not in kept] == []
    lesson.press("Delete everything now")
    lesson.confirm("Delete everything")
    crowd.wait(lambda: crowd.wiped == IN_SOCKETS, "the end")
    for pupil in lesson.pupils:
        expect(pupil.page.get_by_text("Everything about it has been deleted.")).to_be_visible()
        assert "Pink" not in json.dumps(pupil.page.evaluate("({...localStorage})"))
    lesson.go_to("Pupils")
    expect(lesson.page.get_by_text("Nobody has come yet.")).to_be_visible()
    for file in (*school.files, school.log):
        assert [text for text in (*named, *secret) if text.encode() in file.read_bytes()] == [], file
