"""The name of house rules at a table: kept in its log, seen by everybody, and forgotten with whoever wrote it."""

from __future__ import annotations

import random

import pytest

from tests.kit.tables import ANNA, BEN, SECRET, Sitting, everything, person, two_people
from tiotal import Cento, read_house_rules
from tiotal.engine.errors import Refused
from tiotal.engine.game import Game
from tiotal.table import requests as ask
from tiotal.table import seen
from tiotal.table.answers import open_table
from tiotal.table.entries import Entry, Holder, Opened, SeatedBot
from tiotal.table.forgetting import forget
from tiotal.table.table import Table

NAME = "Mormor Qvintinas Cento"
LATER = 1_800_000_000_000
FILE = f"""name = "{NAME}"
game = "cento"

[options]
preset = "own"
cards = ["+1", "+2", "+3", "+5", "-1"]
target = 20
"""


def grandmas() -> Game:
    return read_house_rules(FILE).play(2)


def written(log: list[Entry]) -> str:
    return "\n".join(entry.write() for entry in log)


def test_everybody_sees_what_the_rules_are_called_and_so_does_the_record() -> None:
    sitting = two_people(grandmas()).start()
    assert seen.table_for_all(sitting.table)["house_rules"] == NAME
    sitting.play_on(random.Random(1))
    assert sitting.phase() == "over"
    record = seen.record_for(sitting.table, 1, BEN)
    assert record["house_rules"] == NAME and record["options"]["target"] == 20
    for device in (ANNA, BEN):
        sitting.ask(device, ask.Again())
    sitting.play_on(random.Random(2))
    assert seen.record_for(sitting.table, 2, ANNA)["house_rules"] == NAME  # all matches at the table are played by them


def test_a_log_replays_to_the_same_table() -> None:
    sitting = two_people(grandmas()).start().play_on(random.Random(1), 6)
    assert everything(Table.replay(sitting.entries())) == everything(sitting.table)
    assert seen.house_rules_for_all(Table.replay(sitting.entries())).play(2) == grandmas()


def test_a_table_without_them_is_written_as_before() -> None:
    sitting = two_people(Cento(2))
    assert "house_rules" not in sitting.lines[0][1]
    assert seen.table_for_all(sitting.table)["house_rules"] is None
    assert seen.house_rules_for_all(sitting.table).name == "Cento"


def test_a_lesson_is_given_with_the_usual_rules() -> None:
    seats: list[Holder] = [person(ANNA), SeatedBot("beginner", "")]
    with pytest.raises(Refused) as refused:
        open_table(Cento(2).by_house_rules(NAME), {}, seats, ANNA, "key", SECRET, lesson=True)
    assert refused.value.key == "table.lesson_for_one"


@pytest.mark.parametrize("who", [ANNA, None])
def test_the_name_is_forgotten_with_whoever_wrote_it(who: str | None) -> None:
    sitting = two_people(grandmas()).start().play_on(random.Random(1))
    log = forget(list(sitting.entries()), who, LATER)
    assert "Qvintina" in written(list(sitting.entries())) and "Qvintina" not in written(log)
    table = Table.replay(log)
    assert seen.table_for_all(table)["house_rules"] is None
    assert "house_rules" not in table.finished[0].record.to_json()
    assert table.game == grandmas()  # what was played is as it was
    assert table.finished[0].record.final().fingerprint() == sitting.table.finished[0].record.final().fingerprint()


def test_it_stays_when_somebody_else_is_forgotten() -> None:
    sitting = two_people(grandmas()).start().play_on(random.Random(1), 3)
    assert seen.table_for_all(Table.replay(forget(list(sitting.entries()), BEN, LATER)))["house_rules"] == NAME


def test_whoever_wrote_it_is_told_that_it_is_kept() -> None:
    log = list(two_people(grandmas()).start().entries())
    assert seen.left_behind(log, ANNA)["house_rules"] == NAME
    assert seen.left_behind(log, BEN)["house_rules"] is None


def test_the_entry_keeps_it_word_for_word() -> None:
    name = "<b>Ö “x” \\ 'y' {z}</b>"
    sitting = Sitting(Cento(2).by_house_rules(name), [person(ANNA)])
    (entry,) = sitting.entries()
    assert isinstance(entry.event, Opened) and entry.event.house_rules == name
