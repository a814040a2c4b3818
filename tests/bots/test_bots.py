"""The bots: they know what a view shows and nothing else, their moves are legal, and both forms think alike."""

from __future__ import annotations

import math
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.kit.games import (
    Match,
    assert_conserved,
    cento_games,
    games,
    law,
    match_after,
    matches,
    nimmt_games,
    own_variant,
    random_positions,
    seeds,
    sensible,
    ten_games,
    variants,
    without_its_chance,
)
from tests.kit.positions import cento_position, nimmt_position
from tests.kit.translated import all_forms
from tests.rules.test_secrecy import ALL, ONE, twin_of
from tiotal.bots import policies
from tiotal.bots.bot import Bot, Budget, chance_of
from tiotal.bots.catalogue import BOTS, make_bot
from tiotal.bots.choosing import ENOUGH, PRICE, Judged, unpredictable
from tiotal.bots.choosing import choose as choose_from
from tiotal.bots.search import FIRST_PORTION, Findings, OneSearch, SearchBot, settings_of, think
from tiotal.bots.tree import Tree
from tiotal.engine import forms
from tiotal.engine.game import Game, Position, View
from tiotal.engine.games import GAMES
from tiotal.games.cento.game import Cento
from tiotal.games.cento.manners import COST
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten import rules as ten
from tiotal.games.ten.game import Ten
from tiotal.rules.state import NOBODY, Declared

pytest.importorskip("tiotal.engine.compiled")

CERTAIN = 10_000
QUICK = Budget(iterations=40)
MOMENTS = (0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 85)
DEEP = {"trials": 2, "widening": 300}  # even a short search goes down its tree
OF_EACH_GAME = {"cento": cento_games(), "nimmt": nimmt_games(), "ten": ten_games()}


# --- Moments of choice ------------------------------------------------------------------------------------------
@st.composite
def choices(draw: st.DrawFn, which: st.SearchStrategy[Game] | None = None) -> Match:
    """A random game at a random point where there is something to choose."""
    game, seed, moves = draw(games() if which is None else which), draw(seeds()), draw(st.sampled_from(MOMENTS))
    match = match_after(game, seed, moves)
    while match.position.is_over:
        moves //= 2
        match = match_after(game, seed, moves)
    go_on(match, random.Random(moves))
    assume(not match.position.is_over)
    return match


def go_on(match: Match, dice: random.Random) -> None:
    """As far as the next choice, if there is one."""
    while not match.position.is_over and len(match.position.legal_moves) == 1:
        match.play(sensible(match.position, dice))


def next_choices(match: Match, dice: random.Random, most: int) -> Iterator[Match]:
    """So many choices in a row, the present one first."""
    for _ in range(most):
        go_on(match, dice)
        if match.position.is_over:
            return
        yield match
        match.play(sensible(match.position, dice))


def own_view(position: Position) -> View:
    return position.view(position.to_move)


# --- No bot knows more than it is shown -------------------------------------------------------------------------
def choose(name: str, view: View) -> str:
    """What a bot that sits down just now would do."""
    return make_bot(name, 7, QUICK).choose(view)


def check_blindness(name: str, match: Match, dice: random.Random) -> None:
    position = match.position
    chosen = choose(name, own_view(position))
    assert chosen in position.legal_moves
    for how in (ONE, ALL):
        twin = twin_of(match, position.to_move, dice, how)
        assert choose(name, own_view(twin.position)) == chosen, f"{name} was moved by what it cannot see"


@pytest.mark.parametrize("name", BOTS)
@given(choices(), st.integers(0, 2**32))
@law(40)
def test_no_bot_changes_its_choice_when_hidden_cards_are_exchanged(name: str, match: Match, seed: int) -> None:
    """rules/README, Knowledge; design.md, idea 2."""
    dice = random.Random(seed)
    for moment in next_choices(match, dice, 3):
        check_blindness(name, moment, dice)


