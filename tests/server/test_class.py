"""The server of a class at the wire: who may do what, who is told what, and that nothing is left of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import AsyncMock

import httpx
import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.kit.class_server import ClassServer, Pupil, class_line
from tests.kit.server import Device, connected, new_token, play_on, running
from tests.kit.wire import legal
from tests.server.test_fuzz import can_be_wrong, check_operation
from tiotal.cli import main
from tiotal.server.connections import line_of
from tiotal.server.devices import device_with
from tiotal.server.play import NOT_FOUND, TOO_MUCH, UNWELCOME
from tiotal.words import say

PLAY = {"game": "cento", "options": {"preset": "to-20-a"}}
REFUSED = [400, 401, 403, 404, 405, 409, 413, 422, 429]
A_DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassServer]:
    with running(tmp_path_factory.mktemp("class"), kind=ClassServer) as found:
        assert isinstance(found, ClassServer)
        yield found
        assert '"level": "error"' not in found.log.read_text()


@pytest.fixture
def code(server: ClassServer) -> Iterator[str]:
    """Of a class that has nobody in it yet."""

    async def look() -> str:
        async with class_line(server.url, "teacher", server.key) as line:
            return str(line.sees["code"])

    yield asyncio.run(look())
    assert server.teacher.ask("DELETE", "/api/class").status_code == httpx.codes.OK


# --- Rights -----------------------------------------------------------------------------------------------------
def test_only_the_teachers_device_can_do_what_a_teacher_does(server: ClassServer, code: str) -> None:
    pupil = Pupil(server.url, code, 0)
    for device in (pupil, Device(server.url), Device(server.url, ""), Device(server.url, server.key[:-1])):
        for path in ("report", "report.pdf", "qr.svg", "groups?how=chance&size=3"):
            assert device.get(f"/api/class/{path}").status_code == httpx.codes.FORBIDDEN
        assert device.post("/api/class/teacher", {"what": {"type": "pause"}}).status_code == httpx.codes.FORBIDDEN
        assert device.ask("DELETE", "/api/class").status_code == httpx.codes.FORBIDDEN

    async def listen(role: str, token: str) -> str:
        async with connect(f"ws://127.0.0.2:{server.port}/api/class/line") as line:
            await line.send(json.dumps({"type": "hello", "role": role, "token": token}))
            told = json.loads(await line.recv())
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == UNWELCOME
            return str(told["code"])

    for role in ("teacher", "board"):
        assert asyncio.run(listen(role, pupil.token)) == "classroom.teacher_only"
    assert asyncio.run(listen("pupil", server.key)) == "server.no_device"
    assert asyncio.run(listen("king", pupil.token)) == "server.hello_first"


def test_a_server_of_no_class_has_none(tmp_path: Path) -> None:
    with running(tmp_path) as plain:
        device = Device(plain.url)
        assert device.post("/api/class/teacher", {"what": {"type": "pause"}}).status_code == httpx.codes.NOT_FOUND
        join = {"type": "join", "code": "1", "animal": "fox", "colour": "red"}
        assert device.post("/api/class/pupil", {"what": join}).status_code == httpx.codes.NOT_FOUND
        assert device.get("/api/games").json()["classroom"] is False

        async def listen() -> None:
            async with connect(f"ws://127.0.0.1:{plain.port}/api/class/line"):
                pass

        with pytest.raises(Exception, match="403"):
            asyncio.run(listen())


def test_whoever_says_much_on_a_line_for_listening_is_sent_away(server: ClassServer, code: str) -> None:
    async def flood() -> int | None:
        async with class_line(server.url, "pupil", new_token(server.url)) as line:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(2_000):
                    await line.connection.send("x" * 500)
                    await asyncio.sleep(0)
                while True:
                    await line.connection.recv()
            return line.connection.close_code

    assert asyncio.run(flood()) == TOO_MUCH
    assert Pupil(server.url, code, 3).number


def test_whoever_is_gone_before_the_welcome_is_nobodys_error() -> None:
    """The server takes a line away when its connection is lost, perhaps while a device is being looked up."""
    lost: dict[str, object] = {"type": "websocket", "extensions": {}}
    with pytest.raises(WebSocketDisconnect):
        line_of(WebSocket(lost, AsyncMock(), AsyncMock()))


# --- Secrets ----------------------------------------------------------------------------------------------------
def test_nobody_is_told_of_others_what_is_not_for_them(server: ClassServer, code: str) -> None:
    async def lesson() -> None:
        pupils = [Pupil(server.url, code, place) for place in range(4)]
        stranger = Device(server.url)
        async with contextlib.AsyncExitStack() as stack:
            teacher = await stack.enter_async_context(class_line(server.url, "teacher", server.key))
            board = await stack.enter_async_context(class_line(server.url, "board", server.key))
            lines = [await stack.enter_async_context(pupil.line()) for pupil in pupils]
            outside = await stack.enter_async_context(class_line(server.url, "pupil", stranger.token))
            groups = [[pupil.number for pupil in pupils[:2]], [pupil.number for pupil in pupils[2:]]]
            await server.teacher.do("open_tables", groups=groups, play=PLAY)
            tables = [(await line.until(lambda sees: sees["table"]))["table"] for line in lines]
            players = [
                await stack.enter_async_context(pupil.at(table)) for pupil, table in zip(pupils, tables, strict=True)
            ]
            assert tables[0] == tables[1] != tables[2] == tables[3]
            # One says a wrong total: the teacher sees it within a second, the projector and the others never do.
            mover = next(player for player in players[:2] if player.to_move is not None)
            seat = mover.to_move
            assert seat is not None
            move = next(move for move in legal(mover.matches[seat]))
            began = time.monotonic()
            await mover.must({"type": "move", "seat": seat, "move": move, "seen": mover.last, "said": 999})
            await teacher.until(lambda sees: any(table["trying"] for table in sees["tables"]))
            assert time.monotonic() - began < 1
            await mover.must({"type": "move", "seat": seat, "move": move, "seen": mover.last, "said": 999})
            await teacher.until(lambda sees: sum(pupil["sums"]["wrong"] for pupil in sees["pupils"]) == 1)
            await server.teacher.do("ask_puzzle", puzzle="cento-2")
            for line in (board, *lines):
                await line.until(lambda sees: sees["puzzle"])
            for line in (board, *lines, outside):
                for raw in line.raw:
                    assert '"wrong"' not in raw
                    assert '"trying":true' not in raw
                    assert '"choices":[' not in raw
            for line in lines:  # and of the class only what is theirs
                assert not {"tables", "pupils", "code", "address"} & line.sees.keys()
            assert outside.sees["puzzle"] is None
            secrets = [server.key, stranger.token, device_with(stranger.token)]
            secrets += [secret for pupil in pupils for secret in (pupil.token, device_with(pupil.token))]
            everything = "".join(raw for line in (teacher, board, outside, *lines) for raw in line.raw)
            assert not [secret for secret in secrets if secret in everything]
            # A pupil of another table looks on, and sees no hand.
            async with connected(server.url, tables[0], pupils[3].token) as onlooker:
                [match] = onlooker.welcome["matches"]
                assert match["seat"] is None
                assert not [card for hand in match["table"]["hands"] for card in hand if card is not None]
                refused = await onlooker.ask({"type": "resume"})
                assert refused["code"] == "table.not_seated"
            theirs = next(pupil for pupil, player in zip(pupils, players, strict=False) if player is mover)
            for device in (*pupils, stranger):
                report = device.get(f"/api/tables/{tables[0]}/matches/1/report").json()
                assert [line["announced"] for line in report["arithmetic"]] == ([1] if device is theirs else [])

    asyncio.run(lesson())


def test_a_pupils_code_is_not_guessed(server: ClassServer, code: str) -> None:
    device = Device(server.url)
    join = {"type": "join", "animal": "fox", "colour": "red"}
    wrong = f"{(int(code) + 1) % 10_000:04}"
    answer = device.post("/api/class/pupil", {"what": {**join, "code": wrong}})
    assert answer.status_code == httpx.codes.NOT_FOUND
    assert answer.json()["sentence"] == say("en", "classroom.wrong_code")


@pytest.mark.parametrize("role", ["teacher", "pupil"])
def test_whatever_is_asked_of_a_class_is_answered_as_it_is_described(server: ClassServer, code: str, role: str) -> None:
    token = server.key if role == "teacher" else Pupil(server.url, code, 0).token
    told = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json", config=told)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    of_class = [one for one in operations if one.path.startswith("/api/class") and one.method != "delete"]
    assert len(of_class) == 6
    for operation in of_class:
        for mode in GenerationMode:
            if mode is GenerationMode.POSITIVE or can_be_wrong(operation):
                check_operation(operation, mode, token, 12)


# --- Nothing is left --------------------------------------------------------------------------------------------
def test_after_wiping_nothing_of_the_class_is_in_its_file_its_journals_or_the_log(tmp_path: Path) -> None:
    with running(tmp_path, kind=ClassServer) as server:
        assert isinstance(server, ClassServer)

        async def lesson() -> list[str]:
            async with class_line(server.url, "teacher", server.key) as teacher:
                pupils = [Pupil(server.url, teacher.sees["code"], place) for place in range(3)]
                await server.teacher.do("speak", text="Quokkas at the front")
                await server.teacher.do("open_tables", groups=[[pupil.number for pupil in pupils]], play=PLAY)
                async with contextlib.AsyncExitStack() as stack:
                    table = (await teacher.until(lambda sees: sees["tables"]))["tables"][0]["id"]
                    players = [await stack.enter_async_context(pupil.at(table)) for pupil in pupils]
                    line = await stack.enter_async_context(pupils[0].line())
                    await play_on(players, lambda moves: moves[0], 12)
                    left = [table, "Quokkas", teacher.sees["code"].join('""'), "Red fox", "Red owl"]
                    left += [secret for pupil in pupils for secret in (pupil.token[:43], device_with(pupil.token))]
                    there = b"".join(file.read_bytes() for file in server.files)
                    assert [text for text in left[:5] if text.encode() not in there] == []
                    assert server.teacher.ask("DELETE", "/api/class").status_code == httpx.codes.OK
                    await line.until(lambda sees: sees["type"] == "wiped")
                    await teacher.until(lambda sees: sees["type"] == "wiped")
                    for ended in (line, teacher):
                        with pytest.raises(ConnectionClosed):
                            await ended.hear()
                    for player in players:
                        with contextlib.suppress(ConnectionClosed):
                            await player.until(lambda _: False)
                        assert player.connection.close_code == NOT_FOUND
                return left

        left = asyncio.run(lesson())
        for file in (*server.files, server.log):
            kept = file.read_bytes()
            assert [text for text in left if text.encode() in kept] == [], file
        # The teacher goes on with a new class.
        assert server.teacher.get("/api/class/report").json()["pupils_in_class"] == 0
        assert Device(server.url).get(f"/api/tables/{left[0]}").status_code == httpx.codes.NOT_FOUND


def test_a_class_goes_on_when_the_computer_is_started_again_and_is_gone_after_a_day(tmp_path: Path) -> None:
    with running(tmp_path, kind=ClassServer) as server:
        assert isinstance(server, ClassServer)

        async def join() -> str:
            async with class_line(server.url, "teacher", server.key) as teacher:
                Pupil(server.url, teacher.sees["code"], 0)
                return str(teacher.sees["code"])

        async def look() -> tuple[str, list[str]]:
            async with class_line(server.url, "teacher", server.key) as teacher:
                return teacher.sees["code"], [pupil["name"] for pupil in teacher.sees["pupils"]]

        code, key = asyncio.run(join()), server.key
        server.kill()
        server.start()
        assert server.key == key
        assert asyncio.run(look()) == (code, ["Red fox"])
        server.kill()
        with contextlib.closing(sqlite3.connect(server.file)) as connection:
            connection.execute("update class_entries set at = at - ?", (A_DAY,))
            connection.commit()
        server.start()
        assert server.key != key
        assert asyncio.run(look())[1] == []
        assert b"Red fox" not in b"".join(file.read_bytes() for file in server.files)


def test_an_old_class_is_deleted_by_whatever_server_is_started_next(tmp_path: Path) -> None:
    class Usual(ClassServer):
        """Without a file that somebody named."""

        def __init__(self, *arguments: object) -> None:
            super().__init__(tmp_path)
            self.database = f"sqlite:///{tmp_path / 'data' / 'tiotal' / 'class.db'}"
            self.file = tmp_path / "data" / "tiotal" / "class.db"

    with running(tmp_path, kind=Usual) as server:
        assert server.file.is_file()
    with contextlib.closing(sqlite3.connect(server.file)) as connection:
        connection.execute("update class_entries set at = at - ?", (A_DAY,))
        connection.commit()
    with running(tmp_path):
        assert not server.file.exists()


def test_whoever_says_hello_after_wiping_is_told_nothing_of_the_class_that_was(tmp_path: Path) -> None:
    with running(tmp_path, kind=ClassServer) as server:
        assert isinstance(server, ClassServer)

        async def lesson() -> None:
            async with class_line(server.url, "teacher", server.key) as teacher:
                code = teacher.sees["code"]
            pupil = Pupil(server.url, code, 0)
            await server.teacher.do("speak", text="Quokkas at the front")
            address = f"{server.url.replace('http', 'ws', 1)}/api/class/line"
            async with connect(address) as early, connect(address) as other:
                answer = await asyncio.to_thread(server.teacher.ask, "DELETE", "/api/class")
                assert answer.status_code == httpx.codes.OK
                for line, role, token in ((early, "pupil", pupil.token), (other, "teacher", server.key)):
                    await line.send(json.dumps({"type": "hello", "role": role, "token": token}))
                    told = ""
                    with contextlib.suppress(ConnectionClosed):
                        told = str(await line.recv())
                    assert "Quokkas" not in told
                    assert "Red fox" not in told

        asyncio.run(lesson())


def test_whatever_is_asked_while_a_class_is_wiped_is_answered(tmp_path: Path) -> None:
    """Neither with an error of the program, nor never."""
    with running(tmp_path, kind=ClassServer) as server:
        assert isinstance(server, ClassServer)

        async def lesson() -> list[int]:
            async with class_line(server.url, "teacher", server.key) as teacher:
                code = teacher.sees["code"]
            pupil = await asyncio.to_thread(Pupil, server.url, code, 0)
            join = {"what": {"type": "join", "code": code, "animal": "owl", "colour": "red"}}
            found: list[int] = []
            async with httpx.AsyncClient(base_url=server.url, timeout=15) as client:
                theirs, its = ({"Authorization": f"Bearer {token}"} for token in (pupil.token, server.key))

                async def keep_asking(method: str, path: str, headers: dict[str, str], body: object) -> None:
                    while not wiping.done():
                        answer = await client.request(method, path, headers=headers, json=body)
                        found.append(answer.status_code)
                        await asyncio.sleep(0.02)

                wiping = asyncio.ensure_future(client.request("DELETE", "/api/class", headers=its, timeout=60))
                async with asyncio.TaskGroup() as group:
                    for _ in range(3):
                        group.create_task(keep_asking("POST", "/api/class/pupil", theirs, join))
                        group.create_task(keep_asking("GET", "/api/history", theirs, None))
                        speak = {"what": {"type": "speak", "text": "Hello"}}
                        group.create_task(keep_asking("POST", "/api/class/teacher", its, speak))
                assert (await wiping).status_code == httpx.codes.OK
            return found

        assert httpx.codes.INTERNAL_SERVER_ERROR not in asyncio.run(lesson())


def test_a_class_whose_devices_were_told_that_it_is_gone_is_gone_also_if_the_program_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, kind=ClassServer) as server:
        assert isinstance(server, ClassServer)

        async def lesson() -> None:
            async with class_line(server.url, "teacher", server.key) as teacher:
                await asyncio.to_thread(Pupil, server.url, teacher.sees["code"], 0)
                wiping = asyncio.ensure_future(asyncio.to_thread(server.teacher.ask, "DELETE", "/api/class"))
                await teacher.until(lambda sees: sees["type"] == "wiped")
                server.kill()
                with contextlib.suppress(httpx.TransportError):
                    await wiping

        asyncio.run(lesson())
        server.start()
        assert server.teacher.get("/api/class/report").json()["pupils_in_class"] == 0


def test_a_class_that_could_not_be_wiped_can_be_wiped_a_second_time_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    with running(tmp_path, kind=ClassServer) as server:
        assert isinstance(server, ClassServer)
        in_the_way = server.folder / "tiotal.db-journal"
        in_the_way.mkdir()
        server.teacher.ask("DELETE", "/api/class")
        body = {"what": {"type": "speak", "text": "Hello"}}
        headers = {"Authorization": f"Bearer {server.key}"}
        httpx.post(f"{server.url}/api/class/teacher", json=body, headers=headers, timeout=10)  # whatever the answer
        in_the_way.rmdir()
        server.wait_until_ready()
        assert server.teacher.ask("DELETE", "/api/class").status_code == httpx.codes.OK


def test_the_teacher_lets_a_table_go_on_that_a_pupil_has_paused(server: ClassServer, code: str) -> None:
    async def lesson() -> None:
        pupils = [Pupil(server.url, code, place) for place in range(2)]
        await server.teacher.do("open_tables", groups=[[pupil.number for pupil in pupils]], play=PLAY)
        async with pupils[0].line() as line:
            table = (await line.until(lambda sees: sees["table"]))["table"]
        async with pupils[0].at(table) as first:
            await first.must({"type": "pause"})
            await server.teacher.do("resume")
            await first.until(lambda message: message["type"] == "news", seconds=5)
            assert first.table["paused"] is False

    asyncio.run(lesson())


# --- The command ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "key"),
    [
        (["--bus", "redis://localhost"], "classroom.alone"),
        (["--database", "postgresql://localhost/games"], "classroom.needs_file"),
    ],
)
def test_a_class_has_a_file_of_its_own(options: list[str], key: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--classroom", "--port", "0", "--language", "en", *options])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.strip() == say("en", key, database="'postgresql+psycopg://localhost/games'")


def test_a_file_with_other_games_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as server:
        Device(server.url).open()
    before = server.entries()
    with pytest.raises(SystemExit):
        main(["serve", "--classroom", "--port", "0", "--language", "en", "--database", server.database])
    assert "A class needs a file of its own" in capsys.readouterr().err
    assert server.entries() == before
