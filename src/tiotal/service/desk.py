"""What a device asks for besides playing, the same for every host: options, house rules, new tables, lists, records.

A host checks what it is sent and by whom. Answers are plain values, as they go over the wire.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tiotal.engine.errors import BadOption, Refused
from tiotal.engine.games import game_named
from tiotal.engine.house_rules import HouseRules, checked_name, sentences
from tiotal.engine.record import read_record
from tiotal.engine.seeds import new_seed
from tiotal.table.answers import open_table
from tiotal.table.entries import Entry, Holder
from tiotal.table.seen.listing import Listing
from tiotal.table.table import Table
from tiotal.words import say


# --- Options ----------------------------------------------------------------------------------------------------
def prospects_of(game: str, players: int, options: dict[str, Any], language: str) -> dict[str, Any]:
    """What would come of a table with these options, before it is opened; the sentence that would refuse it, if any."""
    game_class = game_named(game)
    try:
        found = game_class(players, **plain_options(options))
    except BadOption as refusal:
        return {"possible": False, "sentence": refusal.sentence(language)}
    told = [say(language, key, **values) for key, values in found.prospects()]
    return {"possible": True, "sentence": " ".join(told)}


def house_rules_told(rules: HouseRules, language: str) -> dict[str, Any]:
    """With what they are, in the reader's language, and as a TOML file."""
    return {
        "name": rules.name,
        "game": rules.game,
        "players": list(rules.players),
        "options": rules.options,
        "sentences": sentences(rules, language),
        "text": rules.written(),
    }


def plain_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options are checked one by one later; here only that none of them can be taken for something else."""
    for name in ("self", "players"):
        if name in options:
            raise Refused("server.bad_request", reason=f"options.{name}")
    return options


# --- New tables -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class TableAsked:
    """A table that somebody wants; seats that are not named are free."""

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    seats: Sequence[Holder] = ()
    lesson: bool = False
    house_rules: str | None = None  # what people call these options


@dataclass(frozen=True)
class Opening:
    """A table that can be opened: its first entry, what that makes, and what makes another device the host."""

    entry: Entry
    table: Table
    host_key: str


def opening_of(asked: TableAsked, device: str, at: int) -> Opening:
    game = game_named(asked.game)(asked.players, **plain_options(asked.options))
    if asked.house_rules is not None:
        game = game.by_house_rules(checked_name(asked.house_rules))
    host_key = secrets.token_urlsafe(32)
    opened = open_table(game, asked.settings, asked.seats, device, host_key, new_seed(), asked.lesson)
    entry = Entry(1, at, opened, device)
    return Opening(entry, Table.replay([entry]), host_key)


# --- Lists ------------------------------------------------------------------------------------------------------
def listed(listing: Listing, device: str, my_turn: bool) -> dict[str, Any]:
    """A table in a list that this device is shown."""
    return {
        "id": listing.id,
        "game": listing.game,
        "phase": listing.phase,
        "names": listing.names,
        "free_seats": listing.free_seats,
        "opened_at": listing.opened_at,
        "changed_at": listing.changed_at,
        "my_turn": my_turn,
        "result": None if listing.result is None else _result_listed(listing.result, device),
    }


def _result_listed(result: dict[str, Any], device: str) -> dict[str, Any]:
    mine = [seat for seat, holder in enumerate(result["devices"]) if holder and holder == device]
    return {"names": result["names"], "scores": result["scores"], "winners": result["winners"], "mine": mine}


# --- Records ----------------------------------------------------------------------------------------------------
def verified(record: str) -> dict[str, Any]:
    """Replay a record and check it."""
    read = read_record(record)
    final = read.final()
    return {
        "game": read.game.name,
        "moves": len(read.moves),
        "finished": final.is_over,
        "winners": final.winners,
        "fair": read.deal is not None,
    }
