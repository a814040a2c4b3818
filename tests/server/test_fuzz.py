"""Whatever a client sends: no crash, no 5xx, no change to any table, and a sentence about what was wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import struct
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import given
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.kit.games import IS_QUICK, law
from tests.kit.server import SECONDS, Device, Json, Player, Server, connected, new_token, play_on, running, two_players
from tests.kit.wire import legal as legal_in
from tests.kit.wire import said_with
from tiotal.server.play import NOT_FOUND, TOO_MUCH, UNWELCOME
from tiotal.server.serve import LARGEST_FRAME
from tiotal.service.reading import LONGEST_MESSAGE

BYTES = 4_000_000  # of nonsense, at least
ANSWERS = 2_000  # to it, at least
SECONDS_FOR_NONSENSE = 5  # that somebody who sends nothing else is heard
TOO_BIG = 1009  # how the protocol closes a connection whose message is larger than any that is read
ENDINGS = {TOO_MUCH, TOO_BIG, UNWELCOME, NOT_FOUND}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("fuzz")) as found:
        yield found
        errors = [line for line in found.log.read_text().splitlines() if '"level": "error"' in line]
        assert not errors


# --- The WebSocket ----------------------------------------------------------------------------------------------
class Nonsense:
    """Messages that are wrong in every way there is."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def message(self, turn: Json) -> str | bytes:
        kinds = (self.garbled, self.wrong_types, self.out_of_turn, self.huge, self.deep, self.binary, self.cut_short)
        return self.dice.choice(kinds)(turn)

    def garbled(self, _: Json) -> str:
        length = self.dice.choice([0, 1, 10, 1_000, LONGEST_MESSAGE])
        return "".join(chr(self.dice.choice([self.dice.randrange(128), 0xE9, 0x1F600, 0])) for _ in range(length))

    def wrong_types(self, turn: Json) -> str:
        """A message of the right shape with one thing in it that is not."""
        message = self.asking(self.a_request(turn))
        place: Any = self.dice.choice([message, message["what"]])
        place[self.dice.choice([*place, "extra", "\ud800", ""])] = self.a_value()
        text = json.dumps(message)
        assert text != json.dumps(self.asking({}))
        return text

    def out_of_turn(self, turn: Json) -> str:
        """Well formed, but foreign, too early, too late or against the rules."""
        return json.dumps(self.asking(self.a_request(turn)))

    def huge(self, turn: Json) -> str:
        request = self.a_request(turn)
        request[self.dice.choice(["seat", "seen", "move", "name", "said"])] = self.dice.choice(
            [10**300, -(10**300), 10**3_000, 2**63, -(2**63) - 1, "9" * 3_000, "x" * 50_000, 1e308, -0.0]
        )
        return json.dumps(self.asking(request))

    def deep(self, _: Json) -> str:
        depth = self.dice.choice([100, 1_000, LONGEST_MESSAGE, 60_000])
        opening = self.dice.choice(["[", '{"a":', '{"type":"ask","request":"r","what":'])
        return (opening * depth)[: LARGEST_FRAME - 1]

    def binary(self, _: Json) -> bytes:
        return self.dice.randbytes(self.dice.choice([0, 1, 100, 5_000]))

    def cut_short(self, turn: Json) -> str:
        text = json.dumps(self.asking(self.a_request(turn)))
        return text[: self.dice.randrange(len(text))]

    # --- Parts --------------------------------------------------------------------------------------------------
    def asking(self, what: Json) -> Json:
        return {"type": "ask", "request": f"f{self.dice.getrandbits(40)}", "what": what}

    def a_request(self, turn: Json) -> Json:
        """None of these may happen: the sender has no seat, is not the host, and knows no key."""
        seat = self.dice.choice([0, 1, 2, -1, 99])
        answers = turn["number"] + self.dice.choice([0, 0, -1, 1, 1_000])
        requests: list[Json] = [
            {"type": "move", "seat": seat, "move": self.dice.choice(["+1", "pass", "take:1", ""]), "seen": answers},
            {"type": "sit", "name": "Eve", "seat": seat},
            {"type": "seat_bot", "seat": seat, "level": "easy"},
            {"type": "free_seat", "seat": seat},
            {"type": "host", "key": "x"},
            {"type": "start"},
            {"type": "leave", "seat": seat},
            {"type": "replace", "seat": seat, "level": "easy"},
            {"type": "come_back", "seat": seat},
            {"type": "pause"},
            {"type": "resume"},
            {"type": "ask_undo", "seat": seat, "seen": answers},
            {"type": "answer_undo", "agree": True},
            {"type": "again"},
            {"type": "end"},
            {"type": "say", "seat": seat, "what": "clap"},
            {"type": "say", "seat": seat, "sign": "text", "what": "hi"},
        ]
        return self.dice.choice(requests)

    def a_value(self) -> Any:
        values: list[Any] = [
            None,
            True,
            -1,
            0.5,
            10**40,
            "",
            "x",
            "\x00",
            "\ud800",
            [],
            {},
            [[]],
            {"type": "move"},
            "ask",
            "hello",
        ]
        return self.dice.choice(values)


