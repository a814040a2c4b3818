"""A match together with what each seat has seen of it, step by step: what OpenSpiel calls an information state.

A view shows what a seat may know now. Perfect recall asks for more: the hand that one held five moves ago tells which
card was drawn when. So each seat has a tale. It begins with the table as the seat saw it after the deal, and every move
adds a line: who did what, as far as the seat saw it, and what came of it; another one when its own cards have changed;
the whole table again when a new round was dealt. A tale is made of views only, so seats that cannot tell two matches
apart have the same tale in both.

Tales are told when somebody asks for them, by playing again what was played since: a match that is only played to its
end costs nothing but its moves.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.engine import forms
from tiotal.engine.game import LogEntry, Played, Position, RoundOver, View

Table = dict[str, Any]


class Look:
    """A view, and its table, which is asked for more than once."""

    def __init__(self, position: Position, seat: int | None, since: int | None = None) -> None:
        """With the log from entry number `since` on, or without it."""
        self.view = position.view(seat, position.log_size if since is None else since)

    @functools.cached_property
    def table(self) -> Table:
        return self.view.table

    def own(self, public: Table) -> str:
        """What the seat sees and a spectator, who sees this table, does not."""
        return _json(own_part(self.table, public))

    @functools.cached_property
    def text(self) -> str:
        return _json(self.table)


def looks_at(position: Position, since: int | None = None) -> dict[int | None, Look]:
    """Of every seat, and of a spectator."""
    return {seat: Look(position, seat, since) for seat in (*range(position.game.players), None)}


@dataclass(frozen=True, slots=True)
class Tale:
    """What a seat has seen so far; and, to notice when that changes, what it alone sees now."""

    text: str
    own: str

    def further(self, look: Look, public: Table) -> Tale:
        """With the entries in the log of this look, and as the table is after them."""
        log, own = look.view.log, look.own(public)
        lines = [_line(entry) for entry in log]
        if log and isinstance(log[-1], RoundOver) and not look.view.is_over:
            lines.append(look.text)
        elif own != self.own:
            lines.append(own)
        return Tale("".join([self.text, *(f"{line}\n" for line in lines)]), own)


Tales = dict[int | None, Tale]  # of every seat, and of a spectator


def first_tales(position: Position) -> Tales:
    """As it is to sit down at the table now, whatever came before."""
    looks = looks_at(position)
    public = looks[None].table
    return {seat: Tale(f"{look.text}\n", look.own(public)) for seat, look in looks.items()}


def told_further(tales: Tales, looks: dict[int | None, Look]) -> Tales:
    public = looks[None].table
    return {seat: tales[seat].further(look, public) for seat, look in looks.items()}


class Match:
    """A position that can be copied, kept and told. What it tells a seat comes from views of that seat alone."""

    def __init__(self, position: Position, tales: Tales | None = None) -> None:
        self.position = position
        self._tales = first_tales(position) if tales is None else tales
        self._told: Position | None = None  # as far as the tales go, never changed; None: they tell everything
        self._looks: dict[int | None, Look] = {}  # as it is now

    def play(self, action: int) -> None:
        told = self.position.copy() if self._told is None else self._told
        self.position.play(action)  # an illegal move is refused here, and nothing has changed
        self._told = told
        self._looks = {}

    def view(self, seat: int | None) -> View:
        """What a seat may know now, without the whole log."""
        return self._look(seat).view

    def information(self, seat: int | None) -> str:
        """Everything that a seat has seen: two matches that it cannot tell apart give the same text."""
        return self.tales[seat].text + self._look(seat).text

    def observation(self, seat: int | None) -> str:
        """What a seat sees now."""
        return self._look(seat).text

    def secret(self, seat: int) -> str:
        """What a seat sees now and a spectator does not."""
        return self._look(seat).own(self._look(None).table)

    def _look(self, seat: int | None) -> Look:
        if seat not in self._looks:
            self._looks[seat] = Look(self.position, seat)
        return self._looks[seat]

    @property
    def tales(self) -> Tales:
        if self._told is not None:
            replayed = self._told
            *earlier, _ = self.position.moves[len(replayed.moves) :]
            for move in earlier:
                since, replayed = replayed.log_size, replayed.copy()
                replayed.play(move)
                self._tales = told_further(self._tales, looks_at(replayed, since))
            self._looks = looks_at(self.position, replayed.log_size)
            self._tales = told_further(self._tales, self._looks)
            self._told = None
        return self._tales

    def imagined(self, seat: int, seed: int) -> Match:
        """Another match that this seat cannot tell from this one. What the others saw on the way nobody can know: their
        tales are a spectator's, and the cards that they hold now."""
        tales = dict(self.tales)
        position = Look(self.position, seat).view.imagine(seed)
        public, past = self._look(None).table, tales[None].text
        for other in range(position.game.players):
            if other != seat:
                own = Look(position, other).own(public)
                tales[other] = Tale(f"{past}{own}\n", own)
        return Match(position, tales)

    # --- Copies -------------------------------------------------------------------------------------------------
    def copy(self) -> Match:
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.position = self.position.copy()
        twin._looks = dict(self._looks)
        return twin

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> Any:
        parts = {name: part for name, part in vars(self.position).items() if name != "_form"}
        return _restored, (parts, self.tales)


def _restored(parts: dict[str, Any], tales: Tales) -> Match:
    position = Position.__new__(Position)
    position.__dict__.update(parts, _form=forms.interpreted(parts["game"].rules))
    return Match(position, tales)


def own_part(seen: Any, public: Any) -> Any:
    """What is in one table and not in the other, at its place; None if nothing is."""
    if seen == public:
        return None
    if isinstance(seen, dict) and isinstance(public, dict):
        return {key: own_part(seen[key], public.get(key)) for key in seen if seen[key] != public.get(key)}
    if isinstance(seen, list) and isinstance(public, list) and len(seen) == len(public) and _has_parts(seen):
        pairs = enumerate(zip(seen, public, strict=True))
        return {place: own_part(own, others) for place, (own, others) in pairs if own != others}
    return seen


def _has_parts(values: Sequence[Any]) -> bool:
    return all(isinstance(value, dict | list) or value is None for value in values)


def _line(entry: LogEntry) -> str:
    if not isinstance(entry, Played):
        return entry.text
    came = (" ".join([fact.what, *(str(value) for _, value in fact.named)]) for fact in entry.came)
    return "; ".join([f"{entry.player} {entry.move.written}", *came])


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
