"""Whole matches by policies alone: one text for all games and, like the rules, for all forms.

A policy (`tiotal.bots.policies`) says what each move is worth to the player who is to move. Here moves are made by it:
the best, or one that looks nearly as good when everything is blurred by some noise.
"""

from __future__ import annotations

from typing import Any

from tiotal.engine.rollouts import pick, policy_seed, start, step
from tiotal.rules.state import NOBODY, of_the_game, rule

legal = apply = copy = deal_round = wins = of_the_game
look = worth = blur = round_over = foresee = child_move = of_the_game

CERTAIN = 10_000  # chances are in ten-thousandths
NOTHING = -(1 << 40)  # less than any worth
WIDEST = 512  # more moves than there ever are


@rule
def prefer(state: Any, notes: Any, n: int, noise: int, stream: int, decision: int) -> int:
    """The move worth most of the n in `state.moves`, when each worth is blurred by up to `noise`."""
    if n == 1:
        return state.moves[0]  # type: ignore[no-any-return]
    look(state, notes, n)
    best = NOTHING
    chosen = 0
    for i in range(n):
        value = worth(state, notes, state.moves[i])
        if noise > 0:
            value += pick(stream, decision * WIDEST + i, noise)
        if value > best:
            best = value
            chosen = i
    return state.moves[chosen]  # type: ignore[no-any-return]


@rule
def level_move(state: Any, notes: Any, n: int, childish: int, stream: int, decision: int) -> int:
    """A move of a level that does not search: so many of ten thousand as a child would make it, the others greedily."""
    if n == 1:
        return state.moves[0]  # type: ignore[no-any-return]
    if childish > 0 and pick(stream, decision * WIDEST + WIDEST - 1, CERTAIN) < childish:
        return child_move(state, n, stream, decision * WIDEST)  # type: ignore[no-any-return]
    return prefer(state, notes, n, blur(state), stream, decision)


@rule
def play_matches(states: Any, minds: Any, first_seed: int, seated: Any, noises: Any, scores: Any, winners: Any) -> None:
    """Play match i from seed first_seed + i // players in `states[0]`, whose options are set.

    At seat s sits the policy whose notes are `minds[seated[i][s]]`, with its noise; write what came of it.
    """
    state = states[0]
    for i in range(len(seated)):
        seed = first_seed + i // state.players
        stream = policy_seed(seed + (i << 20))
        start(state, seed)
        decision = 0
        while not state.over:
            n = legal(state)
            who = seated[i][state.to_move]
            step(state, prefer(state, minds[who], n, noises[who], stream, decision))
            decision += 1
        for seat in range(state.players):
            scores[i][seat] = state.scores[seat]
            winners[i][seat] = wins(state, seat)


@rule
def round_ends(states: Any, minds: Any, first_seed: int, count: int, noise: int, results: Any) -> int:
    """Self-play from seed first_seed on, `count` matches; keep a copy of how each round ended that was not the last.

    They are kept in states[1] and after, as many as there is room for in `results`, which gets the winners of the match
    that each belongs to. Says how many there are.
    """
    state = states[0]
    kept = 0
    for i in range(count):
        stream = policy_seed(first_seed + i)
        start(state, first_seed + i)
        decision = 0
        first = kept
        while not state.over:
            n = legal(state)
            apply(state, prefer(state, minds[0], n, noise, stream, decision))
            decision += 1
            if round_over(state) and not state.over and kept < len(results):
                kept += 1
                copy(states, kept, 0)
            if state.to_move == NOBODY and not state.over:
                deal_round(state)
        for place in range(first, kept):
            for seat in range(state.players):
                results[place][seat] = wins(state, seat)
    return kept


@rule
def foresee_all(states: Any, minds: Any, outlooks: Any) -> None:
    """What minds[0] thinks of each state from states[1] on."""
    for i in range(len(outlooks)):
        foresee(states[1 + i], minds[0])
        for seat in range(states[1 + i].players):
            outlooks[i][seat] = minds[0].outlook[seat]


@rule
def won_share(state: Any, seat: int) -> int:
    """The chance to win a match that is over: all or nothing, or shared with whoever else has won it."""
    if not wins(state, seat):
        return 0
    winners = 0
    for other in range(state.players):
        winners += wins(state, other)
    return CERTAIN // winners