@pytest.mark.thorough
@pytest.mark.parametrize("game", OF_EACH_GAME)
@pytest.mark.parametrize("name", BOTS)
def test_hidden_cards_move_no_bot_in_hundreds_of_games(name: str, game: str) -> None:
    @given(choices(OF_EACH_GAME[game]), st.integers(0, 2**32))
    @law(60)
    def check(match: Match, seed: int) -> None:
        dice = random.Random(seed)
        for moment in next_choices(match, dice, 5):
            check_blindness(name, moment, dice)

    check()


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_is_shown_too_much_would_be_caught(name: str) -> None:
    """Guards the test above: with a view that leaks the stock, some exchange moves every bot's choice."""
    game = Ten(3)

    def leaky_view(seen: Any, state: Any, seat: int) -> None:
        ten.view(seen, state, seat)
        seen.rng[0] = state.stock[state.stock_size - 1]  # what a bot's own chance depends on, like on all it sees
        seen.hands[seat][0] = state.stock[0]

    form = forms.interpreted_with(ten, ((ten.view, leaky_view),))
    caught = False
    for seed in range(60):
        match = match_after(game, seed, 0)
        match.position._form = form
        try:
            check_blindness(name, match, random.Random(seed))
        except AssertionError:
            caught = True
    assert caught


# --- Policies, move by move -------------------------------------------------------------------------------------
class Mind:
    """A policy of a game in one of the forms, with a state before it."""

    def __init__(self, game: Game, state: Any, form: forms.Form | None = None) -> None:
        """Interpreted, if nothing is said of another form."""
        self.game = game
        self.form = form or policies.interpreted_form(game.name)
        self.kept = self.form.kept
        self.state, self.notes = (self._packed(thing) for thing in (state.copy(), policies.new_notes(game.name)))

    def _packed(self, thing: Declared) -> Any:
        records = self.kept.new_records(type(thing), 1)
        self.kept.pack(thing, records, 0)
        return records[0]

    def legal(self) -> list[int]:
        n = self.form.legal(self.state)
        return list(self.kept.listed(self.state, "moves")[:n])

    def worths(self) -> dict[str, int]:
        """What the policy thinks of every legal move."""
        moves = self.legal()
        self.form.look(self.state, self.notes, len(moves))
        return {self.game.write(move): int(self.form.worth(self.state, self.notes, move)) for move in moves}

    def prefer(self, noise: int, stream: int) -> str:
        n = len(self.legal())
        return self.game.write(int(self.form.prefer(self.state, self.notes, n, noise, stream, 3)))

    def outlooks(self) -> list[int]:
        self.form.foresee(self.state, self.notes)
        return list(self.kept.listed(self.notes, "outlook")[: self.game.players])

    def values(self) -> list[int]:
        return list(self.plain_state().values())

    def plain_state(self) -> Any:
        return self.kept.unpack(self.state, self.game.rules.State)

    def notes_values(self) -> list[int]:
        return list(self.kept.unpack(self.notes, policies.policy_of(self.game.name).Notes).values())


def minds(game: Game, state: Any) -> list[Mind]:
    return [Mind(game, state, form) for form in all_forms(game.rules)]


@given(choices(), st.integers(0, 2**32))
@law(60)
def test_a_policy_judges_from_what_the_seat_knows(match: Match, seed: int) -> None:
    """The same worth of every move on the full state and on the view's, in all forms; and they change neither."""
    for moment in next_choices(match, random.Random(seed), 4):
        position = moment.position
        full, seen = without_its_chance(position._state), own_view(position).state
        expected = None
        for state in (full, seen):
            for mind in minds(match.game, state):
                worths = mind.worths()
                assert expected is None or worths == expected
                expected = worths
                assert mind.values() == state.values()
        assert sorted(expected or {}) == position.legal_moves


@given(choices(), st.integers(0, 2**31), st.integers(0, 2**32 - 1))
@law(60)
def test_all_forms_of_a_policy_prefer_the_same(match: Match, seed: int, stream: int) -> None:
    blur = policies.policy_of(match.game.name).BLUR
    for moment in next_choices(match, random.Random(seed), 4):
        for noise in (0, 1, blur, 10 * blur):
            interpreted, *others = minds(match.game, own_view(moment.position).state)
            preferred = interpreted.prefer(noise, stream)
            for other in others:
                assert other.prefer(noise, stream) == preferred
                assert other.notes_values() == interpreted.notes_values()


