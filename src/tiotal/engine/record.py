"""Records: a whole game in one small JSON document that anyone can keep, mail or replay.

Reading a record replays it. One that was tampered with, cut off or written by something newer is refused with a
sentence and, where a move is at fault, its number. A record of a match that is still going on says so by being
shorter: `verify` asks whether the match was finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.engine import fairness
from tiotal.engine.errors import BadRecord, IllegalMove, TiotalError, quote
from tiotal.engine.game import Game, Position
from tiotal.engine.games import game_named
from tiotal.engine.names import LONGEST_NAME, is_name, is_name_to_see
from tiotal.engine.options import checked
from tiotal.engine.seeds import Seed, read_seed

FORMAT = "tiotal/1"
FIELDS = ("format", "game", "options", "players", "seed", "moves")
RULES, FAIR = "rules", "fair"  # may be missing: the version of the rules, 1, and how the seed was made at a table;
HOUSE_RULES = "house_rules"  # what people call these options, if they do
MOST_CHARACTERS = 20_000_000


@dataclass(frozen=True)
class Record:
    """A game that was played: checked when it was read, so every move in it is legal."""

    game: Game
    players: tuple[str, ...]
    seed: Seed
    moves: tuple[str, ...]
    deal: fairness.FairDeal | None = None

    def positions(self) -> Iterator[Position]:
        """The position before the first move and after each move; the same object, played on."""
        position = self.game.deal(self.seed)
        yield position
        for number, move in enumerate(self.moves, 1):
            try:
                position.play(move)
            except IllegalMove as reason:
                raise BadRecord("records.bad_move", number=number, move=move[:40], reason=reason) from None
            yield position

    def final(self) -> Position:
        *_, last = self.positions()
        return last

    def to_json(self) -> str:
        document: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.name,
            "options": self.game.options,
            "players": self.players,
            "seed": str(self.seed),
            "moves": self.moves,
        }
        if self.game.version != 1:
            document[RULES] = self.game.version
        if self.deal:
            document[FAIR] = self.deal.as_dict()
        if self.game.house_rules is not None:
            document[HOUSE_RULES] = self.game.house_rules
        return json.dumps(document, ensure_ascii=False)


def record_of(position: Position, names: Sequence[str] | None = None) -> Record:
    """The record of a position so far."""
    if position.seed is None:
        raise TiotalError("records.imagined")
    players = tuple(names) if names is not None else tuple(f"Player {n + 1}" for n in range(position.game.players))
    _check_names(players, position.game.players)
    return Record(position.game, players, position.seed, tuple(position.moves))


def read_record(text: str) -> Record:
    """Read and replay; raises BadRecord at the first thing that is wrong."""
    record, _ = _read(text)
    return record


def verify_record(text: str) -> Position:
    """Read the record of a finished match; its final position."""
    record, final = _read(text)
    if not final.is_over:
        raise BadRecord("records.cut_off", number=len(record.moves) + 1)
    return final


def _read(text: str) -> tuple[Record, Position]:
    document = _parse(text)
    if document.get("format") != FORMAT:
        raise BadRecord("records.version", format=quote(document.get("format")), known=FORMAT)
    for field in FIELDS:
        if field not in document:
            raise BadRecord("records.missing", field=field)
    for field in document:
        if field not in FIELDS and field not in (RULES, FAIR, HOUSE_RULES):
            raise BadRecord("records.unknown_field", field=quote(field))
    names, moves = document["players"], document["moves"]
    if not isinstance(names, list) or not isinstance(document["options"], dict):
        raise BadRecord("records.shape")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadRecord("records.moves")
    try:
        game_class = game_named(document["game"], _version(document.get(RULES, 1)))
        game = game_class(len(names), **checked(game_class.declared_options, document["options"]))
        seed = read_seed(document["seed"])
    except TiotalError as reason:
        raise BadRecord("records.bad_setup", reason=reason) from None
    if str(seed) != document["seed"]:
        raise BadRecord("records.seed")
    _check_names(names, game.players)
    if HOUSE_RULES in document:
        game = game.by_house_rules(_house_rules(document[HOUSE_RULES]))
    deal = fairness.read_deal(document[FAIR], seed, game.players) if FAIR in document else None
    record = Record(game, tuple(names), seed, tuple(moves), deal)
    return record, record.final()


def _version(told: Any) -> int:
    if type(told) is not int or told < 1:
        raise BadRecord("records.rules", rules=quote(told))
    return told


def _house_rules(told: Any) -> str:
    if not is_name_to_see(told):
        raise BadRecord("house.bad_name", longest=LONGEST_NAME)
    return str(told)


def _parse(text: str) -> dict[str, Any]:
    if len(text) > MOST_CHARACTERS:
        raise BadRecord("records.too_long", most=MOST_CHARACTERS)
    try:
        document = json.loads(text, object_pairs_hook=_without_repetition)
    except BadRecord:
        raise
    except (ValueError, RecursionError):
        raise BadRecord("records.not_json") from None
    if not isinstance(document, dict):
        raise BadRecord("records.not_json")
    return document


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two fields of one name would leave it open which of them counts."""
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        raise BadRecord("records.twice", field=quote(next(name for name in names if names.count(name) > 1)))
    return document


def _check_names(names: Sequence[Any], players: int) -> None:
    if len(names) != players or not all(map(is_name, names)):
        raise BadRecord("records.names", players=players, longest=LONGEST_NAME)
