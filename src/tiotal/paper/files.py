"""Everything that the page offers to print, as files: a part of the build of the web client.

    python -m tiotal.paper.files web/printed

A sheet is there for every paper and in every language, under the name `<sheet>.<paper>.<language>.pdf`; `sheets.json`
says which there are. If nothing has changed since they were made, they stay.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from tiotal.engine.games import GAMES
from tiotal.paper.cards import decks, print_cards
from tiotal.paper.number_lines import print_number_lines
from tiotal.paper.pen import PAPERS, Paper
from tiotal.paper.puzzles import print_puzzles, title_of_set
from tiotal.paper.scores import print_scores
from tiotal.puzzles import DIFFICULTIES, GAMES_WITH_PUZZLES, set_of
from tiotal.words import LANGUAGES

LIST = "sheets.json"
MADE_FROM = ("paper", "games", "engine", "bots", "puzzles", "words")


@dataclass(frozen=True)
class Sheet:
    """Something to print. `what` is what it is: of the game, if it is of one, and with the cards of that deck, or
    puzzles of that difficulty."""

    what: str
    make: Callable[[Paper, str], bytes]
    game: str | None = None
    deck: str | None = None

    @property
    def name(self) -> str:
        return "-".join(part for part in (self.game, self.deck, self.what) if part)


def sheets() -> Iterator[Sheet]:
    for name, kind in GAMES.items():
        for deck, options in decks(name).items():
            game = kind(kind.usual_players, **options)
            yield Sheet("cards", partial(print_cards, game), name, deck)
            yield Sheet("both", partial(print_cards, game, backs=True), name, deck)
        yield Sheet("scores", partial(print_scores, kind(kind.usual_players)), name)
        for difficulty in DIFFICULTIES if name in GAMES_WITH_PUZZLES else ():
            yield Sheet("puzzles", partial(_print_set, name, difficulty), name, str(difficulty))
    yield Sheet("lines", print_number_lines)


def _print_set(game: str, difficulty: int, paper: Paper, language: str) -> bytes:
    """The first of them; others are printed from the pages of puzzles, or with `tiotal paper puzzles`."""
    return print_puzzles(title_of_set(game, difficulty, 1, language), set_of(game, difficulty, 1), paper, language)


def write_sheets(folder: Path) -> None:
    """All of them, unless they are there already."""
    digest = _digest()
    if _made_from(folder) == digest:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.pdf"):
        old.unlink()
    listed = [_write(sheet, folder) for sheet in sheets()]
    (folder / LIST).write_text(json.dumps({"made_from": digest, "sheets": listed}), encoding="utf-8")


def _write(sheet: Sheet, folder: Path) -> dict[str, Any]:
    """The files of a sheet, and what the page has to know of them; they are about equally large."""
    size = 0
    for paper in PAPERS.values():
        for language in LANGUAGES:
            content = sheet.make(paper, language)
            (folder / f"{sheet.name}.{paper.name}.{language}.pdf").write_bytes(content)
            size = max(size, len(content))
    return {"name": sheet.name, "what": sheet.what, "game": sheet.game, "deck": sheet.deck, "bytes": size}


def _made_from(folder: Path) -> str | None:
    file = folder / LIST
    return str(json.loads(file.read_text(encoding="utf-8"))["made_from"]) if file.is_file() else None


def _digest() -> str:
    home = Path(str(resources.files("tiotal")))
    found = hashlib.sha256()
    for part in MADE_FROM:
        for file in sorted(path for path in (home / part).rglob("*") if path.is_file() and path.suffix != ".pyc"):
            found.update(str(file.relative_to(home)).encode())
            found.update(file.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    write_sheets(Path(sys.argv[1]))
