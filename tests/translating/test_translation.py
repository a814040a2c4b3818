"""From rules to a WebAssembly module: what is refused, what stays out, other packages' games, the command."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.packages import environment, install
from tests.kit.translated import instance_of, module_of
from tests.ladder import rules as ladder
from tests.ladder.game import Ladder
from tests.translating import outside
from tiotal.bots import entrances, plain_child, plain_policy, playing, policies, tree
from tiotal.engine import forms
from tiotal.engine.games import GAMES
from tiotal.engine.translating.text import OutsideTheSubset
from tiotal.engine.translating.translation import Handed, translated, written_for_llvm
from tiotal.engine.webassembly import InWasmtime
from tiotal.lab.conformance import SideBySide

REFUSED = [name for name, function in forms.rule_functions(outside) if function.__module__ == outside.__name__]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_outside_of_the_subset_is_refused_with_its_file_and_line(name: str) -> None:
    function = getattr(outside, name)
    lines, first = inspect.getsourcelines(function)
    line = next(number for number, text in enumerate(lines, first) if "# here: " in text)
    handed = outside.State if "state" in inspect.signature(function).parameters else int
    with pytest.raises(OutsideTheSubset) as refused:
        translated([outside], {name: (handed,)})
    assert str(refused.value).startswith(f"{outside.__file__}, line {line}: ")
    assert lines[line - first].split("# here: ")[1].strip() in str(refused.value)


def test_what_nobody_calls_stays_out() -> None:
    text = written_for_llvm([ladder], {"wins": (ladder.State, int)})
    assert "@wins" in text and "@shuffle" not in text
    assert len(translated([ladder], {"wins": (ladder.State, int)})) < 700


@pytest.mark.parametrize("name", GAMES)
def test_a_module_needs_nothing_and_is_small(name: str) -> None:
    """Nothing is imported, so whoever runs it gives it nothing."""
    assert set(entrances.entrances(name)) - {"random_below"} <= instance_of(name).names
    assert len(module_of(name)) < 80_000


def test_a_module_made_from_other_declarations_is_refused() -> None:
    with pytest.raises(ValueError, match="another version"):
        policies.bring("cento", instance_of("ten"))


def test_a_module_that_was_brought_is_used_where_there_is_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "_brought", {})
    monkeypatch.setattr(forms, "can_compile", lambda: False)
    assert policies.quickest_form("ten").name == "interpreted"
    policies.bring("ten", instance_of("ten"))
    assert policies.quickest_form("ten").name == "translated"
    assert policies.quickest_form("cento").name == "interpreted"


def test_a_game_of_another_package_has_it_too() -> None:
    """Also with the policy and the child of games that bring none."""
    notes, one = plain_policy.Notes, ladder.State
    asked: dict[str, tuple[Handed, ...]] = {
        "policy_seed": (int,),
        "start": (one, int),
        "legal": (one,),
        "choose": (one, int, int, int, int),
        "step": (one, int),
        "search": ([one], [notes], [tree.Tree], int, int),
    }
    module = translated([ladder, plain_policy, plain_child, playing, tree], asked)
    match = SideBySide(Ladder(3), 5, "eager", forms.translated(ladder, InWasmtime(module)))
    while not match.is_over:
        match.step()
        assert match.difference() == ""


def test_the_command_writes_what_has_changed(tmp_path: Path) -> None:
    """For games of other packages, too."""
    install(tmp_path, "ladder", "tests.ladder")
    folder = tmp_path / "engine"
    folder.mkdir()
    for name in GAMES:  # these were made before
        (folder / f"{name}.wasm").write_bytes(module_of(name))
    settings = os.environ | environment(tmp_path)

    def run() -> str:
        command = [sys.executable, "-m", "tiotal.bots.entrances", str(folder)]
        return subprocess.run(command, env=settings, capture_output=True, text=True, check=True).stdout

    assert run() == ""
    made = folder / "ladder.wasm"
    before = made.stat().st_mtime_ns
    assert run() == "" and made.stat().st_mtime_ns == before
    made.write_bytes(made.read_bytes()[:-1])
    assert run() == "" and made.stat().st_mtime_ns > before


def test_a_game_that_cannot_be_translated_is_told_of_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def translate(game: str) -> bytes:
        if game == "nimmt":
            raise OutsideTheSubset("rules have no list", "rules.py", 7)
        return b""

    monkeypatch.setattr(entrances, "translate", translate)
    (tmp_path / "nimmt.wasm").write_bytes(b"of before")
    assert entrances.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "nimmt has no form for the page. rules.py, line 7: rules have no list\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cento.wasm", "ten.wasm"]
