"""Laws that hold in every game with every option, whatever is played."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.kit.games import (
    Match,
    assert_conserved,
    cento_games,
    comes_to_an_end,
    games,
    law,
    match_after,
    matches,
    nimmt_games,
    play_on,
    random_positions,
    seeds,
    sensible,
    ten_games,
    variants,
    viewers,
)
from tiotal.engine.batch import play_random
from tiotal.engine.errors import BadRecord, IllegalMove, TiotalError
from tiotal.engine.game import Game, Position, RoundOver
from tiotal.engine.games import GAMES
from tiotal.engine.record import read_record, record_of, verify_record
from tiotal.engine.seeds import Seed
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten

MOST_MOVES = 1500
Table = dict[str, Any]


# --- Every position ---------------------------------------------------------------------------------------------
@given(games(), st.integers(0, 2**32))
@law(100)
def test_no_card_and_no_chip_is_made_or_lost(game: Game, seed: int) -> None:
    """T9 for the chips of 10; for cards in every game."""
    for position in random_positions(game, seed, MOST_MOVES):
        assert_conserved(position)


@given(cento_games(), st.integers(0, 2**32))
@law(60)
def test_the_total_stays_within_its_bounds(game: Cento, seed: int) -> None:
    """Rule 4 of Cento: 0 … target. And every hand has five cards, but the winner's, who does not draw (C3)."""
    for position in random_positions(game, seed, MOST_MOVES):
        table = position.describe()
        assert 0 <= table["total"] <= game.options["target"]
        assert table["direction"] in (1, -1)
        assert table["goal"] == (0 if table["flipped"] else game.options["target"])
        assert table["flipped"] == (table["beside"] is not None)
        assert sorted(map(len, table["hands"]))[1:] == [5] * (game.players - 1)
        assert min(map(len, table["hands"])) == 5 or position.is_over


@given(nimmt_games(), st.integers(0, 2**32))
@law(60)
def test_there_are_ten_bulls(game: Nimmt, seed: int) -> None:
    """N5 and N6: bulls only move, and a turn uses at most as many stacks as its player has bulls."""
    for position in random_positions(game, seed, MOST_MOVES):
        table = position.describe()
        assert sum(table["bulls"]) + table["supply"] == 10
        assert min(table["bulls"]) >= 0
        if position.to_move is not None:
            assert len(table["used"]) <= table["bulls"][position.to_move]
            assert all(table["hands"])


@given(ten_games(), st.integers(0, 2**32))
@law(60)
def test_protection_is_none_one_or_two_chips(game: Ten, seed: int) -> None:
    """Rule 2 of 10 and T6; and the pot of a round is paid out in that round (T9)."""
    for position in random_positions(game, seed, MOST_MOVES):
        table = position.describe()
        assert all(place is None or 0 <= place["protection"] <= 2 for place in table["table"])
        assert all(len(hand) <= 4 for hand in table["hands"])
        assert table["pot"] == 0 or table["phase"] in (3, 4)
        auction = table["auction"]
        assert auction is None or auction["bid"] <= table["chips"][auction["bidder"]]


@given(matches())
@law(100)
def test_legal_moves_are_sorted_and_each_is_listed_once(match: Match) -> None:
    """rules/README: `legal` is complete and sorted by code point; equal cards are one move."""
    position = match.position
    legal = position.legal_moves
    assert legal == sorted(set(legal))
    assert [match.game.write(action) for action in position.legal_actions] == legal
    assert bool(legal) != position.is_over
    assert (position.to_move is None) == position.is_over


# --- The end ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_every_game_ends_also_with_players_who_do_not_care(name: str) -> None:
    """G1 and G3: uniformly random play of every variant stays within the safety limits; 10 needs none."""
    for number, game in enumerate(variants()):
        if game.name == name:
            batch = play_random(game, 12, 1000 * number, policy="uniform", threads=1)
            for length, rounds, scores, winners in zip(
                batch.lengths.tolist(),
                batch.rounds.tolist(),
                batch.scores.tolist(),
                batch.winners.tolist(),
                strict=True,
            ):
                assert length > 0
                check_length(game, length, rounds)
                assert [seat for seat in range(game.players) if winners[seat]] == best_of(game, scores)


