"""Whether what somebody asks for may happen now: each request becomes one event for the log, or is refused.

Nothing is changed here. A refusal says what was wrong and, where there is a choice, what is possible.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tiotal.bots.catalogue import LEVEL_NAMES
from tiotal.engine.errors import IllegalMove, Refused, quote
from tiotal.engine.fairness import is_chance
from tiotal.engine.game import Game
from tiotal.engine.names import is_line, is_name_to_see, look_of
from tiotal.table import requests as ask
from tiotal.table.entries import (
    AskedAgain,
    CameBack,
    DoorSet,
    Ended,
    Event,
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
from tiotal.table.lessons import Lesson, newest_lesson
from tiotal.table.match import Trying
from tiotal.table.settings import PACE, check_settings
from tiotal.table.table import STAND_IN, Seat, Table

REACTIONS = ("thumbs_up", "clap", "laugh", "wow", "think", "heart", "sad", "party")
PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "so_close", "one_moment", "your_turn", "again", "bye")
LONGEST_TEXT = 200
SECONDS_AWAY = 10  # before others may let a bot play: a page that is loaded again, or a lift, takes less
MOST_KNOCKS = 20  # that wait for the host
MOST_ENTRIES = 20_000  # of a table; what was begun may be played to its end, and its host can always do something
MOST_OF_A_DEVICE = 1_000  # of these, besides its moves
LARGEST_TOTAL = 999_999  # that anybody can mean by what they say
BOT_NAMES = ("Freyja", "Sven", "Elsa", "Björn", "Saga", "Leifur", "Astrid", "Loki", "Embla", "Nils")


OF_A_HOST = (ask.Start, ask.Door, ask.AnswerKnock, ask.FreeSeat, ask.Pause, ask.Resume, ask.Says, ask.Hints)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and what only the outside knows at that moment."""

    device: str
    seconds_away: Callable[[str], float] = lambda device: 0.0  # since a device was last connected; 0: it is


# --- Opening ----------------------------------------------------------------------------------------------------
def open_table(
    game: Game,
    settings: dict[str, Any],
    seats: Sequence[Holder],
    host: str,
    host_key: str,
    secret: str,
    lesson: bool = False,
) -> Opened:
    """The first entry of a table; seats that are not named are free."""
    if len(seats) > game.players:
        raise Refused("table.too_many_seats", players=game.players, seats=len(seats))
    for place, holder in enumerate(seats):
        if isinstance(holder, SeatedPerson):
            check_person(holder.name, holder.share)
            check_new_name(holder.name, seats[:place])
        elif isinstance(holder, SeatedBot):
            check_level(holder.level)
    named = _with_names([*(_with_help(game, holder) for holder in seats), *[None] * (game.players - len(seats))])
    checked = check_settings(game.name, settings)
    given = _lesson_for(game, seats).name if lesson else None
    key = key_hash(host_key)
    about = game.name, game.players, game.options, checked
    return Opened(*about, named, host, key, secret, given, game.version, game.house_rules)


def _lesson_for(game: Game, seats: Sequence[Holder]) -> Lesson:
    """Its cards are known, so nobody plays it against other people, and nothing but the usual game."""
    newest = newest_lesson(game.name)
    is_usual = game.options == type(game)(2).options and game.house_rules is None
    match seats:
        case [SeatedPerson(), SeatedBot()] if newest and is_usual:
            return newest
    raise Refused("table.lesson_for_one")


def _with_help(game: Game, holder: Holder) -> Holder:
    if not isinstance(holder, SeatedPerson):
        return holder
    return replace(holder, says=chosen_in(game, holder.says), hints=chosen_in(game, holder.hints))


def chosen_in(game: Game, wanted: bool | None) -> bool | None:
    """People say the totals unless they want them counted, and get hints unless they want none."""
    if game.has_totals:
        return wanted is not False
    if wanted is not None:
        raise Refused("table.no_totals")
    return None


def key_hash(key: str) -> str:
    return hashlib.sha256(b"tiotal host " + key.encode(errors="surrogatepass")).hexdigest()


def check_person(name: str, share: str | None) -> None:
    if not is_name_to_see(name):
        raise Refused("table.bad_name")
    check_share(share)


