"""A table for tests, with its log and a clock that stands still: it asks, is refused, waits, and checks as it goes.

Every entry is written and read back before it happens, and everything that anybody could be shown after it is searched
for what nobody may know.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tests.kit.games import sensible
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game
from tiotal.table import requests as ask
from tiotal.table import seen
from tiotal.table.answers import SECONDS_AWAY, Asker, answer, bot_move, key_hash, open_table, run_out, try_over
from tiotal.table.entries import Entry, Event, Holder, SeatedBot, SeatedPerson
from tiotal.table.requests import Request
from tiotal.table.table import Table
from tiotal.words import LANGUAGES

ANNA, BEN, CARL, EVE = "device-of-anna", "device-of-ben", "device-of-carl", "device-of-eve"
DEVICES = (ANNA, BEN, CARL, EVE)  # Eve sits nowhere
KEY = "the-key-of-the-host"
SECRET = "5ec7e7" + 58 * "0"
SHARES = {device: f"{number:x}" * 64 for number, device in enumerate(DEVICES, 10)}


def person(device: str, name: str | None = None, says: bool | None = None, hints: bool | None = None) -> SeatedPerson:
    return SeatedPerson(device, name or device.removeprefix("device-of-").title(), SHARES[device], says, hints)


def told_apart(seats: Sequence[Holder]) -> list[Holder]:
    """The second Anna is called Anna 2, as two people at a table never have the same name."""
    apart: list[Holder] = []
    for holder in seats:
        if isinstance(holder, SeatedPerson):
            same = sum(isinstance(other, SeatedPerson) and other.name.split()[0] == holder.name for other in apart)
            apart.append(replace(holder, name=f"{holder.name} {same + 1}") if same else holder)
        else:
            apart.append(holder)
    return apart


class Sitting:
    """A table that is open; Anna is its host."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Holder] = (),
        secret: str = SECRET,
        lesson: bool = False,
        **settings: Any,
    ) -> None:
        self.now = 1_700_000_000_000
        self.present = set(DEVICES)
        self.seconds_away: float = SECONDS_AWAY  # of all others
        self.lines: list[tuple[int, str]] = []  # of the log: time and text
        self.news: list[str] = []  # what everybody was told of each entry
        self._known = (-1, "")
        self.table = Table()
        self.happen(open_table(game, settings, told_apart(seats), ANNA, KEY, secret, lesson), ANNA)

    # --- The log ------------------------------------------------------------------------------------------------
    def happen(self, event: Event, device: str | None = None, name: str | None = None) -> Entry:
        """The next entry, as it is after it was stored."""
        text = Entry(self.table.number + 1, self.now, event, device, name).write()
        entry = Entry.read(self.table.number + 1, self.now, text)
        assert entry.event == event
        self.lines.append((self.now, text))
        self.table.add(entry)
        self.news.append(as_json(seen.event_for_all(self.table, entry)))
        assert_keeps_secrets(self)
        return entry

    def entries(self) -> Iterable[Entry]:
        return [Entry.read(number, at, text) for number, (at, text) in enumerate(self.lines, 1)]

    # --- Asking -------------------------------------------------------------------------------------------------
    def ask(self, device: str, request: Request, name: str | None = None) -> Entry:
        return self.happen(answer(self.table, request, self._asker(device)), device, name)

    def refusal(self, device: str, request: Request) -> TiotalError | None:
        """Why the request is refused, if it is; that changes nothing, and there is a sentence in every language."""
        before = self.before()
        reason = None
        try:
            answer(self.table, request, self._asker(device))
        except TiotalError as error:
            reason = error
        assert everything(self.table) == before
        assert reason is None or all(map(reason.sentence, LANGUAGES))
        return reason

    def _asker(self, device: str) -> Asker:
        return Asker(device, lambda other: 0.0 if other in self.present else self.seconds_away)

    def before(self) -> str:
        """Everything, looked at once after each entry: nothing else may change it."""
        if self._known[0] != self.table.number:
            self._known = self.table.number, everything(self.table)
        return self._known[1]

    def refused(self, device: str, request: Request) -> str:
        reason = self.refusal(device, request)
        assert reason is not None, f"{request} was not refused"
        return reason.key

    # --- Playing ------------------------------------------------------------------------------------------------
    def start(self) -> Sitting:
        self.ask(ANNA, ask.Start())
        return self

    def phase(self) -> str:
        return self.table.phase

    def bot(self) -> str | None:
        """The level of the bot that has to move."""
        return self.table.bot_to_move

    def to_move(self) -> int:
        assert self.table.to_move is not None
        return self.table.to_move

    @property
    def legal(self) -> list[str]:
        assert self.table.match is not None
        return self.table.match.position.legal_moves

    def move(self, move: str | None = None, said: int | None = None) -> Entry:
        """Whoever is to move plays this, or the first legal move; a bot too."""
        table = self.table
        seat = table.to_move
        assert seat is not None
        move = move or self.legal[0]
        if table.bot_to_move is not None:
            event = bot_move(table, move, table.number)
            assert event is not None
            return self.happen(event)
        device = table.seats[seat].device
        assert device is not None
        if said is None and table.says(seat):
            said = self.total_after(move)
        return self.ask(device, ask.Move(seat, move, table.number, said))

    def total_after(self, move: str) -> int | None:
        assert self.table.match is not None
        return self.table.match.position.view(self.table.to_move).total_after(move)

    def play_on(self, dice: random.Random, most: int = 10_000) -> Sitting:
        """Random moves, until there have been so many or the match is over."""
        for _ in range(most):
            if self.table.to_move is None:
                break
            assert self.table.match is not None
            self.move(sensible(self.table.match.position, dice))
        return self

    def wait(self, seconds: float) -> None:
        """Time passes; a clock that has run out, or a card that has lain long enough, is noticed, as by a server."""
        self.now += round(1000 * seconds)
        event = run_out(self.table, self.now) or try_over(self.table, self.now)
        if event is not None:
            self.happen(event)


