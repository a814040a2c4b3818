"""Games so small that they can be solved exactly, and what a search makes of them.

Three kinds of solution, from the strictest on:

- Minimax, where nothing is hidden: what a view leaves open follows by elimination, the stock is of one kind or empty,
  and a round comes to its last turn (G1) before the game tree gets too large. A value is what is left of the match for
  seat 0 when both play perfectly: 1, 0, or a half when it is shared.
- An average over all worlds, each followed by the perfect reply of an opponent who knows everything, where only one
  decision is made in the dark: the last one of 10 with a card face down opposite.
- A best response, where more is hidden: the opponent plays the policy without noise, the player knows that, and learns
  from what is seen. Every world that fits the view counts with its probability.

The regret of a choice is how much less it is worth than the best one. Each test states the most that may be lost on
average with 20,000 iterations, and prints what was (pytest -s). Where nothing is hidden, a search trusts its tree from
the first visit on, and is held to minimax. Where something is, it lets the policy answer for a move that has not been
tried a thousand times, and is held to the best response.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.checker import cento as cento_checker
from tests.kit.games import random_positions
from tests.kit.positions import Rest, cento_position, nimmt_position, ten_position
from tiotal.bots import policies
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.bots.search import Findings, think
from tiotal.engine import forms
from tiotal.engine.game import Position
from tiotal.games.cento import rules as cento
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt import rules as nimmt
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten import rules as ten
from tiotal.games.ten.game import CARDS as TEN_CARDS
from tiotal.rules.state import NOBODY

pytest.importorskip("tiotal.engine.compiled")

LAST_TURN = 1000  # G1
ITERATIONS = 20_000
BY_POLICY = {"trials": 1_000_000_000, "noise": 1}  # both players go on by policy: plain averages over worlds


# --- Solving ----------------------------------------------------------------------------------------------------
class Solver:
    """Minimax for two players; equal states are solved once."""

    MOST_STATES = 60_000

    def __init__(self, position: Position) -> None:
        assert position.game.players == 2
        self.game = position.game
        self.form = forms.interpreted(position.game.rules)
        self.known: dict[int, float] = {}

    def solve(self, state: Any) -> dict[str, float]:
        """What each legal move is worth to the player who makes it."""
        found = {}
        for move in self.moves(state):
            value = self.value(self.after(state, move))
            found[self.game.write(move)] = value if state.to_move == 0 else 1 - value
        return found

    def value(self, state: Any) -> float:
        """The share of the match that seat 0 will have."""
        if state.to_move == NOBODY:
            assert state.over
            return share_of(self.form, state, 0)
        key = hash(tuple(state.values()))
        if key not in self.known:
            best = 1.0 if state.to_move == 0 else 0.0
            values = []
            for move in self.moves(state):
                values.append(self.value(self.after(state, move)))
                if values[-1] == best:
                    break
            self.known[key] = max(values) if state.to_move == 0 else min(values)
            if len(self.known) > self.MOST_STATES:
                raise TooLarge
        return self.known[key]

    def moves(self, state: Any) -> list[int]:
        n = self.form.legal(state)
        return list(state.moves[:n])

    def after(self, state: Any, move: int) -> Any:
        twin = state.copy()
        self.form.apply(twin, move)
        return twin


class TooLarge(Exception):
    pass


def share_of(form: forms.Form, state: Any, seat: int) -> float:
    """G2: a win is shared with whoever else has won."""
    winners = [other for other in range(state.players) if form.wins(state, other)]
    return 1 / len(winners) if seat in winners else 0.0


World = tuple[float, Any]  # a weight, and a full state
Puzzle = tuple[Position, dict[str, float]]  # and what each of its moves is worth


class BestResponse:
    """The best that a seat can do against the policy, which plays without noise; the seat knows what it sees."""

    def __init__(self, position: Position, seat: int) -> None:
        self.game, self.seat = position.game, seat
        self.form = policies.interpreted_form(position.game.name)

    def solve(self, worlds: list[World]) -> dict[str, float]:
        total = math.fsum(weight for weight, _ in worlds)
        moves = self.moves(worlds[0][1])
        return {self.game.write(move): self.value_of(move, worlds) / total for move in moves}

    def moves(self, state: Any) -> list[int]:
        n = self.form.legal(state)
        return list(state.moves[:n])

    def value_of(self, move: int, worlds: list[World]) -> float:
        """The sum over these worlds, which look alike to the seat; what it sees next tells some of them apart."""
        alike: dict[int, list[World]] = {}
        value = 0.0
        for weight, state in worlds:
            after = state.copy()
            self.form.apply(after, move)
            self.let_others_move(after)
            if after.over:
                value += weight * share_of(self.form, after, self.seat)
            else:
                alike.setdefault(self.seen(after), []).append((weight, after))
        for group in alike.values():
            value += max(self.value_of(reply, group) for reply in self.moves(group[0][1]))
        return value

    def let_others_move(self, state: Any) -> None:
        while not state.over and state.to_move != self.seat:
            state_as_seen = self.view(state, state.to_move)
            n = self.form.legal(state_as_seen)
            notes = policies.new_notes(self.game.name)
            self.form.apply(state, self.form.prefer(state_as_seen, notes, n, 0, 0, 0))

    def view(self, state: Any, seat: int) -> Any:
        seen = self.game.rules.State()
        self.form.view(seen, state, seat)
        return seen

    def seen(self, state: Any) -> int:
        return hash(tuple(self.view(state, self.seat).values()))

    def by_policy(self, worlds: list[World]) -> dict[str, float]:
        """What each move is worth if the seat itself goes on by policy too."""
        total = math.fsum(weight for weight, _ in worlds)
        found = {}
        for move in self.moves(worlds[0][1]):
            value = 0.0
            for weight, state in worlds:
                after = state.copy()
                self.form.apply(after, move)
                while not after.over:
                    n = self.form.legal(after)
                    notes = policies.new_notes(self.game.name)
                    self.form.apply(after, self.form.prefer(after, notes, n, 0, 0, 0))
                value += weight * share_of(self.form, after, self.seat)
            found[self.game.write(move)] = value / total
        return found


# --- Comparing --------------------------------------------------------------------------------------------------
def search(position: Position, iterations: int = ITERATIONS, settings: dict[str, int] | None = None) -> Findings:
    view = position.view(position.to_move)
    assert view.seat is not None
    return think(view.game, view.seat, view.state, 1 << 20, Budget(iterations=iterations), settings=settings)


@dataclass
class Regrets:
    """What a search has lost in a set of small games."""

    name: str
    lost: list[float] = field(default_factory=list)

    def add(self, worths: dict[str, float], chosen: str) -> None:
        self.lost.append(max(worths.values()) - worths[chosen])

    @property
    def optimal(self) -> float:
        return sum(regret < 1e-9 for regret in self.lost) / len(self.lost)

    @property
    def mean(self) -> float:
        return math.fsum(self.lost) / len(self.lost)

    def report(self) -> str:
        return (
            f"{self.name}: {len(self.lost)} positions, {self.optimal:.0%} optimal, "
            f"regret {self.mean:.4f} on average, at most {max(self.lost):.3f}"
        )


def expected_of_chance(name: str, solved: list[Puzzle]) -> Regrets:
    """What any legal move would lose, each as likely as the others."""
    lost = [max(worths.values()) - math.fsum(worths.values()) / len(worths) for _, worths in solved]
    return Regrets(name, lost)


def is_worth_a_thought(worths: dict[str, float]) -> bool:
    return bool(worths) and max(worths.values()) - min(worths.values()) > 0.01


def hard_ones(
    make: Callable[[random.Random], Position], solve: Callable[[Position], dict[str, float]], count: int
) -> list[Puzzle]:
    """Random small games in which not all moves are worth the same, each with what its moves are worth."""
    made = (make(random.Random(seed)) for seed in itertools.count())
    solved = ((position, solve(position)) for position in made)
    return list(itertools.islice((puzzle for puzzle in solved if is_worth_a_thought(puzzle[1])), count))


def minimax(position: Position) -> dict[str, float]:
    """Nothing, if the game is too large to be solved."""
    try:
        return Solver(position).solve(position._state)
    except TooLarge:
        return {}


def regrets(name: str, solved: list[Puzzle], choose: Callable[[Position], str]) -> Regrets:
    found = Regrets(name)
    for position, worths in solved:
        found.add(worths, choose(position))
    print(found.report())
    return found


def by_search(position: Position) -> str:
    return search(position).moves[0].move


def by_greed(position: Position) -> str:
    return make_bot("greedy", 0).choose(position.view(position.to_move))


def check_regrets(name: str, solved: list[Puzzle], bound: float) -> None:
    print(expected_of_chance(f"{name}, any move", solved).report())
    greedy = regrets(f"{name}, greedy", solved, by_greed)
    usual = regrets(f"{name}, search", solved, by_search)
    assert usual.mean <= bound
    assert usual.mean <= greedy.mean + 0.01


def check_against_minimax(name: str, make: Callable[[random.Random], Position], count: int) -> None:
    check_regrets(name, hard_ones(make, minimax, count), bound=0.005)


# --- Cento: nothing hidden --------------------------------------------------------------------------------------
def cento_endgame(preset: str, turns: int) -> Callable[[random.Random], Position]:
    """A series that this round decides, a few turns before its last one (G1): then the cheaper hand wins.

    The stock has just been made anew (C4) and is of one kind, so that both hands are known and the order is no matter.
    """

    def make(dice: random.Random) -> Position:
        deck = list(cento_checker.PRESETS[preset].deck)
        kind = dice.choice(["+1", "+2", "+3", "+4", "+5"])
        flipped = "FLIP" in deck and dice.random() < 0.3
        rest = [card for card in deck if card != kind]
        if flipped:
            rest.remove("FLIP")
        dice.shuffle(rest)
        top = next(card for card in rest if card not in ("COPY", "FLIP"))
        rest.remove(top)
        target = 20 if preset.startswith("to-20") else 100
        near = dice.randrange(1, 10) if target == 20 else dice.choice([dice.randrange(1, 16), dice.randrange(1, 100)])
        position = cento_position(
            " ".join(rest[:5]),
            " ".join(rest[5:10]),
            total=near if flipped else target - near,
            flipped=flipped,
            pile=top,
            stock=" ".join([kind] * 6),
            stock_size=6,
            turns=LAST_TURN - turns,
            preset=preset,
            match="series",
            limit=1,
        )
        position._state.ran_out = 1
        cento.note_reshuffle(position._state)
        return position

    return make


CENTO = {"to-20-a": 6, "to-20-b": 6, "classic": 5}  # how many turns are left


@pytest.mark.parametrize("preset", CENTO)
def test_both_hands_of_a_cento_endgame_are_known(preset: str) -> None:
    """Guards the solver: there is just one world that fits the view."""
    for seed in range(20):
        position = cento_endgame(preset, CENTO[preset])(random.Random(seed))
        table = position.describe()
        for imagining in range(5):
            world = position.view(0).imagine(imagining).describe()
            assert list(map(sorted, world["hands"])) == list(map(sorted, table["hands"]))


@pytest.mark.parametrize("preset", CENTO)
def test_a_search_of_cento_endgames(preset: str) -> None:
    check_against_minimax(f"Cento {preset}", cento_endgame(preset, CENTO[preset]), 25)


@pytest.mark.thorough
@pytest.mark.parametrize("preset", CENTO)
def test_a_search_of_many_cento_endgames(preset: str) -> None:
    check_against_minimax(f"Cento {preset}", cento_endgame(preset, CENTO[preset]), 200)


# --- 11 nimmt!: nothing hidden ----------------------------------------------------------------------------------
def nimmt_endgame(dice: random.Random) -> Position:
    """Few cards within reach of each other and no draw pile, seven turns to go; all other cards have left the game."""
    first = dice.randrange(1, 100)
    cards = [str((first + offset) % 100 + 1) for offset in dice.sample(range(26), 12)]
    sizes = dice.choice([(3, 3, 1, 2, 1), (3, 3, 3, 1, 1), (2, 3, 2, 2), (4, 3, 3, 1)])
    parts = [[cards.pop() for _ in range(size)] for size in sizes]
    position = nimmt_position(
        " ".join(parts[0]),
        " ".join(parts[1]),
        stacks=[" ".join(part) for part in parts[2:]],
        bulls=[int(dice.random() < 0.3), int(dice.random() < 0.3)],
        turns=LAST_TURN - 7,
        rounds=1,
        bull_window=dice.choice(["fixed", "sliding"]),
    )
    state = position._state
    for card in state.draw[: state.draw_size]:
        state.where[card], state.face_up[card] = nimmt.ON_STACK, 1
    state.draw_size = 0
    return position


def test_the_other_hand_is_known_in_an_11_nimmt_endgame() -> None:
    for seed in range(20):
        position = nimmt_endgame(random.Random(seed))
        assert position.view(0).imagine(seed).describe() == position.describe()


def test_a_search_of_11_nimmt_endgames() -> None:
    """The policy takes a stack only when it must or for a bull; here a take is often what saves the round."""
    check_against_minimax("11 nimmt!", nimmt_endgame, 40)


@pytest.mark.thorough
def test_a_search_of_many_11_nimmt_endgames() -> None:
    check_against_minimax("11 nimmt!", nimmt_endgame, 200)


# --- 10: nothing hidden -----------------------------------------------------------------------------------------
def ten_endgame(phase: int, ways: tuple[str, str] = ("up", "up")) -> Callable[[random.Random], Position]:
    """The tenth round for two, without a stock: who sees all first cards knows the other hand.

    What has been taken in nine rounds is shared out so that both are about level.
    """

    def make(dice: random.Random) -> Position:
        cards = [str(n) for n in range(11) for _ in range(5)] + [f"P{n}" for n in range(1, 9)]
        dice.shuffle(cards)
        held = [[cards.pop() for _ in range(4)] for _ in range(2)]
        shown = [0, 0]
        for seat in range(2):
            if dice.random() < 0.4:  # the joker that everyone is handed is still there
                cards.append(held[seat].pop())
                held[seat].append("J")
                dice.shuffle(held[seat])
            else:
                cards.append("J")
                shown[seat] = 1
        rounds = dice.sample(range(1, 11), 10)
        taken = share_out([*cards, *(f"R{n}" for n in rounds[:9])])
        chips = [dice.randrange(1, 4), dice.randrange(1, 4)]
        protected = [dice.choice([0, 0, 1, 2]) if phase == 3 else 0 for _ in range(2)]
        layings = [
            f"{held[seat].pop()}:{ways[seat]}" + (f"+{protected[seat]}" if protected[seat] else "") for seat in range(2)
        ]
        position = ten_position(
            *(" ".join(hand) for hand in held),
            table=layings,
            phase=phase,
            starter=0,
            chips=chips,
            pot=14 - sum(chips) - sum(protected),
            round_number=10,
            round_cards=" ".join(f"R{n}" for n in rounds),
            taken=taken,
            spare_jokers="out",
        )
        position._state.jokers_shown[:2] = shown
        return position

    return make


def share_out(cards: list[str]) -> list[str]:
    """The most expensive first, always to the one who has less."""
    shares: list[list[str]] = [[], []]
    points = [0, 0]
    for card in sorted(cards, key=penalty, reverse=True):
        seat = 0 if points[0] <= points[1] else 1
        shares[seat].append(card)
        points[seat] += penalty(card)
    return [" ".join(share) for share in shares]


def penalty(card: str) -> int:
    return int(card[1:]) if card[0] == "R" else ten.PENALTY[TEN_CARDS.index(card)]


@pytest.mark.parametrize("phase", [3, 4])
def test_all_cards_of_a_last_round_of_10_are_known(phase: int) -> None:
    for seed in range(20):
        position = ten_endgame(phase)(random.Random(seed))
        for imagining in range(5):
            assert position.view(0).imagine(imagining).describe() == position.describe()


@pytest.mark.parametrize("phase", [3, 4])
def test_a_search_of_the_last_round_of_10(phase: int) -> None:
    check_against_minimax(f"10, phase {phase}", ten_endgame(phase), 40)


@pytest.mark.thorough
@pytest.mark.parametrize("phase", [3, 4])
def test_a_search_of_the_last_round_of_10_many_times(phase: int) -> None:
    check_against_minimax(f"10, phase {phase}", ten_endgame(phase), 200)


# --- 10: a card face down opposite ------------------------------------------------------------------------------
def worlds_of_ten(position: Position) -> Iterator[Any]:
    """Each of the other player's four cards may be the one that lies there."""
    state = position._state
    four = [state.first[1], *state.hands[1][: state.hand_size[1]]]
    for place in range(4):
        world = state.copy()
        world.first[1] = four[place]
        world.hands[1][:3] = sorted(four[:place] + four[place + 1 :])
        yield world