async def fuzz(server: Server, table_id: str, turn: Json, seed: int) -> tuple[int, Counter[str]]:
    """One connection full of nonsense; how many bytes it took, and which answers there were."""
    nonsense = Nonsense(seed)
    sent = 0
    answers: Counter[str] = Counter()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table_id}/play"
    async with connect(address, compression=None, max_size=None, open_timeout=SECONDS) as connection:
        player = Player(connection, await asyncio.to_thread(new_token, server.url))
        if nonsense.dice.random() < 0.9:
            await player.send({"type": "hello", "token": player.token, "language": nonsense.dice.choice(["sv", "xx"])})
        try:
            for _ in range(80):
                message = nonsense.message(turn)
                sent += len(message)
                await connection.send(message)
            if nonsense.dice.random() < 0.3:
                await connection.send("x" * (LARGEST_FRAME + 1))
                sent += LARGEST_FRAME + 1
        except ConnectionClosed:
            pass
        try:
            while True:
                heard = await player.hear()
                answers[heard["code"] if heard["type"] == "refused" else heard["type"]] += 1
                if heard["type"] == "refused":
                    assert len(heard["sentence"]) > 10
        except ConnectionClosed as closed:
            # Whoever is still sending when the server hangs up may be cut off before the reason arrives.
            cut_off = isinstance(closed.__cause__, ConnectionResetError)
            assert cut_off or connection.close_code in ENDINGS, connection.close_code
    return sent, answers


def refusals(answers: Counter[str]) -> int:
    return sum(count for code, count in answers.items() if "." in code)


def test_no_nonsense_over_a_websocket_changes_anything(server: Server) -> None:
    async def run() -> Counter[str]:
        answers: Counter[str] = Counter()
        async with two_players(server.url, "cento", settings={"spectators": True}) as (table_id, host, guest):
            await play_on([host, guest], random.Random(1).choice, 6)
            before = server.entries()
            sent = 0
            seed = 0
            while sent < BYTES or refusals(answers) < ANSWERS:
                took = await asyncio.gather(*(fuzz(server, table_id, host.turn, seed + some) for some in range(8)))
                sent += sum(size for size, _ in took)
                answers = sum((told for _, told in took), answers)
                seed += 8
            assert server.entries() == before
            view = json.dumps(host.matches)
            await host.ping()
            assert json.dumps(host.matches) == view
            await play_on([host, guest], random.Random(2).choice)  # and the match goes on as if nothing had been
            assert host.table["phase"] == "over"
        return answers

    answers = asyncio.run(run())
    assert set(answers) <= {"welcome", "presence", "news", *(code for code in answers if "." in code)}
    assert {"server.bad_message", "server.too_long", "table.not_your_seat"} <= set(answers)
    assert Device(server.url, "").get("/readyz").status_code == 200


def test_whoever_sends_too_much_nonsense_is_rid_of_at_once(server: Server) -> None:
    """Their last words are read, although nothing else of what they have sent is answered any more."""

    async def run() -> float:
        async with two_players(server.url, "cento") as (_, host, _):
            began = time.perf_counter()
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    await host.send("nonsense")
                while True:
                    await host.hear()
            return time.perf_counter() - began

    assert asyncio.run(run()) < SECONDS_FOR_NONSENSE


def test_a_player_who_sends_nonsense_changes_nothing_either(server: Server) -> None:
    """Not even with a seat, when nothing that is sent is a legal move of that seat."""

    async def run() -> None:
        async with two_players(server.url, "nimmt", options={"rounds": 1}) as (table_id, host, guest):
            before = server.entries(table_id)
            mover, other = (host, guest) if host.to_move is not None else (guest, host)
            legal = legal_in(mover.matches[mover.mine[0]])
            bad: list[Json] = []
            for move in ("", "1", "x" * 2_000, "take:" + "9" * 50, "101:1", "\x00", "ä", "-1:3", "1:2:3", "pass", "½"):
                bad.append(mover.a_move("", mover.mine[0]) | {"move": move})
            for answers in (0, -1, mover.last - 1, mover.last + 1, 10**30):
                bad.append(mover.a_move(legal[0], mover.mine[0]) | {"seen": answers})
            bad.append(mover.a_move(legal[0], mover.mine[0]) | {"said": 5})
            for seat in (other.mine[0], -1, 2, 10**30):
                bad.append(mover.a_move(legal[0], mover.mine[0]) | {"seat": seat})
            for what in bad:
                told = await mover.ask(what)
                assert told["type"] == "refused", what
                assert len(told["sentence"]) > 10
            told = await other.ask({"type": "move", "seat": other.mine[0], "move": legal[0], "seen": other.last})
            assert told["code"] == "table.not_your_turn"
            assert server.entries(table_id) == before

    asyncio.run(run())