def check_length(game: Game, length: int, rounds: int) -> None:
    assert length > 0
    if game.name == "cento":
        target = game.options["target"]
        turns = 10 * target if target > 100 else 1000
        assert rounds <= (1 if game.options["match"] == "single" else 100)
        assert length <= rounds * turns * 3  # swap, give, play
    elif game.name == "nimmt":
        assert rounds == game.options["rounds"]
        assert length <= rounds * 1000 * 100
    else:
        assert rounds <= 10


def best_of(game: Game, scores: list[int]) -> list[int]:
    """G2: the lowest score wins in 10, 11 nimmt! and a series of Cento; level players share the win."""
    highest = game.name == "cento" and game.options["match"] != "series"
    best = max(scores) if highest else min(scores)
    return [seat for seat, score in enumerate(scores) if score == best]


@given(games(), st.integers(0, 2**32))
@law(100)
def test_scores_and_winners_agree_whoever_looks(game: Game, seed: int) -> None:
    position = list(random_positions(game, seed, 20_000))[-1]
    assert position.is_over
    assert position.scores is not None
    assert position.winners == best_of(game, position.scores)
    assert len(position.scores) == game.players
    for viewer in viewers(game):
        view = position.view(viewer)
        assert view.is_over
        assert (view.scores, view.winners, view.to_move) == (position.scores, position.winners, None)
    rounds = [entry.result for entry in position.view().log if isinstance(entry, RoundOver)]
    assert [result["round"] for result in rounds] == list(range(1, position.round + 1))
    if game.name != "ten":
        assert rounds[-1]["scores"] == position.scores
    if game.options.get("pairs"):
        half = game.players // 2
        assert position.scores[:half] == position.scores[half:], "C9: a pair's score is one score"


@given(games(), st.integers(0, 2**32))
@law(60)
def test_nobody_has_won_before_the_end(game: Game, seed: int) -> None:
    for position in random_positions(game, seed, 60):
        if not position.is_over:
            assert position.winners == position.view(0).winners == []
            assert (position.scores is None) == (game.name == "ten")


# --- What is not allowed ----------------------------------------------------------------------------------------
def everything_about(position: Position) -> tuple[Any, ...]:
    views = tuple(position.view(viewer).to_json() for viewer in viewers(position.game))
    return position.fingerprint(), position.moves, position.legal_moves, position.describe(), views


def assert_refused(position: Position, move: str | int) -> IllegalMove:
    with pytest.raises(IllegalMove) as refusal:
        position.play(move)
    assert str(refusal.value).strip()
    return refusal.value


@given(matches(), st.data())
@law(120)
def test_an_illegal_move_is_refused_and_changes_nothing(match: Match, data: st.DataObject) -> None:
    position = match.position
    before = everything_about(position)
    actions = range(-3, match.game.actions + 3)
    for action in data.draw(st.lists(st.sampled_from(actions), min_size=20, max_size=20)):
        if action not in position.legal_actions:
            assert_refused(position, action)
            if 0 <= action < match.game.actions and match.game.written[action] is not None:
                assert_refused(position, match.game.write(action))
    for text in data.draw(st.lists(st.text(max_size=50), max_size=5)):
        if text not in position.legal_moves:
            assert_refused(position, text)
    for text in position.legal_moves[:5]:
        for garbled in (f" {text}", f"{text} ", text + text, text[:-1], text.swapcase() + ":"):
            if garbled not in position.legal_moves:
                assert_refused(position, garbled)
    assert everything_about(position) == before


@given(games(), st.integers(0, 2**32))
@law(40)
def test_when_the_match_is_over_every_move_is_refused(game: Game, seed: int) -> None:
    position = list(random_positions(game, seed, 20_000))[-1]
    before = everything_about(position)
    for action in random.Random(seed).sample(range(game.actions), 20):
        assert_refused(position, action)
    assert everything_about(position) == before


Claim = Callable[[Table, str, int, Game], bool]


def hand_of(table: Table, seat: int) -> list[str]:
    return [str(card) for card in table["hands"][seat]]


