"""Thousands of matches stepped at once, in compiled code, on all cores.

    env = BatchEnv("…", players=4, count=4096, seed=1)
    while learning:
        actions = …                 # from env.observations and env.masks, for the seats in env.to_move
        env.step(actions)           # then env.rewards where env.done, and what the seats to move see now

Line i of every array belongs to match i. The seat that is to move sees its own view as a row of numbers, and which
moves are legal. When a match is over the next one begins in its place: the k-th match of line i, counted from 0, has
the seed `seed + i + k * count`, and is the same as `Game.deal` with that seed and the same moves. Arrays are written
anew by each step: copy what is to be kept.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from tiotal.engine import forms
from tiotal.engine.batch import check_batch
from tiotal.engine.errors import BadOption, IllegalMove, TiotalError, quote
from tiotal.engine.games import game_named
from tiotal.engine.record import Record
from tiotal.engine.trace import POLICIES, Policy
from tiotal.envs.observing import agents_of, layout_of
from tiotal.envs.stepping import BEGIN

if TYPE_CHECKING:
    from tiotal.envs.history import History

MOST_MATCHES = 1_000_000
FEWEST_A_THREAD = 128  # with fewer lines, another thread takes longer to start than to run


class BatchEnv:
    """Matches of one game with one choice of players and options."""

    def __init__(
        self,
        game: str,
        players: int = 4,
        count: int = 1024,
        seed: int = 0,
        threads: int | None = None,
        records: bool = False,
        **options: Any,
    ) -> None:
        """With `records`, moves are kept so that each match can be told of; that takes two bytes a move."""
        self.game = game_named(game)(players, **options)
        self.layout = layout_of(self.game)
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_MATCHES:
            raise TiotalError("envs.count", count=quote(count), most=MOST_MATCHES)
        seed, threads = check_batch(count, threads, seed)
        if not forms.can_compile():
            raise TiotalError("envs.no_numba")
        from tiotal.envs.matches import Matches

        threads = min(threads, -(-count // FEWEST_A_THREAD))
        matches = Matches(self.game, count, compiled=True, shares=threads)
        self.count = count
        self.players = players
        self.actions = self.game.actions  # how many there are
        self.observations = matches.rows
        self.masks = matches.masks
        self.to_move = matches.to_move
        self.seeds = matches.seeds
        self.lengths = matches.lengths
        self.done = matches.done  # true where a match has just ended; what came of it is in these:
        self.rewards = matches.rewards
        self.winners = matches.winners
        self.scores = matches.scores
        self._matches = matches
        self._keeps_records = records
        self._history: History | None = None
        self._lines = [(count * n // threads, count * (n + 1) // threads) for n in range(threads)]
        self._others = ThreadPoolExecutor(threads - 1, "tiotal-envs") if threads > 1 else None
        self.reset(seed)

    # --- Stepping -----------------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew: from a seed, or from the next that have not been used."""
        import numpy as np

        from tiotal.envs.history import History

        first, _ = check_batch(self.count, 1, int(self.seeds.max()) + 1 if seed is None else seed)
        self.seeds[:] = np.arange(self.count, dtype=np.int64) + first
        self._history = History(self.count) if self._keeps_records else None
        self._advance(np.full(self.count, BEGIN, np.int64))

    def step(self, actions: Any) -> None:
        """Play an action in each match. If one of them is not legal, none is played."""
        chosen = self._checked(actions)
        seeds = self.seeds.copy() if self._history else None
        self._advance(chosen)
        if self._history:
            self._history.note(chosen, self.done, seeds)

    def sample(self, policy: Policy = "uniform") -> Any:
        """A random legal action for each match: the same as `play_random` takes there, so the same at every call.

        `eager` keeps for last what would make a match of random players go on for ever.
        """
        import numpy as np

        if policy not in POLICIES:
            raise BadOption("options.choice", option="policy", choices=POLICIES, value=quote(policy))
        chosen = np.empty(self.count, np.int64)
        matches = self._matches
        now = (matches.seeds, matches.lengths, matches.sizes)
        matches.form.pick_moves(matches.states, POLICIES.index(policy), *now, chosen)
        return chosen

    def close(self) -> None:
        """Let the other threads go; whoever goes on does so alone."""
        if self._others:
            self._others.shutdown()
        self._others, self._lines = None, [(0, self.count)]

    def _advance(self, actions: Any) -> None:
        """Each thread has lines of its own; the first ones are for whoever asks."""

        def run(share: int) -> None:
            self._matches.advance(actions, self.count, share, self._lines[share])

        begun = [self._others.submit(run, share) for share in range(1, len(self._lines))] if self._others else []
        run(0)
        for other in begun:
            other.result()

    def _checked(self, actions: Any) -> Any:
        import numpy as np

        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise TiotalError("envs.actions", n=self.count)
        chosen = given.astype(np.int64)  # a copy, which nobody else can change
        number = self._matches.form.first_illegal(self._matches.states, self._matches.sizes, chosen)
        if number < self.count:
            self._refuse(number, int(chosen[number]))
        return chosen

    def _refuse(self, number: int, action: int) -> None:
        try:
            self._matches.position(number).check(action)
        except IllegalMove as reason:
            raise IllegalMove("envs.illegal", number=number, reason=reason) from None

    # --- Looking back -------------------------------------------------------------------------------------------
    def record(self, number: int, ended: bool = False) -> Record:
        """The record of the match that is going on in a line, or with `ended` of the one that ended last there."""
        self._check_number(number)
        if self._history is None:
            raise TiotalError("envs.no_records")
        if ended:
            seed, actions = self._history.ended(number)
        else:
            seed, actions = int(self.seeds[number]), self._history.now(number)
        return Record(self.game, tuple(agents_of(self.game)), seed, tuple(map(self.game.write, actions)))

    def fingerprint(self, number: int) -> str:
        """Of a match as it stands: the same for equal positions, in whichever way they were reached."""
        self._check_number(number)
        return self._matches.position(number).fingerprint()

    def _check_number(self, number: int) -> None:
        if isinstance(number, bool) or number not in range(self.count):
            raise TiotalError("envs.no_match", number=quote(number), most=self.count - 1)
