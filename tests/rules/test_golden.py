"""Golden games: whole games as they were once played, with what everybody saw. A change in any of it is noticed.

They record, they do not judge: what is right is said by the leaflets, the rulings and the laws. When the rules change
on purpose, write them anew with

    python -m tests.rules.test_golden

and read the difference. Each file is `golden/<name>.json`: the record, how it ended, the position's fingerprint every
ten moves, and for the first moves what could be played and digests of what each seat (last: a spectator) saw, of the
table alone and of the whole view; here and there the table as the player to move saw it.

If only whole views and fingerprints differ, the rules are the same and the state is kept in another way.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES, game_named
from tiotal.engine.record import Record, read_record, record_of, verify_record

FOLDER = Path(__file__).parent / "golden"
FINGERPRINT_EVERY = 10
DETAILED = 25  # moves with digests of every view
TABLE_EVERY = 8  # of those, how often the whole table is shown
LARGEST_FILE = 60_000

SEALED = hashlib.sha256(b"Tiotal").hexdigest()


class Golden(NamedTuple):
    """What is played; of the moves that make games long or dull, one in `reluctance` is played without need."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int | str
    reluctance: int = 8

    def make(self) -> Game:
        return game_named(self.game)(self.players, **self.options)


OWN = ["+1", "+3", "+5", "+8", "-2", "-7", "DH", "FLIP", "TENS", "COPY"]
PLAYED = {
    "cento-classic": Golden("cento", 3, {}, 1),
    "cento-two": Golden("cento", 2, {"match": "first-to", "limit": 150}, 22),
    "cento-series": Golden("cento", 5, {"match": "series", "limit": 250}, 5),
    "cento-pairs-series": Golden("cento", 4, {"pairs": True, "match": "series", "limit": 500}, 7),
    "cento-pairs-eight": Golden("cento", 8, {"pairs": True, "match": "first-to", "preset": "race", "target": 20}, 8),
    "cento-race": Golden("cento", 4, {"preset": "race", "match": "series"}, 3),
    "cento-to-20-a": Golden("cento", 3, {"preset": "to-20-a", "match": "first-to"}, 4),
    "cento-to-20-b": Golden("cento", 6, {"preset": "to-20-b", "match": "series"}, 6),
    "cento-marathon": Golden("cento", 7, {"preset": "marathon", "target": 500}, 9),
    "cento-own": Golden(
        "cento", 4, {"preset": "own", "cards": OWN, "target": 37, "pairs": True, "match": "series"}, 13
    ),
    "cento-sealed": Golden("cento", 4, {}, SEALED),
    "nimmt-three": Golden("nimmt", 3, {}, 1),
    "nimmt-sliding": Golden("nimmt", 4, {"bull_window": "sliding", "starter": 2}, 2),
    "nimmt-two": Golden("nimmt", 2, {"rounds": 3}, 3),
    "nimmt-seven": Golden("nimmt", 7, {"rounds": 1, "starter": 6}, 4),
    "nimmt-takers": Golden("nimmt", 4, {"rounds": 1}, 0, reluctance=1),
    "nimmt-sealed": Golden("nimmt", 5, {"rounds": 1}, SEALED),
    "ten-four": Golden("ten", 4, {}, 1),
    "ten-spare-out": Golden("ten", 3, {"spare_jokers": "out", "starter": 2}, 2),
    "ten-two": Golden("ten", 2, {}, 3),
    "ten-seven": Golden("ten", 7, {"starter": 5}, 4),
    "ten-sealed": Golden("ten", 5, {}, SEALED),
}


# --- Playing ----------------------------------------------------------------------------------------------------
def play(golden: Golden) -> Record:
    """A whole game by a player of its own, which depends on nothing but the seed and the legal moves."""
    position = golden.make().deal(golden.seed)
    while not position.is_over:
        position.play(choose(position, golden))
    return record_of(position, [f"Player {seat}" for seat in range(golden.players)])


