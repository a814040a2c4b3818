"""`tiotal data`: an export can be imported elsewhere, entry for entry; nothing is overwritten or deleted unasked."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, select

from tests.cli.test_cli import run
from tests.kit.services import Postgres, postgres
from tiotal.cli import main
from tiotal.engine.errors import TiotalError
from tiotal.engine.games import GAMES
from tiotal.engine.record import Record, record_of
from tiotal.engine.seeds import new_seed
from tiotal.server.storage.database import open_database
from tiotal.server.storage.exports import check, count, export, import_tables
from tiotal.server.storage.schema import entries, metadata
from tiotal.server.storage.store import Store
from tiotal.table.answers import open_table
from tiotal.table.entries import Ended, Entry, Event, Moved, Said, SeatedPerson, Started
from tiotal.table.seen.listing import listing_of
from tiotal.table.table import Table

__all__ = ["postgres"]
Output = pytest.CaptureFixture[str]


def a_log(game: str, moves: int, ended: bool = False) -> list[Entry]:
    """Of a table of two people who have made some moves."""
    people = [SeatedPerson(letter * 32, f"Þóra {letter}", letter * 64) for letter in "ab"]
    opened = open_table(GAMES[game](2), {}, people, "a" * 32, "key", new_seed())
    table = Table()
    log: list[Entry] = []

    def add(event: Event, seat: int = 0) -> None:
        log.append(Entry(len(log) + 1, 1_000 + len(log), event, "ab"[seat] * 32, f"r{len(log)}"))
        table.add(log[-1])

    add(opened)
    if moves:
        add(Started())
        add(Said(1, "phrase", "good_luck"), 1)
    for _ in range(moves):
        seat = table.to_move
        if seat is not None and table.match is not None:
            add(Moved(seat, table.match.position.view(seat).legal_moves[-1]), seat)
    if ended:
        add(Ended())
    return log


def fill(address: str, logs: dict[str, list[Entry]]) -> None:
    async def work() -> None:
        store = Store(open_database(address))
        for number, (table_id, log) in enumerate(logs.items()):
            table = Table.replay(log[:1])
            listing = listing_of(table_id, f"{number:06}", 1_000, table)
            assert await store.open(listing, log[0], ["a" * 32, "b" * 32])
            for entry in log[1:]:
                assert await store.append(table_id, entry)
            store.note(listing_of(table_id, f"{number:06}", 1_000, Table.replay(log)), ["a" * 32, "b" * 32])
        await store.close()

    asyncio.run(work())


LOGS = {
    "waiting-table-00": a_log("cento", 0),
    "playing-table-00": a_log("nimmt", 7),
    "finished-table-0": a_log("cento", 400, ended=True),
    "ten-table-000000": a_log("ten", 30),
}


def database(folder: Path, name: str = "tiotal.db") -> str:
    return f"sqlite:///{folder / name}"


@pytest.fixture
def full(tmp_path: Path) -> str:
    address = database(tmp_path)
    fill(address, LOGS)
    return address


@pytest.fixture
def exported(full: str, tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    assert run("data", "export", str(file), "--database", full) == 0
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database(tmp_path, "other.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def opened(full: str) -> Iterator[Engine]:
    engine = open_database(full)
    yield engine
    engine.dispose()


def everything(address: str) -> dict[str, list[Any]]:
    engine = open_database(address)
    with engine.connect() as connection:
        rows = {
            name: sorted(map(tuple, connection.execute(select(table)).all()), key=repr)
            for name, table in metadata.tables.items()
        }
    engine.dispose()
    return rows


# --- There and back ---------------------------------------------------------------------------------------------
def test_what_is_exported_and_imported_is_the_same(full: str, exported: Path, empty: str, capsys: Output) -> None:
    assert run("data", "import", str(exported), "--database", empty) == 0
    assert everything(empty) == everything(full)
    assert "4 tables were imported." in capsys.readouterr().out


def test_an_export_goes_to_standard_output_too(full: str, exported: Path, capsys: Output) -> None:
    capsys.readouterr()
    assert run("data", "export", "--database", full) == 0
    assert capsys.readouterr().out == exported.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in exported.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {"format": "tiotal-tables/1", "tables": 4}
    assert {line["table"] for line in lines[1:]} == set(LOGS)


def test_what_is_there_already_is_never_overwritten(full: str, exported: Path, capsys: Output) -> None:
    engine = open_database(full)
    with engine.begin() as connection:  # a move was made since
        connection.execute(entries.insert().values(table_id="playing-table-00", number=11, at=9_999, body="{}"))
    engine.dispose()
    before = everything(full)
    assert run("data", "import", str(exported), "--database", full) == 0
    assert everything(full) == before
    assert "4 tables already existed" in capsys.readouterr().out


def test_a_code_that_is_in_use_stays_where_it_is(exported: Path, tmp_path: Path) -> None:
    address = database(tmp_path, "other.db")
    fill(address, {"another-table-00": a_log("cento", 0)})
    assert run("data", "import", str(exported), "--database", address) == 0
    codes = {row[0]: row[1] for row in everything(address)["tables"]}
    assert codes["another-table-00"] == "000000"
    assert codes["waiting-table-00"] is None
    assert codes["playing-table-00"] is None  # nobody can sit down there any more


def test_an_export_never_overwrites_a_file(full: str, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "mine"
    file.write_text("precious")
    assert run("data", "export", str(file), "--database", full) == 2
    assert file.read_text() == "precious"
    assert "already exists" in capsys.readouterr().err


# --- What is wrong in a file ------------------------------------------------------------------------------------
def spoil(file: Path, line: int, change: Any) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    told = json.loads(lines[line])
    lines[line] = json.dumps(change(told) or told)
    file.write_text("\n".join(lines), encoding="utf-8")


def line_of(file: Path, table: str) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines) if number and json.loads(line)["table"] == table)


SPOILED = {
    "a move that is not legal": lambda table: table["entries"][5].update(move="1>1"),
    "a move of another seat": lambda table: table["entries"][5].update(seat=1 - table["entries"][5]["seat"]),
    "an entry left out": lambda table: table["entries"].pop(4) and None,
    "a number twice": lambda table: table["entries"][4].update(number=4),
    "time that runs backwards": lambda table: table["entries"][4].update(at=1),
    "an unknown kind": lambda table: table["entries"][4].update(kind="danced"),
    "a seat that is text": lambda table: table["entries"][4].update(seat="0"),
    "a field too much": lambda table: table["entries"][4].update(colour="red"),
    "no entries": lambda table: table.update(entries=[]),
    "an id that is a number": lambda table: table.update(table=7),
    "a table without a code": lambda table: table.pop("code") and None,
    "a list": lambda table: [table],
    "opened twice": lambda table: table["entries"].append(table["entries"][0] | {"number": 11, "at": 2_000}),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_file_with_something_wrong_is_not_imported_at_all(
    what: str, exported: Path, tmp_path: Path, capsys: Output
) -> None:
    line = line_of(exported, "playing-table-00")
    spoil(exported, line, SPOILED[what])
    address = database(tmp_path, "other.db")
    assert run("data", "import", str(exported), "--database", address) == 2
    told = capsys.readouterr().err.strip().splitlines()[-1]
    assert told.startswith(f"Line {line + 1} is not a table. Nothing was imported.")
    assert not (tmp_path / "other.db").exists()


def test_a_file_that_is_cut_off_is_not_imported(exported: Path, tmp_path: Path, capsys: Output) -> None:
    lines = exported.read_text(encoding="utf-8").splitlines()
    exported.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert run("data", "import", str(exported), "--database", database(tmp_path, "other.db")) == 2
    assert "incomplete: it should have 4 tables but has 3" in capsys.readouterr().err


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_change_of_a_file_is_refused_with_a_sentence_or_harmless(data: st.DataObject, opened: Engine) -> None:
    text = "\n".join(export(opened))
    place = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", "0", "9", "x", '"', "{", "]", "null", "\n", "\x00", "1" * 400]))
    with contextlib.suppress(TiotalError):
        assert check((text[:place] + put + text[place + 1 :]).split("\n")) == len(LOGS)


# --- Deleting ---------------------------------------------------------------------------------------------------
def test_nothing_is_deleted_unless_somebody_says_yes(full: str, capsys: Output) -> None:
    before = everything(full)
    assert run("data", "wipe", "--database", full) == 2
    assert "This deletes 4 tables" in capsys.readouterr().err
    assert everything(full) == before
    assert run("data", "wipe", "--yes", "--database", full) == 0
    assert everything(full) == {name: [] for name in metadata.tables}


# --- Bad input --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("command", "sentence"),
    {
        "data export --database mysql://x": "A database must be sqlite:///FILE or postgresql://…",
        "data export --database sqlite:///none.db": "There is no database 'none.db'.",
        "data wipe --yes --database sqlite:///none.db": "There is no database 'none.db'.",
        "data import none.jsonl": "The file none.jsonl does not exist.",
        "data import": "FILE is missing.",
        "data dance": "There is no command dance; you can use backup, delete, export, import, restore or wipe.",
    }.items(),
)
def test_bad_input_gets_a_sentence(
    command: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(*command.split()) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "x", '{"format": "tiotal-tables/2", "tables": 0}', "\ufeff"])
def test_a_file_that_is_no_export_says_so(text: str, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    assert run("data", "import", str(file), "--database", database(tmp_path)) == 2
    assert "This is not an export" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "sv", "is"])
@pytest.mark.parametrize("command", ["data", "data export", "data import", "data wipe", "load"])
def test_the_commands_have_help_in_every_language(command: str, language: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*command.split(), "--language", language, "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert ("Usage" in out) == (language == "en")
    assert "_option" not in out and "metavar" not in out


# --- Fair deals -------------------------------------------------------------------------------------------------
def test_verify_says_whether_the_deal_is_proven_fair(tmp_path: Path, capsys: Output) -> None:
    table = Table.replay(LOGS["finished-table-0"])
    assert table.finished, "the match should be over"
    file = tmp_path / "record.json"
    file.write_text(table.finished[0].record.to_json(), encoding="utf-8")
    assert run("verify", str(file)) == 0
    assert "The deal is proven fair" in capsys.readouterr().out
    record = table.finished[0].record
    plain = Record(record.game, record.players, record.seed, record.moves)
    file.write_text(plain.to_json(), encoding="utf-8")
    assert run("verify", str(file)) == 0
    assert "no proof of how its cards were dealt" in capsys.readouterr().out
    assert record_of(plain.final()).deal is None


@pytest.mark.parametrize("part", ["secret", "commitment", "shares"])
def test_verify_refuses_a_proof_that_proves_nothing(part: str, tmp_path: Path, capsys: Output) -> None:
    document = json.loads(Table.replay(LOGS["finished-table-0"]).finished[0].record.to_json())
    document["fair"][part] = ["0" * 64, None] if part == "shares" else "0" * 64
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert run("verify", str(file)) == 1
    assert "The deal is not fair" in capsys.readouterr().err


def test_the_counts_are_those_of_the_log(opened: Engine, tmp_path: Path) -> None:
    assert count(opened) == (len(LOGS), sum(map(len, LOGS.values())))
    done: list[int] = []
    other = open_database(database(tmp_path, "other.db"))
    assert import_tables(other, export(opened), done.append).added == sum(done) == len(LOGS)
    other.dispose()
