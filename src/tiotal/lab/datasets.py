"""Matches as Parquet: for data frames, for training, and for reports on games that anybody has played.

One row is one match. The columns, in this order (`VERSION` of the schema is in the file's metadata, under `tiotal`):

    match           int64               its number in the run or collection that it comes from
    game            string              as in a record
    rules           int16               the version of the game's rules
    options         string              JSON, as in a record
    players         list<string>        what the players are called: names of bots, or "Player 1" …
    seed            string              as in a record
    moves           list<string>        written moves, as in a record
    rounds          int16
    lead_changes    int16               how often somebody else led when a round was over; null if nobody has looked
    scores          list<int32>         a number a seat
    winners         list<bool>          true for each seat that has won
    fingerprint     string              of the last position; null if nobody has looked

Reading a row gives a record, which is replayed and checked like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import Game
from tiotal.engine.record import Record, read_record

VERSION = 1
ROWS_AT_ONCE = 1_000


def schema() -> Any:
    import pyarrow as pa

    word = pa.dictionary(pa.int16(), pa.string())
    fields = [
        ("match", pa.int64()),
        ("game", word),
        ("rules", pa.int16()),
        ("options", word),
        ("players", pa.list_(word)),
        ("seed", pa.string()),
        ("moves", pa.list_(word)),
        ("rounds", pa.int16()),
        ("lead_changes", pa.int16()),
        ("scores", pa.list_(pa.int32())),
        ("winners", pa.list_(pa.bool_())),
        ("fingerprint", pa.string()),
    ]
    return pa.schema(fields, metadata={"tiotal": json.dumps({"version": VERSION})})


# --- Writing ----------------------------------------------------------------------------------------------------
def write_records(file: Path, records: Iterable[Record]) -> int:
    """The matches of these records, which have to be over; how many there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    written = 0
    with pq.ParquetWriter(file, schema(), compression="zstd") as writer:
        for some in _in_groups(records):
            rows = [_row(written + place, record) for place, record in enumerate(some)]
            writer.write_table(pa.Table.from_pylist(rows, schema()))
            written += len(rows)
    return written


def _in_groups(records: Iterable[Record]) -> Iterator[list[Record]]:
    group: list[Record] = []
    for record in records:
        group.append(record)
        if len(group) == ROWS_AT_ONCE:
            yield group
            group = []
    if group:
        yield group


def _row(number: int, record: Record) -> dict[str, Any]:
    final = record.final()
    if not final.is_over:
        raise TiotalError("records.cut_off", number=len(record.moves) + 1)
    return {
        "match": number,
        "game": record.game.name,
        "rules": record.game.version,
        "options": json.dumps(record.game.options),
        "players": list(record.players),
        "seed": str(record.seed),
        "moves": list(record.moves),
        "rounds": final.round,
        "lead_changes": None,
        "scores": final.scores,
        "winners": [seat in final.winners for seat in range(record.game.players)],
        "fingerprint": final.fingerprint(),
    }


def table_of(game: Game, players: list[list[str]], matches: Any, outcomes: Any) -> Any:
    """Many matches at once, as they come from the lab (`lab.matches`)."""
    import numpy as np
    import pyarrow as pa

    count, seats = len(matches), game.players
    word = schema().field("game").type
    same = pa.array(np.zeros(count, np.int16))
    written = ["" if move is None else move.written for move in game.moves]  # some numbers stand for no move
    each_seat = pa.array(np.arange(0, (count + 1) * seats, seats, dtype=np.int32))
    names = sorted({name for some in players for name in some})
    seated = pa.array(np.array([names.index(name) for some in players for name in some], np.int16))
    ends = pa.array(np.concatenate([[0], matches.ends]).astype(np.int32))
    columns = [
        pa.array(np.arange(matches.first, matches.first + count)),
        pa.DictionaryArray.from_arrays(same, pa.array([game.name])),
        pa.array(np.full(count, game.version, np.int16)),
        pa.DictionaryArray.from_arrays(same, pa.array([json.dumps(game.options)])),
        pa.ListArray.from_arrays(each_seat, pa.DictionaryArray.from_arrays(seated, pa.array(names)).cast(word)),
        pa.array(matches.seeds).cast(pa.string()),
        pa.ListArray.from_arrays(
            ends, pa.DictionaryArray.from_arrays(pa.array(matches.moves), pa.array(written, pa.string()))
        ),
        pa.array(outcomes.rounds.astype(np.int16)),
        pa.array(outcomes.lead_changes.astype(np.int16)),
        pa.ListArray.from_arrays(each_seat, pa.array(outcomes.scores.astype(np.int32).ravel())),
        pa.ListArray.from_arrays(each_seat, pa.array(outcomes.winners.ravel())),
        pa.nulls(count, pa.string()),
    ]
    return pa.Table.from_arrays(columns, schema=schema())


# --- Reading ----------------------------------------------------------------------------------------------------
def read_records(file: Path) -> Iterator[Record]:
    """The matches of a file, or of all files of a folder, each replayed and checked."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for part in sorted(file.glob("*.parquet")) if file.is_dir() else [file]:
        try:
            with pq.ParquetFile(part) as found:
                _check_version(part, found.schema_arrow.metadata)
                for some in found.iter_batches(ROWS_AT_ONCE):
                    yield from map(_record, some.to_pylist())
        except (OSError, pa.ArrowException):
            raise TiotalError("lab.no_dataset", file=str(part)) from None


def _check_version(file: Path, metadata: dict[bytes, bytes] | None) -> None:
    told = (metadata or {}).get(b"tiotal")
    if told is None:
        raise TiotalError("lab.no_dataset", file=str(file))
    version = json.loads(told).get("version")
    if version != VERSION:
        raise TiotalError("lab.other_dataset", file=str(file), version=quote(str(version)), known=VERSION)


def _record(row: dict[str, Any]) -> Record:
    document = {
        "format": "tiotal/1",
        "game": row["game"],
        "options": json.loads(row["options"]),
        "players": row["players"],
        "seed": row["seed"],
        "moves": row["moves"],
    }
    if row["rules"] != 1:
        document["rules"] = row["rules"]
    return read_record(json.dumps(document))
