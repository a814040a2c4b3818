"""The law of imagination: a position imagined from a view is whole, possible, fair, and gives that same view back."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.checker import cento as cento_checker
from tests.kit.games import (
    CentoMemory,
    Match,
    NimmtMemory,
    Step,
    TenMemory,
    assert_conserved,
    card_in,
    cento_games,
    comes_to_an_end,
    games,
    imagined,
    law,
    match_after,
    matches,
    nimmt_games,
    play_on,
    random_positions,
    ten_games,
    viewers,
    without_its_chance,
)
from tests.kit.translated import translated_form
from tiotal.engine import forms
from tiotal.engine.game import Game, Position
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.rules.state import NOBODY, UNKNOWN


# --- The law ----------------------------------------------------------------------------------------------------
@given(matches(), st.integers(0, 2**63 - 1))
@law(200)
def test_an_imagined_position_gives_the_same_view_back(match: Match, seed: int) -> None:
    """design.md, idea 2: a state imagined from a view gives that same view back."""
    for viewer in viewers(match.game):
        view = match.position.view(viewer)
        assert imagined(view, seed).view(viewer) == view


@given(matches(), st.integers(1, 60), st.integers(0, 2**63 - 1))
@law(60)
def test_a_view_of_the_newest_entries_is_given_back_too(match: Match, since: int, seed: int) -> None:
    for viewer in viewers(match.game):
        view = match.position.view(viewer, since)
        assert imagined(view, seed).view(viewer, since) == view


@given(matches(), st.integers(0, 2**63 - 1))
@law(120)
def test_imagining_comes_to_an_end(match: Match, seed: int) -> None:
    for viewer in viewers(match.game):
        assert comes_to_an_end(match.position.view(viewer), seed), f"as seen by {viewer}"


def test_imagining_comes_to_an_end_when_many_hold_no_low_card() -> None:
    """Eight players and 56 cards: after an opening with +2 seven hidden hands hold no +1."""
    position = Cento(8, preset="to-20-a", pairs=True).deal(990256)
    position.play("+2")
    assert comes_to_an_end(position.view(6), 0)


def test_imagining_comes_to_an_end_when_the_opening_card_has_won() -> None:
    """C3: in a race to 10 an opening +10 wins in the round's first turn, and nobody is to move."""
    position = Cento(2, preset="race", target=10).deal(951)
    position.play("+10")
    assert position.is_over
    assert comes_to_an_end(position.view(0), 0)


@given(matches() | matches(cento_games(pairs=True)), st.integers(0, 2**63 - 1))
@law(80)
def test_an_imagined_position_is_whole_and_can_be_played_to_its_end(match: Match, seed: int) -> None:
    for viewer in viewers(match.game):
        for position in play_on(imagined(match.position.view(viewer), seed), random.Random(seed), 3000):
            assert_conserved(position)
            if match.game.name == "cento":
                assert 0 <= position.describe()["total"] <= match.game.options["target"]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_a_swap_can_be_finished_in_imagination(viewer: int | None) -> None:
    """A view in the middle of a swap: the partner is choosing what to give."""
    game = Cento(4, preset="to-20-a", pairs=True)
    position = next(
        position
        for seed in range(200)
        for position in random_positions(game, seed, 100)
        if position.moves and position.moves[-1].startswith("swap:")
    )
    for after in play_on(game.imagine(position.view(viewer), 1), random.Random(1), 3):
        assert_conserved(after)


@pytest.mark.parametrize("target", [100, 20])
def test_who_opens_holds_an_addition_card_also_in_imagination(target: int) -> None:
    """Rule 3: the starter plays the lowest addition card. C2: of at most the target, or the deal is repeated."""
    game = Cento(2) if target == 100 else Cento(2, preset="race", target=target)
    deals = (game.deal(seed) for seed in range(4000))
    hard = (position for position in deals if position.to_move == 0 and not additions_of(position, 1))
    for position in itertools.islice(hard, 6):
        for seed in range(150):
            (opening,) = game.imagine(position.view(1), seed).legal_moves
            assert opening in cento_checker.ADDITIONS
            assert int(opening) <= target


