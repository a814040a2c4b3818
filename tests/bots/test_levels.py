"""The levels: the beginner is a match for a child, and each level is one step above the one before."""

from __future__ import annotations

from math import log

import pytest

from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.lab.arena import Contest, run_arena

DUELS = 240
CHILDREN = ("tests.kit.child:Child", "tests.kit.child:OtherChild")


def share(game: Game, one: str, other: str, games: int = DUELS) -> float:
    """What one seat wins against the others, each deal in every seat."""
    result = run_arena(Contest(game, (one, other), seed=11), games, processes=1)
    assert not result.fouls
    return result.standings[0].win_share


def odds(share: float) -> float:
    return log(share / (1 - share))


@pytest.mark.parametrize("child", CHILDREN)
@pytest.mark.parametrize("game", GAMES)
def test_a_child_wins_about_every_second_game_against_a_beginner(game: str, child: str) -> None:
    assert 0.40 <= share(GAMES[game](2), child, "beginner", 2 * DUELS) <= 0.60


@pytest.mark.parametrize("game", GAMES)
def test_a_beginner_is_no_match_for_everybody_and_no_random_player(game: str) -> None:
    assert share(GAMES[game](2), "beginner", "random", DUELS // 2) >= 0.55


@pytest.mark.parametrize("game", GAMES)
def test_the_steps_up_to_medium_are_clear_alike_and_none_is_steep(game: str) -> None:
    """Two measured shares of 240 games differ by up to half a step by chance alone."""
    first, second = (share(GAMES[game](2), above, below) for below, above in (("beginner", "easy"), ("easy", "medium")))
    assert 0.55 <= first <= 0.80
    assert 0.55 <= second <= 0.80
    assert abs(odds(first) - odds(second)) <= 0.55
