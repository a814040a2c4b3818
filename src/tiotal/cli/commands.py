"""The commands, except those of the lab. What is heavy is imported by the command that needs it."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from tiotal.bots.catalogue import LEVEL_NAMES, SEARCHING
from tiotal.cli import lab, paper, puzzles
from tiotal.cli.root import (
    BAD_INPUT,
    BAD_RECORD,
    a_path,
    choose_game,
    command,
    commands,
    common,
    console,
    database_option,
    game_argument,
    game_options,
    house_rules_in,
    json_option,
    number_seed,
    option,
    policies,
    prepare_bots,
)
from tiotal.cli.translated import Argument, Commands, OneOf, WholeNumber, sentence
from tiotal.engine.errors import BadRecord, TiotalError
from tiotal.words import choose_language, number, say

if TYPE_CHECKING:
    from tiotal.engine.forms import FormName
    from tiotal.engine.trace import Policy

assert lab and paper and puzzles  # to import them adds their commands
INTERRUPTED = 130
EXTRAS = {  # what a light installation lacks, and with which extra it comes; these are imported before all others
    "alembic": "serve",
    "fastapi": "serve",
    "pydantic": "serve",
    "segno": "serve",
    "sqlalchemy": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
    "matplotlib": "lab",
    "numpy": "lab",
    "openskill": "lab",
    "pyarrow": "lab",
    "reportlab": "paper",
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; wrong input is one sentence on standard error and exit code 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = choose_language(wished_language(given))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = commands.main(given, prog_name="tiotal", standalone_mode=False, obj=language)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        fail(sentence(error, language), BAD_INPUT)
    except TiotalError as error:
        fail(error.sentence(language), BAD_INPUT)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        fail(say(language, "cli.needs_extra", extra=extra), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        fail(say(language, "cli.interrupted"), INTERRUPTED)
    except BrokenPipeError:  # whoever reads our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def fail(message: str, code: int) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(code)


def wished_language(arguments: Sequence[str]) -> str | None:
    """Known before anything is parsed, because help and errors are translated too."""
    for place, argument in enumerate(arguments):
        if argument == "--language" and place + 1 < len(arguments):
            return arguments[place + 1]
        if argument.startswith("--language="):
            return argument.partition("=")[2]
    return None


# --- Playing ----------------------------------------------------------------------------------------------------
@command("play")
@game_options
@option("--level", type=OneOf(*LEVEL_NAMES), default="medium", help="level_option")
@option("--count", is_flag=True, help="counted_option")
@option("--no-hints", is_flag=True, help="no_hints_option")
@option("--save", type=a_path, metavar="metavar_file", help="save_option")
@click.pass_obj
def play_command(
    language: str,
    game: str,
    *,
    players: int | None,
    seed: str | None,
    chosen: tuple[str, ...],
    level: str,
    count: bool,
    no_hints: bool,
    save: Path | None,
) -> None:
    from tiotal.engine.seeds import read_seed
    from tiotal.terminal.play import play

    match = choose_game(game, players, chosen)
    if (count or no_hints) and not match.has_totals:
        raise TiotalError("table.no_totals")
    dealt = None if seed is None else read_seed(seed)
    if level in SEARCHING:
        prepare_bots(match.name, language)
    play(match, dealt, language, console(), save, level, says=not count, hints=not no_hints)


@command("serve")
@option("--host", default="127.0.0.1", metavar="H", help="host_option")
@option("--port", type=WholeNumber(), default=8100, help="port_option")
@option("--lan", is_flag=True, help="lan_option")
@option("--classroom", is_flag=True, help="classroom_option")
@database_option
@option("--bus", metavar="URL", envvar="TIOTAL_BUS", help="bus_option")
@option("--address", metavar="URL", help="address_option")
@option("--origin", "origins", multiple=True, metavar="URL", help="origin_option")
@option("--proxies", default="127.0.0.1", metavar="IP,…", help="proxies_option")
@option("--forget-after", type=WholeNumber(), default=90, envvar="TIOTAL_FORGET_AFTER", help="forget_after_option")
@option("--open", "opens", is_flag=True, help="open_option")
@click.pass_obj
def serve_command(
    language: str,
    *,
    host: str,
    port: int,
    lan: bool,
    classroom: bool,
    database: str | None,
    bus: str | None,
    address: str | None,
    origins: tuple[str, ...],
    proxies: str,
    forget_after: int,
    opens: bool,
) -> None:
    import webbrowser

    from tiotal.server.qr_code import qr_text
    from tiotal.server.serve import lan_address, listen, serve
    from tiotal.server.settings import ClassSettings, ServerSettings, check_bus, check_days
    from tiotal.server.storage.class_file import class_url, prepare_class_file, wipe_old_class
    from tiotal.server.storage.database import default_url, open_database, read_url
    from tiotal.server.storage.serving_lock import serving
    from tiotal.service.clock import now

    if (lan or classroom) and host == "127.0.0.1":
        host = "0.0.0.0"
    if not 0 <= port <= 65_535:
        raise TiotalError("server.bad_port", port=port)
    if classroom and bus is not None:
        raise TiotalError("classroom.alone")
    check_bus(bus)
    check_days(forget_after)
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(listen(host, port))
        wipe_old_class(now())
        url = class_url(database) if classroom else read_url(database or default_url())
        if not classroom:
            open_database(database).dispose()  # before the server starts, so that what is wrong with it is one sentence
        stack.enter_context(serving(url))
        lesson = None
        if classroom:
            lesson = ClassSettings(prepare_class_file(url, now()) or secrets.token_urlsafe(24), language)
            database = url.render_as_string(hide_password=False)
        port = listener.getsockname()[1]
        local = f"http://localhost:{port}" if host in ("0.0.0.0", "127.0.0.1") else f"http://{host}:{port}"
        others = address or (f"http://{lan_address()}:{port}" if host == "0.0.0.0" else None)
        first = f"{local}/class#{lesson.key}" if lesson else local

        def tell() -> None:
            print(say(language, "serve.teacher" if lesson else "serve.ready", address=first))
            if others:
                print(say(language, "serve.pupils" if lesson else "serve.others", address=others))
                print(qr_text(f"{others}/c" if lesson else others))
            print(say(language, "serve.stop"), flush=True)
            if opens:
                webbrowser.open(first)

        settings = ServerSettings(database, bus, others, origins, forget_after=forget_after, classroom=lesson)
        serve(settings, listener, proxies=proxies, ready=tell)


@commands.group("data", cls=Commands, help="data", subcommand_metavar="metavar_command", invoke_without_command=True)
@common
@click.pass_context
def data(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@command("export", within=data)
@click.argument("file", type=a_path, required=False, cls=Argument, metavar="metavar_file")
@database_option
@click.pass_obj
def export_command(language: str, file: Path | None, *, database: str | None) -> None:
    from tiotal.server.storage.exports import count, export, in_database
    from tiotal.terminal.files import new_text
    from tiotal.terminal.reports import progress_bar

    with in_database(database) as engine:
        tables, entries = count(engine)
        with progress_bar(console(stderr=True), say(language, "data.exporting"), tables) as progress:
            if file is None or str(file) == "-":
                for line in export(engine, progress):
                    print(line)
            else:
                with new_text(file, private=True) as out:
                    out.writelines(f"{line}\n" for line in export(engine, progress))
    print(say(language, "data.exported", n=tables, entries=number(language, entries)), file=sys.stderr)


@command("import", within=data)
@click.argument("file", type=a_path, cls=Argument, metavar="metavar_file")
@database_option
@click.pass_obj
def import_command(language: str, file: Path, *, database: str | None) -> None:
    from tiotal.server.storage.exports import check, import_tables, in_database, promised_in
    from tiotal.terminal.files import lines_of
    from tiotal.terminal.reports import progress_bar

    promised = promised_in(next(lines_of(file), ""))
    with progress_bar(console(stderr=True), say(language, "data.checking"), promised) as progress:
        check(lines_of(file), progress)
    bar = progress_bar(console(stderr=True), say(language, "data.importing"), promised)
    with in_database(database, new=True, changes=True) as engine, bar as progress:
        done = import_tables(engine, lines_of(file), progress)
    print(say(language, "data.imported", n=done.added))
    if done.already:
        print(say(language, "data.already", n=done.already))


@command("backup", within=data)
@click.argument("file", type=a_path, cls=Argument, metavar="metavar_file")
@database_option
@click.pass_obj
def backup_command(language: str, file: Path, *, database: str | None) -> None:
    from tiotal.server.storage.backups import back_up
    from tiotal.terminal.reports import progress_bar

    done = 0
    with progress_bar(console(stderr=True), say(language, "data.backing_up"), 100) as progress:

        def tell(pages: int, of: int) -> None:
            nonlocal done
            reached = 100 * pages // max(1, of)
            progress(reached - done)
            done = reached

        back_up(database, file, tell)
    print(say(language, "data.backed_up", file=str(file)))


@command("restore", within=data)
@click.argument("file", type=a_path, cls=Argument, metavar="metavar_file")
@option("--yes", is_flag=True, help="restore_yes_option")
@database_option
@click.pass_obj
def restore_command(language: str, file: Path, *, yes: bool, database: str | None) -> None:
    from tiotal.server.storage.backups import restore

    aside = restore(database, file, replace=yes)
    print(say(language, "data.restored", file=str(file)))
    if aside is not None:
        print(say(language, "data.kept_aside", file=str(aside)))


@command("delete", within=data)
@option("--device", metavar="ID", help="delete_device_option")
@option("--table", metavar="ID", help="delete_table_option")
@option("--yes", is_flag=True, help="yes_option")
@database_option
@click.pass_obj
def delete_command(language: str, *, device: str | None, table: str | None, yes: bool, database: str | None) -> None:
    from tiotal.server.storage.exports import in_database
    from tiotal.server.storage.forgetting import delete_table, forget_device, left_by, named_table
    from tiotal.terminal.reports import progress_bar

    if (device is None) == (table is None):
        raise TiotalError("data.device_or_table")
    with in_database(database, changes=yes) as engine:
        found = left_by(engine, device) if device is not None else [named_table(engine, table or "")]
        if not yes:
            raise TiotalError("data.would_forget" if device else "data.would_delete", n=len(found))
        with progress_bar(console(stderr=True), say(language, "data.deleting"), len(found)) as progress:
            for table_id in found:
                forget_device(engine, table_id, device) if device else delete_table(engine, table_id)
                progress(1)
    print(say(language, "data.forgot" if device else "data.deleted", n=len(found)))


@command("wipe", within=data)
@option("--yes", is_flag=True, help="yes_option")
@database_option
@click.pass_obj
def wipe_command(language: str, *, yes: bool, database: str | None) -> None:
    from tiotal.server.storage.exports import count, in_database
    from tiotal.server.storage.store import wipe

    with in_database(database, changes=yes) as engine:
        tables, entries = count(engine)
        if not yes:
            raise TiotalError("data.unasked", n=tables, entries=entries)
        wipe(engine)
    print(say(language, "data.wiped", n=tables))


@command("replay")
@click.argument("file", type=a_path, cls=Argument, metavar="metavar_file")
@click.pass_obj
def replay_command(language: str, file: Path) -> None:
    from tiotal.engine.record import read_record
    from tiotal.terminal.files import read_text
    from tiotal.terminal.replay import Replay

    Replay(read_record(read_text(file)), language, console()).run()


@command("hint")
@click.argument("file", type=a_path, cls=Argument, metavar="metavar_file")
@option("--move", type=WholeNumber(), metavar="N", help="move_option")
@option("--budget", default="500ms", metavar="500ms", help="hint_budget_option")
@option("--count", type=WholeNumber(), default=3, metavar="N", help="count_option")
@option("--seed", metavar="S", help="hint_seed_option")
@json_option
@click.pass_obj
def hint_command(
    language: str, file: Path, *, move: int | None, budget: str, count: int, seed: str | None, as_json: bool
) -> None:
    from tiotal.bots.bot import Budget
    from tiotal.engine.record import read_record
    from tiotal.terminal.files import read_text
    from tiotal.terminal.hints import RecordHint, find_position

    thinking = Budget.read(budget)
    chance = number_seed(seed)
    record = read_record(read_text(file))
    find_position(record, move)
    prepare_bots(record.game.name, language)
    hint = RecordHint(record, move, thinking, chance, count)
    if as_json:
        print(json.dumps(hint.as_dict(language), indent=2, ensure_ascii=False))
    else:
        hint.show(language, console())


@command("rules")
@game_argument
@option("--notation", is_flag=True, help="notation_option")
@click.pass_obj
def rules_command(language: str, game: str, notation: bool) -> None:
    from tiotal.engine.games import game_named
    from tiotal.terminal.rulebook import show_rules

    show_rules(game_named(game).name, language, console(), notation)


@command("house-rules")
@click.argument("file", type=a_path, cls=Argument, metavar="metavar_house_rules")
@click.pass_obj
def house_rules_command(language: str, file: Path) -> None:
    from tiotal.engine.house_rules import sentences

    print("\n".join(sentences(house_rules_in(file), language)))


# --- Checking ---------------------------------------------------------------------------------------------------
@command("trace")
@game_options
@option("--policy", type=policies, default="uniform", help="policy_option")
@option("--form", type=OneOf("interpreted", "compiled"), default="interpreted", help="form_option")
def trace_command(
    game: str, *, players: int | None, seed: str | None, chosen: tuple[str, ...], policy: Policy, form: FormName
) -> None:
    from tiotal.engine.forms import can_compile
    from tiotal.engine.trace import random_trace

    if form == "compiled" and not can_compile():
        raise TiotalError("cli.no_numba")
    for line in random_trace(choose_game(game, players, chosen), number_seed(seed), policy, form):
        print(json.dumps(line))


@command("verify")
@click.argument("files", nargs=-1, required=True, type=a_path, cls=Argument, metavar="metavar_files")
@click.pass_obj
def verify_command(language: str, files: tuple[Path, ...]) -> int:
    return max(verify(file, language) for file in files)


def verify(file: Path, language: str) -> int:
    """Check one record, say what came of it, and give the exit code for it."""
    from tiotal.engine.record import read_record, verify_record
    from tiotal.terminal.files import read_text

    try:
        text = read_text(file)
        final = verify_record(text)
    except BadRecord as error:
        print(say(language, "verify.bad", file=file, reason=error.sentence(language)), file=sys.stderr)
        return BAD_RECORD
    except TiotalError as error:
        print(error.sentence(language), file=sys.stderr)
        return BAD_INPUT
    record = read_record(text)
    names = record.players
    winners = ", ".join(names[seat] for seat in final.winners)
    print(say(language, "verify.good", file=file, game=record.game.called, n=len(final.moves), names=winners))
    print(say(language, "verify.fair" if record.deal else "verify.no_proof"))
    return 0


# --- Compiling --------------------------------------------------------------------------------------------------
@command("compile")
@click.pass_obj
def compile_command(language: str) -> None:
    import multiprocessing
    import signal
    from concurrent.futures import ProcessPoolExecutor, as_completed

    from tiotal.engine.forms import can_compile
    from tiotal.engine.games import GAMES

    if not can_compile():
        raise TiotalError("cli.no_numba")
    workers = ProcessPoolExecutor(
        mp_context=multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),  # Ctrl+C ends them at once and without a word
    )
    with console(stderr=True).status(say(language, "simulate.compiling")), workers:
        begun = {workers.submit(compile_game, game): game for game in reversed(list(GAMES))}  # the last takes longest
        for done in as_completed(begun):
            done.result()
            print(say(language, "compile.done", game=begun[done]), flush=True)


def compile_game(name: str) -> None:
    """All that can be compiled of a game, in a process of its own."""
    from tiotal.bots.search import warm_up
    from tiotal.engine.batch import play_random
    from tiotal.engine.games import game_named, part_of
    from tiotal.envs.batch import BatchEnv
    from tiotal.lab.matches import Run, play, watch

    game = game_named(name)(2)
    play_random(game, 1, threads=1)
    warm_up(name)
    watch(game, play(Run(game), 0, 1))
    if part_of(name, "observing"):
        env = BatchEnv(name, 2, count=1)
        env.step(env.sample())
