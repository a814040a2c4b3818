"""Reading and writing the user's files, with a sentence for everything that can go wrong."""

from __future__ import annotations

from pathlib import Path

from tiotal.engine.errors import TiotalError


def read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise TiotalError("files.missing", file=str(file)) from None
    except UnicodeDecodeError:
        raise TiotalError("files.not_text", file=str(file)) from None
    except (OSError, ValueError):
        raise TiotalError("files.unreadable", file=str(file)) from None


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except (OSError, ValueError):
        raise TiotalError("files.unwritable", file=str(file)) from None
