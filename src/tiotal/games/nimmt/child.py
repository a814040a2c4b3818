"""11 nimmt! as a child might play it who has just learned the rules."""

from __future__ import annotations

import random

from tiotal.engine.game import View
from tiotal.engine.moves import Move

NEAREST = 0.9  # how often it plays the card that comes right after a stack, rather than any that fits

# What a child's move costs differs from game to game; these shares make the steps up to medium alike (docs/bots.md).
SHARES = {"beginner": 1.0, "easy": 0.5, "medium": 0.0}


def choose(view: View, dice: random.Random) -> str:
    """A card that fits, mostly the one right after its stack; a stack is taken only when nothing fits: the newest."""
    plays = [move for move in view.moves if move.kind == "put"]
    if plays and dice.random() < NEAREST:
        return min(plays, key=lambda move: (gap(move), move.written)).written
    newest = str(view.table["stacks"][-1][-1]) if view.table["stacks"] else None
    take = next((move.written for move in view.moves if move.kind == "take" and move.place == newest), None)
    if take and not plays:
        return take
    return dice.choice([move.written for move in plays] or view.legal_moves)


def gap(move: Move) -> int:
    return (int(move.card or 0) - int(move.place or 0)) % 100
