"""What released versions left behind replays for ever: databases, exports, records (see `keep_release.py`)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import run
from tests.kit.games import IS_QUICK
from tests.kit.server import Server, running
from tests.kit.wire import totals
from tests.server.keep_release import FOLDER, logs_of, table_told
from tiotal.engine.record import read_record, verify_record
from tiotal.table.answers import SECONDS_AWAY, Asker, answer, bot_move
from tiotal.table.entries import Entry, Event
from tiotal.table.requests import Move, Request, Says
from tiotal.table.seen import match_for
from tiotal.table.table import Table

VERSIONS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
PARTS = 8  # in which the records are read, side by side


def kept_records(version: str, part: int) -> Iterator[dict[str, Any]]:
    lines = (FOLDER / version / "records.jsonl").read_text(encoding="utf-8").splitlines()
    yield from map(json.loads, lines[part::PARTS][:: 3 if IS_QUICK else 1])


def kept_tables(version: str) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads((FOLDER / version / "tables.json").read_text(encoding="utf-8"))
    return tables


def test_version_0_1_is_kept() -> None:
    assert "0.1" in VERSIONS


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("version", VERSIONS)
def test_a_record_goes_as_it_went(version: str, part: int) -> None:
    for kept in kept_records(version, part):
        record = read_record(json.dumps(kept["record"]))
        fingerprints = dict(kept["fingerprints"])
        for number, position in enumerate(record.positions()):
            assert position.fingerprint() == fingerprints.pop(str(number), position.fingerprint()), record.game
        assert not fingerprints
        final = verify_record(json.dumps(kept["record"]))
        assert (final.scores, final.winners) == (kept["scores"], kept["winners"])


@pytest.mark.parametrize("version", VERSIONS)
def test_a_record_is_written_as_it_was(version: str) -> None:
    for kept in kept_records(version, 0):
        assert json.loads(read_record(json.dumps(kept["record"])).to_json()) == kept["record"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_table_is_what_it_was(version: str) -> None:
    logs = logs_of(FOLDER / version / "tables.db")
    for table_id, kept in kept_tables(version).items():
        told = json.loads(json.dumps(table_told(logs[table_id])))
        told["settings"] = {name: told["settings"][name] for name in kept["settings"]}  # there may be new ones
        assert told == kept


@pytest.mark.parametrize("announce", [True, False])
def test_a_table_of_version_0_1_is_played_on_with_its_setting_until_somebody_chooses(announce: bool) -> None:
    """Whether totals are said was a setting of the table; now it belongs to each seat."""
    tables = [Table.replay(log) for log in logs_of(FOLDER / "0.1" / "tables.db").values()]
    table = next(
        table
        for table in tables
        if table.phase == "playing" and table.settings.get("announce") is announce and table.game.name == "cento"
    )
    people = [seat for seat, held in enumerate(table.seats) if held.person]
    assert [table.says(seat) for seat in people] == [announce] * len(people)
    for wanted in (announce, not announce):
        for seat in people:
            if table.says(seat) != wanted:
                go_on(table, seat, Says(seat, wanted))
        assert play_a_card(table) is wanted


def play_a_card(table: Table) -> bool:
    """Whether the next person who plays a card has to say the total."""
    while True:
        seat, match = table.to_move, table.match
        assert seat is not None and match is not None
        view = match.position.view(seat)
        move = view.legal_moves[0]
        if table.bot_to_move:
            go_on(table, None, bot_move(table, move, table.number))
            continue
        total = view.total_after(move)
        said = total if table.says(seat) else None
        assert bool(totals(match_for(table, seat, 0))) is (total is not None and said is None)
        go_on(table, seat, Move(seat, move, table.number, said))
        if total is not None:
            return said is not None


def go_on(table: Table, seat: int | None, what: Request | Event | None) -> None:
    device = None if seat is None else table.seats[seat].device
    event = (
        answer(table, what, Asker(device, lambda other: SECONDS_AWAY)) if device and isinstance(what, Request) else what
    )
    assert isinstance(event, Event)
    table.add(Entry(table.number + 1, table.at, event, device))


@pytest.mark.parametrize("version", VERSIONS)
def test_an_export_can_be_imported(version: str, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tiotal.db'}"
    assert run("data", "import", str(FOLDER / version / "tables.jsonl"), "--database", address) == 0
    kept = kept_tables(version)
    logs = logs_of(tmp_path / "tiotal.db")
    assert {table_id: len(log) for table_id, log in logs.items()} == {
        table_id: table["entries"] for table_id, table in kept.items()
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_a_server_goes_on_with_the_database(version: str, tmp_path: Path) -> None:
    """Migrated when it starts; the tables can be exported again as they were."""
    shutil.copy(FOLDER / version / "tables.db", tmp_path / "tiotal.db")
    with running(tmp_path) as server:
        assert isinstance(server, Server)
        server.stop()
    again = tmp_path / "again.jsonl"
    assert run("data", "export", str(again), "--database", f"sqlite:///{tmp_path / 'tiotal.db'}") == 0
    kept = (FOLDER / version / "tables.jsonl").read_text(encoding="utf-8")
    assert tables_of(again.read_text(encoding="utf-8")) == tables_of(kept)


def tables_of(export: str) -> list[Any]:
    return sorted((json.loads(line) for line in export.splitlines()[1:]), key=lambda table: table["table"])
