"""A match in text, as the terminal draws it."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from tiotal.engine.errors import BadOption, quote
from tiotal.engine.game import View
from tiotal.envs.observing import agents_of
from tiotal.terminal.drawing import draw
from tiotal.words import choose_language

MODES = ["human", "ansi"]
METADATA: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadOption("options.choice", option="render_mode", choices=MODES, value=quote(mode))
    return mode


def render(view: View, mode: str | None) -> str | None:
    """`human` prints what a seat sees, `ansi` gives it as plain text."""
    lines: list[Any] = draw(view, agents_of(view.game), choose_language())
    if mode == "human":
        console = Console(highlight=False)
        for line in ["", *lines]:
            console.print(line)
        return None
    return "\n".join(Text.from_markup(line).plain for line in lines) + "\n"
