"""What a teacher and pupils do in browsers to begin a class."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.kit.class_server import ClassServer


def open_class(teacher: Person, school: ClassServer) -> str:
    """The teacher's page; the code that pupils type."""
    teacher.page.goto(f"/class#{school.key}")
    return "".join(filter(str.isdigit, teacher.page.locator("dd.code").inner_text()))


def join_class(pupil: Person, code: str, animal: str) -> None:
    """As this animal, in pink."""
    page = pupil.page
    page.goto(f"/c/{code}")
    page.locator(f"[data-animal={animal}]").click()
    page.get_by_role("button", name=f"Pink {animal}").click()
    page.get_by_role("button", name=f"I am Pink {animal}").click()
    expect(page.get_by_role("heading", name=f"You are Pink {animal}")).to_be_visible()
