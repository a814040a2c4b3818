"""Matches by the million: who plays, what they play, and what came of it, in portions that anybody can compute.

Match i of a run has the seed `seed + i`, and chance decides nothing that does not follow from it. So a run can be cut
into portions anyhow, computed anywhere in any order, and comes out the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tiotal.bots.bot import Budget
from tiotal.bots.child import share_of
from tiotal.bots.levels import LEVELS
from tiotal.bots.playing import CERTAIN
from tiotal.bots.policies import new_notes, policy_of, written_like_rules
from tiotal.engine import compiled, forms
from tiotal.engine.game import Game
from tiotal.engine.games import part_of
from tiotal.lab import plain_watching, watching
from tiotal.lab.arena import derived, make_player
from tiotal.rules.state import Declared

ROOM = 200  # moves a match, to begin with; more are made room for
ITERATIONS = {"hard": 300, "master": 1500}  # instead of a time: the same anywhere


@dataclass(frozen=True)
class Run:
    """All that matches depend on, besides their numbers."""

    game: Game
    bots: tuple[str, ...] = ("medium",)  # one for all, or some who take turns in the seats
    seed: int = 0
    budget: Budget | None = None

    @cached_property
    def is_compiled(self) -> bool:
        """Whether all of them can be played without the interpreter."""
        return all(name in LEVELS and not LEVELS[name].looks_ahead for name in self.bots)

    def bot_at(self, match: int, seat: int) -> str:
        """Who sits where moves on by a seat with every match."""
        return self.bots[(seat + match) % len(self.bots)]


@dataclass(frozen=True)
class Matches:
    """Some matches in a row: the moves of all follow each other, those of match i end at ends[i]."""

    first: int
    seeds: Any
    moves: Any
    ends: Any

    def __len__(self) -> int:
        return len(self.seeds)

    def moves_of(self, place: int) -> Any:
        return self.moves[self.ends[place - 1] if place else 0 : self.ends[place]]


@dataclass(frozen=True)
class Outcomes:
    """What came of them, a row a match."""

    lengths: Any
    rounds: Any
    ran_out: Any
    lead_changes: Any
    scores: Any
    winners: Any


# --- Playing ----------------------------------------------------------------------------------------------------
def play(run: Run, first: int, count: int) -> Matches:
    return _play_compiled(run, first, count) if run.is_compiled else _play_with_bots(run, first, count)


def _play_compiled(run: Run, first: int, count: int) -> Matches:
    form = _form(run.game)
    states = _states(run.game)
    names = sorted(set(run.bots))
    minds = compiled.new_records(policy_of(run.game.key).Notes, len(names))
    for place in range(len(names)):
        compiled.pack(new_notes(run.game.key), minds[place])
    childish = np.array([round(CERTAIN * share_of(name, run.game.key)) for name in names], np.int64)
    seating = np.array([names.index(name) for name in run.bots], np.int64)
    moves = np.empty(ROOM * count, np.int16)
    while True:
        ends = np.empty(count, np.int64)
        done = form.play_levels(states, minds, childish, seating, run.seed, first, moves, ends)
        if done == count:
            seeds = np.arange(run.seed + first, run.seed + first + count, dtype=np.int64)
            return Matches(first, seeds, moves[: ends[-1]].copy(), ends)
        moves = np.empty(2 * len(moves), np.int16)


def _play_with_bots(run: Run, first: int, count: int) -> Matches:
    """Bots that search, and anybody's: each is given its view and nothing else."""
    moves: list[int] = []
    ends = []
    for match in range(first, first + count):
        position = run.game.deal(run.seed + match)
        bots = [_bot(run, match, seat) for seat in range(run.game.players)]
        while (seat := position.to_move) is not None:
            written = bots[seat].choose(position.view(seat))
            moves.append(run.game.parse(written))
            position.play(written)
        ends.append(len(moves))
    seeds = np.arange(run.seed + first, run.seed + first + count, dtype=np.int64)
    return Matches(first, seeds, np.array(moves, np.int16), np.array(ends, np.int64))


def _bot(run: Run, match: int, seat: int) -> Any:
    name = run.bot_at(match, seat)
    budget = run.budget or (Budget(iterations=ITERATIONS[name]) if name in ITERATIONS else None)
    return make_player(name, derived(run.seed, "bot", match, seat), budget)


# --- Watching ---------------------------------------------------------------------------------------------------
def watch(game: Game, matches: Matches) -> tuple[Any, Outcomes]:
    """The tally of these matches, as a record, and what came of each."""
    count = len(matches)
    tallies = compiled.new_records(tally_of(game), 1)
    lengths = np.diff(matches.ends, prepend=0)
    rounds, ran_out, lead_changes = (np.zeros(count, np.int64) for _ in range(3))
    scores = np.zeros((count, game.players), np.int64)
    winners = np.zeros((count, game.players), np.bool_)
    _form(game).watch_games(
        _states(game),
        tallies,
        matches.seeds,
        matches.moves,
        matches.ends,
        rounds,
        ran_out,
        lead_changes,
        scores,
        winners,
    )
    return tallies[0], Outcomes(lengths, rounds, ran_out, lead_changes, scores, winners)


def tally_of(game: Game) -> type[Declared]:
    found: type[Declared] = _watching(game).Tally
    return found


def _watching(game: Game) -> Any:
    return part_of(game.key, "watching") or plain_watching


def _form(game: Game) -> forms.Form:
    return forms.compiled(game.rules, *written_like_rules(game.key), _watching(game), watching)


def _states(game: Game) -> Any:
    states = compiled.new_records(game.rules.State, 1)
    state = game.rules.State()
    game.set_up(state)
    compiled.pack(state, states[0])
    return states
