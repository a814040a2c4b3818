"""The server over REST, from outside: a real process, asked as clients and browsers ask it."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.kit.server import (
    SECONDS,
    Device,
    Json,
    Server,
    a_bot,
    a_person,
    connected,
    new_token,
    play_on,
    running,
    two_players,
)
from tiotal import GAMES, rulebook, verify_record
from tiotal.server import limits, messages
from tiotal.server.api import MOST_STEPS
from tiotal.server.devices import device_with
from tiotal.server.limits import LONGEST_BODY, Allowance, ByNetwork, Limits, Open, is_this_machine
from tiotal.server.problems import Problem
from tiotal.server.security import HEADERS
from tiotal.service.languages import preferred
from tiotal.words import LANGUAGES, say
from tiotal.words.catalogue import language_file
from tiotal.words.plurals import Plural
from tiotal.words.telling import done

NOWHERE = "A" * 22  # the form of a table's id


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("rest")) as found:
        yield found


@pytest.fixture(scope="module")
def finished(server: Server) -> Json:
    """A table with a finished match of Cento, in which both players said totals; and its two players."""

    async def play() -> Json:
        async with two_players(server.url, "cento", settings={"undo": False}, options={"preset": "race"}) as found:
            table_id, host, guest = found
            await play_on([host, guest], random.Random(7).choice)
            return {"id": table_id, "host": host.token, "guest": guest.token, "table": host.table}

    return asyncio.run(play())


def refusal(answer: httpx.Response, status: int, code: str) -> Json:
    """What every refusal looks like."""
    assert answer.status_code == status, answer.text
    problem = Problem.model_validate_json(answer.content)
    assert problem.code == code
    assert len(problem.sentence) > 10
    found: Json = answer.json()
    return found


# --- Devices ----------------------------------------------------------------------------------------------------
def test_a_browser_keeps_its_secret_in_a_cookie_that_pages_cannot_read(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/device")
    assert answer.status_code == 201
    attributes = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
    assert {"httponly", "samesite=strict", "path=/"} <= attributes
    assert "secure" not in attributes  # it would be lost over plain http
    secret = answer.cookies["tiotal_device"]
    assert answer.json() == {"device": device_with(secret), "token": None}
    assert secret not in answer.text


def test_over_https_the_cookie_never_goes_over_plain_http(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/device", headers={"X-Forwarded-Proto": "https"})
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_device_that_has_a_cookie_keeps_its_secret(server: Server) -> None:
    with httpx.Client(base_url=server.url) as browser:
        first = browser.post("/api/device").json()
        assert browser.post("/api/device").json() == first
        assert browser.get("/api/history").json() == {"tables": []}


def test_a_program_gets_a_token_and_no_cookie(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/device", params={"kind": "token"})
    assert "set-cookie" not in answer.headers
    made = answer.json()
    assert device_with(made["token"]) == made["device"]
    assert Device(server.url, made["token"]).get("/api/history").status_code == 200


@pytest.mark.parametrize("token", ["-", "short", "ä" * 43, "A" * 44, "A" * 42 + "!"])
def test_what_is_no_secret_is_refused(server: Server, token: str) -> None:
    headers = [(b"authorization", f"Bearer {token}".encode())]
    answer = httpx.get(f"{server.url}/api/history", headers=headers)
    refusal(answer, 401, "server.no_device")


# --- What there is to play --------------------------------------------------------------------------------------
def test_the_games_come_with_all_that_a_client_offers(server: Server) -> None:
    told = Device(server.url, "", "sv-SE").get("/api/games").json()
    assert [game["name"] for game in told["games"]] == ["cento", "nimmt", "ten"]
    assert told["languages"] == list(LANGUAGES)
    assert told["phrases"]["hello"] == say("sv", "phrases.hello")
    for game in told["games"]:
        assert game["sheets"] and game["sentences"]
        for option in game["options"] + game["settings"]:
            assert (option["choices"] is not None) == (option["kind"] == "choice")
            assert (option["high"] is not None) == (option["kind"] == "number")
            assert (option["groups"] is not None) == (option["needs"] is not None) == (option["kind"] == "cards")
        options = {option["name"]: option["default"] for option in game["options"]}
        settings = {option["name"]: option["default"] for option in game["settings"]}
        Device(server.url).open(game["name"], game["most_players"], options=options, settings=settings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_can_tell_every_move_from_the_sentences_it_is_given(server: Server, language: str) -> None:
    """As it does it: the parts of the move put into the sentence that it names."""
    names = [f"Name {seat}" for seat in range(8)]
    told = Device(server.url, "", language).get("/api/games").json()
    plural = Plural.read(language_file(language)["plural"])
    for game in told["games"]:
        played = GAMES[game["name"]]()
        sentences = told["sentences"] | game["sentences"]
        for action, move in enumerate(played.moves):
            for seen in {move, played.public_move(action)} if move is not None else ():
                parts = seen.as_dict()
                values = {name: str(part).replace("-", "−") for name, part in parts.items()} | {"name": names[1]}
                values |= {"n": parts["chips"]} if "chips" in parts else {}
                if "card" in parts:
                    values["card"] = game["cards"].get(parts["card"], values["card"])
                if "seat" in parts:
                    values["other"] = names[parts["seat"]]
                own = "_self" if parts.get("seat") == 1 else ""  # who has moved means somebody, here themselves
                key = f"done.{seen.told}"
                form = sentences.get(key + own, sentences[key])
                if isinstance(form, list):
                    form = form[plural.choose(parts["chips"])]
                assert form.format(**values) == done(language, game["name"], seen, names, 1)
        assert set(game["cards"]) - {"?"} <= set(game["points"])  # a hidden card has a name, too


def written(step: dict[str, Any]) -> str | None:
    move = step["move"]
    return None if move is None else str(move["written"])


def test_options_that_depend_on_others_say_how(server: Server) -> None:
    cento = Device(server.url, "").get("/api/games").json()["games"][0]
    options = {option["name"]: option for option in cento["options"] + cento["settings"]}
    assert options["target"]["cases"] == [
        {"option": "preset", "value": "race", "low": 10, "high": 99, "default": 50},
        {"option": "preset", "value": "marathon", "low": 101, "high": 1000, "default": 200},
        {"option": "preset", "value": "own", "low": 10, "high": 1000, "default": 100},
    ]
    assert options["cards"]["needs"] == {"option": "preset", "value": "own"}
    groups = {group["name"]: group["cards"] for group in options["cards"]["groups"]}
    assert [len(cards) for cards in groups.values()] == [12, 11, 7]
    assert groups["additions"][-2:] == [{"card": "+25", "copies": 2}, {"card": "+50", "copies": 1}]
    assert sum(kind["copies"] for cards in groups.values() for kind in cards) == 110
    assert [kind["card"] for cards in groups.values() for kind in cards] == list(cento["points"])[:30]
    assert [case["value"] for case in options["limit"]["cases"]] == ["series", "first-to"]
    assert [case["default"] for case in options["seconds"]["cases"]] == [60, 600]
    assert options["pairs"]["players"] == [4, 6, 8]
    assert options["hints"]["players"] is None and options["pace"]["cases"] is None


def test_what_would_come_of_a_variant_is_said_before_a_table_is_opened(server: Server) -> None:
    """The same sentences with which a table would be refused."""
    device = Device(server.url, "", "sv")
    own = {"preset": "own", "cards": ["+1", "+2", "+3", "+5"], "target": 20}

    def prospects(players: int, options: Json, game: str = "cento") -> Json:
        answer: Json = device.post(f"/api/games/{game}/prospects", {"players": players, "options": options}).json()
        return answer

    told = "24 kort. Det räcker för upp till 2 spelare. Målet går att nå."
    assert prospects(2, own) == {"possible": True, "sentence": told}
    opened = Device(server.url).open("cento", 2, options=own)
    seen = device.get(f"/api/tables/{opened['id']}").json()["table"]
    assert (seen["options"]["cards"], seen["options"]["target"]) == (own["cards"], 20)
    for players, options in [
        (3, own),
        (2, own | {"cards": []}),
        (2, own | {"cards": ["+2", "+4", "+6", "+8"], "target": 21}),
    ]:
        refused = Device(server.url, language="sv").post(
            "/api/tables", {"game": "cento", "players": players, "options": options}
        )
        assert prospects(players, options) == {"possible": False, "sentence": refused.json()["sentence"]}
    assert prospects(2, {}) == prospects(2, {}, "ten") == {"possible": True, "sentence": ""}
    assert device.post("/api/games/uno/prospects", {}).json()["code"] == "games.unknown"
    assert device.post("/api/games/cento/prospects", {"options": {"players": 3}}).json()["code"] == "server.bad_request"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["cento", "nimmt", "ten"])
def test_the_rules_are_there_in_every_language(server: Server, game: str, language: str) -> None:
    told = Device(server.url, "").get(f"/api/rules/{game}", params={"language": language}).json()
    assert (told["language"], told["title"]) == (language, GAMES[game].title)
    first, *others = told["sections"]
    assert first["title"] == ""
    source = rulebook.text(game, language)
    assert [(section["level"], section["title"]) for section in others] == [
        (len(marks), title) for marks, title in re.findall(r"^(##|###) (.+)$", source, re.MULTILINE)
    ]
    html = "".join(section["html"] for section in told["sections"])
    assert html.count("<code>") == source.count("`") / 2
    assert html.count('<div class="table" tabindex="0" role="region"') == html.count("<table>") == source.count("\n|--")
    ElementTree.fromstring(f"<page>{html}</page>")
    labels = re.findall('aria-label="([^"]+)"', html)
    assert len(labels) == len(set(labels)) == html.count("<table>")
    assert "style=" not in html


# --- Errors in the reader's language ----------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_told_in_the_readers_language(server: Server, language: str, finished: Json) -> None:
    device = Device(server.url, language=f"{language};q=0.9, de;q=1.0")
    nobody = Device(server.url, "", language)
    table = f"/api/tables/{finished['id']}"
    refusals = [
        refusal(device.get("/api/rules/poker"), 422, "games.unknown"),
        refusal(device.get(f"/api/tables/{NOWHERE}"), 404, "server.no_table"),
        refusal(device.get("/api/tables/x"), 422, "server.bad_request"),
        refusal(device.get("/api/codes/1"), 422, "server.bad_request"),
        refusal(device.get(f"{table}/matches/1/record"), 403, "server.not_yours"),
        refusal(device.get("/api/nothing"), 404, "server.not_found"),
        refusal(device.ask("DELETE", "/api/games"), 405, "server.method"),
        refusal(nobody.post("/api/tables", {"game": "cento"}), 401, "server.no_device"),
        refusal(nobody.get("/api/history"), 401, "server.no_device"),
        refusal(device.post("/api/tables", {"game": "poker"}), 422, "games.unknown"),
        refusal(device.post("/api/tables", {"game": "cento", "players": 9}), 422, "options.players"),
        refusal(device.post("/api/tables", {"game": "cento", "settings": {"announce": True}}), 422, "options.unknown"),
        refusal(device.post("/api/tables", {"game": "cento", "options": {"x": 1}}), 422, "options.unknown"),
        refusal(device.post("/api/tables", {"game": "ten", "settings": {"clock": "sun"}}), 422, "options.choice"),
        refusal(device.post("/api/tables", {"game": "ten", "settings": {"memory_aid": True}}), 422, "table.only_in"),
        refusal(device.post("/api/tables", {"game": "ten", "seats": [a_person(says=True)]}), 422, "table.no_totals"),
        refusal(device.post("/api/tables", {"game": "ten", "seats": [a_bot("god")]}), 422, "table.no_level"),
        refusal(device.post("/api/tables", {"game": "ten", "seats": [a_person("\n")]}), 422, "table.bad_name"),
        refusal(device.post("/api/tables", {"game": "ten", "seats": [a_person("N" * 500)]}), 422, "server.bad_request"),
        refusal(device.post("/api/verify", {"record": "{}"}), 422, "records.version"),
        refusal(device.post("/api/verify", "x" * (LONGEST_BODY + 1)), 413, "server.too_long"),
        refusal(device.post("/api/device", headers={"Origin": "http://other.example"}), 403, "server.other_origin"),
    ]
    english = say("en", "server.not_found")
    told = {problem["sentence"] for problem in refusals}
    assert say(language, "server.not_found") in told
    assert (english in told) == (language == "en")
    by_code = {problem["code"]: problem for problem in refusals}
    assert by_code["games.unknown"]["allowed"] == ["cento", "nimmt", "ten"]
    assert "medium" in by_code["table.no_level"]["allowed"]
    assert "pairs" in by_code["options.unknown"]["allowed"]


def test_a_language_in_the_address_goes_before_the_browsers(server: Server) -> None:
    answer = Device(server.url, "", "sv").get("/api/nothing", params={"language": "is"})
    assert answer.json()["sentence"] == say("is", "server.not_found")


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("sv",), "sv"),
        (("is-IS,is;q=0.9,en;q=0.8",), "is"),
        (("en;q=0.1, sv;q=0.2",), "sv"),
        (("de, fr",), "en"),
        ((None, "sv"), "sv"),
        (("xx", "is"), "is"),
        (("sv;q=much",), "sv"),
        ((",;;=,q=1",), "en"),
        (("en;q=0.5," * 5_000,), "en"),
        ((), "en"),
    ],
)
def test_the_preferred_language(wishes: tuple[str | None, ...], language: str) -> None:
    assert preferred(*wishes) == language


@pytest.mark.parametrize("name", ["self", "players", "cls", "__class__", "", "\x00", "ö" * 100])
def test_no_name_of_an_option_confuses_the_server(server: Server, name: str) -> None:
    answer = Device(server.url).post("/api/tables", {"game": "cento", "options": {name: 1}})
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"{",
        b"\xff\xfe",
        b"[" * 10_000,
        b'{"game": ' + b"9" * 9_000 + b"}",
        b'{"game": "cento", "players": 1e400}',
        b'{"game": "cento", "players": NaN}',
        b'{"game": "cento", "players": "2"}',
        b'{"game": "cento", "players": true}',
        b'{"game": "cento", "options": {"limit": NaN}}',
        b'{"game": "cento", "options": {"limit": ' + b"9" * 4_000 + b"}}",
        b'{"game": "cento", "options": {"preset": "\\ud800"}}',
        b'{"game": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"game": "cento", "seats": [{"kind": "person", "name": "\\udfff"}]}',
        b'{"game": "cento", "seats": [{"kind": "ghost"}]}',
        b'{"game": "cento", "seats": [null, null, null, null, null]}',
        b'{"game": "cento", "seats": [{"kind": "person", "name": "A", "share": "x"}]}',
    ],
)
def test_no_body_makes_the_server_stumble(server: Server, body: bytes) -> None:
    before = len(server.entries())
    headers = {"Content-Type": "application/json"}
    answer = Device(server.url).ask("POST", "/api/tables", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    Problem.model_validate_json(answer.content)
    assert len(server.entries()) == before


# --- Tables -----------------------------------------------------------------------------------------------------
def test_a_table_is_found_by_its_link_its_code_and_its_picture(server: Server) -> None:
    device, other = Device(server.url), Device(server.url)
    opened = device.open("ten", 3)
    assert re.fullmatch(r"\d{6}", opened["code"])
    assert opened["path"] == f"/t/{opened['id']}"
    assert other.get(f"/api/codes/{opened['code']}").json() == {"id": opened["id"]}
    seen = messages.Welcome.model_validate_json(other.get(f"/api/tables/{opened['id']}").content)
    assert (seen.mine, seen.host, seen.code) == ([], False, opened["code"])
    picture = other.get(f"/api/tables/{opened['id']}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")


def test_only_the_host_learns_the_hosts_secret_and_only_once(server: Server) -> None:
    device = Device(server.url)
    opened = device.open()
    assert opened["host_key"] not in device.get(f"/api/tables/{opened['id']}").text
    assert opened["host_key"] not in server.entries(opened["id"])[0][3]  # not even the database knows it


def test_the_picture_leads_to_the_address_that_the_client_came_to(server: Server) -> None:
    table = Device(server.url).open()["id"]
    here = Device(server.url).get(f"/api/tables/{table}/qr.svg").content
    there = Device(server.url).get(f"/api/tables/{table}/qr.svg", headers={"Host": "games.example"}).content
    assert here != there


@pytest.mark.parametrize("host", ["[", "a" * 5_000, "x y", "é", ""])
def test_no_host_header_makes_the_server_stumble(server: Server, host: str) -> None:
    """Whatever a client claims to have called the server."""
    table = Device(server.url).open()["id"]
    for method, path in (("GET", f"/api/tables/{table}/qr.svg"), ("POST", "/api/device"), ("GET", "/api/nothing")):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status < 500


def test_the_code_of_a_table_that_has_ended_is_no_more(server: Server) -> None:
    device = Device(server.url)
    opened = device.open()

    async def end() -> None:
        async with connected(server.url, opened["id"], device.token) as host:
            await host.must({"type": "end"})

    asyncio.run(end())
    wait_for(lambda: device.get(f"/api/codes/{opened['code']}").status_code == 404)
    refusal(device.get(f"/api/codes/{opened['code']}"), 404, "server.no_code")


def test_the_lobby_shows_listed_tables_and_no_others(server: Server) -> None:
    device = Device(server.url)
    private, listed = device.open(), device.open("nimmt", 3, settings={"listed": True, "show_names": True})
    unnamed = device.open("ten", 2, settings={"listed": True})
    tables = {table["id"]: table for table in Device(server.url, "").get("/api/lobby").json()["tables"]}
    assert private["id"] not in tables
    shown = tables[listed["id"]]
    expected = {"game": "nimmt", "phase": "waiting", "names": ["Ada"], "free_seats": 2}
    assert shown.items() >= expected.items()
    assert listed["code"] not in json.dumps(shown)
    assert tables[unnamed["id"]]["names"] == []  # unless the host wants it


def test_the_history_is_that_of_the_device(server: Server, finished: Json) -> None:
    for token in (finished["host"], finished["guest"]):
        tables = Device(server.url, token).get("/api/history").json()["tables"]
        assert [table["id"] for table in tables] == [finished["id"]]
    assert Device(server.url).get("/api/history").json() == {"tables": []}


def test_a_list_says_whose_turn_it_is_and_how_matches_ended(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, options={"preset": "to-20-b"}) as (table_id, first, second):
            both = [Device(server.url, player.token) for player in (first, second)]

            def listed(device: Device) -> Json:
                return next(one for one in device.get("/api/history").json()["tables"] if one["id"] == table_id)

            turns = [(await asyncio.to_thread(listed, device))["my_turn"] for device in both]
            assert sorted(turns) == [False, True]
            await play_on([first, second], lambda legal: legal[0], 1)
            waited_for = next(n for n, player in enumerate((first, second)) if player.to_move is not None)
            await (first, second)[waited_for].connection.close()
            await asyncio.to_thread(wait_for, lambda: listed(both[waited_for])["my_turn"])
            other = await asyncio.to_thread(listed, both[1 - waited_for])
            assert (other["my_turn"], other["result"]) == (False, None)
            async with connected(server.url, table_id, both[waited_for].token) as back:
                players = [back, (first, second)[1 - waited_for]]
                await play_on(players, lambda legal: legal[0])
            await asyncio.to_thread(wait_for, lambda: listed(both[0])["result"])
            told = players[1].table["finished"][0]
            for seat, device in enumerate(both):
                shown = await asyncio.to_thread(listed, device)
                assert not shown["my_turn"]
                expected = {"names": told["names"], "scores": told["scores"], "winners": told["winners"]}
                assert shown["result"] == expected | {"mine": [seat]}

    asyncio.run(play())


def test_a_match_is_shown_to_others_when_all_who_played_it_want_that(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, options={"preset": "to-20-b"}) as (table_id, first, second):
            await play_on([first, second], lambda legal: legal[0])
            stranger = Device(server.url, "")

            async def may_look() -> bool:
                paths = [f"/api/tables/{table_id}/matches/1/{what}" for what in ("record", "steps", "report")]
                found = {(await asyncio.to_thread(stranger.get, path)).status_code for path in paths}
                assert len(found) == 1
                return found == {httpx.codes.OK}

            assert not await may_look()
            await first.must({"type": "open_replay", "match": 1})
            assert not await may_look()
            await second.must({"type": "open_replay", "match": 1})
            assert await may_look()

    asyncio.run(play())


def test_a_device_has_only_so_many_open_tables(server: Server) -> None:
    device = Device(server.url)
    for _ in range(Limits().tables_per_device):
        device.open()
    refusal(device.post("/api/tables", {"game": "cento"}), 429, "server.many_tables")
    assert Device(server.url).open()


# --- Finished matches -------------------------------------------------------------------------------------------
def test_the_record_of_a_finished_match_is_proved(server: Server, finished: Json) -> None:
    path = f"/api/tables/{finished['id']}/matches/1/record"
    record = Device(server.url, finished["guest"]).get(path)
    final = verify_record(record.text)
    told = finished["table"]["finished"][0]
    assert (final.scores, final.winners) == (told["scores"], told["winners"])
    verified = Device(server.url).post("/api/verify", {"record": record.text}).json()
    expected = {"game": "cento", "finished": True, "fair": True, "winners": told["winners"]}
    assert verified.items() >= expected.items()
    document = record.json()
    assert document["fair"]["shares"] == [seat["share"] for seat in finished["table"]["seats"]]
    document["fair"]["secret"] = "0" * 64
    refusal(Device(server.url).post("/api/verify", {"record": json.dumps(document)}), 422, "records.fair_commitment")


def test_the_commitment_was_shown_before_the_first_card(server: Server) -> None:
    async def play() -> None:
        device = Device(server.url)
        opened = device.open("cento", 2, seats=[a_person(), a_bot()], options={"preset": "race", "target": 10})
        before = device.get(f"/api/tables/{opened['id']}").json()["table"]["commitment"]
        async with connected(server.url, opened["id"], device.token) as player:
            await player.must({"type": "start"})
            assert player.table["commitment"] == before
            await play_on([player], random.Random(1).choice)
        record = device.get(f"/api/tables/{opened['id']}/matches/1/record").json()
        assert record["fair"]["commitment"] == before

    asyncio.run(play())


def test_the_report_tells_every_wrong_total(server: Server, finished: Json) -> None:
    report = Device(server.url, finished["host"]).get(f"/api/tables/{finished['id']}/matches/1/report").json()
    assert report["names"] == ["Ada", "Bo"]
    assert [result["winner"] for result in report["rounds"]] == report["winners"]
    assert report["began"] <= report["ended"]
    for line in report["arithmetic"]:
        assert line["announced"] == line["once"] + len(line["missed"])
        assert line["announced"] == sum(kind["announced"] for kind in line["kinds"])
        assert all(missed["said"] != missed["right"] for missed in line["missed"])
    assert sum(line["announced"] for line in report["arithmetic"]) > 3


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_finished_match_can_be_stepped_through(server: Server, finished: Json, seat: int | None) -> None:
    device = Device(server.url, finished["host"])
    path = f"/api/tables/{finished['id']}/matches/1"
    moves = device.get(f"{path}/record").json()["moves"]
    query: dict[str, Any] = {} if seat is None else {"seat": seat}
    told = device.get(f"{path}/steps", params=query | {"count": 200}).json()
    assert told["moves"] == len(moves)
    assert [written(step) for step in told["steps"]] == [None, *moves]
    assert (told["names"], told["game"], told["options"]["preset"]) == (["Ada", "Bo"], "cento", "race")
    final = finished["table"]["finished"][0]
    assert (told["scores"], told["winners"]) == (final["scores"], final["winners"])
    assert told["steps"][0]["log"] == []
    for step in told["steps"][1:]:
        assert step["log"][0].items() >= {"player": step["player"], "move": step["move"]}.items()
    assert told["steps"][-1]["log"][-1]["round_over"]["winner"] in final["winners"]
    later = device.get(f"{path}/steps", params=query | {"first": 2, "count": 3}).json()
    assert later["steps"] == told["steps"][2:5]
    assert told["steps"][-1]["table"]["over"]
    assert device.get(f"{path}/steps", params=query | {"first": 1_000_000}).json()["steps"] == []


def test_a_match_has_only_the_seats_that_it_has(server: Server, finished: Json) -> None:
    path = f"/api/tables/{finished['id']}/matches/1/steps"
    refusal(Device(server.url, finished["host"]).get(path, params={"seat": 2}), 422, "table.no_seat")


def test_a_match_is_not_told_before_it_is_over_nor_to_strangers(server: Server, finished: Json) -> None:
    async def begin() -> tuple[str, str]:
        async with two_players(server.url, settings={"open_replay": True}) as (table_id, host, _):
            return table_id, host.token

    table_id, token = asyncio.run(begin())
    refusal(Device(server.url, token).get(f"/api/tables/{table_id}/matches/1/record"), 409, "server.not_over")
    refusal(Device(server.url, token).get(f"/api/tables/{table_id}/matches/1/steps"), 409, "server.not_over")
    for what in ("record", "report", "steps"):
        refusal(Device(server.url).get(f"/api/tables/{table_id}/matches/1/{what}"), 409, "server.not_over")
        refusal(Device(server.url, token).get(f"/api/tables/{table_id}/matches/2/{what}"), 404, "server.no_match")
        refusal(Device(server.url).get(f"/api/tables/{finished['id']}/matches/1/{what}"), 403, "server.not_yours")


def test_who_plays_can_step_through_the_match_so_far_with_what_they_saw(server: Server) -> None:
    async def begin(**settings: bool) -> tuple[str, list[str]]:
        async with two_players(server.url, "ten", settings=settings) as (table_id, host, guest):
            await play_on([host, guest], lambda legal: max(legal, key=lambda move: ":down" in move), 3)
            return table_id, [host.token, guest.token]

    table_id, tokens = asyncio.run(begin())
    path = f"/api/tables/{table_id}/matches/1/steps"
    told = [Device(server.url, token).get(path, params={"seat": seat}).json() for seat, token in enumerate(tokens)]
    for seat, told_to in enumerate(told):
        assert (told_to["moves"], told_to["scores"], told_to["winners"]) == (3, None, [])
        hidden = [step["move"]["card"] == "?" for step in told_to["steps"][1:3]]
        assert hidden == [seat != 0, seat != 1]  # each knows only the own card
        for step in told_to["steps"]:
            assert None in step["table"]["hands"][1 - seat] and None not in step["table"]["hands"][seat]
        refusal(Device(server.url, tokens[seat]).get(path, params={"seat": 1 - seat}), 409, "server.not_over")
        refusal(Device(server.url, tokens[seat]).get(path, params={"seat": 2}), 422, "table.no_seat")
        refusal(Device(server.url, tokens[seat]).get(path), 409, "server.not_over")
    refusal(Device(server.url).get(path, params={"seat": 0}), 403, "server.not_yours")

    table_id, tokens = asyncio.run(begin(spectators=True))
    path = f"/api/tables/{table_id}/matches/1/steps"
    watched = Device(server.url).get(path).json()
    assert [written(step) for step in watched["steps"][1:3]] == ["?:down", "?:down"]
    assert all(None in hand for step in watched["steps"] for hand in step["table"]["hands"])
    refusal(Device(server.url).get(path, params={"seat": 0}), 409, "server.not_over")


def all_steps(reader: Device, path: str, seat: int | None) -> list[Json]:
    found: list[Json] = []
    while True:
        page = {"first": len(found), "count": MOST_STEPS} | ({} if seat is None else {"seat": seat})
        told = reader.get(path, params=page).json()
        found += told["steps"]
        if len(found) > told["moves"]:
            return found


def test_n9_earlier_moments_begin_with_ones_last_turn_while_a_round_is_played(server: Server) -> None:
    """N9: with the table as it was then, and with its log; neither steps, news nor a report tell what came before."""
    dice = random.Random(3)

    def wisely(legal: list[str]) -> str:
        return dice.choice([move for move in legal if ">" in move] or legal)

    async def begin() -> tuple[str, list[str], list[Json]]:
        settings, options = {"spectators": True}, {"rounds": 2}
        async with two_players(server.url, "nimmt", settings=settings, options=options) as (table_id, host, guest):
            while host.matches[0]["table"]["round"] == 1:
                await play_on([host, guest], wisely, 1)
            await play_on([host, guest], wisely, 12)
            async with (
                connected(server.url, table_id, host.token) as anew,
                connected(server.url, table_id, new_token(server.url)) as eve,
            ):
                since = anew.matches[0]["since"]
                assert anew.logs[0][since:] == host.logs[0][since:]
                told = [anew.matches[0], guest.matches[1], eve.matches[None]]
                return table_id, [host.token, guest.token], told

    table_id, tokens, matches = asyncio.run(begin())
    path = f"/api/tables/{table_id}/matches/1/"
    for seat, token, match in zip((0, 1, None), (*tokens, None), matches, strict=True):
        reader = Device(server.url, token) if token else Device(server.url)
        told = all_steps(reader, f"{path}steps", seat)
        first, end = match["to_remember"]["steps"]
        assert 0 < first < end - 5
        for step in told:
            hidden = first <= step["number"] < end
            assert (step["table"] is None) == hidden
            assert (step["move"] is None) == (step["number"] == 0 or first < step["number"] < end)
        log = [entry for step in told for entry in step["log"]]
        assert [number for number, entry in enumerate(log) if entry is None] == [*range(*match["to_remember"]["log"])]
        assert "round_over" in log[match["to_remember"]["log"][0] - 1]
        report = reader.get(f"{path}report").json()
        assert [ended["round"] for ended in report["rounds"]] == [1]
        code = "server.not_yours" if seat is None else "server.not_over"
        refusal(reader.get(f"{path}record"), 403 if seat is None else 409, code)


def test_the_report_of_a_match_that_is_played_tells_what_all_have_seen(server: Server) -> None:
    async def begin(**settings: bool) -> tuple[str, str]:
        options = {"preset": "race", "target": 10, "match": "series", "limit": 10_000}
        async with two_players(server.url, options=options, settings=settings) as (table_id, host, guest):
            await play_on([host, guest], random.Random(5).choice, 60)
            return table_id, host.token

    table_id, token = asyncio.run(begin())
    path = f"/api/tables/{table_id}/matches/1/report"
    report = Device(server.url, token).get(path).json()
    assert (report["ended"], report["scores"], report["winners"]) == (None, None, [])
    assert [result["round"] for result in report["rounds"]] == list(range(1, len(report["rounds"]) + 1))
    assert len(report["rounds"]) > 0
    assert sum(line["announced"] for line in report["arithmetic"]) > 10
    refusal(Device(server.url).get(path), 403, "server.not_yours")
    table_id, _ = asyncio.run(begin(spectators=True))
    assert Device(server.url).get(f"/api/tables/{table_id}/matches/1/report").json()["rounds"]


def test_a_match_is_told_to_everybody_if_the_host_allows(server: Server) -> None:
    async def play() -> str:
        options = {"preset": "race", "target": 10}
        async with two_players(server.url, options=options, settings={"open_replay": True}) as (table_id, *players):
            await play_on(players, random.Random(3).choice)
            return table_id

    table_id = asyncio.run(play())
    verify_record(Device(server.url, "").get(f"/api/tables/{table_id}/matches/1/record").text)


# --- What a browser is told -------------------------------------------------------------------------------------
def test_every_answer_has_the_security_headers(server: Server, finished: Json) -> None:
    device = Device(server.url, finished["host"])
    table = f"/api/tables/{finished['id']}"
    answers = [
        *(device.get(path) for path in ("/healthz", "/readyz", "/metrics", "/", "/nothing", "/api/games")),
        *(device.get(path) for path in ("/api/rules/ten", "/api/lobby", "/api/history", table, f"{table}/qr.svg")),
        *(device.get(f"{table}/matches/1/{what}") for what in ("record", "report", "steps")),
        *(device.get(path) for path in ("/api/openapi.json", "/api/codes/000000", "/api/codes/x")),
        device.post("/api/device"),
        device.post("/api/tables", {"game": "cento"}),
        device.post("/api/tables", {}),
        device.post("/api/verify", "x" * (LONGEST_BODY + 1)),
        device.post("/api/device", headers={"Origin": "http://other.example"}),
        device.ask("DELETE", "/api/games"),
        device.ask("OPTIONS", "/api/games"),
        device.ask("HEAD", "/api/games"),
    ]
    for answer in answers:
        assert answer.headers.items() >= HEADERS.items(), answer.request.url
        assert "server" not in answer.headers
        if answer.request.url.path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"
    assert "'unsafe" not in HEADERS["content-security-policy"]


@pytest.mark.parametrize("origin", ["http://other.example", "null", "http://[", "http://127.0.0.1:1", "file://", "é"])
def test_pages_of_other_sites_can_change_nothing(server: Server, origin: str) -> None:
    before = len(server.entries())
    headers = [(b"origin", origin.encode()), (b"content-type", b"application/json")]
    for path in ("/api/tables", "/api/device", "/api/verify"):
        answer = httpx.post(server.url + path, headers=headers, content=b'{"game": "cento"}')
        refusal(answer, 403, "server.other_origin")
    assert len(server.entries()) == before


def test_the_servers_own_pages_can(server: Server) -> None:
    assert Device(server.url).post("/api/device", headers={"Origin": server.url}).status_code == 201


@pytest.mark.parametrize("origin", ["http://other.example", "null", "http://["])
def test_pages_of_other_sites_get_no_websocket(server: Server, origin: str) -> None:
    address = f"ws://127.0.0.1:{server.port}/api/tables/{NOWHERE}/play"

    async def knock() -> int:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(address, additional_headers={"Origin": origin}):
                pass
        return refused.value.response.status_code

    assert asyncio.run(knock()) == 403


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_long_is_refused(server: Server, chunked: bool) -> None:
    longest = json.dumps({"record": ""}).encode().ljust(LONGEST_BODY)
    headers = {"Content-Type": "application/json"}

    def send(body: bytes) -> httpx.Response:
        parts = [body[start : start + 1_000] for start in range(0, len(body), 1_000)]
        content: Any = iter(parts) if chunked else body
        return Device(server.url).ask("POST", "/api/verify", content=content, headers=headers)

    assert send(longest).status_code == 422
    assert str(LONGEST_BODY) in refusal(send(longest + b" "), 413, "server.too_long")["sentence"]


# --- Operations -------------------------------------------------------------------------------------------------
def test_an_operator_sees_that_the_server_lives_and_is_ready(server: Server) -> None:
    assert Device(server.url, "").get("/healthz").text == "ok\n"
    assert Device(server.url, "").get("/readyz").text == "ready\n"


def test_metrics_and_logs_name_no_table_device_person_or_secret(server: Server) -> None:
    async def play() -> list[str]:
        name = "Þórdís"
        device = Device(server.url)
        seats = [a_person(name), a_bot("beginner")]
        opened = device.open("cento", 2, seats=seats, settings={"listed": True})
        async with connected(server.url, opened["id"], device.token) as player:
            await player.ask({"type": "sit", "name": name})
            await player.must({"type": "start"})
            await play_on([player], random.Random(2).choice, 3)
            await player.send("nonsense")
            await player.hear()
        for path in (f"/api/codes/{opened['code']}", f"/api/tables/{opened['id']}", "/api/history", f"/t/{NOWHERE}"):
            device.get(path)
        device.post("/api/tables", {"game": name})
        known = device_with(device.token)
        assert known is not None
        return [name, opened["id"], opened["code"], opened["host_key"], device.token, known, NOWHERE]

    secrets = asyncio.run(play())
    metrics = Device(server.url, "").get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    counted = re.findall(r"^tiotal_(\w+?)(?:\{[^}]*\})? (\S+)$", metrics.text, re.MULTILINE)
    assert float(dict(counted)["entries_total"]) > 3
    labels = set(re.findall(r'(\w+)="', metrics.text))
    assert labels <= {"code", "kind", "le", "level", "status", "why"}
    log = server.log.read_text()
    for secret in secrets:
        assert secret not in metrics.text
        assert secret not in log
        assert json.dumps(secret)[1:-1] not in log
    for line in log.splitlines():
        if line.startswith("{"):
            assert json.loads(line)["level"] == "info", line


# --- Limits, which this machine itself does not have ------------------------------------------------------------
class Clock:
    """Time that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(limits, "time", made)
    return made


