"""A report as one page that needs nothing else: for a phone and for a wide screen, in the light and in the dark."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

from tiotal.lab.comparing import ALONGSIDE, Difference, differences, only_told, side_by_side
from tiotal.lab.drawing import draw, kinds_of, label_of, line_of, picture, sentence_of, title_of, written
from tiotal.lab.plots import Line, Mark, Plot
from tiotal.lab.report import plots_of
from tiotal.lab.runs import Plan
from tiotal.lab.statistics import CONFIDENCE
from tiotal.lab.tallies import Found
from tiotal.words import has_message, number, percent, say
from tiotal.words.telling import option_name, option_value

SMALL = 0.1  # numbers of which more digits are told
MOST_TOLD = 3  # differences of a plot; all numbers are in the plots


def report_page(plan: Plan, found: Found, language: str) -> str:
    """What was found out about a run."""
    game = plan.run.game
    title = say(language, "reports.title", game=game.called, n=number(language, found["matches"]))
    sections = "\n".join(section_of(plot, game.name, language) for plot in plots_of(game, found))
    return _put_together(
        title, [setting_of(plan, language), intro_of(found, language)], sections, command(plan), language
    )


def comparing_page(one: tuple[Plan, Found], other: tuple[Plan, Found], language: str) -> str:
    """Two runs of the same game side by side."""
    (plan, found), (other_plan, other_found) = one, other
    game = plan.run.game
    plots, other_plots = plots_of(game, found), plots_of(other_plan.run.game, other_found)
    intro = [
        f"{say(language, f'plots.lines.{which}')}: {setting_of(each, language)}"
        for which, each in zip(ALONGSIDE, (plan, other_plan), strict=True)
    ]
    told = _differing(differences(plots, other_plots), game.name, language)
    sections = [_compared(plot, game.name, language) for plot in side_by_side(plots, other_plots)]
    sections += [_both(*pair, game.name, language) for pair in only_told(plots, other_plots)]
    title = say(language, "reports.title_compare", game=game.title)
    commands = f"{command(plan)}\n{command(other_plan)}"
    return _put_together(title, intro, "\n".join([told, *sections]), commands, language)


def pictures_of(plan: Plan, found: Found, language: str) -> dict[str, str]:
    """The plots of a report as files of their own, by their names: for papers, slides and other pages."""
    game = plan.run.game
    return {plot.name: picture(plot, game.name, language) for plot in plots_of(game, found)}


def setting_of(plan: Plan, language: str) -> str:
    """Who plays, and by which rules."""
    run = plan.run
    chosen = [_option(run.game.name, name, value, language) for name, value in run.game.unusual_options.items()]
    return say(
        language,
        "reports.setting",
        players=run.game.players,
        bots=", ".join(dict.fromkeys(_bot(name, language) for name in run.bots)),
        rules=", ".join(chosen) or say(language, "reports.standard"),
    )


def _option(game: str, name: str, value: Any, language: str) -> str:
    """As it is called where it is chosen."""
    called = option_name(language, game, name)
    return called if value is True else f"{called}: {option_value(language, game, name, value)}"


def _bot(name: str, language: str) -> str:
    return say(language, f"levels.{name}") if has_message(language, f"levels.{name}") else name


def command(plan: Plan) -> str:
    """What gives the same again."""
    run = plan.run
    words = ["tiotal lab report", run.game.name, f"--players {run.game.players}"]
    for name, value in run.game.unusual_options.items():
        text = ",".join(value) if isinstance(value, list) else json.dumps(value).strip('"')
        words.append(f"--option {name}={text}")
    words += [f"--bots {','.join(run.bots)}", f"--games {plan.matches}", f"--seed {run.seed}"]
    return " ".join(words + ([f"--budget {run.budget}"] if run.budget else []))


def intro_of(found: Found, language: str) -> str:
    counts = {key: number(language, found[key]) for key in ("matches", "moves")}
    return say(language, "reports.intro", n=found["matches"], **counts)


def _put_together(title: str, intro: Sequence[str], sections: str, command: str, language: str) -> str:
    here = resources.files(__package__)
    template = Template(here.joinpath("page.html").read_text(encoding="utf-8"))
    return template.substitute(
        language=language,
        title=escape(title),
        style=here.joinpath("page.css").read_text(encoding="utf-8"),
        intro="\n".join(f"<p>{escape(each)}</p>" for each in intro),
        intervals=escape(say(language, "reports.intervals", percent=percent(language, CONFIDENCE))),
        sections=sections,
        how=escape(say(language, "reports.how")),
        again=escape(say(language, "reports.command")),
        command=re.sub(r"--\S+", r"<span>\g<0></span>", escape(command)),  # broken between words only
    )


def _differing(found: Sequence[Difference], game: str, language: str) -> str:
    """The clearest of each plot; all others are in the plots."""
    groups: dict[str, list[Difference]] = {}
    for each in found:
        name = f" ({line_of(each.plot, each.line, language)})" if each.line.name else ""
        groups.setdefault(title_of(each.plot, language) + name, []).append(each)
    parts = [f"<h2>{escape(say(language, 'reports.differing'))}</h2>"]
    for title, some in groups.items():
        heads = [kinds_of(some[0].plot, game, language), *(say(language, f"plots.lines.{key}") for key in ALONGSIDE)]
        head = "".join(f"<th scope='col'>{escape(each)}</th>" for each in heads)
        rows = "".join(_difference(each, game, language) for each in some[:MOST_TOLD])
        parts.append(f"<h3>{escape(title)}</h3><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
    if not groups:
        parts.append(f"<p>{escape(say(language, 'reports.nothing_differs'))}</p>")
    return f"<section>{''.join(parts)}</section>"


def _difference(found: Difference, game: str, language: str) -> str:
    values = (_exactly(found.plot, getattr(found, key).value, language) for key in ALONGSIDE)
    label = escape(label_of(found.plot, game, found.one.label, language))
    return f"<tr><th scope='row'>{label}</th>{''.join(f'<td>{escape(value)}</td>' for value in values)}</tr>"


def _both(one: Plot, other: Plot, game: str, language: str) -> str:
    """What cannot be drawn into one picture is told."""
    rows = ""
    for which, plot in zip(ALONGSIDE, (one, other), strict=True):
        name, told = say(language, f"plots.lines.{which}"), sentence_of(plot, game, language)
        rows += f"<p><strong>{escape(name)}:</strong> {escape(told)}</p>"
    return f"<section><h2>{escape(title_of(one, language))}</h2>{rows}</section>"


def _compared(plot: Plot, game: str, language: str) -> str:
    title = title_of(plot, language)
    if plot.part:
        title += f" ({line_of(plot, Line(plot.part, ()), language)})"
    return f"""<section>