@given(choices(), st.integers(0, 2**32 - 1), st.sampled_from([0, 3_000, 10_000]))
@law(60)
def test_all_forms_of_a_level_make_the_same_moves(match: Match, stream: int, childish: int) -> None:
    """As a child would, by policy, and a mixture of both."""
    made = set()
    for mind in minds(match.game, own_view(match.position).state):
        n = len(mind.legal())
        made.add(int(mind.form.level_move(mind.state, mind.notes, n, childish, stream, 7)))
    assert len(made) == 1


@given(choices(), st.integers(0, 2**32))
@law(60)
def test_what_is_preferred_without_noise_is_worth_most(match: Match, seed: int) -> None:
    for mind in minds(match.game, own_view(match.position).state):
        worths = mind.worths()
        for noise in (0, 1):
            assert worths[mind.prefer(noise, seed)] == max(worths.values())


@given(choices(), st.integers(0, 2**32))
@law(60)
def test_a_policy_does_not_depend_on_what_was_noted_before(match: Match, seed: int) -> None:
    """Notes are working space: whatever an earlier choice has left there counts for nothing."""
    dice = random.Random(seed)
    fresh = Mind(match.game, own_view(match.position).state)
    used = Mind(match.game, own_view(match.position).state)
    for name, field in used.notes.fields.items():
        if name != "weights":
            setattr(used.notes, name, leftovers(field.shape, dice))
    assert used.worths() == fresh.worths()


def leftovers(shape: tuple[int, ...], dice: random.Random) -> Any:
    if not shape:
        return dice.randrange(100)
    return [leftovers(shape[1:], dice) for _ in range(shape[0])]


SCRATCH = [name for name, field in Tree.fields.items() if field.scratch]


# --- What a search finds ----------------------------------------------------------------------------------------
def found(findings: Findings) -> list[tuple[str, int, float]]:
    return [(judged.move, judged.visits, judged.chance) for judged in findings.moves]


def search(
    position: Position,
    seed: int = 1,
    iterations: int = 30,
    threads: int = 1,
    settings: dict[str, int] | None = None,
    form: forms.Form | None = None,
) -> Findings:
    view = own_view(position)
    assert view.seat is not None
    return think(view.game, view.seat, view.state, seed, Budget(iterations=iterations), threads, settings, form=form)


def some_choices(game: Game, seeds_of_games: Iterable[int]) -> Iterator[Position]:
    for seed in seeds_of_games:
        match = match_after(game, seed, MOMENTS[seed % len(MOMENTS)])
        go_on(match, random.Random(seed))
        if not match.position.is_over:
            yield match.position


SOME = [
    Cento(2),
    Cento(4, preset="to-20-a", match="series", limit=60, pairs=True),
    Cento(3, preset="to-20-b", match="first-to", limit=40),
    Cento(2, preset="race", target=30),
    Cento(3, preset="own", **own_variant("some", 3)),
    Nimmt(2),
    Nimmt(5, rounds=2, bull_window="sliding"),
    Ten(2),
    Ten(4, spare_jokers="out"),
]


@pytest.mark.parametrize("settings", [{}, DEEP], ids=["usual", "deep"])
@pytest.mark.parametrize("game", SOME, ids=repr)
def test_all_forms_find_the_same(game: Game, settings: dict[str, int]) -> None:
    """design.md, idea 1: the same moves, visits and chances for the same seed and iterations."""
    for position in some_choices(game, range(4, 40, 9)):
        slow, *others = (search(position, settings=settings, form=form) for form in all_forms(game.rules))
        for quick in others:
            assert found(slow) == found(quick)
            assert (slow.iterations, slow.moves_played) == (quick.iterations, quick.moves_played)


@pytest.mark.parametrize("name", GAMES)
def test_all_forms_grow_the_same_tree(name: str) -> None:
    """Every number of every node."""
    game = GAMES[name](3)
    for position in some_choices(game, (4, 7)):
        view = own_view(position)
        assert view.seat is not None
        trees = []
        for form in all_forms(game.rules):
            one = OneSearch(game, view.seat, view.state, 5, {**settings_of(name), **DEEP}, form=form)
            one.run(Budget(iterations=100), 0.0)
            trees.append([form.kept.listed(one.tree, field) for field in Tree.fields if field not in SCRATCH])
        assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", SOME, ids=repr)