def additions_of(position: Position, seat: int) -> list[str]:
    return [card for card in position.describe()["hands"][seat] if card in cento_checker.ADDITIONS]


def test_a_finished_game_of_10_can_be_imagined() -> None:
    """At the end all hands lie open, jokers among them, and the stock may not be used up."""
    for players in (2, 3, 4):
        game = Ten(players)
        for seed in range(40):
            position = cautious_game_of_ten(game, seed)
            for viewer in viewers(game):
                assert game.imagine(position.view(viewer), 1).view(viewer) == position.view(viewer)


def cautious_game_of_ten(game: Ten, seed: int) -> Position:
    """Few second cards, so that cards are left in the stock after ten rounds."""
    position, dice = game.deal(seed), random.Random(seed)
    while not position.is_over:
        calm = [move for move in position.legal_moves if move in ("stand", "hide")]
        position.play(dice.choice(calm if calm and dice.random() < 0.9 else position.legal_moves))
    return position


@given(matches())
@law(80)
def test_different_seeds_imagine_different_things(match: Match) -> None:
    """Unless all hidden cards are known or alike; twenty hidden cards or more never are."""
    for viewer in viewers(match.game):
        view = match.position.view(viewer)
        hidden = view.state.values().count(UNKNOWN)
        several = {imagined(view, seed).fingerprint() for seed in range(6)}
        if hidden >= 20:
            assert len(several) > 1
        assert imagined(view, 5).fingerprint() in several, "the same seed imagines the same"


@given(matches(), st.integers(0, 2**63 - 1))
@law(120)
def test_all_forms_imagine_the_same(match: Match, seed: int) -> None:
    rules = match.game.rules
    for form in (forms.compiled(rules), translated_form(match.game.name)):
        kept = form.kept
        for viewer in viewers(match.game):
            seat = NOBODY if viewer is None else viewer
            view = match.position.view(viewer)
            records = kept.new_records(rules.State, 2)
            kept.pack(without_its_chance(match.position._state), records, 0)
            form.view(records[1], records[0], seat)
            assert kept.unpack(records[1], rules.State).values() == view.state.values()
            position = imagined(view, seed)
            form.seed_chance(records[1], seed)
            form.imagine(records[1], seat)
            assert kept.unpack(records[1], rules.State).values() == position._state.values()


@given(games(), st.integers(0, 2**32))
@law(30)
def test_a_view_of_another_game_is_refused(game: Game, seed: int) -> None:
    other = Nimmt(7, rounds=20, starter=6)
    with pytest.raises(ValueError, match="another game"):
        other.imagine(game.deal(seed).view(0))


# --- What is known stays where it is ----------------------------------------------------------------------------
@given(matches(nimmt_games()), st.integers(0, 2**63 - 1))
@law(100)
def test_cards_taken_with_a_stack_are_imagined_with_their_taker(match: Match, seed: int) -> None:
    """11 nimmt!: what has lain on the table in this round is known, in whatever hand it is now."""
    assert isinstance(match.memory, NimmtMemory)
    real = match.position.describe()["hands"]
    for viewer in viewers(match.game):
        for hand, real_hand in zip(imagined_table(match, viewer, seed)["hands"], real, strict=True):
            assert match.memory.seen.intersection(hand) == match.memory.seen.intersection(real_hand)
            assert len(hand) == len(real_hand)


