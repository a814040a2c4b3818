"""Matches as environments step them: one text for all games and, like the rules, for both forms.

A seat is shown a row of numbers that `observe` of its game makes from its view and from nothing else, and a mask with
a one for each move that is legal. Arrays have a line for each match: line i belongs to states[i]. The last of the
states has the options set and nothing else, so that every match begins alike.
"""

from __future__ import annotations

from typing import Any

from tiotal.engine.rollouts import choose, policy_seed, start, step
from tiotal.rules.state import of_the_game, rule

legal = view = wins = observe = copy = of_the_game

BEGIN = -1  # instead of an action: begin the match of that line anew
LARGEST = (1 << 63) - 1  # of the seeds
EMPTY = 1  # in `seen`: a state that is all zero; the one before it is for what a seat sees


# --- Stepping ---------------------------------------------------------------------------------------------------
@rule
def advance(
    states: Any,
    seen: Any,
    first: int,
    last: int,
    actions: Any,
    stride: int,
    seeds: Any,
    lengths: Any,
    sizes: Any,
    to_move: Any,
    rows: Any,
    masks: Any,
    done: Any,
    rewards: Any,
    winners: Any,
    scores: Any,
) -> None:
    """Play a legal move in each match from line `first` to before `last`, or begin it; tell of those that are over.

    With a stride the next match begins in the place of one that is over, with a seed so much higher.
    """
    for i in range(first, last):
        begins = actions[i] == BEGIN
        done[i] = 0
        for seat in range(states[len(states) - 1].players):
            rewards[i][seat] = 0
            winners[i][seat] = 0
            scores[i][seat] = 0
        if not begins:
            step(states[i], actions[i])
            lengths[i] += 1
            if states[i].over:
                done[i] = 1
                tell_end(states[i], rewards[i], winners[i], scores[i])
                if stride > 0:
                    seeds[i] = (seeds[i] + stride) & LARGEST
                    begins = True
        if begins:
            copy(states, i, len(states) - 1)
            start(states[i], seeds[i])
            lengths[i] = 0
        to_move[i] = states[i].to_move
        sizes[i] = show(states[i], seen, rows[i], masks[i])


@rule
def tell_end(state: Any, rewards: Any, winners: Any, scores: Any) -> None:
    for seat in range(state.players):
        rewards[seat] = reward(state, seat)
        winners[seat] = wins(state, seat)
        scores[seat] = state.scores[seat]


@rule
def reward(state: Any, seat: int) -> float:
    """Of a match that is over: 1 for whoever wins alone; what all get adds up to 0, however many share the win."""
    winners = 0
    for other in range(state.players):
        winners += wins(state, other)
    return (state.players * wins(state, seat) - winners) / (winners * (state.players - 1))  # type: ignore[no-any-return]


# --- What a seat sees -------------------------------------------------------------------------------------------
@rule
def show(state: Any, seen: Any, row: Any, mask: Any) -> int:
    """To the seat that is to move: what it sees, and what it may do; how many moves that are, none after the end."""
    n = 0
    if not state.over:
        n = legal(state)
        observe_seat(state, seen, state.to_move, row)
    mark_moves(state, n, mask)
    return n


@rule
def observe_seat(state: Any, seen: Any, seat: int, row: Any) -> None:
    copy(seen, 0, EMPTY)
    view(seen[0], state, seat)
    observe(seen[0], seat, row)


@rule
def mark_moves(state: Any, n: int, mask: Any) -> None:
    """A one for each of the n moves in `state.moves`."""
    for move in range(len(mask)):
        mask[move] = 0
    for i in range(n):
        mask[state.moves[i]] = 1


@rule
def look_from(states: Any, seen: Any, seat: int, row: Any) -> None:
    """What any seat sees of the match in states[0]."""
    observe_seat(states[0], seen, seat, row)


# --- Actions ----------------------------------------------------------------------------------------------------
@rule
def first_illegal(states: Any, sizes: Any, actions: Any) -> int:
    """The first line whose action is not among the legal moves, or how many lines there are."""
    for i in range(len(actions)):
        if not is_listed(states[i], sizes[i], actions[i]):
            return i
    return len(actions)


@rule
def is_listed(state: Any, n: int, action: int) -> bool:
    for i in range(n):
        if state.moves[i] == action:
            return True
    return False


@rule
def pick_moves(states: Any, policy: int, seeds: Any, lengths: Any, sizes: Any, actions: Any) -> None:
    """What a random player does in each match: the same as in `rollouts.play_games` with the same seed."""
    for i in range(len(actions)):
        actions[i] = choose(states[i], sizes[i], policy, policy_seed(seeds[i]), lengths[i])
