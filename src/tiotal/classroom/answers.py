"""Whether what a teacher or a pupil asks for may happen now: it becomes an event, or is refused with a sentence.

Nothing is changed here. What has to do with tables is planned here, and done by who runs them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe

from tiotal.classroom import requests as ask
from tiotal.classroom.animals import ANIMALS, COLOURS, name_of
from tiotal.classroom.classroom import Classroom, ClassTable, Pupil
from tiotal.classroom.entries import (
    AllPaused,
    AskedBack,
    Chosen,
    Event,
    GivenBack,
    Joined,
    PuzzleAsked,
    PuzzleClosed,
    PuzzlePutAway,
    Removed,
    RoomMade,
    Shown,
    Solved,
    Spoken,
    TournamentEnded,
    TurnedAway,
)
from tiotal.classroom.tournament import SIZES
from tiotal.engine.errors import Refused, quote
from tiotal.engine.game import Game
from tiotal.engine.games import game_named
from tiotal.engine.names import is_line
from tiotal.engine.seeds import new_seed
from tiotal.puzzles.choosing import puzzle_named
from tiotal.service.desk import plain_options
from tiotal.table.answers import check_level, open_table
from tiotal.table.entries import Holder, Opened, SeatedBot, SeatedPerson
from tiotal.words import LANGUAGES, say

MOST_PUPILS = len(ANIMALS) * len(COLOURS)
LONGEST_SPEECH = 200
MOST_ASKING = 3  # devices that say they are the same pupil, and wait for the teacher's yes
MOST_ENTRIES = 20_000
MOST_OF_A_DEVICE = 20  # entries, of one that wants to come
FEWEST = 2  # players at a table
SETTINGS = {  # of tables
    "spectators": True,  # the projector looks on
    "undo": False,  # nobody waits for another's yes
    "in_class": True,  # how somebody calculates is told to nobody else
}


# --- Pupils -----------------------------------------------------------------------------------------------------
def answer_pupil(lesson: Classroom, request: ask.OfPupil, device: str, here: Collection[str]) -> Event | None:
    """Nothing, if it was asked for before. `here`: devices that are connected."""
    match request:
        case ask.Join():
            _check_length(lesson, device)
            return _join(lesson, request, device)
        case ask.Back():
            asked = any((one.device, one.pupil) == (device, request.pupil) for one in lesson.asking.values())
            _check_length(lesson, device)
            return None if asked else _back(lesson, request, device, here)
        case ask.Solve():
            return _solve(lesson, request, device)


def _check_length(lesson: Classroom, device: str) -> None:
    """Nobody can make a lesson so long that others can do nothing more."""
    if lesson.number >= MOST_ENTRIES:
        raise Refused("classroom.long_enough")
    if lesson.asked[device] >= MOST_OF_A_DEVICE:
        raise Refused("classroom.asked_enough")


def _join(lesson: Classroom, request: ask.Join, device: str) -> Event:
    _check_code(lesson, request.code)
    animal, colour = request.animal, request.colour
    if animal not in ANIMALS or colour not in COLOURS:
        raise Refused("classroom.no_animal", animal=quote(animal), colour=quote(colour))
    pupil = lesson.pupil_of(device)
    if pupil and not pupil.removed:
        raise Refused("classroom.joined_already", name=pupil.name)
    if len(lesson.present) >= lesson.most:
        if lesson.turned_away:
            raise Refused("classroom.full")
        return TurnedAway()  # the teacher is told, once; the pupil is refused all the same
    if lesson.is_taken(animal, colour):
        raise Refused("classroom.taken", name=name_of(animal, colour, lesson.language))
    return Joined(device, animal, colour, name_of(animal, colour, lesson.language))


def _back(lesson: Classroom, request: ask.Back, device: str, here: Collection[str]) -> Event:
    _check_code(lesson, request.code)
    pupil = _pupil(lesson, request.pupil)
    if pupil.device in here and not pupil.removed:
        raise Refused("classroom.is_here", name=pupil.name)
    mine = lesson.pupil_of(device)
    if mine and not mine.removed:
        raise Refused("classroom.joined_already", name=mine.name)
    if sum(asked.pupil == pupil.number for asked in lesson.asking.values()) >= MOST_ASKING:
        raise Refused("classroom.many_asking")
    return AskedBack(device, pupil.number)


def _solve(lesson: Classroom, request: ask.Solve, device: str) -> Event:
    pupil = lesson.pupil_of(device)
    if pupil is None or pupil.removed:
        raise Refused("classroom.not_in_class")
    puzzle = lesson.puzzle
    if puzzle is None or puzzle.number != request.puzzle or puzzle.closed:
        raise Refused("classroom.puzzle_closed")
    if pupil.number in puzzle.moves:
        raise Refused("classroom.solved_already")
    points = puzzle_named(puzzle.puzzle).points(request.move)
    return Solved(pupil.number, request.move, points)


def _check_code(lesson: Classroom, code: str) -> None:
    if code != lesson.code:
        raise Refused("classroom.wrong_code")


def _pupil(lesson: Classroom, number: int) -> Pupil:
    pupil = lesson.pupils.get(number)
    if pupil is None:
        raise Refused("classroom.no_pupil")
    return pupil


# --- The teacher ------------------------------------------------------------------------------------------------
def answer_teacher(lesson: Classroom, request: ask.OfTeacher) -> Event:
    """Whatever needs no table."""
    match request:
        case ask.MakeRoom(most):
            if not 1 <= most <= MOST_PUPILS:
                raise Refused("classroom.bad_room", most=MOST_PUPILS)
            return RoomMade(most)
        case ask.GiveBack(number, yes):
            if number not in lesson.asking:
                raise Refused("classroom.not_asking")
            return GivenBack(number, yes)
        case ask.Remove(number):
            if _pupil(lesson, number).removed:
                raise Refused("classroom.no_pupil")
            return Removed(number)
        case ask.Speak(text):
            return Spoken(_speech(text))
        case ask.Show():
            return _show(lesson, request)
        case ask.Choose(language, podium):
            if language is not None and language not in LANGUAGES:
                raise Refused("classroom.no_language", allowed=list(LANGUAGES))
            return Chosen(language, podium)
        case ask.PauseAll() | ask.ResumeAll():
            return AllPaused(isinstance(request, ask.PauseAll))
        case ask.AskPuzzle(name):
            return PuzzleAsked(puzzle_named(name).name)
        case ask.ClosePuzzle() | ask.PutPuzzleAway():
            return _end_puzzle(lesson, request)
        case ask.EndTournament():
            if lesson.tournament is None:
                raise Refused("classroom.no_tournament")
            return TournamentEnded()
    raise ValueError(f"this has to do with tables: {request}")


def _speech(text: str) -> str:
    text = " ".join(text.split())
    if len(text) > LONGEST_SPEECH or not is_line(text):
        raise Refused("classroom.long_speech", most=LONGEST_SPEECH)
    return text


def _show(lesson: Classroom, request: ask.Show) -> Event:
    if request.what == "table":
        return Shown("table", open_table_of(lesson, request.table).number)
    if request.what == "puzzle" and lesson.puzzle is None:
        raise Refused("classroom.no_puzzle")
    if request.what == "standings" and lesson.tournament is None:
        raise Refused("classroom.no_tournament")
    return Shown(request.what)


def _end_puzzle(lesson: Classroom, request: ask.ClosePuzzle | ask.PutPuzzleAway) -> Event:
    if lesson.puzzle is None:
        raise Refused("classroom.no_puzzle")
    if isinstance(request, ask.PutPuzzleAway):
        return PuzzlePutAway()
    if lesson.puzzle.closed:
        raise Refused("classroom.puzzle_closed")
    return PuzzleClosed()


# --- Tables -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Plan:
    """A table that is to be opened, and the pupils who sit there."""

    pupils: list[int]
    opened: Opened


def open_table_of(lesson: Classroom, number: int | None) -> ClassTable:
    table = lesson.tables.get(number or 0)
    if table is None or not table.open:
        raise Refused("classroom.no_table")
    return table


def table_of_pupil(lesson: Classroom, number: int) -> tuple[Pupil, ClassTable]:
    pupil = _pupil(lesson, number)
    if pupil.table is None:
        raise Refused("classroom.at_no_table", name=pupil.name)
    return pupil, lesson.tables[pupil.table]


def plan_tables(
    lesson: Classroom, groups: Sequence[Sequence[int]], play: ask.Play, seats: int, host: str
) -> list[Plan]:
    """All of them can be opened, or none is."""
    named = [number for group in groups for number in group]
    if not named or not all(groups):
        raise Refused("classroom.nobody_seated")
    if len(set(named)) < len(named):
        raise Refused("classroom.seated_twice")
    for number in named:
        if _pupil(lesson, number).removed:
            raise Refused("classroom.no_pupil")
    check_level(play.bots)
    return [_plan(lesson, list(group), play, seats, host) for group in groups]


def _plan(lesson: Classroom, group: list[int], play: ask.Play, seats: int, host: str) -> Plan:
    kind = game_named(play.game)
    players = max(len(group), seats, FEWEST)
    if players > kind.most_players:
        raise Refused("classroom.too_many_at_table", game=kind.title, most=kind.most_players)
    game = kind(players, **plain_options(play.options))
    people = [_person(lesson.pupils[one], game, play) for one in group]
    names = (say(lesson.language, "classroom.bot", n=number) for number in range(1, players - len(group) + 1))
    holders: list[Holder] = [*people, *(SeatedBot(play.bots, name) for name in names)]
    settings = {**SETTINGS, "hints": play.advice}
    if not game.can_take_back:
        del settings["undo"]
    unknown = token_urlsafe(32)  # nobody is told the key that makes another device the host
    return Plan(group, open_table(game, settings, holders, host, unknown, new_seed()))


def _person(pupil: Pupil, game: Game, play: ask.Play) -> SeatedPerson:
    """With the help that was chosen for this pupil, or else for all."""
    says = play.says if pupil.says is None else pupil.says
    hints = play.hints if pupil.hints is None else pupil.hints
    chosen = (says, hints) if game.has_totals else (None, None)
    return SeatedPerson(pupil.device, pupil.name, None, *chosen)


def check_size(size: int) -> None:
    if size not in SIZES:
        raise Refused("classroom.bad_size", allowed=list(SIZES))


def called_away(lesson: Classroom, pupils: Collection[int]) -> list[int]:
    """Tables that are closed because somebody who sits there is to sit elsewhere."""
    return sorted({found for one in pupils if (found := lesson.pupils[one].table) is not None})