def choose(position: Position, golden: Golden) -> str:
    """Anything legal, but seldom a stack taken without need, or a pass."""
    moves = position.legal_moves
    digest = hashlib.sha256(f"{golden.seed} {len(position.moves)}".encode()).digest()
    if digest[0] % golden.reluctance:
        moves = [move for move in moves if not move.startswith(("take:", "pass"))] or moves
    return moves[int.from_bytes(digest[1:9], "big") % len(moves)]


# --- Telling ----------------------------------------------------------------------------------------------------
def tell(record: Record) -> dict[str, Any]:
    """What a golden file says about a record."""
    fingerprints: dict[str, str] = {}
    steps: list[dict[str, Any]] = []
    for number, position in enumerate(record.positions()):
        if number % FINGERPRINT_EVERY == 0 or position.is_over:
            fingerprints[str(number)] = position.fingerprint()
        if number < DETAILED and not position.is_over:
            steps.append(tell_step(position, with_table=number % TABLE_EVERY == 0))
    return {
        "record": json.loads(record.to_json()),
        "rounds": position.round,
        "scores": position.scores,
        "winners": position.winners,
        "fingerprints": fingerprints,
        "steps": steps,
    }


def tell_step(position: Position, with_table: bool) -> dict[str, Any]:
    seats = [*range(position.game.players), None]
    step: dict[str, Any] = {
        "to_move": position.to_move,
        "legal": " ".join(position.legal_moves),
        "tables": [digest_of(json.dumps(position.view(seat).table)) for seat in seats],
        "views": [digest_of(position.view(seat).to_json()) for seat in seats],
    }
    if with_table:
        step["table"] = position.view(position.to_move).table
    return step


def digest_of(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


# --- Files ------------------------------------------------------------------------------------------------------
def file_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def write(name: str) -> None:
    told = tell(play(PLAYED[name]))
    lines = []
    for key, value in told.items():
        if key == "steps":
            steps = ",\n  ".join(json.dumps(step, separators=(",", ":")) for step in value)
            lines.append(f'"{key}": [\n  {steps}\n]')
        else:
            lines.append(f'"{key}": {json.dumps(value)}')
    file_of(name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(file_of(name).read_text(encoding="utf-8"))
    return document


# --- Tests ------------------------------------------------------------------------------------------------------
def test_every_game_has_golden_files_and_every_golden_file_is_known() -> None:
    assert {golden.game for golden in PLAYED.values()} == set(GAMES)
    assert {path.stem for path in FOLDER.iterdir()} == set(PLAYED)


@pytest.mark.parametrize("name", PLAYED)
def test_a_golden_file_is_small(name: str) -> None:
    assert file_of(name).stat().st_size < LARGEST_FILE


@pytest.mark.parametrize("name", PLAYED)
def test_a_golden_file_holds_the_game_that_it_names(name: str) -> None:
    record = read_record(json.dumps(read(name)["record"]))
    assert record.game == PLAYED[name].make()
    assert record.seed == PLAYED[name].seed


@pytest.mark.parametrize("name", PLAYED)
def test_a_golden_game_goes_and_looks_as_it_did(name: str) -> None:
    golden = read(name)
    text = json.dumps(golden["record"])
    told = json.loads(json.dumps(tell(read_record(text))))
    for part in ("to_move", "legal", "table", "tables", "views"):
        for number, (step, golden_step) in enumerate(zip(told["steps"], golden["steps"], strict=True)):
            assert step.get(part) == golden_step.get(part), f"{part} after {number} moves"
    assert told == golden
    final = verify_record(text)
    assert (final.scores, final.winners) == (golden["scores"], golden["winners"])


@pytest.mark.parametrize("name", PLAYED)
def test_a_golden_game_is_played_the_same_way_again(name: str) -> None:
    """The dealing and the lists of legal moves together decide it, so this fails where one of them has changed."""
    assert list(play(PLAYED[name]).moves) == read(name)["record"]["moves"]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for golden_name in PLAYED:
        write(golden_name)
