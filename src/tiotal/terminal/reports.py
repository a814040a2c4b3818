"""Simulations and benchmarks as tables for people."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tiotal.lab.choices import ALL, Answer, Sums
from tiotal.lab.statistics import CONFIDENCE
from tiotal.words import number, percent, say

BAR = 24  # columns
SHORTEST_BAR = 8
NARROW = 12  # columns of a heading


@contextmanager
def progress_bar(console: Console, what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; the function that it gives is told how much more is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.advance(task, done)


def show_summary(game: str, summary: dict[str, Any], language: str, console: Console) -> None:
    players = summary["players"]
    title = say(language, "simulate.title", games=number(language, summary["games"]), game=escape(game), n=players)
    table = Table(title=title, title_justify="left")
    table.add_column(say(language, "simulate.seat"), justify="right")
    table.add_column(say(language, "simulate.wins"), justify="right")
    table.add_column(say(language, "simulate.interval"), justify="right")
    table.add_column(say(language, "simulate.mean_score"), justify="right")
    table.add_column("")
    for seat in summary["seats"]:
        table.add_row(
            str(seat["seat"]),
            percent(language, seat["win_share"], 2),
            f"{percent(language, seat['low'], 2)} – {percent(language, seat['high'], 2)}",
            number(language, seat["mean_score"], 2),
            _bar(seat["win_share"], min(1.0, 2 / players)),
        )
    console.print(table)
    moves = summary["moves"]
    lengths = {key: moves[key] for key in ("shortest", "median", "longest")}
    rounds = number(language, summary["rounds"], 1)
    console.print(say(language, "simulate.lengths", mean=number(language, moves["mean"], 1), rounds=rounds, **lengths))
    ran_out = summary["stock_ran_out"]
    share, times = percent(language, ran_out["share_of_games"], 2), number(language, ran_out["times_a_game"], 3)
    console.print(say(language, "simulate.ran_out", share=share, times=times))
    console.print(
        say(
            language,
            "simulate.speed",
            games=number(language, summary["games_per_second"] or 0),
            moves=number(language, summary["moves_per_second"] or 0),
            seconds=number(language, summary["seconds"], 2),
        )
    )


def show_arena(game: str, report: dict[str, Any], language: str, console: Console) -> None:
    without_bars = console.measure(_arena_table(game, report, language, 0)).maximum
    console.print(_arena_table(game, report, language, min(BAR, console.width - without_bars - 3)))
    console.print(say(language, "arena.even", even=percent(language, report["even"], 1)))
    rate = report["games"] / report["seconds"] if report["seconds"] else 0
    console.print(
        say(language, "arena.took", seconds=number(language, report["seconds"], 1), rate=number(language, rate, 1))
    )
    if report["faults"]:
        console.print(say(language, "arena.faulty"))
    for fault in report["faults"]:
        console.print(f"  {fault['sentence']}", markup=False)


def _arena_table(game: str, report: dict[str, Any], language: str, bar: int) -> Table:
    """With bars of `bar` columns, or without if there is no room for them."""
    even, bots = report["even"], [bot for bot in report["bots"] if bot["win_share"] is not None]
    interval = say(language, "arena.interval", percent=f"{100 * report['confidence']:g}")
    columns: dict[str, list[str]] = {
        say(language, "arena.bot"): [escape(bot["bot"]) for bot in bots],
        say(language, "simulate.wins"): [percent(language, bot["win_share"], 1) for bot in bots],
        interval: [" – ".join(number(language, 100 * bot[end], 1) for end in ("low", "high")) for bot in bots],
        say(language, "simulate.mean_score"): [number(language, bot["mean_score"], 2) for bot in bots],
        say(language, "arena.time"): [_times(language, bot["ms_median"], bot["ms_p99"]) for bot in bots],
    }
    if any(bot["rating"] is not None for bot in bots):
        columns[say(language, "arena.rating")] = [number(language, bot["rating"], 1) for bot in bots]
    if any(bot["faults"] for bot in bots):
        columns[say(language, "arena.faults")] = [number(language, bot["faults"]) for bot in bots]
    if bar >= SHORTEST_BAR:
        full = min(1.0, 1.1 * max(even, *(bot["high"] for bot in bots)))
        columns[""] = [_bar_with_mark(bot["win_share"], even, full, bar) for bot in bots]
    counts = {key: number(language, report[key]) for key in ("games", "deals")}
    title = say(language, "arena.title", game=escape(game), n=report["players"], **counts)
    table = Table(title=title, title_justify="left")
    for place, (header, cells) in enumerate(columns.items()):
        narrow = textwrap.fill(header, max(map(len, [*header.split(), *cells])))
        table.add_column(narrow, justify="right" if place and header else "left", no_wrap=place > 0, overflow="fold")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def _times(language: str, *milliseconds: float | None) -> str:
    """With as many digits as say something."""
    return " / ".join("–" if ms is None else number(language, ms, 2 if ms < 10 else 0) for ms in milliseconds)


def show_choice(game: str, answer: Answer, language: str, console: Console) -> None:
    """What a choice is worth: on the whole, by what the bots did, and by what is known of the position."""
    asked = answer.asked
    words = f"{asked.game.name}.choices"
    question = say(language, f"{words}.{asked.question.name}.title")
    counts = {"positions": number(language, answer.positions), "matches": number(language, asked.matches)}
    console.print(
        say(language, "choices.title", game=game, n=asked.game.players, question=question), markup=False, style="bold"
    )
    if not answer.positions:
        console.print(say(language, "choices.nobody", **counts), markup=False)
        return
    console.print(say(language, "choices.counted", n=asked.times, times=asked.times, **counts), markup=False)
    ways = {way: say(language, f"{words}.{asked.question.name}.{way}") for way in ("one", "other")}
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("")
    heads = [
        *ways.values(),
        say(language, "choices.difference"),
        say(language, "choices.interval", percent=f"{100 * CONFIDENCE:g}"),
    ]
    for head in [*heads, say(language, "choices.positions")]:
        table.add_column(textwrap.fill(head, NARROW), justify="right")
    groups = [(say(language, "choices.all"), [("", sums) for sums in answer.counted[ALL].values()])]
    done = {**ways, "neither": say(language, "choices.neither")}
    groups.append((say(language, "choices.bot"), [(done[way], sums) for way, sums in answer.by_bots]))
    groups += [(say(language, f"{words}.facts.{fact.name}"), answer.groups(fact)) for fact in asked.question.facts]
    for name, rows in groups:
        for place, (label, sums) in enumerate(rows):
            if label and place == 0:
                table.add_row(f"[dim]{escape(name)}[/dim]")
            table.add_row(f"  {escape(label)}" if label else name, *_choice_row(answer, sums, language))
    console.print(table)


def _choice_row(answer: Answer, sums: Sums, language: str) -> list[str]:
    mark = answer.worth("", sums)
    signed = [
        ("+" if value > 0 else "") + number(language, 100 * value, 1) for value in (mark.value, mark.low, mark.high)
    ]
    chances = (percent(language, answer.chance(way, sums), 1) for way in range(2))
    cells = [*chances, signed[0], " … ".join(signed[1:]), number(language, sums[0])]
    return [cell.replace(" ", "\u00a0") for cell in cells]  # only names may be broken


def show_training(game: str, comparisons: list[dict[str, Any]], language: str, console: Console) -> None:
    table = Table(title=say(language, "train.title", game=game), title_justify="left")
    keys = ("bench.players", "train.match", "train.games", "train.even", "simulate.wins", "simulate.interval")
    for key in keys:
        table.add_column(say(language, key), justify="left" if key == "train.match" else "right")
    for found in comparisons:
        table.add_row(
            str(found["players"]),
            " ".join(f"{name}={value}" for name, value in found["options"].items()),
            number(language, found["games"]),
            percent(language, found["even"], 1),
            percent(language, found["win_share"], 1),
            " – ".join(number(language, 100 * found[end], 1) for end in ("low", "high")),
        )
    console.print(table)


def show_load(report: dict[str, Any], language: str, console: Console) -> None:
    counts = {key: number(language, report[key]) for key in ("tables", "people")}
    title = say(language, "load.title", seconds=number(language, report["seconds"], 1), **counts)
    table = Table(title=title, title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_row(say(language, "load.rate"), number(language, report["moves_per_second"], 1))
    table.add_row(say(language, "load.moves"), number(language, report["moves"]))
    for key, name in {"ms_median": "load.median", "ms_p99": "load.p99", "ms_max": "load.longest"}.items():
        table.add_row(say(language, name), number(language, report[key], 1))
    table.add_row(say(language, "load.matches"), number(language, report["matches"]))
    table.add_row(say(language, "load.reconnects"), number(language, report["reconnects"]))
    table.add_row(say(language, "load.errors"), number(language, sum(report["errors"].values())))
    for code, times in sorted(report["errors"].items()):
        table.add_row(f"  {escape(code)}", number(language, times))
    console.print(table)


def show_hostile(report: dict[str, Any], language: str, console: Console) -> None:
    title = say(language, "load.hostile_title", seconds=number(language, report["seconds"]))
    table = Table(title=title, title_justify="left")
    for key in ("load.waits", "load.count", "load.ms_median", "load.p99", "load.longest"):
        table.add_column(say(language, key), justify="left" if key == "load.waits" else "right")
    for part, name in {"moves": "load.of_moves", "bots": "load.of_bots", "masters": "load.of_masters"}.items():
        found = report[part]
        figures = (number(language, found[key], 1) for key in ("ms_median", "ms_p99", "ms_max"))
        table.add_row(say(language, name), number(language, found["count"]), *figures)
    console.print(table)
    joined, memory = report["class"], report["memory_mb"]
    seconds = number(language, joined["seconds"], 1)
    console.print(say(language, "load.class", joined=number(language, joined["joined"]), seconds=seconds))
    told = {key: number(language, memory[key], 1) for key in ("first_quarter", "last_quarter", "most")}
    console.print(say(language, "load.memory", **told))
    done = sum(report["strangers"].values())
    console.print(say(language, "load.strangers", count=number(language, done)))
    for code, times in sorted(report["troubles"].items()):
        console.print(f"  {escape(code)} {number(language, times)}")


def show_bench(report: dict[str, Any], language: str, console: Console) -> None:
    results = {(r["game"], r["players"], r["form"], r["cores"] > 1): r["moves_per_second"] for r in report["results"]}
    peer = report["peers"][0] if report["peers"] else None
    table = Table(title=say(language, "bench.title"), title_justify="left")
    for key in ("game", "players", "interpreted", "compiled_one", "compiled_all"):
        table.add_column(say(language, f"bench.{key}"), justify="left" if key == "game" else "right")
    if peer:
        table.add_column(say(language, "bench.ratio", peer=peer["name"]), justify="right")
    for game, players in dict.fromkeys((r["game"], r["players"]) for r in report["results"]):
        one_core = results.get((game, players, "compiled", False))
        cells = [
            results.get((game, players, "interpreted", False)),
            one_core,
            results.get((game, players, "compiled", True)),
        ]
        row = [game, str(players), *("–" if cell is None else number(language, cell) for cell in cells)]
        if peer:
            row.append(number(language, (one_core or 0) / peer["moves_per_second"], 1))
        table.add_row(*row)
    console.print(table)
    if report["peers"]:
        console.print(say(language, "bench.peers"))
        for other in report["peers"]:
            console.print(f"  {other['name']}: {number(language, other['moves_per_second'])}")
    else:
        console.print(say(language, "bench.no_peers"), markup=False)
    for worlds, copy in zip(report["imagine"], report["copy"], strict=True):
        sizes = {"bytes": copy["bytes"], "nanoseconds": number(language, copy["nanoseconds"])}
        console.print(
            say(language, "bench.imagine", game=worlds["game"], worlds=number(language, worlds["per_second"]), **sizes)
        )
    for rate in report["playouts"]:
        console.print(
            say(
                language,
                "bench.playouts_of",
                game=rate["game"],
                n=rate["players"],
                playouts=number(language, rate["per_second"]),
            )
        )
    start = report["start"]
    imported = number(language, start["import_seconds"], 3)
    if "first_compiled_result_seconds" in start:
        first = number(language, start["first_compiled_result_seconds"], 2)
        answer = number(language, start["first_answer_seconds"], 2)
        console.print(say(language, "bench.start", imported=imported, first=first, answer=answer))
    else:
        console.print(say(language, "bench.start_plain", imported=imported))


def _bar(share: float, full: float, width: int = BAR) -> str:
    return "█" * round(width * min(1.0, share / full))


def _bar_with_mark(share: float, mark: float, full: float, width: int) -> str:
    """A bar, and a line where it would end if all were level."""
    signs = list(_bar(share, full, width).ljust(width))
    place = min(width - 1, round(width * mark / full))
    signs[place] = "┃" if signs[place] == " " else "╂"
    return "".join(signs)
