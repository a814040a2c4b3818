"""What the lab finds out, in a notebook.

report = Report.of(game, matches=2000)
report              all of its plots
report.names        how they are called
report.plot(name)   one of them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from tiotal.bots.bot import Budget
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import Game
from tiotal.engine.showing import Shown
from tiotal.lab.drawing import SPACES
from tiotal.lab.matches import Run
from tiotal.lab.page import intro_of, section_of, setting_of
from tiotal.lab.plots import Plot
from tiotal.lab.report import plots_of, report_of
from tiotal.lab.runs import Folder, Plan, compute
from tiotal.lab.tallies import Found, added, in_order
from tiotal.notebook import pieces
from tiotal.words import number, say


@dataclass(frozen=True)
class Report(Shown):
    """A run and what was found out about it."""

    plan: Plan
    found: Found

    @classmethod
    def of(
        cls,
        game: Game,
        matches: int = 2000,
        bots: str | Sequence[str] = "medium",
        seed: int = 0,
        budget: Budget | None = None,
    ) -> Report:
        """Played here and now, and kept nowhere: the same as `tiotal lab report` finds out."""
        chosen = (bots,) if isinstance(bots, str) else tuple(bots)
        plan = Plan(Run(game, chosen, seed, budget), matches)
        found = compute(plan, 0).found
        for portion in range(1, plan.portions):
            found = added(found, compute(plan, portion).found)
        return cls(plan, in_order(found))

    @classmethod
    def read(cls, folder: str | Path) -> Report:
        """Of a run in a folder, as far as it is finished."""
        begun = Folder.begun(Path(folder))
        found = begun.found()
        if found is None:
            raise TiotalError("lab.no_run", folder=str(folder))
        return cls(begun.plan, found)

    @cached_property
    def plots(self) -> list[Plot]:
        return plots_of(self.plan.run.game, self.found)

    @property
    def names(self) -> list[str]:
        return [plot.name for plot in self.plots]

    def plot(self, name: str) -> Picture:
        for plot in self.plots:
            if plot.name == name:
                return Picture(plot, self.plan.run.game)
        raise TiotalError("notebook.no_plot", name=quote(name), known=self.names)

    def as_dict(self) -> dict[str, Any]:
        """All numbers, as in `report.json`."""
        return report_of(self.plan.as_dict(), self.plan.run.game, self.found)

    def __repr__(self) -> str:
        return f"<report on {self.found['matches']} matches of {self.plan.run.game!r}>"


@dataclass(frozen=True)
class Picture(Shown):
    """One plot, with the sentence and the numbers that belong to it."""

    plot: Plot
    game: Game

    def __repr__(self) -> str:
        return f"<plot {self.plot.name}>"


def picture_of(thing: Any, language: str) -> str:
    if isinstance(thing, Picture):
        return pieces.picture(language, _section(thing.plot, thing.game, language))
    if isinstance(thing, Report):
        return _report(thing.plan, thing.found, language)
    if isinstance(thing, Folder):
        found = thing.found()
        return _report(thing.plan, found, language) if found else _not_begun(thing.plan, language)
    raise TypeError(f"{type(thing).__name__} is not drawn here")


def _report(plan: Plan, found: Found, language: str) -> str:
    game = plan.run.game
    title = say(language, "reports.title", game=game.called, n=number(language, found["matches"]))
    return pieces.picture(
        language,
        f"<h2>{escape(title)}</h2>",
        pieces.line(setting_of(plan, language), kind="soft"),
        pieces.line(intro_of(found, language), kind="soft"),
        *(_section(plot, game, language) for plot in plots_of(game, found)),
    )


def _section(plot: Plot, game: Game, language: str) -> str:
    """As on a page; a notebook may be read as XML, too."""
    return section_of(plot, game.name, language).replace("<svg ", f"<svg {SPACES} ", 1)


def _not_begun(plan: Plan, language: str) -> str:
    title = say(language, "reports.title", game=plan.run.game.called, n=number(language, 0))
    return pieces.picture(language, f"<h2>{escape(title)}</h2>", pieces.line(setting_of(plan, language), kind="soft"))
