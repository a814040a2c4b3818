"""Bots against each other, measured fairly.

Each deal is played once in every rotation of the seats, so that every bot holds every hand. A bot takes a seat; in a
game of pairs it takes both seats of a side. What it takes is its place at the table.

    as many places as bots    each bot has one
    more places than bots     the first bot has one, the others fill the rest in turn: a, b, b, b or a, b, c, b, c
    fewer places than bots    a ladder: every choice of bots that fills a table plays, each equally often

The order of all but the first is drawn anew for every second deal and turned round for the next, so that nobody
always sits after the same neighbour.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from statistics import NormalDist
from typing import Any

from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import BOTS, make_bot
from tiotal.bots.guard import Fault, Guarded, time_limit
from tiotal.bots.random import RandomBot
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import Game, Position
from tiotal.engine.seeds import read_seed
from tiotal.lab.spreading import check_processes, cores, spread
from tiotal.lab.statistics import CONFIDENCE, quantile, t_quantile, wilson

MOST_BOTS = 16
MOST_GAMES = 10_000_000
LONGEST_ROUND = 5_000  # moves; far more than any bot with a plan needs
WARM_UP_SECONDS = 120.0  # a first move may have to wait for the compiler
ENOUGH_DEALS = 10  # to judge from the deals themselves how much they differ
FAULTS_KEPT = 3  # of each bot
CLAIRVOYANT = "clairvoyant"


def known_bots() -> list[str]:
    """The names that `make_player` knows; besides, there is `module:Class`."""
    return [*BOTS, CLAIRVOYANT]


def make_player(name: str, seed: int, budget: Budget | None) -> Any:
    """A bot by its name, thinking on one core; the one that sees all cards exists only here."""
    if name == CLAIRVOYANT:
        return importlib.import_module("tiotal.lab.clairvoyant").Clairvoyant(seed, budget)
    if name not in BOTS and ":" not in name:
        raise TiotalError("bots.unknown", bot=quote(name), known=known_bots())
    return make_bot(name, seed, budget, threads=1)


# --- What is to be played ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Contest:
    """Who plays what: all that a deal depends on, besides its number."""

    game: Game
    bots: tuple[str, ...]
    seed: int = 0
    budget: Budget | None = None

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise TiotalError("arena.few_bots")
        if len(self.bots) > MOST_BOTS:
            raise TiotalError("arena.many_bots", most=MOST_BOTS, n=len(self.bots))
        for name, times in Counter(self.bots).items():
            if times > 1:
                raise TiotalError("arena.twice", bot=quote(name))
        read_seed(self.seed, sealed=False)
        for name in self.bots:
            make_player(name, 0, self.budget)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each place."""
        seats = range(self.game.players)
        partners = self.game.partners or seats
        return tuple(sorted({tuple(sorted({seat, partners[seat]})) for seat in seats}))

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The bots of each table, by their numbers; more than one table in a ladder only."""
        everybody, places = range(len(self.bots)), len(self.places)
        if places < len(self.bots):
            tables = list(itertools.combinations(everybody, places))
            random.Random(f"tables {self.seed}").shuffle(tables)
            return tuple(tables)
        fill = itertools.islice(itertools.cycle(everybody[1:]), places - 1)
        return ((0, *fill),)

    def deals_for(self, games: int) -> int:
        """How many deals make at least this many games; the same number at every table, if there are enough for all."""
        deals = -(-games // len(self.places))
        return deals if deals < len(self.tables) else -(-deals // len(self.tables)) * len(self.tables)

    def seatings(self, deal: int) -> list[list[int]]:
        """For each rotation, the bot at each seat."""
        turn, table = divmod(deal, len(self.tables))
        first, *others = self.tables[table]
        random.Random(f"order {self.seed} {turn // 2} {table}").shuffle(others)
        order = [first, *(reversed(others) if turn % 2 else others)]
        return [self._seated(order[rotation:] + order[:rotation]) for rotation in range(len(order))]

    def _seated(self, order: list[int]) -> list[int]:
        seated = [0] * self.game.players
        for bot, seats in zip(order, self.places, strict=True):
            for seat in seats:
                seated[seat] = bot
        return seated


# --- Playing ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Foul:
    """A fault, and where it happened."""

    fault: Fault
    deal: int
    rotation: int
    seat: int
    move: int


@dataclass(frozen=True)
class PlayedGame:
    """One game: the bot at each seat, and what came of it."""

    seated: list[int]
    winners: list[int]
    scores: list[int]


@dataclass
class Deal:
    """One deal in every rotation."""

    number: int
    games: list[PlayedGame] = field(default_factory=list)
    times: dict[int, Counter[int]] = field(default_factory=dict)  # for each bot, how often it took so many microseconds
    fouls: list[Foul] = field(default_factory=list)


def play_deal(contest: Contest, number: int) -> Deal:
    deal = Deal(number)
    with contextlib.redirect_stdout(sys.stderr):  # what a bot prints is no part of the result
        for rotation, seated in enumerate(contest.seatings(number)):
            for bot in seated:
                _warm_up(contest, contest.bots[bot])
            deal.games.append(_play_game(contest, deal, rotation, seated))
    return deal


def _play_game(contest: Contest, deal: Deal, rotation: int, seated: list[int]) -> PlayedGame:
    position = contest.game.deal(derived(contest.seed, "deal", deal.number))
    guards = [
        _guarded(contest, contest.bots[bot], derived(contest.seed, "bot", deal.number, rotation, seat))
        for seat, bot in enumerate(seated)
    ]
    move, round, began = 0, position.round, 0
    while (seat := position.to_move) is not None and move - began < LONGEST_ROUND:
        guard = guards[seat]
        asked = not guard.gave_up
        position.play(_ask(guard, position, seat))
        if asked:
            deal.times.setdefault(seated[seat], Counter())[_rounded(guard.seconds)] += 1
        while guard.faults:
            deal.fouls.append(Foul(guard.faults.pop(), deal.number, rotation, seat, move))
        move += 1
        if position.round != round:
            round, began = position.round, move
    if not position.is_over:
        endless = [Fault(guard.name, "endless", str(LONGEST_ROUND)) for guard in guards]
        deal.fouls += [Foul(fault, deal.number, rotation, seat, move) for seat, fault in enumerate(endless)]
        _play_out(position)
    return PlayedGame(seated, position.winners, position.scores or [])


def _play_out(position: Position) -> None:
    """Come to an end, without bots that find none."""
    anybody = RandomBot(0)
    while (seat := position.to_move) is not None:
        position.play(anybody.choose(position.view(seat)))


def _guarded(contest: Contest, name: str, seed: int, limit: float | None = None) -> Guarded:
    bot = make_player(name, seed, contest.budget)
    return Guarded(bot, limit_seconds=time_limit(contest.budget) if limit is None else limit, name=name)


def _ask(guard: Guarded, position: Position, seat: int) -> str:
    view = position.view(seat)
    if getattr(guard.bot, "sees_everything", False):
        return guard.ask(partial(guard.bot.choose_seeing, position.copy()), view)  # type: ignore[attr-defined]
    return guard.choose(view)


_warm: set[tuple[Game, str, Budget | None]] = set()  # in this process


def _warm_up(contest: Contest, name: str) -> None:
    """Let a bot choose once before it is timed, in a position with a choice: the first time loads what was compiled."""
    key = (contest.game, name, contest.budget)
    if key in _warm:
        return
    _warm.add(key)
    anybody = RandomBot(0)
    position = contest.game.deal(derived(contest.seed, "warm up"))
    moves = 0
    while (seat := position.to_move) is not None:
        if len(position.legal_moves) > 1 and moves >= position.game.players:
            _ask(_guarded(contest, name, 0, WARM_UP_SECONDS), position, seat)
            return
        position.play(anybody.choose(position.view(seat)))
        moves += 1


def derived(*parts: object) -> int:
    """A seed that depends on all of these and looks like no other."""
    text = " ".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1


def _rounded(seconds: float) -> int:
    """Microseconds, to three digits: few different values, so that they can be counted."""
    microseconds = round(seconds * 1e6)
    scale: int = 10 ** max(0, len(str(microseconds)) - 3)
    return round(microseconds / scale) * scale


# --- Summing up -------------------------------------------------------------------------------------------------
class Standing:
    """One bot so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = 0
        self.deals = 0
        self.won = 0.0  # sums over deals of the mean win share, and of its square
        self.won_squared = 0.0
        self.score = 0.0
        self.seats = 0
        self.ceiling = 1.0  # its win share if it always won
        self.faults = 0
        self.times: Counter[int] = Counter()

    def add(self, shares: list[float], scores: list[int], ceiling: float) -> None:
        """The win share in each game of a deal, and the score at each seat."""
        mean = sum(shares) / len(shares)
        self.games += len(shares)
        self.deals += 1
        self.won += mean
        self.won_squared += mean * mean
        self.score += sum(scores)
        self.seats += len(scores)
        self.ceiling = ceiling

    @property
    def win_share(self) -> float:
        return self.won / self.deals

    def interval(self, confidence: float) -> tuple[float, float]:
        """Wilson's interval for a share, with as many independent games as the spread of the deals is worth.

        The games of a deal depend on each other: with the same cards, one bot's luck is the next one's bad luck.
        """
        share = min(1.0, self.win_share / self.ceiling)
        games: float = self.games
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        if self.deals >= ENOUGH_DEALS:
            variance = max(0.0, self.won_squared / self.deals - self.win_share**2) / (self.deals - 1) / self.ceiling**2
            z = t_quantile((1 + confidence) / 2, self.deals - 1)
            if variance > 1e-12:
                games = share * (1 - share) / variance
        low, high = wilson(share, games, z)
        return low * self.ceiling, high * self.ceiling

    def milliseconds(self, share: float) -> float | None:
        return quantile(self.times, share) / 1000 if self.times else None