def average_solution(position: Position) -> dict[str, float]:
    solver = Solver(position)
    solutions = [solver.solve(world) for world in worlds_of_ten(position)]
    return {move: sum(solution[move] for solution in solutions) / 4 for move in solutions[0]}


def test_a_search_that_does_not_know_one_card() -> None:
    """10, phase 4: add a second card to an open one, or not, before the other turns up theirs or does not."""
    solved = hard_ones(ten_endgame(4, ("up", "down")), average_solution, 30)
    check_regrets("10, a card face down", solved, bound=0.02)


# --- Cento: a hand that is not known ----------------------------------------------------------------------------
UNSEEN = 9  # five in the other hand, four in the stock


def cento_in_the_dark(dice: random.Random) -> Position:
    """Three turns to go in a race to 20, and nine cards of three kinds that may lie here or there."""
    preset = dice.choice(["to-20-a", "to-20-b"])
    deck = list(cento_checker.PRESETS[preset].deck)
    kinds = dice.sample(sorted({card for card in deck if deck.count(card) >= 4}), 3)
    unseen = [kinds[0]] * 4 + [kinds[1]] * 3 + [kinds[2]] * 2
    dice.shuffle(unseen)
    rest = Rest(deck)
    rest.take(" ".join(unseen))
    others = rest.all()
    dice.shuffle(others)
    top = next(card for card in others if card not in ("COPY", "FLIP"))
    others.remove(top)
    return cento_position(
        " ".join(others[:5]),
        " ".join(unseen[:5]),
        total=20 - dice.randrange(1, 10),
        pile=top,
        stock=" ".join(unseen[5:]),
        stock_size=4,
        turns=LAST_TURN - 3,
        preset=preset,
        match="series",
        limit=1,
    )


