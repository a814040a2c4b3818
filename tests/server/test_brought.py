"""Matches played on a device without a server: replayed, and then in its history here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.server import Device, Server, running
from tests.page.test_house import Visit

Json = dict[str, Any]


async def played_on_a_device() -> Json:
    """The log of a table that is over."""
    visit = Visit()
    await visit.house.start()
    table_id = await visit.open("nimmt")
    await visit.sit(table_id)
    message = await visit.start()
    for number in range(400):
        visit.move(message, f"move-{number}")
        while True:
            message = await visit.hear("news")
            if message.get("table", {}).get("phase") == "over":
                status, log = await visit.call("GET", f"/api/tables/{table_id}/log")
                assert status == 200
                await visit.house.tables.close()
                return dict(log)
            if message["matches"] and message["matches"][0]["legal"]:
                break
    raise AssertionError("the match does not end")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def log() -> Json:
    return asyncio.run(played_on_a_device())


def test_a_match_is_in_the_history_once(server: Server, log: Json) -> None:
    ada = Device(server.url)
    brought = [ada.post("/api/brought", {"log": json.dumps(log)}) for _ in range(2)]
    assert [answer.status_code for answer in brought] == [201, 201]
    (listed,) = ada.get("/api/history").json()["tables"]
    assert listed["id"] == brought[0].json()["id"] == brought[1].json()["id"]
    assert listed["phase"] == "over" and listed["result"]["mine"]
    record = ada.get(f"/api/tables/{listed['id']}/matches/1/record")
    assert record.status_code == 200
    assert ada.post("/api/verify", {"record": json.dumps(record.json())}).json()["finished"]
    stranger = Device(server.url)
    assert stranger.get("/api/history").json()["tables"] == []
    assert stranger.get(f"/api/tables/{listed['id']}/matches/1/record").status_code == 403
    theirs = stranger.post("/api/brought", {"log": json.dumps(log)}).json()["id"]
    assert theirs != listed["id"]


def test_what_is_no_finished_table_of_one_device_is_refused(server: Server, log: Json) -> None:
    ada = Device(server.url)
    unfinished = {**log, "entries": log["entries"][:-1]}
    moves = [place for place, entry in enumerate(log["entries"]) if entry["kind"] == "moved"]
    changed = json.loads(json.dumps(log))
    changed["entries"][moves[1]]["move"] = "999"
    others = json.loads(json.dumps(log))
    others["entries"][0]["seats"][1] = {"device": "e" * 32, "name": "Bo", "share": None}
    nonsense: list[Any] = [{}, [], {"entries": []}, {**log, "entries": [7]}]
    for bad in (unfinished, changed, others, *nonsense):
        refused = ada.post("/api/brought", {"log": json.dumps(bad)})
        assert refused.status_code == 422 and refused.json()["code"] == "server.not_brought", bad
    assert ada.post("/api/brought", {"log": "["}).json()["code"] == "server.not_brought"
    assert ada.post("/api/brought", {"log": "x" * 400_000}).status_code == 413
    assert ada.get("/api/history").json()["tables"] == []