def test_a_search_finds_the_same_again(game: Game, threads: int) -> None:
    differs = False
    for position in some_choices(game, range(6)):
        for settings in ({}, DEEP):
            first = search(position, 5, 301, threads, settings)
            assert found(search(position, 5, 301, threads, settings)) == found(first)
            assert first.iterations == (301 if threads == 1 else 302)  # each thread its share, rounded up
            differs = differs or found(search(position, 6 << 10, 301, threads, settings)) != found(first)
    assert differs, "another seed never finds anything else"


@given(choices(), st.integers(0, 2**60), st.sampled_from([1, 2]))
@law(60)
def test_a_search_judges_legal_moves_by_chances(match: Match, seed: int, threads: int) -> None:
    iterations = 1 + seed % 200
    findings = search(match.position, seed, iterations, threads, DEEP if seed % 2 else {})
    assert {judged.move for judged in findings.moves} <= set(match.position.legal_moves)
    assert len({judged.move for judged in findings.moves}) == len(findings.moves) > 0
    assert sum(judged.visits for judged in findings.moves) == findings.iterations == findings.playouts
    visits = [judged.visits for judged in findings.moves]
    assert visits == sorted(visits, reverse=True)
    for judged in findings.moves:
        assert 0 <= judged.chance <= 1
        assert 0 < judged.error <= 1
    assert_conserved(match.position)


def test_more_iterations_make_the_errors_smaller() -> None:
    position = next(some_choices(Ten(3), [8]))
    errors = [search(position, 3, iterations).moves[0].error for iterations in (100, 1_000, 10_000)]
    assert errors == sorted(errors, reverse=True)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", [Cento(4), Nimmt(3), Ten(3)], ids=repr)
def test_a_budget_of_time_is_kept(game: Game, threads: int) -> None:
    """Roughly: a busy machine may hold it up, but it neither stops at once nor goes on for seconds."""
    position = next(some_choices(game, [8]))
    search(position)  # compiled by now
    bot = SearchBot(1, Budget(milliseconds=60), threads)
    findings = bot.think(own_view(position))
    assert 0.055 <= findings.seconds <= 2
    assert findings.iterations >= 20 * threads
    assert bot.choose(own_view(position)) in position.legal_moves


@pytest.mark.parametrize("game", ["Cento(4)", "Nimmt(3)", "Ten(3)"])
def test_the_clock_of_a_search_starts_when_its_code_is_loaded(game: str) -> None:
    """The first search of a process loads for longer than it may search, and still gets its time."""
    code = "import tiotal\nfrom tiotal.bots.bot import Budget\nfrom tiotal.bots.search import SearchBot\n"
    code += f"position = tiotal.{game}.deal(8)\n"
    code += "while len(position.legal_moves) == 1: position.play(position.legal_moves[0])\n"
    code += "found = SearchBot(1, Budget(milliseconds=150)).think(position.view(position.to_move))\n"
    code += "print(found.iterations, found.seconds)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    iterations, seconds = map(float, result.stdout.split())
    assert iterations > 10 * FIRST_PORTION, "only one portion: the time was gone"
    assert 0.145 <= seconds <= 2


def test_a_forced_move_is_answered_at_once() -> None:
    """Cento begins with one; a search for ten minutes would be noticed."""
    for game in (Cento(2), Cento(6, pairs=True), Nimmt(2)):
        for position in random_positions(game, 4, 40):
            if len(position.legal_moves) == 1:
                view = own_view(position)
                assert [SearchBot(1, Budget(milliseconds=600_000)).choose(view)] == view.legal_moves


