"""House rules over REST: files are read and written, tables are opened by them, and nothing bad leaves a trace."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server import Device, Json, Server, a_bot, a_person, connected, play_on, running, two_players
from tiotal import read_house_rules, verify_record
from tiotal.cli import main
from tiotal.engine.house_rules import MOST_CHARACTERS
from tiotal.server.limits import LONGEST_BODY
from tiotal.words import LANGUAGES

NAME = "Mormor Qvintinas <b>Cento</b>"
OPTIONS: Json = {"preset": "own", "cards": ["+1", "+2", "+3", "+5", "-1", "FLIP"], "target": 20}
FILE = f"""# vid sjön
name = "{NAME}"
game = "cento"
players = [2, 3]

[options]
preset = "own"
cards = {OPTIONS["cards"]}
target = 20
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module")
def played(server: Server) -> Json:
    """A table where a match by house rules was played to its end."""

    async def play() -> Json:
        async with two_players(server.url, "cento", options=OPTIONS, house_rules=NAME) as (table_id, host, guest):
            assert host.table["house_rules"] == guest.table["house_rules"] == NAME
            await play_on([host, guest], random.Random(7).choice)
            return {"id": table_id, "host": host.token, "guest": guest.token}

    return asyncio.run(play())


# --- Files ------------------------------------------------------------------------------------------------------
def test_a_file_is_read_and_told(server: Server) -> None:
    answer = Device(server.url, "", "sv").post("/api/house-rules/read", {"text": FILE})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert {name: told[name] for name in ("name", "game", "players", "options")} == {
        "name": NAME,
        "game": "cento",
        "players": [2, 3],
        "options": OPTIONS,
    }
    assert told["sentences"][:2] == [f"{NAME}: husregler för Cento", "För 2 eller 3 spelare."]
    assert read_house_rules(told["text"]) == read_house_rules(FILE)


def test_chosen_options_are_written_into_a_file(server: Server) -> None:
    chosen = {"name": f" {NAME} ", "game": "cento", "options": OPTIONS}
    told = Device(server.url, "").post("/api/house-rules/write", chosen).json()
    assert told["players"] == [2, 3, 4] and told["name"] == NAME
    assert read_house_rules(told["text"]).options == OPTIONS
    narrower = Device(server.url, "").post("/api/house-rules/write", {**chosen, "players": [2, 2]}).json()
    assert narrower["players"] == [2]


