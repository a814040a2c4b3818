"""Whether hints are true: each is compared with what a search ten times deeper says of the same position.

Four questions (decision 0026): does the interval of a move contain the deeper value; how much is lost, by the deeper
search, with the move that was advised; are moves that were called about as good about as good; and how wide are the
intervals, for one that says nothing would always be right.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from tiotal.bots.advice import FAR, SPREAD, Advised, advise
from tiotal.bots.bot import Budget, chance_of
from tiotal.bots.catalogue import make_bot
from tiotal.bots.choosing import Judged
from tiotal.bots.search import think
from tiotal.engine.game import Game, Position, View
from tiotal.engine.games import GAMES

DEEPER = 10
PLAYERS = ("easy", "medium")  # who has played so far


@dataclass(frozen=True)
class Compared:
    """One hint beside the deeper search."""

    game: str
    within: tuple[bool, ...]  # for each move of the hint, the best first: whether its interval holds the deeper value
    half_width: float  # of the interval of the best move
    regret: float  # how much worse the advised move is than another, beyond what the deeper search is unsure of itself
    equals: int  # moves that were called about as good as the best
    unequal: int  # of them, those that are not


def positions(count: int, seed: int = 0) -> Iterator[Position]:
    """Moments of choice from whole matches, all games and variants in turn."""
    each = ([kind(players, **options) for players, options in kind.variants] for kind in GAMES.values())
    in_turn = itertools.chain.from_iterable(zip(*map(itertools.cycle, each), strict=True))
    return (_position(next(in_turn), f"{seed} {number}") for number in range(count))


def _position(game: Game, name: str) -> Position:
    dice = random.Random(name)
    seed = dice.getrandbits(40)
    bots = [make_bot(dice.choice(PLAYERS), seed + seat) for seat in range(game.players)]
    position = game.deal(seed)
    choices = []
    while position.to_move is not None:
        if len(position.legal_moves) > 1:
            choices.append(len(position.moves))
        position.play(bots[position.to_move].choose(position.view(position.to_move)))
    moment = game.deal(seed)
    for move in position.moves[: dice.choice(choices)]:
        moment.play(move)
    return moment


def compare(view: View, iterations: int) -> Compared:
    """A hint, and what a search with ten times as many iterations says of its moves."""
    advice = advise(view, Budget(iterations=iterations))
    assert view.seat is not None
    deep = think(view.game, view.seat, view.state, chance_of(1, view), Budget(iterations=DEEPER * iterations))
    found = {judged.move: judged for judged in deep.moves}
    best = advice.best
    called_equal = [move for fact in best.reasons if fact.key == "facts.as_good" for move in fact.values["moves"]]
    return Compared(
        game=view.game.name,
        within=tuple(_holds(advised, found) for advised in advice.moves),
        half_width=(best.high - best.low) / 2,
        regret=0.0 if best.exact else max(_ahead(other, found[best.move]) for other in deep.moves),
        equals=len(called_equal),
        unequal=sum(abs(_ahead(found[best.move], found[move])) > FAR for move in called_equal if move in found),
    )


def _holds(advised: Advised, found: dict[str, Judged]) -> bool:
    return advised.exact or (advised.move in found and advised.low <= found[advised.move].chance <= advised.high)


def _ahead(one: Judged, other: Judged) -> float:
    """How much better one move is than another, beyond doubt."""
    doubt = SPREAD * hypot(one.error, other.error)
    return max(one.chance - other.chance - doubt, 0.0) - max(other.chance - one.chance - doubt, 0.0)
