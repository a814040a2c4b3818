"""Random games for the property tests: every game with every option, a way to play them, and what the table remembers.

What a seat remembers is worked out here from the moves and the rules pages, never from the rules' own view of it.
"""

from __future__ import annotations

import copy
import os
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st

from tests.checker import cento as cento_checker
from tiotal.engine import forms
from tiotal.engine.game import Game, Position, View
from tiotal.engine.seeds import Seed
from tiotal.games.cento import rules as cento
from tiotal.games.cento.game import CARDS as CENTO_CARDS
from tiotal.games.cento.game import DEFAULT_TARGET, MATCHES, PRESETS, Cento, ways_to_play
from tiotal.games.nimmt import rules as nimmt
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import CARDS as TEN_CARDS
from tiotal.games.ten.game import Ten
from tiotal.rules.chance import seed_chance
from tiotal.rules.state import NOBODY

Table = dict[str, Any]
IS_QUICK = os.environ.get("TIOTAL_TESTS") == "quick"  # as `make check` wants it


def law(examples: int, **others: Any) -> settings:
    """The same examples on every run, as many as stated (in quick runs a third), each as long as it takes.

    A failing example is not made smaller: a random game says all by its options, seed and moves.
    """
    return settings(
        max_examples=examples // 3 if IS_QUICK else examples,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        **others,
    )


# --- Every game with every option -------------------------------------------------------------------------------
@st.composite
def cento_games(draw: st.DrawFn, pairs: bool | None = None) -> Cento:
    """Low limits and mostly low targets keep the matches short."""
    preset = draw(st.sampled_from(PRESETS))
    targets = {
        "race": st.none() | st.integers(10, 30) | st.integers(10, 99),
        "marathon": st.integers(101, 110) | st.integers(101, 1000),
        "own": st.integers(10, 30) | st.integers(10, 150) | st.integers(10, 1000),
    }
    with_partner = draw(st.booleans()) if pairs is None else pairs
    players = draw(st.sampled_from((4, 6, 8)) if with_partner else st.integers(2, 8))
    target = draw(targets.get(preset, st.sampled_from((None, DEFAULT_TARGET[preset]))))
    match = draw(st.sampled_from(MATCHES))
    cards = {}
    if preset == "own" and target is not None:
        cards["cards"] = own_cards(draw(st.permutations(CENTO_CARDS)), draw(st.integers(1, 30)), target, players)
    return Cento(
        players,
        preset=preset,
        **cards,
        target=target,
        match=match,
        limit=draw(st.none() | st.integers(1, 10_000)) if match == "single" else draw(st.integers(1, 120)),
        pairs=with_partner,
    )


def own_cards(order: Sequence[str], least: int, target: int, players: int) -> list[str]:
    """C11: at least so many kinds of cards from the beginning of this order, and no more than a game needs."""
    for kinds in range(least, len(order) + 1):
        cards = [card for card in cento_checker.COPIES if card in order[:kinds]]
        enough = len(cento_checker.pack(cards)) >= 5 * players + 10
        if enough and cento_checker.goal_is_reachable(cards, target):
            return cards
    raise AssertionError("with all cards every goal can be reached")


@st.composite
def nimmt_games(draw: st.DrawFn) -> Nimmt:
    players = draw(st.integers(2, 7))
    return Nimmt(
        players,
        rounds=draw(st.sampled_from((1, 1, 1, 2, 2, 3))),
        starter=draw(st.none() | st.integers(0, players - 1)),
        bull_window=draw(st.sampled_from((None, "fixed", "sliding"))),
    )


@st.composite
def ten_games(draw: st.DrawFn) -> Ten:
    players = draw(st.integers(2, 7))
    return Ten(
        players,
        starter=draw(st.none() | st.integers(0, players - 1)),
        spare_jokers=draw(st.sampled_from((None, "in", "out"))),
    )


def games() -> st.SearchStrategy[Game]:
    return st.one_of(cento_games(), nimmt_games(), ten_games())


def seeds() -> st.SearchStrategy[Seed]:
    """Mostly numbers, some of them sealed seeds."""
    numbers: st.SearchStrategy[Seed] = st.integers(0, 2**63 - 1)
    return numbers | numbers | st.binary(min_size=32, max_size=32).map(bytes.hex)


