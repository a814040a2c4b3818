"""The rules of a game on the screen, in the reader's language."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown

from tiotal import rulebook


def show_rules(game: str, language: str, console: Console) -> None:
    text = rulebook.text(game, language)
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.file.write(text)
