"""A table: what its log replays to.

`Table.add` takes the next entry of the log, which somebody has committed; it asks no questions. Whether something may
become an entry at all is decided before, in `tiotal.table.answers`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from tiotal.engine.fairness import FairDeal, commitment_to, secret_of_deal
from tiotal.engine.game import Game, Played
from tiotal.engine.games import game_named
from tiotal.table.entries import (
    AskedAgain,
    CameBack,
    Door,
    DoorSet,
    Ended,
    Entry,
    Forgotten,
    HandedOver,
    HintsChanged,
    Holder,
    Hosted,
    Knocked,
    Left,
    LetIn,
    Moved,
    Opened,
    Paced,
    Paused,
    RanOut,
    Replaced,
    ReplayOpened,
    Resumed,
    Said,
    SayingChanged,
    Seated,
    SeatedBot,
    SeatedPerson,
    Started,
    Tried,
    TurnedAway,
    UndoAnswered,
    UndoAsked,
)
from tiotal.table.forgetting import is_forgotten
from tiotal.table.lessons import Lesson, lesson_named
from tiotal.table.match import KeptMatch, Match, Trying

Phase = Literal["waiting", "playing", "over", "ended"]

STAND_IN = "medium"  # the level that moves for somebody whose clock has run out
REMEMBERED = 500  # moves that are known again when they are sent twice; older ones would come too late anyway
TRY_MILLISECONDS = 30_000  # that a card lies at most until another total is said
SAYINGS_KEPT = 60  # things that people have said, told to somebody who comes anew


@dataclass
class Seat:
    holder: Holder  # changes, but not from one device to another: then it is another seat
    away: bool = False  # the person has left
    stand_in: str | None = None  # the level of the bot that plays for the person
    out_of_time: bool = False
    device: str | None = field(init=False)  # whose seat it is, even while a bot plays

    def __post_init__(self) -> None:
        self.device = self.holder.device if isinstance(self.holder, SeatedPerson) else None

    @property
    def person(self) -> SeatedPerson | None:
        """Who decides here, now."""
        holder = self.holder
        return holder if isinstance(holder, SeatedPerson) and not self.away and self.level is None else None

    @property
    def level(self) -> str | None:
        """Of the bot that moves here, now."""
        if isinstance(self.holder, SeatedBot):
            return self.holder.level
        return self.stand_in or (STAND_IN if self.out_of_time else None)


@dataclass(frozen=True, slots=True)
class Saying:
    """What somebody said, and when in the course of which match."""

    seat: int
    name: str  # people change seats from match to match
    sign: str
    what: str
    at: int
    match: int  # 0: before the first
    place: int  # how many entries the match's log had


@dataclass
class Undo:
    """A wish to take back moves, waiting for all people to agree."""

    seat: int
    move: int  # the first to be taken back
    agreed: set[str]  # devices


class Table:
    """Knows everything, as a position does: show people what `tiotal.table.seen` makes of it."""

    game: Game
    settings: dict[str, bool | int | str | None]
    seats: list[Seat]
    host: str
    host_key: str

    def __init__(self) -> None:
        self.phase: Phase = "waiting"
        self.number = 0  # of the last entry
        self.at = 0  # and its time
        self.changed = 0  # number of the last entry that changed more than the course of the match
        self.turn_number = 0  # of the last entry after which other moves are possible than before
        self.match: Match | None = None  # that is being played or was played last
        self.finished: list[KeptMatch] = []
        self.door: Door = "open"
        self.knocks: dict[int, Knocked] = {}  # by the number of the entry
        self.turned_away: set[str] = set()  # devices
        self.paused = False
        self.held = False  # paused by a host who does not play
        self.undo: Undo | None = None
        self.sayings: deque[Saying] = deque(maxlen=SAYINGS_KEPT)
        self.again: dict[str, str | None] = {}  # devices that want another match, with their share of chance
        self._lesson: Lesson | None = None  # with which the table begins
        self.forgotten = False  # all who were here
        self.secret = ""  # from which those of all deals are made; never shown to anybody
        self.asked: Counter[str] = Counter()  # entries of each device, besides moves
        self.requests: dict[tuple[str, str], int] = {}  # number of the entry that each has become
        self._moves_known: deque[tuple[str, str]] = deque()  # those of them that were moves
        self._used = 0  # milliseconds that a person has thought about the present decision, up to the last entry
        self._left: list[int] = []  # milliseconds that each player has, if the clock runs for whole matches

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> Table:
        table = cls()
        for entry in entries:
            table.add(entry)
        return table

    def become(self, other: Table) -> None:
        """The same table by a log that was written anew; whoever holds this one sees that one from now on."""
        self.__dict__.update(other.__dict__)

    # --- Looking ------------------------------------------------------------------------------------------------
    @property
    def to_move(self) -> int | None:
        return self.match.position.to_move if self.match and self.phase == "playing" else None

    @property
    def bot_to_move(self) -> str | None:
        """The level of the bot that has to move, if one has."""
        seat = self.to_move
        return None if seat is None or self.paused or self.trying else self.seats[seat].level

    @property
    def trying(self) -> Trying | None:
        """A card that lies with a wrong total, and waits for another."""
        return self.match.trying if self.match and self.phase == "playing" else None

    def try_until(self) -> int | None:
        """When it is played whatever is said: at once, where nobody is left to say anything."""
        trying = self.trying
        if trying is None or self.paused:
            return None
        return trying.until if self.seats[trying.seat].person else self.at

    @property
    def commitment(self) -> str | None:
        """To the secret of the deal that is being played or comes next; none in a lesson."""
        if self.lesson:
            return None
        if self.match and self.match.deal and self.phase != "over":
            return self.match.deal.commitment
        return commitment_to(self._next_secret)

    @property
    def lesson(self) -> Lesson | None:
        """That is being given or comes next. What is played after it has a deal as any other."""
        first = self.match is None or (self.match.number == 1 and self.phase == "playing")
        return self._lesson if first else None

    @property
    def prepared_move(self) -> str | None:
        """Of the bot in a lesson, as long as the learner goes along."""
        seat = self.to_move
        if (
            self.lesson is None
            or self.match is None
            or seat is None
            or not isinstance(self.seats[seat].holder, SeatedBot)
        ):
            return None
        view = self.match.position.view(seat)
        played = [entry for entry in view.log if isinstance(entry, Played)]
        learner = [entry.move for entry in played if entry.player != seat]
        return self.lesson.move(len(played) - len(learner), learner, view.legal_moves)

    @property
    def _next_secret(self) -> str:
        return secret_of_deal(self.secret, len(self.finished) + 1)

    @property
    def people(self) -> set[str]:
        """The devices of all who play now."""
        return {seat.person.device for seat in self.seats if seat.person}

    def seats_of(self, device: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.device == device]

    @property
    def is_thinking(self) -> bool:
        """Whether a person has to decide, whose time runs. It does not for a second try."""
        seat = self.to_move
        return seat is not None and not self.paused and not self.trying and self.seats[seat].level is None

    @property
    def is_timed(self) -> bool:
        """Whether something happens by itself when time has passed."""
        return self.is_thinking or self.try_until() is not None

    def deadline(self) -> int | None:
        """When the clock of the player to move runs out."""
        if self.settings["clock"] == "off":
            return None
        seat = self.to_move
        if seat is None or not self.is_thinking:
            return None
        return self.at - self._used + self.time_left(seat)

    def time_left(self, seat: int) -> int:
        """Milliseconds at the beginning of the present decision."""
        if self.settings["clock"] == "player":
            return self._left[seat]
        return 1000 * int(self.settings["seconds"] or 0)

    def knock_of(self, device: str) -> int | None:
        """The number of the entry with which a device has knocked, while it waits for an answer."""
        return next((number for number, knock in self.knocks.items() if knock.person.device == device), None)

    def says(self, seat: int) -> bool | None:
        """Whether the person of a seat says the totals or has them counted; None where nobody does either.

        At a table of version 0.1 the setting `announce` decides for all who have not chosen since.
        """
        holder = self.seats[seat].holder
        if not isinstance(holder, SeatedPerson) or not self.game.has_totals:
            return None
        return bool(self.settings.get("announce", True)) if holder.says is None else holder.says

    def hints(self, seat: int) -> bool | None:
        """Whether the person of a seat gets hints on the way to a total; None where nobody says any."""
        holder = self.seats[seat].holder
        if not isinstance(holder, SeatedPerson) or not self.game.has_totals:
            return None
        return holder.hints is not False

    def why_no_signs(self) -> str | None:
        """From the deal to the end of a round, where partners may give each other none; the next is dealt at once."""
        forbidden = self.game.partners_give_no_signs and self.game.partners is not None
        return "table.no_signs" if forbidden and self.phase == "playing" else None

    def why_no_undo(self, seat: int) -> str | None:
        """Why the last move of a seat cannot be taken back; None: it can, if all agree."""
        if self.match is None or self.phase != "playing":
            return "table.nothing_to_undo"
        if not self.settings["undo"]:
            return "table.undo_is_off"
        if seat not in self.match.movers:
            return "table.nothing_to_undo"
        return None if self.match.can_undo(seat) else "table.cards_were_shown"

    # --- The log ------------------------------------------------------------------------------------------------
    def add(self, entry: Entry) -> None:
        """Let the next entry of the log happen."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow {self.number}")
        if self.is_thinking:
            self._used += entry.at - self.at
        if self.paused and self.trying:
            self.trying.until += entry.at - self.at
        self.number = entry.number
        self.at = entry.at
        if entry.device is not None and entry.request is not None:
            self.requests[entry.device, entry.request] = entry.number
        if isinstance(entry.event, Moved):
            self._moved(entry.event, entry)
            return
        if isinstance(entry.event, Tried):
            self._tried(entry.event, entry)
            return
        if not isinstance(entry.event, Said):
            self.changed = entry.number
        if entry.device is not None:
            self.asked[entry.device] += 1
        self._happen(entry)

    def _happen(self, entry: Entry) -> None:
        """Anything but a move."""
        match entry.event:
            case Said() as said:
                self.sayings.append(self._saying(said, entry.at))
            case SayingChanged() | HintsChanged() as event:
                self._change_help(event)
            case Opened() as opened:
                self._opened(opened)
            case Seated(seat, holder):
                self.seats[seat] = Seat(holder)
            case DoorSet() | Knocked() | LetIn() | TurnedAway() as event:
                self._at_the_door(event, entry.number)
            case Hosted():
                assert entry.device is not None
                self.host = entry.device
            case Started(share):
                self._add_share(share)
                self.knocks.clear()
                self._begin(entry.at)
            case Left(seat):
                self._change_seat(seat, entry, away=True, stand_in=self.seats[seat].stand_in)
            case Replaced(seat, level):
                self._change_seat(seat, entry, stand_in=level)
            case CameBack(seat):
                self._change_seat(seat, entry)
            case HandedOver(seat, person):
                self.seats[seat] = Seat(person)
            case RanOut(seat):
                self.seats[seat].out_of_time = True
                self._left[seat] = 0
                self._used = 0
            case Paused(held):
                self.paused, self.held = True, held
            case Resumed():
                self.paused = self.held = False
            case Paced(pace):
                self.settings = {**self.settings, "pace": pace}
            case UndoAsked() | UndoAnswered() as event:
                self._wish_to_undo(event, entry)
            case AskedAgain(share):
                assert entry.device is not None
                self.again[entry.device] = share
                self._begin_if_agreed(entry)
            case ReplayOpened(match):
                self._open_replay(match, entry)
            case Ended():
                self._end(entry)
            case Forgotten(alias):
                self._forget(alias, entry)

    def _end(self, entry: Entry) -> None:
        self.phase = "ended"
        self.turn_number = entry.number

    def _forget(self, alias: str | None, entry: Entry) -> None:
        """Everybody has left for good, or somebody: then a bot plays on, and if it was the host, the next person is."""
        if alias is None:
            self.forgotten = True
            self._end(entry)
            return
        self.knocks = {number: knock for number, knock in self.knocks.items() if knock.person.device != alias}
        self.again.pop(alias, None)
        for seat in self.seats_of(alias):
            if self.phase == "waiting":
                self.seats[seat] = Seat(None)
            else:
                self._change_seat(seat, entry, away=True, stand_in=STAND_IN)
        if self.host == alias:
            in_order = sorted(self.seats, key=lambda seat: seat.away)
            others = (seat.device for seat in in_order if seat.device and not is_forgotten(seat.device))
            self.host = next(others, alias)
        if self.host == alias:
            self._end(entry)

    def _open_replay(self, match: int, entry: Entry) -> None:
        assert entry.device is not None
        kept = self.finished[match - 1]
        self.finished[match - 1] = replace(kept, agreed=kept.agreed | {entry.device})

    def _at_the_door(self, event: DoorSet | Knocked | LetIn | TurnedAway, number: int) -> None:
        match event:
            case DoorSet(door):
                self.door = door
            case Knocked():
                self.knocks[number] = event
            case LetIn(knock, seat):
                self.seats[seat] = Seat(self.knocks.pop(knock).person)
            case TurnedAway(knock):
                self.turned_away.add(self.knocks.pop(knock).person.device)

    def _opened(self, opened: Opened) -> None:
        game = game_named(opened.game, opened.rules)(opened.players, **opened.options)
        self.game = game.by_house_rules(opened.house_rules)
        self.settings = opened.settings
        self._lesson = lesson_named(opened.game, opened.lesson) if opened.lesson else None
        self.seats = [Seat(holder) for holder in opened.seats]
        self.host, self.host_key, self.secret = opened.host, opened.host_key, opened.secret

    def _saying(self, said: Said, at: int) -> Saying:
        holder = self.seats[said.seat].holder
        match, place = (self.match.number, self.match.position.log_size) if self.match else (0, 0)
        return Saying(said.seat, holder.name if holder else "", said.sign, said.what, at, match, place)

    def _change_seat(self, seat: int, entry: Entry, away: bool = False, stand_in: str | None = None) -> None:
        """Somebody goes or comes. Nobody who goes is waited for when all have to agree."""
        out_of_time = self.seats[seat].out_of_time and self.settings["clock"] == "player"
        self.seats[seat] = Seat(self.seats[seat].holder, away, stand_in, out_of_time)
        if self.undo:
            self._undo_if_agreed(entry)
        if self.phase == "over":
            self._begin_if_agreed(entry)

    def _change_help(self, event: SayingChanged | HintsChanged) -> None:
        holder = self.seats[event.seat].holder
        assert isinstance(holder, SeatedPerson)
        match event:
            case SayingChanged(seat, says):
                self.seats[seat].holder = replace(holder, says=says)
            case HintsChanged(seat, hints):
                self.seats[seat].holder = replace(holder, hints=hints)

    def _add_share(self, share: str | None) -> None:
        """Of the host, who could not give one before the table had shown its commitment."""
        for seat in self.seats:
            holder = seat.holder
            if isinstance(holder, SeatedPerson) and holder.device == self.host and holder.share is None:
                seat.holder = replace(holder, share=share)

    # --- Matches ------------------------------------------------------------------------------------------------
    def _begin(self, at: int) -> None:
        shares = (seat.holder.share if isinstance(seat.holder, SeatedPerson) else None for seat in self.seats)
        fair = FairDeal(self._next_secret, tuple(shares))
        seed, deal = (self.lesson.seed, None) if self.lesson else (fair.seed, fair)
        names = [seat.holder.name if seat.holder else "" for seat in self.seats]
        self.match = Match(self.game, len(self.finished) + 1, names, seed, deal, at)
        self.again = {}
        self.phase = "playing"
        self.turn_number = self.number
        self._left = [1000 * int(self.settings["seconds"] or 0)] * self.game.players
        self._used = 0

    def _begin_if_agreed(self, entry: Entry) -> None:
        """Everybody moves on by one seat, so that another player begins, and partners stay partners."""
        if not self.people or not self.people <= self.again.keys():
            return
        first, *others = self.seats
        self.seats = [self._in_next_match(seat) for seat in (*others, first)]
        self._begin(entry.at)

    def _in_next_match(self, seat: Seat) -> Seat:
        holder = seat.holder
        if isinstance(holder, SeatedPerson):
            holder = replace(holder, share=self.again.get(holder.device))
        return Seat(holder, seat.away, seat.stand_in or (STAND_IN if seat.away else None))

    def _know_again(self, entry: Entry) -> None:
        """A move that is sent twice."""
        if entry.device is not None and entry.request is not None:
            self._moves_known.append((entry.device, entry.request))
            if len(self._moves_known) > REMEMBERED:
                self.requests.pop(self._moves_known.popleft(), None)

    def _tried(self, tried: Tried, entry: Entry) -> None:
        assert self.match is not None
        self._know_again(entry)
        self.match.trying = Trying(tried.seat, tried.move, tried.said, self._used, entry.at + TRY_MILLISECONDS)
        self.turn_number = entry.number

    def _moved(self, moved: Moved, entry: Entry) -> None:
        assert self.match is not None
        self._know_again(entry)
        self._left[moved.seat] = max(0, self._left[moved.seat] - self._used)
        self.match.play(moved.move, moved.said, self._used, entry.number)
        if self.seats[moved.seat].out_of_time and self.settings["clock"] == "move":
            self.seats[moved.seat].out_of_time = False
            self.changed = entry.number
        if self.undo:
            self.undo = None
            self.changed = entry.number
        self.turn_number = entry.number
        self._used = 0
        if self.match.position.is_over:
            self.phase = "over"
            self.changed = entry.number
            devices = [seat.person.device if seat.person else None for seat in self.seats]
            self.finished.append(self.match.kept(entry.at, devices))
            self._give_time_back()

    def _give_time_back(self) -> None:
        """Those whose clock ran out decide for themselves again."""
        for seat in self.seats:
            seat.out_of_time = False

    # --- Taking back --------------------------------------------------------------------------------------------
    def _wish_to_undo(self, event: UndoAsked | UndoAnswered, entry: Entry) -> None:
        assert entry.device is not None
        if isinstance(event, UndoAsked):
            self.undo = Undo(event.seat, event.move, {entry.device})
        elif self.undo is None:
            return
        elif not event.agreed:
            self.undo = None
            return
        else:
            self.undo.agreed.add(entry.device)
        self._undo_if_agreed(entry)

    def _undo_if_agreed(self, entry: Entry) -> None:
        assert self.match is not None and self.undo is not None
        if not self.people:
            self.undo = None
        elif self.people <= self.undo.agreed:
            self.match.undo(self.undo.move)
            self.undo = None
            self.turn_number = entry.number
            self._used = 0
            if self.settings["clock"] == "move":
                self._give_time_back()
