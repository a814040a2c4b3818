"""The table: who sits where, what may be asked for and when, clocks, bots that stand in, undo, another match.

No server is needed for any of it. Each entry is stored and read back on the way, and each refusal is checked to change
nothing and to have its sentence in every language (`tests.kit.tables`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.kit.games import sensible
from tests.kit.tables import (
    ANNA,
    BEN,
    CARL,
    EVE,
    KEY,
    SECRET,
    SHARES,
    Sitting,
    against_bots,
    keep,
    person,
    shown_to,
    two_people,
)
from tests.kit.wire import legal, said_with, totals
from tests.kit.words import messages_of
from tiotal.engine.errors import BadOption, IllegalMove, Refused, TiotalError
from tiotal.engine.fairness import commitment_to, secret_of_deal
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.table import arithmetic, seen
from tiotal.table import requests as ask
from tiotal.table.answers import (
    BOT_NAMES,
    LONGEST_TEXT,
    MOST_KNOCKS,
    MOST_OF_A_DEVICE,
    PHRASES,
    REACTIONS,
    bot_move,
    check_new_name,
    open_table,
    run_out,
)
from tiotal.table.entries import (
    CameBack,
    Entry,
    Event,
    HintsChanged,
    Holder,
    Left,
    Moved,
    Opened,
    RanOut,
    Said,
    SayingChanged,
    Seated,
    SeatedBot,
    SeatedPerson,
    Started,
    Tried,
)
from tiotal.table.lessons import newest_lesson
from tiotal.table.match import COPIES_KEPT, MOVES_BETWEEN_COPIES
from tiotal.table.settings import DECLARED, OF_A_CLASS, check_settings, settings_of
from tiotal.table.table import REMEMBERED, SAYINGS_KEPT, STAND_IN, Table
from tiotal.words import LANGUAGES, say

RACE = Cento(2, preset="race", target=10)  # a match of a few moves


def over(**settings: Any) -> Sitting:
    """Two people have played a match."""
    return two_people(RACE, **settings).start().play_on(random.Random(1))


def names(sitting: Sitting) -> list[str | None]:
    return [seat.holder.name if seat.holder else None for seat in sitting.table.seats]


def seat_seen(sitting: Sitting, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = seen.table_for_all(sitting.table)["seats"][seat]
    return shown


# --- Seats ------------------------------------------------------------------------------------------------------
def test_a_seat_is_free_or_held_by_a_person_or_by_a_bot_of_a_level() -> None:
    sitting = Sitting(Nimmt(4), [person(ANNA), None, SeatedBot("hard", "")])
    kinds = [seat_seen(sitting, seat)["kind"] for seat in range(4)]
    assert kinds == ["person", "free", "bot", "free"]
    assert seat_seen(sitting, 2)["level"] == "hard"
    assert seat_seen(sitting, 0)["host"]
    assert not seat_seen(sitting, 1)["host"]


def test_somebody_takes_the_first_free_seat_or_the_one_they_name() -> None:
    sitting = Sitting(Nimmt(4), [person(ANNA)])
    sitting.ask(BEN, ask.Sit("Ben", seat=3))
    sitting.ask(CARL, ask.Sit(" Carl ", SHARES[CARL]))
    assert names(sitting) == ["Anna", "Carl", None, "Ben"]
    assert seat_seen(sitting, 1)["share"] == SHARES[CARL]


def test_several_people_sit_at_one_device_and_it_sees_through_each_of_their_eyes() -> None:
    sitting = Sitting(Nimmt(3), [person(ANNA, "Mum"), person(BEN), person(ANNA, "Child")]).start()
    assert sitting.table.seats_of(ANNA) == [0, 2]
    assert sitting.table.people == {ANNA, BEN}
    shown = json.loads(shown_to(sitting.table, ANNA))["matches"]
    assert [match["seat"] for match in shown] == [0, 2, None]  # the last is for when the device is passed on
    assert {card for hand in shown[2]["table"]["hands"] for card in hand} == {None}
    hands = [match["table"]["hands"] for match in shown]
    assert None not in hands[0][0]
    assert None not in hands[1][2]
    assert set(hands[0][2]) == {None}
    assert {sitting.move().device for _ in range(3)} == {ANNA, BEN}


def test_the_host_seats_bots_and_frees_seats() -> None:
    sitting = Sitting(Nimmt(3), [person(ANNA)])
    sitting.ask(ANNA, ask.SeatBot(1, "beginner"))
    sitting.ask(ANNA, ask.SeatBot(2, "master"))
    assert [seat_seen(sitting, seat)["level"] for seat in (1, 2)] == ["beginner", "master"]
    sitting.ask(ANNA, ask.FreeSeat(1))
    assert names(sitting)[1] is None
    sitting.ask(BEN, ask.Sit("Ben"))
    assert names(sitting)[1] == "Ben"


def test_no_bot_is_called_like_somebody_else_at_the_table() -> None:
    people = [SeatedPerson(ANNA, BOT_NAMES[1].upper()), SeatedPerson(BEN, BOT_NAMES[7])]
    sitting = Sitting(Cento(8), [*people, *[SeatedBot("easy", "")] * 5])
    sitting.ask(ANNA, ask.SeatBot(7, "easy"))
    called = [str(name).casefold() for name in names(sitting)]
    assert len(set(called)) == 8


def test_who_gets_up_before_the_match_leaves_the_seat_free() -> None:
    sitting = two_people(Ten(2))
    entry = sitting.ask(BEN, ask.Leave(1))
    assert entry.event == Seated(1, None)
    assert names(sitting) == ["Anna", None]


def test_a_match_does_not_start_while_a_seat_is_free() -> None:
    sitting = Sitting(Nimmt(3), [person(ANNA)])
    reason = sitting.refusal(ANNA, ask.Start())
    assert reason is not None
    assert reason.key == "table.seats_free"
    assert reason.values["seats"] == [2, 3]
    sitting.ask(ANNA, ask.SeatBot(1, "easy"))
    sitting.ask(BEN, ask.Sit("Ben"))
    assert sitting.ask(ANNA, ask.Start()).event == Started()
    assert sitting.phase() == "playing"


def test_another_device_becomes_the_host_with_the_hosts_key() -> None:
    sitting = Sitting(Nimmt(2), [person(ANNA), person(BEN)])
    assert sitting.refused(BEN, ask.Start()) == "table.not_host"
    sitting.ask(BEN, ask.Host(KEY))
    assert seat_seen(sitting, 1)["host"]
    assert not seat_seen(sitting, 0)["host"]
    assert sitting.refused(ANNA, ask.Start()) == "table.not_host"
    sitting.ask(BEN, ask.Start())


@pytest.mark.parametrize("name", ["", "  ", "\u200d", "\u3164 \u2800", "a\nb", 41 * "x"])
def test_a_table_is_not_opened_with_a_bad_name(name: str) -> None:
    with pytest.raises(Refused, match="name"):
        open_table(Nimmt(2), {}, [SeatedPerson(ANNA, name)], ANNA, KEY, SECRET)


def test_a_table_is_not_opened_with_too_many_seats_a_bad_share_or_a_level_that_is_none() -> None:
    for seats, key in (
        ([None] * 3, "table.too_many_seats"),
        ([SeatedPerson(ANNA, "Anna", "beef")], "table.bad_share"),
        ([SeatedBot("genius", "")], "table.no_level"),
    ):
        with pytest.raises(Refused) as caught:
            open_table(Nimmt(2), {}, seats, ANNA, KEY, SECRET)
        assert caught.value.key == key


# --- Settings ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("setting", "game"), [("memory_aid", "nimmt")])
def test_a_setting_of_one_game_is_refused_in_the_others(setting: str, game: str) -> None:
    for other in ("cento", "nimmt", "ten"):
        assert (setting in [option.name for option in settings_of(other)]) == (other == game)
        if other == game:
            assert check_settings(other, {setting: True})[setting] is True
        else:
            with pytest.raises(BadOption, match=f"{setting} is for {game} only"):
                check_settings(other, {setting: True})
            assert check_settings(other, {setting: False})[setting] is False


def test_every_setting_has_a_default_and_everything_open_is_off() -> None:
    settings = check_settings("ten", {})
    assert set(settings) == {option.name for option in (*DECLARED, *OF_A_CLASS)}
    assert not any(settings[name] for name in ("spectators", "listed", "free_text", "open_replay", "in_class"))
    assert settings["clock"] == "off"


@pytest.mark.parametrize("game", GAMES)
def test_in_a_lesson_the_cards_are_known_and_the_bot_plays_what_was_prepared(game: str) -> None:
    sitting = a_lesson(game)
    table = sitting.table
    assert table.match is not None and table.match.deal is None
    assert table.commitment is None and seen.table_for_all(table)["lesson"]
    lesson = newest_lesson(game)
    assert lesson is not None
    for mine, answer in PROPOSED[lesson.name]:
        for move in mine:
            sitting.move(move)
        assert table.prepared_move == answer
        sitting.happen(Moved(1, answer, by_bot=True))
    replayed = Table.replay(sitting.entries()).match
    assert replayed is not None and replayed.position.fingerprint() == table.match.position.fingerprint()


def test_whoever_goes_another_way_in_a_lesson_plays_on_and_the_next_match_is_dealt_fairly() -> None:
    sitting = a_lesson("nimmt")
    table = sitting.table
    sitting.ask(ANNA, ask.Move(0, "take:29", table.number))
    assert table.prepared_move is None
    chance = random.Random(1)
    while table.phase == "playing":
        assert table.to_move is not None and table.match is not None
        move = sensible(table.match.position, chance)
        if table.to_move == 0:
            sitting.ask(ANNA, ask.Move(0, move, table.number))
        else:
            sitting.happen(Moved(1, table.prepared_move or move, by_bot=True))
    assert table.finished[0].record.deal is None
    assert table.commitment == commitment_to(secret_of_deal(SECRET, 2)) and table.lesson is None
    sitting.ask(ANNA, ask.Again(SHARES[ANNA]))
    assert table.match is not None and table.match.deal is not None
    assert table.prepared_move is None and not seen.table_for_all(table)["lesson"]


def test_a_lesson_is_for_one_person_and_one_bot_with_the_usual_rules() -> None:
    refused: list[tuple[Nimmt, list[Holder]]] = [
        (Nimmt(2), [person(ANNA), person(BEN)]),
        (Nimmt(2), [person(ANNA)]),
        (Nimmt(3), [person(ANNA), SeatedBot("easy", ""), SeatedBot("easy", "")]),
        (Nimmt(2, rounds=1), [person(ANNA), SeatedBot("easy", "")]),
    ]
    for game, seats in refused:
        with pytest.raises(Refused) as refusal:
            open_table(game, {}, seats, ANNA, KEY, SECRET, lesson=True)
        assert refusal.value.key == "table.lesson_for_one"


# What the lessons propose, and what the bot answers.
PROPOSED = {
    "cento-1": [(["+1"], "+4"), (["SKIP", "TENS:+60"], "+5"), (["FLIP"], "+7")],
    "nimmt-1": [(["36>29"], "41>36"), (["take:41"], "60>54")],
    "ten-1": [(["9:down+1"], "5:up"), (["pass"], "pass"), (["show", "add:1"], "stand")],
}


def test_a_card_that_lies_in_the_open_is_wanted_in_the_lesson_of_10() -> None:
    sitting = a_lesson("ten")
    for move in ("9:up", "5:up", "pass"):
        sitting.happen(Moved(sitting.table.to_move or 0, move))
    assert sitting.table.prepared_move == "swap:0"


def a_lesson(game: str) -> Sitting:
    sitting = Sitting(GAMES[game](2), [person(ANNA), SeatedBot("beginner", "Sven")], lesson=True)
    sitting.ask(ANNA, ask.Start())
    return sitting


def test_whoever_plays_alone_with_bots_sets_their_pace_and_among_several_devices_the_host_does() -> None:
    sitting = Sitting(Ten(3), [person(ANNA), person(BEN), SeatedBot("beginner", "Sven")])
    sitting.ask(ANNA, ask.Start())
    assert sitting.refused(BEN, ask.Pace(0)) == "table.not_host"
    sitting.ask(ANNA, ask.Pace(300))
    assert sitting.table.settings["pace"] == 300
    sitting.ask(ANNA, ask.Leave(0))
    sitting.ask(BEN, ask.Pace(0))  # all who play are on his device now
    assert sitting.table.settings["pace"] == 0
    assert sitting.refused(BEN, ask.Pace(-1)) == "options.number"
    assert Table.replay(sitting.entries()).settings == sitting.table.settings


@pytest.mark.parametrize("given", [{"clock": "fast"}, {"seconds": 4}, {"undo": "yes"}, {"pace": -1}, {"colour": "red"}])
def test_a_setting_that_cannot_be_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        check_settings("ten", given)


def test_a_clock_without_seconds_has_a_time_that_suits_it() -> None:
    assert check_settings("ten", {"clock": "move"})["seconds"] == 60
    assert check_settings("ten", {"clock": "player"})["seconds"] == 600
    assert check_settings("ten", {"clock": "player", "seconds": 30})["seconds"] == 30


def test_the_memory_aid_shows_how_high_the_stacks_are() -> None:
    for aid in (False, True):
        sitting = two_people(Nimmt(2), memory_aid=aid).start()
        while not any(">" in move for move in sitting.legal):
            sitting.move()
        sitting.move(next(move for move in sitting.legal if ">" in move))
        stacks = json.loads(shown_to(sitting.table, ANNA))["matches"][0]["table"]["stacks"]
        assert max(len(stack) for stack in stacks) == (2 if aid else 1)


# --- Moves ------------------------------------------------------------------------------------------------------
def test_whoever_is_to_move_plays_and_then_the_next_is_asked() -> None:
    sitting = two_people(Ten(2)).start()
    assert sitting.table.to_move == 0
    sitting.ask(ANNA, ask.Move(0, sitting.legal[0], sitting.table.number))
    assert sitting.table.to_move == 1
    shown = json.loads(shown_to(sitting.table, BEN))
    assert legal(shown["matches"][0]) == sitting.legal
    assert json.loads(shown_to(sitting.table, ANNA))["matches"][0]["legal"] == []


def test_a_move_for_another_seat_or_out_of_turn_is_refused() -> None:
    sitting = two_people(Ten(2)).start()
    move, number = sitting.legal[0], sitting.table.number
    assert sitting.refused(BEN, ask.Move(0, move, number)) == "table.not_your_seat"
    assert sitting.refused(EVE, ask.Move(0, move, number)) == "table.not_your_seat"
    assert str(sitting.refusal(BEN, ask.Move(1, move, number))) == "It is not your turn: Anna plays now."
    assert sitting.refused(ANNA, ask.Move(2, move, number)) == "table.no_seat"
    assert sitting.refused(ANNA, ask.Move(-1, move, number)) == "table.no_seat"


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    sitting = two_people(Ten(2)).start()
    reason = sitting.refusal(ANNA, ask.Move(0, "pass", sitting.table.number))
    assert reason is not None
    assert reason.values["legal"][0] == sitting.legal[0]
    assert sitting.refused(ANNA, ask.Move(0, "dance", sitting.table.number)) == "moves.unknown"
    assert sitting.refused(ANNA, ask.Move(0, "", sitting.table.number)) == "moves.empty"


def test_a_move_answers_what_the_player_has_seen_so_the_same_click_plays_once() -> None:
    """Seat 0 may be asked twice in a row; a second copy of its first answer is late, whatever it says."""
    sitting = two_people(Ten(2)).start()
    seen_at = sitting.table.number
    sitting.ask(ANNA, ask.Move(0, sitting.legal[0], seen_at))
    assert sitting.refused(ANNA, ask.Move(0, sitting.legal[0], seen_at)) == "table.too_late"
    assert sitting.refused(BEN, ask.Move(1, sitting.legal[0], seen_at)) == "table.too_late"
    assert sitting.refused(BEN, ask.Move(1, sitting.legal[0], sitting.table.number + 1)) == "table.too_late"
    sitting.move()


def test_what_does_not_change_the_legal_moves_does_not_make_a_move_late() -> None:
    sitting = two_people(Ten(2)).start()
    seen_at = sitting.table.number
    sitting.ask(BEN, ask.Say(1, "clap"))
    sitting.ask(BEN, ask.Leave(1))
    sitting.ask(ANNA, ask.Move(0, sitting.legal[0], seen_at))


def test_a_request_that_is_sent_twice_is_known_by_its_name() -> None:
    sitting = two_people(Ten(2)).start()
    entry = sitting.ask(ANNA, ask.Move(0, sitting.legal[0], sitting.table.number), name="m1")
    sitting.ask(BEN, ask.Say(1, "wow"), name="m1")
    assert sitting.table.requests[ANNA, "m1"] == entry.number
    assert sitting.table.requests[BEN, "m1"] == entry.number + 1
    assert (EVE, "m1") not in sitting.table.requests
    assert Table.replay(sitting.entries()).requests == sitting.table.requests


def test_so_many_moves_are_remembered_and_the_oldest_forgotten_for_it_would_come_too_late() -> None:
    sitting = two_people(Cento(2, match="first-to", limit=10_000)).start()
    dice = random.Random(3)
    for number in range(REMEMBERED + 3):
        table = sitting.table
        assert table.match is not None and table.to_move is not None
        event = Moved(table.to_move, dice.choice(table.match.position.legal_moves))
        table.add(Entry(table.number + 1, sitting.now, event, BEN, f"r{number}"))
    assert len(sitting.table.requests) == REMEMBERED
    assert (BEN, "r2") not in sitting.table.requests
    assert (BEN, "r3") in sitting.table.requests


def test_an_entry_with_another_number_than_the_next_is_never_taken() -> None:
    table = two_people(Ten(2)).table
    for number in (0, 1, 3):
        with pytest.raises(ValueError, match="cannot follow"):
            table.add(Entry(number, table.at, Started(), ANNA))


def test_a_bot_moves_when_it_is_its_turn_and_only_then() -> None:
    sitting = against_bots(Ten(2)).start()
    table = sitting.table
    assert sitting.bot() is None
    assert bot_move(table, sitting.legal[0], table.number) is None
    asked = table.number
    sitting.move()
    assert sitting.bot() == "easy"
    assert bot_move(table, sitting.legal[0], asked) is None  # it was asked before that move
    assert bot_move(table, sitting.legal[0], table.number) == Moved(1, sitting.legal[0], by_bot=True)
    assert sitting.refused(ANNA, ask.Move(1, sitting.legal[0], table.number)) == "table.not_your_seat"
    sitting.move()
    assert json.loads(sitting.news[-1]) == {"kind": "moved", "seat": 1, "by_bot": True}


# --- Pause ------------------------------------------------------------------------------------------------------
def test_nobody_moves_in_a_pause_and_anybody_at_the_table_can_end_it() -> None:
    sitting = against_bots(Ten(2)).start()
    sitting.move()
    sitting.ask(ANNA, ask.Pause())
    assert sitting.bot() is None
    assert bot_move(sitting.table, sitting.legal[0], sitting.table.number) is None
    assert sitting.refused(ANNA, ask.Move(0, sitting.legal[0], sitting.table.number)) == "table.paused"
    assert sitting.refused(EVE, ask.Resume()) == "table.not_seated"
    assert json.loads(shown_to(sitting.table, ANNA))["table"]["paused"]
    sitting.ask(ANNA, ask.Resume())
    assert sitting.bot() == "easy"


def test_no_legal_moves_are_offered_in_a_pause() -> None:
    sitting = two_people(Ten(2)).start()
    sitting.ask(BEN, ask.Pause())
    assert json.loads(shown_to(sitting.table, ANNA))["matches"][0]["legal"] == []
    sitting.ask(ANNA, ask.Resume())
    assert legal(json.loads(shown_to(sitting.table, ANNA))["matches"][0]) == sitting.legal


# --- Clocks -----------------------------------------------------------------------------------------------------
def test_without_a_clock_there_is_no_deadline() -> None:
    sitting = two_people(Ten(2)).start()
    assert sitting.table.deadline() is None
    sitting.wait(1_000_000)
    assert sitting.bot() is None
    assert seen.turn_for_all(sitting.table)["time_left"] is None


def test_a_clock_for_each_move_runs_out_and_a_bot_makes_that_one_move() -> None:
    sitting = two_people(Ten(2), clock="move", seconds=10).start()
    assert sitting.table.deadline() == sitting.now + 10_000
    sitting.wait(9.999)
    assert sitting.bot() is None
    sitting.wait(0.001)
    assert sitting.bot() == STAND_IN
    assert sitting.table.deadline() is None
    assert seat_seen(sitting, 0)["out_of_time"]
    assert sitting.refused(ANNA, ask.Move(0, sitting.legal[0], sitting.table.number)) == "table.out_of_time"
    assert sitting.refused(ANNA, ask.ComeBack(0)) == "table.out_of_time"
    sitting.move()
    assert not seat_seen(sitting, 0)["out_of_time"]
    assert sitting.table.deadline() == sitting.now + 10_000  # now Ben's
    sitting.move()
    sitting.ask(ANNA, ask.Move(0, "pass", sitting.table.number))


def test_a_clock_for_each_player_counts_only_the_time_of_whoever_is_to_move() -> None:
    sitting = two_people(Ten(2), clock="player", seconds=10).start()
    sitting.wait(4)
    sitting.move()
    sitting.wait(3)
    sitting.move()
    assert seen.turn_for_all(sitting.table)["time_left"] == [6_000, 7_000]
    assert sitting.table.deadline() == sitting.now + 6_000


def test_whose_clock_has_run_out_is_played_for_until_the_match_is_over() -> None:
    sitting = two_people(RACE, clock="player", seconds=5).start()
    late = sitting.to_move()
    sitting.wait(5)
    while sitting.phase() == "playing":
        assert (sitting.bot() is not None) == (sitting.table.to_move == late)
        sitting.move()
    assert not seat_seen(sitting, late)["out_of_time"]
    assert sitting.table.people == {ANNA, BEN}  # both are asked whether they want another match


def test_two_whose_clocks_have_run_out_can_still_play_again() -> None:
    sitting = two_people(RACE, clock="player", seconds=5).start()
    while sitting.phase() == "playing":
        sitting.wait(5)
        sitting.move()
    sitting.ask(ANNA, ask.Again())
    sitting.ask(BEN, ask.Again())
    assert sitting.phase() == "playing"
    assert sitting.bot() is None
    assert seen.turn_for_all(sitting.table)["time_left"] == [5_000, 5_000]


def test_a_pause_stops_the_clock() -> None:
    for clock in ("move", "player"):
        sitting = two_people(Ten(2), clock=clock, seconds=10).start()
        sitting.wait(4)
        sitting.ask(BEN, ask.Pause())
        assert sitting.table.deadline() is None
        sitting.wait(3_600)
        assert run_out(sitting.table, sitting.now) is None
        sitting.ask(BEN, ask.Resume())
        assert sitting.table.deadline() == sitting.now + 6_000
        sitting.wait(1)
        sitting.move()
        left = seen.turn_for_all(sitting.table)["time_left"]
        assert left == ([10_000, 10_000] if clock == "move" else [5_000, 10_000])


def test_the_clock_runs_on_whatever_else_happens() -> None:
    """Nobody wins time by leaving and coming back, nor by talking."""
    for clock in ("move", "player"):
        sitting = two_people(Ten(2), clock=clock, seconds=10).start()
        deadline = sitting.table.deadline()
        sitting.wait(4)
        sitting.ask(ANNA, ask.Leave(0))
        assert sitting.table.deadline() == deadline
        sitting.wait(4)
        sitting.ask(ANNA, ask.ComeBack(0))
        sitting.ask(BEN, ask.Say(1, "think"))
        assert sitting.table.deadline() == deadline


def test_the_clock_of_a_person_stands_still_while_a_bot_stands_in() -> None:
    sitting = two_people(Ten(2), clock="move", seconds=10).start()
    sitting.wait(4)
    sitting.ask(ANNA, ask.Replace(0, "easy"))
    assert sitting.table.deadline() is None
    sitting.wait(3_600)
    sitting.ask(ANNA, ask.ComeBack(0))
    assert sitting.table.deadline() == sitting.now + 6_000


def test_a_clock_runs_out_for_somebody_who_has_left_too() -> None:
    sitting = two_people(Ten(2), clock="move", seconds=10).start()
    sitting.ask(ANNA, ask.Leave(0))
    sitting.wait(10)
    assert sitting.bot() == STAND_IN


def test_a_bot_has_no_clock() -> None:
    sitting = against_bots(Ten(2), clock="move", seconds=5).start()
    sitting.move()
    assert sitting.table.deadline() is None
    sitting.wait(100)
    assert sitting.bot() == "easy"


# --- Leaving and coming back ------------------------------------------------------------------------------------
def test_who_leaves_during_the_match_keeps_the_seat_and_comes_back_to_it() -> None:
    sitting = two_people(Ten(2)).start()
    assert sitting.ask(ANNA, ask.Leave(0)).event == Left(0)
    assert seat_seen(sitting, 0)["away"]
    assert sitting.table.people == {BEN}
    assert sitting.bot() is None
    assert sitting.refused(ANNA, ask.Move(0, sitting.legal[0], sitting.table.number)) == "table.bot_plays_for_you"
    assert sitting.ask(ANNA, ask.ComeBack(0)).event == CameBack(0)
    sitting.move()


def just_left() -> Sitting:
    """Anna was here a moment ago, and may be back in another."""
    sitting = playing()
    sitting.present.discard(ANNA)
    sitting.seconds_away = 3.5
    return sitting


def test_somebody_who_is_gone_is_replaced_by_a_bot_of_a_chosen_level_and_takes_the_seat_back() -> None:
    sitting = two_people(Ten(2)).start()
    assert sitting.refused(BEN, ask.Replace(0, "hard")) == "table.is_here"
    sitting.ask(ANNA, ask.Leave(0))
    sitting.ask(BEN, ask.Replace(0, "hard"))
    assert sitting.bot() == "hard"
    assert seat_seen(sitting, 0)["stand_in"] == "hard"
    sitting.move()
    sitting.ask(ANNA, ask.ComeBack(0))
    assert seat_seen(sitting, 0)["stand_in"] is None
    assert sitting.table.people == {ANNA, BEN}
    sitting.move()
    sitting.ask(ANNA, ask.Move(0, "pass", sitting.table.number))


def test_whose_connection_is_lost_can_be_replaced_without_having_left() -> None:
    sitting = two_people(Ten(2)).start()
    sitting.present.discard(ANNA)
    sitting.ask(BEN, ask.Replace(0, "easy"))
    assert sitting.bot() == "easy"


def test_everybody_can_let_a_bot_play_for_themselves_and_it_plays_on_when_they_leave() -> None:
    sitting = two_people(Ten(2)).start()
    sitting.ask(ANNA, ask.Replace(0, "master"))
    sitting.ask(ANNA, ask.Leave(0))
    assert sitting.bot() == "master"
    sitting.ask(ANNA, ask.ComeBack(0))
    assert sitting.bot() is None


def test_only_the_seat_that_is_left_is_left_when_a_device_holds_several() -> None:
    sitting = Sitting(Ten(3), [person(ANNA, "Mum"), person(ANNA, "Child"), person(BEN)]).start()
    sitting.ask(ANNA, ask.Leave(1))
    assert [seat_seen(sitting, seat)["away"] for seat in range(3)] == [False, True, False]
    assert sitting.table.people == {ANNA, BEN}
    sitting.move()


def test_the_move_of_a_stand_in_comes_too_late_when_the_person_is_back() -> None:
    sitting = two_people(Ten(2)).start()
    sitting.ask(ANNA, ask.Replace(0, "easy"))
    asked = sitting.table.number
    sitting.ask(ANNA, ask.ComeBack(0))
    assert bot_move(sitting.table, sitting.legal[0], asked) is None


# --- Undo -------------------------------------------------------------------------------------------------------
def laid(*holders: Any, **settings: Any) -> Sitting:
    """10, in which everybody but the last has laid a first card; nobody has learned anything by it."""
    sitting = Sitting(Ten(len(holders)), holders, **settings).start()
    for _ in holders[1:]:
        sitting.move()
    return sitting


def moves_of(sitting: Sitting) -> list[str]:
    assert sitting.table.match is not None
    return sitting.table.match.moves


def undo(sitting: Sitting, seat: int) -> ask.AskUndo:
    return ask.AskUndo(seat, sitting.table.number)


def test_a_move_is_taken_back_when_all_people_agree_and_the_moves_of_bots_after_it_too() -> None:
    sitting = laid(person(ANNA), SeatedBot("easy", ""), person(BEN), person(CARL))
    assert len(moves_of(sitting)) == 3
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.ask(BEN, ask.AnswerUndo(True))
    assert json.loads(shown_to(sitting.table, CARL))["table"]["undo"] == {"seat": 0, "agreed": [0, 2]}
    assert len(moves_of(sitting)) == 3
    sitting.ask(CARL, ask.AnswerUndo(True))
    assert moves_of(sitting) == []
    assert sitting.table.to_move == 0
    assert sitting.table.undo is None
    assert sitting.table.match is not None
    assert (
        sitting.table.match.position.fingerprint()
        == sitting.table.match.game.deal(sitting.table.match.seed).fingerprint()
    )
    sitting.move(sitting.legal[-1])


def test_only_what_came_after_ones_own_last_move_is_taken_back() -> None:
    sitting = laid(person(ANNA), SeatedBot("easy", ""), person(BEN))
    sitting.ask(BEN, ask.Move(2, sitting.legal[0], sitting.table.number))
    kept = moves_of(sitting)[:2]
    sitting.ask(BEN, undo(sitting, 2))
    sitting.ask(ANNA, ask.AnswerUndo(True))
    assert moves_of(sitting) == kept
    assert sitting.table.to_move == 2


def test_alone_among_bots_nobody_else_is_asked() -> None:
    sitting = against_bots(Ten(4)).start()
    for _ in range(4):
        sitting.move()
    sitting.ask(ANNA, undo(sitting, 0))
    assert moves_of(sitting) == []


def test_people_at_one_device_agree_together() -> None:
    sitting = laid(person(ANNA, "Mum"), person(ANNA, "Child"), SeatedBot("easy", ""))
    sitting.ask(ANNA, undo(sitting, 0))
    assert moves_of(sitting) == []


def test_a_refusal_ends_it() -> None:
    sitting = laid(person(ANNA), person(BEN), person(CARL))
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.ask(BEN, ask.AnswerUndo(False))
    assert sitting.table.undo is None
    assert len(moves_of(sitting)) == 2
    assert sitting.refused(CARL, ask.AnswerUndo(True)) == "table.no_undo_asked"


def test_a_move_ends_it_too() -> None:
    sitting = laid(person(ANNA), person(BEN), person(CARL))
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.move()
    assert sitting.table.undo is None
    assert sitting.table.changed == sitting.table.number


@pytest.mark.parametrize("goes", [ask.Leave(2), ask.Replace(2, "easy")])
def test_somebody_who_leaves_is_no_longer_waited_for(goes: ask.Request) -> None:
    sitting = laid(person(ANNA), person(BEN), person(CARL))
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.ask(BEN, ask.AnswerUndo(True))
    sitting.ask(CARL, goes)
    assert moves_of(sitting) == []


def test_when_all_have_left_nothing_is_taken_back() -> None:
    sitting = laid(person(ANNA), person(BEN))
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.ask(BEN, ask.Leave(1))
    assert moves_of(sitting) == []
    sitting.move()
    sitting.ask(BEN, ask.ComeBack(1))
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.ask(ANNA, ask.Leave(0))
    sitting.ask(BEN, ask.Leave(1))
    assert sitting.table.undo is None
    assert len(moves_of(sitting)) in (0, 1)


def test_a_move_is_not_taken_back_when_cards_were_shown() -> None:
    """In 10 whoever buys a card looks at it; in Cento whoever plays draws; in 11 nimmt! new stacks are turned up."""
    ten = laid(person(ANNA), person(BEN))
    ten.move("0:up" if "0:up" in ten.legal else ten.legal[0])
    ten.move(next((move for move in ten.legal if move.startswith("swap:")), None))
    assert ten.refused(ANNA, undo(ten, 0)) == "table.cards_were_shown"
    cento = two_people(Cento(2)).start()
    seat = cento.table.to_move
    assert seat is not None
    cento.move()
    assert cento.refused((ANNA, BEN)[seat], undo(cento, seat)) == "table.cards_were_shown"
    nimmt = two_people(Nimmt(2)).start()
    nimmt.move(next(move for move in nimmt.legal if move.startswith("take:")))
    assert nimmt.refused(ANNA, undo(nimmt, 0)) == "table.cards_were_shown"


def test_everybody_is_told_beforehand_why_a_move_cannot_be_taken_back() -> None:
    """The same that a request would be refused with."""

    def told(sitting: Sitting) -> list[str | None]:
        reasons: list[str | None] = json.loads(shown_to(sitting.table, EVE))["turn"]["no_undo"]
        for seat, device in enumerate((ANNA, BEN)):
            refusal = sitting.refusal(device, undo(sitting, seat))
            assert (refusal and refusal.key) == reasons[seat]
        return reasons

    assert told(two_people(Ten(2), undo=False).start()) == ["table.undo_is_off"] * 2
    ten = laid(person(ANNA), person(BEN))
    assert told(ten) == [None, "table.nothing_to_undo"]
    cento = two_people(Cento(2)).start()
    seat = cento.to_move()
    cento.move()
    assert told(cento)[seat] == "table.cards_were_shown"
    nimmt = two_people(Nimmt(2)).start()
    nimmt.move(next((move for move in nimmt.legal if ">" in move), None))
    assert told(nimmt) == [None, "table.nothing_to_undo"]


def test_set_up_promises_no_undo_where_every_card_is_followed_by_a_draw() -> None:
    offered = {game: {option.name for option in settings_of(game)} for game in ("cento", "nimmt", "ten")}
    assert [game for game, names in offered.items() if "undo" in names] == ["nimmt", "ten"]
    assert check_settings("cento", {"undo": False})["undo"] is False  # a wish to swap, in pairs, could be taken back


def test_an_earlier_move_is_safe_when_a_later_one_has_shown_cards() -> None:
    sitting = laid(person(ANNA), person(BEN))
    sitting.move()
    assert sitting.refusal(ANNA, undo(sitting, 0)) is None
    sitting.move(next(move for move in sitting.legal if move.startswith(("swap:", "pass"))))
    while sitting.table.match is not None and not any(sitting.table.match.reveals):
        sitting.move()
    assert sitting.refused(ANNA, undo(sitting, 0)) == "table.cards_were_shown"


def test_a_request_to_undo_answers_what_the_player_has_seen() -> None:
    sitting = laid(person(ANNA), person(BEN))
    before = sitting.table.number
    sitting.move()
    assert sitting.refused(ANNA, ask.AskUndo(0, before)) == "table.too_late"
    assert sitting.refused(ANNA, ask.AskUndo(0, sitting.table.number + 1)) == "table.too_late"


def test_after_an_undo_old_moves_come_too_late() -> None:
    sitting = laid(person(ANNA), person(BEN))
    stale = ask.Move(1, sitting.legal[0], sitting.table.number)
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.ask(BEN, ask.AnswerUndo(True))
    assert sitting.refused(BEN, stale) == "table.too_late"


def test_a_clock_that_ran_out_in_a_turn_that_was_taken_back_is_wound_up_again() -> None:
    sitting = laid(person(ANNA), person(BEN), person(CARL), clock="move", seconds=10)
    sitting.ask(ANNA, undo(sitting, 0))
    sitting.wait(10)  # Carl's
    sitting.ask(BEN, ask.AnswerUndo(True))
    assert moves_of(sitting) == []
    assert not seat_seen(sitting, 2)["out_of_time"]
    assert sitting.table.deadline() == sitting.now + 10_000


def test_totals_that_were_said_are_taken_back_with_their_moves() -> None:
    sitting = two_people(Cento(4, pairs=True))
    sitting.ask(CARL, ask.Sit("Carl"))
    sitting.ask(ANNA, ask.SeatBot(3, "easy"))
    sitting.start()
    dice = random.Random(3)
    for _ in range(40):
        swaps = [move for move in sitting.legal if move.startswith("swap:")]
        if swaps and sitting.bot() is None:
            break
        sitting.play_on(dice, 1)
    assert sitting.table.match is not None
    seat, sums = sitting.table.to_move, list(sitting.table.match.sums)
    assert seat is not None
    sitting.move(swaps[0])
    sitting.ask(sitting.table.seats[seat].device or "", undo(sitting, seat))
    for device in sitting.table.people - sitting.table.undo.agreed if sitting.table.undo else ():
        sitting.ask(device, ask.AnswerUndo(True))
    assert sitting.table.to_move == seat
    assert sitting.table.match.sums == sums


def test_an_undo_late_in_a_long_match_gives_the_position_that_its_moves_give() -> None:
    """Positions are kept now and then, so that not the whole match has to be played again."""
    sitting = Sitting(Ten(7), [person(ANNA), *[SeatedBot("easy", "")] * 6]).start()
    dice = random.Random(5)
    undone = 0
    while sitting.phase() == "playing":
        sitting.play_on(dice, 1)
        if dice.random() < 0.2 and sitting.phase() == "playing":
            if sitting.refusal(ANNA, undo(sitting, 0)) is None:
                sitting.ask(ANNA, undo(sitting, 0))
                undone += 1
                match = sitting.table.match
                assert match is not None
                fresh = match.game.deal(match.seed)
                for move in match.moves:
                    fresh.play(move)
                assert fresh.fingerprint() == match.position.fingerprint()
                assert [fresh.view(seat) for seat in (None, 0, 3)] == [match.position.view(s) for s in (None, 0, 3)]
                assert len(match._copies) <= COPIES_KEPT
    assert undone > 3
    assert len(moves_of(sitting)) > 4 * MOVES_BETWEEN_COPIES


# --- Another match ----------------------------------------------------------------------------------------------
def test_another_match_begins_when_all_people_want_it_with_everybody_one_seat_on() -> None:
    sitting = Sitting(Cento(3, preset="race", target=10), [person(ANNA), person(BEN), SeatedBot("easy", "")])
    sitting.start().play_on(random.Random(1))
    before = names(sitting)
    sitting.ask(BEN, ask.Again())
    assert json.loads(shown_to(sitting.table, ANNA))["table"]["again"] == [1]
    assert sitting.phase() == "over"
    sitting.ask(ANNA, ask.Again())
    assert sitting.phase() == "playing"
    assert names(sitting) == [*before[1:], before[0]]
    assert sitting.table.match is not None
    assert sitting.table.match.number == 2
    assert sitting.table.match.names == names(sitting)


def test_partners_stay_partners() -> None:
    sitting = Sitting(
        Cento(4, preset="race", target=10, pairs=True), [person(ANNA), person(BEN), person(CARL), SeatedBot("easy", "")]
    )
    sitting.start().play_on(random.Random(2))
    for device in (ANNA, BEN, CARL):
        sitting.ask(device, ask.Again())
    called = names(sitting)
    assert abs(called.index("Anna") - called.index("Carl")) == 2


def test_the_host_adds_a_share_when_the_commitment_has_been_seen() -> None:
    sitting = Sitting(
        Cento(4), [SeatedPerson(ANNA, "Anna"), SeatedPerson(ANNA, "Ada"), person(BEN), SeatedBot("easy", "")]
    )
    promised = sitting.table.commitment
    assert sitting.refused(ANNA, ask.Start("no chance")) == "table.bad_share"
    sitting.ask(ANNA, ask.Start(SHARES[ANNA]))
    assert sitting.table.match is not None
    deal = sitting.table.match.deal
    assert deal is not None
    assert deal.commitment == promised
    assert deal.shares == (SHARES[ANNA], SHARES[ANNA], SHARES[BEN], None)
    assert seat_seen(sitting, 1)["share"] == SHARES[ANNA]


def test_each_match_has_a_secret_of_its_own_with_a_commitment_that_comes_before_any_share() -> None:
    sitting = over()
    first = sitting.table.finished[0].record.deal
    assert first is not None
    promised = sitting.table.commitment
    assert promised == commitment_to(secret_of_deal(SECRET, 2)) != first.commitment
    sitting.ask(ANNA, ask.Again(SHARES[CARL]))
    assert sitting.table.commitment == promised
    sitting.ask(BEN, ask.Again())
    assert sitting.table.match is not None
    deal = sitting.table.match.deal
    assert deal is not None
    assert deal.commitment == promised == sitting.table.commitment
    assert deal.shares == (None, SHARES[CARL])  # Ben has moved to the first seat
    assert first.shares == (SHARES[ANNA], SHARES[BEN])
    assert deal.seed != first.seed
    assert seat_seen(sitting, 1)["share"] == SHARES[CARL]


def test_who_has_left_is_not_waited_for_and_a_bot_plays_in_the_next_match() -> None:
    sitting = over()
    sitting.ask(ANNA, ask.Again())
    sitting.ask(BEN, ask.Leave(1))
    assert sitting.phase() == "playing"
    assert names(sitting) == ["Ben", "Anna"]
    assert seat_seen(sitting, 0)["stand_in"] == STAND_IN
    sitting.ask(BEN, ask.ComeBack(0))
    assert sitting.table.people == {ANNA, BEN}


def test_who_lets_a_bot_play_comes_back_before_asking_for_another_match() -> None:
    sitting = over()
    sitting.ask(BEN, ask.Replace(1, "hard"))
    assert sitting.refused(BEN, ask.Again()) == "table.bot_plays_for_you"
    sitting.ask(ANNA, ask.Again())
    assert sitting.phase() == "playing"
    assert seat_seen(sitting, 0)["stand_in"] == "hard"


def test_a_replay_is_open_to_everybody_when_all_who_played_want_it() -> None:
    sitting = over()

    def told() -> tuple[Any, ...]:
        match = json.loads(shown_to(sitting.table, EVE))["table"]["finished"][0]
        return match["open"], match["agreed"], match["asked"]

    assert not seen.may_look_at(sitting.table, 1, EVE)
    assert all(seen.may_look_at(sitting.table, 1, device) for device in (ANNA, BEN))
    assert sitting.refused(EVE, ask.OpenReplay(1)) == "table.not_played"
    assert {sitting.refused(ANNA, ask.OpenReplay(number)) for number in (-1, 0, 2)} == {"table.not_over"}
    sitting.ask(BEN, ask.OpenReplay(1))
    assert told() == (False, [1], [0])
    assert not seen.may_look_at(sitting.table, 1, EVE)
    assert sitting.refused(BEN, ask.OpenReplay(1)) == "table.replay_agreed_already"
    sitting.ask(ANNA, ask.OpenReplay(1))
    assert told() == (True, [0, 1], [])
    assert seen.may_look_at(sitting.table, 1, EVE)
    assert sitting.refused(ANNA, ask.OpenReplay(1)) == "table.replay_open_already"
    assert not seen.may_look_at(sitting.table, 2, EVE)


def test_who_plays_against_bots_opens_a_replay_alone_and_who_had_left_is_not_waited_for() -> None:
    alone = against_bots(Cento(3, preset="to-20-b")).start().play_on(random.Random(1))
    alone.ask(ANNA, ask.OpenReplay(1))
    assert seen.may_look_at(alone.table, 1, EVE)
    sitting = two_people(Cento(2, preset="to-20-b")).start()
    sitting.ask(BEN, ask.Leave(1))
    sitting.ask(ANNA, ask.Replace(1, "easy"))
    sitting.play_on(random.Random(1))
    assert sitting.refused(BEN, ask.OpenReplay(1)) == "table.not_played"
    sitting.ask(ANNA, ask.OpenReplay(1))
    assert seen.may_look_at(sitting.table, 1, EVE)


def test_a_replay_stays_open_when_people_have_moved_on() -> None:
    sitting = over()
    for device in (ANNA, BEN):
        sitting.ask(device, ask.OpenReplay(1))
    for device in (ANNA, BEN):
        sitting.ask(device, ask.Again())
    assert seen.may_look_at(sitting.table, 1, EVE) and not seen.may_look_at(sitting.table, 2, EVE)


def test_nobody_sits_down_with_a_name_that_is_there_already() -> None:
    sitting = Sitting(Cento(4), [person(ANNA), SeatedBot("easy", "")])
    cyrillic, greek, wide, invisible = "\u0410nna", "\u0391\u039d\u039d\u0391", "\uff21nna", "Anna\ufe0f"
    for name in ("Anna", " anna ", "ANNA", cyrillic, greek, wide, invisible, "sven"):
        assert sitting.refused(BEN, ask.Sit(name)) == "table.name_taken"
    sitting.ask(BEN, ask.Sit("Zoë 2"))
    for name in ("Zoë  2", "zoe\u0308 2"):  # however it is written, it is read the same
        assert sitting.refused(CARL, ask.Sit(name)) == "table.name_taken"
    check_new_name("Åsa", [person(ANNA, "Asa")])
    with pytest.raises(Refused, match="already called bo"):
        open_table(Cento(2), {}, [person(ANNA, "Bo"), person(ANNA, "bo")], ANNA, "key", SECRET)


def test_finished_matches_are_listed_with_their_scores_and_winners() -> None:
    sitting = over()
    finished = json.loads(shown_to(sitting.table, BEN))["table"]["finished"]
    match = sitting.table.finished[0]
    result = {"number": 1, "names": ["Anna", "Ben"], "scores": match.scores, "winners": list(match.winners)}
    assert finished == [result | {"open": False, "agreed": [], "asked": [0, 1]}]
    assert (match.began, match.ended) == (sitting.now, sitting.now)


def test_a_table_that_the_host_has_closed_stays_closed() -> None:
    sitting = over()
    assert sitting.refused(BEN, ask.End()) == "table.not_host"
    sitting.ask(ANNA, ask.End())
    for request in (ask.Again(), ask.Start(), ask.Sit("Carl"), ask.Host(KEY), ask.Say(0, "clap"), ask.End()):
        assert sitting.refused(ANNA, request) == "table.ended"


def test_a_match_can_be_given_up_and_then_nobody_moves_any_more() -> None:
    sitting = against_bots(Ten(2), clock="move").start()
    commitment = sitting.table.commitment
    sitting.ask(ANNA, ask.End())
    assert sitting.table.to_move is None
    assert sitting.table.deadline() is None
    assert sitting.bot() is None
    assert sitting.table.commitment == commitment
    assert sitting.table.finished == []


# --- Saying something -------------------------------------------------------------------------------------------
def test_reactions_and_phrases_are_always_there_and_have_words() -> None:
    sitting = two_people(Ten(2))
    for what in REACTIONS:
        sitting.ask(BEN, ask.Say(1, what))
        told = json.loads(sitting.news[-1])
        assert told.items() >= {"kind": "said", "seat": 1, "name": "Ben", "sign": "reaction", "what": what}.items()
    for what in PHRASES:
        sitting.ask(BEN, ask.Say(1, what, "phrase"))
        assert all(say(language, f"phrases.{what}") for language in LANGUAGES)


def test_free_text_only_if_the_host_allows_it_on_one_line_and_not_too_long() -> None:
    assert two_people(Ten(2)).refused(BEN, ask.Say(1, "hi", "text")) == "table.no_free_text"
    sitting = two_people(Ten(2), free_text=True)
    entry = sitting.ask(BEN, ask.Say(1, " <b>hi</b> 👩‍🚀 ", "text"))
    assert json.loads(sitting.news[-1])["what"] == "<b>hi</b> 👩‍🚀"  # it is for whoever shows it to escape it
    assert entry.device == BEN
    for text in ("", "  ", "a\nb", "a\x1b[2J", "\ud800", "\u202eevil", (LONGEST_TEXT + 1) * "x"):
        assert sitting.refused(BEN, ask.Say(1, text, "text")) == "table.bad_text"
    sitting.ask(BEN, ask.Say(1, LONGEST_TEXT * "x", "text"))


def test_what_is_said_is_kept_with_who_and_when_in_the_course_of_the_match() -> None:
    sitting = two_people(Nimmt(2)).start()
    sitting.ask(BEN, ask.Say(1, "hello", "phrase"))
    sitting.play_on(random.Random(1), most=3)
    sitting.ask(ANNA, ask.Say(0, "clap"))
    before, during = seen.sayings_for_all(sitting.table)
    assert (before["name"], before["what"], before["match"], before["place"]) == ("Ben", "hello", 1, 0)
    assert (during["name"], during["what"], during["match"], during["place"]) == ("Anna", "clap", 1, 3)
    for _ in range(SAYINGS_KEPT):
        sitting.ask(BEN, ask.Say(1, "wow"))
    assert [saying["what"] for saying in seen.sayings_for_all(sitting.table)] == ["wow"] * SAYINGS_KEPT


def test_what_is_said_changes_nothing_at_the_table() -> None:
    sitting = two_people(Ten(2)).start()
    changed, turn = sitting.table.changed, sitting.table.turn_number
    sitting.ask(BEN, ask.Say(1, "party"))
    assert (sitting.table.changed, sitting.table.turn_number) == (changed, turn)


# --- Saying the total -------------------------------------------------------------------------------------------
def saying(game: Cento | None = None, **settings: Any) -> Sitting:
    return two_people(game or Cento(2), **settings).start()


def trying() -> Sitting:
    """Somebody has said a wrong total."""
    sitting = saying()
    sitting.move(said=77)
    return sitting


def counted(game: Game) -> Sitting:
    return Sitting(game, [person(ANNA, says=False), person(BEN, says=False)]).start()


def version_0_1(announce: bool, *others: Holder) -> Sitting:
    """A table that was opened when saying was a setting for all seats."""
    sitting = Sitting(RACE, [person(ANNA), *others])
    (entry,) = sitting.entries()
    opened = entry.event
    assert isinstance(opened, Opened)
    seats = [replace(holder, says=None) if isinstance(holder, SeatedPerson) else holder for holder in opened.seats]
    old = replace(opened, seats=seats, settings=opened.settings | {"announce": announce})
    sitting.table, sitting.lines = Table(), []
    sitting.happen(old, ANNA)
    return sitting


def says(sitting: Sitting) -> list[bool | None]:
    return [seat["says"] for seat in json.loads(shown_to(sitting.table, EVE))["table"]["seats"]]


def match_seen(sitting: Sitting, seat: int) -> Any:
    shown = json.loads(shown_to(sitting.table, sitting.table.seats[seat].device or ""))
    return next(match for match in shown["matches"] if match["seat"] == seat)


def all_totals(sitting: Sitting) -> dict[str, int | None]:
    return {move: sitting.total_after(move) for move in sitting.legal}


def test_people_say_the_totals_unless_they_want_them_counted() -> None:
    sitting = Sitting(
        Cento(6), [person(ANNA), person(BEN, says=False), person(BEN, "Bo", says=True), SeatedBot("easy", "")]
    )
    sitting.ask(CARL, ask.Sit("Carl", says=False))
    sitting.ask(CARL, ask.Sit("Cora"))
    assert says(sitting) == [True, False, True, None, False, True]
    assert says(two_people(Ten(2))) == [None, None]


def test_a_person_changes_the_own_seat_at_any_time_and_everybody_is_told() -> None:
    """While waiting, in and out of turn, with a bot in the seat, and after the match."""
    sitting = two_people(RACE)

    def change(device: str, seat: int, wanted: bool) -> None:
        before = sitting.table.turn_number
        sitting.ask(device, ask.Says(seat, wanted))
        assert json.loads(sitting.news[-1]) == {"kind": "sayingchanged", "seat": seat, "says": wanted}
        assert says(sitting)[seat] is wanted
        assert sitting.table.changed == sitting.table.number
        assert sitting.table.turn_number == before  # a move that is on its way still counts

    change(ANNA, 0, False)
    sitting.start()
    change(BEN, 1, False)
    change(ANNA, 0, True)
    sitting.ask(ANNA, ask.Replace(0, "easy"))
    change(ANNA, 0, False)
    sitting.ask(ANNA, ask.ComeBack(0))
    sitting.play_on(random.Random(1))
    assert sitting.phase() == "over" and sitting.table.finished[0].sums == ()
    change(BEN, 1, True)
    for device in (ANNA, BEN):
        sitting.ask(device, ask.Again())
    assert says(sitting) == [True, False]  # all have moved on by one seat


def test_totals_are_shown_at_once_to_a_seat_that_is_counted_for_and_hidden_at_once_when_it_says_them_again() -> None:
    sitting = saying()
    seat = sitting.to_move()
    device = (ANNA, BEN)[seat]
    for wanted in (False, True):
        sitting.ask(device, ask.Says(seat, wanted))
        shown = match_seen(sitting, seat)
        assert totals(shown) == ({} if wanted else all_totals(sitting))
        assert said_with(shown) == (sitting.legal if wanted else [])


def test_each_of_several_people_on_a_device_has_an_own_choice() -> None:
    sitting = Sitting(Cento(2), [person(ANNA, says=True), person(ANNA, "Aron", says=False)]).start()
    for _ in range(6):
        seat = sitting.to_move()
        assert bool(totals(match_seen(sitting, seat))) is (seat == 1)
        assert bool(said_with(match_seen(sitting, seat))) is (seat == 0)
        sitting.play_on(random.Random(8), 1)


def test_the_stand_in_of_somebody_who_says_the_totals_says_nothing() -> None:
    sitting = saying(RACE)
    for seat, device in enumerate((ANNA, BEN)):
        sitting.ask(device, ask.Replace(seat, "easy"))
    sitting.play_on(random.Random(2))
    assert sitting.table.finished[0].sums == ()


@pytest.mark.parametrize("announce", [True, False])
def test_a_table_of_version_0_1_keeps_its_setting_for_all_who_have_not_chosen_since(announce: bool) -> None:
    sitting = version_0_1(announce)
    sitting.ask(BEN, ask.Sit("Ben"))
    assert says(sitting) == [announce, announce]
    sitting.start().play_on(random.Random(3), 2)
    assert sitting.table.match is not None
    assert len(sitting.table.match.sums) == 2 * announce
    sitting.ask(BEN, ask.Says(1, not announce))
    assert says(sitting) == [announce, not announce]
    while sitting.phase() == "playing":
        seat = sitting.to_move()
        assert not totals(match_seen(sitting, seat)) or not says(sitting)[seat]
        sitting.play_on(random.Random(4), 1)
    assert {some.seat for some in sitting.table.finished[0].sums} == {0, 1} if announce else {1}
    chosen = version_0_1(announce)
    chosen.ask(BEN, ask.Sit("Ben", says=not announce))
    assert says(chosen) == [announce, not announce]


def test_a_card_is_played_with_the_new_total() -> None:
    sitting = saying()
    table = sitting.table
    seat, move = sitting.to_move(), sitting.legal[0]
    device = (ANNA, BEN)[seat]
    right = sitting.total_after(move)
    assert right is not None
    assert sitting.refused(device, ask.Move(seat, move, table.number)) == "table.say_the_total"
    sitting.wait(2.5)
    sitting.ask(device, ask.Move(seat, move, table.number, right))
    assert json.loads(sitting.news[-1]) == {
        "kind": "moved",
        "seat": seat,
        "by_bot": False,
        "said": right,
        "second": None,
        "right": right,
        "outcome": "once",
        "sum": {"before": 0, "what": "add", "by": right},
    }
    assert table.match is not None
    (line,) = arithmetic.report(table.match.names, table.match.sums)
    counted = {"announced": 1, "once": 1, "second": 0, "wrong": 0}
    assert line == {
        "seat": seat,
        "name": ("Anna", "Ben")[seat],
        **counted,
        "median_seconds": 2.5,
        "kinds": [{"kind": "tens" if right == 10 else "add", **counted}],
        "missed": [],
    }


def test_a_total_that_nobody_can_mean_is_refused() -> None:
    sitting = saying()
    seat = sitting.to_move()
    for said in (-1, 10**6, -(10**6), 10**4000):
        request = ask.Move(seat, sitting.legal[0], sitting.table.number, said)
        assert sitting.refused((ANNA, BEN)[seat], request) == "table.say_the_total"


def test_whoever_has_to_say_the_total_is_not_shown_it() -> None:
    sitting = saying()
    shown = match_seen(sitting, sitting.to_move())
    assert totals(shown) == {}
    assert said_with(shown) == sitting.legal
    quiet = counted(Cento(2))
    shown = match_seen(quiet, quiet.to_move())
    assert said_with(shown) == []
    assert totals(shown) == all_totals(quiet)


def test_whoever_says_the_totals_is_not_told_one_by_a_refusal_either() -> None:
    """The total of a card that cannot be played is worked out by the same person."""
    for sitting, told in ((saying(RACE), False), (counted(RACE), True)):
        dice = random.Random(2)
        while not (beyond := out_of_reach(sitting)):
            sitting.play_on(dice, 1)
        seat = sitting.to_move()
        refusal = sitting.refusal((ANNA, BEN)[seat], ask.Move(seat, beyond[0], sitting.table.number))
        assert isinstance(refusal, IllegalMove)
        assert ("would make the total" in refusal.sentence("en")) == told
        assert ("would not stay between" in refusal.reason("en")) == (not told)


def out_of_reach(sitting: Sitting) -> list[str]:
    """Cards of whoever is to move that would lead past the end."""
    table = match_seen(sitting, sitting.to_move())["table"]
    held = [card for card in table["hands"][sitting.to_move()] if card.startswith("+")]
    return [card for card in held if table["total"] + int(card) > table["goal"] > 0]


def test_no_total_is_asked_for_with_a_discard_a_swap_or_a_gift() -> None:
    sitting = Sitting(
        Cento(4, preset="to-20-a", pairs=True), [person(ANNA), person(BEN), person(ANNA, "Ada"), person(BEN, "Bo")]
    ).start()
    dice = random.Random(7)
    kinds: set[str] = set()
    while kinds != {"discard", "swap", "give"}:
        assert sitting.table.match is not None
        if sitting.phase() == "over":
            for device in (ANNA, BEN):
                sitting.ask(device, ask.Again())
        quiet = [move for move in sitting.legal if move.partition(":")[0] in ("discard", "swap", "give")]
        if not quiet or dice.random() < 0.5:
            sitting.play_on(dice, 1)
            continue
        move, seat = dice.choice(quiet), sitting.table.to_move
        assert seat is not None
        announced = len(sitting.table.match.sums)
        view = json.loads(shown_to(sitting.table, sitting.table.seats[seat].device or ""))
        assert move not in said_with(next(match for match in view["matches"] if match["seat"] == seat))
        said = dice.choice([None, 7])  # a client that sends one all the same is not scolded
        sitting.ask(sitting.table.seats[seat].device or "", ask.Move(seat, move, sitting.table.number, said))
        assert len(sitting.table.match.sums) == announced
        assert "said" not in json.loads(sitting.news[-1])
        kinds.add(move.partition(":")[0])


def test_bots_say_nothing() -> None:
    sitting = against_bots(RACE).start().play_on(random.Random(6))
    assert {some.seat for some in sitting.table.finished[0].sums} == {0}


def test_nobody_says_a_total_for_whom_the_table_counts() -> None:
    sitting = counted(Cento(2))
    seat = sitting.to_move()
    request = ask.Move(seat, sitting.legal[0], sitting.table.number, 5)
    assert sitting.refused((ANNA, BEN)[seat], request) == "table.counted_for"


# --- Pairs ------------------------------------------------------------------------------------------------------
def test_c12_partners_give_no_signs_from_the_deal_to_the_end_of_the_match() -> None:
    """The next round is dealt as soon as one ends."""
    game = Cento(4, preset="race", target=10, pairs=True, match="series", limit=300)
    sitting = Sitting(game, [person(ANNA), person(BEN), person(CARL), SeatedBot("easy", "")], free_text=True)
    signs = [ask.Say(0, "wow"), ask.Say(0, "hello", "phrase"), ask.Say(0, "Flip!", "text")]

    def closed() -> str | None:
        why: str | None = json.loads(shown_to(sitting.table, BEN))["table"]["no_signs"]
        return why

    def may_say() -> bool:
        reasons = [sitting.refusal(ANNA, sign) for sign in signs]
        assert {reason and reason.key for reason in reasons} == {closed()}
        return closed() is None

    assert may_say()
    sitting.start()
    rounds = set()
    while sitting.phase() == "playing":
        assert sitting.table.match is not None
        rounds.add(sitting.table.match.position.describe()["round"])
        assert not may_say()
        sitting.play_on(random.Random(len(sitting.lines)), 1)
    assert len(rounds) > 1
    assert may_say()
    alone = two_people(RACE).start()
    assert alone.refusal(ANNA, ask.Say(0, "wow")) is None


# --- Who sees what ----------------------------------------------------------------------------------------------
def test_spectators_see_the_match_only_if_the_host_allows_them() -> None:
    private = two_people(Ten(2)).start()
    assert seen.viewers_of(private.table, EVE) == []
    assert json.loads(shown_to(private.table, EVE))["matches"] == []
    public = two_people(Ten(2), spectators=True).start()
    (shown,) = json.loads(shown_to(public.table, EVE))["matches"]
    assert shown["seat"] is None
    assert shown["legal"] == []
    assert {card for hand in shown["table"]["hands"] for card in hand} == {None}
    assert [match["seat"] for match in json.loads(shown_to(public.table, BEN))["matches"]] == [1]


def test_a_host_who_does_not_sit_at_the_table_sees_no_more_than_others() -> None:
    sitting = Sitting(Ten(2), [person(BEN), person(CARL)]).start()
    assert seen.viewers_of(sitting.table, ANNA) == []
    sitting.ask(ANNA, ask.Pause())
    sitting.ask(ANNA, ask.Resume())


def test_what_has_happened_is_told_without_cards() -> None:
    sitting = two_people(Ten(2)).start()
    move = next(move for move in sitting.legal if ":down" in move)
    sitting.move(move)
    assert json.loads(sitting.news[-1]) == {"kind": "moved", "seat": 0, "by_bot": False}
    assert '"?:down' in shown_to(sitting.table, BEN)
    assert f'"{move}"' not in shown_to(sitting.table, BEN)
    assert f'"{move}"' in shown_to(sitting.table, ANNA)


def test_the_log_goes_on_after_the_last_entry_that_somebody_has_seen() -> None:
    sitting = two_people(Nimmt(2, rounds=1)).start()
    start = sitting.table.number
    dice = random.Random(8)
    for _ in range(12):
        sitting.play_on(dice, 1)
        sitting.ask(BEN, ask.Say(1, "wow"))
    assert sitting.table.match is not None
    whole = may_be_looked_up(sitting, 0)
    for last in range(start, sitting.table.number + 1):
        (shown,) = json.loads(shown_to(sitting.table, ANNA, last))["matches"]
        assert shown["log"] == whole[shown["since"] :]
        assert len(shown["log"]) >= sum(number > last for number in sitting.table.match.entry_numbers)


# --- What has to be remembered (N9) -----------------------------------------------------------------------------
def may_be_looked_up(sitting: Sitting, seat: int | None) -> list[Any]:
    """The log of the match; None for what this seat has to remember."""
    match = sitting.table.match
    assert match is not None
    hidden = match.position.to_remember(seat)
    entries = match.position.view(seat).log
    return [None if number in hidden else entry.as_dict() for number, entry in enumerate(entries)]


class Listening:
    """Everybody at a table is told the news, as the server tells them, and keeps what may be looked up."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.known: dict[int | None, list[Any]] = {None: [], **{seat: [] for seat in range(len(sitting.table.seats))}}
        self.shown_again = 0

    def hear(self, happens: Callable[[], object]) -> None:
        table = self.sitting.table
        before = seen.Before.at(table)
        happens()
        for seat, known in self.known.items():
            match = seen.match_for(table, seat, seen.since_news(table, before, seat))
            self.shown_again += match["since"] < min(before.size, len(known))
            keep(known, match)
            assert known == may_be_looked_up(self.sitting, seat)


