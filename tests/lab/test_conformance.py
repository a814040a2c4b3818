"""The laws that `tiotal check-game` looks at: our games and one of another package keep them, a broken one does not.

Every broken game is Ladder with one line changed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import ladder
from tiotal import GAMES
from tiotal.engine import games as registry
from tiotal.engine.errors import TiotalError
from tiotal.lab import conformance
from tiotal.lab.conformance import LAWS, check_game

HOME = Path(ladder.__file__).parent


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_our_games_keep_every_law(game: str) -> None:
    found = list(check_game(game, matches=1))
    assert [(each.law, each.broken) for each in found] == [(law, None) for law in LAWS]


BROKEN = {  # the law that does not hold, what it finds, and the line that breaks it
    "moves": (
        "check.written_twice",
        "game.py",
        'Move(str(card), "climb", str(card))',
        'Move(str(card // 2), "climb", str(card))',
    ),
    "refusals": (
        "check.changed",
        "game.py",
        "        card = action + 1\n",
        "        card = action + 1\n        state.rests += 1\n",
    ),
    "endings": ("check.endless", "rules.py", "    state.over = 1\n", "    state.over = 0\n"),
    "records": (
        "check.record",
        "game.py",
        "        state.players = self.players\n",
        "        state.players = self.players\n        state.where[0] = next(COUNT) % 100\n",
    ),
    "conservation": (
        "check.not_conserved",
        "rules.py",
        "    state.where[card] = PLAYED\n",
        "    state.where[card] = 6\n",
    ),
    "secrecy": (
        "check.leaks",
        "rules.py",
        "known = state.where[card] == PLAYED or state.where[card] == seat",
        "known = state.where[card] != IN_STOCK",
    ),
    "imagination": (
        "check.imagined_lost",
        "rules.py",
        "        if other != seat:\n",
        "        if other != seat + 1:\n",
    ),
    "forms": (
        "check.not_equal",
        "rules.py",
        "    state.hand_size[seat] -= 1\n",
        "    state.hand_size[seat] -= 1\n    state.ran_out += 20_000\n",
    ),
}


Install = Callable[[str, str, str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Ladder as another package, with a line of one file exchanged."""

    def copy(name: str, file: str, line: str, instead: str) -> None:
        package = tmp_path / f"ladder_{name}"
        shutil.copytree(HOME, package, ignore=shutil.ignore_patterns("__pycache__"))
        for source in package.glob("*.py"):
            text = source.read_text("utf-8").replace("tests.ladder", package.name)
            if source.name == file:
                assert text.count(line) == 1
                text = text.replace(line, instead).replace(
                    "NUMBERS = range", "COUNT = iter(range(10**6))\nNUMBERS = range"
                )
            source.write_text(text, "utf-8")
        monkeypatch.setattr(registry, "_homes_elsewhere", lambda: {"ladder": package.name})

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(conformance, "MOST_MOVES", 2_000)
    yield copy
    registry._load.cache_clear()
    registry.part_of.cache_clear()


def test_a_game_of_another_package_keeps_every_law(install: Install) -> None:
    line = 'name = "ladder"'
    install("whole", "game.py", line, line)
    assert [each for each in check_game("ladder", matches=2) if each.broken] == []


@pytest.mark.parametrize("law", LAWS)
def test_a_broken_game_breaks_the_law(install: Install, law: str) -> None:
    key, file, line, instead = BROKEN[law]
    install(law, file, line, instead)
    broken = next(each.broken for each in check_game("ladder", matches=2) if each.law == law)
    assert broken is not None, f"not noticed: {instead}"
    assert broken.key == key, broken.sentence("en")
    assert all(broken.sentence(language) for language in ("en", "is", "sv"))


def test_a_game_without_laws_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(iter(GAMES))
    monkeypatch.setattr(conformance, "part_of", lambda name, part: None)
    with pytest.raises(TiotalError) as refusal:
        next(iter(check_game(name)))
    assert refusal.value.key == "check.no_laws"
