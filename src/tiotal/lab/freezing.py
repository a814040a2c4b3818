"""Keeping a version of a game's rules for ever, before they change: `python -m tiotal.lab.freezing GAME`.

What was begun by these rules goes on by them, and what was played by them can be replayed for ever. So the text is
copied as it is, together with all that decides what happens in a match: the generator of chance, too. Then the game
gets its next `version`, and may be changed (CONTRIBUTING.md).
"""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from pathlib import Path

from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.games import game_named, home_of
from tiotal.rules import chance

PARTS = ("game", "rules", "policy", "facts", "child", "manners", "observing")  # modules, as far as they are there
WEIGHTS = "weights.json"
CHANCE = chance.__name__


def freeze(name: str) -> Path:
    """The folder with the frozen text."""
    version, home = game_named(name).version, home_of(name)
    here = Path(importlib.import_module(f"{home}.game").__file__ or "").parent
    folder = here / "earlier" / f"v{version}"
    if folder.exists():
        raise TiotalError("games.frozen_already", game=quote(name), version=version, folder=str(folder))
    folder.mkdir(parents=True)
    for package in (folder.parent, folder):
        (package / "__init__.py").touch()
    for part in PARTS:
        source = here / f"{part}.py"
        if source.exists():
            (folder / source.name).write_text(
                _moved(source.read_text(encoding="utf-8"), home, version), encoding="utf-8"
            )
    if (here / WEIGHTS).exists():
        shutil.copy(here / WEIGHTS, folder)
    shutil.copy(chance.__file__, folder)
    return folder


def _moved(text: str, home: str, version: int) -> str:
    """What it imports from its home it finds beside itself."""
    frozen = f"{home}.earlier.v{version}"
    text = re.sub(rf"^from {re.escape(home)}\b", f"from {frozen}", text, flags=re.MULTILINE)
    return re.sub(rf"^from {re.escape(CHANCE)}\b", f"from {frozen}.chance", text, flags=re.MULTILINE)


if __name__ == "__main__":
    try:
        for named in sys.argv[1:]:
            print(freeze(named))
    except TiotalError as error:
        sys.exit(error.sentence("en"))