def check_new_name(name: str, others: Iterable[Holder]) -> None:
    """Nobody at the table may have it already: in sentences and on score sheets people have nothing but their names."""
    if look_of(name) in {look_of(other.name) for other in others if other}:
        raise Refused("table.name_taken", name=name.strip())


def check_share(share: str | None) -> None:
    if share is not None and not is_chance(share):
        raise Refused("table.bad_share")


def check_level(level: str) -> None:
    if level not in LEVEL_NAMES:
        raise Refused("table.no_level", level=quote(level), allowed=LEVEL_NAMES)


def _with_names(seats: list[Holder]) -> list[Holder]:
    for place, holder in enumerate(seats):
        if isinstance(holder, SeatedBot) and not holder.name:
            seats[place] = SeatedBot(holder.level, _bot_name(seats, place))
    return seats


def _bot_name(seats: Sequence[Holder], place: int) -> str:
    """One that nobody at the table has yet."""
    taken = {look_of(holder.name) for holder in seats if holder}
    return next(name for name in (*BOT_NAMES[place:], *BOT_NAMES) if look_of(name) not in taken)


# --- Answering --------------------------------------------------------------------------------------------------
def answer(table: Table, request: ask.Request, asker: Asker) -> Event:
    """The event that the request becomes."""
    if table.phase == "ended":
        raise Refused("table.ended")
    _check_length(table, request, asker)
    match request:
        case ask.Move():
            return _move(table, request, asker)
        case ask.Why():
            return _why(table, request, asker)
        case ask.Sit():
            return _sit(table, request, asker)
        case ask.SeatBot() | ask.FreeSeat() | ask.Door() | ask.AnswerKnock():
            return _prepare(table, request, asker)
        case ask.Host(key):
            if not hmac.compare_digest(key_hash(key), table.host_key):
                raise Refused("table.wrong_key")
            return Hosted()
        case ask.Start(share):
            return _start(table, share, asker)
        case ask.Leave(seat):
            return _leave(table, seat, asker)
        case ask.Replace():
            return _replace(table, request, asker)
        case ask.ComeBack(seat):
            holds = _own_seat(table, seat, asker)
            if not holds.away and holds.stand_in is None:
                raise Refused("table.out_of_time" if holds.out_of_time else "table.not_away")
            return CameBack(seat)
        case ask.Pause():
            return _pause(table, asker)
        case ask.Resume():
            _seated(table, asker)
            if not table.paused:
                raise Refused("table.not_paused")
            if table.held and asker.device != table.host:
                raise Refused("table.held")
            return Resumed()
        case ask.Pace(pace):
            if table.people != {asker.device}:
                _by_host(table, asker)
            PACE.check(pace)
            return Paced(pace)
        case ask.AskUndo():
            return _ask_undo(table, request, asker)
        case ask.AnswerUndo(agree):
            if table.undo is None or asker.device not in table.people:
                raise Refused("table.no_undo_asked")
            return UndoAnswered(agree)
        case ask.Again(share):
            return _again(table, share, asker)
        case ask.OpenReplay(match):
            return _open_replay(table, match, asker)
        case ask.End():
            _by_host(table, asker)
            return Ended()
        case ask.Say():
            return _say(table, request, asker)
        case ask.Says():
            return _says(table, request, asker)
        case ask.Hints():
            return _hints(table, request, asker)


def _check_length(table: Table, request: ask.Request, asker: Asker) -> None:
    """Nobody can make a table so long that it is a burden, or keep its host from going on."""
    if isinstance(request, (ask.Move, ask.Why, ask.End)):
        return
    if asker.device == table.host and isinstance(request, OF_A_HOST):
        return
    if table.number >= MOST_ENTRIES or table.asked[asker.device] >= MOST_OF_A_DEVICE:
        raise Refused("table.long_enough")


def run_out(table: Table, at: int) -> Event | None:
    """What happens when a clock has run out, if it has."""
    deadline = table.deadline()
    if deadline is None or at < deadline or table.to_move is None:
        return None
    return RanOut(table.to_move)