<h2>{escape(title)}</h2>
<figure>
{draw(plot, game, language)}
</figure>
{_table(plot, game, language)}
</section>"""


def section_of(plot: Plot, game: str, language: str) -> str:
    return f"""<section id="{plot.name}">
<h2>{escape(title_of(plot, language))}</h2>
<figure>
{draw(plot, game, language)}
<figcaption>{escape(sentence_of(plot, game, language))}</figcaption>
</figure>
{_table(plot, game, language)}
</section>"""


def _table(plot: Plot, game: str, language: str) -> str:
    """The numbers behind a plot, for those who would rather read, or cannot look."""
    keys = ("reports.value", "reports.from", "reports.to", "reports.cases")
    names = [kinds_of(plot, game, language), *(say(language, key) for key in keys)]
    heads = "".join(f"<th scope='col'>{escape(name)}</th>" for name in names)
    bodies = []
    for line in plot.lines:
        rows = "\n".join(_row(plot, game, mark, language) for mark in line.marks)
        name = (
            f"<tr><th scope='rowgroup' colspan='5'>{escape(line_of(plot, line, language))}</th></tr>"
            if line.name
            else ""
        )
        bodies.append(f"<tbody>{name}{rows}</tbody>")
    return f"""<details><summary>{escape(say(language, "reports.numbers"))}</summary>
<div class="scroll"><table><thead><tr>{heads}</tr></thead>{"".join(bodies)}</table></div></details>"""


def _row(plot: Plot, game: str, mark: Mark, language: str) -> str:
    label = escape(label_of(plot, game, mark.label, language))
    numbers = "".join(
        f"<td>{escape(_exactly(plot, value, language))}</td>" for value in (mark.value, mark.low, mark.high)
    )
    return f"<tr><th scope='row'>{label}</th>{numbers}<td>{number(language, mark.cases)}</td></tr>"


def _exactly(plot: Plot, value: float, language: str) -> str:
    if plot.unit in ("share", "difference"):
        return percent(language, value, 2)
    return number(language, value, 4) if 0 < abs(value) < SMALL else written(plot.unit, value, language)