class Ratings:
    """Ratings over all games: Plackett and Luce's model, as OpenSkill estimates it, for players who do not learn."""

    def __init__(self, bots: int) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce(tau=0.0)
        self._of = [self._model.rating() for _ in range(bots)]

    def add(self, order: list[int], won: list[bool]) -> None:
        """The bot at each place, and whether it won."""
        rated = self._model.rate([[self._of[bot]] for bot in order], ranks=[0.0 if win else 1.0 for win in won])
        new: dict[int, list[Any]] = {}
        for bot, (rating,) in zip(order, rated, strict=True):
            new.setdefault(bot, []).append(rating)
        for bot, ratings in new.items():  # a bot with several places has learned something about itself at each
            mu = sum(rating.mu for rating in ratings) / len(ratings)
            sigma = sum(rating.sigma for rating in ratings) / len(ratings)
            self._of[bot] = self._model.rating(mu=mu, sigma=sigma)

    def __getitem__(self, bot: int) -> float:
        return float(self._of[bot].mu)


class Result:
    """The sum of the deals so far, which come in order."""

    def __init__(self, contest: Contest, confidence: float = CONFIDENCE) -> None:
        self.contest = contest
        self.confidence = confidence
        self.games = 0
        self.deals = 0
        self.seconds = 0.0
        self.standings = [Standing(name) for name in contest.bots]
        self.ratings = Ratings(len(contest.bots)) if len(contest.bots) > 2 else None
        self.fouls: list[Foul] = []

    def add(self, deal: Deal) -> None:
        places = self.contest.places
        self.deals += 1
        self.games += len(deal.games)
        shares: dict[int, list[float]] = {}
        scores: dict[int, list[int]] = {}
        for game in deal.games:
            order = [game.seated[seats[0]] for seats in places]
            won = [seats[0] in game.winners for seats in places]
            for bot in set(order):
                mine = [win for who, win in zip(order, won, strict=True) if who == bot]
                shares.setdefault(bot, []).append(sum(mine) / max(1, sum(won)) / len(mine))
            for bot, score in zip(game.seated, game.scores, strict=True):
                scores.setdefault(bot, []).append(score)
            if self.ratings:
                self.ratings.add(order, won)
        table = Counter(deal.games[0].seated[seats[0]] for seats in places)
        for bot, its_shares in shares.items():
            self.standings[bot].add(its_shares, scores[bot], 1 / table[bot])
        for bot, times in deal.times.items():
            self.standings[bot].times.update(times)
        for foul in deal.fouls:
            self.standings[self.contest.bots.index(foul.fault.bot)].faults += 1
            self._keep(foul)

    def _keep(self, foul: Foul) -> None:
        """The first few faults of each bot, those that are not alike."""
        kept = [other.fault for other in self.fouls if other.fault.bot == foul.fault.bot]
        if len(kept) < FAULTS_KEPT and foul.fault not in kept:
            self.fouls.append(foul)

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        contest = self.contest
        return {
            "game": contest.game.name,
            "players": contest.game.players,
            "options": contest.game.options,
            "house_rules": contest.game.house_rules,
            "seed": contest.seed,
            "budget": None if contest.budget is None else str(contest.budget),
            "games": self.games,
            "deals": self.deals,
            "even": 1 / len(contest.places),
            "confidence": self.confidence,
            "bots": [self._bot(number) for number in range(len(contest.bots))],
            "faults": [_told(foul, language) for foul in self.fouls],
            "seconds": round(self.seconds, 3),
        }

    def _bot(self, number: int) -> dict[str, Any]:
        standing = self.standings[number]
        played = standing.deals > 0  # in a ladder that was stopped early, some may not have
        low, high = standing.interval(self.confidence) if played else (0.0, 1.0)
        return {
            "bot": standing.name,
            "win_share": standing.win_share if played else None,
            "low": low,
            "high": high,
            "mean_score": standing.score / standing.seats if played else None,
            "ms_median": standing.milliseconds(0.5),
            "ms_p99": standing.milliseconds(0.99),
            "rating": round(self.ratings[number], 2) if self.ratings else None,
            "moves": standing.times.total(),
            "faults": standing.faults,
        }


