"""A game has one home: nothing general names it, and other packages can add games of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tiotal
from tests.kit.packages import environment, install
from tiotal.engine.games import GAMES, file_of, part_of
from tiotal.words import LANGUAGES

SOURCES = Path(tiotal.__file__).parent
CLIENT = SOURCES.parents[1] / "web" / "src"
NAMED = re.compile(r"""[Cc]ento|[Nn]immt|["'`/.]ten["'`/.:]|\bTen\b""")  # the word "ten" is a number, too
MADE = ("client", "generated")  # by the build


def general_files() -> Iterator[Path]:
    for folder, homes, endings in (
        (SOURCES, SOURCES / "games", {".py"}),
        (CLIENT, CLIENT / "games", {".ts", ".svelte", ".css"}),
    ):
        for file in sorted(folder.rglob("*")):
            is_home = homes in file.parents and file.parent != homes
            is_shelf = file == homes / "__init__.py"
            is_made = any(part in MADE for part in file.parts)
            if file.suffix in endings and not (is_home or is_shelf or is_made):
                yield file


def test_nothing_general_names_a_game() -> None:
    found = [
        f"{file.relative_to(SOURCES.parents[1])}:{number}: {line.strip()}"
        for file in general_files()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if NAMED.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_home_has_all_that_people_need(game: str) -> None:
    shown = ("drawing", "picture", "printing", "wire")
    for part in ("rules", "game", "policy", "facts", "child", "observing", "lessons", *shown):
        assert part_of(game, part) is not None, part
    for language in LANGUAGES:
        assert file_of(game, "rulebook", f"{language}.md").is_file()
        assert file_of(game, "rulebook", f"notation.{language}.md").is_file()
    assert (CLIENT / "games" / game / "index.ts").is_file()


# --- Games of other packages ------------------------------------------------------------------------------------
def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    settings = os.environ | environment(folder)
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=False, timeout=120)


def test_a_package_that_cannot_be_loaded_is_named_in_one_sentence_and_does_not_stop_the_others(tmp_path: Path) -> None:
    install(tmp_path, "pico", "no_such_package")
    asked = run(tmp_path, "-m", "tiotal", "simulate", "pico", "--games", "1")
    assert asked.returncode == 2
    assert asked.stderr.startswith("'pico': the package no_such_package cannot be loaded (ModuleNotFoundError")
    assert asked.stderr.count("\n") == 1
    code = "from tiotal import GAMES; print(list(GAMES), list(GAMES.broken))"
    assert run(tmp_path, "-c", code).stdout == f"{list(GAMES)} ['pico']\n"
    assert run(tmp_path, "-m", "tiotal", "simulate", "ten", "--games", "2").returncode == 0
