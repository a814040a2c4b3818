"""The rules of each game for people, in every language: `rulebook/<language>.md` in its home.

`rulebook/notation.<language>.md` has what only a terminal and programs need: how cards, moves and options are written.
Where a game has no text in a language, it is the one in English.
A picture is an image whose address is `picture:name`; whoever cannot draw it shows the sentence that describes it.
"""

from __future__ import annotations

from tiotal.engine.games import GAMES, file_of
from tiotal.words import DEFAULT


def text(game: str, language: str, notation: bool = False) -> str:
    for spoken in (language, DEFAULT):
        file = file_of(game, "rulebook", f"notation.{spoken}.md" if notation else f"{spoken}.md")
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return f"# {GAMES[game].title}\n"