# --- Whole games ------------------------------------------------------------------------------------------------
QUESTIONS = {
    "cento": ("DH:", "TENS:", "COPY", "discard:", "swap:", "give:"),
    "nimmt": ("\\d+>", "take:", "open:", "bull:", "end"),
    "ten": (
        ".*:up",
        ".*:down",
        "swap:",
        "bid:",
        "raise:",
        "protect:",
        "keep",
        "show",
        "hide",
        "add:",
        "stand",
        "start:",
    ),
}
OPTIONS = [
    Cento(2, preset="to-20-a"),
    Cento(3, preset="to-20-b", match="series", limit=30),
    Cento(2, preset="race", target=10, match="first-to", limit=60),
    Cento(5, preset="race", match="series", limit=60),
    Cento(4, pairs=True),
    Cento(6, preset="to-20-a", match="series", limit=60, pairs=True),
    Cento(8, preset="to-20-b", match="first-to", limit=40, pairs=True),
    Cento(4, preset="marathon", target=120, pairs=True, match="series", limit=40),
    Cento(8),
    Cento(4, preset="own", **own_variant("pairs", 4), match="series", limit=40, pairs=True),
    Cento(2, preset="own", cards=["+7", "+8", "SKIP", "TURN", "COPY"], target=15),  # can get stuck
    Cento(2, preset="own", cards=["+50", "-1", "-15", "DH", "FLIP", "TENS", "COPY"], target=1000),
    Nimmt(2, bull_window="sliding"),
    Nimmt(3, rounds=1, starter=2),
    Nimmt(5, rounds=2, bull_window="sliding", starter=4),
    Nimmt(7, rounds=1),
    Ten(2),
    Ten(3, spare_jokers="out", starter=1),
    Ten(5),
    Ten(7, spare_jokers="out", starter=6),
]
MOST_MOVES = 400


def play_with(bots: list[Bot], position: Position, most: int = MOST_MOVES) -> Counter[str]:
    """Play on with these bots, one a seat; what they were asked, as often as they were."""
    asked: Counter[str] = Counter()
    for _ in range(most):
        if position.is_over:
            break
        legal = position.legal_moves
        if len(legal) > 1:
            questions = QUESTIONS[position.game.name]
            asked.update(kind for kind in questions if any(re.match(kind, move) for move in legal))
        assert position.to_move is not None
        move = bots[position.to_move].choose(own_view(position))
        assert move in legal
        position.play(move)
    return asked


def table_of(name: str, players: int, iterations: int = 20) -> list[Bot]:
    return [make_bot(name, seat, Budget(iterations=iterations)) for seat in range(players)]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", OPTIONS, ids=repr)
def test_every_bot_plays_whole_games_with_all_options(game: Game, name: str) -> None:
    position = game.deal(11)
    play_with(table_of(name, game.players), position)
    assert position.is_over or len(position.moves) == MOST_MOVES
    assert_conserved(position)


def three_with_all_bulls(to_move: int = 0) -> Position:
    """N5: the supply is empty, and two others have most bulls; who takes must choose."""
    return nimmt_position(
        "1 2 3",
        "40 41",
        "70 71",
        stacks=("10 11 12", "50 52 53", "80"),
        bulls=(2, 4, 4),
        to_move=to_move,
        rounds=1,
        draw="99",
    )


@pytest.mark.thorough
def test_a_search_answers_every_kind_of_question() -> None:
    asked: Counter[str] = Counter()
    for seed in range(4):
        for game in (Cento(4, preset="to-20-a", pairs=True), Cento(4, pairs=True), Nimmt(3, rounds=1), Ten(4), Ten(2)):
            asked += play_with(table_of("search", game.players), game.deal(seed), 120)
        choosing = three_with_all_bulls()
        choosing.play("take:53")
        assert choosing.legal_moves == ["bull:1", "bull:2"]
        asked += play_with(table_of("search", 3), choosing)
        no_stack = nimmt_position("1 2 30", "4 5 60", stacks=(), draw="", rest_to=1, bulls=(1, 0), rounds=1)
        asked += play_with(table_of("search", 2), no_stack, 60)
        asked += play_with(table_of("search", 2), cento_position("DH TENS COPY 0 +1", "+2", total=20), 30)
        asked += play_with(table_of("search", 2), cento_position("+3 +4 +5 +6 +7", "+8", total=99), 10)
    assert set(asked) == {kind for kinds in QUESTIONS.values() for kind in kinds}