EVEN = FILE.replace(str(OPTIONS["cards"]), '["+2", "+4", "+6", "+8"]').replace("20", "37")
WRONG: dict[str, tuple[Json, str]] = {
    "no TOML": ({"text": "cento"}, "house.not_toml"),
    "too long": ({"text": "#" * (MOST_CHARACTERS + 1)}, "house.too_long"),
    "no name": ({"text": 'game = "ten"'}, "house.missing"),
    "blank name": ({"text": 'name = " "\ngame = "ten"'}, "house.bad_name"),
    "surrogate": ({"text": 'name = "\ud800"\ngame = "ten"'}, "house.bad_name"),
    "no game": ({"text": 'name = "A"\ngame = "uno"'}, "games.unknown"),
    "no option": ({"text": 'name = "A"\ngame = "ten"\n[options]\nself = 1'}, "options.unknown"),
    "too few cards": ({"text": FILE.replace("3]", "8]")}, "house.not_for"),
    "no goal": ({"text": EVEN}, "cento.options.own_goal"),
    "no text": ({"text": 3}, "server.bad_request"),
    "something else": ({"text": FILE, "more": 1}, "server.bad_request"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_file_is_refused_with_a_sentence_in_every_language(server: Server, what: str) -> None:
    body, code = WRONG[what]
    told = []
    for language in LANGUAGES:
        content = json.dumps(body)
        headers = {"Content-Type": "application/json"}
        answer = Device(server.url, "", language).ask("POST", "/api/house-rules/read", content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        told.append(answer.json()["sentence"])
    assert len(set(told)) == len(LANGUAGES)
    assert all(sentence.isprintable() for sentence in told)


def test_a_file_beyond_the_limit_of_all_requests_is_not_even_read(server: Server) -> None:
    answer = Device(server.url, "").post("/api/house-rules/read", {"text": "#" * LONGEST_BODY})
    assert (answer.status_code, answer.json()["code"]) == (413, "server.too_long")


def test_who_can_play_is_told_to_programs_too(server: Server) -> None:
    answer = Device(server.url, "").post("/api/house-rules/read", {"text": FILE.replace("3]", "8]")})
    assert answer.json()["allowed"] == [2, 3, 4]


# --- At a table -------------------------------------------------------------------------------------------------
def test_a_table_says_what_its_rules_are_called(server: Server, played: Json) -> None:
    for token in (played["host"], played["guest"], ""):
        told = Device(server.url, token).get(f"/api/tables/{played['id']}").json()["table"]
        assert told["house_rules"] == NAME and told["options"]["target"] == 20


def test_the_rules_of_a_table_can_be_kept(server: Server, played: Json) -> None:
    told = Device(server.url, "").get(f"/api/tables/{played['id']}/house-rules").json()
    assert told["name"] == NAME and told["options"] == OPTIONS
    assert read_house_rules(told["text"]).play(2).options["target"] == 20
    plain = Device(server.url).open("nimmt", 3)
    assert Device(server.url, "").get(f"/api/tables/{plain['id']}/house-rules").json()["name"] == "11 nimmt!"
    assert Device(server.url, "").get(f"/api/tables/{'A' * 22}/house-rules").status_code == 404


def test_the_record_of_the_match_has_the_name_and_verifies(server: Server, played: Json) -> None:
    device = Device(server.url, played["host"])
    record = device.get(f"/api/tables/{played['id']}/matches/1/record").json()
    assert record["house_rules"] == NAME and record["fair"]
    assert verify_record(json.dumps(record)).game.called == NAME
    assert device.post("/api/verify", {"record": json.dumps(record)}).json()["fair"]


def test_only_whoever_opened_the_table_has_left_the_name(server: Server, played: Json) -> None:
    for token, name in ((played["host"], NAME), (played["guest"], None)):
        (table,) = Device(server.url, token).get("/api/my-data").json()["tables"]
        assert table["house_rules"] == name


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"house_rules": ""}, "house.bad_name"),
        ({"house_rules": " \u2800"}, "house.bad_name"),
        ({"house_rules": "x" * 41}, "house.bad_name"),
        ({"house_rules": "a\nb"}, "house.bad_name"),
        ({"house_rules": "\u202eA"}, "house.bad_name"),
        ({"house_rules": 3}, "server.bad_request"),
        ({"house_rules": {"name": "A"}}, "server.bad_request"),
        ({"house_rules": NAME, "players": 8}, "cento.options.own_few"),
        ({"house_rules": NAME, "options": {}, "lesson": True, "seats": [a_person(), a_bot()]}, "table.lesson_for_one"),
    ],
)
def test_what_is_wrong_leaves_nothing_behind(server: Server, changed: Json, code: str) -> None:
    device = Device(server.url)
    before = server.entries()
    new: Json = {"game": "cento", "players": 2, "options": OPTIONS, "seats": [a_person()], **changed}
    answer = device.post("/api/tables", new)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert server.entries() == before
    assert device.get("/api/history").json()["tables"] == []


def on_disk(server: Server, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in server.folder.glob("tiotal.db*"))


def test_the_name_lasts_as_long_as_whoever_wrote_it(server: Server, tmp_path: Path) -> None:
    """Over a restart, an export and an import; until its writer is forgotten, and not when others are."""
    name = "Zebedeus egna"

    async def play() -> None:
        async with two_players(server.url, "cento", options=OPTIONS, house_rules=name) as (table_id, host, guest):
            await play_on([host, guest], random.Random(7).choice, 4)
        server.kill()
        server.start()
        async with connected(server.url, table_id, host.token) as ada:
            assert ada.table["house_rules"] == name
            await asyncio.to_thread(Device(server.url, guest.token).ask, "DELETE", "/api/my-data")
            await ada.until(lambda message: message["type"] == "news")
            assert ada.table["house_rules"] == name and on_disk(server, name)
            exported = exports(server.file, tmp_path / "all.jsonl")
            await asyncio.to_thread(Device(server.url, host.token).ask, "DELETE", "/api/my-data")
        told = (await asyncio.to_thread(Device(server.url, "").get, f"/api/tables/{table_id}")).json()
        assert told["table"]["house_rules"] is None and told["table"]["options"]["target"] == 20
        assert not on_disk(server, name)
        assert imports(exported, tmp_path / "other.db") == 0
        assert name in exports(tmp_path / "other.db", tmp_path / "again.jsonl").read_text(encoding="utf-8")
        spoilt = exported.read_text(encoding="utf-8").replace(name, " ")
        exported.write_text(spoilt, encoding="utf-8")
        assert imports(exported, tmp_path / "third.db") == 2

    asyncio.run(play())


def command(*arguments: str) -> Any:
    with pytest.raises(SystemExit) as stop:
        main(["--language", "en", "data", *arguments])
    return stop.value.code


def exports(database: Path, file: Path) -> Path:
    assert command("export", str(file), "--database", f"sqlite:///{database}") == 0
    return file


def imports(file: Path, database: Path) -> Any:
    return command("import", str(file), "--database", f"sqlite:///{database}")
