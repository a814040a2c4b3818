"""Results drawn as SVG: small, sharp at any size, and with real text."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tiotal.engine.errors import TiotalError, quote
from tiotal.words import number, percent, say

WIDTH = 760
ROW = 46
TOP, BOTTOM, RIGHT = 84, 62, 96
LONGEST_NAME = 28
LETTER = 8.8  # the width of a letter of a name, about
STYLE = """
  text { font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #23303b; }
  .title { font-size: 19px; font-weight: 650; }
  .small { font-size: 13px; fill: #5a6875; }
  .name { font-size: 15px; }
  .share { font-size: 15px; font-weight: 650; }
  .grid { stroke: #e3e8ec; }
  .even { stroke: #23303b; stroke-width: 1.5; stroke-dasharray: 5 4; }
  .ahead { fill: #9fd0b4; }
  .behind { fill: #f3c3a5; }
  .level { fill: #c3d3e3; }
  .interval { stroke: #23303b; stroke-width: 2; fill: none; }
"""


def check_picture(file: Path) -> None:
    """Refuse what cannot be drawn before hours are spent on it."""
    if file.suffix.lower() != ".svg":
        raise TiotalError("arena.only_svg", file=quote(file.name))
    if not file.parent.is_dir() or file.is_dir():
        raise TiotalError("files.unwritable", file=str(file))


def draw_arena(game: str, report: dict[str, Any], language: str) -> str:
    """Win shares as bars with their intervals, and a line where all would be level."""
    bots = [bot for bot in report["bots"] if bot["win_share"] is not None]
    even = report["even"]
    names = [_short(bot["bot"]) for bot in bots]
    left = 32 + max(56.0, LETTER * max(map(len, names)))
    height = TOP + ROW * len(bots) + BOTTOM
    step, most = _scale(max(even, *(bot["high"] for bot in bots)))
    bottom = height - BOTTOM

    def x(share: float) -> float:
        return left + (WIDTH - RIGHT - left) * share / most

    counts = {key: number(language, report[key]) for key in ("games", "deals")}
    title = say(language, "arena.title", game=game, n=report["players"], **counts)
    parts = [
        _text(24, 34, title, "title"),
        _text(24, height - 14, say(language, "arena.lines", percent=f"{100 * report['confidence']:g}"), "small"),
        _text(x(even), TOP - 14, say(language, "arena.even_line", even=percent(language, even, 1)), "small", "middle"),
        _text(WIDTH - RIGHT, height - 14, say(language, "arena.win_share"), "small", "end"),
    ]
    for tick in range(round(most / step) + 1):
        at = x(tick * step)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(_text(at, bottom + 20, percent(language, tick * step), "small", "middle"))
    for place, (bot, name) in enumerate(zip(bots, names, strict=True)):
        middle = TOP + ROW * (place + 0.5)
        kind = "ahead" if bot["low"] > even else "behind" if bot["high"] < even else "level"
        low, high = x(bot["low"]), x(bot["high"])
        parts += [
            _text(left - 12, middle + 5, name, "name", "end"),
            f'<rect class="{kind}" x="{left:.1f}" y="{middle - 14:.1f}" width="{x(bot["win_share"]) - left:.1f}" '
            'height="28" rx="3"/>',
            f'<path class="interval" d="M{low:.1f} {middle - 6:.1f}v12m0-6H{high:.1f}m0-6v12"/>',
            _text(WIDTH - RIGHT + 14, middle + 5, percent(language, bot["win_share"], 1), "share"),
        ]
    parts.append(f'<line class="even" x1="{x(even):.1f}" x2="{x(even):.1f}" y1="{TOP - 6}" y2="{bottom}"/>')
    told = "; ".join(f"{bot['bot']} {percent(language, bot['win_share'], 1)}" for bot in bots)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" lang="{language}">\n<title>{escape(title)}</title>\n<desc>{escape(told)}</desc>\n'
        f'<style>{STYLE}</style>\n<rect width="100%" height="100%" fill="#fdfdfb"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _scale(highest: float) -> tuple[float, float]:
    """The distance of the grid lines, and where the last one is: at most eight of them, and all bars end before it."""
    for step in (0.01, 0.02, 0.05, 0.1):
        most = math.ceil(round(highest / step, 6)) * step
        if most <= 8 * step:
            return step, most
    return 0.2, min(1.0, math.ceil(round(highest / 0.2, 6)) * 0.2)


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"…{name[-LONGEST_NAME + 1 :]}"
