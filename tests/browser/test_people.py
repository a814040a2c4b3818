"""People and what belongs to them: names, the lists of their tables, their matches shown to others, being called."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.people import QUICK, People, Person
from tests.kit.server import a_bot, a_person

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTE_CALLS = """() => {
  window.calls = [];
  navigator.setAppBadge = async () => void window.calls.push("badge");
  navigator.clearAppBadge = async () => void window.calls.push("no badge");
  navigator.vibrate = () => window.calls.push("shake") > 0;
}"""


def two_at_a_table(people: People, game: str = "cento") -> tuple[Person, Person, str]:
    ada, ben = people.invite(), people.invite()
    path = ada.open_table(game, 2, options=QUICK[game], seats=[a_person("Ada")])
    ada.page.goto(path)
    ben.page.goto(path)
    ben.page.get_by_label("What is your name?").fill("ADA")
    ben.page.get_by_role("button", name="Sit down").click()
    return ada, ben, path


def test_a_second_ada_is_offered_another_name_and_both_show_their_match_to_others(people: People) -> None:
    ada, ben, path = two_at_a_table(people)
    expect(ben.page.get_by_role("alert").filter(has_text="already called ADA")).to_be_visible()
    field = ben.page.get_by_label("What is your name?")
    expect(field).to_have_value("ADA 2")
    field.fill("Ben")
    ben.page.wait_for_timeout(350)  # the same tap twice would be one tap
    ben.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    for person in (ada, ben):
        person.page.locator("[data-moment]").first.wait_for()
    ben.behind(path, wait=False)
    ada.behind(path)
    for person in (ada, ben):
        expect(person.page.get_by_role("button", name="Share the result")).to_be_visible()

    eve = people.invite()
    eve.expects("403")
    eve.page.goto(f"{path}/match/1")
    expect(eve.page.get_by_text("Only those who played this game may see it")).to_be_visible()
    ada.page.get_by_role("button", name="Share the game").click()
    expect(ada.page.get_by_text("Waiting for a yes from Ben")).to_be_visible()
    expect(ben.page.get_by_text("Ada wants to show this game to others")).to_be_visible()
    ben.page.get_by_role("button", name="No, keep it to ourselves").click()
    expect(ben.page.get_by_text("Then only those who played can see this game.")).to_be_visible()
    eve.page.reload()
    expect(eve.page.get_by_text("Only those who played this game may see it")).to_be_visible()
    ben.page.reload()  # and thinks it over
    ben.page.get_by_role("button", name="Yes, let others see it").click()
    for person in (ada, ben):
        expect(person.page.get_by_role("button", name="Share the game")).to_be_visible()
    eve.page.reload()
    eve.page.get_by_role("slider", name="Move").wait_for()

    for person in (ada, ben):  # whoever gets the result does not know who "you" are
        person.context.grant_permissions(["clipboard-read", "clipboard-write"])
        person.page.get_by_role("button", name="Share the result").click()
        expect(person.page.get_by_text("Copied.")).to_be_visible()
        shared = person.page.evaluate("() => navigator.clipboard.readText()")
        assert re.match("Cento: (Ada|Ben) won", shared), shared

    ada.page.goto("/")
    row = ada.page.locator(f"a[href='{path}']")
    expect(row).to_contain_text("won")


def test_two_equal_names_of_a_set_up_are_told_at_the_second_one(people: People) -> None:
    ada = people.invite(name="Ada")
    ada.expects("status of 4")
    page = ada.page
    page.goto("/new/nimmt")
    page.get_by_role("radio", name="Same device").check()
    names = [page.get_by_label(f"Name at seat {n}") for n in (1, 2, 3)]
    for field, name in zip(names, ("Ada", "Ben", "ada"), strict=True):
        field.fill(name)
    page.get_by_role("button", name="Start the game").click()
    trouble = page.locator("li", has=names[2]).get_by_role("alert")
    expect(trouble).to_contain_text("already called")
    expect(trouble).to_be_in_viewport(ratio=1)
    expect(names[2]).to_be_focused()
    names[2].fill("Eve")
    expect(trouble).to_have_count(0)
    page.get_by_role("button", name="Start the game").click()
    page.locator("main.cover").wait_for()


def test_who_is_waited_for_is_told_in_the_list_and_called_in_the_background(people: People) -> None:
    ada = people.invite()
    path = ada.sit_at("nimmt", 2, seats=[a_person("Ada"), a_bot()], options={"rounds": 1})
    page = ada.page
    page.evaluate(NOTE_CALLS)
    page.locator("[data-part=bar].mine").wait_for()
    page.locator("h1").click()  # somebody has touched the page
    page.evaluate(HIDE, True)
    page.wait_for_function("() => window.calls.includes('badge')")
    assert page.evaluate("() => window.calls") == ["shake", "badge"]
    page.evaluate(HIDE, False)
    page.wait_for_function("() => window.calls.includes('no badge')")

    page.goto("/")
    expect(page.locator(f"a[href='{path}']")).to_contain_text("Your turn!")
    ada.behind(path)
    page.goto("/")
    row = page.locator(f"a[href='{path}']")
    expect(row).to_contain_text("won: ")
    expect(row).not_to_contain_text("Your turn!")


def watch_it_again(page: Page) -> None:
    """The whole match, told to somebody without a name."""
    page.get_by_role("link", name="Replay").click()
    told = page.locator(".controls .words")
    forward = page.get_by_role("button", name="One move forward")
    expect(forward).to_be_enabled()
    sentences: list[str] = []
    while forward.is_enabled():
        forward.click()
        sentences.append(told.inner_text())
    sentences.append(page.locator(".ended h2").inner_text())
    assert any("You " in sentence or "you" in sentence for sentence in sentences), sentences
    assert not [sentence for sentence in sentences if "Player 1" in sentence]
    expect(page.locator(".eyes option").nth(1)).to_have_text("You")
    expect(page.locator("body")).not_to_contain_text("Player 1")


def test_who_gives_no_name_is_you_on_the_own_device_and_a_player_to_others(people: People) -> None:
    ada = people.invite(taught=True)
    page = ada.page
    page.goto("/")
    page.evaluate(
        """() => {
          const chosen = JSON.parse(localStorage.getItem("tiotal.settings") ?? "{}");
          localStorage.setItem("tiotal.settings", JSON.stringify({ ...chosen, name: "", says: false }));
        }"""
    )
    page.reload()
    page.get_by_role("button", name="Play now: 11 nimmt!").click()
    page.locator("[data-moment]").first.wait_for()
    api = page.evaluate("() => location.pathname").replace("/t/", "/api/tables/")
    told = page.evaluate("(path) => fetch(path).then((answer) => answer.json())", api)
    assert told["table"]["seats"][0]["name"] == "Player 1"

    page.goto(ada.open_table("nimmt", seats=[a_person("Player 1"), None]))
    expect(page.locator("li.mine .who")).to_contain_text("You")
    expect(page.get_by_text("Player 1", exact=True)).to_have_count(0)

    for game in ("cento", "nimmt"):
        path = ada.sit_at(game, 2, seats=[a_person("Player 1"), a_bot()], options=QUICK[game], says=True)
        ada.behind(path)
        page.get_by_role("button", name="Again!").wait_for()
        expect(page.locator("main.end")).to_contain_text("You")
        if game == "cento":
            expect(page.locator(".person h3")).to_have_text("You")
        page.get_by_text("Show the numbers").click()
        expect(page.get_by_text("Your dice", exact=True)).to_be_visible()
        expect(page.locator("main.end")).not_to_contain_text("Player 1")
        watch_it_again(page)
    page.goto("/")
    expect(page.locator(f"a[href='{path}']")).to_contain_text("You and")

    path = ada.sit_at("cento", 2, seats=[a_person("Player 1"), a_bot()], options=QUICK["cento"], says=True)
    expect(page.locator(".people .me .face")).to_have_text("Y")
    ada.behind(path)
    expect(page.get_by_role("heading", name="Sums in your head")).to_be_visible()
    expect(page.get_by_text("Player 1", exact=True)).to_have_count(0)

    path = ada.sit_at("ten", 2, seats=[a_person("Player 1"), a_bot()])
    ada.behind(path, stop="round")
    page.get_by_role("button", name="Next round").click()
    ada.behind(path, stop="round")
    expect(page.get_by_role("dialog").get_by_role("columnheader", name="You")).to_be_visible()
    expect(page.get_by_text("Player 1", exact=True)).to_have_count(0)