def variants() -> Iterator[Game]:
    """Every preset with every match, pairs and player count; every starter, window and use of spare jokers."""
    for preset in PRESETS:
        for match in MATCHES:
            for players in range(2, 9):
                for pairs in (False, True) if players in (4, 6, 8) else (False,):
                    limit = None if match == "single" else 60
                    own = {"marathon": {"target": 120}, "own": own_variant(f"{match} {players} {pairs}", players)}
                    yield Cento(players, preset=preset, match=match, limit=limit, pairs=pairs, **own.get(preset, {}))
    for target in (10, 11, 25, 99):
        yield Cento(2, preset="race", target=target, match="series", limit=50)
    for target in (101, 1000):
        yield Cento(4, preset="marathon", target=target, pairs=target == 101)
    for players in range(2, 8):
        for starter in range(players):
            yield Nimmt(players, rounds=1 + starter % 2, starter=starter, bull_window=("fixed", "sliding")[starter % 2])
            yield Nimmt(players, rounds=2 - starter % 2, starter=starter, bull_window=("sliding", "fixed")[starter % 2])
            yield Ten(players, starter=starter, spare_jokers="in")
            yield Ten(players, starter=starter, spare_jokers="out")


def own_variant(seed: str, players: int) -> dict[str, Any]:
    """A deck of any size with any target, in which a round does not get stuck and random play reaches the goal soon."""
    dice = random.Random(seed)
    while True:
        target = dice.choice((dice.randint(10, 30), dice.randint(10, 150)))
        order = dice.sample(CENTO_CARDS, len(CENTO_CARDS))
        cards = own_cards(order, dice.randint(1, 20), target, players)
        if not ways_to_play(frozenset(cards), target).can_get_stuck:
            return {"cards": cards, "target": target}


# --- Playing ----------------------------------------------------------------------------------------------------
def sensible(position: Position, dice: random.Random) -> str:
    """Any legal move; but in 11 nimmt! seldom a take while a card fits, or hands only grow."""
    legal = position.legal_moves
    if position.game.name == "nimmt":
        plays = [move for move in legal if not move.startswith("take:")]
        if plays and dice.random() < 0.93:
            return dice.choice(plays)
    return dice.choice(legal)


def play_on(position: Position, dice: random.Random, moves: int) -> Iterator[Position]:
    """The position itself, again after every move, until so many have been made or the match is over."""
    yield position
    for _ in range(moves):
        if position.is_over:
            return
        position.play(sensible(position, dice))
        yield position


def random_positions(game: Game, seed: int, moves: int) -> Iterator[Position]:
    return play_on(game.deal(seed), random.Random(seed), moves)


def viewers(game: Game) -> list[int | None]:
    """A spectator, and every seat."""
    return [None, *range(game.players)]


# --- Imagining without waiting for ever -------------------------------------------------------------------------
MOST_WORDS = 20_000  # random words for one imagination: a hundred times a whole shuffled deck


class TooManyWords(Exception):
    pass


class CountedWords(list[int]):
    """The two words of a generator, which stops one that is asked for too many numbers."""

    words = 0

    def __setitem__(self, place: Any, word: Any) -> None:
        self.words += 1
        if self.words > 2 * MOST_WORDS:
            raise TooManyWords
        super().__setitem__(place, word)


def comes_to_an_end(view: View, seed: int) -> bool:
    """Whether the rules can imagine what this view hides with a bounded number of random words."""
    state = view.state
    state.rng = CountedWords(state.rng)
    seed_chance(state, seed)
    try:
        forms.interpreted(view.game.rules).imagine(state, NOBODY if view.seat is None else view.seat)
    except TooManyWords:
        return False
    return True


def imagined(view: View, seed: int) -> Position:
    """What `imagine` gives; a view with which it does not come to an end is left to the tests of just that."""
    assume(comes_to_an_end(view, seed))
    return view.game.imagine(view, seed)


# --- What the table remembers -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Step:
    player: int
    move: str
    entry: int  # its number in the log
    before: Table  # as in a trace
    after: Table


class Memory(ABC):
    """What has been seen, and by whom. `confidants` says who knows all of a move that was made in secret."""

    def __init__(self, table: Table, players: int) -> None:
        self.players = players
        self.confidants: dict[int, frozenset[int]] = {}
        self.move_numbers: dict[int, int] = {}  # of those log entries, among the moves
        self.begin_round(table)

    def begin_round(self, table: Table) -> None:
        """The table has been dealt anew."""

    @abstractmethod
    def note(self, step: Step) -> None:
        """A move has been made."""