def test_n9_who_hears_all_news_has_just_what_may_be_looked_up() -> None:
    """N9: what was told before is dropped, and when the round is over all of it is told."""
    sitting = Sitting(Nimmt(3, rounds=3), [person(ANNA), person(BEN), person(CARL)]).start()
    listening = Listening(sitting)
    dice = random.Random(5)
    rounds = set()
    while sitting.phase() == "playing":
        assert sitting.table.match is not None
        rounds.add(sitting.table.match.position.round)
        listening.hear(lambda: sitting.play_on(dice, 1))
    assert len(rounds) == 3
    assert None not in [entry for known in listening.known.values() for entry in known]
    assert listening.shown_again >= 3


def test_n9_what_was_hidden_by_a_move_that_is_taken_back_is_shown_again() -> None:
    sitting = two_people(Nimmt(2, rounds=1)).start()
    listening = Listening(sitting)
    dice = random.Random(4)
    taken_back = 0
    while sitting.phase() == "playing" and taken_back < 5:
        listening.hear(lambda: sitting.play_on(dice, 1))
        seats = [seat for seat in (0, 1) if sitting.table.why_no_undo(seat) is None]
        if len(seats) == 2:
            listening.hear(lambda: sitting.ask(ANNA, undo(sitting, 0)))
            listening.hear(lambda: sitting.ask(BEN, ask.AnswerUndo(True)))
            taken_back += 1
    assert taken_back == 5
    assert listening.shown_again > 0


