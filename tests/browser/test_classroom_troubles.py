"""What goes wrong in a class, and the way on that a teacher and pupils find without reading anything first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.classes import join_class, open_class
from tests.browser.people import People, Person
from tests.browser.test_bad_cases import LOST
from tests.kit.class_server import ClassServer
from tests.kit.crowd import Crowd

TO_20 = {"game": "cento", "options": {"preset": "to-20-a"}}


@pytest.fixture
def people(browser: Browser, school: ClassServer) -> Iterator[People]:
    with People(browser, school.url) as everybody:
        yield everybody


@pytest.fixture
def teacher(people: People) -> Person:
    return people.invite(size="wide")


@pytest.fixture
def code(teacher: Person, school: ClassServer) -> str:
    return open_class(teacher, school)


def cards(page: Page) -> list[str]:
    page.locator("button.held").first.wait_for()
    return page.locator("button.held").all_inner_texts()


def test_a_pupil_whose_phone_is_empty_goes_on_at_another_device(
    people: People, teacher: Person, code: str, school: ClassServer
) -> None:
    with Crowd(school.url, code, 2):
        pupil = people.invite()
        join_class(pupil, code, "fox")
        groups = school.teacher.get("/api/class/groups", params={"how": "chance", "size": 3}).json()["groups"]
        school.teacher.tell("open_tables", groups=groups, play=TO_20)
        pupil.page.wait_for_url("**/t/*")
        held = cards(pupil.page)
        pupil.page.close()

        tablet = people.invite(size="tablet")
        tablet.page.goto(f"/c/{code}")
        tablet.page.get_by_role("button", name="I was here before").click()
        tablet.page.get_by_role("button", name="Pink fox").click()
        expect(tablet.page.get_by_text("Your teacher has to say yes")).to_be_visible()
        teacher.page.get_by_role("button", name="No: Pink fox").click()
        expect(tablet.page.get_by_text("Your teacher said no.")).to_be_visible()
        tablet.page.get_by_role("button", name="Pink fox").click()
        teacher.page.get_by_role("button", name="Yes: Pink fox").click()
        tablet.page.wait_for_url("**/t/*")
        assert cards(tablet.page) == held


def test_two_want_the_same_animal_and_one_finds_the_class_full(
    people: People, teacher: Person, code: str, school: ClassServer
) -> None:
    first, second = people.invite(), people.invite()
    for pupil in (first, second):
        pupil.page.goto(f"/c/{code}")
        pupil.page.locator("[data-animal=owl]").click()
        pupil.page.get_by_role("button", name="Pink owl").click()
    first.page.get_by_role("button", name="I am Pink owl").click()
    expect(second.page.get_by_text("Somebody else was quicker.")).to_be_visible()
    expect(second.page.get_by_role("button", name=re.compile("^Pink owl"))).to_be_disabled()
    second.page.get_by_role("button", name="Blue owl").click()

    school.teacher.tell("make_room", most=1)
    second.expects("409")  # the browser's own words for the refusal
    second.page.get_by_role("button", name="I am Blue owl").click()
    expect(second.page.get_by_text("The class is full.")).to_be_visible()
    teacher.page.get_by_role("button", name="Make room for 4 more").click()
    expect(second.page.get_by_role("heading", name="You are Blue owl")).to_be_visible()


def test_the_wrong_variant_was_chosen_and_the_same_groups_play_another(
    people: People, teacher: Person, code: str, school: ClassServer
) -> None:
    with Crowd(school.url, code, 5) as crowd:
        pupil = people.invite()
        join_class(pupil, code, "fox")
        page = teacher.page
        page.get_by_role("navigation").get_by_role("button", name="Play").click()
        page.get_by_role("spinbutton", name="Pupils at a table").fill("3")
        page.get_by_role("button", name="Make groups").click()
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("[data-moves]").nth(1).wait_for()
        pupil.page.wait_for_url("**/t/*")
        before, groups = pupil.page.url, together(crowd)
        page.get_by_role("button", name="Play something else with the same groups").click()
        page.get_by_role("radio", name="11 nimmt!").check()
        page.get_by_role("button", name="Begin", exact=True).click()
        pupil.page.wait_for_url(lambda url: "/t/" in url and url != before)
        expect(page.locator("[data-moves]").first).to_contain_text("11 nimmt!")
        crowd.see(lambda sees: sees["table_number"] > 2, "other tables")
        assert together(crowd) == groups


def together(crowd: Crowd) -> set[frozenset[str]]:
    tables: dict[str, set[str]] = {}
    for line in crowd.lines:
        tables.setdefault(line.sees["table"], set()).add(line.sees["me"]["name"])
    return {frozenset(names) for names in tables.values()}


def test_the_teachers_computer_sleeps_and_is_awake_again(
    people: People, teacher: Person, code: str, school: ClassServer
) -> None:
    page = teacher.page
    teacher.expects(LOST)
    with Crowd(school.url, code, 1):
        expect(page.get_by_text("Red fox")).to_be_visible()
        teacher.context.set_offline(True)
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.get_by_text("No connection to the class.")).to_be_visible()
        pupil = people.invite()
        join_class(pupil, code, "owl")
        teacher.context.set_offline(False)
        expect(page.get_by_text("Pink owl")).to_be_visible()
        expect(page.get_by_text("No connection to the class.")).to_have_count(0)
        page.reload()  # the key is kept
        expect(page.get_by_text("Pink owl")).to_be_visible()


def test_a_class_goes_by_the_keyboard_and_is_heard(
    people: People, teacher: Person, code: str, school: ClassServer
) -> None:
    """From joining to the table, and a teacher who stops everybody, without a finger or a mouse."""
    pupil = people.invite(size="wide")
    pupil.page.goto(f"/c/{code}")
    pupil.page.locator("[data-animal=cat]").focus()
    pupil.page.keyboard.press("Enter")
    expect(pupil.page.locator("#which-colour")).to_be_focused()
    walk(pupil.page, "Pink cat")
    walk(pupil.page, "I am Pink cat")
    expect(pupil.page.get_by_role("heading", name="You are Pink cat")).to_be_visible()

    page = teacher.page
    with Crowd(school.url, code, 1):
        walk(page, "Play")
        walk(page, "Make groups")
        walk(page, "Begin")
        pupil.page.wait_for_url("**/t/*")
        walk(page, "Say something to all")
        walk(page, "Please listen.")
        heard = pupil.page.get_by_role("status").filter(has_text="Please listen.")
        expect(heard.first).to_be_visible()
        walk(page, "Pause all")
        expect(
            pupil.page.get_by_role("status").filter(has_text="Your teacher has paused the game.").first
        ).to_be_visible()


def walk(page: Page, name: str) -> None:
    """With the Tab key to a button of this name, and press it."""
    page.get_by_role("button", name=name, exact=True).first.wait_for()
    for _ in range(90):
        found = page.evaluate(
            "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.innerText ?? ''"
        )
        if " ".join(found.split()) == name:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {name}")
