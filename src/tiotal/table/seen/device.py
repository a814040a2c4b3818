"""What one device may know of the match that is being played: the views of the seats that it holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tiotal import sums
from tiotal.engine.game import Fact, View
from tiotal.engine.moves import Move
from tiotal.table.match import Match
from tiotal.table.table import Table

TOLD_AGAIN = 60  # entries of a match's log that somebody who comes anew is told
MOST_TOLD = 1_000  # and somebody who was away


def viewers_of(table: Table, device: str) -> list[int | None]:
    """The seats through which a device sees the match; None: as a spectator."""
    return viewers_with(table, table.seats_of(device))


def viewers_with(table: Table, seats: list[int]) -> list[int | None]:
    """The same of a device with these seats.

    Where several people share a device it is also told what anybody may see: that can be shown while it is passed on.
    """
    if len(seats) > 1:
        return [*seats, None]
    return [*seats] or ([None] if table.settings["spectators"] else [])


def since_entry(table: Table, number: int) -> int:
    """Where the match's log goes on for somebody who has seen the table's log up to this entry."""
    if table.match is None:
        return 0
    size = table.match.position.log_size
    if number <= 0:
        return max(0, size - TOLD_AGAIN)
    return max(table.match.log_since(number), size - MOST_TOLD)


def match_for(table: Table, seat: int | None, since: int) -> dict[str, Any]:
    """The match as a seat sees it; what happened before entry `since` of its log is left out."""
    assert table.match is not None
    view = table.match.position.view(seat, since)
    hidden = to_remember(table, seat)
    shown: dict[str, Any] = {
        "seat": seat,
        "table": view.shown(memory_aid=bool(table.settings["memory_aid"])),
        "since": view.since,
        "log": _log(view, hidden),
        "to_remember": _to_remember(table.match, hidden),
        "trying": _trying(table, seat),
        "legal": [],
    }
    if view.legal_moves and table.phase == "playing" and not table.paused:
        says = view.seat is not None and table.says(view.seat) is True
        lies = table.trying.move if table.trying else None
        shown["legal"] = [
            _legal(*choice, says=says or lies is not None)
            for choice in view.choices()
            if lies in (None, choice[0].written)
        ]
    return shown


def _trying(table: Table, seat: int | None) -> dict[str, Any] | None:
    """A card that lies: everybody sees it, but only who said a wrong total is told of that, and how to find the right
    one. It is not told to anybody."""
    if table.match is None or table.trying is None or (seat is None and table.settings.get("in_class")):
        return None
    trying, game = table.trying, table.game
    told: dict[str, Any] = {"seat": trying.seat, "move": game.public_move(game.parse(trying.move)).as_dict()}
    if seat == trying.seat:
        asked = table.match.total_said(seat, trying.move, trying.said).sum
        hint = asked if table.hints(seat) else None
        told |= {
            "move": game.read(trying.move).as_dict(),
            "said": trying.said,
            "hint": hint and {"sum": asdict(hint), **sums.way_of(hint).hint()},
        }
    return told


def _log(view: View, hidden: range) -> list[dict[str, Any] | None]:
    if not hidden:
        return [entry.told() for entry in view.log]
    return [None if number in hidden else entry.told() for number, entry in enumerate(view.log, start=view.since)]


def _legal(move: Move, total: int | None, will: Sequence[Fact], says: bool) -> dict[str, Any]:
    """A move with what it is sure to lead to: the new total too, unless the player is the one who says it."""
    told = move.as_dict()
    if total is not None:
        if says:
            told["says"] = True
        else:
            told["total"] = total
    if will:
        told["will"] = [each.told for each in will]
    return told


# --- What has to be remembered ----------------------------------------------------------------------------------
def to_remember(table: Table, seat: int | None) -> range:
    """Entries of the match's log that this seat (None: a spectator) may not look up now."""
    if table.match is None or table.settings["memory_aid"]:
        return range(0)
    return table.match.position.to_remember(seat)


def hidden_steps(match: Match, hidden: range) -> range:
    """The moments that go with such entries, as numbers of moves made: from the deal of the round to the moment before
    the first move that may be looked up."""
    return range(match.moves_before(hidden.start), match.moves_before(hidden.stop) + 1) if hidden else range(0)


def _to_remember(match: Match, hidden: range) -> dict[str, Any] | None:
    if not hidden:
        return None
    steps = hidden_steps(match, hidden)
    return {"log": [hidden.start, hidden.stop], "steps": [steps.start, steps.stop]}


NOTHING_HIDDEN: Mapping[int | None, range] = defaultdict(lambda: range(0))


@dataclass(frozen=True)
class Before:
    """A match before something happened at its table, as far as it decides what is news afterwards."""

    match: Match | None
    size: int  # of its log
    hidden: Mapping[int | None, range]  # entries that could not be looked up, by seat

    @classmethod
    def at(cls, table: Table) -> Before:
        size = table.match.position.log_size if table.match else 0
        if not table.game.has_memory_aid:
            return cls(table.match, size, NOTHING_HIDDEN)
        viewers = (None, *range(len(table.seats)))
        return cls(table.match, size, {seat: to_remember(table, seat) for seat in viewers})


def since_news(table: Table, before: Before, seat: int | None) -> int:
    """Where the match's log goes on for somebody who was told all before: with what is new, or with what may be looked
    up again, because the round is over or moves were taken back."""
    match = table.match
    if match is None or match is not before.match:
        return since_entry(table, 0)
    if not table.game.has_memory_aid and match.position.log_size >= before.size:
        return max(before.size, match.position.log_size - MOST_TOLD)
    was, now = before.hidden[seat], to_remember(table, seat)
    first = now.stop if was.start in now else was.start
    again = first if first in was else before.size
    if match.position.log_size < before.size:
        return min(again, since_entry(table, 0))
    return max(again, match.position.log_size - MOST_TOLD)