def test_n9_each_person_on_one_device_and_each_spectator_looks_up_their_own() -> None:
    sitting = Sitting(
        Nimmt(3, rounds=1), [person(ANNA, "Mum"), person(BEN), person(ANNA, "Child")], spectators=True
    ).start()
    sitting.play_on(random.Random(2), 25)
    mum, child, _ = json.loads(shown_to(sitting.table, ANNA))["matches"]
    (watched,) = json.loads(shown_to(sitting.table, EVE))["matches"]
    for shown, seat in ((mum, 0), (child, 2), (watched, None)):
        assert shown["log"] == may_be_looked_up(sitting, seat)[shown["since"] :]
        first, end = shown["to_remember"]["log"]
        assert (first, shown["log"].count(None)) == (0, end)
        assert shown["to_remember"]["steps"] == [0, end + 1]
    assert mum["log"] != child["log"]


def test_n9_the_memory_aid_shows_the_whole_log() -> None:
    sitting = two_people(Nimmt(2, rounds=1), memory_aid=True).start()
    sitting.play_on(random.Random(2), 25)
    (shown,) = json.loads(shown_to(sitting.table, ANNA))["matches"]
    assert shown["to_remember"] is None
    assert len(shown["log"]) == 25
    assert None not in shown["log"]


def test_nothing_but_the_cards_in_sight_is_uncovered_by_a_take_that_turns_up_none() -> None:
    """N9: nobody may look through a stack; who takes it has seen it, even when no new card comes."""
    sitting = two_people(Nimmt(2, rounds=1)).start()
    dice = random.Random(11)
    for _ in range(2_000):
        assert sitting.table.match is not None
        takes = [move for move in sitting.legal if move.startswith("take:")]
        empty = sitting.table.match.position.describe()["draw"] == 0
        if sitting.phase() != "playing" or (takes and empty):
            break
        sitting.move(dice.choice(takes or sitting.legal))
    assert empty
    assert takes
    seat = sitting.to_move()
    sitting.move(takes[0])
    assert sitting.refused((ANNA, BEN)[seat], undo(sitting, seat)) == "table.cards_were_shown"


