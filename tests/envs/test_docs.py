"""The tables of docs/environments.md are those that the code declares.

python -m tests.envs.test_docs      writes them anew
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tiotal import GAMES
from tiotal.envs.observing import layout_of

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
LAYOUTS = "\n## Layouts\n"


def layouts() -> str:
    """What follows the introduction of that section."""
    parts = []
    for kind in GAMES.values():
        layout = layout_of(kind(2))
        parts.append(f"### {kind.title}\n\n{layout.size} numbers.\n\n{layout.as_markdown()}\n")
    return "\n" + "\n".join(parts)


def split(page: str) -> tuple[str, str]:
    """Everything before the tables, and the tables."""
    start = page.index("\n### ", page.index(LAYOUTS))
    return page[:start], page[start:]


def test_the_page_has_the_layouts_that_are_declared() -> None:
    assert split(PAGE.read_text(encoding="utf-8"))[1] == layouts()


@pytest.mark.parametrize("name", GAMES)
def test_the_page_counts_actions_as_the_games_do(name: str) -> None:
    said = re.search(r"\(Cento (\d+), 11 nimmt! ([\d,]+),\s+10 (\d+)\)", PAGE.read_text(encoding="utf-8"))
    assert said
    numbers = [int(number.replace(",", "")) for number in said.groups()]
    assert numbers[list(GAMES).index(name)] == GAMES[name](2).actions


if __name__ == "__main__":
    before, _ = split(PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(before + layouts(), encoding="utf-8")