def tops_of(table: Table) -> list[int]:
    return [stack[-1] for stack in table["stacks"]]


def chips_asked(table: Table, move: str, seat: int) -> int:
    """How many chips a move of 10 would take."""
    verb, *rest = move.split(":")
    if verb in ("bid", "raise"):
        return int(rest[-1])
    return int(move[-1]) if "+" in move else 1


# What a refusal says, and how to see from the table whether it is so.
CLAIMS: dict[str, Claim] = {
    "cento.why.opening": lambda table, move, seat, game: table["last"] is None,
    "cento.why.asked": lambda table, move, seat, game: "from" in (table["swap"] or {}),
    "cento.why.must_play": lambda table, move, seat, game: "must_play" in (table["swap"] or {}),
    "cento.why.can_play": lambda table, move, seat, game: (
        move.startswith("discard:") and "from" not in (table["swap"] or {})
    ),
    "cento.why.no_swap": lambda table, move, seat, game: move.startswith("swap:") and game.options["pairs"],
    "cento.why.no_pairs": lambda table, move, seat, game: not game.options["pairs"],
    "cento.why.nobody_asked": lambda table, move, seat, game: "from" not in (table["swap"] or {}),
    "cento.why.copy_choice": lambda table, move, seat, game: move.startswith("COPY"),
    "cento.why.odd": lambda table, move, seat, game: table["total"] % 2 == 1 and move.endswith(":halve"),
    "cento.why.neither": lambda table, move, seat, game: table["total"] % 2 == 1 and move.endswith(":double"),
    "cento.why.race_tens": lambda table, move, seat, game: (
        game.options["preset"] == "race" and move[-2:] in ("60", "80")
    ),
    "cento.why.out_of_range": lambda table, move, seat, game: move.partition(":")[0] not in ("swap", "give", "discard"),
    "nimmt.why.choose_bull": lambda table, move, seat, game: table["choosing_bull"],
    "nimmt.why.no_stack": lambda table, move, seat, game: (
        int(move.replace(":", ">").split(">")[1]) not in tops_of(table)
    ),
    "nimmt.why.stacks_used": lambda table, move, seat, game: len(table["used"]) == table["bulls"][seat],
    "nimmt.why.window": lambda table, move, seat, game: bool(table["used"]) and game.options["bull_window"] == "fixed",
    "nimmt.why.played_already": lambda table, move, seat, game: bool(table["used"]),
    "nimmt.why.stacks_lie": lambda table, move, seat, game: bool(table["stacks"]),
    "nimmt.why.nothing_played": lambda table, move, seat, game: not table["used"],
    "nimmt.why.no_bull_to_choose": lambda table, move, seat, game: not table["choosing_bull"],
    "ten.why.few_chips": lambda table, move, seat, game: table["chips"][seat] < chips_asked(table, move, seat),
    "ten.why.above": lambda table, move, seat, game: table["phase"] == 4 and move.startswith("add:"),
    "ten.why.bid_more": lambda table, move, seat, game: int(move.split(":")[1]) <= table["auction"]["bid"],
    "ten.why.own_card": lambda table, move, seat, game: int(move.split(":")[1]) == seat,
    "ten.why.protected": lambda table, move, seat, game: table["table"][int(move.split(":")[1])]["protection"] > 0,
    "ten.why.unprotected": lambda table, move, seat, game: table["table"][int(move.split(":")[1])]["protection"] == 0,
    "ten.why.open_higher": lambda table, move, seat, game: (
        int(move.split(":")[2]) < table["table"][int(move.split(":")[1])]["protection"]
    ),
    "views.no_seat": lambda table, move, seat, game: int(move.split(":")[1]) >= game.players,
}


@given(matches())
@law(150)
def test_a_refusal_tells_the_truth(match: Match) -> None:
    """design.md, people first: an error says what was wrong."""
    position, game = match.position, match.game
    table, seat, legal = position.describe(), position.to_move, position.legal_actions
    if seat is None:
        return
    for action in range(game.actions):
        if game.written[action] is None or action in legal:
            continue
        reason = assert_refused(position, action).values.get("reason")
        if isinstance(reason, TiotalError):
            move = game.write(action)
            if reason.key == "moves.not_held":
                assert str(reason.values["card"]) not in hand_of(table, seat)
            elif reason.key in CLAIMS:
                assert CLAIMS[reason.key](table, move, seat, game), f"{move}: {reason} {table}"


