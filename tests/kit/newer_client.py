"""The web client of a later version: the same, built under other names, as after an update of the server."""

from __future__ import annotations

import shutil
from pathlib import Path


def write_newer_client(client: Path, folder: Path) -> Path:
    """All files that are named after their content have another name."""
    shutil.copytree(client, folder, ignore=shutil.ignore_patterns("*.gz"))
    (old,) = (folder / "engine").iterdir()
    old.rename(old.with_name(newer(old.name)))
    scripts = [file for file in (folder / "assets").iterdir() if file.suffix == ".js"]
    names = {file.name: f"{file.stem}N{file.suffix}" for file in scripts}
    for file in [*scripts, folder / "service-worker.js", folder / "index.html"]:
        text = file.read_text().replace(old.name, newer(old.name))
        for name, other in names.items():
            text = text.replace(name, other)
        file.write_text(text.replace("tiotal-shell-", "tiotal-shell-newer-"))
        if file.name in names:
            file.rename(file.with_name(names[file.name]))
    return folder


def newer(name: str) -> str:
    return name[:-1] + ("0" if name[-1] != "0" else "1")