class CentoMemory(Memory):
    """In pairs: which cards partners have got from each other and still hold."""

    def begin_round(self, table: Table) -> None:
        self.received: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.asked: Step | None = None

    def note(self, step: Step) -> None:
        if step.move.startswith("swap:"):
            self.asked = step
            self.confidants[step.entry] = frozenset([step.player])
        elif step.move.startswith("give:") and self.asked:
            self.note_swap(self.asked, step)
            self.asked = None
        else:
            self.leave(step.player, card_in(step.move))
        if step.after["round"] != step.before["round"]:
            self.begin_round(step.after)

    def note_swap(self, asked: Step, answered: Step) -> None:
        offered, given = card_in(asked.move), card_in(answered.move)
        self.confidants[asked.entry] = self.confidants[answered.entry] = frozenset([asked.player, answered.player])
        self.leave(asked.player, offered)
        self.leave(answered.player, given)
        self.received[asked.player][given] += 1
        self.received[answered.player][offered] += 1

    def leave(self, seat: int, card: str) -> None:
        if self.received[seat][card]:
            self.received[seat][card] -= 1


class NimmtMemory(Memory):
    """Every card that has lain on the table in this round."""

    def begin_round(self, table: Table) -> None:
        self.seen: set[int] = set()
        self.look(table)

    def look(self, table: Table) -> None:
        for stack in table["stacks"]:
            self.seen.update(stack)

    def note(self, step: Step) -> None:
        if step.after["round"] != step.before["round"]:
            self.begin_round(step.after)
        self.look(step.after)


class TenMemory(Memory):
    """Whose hand each first card came from, what it is, and who has owned it; and whose jokers have come out."""

    jokers_out: list[int]

    def begin_round(self, table: Table) -> None:
        if table["round"] == 1:
            self.jokers_out = [0] * self.players
        self.layer: list[int | None] = [None] * self.players
        self.cards: list[str | None] = [None] * self.players
        self.owners: list[set[int]] = [set() for _ in range(self.players)]
        self.auction: tuple[int, int] | None = None  # owner and highest bidder

    def note(self, step: Step) -> None:
        player, (verb, *rest) = step.player, step.move.split(":")
        if step.before["phase"] == 2:
            self.layer[player], self.cards[player], self.owners[player] = player, verb, {player}
            if rest[0].startswith("down"):
                self.confidants[step.entry] = frozenset([player])
        elif verb == "swap":
            self.exchange(player, int(rest[0]), step)
        elif verb == "bid":
            self.auction = int(rest[0]), player
        elif verb == "raise" and self.auction:
            self.auction = self.auction[0], player
        elif step.move == "add:J":
            self.jokers_out[player] += 1
        elif verb == "start":
            self.begin_round(step.after)
        if self.auction and step.after["auction"] is None:
            self.exchange(*self.auction, step)
            self.auction = None
        if step.after["phase"] == 5 and step.before["phase"] == 4:
            self.turn_all_up()

    def exchange(self, seat: int, other: int, step: Step) -> None:
        """Who has owned a card knows it, so of cards face down only these two know which have changed places."""
        if not all(step.before["table"][place]["up"] for place in (seat, other)):
            self.confidants[step.entry] = frozenset([seat, other])
        columns: tuple[list[Any], ...] = (self.layer, self.cards, self.owners)
        for column in columns:
            column[seat], column[other] = column[other], column[seat]
        self.owners[seat].add(seat)
        self.owners[other].add(other)

    def turn_all_up(self) -> None:
        self.confidants.clear()
        for layer, card in zip(self.layer, self.cards, strict=True):
            if card == "J" and layer is not None:
                self.jokers_out[layer] += 1


MEMORIES: dict[str, type[Memory]] = {"cento": CentoMemory, "nimmt": NimmtMemory, "ten": TenMemory}


def card_in(move: str) -> str:
    """The card that a move of Cento plays, discards, offers or gives."""
    verb, _, rest = move.partition(":")
    return rest if verb in ("discard", "swap", "give") else verb