def test_a_first_card_can_be_taken_back_in_every_round_of_10() -> None:
    """Whoever owned the cards of the round before knows no more by a new one."""
    sitting = against_bots(Ten(3)).start()
    dice = random.Random(12)
    rounds = set()
    while sitting.phase() == "playing":
        assert sitting.table.match is not None
        position = sitting.table.match.position
        lays = position.describe()["phase"] == 2
        round_before = position.round
        sitting.play_on(dice, 1)
        if lays:
            assert not sitting.table.match.reveals[-1]
            rounds.add(round_before)
    assert len(rounds) == 10


# --- Refusals ---------------------------------------------------------------------------------------------------
def after(sitting: Sitting, *asked: tuple[str, ask.Request]) -> Sitting:
    for device, request in asked:
        sitting.ask(device, request)
    return sitting


def waiting() -> Sitting:
    return Sitting(Nimmt(3), [person(ANNA), person(BEN)])


def playing(**settings: Any) -> Sitting:
    return two_people(Ten(2), **settings).start()


def held() -> Sitting:
    """By a host who does not play."""
    return after(Sitting(Ten(2), [person(BEN), person(CARL)]).start(), (ANNA, ask.Pause()))


def out_of_time() -> Sitting:
    sitting = playing(clock="player", seconds=5)
    sitting.wait(5)
    return sitting