@pytest.mark.parametrize("game", SOME, ids=repr)
def test_different_bots_can_sit_at_one_table(game: Game) -> None:
    names = list(BOTS)
    for seed in range(3):
        dice = random.Random(seed)
        bots = [make_bot(dice.choice(names), seed, QUICK) for _ in range(game.players)]
        play_with(bots, game.deal(seed), 60)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", GAMES)
def test_a_search_plays_every_variant_to_its_end(kind: str) -> None:
    for seed, game in enumerate(variants()):
        if game.name == kind:
            position = game.deal(seed)
            play_with(table_of("search", game.players), position, 20_000)
            assert position.is_over
            assert_conserved(position)


@given(choices(), st.integers(0, 2**62))
@law(30)
def test_a_bot_asked_again_answers_the_same(match: Match, seed: int) -> None:
    view = own_view(match.position)
    for name in BOTS:
        bot = make_bot(name, seed, QUICK)
        assert bot.choose(view) == bot.choose(own_view(match.position))
    assert chance_of(seed, view) != chance_of(seed + 1, view)


# --- Not to be predicted ----------------------------------------------------------------------------------------
def judged(move: str, chance: float, visits: int = 1000) -> Judged:
    return Judged(move, chance, 0.01, visits)


def drawn(*moves: Judged) -> Counter[str]:
    return Counter(unpredictable(list(moves), seed) for seed in range(1000))


def test_of_two_moves_as_good_each_is_made_half_of_the_time() -> None:
    assert 400 < drawn(judged("5:up", 0.5), judged("5:down", 0.5))["5:down"] < 600


def test_of_two_moves_the_better_is_likelier() -> None:
    times = drawn(judged("5:up", 0.5), judged("5:down", 0.5 - PRICE))
    assert times["5:down"] == pytest.approx(1000 / (1 + math.e), abs=60)