# --- What can be seen -------------------------------------------------------------------------------------------
def shown_to(table: Table, device: str, last: int = 0) -> str:
    """All that a device may know, with what has happened since the last entry that it has seen."""
    since = seen.since_entry(table, last)
    viewers = seen.viewers_of(table, device) if table.match else []
    return as_json(
        {
            "mine": table.seats_of(device),
            "table": seen.table_for_all(table),
            "turn": seen.turn_for_all(table),
            "matches": [seen.match_for(table, seat, since) for seat in viewers],
        }
    )


def keep(known: list[Any], match: dict[str, Any]) -> None:
    """Put what is told of a match's log to what was known of it; None is what was not told or may not be looked up."""
    known += [None] * (match["since"] - len(known))
    known[match["since"] :] = match["log"]
    for number in range(*match["to_remember"]["log"]) if match["to_remember"] else ():
        known[number] = None


def as_json(shown: Any) -> str:
    return json.dumps(shown, ensure_ascii=False)


def assert_keeps_secrets(sitting: Sitting) -> None:
    """Nobody is told the name of a device, the host's key, the secret or the seed of a deal."""
    table = sitting.table
    forbidden = {*DEVICES, KEY, key_hash(KEY), table.secret, table._next_secret}
    if table.match and table.match.deal:
        forbidden |= {table.match.deal.secret, table.match.deal.seed}
    new = table.number - 1  # what is older was searched before
    for text in (sitting.news[-1], *(shown_to(table, device, new) for device in DEVICES)):
        assert not [secret for secret in forbidden if secret in text]


def everything(table: Table) -> str:
    """What a table is, in every detail but what is told of its past: that is compared when the log is replayed."""
    match = table.match
    course = match and (match.number, match.moves, match.sums, match.trying, match.position.fingerprint())
    size = match and match.position.log_size
    fields = {name: value for name, value in vars(table).items() if name not in ("match", "game", "finished")}
    return repr((fields, table.finished, course, size, [shown_to(table, device, table.number) for device in DEVICES]))


# --- Tables to begin with ---------------------------------------------------------------------------------------
def two_people(game: Game, secret: str = SECRET, **settings: Any) -> Sitting:
    return Sitting(game, [person(ANNA), person(BEN)], secret, **settings)


def against_bots(game: Game, **settings: Any) -> Sitting:
    return Sitting(game, [person(ANNA), *[SeatedBot("easy", "")] * (game.players - 1)], **settings)
