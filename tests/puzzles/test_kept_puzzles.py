"""The puzzles that are kept: each is a moment of a legal game, its figures fit together, and deeper searches agree."""

from __future__ import annotations

import random
from dataclasses import replace
from math import hypot

import pytest

from tiotal.puzzles import DIFFICULTIES, FULL_POINTS, GAMES_WITH_PUZZLES, Puzzle, kept, sets_of
from tiotal.puzzles.choosing import collection_of
from tiotal.puzzles.collection import read_collection
from tiotal.puzzles.making import CLEAR, HOPELESS, difficulty_of, is_question, verified
from tiotal.puzzles.puzzle import DEEPER, FULL_SHARE, Figures
from tiotal.words import LANGUAGES

EVERY = [puzzle for game in GAMES_WITH_PUZZLES for puzzle in kept(game)]
A_FEW = [random.Random(f"deeper {game}").choice(kept(game)) for game in GAMES_WITH_PUZZLES]
ANOTHER_SEED = 1234  # than those of the searches that have made them


def test_there_are_a_few_hundred_of_all_games_and_difficulties() -> None:
    assert set(GAMES_WITH_PUZZLES) == {"cento", "nimmt", "ten"}
    assert len(EVERY) >= 300
    for game in GAMES_WITH_PUZZLES:
        assert all(len(sets_of(game, difficulty)) >= 3 for difficulty in DIFFICULTIES)


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_numbers_are_given_once_and_the_file_is_as_it_would_be_written(game: str) -> None:
    collection = collection_of(game)
    numbers = [puzzle.number for puzzle in collection.puzzles]
    assert numbers == sorted(set(numbers))
    assert [edition.count for edition in collection.editions][-1] == len(numbers)
    assert read_collection(collection.to_json()) == collection
    moments = {(puzzle.seed, puzzle.moves) for puzzle in collection.puzzles}
    assert len(moments) == len(numbers)


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_every_one_is_a_question_about_legal_moves_with_figures_that_fit_together(game: str) -> None:
    for puzzle in kept(game):
        assert is_question(puzzle.position), puzzle.name
        assert sorted(choice.move for choice in puzzle.choices) == sorted(puzzle.view.legal_moves), puzzle.name
        assert puzzle.deeper.iterations == DEEPER * puzzle.first.iterations, puzzle.name
        assert puzzle.deeper.seed != puzzle.first.seed, puzzle.name
        assert puzzle.difficulty == difficulty_of(puzzle.missed), puzzle.name
        check_figures(puzzle)


def check_figures(puzzle: Puzzle) -> None:
    """Both searches find the same move best, clearly; nothing else is worth full points."""
    for search, figures in (
        (puzzle.first, [choice.first for choice in puzzle.choices]),
        (puzzle.deeper, [choice.deeper for choice in puzzle.choices]),
    ):
        assert all(0 <= one.chance <= 1 and one.error >= 0 and one.visits > 0 for one in figures), puzzle.name
        assert sum(one.visits for one in figures) <= search.iterations, puzzle.name
        check_best(figures[0], figures[1:], puzzle.name)
    chances = [choice.deeper.chance for choice in puzzle.choices]
    assert chances == sorted(chances, reverse=True), puzzle.name
    points = [puzzle.points(choice.move) for choice in puzzle.choices]
    assert points == sorted(points, reverse=True), puzzle.name
    assert points.count(FULL_POINTS) == 1, puzzle.name


def check_best(best: Figures, others: list[Figures], name: str) -> None:
    second = max(others, key=lambda figures: figures.chance)
    assert best.chance >= HOPELESS, name
    assert second.chance < FULL_SHARE * best.chance, name
    assert best.chance - second.chance >= CLEAR * hypot(best.error, second.error), name


@pytest.mark.parametrize("puzzle", A_FEW, ids=lambda puzzle: puzzle.name)
def test_a_deeper_search_with_another_seed_agrees(puzzle: Puzzle) -> None:
    """`tiotal puzzles verify` does it for all of them."""
    assert verified(puzzle, ANOTHER_SEED) is not None


def test_a_puzzle_with_another_best_move_is_found_out() -> None:
    puzzle = kept("ten")[3]
    best, second, *others = puzzle.choices
    assert verified(replace(puzzle, choices=(second, best, *others))) is None


def test_every_one_is_told_in_every_language() -> None:
    for puzzle in random.Random("telling").sample(EVERY, 40):
        for language in LANGUAGES:
            shown, solution = puzzle.shown(language), puzzle.solution(language)
            assert [move["words"] for move in shown["legal"]]
            assert all(choice["words"] for choice in solution["choices"]), puzzle.name
            assert solution["choices"][0]["reasons"], puzzle.name
            assert all(row.words for row in puzzle.lying(language)), puzzle.name


def test_nothing_that_is_shown_tells_of_the_solution_or_of_cards_that_the_solver_cannot_see() -> None:
    for puzzle in EVERY:
        shown = puzzle.shown("en")
        assert {"choices", "best", "points", "seed", "moves", "missed"}.isdisjoint(shown), puzzle.name
        others = [hand for seat, hand in enumerate(shown["table"]["hands"]) if seat != puzzle.seat]
        assert {card for hand in others for card in hand} <= {None}, puzzle.name
