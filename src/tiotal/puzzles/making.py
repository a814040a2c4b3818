"""How puzzles are found and checked: games between strong bots, a moment of choice, and two searches that must agree.

A moment becomes a puzzle if one move is clearly the best: to the first search, and to one ten times deeper that starts
with another seed. What weaker players would do there says how difficult it is. `puzzles.py` in the home of a game has

    VARIANTS        numbers of players and options that are played
    ASKED           kinds of moves: a moment with one of them is a question
    ITERATIONS      of the first search
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import hypot

from tiotal.bots.advice import MOST_MOVES, advise
from tiotal.bots.bot import Budget, chance_of
from tiotal.bots.catalogue import make_bot
from tiotal.bots.facts import Reason
from tiotal.bots.search import think
from tiotal.bots.worlds import Worlds
from tiotal.engine.game import Game, Position, View
from tiotal.engine.games import game_of, part_of
from tiotal.puzzles.puzzle import (
    DEEPER,
    DIFFICULTIES,
    FULL_POINTS,
    FULL_SHARE,
    Choice,
    Figures,
    Puzzle,
    Search,
    points_for,
    round_of,
)

STRENGTH = Budget(iterations=300)  # of the bots who play, for each move
GLANCE = 2_000  # iterations that show where nothing is at stake
FIRST_SEED, DEEPER_SEED = 0, 1
USUAL_ITERATIONS = 20_000

FEWEST_MOVES = 3  # to choose from
MOST_BEFORE = 24  # moves of the round so far: what happened can be read
MOMENTS = 8  # of a match that are looked at; one of them is kept at most
HOPELESS = 0.05  # a chance to win that is not worth a puzzle
MOST_ALIKE = 1 / 3  # of the puzzles of a difficulty have the same answer
CLEAR = 3.0  # standard errors between the best move and the next

WEAKER = ("beginner", "easy", "medium")
ATTEMPTS = 8  # of each of them
DIFFICULT = (0.25, 0.6)  # the share of the points that they miss, from the second difficulty on and from the third

Judgement = dict[str, Figures]  # of every legal move, the best first


@dataclass(frozen=True)
class Tried:
    """A match that was looked at, and the puzzle that was found in it."""

    number: int
    puzzle: Puzzle | None


@dataclass
class Wanted:
    """As many puzzles of every difficulty, and not always the same answer."""

    count: int  # in all
    have: Counter[int] = field(default_factory=Counter)  # of each difficulty
    answers: Counter[tuple[int, str]] = field(default_factory=Counter)

    @classmethod
    def besides(cls, count: int, puzzles: Iterable[Puzzle]) -> Wanted:
        wanted = cls(count)
        for puzzle in puzzles:
            wanted.note(puzzle)
        return wanted

    def note(self, puzzle: Puzzle) -> None:
        self.have[puzzle.difficulty] += 1
        self.answers[puzzle.difficulty, answer_of(puzzle.game, puzzle.best.move)] += 1

    @property
    def is_met(self) -> bool:
        return sum(self.have.values()) >= self.count

    def wants(self, difficulty: int, answer: str) -> bool:
        each = -(-self.count // len(DIFFICULTIES))
        alike = self.answers[difficulty, answer] >= max(1, round(MOST_ALIKE * each))
        return self.have[difficulty] < each and not alike


def answer_of(game: Game, move: str) -> str:
    """The card, or what is done where there is none."""
    asked = game.read(move)
    return asked.card or asked.kind


def find(game: str, tried: int, wanted: Wanted, first: int = 1) -> Iterator[Tried]:
    """Puzzles from match number `tried` on; `first` is the number of the first of them. The same matches give the same
    puzzles."""
    plan = part_of(game, "puzzles")
    kinds = getattr(plan, "VARIANTS", game_of(game).variants)
    variants = [game_of(game)(players, **options) for players, options in kinds]
    number = first
    while not wanted.is_met:
        puzzle = _in_match(variants[tried % len(variants)], random.Random(f"{game} {tried}"), number, wanted)
        number += puzzle is not None
        tried += 1
        if puzzle:
            wanted.note(puzzle)
        yield Tried(tried, puzzle)


def _in_match(game: Game, dice: random.Random, number: int, wanted: Wanted) -> Puzzle | None:
    seed = dice.getrandbits(40)
    moments = [position for position in _moments(game, seed) if is_question(position)]
    dice.shuffle(moments)
    for position in moments[:MOMENTS]:
        puzzle = made_of(position, seed, number, wanted)
        if puzzle:
            return puzzle
    return None


def _moments(game: Game, seed: int) -> Iterator[Position]:
    """Every position of a match between strong bots."""
    bots = [make_bot("search", seed + seat, STRENGTH) for seat in range(game.players)]
    position = game.deal(seed)
    while position.to_move is not None:
        yield position.copy()
        position.play(bots[position.to_move].choose(position.view(position.to_move)))


def is_question(position: Position) -> bool:
    """Whether there is something to ask, and what came before can be read."""
    game = position.game
    asked = getattr(part_of(game.key, "puzzles"), "ASKED", None)
    kinds = {game.read(move).kind for move in position.legal_moves}
    if not FEWEST_MOVES <= len(position.legal_moves) <= MOST_MOVES or (asked and kinds.isdisjoint(asked)):
        return False
    return len(round_of(position.view(position.to_move).log)) <= MOST_BEFORE


def made_of(position: Position, seed: int, number: int, wanted: Wanted) -> Puzzle | None:
    """The puzzle that a moment makes, if one move is clearly the best; the cheapest doubts come first."""
    view = position.view(position.to_move)
    glance = judge(view, GLANCE, FIRST_SEED)
    if not glance or not _stands_out(glance, doubts=0.0):
        return None
    iterations = getattr(part_of(view.game.key, "puzzles"), "ITERATIONS", USUAL_ITERATIONS)
    first = judge(view, iterations, FIRST_SEED)
    if not first or not _stands_out(first):
        return None
    missed = missed_by_weaker(view, first)
    difficulty = difficulty_of(missed)
    if not wanted.wants(difficulty, answer_of(view.game, next(iter(first)))) or not _can_be_explained(view, first):
        return None
    deeper = judge(view, DEEPER * iterations, DEEPER_SEED)
    if not deeper or not agree(first, deeper):
        return None
    reasons = _reasons(view)
    choices = tuple(Choice(move, first[move], deeper[move], reasons[move]) for move in deeper)
    searches = Search(iterations, FIRST_SEED), Search(DEEPER * iterations, DEEPER_SEED)
    return Puzzle(number, view.game, seed, tuple(position.moves), difficulty, missed, *searches, choices)


# --- Judging ----------------------------------------------------------------------------------------------------
def judge(view: View, iterations: int, seed: int) -> Judgement | None:
    """What a search says of every legal move; none if it has not tried them all, or likes another best than it tried
    most."""
    assert view.seat is not None
    found = think(view.game, view.seat, view.state, chance_of(seed, view), Budget(iterations=iterations)).moves
    sorted_by_worth = sorted(found, key=lambda judged: -judged.chance)
    if len(found) < len(view.legal_moves) or found[0] is not sorted_by_worth[0]:
        return None
    return {
        judged.move: Figures(round(judged.chance, 4), round(judged.error, 5), judged.visits)
        for judged in sorted_by_worth
    }


def agree(first: Judgement, deeper: Judgement) -> bool:
    """Whether both find the same move best, and clearly so."""
    return next(iter(first)) == next(iter(deeper)) and _stands_out(first) and _stands_out(deeper)


def _stands_out(judgement: Judgement, doubts: float = CLEAR) -> bool:
    """The best move alone is worth full points, beyond what chance may do to the figures."""
    best, second, *_ = judgement.values()
    gap = best.chance - second.chance
    worth_asking = best.chance >= HOPELESS and second.chance < FULL_SHARE * best.chance
    return worth_asking and gap >= doubts * hypot(best.error, second.error)


def _can_be_explained(view: View, judgement: Judgement) -> bool:
    """Whether rounds that are simply played on do not speak for another move: reasons are counted in them."""
    worlds = Worlds(view, chance_of(FIRST_SEED, view), memory_aid=True)
    best, *others = (worlds.outlook(view.game.parse(move)) for move in judgement)
    return all(best[0] >= other[0] - hypot(best[1], other[1]) for other in others)


def missed_by_weaker(view: View, judgement: Judgement) -> float:
    """The share of the points that weaker players would not get."""
    chosen = [make_bot(level, seed).choose(view) for level in WEAKER for seed in range(ATTEMPTS)]
    best = next(iter(judgement.values())).chance
    got = sum(points_for(judgement[move].chance, best) for move in chosen)
    return round(1 - got / (FULL_POINTS * len(chosen)), 3)


def difficulty_of(missed: float) -> int:
    return 1 + sum(missed >= limit for limit in DIFFICULT)


def _reasons(view: View) -> dict[str, tuple[Reason, ...]]:
    """Of every move, as a hint has them; which moves are as good is said by the figures."""
    advice = advise(view, Budget(iterations=GLANCE), FIRST_SEED, MOST_MOVES, memory_aid=True)
    return {
        advised.move: tuple(reason for reason in advised.reasons if reason.key != "facts.as_good")
        for advised in advice.moves
    }


# --- Checking ---------------------------------------------------------------------------------------------------
def verified(puzzle: Puzzle, seed: int = DEEPER_SEED) -> Judgement | None:
    """The deeper search once more, by another seed if one likes; none if it finds another move best."""
    found = judge(puzzle.view, puzzle.deeper.iterations, seed)
    first = {choice.move: choice.first for choice in sorted(puzzle.choices, key=lambda choice: -choice.first.chance)}
    return found if found and next(iter(found)) == next(iter(first)) == puzzle.best.move else None
