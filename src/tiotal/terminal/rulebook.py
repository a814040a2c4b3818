"""The rules of a game on the screen, in the reader's language."""

from __future__ import annotations

import re

from rich.console import Console
from rich.markdown import Markdown

from tiotal import rulebook

PICTURE = re.compile(r"!\[([^\]]*)\]\(picture:\w+\)")


def show_rules(game: str, language: str, console: Console, notation: bool = False) -> None:
    text = PICTURE.sub(r"*\1*", rulebook.text(game, language, notation))  # what the picture shows, in words
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.file.write(text)
