"""`tiotal puzzles`: solve them, list them, make more, check them. What is heavy is imported where it is needed."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiotal.cli.root import (
    BAD_RECORD,
    GAME_NAMES,
    a_path,
    command,
    commands,
    common,
    console,
    game_argument,
    json_option,
    option,
    prepare_bots,
)
from tiotal.cli.translated import Argument, Commands, WholeNumber
from tiotal.engine.errors import TiotalError, quote
from tiotal.words import number as written_number
from tiotal.words import say

if TYPE_CHECKING:
    from tiotal.puzzles.collection import Collection
    from tiotal.puzzles.puzzle import Puzzle

MOST_CHARACTERS = 50_000_000
file_option = option("--file", type=a_path, metavar="metavar_file", help="puzzle_file_option")


@commands.group(
    "puzzles", cls=Commands, help="puzzles", subcommand_metavar="metavar_command", invoke_without_command=True
)
@common
@click.pass_context
def puzzle_commands(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@command("play", within=puzzle_commands, told="puzzles_play")
@game_argument
@option("--day", metavar="2026-11-18", help="puzzle_day_option")
@option("--puzzle", "name", metavar="GAME-17", help="puzzle_name_option")
@option("--difficulty", type=WholeNumber(), help="puzzle_difficulty_option")
@option("--set", "number", type=WholeNumber(), help="puzzle_set_option")
@file_option
@click.pass_obj
def play_puzzles(
    language: str,
    game: str,
    *,
    day: str | None,
    name: str | None,
    difficulty: int | None,
    number: int | None,
    file: Path | None,
) -> None:
    from tiotal.puzzles.choosing import named_in, on_day, sets_in
    from tiotal.terminal.puzzles import solve

    puzzles: tuple[Puzzle, ...]
    collection = _collection(game, file)
    if name is not None:
        puzzles = (named_in(collection, name),)
    elif number is not None or difficulty is not None:
        sets = sets_in(collection, 1 if difficulty is None else difficulty)
        wished = 1 if number is None else number
        if not 1 <= wished <= len(sets):
            raise TiotalError("puzzles.no_set", number=wished, most=len(sets))
        puzzles = sets[wished - 1]
    else:
        puzzles = (on_day(collection, _day(day)),)
    solve(puzzles, language, console())


@command("list", within=puzzle_commands, told="puzzles_list")
@game_argument
@option("--difficulty", type=WholeNumber(), help="puzzle_difficulty_option")
@file_option
@json_option
@click.pass_obj
def list_puzzles(language: str, game: str, *, difficulty: int | None, file: Path | None, as_json: bool) -> None:
    from tiotal.terminal.puzzles import figures_of, show_list

    puzzles = [one for one in _collection(game, file).puzzles if difficulty in (None, one.difficulty)]
    if as_json:
        print(json.dumps([figures_of(puzzle) for puzzle in puzzles], ensure_ascii=False))
    else:
        show_list(puzzles, language, console())


@command("make", within=puzzle_commands, told="puzzles_make")
@game_argument
@option("--count", type=WholeNumber(), default=10, help="puzzle_count_option")
@option("--out", type=a_path, metavar="metavar_file", required=True, help="puzzle_out_option")
@option("--from", "first_day", metavar="2026-11-18", help="puzzle_from_option")
@click.pass_obj
def make_puzzles(language: str, game: str, *, count: int, out: Path, first_day: str | None) -> None:
    from tiotal.puzzles.collection import empty
    from tiotal.puzzles.making import Wanted, find
    from tiotal.terminal.files import write_text
    from tiotal.terminal.reports import progress_bar

    tomorrow = datetime.date.today() + datetime.timedelta(days=1)
    day = tomorrow if first_day is None else _day(first_day)
    collection = _collection(game, out) if out.exists() else empty(_name(game))
    wanted = Wanted.besides(count, collection.puzzles)
    had = len(collection.puzzles)
    prepare_bots(collection.game, language)
    with progress_bar(console(stderr=True), say(language, "puzzles.making"), max(0, count - had)) as progress:
        for tried in find(collection.game, collection.tried, wanted, collection.next_number):
            found = [tried.puzzle] if tried.puzzle else []
            collection = collection.with_more(found, tried.number, day)
            if found:
                write_text(out, collection.to_json())  # whoever stops it keeps what was found
                progress(1)
    told = {"tried": written_number(language, collection.tried), "file": str(out)}
    print(say(language, "puzzles.made", n=len(collection.puzzles) - had, **told))


@command("verify", within=puzzle_commands, told="puzzles_verify")
@click.argument("game", cls=Argument, metavar=GAME_NAMES, required=False)
@file_option
@option("--sample", type=WholeNumber(), help="puzzle_sample_option")
@option("--seed", type=WholeNumber(), default=1, metavar="S", help="puzzle_seed_option")
@option("--drop", is_flag=True, help="drop_option")
@click.pass_obj
def verify_puzzles(
    language: str, game: str | None, *, file: Path | None, sample: int | None, seed: int, drop: bool
) -> int:
    from tiotal.puzzles.choosing import GAMES_WITH_PUZZLES
    from tiotal.puzzles.collection import read_collection
    from tiotal.terminal.files import read_text, write_text

    if game is not None:
        collections = [_collection(game, file)]
    elif file is not None:
        collections = [read_collection(read_text(file, MOST_CHARACTERS))]
    else:
        collections = [_collection(each, None) for each in GAMES_WITH_PUZZLES]
    unsound = 0
    for collection in collections:
        wrong = _wrong_ones(collection, language, sample, seed)
        unsound += len(wrong)
        if wrong and drop and file is not None:
            write_text(file, collection.without(wrong).to_json())
            print(say(language, "puzzles.dropped", n=len(wrong), file=str(file)))
    return BAD_RECORD if unsound else 0


def _wrong_ones(collection: Collection, language: str, sample: int | None, seed: int) -> list[Puzzle]:
    """Those with which the deeper search does not agree, told one by one."""
    from tiotal.puzzles.making import verified
    from tiotal.terminal.reports import progress_bar

    puzzles = collection.puzzles[:sample]
    prepare_bots(collection.game, language)
    wrong = []
    with progress_bar(console(stderr=True), say(language, "puzzles.checking"), len(puzzles)) as progress:
        for puzzle in puzzles:
            if verified(puzzle, seed) is None:
                wrong.append(puzzle)
            progress(1)
    for puzzle in wrong:
        print(say(language, "puzzles.unsound", name=puzzle.name))
    if not wrong:
        print(say(language, "puzzles.sound", n=len(puzzles), game=_title(collection.game)))
    return wrong


def _collection(game: str, file: Path | None) -> Collection:
    from tiotal.puzzles.choosing import collection_of
    from tiotal.puzzles.collection import read_collection
    from tiotal.terminal.files import read_text

    name = _name(game)
    if file is None:
        return collection_of(name)
    found = read_collection(read_text(file, MOST_CHARACTERS))
    if found.game != name:
        raise TiotalError("puzzles.none", game=game)
    return found


def _name(game: str) -> str:
    from tiotal.engine.games import game_named

    return game_named(game).name


def _title(game: str) -> str:
    from tiotal.engine.games import game_named

    return game_named(game).title


def _day(day: str | None) -> datetime.date:
    try:
        return datetime.date.today() if day is None else datetime.date.fromisoformat(day)
    except ValueError:
        raise TiotalError("puzzles.no_day", day=quote(day)) from None