def test_a_move_that_costs_much_or_is_hardly_known_is_never_made() -> None:
    little_tried = judged("6:down", 0.9, 1000 // ENOUGH - 1)
    assert set(drawn(judged("5:up", 0.5), judged("5:down", 0.5 - 5 * PRICE), little_tried)) == {"5:up"}


def test_a_search_of_10_lays_now_this_card_now_that() -> None:
    """The same view, another seed: where choices are close, it cannot be told from the cards what will be done."""
    varied = 0
    for seed in range(8):
        view = own_view(Ten(3).deal(seed))
        layings = Counter(SearchBot(number, Budget(iterations=400)).choose(view) for number in range(16))
        varied += len(layings) > 1
    assert varied >= 6


def test_what_everybody_sees_needs_no_surprise() -> None:
    """11 nimmt! has no secret moves: the most tried move is made."""
    for position in some_choices(Nimmt(3), range(10)):
        bot = SearchBot(3, QUICK)
        assert bot.choose(own_view(position)) == bot.think(own_view(position)).moves[0].move


# --- Manners in Cento -------------------------------------------------------------------------------------------
def chosen_in_cento(position: Position, *moves: Judged) -> str:
    return choose_from(own_view(position), list(moves), 1)


def playouts_apart(move: str, chance: float, apart: float) -> Judged:
    return Judged(move, chance, apart / 10, 100)


def test_of_moves_that_are_equal_to_the_search_one_leads_to_the_goal() -> None:
    """Far from the goal nobody can win for a while: a number that leads there, no special card, no step back."""
    position = cento_position("TENS +9 +2 -5 COPY", "", total=1, last="+3")
    moves = [judged(move, 0.5) for move in ("TENS:+60", "-5", "COPY", "+2", "+9") if move in position.legal_moves]
    assert len(moves) >= 4
    assert chosen_in_cento(position, *moves) == "+9"


def test_while_a_flip_is_in_force_the_goal_is_the_other_way() -> None:
    position = cento_position("+9 +2 -5 +3 +4", "", total=60, flipped=True)
    assert chosen_in_cento(position, judged("+2", 0.5), judged("-5", 0.5), judged("+9", 0.5)) == "+9"


def test_a_move_with_more_at_stake_is_liked_the_better_the_longer_the_round_lasts() -> None:
    safe, risky = playouts_apart("+2", 0.5, 0.1), playouts_apart("+4", 0.475, 0.3)
    chosen = [
        chosen_in_cento(cento_position("+2 +4 -5 +1 +1", "", total=30, turns=turns), safe, risky)
        for turns in (0, 20, 60, 400)
    ]
    assert chosen[0] == "+2"
    assert chosen[-1] == "+4"
    assert chosen == sorted(chosen)


def test_manners_never_cost_much() -> None:
    worse = playouts_apart("+4", 0.5 - COST - 0.01, 0.5)
    position = cento_position("+2 +4 -5 +1 +1", "", total=30, turns=900)
    assert chosen_in_cento(position, playouts_apart("+2", 0.5, 0.0), worse) == "+2"


def test_a_round_that_can_be_won_is_won() -> None:
    """Also in a series, where a round is only a small part of the match."""
    for match in ("single", "series"):
        position = cento_position("+10 +4 -5 +1 +1", "", total=90, turns=300, match=match)
        assert chosen_in_cento(position, judged("+10", 0.52), playouts_apart("+4", 0.5, 0.5)) == "+10"


@pytest.mark.parametrize(("name", "players"), [("search", 2), ("medium", 6)])
def test_rounds_among_good_bots_come_to_an_end(name: str, players: int) -> None:
    """Without manners the longest of these lasted 385 and 434 turns."""
    lengths = []
    for seed in range(16):
        position = Cento(players).deal(seed)
        play_with(table_of(name, players, 500), position, 1_000)
        lengths.append(len(position.moves))
    lengths.sort()
    assert lengths[8] <= 80
    assert lengths[-1] <= 250


# --- How likely an imagined world is ----------------------------------------------------------------------------
def likelihood(position: Position, seat: int, form: forms.Form | None = None) -> int:
    mind = Mind(position.game, without_its_chance(position._state), form)
    return int(mind.form.likelihood(mind.state, mind.notes, seat))


def test_a_card_that_there_was_no_reason_to_lay_makes_a_world_unlikely() -> None:
    """10, phase 2: who lays face down a card of the hand that the policy finds worse has had less reason to."""
    told_apart = 0
    for seed in range(40):
        position = Ten(2 + seed % 4).deal(seed)
        worths = Mind(position.game, position._state).worths()
        for chips in ("", "+1", "+2"):
            laid = sorted((worths[move], move) for move in worths if move.endswith(f"down{chips}"))
            after = [likelihood_after(position, move) for _, move in laid]
            assert after[0] <= after[-1]
            assert chips or after == sorted(after)
            told_apart += after[-1] > 2 * after[0]
    assert told_apart >= 60


def likelihood_after(position: Position, move: str) -> int:
    """How likely the next player finds the world in which this move was made."""
    world = position.copy()
    world.play(move)
    assert likelihood(world, 0) == CERTAIN, "what a player knows is no guess"
    return likelihood(world, 1)


def test_a_bluff_with_a_useless_card_is_less_likely_than_a_ten() -> None:
    """Two chips on a card face down: rather the 10 of this hand than its penalty card."""
    for seed in range(200):
        position = Ten(2).deal(seed)
        hand = position.describe()["hands"][0]
        useless = next((card for card in hand if card in ("P6", "P7", "P8")), None)
        if "10" in hand and useless:
            assert likelihood_after(position, "10:down+2") > likelihood_after(position, f"{useless}:down+2")
            return
    pytest.fail("no such hand")


@given(matches(), st.integers(0, 1000))
@law(100)
def test_a_likelihood_is_a_chance_and_changes_nothing(match: Match, seed: int) -> None:
    """Of any imagined world of any seat, in both forms."""
    for seat in range(match.game.players):
        world = match.position.view(seat).imagine(seed)
        likely = []
        for mind in minds(match.game, without_its_chance(world._state)):
            before = tidied(mind.plain_state()).values()
            likely.append(int(mind.form.likelihood(mind.state, mind.notes, seat)))
            assert tidied(mind.plain_state()).values() == before
        assert 0 <= likely[0] <= CERTAIN
        assert likely[0] == likely[1]


def tidied(state: Any) -> Any:
    """A copy without leftovers in the room beyond the cards of a hand, which mean nothing."""
    twin = state.copy()
    if isinstance(twin, ten.State):
        for seat, size in enumerate(twin.hand_size):
            twin.hands[seat][size:] = [0] * (ten.HAND - size)
    return twin


# --- What is foreseen -------------------------------------------------------------------------------------------
def sides(game: Game) -> int:
    return game.players // 2 if game.options.get("pairs") else game.players


def sum_over_sides(game: Game, outlooks: list[int]) -> float:
    return sum(outlooks) * sides(game) / game.players


def check_outlook(game: Game, state: Any) -> None:
    """Chances that add up to one but for rounding, the same in both forms, with nothing changed by looking."""
    both = []
    for mind in minds(game, state):
        both.append(mind.outlooks())
        assert mind.values() == state.values()
    outlooks = both[0]
    assert both[1] == outlooks
    assert all(0 <= chance <= CERTAIN for chance in outlooks)
    if state.over:
        assert outlooks == shares_of(game, state)
    else:
        assert CERTAIN - game.players * (game.players + 2) <= sum_over_sides(game, outlooks) <= CERTAIN


def shares_of(game: Game, state: Any) -> list[int]:
    """G2: the winners share the match, and partners win together."""
    wins = forms.interpreted(game.rules).wins
    winners = [seat for seat in range(game.players) if wins(state, seat)]
    each = CERTAIN * game.players // sides(game) // len(winners)
    return [each if seat in winners else 0 for seat in range(game.players)]


def states_between_moves(game: Game, seed: int, moves: int) -> Iterator[Any]:
    """Every state of a random match, also those between rounds, which a position never shows."""
    form = policies.interpreted_form(game.name)
    position, dice = game.deal(seed), random.Random(seed)
    for _ in range(moves):
        if position.is_over:
            return
        state = position._state.copy()
        move = sensible(position, dice)
        form.apply(state, game.parse(move))
        yield state
        position.play(move)


@given(games(), st.integers(0, 2**32))
@law(40)
def test_chances_add_up_when_a_round_is_over(game: Game, seed: int) -> None:
    """Also in mid-round in Cento, where a playout may be cut short."""
    form = policies.interpreted_form(game.name)
    for number, state in enumerate(states_between_moves(game, seed, 600)):
        if form.round_over(state) or (game.name == "cento" and number % 10 == 0):
            check_outlook(game, state)


@pytest.mark.parametrize("match", ["series", "first-to"])
@pytest.mark.parametrize("players", [4, 6, 8])
def test_pairs_that_are_level_share_the_match(players: int, match: str) -> None:
    """G2: two pairs level on the best score have half of the win each; partners win together."""
    game = Cento(players, match=match, pairs=True)
    state = game.rules.State()
    game.set_up(state)
    state.over, state.to_move, state.winner = 1, NOBODY, 0
    best = [0, 1, players // 2, players // 2 + 1]
    other = 150 if match == "series" else 50
    state.scores[:players] = [100 if seat in best else other for seat in range(players)]
    check_outlook(game, state)


def test_a_round_of_cento_without_a_winner_is_shared() -> None:
    """G1: in a single everybody has 0, so all seats win."""
    position = cento_position("+10 +10 +9 +9 +9", "+8 +8 +8 +8 +8", total=50, turns=999)
    position.play("+9")
    assert position.winners == [0, 1]
    check_outlook(position.game, position._state)


def test_no_lead_is_too_great_to_reckon_with() -> None:
    """11 nimmt! over twenty rounds: thousands of minus points behind, in the form without Numba too."""
    game = Nimmt(7, rounds=20)
    state = game.deal(1)._state.copy()
    state.round, state.to_move = 19, NOBODY
    state.scores[:7] = [0, 3400, 0, 0, 0, 0, 0]
    check_outlook(game, state)


def test_who_is_ahead_has_the_better_chance() -> None:
    for game, better in ((Nimmt(3), -1), (Cento(3, match="series"), -1), (Cento(3, match="first-to"), 1)):
        state = game.deal(1)._state.copy()
        state.to_move = NOBODY
        state.scores[:3] = [10, 20, 20]
        low, high, as_high = Mind(game, state).outlooks()
        assert high == as_high
        assert (high - low) * better > 0
