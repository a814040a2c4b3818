"""A light installation plays, simulates and verifies; what it lacks it names in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import tiotal

SOURCE = Path(tiotal.__file__).parents[1]
PROJECT = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def brought_by(lines: Iterable[str]) -> set[str]:
    """The packages that are asked for, and all that they cannot do without."""
    found = set()
    for wanted in map(Requirement, lines):
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            found |= {canonicalize_name(wanted.name)} | brought_by(metadata.requires(wanted.name) or [])
    return found


BASE = brought_by(PROJECT["dependencies"])


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what `pip install tiotal` brings, and nothing else."""
    folder = tmp_path_factory.mktemp("light")
    for package in BASE:
        tops = {Path(str(file)).parts[0] for file in metadata.files(package) or []}
        for top in tops - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(Path(str(metadata.distribution(package).locate_file(top))))
    (folder / "tiotal").symlink_to(SOURCE / "tiotal")
    return folder


def run(folder: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Without the packages that the tests themselves came with."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "TIOTAL_LANGUAGE": "en"}
    command = [sys.executable, "-S", "-m", "tiotal", *arguments]
    return subprocess.run(
        command, env=environment, cwd=folder, input=given, capture_output=True, text=True, check=False, timeout=120
    )


def test_the_base_is_light() -> None:
    assert {"click", "platformdirs", "rich", "markdown-it-py", "mdurl", "pygments"} == BASE


def test_a_light_installation_plays_simulates_and_reads_rules(light: Path) -> None:
    simulated = run(light, "simulate", "ten", "--games", "3", "--json")
    assert simulated.returncode == 0
    assert "pip install 'tiotal[fast]'" in simulated.stderr  # it says what makes it faster
    played = run(light, "play", "cento", "--players", "2", "--seed", "5", "--level", "beginner", given="1\n")
    assert "Traceback" not in played.stderr
    assert "0" in played.stdout
    assert "nimmt" in run(light, "rules", "nimmt").stdout
    assert run(light, "check-game", "ten", "--matches", "1").stdout.endswith("10 keeps all the laws.\n")


def test_environments_say_what_to_install(light: Path) -> None:
    code = "from tiotal import TiotalError; from tiotal.envs.batch import BatchEnv\n"
    code += "try: BatchEnv('cento')\nexcept TiotalError as error: print(error)"
    environment = {**os.environ, "PYTHONPATH": str(light)}
    told = subprocess.run(
        [sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout == "Playing many matches at once needs Numba: pip install 'tiotal[fast]'\n"


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["serve"], "serve"),
        (["data", "export"], "serve"),
        (["load"], "serve"),
        (["arena", "ten", "--bots", "random,greedy"], "lab"),
        (["compile"], "fast"),
        (["paper", "lines"], "paper"),
    ],
)
def test_a_command_whose_extra_is_missing_says_what_to_install(light: Path, command: list[str], extra: str) -> None:
    asked = run(light, *command)
    assert (asked.returncode, asked.stderr.count("\n"), asked.stdout) == (2, 1, "")
    assert f"pip install 'tiotal[{extra}]'" in asked.stderr
