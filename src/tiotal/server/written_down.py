"""What a server tells about the games and their rules, and its guides, in files: a part of the build of the web client.

    python -m tiotal.server.written_down web/engine/told

With them the page can tell of the games in every language when there is no server to ask.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tiotal.engine.games import GAMES
from tiotal.guide import READERS
from tiotal.server.games import games_told, guide_told, rules_told
from tiotal.words import LANGUAGES


def write_down(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        (folder / f"games.{language}.json").write_text(games_told(language).model_dump_json(), encoding="utf-8")
        for game in GAMES:
            for name, notation in ((f"rules.{game}", False), (f"notation.{game}", True)):
                told = rules_told(game, language, notation).model_dump_json()
                (folder / f"{name}.{language}.json").write_text(told, encoding="utf-8")
        for reader in READERS:
            told = guide_told(reader, language).model_dump_json()
            (folder / f"guide-{reader}.{language}.json").write_text(told, encoding="utf-8")


if __name__ == "__main__":
    write_down(Path(sys.argv[1]))
