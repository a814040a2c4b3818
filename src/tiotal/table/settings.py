"""What the host of a table can choose beside the options of the game; none of it changes the rules."""

from __future__ import annotations

from typing import Any

from tiotal.engine.errors import BadOption
from tiotal.engine.games import GAMES
from tiotal.engine.options import Case, Choice, Flag, Number, Option, checked

DEFAULT_SECONDS = {"off": None, "move": 60, "player": 600}
SECONDS = (5, 7_200)
PACE = Number("pace", 0, 5_000, 1_500)  # milliseconds that a bot waits, so that people can follow
DECLARED: tuple[Option, ...] = (
    Flag("memory_aid"),  # people are shown what they would have to remember, where there is such a thing
    Flag("hints", True),
    Flag("undo", True),
    Flag("spectators"),
    Flag("listed"),  # in the lobby, for everybody
    Flag("show_names"),  # there, of those who sit at the table
    Flag("free_text"),
    Flag("open_replay"),  # a finished match may be looked at by everybody who has the link
    Choice("clock", ("off", "move", "player")),  # seconds for every move, or for all moves of a player together
    Number(
        "seconds",
        *SECONDS,
        cases=tuple(Case("clock", clock, *SECONDS, default) for clock, default in DEFAULT_SECONDS.items() if default),
    ),
    PACE,
)
OF_A_CLASS: tuple[Option, ...] = (Flag("in_class"),)  # how somebody calculates is told to nobody else
LATER = ("show_names", "in_class")  # such as tables of version 0.1 do not have
FORMER: tuple[Option, ...] = (Flag("announce"),)  # of version 0.1: all people say the totals, or nobody does


def check_settings(game: str, given: dict[str, Any]) -> dict[str, Any]:
    """Every setting with its value."""
    settings = checked((*DECLARED, *OF_A_CLASS), given)
    if settings["memory_aid"] and not GAMES[game].has_memory_aid:
        some = next((other.name for other in GAMES.values() if other.has_memory_aid), "")
        raise BadOption("table.only_in", setting="memory_aid", game=some)
    if settings["seconds"] is None:
        settings["seconds"] = DEFAULT_SECONDS[settings["clock"]]
    return settings


def check_kept(game: str, kept: dict[str, Any]) -> dict[str, Any]:
    """The settings of a table that was opened with this version or with an earlier one."""
    former = [option for option in FORMER if option.name in kept]
    names = {option.name for option in former}
    given = {name: value for name, value in kept.items() if name not in names}
    settings = check_settings(game, given) | checked(former, {name: kept[name] for name in names})
    return {name: value for name, value in settings.items() if name in kept or name not in LATER}


def settings_of(game: str) -> list[Option]:
    """Those that mean something in a game."""
    kind = GAMES[game]
    without = {"memory_aid": not kind.has_memory_aid, "undo": not kind.can_take_back}
    return [option for option in DECLARED if not without.get(option.name)]
