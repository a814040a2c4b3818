"""What a program sees of a match: the same as the seat's view says, and nothing that it does not."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.packages import environment, install
from tiotal.engine.game import Game, Position, View
from tiotal.engine.games import GAMES
from tiotal.engine.layouts import Layout, Part
from tiotal.envs.match import Match
from tiotal.envs.observing import action_mask, layout_of, observation
from tiotal.games.cento.game import CARDS as CENTO_CARDS
from tiotal.games.ten.game import CARDS as TEN_CARDS

VARIANTS = [
    pytest.param(name, players, options, id=f"{name}-{number}")
    for name, kind in GAMES.items()
    for number, (players, options) in enumerate(kind.variants)
]


def positions(game: Game, matches: int = 2, moves: int = 400, seed: int = 0) -> Iterator[Position]:
    """Positions on the way through matches in which every kind of move is made now and then; the ends, too."""
    dice = random.Random(seed)
    for number in range(matches):
        position = game.deal(seed + number)
        kinds: Counter[str] = Counter()
        for _ in range(moves):
            yield position
            if position.is_over:
                break
            seldom = min(kinds[game.read(move).kind] for move in position.legal_moves)
            liked = [move for move in position.legal_moves if kinds[game.read(move).kind] == seldom]
            move = dice.choice(liked if dice.random() < 0.3 else position.legal_moves)
            kinds[game.read(move).kind] += 1
            position.play(move)


class Told:
    """A row, read part by part."""

    def __init__(self, view: View) -> None:
        self.layout = layout_of(view.game)
        self.row = observation(view)

    def __getitem__(self, name: str) -> list[int]:
        numbers: list[int] = self.row[self.layout.part(name)].tolist()
        return numbers

    def one(self, name: str) -> int | None:
        """Which number of a part is a one."""
        numbers = self[name]
        assert sum(numbers) <= 1
        return numbers.index(1) if 1 in numbers else None

    def grid(self, name: str, width: int) -> list[list[int]]:
        numbers = self[name]
        return [numbers[start : start + width] for start in range(0, len(numbers), width)]


def from_me(values: list[Any], seat: int) -> list[Any]:
    return values[seat:] + values[:seat]


# --- For all games ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_both_forms_show_the_same_and_every_number_is_in_its_range(
    name: str, players: int, options: dict[str, Any]
) -> None:
    game = GAMES[name](players, **options)
    low, high = np.array(layout_of(game).low), np.array(layout_of(game).high)
    compiled, interpreted = Match(game, compiled=True), Match(game, compiled=False)
    dice = random.Random(1)
    for seed in (5, 6):
        compiled.deal(seed)
        interpreted.deal(seed)
        for _ in range(120):
            assert compiled.to_move == interpreted.to_move
            for seat in range(players):
                row = compiled.observation(seat)
                assert (row == interpreted.observation(seat)).all()
                assert ((low <= row) & (row <= high)).all()
                assert (compiled.action_mask(seat) == interpreted.action_mask(seat)).all()
            if compiled.to_move is None:
                break
            action = dice.choice(np.flatnonzero(compiled.action_mask(compiled.to_move)).tolist())
            compiled.play(action)
            interpreted.play(action)
        assert compiled.rewards() == interpreted.rewards()
        assert compiled.fingerprint() == interpreted.fingerprint() == compiled.position().fingerprint()


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_a_seat_is_told_nothing_that_it_cannot_know(name: str, players: int, options: dict[str, Any]) -> None:
    """Worlds that the seat cannot tell apart, hidden cards and all, look the same to it."""
    game = GAMES[name](players, **options)
    for number, position in enumerate(positions(game, matches=1, moves=90)):
        seat = number % players
        row = observation(position.view(seat))
        assert (observation(position.view(seat).imagine(number).view(seat)) == row).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_mask_has_the_legal_moves_of_the_view(name: str) -> None:
    game = GAMES[name](3)
    match = Match(game)
    match.deal(3)
    while match.to_move is not None and len(match.record().moves) < 60:
        seat = match.to_move
        view = match.position().view(seat)
        assert (match.action_mask(seat) == action_mask(view)).all()
        assert (match.observation(seat) == observation(view)).all()
        assert [game.write(action) for action in np.flatnonzero(action_mask(view)).tolist()] == sorted(
            view.legal_moves, key=game.parse
        )
        assert not match.action_mask((seat + 1) % 3).any()
        match.play(game.parse(view.legal_moves[0]))


def test_a_layout_knows_where_its_parts_are() -> None:
    layout = Layout(Part("a", 1, 9, "first"), Part("b", 2, 4, "second", low=-8))
    assert (layout.size, layout.at("b"), layout.part("b")) == (3, 1, slice(1, 3))
    assert (layout.low, layout.high, layout.scale) == ([0, -8, -8], [9, 4, 4], [1 / 9, 1 / 8, 1 / 8])
    assert layout.as_markdown().splitlines()[-1] == "| 1 | 2 | `b` | -8 … 4 | second |"
    with pytest.raises(ValueError, match="two parts are called a"):
        Layout(Part("a", 1, 1, ""), Part("a", 1, 1, ""))


def test_a_game_that_does_not_say_what_programs_see_has_no_environments(tmp_path: Path) -> None:
    install(tmp_path, "ladder", "tests.ladder")
    code = "from tiotal import TiotalError; from tiotal.envs.batch import BatchEnv\n"
    code += "try: BatchEnv('ladder')\nexcept TiotalError as error: print(error)"
    settings = os.environ | environment(tmp_path)
    told = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=True)
    sentence = "Ladder does not say what programs see of it, so there are no environments for it."
    assert told.stdout == f"{sentence}\n"


# --- Each game: what a row says is what the table of the view says ----------------------------------------------
def test_cento_is_told_as_the_view_shows_it() -> None:
    for game in (GAMES["cento"](4, pairs=True, match="series", limit=60), GAMES["cento"](3, preset="race", target=30)):
        swaps = 0
        for position in positions(game, moves=150):
            for seat in range(game.players):
                view = position.view(seat)
                table, told = view.table, Told(view)
                assert told["players"] == [game.players]
                assert told.one("preset") == ("classic", "to-20-a", "to-20-b", "race").index(game.options["preset"])
                assert told["target"] == [game.options["target"]]
                assert told["pairs"] == [int(game.options["pairs"])]
                hand = Counter(table["hands"][seat])
                assert told["hand"] == [hand[card] for card in CENTO_CARDS]
                assert told["scores"][: game.players] == from_me(table["scores"], seat)
                assert told["total"] == [table["total"]]
                assert told["to_go"] == [table["goal"] - table["total"]]
                distance = abs(table["goal"] - table["total"])
                assert told.one("near") == (distance - 1 if 1 <= distance <= 100 else None)
                assert (told["flipped"], told["direction"]) == ([int(table["flipped"])], [table["direction"]])
                last = told.one("last")
                assert (None if last is None else CENTO_CARDS[last]) == table["last"]
                assert told["stock"] + told["pile"] + told["discards"] == [
                    *(table["stock"], table["pile"], table["discards"])
                ]
                to_move = told.one("to_move")
                assert (None if to_move is None else (seat + to_move) % game.players) == table["to_move"]
                assert told["over"] == [int(table["over"])]
                unseen = sum(told["unseen"])
                if not table["over"]:
                    held_by_others = 5 * (game.players - 1) - sum(told["partner_holds"])
                    assert unseen == table["stock"] + held_by_others
                if table["swap"] and table["to_move"] == seat:
                    swaps += 1
                    asked, must_play = told.one("swap_from"), told.one("must_play")
                    if "from" in table["swap"]:
                        assert asked == game.players // 2
                    else:
                        assert must_play is not None
                        assert CENTO_CARDS[must_play] == table["swap"]["must_play"]
        assert swaps or not game.options["pairs"]


def test_cento_tells_what_others_cannot_hold() -> None:
    """Who does not open has no lower addition card, and who discards could play nothing: so their hands lack those."""
    game = GAMES["cento"](3)
    known = 0
    for position in positions(game, matches=4, moves=60):
        hands = position.describe()["hands"]
        for seat in range(3):
            lacking = Told(position.view(seat)).grid("not_held", len(CENTO_CARDS))
            for number, counts in enumerate(lacking[:2], 1):
                held = Counter(hands[(seat + number) % 3])
                for card, count in zip(CENTO_CARDS, counts, strict=True):
                    assert held[card] <= 5 - count
                    known += count
            assert not any(map(any, lacking[2:]))
    assert known > 1000


def test_nimmt_is_told_as_the_view_shows_it() -> None:
    game = GAMES["nimmt"](3, bull_window="sliding", rounds=2)
    reached = 0
    for position in positions(game, moves=300):
        for seat in range(3):
            view = position.view(seat)
            table, told = view.table, Told(view)
            assert (told["players"], told["rounds"], told["sliding"]) == ([3], [2], [1])
            assert told["scores"][:3] == from_me(table["scores"], seat)
            assert told["bulls"][:3] == from_me(table["bulls"], seat)
            assert told["supply"] + told["draw"] == [table["supply"], table["draw"]]
            assert told["hand_sizes"][:3] == from_me([len(hand) for hand in table["hands"]], seat)
            for hand, held in zip(from_me(table["hands"], seat), told.grid("held", 100), strict=False):
                assert [number for number, is_held in enumerate(held, 1) if is_held] == sorted(
                    card for card in hand if card is not None
                )
            stacks = {stack[-1]: stack for stack in table["stacks"]}
            assert told["sizes"] == [len(stacks.get(number, [])) for number in range(1, 101)]
            assert told["heads"] == [
                sum(game.points[str(card)] for card in stacks.get(number, [])) for number in range(1, 101)
            ]
            under = {card: stack[-1] for stack in table["stacks"] for card in stack[:-1]}
            assert told["under"] == [under.get(number, 0) for number in range(1, 101)]
            seen = {card for hand in table["hands"] for card in hand} | set(under) | set(stacks)
            if not view.is_over:
                assert sum(told["unseen"]) == 100 - len(seen - {None})
                assert told["choosing_bull"] == [int(table["choosing_bull"])]
            if view.legal_moves and not table["choosing_bull"]:
                for move in view.moves:
                    if move.kind == "put":
                        reached += 1
                        assert move.card is not None
                        assert move.place is not None
                        assert (int(move.card) - int(move.place)) % 100 <= told["reach"][int(move.place) - 1]
    assert reached > 300


def test_ten_is_told_as_the_view_shows_it() -> None:
    game = GAMES["ten"](4)
    phases = set()
    for position in positions(game, moves=300):
        for seat in range(4):
            view = position.view(seat)
            table, told = view.table, Told(view)
            hand = Counter(table["hands"][seat])
            assert told["hand"] == [hand[card] for card in TEN_CARDS]
            assert told["chips"][:4] == from_me(table["chips"], seat)
            assert told["pot"] + told["stock"] == [table["pot"], table["stock"]]
            phase = told.one("phase")
            assert phase == table["phase"] - 2
            phases.add(phase)
            assert told.one("starter") == (table["starter"] - seat) % 4
            if table["round_card"]:
                card = told.one("round_card")
                assert card is not None
                assert f"R{card + 1}" == table["round_card"]
            for place, taken in enumerate(from_me(table["taken"], seat)):
                counts = told.grid("taken", len(TEN_CARDS))[place]
                rounds = told.grid("rounds_taken", 10)[place]
                numbers = [f"R{number}" for number, is_taken in enumerate(rounds, 1) if is_taken]
                kinds = {card: count for card, count in zip(TEN_CARDS, counts, strict=True) if count}
                assert Counter(kinds) + Counter(numbers) == Counter(taken)
            for place, laid in enumerate(from_me(table["table"], seat)):
                first, second = (told.grid(name, len(TEN_CARDS))[place] for name in ("first", "second"))
                if table["phase"] != 5:
                    assert told["laid"][place] == (laid is not None)
                    if laid is not None:
                        assert [card for card, lies in zip(TEN_CARDS, first, strict=True) if lies] == (
                            [laid["card"]] if laid["card"] else []
                        )
                        assert [card for card, lies in zip(TEN_CARDS, second, strict=True) if lies] == (
                            [laid["second"]] if laid["second"] else []
                        )
                        assert told["protection"][place] == laid["protection"]
                        assert told["up"][place] == laid["up"]
            if table["auction"]:
                assert told.one("owner") == (table["auction"]["owner"] - seat) % 4
                assert told.one("bidder") == (table["auction"]["bidder"] - seat) % 4
                assert told["bid"] == [table["auction"]["bid"]]
            if not view.is_over:
                hidden = sum(1 for laid in table["table"] if laid is not None and laid["card"] is None)
                others = sum(len(cards) for cards in table["hands"]) - len(table["hands"][seat])
                assert sum(told["unseen"]) == table["stock"] + others + (hidden if table["phase"] != 5 else 0)
    assert phases == {0, 1, 2, 3}
