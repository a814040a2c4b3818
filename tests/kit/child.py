"""Short scripts that play as children might, to measure the beginner; an arena knows one as `tests.kit.child:Child`.

They share nothing with `tiotal.bots.child`, which is what the beginner plays by.
"""

from __future__ import annotations

import random

from tiotal.bots.bot import chance_of
from tiotal.engine.game import View


class Child:
    name = "child"

    def __init__(self, seed: int | None) -> None:
        self._seed = seed or 0

    def choose(self, view: View) -> str:
        dice = random.Random(chance_of(self._seed, view))
        return {"cento": cento, "nimmt": nimmt, "ten": ten}[view.game.name](view, dice)


class OtherChild(Child):
    """Thinks less of what comes after: a win or any card, the lowest card, the highest card."""

    name = "other child"

    def choose(self, view: View) -> str:
        dice = random.Random(chance_of(self._seed, view))
        return {"cento": any_card, "nimmt": lowest_card, "ten": highest_card}[view.game.name](view, dice)


# --- One child --------------------------------------------------------------------------------------------------
def cento(view: View, dice: random.Random) -> str:
    """A number that wins; if there is none, now the number that comes nearest to the goal, now any card."""
    plays = [move for move in view.legal_moves if not move.startswith(("discard", "swap", "give"))]
    numbers = [move for move in plays if move[1:].isdigit()]
    nearest = min(numbers, key=lambda move: abs(view.table["goal"] - (view.total_after(move) or 0)), default=None)
    if nearest and (view.total_after(nearest) == view.table["goal"] or dice.random() < 0.5):
        return nearest
    return dice.choice(plays or view.legal_moves)


def nimmt(view: View, dice: random.Random) -> str:
    """The card nearest above a stack; if nothing fits, the stack with the fewest cards."""
    plays = [move for move in view.legal_moves if ">" in move]
    if plays:
        return min(plays, key=lambda move: (int(move.split(">")[0]) - int(move.split(">")[1])) % 100)
    return smallest_stack(view)


def smallest_stack(view: View) -> str:
    sizes = {f"take:{stack[-1]}": len(stack) for stack in view.table["stacks"]}
    return min(view.legal_moves, key=lambda move: sizes.get(move, 0))


def ten(view: View, dice: random.Random) -> str:
    """A middling card face up, hardly ever a bid, and the number that still goes with it, or the joker."""
    moves = view.legal_moves
    cards = sorted((move for move in moves if move.endswith(":up")), key=value)
    if cards:
        return cards[len(cards) // 2]
    if "pass" in moves:
        return dice.choice(moves) if dice.random() < 0.1 else "pass"
    return second_card(moves)


def second_card(moves: list[str]) -> str:
    added = sorted((move for move in moves if move.startswith("add:")), key=value)
    if added:
        return next((move for move in reversed(added) if move != "add:J"), "add:J")
    return "show" if "show" in moves else moves[0]


def value(move: str) -> int:
    card = move.removeprefix("add:").removesuffix(":up")
    return 10 if card == "J" else int(card.removeprefix("P"))


# --- Another ----------------------------------------------------------------------------------------------------
def any_card(view: View, dice: random.Random) -> str:
    """A number that wins, or any card that can be played."""
    plays = [move for move in view.legal_moves if not move.startswith(("discard", "swap", "give"))]
    wins = [move for move in plays if move[1:].isdigit() and view.total_after(move) == view.table["goal"]]
    return dice.choice(wins or plays or view.legal_moves)


def lowest_card(view: View, dice: random.Random) -> str:
    """The lowest card that fits; if nothing fits, the stack with the fewest cards."""
    plays = [move for move in view.legal_moves if ">" in move]
    return min(plays, key=lambda move: list(map(int, move.split(">")))) if plays else smallest_stack(view)


def highest_card(view: View, dice: random.Random) -> str:
    """The highest number face up, never a bid, and the highest number that still goes with it, or the joker."""
    moves = view.legal_moves
    cards = sorted((move for move in moves if move.endswith(":up")), key=value)
    if cards:
        return next((move for move in reversed(cards) if move != "J:up"), "J:up")
    return "pass" if "pass" in moves else second_card(moves)
