"""Ladder for people and programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from tests.ladder import rules
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Came, Game, Went, fact
from tiotal.engine.moves import Move
from tiotal.engine.sheets import Sheet
from tiotal.rules.state import NOBODY, UNKNOWN

NUMBERS = range(1, rules.CARDS + 1)


class Ladder(Game):
    """Climb with every card, and get rid of all of them. 2 to 4 players."""

    name = "ladder"
    title = "Ladder"
    rules: ClassVar[Any] = rules
    most_players = rules.MAX_PLAYERS
    declared_options = ()
    points: ClassVar[dict[str, int]] = dict.fromkeys(map(str, NUMBERS), 1)
    sheets = (Sheet("match", "win", "highest", rounds=1),)
    moves = (*(Move(str(card), "climb", str(card)) for card in NUMBERS), Move("rest", "rest"))
    example_move = "7"
    variants = ((2, {}), (3, {}), (4, {}))

    @property
    def last_round(self) -> int:
        return 1

    def set_up(self, state: rules.State) -> None:
        state.players = self.players

    def describe(self, state: rules.State) -> dict[str, Any]:
        return {
            "round": state.round,
            "to_move": None if state.to_move == NOBODY else state.to_move,
            "top": state.top or None,
            "stock": state.stock_size,
            "hands": [_hand(state, seat) for seat in range(self.players)],
            "scores": state.scores[: self.players],
            "over": bool(state.over),
        }

    def decks(self, state: rules.State) -> list[list[Any]]:
        dealt = [card for card in NUMBERS if state.where[card] < rules.IN_STOCK]
        return [[*reversed(state.stock[: state.stock_size]), *dealt]]

    def round_result(self, state: rules.State) -> dict[str, Any]:
        if not state.over:
            return {}
        left = state.hand_size[: self.players]
        winners = [seat for seat in range(self.players) if state.scores[seat]]
        winner = winners[0] if len(winners) == 1 else None
        return {"round": 1, "winner": winner, "points": left, "scores": state.scores[: self.players]}

    def uncovered(self, state: rules.State) -> tuple[int, ...]:
        """Who rests draws a card."""
        return state.stock_size, state.over

    def witness(self, state: rules.State, action: int) -> Callable[[], Came]:
        hand, top, left = f"hand:{state.to_move}", state.top, state.stock_size

        def came() -> Came:
            if action < rules.REST:
                return Came(went=(Went("card", hand, "ladder"),))
            fell = (fact("fell"),) if top and not state.top else ()
            drawn = (Went("card", "stock", hand),) if state.stock_size < left else ()
            return Came(fell, went=drawn)

        return came

    def why_not(self, state: rules.State, action: int) -> TiotalError | None:
        card = action + 1
        if state.where[card] != state.to_move:
            return TiotalError("moves.not_held", of=self.name, card=card)
        return TiotalError("ladder.why.too_low", card=card, top=state.top)


def _hand(state: rules.State, seat: int) -> list[str | None]:
    known: list[str | None] = [str(card) for card in NUMBERS if state.where[card] == seat]
    return known + [None] * (state.hand_size[seat] - len(known))


assert UNKNOWN > rules.PLAYED  # a card that is not seen is nowhere