def worlds_of_cento(position: Position) -> list[World]:
    """Every hand that the other player may hold with every order of the stock, as likely as the cards make it."""
    state = position._state
    cards = Counter([*state.hands[1], *state.stock[:4]])
    worlds = []
    for counts in itertools.product(*(range(times + 1) for times in cards.values())):
        if sum(counts) == 5:
            hand = list(Counter(dict(zip(cards, counts, strict=True))).elements())
            left = list((cards - Counter(hand)).elements())
            orders = sorted(set(itertools.permutations(left)))
            ways = math.prod(map(math.comb, cards.values(), counts))
            for order in orders:
                world = state.copy()
                world.hands[1][:] = hand
                world.stock[:4] = order
                worlds.append((ways / len(orders), world))
    return worlds


def test_a_search_by_policy_alone_finds_the_average_over_all_worlds() -> None:
    """What imagination, playouts and sums come to together: the exact chance, as near as the standard error says."""
    surprises = []
    for seed in range(12):
        position = cento_in_the_dark(random.Random(seed))
        exact = BestResponse(position, 0).by_policy(worlds_of_cento(position))
        for judged in search(position, settings=BY_POLICY).moves:
            if judged.visits >= 100:
                surprises.append((judged.chance - exact[judged.move]) / max(judged.error, 1e-3))
    assert max(map(abs, surprises)) < 4.5


def test_a_search_in_the_dark() -> None:
    """Cento with an unknown hand: compared with the best response to the policy."""

    def solve(position: Position) -> dict[str, float]:
        return BestResponse(position, 0).solve(worlds_of_cento(position))

    check_regrets("Cento, an unknown hand", hard_ones(cento_in_the_dark, solve, 30), bound=0.02)


# --- Not to be missed -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_card_that_wins_is_played(name: str) -> None:
    """Cento: the card that hits the goal. 11 nimmt!: the last card, when a round is the match."""
    wins = 0
    for seed in range(120):
        game = [Cento(2 + seed % 7), Cento(2, preset="to-20-a"), Nimmt(2 + seed % 3, rounds=1)][seed % 3]
        for position in random_positions(game, seed, 150):
            winning = [move for move in position.legal_moves if wins_at_once(position, move)]
            if winning and len(position.legal_moves) > len(winning):
                bot = make_bot(name, seed, Budget(iterations=100))
                assert bot.choose(position.view(position.to_move)) in winning
                wins += 1
                break
    assert wins > 60


def wins_at_once(position: Position, move: str) -> bool:
    after = position.copy()
    after.play(move)
    return after.is_over and after.winners == [position.to_move]
