"""Keeps what a version leaves behind, so that every later one can be asked to read it: `test_released.py` does.

    python -m tests.server.keep_release 0.1

writes `released/0.1/` once, before that version is changed: `tables.db`, the database of a server of that
version with tables of every kind; `tables.jsonl`, the same as `tiotal data export` wrote it; `tables.json`, what each
table was; and `records.jsonl`, records of games with all options, with their fingerprints. Nothing in it is ever
written anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.kit.games import sensible, variants
from tests.kit.server import Device, Player, Server, a_bot, a_person, chance, connected, new_token, play_on, running
from tiotal.engine.game import Game
from tiotal.engine.record import record_of
from tiotal.table.entries import Entry
from tiotal.table.table import Table

FOLDER = Path(__file__).parent / "released"
FINGERPRINT_EVERY = 20
GAMES_OF_A_VARIANT = 2
SEALED = "7107a1" + 58 * "0"


# --- Records ----------------------------------------------------------------------------------------------------
def keep_records(folder: Path) -> None:
    with (folder / "records.jsonl").open("w", encoding="utf-8") as file:
        for number, game in enumerate(variants()):
            for seed in (number, SEALED)[:GAMES_OF_A_VARIANT]:
                print(json.dumps(record_told(game, seed), separators=(",", ":")), file=file)


def record_told(game: Game, seed: int | str) -> dict[str, Any]:
    dice = random.Random(str(seed))
    position = game.deal(seed)
    fingerprints = {"0": position.fingerprint()}
    while not position.is_over:
        position.play(sensible(position, dice))
        if len(position.moves) % FINGERPRINT_EVERY == 0 or position.is_over:
            fingerprints[str(len(position.moves))] = position.fingerprint()
    record = record_of(position, [f"Player {seat}" for seat in range(game.players)])
    return {
        "record": json.loads(record.to_json()),
        "fingerprints": fingerprints,
        "scores": position.scores,
        "winners": position.winners,
    }


# --- Tables -----------------------------------------------------------------------------------------------------
TABLES: tuple[dict[str, Any], ...] = (
    {"game": "cento", "options": {"match": "series", "limit": 60}},
    {"game": "cento", "options": {"preset": "race"}, "says": False},
    {"game": "cento", "settings": {"undo": False}, "options": {"preset": "to-20-b"}, "moves": 25},
    {"game": "cento", "options": {"preset": "marathon", "match": "first-to"}, "says": False, "moves": 60},
    {"game": "nimmt", "settings": {"memory_aid": True}, "options": {"rounds": 1}},
    {"game": "nimmt", "settings": {"clock": "player", "free_text": True}, "moves": 40},
    {"game": "ten", "settings": {"open_replay": True, "spectators": True}},
    {"game": "ten", "options": {"spare_jokers": "out"}, "moves": 33},
)


async def keep_tables(server: Server) -> None:
    dice = random.Random(1)
    for plan in TABLES:
        await two_people(server, plan, dice)
    await pairs_with_bots(server, dice)
    await asyncio.to_thread(lambda: Device(server.url).open("ten", 3))  # nobody has come


async def two_people(server: Server, plan: dict[str, Any], dice: random.Random) -> None:
    host = Device(server.url)
    others = {key: value for key, value in plan.items() if key in ("settings", "options")}
    seats = [a_person(says=plan.get("says"))]
    opened = await asyncio.to_thread(lambda: host.open(plan["game"], 2, seats=seats, **others))
    async with (
        connected(server.url, opened["id"], host.token) as first,
        connected(server.url, opened["id"], new_token(server.url)) as second,
    ):
        await second.must({"type": "sit", "name": "Þóra", "share": chance(), "says": plan.get("says")})
        started = await first.must({"type": "start", "share": chance()})
        await second.until_number(started["turn"]["number"])
        await second.must({"type": "say", "seat": 1, "what": "good_luck", "sign": "phrase"})
        await first.until_number(second.last)
        await play_on([first, second], lambda legal: play_sensibly(legal, dice), plan.get("moves", 100_000))
        if first.table["phase"] == "playing":
            await meanwhile(first, second)
        else:
            await again(first, second, dice)


async def meanwhile(first: Player, second: Player) -> None:
    """What else can happen in the middle of a match."""
    for player, what in (
        (first, {"type": "pause"}),
        (second, {"type": "resume"}),
        (second, {"type": "leave", "seat": 1}),
        (first, {"type": "replace", "seat": 1, "level": "beginner"}),
        (second, {"type": "come_back", "seat": 1}),
    ):
        await player.must(what)
    can_undo = [seat for seat, why_not in enumerate(first.turn["no_undo"]) if why_not is None]
    if can_undo:
        asker = (first, second)[can_undo[0]]
        await asker.until_number(first.last)
        await asker.ask({"type": "ask_undo", "seat": can_undo[0], "seen": asker.last})
        await (first, second)[1 - can_undo[0]].ask({"type": "answer_undo", "agree": True})


async def again(first: Player, second: Player, dice: random.Random) -> None:
    await first.must({"type": "again", "share": chance()})
    begun = await second.must({"type": "again", "share": chance()})
    await first.until_number(begun["turn"]["number"])
    await play_on([first, second], lambda legal: play_sensibly(legal, dice), 12)


async def pairs_with_bots(server: Server, dice: random.Random) -> None:
    """Two people on one device, two bots."""
    host = Device(server.url)
    seats = [a_person("Ada"), a_bot("easy"), a_person("Bo"), a_bot("beginner")]
    opened = await asyncio.to_thread(lambda: host.open("cento", 4, seats=seats, options={"pairs": True}))
    async with connected(server.url, opened["id"], host.token) as player:
        await player.must({"type": "start", "share": chance()})
        await play_on([player], lambda legal: play_sensibly(legal, dice), 60)


def play_sensibly(legal: list[str], dice: random.Random) -> str:
    return dice.choice([move for move in legal if not move.startswith("take:")] or legal)


# --- What each table was ----------------------------------------------------------------------------------------
def logs_of(database: Path) -> dict[str, list[Entry]]:
    """Of a database that nobody has open; so nothing is written beside it."""
    logs: dict[str, list[Entry]] = {}
    with contextlib.closing(sqlite3.connect(f"file:{database}?immutable=1", uri=True)) as connection:
        for table_id, number, at, body in connection.execute(
            "select table_id, number, at, body from entries order by table_id, number"
        ):
            logs.setdefault(table_id, []).append(Entry.read(number, at, body))
    return logs


def table_told(log: list[Entry]) -> dict[str, Any]:
    table = Table.replay(log)
    position = table.match.position if table.match else None
    return {
        "entries": len(log),
        "phase": table.phase,
        "seats": [[seat.holder.name if seat.holder else None, seat.away, seat.stand_in] for seat in table.seats],
        "settings": table.settings,
        "finished": [
            {
                "record": json.loads(match.record.to_json()),
                "fingerprint": match.record.final().fingerprint(),
                "sums": [[sum.seat, sum.move.written, sum.before, sum.said, sum.right] for sum in match.sums],
                "scores": match.scores,
                "winners": match.winners,
            }
            for match in table.finished
        ],
        "moves": position.moves if position else None,
        "fingerprint": position.fingerprint() if position else None,
        "sums": len(table.match.sums) if table.match else 0,
    }


def main(version: str) -> None:
    folder = FOLDER / version
    folder.mkdir(parents=True)
    keep_records(folder)
    with tempfile.TemporaryDirectory() as temporary:
        with running(Path(temporary)) as server:
            asyncio.run(keep_tables(server))
            server.stop()
        source = Path(temporary) / "tiotal.db"
        with contextlib.closing(sqlite3.connect(source)) as connection:
            connection.execute("vacuum into ?", [str(folder / "tables.db")])
        address = f"sqlite:///{folder / 'tables.db'}"
        exported = str(folder / "tables.jsonl")
        subprocess.run([sys.executable, "-m", "tiotal", "data", "export", exported, "--database", address], check=True)
    told = {table_id: table_told(log) for table_id, log in sorted(logs_of(folder / "tables.db").items())}
    (folder / "tables.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
