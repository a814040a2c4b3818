"""Games, positions, views and reports as they show themselves in Jupyter.

    game.deal(seed=7).view(0)           the table as that seat sees it
    Report.of(game, matches=2000)       what many matches show

Whatever is `Shown` (`tiotal.engine.showing`) comes here to be drawn, in the language of the environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiotal.engine.game import Game, Position, View
from tiotal.notebook.table import game_picture, position_picture, view_picture
from tiotal.words import choose_language

if TYPE_CHECKING:
    from tiotal.notebook.reports import Report

__all__ = ["Report", "html_of"]


def html_of(thing: Any) -> str:
    """A piece of a page that brings its style along."""
    language = choose_language()
    if isinstance(thing, View):
        return view_picture(thing, language)
    if isinstance(thing, Position):
        return position_picture(thing, language)
    if isinstance(thing, Game):
        return game_picture(thing, language)
    from tiotal.notebook import reports  # the lab, which needs more packages

    return reports.picture_of(thing, language)


def __getattr__(name: str) -> Any:
    if name == "Report":
        from tiotal.notebook.reports import Report

        return Report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
