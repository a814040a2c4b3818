"""The sources that run in the page, as one archive in a folder: a part of the build of the web client.

    python -m tiotal.page.engine_files web/engine

It is always the same for the same sources.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

PACKAGES = ("rules", "sums", "engine", "games", "bots", "table", "service", "words", "page")
WITH = (".py", ".toml", ".json")
WITHOUT = (
    "compiled.py",
    "batch.py",
    "entrances.py",
    "engine_files.py",
    "drawing.py",
    "picture.py",
    "printing.py",
    "wire.py",
)
WITHOUT_PARTS = ("translating",)  # all of these need what is not there
TOLD_OTHERWISE = ("games/*/puzzles.py", "games/*/kept-puzzles.json")  # the page has files of its own for them
WHEN = (1980, 1, 1, 0, 0, 0)


def sources() -> Iterator[tuple[str, bytes]]:
    """Names in the archive, in order, and what is in them."""
    home = Path(str(resources.files("tiotal")))
    found = [home / "__init__.py"]
    for package in PACKAGES:
        found += sorted(path for path in (home / package).rglob("*") if path.suffix in WITH)
    for path in found:
        told = any(path.match(pattern) for pattern in TOLD_OTHERWISE)
        if path.name not in WITHOUT and path.parent.name not in WITHOUT_PARTS and not told:
            yield str(path.relative_to(home.parent)), path.read_bytes()


def write_archive(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sources():
            archive.writestr(zipfile.ZipInfo(name, WHEN), content, zipfile.ZIP_DEFLATED)


def main(target: str) -> None:
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    write_archive(folder / "tiotal.zip")


if __name__ == "__main__":
    main(sys.argv[1])
