"""Notebooks: everything shows itself, shows nothing hidden, and the example runs.

python -m tests.lab.test_notebook       runs the example anew and keeps what came out
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.kit.packages import environment, install
from tiotal import GAMES, Cento, Nimmt, Ten
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game, Position
from tiotal.lab.matches import Run
from tiotal.lab.runs import Folder, Plan, go_on
from tiotal.notebook import Report, html_of
from tiotal.words import LANGUAGES

EXAMPLE = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
LARGEST = 300_000  # bytes of the example
SVG = "{http://www.w3.org/2000/svg}svg"
VARIANTS = [kind(players, **options) for kind in GAMES.values() for players, options in kind.variants]
OF_A_LAB = ("numpy", "matplotlib", "pyarrow", "IPython")


def named(game: Game) -> str:
    return f"{game.name}-{game.players}-{'-'.join(map(str, game.unusual_options.values()))}"


def along_a_match(game: Game, seed: int, step: int = 7, most: int = 120) -> Iterator[Position]:
    """Some positions of a match by chance."""
    position, chance = game.deal(seed), random.Random(seed)
    for number in range(most):
        if number % step == 0 or position.is_over:
            yield position
        if position.is_over:
            return
        position.play(chance.choice(position.legal_moves))


def shown(thing: Any) -> ET.Element:
    """As a notebook asks for it; it is well-formed, and has one frame."""
    picture = ET.fromstring(thing._repr_html_())
    assert picture.get("class") == "tiotal"
    return picture


def cards_in(picture: ET.Element, kind: str = "card") -> list[str]:
    """The names of what is drawn."""
    found = (drawing for drawing in picture.iter(SVG) if (drawing.get("class") or "").split()[0] == kind)
    return [title.text or "" for drawing in found if (title := drawing[0]) is not None]


def words_in(picture: ET.Element) -> str:
    style = picture.find("style")
    assert style is not None
    return "".join(picture.itertext()).replace(style.text or "", "")


# --- Tables -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", VARIANTS, ids=named)
def test_a_view_looks_the_same_whatever_is_hidden(game: Game) -> None:
    told_apart = 0
    for position in along_a_match(game, 11):
        for seat in [None, *range(game.players)]:
            view = position.view(seat)
            twin = game.imagine(view, 5)
            shown(view)
            assert twin.view(seat)._repr_html_() == view._repr_html_()
            told_apart += twin._repr_html_() != position._repr_html_()
    assert told_apart  # the hidden cards would have been seen


@pytest.mark.parametrize("game", [Cento(3), Nimmt(3), Ten(3)], ids=named)
def test_own_cards_are_drawn_and_those_of_others_are_backs(game: Game) -> None:
    position = game.deal(4)
    hands = position.describe()["hands"]
    view, whole = shown(position.view(1)), shown(position)
    seats = [part for part in view.iter("div") if "seat" in (part.get("class") or "").split()]
    assert [len(cards_in(seat)) for seat in seats] == [0, len(hands[1]), 0]
    assert [len(cards_in(seat, "back")) for seat in seats] == [1, 0, 1]
    seats = [part for part in whole.iter("div") if "seat" in (part.get("class") or "").split()]
    assert [len(cards_in(seat)) for seat in seats] == [len(hand) for hand in hands]


@pytest.mark.parametrize("game", [Cento(2), Nimmt(2), Ten(2)], ids=named)
def test_whoever_is_to_move_is_offered_every_legal_move_and_others_none(game: Game) -> None:
    position = game.deal(2)
    assert position.to_move is not None
    offered = [code.text for code in shown(position.view(position.to_move)).iter("code")]
    assert offered == position.legal_moves
    assert not list(shown(position.view(1 - position.to_move)).iter("code"))


def test_what_lies_on_each_table_is_there() -> None:
    position = Cento(2).deal(1)
    position.play(position.legal_moves[0])
    assert f"Total {position.total}, goal 100" in words_in(shown(position.view(None)))
    stacks = Nimmt(3).deal(5)
    assert cards_in(shown(stacks.view(None))) == [str(stack[-1]) for stack in stacks.describe()["stacks"]]
    under = [caption.text for caption in shown(Ten(3).deal(5).view(None)).iter("figcaption")]
    assert under.count("In the pot: 0 chips") == 1
    assert under.count("7 chips") == 3


def test_a_match_that_is_over_says_who_won() -> None:
    *_, last = along_a_match(Cento(2), 3, most=5000)
    assert last.is_over
    assert f"Winner: Player {last.winners[0] + 1}." in words_in(shown(last.view(0)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language_of_the_environment(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIOTAL_LANGUAGE", language)
    moves = {"en": "Possible moves:", "is": "Þetta má gera:", "sv": "Möjliga drag:"}
    for kind in (Cento, Nimmt, Ten):
        position = kind(2).deal(1)
        picture = shown(position.view(position.to_move))
        assert picture.get("lang") == language
        assert moves[language] in words_in(picture)


def test_a_game_shows_what_was_chosen() -> None:
    picture = shown(Cento(4, pairs=True).by_house_rules("<b>Ours</b>"))
    assert "<b>Ours</b>4 players" in words_in(picture)  # the name is text
    chosen = [row[0].text for row in picture.iter("tr") if row.get("class") == "otherwise"]
    assert chosen == ["Pairs"]


def test_a_game_without_a_picture_is_shown_plainly(tmp_path: Path) -> None:
    install(tmp_path, "ladder", "tests.ladder")
    code = """from tiotal import game_named