def after_a_swap() -> Sitting:
    sitting = playing()
    for start in ("", "", "swap:"):
        sitting.move(next(move for move in sitting.legal if move.startswith(start) and "+" not in move))
    return sitting


def knocked() -> Sitting:
    """Carl waits at the door."""
    return after(waiting(), (ANNA, ask.Door("ask")), (CARL, ask.Sit("Carl")))


def crowded() -> Sitting:
    sitting = after(waiting(), (ANNA, ask.Door("ask")))
    for number in range(MOST_KNOCKS):
        sitting.ask(f"device-{number}", ask.Sit(f"Guest {number}"))
    return sitting


def endless() -> Sitting:
    sitting = waiting()
    for _ in range(MOST_OF_A_DEVICE):
        sitting.table.add(Entry(sitting.table.number + 1, sitting.table.at, Said(0, "reaction", "clap"), ANNA))
    return sitting


# --- At the door ------------------------------------------------------------------------------------------------
def test_the_host_lets_people_in_one_by_one() -> None:
    sitting = knocked()
    assert seen.table_for_all(sitting.table)["knocks"] == [{"number": 3, "name": "Carl"}]
    assert sitting.table.seats_of(CARL) == []
    assert sitting.refused(BEN, ask.AnswerKnock(3, True)) == "table.not_host"
    sitting.ask(ANNA, ask.AnswerKnock(3, True))
    assert sitting.table.seats_of(CARL) == [2]
    assert seen.table_for_all(sitting.table)["knocks"] == []