def hand_over(table: Table, seat: int, device: str) -> Event | None:
    """Let somebody play on from another device; nothing, if it is theirs already.

    No device can ask for this: a host would see cards of others. It is done by who runs the tables of a class.
    """
    holder = _the_seat(table, seat).holder
    if not isinstance(holder, SeatedPerson):
        raise Refused("table.is_a_bot" if holder else "table.seat_is_free")
    return None if holder.device == device else HandedOver(seat, replace(holder, device=device, share=None))


def try_over(table: Table, at: int) -> Event | None:
    """The move with a card that has lain for long enough, if one has."""
    until, trying = table.try_until(), table.trying
    return None if trying is None or until is None or at < until else Moved(trying.seat, trying.move)


def bot_move(table: Table, move: str, seen: int) -> Event | None:
    """The move of a bot that had seen the log up to this entry; nothing, if it is another turn by now."""
    seat = table.to_move
    if seat is None or table.bot_to_move is None or seen < table.turn_number:
        return None
    return Moved(seat, move, by_bot=True)


# --- Each request -----------------------------------------------------------------------------------------------
def _move(table: Table, request: ask.Move, asker: Asker) -> Event:
    seat = _own_seat(table, request.seat, asker)
    _while_playing(table)
    if table.paused:
        raise Refused("table.paused")
    if not table.turn_number <= request.seen <= table.number:
        raise Refused("table.too_late", number=table.number)
    assert table.to_move is not None
    if table.to_move != request.seat:
        raise Refused("table.not_your_turn", name=_name(table.seats[table.to_move]))
    _decides(seat)
    if table.trying:
        return _second_try(table.trying, request)
    assert table.match is not None
    position = table.match.position
    action = position.game.parse(request.move)
    try:
        position.check(action)
    except IllegalMove as refusal:
        raise (refusal.to_say_total() if table.says(request.seat) else refusal) from None
    said = request.said
    if not table.says(request.seat):
        if said is not None:
            raise Refused("table.counted_for" if table.game.has_totals else "table.no_totals")
        return Moved(request.seat, request.move)
    right = position.total_after(request.move)
    if right is None:
        return Moved(request.seat, request.move)
    if said is None or not _is_total(said):
        raise IllegalMove("table.say_the_total")
    return (Moved if said == right else Tried)(request.seat, request.move, said)


def _second_try(trying: Trying, request: ask.Move) -> Event:
    """Whatever is said, the card is played now."""
    if request.move != trying.move:
        raise Refused("table.card_lies")
    if request.said is not None and not _is_total(request.said):
        raise IllegalMove("table.say_the_total")
    return Moved(request.seat, request.move, request.said)


def _is_total(said: int) -> bool:
    return 0 <= said <= LARGEST_TOTAL


def _why(table: Table, request: ask.Why, asker: Asker) -> Event:
    _own_seat(table, request.seat, asker)
    _while_playing(table)
    assert table.match is not None and table.to_move is not None
    if table.to_move != request.seat:
        raise Refused("table.not_your_turn", name=_name(table.seats[table.to_move]))
    if table.trying:
        raise Refused("table.card_lies")
    reason = table.match.position.why_not(request.card, request.place, request.whose)
    if reason is None:
        raise Refused("table.can_be_played")
    raise reason.to_say_total() if table.says(request.seat) else reason


def _sit(table: Table, request: ask.Sit, asker: Asker) -> Event:
    _while_waiting(table)
    check_person(request.name, request.share)
    free = [number for number, seat in enumerate(table.seats) if seat.holder is None]
    if not free:
        raise Refused("table.full")
    check_new_name(request.name, [seat.holder for seat in table.seats])
    seat = free[0] if request.seat is None else request.seat
    if _the_seat(table, seat).holder is not None:
        raise Refused("table.seat_is_taken", allowed=[number + 1 for number in free])
    says = None if request.says is None and "announce" in table.settings else chosen_in(table.game, request.says)
    hints = chosen_in(table.game, request.hints)
    person = SeatedPerson(asker.device, request.name.strip(), request.share, says, hints)
    if asker.device == table.host or table.door == "open":
        return Seated(seat, person)
    return _knock(table, person, request.seat)


