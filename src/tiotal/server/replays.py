"""A match told from its record: step by step as a seat sees it, and how its rounds ended.

Both replay the match, which takes as long as it is. They read nothing that changes, so they can run in a thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tiotal.engine.game import Played, Position, RoundOver, View
from tiotal.engine.record import Record
from tiotal.server.messages import GameName, GameTable, Message, PlayedSeen, RoundOverSeen
from tiotal.table.match import KeptMatch


# --- Steps ------------------------------------------------------------------------------------------------------
class Step(Message):
    number: int  # of moves made before it
    player: int | None  # who made the last of them
    move: str | None  # as far as the seat could see it then
    log: list[PlayedSeen | RoundOverSeen | None]  # what happened with that move
    windows: list[list[int]]  # 11 nimmt!: for each stack the cards that fit on it now, 1 … 10 above; else empty
    table: GameTable | None  # null, as in the log, where it has to be remembered


class StepsTold(Message):
    game: GameName
    options: dict[str, Any]
    names: list[str]
    mine: list[int]  # seats that whoever asks has played in
    partners: list[int] | None  # in pairs, the partner of each seat
    rounds: int | None  # of a match, at most; null where nobody knows before
    scores: list[int] | None  # null while it is being played
    winners: list[int]
    moves: int  # in the whole match, or so far
    steps: list[Step]


@dataclass(frozen=True)
class Eyes:
    """Whose view of the match is told. Only a match that is over may be shown with all cards open."""

    seat: int | None  # None: a spectator
    device: str  # of whoever looks; empty: nobody known
    memory_aid: bool
    all_open: bool = False
    hidden: range = range(0)  # entries of the log that may not be looked up now …
    hidden_steps: range = range(0)  # … and moments


def steps_told(match: KeptMatch, eyes: Eyes, first: int, count: int) -> StepsTold:
    """So many steps from the `first` on; step 0 is before the first move."""
    record = match.record
    name: GameName = record.game.name  # type: ignore[assignment]  # each of them is one
    return StepsTold(
        game=name,
        options=record.game.options,
        names=list(record.players),
        mine=[seat for seat, device in enumerate(match.devices) if device == eyes.device],
        partners=record.game.partners,
        rounds=record.game.last_round,
        scores=match.scores,
        winners=match.winners,
        moves=len(record.moves),
        steps=_steps(record, eyes, first, count),
    )


def _steps(record: Record, eyes: Eyes, first: int, count: int) -> list[Step]:
    told: list[Step] = []
    size = 0  # of the log, before the move
    for number, position in enumerate(record.positions()):
        if number >= first + count:
            break
        if number >= first:
            told.append(_step(number, position, size, eyes))
        size = position.log_size
    return told


def _step(number: int, position: Position, size: int, eyes: Eyes) -> Step:
    view = position.view(eyes.seat, size)
    log = position.whole_log(size) if eyes.all_open else view.log
    told = [None if place in eyes.hidden else entry for place, entry in enumerate(log, start=size)]
    played = told[0] if told and isinstance(told[0], Played) else None
    hidden = number in eyes.hidden_steps
    return Step.model_validate(
        {
            "number": number,
            "player": played.player if played else None,
            "move": played.move if played else None,
            "log": [entry and entry.as_dict() for entry in told],
            "windows": [] if hidden else view.windows,
            "table": None if hidden else _table(position, view, eyes),
        }
    )


def _table(position: Position, view: View, eyes: Eyes) -> dict[str, Any]:
    return position.describe() if eyes.all_open else view.shown(eyes.memory_aid)


# --- Rounds -----------------------------------------------------------------------------------------------------
def rounds_of(record: Record) -> list[dict[str, Any]]:
    """What everybody saw at the end of each round."""
    return list(_results(record.final()))


def _results(position: Position) -> Iterator[dict[str, Any]]:
    for entry in position.view(None).log:
        if isinstance(entry, RoundOver):
            yield entry.result
