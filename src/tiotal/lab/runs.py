"""A run of many matches in a folder of its own, which can be stopped at any time and gone on with.

    run.json                what is played; nothing else decides what comes out
    games/000000.parquet …  the matches, a file a portion (`lab.datasets`)
    tallies/000000.json …   what was found out about them (`lab.tallies`); a portion that has one is finished

Memory does not grow with the number of matches: a portion is written down as soon as it is there.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tiotal.bots.bot import Budget
from tiotal.engine.batch import MOST_GAMES
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.games import game_named
from tiotal.engine.options import checked
from tiotal.engine.seeds import read_seed
from tiotal.engine.showing import Shown
from tiotal.lab.arena import make_player
from tiotal.lab.datasets import table_of
from tiotal.lab.matches import Run, play, watch
from tiotal.lab.spreading import check_processes, spread
from tiotal.lab.tallies import Found, added, found_in, in_order

FORMAT = "tiotal/run/1"
COMPILED_PORTION, PORTION = 20_000, 20  # matches; a portion is a few seconds' work
MOST_BOTS = 16


@dataclass(frozen=True)
class Plan:
    """A run and how many matches there are in it."""

    run: Run
    matches: int
    portion: int = 0  # matches in each portion but the last; how it is cut changes nothing in what comes out

    def __post_init__(self) -> None:
        if self.portion < 1:
            object.__setattr__(self, "portion", COMPILED_PORTION if self.run.is_compiled else PORTION)
        if not 1 <= self.matches <= MOST_GAMES:
            raise TiotalError("batches.games", games=self.matches, most=MOST_GAMES)
        if not 1 <= len(self.run.bots) <= MOST_BOTS:
            raise TiotalError("arena.many_bots", most=MOST_BOTS, n=len(self.run.bots))
        read_seed(self.run.seed, sealed=False)
        read_seed(self.run.seed + self.matches - 1, sealed=False)
        if self.run.budget and self.run.budget.milliseconds:
            raise TiotalError("lab.no_clock", budget=quote(str(self.run.budget)))
        for name in self.run.bots:
            make_player(name, 0, self.run.budget)

    @property
    def portions(self) -> int:
        return -(-self.matches // self.portion)

    def size_of(self, number: int) -> int:
        return min(self.portion, self.matches - number * self.portion)

    def as_dict(self) -> dict[str, Any]:
        """What decides what comes out."""
        run = self.run
        return {
            "format": FORMAT,
            "game": run.game.name,
            "rules": run.game.version,
            "players": run.game.players,
            "options": run.game.options,
            "house_rules": run.game.house_rules,
            "bots": list(run.bots),
            "budget": None if run.budget is None else str(run.budget),
            "seed": run.seed,
            "matches": self.matches,
        }


def read_plan(told: dict[str, Any]) -> Plan:
    game_class = game_named(told["game"], told["rules"])
    game = game_class(told["players"], **checked(game_class.declared_options, told["options"]))
    if told["house_rules"] is not None:
        game = game.by_house_rules(told["house_rules"])
    budget = None if told["budget"] is None else Budget.read(told["budget"])
    return Plan(Run(game, tuple(told["bots"]), told["seed"], budget), told["matches"], told["portion"])


# --- Portions ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Portion:
    number: int
    found: Found
    games: bytes  # a Parquet file


def compute(plan: Plan, number: int) -> Portion:
    """Anybody can, at any time, and gets the same."""
    import pyarrow.parquet as pq

    run = plan.run
    matches = play(run, number * plan.portion, plan.size_of(number))
    tally, outcomes = watch(run.game, matches)
    seats = range(run.game.players)
    players = [[run.bot_at(matches.first + place, seat) for seat in seats] for place in range(len(matches))]
    file = io.BytesIO()
    pq.write_table(table_of(run.game, players, matches, outcomes), file, compression="zstd")
    return Portion(number, found_in(run.game, tally, outcomes), file.getvalue())


# --- The folder -------------------------------------------------------------------------------------------------
class Folder(Shown):
    """Where a run is kept, and its report."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.games = path / "games"
        self.tallies = path / "tallies"

    @classmethod
    def new(cls, path: Path, plan: Plan) -> Folder:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise TiotalError("lab.folder_in_use", folder=str(path))
        folder = cls(path, plan)
        with _disk(path, "lab.no_folder"):
            for part in (folder.games, folder.tallies):
                part.mkdir(parents=True)
            _write(path / "run.json", json.dumps({**plan.as_dict(), "portion": plan.portion}, indent=2).encode())
        return folder

    @classmethod
    def begun(cls, path: Path) -> Folder:
        """One that was stopped, or is finished."""
        try:
            told = json.loads((path / "run.json").read_text(encoding="utf-8"))
            if told["format"] != FORMAT:
                raise ValueError
            return cls(path, read_plan(told))
        except (OSError, ValueError, KeyError, TypeError):
            raise TiotalError("lab.no_run", folder=str(path)) from None

    def to_do(self) -> list[int]:
        return [number for number in range(self.plan.portions) if self._found_in(number) is None]

    def keep(self, portion: Portion) -> None:
        """The tally last: it says that all is there."""
        with _disk(self.path):
            _write(self.games / f"{portion.number:06}.parquet", portion.games)
            _write(self._tally(portion.number), json.dumps(portion.found).encode())

    def found(self) -> Found | None:
        """The sum of all portions that are finished."""
        total: Found | None = None
        for number in range(self.plan.portions):
            found = self._found_in(number)
            if found is not None:
                total = found if total is None else added(total, found)
        return None if total is None else in_order(total)

    def _found_in(self, number: int) -> Found | None:
        """None if that portion is not finished, or what it has left cannot be read."""
        try:
            found = json.loads(self._tally(number).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def write(self, name: str, text: str) -> Path:
        """A file beside the matches."""
        file = self.path / name
        with _disk(self.path):
            file.parent.mkdir(exist_ok=True)
            _write(file, text.encode())
        return file

    def _tally(self, number: int) -> Path:
        return self.tallies / f"{number:06}.json"


@contextlib.contextmanager
def _disk(path: Path, key: str = "lab.disk") -> Iterator[None]:
    """Whatever the disk says becomes one sentence."""
    try:
        yield
    except OSError as error:
        raise TiotalError(key, folder=str(path), reason=error.strerror or str(error)) from None


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing, whatever happens meanwhile, and whoever else writes the same."""
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with unfinished.open("wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        unfinished.replace(file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


# --- Doing it ---------------------------------------------------------------------------------------------------
def go_on(
    folder: Folder,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Found:
    """Play what has not been played. Stopped from the keyboard, what is finished stays."""
    check_processes(processes)
    plan = folder.plan
    to_do = folder.to_do()
    progress(plan.matches - sum(plan.size_of(number) for number in to_do))
    if to_do and cluster is None:
        watch(plan.run.game, play(plan.run, 0, 1))  # compiled once, and not by every process
    for portion in _portions(plan, to_do, processes, cluster):
        folder.keep(portion)
        progress(plan.size_of(portion.number))
    found = folder.found()
    assert found is not None
    return found


def _portions(plan: Plan, to_do: list[int], processes: int | None, cluster: str | None) -> Iterator[Portion]:
    work = spread(partial(compute, plan), to_do, processes=processes, cluster=cluster)
    try:
        yield from work
    finally:
        work.close()