def test_an_allowance_is_so_much_a_second_and_some_at_once(clock: Clock) -> None:
    allowance = Allowance(rate=2, most=5)
    assert allowance.is_full
    assert [allowance.take() for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now += 1.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    clock.now += 1_000.0
    assert allowance.is_full
    assert sum(allowance.take() for _ in range(20)) == 5


def test_each_address_has_its_own_allowance_and_this_machine_has_no_limit(clock: Clock) -> None:
    by_network = ByNetwork(per_minute=3)
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", ""):
        assert [by_network.take(address) for _ in range(5)] == [True] * 3 + [False] * 2
    assert all(by_network.take("127.0.0.1") and by_network.take("::1") for _ in range(100))
    clock.now += 20.0
    assert [by_network.take("192.0.2.1") for _ in range(2)] == [True, False]


def test_addresses_that_are_not_used_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ByNetwork, "FEW", 10)
    by_network = ByNetwork(per_minute=1)
    for number in range(11):
        by_network.take(f"192.0.2.{number}")
    clock.now += 60.0
    by_network.take("192.0.2.200")
    assert len(by_network._allowances) == 1


def test_connections_are_counted_by_network() -> None:
    connections = Open(most=2)
    assert [connections.open("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert connections.open("192.0.2.2")
    connections.close("192.0.2.1")
    assert connections.open("192.0.2.1")
    assert all(connections.open("127.0.0.1") for _ in range(100))


@pytest.mark.parametrize(
    ("address", "is_local"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("192.0.2.1", False), ("localhost", False), ("", False)],
)
def test_which_addresses_are_this_machine(address: str, is_local: bool) -> None:
    assert is_this_machine(address) == is_local


def test_a_client_behind_the_proxy_is_not_taken_for_this_machine(server: Server) -> None:
    """Codes have six digits: nobody may try them all."""
    headers = {"X-Forwarded-For": "192.0.2.77"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=SECONDS) as stranger:
        statuses = [stranger.get("/api/codes/000000").status_code for _ in range(Limits().lookups_per_minute + 30)]
    assert statuses[0] == 404
    assert statuses[-1] == 429


def wait_for(happened: Any) -> None:
    """Some things are noted just after they are told."""

    async def poll() -> None:
        async with asyncio.timeout(SECONDS):
            while not happened():
                await asyncio.sleep(0.02)

    asyncio.run(poll())
