"""Whether a game keeps the laws of the house: for who writes one, here or in a package of its own.

    tiotal check-game ladder

    from tiotal.lab.conformance import check_game
    assert not [found for found in check_game("ladder") if found.broken]

Random matches of every variant that the game declares are played. The game itself says in `laws.py` of its home what
must never be made or lost (`everything(state)`), and gives other places to the cards that a seat has no way to know
(`exchange(state, seat, dice)`; the seat is NOBODY for a spectator).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tiotal.engine import forms
from tiotal.engine.errors import BadRecord, IllegalMove, TiotalError
from tiotal.engine.game import Game, Position
from tiotal.engine.games import game_named, part_of
from tiotal.engine.record import read_record, record_of, verify_record
from tiotal.engine.trace import POLICIES, Policy, random_trace
from tiotal.rules.state import NOBODY
from tiotal.words import LANGUAGES
from tiotal.words.telling import done, to_do

MOST_MOVES = 100_000  # of a match; one that goes on does not end
MOMENTS = 25  # of each match at which everything is looked at
MATCHES = 3  # of each variant


class Broken(TiotalError):
    """A law that does not hold, with what shows it."""


@dataclass(frozen=True)
class Found:
    law: str
    broken: TiotalError | None = None
    left_out: TiotalError | None = None  # why it could not be looked at


@dataclass(frozen=True)
class Trial:
    """One match of one variant, and the dice with which it is played."""

    game: Game
    seed: int
    laws: ModuleType

    @property
    def dice(self) -> random.Random:
        return random.Random(f"{self.game!r} {self.seed}")

    def positions(self) -> Iterator[Position]:
        """After the deal and after every move, with players who want to get on."""
        form = forms.interpreted(self.game.rules)
        stream, eager = form.policy_seed(self.seed), POLICIES.index("eager")
        position = self.game.deal(self.seed)
        yield position
        for decision in range(MOST_MOVES):
            if position.is_over:
                return
            state = position.whole_state()
            position.play(int(form.choose(state, form.legal(state), eager, stream, decision)))
            yield position

    def moments(self) -> Iterator[Position]:
        """Some of them, the deal and the end among them."""
        chance = self.dice
        for count, position in enumerate(self.positions()):
            if count < MOMENTS or position.is_over or chance.random() < MOMENTS / count:
                yield position

    def broken(self, key: str, position: Position, **values: Any) -> Broken:
        return Broken(key, game=repr(self.game), seed=self.seed, moves=len(position.moves), **values)


def check_game(name: str, matches: int = MATCHES, seed: int = 0) -> Iterator[Found]:
    """Look at one law after the other. What a game does wrong does not stop the next."""
    laws = part_of(name, "laws")
    if laws is None:
        raise TiotalError("check.no_laws", of=name)
    game_class = game_named(name)
    variants = [game_class(players, **options) for players, options in game_class.variants]
    trials = [Trial(game, seed + number, laws) for game in variants for number in range(matches)]
    for law, holds in LAWS.items():
        if law == "forms" and not forms.can_compile():
            yield Found(law, left_out=TiotalError("cli.no_numba"))
            continue
        yield Found(law, _first_broken(holds, trials))


def _first_broken(holds: Callable[[Trial], None], trials: list[Trial]) -> TiotalError | None:
    for trial in trials:
        try:
            holds(trial)
        except Broken as broken:
            return broken
        except Exception as error:  # a game that is being written may fail anywhere
            what = error.sentence("en") if isinstance(error, TiotalError) else f"{type(error).__name__}: {error}"
            return Broken("check.failed", game=repr(trial.game), seed=trial.seed, error=what)
    return None


# --- The laws ---------------------------------------------------------------------------------------------------
def moves_are_written_read_and_told(trial: Trial) -> None:
    """Each has one written form, what is legal is listed in order, and every one can be told in every language."""
    names = [f"Name {seat}" for seat in range(trial.game.most_players)]
    start = trial.game.deal(trial.seed)
    used = [action for action, move in enumerate(trial.game.moves) if move is not None]
    if [trial.game.parse(trial.game.write(action)) for action in used] != used:
        raise trial.broken("check.written_twice", start)
    for action in used:
        for move in {trial.game.move(action), trial.game.public_move(action)}:
            for language in LANGUAGES:
                told = to_do(language, trial.game.name, move, names), done(language, trial.game.name, move, names, 0)
                if not all(told):
                    raise trial.broken("check.not_told", start, move=move.written)
    for position in trial.moments():
        legal = position.legal_moves
        if legal != sorted(set(legal)) or bool(legal) == position.is_over:
            raise trial.broken("check.legal", position)


def what_is_not_legal_is_refused(trial: Trial) -> None:
    """In one sentence of every language, and nothing changes."""
    dice = trial.dice
    used = [action for action, move in enumerate(trial.game.moves) if move is not None]
    for position in trial.moments():
        before = position.fingerprint(), position.moves
        for action in set(dice.sample(used, min(20, len(used)))) - set(position.legal_actions):
            try:
                position.play(action)
            except IllegalMove as refusal:
                if not all(refusal.sentence(language).strip() for language in LANGUAGES):
                    raise trial.broken("check.not_told", position, move=trial.game.write(action)) from refusal
            else:
                raise trial.broken("check.illegal", position, move=trial.game.write(action))
        if (position.fingerprint(), position.moves) != before:
            raise trial.broken("check.changed", position)


def matches_end(trial: Trial) -> None:
    """Then there are scores and at least one winner, and nobody is to move. Also players who do not care get there."""
    position = None
    for position in trial.positions():
        if not position.is_over and position.winners:
            raise trial.broken("check.won_early", position)
    assert position is not None
    if not position.is_over:
        raise trial.broken("check.endless", position)
    scores = position.scores
    if position.to_move is not None or not position.winners or scores is None or len(scores) != trial.game.players:
        raise trial.broken("check.no_end", position)
    form, state = forms.interpreted(trial.game.rules), trial.game.rules.State()
    trial.game.set_up(state)
    form.start(state, trial.seed)
    dice = trial.dice
    for _ in range(MOST_MOVES):
        if state.over:
            return
        form.step(state, state.moves[dice.randrange(form.legal(state))])
    raise Broken("check.endless", game=repr(trial.game), seed=trial.seed, moves=MOST_MOVES)


def records_replay(trial: Trial) -> None:
    """A record says all: read again it gives the same match, and one that was cut is found out. A trace has an end."""
    *_, end = random_trace(trial.game, trial.seed, "eager", "interpreted")
    if "scores" not in end:
        raise Broken("check.no_trace", game=repr(trial.game), seed=trial.seed)
    position = list(trial.positions())[-1]
    names = [f"Name {seat}" for seat in range(trial.game.players)]
    text = record_of(position, names).to_json()
    if read_record(text).to_json() != text or verify_record(text).fingerprint() != position.fingerprint():
        raise trial.broken("check.record", position)
    shorter = trial.game.deal(trial.seed)
    for move in position.moves[:-1]:
        shorter.play(move)
    try:
        verify_record(record_of(shorter, names).to_json())
    except BadRecord:
        return
    raise trial.broken("check.record_cut", position)


def nothing_is_made_or_lost(trial: Trial) -> None:
    dealt = None
    for position in trial.positions():
        there = trial.laws.everything(position.whole_state())
        dealt = there if dealt is None else dealt
        if there != dealt:
            raise trial.broken("check.not_conserved", position)


def what_is_hidden_is_not_shown(trial: Trial) -> None:
    """Cards that a seat cannot know change places, and its view stays the same to the last letter."""
    dice, exchanged = trial.dice, False
    for position in trial.moments():
        for seat in _viewers(trial.game):
            state = position.whole_state()
            before = state.values()
            trial.laws.exchange(state, NOBODY if seat is None else seat, dice)
            exchanged = exchanged or state.values() != before
            now = position.log_size  # what was told before has been told
            if position.with_state(state).view(seat, now).to_json() != position.view(seat, now).to_json():
                raise trial.broken("check.leaks", position, seat=_who(seat))
    if not exchanged:
        raise Broken("check.nothing_exchanged", game=repr(trial.game))


def what_is_imagined_could_be(trial: Trial) -> None:
    """From what a seat is shown a whole state is made that shows the same, and keeps everything there is."""
    dice, others = trial.dice, False
    for position in trial.moments():
        there = trial.laws.everything(position.whole_state())
        for seat in _viewers(trial.game):
            view = position.view(seat, position.log_size)
            imagined = view.imagine(dice.getrandbits(32))
            if imagined.view(seat).state.values() != view.state.values():
                raise trial.broken("check.imagined", position, seat=_who(seat))
            if trial.laws.everything(imagined.whole_state()) != there:
                raise trial.broken("check.imagined_lost", position, seat=_who(seat))
            others = others or imagined.whole_state().values() != position.whole_state().values()
    if not others:
        raise Broken("check.imagines_nothing", game=repr(trial.game))


def forms_are_equal(trial: Trial) -> None:
    """Interpreted and compiled, state by state."""
    for policy in POLICIES:
        match = SideBySide(trial.game, trial.seed, policy)
        while not match.is_over and match.decisions < 40 * MOMENTS:
            match.step()
            if difference := match.difference():
                raise Broken(
                    "check.not_equal", game=repr(trial.game), seed=trial.seed, moves=match.decisions, field=difference
                )


LAWS: dict[str, Callable[[Trial], None]] = {
    "moves": moves_are_written_read_and_told,
    "refusals": what_is_not_legal_is_refused,
    "endings": matches_end,
    "records": records_replay,
    "conservation": nothing_is_made_or_lost,
    "secrecy": what_is_hidden_is_not_shown,
    "imagination": what_is_imagined_could_be,
    "forms": forms_are_equal,
}


def _viewers(game: Game) -> list[int | None]:
    return [None, *range(game.players)]


def _who(seat: int | None) -> str:
    return "–" if seat is None else str(seat + 1)


class SideBySide:
    """One match, played interpreted and in other forms at once."""

    def __init__(self, game: Game, seed: int, policy: Policy, *others: forms.Form) -> None:
        """Compiled, if nothing is said of other forms."""
        self.kind = game.rules.State
        self.plain_form = forms.interpreted(game.rules)
        self.plain = self.kind()
        game.set_up(self.plain)
        self.others = [(form, self._set_up(form)) for form in others or (forms.compiled(game.rules),)]
        self.policy, self.decisions = POLICIES.index(policy), 0
        self.stream = self.plain_form.policy_seed(seed)
        self.differs = "" if all(form.policy_seed(seed) == self.stream for form, _ in self.others) else "rng"
        self.plain_form.start(self.plain, seed)
        for form, record in self.others:
            form.start(record, seed)

    def _set_up(self, form: forms.Form) -> Any:
        records = form.kept.new_records(self.kind, 1)
        form.kept.pack(self.plain, records, 0)
        return records[0]

    @property
    def is_over(self) -> bool:
        return bool(self.plain.over)

    def step(self) -> None:
        """All random players choose for themselves; they must choose alike."""
        count = self.plain_form.legal(self.plain)
        arguments = (count, self.policy, self.stream, self.decisions)
        move = self.plain_form.choose(self.plain, *arguments)
        for form, record in self.others:
            if form.legal(record) != count or form.kept.listed(record, "moves")[:count] != self.plain.moves[:count]:
                self.differs = "moves"
                return
            if form.choose(record, *arguments) != move:
                self.differs = "moves"
            form.step(record, move)
        self.plain_form.step(self.plain, move)
        self.decisions += 1

    def difference(self) -> str:
        """The name of a field that is not the same in all of them; empty if there is none."""
        for form, record in self.others:
            unpacked = form.kept.unpack(record, self.kind)
            if not self.differs and unpacked.values() != self.plain.values():
                named: list[str] = [name for name, field in self.kind.fields.items() if not field.scratch]
                return next(name for name in named if getattr(unpacked, name) != getattr(self.plain, name))
        return self.differs
