"""Reading and writing the user's files, with a sentence for everything that can go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tiotal.engine.errors import TiotalError


def read_text(file: Path, most: int | None = None) -> str:
    """All of it, or at most so many characters."""
    with _explained(file), file.open(encoding="utf-8-sig") as text:
        return text.read(most)


def lines_of(file: Path) -> Iterator[str]:
    """One after the other, for files that are too long to be read at once."""
    with _explained(file), file.open(encoding="utf-8-sig") as lines:
        yield from lines


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """What can go wrong with reading, in a sentence."""
    try:
        yield
    except FileNotFoundError:
        raise TiotalError("files.missing", file=str(file)) from None
    except UnicodeDecodeError:
        raise TiotalError("files.not_text", file=str(file)) from None
    except (OSError, ValueError):
        raise TiotalError("files.unreadable", file=str(file)) from None


@contextmanager
def new_text(file: Path, private: bool = False) -> Iterator[TextIO]:
    """A file that was not there before; it is gone again if it is not written to the end.

    Only its owner can read a private one.
    """
    try:
        file.touch(0o600 if private else 0o666, exist_ok=False)
        out = file.open("w", encoding="utf-8")
    except FileExistsError:
        raise TiotalError("files.exists", file=str(file)) from None
    except (OSError, ValueError):
        raise TiotalError("files.unwritable", file=str(file)) from None
    try:
        with out:
            yield out
    except OSError:
        file.unlink(missing_ok=True)
        raise TiotalError("files.unwritable", file=str(file)) from None
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def write_new(file: Path, content: bytes) -> None:
    """A file that was not there before."""
    try:
        with file.open("xb") as out:
            out.write(content)
    except FileExistsError:
        raise TiotalError("files.exists", file=str(file)) from None
    except (OSError, ValueError):
        raise TiotalError("files.unwritable", file=str(file)) from None


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except (OSError, ValueError):
        raise TiotalError("files.unwritable", file=str(file)) from None
