"""Every screen of a class, for people who see, hear and move differently: three languages, from phone to projector."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.classes import join_class, open_class
from tests.browser.people import People, Person
from tests.browser.test_every_screen import barriers, pale_on_paper, phrases, seen_by_axe, sticking_out
from tests.kit.class_server import ClassServer, Pupil
from tests.kit.crowd import Crowd
from tests.kit.server import Device, Json
from tiotal.words import LANGUAGES

OTHERS = 7
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
TO_20: Json = {"game": "cento", "options": {"preset": "to-20-a"}}
TABS = ("pupils", "play", "puzzle", "tournament", "report")

Touch = Callable[[Page], None]


class Class:
    """A teacher, the page on the projector and one pupil at real pages, and others who only sit there."""

    def __init__(self, people: People, school: ClassServer, code: str) -> None:
        self.school, self.code = school, code
        self.teacher, self.board, self.pupil = people.invite(), people.invite(size="wide"), people.invite()
        for person in (self.teacher, self.board):
            person.page.goto(f"/class#{school.key}")
        self.board.page.set_viewport_size(PROJECTOR)
        self.pupil.page.goto("/c")
        self.crowd = Crowd(school.url, code, OTHERS)

    def join(self) -> None:
        join_class(self.pupil, self.code, "whale")

    def numbers(self) -> list[int]:
        told = self.school.teacher.get("/api/class/groups", params={"how": "chance", "size": 8}).json()
        return sorted(number for group in told["groups"] for number in group)

    def tell(self, request: str, /, **others: object) -> None:
        self.school.teacher.tell(request, **others)


@pytest.fixture
def lesson(browser: Browser, school: ClassServer) -> Iterator[Class]:
    with People(browser, school.url) as people:
        teacher = people.invite()
        found = Class(people, school, open_class(teacher, school))
        with found.crowd:
            found.crowd.see(lambda sees: sees["me"] is not None, "all others")
            yield found


def tab(name: str, then: Touch = lambda page: None) -> Touch:
    def open_tab(page: Page) -> None:
        page.locator("header nav button").nth(TABS.index(name)).click()
        then(page)

    return open_tab


def seen(what: str) -> Touch:
    return lambda page: page.locator(what).first.wait_for()


def look(name: str, person: Person, path: str, touch: Touch, projected: bool = False) -> list[str]:
    """What is wrong with a screen, in any language."""
    heard, troubles = {}, []
    for language in LANGUAGES:
        person.speak(language)
        person.page.goto(path)
        touch(person.page)
        person.settle()
        heard[language] = phrases(person.page, language) - {person.page.title()}  # it has a name in it
        excess = scrolls(person.page) if projected else sticking_out(person.page)
        troubles += [f"{language}: {line}" for line in excess]
    troubles += seen_by_axe(person.page) if projected else barriers(person.page)
    if not projected:
        person.page.set_viewport_size({"width": 360, "height": 740})
    for one, other in itertools.combinations(heard, 2):
        troubles += [f"the same in {one} and {other}: {text}" for text in heard[one] & heard[other]]
    person.speak("en")
    return [f"{name}: {trouble}" for trouble in troubles]


def scrolls(page: Page) -> list[str]:
    """Nobody scrolls on a projector."""
    excess: list[int] = page.evaluate(
        """() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth - innerWidth, scrollHeight - innerHeight];
        }"""
    )
    return [f"the projector would have to scroll by {excess} pixels"] if max(excess) > 0 else []


def test_coming_into_a_class(lesson: Class) -> None:
    pupil, teacher, board = lesson.pupil, lesson.teacher, lesson.board

    def colours(page: Page) -> None:
        page.locator("[data-animal=fox]").click()
        page.locator("[aria-pressed]").first.wait_for()

    gone = Pupil(lesson.school.url, lesson.code, OTHERS)
    troubles = look("code", pupil, "/c", seen("input"))
    troubles += look("animals", pupil, f"/c/{lesson.code}", seen("[data-animal]"))
    troubles += look("colours", pupil, f"/c/{lesson.code}", colours)
    troubles += look("before", pupil, f"/c/{lesson.code}", lambda page: page.locator("button.before").click())
    lesson.join()
    troubles += look("waiting", pupil, f"/c/{lesson.code}", seen("h1, h2"))
    # Somebody asks to come back, and somebody else finds the class full.
    stranger, late = Device(lesson.school.url), Device(lesson.school.url)
    back = {"type": "back", "code": lesson.code, "pupil": gone.number}
    join = {"type": "join", "code": lesson.code, "animal": "bear", "colour": "white"}
    lesson.tell("make_room", most=OTHERS + 2)
    for device, what in ((stranger, back), (late, join)):
        device.post("/api/class/pupil", {"what": what})
    troubles += look("teacher-pupils", teacher, "/class", tab("pupils", seen("[role=status] button")))
    troubles += look("board-join", board, "/class/board", seen("main"), projected=True)
    assert not troubles, "\n".join(troubles)


def test_tables_at_a_glance(lesson: Class) -> None:
    pupil, teacher, board = lesson.pupil, lesson.teacher, lesson.board

    def groups(page: Page) -> None:
        page.locator("section:has(#seating) > button").last.click()
        page.locator("button.begin").wait_for()

    lesson.join()
    troubles = look("teacher-play", teacher, "/class", tab("play", groups))
    numbers = lesson.numbers()
    lesson.tell("open_tables", groups=[numbers[:4], numbers[4:]], play=TO_20, seats=4)
    troubles += look("teacher-tables", teacher, "/class", tab("play", seen("[data-moves]")))
    troubles += look("teacher-help", teacher, "/class", tab("play", helped))
    troubles += look("teacher-speaking", teacher, "/class", speaking)
    troubles += look("board-tables", board, "/class/board", seen("main"), projected=True)
    lesson.tell("show", what="table", table=1)
    troubles += look("board-table", board, "/class/board", seen("main svg"), projected=True)
    table = pupil.page.url
    assert "/t/" in table
    lesson.tell("pause")
    troubles += look("pupil-paused", pupil, table, seen("main"))
    assert not troubles, "\n".join(troubles)


def helped(page: Page) -> None:
    page.locator("[data-moves] ol button").first.click()
    page.locator("dialog[open]").wait_for()


def speaking(page: Page) -> None:
    page.locator("section:has(#for-all) > button, summary").first.click()
    page.locator("button:has(svg):visible").filter(has=page.locator("svg")).first.wait_for()


@pytest.mark.parametrize("game", ["cento", "nimmt", "ten"])
def test_a_puzzle_for_all(lesson: Class, game: str) -> None:
    pupil, teacher, board = lesson.pupil, lesson.teacher, lesson.board
    lesson.join()
    of_teacher = game == "cento"  # whose page is the same for all games
    troubles = look("teacher-puzzle", teacher, "/class", tab("puzzle", seen("button.main"))) if of_teacher else []
    lesson.tell("ask_puzzle", puzzle=f"{game}-3")
    troubles += look("board-puzzle", board, "/class/board", seen("main svg"), projected=True)
    troubles += look("pupil-puzzle", pupil, f"/c/{lesson.code}", seen("[data-part=bar]"))
    lesson.crowd.wait(lambda: answered(lesson) == OTHERS, "answers")
    lesson.tell("close_puzzle")
    if of_teacher:
        troubles += look("teacher-answers", teacher, "/class", tab("puzzle", seen("button.main")))
    troubles += look("board-answers", board, "/class/board", seen("main"), projected=True)
    troubles += look("pupil-outcome", pupil, f"/c/{lesson.code}", seen("main"))
    assert not troubles, "\n".join(troubles)


def answered(lesson: Class) -> int:
    return int(lesson.crowd.lines[0].sees["puzzle"]["answered"])


def test_a_tournament_the_report_and_the_end(lesson: Class) -> None:
    pupil, teacher, board = lesson.pupil, lesson.teacher, lesson.board
    lesson.join()
    troubles = look("teacher-tournament", teacher, "/class", tab("tournament", seen("button.main")))
    lesson.tell("begin_tournament", play=TO_20, size=4)
    troubles += look("teacher-round", teacher, "/class", tab("tournament", seen("progress")))
    lesson.tell("end_round")
    troubles += look("teacher-standings", teacher, "/class", tab("tournament", seen("table, ol")))
    troubles += look("board-standings", board, "/class/board", seen("main"), projected=True)

    def with_names(page: Page) -> None:
        page.locator("[role=switch]").first.click()
        page.locator("details, h3").first.wait_for()

    def wiping(page: Page) -> None:
        page.locator("button.danger").last.click()
        page.locator("dialog[open]").wait_for()

    troubles += look("teacher-report", teacher, "/class", tab("report", with_names))
    troubles += [f"pale when printed: {text}" for text in pale_on_paper(teacher.page)]
    troubles += look("teacher-wipe", teacher, "/class", tab("report", wiping))
    lesson.school.teacher.ask("DELETE", "/api/class")
    expect(pupil.page.locator("main h1")).to_be_visible()
    troubles += [f"over: {line}" for line in (*sticking_out(pupil.page), *barriers(pupil.page))]
    assert not troubles, "\n".join(troubles)
