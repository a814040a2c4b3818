"""Games that were played, looked at move by move: one text for all games and, like the rules, for both forms.

A game is its seed and its moves, so whoever made them (bots of a level, a search, people in the browser) the same is
found out. `watching.py` in the home of a game says what is worth counting there:

    Tally                               what is counted, in fields of 64 bits, and what is noted until it can be; the
                                        tallies of any portions, added in any order, give the same
    watch_deal(state, tally)            called when a round begins
    watch_move(state, tally, n, move)   before each move, one of the n in `state.moves`
    watch_came(state, tally)            after it
    watch_round(state, tally)           when a round is over
    standing(state, seat)               how well a seat stands when a round is over; more is better
"""

from __future__ import annotations

from typing import Any

from tiotal.bots.playing import level_move
from tiotal.engine.rollouts import policy_seed, start, step
from tiotal.rules.state import NOBODY, of_the_game, rule

legal = apply = wins = deal_round = round_over = of_the_game
watch_deal = watch_move = watch_came = watch_round = standing = of_the_game


@rule
def play_levels(
    states: Any, minds: Any, childish: Any, seating: Any, first_seed: int, first_game: int, moves: Any, ends: Any
) -> int:
    """Play game i of a run from seed first_seed + i in `states[0]`, whose options are set; says how many there was room
    for.

    A move of level b is made as a child would `childish[b]` times in ten thousand. Who sits where moves on by a seat
    with every game. The moves of all games follow each other; those of game i end at ends[i].
    """
    state = states[0]
    played = 0
    for i in range(len(ends)):
        game = first_game + i
        seed = first_seed + game
        stream = policy_seed(seed)
        start(state, seed)
        decision = 0
        while not state.over:
            if played == len(moves):
                return i
            n = legal(state)
            level = seating[(state.to_move + game) % len(seating)]
            move = level_move(state, minds[level], n, childish[level], stream, decision)
            moves[played] = move
            played += 1
            step(state, move)
            decision += 1
        ends[i] = played
    return len(ends)


@rule
def watch_games(
    states: Any,
    tallies: Any,
    seeds: Any,
    moves: Any,
    ends: Any,
    rounds: Any,
    ran_out: Any,
    lead_changes: Any,
    scores: Any,
    winners: Any,
) -> None:
    """Play game i again in `states[0]`, whose options are set; count in `tallies[0]`, and write what came of it."""
    state = states[0]
    tally = tallies[0]
    place = 0
    for i in range(len(seeds)):
        start(state, seeds[i])
        round = 0
        first = NOBODY
        changes = 0
        while place < ends[i]:
            if state.round != round:
                round = state.round
                watch_deal(state, tally)
            move = moves[place]
            watch_move(state, tally, legal(state), move)
            apply(state, move)
            watch_came(state, tally)
            place += 1
            if round_over(state):
                watch_round(state, tally)
                new_first = leader(state)
                if first != NOBODY and new_first != NOBODY and new_first != first:
                    changes += 1
                if new_first != NOBODY:
                    first = new_first
            if state.to_move == NOBODY and not state.over:
                deal_round(state)
        rounds[i] = state.round
        ran_out[i] = state.ran_out
        lead_changes[i] = changes
        for seat in range(state.players):
            scores[i][seat] = state.scores[seat]
            winners[i][seat] = wins(state, seat)


@rule
def leader(state: Any) -> int:
    """Who stands best alone, or nobody."""
    best = 0
    level = 0
    for seat in range(1, state.players):
        if standing(state, seat) > standing(state, best):
            best = seat
            level = 0
        elif standing(state, seat) == standing(state, best):
            level = 1
    return NOBODY if level else best
