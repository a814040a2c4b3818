"""Plots drawn as SVG, once for light and dark and for every size: colours are those of the page around them."""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise
from typing import Any

from tiotal.lab.plots import Average, Line, Mark, Plot, Points
from tiotal.words import has_message, number, percent, say
from tiotal.words.telling import card_name

WIDTH = 4.1  # inches; letters that are large enough on a phone are not too large on a wide screen
ROW = 0.23  # for each row of dots
HEIGHT = 2.9  # of anything else
DECIMALS_OF_SMALL = 2
LETTERS_IN_A_ROW = 30  # of a legend
LETTERS_ALONG, LETTERS_UP = 44, 30  # in a line of what is said along an axis
FEWEST_BARS = 8  # there is room for
LONG_LABEL = 4  # letters, of which fewer go side by side
NARROWEST = 0.06  # of an axis with shares around an even one: small differences shall look small

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

# Drawn with these, which stand for the page's own.
COLOURS = {
    "#010101": "var(--ink)",
    "#020202": "var(--ink-soft)",
    "#030303": "var(--grid)",
    "#a10000": "var(--first)",
    "#00a100": "var(--second)",
    "#0000a1": "var(--third)",
    "#040404": "var(--paper)",
}
INK, SOFT, GRID, FIRST, SECOND, THIRD, PAPER = COLOURS
OF_LINES = (FIRST, SECOND, THIRD)
MARKERS = ("o", "s", "D")  # told apart without colours, too
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # real text
    "svg.hashsalt": "tiotal",  # the same file for the same plot
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.major.pad": 6,  # else the first label would touch the lowest of those to its left
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
}


# --- Words ------------------------------------------------------------------------------------------------------
def key_of(plot: Plot, part: str) -> str:
    return f"{plot.game}.plots.{plot.name}.{part}" if plot.game else f"plots.{plot.name}.{part}"


def title_of(plot: Plot, language: str) -> str:
    return say(language, key_of(plot, "title"))


def sentence_of(plot: Plot, game: str, language: str) -> str:
    told = _with_values(plot, game, key_of(plot, "sentence"), language)
    return told[:1].upper() + told[1:]  # it may begin with a card


def beside(plot: Plot, game: str, language: str) -> tuple[str, str]:
    """What is said along the axes: below, and at the side."""
    axis, side = (
        _with_values(plot, game, key, language) if has_message(language, key) else ""
        for key in (key_of(plot, "axis"), key_of(plot, "side"))
    )
    if plot.labels == "card":  # the axis of a plot of cards tells of the values
        card = say(language, "plots.card")
        return (axis, "") if plot.kind == "dots" else (card, axis)
    return axis, side


def kinds_of(plot: Plot, game: str, language: str) -> str:
    """What the labels of a plot are."""
    below, at_the_side = beside(plot, game, language)
    if plot.labels == "card":
        return say(language, "plots.card")
    return at_the_side if plot.kind == "dots" else below


def _with_values(plot: Plot, game: str, key: str, language: str) -> str:
    return say(language, key, **{name: _told(plot, game, value, language) for name, value in plot.told.items()})


def _told(plot: Plot, game: str, value: Any, language: str) -> str:
    if isinstance(value, str):
        return label_of(plot, game, value, language)
    if isinstance(value, Points):
        return written("difference", value, language)
    if isinstance(value, Average):
        return written("number", value, language)
    return written(plot.unit, value, language) if isinstance(value, float) else number(language, value)


def written(unit: str, value: float, language: str) -> str:
    if unit == "share":
        return percent(language, value, 0 if value >= 0.0995 else 1)
    if unit == "difference":
        return say(language, "plots.points", n=number(language, 100 * value, 1))
    return number(language, value, 0 if value == int(value) else 1 if abs(value) >= 10 else DECIMALS_OF_SMALL)


def label_of(plot: Plot, game: str, label: str, language: str) -> str:
    return card_name(language, game, label) if plot.labels == "card" else label


def line_of(plot: Plot, line: Line, language: str) -> str:
    own = key_of(plot, f"lines.{line.name}")
    return say(language, own if has_message(language, own) else f"plots.lines.{line.name}")


