"""Traces: the step-by-step account of a game that knows everything, for checking an engine from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from tiotal.engine import forms, rollouts
from tiotal.engine.game import Game
from tiotal.engine.seeds import read_seed
from tiotal.rules.state import NOBODY

Line = dict[str, Any]
Policy = Literal["uniform", "eager"]
POLICIES: tuple[Policy, ...] = ("uniform", "eager")


def random_trace(
    game: Game, seed: int = 0, policy: Policy = "uniform", form: forms.FormName | forms.Form = "interpreted"
) -> Iterator[Line]:
    """A random game. The same seed gives the same game in all forms, and the same as batch play gives."""
    seed = read_seed(seed, sealed=False)
    stream = rollouts.policy_seed(seed)
    number = POLICIES.index(policy)
    decisions = 0
    table = stepper(game, form)

    def choose(state: Any, count: int) -> int:
        nonlocal decisions
        move: int = table.functions.choose(state, count, number, stream, decisions)
        decisions += 1
        return move

    yield from _trace(game, table, seed, choose)


def _trace(game: Game, table: Stepper, seed: int, choose: Callable[[Any, int], int]) -> Iterator[Line]:
    rules, state = table.functions, table.state
    yield {"kind": "game", "game": game.name, "options": game.options, "players": game.players}
    rules.seed_chance(state, seed)
    rules.begin(state)
    while not table.plain().over:
        yield from _deal(game, table)
        while table.plain().to_move != NOBODY:
            before = table.plain()
            player, ran_out = before.to_move, before.ran_out
            count = rules.legal(state)
            moves = table.moves(count)
            move = choose(state, count)
            yield {
                "kind": "turn",
                "player": player,
                "legal": sorted(game.write(action) for action in moves),
                "move": game.write(move),
            }
            rules.apply(state, move)
            after = table.plain()
            new_stock = game.reshuffled(ran_out, after)
            if new_stock is not None:
                yield {"kind": "deck", "cards": new_stock}
            yield {"kind": "state", **game.describe(after)}
    end = table.plain()
    winners = [seat for seat in range(game.players) if forms.interpreted(game.rules).wins(end, seat)]
    yield {"kind": "end", "scores": end.scores[: game.players], "winners": winners}


def _deal(game: Game, table: Stepper) -> Iterator[Line]:
    table.functions.new_round(table.state)
    stands = False
    while not stands:
        stands = table.functions.deal(table.state)
        for cards in game.decks(table.plain()):
            yield {"kind": "deck", "cards": cards}
    yield {"kind": "state", **game.describe(table.plain())}


class Stepper:
    """One state that is moved step by step; slow in any form but the interpreted, but it shows what the others do."""

    def __init__(self, game: Game, functions: forms.Form) -> None:
        self.functions = functions
        self._class = game.rules.State
        state = self._class()
        game.set_up(state)
        records = functions.kept.new_records(self._class, 1)
        functions.kept.pack(state, records, 0)
        self.state = records[0]

    def plain(self) -> Any:
        return self.functions.kept.unpack(self.state, self._class)

    def moves(self, count: int) -> list[int]:
        return list(self.functions.kept.listed(self.state, "moves")[:count])


def stepper(game: Game, form: forms.FormName | forms.Form) -> Stepper:
    if isinstance(form, forms.Form):
        return Stepper(game, form)
    return Stepper(game, forms.compiled(game.rules) if form == "compiled" else forms.interpreted(game.rules))
