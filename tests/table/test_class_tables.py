"""What a table does for a host who does not play, as the teacher of a class: it is held, handed over, and keeps sums
private."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.kit.tables import ANNA, BEN, CARL, EVE, Sitting, person
from tiotal.engine.errors import Refused
from tiotal.games.cento.game import Cento
from tiotal.games.ten.game import Ten
from tiotal.service import telling
from tiotal.table import requests as ask
from tiotal.table import seen
from tiotal.table.answers import hand_over
from tiotal.table.entries import Entry, HandedOver, Paused
from tiotal.table.forgetting import devices_in, forget
from tiotal.table.table import Table


def by_a_teacher(**settings: Any) -> Sitting:
    """Anna is the host, Ben and Carl play."""
    return Sitting(Cento(2), [person(BEN), person(CARL)], **settings).start()


# --- Held -------------------------------------------------------------------------------------------------------
def test_only_a_host_who_does_not_play_holds_a_table_and_lets_it_go_on() -> None:
    sitting = by_a_teacher()
    sitting.ask(BEN, ask.Pause())
    assert (sitting.table.paused, sitting.table.held) == (True, False)
    sitting.ask(ANNA, ask.Pause())  # what players have paused by themselves is held from now on
    assert sitting.refused(CARL, ask.Resume()) == "table.held"
    assert sitting.refused(ANNA, ask.Pause()) == "table.paused_already"
    sitting.ask(ANNA, ask.Resume())
    assert (sitting.table.paused, sitting.table.held) == (False, False)
    sitting.ask(BEN, ask.Pause())
    sitting.ask(CARL, ask.Resume())


def test_a_host_who_plays_pauses_as_everybody_does() -> None:
    sitting = Sitting(Ten(2), [person(ANNA), person(BEN)]).start()
    sitting.ask(ANNA, ask.Pause())
    assert not sitting.table.held
    sitting.ask(BEN, ask.Resume())


def test_a_pause_of_an_older_log_holds_nobody() -> None:
    assert Entry.read(3, 5, '{"kind":"paused"}').event == Paused(held=False)


# --- Handed over ------------------------------------------------------------------------------------------------
def give(sitting: Sitting, seat: int, device: str) -> Entry:
    event = hand_over(sitting.table, seat, device)
    assert event is not None
    return sitting.happen(event)


def told(sitting: Sitting, entry: Entry, device: str) -> dict[str, Any]:
    [(_, text)] = telling.news(sitting.table, entry, seen.Before.at(sitting.table), [device])
    news: dict[str, Any] = json.loads(text)
    return news


def test_a_seat_is_handed_over_with_its_cards_and_its_help_and_the_old_device_sees_none_of_them() -> None:
    sitting = by_a_teacher(spectators=True)
    sitting.ask(BEN, ask.Hints(0, False))
    entry = give(sitting, 0, EVE)
    new, old = told(sitting, entry, EVE), told(sitting, entry, BEN)
    assert (new["mine"], old["mine"]) == ([0], [])
    assert None not in new["matches"][0]["table"]["hands"][0]
    assert [match["seat"] for match in old["matches"]] == [None]
    assert {card for hand in old["matches"][0]["table"]["hands"] for card in hand} == {None}
    assert (sitting.table.seats[0].holder, sitting.table.hints(0)) == (person_of(EVE), False)
    assert sitting.refused(BEN, ask.Leave(0)) == "table.not_your_seat"
    assert hand_over(sitting.table, 0, EVE) is None
    sitting.move()
    replayed = Table.replay(sitting.entries())
    assert replayed.seats[0].holder == sitting.table.seats[0].holder


def person_of(device: str) -> Any:
    """Ben, on another device; his share of chance stays with the match that it was for."""
    holder = person(BEN, "Ben", True, False)
    return type(holder)(device, holder.name, None, holder.says, holder.hints)


def test_a_bots_seat_is_not_handed_over() -> None:
    sitting = Sitting(Cento(2), [person(BEN)])
    with pytest.raises(Refused, match="already free"):
        hand_over(sitting.table, 1, EVE)
    sitting.ask(ANNA, ask.SeatBot(1, "easy"))
    with pytest.raises(Refused, match="A bot sits there"):
        hand_over(sitting.table, 1, EVE)


def test_who_was_given_a_seat_can_be_forgotten() -> None:
    sitting = by_a_teacher()
    entry = give(sitting, 0, EVE)
    assert devices_in(entry) == {EVE}
    log = forget(list(sitting.entries()), EVE, sitting.now)
    assert EVE not in "".join(each.write() for each in log)
    assert isinstance(log[entry.number - 1].event, HandedOver)


# --- Private sums -----------------------------------------------------------------------------------------------
def test_where_sums_are_private_nobody_else_is_told_how_a_total_came_out() -> None:
    sitting = by_a_teacher(in_class=True, spectators=True)
    seat = sitting.to_move()
    mover, other = ((BEN, CARL), (CARL, BEN))[seat]
    move = next(move for move in sitting.legal if sitting.table.match.position.total_after(move) is not None)  # type: ignore[union-attr]
    tried = sitting.ask(mover, ask.Move(seat, move, sitting.table.number, 777))
    [onlooker] = telling.welcome(sitting.table, EVE, 0)["matches"]
    assert onlooker["trying"] is None
    assert told(sitting, tried, EVE)["event"] == {"kind": "private"}
    assert told(sitting, tried, other)["event"] == {"kind": "tried", "seat": seat}
    helped = sitting.ask(ANNA, ask.Hints(seat, False))
    for outside in (told(sitting, helped, EVE)["table"], telling.welcome(sitting.table, EVE, 0)["table"]):
        assert {(each["says"], each["hints"]) for each in outside["seats"]} == {(None, None)}
    assert told(sitting, helped, other)["table"]["seats"][seat]["hints"] is False
    assert "777" not in json.dumps([told(sitting, tried, device) for device in (other, ANNA, EVE)])
    entry = sitting.ask(mover, ask.Move(seat, move, sitting.table.number, 778))
    assert told(sitting, entry, mover)["event"]["outcome"] == "wrong"
    for device in (other, ANNA, EVE):
        text = json.dumps(told(sitting, entry, device))
        assert not [word for word in ("777", "778", "outcome", '"way"') if word in text]
    match = seen.seen_match(sitting.table, 1, mover)
    reports = {device: seen.report_of(seen.reported(sitting.table, match, device)) for device in (BEN, CARL, ANNA, EVE)}
    assert [line["name"] for line in reports[mover]["arithmetic"]] == [match.record.players[seat]]
    assert reports[other]["arithmetic"] == reports[ANNA]["arithmetic"] == reports[EVE]["arithmetic"] == []


def test_in_a_class_nobody_lets_a_strong_bot_play_for_them() -> None:
    sitting = by_a_teacher(in_class=True)
    assert sitting.refused(BEN, ask.Replace(0, "master")) == "table.no_level"
    sitting.ask(BEN, ask.Replace(0, "easy"))


def test_elsewhere_everybody_at_the_table_hears_it() -> None:
    sitting = by_a_teacher()
    seat = sitting.to_move()
    mover, other = ((BEN, CARL), (CARL, BEN))[seat]
    right = sitting.table.match.position.total_after(sitting.legal[0])  # type: ignore[union-attr]
    entry = sitting.ask(mover, ask.Move(seat, sitting.legal[0], sitting.table.number, right))
    assert told(sitting, entry, other)["event"] == told(sitting, entry, mover)["event"]