@given(matches(ten_games()), st.integers(0, 2**63 - 1))
@law(100)
def test_the_joker_handed_to_everyone_is_in_the_hand_or_came_from_it(match: Match, seed: int) -> None:
    """Setting up 10: each player gets one joker."""
    memory = match.memory
    assert isinstance(memory, TenMemory)
    for viewer in viewers(match.game):
        table = imagined_table(match, viewer, seed)
        for seat in range(match.game.players):
            jokers = table["hands"][seat].count("J") + memory.jokers_out[seat]
            for place, layer in zip(table["table"], memory.layer, strict=True):
                jokers += place is not None and layer == seat and place["card"] == "J"
            assert jokers >= 1


@given(matches(ten_games()), st.integers(0, 2**63 - 1))
@law(100)
def test_a_card_once_owned_is_imagined_as_it_is(match: Match, seed: int) -> None:
    """Rule 3 of 10: who has once owned a card knows it."""
    memory = match.memory
    assert isinstance(memory, TenMemory)
    for viewer in viewers(match.game):
        for seat, place in enumerate(imagined_table(match, viewer, seed)["table"]):
            if place is not None and (place["up"] or viewer in memory.owners[seat]):
                assert place["card"] == memory.cards[seat]


@given(matches(cento_games(pairs=True)), st.integers(0, 2**63 - 1))
@law(100)
def test_partners_imagine_each_other_with_the_cards_they_gave(match: Match, seed: int) -> None:
    assert isinstance(match.memory, CentoMemory)
    for viewer in range(match.game.players):
        partner = (viewer + match.game.players // 2) % match.game.players
        hands = imagined_table(match, viewer, seed)["hands"]
        for seat in (viewer, partner):
            assert not match.memory.received[seat] - Counter(hands[seat])


def imagined_table(match: Match, viewer: int | None, seed: int) -> dict[str, Any]:
    return imagined(match.position.view(viewer), seed).describe()


# --- Cento: what a hand cannot hold -----------------------------------------------------------------------------
# An obvious, slow account of what can be known of a hand: every place in it, with the cards that cannot be there.
# Nobody sees from which place a card comes, so there are several cases; a hand is possible if it fits one of them.
Place = tuple[frozenset[str], str | None]  # the cards ruled out; the card if it is known
FRESH: Place = (frozenset(), None)


class HandAsKnown:
    """What the partner (an insider) or everybody else knows about a hand."""

    def __init__(self, insider: bool) -> None:
        self.insider = insider
        self.cases: set[tuple[Place, ...]] = {(FRESH,) * 5}
        self.to_be_played: Place | None = None  # the card received in a swap goes at once

    def plays(self, card: str) -> None:
        if self.to_be_played is not None:
            self.to_be_played = None
            return
        self.leaves(lambda place: place[1] == card or (place[1] is None and card not in place[0]))

    def gives(self, card: str) -> None:
        """The partner sees which card it is; from which place it came is left open."""
        self.leaves(lambda place: not self.insider or place[1] in (None, card))

    def leaves(self, may_leave: Callable[[Place], bool]) -> None:
        self.cases = {
            case[:i] + case[i + 1 :] for case in self.cases for i, place in enumerate(case) if may_leave(place)
        }
        assert self.cases

    def receives(self, card: str, must_play: bool) -> None:
        place: Place = (frozenset(), card if self.insider else None)
        if must_play:
            self.to_be_played = place
        else:
            self.adds(place)

    def draws(self) -> None:
        self.adds(FRESH)

    def adds(self, place: Place) -> None:
        self.cases = {(*case, place) for case in self.cases}

    def holds_none_of(self, cards: Iterable[str]) -> None:
        ruled_out = frozenset(cards)
        self.cases = {tuple((out | ruled_out, known) for out, known in case) for case in self.cases}

    def allows(self, hand: list[str], must_play: str | None) -> bool:
        rest = list(hand)
        if self.to_be_played is not None and must_play is not None:
            rest.remove(must_play)
        return any(fits(case, rest) for case in self.cases)


def fits(case: tuple[Place, ...], hand: list[str]) -> bool:
    if not case:
        return not hand
    (ruled_out, known), *others = case
    return any(
        fits(tuple(others), hand[:i] + hand[i + 1 :])
        for i, card in enumerate(hand)
        if (card == known if known else card not in ruled_out)
    )


class CentoKnowledge:
    """What is known of every hand, from a round's deal on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        options = cento_checker.Options.read(game.options, game.players)
        self.referee = cento_checker.Referee(options, game.players)
        self.begin_round()

    def begin_round(self) -> None:
        self.hands = {
            (seat, insider): HandAsKnown(insider) for seat in range(self.game.players) for insider in (False, True)
        }
        self.offered: tuple[int, str] | None = None

    def note(self, step: Step) -> None:
        card = card_in(step.move)
        if step.move.startswith("swap:"):
            self.offered = step.player, card
        elif step.move.startswith("give:") and self.offered:
            self.note_swap(*self.offered, step.player, card)
        elif step.after["round"] != step.before["round"]:
            self.begin_round()
        else:
            self.note_card(step, card)

    def note_swap(self, asker: int, offered: str, helper: int, given_back: str) -> None:
        for insider in (False, True):
            self.hands[asker, insider].gives(offered)
            self.hands[helper, insider].gives(given_back)
            self.hands[asker, insider].receives(given_back, must_play=True)
            self.hands[helper, insider].receives(offered, must_play=False)

    def note_card(self, step: Step, card: str) -> None:
        for insider in (False, True):
            hand = self.hands[step.player, insider]
            hand.plays(card)
            if step.before["last"] is None:
                for seat in range(self.game.players):
                    self.hands[seat, insider].holds_none_of(lower_additions(card))
            if step.move.startswith("discard:") and step.before["swap"] is None:
                hand.holds_none_of(self.playable(step.before))
            if step.after["to_move"] is not None or step.after["stock"] != step.before["stock"]:
                hand.draws()  # the winner does not
            if step.after["stock"] > step.before["stock"]:  # made anew (C4): what is not in it is in hands
                held = set(itertools.chain(*step.after["hands"]))
                for seat in range(self.game.players):
                    self.hands[seat, insider].holds_none_of(set(cento_checker.COPIES) - held)

    def playable(self, table: dict[str, Any]) -> list[str]:
        self.referee.total, self.referee.flipped, self.referee.last = table["total"], table["flipped"], table["last"]
        return [card for card in cento_checker.COPIES if self.referee.ways_to_play(card)]


def lower_additions(card: str) -> list[str]:
    return cento_checker.ADDITIONS[: cento_checker.ADDITIONS.index(card)]


def after_a_reshuffle(game: Game, seeds: range) -> Match:
    """A match right after the stock was made anew, in which until then nobody had to discard."""
    for seed in seeds:
        match = Match(game, seed)
        for step in match.play_on(random.Random(seed), 150):
            if step.move.startswith("discard:") or match.position.round > 1:
                break
            if step.after["stock"] > step.before["stock"] and not match.position.is_over:
                return match
    raise AssertionError("no such match: try more seeds")


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_when_the_stock_is_made_anew_all_hands_together_hold_what_is_not_in_it(players: int) -> None:
    """C4: everything else lies open, so with two players each knows the hand of the other."""
    game = Cento(players, preset="to-20-b")
    match = after_a_reshuffle(game, range(3000))
    real = match.position.describe()["hands"]
    for viewer in viewers(game):
        for seed in range(20):
            hands = game.imagine(match.position.view(viewer), seed).describe()["hands"]
            assert Counter(itertools.chain(*hands)) == Counter(itertools.chain(*real))
            if players == 2 and viewer is not None:
                assert hands == real


def check_ruled_out(game: Game, seed: int, moves: int) -> None:
    match, knowledge, dice = Match(game, seed), CentoKnowledge(game), random.Random(seed)
    for step in match.play_on(dice, moves):
        knowledge.note(step)
    if match.position.is_over and game.options["match"] != "single":
        return  # everything is known
    for viewer in viewers(game):
        view = match.position.view(viewer)
        for again in range(3):
            table = imagined(view, again).describe()
            must_play = (table["swap"] or {}).get("must_play")
            for seat in range(game.players):
                partner = game.options["pairs"] and viewer == (seat + game.players // 2) % game.players
                waiting = must_play if seat == table["to_move"] else None
                if seat != viewer:
                    known = knowledge.hands[seat, partner]
                    assert known.allows(table["hands"][seat], waiting), f"{seat} as imagined by {viewer}: {table}"


SHORT = st.sampled_from(["to-20-a", "to-20-b", "race"])


@given(st.integers(2, 5), SHORT, st.integers(0, 2**32), st.integers(1, 40))
@law(150)
def test_nobody_is_imagined_with_a_card_that_was_ruled_out(players: int, preset: str, seed: int, moves: int) -> None:
    """Who starts has the lowest addition card, and who discards could play nothing (rules 2 and 5)."""
    game = Cento(players, preset=preset, target=25 if preset == "race" else None, match="series", limit=20)
    check_ruled_out(game, seed, moves)


@given(st.sampled_from([4, 6]), SHORT, st.integers(0, 2**32), st.integers(1, 40))
@example(players=6, preset="race", seed=170431, moves=9)  # the card that must be played has not been held since
@example(players=6, preset="race", seed=76224, moves=53)  # and the others stay when it is played
@example(players=6, preset="to-20-a", seed=945361, moves=52)  # a card got from the partner was never in an older place
@law(100)
def test_nor_in_pairs_where_cards_change_hands(players: int, preset: str, seed: int, moves: int) -> None:
    """A card received in a swap has not been held since; it is the one that is played or discarded next (C8)."""
    check_ruled_out(Cento(players, preset=preset, target=25 if preset == "race" else None, pairs=True), seed, moves)


# --- Fairness: each possible position is equally likely ---------------------------------------------------------
SAMPLES = 3000
SIGMAS = 5


def assert_like(found: Counter[Any], samples: int, chances: Mapping[Any, float]) -> None:
    """Each outcome as often as its chance says, give or take five standard deviations."""
    assert set(found) <= {outcome for outcome, chance in chances.items() if chance > 0}
    for outcome, chance in chances.items():
        deviation = math.sqrt(samples * chance * (1 - chance)) + 1
        assert abs(found[outcome] - samples * chance) < SIGMAS * deviation, (outcome, found[outcome], samples * chance)


def assert_alike(found: Counter[Any], expected: Counter[Any], samples: int) -> None:
    """Two samples of the same size, of which each outcome counts at most once a sample."""
    for outcome in found | expected:
        chance = (found[outcome] + expected[outcome]) / (2 * samples)
        deviation = math.sqrt(2 * samples * chance * (1 - chance)) + 1
        difference = abs(found[outcome] - expected[outcome])
        assert difference < SIGMAS * deviation, (outcome, found[outcome], expected[outcome])


def told(hand: list[str]) -> set[str]:
    """Simple claims about a hand of Cento: which cards, how many of each, how many additions, the lowest."""
    additions = sorted(int(card) for card in hand if card in cento_checker.ADDITIONS)
    claims = {f"{count} of {card}" for card, count in Counter(hand).items()}
    return claims | {f"{len(additions)} additions"} | {f"lowest is {value}" for value in additions[:1]}


def claims_about(positions: Iterable[Position], seats: list[int]) -> Counter[str]:
    return claims_in([position.describe()["hands"][seat] for seat in seats] for position in positions)


def claims_in(deals: Iterable[Iterable[list[str]]]) -> Counter[str]:
    return Counter(f"{number}: {claim}" for hands in deals for number, hand in enumerate(hands) for claim in told(hand))


def deals_that(
    dice: random.Random, pool: list[str], sizes: list[int], possible: Callable[[list[list[str]]], bool]
) -> list[list[list[str]]]:
    """Full random deals, of which only the possible ones are kept."""
    kept: list[list[list[str]]] = []
    while len(kept) < SAMPLES:
        drawn = iter(dice.sample(pool, sum(sizes)))
        hands = [list(itertools.islice(drawn, size)) for size in sizes]
        if possible(hands):
            kept.append(hands)
    return kept


def pool_without(game: Game, *cards: Iterable[str]) -> list[str]:
    deck = Counter(cento_checker.PRESETS[game.options["preset"]].deck)
    return list((deck - Counter(itertools.chain(*cards))).elements())


def starter_of(game: Game, hands: list[list[str]]) -> int | None:
    referee = cento_checker.Referee(cento_checker.Options.read(game.options, game.players), game.players)
    shuffled = [hands[seat][slot] for slot in range(5) for seat in range(game.players)]
    referee.begin_round()
    return referee.starter() if referee.deal(shuffled) else None


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_hands_at_the_opening_of_cento_are_as_likely_as_deals_that_the_viewer_cannot_tell_apart(
    viewer: int | None,
) -> None:
    """Rule 2: seat 0 is seen to start, which tells something about both hands."""
    game = Cento(2)
    position = next(position for seed in range(100) if (position := game.deal(seed)).to_move == 0)
    mine = [] if viewer is None else position.describe()["hands"][viewer]
    hidden = [seat for seat in range(2) if seat != viewer]

    def possible(hands: list[list[str]]) -> bool:
        return starter_of(game, [hands.pop(0) if seat in hidden else mine for seat in range(2)]) == 0

    dice = random.Random(1)
    deals = deals_that(dice, pool_without(game, mine), [5] * len(hidden), lambda hands: possible(list(hands)))
    view = position.view(viewer)
    found = claims_about((game.imagine(view, seed) for seed in range(SAMPLES)), hidden)
    assert_alike(found, claims_in(deals), SAMPLES)


def test_hands_after_an_opening_are_as_likely_as_deals_without_a_lower_addition_card() -> None:
    """Three players, so that two hidden hands compete for the same cards."""
    game = Cento(3, preset="to-20-a")
    position = next(position for seed in range(2000) if (position := game.deal(seed)).legal_moves == ["+2"])
    opener = position.to_move
    position.play("+2")
    table = position.describe()
    viewer = next(seat for seat in range(3) if seat != opener)
    hidden = [seat for seat in range(3) if seat != viewer]

    def possible(hands: list[list[str]]) -> bool:
        held = [hand[:4] if seat == opener else hand for seat, hand in zip(hidden, hands, strict=True)]
        return not any("+1" in hand for hand in held)  # the opener's fifth card was drawn afterwards

    deals = deals_that(random.Random(2), pool_without(game, table["hands"][viewer], ["+2"]), [5, 5], possible)
    view = position.view(viewer)
    found = claims_about((game.imagine(view, seed) for seed in range(SAMPLES)), hidden)
    assert_alike(found, claims_in(deals), SAMPLES)


def test_hands_after_the_stock_was_made_anew_are_as_likely_as_deals_of_what_is_not_in_it() -> None:
    """Nobody has discarded and the opening card was +1, so nothing else is known about the hands."""
    game = Cento(3, preset="to-20-b")
    match = after_a_reshuffle(game, range(3000))
    hands = match.position.describe()["hands"]
    assert match.position.moves[0] == "+1"
    deals = deals_that(random.Random(4), hands[1] + hands[2], [5, 5], lambda hands: True)
    view = match.position.view(0)
    found = claims_about((game.imagine(view, seed) for seed in range(SAMPLES)), [1, 2])
    assert_alike(found, claims_in(deals), SAMPLES)


def test_a_hand_after_a_forced_discard_is_as_likely_as_deals_with_which_nothing_could_be_played() -> None:
    """Rule 5: four cards could not be played, the fifth was drawn since. The opening +1 rules out nothing."""
    game = Cento(2, preset="to-20-b")
    match, before = next(it for seed in range(3000) if (it := first_discard(game, seed)))
    table, step = match.position.describe(), match.position.moves[-1]
    discarder = before["to_move"]
    knowledge = CentoKnowledge(game)
    playable = knowledge.playable(before)
    pile = [card_in(move) for move in match.position.moves]

    def possible(hands: list[list[str]]) -> bool:
        return not any(card in playable for card in hands[0][:4])

    pool = pool_without(game, table["hands"][1 - discarder], pile)
    deals = deals_that(random.Random(3), pool, [5], possible)
    view = match.position.view(1 - discarder)
    assert step.startswith("discard:")
    found = claims_about((game.imagine(view, seed) for seed in range(SAMPLES)), [discarder])
    assert_alike(found, claims_in(deals), SAMPLES)


def first_discard(game: Game, seed: int) -> tuple[Match, dict[str, Any]] | None:
    """A match that opened with +1, right after its first discard; and the table before that."""
    match = Match(game, seed)
    if match.position.legal_moves == ["+1"]:
        for step in match.play_on(random.Random(seed), 25):
            if step.move.startswith("discard:") and not match.position.is_over:
                return match, step.before
    return None


@pytest.mark.parametrize("moves", [0, 30])
def test_hidden_cards_of_11_nimmt_are_in_each_hand_as_often_as_in_the_others(moves: int) -> None:
    game = Nimmt(3, rounds=1)
    match = match_after(game, 4, moves)
    assert isinstance(match.memory, NimmtMemory)
    assert not match.position.is_over
    hands = match.position.describe()["hands"]
    view = match.position.view(0)
    unknown = [card for card in range(1, 101) if card not in match.memory.seen and card not in hands[0]]
    found = [Counter[int](), Counter[int]()]
    for seed in range(SAMPLES):
        table = game.imagine(view, seed).describe()
        for seat in (1, 2):
            found[seat - 1].update(card for card in table["hands"][seat] if card not in match.memory.seen)
    for seat in (1, 2):
        hiding = sum(card not in match.memory.seen for card in hands[seat])
        assert_like(found[seat - 1], SAMPLES, dict.fromkeys(unknown, hiding / len(unknown)))


def spare_jokers_in_three(pool: int, jokers: int) -> dict[int, float]:
    """The chance of so many jokers among three cards dealt from a pool."""
    return {k: math.comb(jokers, k) * math.comb(pool - jokers, 3 - k) / math.comb(pool, 3) for k in range(4)}


@pytest.mark.parametrize("spare_jokers", ["in", "out"])
def test_a_first_card_face_down_is_the_joker_as_often_as_a_card_drawn_blindly_from_that_hand(spare_jokers: str) -> None:
    """10: a hand is one joker and three cards dealt; any of the four may have been laid."""
    game = Ten(2, spare_jokers=spare_jokers)
    position = game.deal(3)
    position.play(next(move for move in position.legal_moves if move.endswith(":down")))
    mine = position.describe()["hands"][1]
    jokers = (5 if spare_jokers == "in" else 0) - (mine.count("J") - 1)
    pool = (63 + 5 if spare_jokers == "in" else 63) - 3
    chance = sum((1 + k) / 4 * p for k, p in spare_jokers_in_three(pool, jokers).items())
    view = position.view(1)
    found = Counter(game.imagine(view, seed).describe()["table"][0]["card"] == "J" for seed in range(SAMPLES))
    assert_like(found, SAMPLES, {True: chance, False: 1 - chance})


def test_after_a_joker_was_shown_the_hand_holds_another_as_often_as_it_should() -> None:
    """10: the joker shown may be the one that was handed out or one that was dealt; each of them was as likely."""
    game = Ten(2)
    position = game.deal(3)
    position.play("J:up")
    mine = position.describe()["hands"][1]
    weights = {k: (1 + k) * p for k, p in spare_jokers_in_three(65, 5 - (mine.count("J") - 1)).items()}
    view = position.view(1)
    found = Counter(game.imagine(view, seed).describe()["hands"][0].count("J") for seed in range(SAMPLES))
    assert_like(found, SAMPLES, {k: weight / sum(weights.values()) for k, weight in weights.items()})


def test_two_hidden_hands_of_10_hold_jokers_as_often_as_full_deals_say() -> None:
    """Seat 0 laid a joker up, seat 1 a card face down: compared with full deals, of which those that fit are kept."""
    game = Ten(3)
    position = game.deal(5)
    position.play("J:up")
    position.play(next(move for move in position.legal_moves if move.endswith(":down")))
    mine = position.describe()["hands"][2]
    rest = full_pool_of_ten(game, mine)
    dice, expected, kept = random.Random(6), Counter[str](), 0
    while kept < SAMPLES:
        dealt = dice.sample(rest, 6)
        hands = [["J", *dealt[:3]], ["J", *dealt[3:]]]
        laid = [hand.pop(dice.randrange(4)) for hand in hands]
        if laid[0] == "J":
            kept += 1
            expected.update(jokers_told(hands, laid[1]))
    found = Counter[str]()
    view = position.view(2)
    for seed in range(SAMPLES):
        table = game.imagine(view, seed).describe()
        found.update(jokers_told(table["hands"][:2], table["table"][1]["card"]))
    assert_alike(found, expected, SAMPLES)


def full_pool_of_ten(game: Ten, mine: list[str]) -> list[str]:
    """What may have been dealt to the others: all but their own jokers and the viewer's four cards."""
    deck = Counter({str(n): 5 for n in range(11)} | {f"P{n}": 1 for n in range(1, 9)} | {"J": 7 - game.players})
    return list((deck - Counter(mine) + Counter("J")).elements()) if mine.count("J") else list(deck.elements())


def jokers_told(hands: list[list[str]], laid: str) -> list[str]:
    return [f"{seat} holds {hand.count('J')}" for seat, hand in enumerate(hands)] + [f"joker laid: {laid == 'J'}"]


def test_round_cards_not_turned_up_are_imagined_in_any_order() -> None:
    game = Ten(2)
    position = game.deal(7)
    view = position.view(0)
    shown = position._state.round_cards[9]
    found = Counter(game.imagine(view, seed)._state.round_cards[8] for seed in range(SAMPLES))
    assert_like(found, SAMPLES, {number: 1 / 9 for number in range(1, 11) if number != shown})


@pytest.mark.thorough
@given(matches(), st.integers(0, 2**63 - 1))
@law(1000)
def test_the_law_of_imagination_holds_in_a_thousand_games(match: Match, seed: int) -> None:
    for viewer in viewers(match.game):
        view = match.position.view(viewer)
        position = imagined(view, seed)
        assert position.view(viewer) == view
        assert_conserved(position)


@law(60)
@given(cento_games(), st.integers(0, 2**32))
def test_after_a_reshuffle_all_that_is_not_in_the_new_stock_is_in_hands(game: Cento, seed: int) -> None:
    """C4: everyone has seen every card that goes into the new stock, so the others' hands together are known."""
    dice = random.Random(seed)
    position = game.deal(seed)
    remade = 0
    for _ in range(160):
        if position.is_over:
            break
        position.play(dice.choice(position.legal_moves))
        if position._state.ran_out > remade and position.round == 1:
            remade = position._state.ran_out
            for viewer in (None, *range(game.players)):
                others = [seat for seat in range(game.players) if seat != viewer]
                imagined = position.view(viewer).imagine(seed % 1000)
                assert hands_of(imagined, others) == hands_of(position, others)


def hands_of(position: Position, seats: list[int]) -> list[str]:
    hands = position.describe()["hands"]
    return sorted(card for seat in seats for card in hands[seat])
