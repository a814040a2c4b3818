"""Score pads: what the games declare about points and sheets gives the scores that the rules themselves give."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.kit.games import sensible
from tiotal.engine.game import Game, Position, RoundOver
from tiotal.engine.games import GAMES
from tiotal.engine.sheets import Sheet
from tiotal.games.cento.game import DEFAULT_LIMIT, MATCHES, Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten

CASES = Path(__file__).parents[2] / "web" / "tests" / "scores.json"
CENTO = [
    Cento(players, preset=preset, match=match, limit=None if match == "single" else 80, pairs=pairs)
    for match in MATCHES
    for players, pairs in ((2, False), (3, False), (4, False), (4, True), (6, True), (8, True))
    for preset in ("race", "to-20-b")
]
OTHERS: list[Game] = [Nimmt(2), Nimmt(3), Nimmt(4, rounds=1), *(Ten(players) for players in (2, 4, 7))]


def sheet_of(game: Game) -> Sheet:
    name = game.options["match"] if game.name == "cento" else "match"
    return next(sheet for sheet in game.sheets if sheet.name == name)


def played_out(game: Game, seed: int) -> tuple[Position, list[dict[str, Any]]]:
    """A random match, and the results of its rounds."""
    position, dice = game.deal(seed), random.Random(seed)
    while not position.is_over:
        position.play(sensible(position, dice))
    return position, [entry.result for entry in position.view(None).log if isinstance(entry, RoundOver)]


def written_down(game: Game, sheet: Sheet, rounds: list[dict[str, Any]]) -> list[int]:
    """As a score pad does it, for rounds with a winner, the cards left to each player, and perhaps their chips."""
    scores = [0] * game.players
    partners = game.partners if sheet.pairs and game.partners else range(game.players)
    for result in rounds:
        hands = result.get("hands", [[]] * game.players)
        left = [sum(game.points[str(card)] for card in hand) for hand in hands]
        for seat in range(game.players):
            side = {seat, partners[seat]}
            won = result["winner"] in side
            if sheet.counts == "own" and not won:
                scores[seat] += sum(left[one] for one in side)
            if sheet.counts == "others" and won:
                scores[seat] += sum(left[one] for one in range(game.players) if one not in side)
            if sheet.counts == "win" and won:
                scores[seat] += 1
            scores[seat] += sheet.chips * result.get("chips", [0] * game.players)[seat]
    return scores


def counted_once(final: Position) -> dict[str, Any]:
    """10 at its end: hands, cards taken, chips."""
    table = final.describe()
    hands = [hand + taken for hand, taken in zip(table["hands"], table["taken"], strict=True)]
    return {"winner": None, "hands": hands, "chips": table["chips"]}


@pytest.mark.parametrize("game", [*CENTO, *OTHERS], ids=repr)
def test_the_sheets_give_the_scores_of_the_rules(game: Game) -> None:
    sheet = sheet_of(game)
    for seed in range(3):
        final, results = played_out(game, seed)
        if game.name == "ten":
            results = [counted_once(final)]
        scores = written_down(game, sheet, results)
        assert scores == final.scores
        best = min(scores) if sheet.best == "lowest" else max(scores)
        assert final.winners == [seat for seat, score in enumerate(scores) if score == best]
        if sheet.limit is not None:
            assert max(scores) >= game.options["limit"]
            assert max(written_down(game, sheet, results[:-1])) < game.options["limit"]
        else:
            assert len(results) == game.options.get("rounds", sheet.rounds)


def case_of(game: Game, seed: int) -> dict[str, Any]:
    """A match as a score pad gets it written down, and what it has to come to."""
    sheet = sheet_of(game)
    final, results = played_out(game, seed)
    if game.name == "ten":
        results = [counted_once(final)]
    nothing: list[list[str]] = [[] for _ in range(game.players)]
    return {
        "name": f"{game!r}, seed {seed}",
        "sheet": dataclasses.asdict(sheet),
        "players": game.players,
        "partners": game.partners if sheet.pairs else None,
        "limit": None if sheet.limit is None else game.options["limit"],
        "rounds": None if sheet.limit is not None else len(results),
        "points": dict(game.points),
        "played": [
            {
                "winner": result["winner"],
                "hands": [[str(card) for card in hand] for hand in result.get("hands", nothing)],
                "chips": result.get("chips", [0] * game.players),
            }
            for result in results
        ],
        "scores": final.scores,
        "winners": final.winners,
    }


def cases() -> str:
    return json.dumps([case_of(game, 5) for game in [*CENTO, *OTHERS]], indent=1) + "\n"


def test_the_score_pad_of_the_page_is_tested_with_what_the_rules_give() -> None:
    """If this fails: `python -m tests.engine.test_sheets`."""
    assert CASES.read_text(encoding="utf-8") == cases()


def test_the_sheets_end_where_a_match_ends_if_nothing_is_chosen() -> None:
    assert {sheet.name: sheet.limit for sheet in Cento.sheets} == DEFAULT_LIMIT
    assert [sheet.rounds for sheet in Nimmt.sheets] == ["players"]
    assert [Nimmt(players).options["rounds"] for players in range(2, 8)] == list(range(2, 8))


def test_every_card_has_its_points() -> None:
    for name, cards in {"cento": 30, "nimmt": 100, "ten": 30}.items():
        assert len(GAMES[name].points) == cards


@pytest.mark.parametrize("players", range(2, 8))
def test_the_sheet_of_10_adds_up_from_round_to_round(players: int) -> None:
    """What is told at the end of each round leads to the final scores; at an early end too (T10)."""
    for seed in range(8):
        position, rounds = played_out(Ten(players), seed)
        taken = [0] * players
        for result in rounds:
            taken = [before + points for before, points in zip(taken, result["points"], strict=True)]
            assert result["taken"] == taken
            assert [points > 0 for points in result["points"]] == [seat == result["loser"] for seat in range(players)]
            assert result["worth"] == [2 * chips for chips in result["chips"]]
            assert result["standing"] == [points - off for points, off in zip(taken, result["worth"], strict=True)]
            assert ("scores" in result) == (result is rounds[-1])
        last = rounds[-1]
        assert last["scores"] == position.scores
        assert last["scores"] == [
            standing + held for standing, held in zip(last["standing"], last["in_hand"], strict=True)
        ]


@pytest.mark.parametrize(
    ("game", "rounds"),
    [(Ten(3), 10), (Nimmt(4), 4), (Nimmt(4, rounds=7), 7), (Cento(3), 1), (Cento(3, match="series"), None)],
)
def test_a_game_says_how_many_rounds_a_match_has(game: Game, rounds: int | None) -> None:
    assert game.last_round == rounds


if __name__ == "__main__":
    CASES.write_text(cases(), encoding="utf-8")
