"""What a choice is worth: both ways played on from the same positions, by the thousand (`lab.branching`).

Positions are those that bots of a level come to, at most one from each match, so that they have nothing to do with each
other. As in all runs, match i has the seed `seed + i`, and what is counted are whole numbers: a run comes out the same
however it was cut, and whoever computed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tiotal.engine.batch import MOST_GAMES
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.forms import FormName
from tiotal.engine.game import Game
from tiotal.engine.games import part_of
from tiotal.engine.seeds import read_seed
from tiotal.lab.plots import FEWEST, Mark, mean
from tiotal.lab.spreading import check_processes, spread

MOST_TIMES = 1_000
PORTION = 500  # matches
ALL, BOT = "all", "bot"  # what positions are told apart by, besides the facts of a game: nothing, what the bot did
WAYS = ("one", "other", "neither")


@dataclass(frozen=True)
class Fact:
    """What positions are told apart by: a small whole number, from `most` on taken together, or what its label says."""

    name: str
    most: int = 0
    labels: tuple[str, ...] = ()

    def label(self, value: int) -> str:
        if self.labels:
            return self.labels[value]
        return f"{value}+" if value == self.most else str(value)


@dataclass(frozen=True)
class Question:
    name: str
    facts: tuple[Fact, ...]


Sums = list[int]  # positions; what the first way has won, and the second; the differences, and their squares
Counted = dict[str, dict[int, Sums]]  # by fact and its value


def questions_of(game: Game) -> list[Question]:
    asking = part_of(game.key, "choices")
    if asking is None:
        raise TiotalError("lab.no_questions", game=game.title)
    found: list[Question] = asking.QUESTIONS
    return found


def question_named(game: Game, name: str) -> Question:
    known = questions_of(game)
    for question in known:
        if question.name == name:
            return question
    raise TiotalError("cli.one_of", what="--question", choices=[question.name for question in known], value=quote(name))


def fact_named(question: Question, name: str) -> Fact:
    for fact in question.facts:
        if fact.name == name:
            return fact
    raise TiotalError("cli.one_of", what="--by", choices=[fact.name for fact in question.facts], value=quote(name))


@dataclass(frozen=True)
class Asked:
    """A question, and all that the answer depends on."""

    game: Game
    question: Question
    matches: int
    bots: tuple[str, ...] = ("medium",)  # one for all, or some who take turns in the seats
    times: int = 4
    seed: int = 0

    def check(self) -> None:
        from tiotal.lab.matches import Run
        from tiotal.lab.runs import Plan

        if not 1 <= self.matches <= MOST_GAMES:
            raise TiotalError("batches.games", games=self.matches, most=MOST_GAMES)
        if not 1 <= self.times <= MOST_TIMES:
            raise TiotalError("lab.times", times=self.times, most=MOST_TIMES)
        read_seed(self.seed, sealed=False)
        run = Run(self.game, self.bots, self.seed)
        Plan(run, self.matches)  # which looks at the bots
        if not run.is_compiled:
            raise TiotalError("lab.quick_bots", bots=list(self.bots))

    def prepare(self) -> None:
        """Compile what is needed, once, and not in every process."""
        count(self, 0, 1)


@dataclass(frozen=True)
class Answer:
    """What was found: for all positions, and for those with something in common."""

    asked: Asked
    counted: Counted

    @property
    def positions(self) -> int:
        return self.counted[ALL][0][0] if self.counted.get(ALL) else 0

    def chance(self, way: int, sums: Sums) -> float:
        """To win the match, one way or the other."""
        return sums[1 + way] / sums[0] / self._unit

    def worth(self, label: str, sums: Sums) -> Mark:
        """How much more the first way wins than the second; positions are what the interval depends on."""
        return mean(label, sums[3] / self._unit, sums[4] / self._unit**2, sums[0])

    def groups(self, fact: Fact) -> list[tuple[str, Sums]]:
        """The positions by a fact, where there are enough of them."""
        known = self.counted.get(fact.name, {})
        return [(fact.label(value), known[value]) for value in sorted(known) if known[value][0] >= FEWEST]

    @property
    def is_gift(self) -> bool:
        """Whether the question is about having something; then the bot did not choose."""
        return set(self.counted.get(BOT, {})) == {len(WAYS)}

    @property
    def by_bots(self) -> list[tuple[str, Sums]]:
        """By what the bot did that was asked."""
        known = {value: sums for value, sums in self.counted.get(BOT, {}).items() if not self.is_gift}
        return [(WAYS[value - 1], known[value]) for value in sorted(known) if known[value][0] >= FEWEST]

    @property
    def _unit(self) -> float:
        """What to win alone, or with a partner, counts."""
        from tiotal.bots.playing import CERTAIN

        return CERTAIN * self.asked.times / (2 if self.asked.game.partners else 1)

    def as_dict(self) -> dict[str, Any]:
        asked = self.asked
        return {
            "game": asked.game.name,
            "rules": asked.game.version,
            "players": asked.game.players,
            "options": asked.game.options,
            "bots": list(asked.bots),
            "question": asked.question.name,
            "matches": asked.matches,
            "times": asked.times,
            "seed": asked.seed,
            "positions": self.positions,
            "all": [self._told("", sums) for sums in self.counted.get(ALL, {}).values()],
            "by": {
                BOT: [self._told(label, sums) for label, sums in self.by_bots],
                **{
                    fact.name: [self._told(label, sums) for label, sums in self.groups(fact)]
                    for fact in asked.question.facts
                },
            },
        }

    def _told(self, label: str, sums: Sums) -> dict[str, Any]:
        mark = self.worth(label, sums)
        return {
            "label": label,
            "positions": sums[0],
            "one": self.chance(0, sums),
            "other": self.chance(1, sums),
            "difference": mark.value,
            "low": mark.low,
            "high": mark.high,
        }


# --- Asking -----------------------------------------------------------------------------------------------------
def answer(
    asked: Asked,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Answer:
    asked.check()
    check_processes(processes)
    if cluster is None:
        asked.prepare()
    portions = range(-(-asked.matches // PORTION))
    counted: Counted = {}
    work = spread(partial(_portion, asked), portions, processes=processes, cluster=cluster)
    try:
        for number, more in enumerate(work):
            counted = added(counted, more)
            progress(_size(asked, number))
    finally:
        work.close()
    return Answer(asked, counted)


def _size(asked: Asked, number: int) -> int:
    return min(PORTION, asked.matches - number * PORTION)


def _portion(asked: Asked, number: int) -> Counted:
    return count(asked, number * PORTION, _size(asked, number))


def count(asked: Asked, first: int, matches: int, form: FormName = "compiled") -> Counted:
    """The positions of some matches in a row."""
    import numpy as np

    from tiotal.lab.branching import FACTS, GAINED, MADE, MOST_FACTS

    found = np.zeros((matches, FACTS + MOST_FACTS), np.int64)
    _try_both(asked, first, found, form)
    found = found[found[:, MADE] > 0]
    one, other = found[:, GAINED], found[:, GAINED + 1]
    columns = [(ALL, np.zeros(len(found), np.int64)), (BOT, found[:, MADE])]
    for place, fact in enumerate(asked.question.facts):
        values = found[:, FACTS + place]
        columns.append((fact.name, np.minimum(values, fact.most) if fact.most else values))
    numbers = np.stack([np.ones(len(found), np.int64), one, other, one - other, (one - other) ** 2], axis=1)
    return {
        name: {int(value): numbers[values == value].sum(axis=0).tolist() for value in np.unique(values)}
        for name, values in columns
    }


def _try_both(asked: Asked, first: int, found: Any, form: FormName) -> None:
    from tiotal.bots.child import share_of
    from tiotal.bots.playing import CERTAIN
    from tiotal.bots.policies import new_notes, written_like_rules
    from tiotal.engine import forms
    from tiotal.lab import branching

    game = asked.game
    state = game.rules.State()
    game.set_up(state)
    names = sorted(set(asked.bots))
    states = _as_in(form, [state, game.rules.State(), game.rules.State()])
    minds = _as_in(form, [new_notes(game.key) for _ in names])
    choices = _as_in(form, [branching.Choice(), branching.Choice()])
    childish = _numbers(form, [round(CERTAIN * share_of(name, game.key)) for name in names])
    seating = _numbers(form, [names.index(name) for name in asked.bots])
    question = questions_of(game).index(asked.question)
    asking = part_of(game.key, "choices")
    assert asking is not None
    make = forms.compiled if form == "compiled" else forms.interpreted
    rules = make(game.rules, *written_like_rules(game.key), asking, branching)
    rules.try_both(states, minds, choices, childish, seating, question, asked.seed, first, asked.times, found)


def _as_in(form: FormName, plain: list[Any]) -> Any:
    """Records of the compiled form, or plain objects as they are."""
    if form == "interpreted":
        return plain
    from tiotal.engine import compiled

    records = compiled.new_records(type(plain[0]), len(plain))
    for place, each in enumerate(plain):
        compiled.pack(each, records[place])
    return records


def _numbers(form: FormName, numbers: list[int]) -> Any:
    import numpy as np

    return numbers if form == "interpreted" else np.array(numbers, np.int64)


def added(one: Counted, other: Counted) -> Counted:
    names: Iterable[str] = dict.fromkeys([*one, *other])
    return {name: _added(one.get(name, {}), other.get(name, {})) for name in names}


def _added(one: dict[int, Sums], other: dict[int, Sums]) -> dict[int, Sums]:
    nothing = [0] * 5
    values = sorted({*one, *other})
    return {
        value: [a + b for a, b in zip(one.get(value, nothing), other.get(value, nothing), strict=True)]
        for value in values
    }
