"""The kept puzzles as the page reads them, in files: a part of the build of the web client.

    python -m tiotal.puzzles.page web/src/generated/puzzles

`<game>.json` has what is the same in every language, `<game>.<language>.json` the sentences. The page has no Python
then, so it is also told how the puzzle of a day is found.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tiotal.puzzles.choosing import FIRST_DAY, GAMES_WITH_PUZZLES, collection_of, step_of
from tiotal.puzzles.puzzle import Puzzle, round_of
from tiotal.words import LANGUAGES


def files() -> Iterator[tuple[str, str]]:
    """The name of each file and what is in it."""
    for game in GAMES_WITH_PUZZLES:
        yield f"{game}.json", _written(_collection(game))
        for language in LANGUAGES:
            yield f"{game}.{language}.json", _written(sentences_of(game, language))


def sentences_of(game: str, language: str) -> dict[int, dict[str, Any]]:
    """By the number of the puzzle."""
    return {puzzle.number: _sentences(puzzle, language) for puzzle in collection_of(game).puzzles}


def _collection(game: str) -> dict[str, Any]:
    return {
        "first_day": FIRST_DAY.isoformat(),
        "editions": [
            {"day": edition.day.isoformat(), "count": edition.count, "step": step_of(edition.count)}
            for edition in collection_of(game).editions
        ],
        "puzzles": [_puzzle(puzzle) for puzzle in collection_of(game).puzzles],
    }


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """The scene, and what comes after the answer."""
    choices = [
        {
            "move": choice.move,
            "points": puzzle.points(choice.move),
            "chance": choice.deeper.chance,
            "error": choice.deeper.error,
        }
        for choice in puzzle.choices
    ]
    return {**scene_of(puzzle), "choices": choices}


def scene_of(puzzle: Puzzle) -> dict[str, Any]:
    """As the solver sees it: nothing of the solution is in it."""
    view = puzzle.view
    return {
        "number": puzzle.number,
        "difficulty": puzzle.difficulty,
        "options": puzzle.game.options,
        "names": puzzle.names,
        "seat": puzzle.seat,
        "partners": puzzle.game.partners,
        "rounds": puzzle.game.last_round,
        "table": view.shown(memory_aid=True),
        "legal": [move.as_dict() for move in view.moves],
        "log": [{**entry.told(), "went": []} for entry in round_of(view.log)],
    }


def _sentences(puzzle: Puzzle, language: str) -> dict[str, Any]:
    reasons = {choice.move: puzzle.reasons(choice.move, language) for choice in puzzle.choices}
    return {
        "variant": puzzle.variant(language),
        "reasons": reasons,
        "lies": [asdict(row) for row in puzzle.lying(language)],
    }


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files():
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:  # what has not changed is not built anew
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
