"""What the page is told of puzzles when the client is built."""

from __future__ import annotations

import json
from pathlib import Path

from tiotal.puzzles import GAMES_WITH_PUZZLES, kept
from tiotal.puzzles.page import files, main
from tiotal.words import LANGUAGES


def test_the_page_has_every_puzzle_with_its_sentences_and_no_card_that_the_solver_cannot_see() -> None:
    told = {name: json.loads(text) for name, text in files()}
    assert len(told) == len(GAMES_WITH_PUZZLES) * (1 + len(LANGUAGES))
    for game in GAMES_WITH_PUZZLES:
        puzzles = told[f"{game}.json"]["puzzles"]
        assert [puzzle["number"] for puzzle in puzzles] == [puzzle.number for puzzle in kept(game)]
        for puzzle in puzzles:
            moves = {choice["move"] for choice in puzzle["choices"]}
            assert moves == {move["written"] for move in puzzle["legal"]}
            others = [hand for seat, hand in enumerate(puzzle["table"]["hands"]) if seat != puzzle["seat"]]
            assert {card for hand in others for card in hand} <= {None}
            assert "seed" not in puzzle
            for language in LANGUAGES:
                assert set(told[f"{game}.{language}.json"][str(puzzle["number"])]["reasons"]) == moves


def test_files_that_have_not_changed_are_left_alone(tmp_path: Path) -> None:
    main(tmp_path)
    before = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    main(tmp_path)
    assert {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before
