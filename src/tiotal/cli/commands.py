"""The commands. What is heavy is imported by the command that needs it, so that help is instant."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import tiotal
from tiotal import games
from tiotal.bots.catalogue import LEVEL_NAMES, SEARCHING
from tiotal.cli.translated import Argument, Commands, OneOf, Option, Translated, WholeNumber, sentence
from tiotal.engine.errors import BadRecord, TiotalError
from tiotal.words import LANGUAGES, choose_language, number, say

if TYPE_CHECKING:
    from rich.console import Console

    from tiotal.engine.forms import FormName
    from tiotal.engine.game import Game
    from tiotal.engine.house_rules import HouseRules
    from tiotal.engine.trace import Policy
    from tiotal.lab.training import Origin

BAD_RECORD, BAD_INPUT, INTERRUPTED = 1, 2, 130
GAME_NAMES = "|".join(games.NAMES)
USUAL_PLAYERS = 4
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


# --- Options that commands share --------------------------------------------------------------------------------
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def option(*names: str, **settings: Any) -> Decorator:
    return click.option(*names, cls=Option, **settings)


def common(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.help_option("-h", "--help", cls=Option, help="help_option")(function)
    return option("--language", type=OneOf(*LANGUAGES), expose_value=False, help="language_option")(function)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    function = option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="option_option")(function)
    function = option("--seed", metavar="S", help="seed_option")(function)
    function = option("--players", type=WholeNumber(), help="game_players_option")(function)
    return game_or_file(function)


game_argument = click.argument("game", cls=Argument, metavar=GAME_NAMES)
game_or_file = click.argument("game", cls=Argument, metavar=f"{GAME_NAMES}|metavar_house_rules")
database_option = option("--database", metavar="URL", envvar="TIOTAL_DATABASE", help="database_option")
json_option = option("--json", "as_json", is_flag=True, help="json_option")
policies = OneOf("uniform", "eager")
a_path = Path  # and not click.Path, which looks at the file and stumbles over names that cannot be one


@click.group(cls=Commands, help="summary", subcommand_metavar="metavar_command", invoke_without_command=True)
@click.version_option(tiotal.__version__, message="tiotal %(version)s", cls=Option, help="version_option")
@common
@click.pass_context
def commands(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def command(name: str, within: click.Group = commands) -> Callable[[Callable[..., Any]], click.Command]:
    def decorate(function: Callable[..., Any]) -> click.Command:
        return within.command(name, cls=Translated, help=name)(common(function))

    return decorate


# --- Playing ----------------------------------------------------------------------------------------------------
@command("play")
@game_options
@option("--level", type=OneOf(*LEVEL_NAMES), default="medium", help="level_option")
@option("--count", is_flag=True, help="counted_option")
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
    save: Path | None,
) -> None:
    from tiotal.engine.seeds import read_seed
    from tiotal.terminal.play import play

    match = choose_game(game, players, chosen)
    if count and not match.has_totals:
        raise TiotalError("table.no_totals")
    dealt = None if seed is None else read_seed(seed)
    if level in SEARCHING:
        prepare_bots(match.name, language)
    play(match, dealt, language, console(), save, level, says=not count)


@command("serve")
@option("--host", default="127.0.0.1", metavar="H", help="host_option")
@option("--port", type=WholeNumber(), default=8100, help="port_option")
@option("--lan", is_flag=True, help="lan_option")
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
    from tiotal.server.settings import ServerSettings, check_bus, check_days
    from tiotal.server.storage.database import default_url, open_database, read_url
    from tiotal.server.storage.serving_lock import serving

    if lan and host == "127.0.0.1":
        host = "0.0.0.0"
    if not 0 <= port <= 65_535:
        raise TiotalError("server.bad_port", port=port)
    check_bus(bus)
    check_days(forget_after)
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(listen(host, port))
        open_database(database).dispose()  # before the server starts, so that what is wrong with it is one sentence
        stack.enter_context(serving(read_url(database or default_url())))
        port = listener.getsockname()[1]
        local = f"http://localhost:{port}" if host in ("0.0.0.0", "127.0.0.1") else f"http://{host}:{port}"
        others = address or (f"http://{lan_address()}:{port}" if lan else None)

        def tell() -> None:
            print(say(language, "serve.ready", address=local))
            if others:
                print(say(language, "serve.others", address=others))
                print(qr_text(others))
            print(say(language, "serve.stop"), flush=True)
            if opens:
                webbrowser.open(local)

        settings = ServerSettings(database, bus, others, origins, forget_after=forget_after)
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


# --- Measuring --------------------------------------------------------------------------------------------------
@command("simulate")
@game_options
@option("--games", type=WholeNumber(), default=10_000, help="games_option")
@option("--threads", type=WholeNumber(), help="threads_option")
@option("--policy", type=policies, default="eager", help="policy_option")
@json_option
@click.pass_obj
def simulate_command(
    language: str,
    game: str,
    *,
    players: int | None,
    seed: str | None,
    chosen: tuple[str, ...],
    games: int,
    threads: int | None,
    policy: Policy,
    as_json: bool,
) -> None:
    from tiotal.engine.batch import check_batch
    from tiotal.lab.simulate import simulate
    from tiotal.terminal.reports import progress_bar, show_summary

    match = choose_game(game, players, chosen)
    first_seed = number_seed(seed)
    check_batch(games, threads, first_seed)
    prepare(match, language)
    with progress_bar(console(stderr=True), say(language, "simulate.playing"), games) as progress:
        summary = simulate(match, games, first_seed, policy=policy, threads=threads, progress=progress)
    if summary.games < games:
        print(say(language, "simulate.stopped", done=summary.games, games=games), file=sys.stderr)
    if as_json:
        print(json.dumps(summary.as_dict(), indent=2))
    else:
        show_summary(match.called, summary.as_dict(), language, console())


@command("arena")
@game_or_file
@option("--bots", required=True, metavar="A,B,C", help="bots_option")
@option("--players", type=WholeNumber(), help="arena_players_option")
@option("--games", type=WholeNumber(), default=1_000, help="arena_games_option")
@option("--budget", metavar="50ms", help="budget_option")
@option("--seed", metavar="S", help="seed_option")
@option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="option_option")
@option("--confidence", default="0.95", metavar="P", help="confidence_option")
@option("--processes", type=WholeNumber(), help="processes_option")
@option("--ray", "cluster", metavar="auto", help="ray_option")
@option("--picture", type=a_path, metavar="metavar_file", help="picture_option")
@json_option
@click.pass_obj
def arena_command(
    language: str,
    game: str,
    *,
    bots: str,
    players: int | None,
    games: int,
    budget: str | None,
    seed: str | None,
    chosen: tuple[str, ...],
    confidence: str,
    processes: int | None,
    cluster: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    import openskill  # noqa: F401  before anything is played, not when it is needed

    from tiotal.bots.bot import Budget
    from tiotal.lab.arena import Contest, check_numbers, read_confidence, run_arena
    from tiotal.lab.pictures import check_picture, draw_arena
    from tiotal.terminal.files import write_text
    from tiotal.terminal.reports import progress_bar, show_arena

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    match = choose_game(game, players, chosen, bots=len(names))
    certainty = read_confidence(confidence)
    check_numbers(games, certainty, processes)
    if picture:
        check_picture(picture)
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # for bots of somebody's own
    contest = Contest(match, names, number_seed(seed), None if budget is None else Budget.read(budget))
    planned = contest.deals_for(games) * len(contest.places)
    if not set(names).isdisjoint({*SEARCHING, "clairvoyant"}):
        prepare_bots(match.name, language)
    with progress_bar(console(stderr=True), say(language, "simulate.playing"), planned) as progress:
        result = run_arena(
            contest, games, confidence=certainty, processes=processes, cluster=cluster, progress=progress
        )
    if result.games < planned:
        print(say(language, "simulate.stopped", done=result.games, games=planned), file=sys.stderr)
    report = result.as_dict(language)
    if picture:
        write_text(picture, draw_arena(match.called, report, language))
        print(say(language, "arena.drawn", file=picture), file=sys.stderr)
    if as_json:
        print(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        show_arena(match.called, report, language, console())


# --- The lab ----------------------------------------------------------------------------------------------------
@commands.group("lab", cls=Commands, help="lab", subcommand_metavar="metavar_command", invoke_without_command=True)
@common
@click.pass_context
def lab_commands(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@command("report", within=lab_commands)
@click.argument("game", cls=Argument, metavar=f"{GAME_NAMES}|metavar_house_rules", required=False)
@option("--players", type=WholeNumber(), help="game_players_option")
@option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="option_option")
@option("--bots", default="medium", metavar="A,B,C", help="lab_bots_option")
@option("--games", type=WholeNumber(), default=100_000, help="games_option")
@option("--budget", metavar="2000", help="lab_budget_option")
@option("--seed", metavar="S", help="seed_option")
@option("--out", type=a_path, metavar="metavar_folder", help="lab_out_option")
@option("--resume", type=a_path, metavar="metavar_folder", help="resume_option")
@option("--processes", type=WholeNumber(), help="processes_option")
@option("--ray", "cluster", metavar="auto", help="ray_option")
@json_option
@click.pass_obj
def report_command(
    language: str,
    game: str | None,
    *,
    players: int | None,
    chosen: tuple[str, ...],
    bots: str,
    games: int,
    budget: str | None,
    seed: str | None,
    out: Path | None,
    resume: Path | None,
    processes: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    import matplotlib  # noqa: F401  before anything is played, not when it is needed
    import pyarrow  # noqa: F401

    from tiotal.bots.bot import Budget
    from tiotal.lab.matches import Run
    from tiotal.lab.page import pictures_of, report_page
    from tiotal.lab.report import report_of
    from tiotal.lab.runs import Folder, Plan, go_on
    from tiotal.terminal.reports import progress_bar

    if resume:
        folder = Folder.begun(resume)
    else:
        if game is None:
            raise TiotalError("cli.which_game", names=GAME_NAMES.split("|"))
        names = tuple(name.strip() for name in bots.split(",") if name.strip())
        thinking = None if budget is None else Budget.read(budget)
        run = Run(choose_game(game, players, chosen), names, number_seed(seed), thinking)
        folder = Folder.new(out or Path(f"{Path(game).stem}-report"), Plan(run, games))
    plan = folder.plan
    prepare(plan.run.game, language)
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # for bots of somebody's own
    done = 0

    with progress_bar(console(stderr=True), say(language, "lab.playing"), plan.matches) as progress:

        def count(more: int) -> None:
            nonlocal done
            done += more
            progress(more)

        try:
            found = go_on(folder, processes=processes, cluster=cluster, progress=count)
        except KeyboardInterrupt:
            print(say(language, "lab.stopped", done=done, games=plan.matches, folder=folder.path), file=sys.stderr)
            raise
    report = json.dumps(report_of(plan.as_dict(), plan.run.game, found), indent=1)
    folder.write("report.json", report)
    with console(stderr=True).status(say(language, "lab.drawing")):
        page = folder.write("report.html", report_page(plan, found, language))
        for name, picture in pictures_of(plan, found, language).items():
            folder.write(f"plots/{name}.svg", picture)
    print(report if as_json else say(language, "lab.done", file=page))


@command("compare", within=lab_commands)
@click.argument("one", cls=Argument, type=a_path, metavar="metavar_folder")
@click.argument("other", cls=Argument, type=a_path, metavar="metavar_folder")
@option("--out", type=a_path, default=Path("comparison.html"), metavar="metavar_file", help="compare_out_option")
@click.pass_obj
def compare_command(language: str, *, one: Path, other: Path, out: Path) -> None:
    import matplotlib  # noqa: F401
    import pyarrow  # noqa: F401

    from tiotal.lab.page import comparing_page
    from tiotal.lab.runs import Folder
    from tiotal.terminal.files import write_text

    runs = []
    for path in (one, other):
        folder = Folder.begun(path)
        found = folder.found()
        if found is None:
            raise TiotalError("lab.no_run", folder=str(path))
        runs.append((folder.plan, found))
    if runs[0][0].run.game.name != runs[1][0].run.game.name:
        raise TiotalError("lab.unlike")
    with console(stderr=True).status(say(language, "lab.drawing")):
        write_text(out, comparing_page(runs[0], runs[1], language))
    print(say(language, "lab.done", file=out))


@command("train")
@game_argument
@option("--steps", type=WholeNumber(), default=80, help="steps_option")
@option("--seed", metavar="S", help="seed_option")
@option("--from", "origin", type=OneOf("hand-set", "shipped"), default="hand-set", help="from_option")
@option("--out", type=a_path, metavar="metavar_file", help="out_option")
@option("--threads", type=WholeNumber(), help="threads_option")
@option("--ray", "cluster", metavar="auto", help="ray_option")
@click.pass_obj
def train_command(
    language: str,
    game: str,
    *,
    steps: int,
    seed: str | None,
    origin: Origin,
    out: Path | None,
    threads: int | None,
    cluster: str | None,
) -> None:
    from tiotal.engine.forms import can_compile
    from tiotal.lab.training import begin, check_training, compare_with_start, learn, tables_of
    from tiotal.terminal.files import write_text
    from tiotal.terminal.reports import progress_bar, show_training

    learned = begin(game, origin, number_seed(seed))
    check_training(steps, threads, learned.seed)
    if not can_compile():
        raise TiotalError("cli.no_numba")
    file = out or Path(f"{learned.game}.json")
    write_text(file, learned.as_text())  # better to know now than after an hour that it cannot be written
    errors = console(stderr=True)
    try:
        with progress_bar(errors, say(language, "train.learning"), steps) as progress:
            learn(learned, steps, threads=threads, cluster=cluster, progress=progress)
    except KeyboardInterrupt:
        print(say(language, "train.stopped", done=learned.taken, steps=steps), file=sys.stderr)
    write_text(file, learned.as_text())
    print(say(language, "train.saved", file=file), file=sys.stderr)
    if not learned.steps:
        print(say(language, "train.not_better"))
    elif learned.taken == steps:
        with progress_bar(errors, say(language, "train.comparing"), len(tables_of(learned.game))) as progress:
            compare_with_start(learned, threads=threads, cluster=cluster, progress=progress)
        show_training(learned.title, [found.as_dict() for found in learned.comparisons], language, console())


@command("bench")
@json_option
@click.pass_obj
def bench_command(language: str, as_json: bool) -> None:
    from tiotal.engine.forms import can_compile
    from tiotal.lab.bench import bench
    from tiotal.terminal.reports import show_bench

    if not can_compile():
        print(say(language, "simulate.no_numba"), file=sys.stderr)
    with console(stderr=True).status("") as status:

        def progress(key: str, **values: object) -> None:
            status.update(say(language, "bench.measuring", what=say(language, key, **values)))

        report = bench(progress)
    if as_json:
        print(json.dumps(report, indent=2))
    else:
        show_bench(report, language, console())


@command("load")
@option("--url", default="http://localhost:8100", metavar="URL", help="url_option")
@option("--tables", type=WholeNumber(), default=100, help="tables_option")
@option("--seconds", type=WholeNumber(), default=20, help="seconds_option")
@option("--rate", type=WholeNumber(), default=1_200, help="rate_option")
@option("--game", default=games.NAMES[0], metavar=GAME_NAMES, help="load_game_option")
@option("--players", type=WholeNumber(), default=2, help="players_option")
@option("--hostile", is_flag=True, help="hostile_option")
@json_option
@click.pass_obj
def load_command(
    language: str,
    *,
    url: str,
    tables: int,
    seconds: int,
    rate: int,
    game: str,
    players: int,
    hostile: bool,
    as_json: bool,
) -> None:
    from tiotal.lab.hostile import run_hostile_hour
    from tiotal.lab.load import LoadPlan, run_load
    from tiotal.terminal.reports import progress_bar, show_hostile, show_load

    plan = LoadPlan(url, tables, seconds, rate, game, players)
    plan.check()
    steps = seconds if hostile else plan.steps
    with progress_bar(console(stderr=True), say(language, "load.loading"), steps) as progress:
        report = (run_hostile_hour if hostile else run_load)(plan, progress).as_dict()
    if as_json:
        print(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        (show_hostile if hostile else show_load)(report, language, console())


@command("check-game")
@game_argument
@option("--matches", type=WholeNumber(), default=3, help="matches_option")
@option("--seed", type=WholeNumber(), default=0, metavar="S", help="seed_option")
@click.pass_obj
def check_game_command(language: str, game: str, *, matches: int, seed: int) -> int:
    from tiotal.engine.games import game_named
    from tiotal.lab.conformance import LAWS, check_game

    title = game_named(game).title
    broken = 0
    progress = console(stderr=True).status("")
    found = check_game(game, matches, seed)
    for law in LAWS:
        promise = say(language, f"laws.{law}")
        progress.update(promise)
        with progress:
            result = next(found)
        broken += result.broken is not None
        wrong = result.broken or result.left_out
        mark = "✗" if result.broken else "–" if result.left_out else "✓"
        print(f"{mark} {promise}" + (f"\n  {wrong.sentence(language)}" if wrong else ""), flush=True)
    print(say(language, "check.some_broken" if broken else "check.all_kept", game=title, n=broken))
    return BAD_RECORD if broken else 0


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


# --- What the commands need -------------------------------------------------------------------------------------
def console(stderr: bool = False) -> Console:
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    made.soft_wrap = not made.is_terminal  # whoever reads our output from a pipe wants whole lines
    return made


def choose_game(name: str, players: int | None, chosen: Sequence[str], bots: int | None = None) -> Game:
    """The game of this name, or by the house rules in this file. If nobody says how many play: the usual number, or a
    place for every bot."""
    from tiotal.engine.games import game_named
    from tiotal.engine.options import read_options

    rules = house_rules_in(Path(name)) if is_house_rules(name) else None
    kind = rules.kind if rules else game_named(name)
    changed = read_options(kind.declared_options, chosen)
    if players is None:
        options = rules.options | changed if rules else changed
        usual = USUAL_PLAYERS if bots is None else table_size(kind, options, bots)
        players = rules.nearest(usual) if rules else usual
    return rules.play(players, **changed) if rules else kind(players, **changed)


def table_size(kind: type[Game], options: Mapping[str, Any], bots: int) -> int:
    """How many players, if nobody says: a place for every bot, as far as the game allows."""
    a_place = 2 if options.get("pairs") is True else 1
    return max(2, min(a_place * bots, kind.most_players))


def is_house_rules(name: str) -> bool:
    from tiotal.engine.house_rules import ENDING

    return name.lower().endswith(ENDING)


def house_rules_in(file: Path) -> HouseRules:
    from tiotal.engine.house_rules import MOST_CHARACTERS, read_house_rules
    from tiotal.terminal.files import read_text

    return read_house_rules(read_text(file, MOST_CHARACTERS + 1))


def number_seed(seed: str | None) -> int:
    """For simulations: a number; without one, 0."""
    from tiotal.engine.seeds import read_seed

    return 0 if seed is None else int(read_seed(seed, sealed=False))


def prepare(game: Game, language: str) -> None:
    """Compile what random games need before the work begins, and say so; or say that it will be slow."""
    from tiotal.engine.batch import play_random
    from tiotal.engine.forms import can_compile

    if not can_compile():
        print(say(language, "simulate.no_numba"), file=sys.stderr)
        return
    with console(stderr=True).status(say(language, "simulate.compiling")):
        play_random(game, 1, threads=1)


def prepare_bots(game: str, language: str) -> None:
    """The same for the bots that look ahead."""
    from tiotal.bots.search import warm_up
    from tiotal.engine.forms import can_compile

    if can_compile():
        with console(stderr=True).status(say(language, "simulate.compiling")):
            warm_up(game)


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