def _knock(table: Table, person: SeatedPerson, seat: int | None) -> Event:
    if table.door == "closed":
        raise Refused("table.door_closed")
    if person.device in table.turned_away:
        raise Refused("table.turned_away")
    if table.knock_of(person.device) is not None:
        raise Refused("table.knocked_already")
    if len(table.knocks) >= MOST_KNOCKS:
        raise Refused("table.many_knocks")
    return Knocked(person, seat)


def _answer_knock(table: Table, request: ask.AnswerKnock) -> Event:
    knock = table.knocks.get(request.knock)
    if knock is None:
        raise Refused("table.no_knock")
    if not request.let_in:
        return TurnedAway(request.knock)
    free = [number for number, seat in enumerate(table.seats) if seat.holder is None]
    if not free:
        raise Refused("table.full")
    check_new_name(knock.person.name, [seat.holder for seat in table.seats])
    return LetIn(request.knock, knock.seat if knock.seat in free else free[0])


def _prepare(table: Table, request: ask.SeatBot | ask.FreeSeat | ask.Door | ask.AnswerKnock, asker: Asker) -> Event:
    """What a host does before the first match."""
    _by_host(table, asker)
    _while_waiting(table)
    match request:
        case ask.SeatBot(seat, level):
            _the_seat(table, seat)
            check_level(level)
            others = [other.holder for place, other in enumerate(table.seats) if place != seat]
            return Seated(seat, SeatedBot(level, _bot_name(others, seat)))
        case ask.FreeSeat(seat):
            if _the_seat(table, seat).holder is None:
                raise Refused("table.seat_is_free")
            return Seated(seat, None)
        case ask.Door(door):
            if door == table.door:
                raise Refused("table.door_already")
            return DoorSet(door)
        case ask.AnswerKnock():
            return _answer_knock(table, request)


def _start(table: Table, share: str | None, asker: Asker) -> Event:
    _by_host(table, asker)
    _while_waiting(table)
    free = [number + 1 for number, seat in enumerate(table.seats) if seat.holder is None]
    if free:
        raise Refused("table.seats_free", n=len(free), seats=free)
    check_share(share)
    return Started(share)


def _leave(table: Table, seat: int, asker: Asker) -> Event:
    holds = _own_seat(table, seat, asker)
    if table.phase == "waiting":
        return Seated(seat, None)
    if holds.away:
        raise Refused("table.left_already")
    return Left(seat)


def _replace(table: Table, request: ask.Replace, asker: Asker) -> Event:
    """Anybody at the table may, for somebody who is gone; and everybody for themselves."""
    if table.phase == "waiting":
        raise Refused("table.not_started")
    _seated(table, asker)
    check_level(request.level)
    if table.settings.get("in_class"):
        _check_stand_in(request.level)
    seat = _the_seat(table, request.seat)
    if seat.device is None:
        raise Refused("table.is_a_bot")
    if seat.device != asker.device and not seat.away:
        away = asker.seconds_away(seat.device)
        if away == 0:
            raise Refused("table.is_here", name=_name(seat))
        if away < SECONDS_AWAY:
            raise Refused("table.was_here", name=_name(seat), n=math.ceil(SECONDS_AWAY - away))
    return Replaced(request.seat, request.level)


def _check_stand_in(level: str) -> None:
    """In a class nobody lets a strong bot win for them."""
    allowed = LEVEL_NAMES[: LEVEL_NAMES.index(STAND_IN) + 1]
    if level not in allowed:
        raise Refused("table.no_level", level=quote(level), allowed=allowed)


def _pause(table: Table, asker: Asker) -> Event:
    """A host who does not play can keep others from going on, also where they have paused by themselves."""
    _while_playing(table)
    _seated(table, asker)
    holds = asker.device == table.host and not table.seats_of(asker.device)
    if table.paused and (table.held or not holds):
        raise Refused("table.paused_already")
    return Paused(held=holds)


def _ask_undo(table: Table, request: ask.AskUndo, asker: Asker) -> Event:
    seat = _own_seat(table, request.seat, asker)
    _while_playing(table)
    _decides(seat)
    if table.undo is not None:
        raise Refused("table.undo_asked_already")
    if not table.turn_number <= request.seen <= table.number:
        raise Refused("table.too_late", number=table.number)
    why_not = table.why_no_undo(request.seat)
    if why_not:
        raise Refused(why_not)
    first = table.match.last_move_of(request.seat) if table.match else None
    assert first is not None
    return UndoAsked(request.seat, first)