class Match:
    """A position together with what the table remembers."""

    def __init__(self, game: Game, seed: Seed) -> None:
        self.game = game
        self.position = game.deal(seed)
        self._table: Table | None = None
        self.memory = MEMORIES[game.name](self.table, game.players)

    @property
    def table(self) -> Table:
        """As in a trace; only to be read."""
        if self._table is None:
            self._table = self.position.describe()
        return self._table

    def look_again(self) -> None:
        """Something was changed that no move has changed."""
        self._table = None
        self.position._legal = None

    def play(self, move: str) -> Step:
        position = self.position
        player, entry, before = position.to_move, len(position._log), self.table
        assert player is not None
        position.play(move)
        self._table = None
        step = Step(player, move, entry, before, self.table)
        self.memory.note(step)
        if entry in self.memory.confidants:
            self.memory.move_numbers[entry] = len(position.moves) - 1
        return step

    def play_on(self, dice: random.Random, moves: int) -> Iterator[Step]:
        for _ in range(moves):
            if self.position.is_over:
                return
            yield self.play(sensible(self.position, dice))

    def __repr__(self) -> str:
        return f"<{self.game!r}, seed {self.position.seed!r}, moves {self.position.moves}>"

    def copy(self) -> Match:
        twin = copy.copy(self)
        twin.position = self.position.copy()
        twin.memory = copy.deepcopy(self.memory)
        return twin


def match_after(game: Game, seed: Seed, moves: int) -> Match:
    match = Match(game, seed)
    for _ in match.play_on(random.Random(f"{seed} {moves}"), moves):
        pass
    return match


MOMENTS = (3, 0, 1, 2, 5, 8, 12, 17, 23, 30, 40, 55, 75, 100, 150, 250, 1500)  # the last is the end of most games


@st.composite
def matches(draw: st.DrawFn, which: st.SearchStrategy[Game] | None = None) -> Match:
    """A random game at a random point."""
    return match_after(draw(games() if which is None else which), draw(seeds()), draw(st.sampled_from(MOMENTS)))


# --- Where everything is ----------------------------------------------------------------------------------------
def full_deck(game: Game) -> Counter[str]:
    """Every card that there is, as the rules page counts them."""
    if game.name == "cento":
        return Counter(cento_checker.Options.read(game.options, game.players).preset.deck)
    if game.name == "nimmt":
        return Counter(map(str, range(1, 101)))
    jokers = game.players if game.options["spare_jokers"] == "out" else 7
    return Counter({str(n): 5 for n in range(11)} | {f"P{n}": 1 for n in range(1, 9)} | {"J": jokers}) + Counter(
        f"R{n}" for n in range(1, 11)
    )


def cards_in_play(position: Position) -> Counter[str]:
    """Every card in every place; a state that is well formed has each card of the deck just once."""
    table, state = position.describe(), position._state
    cards: list[Any] = [card for hand in table["hands"] for card in hand]
    if position.game.name == "cento":
        lying = [card for card in (state.top, state.beside) if card != cento.NO_CARD]
        piles = state.stock[: state.stock_size] + state.spent[: state.spent_size] + lying
        cards += [CENTO_CARDS[card] for card in piles]
        assert table["pile"] + table["discards"] + (table["beside"] is not None) == state.spent_size + len(lying)
    elif position.game.name == "nimmt":
        cards += [card for stack in table["stacks"] for card in stack]
        cards += state.draw[: state.draw_size]
        assert all(state.where[card] == nimmt.IN_DRAW_PILE for card in state.draw[: state.draw_size])
    else:
        cards += [TEN_CARDS[card] for card in state.stock[: state.stock_size]]
        cards += [card for taken in table["taken"] for card in taken]
        for place in table["table"]:
            cards += [] if place is None else [card for card in (place["card"], place["second"]) if card is not None]
        if not table["over"]:  # the top round cards have been turned up, and all but the newest were taken
            turned_up = state.round if table["phase"] == 5 else state.round - 1
            cards += [f"R{number}" for number in state.round_cards[: 10 - turned_up]]
    return Counter(map(str, cards))


def assert_conserved(position: Position) -> None:
    """No card is made or lost, and in 10 no chip (T9)."""
    assert cards_in_play(position) == full_deck(position.game)
    if position.game.name == "ten":
        table = position.describe()
        protecting = sum(place["protection"] for place in table["table"] if place is not None)
        assert min(table["chips"]) >= 0
        assert sum(table["chips"]) + protecting + table["pot"] == 7 * position.game.players


def without_its_chance(state: Any) -> Any:
    """A copy that the compiled form can take: it has no place for a sealed seed."""
    twin = state.copy()
    twin.rng = [0, 0]
    return twin
