"""Compiled rules are kept on disk, and compiled anew when any part of the rules has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.packages import ROOT

COUNT_MOVES = """
from tests.ladder import rules
from tests.ladder.game import Ladder
from tiotal import play_random
from tiotal.engine import forms, rollouts
print(int(sum(play_random(Ladder(2), 40).lengths)))
print(*(len(part.overloads) for part in forms._compiled(rules, rollouts)._made.values()))
"""


@pytest.mark.thorough
def test_an_edited_rule_is_compiled_anew(tmp_path: Path) -> None:
    """Numba alone would go on with the old rules: the edited function is not the one that is called.

    It would also compile each function several times, for the widths of fields and the constants it is called with.
    """
    shutil.copytree(ROOT / "tests/ladder", tmp_path / "tests/ladder")
    path = os.pathsep.join(map(str, (tmp_path, ROOT / "src")))
    environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def count_moves(compiled: set[int]) -> int:
        result = subprocess.run(
            [sys.executable, "-c", COUNT_MOVES],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        moves, *times = map(int, result.stdout.split())
        assert set(times) == compiled
        return moves

    before = count_moves(compiled={0, 1})
    assert count_moves(compiled={0}) == before
    rules = tmp_path / "tests/ladder/rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "\nHAND = 4\n" in text
    rules.write_text(text.replace("\nHAND = 4\n", "\nHAND = 2\n"), encoding="utf-8")
    assert count_moves(compiled={0, 1}) < before


def test_a_home_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    from tiotal.engine import compiled, rollouts
    from tiotal.games.ten import rules as ten

    not_a_folder = tmp_path / "file"
    not_a_folder.write_text("")
    code = "from tiotal.engine import compiled, rollouts; from tiotal.games.ten import rules as ten\n"
    code += "print(compiled.cache_folder(ten, [rollouts]).is_dir())"
    environment = {**os.environ, "XDG_CACHE_HOME": str(not_a_folder)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "True"
    assert compiled.cache_folder(ten, [rollouts]).is_dir()


def test_threads_that_compile_at_the_same_time_leave_nothing_lying_about(tmp_path: Path) -> None:
    """The first call comes from several threads at once; the cache belongs in one place all the same."""
    code = "from tiotal import Cento, Nimmt, Ten, play_random\n"
    code += "for game in (Cento(2), Nimmt(2), Ten(2)): play_random(game, 40, threads=8)"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert list(tmp_path.iterdir()) == []