def test_whoever_is_let_in_has_a_seat_even_if_the_one_they_wanted_is_gone() -> None:
    sitting = after(waiting(), (ANNA, ask.FreeSeat(1)), (ANNA, ask.Door("ask")), (CARL, ask.Sit("Carl", seat=1)))
    sitting.ask(ANNA, ask.SeatBot(1, "easy"))
    sitting.ask(ANNA, ask.AnswerKnock(4, True))
    assert sitting.table.seats_of(CARL) == [2]
    other = after(waiting(), (ANNA, ask.Door("ask")), (CARL, ask.Sit("Carl")), (ANNA, ask.SeatBot(2, "easy")))
    assert other.refused(ANNA, ask.AnswerKnock(3, True)) == "table.full"
    another = after(waiting(), (ANNA, ask.Door("ask")), (CARL, ask.Sit("Carl")), (ANNA, ask.Sit("carl", seat=2)))
    another.ask(ANNA, ask.FreeSeat(1))
    assert another.refused(ANNA, ask.AnswerKnock(3, True)) == "table.name_taken"


def test_a_door_is_for_others_and_not_for_the_host_and_is_gone_when_the_match_begins() -> None:
    sitting = after(knocked(), (ANNA, ask.Door("closed")), (ANNA, ask.Sit("Anton")))
    sitting.ask(ANNA, ask.Start())
    assert seen.table_for_all(sitting.table)["knocks"] == []
    assert sitting.refused(ANNA, ask.Door("open")) == "table.started"