# --- Drawing ----------------------------------------------------------------------------------------------------
def picture(plot: Plot, game: str, language: str, headline: str = "") -> str:
    """As a file of its own, with the page's colours in it."""
    colours = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8").partition("* {")[0]
    style = f"<style>{colours}svg {{ background: var(--raised); }}</style>"
    drawn = draw(plot, game, language, headline)
    return drawn.replace("<svg", f'<svg {SPACES} lang="{language}"', 1).replace("<title>", f"{style}<title>", 1)


def draw(plot: Plot, game: str, language: str, headline: str = "") -> str:
    """As SVG to be put into a page."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    with mpl.rc_context(STYLE):
        rows = len(plot.lines[0].marks)
        height = 0.75 + ROW * rows + (0.25 if len(plot.lines) > 1 else 0) if plot.kind == "dots" else HEIGHT
        height += 0.35 if headline else 0
        figure, axes = pyplot.subplots(figsize=(WIDTH, height), layout="constrained")
        try:
            {"dots": _dots, "line": _line, "bars": _bars, "stems": _stems}[plot.kind](axes, plot, game, language)
            _put_in_words(axes, plot, game, language)
            if headline:
                figure.suptitle(headline, x=0.02, ha="left", fontsize="large")
            file = io.StringIO()
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        finally:
            pyplot.close(figure)
    sentence = sentence_of(plot, game, language) if plot.told else ""
    return _for_the_page(file.getvalue(), title_of(plot, language), sentence)


def _dots(axes: Any, plot: Plot, game: str, language: str) -> None:
    labels = [label_of(plot, game, mark.label, language) for mark in plot.lines[0].marks]
    several = len(plot.lines) > 1
    for place, line in enumerate(plot.lines):
        at = {mark.label: row for row, mark in enumerate(plot.lines[0].marks)}
        shift = (place - (len(plot.lines) - 1) / 2) * 0.24 if several else 0.0
        marks = [mark for mark in line.marks if mark.label in at]
        rows = [at[mark.label] + shift for mark in marks]
        name = line_of(plot, line, language) if line.name else None
        axes.hlines(rows, [mark.low for mark in marks], [mark.high for mark in marks], color=OF_LINES[place], lw=1.6)
        axes.plot(
            [mark.value for mark in marks],
            rows,
            MARKERS[place],
            color=OF_LINES[place],
            markersize=4.2,
            markeredgecolor=PAPER,
            markeredgewidth=0.5,
            label=name,
        )
    if plot.even is not None:
        axes.axvline(plot.even, color=INK, lw=1, ls=(0, (4, 3)))
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    if plot.even is not None:
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, plot.even - NARROWEST / 2), max(high, plot.even + NARROWEST / 2))
    _numbers(axes.xaxis, plot, language)


def _line(axes: Any, plot: Plot, game: str, language: str) -> None:
    for place, line in enumerate(plot.lines):
        x = [int(mark.label.rstrip("+")) for mark in line.marks]
        name = line_of(plot, line, language) if line.name else None
        values, low, high = _columns(line.marks)
        axes.fill_between(x, low, high, color=OF_LINES[place], alpha=0.22, lw=0)
        axes.plot(x, values, color=OF_LINES[place], marker=MARKERS[place], markersize=2.8, lw=1.3, label=name)
    if plot.even is not None:
        axes.axhline(plot.even, color=INK, lw=1, ls=(0, (4, 3)))
    if plot.unit != "difference":
        axes.set_ylim(bottom=0)
    axes.grid(axis="x", visible=False)
    _whole_numbers(axes.xaxis)
    _numbers(axes.yaxis, plot, language)


def _stems(axes: Any, plot: Plot, game: str, language: str) -> None:
    """Numbers next to each other that have little to do with each other."""
    marks = plot.lines[0].marks
    values, low, high = _columns(marks)
    x = [int(mark.label) for mark in marks]
    axes.vlines(x, 0, values, color=FIRST, lw=1.8)
    axes.vlines(x, low, high, color=INK, lw=0.9)
    axes.plot(x, values, MARKERS[0], color=FIRST, markersize=3.2)
    axes.set_ylim(bottom=0)
    axes.grid(axis="x", visible=False)
    _whole_numbers(axes.xaxis)
    _numbers(axes.yaxis, plot, language)


def _bars(axes: Any, plot: Plot, game: str, language: str) -> None:
    marks = plot.lines[0].marks
    values, low, high = _columns(marks)
    places = range(len(marks))
    axes.bar(places, values, width=0.86, color=FIRST)
    axes.vlines(places, low, high, color=INK, lw=0.9)
    longest = max(len(mark.label) for mark in marks)
    step = max(1, -(-len(marks) // (5 if longest > LONG_LABEL else 8)))
    axes.set_xlim(-0.5, max(len(marks), FEWEST_BARS) - 0.5)
    axes.set_xticks([*places][::step], [mark.label for mark in marks][::step])
    axes.grid(axis="x", visible=False)
    _numbers(axes.yaxis, plot, language)


def _columns(marks: Sequence[Mark]) -> tuple[list[float], list[float], list[float]]:
    return [mark.value for mark in marks], [mark.low for mark in marks], [mark.high for mark in marks]


def _whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(8, integer=True))


def _numbers(axis: Any, plot: Plot, language: str) -> None:
    """As they are written in the language."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    def write(value: float, _: int) -> str:
        shown = value if plot.unit == "number" else 100 * value
        places = [place if plot.unit == "number" else 100 * place for place in axis.get_majorticklocs()]
        step = min((after - before for before, after in pairwise(places)), default=1.0)
        decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if shown != 0 else 0
        return number(language, value, decimals) if plot.unit == "number" else percent(language, value, decimals)

    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(FuncFormatter(write))


def _put_in_words(axes: Any, plot: Plot, game: str, language: str) -> None:
    below, at_the_side = beside(plot, game, language)
    axes.set_xlabel(textwrap.fill(below, LETTERS_ALONG))
    axes.set_ylabel(textwrap.fill(at_the_side, LETTERS_UP))
    if len(plot.lines) > 1:
        letters = sum(len(line_of(plot, line, language)) for line in plot.lines)
        columns = len(plot.lines) if letters <= LETTERS_IN_A_ROW else 1
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=columns, borderaxespad=0.2, handletextpad=0.4)


def _for_the_page(svg: str, title: str, sentence: str) -> str:
    """Without a head, with the page's colours and letters, and with words for those who do not see it."""
    from xml.sax.saxutils import escape

    svg = svg[svg.index("<svg") :]
    for drawn, own in COLOURS.items():
        svg = svg.replace(drawn, own)
    svg = re.sub(r"'DejaVu Sans'(, [^;\"]*)?", "var(--letters)", svg)
    svg = re.sub(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>', r'<svg viewBox="\1" role="img" class="plot">', svg, count=1)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    names = f"<title>{escape(title)}</title><desc>{escape(sentence)}</desc>"
    return svg.replace('class="plot">', f'class="plot">{names}', 1).strip()
