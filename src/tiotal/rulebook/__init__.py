"""The rules of each game for people, in every language: `game.language.md`."""

from __future__ import annotations

from importlib import resources


def text(game: str, language: str) -> str:
    return resources.files(__name__).joinpath(f"{game}.{language}.md").read_text(encoding="utf-8")
