"""What the host of a table can choose beside the options of the game; none of it changes the rules."""

from __future__ import annotations

from typing import Any

from tiotal.engine.errors import BadOption
from tiotal.engine.options import Case, Choice, Flag, Number, Option, checked

DEFAULT_SECONDS = {"off": None, "move": 60, "player": 600}
SECONDS = (5, 7_200)
PACE = Number("pace", 0, 5_000, 1_500)  # milliseconds that a bot waits, so that people can follow
DECLARED: tuple[Option, ...] = (
    Flag("announce"),  # Cento: whoever plays says the new total
    Flag("memory_aid"),  # 11 nimmt!: how many cards lie in each stack
    Flag("hints", True),
    Flag("undo", True),
    Flag("spectators"),
    Flag("listed"),  # in the lobby, for everybody
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
ONLY_IN = {"announce": "cento", "memory_aid": "nimmt"}


def check_settings(game: str, given: dict[str, Any]) -> dict[str, Any]:
    """Every setting with its value."""
    settings = checked(DECLARED, given)
    for name, only in ONLY_IN.items():
        if settings[name] and game != only:
            raise BadOption("table.only_in", setting=name, game=only)
    if settings["seconds"] is None:
        settings["seconds"] = DEFAULT_SECONDS[settings["clock"]]
    return settings


def settings_of(game: str) -> list[Option]:
    """Those that mean something in a game."""
    return [option for option in DECLARED if ONLY_IN.get(option.name, game) == game]
