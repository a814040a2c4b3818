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

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tiotal.engine import forms
from tiotal.engine.game import LogEntry, Played, Position, RoundOver, View

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tale:
    """What a seat has seen so far; and, to notice when that changes, what it alone sees now."""

    text: str
    own: str = ""

    def further(self, view: View, public: Table) -> Tale:
        """With the entries in the log of this view, which is as the table is after them."""
        text = "".join([self.text, *(f"{_line(entry)}\n" for entry in view.log)])
        own = _json(own_part(view.table, public))
        if view.log and isinstance(view.log[-1], RoundOver) and not view.is_over:
            text += f"{_json(view.table)}\n"
        elif own != self.own:
            text += f"{own}\n"
        return Tale(text, own)


Tales = tuple[Tale, ...]  # of each seat, and of a spectator


def first_tales(position: Position) -> Tales:
    """As it is to sit down at the table now, whatever came before."""
    public = _look(position, None).table
    views = [_look(position, seat) for seat in _viewers(position)]
    return tuple(Tale(f"{_json(view.table)}\n", _json(own_part(view.table, public))) for view in views)


def tales_after(position: Position, action: int, tales: Tales) -> Tales:
    """Play a move, and tell it."""
    since = position.log_size
    position.play(action)
    views = [position.view(seat, since) for seat in _viewers(position)]
    public = views[-1].table
    return tuple(tale.further(view, public) for tale, view in zip(tales, views, strict=True))


class Match:
    """A position that can be copied, kept and told. What it tells a seat comes from views of that seat alone."""

    def __init__(self, position: Position, tales: Tales | None = None) -> None:
        self.position = position
        self._tales = first_tales(position) if tales is None else tales
        self._told: Position | None = None  # as far as the tales go, never changed; None: they tell everything
        self._untold: tuple[int, ...] = ()
        self._forget_views()

    def play(self, action: int) -> None:
        told = self.position.copy() if self._told is None else self._told
        self.position.play(action)  # an illegal move is refused here, and nothing has changed
        self._told = told
        self._untold += (action,)
        self._forget_views()

    def _forget_views(self) -> None:
        self._views: dict[int | None, View] = {}
        self._observations: dict[int | None, str] = {}

    def view(self, seat: int | None) -> View:
        """What a seat may know now, without the log."""
        if seat not in self._views:
            self._views[seat] = _look(self.position, seat)
        return self._views[seat]

    def information(self, seat: int | None) -> str:
        """Everything that a seat has seen: two matches that it cannot tell apart give the same text."""
        return self.tales[_place(self.position, seat)].text + self.observation(seat)

    def observation(self, seat: int | None) -> str:
        """What a seat sees now."""
        if seat not in self._observations:
            self._observations[seat] = _json(self.view(seat).table)
        return self._observations[seat]

    def secret(self, seat: int) -> str:
        """What a seat sees now and a spectator does not."""
        return _json(own_part(self.view(seat).table, self.view(None).table))

    @property
    def tales(self) -> Tales:
        if self._told is not None:
            position = self._told.copy()
            for action in self._untold:
                self._tales = tales_after(position, action, self._tales)
            self._told, self._untold = None, ()
        return self._tales

    def imagined(self, seat: int, seed: int) -> Match:
        """Another match that this seat cannot tell from this one. What the others saw on the way nobody can know: their
        tales are a spectator's, and the cards that they hold now."""
        position = self.view(seat).imagine(seed)
        public = self.view(None).table
        *tales, spectator = self.tales
        for other in range(position.game.players):
            if other != seat:
                own = _json(own_part(_look(position, other).table, public))
                tales[other] = Tale(f"{spectator.text}{own}\n", own)
        return Match(position, (*tales, spectator))

    # --- Copies -------------------------------------------------------------------------------------------------
    def copy(self) -> Match:
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.position = self.position.copy()
        twin._views, twin._observations = dict(self._views), dict(self._observations)
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


def _viewers(position: Position) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(position.game.players), None]


def _place(position: Position, seat: int | None) -> int:
    return position.game.players if seat is None else seat


def _look(position: Position, seat: int | None) -> View:
    return position.view(seat, position.log_size)


def _line(entry: LogEntry) -> str:
    if not isinstance(entry, Played):
        return entry.text
    came = (" ".join([fact.what, *(str(value) for _, value in fact.named)]) for fact in entry.came)
    return "; ".join([f"{entry.player} {entry.move.written}", *came])


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