def test_nobody_keeps_the_host_of_a_long_table_from_going_on() -> None:
    sitting = endless()
    for request in (ask.FreeSeat(1), ask.Door("closed")):
        sitting.ask(ANNA, request)
    assert sitting.refused(ANNA, ask.Sit("Anton")) == "table.long_enough"
    assert sitting.refused(BEN, ask.End()) == "table.not_host"
    sitting.ask(ANNA, ask.End())


REFUSALS: dict[str, tuple[Callable[[], Sitting], str, ask.Request]] = {
    "bad_name": (waiting, CARL, ask.Sit("\n")),
    "bad_share": (waiting, CARL, ask.Sit("Carl", "0x12")),
    "no_level": (waiting, ANNA, ask.SeatBot(2, "genius\ud800")),
    "no_seat": (waiting, ANNA, ask.SeatBot(10**5000, "easy")),
    "ended": (lambda: after(playing(), (ANNA, ask.End())), ANNA, ask.Pause()),
    "started": (playing, ANNA, ask.Start()),
    "not_started": (waiting, ANNA, ask.Pause()),
    "match_over": (over, ANNA, ask.Pause()),
    "not_over": (playing, ANNA, ask.Again()),
    "paused": (lambda: after(playing(), (BEN, ask.Pause())), ANNA, ask.Move(0, "J:up", 2)),
    "paused_already": (lambda: after(playing(), (BEN, ask.Pause())), ANNA, ask.Pause()),
    "not_paused": (playing, ANNA, ask.Resume()),
    "held": (held, BEN, ask.Resume()),
    "not_host": (waiting, BEN, ask.FreeSeat(0)),
    "wrong_key": (waiting, EVE, ask.Host("\ud800")),
    "not_seated": (over, EVE, ask.Again()),
    "not_your_seat": (playing, EVE, ask.Leave(0)),
    "not_your_turn": (playing, BEN, ask.Move(1, "J:up", 2)),
    "can_be_played": (playing, ANNA, ask.Why(0, card="J")),
    "too_late": (playing, ANNA, ask.Move(0, "J:up", 1)),
    "bot_plays_for_you": (
        lambda: after(playing(), (ANNA, ask.Replace(0, "easy"))),
        ANNA,
        ask.AskUndo(0, 3),
    ),
    "out_of_time": (out_of_time, ANNA, ask.Move(0, "J:up", 3)),
    "say_the_total": (
        lambda: Sitting(Cento(2), [person(ANNA), person(ANNA, "Bea")]).start(),
        ANNA,
        ask.Move(0, "", 2),
    ),
    "counted_for": (lambda: counted(Cento(2)), ANNA, ask.Move(0, "", 2, 10)),
    "no_totals": (playing, ANNA, ask.Move(0, "J:up", 2, 10)),
    "says_already": (saying, ANNA, ask.Says(0, True)),
    "counted_already": (lambda: counted(Cento(2)), BEN, ask.Says(1, False)),
    "help_already": (saying, BEN, ask.Hints(1, True)),
    "card_lies": (trying, "", ask.Why(0, card="+7")),
    "no_signs": (lambda: against_bots(Cento(4, pairs=True)).start(), ANNA, ask.Say(0, "wow")),
    "full": (lambda: two_people(Ten(2)), CARL, ask.Sit("Carl")),
    "seat_is_taken": (waiting, CARL, ask.Sit("Carl", seat=0)),
    "seat_is_free": (waiting, ANNA, ask.FreeSeat(2)),
    "seats_free": (waiting, ANNA, ask.Start()),
    "left_already": (lambda: after(playing(), (ANNA, ask.Leave(0))), ANNA, ask.Leave(0)),
    "not_away": (playing, ANNA, ask.ComeBack(0)),
    "is_a_bot": (lambda: against_bots(Ten(2)).start(), ANNA, ask.Replace(1, "easy")),
    "is_here": (playing, BEN, ask.Replace(0, "easy")),
    "was_here": (just_left, BEN, ask.Replace(0, "easy")),
    "undo_is_off": (lambda: playing(undo=False), ANNA, ask.AskUndo(0, 2)),
    "undo_asked_already": (
        lambda: after(laid(person(ANNA), person(BEN)), (ANNA, ask.AskUndo(0, 3))),
        ANNA,
        ask.AskUndo(0, 4),
    ),
    "no_undo_asked": (playing, ANNA, ask.AnswerUndo(True)),
    "nothing_to_undo": (playing, ANNA, ask.AskUndo(0, 2)),
    "cards_were_shown": (after_a_swap, ANNA, ask.AskUndo(0, 5)),
    "name_taken": (waiting, CARL, ask.Sit("anna")),
    "not_played": (over, EVE, ask.OpenReplay(1)),
    "replay_agreed_already": (lambda: after(over(), (ANNA, ask.OpenReplay(1))), ANNA, ask.OpenReplay(1)),
    "replay_open_already": (
        lambda: after(over(), (ANNA, ask.OpenReplay(1)), (BEN, ask.OpenReplay(1))),
        ANNA,
        ask.OpenReplay(1),
    ),
    "door_already": (waiting, ANNA, ask.Door("open")),
    "door_closed": (lambda: after(waiting(), (ANNA, ask.Door("closed"))), CARL, ask.Sit("Carl")),
    "turned_away": (
        lambda: after(knocked(), (ANNA, ask.AnswerKnock(3, False))),
        CARL,
        ask.Sit("Carl"),
    ),
    "knocked_already": (knocked, CARL, ask.Sit("Carla")),
    "many_knocks": (crowded, CARL, ask.Sit("Carl")),
    "no_knock": (waiting, ANNA, ask.AnswerKnock(1, True)),
    "long_enough": (endless, ANNA, ask.Say(0, "wow")),
    "asked_again_already": (lambda: after(over(), (ANNA, ask.Again())), ANNA, ask.Again()),
    "no_reaction": (waiting, ANNA, ask.Say(0, "insult")),
    "no_phrase": (waiting, ANNA, ask.Say(0, "wow", "phrase")),
    "no_free_text": (waiting, ANNA, ask.Say(0, "hi", "text")),
    "bad_text": (lambda: playing(free_text=True), ANNA, ask.Say(0, "", "text")),
}
ELSEWHERE = {"lesson_for_one", "only_in", "too_many_seats"}  # when a table is opened, above
IN_THE_SERVER = {"no_hints", "hint_not_now"}


