"""The rules of each game for people, in every language: `game.language.md`.

`game.notation.language.md` has what only a terminal and programs need: how cards, moves and options are written.
A picture is an image whose address is `picture:name`; whoever cannot draw it shows the sentence that describes it.
"""

from __future__ import annotations

from importlib import resources


def text(game: str, language: str, notation: bool = False) -> str:
    name = f"{game}.notation.{language}.md" if notation else f"{game}.{language}.md"
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
