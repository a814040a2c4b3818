"""The rules of a game on the screen, in the reader's language."""

from __future__ import annotations

from importlib import resources

from rich.console import Console
from rich.markdown import Markdown


def rules_text(game: str, language: str) -> str:
    return resources.files("tiotal.rulebook").joinpath(f"{game}.{language}.md").read_text(encoding="utf-8")


def show_rules(game: str, language: str, console: Console) -> None:
    text = rules_text(game, language)
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.file.write(text)