# --- Copies and fingerprints ------------------------------------------------------------------------------------
@given(matches(), st.integers(0, 2**32))
@law(100)
def test_a_copy_goes_its_own_way(match: Match, seed: int) -> None:
    position = match.position
    before = everything_about(position)
    twin = position.copy()
    assert everything_about(twin) == before
    for _ in play_on(twin, random.Random(seed), 15):
        pass
    assert everything_about(position) == before
    again = position.copy()
    kept = everything_about(again)
    for _ in play_on(position, random.Random(seed), 15):
        pass
    assert everything_about(position) == everything_about(twin)
    assert everything_about(again) == kept


@given(matches(), st.integers(0, 2**32))
@law(80)
def test_equal_games_have_equal_fingerprints_and_others_do_not(match: Match, seed: int) -> None:
    position = match.position
    assert position.seed is not None
    again = match.game.deal(position.seed)
    prints = [again.fingerprint()]
    for move in position.moves:
        again.play(move)
        prints.append(again.fingerprint())
    assert again.fingerprint() == position.fingerprint()
    assert len(set(prints)) == len(prints)
    assert match.game.deal(seed).fingerprint() != match.game.deal(seed + 1).fingerprint()


@given(matches())
@law(80)
def test_looking_changes_nothing(match: Match) -> None:
    position = match.position
    before = position.fingerprint()
    for viewer in viewers(match.game):
        view = position.view(viewer)
        assert view == position.view(viewer)
        assert hash(view) == hash(position.view(viewer))
        view.state.players = 99
        view.table["hands"].clear()
        view.shown()["hands"].clear()
        if comes_to_an_end(view, 1):
            for _ in play_on(match.game.imagine(view, 1), random.Random(1), 1):
                pass
        assert view == position.view(viewer)
    position.describe()["hands"].clear()
    position.legal_moves.clear()
    position.legal_actions.clear()
    position.moves.clear()
    assert position.fingerprint() == before
    assert bool(position.legal_moves) != position.is_over


@given(matches())
@law(60)
def test_what_a_view_gives_out_cannot_be_used_to_change_the_match(match: Match) -> None:
    """A view is handed to bots and front ends; whatever they do with it stays theirs."""
    position = match.position
    before = [position.view(viewer).to_json() for viewer in viewers(match.game)]
    told = position.view(0).as_dict()
    told["options"]["players"] = 99
    for entry in told["log"]:
        entry.get("round_over", {}).clear()
        entry.clear()
    for entry in position.view(0).log:
        if isinstance(entry, RoundOver) and isinstance(entry.result, dict):
            entry.result.clear()
    assert [position.view(viewer).to_json() for viewer in viewers(match.game)] == before


# --- Moves ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_parsing_a_written_move_gives_the_same_action(name: str) -> None:
    """rules/README, Moves: parsing the written form back gives the same move."""
    game = GAMES[name]()
    used = [action for action in range(game.actions) if game.written[action] is not None]
    assert [game.parse(game.write(action)) for action in used] == used
    assert len({game.write(action) for action in used}) == len(used)
    for action in (-1, game.actions, *(set(range(game.actions)) - set(used))):
        with pytest.raises(IllegalMove):
            game.write(action)


@given(st.sampled_from(sorted(GAMES)), st.text(max_size=12) | st.from_regex(r"[-+0-9A-Za-z:>]{1,9}", fullmatch=True))
@law(300)
def test_what_is_no_written_move_is_refused(name: str, text: str) -> None:
    game = GAMES[name]()
    if text in game.written:
        assert game.write(game.parse(text)) == text
    else:
        with pytest.raises(IllegalMove):
            game.parse(text)


