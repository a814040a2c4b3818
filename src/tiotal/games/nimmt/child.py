"""11 nimmt! as a child might play it who has just learned the rules."""

from __future__ import annotations

from tiotal.engine.rollouts import lucky, pick
from tiotal.games.nimmt.rules import REACH, TAKES, State
from tiotal.rules.state import rule

NEAREST = 900  # times in a thousand: it plays the card that comes right after a stack, rather than any that fits

# What a child's move costs differs from game to game; these shares make the steps up to medium alike (docs/bots.md).
SHARES = {"beginner": 1.0, "easy": 0.5, "medium": 0.0}


@rule
def child_move(state: State, n: int, stream: int, draw: int) -> int:
    """A card that fits, mostly the one right after its stack; a stack is taken only when nothing fits: the newest."""
    plays = 0
    nearest = 0
    for i in range(n):
        if state.moves[i] < TAKES:
            if plays == 0 or gap(state.moves[i]) < gap(state.moves[nearest]):
                nearest = i
            plays += 1
    if plays == 0:
        return newest_stack(state, n, stream, draw)
    if lucky(stream, draw, NEAREST):
        return state.moves[nearest]
    return state.moves[pick(stream, draw + 1, plays)]  # plays are listed first


@rule
def newest_stack(state: State, n: int, stream: int, draw: int) -> int:
    """Or anything, if there is none to be taken."""
    newest = TAKES + state.tops[state.stack_count - 1] - 1 if state.stack_count > 0 else -1
    for i in range(n):
        if state.moves[i] == newest:
            return newest
    return state.moves[pick(stream, draw + 1, n)]


@rule
def gap(move: int) -> int:
    """How far above its stack a card is."""
    return move % REACH