def _told(foul: Foul, language: str) -> dict[str, Any]:
    return {
        "bot": foul.fault.bot,
        "kind": foul.fault.kind,
        "sentence": foul.fault.sentence(language),
        "deal": foul.deal,
        "rotation": foul.rotation,
        "seat": foul.seat,
        "move": foul.move,
    }


# --- On all cores -----------------------------------------------------------------------------------------------
def run_arena(
    contest: Contest,
    games: int,
    *,
    confidence: float = CONFIDENCE,
    processes: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Result:
    """Play at least this many games. Stopped from the keyboard, it sums up the deals that were finished."""
    check_numbers(games, confidence, processes)
    result = Result(contest, confidence)
    deals = contest.deals_for(games)
    start = time.perf_counter()
    workers = min(deals, processes or cores())
    played = spread(partial(play_deal, contest), range(deals), processes=workers, cluster=cluster)
    try:
        for deal in played:
            result.add(deal)
            result.seconds = time.perf_counter() - start
            progress(len(deal.games))
    except KeyboardInterrupt:
        if not result.deals:
            raise
    finally:
        played.close()
    return result


def read_confidence(text: str) -> float:
    """A share such as 0.95."""
    try:
        return float(text)
    except ValueError:
        raise TiotalError("arena.confidence", confidence=quote(text)) from None


def check_numbers(games: int, confidence: float, processes: int | None) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise TiotalError("batches.games", games=games, most=MOST_GAMES)
    if not 0.5 <= confidence <= 0.9999:
        raise TiotalError("arena.confidence", confidence=quote(confidence))
    check_processes(processes)