def test_a_total_is_a_number_that_somebody_might_say(server: Server) -> None:
    """It is kept for ever, and shown to everybody."""

    async def run() -> None:
        async with two_players(server.url) as (table_id, host, guest):
            before = server.entries(table_id)
            mover = host if host.to_move is not None else guest
            seat = mover.mine[0]
            move = said_with(mover.matches[seat])[0]
            for said in (10**9, -(10**9), 10**3_000, 1.5, "7", None):
                told = await mover.ask(mover.a_move(move, seat) | {"said": said})
                assert told["type"] == "refused", said
            assert server.entries(table_id) == before
            await mover.must(mover.a_move(move, seat) | {"said": 1_234})

    asyncio.run(run())


@pytest.mark.parametrize("size", [LONGEST_MESSAGE, LONGEST_MESSAGE + 1, LARGEST_FRAME])
def test_a_message_that_is_too_long_is_refused_and_the_next_one_is_heard(server: Server, size: int) -> None:
    async def run() -> None:
        device = Device(server.url)
        async with connected(server.url, device.open()["id"], device.token) as player:
            message = json.dumps({"type": "ping"})
            await player.send(message + " " * (size - len(message)))
            expected = "pong" if size <= LONGEST_MESSAGE else "refused"
            told = await player.until(lambda heard: heard["type"] == expected)
            assert told.get("code", "server.too_long") == "server.too_long"
            await player.ping()

    asyncio.run(run())


def test_bytes_that_are_no_websocket_at_all_do_no_harm(server: Server) -> None:
    dice = random.Random(5)

    async def throw(content: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        try:
            writer.write(content)
            writer.write_eof()
            await asyncio.wait_for(reader.read(), SECONDS)
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def run() -> None:
        table_id = Device(server.url).open()["id"]
        upgrade = (
            f"GET /api/tables/{table_id}/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        frames = [
            dice.randbytes(500),
            b"\xff" * 100,
            b"\x81\x7f" + struct.pack("!Q", 2**62),  # a message of four exabytes
            b"\x81\x02hi",  # not masked
            b"\x88\x80\x00\x00\x00\x00",
            b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # no UTF-8
        ]
        for content in [upgrade + frame for frame in frames] + [dice.randbytes(2_000), b"GET / HTTP/9.9\r\n\r\n", b""]:
            await throw(content)
        assert Device(server.url).get("/readyz").status_code == 200

    asyncio.run(run())


# --- REST -------------------------------------------------------------------------------------------------------
CHECKS: list[Any] = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.ignored_auth,
]
OPERATIONS = 13
EXAMPLES = 8 if IS_QUICK else 60  # of each operation


@pytest.fixture
def known(server: Server) -> Json:
    """Things that there are: a finished match and the device that has played it."""

    async def play() -> Json:
        options = {"preset": "race", "target": 10}
        async with two_players(server.url, "cento", options=options) as found:
            table_id, host, guest = found
            await play_on([host, guest], random.Random(1).choice)
            path = {"table_id": table_id, "match_number": 1, "code": host.welcome["code"], "game": "nimmt"}
            path["name"] = "teachers"  # of a guide
            return {"token": host.token, "path": path}

    return asyncio.run(play())


def check_operation(operation: Any, mode: GenerationMode, token: str, examples: int, **given_parts: Any) -> None:
    """Ask for what the description allows, or for what it does not, and compare the answers with it."""

    @given(operation.as_strategy(generation_mode=mode, **given_parts))
    @law(examples)
    def ask(case: Any) -> None:
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS, timeout=SECONDS)

    ask()


def check_description(server: Server, known: Json, examples: int) -> None:
    statuses = [400, 401, 403, 404, 405, 409, 413, 422, 429]
    told = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": statuses}}})
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json", config=told)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= OPERATIONS
    played = server.entries(known["path"]["table_id"])
    deletes = [operation for operation in operations if operation.method == "delete"]
    for operation in operations:
        ask_for_all(operation, new_token(server.url) if operation in deletes else known["token"], known, examples)
    assert server.entries(known["path"]["table_id"]) == played, "asked for, or deleted by a stranger"
    for operation in deletes:
        ask_for_all(operation, known["token"], known, examples)
    assert server.entries(known["path"]["table_id"]) != played, "deleted by its host"


def ask_for_all(operation: Any, token: str, known: Json, examples: int) -> None:
    for mode in GenerationMode:
        if mode is GenerationMode.NEGATIVE and not can_be_wrong(operation):
            continue
        check_operation(operation, mode, token, examples)
    path = {part.name: known["path"][part.name] for part in operation.path_parameters}
    if path:
        check_operation(operation, GenerationMode.POSITIVE, token, examples, path_parameters=path)


def can_be_wrong(operation: Any) -> bool:
    """Whether there is anything to be sent at all."""
    return bool(list(operation.path_parameters) or list(operation.query) or list(operation.body))


def test_the_openapi_description_is_true(server: Server, known: Json) -> None:
    """schemathesis asks for everything that the description allows, and for much that it does not."""
    check_description(server, known, EXAMPLES)
