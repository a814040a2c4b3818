"""What the page needs to play by itself, written into a folder: a part of the build of the web client.

    python -m tiotal.page.engine_files web/engine

The sources go into one archive, always the same for the same sources. What a server would tell about the games and
their rules is written down as well, for a site without one.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

PACKAGES = ("rules", "engine", "games", "bots", "table", "service", "words", "page")
WITH = (".py", ".toml", ".json")
WITHOUT = ("compiled.py", "batch.py", "entrances.py", "engine_files.py", "drawing.py", "picture.py", "wire.py")
WITHOUT_PARTS = ("translating",)  # all of these need what is not there
WHEN = (1980, 1, 1, 0, 0, 0)


def sources() -> Iterator[tuple[str, bytes]]:
    """Names in the archive, in order, and what is in them."""
    home = Path(str(resources.files("tiotal")))
    found = [home / "__init__.py"]
    for package in PACKAGES:
        found += sorted(path for path in (home / package).rglob("*") if path.suffix in WITH)
    for path in found:
        if path.name not in WITHOUT and path.parent.name not in WITHOUT_PARTS:
            yield str(path.relative_to(home.parent)), path.read_bytes()


def write_archive(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sources():
            archive.writestr(zipfile.ZipInfo(name, WHEN), content, zipfile.ZIP_DEFLATED)


def write_told(folder: Path) -> None:
    """The answers of a server to what is asked for before there is a table."""
    from tiotal.engine.games import GAMES
    from tiotal.server.games import games_told, rules_told
    from tiotal.words import LANGUAGES

    for language in LANGUAGES:
        (folder / f"games.{language}.json").write_text(games_told(language).model_dump_json(), encoding="utf-8")
        for game in GAMES:
            for name, notation in ((f"rules.{game}", False), (f"notation.{game}", True)):
                told = rules_told(game, language, notation).model_dump_json()
                (folder / f"{name}.{language}.json").write_text(told, encoding="utf-8")


def main(target: str) -> None:
    folder = Path(target)
    (folder / "told").mkdir(parents=True, exist_ok=True)
    write_archive(folder / "tiotal.zip")
    write_told(folder / "told")


if __name__ == "__main__":
    main(sys.argv[1])
