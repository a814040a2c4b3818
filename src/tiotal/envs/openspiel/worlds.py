"""Every world that is possible for those who sit at a table, each with its exact chance.

`imagine` fills the holes of a view by chance, fairly. Here the same rule is run with every answer that chance can give,
one after the other, instead of one of them: that gives all worlds which a view allows, and how likely `imagine` makes
each. Nothing of any game is written again. What a game has to tell about its `imagine` is in its `laws.py`.

What is common knowledge is more than one view: what a seat may hold in the eyes of another, and what it would believe
then, and so on. So worlds are collected until no seat adds another.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from types import ModuleType
from typing import Any

from tiotal.engine.errors import TiotalError
from tiotal.engine.forms import Rebuilt
from tiotal.engine.game import Game, Position
from tiotal.engine.games import part_of
from tiotal.engine.seeds import chance_of
from tiotal.rules.state import UNKNOWN

MOST_WORLDS = 2_000
MOST_RUNS = 20_000  # of `imagine` for one view: a few seconds
UNUSED = [1, 0]  # a generator as good as any: see `tiotal.envs.openspiel.late`
Key = tuple[int, ...]  # the numbers of a state
Worlds = list[tuple[int, Any]]  # weights, and full states


def common_worlds(position: Position, seat: int | None = None, most: int = MOST_WORLDS) -> Worlds:
    """All worlds that are possible by what everybody knows that everybody knows; or, for a seat, by what it sees."""
    game = position.game
    seats = range(game.players) if seat is None else (seat,)
    real = settled(game, position.whole_state())
    seen = seen_by(game, real, seats[0])
    first = next(world for _, world in worlds_of_view(game, seen, seats[0], most).values())
    weights: dict[Key, Fraction] = {_key(first): Fraction(1)}
    found: dict[Key, Any] = {_key(first): first}
    asked: set[tuple[int, Key]] = set()
    to_ask = [first]
    while to_ask:
        world = to_ask.pop()
        for other in seats:
            seen = seen_by(game, world, other)
            if (other, _key(seen)) in asked:
                continue
            asked.add((other, _key(seen)))
            for chance, key, another in _with_chances(game, seen, other, world, most):
                weight = weights[_key(world)] * chance
                if weights.setdefault(key, weight) != weight:
                    raise TiotalError("openspiel.disagree")
                if key not in found:
                    found[key] = another
                    to_ask.append(another)
            if len(found) > most:
                raise TiotalError("openspiel.many_worlds", most=most)
    if seat is None and _key(real) not in found:  # an imagined world may lack what another seat would remember
        raise TiotalError("openspiel.disagree")
    scale = math.lcm(*(weight.denominator for weight in weights.values()))
    return [(int(weights[key] * scale), world) for key, world in found.items()]


def _with_chances(game: Game, seen: Any, seat: int, world: Any, most: int) -> Iterator[tuple[Fraction, Key, Any]]:
    """Every world that looks like this to a seat, and how likely it is for each time that `world` is the one."""
    chances = worlds_of_view(game, seen, seat, most)
    if _key(world) not in chances:
        raise TiotalError("openspiel.disagree")
    own, _ = chances[_key(world)]
    for key, (chance, another) in chances.items():
        yield chance / own, key, another


def worlds_of_view(game: Game, seen: Any, seat: int, most: int = MOST_WORLDS) -> dict[Key, tuple[Fraction, Any]]:
    """Every full state that a seat which sees this may imagine, with its chance."""
    imagine = imagine_with_every_answer(game.rules, part_of(game.key, "laws"))
    worlds: dict[Key, Any] = {}
    chances: dict[Key, Fraction] = {}
    settled_as: dict[Key, Key] = {}  # many ways lead to the same world
    answers = EveryAnswer()
    for _ in range(MOST_RUNS):
        if not answers.go_on():
            total = sum(chances.values(), Fraction(0))
            return {key: (chance / total, worlds[key]) for key, chance in chances.items()}
        world = seen.copy()
        world.answers = answers
        try:
            imagine(world, seat)
        except BeginAnew:  # and draw from the same worlds again, so without it they are as likely
            continue
        del world.answers
        way = _key(world)
        if way not in settled_as:
            world = settled(game, world)
            settled_as[way] = _key(world)
            worlds.setdefault(_key(world), world)
            if len(worlds) > most:
                break
        chances[settled_as[way]] = chances.get(settled_as[way], Fraction(0)) + answers.chance
    raise TiotalError("openspiel.many_worlds", most=most)


def seen_by(game: Game, state: Any, seat: int) -> Any:
    seen = game.rules.State()
    game.rules.view(seen, state, seat)
    return seen


# --- Equal worlds -----------------------------------------------------------------------------------------------
def settled(game: Game, state: Any) -> Any:
    """The same world with the same numbers, however it came about: without what is left over in places that are not in
    use, which no view shows, without its chance, and with every hand in order, where a game does not keep it so."""
    put_in_order = getattr(part_of(game.key, "laws"), "in_order", None)
    if put_in_order:
        put_in_order(state)
    views = zip(*(seen_by(game, state, seat).values() for seat in range(game.players)), strict=True)
    numbers = zip(state.values(), views, strict=True)
    clean = state_from(game, [number if number in seen or UNKNOWN in seen else 0 for number, seen in numbers])
    clean.rng[:] = UNUSED
    return clean


def state_from(game: Game, values: Iterable[int]) -> Any:
    """A state of the game's rules from its numbers, in the order of `values`."""
    state = game.rules.State()
    game.set_up(state)
    numbers = iter(values)
    for name, field in type(state).fields.items():
        if field.scratch or field.derived:
            continue
        match field.shape:
            case ():
                setattr(state, name, next(numbers))
            case (length,):
                setattr(state, name, [next(numbers) for _ in range(length)])
            case (rows, columns):
                setattr(state, name, [[next(numbers) for _ in range(columns)] for _ in range(rows)])
    return state


