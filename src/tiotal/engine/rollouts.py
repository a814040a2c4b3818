"""Random games from start to end: one text for all games and, like the rules, for all forms.

The functions that belong to a game or to a form (`begin`, `deal_round`, `legal`, `apply`, `wins`, `imagine`,
`preferred`, `copy`) are put in by `tiotal.engine.forms`; here they are only named. What a random player picks comes
from a stream of its own, so that the state's generator is left to the shuffles: a game is its options, its seed and
its moves.
"""

from __future__ import annotations

from typing import Any

from tiotal.rules.chance import WORD, scramble, seed_chance
from tiotal.rules.state import NOBODY, of_the_game, rule

UNIFORM, EAGER = 0, 1  # eager: whoever would never come to an end keeps some moves for last, if the rules say which


begin = deal_round = legal = apply = wins = imagine = preferred = copy = of_the_game


@rule
def all_moves(state: Any, n: int) -> int:
    """What an eager player prefers in a game in which no move should be kept for last."""
    return n


@rule
def policy_seed(seed: int) -> int:
    """Where the random player's stream of a game begins."""
    return scramble((seed & WORD) ^ 0x2545F491) ^ scramble(((seed >> 32) & WORD) ^ 0x5BD1E995)


@rule
def pick(stream: int, decision: int, n: int) -> int:
    """The random player's choice among n moves at a decision, counted from 0."""
    return (scramble((stream + decision * 0x9E3779B1) & WORD) * n) >> 32


@rule
def lucky(stream: int, decision: int, times: int) -> bool:
    """Whether something happens that happens so many times in a thousand."""
    return pick(stream, decision, 1000) < times


@rule
def choose(state: Any, n: int, policy: int, stream: int, decision: int) -> int:
    """The move that a random player makes of the n in `state.moves`."""
    if policy == EAGER:
        n = preferred(state, n)
    return state.moves[pick(stream, decision, n)]  # type: ignore[no-any-return]


@rule
def start(state: Any, seed: int) -> None:
    seed_chance(state, seed)
    begin(state)
    deal_round(state)


@rule
def step(state: Any, move: int) -> None:
    """Play a move and, if it ended a round of a match that goes on, deal the next."""
    apply(state, move)
    if state.to_move == NOBODY and not state.over:
        deal_round(state)


@rule
def play_out(state: Any, policy: int, stream: int) -> int:
    """Random moves until the match is over; how many."""
    decision = 0
    while not state.over:
        n = legal(state)
        step(state, choose(state, n, policy, stream, decision))
        decision += 1
    return decision


@rule
def play_games(
    states: Any, policy: int, first_seed: int, lengths: Any, rounds: Any, ran_out: Any, scores: Any, winners: Any
) -> None:
    """Play game i from seed first_seed + i in `states[0]`, whose options are set; write what came of it."""
    state = states[0]
    for i in range(len(lengths)):
        seed = first_seed + i
        start(state, seed)
        lengths[i] = play_out(state, policy, policy_seed(seed))
        rounds[i] = state.round
        ran_out[i] = state.ran_out
        for seat in range(state.players):
            scores[i][seat] = state.scores[seat]
            winners[i][seat] = wins(state, seat)


@rule
def imagine_world(states: Any, target: int, source: int, seat: int, seed: int) -> None:
    """Make states[target] a full state that `seat`, whose view is in states[source], cannot tell from the real one."""
    copy(states, target, source)
    seed_chance(states[target], seed)
    imagine(states[target], seat)


@rule
def imagine_worlds(states: Any, seat: int, first_seed: int, count: int) -> None:
    """Imagine `count` worlds in states[1] from the view in states[0], one after the other."""
    for i in range(count):
        imagine_world(states, 1, 0, seat, first_seed + i)


@rule
def copy_often(states: Any, count: int) -> None:
    """Copy one state to another `count` times, each copy depending on the one before."""
    last = len(states) - 1
    for i in range(count):
        copy(states, 1 + i % last, i % last)