# --- Records ----------------------------------------------------------------------------------------------------
@given(matches())
@law(80)
def test_a_record_replays_to_the_same_position(match: Match) -> None:
    """Seeds of both kinds: numbers and sealed ones."""
    position = match.position
    names = [f"Å {seat}" for seat in range(match.game.players)]
    record = record_of(position, names)
    text = record.to_json()
    read = read_record(text)
    assert read == record
    assert read.to_json() == text
    final = read.final()
    assert everything_about(final) == everything_about(position)
    if position.is_over:
        assert verify_record(text).fingerprint() == position.fingerprint()
    else:
        with pytest.raises(BadRecord) as cut_off:
            verify_record(text)
        assert cut_off.value.move_number == len(position.moves) + 1


@given(matches(), st.data())
@law(60)
def test_a_record_with_a_bad_move_is_refused_at_that_move(match: Match, data: st.DataObject) -> None:
    """rules/README, Records: rejected with the number of the first bad move."""
    position = match.position
    if not position.moves:
        return
    number = data.draw(st.integers(0, len(position.moves) - 1))
    record = record_of(position)
    moves = [*record.moves[:number], "nonsense", *record.moves[number + 1 :]]
    text = record.to_json().replace(str(list(record.moves)).replace("'", '"'), str(moves).replace("'", '"'))
    with pytest.raises(BadRecord) as bad:
        read_record(text)
    assert bad.value.move_number == number + 1


# --- Everything together ----------------------------------------------------------------------------------------
class Tables(RuleBasedStateMachine):
    """Some positions of one game: played, copied, looked at and imagined in any order."""

    @initialize(game=games(), seed=seeds())
    def begin(self, game: Game, seed: Seed) -> None:
        self.game, self.seed = game, seed
        self.positions = [game.deal(seed)]

    def some(self, number: int) -> Position:
        return self.positions[number % len(self.positions)]

    @rule(which=st.integers(0, 9), dice=st.integers(0, 2**32), moves=st.integers(1, 12))
    def play(self, which: int, dice: int, moves: int) -> None:
        for _ in play_on(self.some(which), random.Random(dice), moves):
            pass

    @rule(which=st.integers(0, 9))
    def copy(self, which: int) -> None:
        twin = self.some(which).copy()
        assert twin.fingerprint() == self.some(which).fingerprint()
        self.positions = [*self.positions[-3:], twin]

    @rule(which=st.integers(0, 9), action=st.integers(-5, 1500))
    def refuse(self, which: int, action: int) -> None:
        position = self.some(which)
        if action not in position.legal_actions:
            before = position.fingerprint()
            assert_refused(position, action)
            assert position.fingerprint() == before

    @rule(which=st.integers(0, 9), viewer=st.none() | st.integers(0, 1))
    def look(self, which: int, viewer: int | None) -> None:
        position = self.some(which)
        assert position.view(viewer).to_json() == position.copy().view(viewer).to_json()

    @rule(which=st.integers(0, 9), viewer=st.none() | st.integers(0, 1), seed=st.integers(0, 2**32))
    def imagine(self, which: int, viewer: int | None, seed: int) -> None:
        position = self.some(which)
        view = position.view(viewer)
        if comes_to_an_end(view, seed):
            other = self.game.imagine(view, seed)
            assert other.view(viewer) == view
            before = position.fingerprint()
            if not other.is_over:
                other.play(sensible(other, random.Random(seed)))
            assert_conserved(other)
            assert position.fingerprint() == before

    @invariant()
    def is_well_formed(self) -> None:
        for position in getattr(self, "positions", []):
            assert_conserved(position)

    def teardown(self) -> None:
        for position in getattr(self, "positions", []):
            replayed = self.game.deal(self.seed)
            for move in position.moves:
                replayed.play(move)
            assert replayed.fingerprint() == position.fingerprint()


TestTables = Tables.TestCase
TestTables.settings = law(40, stateful_step_count=25)


@pytest.mark.thorough
@given(games(), st.integers(0, 2**32))
@law(600)
def test_every_law_holds_to_the_end_of_many_games(game: Game, seed: int) -> None:
    match = match_after(game, seed, 0)
    for position in play_on(match.position, random.Random(seed), 20_000):
        assert_conserved(position)
    assert position.is_over
    assert position.winners == best_of(game, position.scores or [])
    assert verify_record(record_of(position).to_json()).fingerprint() == position.fingerprint()
