"""The commands of the lab: what measures games, bots and servers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from tiotal import games
from tiotal.bots.catalogue import SEARCHING
from tiotal.cli.root import (
    BAD_RECORD,
    GAME_NAMES,
    a_path,
    choose_game,
    command,
    commands,
    common,
    console,
    game_argument,
    game_options,
    game_or_file,
    json_option,
    number_seed,
    option,
    policies,
    prepare,
    prepare_bots,
)
from tiotal.cli.translated import Argument, Commands, OneOf, WholeNumber
from tiotal.engine.errors import TiotalError
from tiotal.words import say

if TYPE_CHECKING:
    from tiotal.engine.trace import Policy
    from tiotal.lab.training import Origin


# --- Games and bots ---------------------------------------------------------------------------------------------
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


# --- Reports ----------------------------------------------------------------------------------------------------
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
        _check_alone(click.get_current_context(), "game", "players", "chosen", "bots", "games", "budget", "seed", "out")
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


def _check_alone(ctx: click.Context, *names: str) -> None:
    """What a run is like was said when it was begun."""
    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if param.name in names and given and ctx.params[param.name] is not None:
            raise TiotalError("lab.resume_alone", given=ctx.params["game"] if param.name == "game" else param.opts[0])


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


@command("choices", within=lab_commands)
@game_or_file
@option("--question", "name", metavar="Q", help="question_option")
@option("--players", type=WholeNumber(), help="game_players_option")
@option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="option_option")
@option("--bots", default="medium", metavar="A,B,C", help="lab_bots_option")
@option("--games", type=WholeNumber(), default=10_000, help="games_option")
@option("--times", type=WholeNumber(), default=4, help="times_option")
@option("--seed", metavar="S", help="seed_option")
@option("--processes", type=WholeNumber(), help="processes_option")
@option("--ray", "cluster", metavar="auto", help="ray_option")
@option("--by", metavar="F", help="by_option")
@option("--picture", type=a_path, metavar="metavar_file", help="choices_picture_option")
@json_option
@click.pass_obj
def choices_command(
    language: str,
    game: str,
    *,
    name: str | None,
    players: int | None,
    chosen: tuple[str, ...],
    bots: str,
    games: int,
    times: int,
    seed: str | None,
    processes: int | None,
    cluster: str | None,
    by: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    import matplotlib  # noqa: F401  before anything is played, not when it is needed
    import numpy  # noqa: F401

    from tiotal.engine.forms import can_compile
    from tiotal.lab.choices import Asked, answer, fact_named, question_named, questions_of
    from tiotal.lab.pictures import check_picture, draw_choice
    from tiotal.terminal.files import write_text
    from tiotal.terminal.reports import progress_bar, show_choice

    if not can_compile():
        raise TiotalError("cli.no_numba")
    match = choose_game(game, players, chosen)
    names = tuple(bot.strip() for bot in bots.split(",") if bot.strip())
    questions = questions_of(match) if name is None else [question_named(match, name)]
    if picture:
        check_picture(picture)
    fact = fact_named(questions[0], by) if by else questions[0].facts[0]
    answers = []
    for question in questions:
        asked = Asked(match, question, games, names, times, number_seed(seed))
        asked.check()
        if cluster is None:
            with console(stderr=True).status(say(language, "simulate.compiling")):
                asked.prepare()
        with progress_bar(console(stderr=True), say(language, "lab.asking"), games) as progress:
            answers.append(answer(asked, processes=processes, cluster=cluster, progress=progress))
        if not as_json:
            show_choice(match.called, answers[-1], language, console())
    if as_json:
        print(json.dumps([found.as_dict() for found in answers], indent=2, ensure_ascii=False))
    if picture:
        write_text(picture, draw_choice(answers[0], fact, language))
        print(say(language, "arena.drawn", file=picture), file=sys.stderr)


# --- Learning, speed and laws -----------------------------------------------------------------------------------
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
