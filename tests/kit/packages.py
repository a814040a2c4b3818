"""Packages of others that add games: as an installer leaves them behind."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]


def install(folder: Path, name: str, package: str) -> None:
    """A package is known by what it declares; its code is found on the path."""
    info = folder / f"{package.replace('.', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[tiotal.games]\n{name} = {package}\n", encoding="utf-8")


def environment(folder: Path) -> dict[str, str]:
    """For a process that finds what is installed there."""
    path = os.pathsep.join(map(str, (folder, ROOT / "src", ROOT)))
    return {"PYTHONPATH": path, "TIOTAL_LANGUAGE": "en"}
