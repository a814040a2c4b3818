"""A table run by its service alone: no server, no database, no sockets, and a clock that stands still."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from tests.kit.hosts import House, Screen, in_a_house, settle
from tiotal.engine.errors import IllegalMove, Refused
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.service.host import StorageDown
from tiotal.service.reading import Ask, Hello, Ping, read_message, request_in
from tiotal.service.running import RunningTable
from tiotal.table import requests as ask
from tiotal.table.entries import SeatedBot, SeatedPerson

ANNA, BEN = "device of anna", "device of ben"
TWO = (SeatedPerson(ANNA, "Anna"), SeatedPerson(BEN, "Ben"))


async def move(live: RunningTable, device: str, written: str | None = None) -> None:
    """The move that is named, or the first one that there is."""
    seat = live.table.seats_of(device)[0]
    assert live.table.match is not None
    chosen = written or live.table.match.position.view(seat).legal_moves[0]
    await live.ask(device, ask.Move(seat, chosen, live.table.number), None)


def mover(live: RunningTable) -> str:
    assert live.table.to_move is not None
    device = live.table.seats[live.table.to_move].device
    assert device is not None
    return device


# --- People -----------------------------------------------------------------------------------------------------
def test_people_sit_down_start_and_are_told_of_every_move() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), [TWO[0]], ANNA)
        anna, ben = Screen(ANNA), Screen(BEN)
        live.join(anna)
        live.join(ben)
        await live.ask(BEN, ask.Sit("Ben"), "sit")
        await live.ask(ANNA, ask.Start(), "start")
        for _ in range(4):
            await move(live, mover(live))
        assert anna.news() == ben.news() == ["seated", "started", *["moved"] * 4]
        cards = [message["matches"][0]["table"]["hands"] for message in anna.seen if message.get("matches")]
        assert all(card is None for hands in cards for card in hands[1])  # Ben's are not for Anna
        assert live.here == [0, 1]

    in_a_house(play)


def test_a_request_that_is_sent_twice_is_done_once() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA)
        numbers = [await live.ask(ANNA, ask.Start(), "start") for _ in range(3)]
        assert numbers == [2, 2, 2]
        assert len(house.store.entries[live.id]) == 2

    in_a_house(play)


def test_what_is_refused_leaves_no_trace() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA)
        await live.ask(ANNA, ask.Start(), None)
        with pytest.raises(Refused):
            await live.ask(BEN, ask.End(), None)
        with pytest.raises(IllegalMove):
            await move(live, mover(live), "end")
        with pytest.raises(IllegalMove, match=r"does not fit|no stack|not have"):
            await live.ask(mover(live), ask.Why(live.table.to_move or 0, card="1", place="99"), None)
        assert len(house.store.entries[live.id]) == 2

    in_a_house(play)


# --- Bots -------------------------------------------------------------------------------------------------------
def test_a_bot_waits_for_its_pace_and_then_moves_as_long_as_somebody_looks() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), [TWO[0], SeatedBot("easy", "")], ANNA, pace=1500)
        anna = Screen(ANNA)
        live.join(anna)
        await live.ask(ANNA, ask.Start(), None)
        while live.table.to_move == 0:
            await move(live, ANNA)
        number = live.table.number
        await house.clock.move_on(1.4)
        assert live.table.number == number
        await house.clock.move_on(0.2)
        assert live.table.number > number
        live.part(anna)
        while live.table.to_move == 0:
            await move(live, ANNA)
        number = live.table.number
        await house.clock.move_on(60)
        assert live.table.number == number  # nobody looks

    in_a_house(play)


def test_reactions_neither_hold_a_bot_up_nor_make_it_think_again() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), [TWO[0], SeatedBot("easy", "")], ANNA, pace=1500)
        live.join(Screen(ANNA))
        await live.ask(ANNA, ask.Start(), None)
        while live.table.to_move == 0:
            await move(live, ANNA)
        turn, thoughts = live.table.turn_number, house.thinking.asked
        for number in range(20):
            await live.ask(ANNA, ask.Say(0, "clap"), f"r{number}")
            await house.clock.move_on(0.1)
            if live.table.turn_number > turn:
                break
        assert number == 14
        assert house.thinking.asked <= thoughts + 1

    in_a_house(play)


def test_a_thought_is_dropped_when_its_turn_is_over_or_nobody_looks_any_more() -> None:
    async def play(house: House) -> None:
        house.thinking.seconds = 60
        live = await house.open(Nimmt(2), [TWO[0], SeatedBot("easy", "")], ANNA, pace=0)
        anna = Screen(ANNA)
        live.join(anna)
        await live.ask(ANNA, ask.Start(), None)
        while live.table.to_move == 0:
            await move(live, ANNA)
        await settle()
        assert house.thinking.underway == 1
        live.part(anna)
        await settle()
        assert house.thinking.underway == 0
        live.join(anna)
        await settle()
        assert house.thinking.underway == 1
        await live.ask(ANNA, ask.End(), None)
        await settle()
        assert house.thinking.underway == 0

    in_a_house(play)


def test_a_bot_waits_while_somebody_reads_and_not_for_ever_where_others_wait_too() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(3), [*TWO, SeatedBot("easy", "")], ANNA, pace=0)
        anna, ben = Screen(ANNA), Screen(BEN)
        live.join(anna)
        live.join(ben)
        await live.ask(ANNA, ask.Start(), None)
        live.reads(ben, True)
        while live.table.bot_to_move is None:
            await move(live, mover(live))
        number = live.table.number
        await house.clock.move_on(9)
        assert live.table.number == number
        await house.clock.move_on(2)
        assert live.table.number > number

    in_a_house(play)


# --- Clocks -----------------------------------------------------------------------------------------------------
def test_a_clock_that_runs_out_lets_a_bot_move() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA, clock="move", seconds=30, pace=0)
        anna = Screen(ANNA)
        live.join(anna)
        await live.ask(ANNA, ask.Start(), None)
        seat = live.table.to_move
        await house.clock.move_on(29)
        assert anna.news() == ["started"]
        await house.clock.move_on(2)
        assert anna.news()[:3] == ["started", "ranout", "moved"]
        assert live.table.match is not None and live.table.match.movers[0] == seat

    in_a_house(play)


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_clock_goes_on_evenly_when_the_time_of_the_machine_jumps(jump: int) -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA, clock="move", seconds=30, pace=0)
        anna = Screen(ANNA)
        live.join(anna)
        await live.ask(ANNA, ask.Start(), None)
        await house.clock.move_on(20)
        house.clock.jump(jump)
        await live.ask(ANNA, ask.Say(0, "clap"), None)
        await house.clock.move_on(9)
        assert anna.news() == ["started", "said"]
        await house.clock.move_on(2)
        assert anna.news()[:3] == ["started", "said", "ranout"]
        times = house.store.times[live.id]
        assert times == sorted(times) and times[3] - times[1] in range(29_000, 32_000)

    in_a_house(play)


def test_a_table_that_was_written_by_a_clock_that_was_ahead_goes_on() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA, clock="move", seconds=30, pace=0)
        house.clock.jump(3600)
        await live.ask(ANNA, ask.Start(), None)
        house.clock.jump(-3600)
        again = await house.reopened()
        anna = Screen(ANNA)
        again.join(anna)
        await house.clock.move_on(32)
        assert anna.news()[0] == "ranout"

    in_a_house(play)


# --- Taking back, leaving, coming back --------------------------------------------------------------------------
def test_a_move_is_taken_back_when_all_agree() -> None:
    async def play(house: House) -> None:
        live = await house.open(Ten(2), TWO, ANNA)
        await live.ask(ANNA, ask.Start(), None)
        assert live.table.match is not None
        first = mover(live)
        before = live.table.match.position.fingerprint()
        await move(live, first)
        other = BEN if first == ANNA else ANNA
        await live.ask(first, ask.AskUndo(live.table.seats_of(first)[0], live.table.number), None)
        await live.ask(other, ask.AnswerUndo(True), None)
        assert live.table.match.position.fingerprint() == before

    in_a_house(play)


def test_somebody_leaves_is_replaced_and_comes_back() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA, pace=100)
        anna, ben = Screen(ANNA), Screen(BEN)
        live.join(anna)
        live.join(ben)
        await live.ask(ANNA, ask.Start(), None)
        with pytest.raises(Refused, match="is here"):
            await live.ask(ANNA, ask.Replace(1, "easy"), None)
        live.part(ben)
        with pytest.raises(Refused, match=r"Ben was here a moment ago\. Wait 10 more seconds\."):
            await live.ask(ANNA, ask.Replace(1, "easy"), None)
        assert anna.seen[-1] == {"type": "presence", "here": [0], "replaceable": []}
        await house.clock.move_on(11)
        assert anna.seen[-1] == {"type": "presence", "here": [0], "replaceable": [1]}
        await live.ask(ANNA, ask.Replace(1, "easy"), None)
        while live.table.to_move == 0:
            await move(live, ANNA)
        number = live.table.number
        await house.clock.move_on(1)
        assert live.table.number > number
        await live.ask(BEN, ask.ComeBack(1), None)
        assert live.table.seats[1].stand_in is None

    in_a_house(play)


def test_a_table_that_nobody_uses_is_gone_without_a_search_for_garbage() -> None:
    """With hundreds of tables that stops everybody for a third of a second."""

    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), [TWO[0], SeatedBot("easy", "")], ANNA, pace=100)
        anna = Screen(ANNA)
        live.join(anna)
        await live.ask(ANNA, ask.Start(), None)
        await move(live, ANNA)
        await house.clock.move_on(1)
        live.part(anna)
        await house.clock.move_on(20)
        found = weakref.ref(live)
        gc.disable()
        try:
            del live
            await settle()
            assert found() is None
        finally:
            gc.enable()

    in_a_house(play)


# --- Forgetting -------------------------------------------------------------------------------------------------
def test_others_are_told_anew_when_somebody_is_forgotten_and_play_on_with_a_bot() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), TWO, ANNA, pace=100)
        anna, ben = Screen(ANNA), Screen(BEN)
        live.join(anna)
        live.join(ben)
        await live.ask(ANNA, ask.Start(), None)
        await house.store.forget(live.id, BEN, house.clock.now())
        number = live.table.number
        with pytest.raises(Refused, match="not your seat"):  # by a table that is no more
            await live.ask(BEN, ask.Leave(1), None)
        assert live.table.number == number + 1
        welcome, told = anna.seen[-3:-1]
        assert welcome["type"] == "welcome" and "Ben" not in str(welcome) and welcome["mine"] == [0]
        assert told["type"] == "news" and told["event"] == {"kind": "forgotten", "seats": [1]}
        assert anna.seen[-1] == {"type": "presence", "here": [0], "replaceable": [1]}
        assert [message["mine"] for message in ben.seen if message["type"] == "welcome"][-1] == []
        while live.table.to_move == 0:
            await move(live, ANNA)
        number = live.table.number
        await house.clock.move_on(1)
        assert live.table.number > number

    in_a_house(play)


def test_whoever_is_at_a_table_that_is_deleted_is_sent_away() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), [TWO[0], SeatedBot("easy", "")], ANNA, pace=100)
        anna = Screen(ANNA)
        live.join(anna)
        await live.ask(ANNA, ask.Start(), None)
        await house.store.forget(live.id, None, house.clock.now(), deletes=True)
        with pytest.raises(Refused, match="There is no table here"):
            await live.ask(ANNA, ask.Pause(), None)
        assert live.is_gone and anna.is_over
        await house.clock.move_on(20)  # and no bot goes on with it
        assert live.table.phase == "playing" and house.store.entries[live.id][-1] == '{"kind":"forgotten"}'

    in_a_house(play)


# --- When things go wrong ---------------------------------------------------------------------------------------
def test_whatever_happens_the_table_is_what_its_log_replays_to() -> None:
    async def play(house: House) -> None:
        live = await house.open(Nimmt(2), [TWO[0], SeatedBot("easy", "")], ANNA, pace=0)
        live.join(Screen(ANNA))
        await live.ask(ANNA, ask.Start(), None)
        house.store.is_down = True
        with pytest.raises(StorageDown):
            await move(live, ANNA)
        await house.clock.move_on(5)
        house.store.is_down = False
        await house.clock.move_on(5)
        while live.table.phase == "playing":
            if live.table.to_move == 0:
                await move(live, ANNA)
            await settle()
        again = await house.reopened()
        assert again.table.finished[0].record == live.table.finished[0].record
        assert again.table.number == live.table.number == len(house.store.entries[live.id])

    in_a_house(play)


# --- What devices send ------------------------------------------------------------------------------------------
def test_messages_are_read_into_what_they_mean() -> None:
    assert read_message('{"type": "ping"}') == Ping("ping")
    assert read_message('{"type": "hello", "last": 3}') == Hello("hello", last=3)
    asked = read_message('{"type": "ask", "request": "r1", "what": {"type": "sit", "name": "Ada", "seat": null}}')
    assert asked == Ask("ask", "r1", ask.Sit("Ada"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is not JSON"),
        ("[" * 3000, "it is not JSON"),
        ("7", "it must be an object"),
        ("{}", "type: it must be one of hello, ask, hint, reading, ping"),
        ('{"type": ["ping"]}', "type: it must be one of"),
        ('{"type": "ping", "more": 1}', "more: there is no such field"),
        ('{"type": "reading"}', "now: it is missing"),
        ('{"type": "reading", "now": 1}', "now: it must be true or false"),
        ('{"type": "hello", "last": true}', "last: it must be a whole number"),
        ('{"type": "hello", "last": -1}', "last: it must be from 0"),
        ('{"type": "hint", "request": "a b", "seat": 0}', "request: it must be 1 to 40 letters"),
        ('{"type": "ask", "request": "r", "what": {"type": "sing"}}', "what.type: it must be one of sit,"),
        ('{"type": "ask", "request": "r", "what": {"type": "sit"}}', "what.name: it is missing"),
        ('{"type": "ask", "request": "r", "what": {"type": "sit", "name": 7}}', "what.name: it must be text"),
        (
            '{"type": "ask", "request": "r", "what": {"type": "say", "seat": 0, "what": "x", "sign": "song"}}',
            "reaction or",
        ),
    ],
)
def test_nonsense_is_refused_with_its_place_and_reason(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_message(text)
    assert reason in refusal.value.sentence("en")


def test_the_name_of_a_request_is_found_in_what_cannot_be_read() -> None:
    assert request_in('{"type": "ask", "request": "r-1", "what": 7}') == "r-1"
    assert [request_in(text) for text in ("", "[]", '{"request": 7}', '{"request": "a b"}')] == [None] * 4


# --- Second tries -----------------------------------------------------------------------------------------------
async def say_wrong(house: House, **settings: object) -> tuple[RunningTable, Screen, str]:
    """A table of Cento with a card that lies; somebody looks at it who has not put it there."""
    live = await house.open(Cento(2), TWO, ANNA, **settings)
    await live.ask(ANNA, ask.Start(), None)
    device = mover(live)
    looker = Screen(BEN if device == ANNA else ANNA)
    live.join(looker)
    seat = live.table.seats_of(device)[0]
    assert live.table.match is not None
    written = live.table.match.position.view(seat).legal_moves[0]
    await live.ask(device, ask.Move(seat, written, live.table.number, 77), "wrong")
    return live, looker, device


def test_a_card_that_lies_is_played_after_thirty_seconds_also_when_the_clock_of_the_machine_jumps() -> None:
    async def play(house: House) -> None:
        live, looker, _ = await say_wrong(house, clock="move", seconds=5)
        house.clock.jump(3600)
        await house.clock.move_on(29)
        assert looker.news() == ["tried"]
        await house.clock.move_on(1.1)
        assert looker.news() == ["tried", "moved"]
        moved = looker.seen[-1]["event"]
        assert (moved["outcome"], moved["second"]) == ("wrong", None) and moved["way"]["steps"]
        assert live.table.match is not None and len(live.table.match.moves) == 1

    in_a_house(play)


@pytest.mark.parametrize("goes", [ask.Leave, lambda seat: ask.Replace(seat, "easy")], ids=["left", "replaced"])
def test_a_card_that_lies_is_played_at_once_when_its_player_is_gone(goes: Callable[[int], ask.Request]) -> None:
    async def play(house: House) -> None:
        live, looker, device = await say_wrong(house)
        await live.ask(device, goes(live.table.seats_of(device)[0]), None)
        await house.clock.move_on(0.1)
        assert looker.news()[2:3] == ["moved"] and live.table.trying is None

    in_a_house(play)


def test_a_card_that_lay_when_everything_was_started_anew_is_played_in_its_time() -> None:
    async def play(house: House) -> None:
        live, looker, device = await say_wrong(house)
        live.part(looker)
        await house.clock.move_on(20)
        again = await house.reopened()
        anew = Screen(device)
        again.join(anew)
        await house.clock.move_on(9)
        assert anew.news() == []
        await house.clock.move_on(2)
        assert anew.news() == ["moved"]

    in_a_house(play)


def test_nobody_waits_for_a_card_while_the_table_is_paused() -> None:
    async def play(house: House) -> None:
        live, looker, device = await say_wrong(house)
        await house.clock.move_on(10)
        await live.ask(ANNA, ask.Pause(), None)
        await house.clock.move_on(100)
        await live.ask(BEN, ask.Resume(), None)
        await house.clock.move_on(19)
        assert looker.news() == ["tried", "paused", "resumed"]
        seat = live.table.seats_of(device)[0]
        assert live.table.trying is not None
        await live.ask(device, ask.Move(seat, live.table.trying.move, live.table.number, 78), None)
        await house.clock.move_on(60)
        assert looker.news().count("moved") == 1

    in_a_house(play)
