"""What pictures are made of: cards, backs, chips, piles, lines. Each is a piece of HTML; words become safe here."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from tiotal.words import say

WIDTH, HEIGHT = 46, 64  # of a card
FAN = 9  # what is seen of a card behind another one
LETTER = 0.66  # the width of a letter of size 1, about
LARGEST, SMALLEST = 19.0, 8.5  # letters
LONGEST_LINE = 8  # of a name, before it goes on in the next
MOST_IN_SIGHT = 12  # chips, or cards of a pile, that are drawn one by one


@dataclass(frozen=True)
class Card:
    """How a card looks."""

    label: str
    tone: str = "plain"  # or "warm", "cool", "fresh": the colour of its words
    foot: str = ""  # SVG, around the middle of its lower edge
    covered: bool = False  # known to the viewer, but lying face down


# --- Cards ------------------------------------------------------------------------------------------------------
def card(looks: Card) -> str:
    lines = _lines(looks.label)
    longest = max(map(len, lines))
    width = max(float(WIDTH), SMALLEST * LETTER * longest + 8)
    size = min(LARGEST, (width - 8) / (LETTER * longest))
    middle = HEIGHT / 2 - (6 if looks.foot else 0)
    words = "".join(
        f'<text x="{width / 2:.1f}" y="{middle + size * (0.36 + 1.15 * (row - (len(lines) - 1) / 2)):.1f}" '
        f'font-size="{size:.1f}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    foot = f'<g transform="translate({width / 2:.1f} {HEIGHT - 13})">{looks.foot}</g>' if looks.foot else ""
    kind = f"card {looks.tone}{' covered' if looks.covered else ''}"
    return svg(width, HEIGHT, f'{_outline(0, width)}<g aria-hidden="true">{words}{foot}</g>', looks.label, kind)


def backs(n: int, name: str) -> str:
    """Cards that lie over each other, face down."""
    seen = min(n, MOST_IN_SIGHT)
    drawn = "".join(
        f'{_outline(FAN * place, WIDTH)}<rect class="inner" x="{FAN * place + 6}" y="6" width="{WIDTH - 12}" '
        f'height="{HEIGHT - 12}" rx="4"/>'
        for place in range(seen)
    )
    return svg(WIDTH + FAN * max(0, seen - 1), HEIGHT, drawn, name, "back")


def _outline(x: float, width: float) -> str:
    return f'<rect x="{x + 1:g}" y="1" width="{width - 2:g}" height="{HEIGHT - 2}" rx="7"/>'


def _lines(label: str) -> list[str]:
    """Broken where words end, and after a hyphen or a stroke."""
    parts = re.findall(r"[^\s/-]+(?:[/-]|\s|$)", label) or [label]
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1] + part.strip()) > LONGEST_LINE:
            lines.append("")
        lines[-1] += part
    return [line.strip() for line in lines]


def svg(width: float, height: float, drawn: str, name: str, kind: str) -> str:
    """A drawing with a name for those who do not see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img"><title>{escape(name)}</title>{drawn}</svg>'
    )


# --- What else lies on a table -----------------------------------------------------------------------------------
def chips(n: int, name: str) -> str:
    radius, step = 8, 8
    seen = min(n, MOST_IN_SIGHT)
    drawn = "".join(
        f'<circle cx="{radius + 1 + step * place}" cy="{radius + 1}" r="{radius}"/>'
        f'<circle class="inner" cx="{radius + 1 + step * place}" cy="{radius + 1}" r="{radius - 3.5}"/>'
        for place in range(seen)
    )
    return svg(2 * radius + 2 + step * max(0, seen - 1), 2 * radius + 2, drawn, name, "chips") if n else ""


def pile(under: str, *drawn: str) -> str:
    """Something with its name below it."""
    return f"<figure>{''.join(drawn)}<figcaption>{escape(under)}</figcaption></figure>"


def row(*drawn: str) -> str:
    return f'<div class="row">{"".join(drawn)}</div>' if any(drawn) else ""


def line(*parts: str, kind: str = "") -> str:
    about = " · ".join(part for part in parts if part)
    return f'<p class="{kind or "line"}">{escape(about)}</p>' if about else ""


def unknown(n: int, language: str) -> str:
    return backs(n, say(language, "play.cards", n=n))


# --- The whole ----------------------------------------------------------------------------------------------------
def picture(language: str, *parts: str) -> str:
    return f'<div class="tiotal" lang="{language}"><style>{style()}</style>{"".join(parts)}</div>'


@functools.cache
def style() -> str:
    """With the colours of the pages that the lab makes; a notebook's own theme counts for more than the system's."""
    page = resources.files("tiotal.lab").joinpath("page.css").read_text(encoding="utf-8")
    light, dark = (re.sub(r"\s+", " ", found) for found in re.findall(r":root \{(.*?)\}", page, flags=re.DOTALL))
    colours = _rules(
        (".tiotal", light),
        ("@media (prefers-color-scheme: dark)", f".tiotal {{{dark}}}"),
        ('[data-jp-theme-light="true"] .tiotal, .vscode-light .tiotal', light),
        ('[data-jp-theme-light="false"] .tiotal, .vscode-dark .tiotal', dark),
    )
    return colours + resources.files(__package__).joinpath("style.css").read_text(encoding="utf-8")


def _rules(*rules: Sequence[str]) -> str:
    return "".join(f"{where} {{{what}}}\n" for where, what in rules)