position = game_named("ladder")(2).deal(1)
print(*position.describe()["hands"][0])
print(position.view(0)._repr_html_())"""
    hand, html = run_python(code, environment(tmp_path)).split("\n", 1)
    assert cards_in(ET.fromstring(html)) == hand.split()


def test_tables_show_without_the_packages_of_the_lab() -> None:
    code = "import sys, tiotal; tiotal.Cento(2).deal(1).view(0)._repr_html_(); print(*sys.modules)"
    assert not set(OF_A_LAB) & set(run_python(code).split())


def run_python(code: str, settings: Mapping[str, str] = MappingProxyType({})) -> str:
    """In a process of its own."""
    command = [sys.executable, "-c", code]
    around = {**os.environ, **settings}
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


# --- Reports ----------------------------------------------------------------------------------------------------
def test_a_report_shows_its_plots(tmp_path: Path) -> None:
    plan = Plan(Run(Cento(2), ("medium",), 1), 300, portion=200)
    folder = Folder.new(tmp_path / "run", plan)
    assert not cards_in(shown(folder), "plot")
    go_on(folder, processes=1)
    report = Report.of(Cento(2), matches=300, seed=1)
    assert report.found == folder.found() == Report.read(tmp_path / "run").found
    assert len(cards_in(shown(report), "plot")) == len(report.names) > 5
    assert folder._repr_html_() == report._repr_html_()
    one = html_of(report.plot("lengths"))
    assert cards_in(ET.fromstring(one), "plot") == ["How long is a match?"]
    unset = set(re.findall(r"var\((--[a-z-]+)\)", one)) - set(re.findall(r"(--[a-z-]+):", one))
    assert not unset  # it brings all of its colours along
    with pytest.raises(TiotalError, match="no plot 'luck'"):
        report.plot("luck")


# --- The example ------------------------------------------------------------------------------------------------
def run_anew() -> tuple[Any, Any]:
    """The example as it is kept, and as it comes out of a fresh kernel."""
    from nbclient import NotebookClient

    nbformat: Any = import_module("nbformat")
    kept = nbformat.read(EXAMPLE, as_version=4)
    anew = nbformat.read(EXAMPLE, as_version=4)
    NotebookClient(anew, timeout=300, kernel_name="python3", record_timing=False).execute()
    return kept, anew


def kinds(notebook: Any) -> list[list[set[str]]]:
    """What sort of thing came out of each cell."""
    return [
        [set(output["data"] if "data" in output else [output["name"]]) for output in cell["outputs"]]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def pictures(notebook: Any) -> list[str]:
    """Those of tables and games; how plots are drawn in detail is for another library to decide."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    found = ["".join(output.get("data", {}).get("text/html", "")) for output in outputs]
    return [html for html in found if html and 'class="plot"' not in html]


@pytest.mark.thorough
def test_the_example_runs_and_shows_what_it_has_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIOTAL_LANGUAGE", "en")
    kept, anew = run_anew()  # a cell that fails is raised here
    assert kinds(anew) == kinds(kept)
    assert sum("text/html" in kind for cell in kinds(kept) for kind in cell) >= 5
    assert pictures(anew) == pictures(kept)


def test_the_example_is_small() -> None:
    assert EXAMPLE.stat().st_size < LARGEST


if __name__ == "__main__":
    import_module("nbformat").write(run_anew()[1], EXAMPLE)