def test_every_refusal_that_there_are_words_for_is_tested() -> None:
    words = {key.removeprefix("table.") for key in messages_of("en") if key.startswith("table.")}
    assert words == set(REFUSALS) | ELSEWHERE | IN_THE_SERVER


@pytest.mark.parametrize("key", REFUSALS)
def test_every_refusal_has_a_sentence_in_each_language(key: str) -> None:
    begin, device, request = REFUSALS[key]
    sitting = begin()
    if key == "card_lies":
        device, request = (ANNA, BEN)[sitting.to_move()], ask.Why(sitting.to_move(), card="+7")
    if key in ("say_the_total", "counted_for"):
        seat = sitting.to_move()
        device = sitting.table.seats[seat].device or ""
        said = 10 if key == "counted_for" else None
        request = ask.Move(seat, sitting.legal[0], sitting.table.number, said)
    reason = sitting.refusal(device, request)
    assert isinstance(reason, TiotalError)
    assert reason.key == f"table.{key}"
    sentences = [reason.sentence(language) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    assert all(sentence.isprintable() and len(sentence) < 300 for sentence in sentences)


@pytest.mark.parametrize("key", ["no_level", "no_reaction", "no_phrase", "seat_is_taken"])
def test_where_there_is_a_choice_a_refusal_says_what_is_possible(key: str) -> None:
    begin, device, request = REFUSALS[key]
    reason = begin().refusal(device, request)
    assert reason is not None
    for possible in reason.values["allowed"]:
        assert str(possible) in reason.sentence("en")


# --- The log ----------------------------------------------------------------------------------------------------
def test_every_kind_of_entry_is_read_as_it_was_written() -> None:
    events: list[Event] = [
        Seated(0, None),
        Seated(1, SeatedBot("easy", "Saga")),
        Moved(0, "+7", said=7),
        Moved(0, "+7", by_bot=True),
        Tried(0, "+7", 8),
        RanOut(3),
        SayingChanged(1, False),
        HintsChanged(1, False),
        Seated(1, person(BEN, says=False)),
    ]
    for event in events:
        entry = Entry(7, 1_000, event, ANNA, "r1")
        assert Entry.read(7, 1_000, entry.write()) == entry
        without = Entry(7, 1_000, event)
        assert Entry.read(7, 1_000, without.write()) == without
        assert ANNA not in without.write()
