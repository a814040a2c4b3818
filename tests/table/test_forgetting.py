"""Logs without what tells who people were: names, texts and devices are gone, matches and numbers are as they were."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.kit.tables import ANNA, BEN, CARL, EVE, SHARES, Sitting, person
from tiotal import GAMES, Cento, Nimmt, read_record, verify_record
from tiotal.engine.names import is_name
from tiotal.table import requests as ask
from tiotal.table import seen
from tiotal.table.entries import Entry, SeatedBot, SeatedPerson
from tiotal.table.forgetting import ANIMALS, devices_in, forget, is_forgotten
from tiotal.table.table import Table

LATER = 1_800_000_000_000
TEXT = "call me on 0701"
NAMES = ("Anna", "Ben", "Carl", "Eve")


def a_long_evening(game: str = "cento") -> Sitting:
    """Three people, one of them let in after a knock, one turned away; sayings; a match and a half."""
    sitting = Sitting(GAMES[game](3), [person(ANNA)], free_text=True)
    sitting.ask(BEN, ask.Sit("Ben", SHARES[BEN]), "request-of-ben")
    sitting.ask(ANNA, ask.Door("ask"))
    for device, name, let_in in ((EVE, "Eve", False), (CARL, "Carl", True)):
        knock = sitting.ask(device, ask.Sit(name, SHARES[device])).number
        sitting.ask(ANNA, ask.AnswerKnock(knock, let_in))
    sitting.ask(BEN, ask.Say(1, TEXT, "text"))
    sitting.start()
    chance = random.Random(1)
    sitting.play_on(chance)
    for device in (ANNA, BEN, CARL):
        sitting.ask(device, ask.Again(SHARES[device]))
    sitting.play_on(chance, 5)
    sitting.ask(BEN, ask.Say(sitting.table.seats_of(BEN)[0], TEXT, "text"))
    return sitting


def written(log: Sequence[Entry]) -> str:
    return "\n".join(entry.write() for entry in log)


def fingerprints(table: Table) -> list[str]:
    matches = [match.record.final() for match in table.finished]
    return [position.fingerprint() for position in [*matches, *([table.match.position] if table.match else [])]]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_of_anybody_but_the_games(game: str) -> None:
    sitting = a_long_evening(game)
    log = forget(list(sitting.entries()), None, LATER)
    text = written(log)
    for gone in (*NAMES, TEXT, ANNA, BEN, CARL, EVE, "request-of-ben"):
        assert gone not in text
    table = Table.replay(log)
    assert fingerprints(table) == fingerprints(sitting.table)
    assert [match.scores for match in table.finished] == [match.scores for match in sitting.table.finished]
    assert [entry.at for entry in log[:-1]] == [entry.at for entry in sitting.entries()]
    assert table.phase == "ended" and table.forgotten
    assert verify_record(table.finished[0].record.to_json()).fingerprint() == fingerprints(table)[0]


def test_people_of_a_forgotten_table_are_told_apart() -> None:
    table = Table.replay(forget(list(a_long_evening().entries()), None, LATER))
    names = [seat.holder.name for seat in table.seats if seat.holder]
    assert len(set(names)) == 3 and set(names) <= set(ANIMALS)
    assert all(map(is_name, ANIMALS))
    assert len({seat.device for seat in table.seats}) == 3


def test_aliases_of_one_device_at_two_tables_have_nothing_in_common() -> None:
    first, second = (Table.replay(forget(list(a_long_evening().entries()), None, LATER)) for _ in range(2))
    assert not {seat.device for seat in first.seats} & {seat.device for seat in second.seats}


def test_whoever_is_forgotten_leaves_the_others_as_they_were() -> None:
    sitting = a_long_evening()
    log = forget(list(sitting.entries()), BEN, LATER)
    text = written(log)
    for gone in ("Ben", BEN, TEXT, "request-of-ben"):
        assert gone not in text
    for kept in ("Anna", "Carl", "Eve", ANNA, CARL, EVE):
        assert kept in text
    table = Table.replay(log)
    assert fingerprints(table) == fingerprints(sitting.table)
    assert table.phase == "playing" and table.host == ANNA and not table.forgotten
    place = sitting.table.seats_of(BEN)[0]
    assert table.seats[place].level == "medium" and table.seats[place].away
    assert table.people == {ANNA, CARL}
    assert is_forgotten(table.seats[place].device or "")
    told = seen.event_for_all(table, log[-1])
    assert told == {"kind": "forgotten", "seats": [place]}
    assert (table.seats[place].device or "") not in str(told)


def test_the_next_person_is_host_when_the_host_is_forgotten() -> None:
    log = forget(list(a_long_evening().entries()), ANNA, LATER)
    table = Table.replay(log)
    assert table.host in (BEN, CARL)
    assert table.host_key == ""  # the secret of somebody who is gone opens nothing
    assert table.phase == "playing"


def test_a_table_is_closed_when_nobody_is_left() -> None:
    log = list(a_long_evening().entries())
    for device in (ANNA, BEN, CARL):
        log = forget(log, device, LATER)
    table = Table.replay(log)
    assert table.phase == "ended"
    assert not any(name in written(log) for name in ("Anna", "Ben", "Carl"))
    everybody = forget(log, None, LATER)  # as it will be when its time has come
    assert Table.replay(everybody).forgotten
    names = [[seat.holder.name for seat in found.seats if seat.holder] for found in (table, Table.replay(everybody))]
    assert names[0] == names[1]  # whoever is an animal stays that animal


def test_a_seat_is_free_again_before_the_match() -> None:
    sitting = Sitting(Cento(3), [person(ANNA)])
    sitting.ask(BEN, ask.Sit("Ben", SHARES[BEN]))
    sitting.ask(ANNA, ask.Door("ask"))
    sitting.ask(EVE, ask.Sit("Eve", SHARES[EVE]))
    table = Table.replay(forget(forget(list(sitting.entries()), BEN, LATER), EVE, LATER))
    assert [seat.holder is None for seat in table.seats] == [False, True, True]
    assert not table.knocks


def test_several_people_on_one_device_are_forgotten_together_and_told_apart() -> None:
    sitting = Sitting(Nimmt(3), [person(ANNA), person(ANNA, "Birna"), SeatedBot("easy", "")])
    sitting.start()
    sitting.play_on(random.Random(3), 4)
    table = Table.replay(forget(list(sitting.entries()), ANNA, LATER))
    first, second, bot = (seat.holder.name if seat.holder else "" for seat in table.seats)
    assert {first, second} <= set(ANIMALS) and first != second
    assert bot == sitting.table.seats[2].holder.name  # type: ignore[union-attr]


def test_somebody_who_is_called_by_an_animal_is_not_mixed_up_with_others() -> None:
    sitting = Sitting(Cento(2), [person(ANNA, ANIMALS[0])])
    sitting.ask(BEN, ask.Sit("Ben", SHARES[BEN]))
    table = Table.replay(forget(list(sitting.start().entries()), BEN, LATER))
    names = [seat.holder.name for seat in table.seats if seat.holder]
    assert names == [ANIMALS[0], ANIMALS[1]]


def test_when_all_want_another_match_nobody_waits_for_somebody_who_is_forgotten() -> None:
    sitting = Sitting(Cento(2, preset="race"), [person(ANNA)])
    sitting.ask(BEN, ask.Sit("Ben", SHARES[BEN]))
    sitting.start().play_on(random.Random(5))
    sitting.ask(ANNA, ask.Again(SHARES[ANNA]))
    assert sitting.phase() == "over"
    table = Table.replay(forget(list(sitting.entries()), BEN, LATER))
    assert table.phase == "playing" and table.match is not None and table.match.number == 2


def test_what_a_device_has_left_is_told_to_it_and_nothing_of_others() -> None:
    sitting = a_long_evening()
    left = seen.left_behind(sitting.entries(), BEN)
    assert left["names"] == ["Ben"] and [text["text"] for text in left["texts"]] == [TEXT, TEXT]
    assert left["moves"] > 3 and left["sayings"] == 2 and left["entries"] > left["moves"]
    assert not left["opened"]
    assert "Anna" not in str(left) and ANNA not in str(left)
    assert seen.left_behind(sitting.entries(), EVE)["names"] == ["Eve"]  # who only knocked
    forgotten = forget(list(sitting.entries()), BEN, LATER)
    nothing = seen.left_behind(forgotten, BEN)
    assert not nothing["names"] and not nothing["texts"] and not nothing["entries"]


def test_every_device_of_a_log_is_found_by_the_entry_that_brought_it() -> None:
    log = list(a_long_evening().entries())
    assert set().union(*map(devices_in, log)) == {ANNA, BEN, CARL, EVE}


def test_a_record_from_before_is_as_good_as_one_from_after() -> None:
    sitting = a_long_evening()
    table = Table.replay(forget(list(sitting.entries()), None, LATER))
    before, after = (read_record(found.finished[0].record.to_json()) for found in (sitting.table, table))
    assert before.final().fingerprint() == after.final().fingerprint()
    assert before.deal == after.deal
    assert all(isinstance(seat.holder, SeatedPerson) for seat in table.seats)