def _key(state: Any) -> Key:
    return tuple(state.values())


# --- Every answer -----------------------------------------------------------------------------------------------
class BeginAnew(Exception):
    """What was imagined so far does not fit, and has to be imagined again from the beginning."""


class EveryAnswer:
    """Stands for chance: asked the same questions again and again, it gives other answers until it has given all."""

    def __init__(self) -> None:
        self._given: list[tuple[int, list[int]]] = []  # which answer, and how likely each is
        self._asked = -1  # in this run; -1 before the first

    def go_on(self) -> bool:
        """Begin another run; False if all answers have been given."""
        if self._asked >= 0:
            while self._given and self._given[-1][0] == len(self._given[-1][1]) - 1:
                self._given.pop()
            if not self._given:
                return False
            last, weights = self._given[-1]
            self._given[-1] = last + 1, weights
        self._asked = 0
        return True

    @property
    def chance(self) -> Fraction:
        """Of the answers in this run."""
        likely = math.prod(weights[answer] for answer, weights in self._given)
        return Fraction(likely, math.prod(sum(weights) for _, weights in self._given))

    def choose(self, weights: list[int]) -> int:
        if self._asked == len(self._given):
            self._given.append((0, weights))
        answer, _ = self._given[self._asked]
        self._asked += 1
        return answer

    def arrange(self, cards: list[int], size: int) -> None:
        """As a shuffle, but equal cards are not told apart."""
        left = Counter(sorted(cards[:size]))
        for place in range(size - 1, -1, -1):
            kinds = [kind for kind, copies in left.items() if copies]
            cards[place] = kinds[self.choose([left[kind] for kind in kinds])]
            left[cards[place]] -= 1


def any_below(state: Any, n: int) -> int:
    answers: EveryAnswer = state.answers
    return answers.choose([1] * n)


def any_order(state: Any, cards: list[int], size: int) -> None:
    state.answers.arrange(cards, size)


@functools.cache
def imagine_with_every_answer(rules: ModuleType, laws: ModuleType | None) -> Callable[[Any, int], None]:
    """The rule `imagine` of a game, made anew so that it asks `state.answers` wherever it would ask chance."""
    chance = chance_of(rules)
    asked = {chance.shuffle.__code__: any_order, chance.random_below.__code__: any_below}
    asked |= {function.__code__: any_below for function in getattr(laws, "RANDOM_BELOW", ())}
    may_fail = {function.__code__ for function in getattr(laws, "MAY_FAIL", ())}

    def make(function: Any) -> Any:
        if function.__code__ in may_fail:
            return _or_begin_anew(function)
        return asked.get(function.__code__, function)

    made = Rebuilt(rules, make, lambda table: table, lambda *_: None)
    imagine: Callable[[Any, int], None] = made.functions["imagine"]
    return imagine


def _or_begin_anew(function: Callable[..., bool]) -> Callable[..., bool]:
    def succeeds(*arguments: Any) -> bool:
        if not function(*arguments):
            raise BeginAnew
        return True

    return succeeds
