"""Draw the pictures of the README: a few moves of each game as the terminal shows them, a hint, and a simulation.

Run it from the top of the repository:

    python docs/pictures/draw.py

Seeds and moves are fixed, so the games look the same each time. Only the speed of the simulation differs.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from tiotal import Cento, Game, Nimmt, Ten, record_of
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.lab.simulate import simulate
from tiotal.terminal.hints import RecordHint
from tiotal.terminal.play import Left, TerminalGame
from tiotal.terminal.reports import show_summary

FOLDER = Path(__file__).parent
WIDTH = 80

# Rich's own template asks a browser to fetch fonts; this one uses those that the reader has.
TEMPLATE = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

# Background, text, and the eight colours (normal, bright) of a dark terminal; red and blue are easy to read on it.
THEME = TerminalTheme(
    (24, 27, 33),
    (222, 225, 230),
    [
        *[(60, 64, 72), (255, 107, 104), (126, 211, 134), (240, 200, 90)],
        *[(106, 170, 255), (214, 140, 230), (94, 208, 214), (222, 225, 230)],
    ],
)


class Typist(Console):
    """A console that is recorded, at which somebody types the given lines and then leaves."""

    def __init__(self, typed: Sequence[str] = (), width: int = WIDTH) -> None:
        super().__init__(
            file=io.StringIO(),
            record=True,
            width=width,
            force_terminal=True,
            color_system="truecolor",
            highlight=False,
            legacy_windows=False,
        )
        self.typed: Iterator[str] = iter(typed)

    def input(self, prompt: Any = "", **_: Any) -> str:
        """The next line; with it everything recorded so far is forgotten, so that the last move is what is seen."""
        line = next(self.typed, None)
        if line is None:
            self.print(f"{prompt}▂", markup=False)
            raise EOFError
        self.export_text()
        return line

    def save(self, name: str, title: str) -> None:
        picture = self.export_svg(title=title, theme=THEME, code_format=TEMPLATE, unique_id=f"tiotal-{name}")
        lines = [line.rstrip() for line in picture.splitlines()]
        (FOLDER / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


def draw_game(game: Game, seed: int, *typed: str) -> None:
    """Play what is typed; draw the last move, the answers of the bots and the table as it then lies."""
    console = Typist(typed)
    with suppress(Left):
        TerminalGame(game, seed, "en", console).run()
    console.save(game.name, f"tiotal play {game.name} --seed {seed}")


def draw_hint(game: Game, seed: int, moves: int) -> None:
    """What a player is told so many moves into a game between bots."""
    position = game.deal(seed)
    bot = make_bot("medium", seed)
    for _ in range(moves):
        position.play(bot.choose(position.view(position.to_move)))
    console = Typist(width=92)
    record = record_of(position, ["Ada", "Bo", "Cleo", "Dag"])
    RecordHint(record, None, Budget(iterations=50_000), 0, 3).show("en", console)
    console.save("hint", "tiotal hint game.json")


def draw_simulation(game: Game, games: int) -> None:
    simulate(game, 1)  # compile first
    console = Typist(width=92)
    show_summary(game.title, simulate(game, games).as_dict(), "en", console)
    console.save("simulate", f"tiotal simulate {game.name} --games {games}")


if __name__ == "__main__":
    draw_game(Cento(4), 14, "+6 16", "+7 11", "+3 22", "+5 57")
    draw_game(Nimmt(4), 17, "79>72", "take:71")
    draw_game(Ten(4), 11, "1:down+1")
    draw_hint(Ten(4), 11, 0)
    draw_simulation(Ten(4), 100_000)