def _again(table: Table, share: str | None, asker: Asker) -> Event:
    if table.phase != "over":
        raise Refused("table.not_over")
    if asker.device not in table.people:
        raise Refused("table.bot_plays_for_you" if table.seats_of(asker.device) else "table.not_seated")
    if asker.device in table.again:
        raise Refused("table.asked_again_already")
    check_share(share)
    return AskedAgain(share)


def _open_replay(table: Table, number: int, asker: Asker) -> Event:
    if not 1 <= number <= len(table.finished):
        raise Refused("table.not_over")
    match = table.finished[number - 1]
    if asker.device not in match.devices:
        raise Refused("table.not_played")
    if table.settings["open_replay"] or match.is_open:
        raise Refused("table.replay_open_already")
    if asker.device in match.agreed:
        raise Refused("table.replay_agreed_already")
    return ReplayOpened(number)


def _say(table: Table, request: ask.Say, asker: Asker) -> Event:
    _own_seat(table, request.seat, asker)
    why_not = table.why_no_signs()
    if why_not:
        raise Refused(why_not)
    what = request.what.strip()
    match request.sign:
        case "reaction" if what not in REACTIONS:
            raise Refused("table.no_reaction", what=quote(what), allowed=REACTIONS)
        case "phrase" if what not in PHRASES:
            raise Refused("table.no_phrase", what=quote(what), allowed=PHRASES)
        case "text" if not table.settings["free_text"]:
            raise Refused("table.no_free_text")
        case "text" if not 1 <= len(what) <= LONGEST_TEXT or not is_line(what):
            raise Refused("table.bad_text", most=LONGEST_TEXT)
    return Said(request.seat, request.sign, what)


def _says(table: Table, request: ask.Says, asker: Asker) -> Event:
    seat = _own_seat_or_by_host(table, request.seat, asker)
    chosen_in(table.game, request.says)
    if table.says(request.seat) == request.says:
        own = "table.says_already" if request.says else "table.counted_already"
        raise Refused(own if seat.device == asker.device else "table.help_already")
    return SayingChanged(request.seat, request.says)


def _hints(table: Table, request: ask.Hints, asker: Asker) -> Event:
    _own_seat_or_by_host(table, request.seat, asker)
    chosen_in(table.game, request.hints)
    if table.hints(request.seat) == request.hints:
        raise Refused("table.help_already")
    return HintsChanged(request.seat, request.hints)


# --- Who may, and when ------------------------------------------------------------------------------------------
def _the_seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused("table.no_seat", most=len(table.seats))
    return table.seats[seat]


def _name(seat: Seat) -> str:
    return seat.holder.name if seat.holder else ""


def _own_seat(table: Table, seat: int, asker: Asker) -> Seat:
    found = _the_seat(table, seat)
    if found.device != asker.device:
        raise Refused("table.not_your_seat")
    return found


def _own_seat_or_by_host(table: Table, seat: int, asker: Asker) -> Seat:
    """Of a person: they choose for themselves, or the host for them."""
    if asker.device != table.host:
        return _own_seat(table, seat, asker)
    found = _the_seat(table, seat)
    if found.device is None:
        raise Refused("table.is_a_bot" if found.holder else "table.seat_is_free")
    return found


def _decides(seat: Seat) -> None:
    if seat.out_of_time:
        raise Refused("table.out_of_time")
    if seat.person is None:
        raise Refused("table.bot_plays_for_you")


def _seated(table: Table, asker: Asker) -> None:
    if not table.seats_of(asker.device) and asker.device != table.host:
        raise Refused("table.not_seated")


def _by_host(table: Table, asker: Asker) -> None:
    if asker.device != table.host:
        raise Refused("table.not_host")


def _while_waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise Refused("table.started")


def _while_playing(table: Table) -> None:
    if table.phase != "playing":
        raise Refused("table.not_started" if table.phase == "waiting" else "table.match_over")
