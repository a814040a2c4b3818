"""The third form of every game, run by Wasmtime; each module is made once for all processes of a test run."""

from __future__ import annotations

import fcntl
import functools
import tempfile
from pathlib import Path
from types import ModuleType

from tiotal.bots import entrances, policies
from tiotal.engine import forms
from tiotal.engine.games import GAMES, game_of
from tiotal.engine.webassembly import InWasmtime


@functools.cache
def translated_form(game: str) -> forms.Form:
    return forms.translated(game_of(game).rules, instance_of(game))


@functools.cache
def instance_of(game: str) -> InWasmtime:
    instance = InWasmtime(module_of(game))
    assert instance.mark == policies.mark_of(game)
    return instance


@functools.cache
def module_of(game: str) -> bytes:
    """In a folder that is named after what it is made from."""
    folder = Path(tempfile.gettempdir()) / f"tiotal-translated-{entrances.digest(game)[:16]}"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return entrances.write(game, folder).read_bytes()


def all_forms(rules: ModuleType) -> list[forms.Form]:
    """Of a game that comes along, with all that is written like its rules; the interpreted first."""
    game = next(name for name in GAMES if GAMES[name].rules is rules)
    return [policies.interpreted_form(game), policies.compiled_form(game), translated_form(game)]
