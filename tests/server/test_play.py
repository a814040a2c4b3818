"""Playing at a table over WebSockets, against a real server: whole games, coming back, and connections in chaos."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.kit.server import (
    SECONDS,
    Device,
    Json,
    Player,
    Server,
    a_bot,
    a_person,
    chance,
    connected,
    new_token,
    play_on,
    running,
    two_players,
)
from tests.kit.tables import keep
from tests.kit.wire import legal, said_with
from tests.words.test_words import CODES
from tiotal import Cento, verify_record
from tiotal.bots.catalogue import LEVEL_NAMES
from tiotal.lab.client import new_name
from tiotal.server.devices import device_with
from tiotal.server.limits import SECONDS_FOR_HELLO
from tiotal.server.play import NOT_FOUND, TOO_MUCH, TOO_SLOW, UNWELCOME
from tiotal.service.by_itself import SECONDS_TO_READ
from tiotal.table.answers import open_table
from tiotal.table.entries import Entry, Paused, Resumed, SeatedBot, SeatedPerson, Started
from tiotal.table.table import Table
from tiotal.words import LANGUAGES, say

SHORT = {"cento": {"preset": "race"}, "nimmt": {"rounds": 1}, "ten": {}}
RACE = {"preset": "race", "target": 20}
SERVICE_RESTART = 1012


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("play")) as found:
        yield found


def moves_in(log: list[Json | None]) -> list[str | None]:
    """None for those that may not be looked up (N9)."""
    return [entry["move"]["written"] if entry else None for entry in log if entry is None or "move" in entry]


def agree(one: list[Json | None], other: list[Json | None]) -> bool:
    """Whether two parts of a log tell the same, as far as both may look it up: who was told later may know more."""
    return all(hides(told) or hides(same) or told == same for told, same in zip(one, other, strict=False))


def hides(entry: Json | None) -> bool:
    """It may not be looked up, or tells of a card that was face down."""
    return entry is None or "?" in entry.get("move", {}).get("written", "")


def record_of_table(server: Server, table_id: str, token: str, match: int = 1) -> Json:
    answer = Device(server.url, token).get(f"/api/tables/{table_id}/matches/{match}/record")
    assert answer.status_code == httpx.codes.OK, answer.text
    verify_record(answer.text)
    record: Json = answer.json()
    return record


# --- Whole games ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SHORT)
def test_two_devices_play_a_whole_game(server: Server, game: str) -> None:
    async def play() -> None:
        async with two_players(server.url, game, options=SHORT[game]) as (table_id, host, guest):
            dice = random.Random(game)
            await play_on([host, guest], lambda legal: dice.choice(sensible(legal)))
            assert host.table == guest.table
            assert host.table["phase"] == "over"
            assert (host.mine, guest.mine) == ([0], [1])
            record = record_of_table(server, table_id, guest.token)
            assert len(moves_in(host.logs[0])) == len(moves_in(guest.logs[1])) == len(record["moves"])
            if game == "nimmt":  # where nothing is played in secret
                assert moves_in(host.logs[0]) == record["moves"]

    asyncio.run(play())


def sensible(legal: list[str]) -> list[str]:
    """In 11 nimmt! seldom a take while a card fits, or hands only grow."""
    return [move for move in legal if not move.startswith("take:")] or legal


@pytest.mark.parametrize("game", SHORT)
def test_several_persons_play_on_one_device(server: Server, game: str) -> None:
    async def play() -> None:
        device = Device(server.url)
        seats = [a_person("Ada"), a_person("Bo"), a_person("Cleo")]
        opened = device.open(game, 3, seats=seats, options=SHORT[game])
        async with connected(server.url, opened["id"], device.token) as player:
            await player.must({"type": "start"})
            assert player.mine == [0, 1, 2]
            assert set(player.matches) == {0, 1, 2, None}  # and what anybody may see, for when the device is passed on
            for seat, match in player.matches.items():
                assert [None in hand for hand in match["table"]["hands"]] == [other != seat for other in range(3)]
            dice = random.Random(game)
            made = await play_on([player], lambda legal: dice.choice(sensible(legal)), 40)
            assert sum(bool(match["legal"]) for match in player.matches.values()) <= 1
            assert made > 5 or player.table["phase"] == "over"  # a short match can be over at once

    asyncio.run(play())


@pytest.mark.parametrize("game", SHORT)
def test_bots_play_with_a_person(server: Server, game: str) -> None:
    async def play() -> None:
        device = Device(server.url)
        opened = device.open(game, 3, seats=[a_person(), a_bot("beginner"), a_bot("easy")], options=SHORT[game])
        async with connected(server.url, opened["id"], device.token) as player:
            await player.must({"type": "start"})
            dice = random.Random(game)
            await play_on([player], lambda legal: dice.choice(sensible(legal)))
            by = Counter((told["event"]["seat"], told["event"]["by_bot"]) for told in player.heard if is_move(told))
            assert set(by) == {(0, False), (1, True), (2, True)}
            record_of_table(server, opened["id"], device.token)

    asyncio.run(play())


def is_move(message: Json) -> bool:
    return bool(message["type"] == "news" and message["event"]["kind"] == "moved")


def test_bots_of_every_level_move(server: Server) -> None:
    async def play() -> None:
        device = Device(server.url)
        seats = [a_person(), *(a_bot(level) for level in LEVEL_NAMES)]
        opened = device.open("cento", 6, seats=seats, options={"match": "series", "limit": 500})
        async with connected(server.url, opened["id"], device.token) as player:
            await player.must({"type": "start"})
            moved: set[int] = set()
            while moved != set(range(6)):
                await play_on([player], random.Random(1).choice, 1)
                moved = {told["event"]["seat"] for told in player.heard if is_move(told)}

    asyncio.run(play())


def test_bots_move_only_while_somebody_is_there(server: Server) -> None:
    async def play() -> None:
        device = Device(server.url)
        opened = device.open("cento", 3, seats=[a_person(), a_bot(), a_bot()], settings={"pace": 300})
        async with connected(server.url, opened["id"], device.token) as player:
            await player.must({"type": "start"})
            await play_on([player], random.Random(1).choice, 1)
            before = player.last
        async with connected(server.url, opened["id"], device.token, before) as player:
            await play_on([player], random.Random(1).choice, 1)

    asyncio.run(play())


# --- Pace -------------------------------------------------------------------------------------------------------
BOT_BEGINS = {"starter": 1}  # the second seat, in 10


def is_bots_move(message: Json) -> bool:
    return message["type"] == "news" and message["event"].get("by_bot") is True


async def seconds_until_bot_moves(player: Player, most: float = SECONDS) -> float:
    began = time.monotonic()
    await player.until(is_bots_move, most)
    return time.monotonic() - began


def test_bots_wait_while_people_read_but_nobody_can_stop_them_for_others(server: Server) -> None:
    async def alone() -> None:
        """Everybody plays on this device, so it may take its time; a line that breaks ends it."""
        device = Device(server.url)
        opened = await asyncio.to_thread(device.open, "ten", seats=[a_person(), a_bot()], options=BOT_BEGINS)
        async with connected(server.url, opened["id"], device.token) as player:
            async with connected(server.url, opened["id"], device.token) as another_tab:
                await another_tab.send({"type": "reading", "now": True})
                await another_tab.ping()
                await player.must({"type": "start"})
                with pytest.raises(TimeoutError):
                    await seconds_until_bot_moves(player, SECONDS_TO_READ + 1)
            assert await seconds_until_bot_moves(player) < SECONDS_TO_READ

    async def together() -> None:
        device, guest = Device(server.url), new_token(server.url)
        seats = [a_person(), a_bot(), None]
        opened = await asyncio.to_thread(device.open, "ten", 3, seats=seats, options=BOT_BEGINS)
        async with (
            connected(server.url, opened["id"], device.token) as host,
            connected(server.url, opened["id"], guest) as player,
            connected(server.url, opened["id"], guest) as another_tab,
            connected(server.url, opened["id"], new_token(server.url)) as nobody,
        ):
            await player.must({"type": "sit", "name": "Bo"})
            await player.send({"type": "reading", "now": True})
            await player.ping()
            await nobody.send({"type": "reading", "now": True})  # has no seat
            await nobody.ping()
            await host.must({"type": "start"})
            begin_again = asyncio.create_task(read_again_and_again(another_tab))
            waited = await seconds_until_bot_moves(host)
            begin_again.cancel()
            assert SECONDS_TO_READ - 1 < waited < SECONDS_TO_READ + SECONDS

    async def read_again_and_again(player: Player) -> None:
        while True:
            await asyncio.sleep(1)
            for now in (False, True):
                await player.send({"type": "reading", "now": now})

    async def nobody_reads() -> None:
        device = Device(server.url)
        seats = [a_person(), a_bot(), None]
        opened = await asyncio.to_thread(device.open, "ten", 3, seats=seats, options=BOT_BEGINS)
        async with (
            connected(server.url, opened["id"], device.token) as host,
            connected(server.url, opened["id"], new_token(server.url)) as player,
            connected(server.url, opened["id"], new_token(server.url)) as nobody,
        ):
            await player.must({"type": "sit", "name": "Bo"})
            await nobody.send({"type": "reading", "now": True})
            await nobody.ping()
            await host.must({"type": "start"})
            assert await seconds_until_bot_moves(host) < SECONDS_TO_READ - 1

    async def all_at_once() -> None:
        await asyncio.gather(alone(), together(), nobody_reads())

    asyncio.run(all_at_once())


@contextlib.asynccontextmanager
async def a_bot_begins(server: Server, pace: int) -> AsyncIterator[tuple[str, Player, Player]]:
    """The table, its host and a guest, with a bot between them who takes its time."""
    device = Device(server.url)
    seats = [a_person(), a_bot(), None]
    opened = device.open("ten", 3, seats=seats, options=BOT_BEGINS, settings={"pace": pace})
    async with (
        connected(server.url, opened["id"], device.token) as host,
        connected(server.url, opened["id"], new_token(server.url)) as guest,
    ):
        await guest.must({"type": "sit", "name": "Bo"})
        await host.must({"type": "start"})
        yield opened["id"], host, guest


def test_what_people_say_and_change_does_not_keep_a_bot_waiting(server: Server) -> None:
    async def play() -> None:
        async with a_bot_begins(server, pace=3_000) as (_, host, guest):
            speaks = asyncio.create_task(claps_all_the_time(guest))
            await seconds_until_bot_moves(host)
            speaks.cancel()

    async def claps_all_the_time(guest: Player) -> None:
        while True:
            await guest.ask({"type": "say", "seat": 2, "what": "clap"})
            await asyncio.sleep(1)

    asyncio.run(play())


def test_the_host_makes_the_bots_slower_and_faster_while_they_play(server: Server) -> None:
    async def play() -> None:
        async with a_bot_begins(server, pace=5_000) as (table_id, host, guest):
            assert (await guest.ask({"type": "pace", "pace": 0}))["code"] == "table.not_host"
            assert (await host.ask({"type": "pace", "pace": 5_001}))["code"] == "options.number"
            await host.must({"type": "pace", "pace": 0})
            assert await seconds_until_bot_moves(guest) < SECONDS
            assert guest.table["settings"]["pace"] == 0
        log = [Entry.read(number, at, body) for _, number, at, body in server.entries(table_id)]
        assert Table.replay(log).settings["pace"] == 0

    asyncio.run(play())


# --- Hints ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SHORT)
def test_a_hint_names_legal_moves_with_reasons(server: Server, game: str) -> None:
    async def play() -> None:
        async with two_players(server.url, game) as (_, *players):
            mover = next(player for player in players if player.to_move is not None)
            other = next(player for player in players if player.to_move is None)
            advice = await hint(mover, mover.to_move or 0)
            assert advice["type"] == "advice"
            assert {line["move"]["written"] for line in advice["moves"]} <= set(legal(mover.matches[mover.to_move]))
            assert not any(
                re.search(CODES, reason["sentence"]) for line in advice["moves"] for reason in line["reasons"]
            )
            assert (await hint(other, other.mine[0]))["code"] == "table.hint_not_now"
            assert (await hint(other, mover.mine[0]))["code"] == "table.not_your_seat"

    asyncio.run(play())


async def hint(player: Player, seat: int) -> Json:
    request = new_name()
    await player.send({"type": "hint", "request": request, "seat": seat})
    return await player.until(lambda message: message.get("request") == request)


# --- Saying the total -------------------------------------------------------------------------------------------
MARATHON = {"preset": "marathon", "target": 1000}  # totals that are no other number
OTHER_NUMBERS = re.compile(  # and the way of a sum that is over, which may go by any number
    r'"(at|began|ended|visits|milliseconds)":\d+|"way":\{"way":"\w+","steps":\[(\[[^\]]*\],?)*\]\}'
)


def growing(legal: list[str]) -> str:
    """The move with the largest number in it."""
    return max(legal, key=lambda move: int((re.findall(r"\+(\d+)", move) or ["0"])[0]))


def next_totals(server: Server, table_id: str) -> set[int]:
    """What the moves that are possible now lead to, unless it was the total before, or numbers an entry."""
    entries = [Entry.read(number, at, body) for _, number, at, body in server.entries(table_id)]
    match = Table.replay(entries).match
    assert match is not None
    view = match.position.view(match.position.to_move)
    totals = {view.total_after(move) for move in view.legal_moves}
    been = {position.describe()["total"] for position in match.record().positions()}
    return {total for total in totals - been if total is not None and total > len(entries)}


def next_total(server: Server, table_id: str, move: str) -> int:
    entries = (Entry.read(number, at, body) for _, number, at, body in server.entries(table_id))
    match = Table.replay(entries).match
    total = match.position.total_after(move) if match else None
    assert total is not None
    return total


def told_in(texts: Iterable[str], totals: set[int]) -> set[int]:
    words = {word for text in texts for word in re.findall(r"(?<![\w.])\d+(?![\w.])", OTHER_NUMBERS.sub("", text))}
    return {total for total in totals if str(total) in words}


async def all_told(server: Server, table_id: str, player: Player) -> list[str]:
    """Every byte that a player gets who is to move."""
    device = Device(server.url, player.token)
    seat = player.mine[0]
    paths = ("", "/matches/1/report", "/matches/1/steps?count=200", f"/matches/1/steps?count=200&seat={seat}")
    told = [(await asyncio.to_thread(device.get, f"/api/tables/{table_id}{path}")).text for path in paths]
    async with connected(server.url, table_id, player.token, last=player.last - 1) as again:
        told += [json.dumps(await hint(again, seat)), *map(str, again.raw)]
    return [*told, str(player.raw[-1])]


async def say_wrong(server: Server, table_id: str, ada: Player, bo: Player, totals: set[int]) -> None:
    """Neither Ada, who has said a wrong total and gets a hint, nor Bo is told the right one before she has tried again,
    whatever else they ask for."""
    move = next(move for move in said_with(ada.matches[0]) if next_total(server, table_id, move) in totals)
    right = next_total(server, table_id, move)
    await ada.must(ada.a_move(move, 0) | {"said": right + 1})
    await bo.until_number(ada.last)
    assert ada.matches[0]["trying"]["hint"]["steps"] and "hint" not in bo.matches[1]["trying"]
    refused = await ada.ask(ada.a_move("+2" if move == "+1" else "+1", 0) | {"said": right})
    assert refused["code"] == "table.card_lies"
    for player in (ada, bo):
        assert told_in(await all_told(server, table_id, player), {right}) == set()
    told = await ada.must(ada.a_move(move, 0) | {"said": right})
    assert told["event"]["outcome"] == "second" and told["event"]["way"]["steps"][-1][3] == right
    await bo.until_number(ada.last)


def test_no_byte_tells_a_total_to_a_seat_that_says_it(server: Server) -> None:
    """Ada says the totals, Bo is counted for, until Ada wants that too, in the middle of a turn, and not any more."""

    async def play() -> None:
        async with two_players(server.url, guest_says=False, options=MARATHON) as (table_id, ada, bo):
            while ada.matches[0]["table"]["total"] < 300:
                await play_on([ada, bo], growing, 5)
            looked: set[int] = set()
            while len(looked) < 2:
                seat, totals = (0 if ada.to_move == 0 else 1), next_totals(server, table_id)
                if len(totals) > 1 and seat not in looked and not ada.matches[0]["trying"]:
                    looked.add(seat)
                    told = told_in(await all_told(server, table_id, (ada, bo)[seat]), totals)
                    assert told == (set() if seat == 0 else totals)
                    if seat == 0:
                        await ada.must({"type": "says", "seat": 0, "says": False})
                        assert told_in([str(ada.raw[-1])], totals) == totals
                        await ada.must({"type": "says", "seat": 0, "says": True})
                        assert told_in(await all_told(server, table_id, ada), totals) == set()
                        await bo.until_number(ada.last)
                        assert [seen["says"] for seen in bo.table["seats"]] == [True, False]
                        await say_wrong(server, table_id, ada, bo, totals)
                await play_on([ada, bo], growing, 1)

    asyncio.run(play())


def test_hints_can_be_switched_off_and_are_rationed(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, settings={"hints": False}) as (_, host, _guest):
            assert (await hint(host, 0))["code"] == "table.no_hints"
        async with two_players(server.url) as (_, host, _guest):
            codes = [(await hint(host, 9))["code"] for _ in range(8)]
            assert codes[0] == "table.not_your_seat"
            assert codes[-1] == "server.too_fast"

    asyncio.run(play())


# --- Saying hello -----------------------------------------------------------------------------------------------
async def knock(server: Server, table_id: str, *sent: Any, **headers: str) -> tuple[list[Json], int]:
    """What is answered to some messages, and the code with which the server closes the connection."""
    heard: list[Json] = []
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table_id}/play"
    async with connect(address, additional_headers=headers) as connection, asyncio.timeout(SECONDS):
        for message in sent:
            await connection.send(message if isinstance(message, str | bytes) else json.dumps(message))
        with contextlib.suppress(ConnectionClosed):
            while True:
                heard.append(json.loads(await connection.recv()))
    assert connection.close_code is not None
    return heard, connection.close_code


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_not_welcome_is_told_why_in_their_language(server: Server, language: str) -> None:
    table_id = Device(server.url).open()["id"]
    hello = {"type": "hello", "token": new_token(server.url), "language": language}
    cases: list[tuple[str, Any, int, str]] = [
        ("A" * 22, hello, NOT_FOUND, "server.no_table"),
        ("x", hello, NOT_FOUND, "server.no_table"),
        ("%00%ff'; drop table", hello, NOT_FOUND, "server.no_table"),
        (table_id, hello | {"token": "short"}, UNWELCOME, "server.no_device"),
        (table_id, {"type": "hello", "language": language}, UNWELCOME, "server.no_device"),
    ]
    for place, message, code, key in cases:
        heard, closed = asyncio.run(knock(server, place.replace(" ", "%20"), message))
        told = {"code": key, "sentence": say(language, key), "reason": None, "allowed": None}
        assert (heard, closed) == ([{"type": "refused", "request": None, **told}], code)
    for other in ({"type": "ping"}, "nonsense", b"\x00\xff", {"type": "hello", "last": -1}):
        heard, closed = asyncio.run(knock(server, table_id, other, **{"Accept-Language": language}))
        assert closed == UNWELCOME
        assert heard[0]["code"] in ("server.hello_first", "server.bad_message")
        assert heard[0]["sentence"].startswith(say(language, heard[0]["code"], reason="")[:10])


def test_a_browser_is_known_by_its_cookie(server: Server) -> None:
    async def play() -> None:
        token = new_token(server.url)
        table_id = Device(server.url, token).open()["id"]
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table_id}/play"
        headers = {"Cookie": f"tiotal_device={token}", "Origin": server.url}
        async with connect(address, additional_headers=headers) as connection:
            player = Player(connection, token)
            await player.send({"type": "hello"})
            assert (await player.hear())["mine"] == [0]

    asyncio.run(play())


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_illegal_move_is_refused_with_the_reason_alone_and_with_the_moves_there_are(
    server: Server, language: str
) -> None:
    async def play() -> None:
        async with (
            two_players(server.url, "nimmt") as (table_id, host, _),
            connected(server.url, table_id, host.token, language=language) as player,
        ):
            seat = player.to_move
            assert seat is not None
            refused = await player.ask(player.a_move("end", seat))
            assert refused["code"] == "moves.because"
            assert refused["reason"] == say(language, "nimmt.why.nothing_played")
            assert refused["sentence"].startswith(refused["reason"] + " ")
            assert set(refused["allowed"]) & set(legal(player.matches[seat]))
            top = player.matches[seat]["table"]["stacks"][0][-1]
            far = 1 + (top + 10) % 100
            refused = await player.ask(player.a_move(f"{far}>{top}", seat))
            assert refused["reason"] == refused["sentence"]
            assert (await player.ask(player.a_move("dance", seat)))["reason"] == say(language, "moves.impossible")

    asyncio.run(play())


def test_a_second_hello_is_refused(server: Server) -> None:
    async def play() -> None:
        device = Device(server.url)
        async with connected(server.url, device.open()["id"], device.token) as player:
            await player.send({"type": "hello", "token": new_token(server.url)})
            told = await player.until(lambda message: message["type"] == "refused")
            assert told["code"] == "server.hello_twice"

    asyncio.run(play())


@pytest.mark.thorough
def test_whoever_says_nothing_is_not_waited_for(server: Server) -> None:
    table_id = Device(server.url).open()["id"]
    assert asyncio.run(knock(server, table_id)) == ([], TOO_SLOW)
    assert SECONDS_FOR_HELLO < SECONDS


def test_whoever_floods_is_first_refused_and_then_cut_off(server: Server) -> None:
    device = Device(server.url)
    table_id = device.open()["id"]
    hello = {"type": "hello", "token": device.token}
    asks = [{"type": "ask", "request": f"r{number}", "what": {"type": "resume"}} for number in range(400)]
    heard, closed = asyncio.run(knock(server, table_id, hello, *asks))
    assert closed == TOO_MUCH
    codes = Counter(message["code"] for message in heard if message["type"] == "refused")
    assert set(codes) == {"table.not_paused", "server.too_fast"}
    assert all(message["request"] for message in heard if message["type"] == "refused")


# --- What people do at a table ----------------------------------------------------------------------------------
def test_people_see_who_is_there(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url) as (table_id, host, guest):
            async with connected(server.url, table_id, guest.token) as again:  # the same device, twice
                assert again.welcome["here"] == [0, 1]
            await guest.connection.close()
            await host.until(lambda message: message["type"] == "presence" and message["here"] == [0])
            async with connected(server.url, table_id, guest.token):
                await host.until(lambda message: message["type"] == "presence" and message["here"] == [0, 1])

    asyncio.run(play())


def test_a_spectator_sees_the_match_only_if_the_host_allows(server: Server) -> None:
    async def watch(allowed: bool) -> list[Json]:
        async with (
            contextlib.AsyncExitStack() as watching,
            two_players(server.url, settings={"spectators": allowed}) as (table_id, host, guest),
        ):
            spectator = await watching.enter_async_context(connected(server.url, table_id, new_token(server.url)))
            await play_on([host, guest], random.Random(1).choice, 3)
            await spectator.until_number(host.last)
            return [match for message in spectator.heard for match in message.get("matches", [])]

    assert asyncio.run(watch(False)) == []
    seen = asyncio.run(watch(True))
    assert len(seen) == 4
    assert all(match["seat"] is None and match["legal"] == [] for match in seen)


def test_reactions_phrases_and_text(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url) as (table_id, host, guest):
            await host.must({"type": "say", "seat": 0, "what": "clap"})
            await host.must({"type": "say", "seat": 0, "sign": "phrase", "what": "well_played"})
            told = await host.ask({"type": "say", "seat": 0, "sign": "text", "what": "hi"})
            assert told["code"] == "table.no_free_text"
            told = await host.ask({"type": "say", "seat": 0, "what": "rude"})
            assert "clap" in told["allowed"]
            await guest.until_number(host.last)
            said = [message["event"] for message in guest.heard if message.get("event", {}).get("kind") == "said"]
            assert [event["what"] for event in said] == ["clap", "well_played"]
            async with connected(server.url, table_id, guest.token) as again:  # and whoever comes back is told again
                assert [saying["what"] for saying in again.welcome["sayings"]] == ["clap", "well_played"]
                assert [{"kind": "said", **saying} for saying in again.welcome["sayings"]] == said
            codes = [(await host.ask({"type": "say", "seat": 0, "what": "clap"})).get("code") for _ in range(6)]
            assert codes[-1] == "server.too_fast"
        async with two_players(server.url, settings={"free_text": True}) as (_, host, guest):
            text = '<script>alert("ö")</script>'
            await host.must({"type": "say", "seat": 0, "sign": "text", "what": text})
            told = await guest.until(lambda message: message.get("event", {}).get("kind") == "said")
            assert told["event"]["what"] == text  # as it is: pages show it as text
            for bad in ("", " ", "x" * 201, "a\nb", "\u202e"):
                told = await guest.ask({"type": "say", "seat": 1, "sign": "text", "what": bad})
                assert told["code"] in ("table.bad_text", "server.too_fast")

    asyncio.run(play())


def test_a_move_is_taken_back_when_all_agree(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, "ten") as (_, host, guest):
            players = [host, guest]
            mover = next(player for player in players if player.to_move is not None)
            other = next(player for player in players if player is not mover)
            before = mover.matches[mover.to_move]
            seat = mover.mine[0]
            move = next(move for move in legal(before) if ":" in move)
            await mover.must(mover.a_move(move, seat))
            await mover.must({"type": "ask_undo", "seat": seat, "seen": mover.last})
            await other.until_number(mover.last)
            assert other.table["undo"] == {"seat": seat, "agreed": [seat]}
            await other.must({"type": "answer_undo", "agree": True})
            await mover.until_number(other.last)
            assert mover.table["undo"] is None
            assert mover.matches[seat]["table"] == before["table"]
            assert moves_in(mover.logs[seat]) == moves_in(other.logs[other.mine[0]]) == []

    asyncio.run(play())


def test_a_match_pauses_people_leave_bots_stand_in_and_people_come_back(server: Server) -> None:
    async def play() -> None:
        options = {"match": "series", "limit": 300}
        async with two_players(server.url, options=options) as (_, host, guest):
            await host.must({"type": "pause"})
            await guest.until_number(host.last)
            assert host.to_move is None and guest.to_move is None
            assert (await host.ask({"type": "pause"}))["code"] == "table.paused_already"
            await guest.must({"type": "resume"})
            await host.until_number(guest.last)
            assert (host.to_move is None) != (guest.to_move is None)
            assert (await host.ask({"type": "replace", "seat": 1, "level": "easy"}))["code"] == "table.is_here"
            await guest.must({"type": "leave", "seat": 1})
            await host.until_number(guest.last)
            assert host.table["seats"][1]["away"]
            await host.must({"type": "replace", "seat": 1, "level": "easy"})
            await play_on([host], random.Random(1).choice, 3)
            await guest.must({"type": "come_back", "seat": 1})
            await host.until_number(guest.last)
            await play_on([host, guest], random.Random(1).choice, 4)
            assert not guest.table["seats"][1]["away"]

    asyncio.run(play())


def test_another_match_is_dealt_anew_with_seats_rotated(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, options=RACE) as (table_id, host, guest):
            commitment = host.table["commitment"]
            await play_on([host, guest], random.Random(1).choice)
            committed = host.table["commitment"]  # before anybody adds to the next deal
            assert committed not in (None, commitment)
            await host.must({"type": "again", "share": chance()})
            assert host.table["again"] == [0]
            await guest.until_number(host.last)
            await guest.must({"type": "again", "share": chance()})
            await host.until_number(guest.last)
            assert [seat["name"] for seat in host.table["seats"]] == ["Bo", "Ada"]
            assert (host.mine, guest.mine) == ([1], [0])
            assert host.table["match"] == 2
            await play_on([host, guest], random.Random(2).choice)
            records = [record_of_table(server, table_id, host.token, match) for match in (1, 2)]
            assert records[0]["seed"] != records[1]["seed"]
            assert records[1]["fair"]["commitment"] == committed
            await host.must({"type": "end"})
            assert (await guest.ask({"type": "again"}))["code"] == "table.ended"

    asyncio.run(play())


def test_the_hosts_key_makes_another_device_the_host(server: Server) -> None:
    async def play() -> None:
        device, other = Device(server.url), new_token(server.url)
        opened = device.open("cento", 2, seats=[a_person(), a_bot()])
        async with connected(server.url, opened["id"], other) as player:
            assert (await player.ask({"type": "start"}))["code"] == "table.not_host"
            assert (await player.ask({"type": "host", "key": "wrong"}))["code"] == "table.wrong_key"
            await player.must({"type": "host", "key": opened["host_key"]})
            await player.must({"type": "free_seat", "seat": 1})
            await player.must({"type": "seat_bot", "seat": 1, "level": "hard"})
            await player.must({"type": "start"})

    asyncio.run(play())


@pytest.mark.thorough
def test_a_clock_that_runs_out_hands_the_move_to_a_bot(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url, settings={"clock": "move", "seconds": 5}) as (_, host, _guest):
            assert host.turn["deadline"] - host.turn["at"] == 5_000
            seat = host.turn["to_move"]
            told = await host.until(lambda message: message["type"] == "news")
            assert told["event"] == {"kind": "ranout", "seat": seat}
            assert host.turn["at"] >= told["turn"]["at"]
            told = await host.until(is_move)
            assert told["event"]["by_bot"]

    asyncio.run(play())


# --- Coming back ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SHORT)
def test_coming_back_tells_exactly_what_was_missed(server: Server, game: str) -> None:
    async def play() -> None:
        async with two_players(server.url, game) as (table_id, host, guest):
            dice = random.Random(game)
            numbers = [host.last]
            sizes = [0]
            for _ in range(12):
                await play_on([host, guest], lambda legal: dice.choice(sensible(legal)), 1)
                numbers.append(host.last)
                sizes.append(len(host.logs[0]))
            for number, size in zip(numbers, sizes, strict=True):
                async with connected(server.url, table_id, host.token, number) as again:
                    [match] = again.welcome["matches"]
                    assert match["since"] == size
                    assert match["log"] == host.logs[0][size:]
                    assert again.welcome["turn"] == host.turn
                    assert again.welcome["table"] == host.table
                    assert match | {"since": 0, "log": []} == host.matches[0] | {"since": 0, "log": []}

    asyncio.run(play())


def test_a_resent_request_is_answered_and_not_done_again(server: Server) -> None:
    async def play() -> None:
        async with two_players(server.url) as (table_id, host, guest):
            mover, other = (host, guest) if host.to_move is not None else (guest, host)
            seat = mover.mine[0]
            first = legal(mover.matches[seat])[0]
            what = mover.a_move(first, seat) | {"said": int(first)}
            told = await mover.ask(what, "mine")
            assert told["type"] == "news"
            number = told["turn"]["number"]
            assert await mover.ask(what, "mine") == {"type": "done", "request": "mine", "number": number}
            again = await mover.ask(what, "another")
            assert again["code"] == "table.too_late"
            await other.until_number(number)
            assert "request" not in other.heard[-1]
            async with connected(server.url, table_id, mover.token) as second:
                assert await second.ask(what, "mine") == {"type": "done", "request": "mine", "number": number}
            assert len(moves_in(mover.logs[seat])) == 1
            foreign = await other.ask(what, "mine")  # the name of a request belongs to its device
            assert foreign["code"] == "table.not_your_seat"

    asyncio.run(play())


def test_a_request_is_known_again_however_much_has_happened_since() -> None:
    """At the table itself, for so much takes its time over a wire. Old moves are refused: they come too late."""
    seats: list[Any] = [SeatedPerson("device", "Ada"), SeatedBot("easy", "Bo")]
    table = Table.replay([Entry(1, 0, open_table(Cento(2), {}, seats, "device", "key", chance()), "device")])
    table.add(Entry(2, 0, Started(), "device", "start"))
    for number in range(3, 2_003):
        table.add(Entry(number, 0, Paused() if number % 2 else Resumed(), "device", f"r{number}"))
    assert table.requests["device", "start"] == 2
    assert table.requests["device", "r3"] == 3


# --- Chaos ------------------------------------------------------------------------------------------------------
class Chaotic:
    """A device with two bad connections: they break at any moment, and whatever was sent may be sent again."""

    def __init__(self, server: Server, table_id: str, token: str, seed: int) -> None:
        self.server = server
        self.table_id = table_id
        self.token = token
        self.dice = random.Random(seed)
        self.lines = [Line(self), Line(self)]
        self.sent: dict[str, Json] = {}  # every request ever made
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.cuts = 0

    @property
    def waiting(self) -> list[str]:
        return [name for name in self.sent if name not in self.acknowledged and name not in self.refused]

    async def play(self) -> None:
        try:
            async with asyncio.timeout(2 * SECONDS):
                while not await self.step():
                    pass
        finally:
            for line in self.lines:
                await line.cut()

    async def step(self) -> bool:
        """Something, anything; True when the match is over and nothing is unanswered."""
        line = self.dice.choice(self.lines)
        player = await line.get()
        await self.drain(line)
        if line.player is None:
            return False
        if player.table["phase"] == "over" and not self.waiting:
            return True
        batch = self.what_to_send(player)
        self.dice.shuffle(batch)
        for name in batch:
            await line.send({"type": "ask", "request": name, "what": self.sent[name]})
            if self.dice.random() < 0.1:
                await line.cut()
                return False
        if self.dice.random() < 0.1:
            await line.cut()
        return False

    def what_to_send(self, player: Player) -> list[str]:
        batch = list(self.waiting)
        if not self.waiting:
            new = self.something_new(player)
            if new is not None:
                name = new_name()
                self.sent[name] = new
                batch += [name] * self.dice.choice([1, 1, 2, 3])
        if self.sent and self.dice.random() < 0.5:
            batch += self.dice.choices(list(self.sent), k=self.dice.randrange(4))
        return batch

    def something_new(self, player: Player) -> Json | None:
        if player.table["paused"]:
            return {"type": "resume"}
        if self.dice.random() < 0.05:
            return {"type": "pause"}
        seat = player.to_move
        return None if seat is None else player.a_move(self.dice.choice(sensible(legal(player.matches[seat]))), seat)

    async def drain(self, line: Line) -> None:
        """Hear everything that has been said, and perhaps break off in the middle."""
        if line.player is None:
            return
        heard = len(line.player.heard)
        if self.dice.random() < 0.05:
            await line.send({"type": "ping"})
            await line.cut()
            return
        try:
            await line.player.ping()
        except ConnectionClosed:
            await line.cut()
            return
        for message in line.player.heard[heard:]:
            self.note(message)

    def note(self, message: Json) -> None:
        name = message.get("request")
        if name is None or message["type"] == "welcome":
            return
        if message["type"] == "refused":
            self.refused.add(name)
            return
        number = message["number"] if message["type"] == "done" else message["turn"]["number"]
        assert self.acknowledged.setdefault(name, number) == number, "one request, two answers"


class Line:
    """One of the connections of a device; what it has seen is remembered when it breaks."""

    def __init__(self, owner: Chaotic) -> None:
        self.owner = owner
        self.player: Player | None = None
        self.log: list[Any] | None = None
        self.last = 0
        self._stack = contextlib.AsyncExitStack()

    async def get(self) -> Player:
        if self.player is None:
            owner = self.owner
            found = connected(owner.server.url, owner.table_id, owner.token, self.last)
            self.player = await self._stack.enter_async_context(found)
            [match] = self.player.welcome["matches"]
            if self.log is not None:
                assert match["since"] == len(self.log), "exactly what was missed"
                keep(self.log, match)
                self.player.logs[match["seat"]] = self.log
        return self.player

    async def send(self, message: Json) -> None:
        if self.player is not None:
            try:
                await self.player.send(message)
            except ConnectionClosed:
                await self.cut()

    async def cut(self) -> None:
        """Without saying goodbye."""
        if self.player is None:
            return
        self.owner.cuts += 1
        self.last = self.player.last
        [self.log] = self.player.logs.values()
        self.player.connection.transport.abort()
        self.player = None
        await self._stack.aclose()
        self._stack = contextlib.AsyncExitStack()


async def chaos(server: Server, game: str, seed: int) -> None:
    host, guest = new_token(server.url), new_token(server.url)
    opened = await asyncio.to_thread(lambda: Device(server.url, host).open(game, 2, options=SHORT[game]))
    async with connected(server.url, opened["id"], guest) as second:
        await second.must({"type": "sit", "name": "Bo", "share": chance()})
    async with connected(server.url, opened["id"], host) as first:
        await first.must({"type": "start"})
    devices = [Chaotic(server, opened["id"], token, seed + place) for place, token in enumerate((host, guest))]
    await asyncio.gather(*(device.play() for device in devices))
    assert sum(device.cuts for device in devices) > 3
    check_history(server, opened["id"], devices)


def check_history(server: Server, table_id: str, devices: list[Chaotic]) -> None:
    """A legal game; each acknowledged request is in it once, where it was said to be; all have seen the same."""
    entries = [(number, json.loads(body)) for _, number, _, body in server.entries(table_id)]
    assert [number for number, _ in entries] == list(range(1, len(entries) + 1))
    asked = [(number, entry) for number, entry in entries if "request" in entry]
    written = Counter((entry["device"], entry["request"]) for _, entry in asked)
    assert set(written.values()) == {1}
    for device in devices:
        known = device_with(device.token)
        numbers = {entry["request"]: number for number, entry in asked if entry["device"] == known}
        assert device.acknowledged.items() <= numbers.items()
        assert not device.waiting
    moved = [entry["move"] for _, entry in entries if entry["kind"] == "moved"]
    record = record_of_table(server, table_id, devices[0].token)
    assert record["moves"] == moved
    for device in devices:
        logs = [line.log for line in device.lines if line.log is not None]
        longest = max(logs, key=len)
        assert all(agree(log, longest) for log in logs)
        if record["game"] != "ten":  # where some cards are laid face down
            assert all(told is None or told == move for told, move in zip(moves_in(longest), moved, strict=False))


@pytest.mark.parametrize("seed", range(4))
def test_chaos_on_the_line_changes_nothing_but_the_delay(server: Server, seed: int) -> None:
    asyncio.run(chaos(server, "cento", 10 * seed))


@pytest.mark.thorough
@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("seed", range(3))
def test_chaos_on_the_line_in_every_game(server: Server, game: str, seed: int) -> None:
    asyncio.run(chaos(server, game, 1_000 + 10 * seed))


# --- Stopping ---------------------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_a_server_that_is_stopped_tells_its_devices_to_connect_again_and_they_go_on(tmp_path: Path) -> None:
    async def play_across_a_stop(server: Server) -> None:
        async with two_players(server.url) as (table_id, first, second):
            await play_on([first, second], lambda legal: legal[0], moves=3)
            await asyncio.to_thread(server.stop)
            await first.connection.wait_closed()
            assert first.connection.close_code == SERVICE_RESTART
            await asyncio.to_thread(server.start)
            async with connected(server.url, table_id, first.token, last=first.last) as again:
                assert again.turn["number"] == first.last
                assert again.table["phase"] == "playing"

    with running(tmp_path) as server:
        asyncio.run(play_across_a_stop(server))
