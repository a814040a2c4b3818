"""Every ruling on 11 nimmt!: N1 to N9, and G1 and G2."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.kit.games import sensible
from tests.kit.positions import nimmt_position, play_all
from tiotal.engine.game import Played, Position, RoundOver
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt import rules
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


# --- N1: ox heads -----------------------------------------------------------------------------------------------
def test_n1_the_ox_heads_follow_from_the_last_digit_and_the_primes() -> None:
    """N1."""
    for card in range(1, 101):
        if card % 10 == 3:
            heads = 5 if is_prime(card) else 7
        else:
            heads = 3 if is_prime(card) else 1
        assert rules.HEADS[card] == heads, card


def test_n1_the_whole_deck_has_182_heads() -> None:
    """N1."""
    assert sum(rules.HEADS) == 182
    assert (rules.HEADS[1], rules.HEADS[33], rules.HEADS[63], rules.HEADS[93]) == (1, 7, 7, 7)


def test_n1_the_heads_in_the_hands_are_the_minus_points() -> None:
    """N1 in a game: 7, 33, 40 and 53 cost 3 + 7 + 1 + 5."""
    position = nimmt_position("51", "7 33 40 53", stacks=["50"], rounds=1)
    position.play("51>50")
    assert position.scores == [0, 16]


# --- N2, N3: who starts -----------------------------------------------------------------------------------------
def test_n2_the_table_names_the_first_starter_and_otherwise_seat_0_starts() -> None:
    """N2."""
    assert (Nimmt(5).deal(1).to_move, Nimmt(5).deal(1).round) == (0, 1)
    assert Nimmt(5, starter=4).deal(1).to_move == 4


@pytest.mark.parametrize(
    ("starter", "hands", "next_starter"),
    [
        (0, ("51", "1", "4", "6"), 1),
        (2, ("51", "1", "4", "6"), 2),
        (3, ("51", "1", "4", "6"), 3),
        (3, ("51", "5", "4", "2"), 3),
        (2, ("51", "5", "4", "2"), 3),
        (1, ("51", "5", "4", "2"), 1),
        (0, ("51", "5", "4", "2"), 1),
    ],
)
def test_n3_of_level_players_the_first_from_the_seat_that_started_starts(
    starter: int, hands: tuple[str, ...], next_starter: int
) -> None:
    """N3: clockwise, that seat included."""
    position = nimmt_position(*hands, stacks=["50"], starter=starter)
    position.play("51>50")
    assert position.describe()["starter"] == position.to_move == next_starter


# --- N4: few cards left -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("draw", "stacks"), [("60 70 80", [[60], [70]]), ("60 70", [[60], [70]]), ("60", [[60]]), ("", [])]
)
def test_n4_as_many_cards_are_turned_up_as_there_are(draw: str, stacks: list[list[int]]) -> None:
    """N4."""
    position = nimmt_position("7", "1", stacks=["50", "20"], draw=draw, rest_to=1)
    position.play("take:50")
    assert position.describe()["stacks"] == [[20], *stacks]


def test_a_stack_counts_the_card_that_was_turned_up_and_those_played_on_it() -> None:
    """Take: three or more cards, however they came there."""
    for played, bulls in (("", 0), ("61>60", 0), ("61>60 62>61", 1), ("61>60 62>61 63>62", 1)):
        position = nimmt_position("61 63 1 2", "62 3 4", stacks=["50"], draw="60 90", to_move=1)
        play_all(position, f"take:50 {played}")
        mover, top = position.to_move, 60 + len(played.split())
        assert mover is not None
        position.play(f"take:{top}")
        assert position.describe()["bulls"][mover] == bulls


# --- N5: no bull left -------------------------------------------------------------------------------------------
def take_with(*bulls: int) -> tuple[list[str], list[int]]:
    """What seat 0 may do after taking three cards with these bulls at the seats, and the bulls then."""
    hands = ["7", *[str(seat) for seat in range(1, len(bulls))]]
    position = nimmt_position(*hands, stacks=["45 48 50"], bulls=bulls)
    position.play("take:50")
    if position.to_move == 0:
        return position.legal_moves, position.describe()["bulls"]
    return [], position.describe()["bulls"]


def test_n5_the_bull_comes_from_the_player_with_most() -> None:
    """N5: with a single candidate it moves by itself."""
    assert take_with(0, 4, 6) == ([], [1, 4, 5])
    assert take_with(3, 7) == ([], [4, 6])


def test_n5_the_taker_chooses_among_others_level_at_the_most() -> None:
    """N5."""
    assert take_with(0, 5, 5) == (["bull:1", "bull:2"], [0, 5, 5])
    assert take_with(1, 3, 3, 0, 3) == (["bull:1", "bull:2", "bull:4"], [1, 3, 3, 0, 3])


def test_n5_no_bull_moves_if_the_taker_alone_has_most() -> None:
    """N5."""
    assert take_with(6, 4) == ([], [6, 4])
    assert take_with(4, 3, 3) == ([], [4, 3, 3])


def test_n5_a_taker_who_is_level_with_others_gets_it_from_one_of_those() -> None:
    """N5: by itself from one, by choice from several."""
    assert take_with(5, 5) == ([], [6, 4])
    assert take_with(3, 3, 3, 1) == (["bull:1", "bull:2"], [3, 3, 3, 1])


def test_n5_a_stack_of_two_moves_no_bull() -> None:
    """N5 only replaces the supply: three cards are needed as always."""
    position = nimmt_position("7", "1", stacks=["48 50"], bulls=[0, 10])
    position.play("take:50")
    assert position.describe()["bulls"] == [0, 10]


def test_n5_the_last_bull_of_the_supply_is_taken_first() -> None:
    """N5: when the supply is empty, not before."""
    position = nimmt_position("7", "1", stacks=["45 48 50"], bulls=[0, 9])
    position.play("take:50")
    table = position.describe()
    assert (table["bulls"], table["supply"]) == ([1, 9], 0)


def test_n5_while_a_bull_is_chosen_the_turn_is_not_over_and_nothing_is_turned_up() -> None:
    """N5: the bull first, then two cards, then the next player."""
    position = nimmt_position("7", "1", "2", stacks=["45 48 50", "20"], bulls=[0, 5, 5], draw="60 70")
    position.play("take:50")
    table = position.describe()
    assert (table["choosing_bull"], table["to_move"], table["stacks"]) == (True, 0, [[20]])
    assert table["hands"][0] == [7, 45, 48, 50]
    position.play("bull:2")
    table = position.describe()
    assert (table["choosing_bull"], table["to_move"], table["stacks"]) == (False, 1, [[20], [60], [70]])
    assert table["bulls"] == [1, 5, 4]


# --- N6: as many stacks as bulls --------------------------------------------------------------------------------
def bull_turn(bulls: int, **options: Any) -> Any:
    hand = "51 52 53 21 22 81 82 99"
    return nimmt_position(hand, "1", stacks=["50", "20", "80"], bulls=[bulls, 0], **options)


def test_n6_with_one_bull_one_plays_any_number_of_cards_on_one_stack() -> None:
    """N6."""
    position = bull_turn(1)
    play_all(position, "51>50 52>51")
    assert position.legal_moves == ["53>52", "end"]
    play_all(position, "53>52")
    assert position.legal_moves == ["end"]


def test_n6_with_two_bulls_one_plays_on_two_stacks_to_and_fro() -> None:
    """N6: any number on each, in any order."""
    position = bull_turn(2)
    play_all(position, "51>50 21>20")
    assert position.legal_moves == ["22>21", "52>51", "53>51", "end"]
    play_all(position, "52>51 22>21 53>52")
    assert position.describe()["used"] == [[53, 50], [22, 20]]
    assert position.legal_moves == ["end"]


def test_n6_with_three_bulls_on_three_stacks() -> None:
    """N6."""
    position = bull_turn(3)
    play_all(position, "51>50 21>20 81>80 82>81 end")
    assert position.describe()["stacks"] == [[50, 51], [20, 21], [80, 81, 82]]


def test_n6_a_bull_is_not_used_up() -> None:
    """Take: one keeps it for the rest of the round."""
    position = bull_turn(1)
    play_all(position, "51>50 52>51 end")
    assert position.describe()["bulls"] == [1, 0]


def test_a_bull_earned_in_a_turn_works_from_the_next_turn_on() -> None:
    """Take: the turn ends."""
    position = nimmt_position("7 51", "1", stacks=["45 48 50"], draw="49 47")
    position.play("take:50")
    assert position.to_move == 1


# --- N7: the window ---------------------------------------------------------------------------------------------
def test_n7_fixed_counts_from_the_card_that_lay_on_top_when_the_turn_began() -> None:
    """N7 with its example: after 99 on a 93 a 3 still fits, a 4 does not, and a 94 lies too low."""
    position = nimmt_position("99 3 4 94 60", "1", stacks=["93"], bulls=[1, 0])
    position.play("99>93")
    assert position.legal_moves == ["3>99", "end"]


def test_n7_sliding_counts_from_the_present_top() -> None:
    """N7, the house rule."""
    position = nimmt_position("99 3 4 9 10 94 60", "1", stacks=["93"], bulls=[1, 0], bull_window="sliding")
    position.play("99>93")
    assert position.legal_moves == ["3>99", "4>99", "9>99", "end"]
    position.play("9>99")
    assert position.legal_moves == ["10>9", "end"]


def test_n7_sliding_can_go_all_the_way_round() -> None:
    """N7, the house rule: a whole circle on one stack, which fixed stops after ten."""
    hand = " ".join(str(number) for number in range(10, 101, 10)) + " 5"
    moves = "10>1 20>10 30>20 40>30 50>40 60>50 70>60 80>70 90>80 100>90 5>100"
    sliding = nimmt_position(hand, "2", stacks=["1"], bulls=[1, 0], bull_window="sliding", rounds=1)
    assert play_all(sliding, moves).winners == [0]
    fixed = nimmt_position(hand, "2", stacks=["1"], bulls=[1, 0])
    fixed.play("10>1")
    assert fixed.legal_moves == ["end"]


def test_n7_each_stack_has_a_window_of_its_own() -> None:
    """N7 with two bulls."""
    position = nimmt_position("55 60 61 25 30 31", "1", stacks=["50", "20"], bulls=[2, 0])
    play_all(position, "55>50 25>20")
    assert position.legal_moves == ["30>25", "60>55", "end"]


def test_with_a_bull_one_is_asked_again_even_when_nothing_more_fits() -> None:
    """Bulls: until one says `end`."""
    position = nimmt_position("51 99", "1", stacks=["50"], bulls=[1, 0])
    position.play("51>50")
    assert (position.to_move, position.legal_moves) == (0, ["end"])


def test_with_a_bull_one_cannot_end_before_a_card_or_take_after_one() -> None:
    """Moves: `end` only after at least one card; one either plays or takes."""
    position = nimmt_position("51 52", "1", stacks=["50"], bulls=[1, 0])
    assert position.legal_moves == ["51>50", "52>50", "take:50"]
    position.play("51>50")
    assert position.legal_moves == ["52>51", "end"]


def test_the_round_ends_at_once_with_the_last_card_of_a_bull_turn() -> None:
    """Rule 5: without a question."""
    position = nimmt_position("51 52", "33", stacks=["50"], bulls=[1, 0], rounds=1)
    play_all(position, "51>50 52>51")
    assert (position.is_over, position.scores) == (True, [0, 7])
    assert position.describe()["used"] == []


# --- N8: no stack -----------------------------------------------------------------------------------------------
def no_stack_left(bulls: tuple[int, int] = (0, 0)) -> Any:
    """Seat 0 has just taken the last stack, and the draw pile is empty."""
    position = nimmt_position("", "10 15 20 26 90", stacks=["50"], rest_to=0, bulls=bulls)
    position.play("take:50")
    assert position.describe()["stacks"] == []
    return position


def test_n8_without_a_stack_one_begins_a_new_one_with_any_card() -> None:
    """N8: that is the turn."""
    position = no_stack_left()
    assert position.legal_moves == ["open:10", "open:15", "open:20", "open:26", "open:90"]
    position.play("open:15")
    assert (position.describe()["stacks"], position.to_move) == ([[15]], 0)


def test_n8_with_a_bull_the_new_stack_is_one_of_the_stacks_played_on() -> None:
    """N8: its first card counts as its top at the beginning of the turn."""
    position = no_stack_left(bulls=(0, 1))
    position.play("open:15")
    assert position.describe()["used"] == [[15, 15]]
    assert position.legal_moves == ["20>15", "end"]
    play_all(position, "20>15")
    assert position.legal_moves == ["end"]  # 26 is 11 above the 15
    play_all(position, "end")
    assert position.describe()["stacks"] == [[15, 20]]


def test_n8_the_last_card_of_a_hand_can_begin_a_stack_and_ends_the_round() -> None:
    """N8 and rule 5; with two cards left the round goes on."""
    for hand, over in (("10", True), ("10 15", False)):
        position = nimmt_position("", hand, stacks=["50"], rest_to=0, rounds=1)
        play_all(position, "take:50 open:10")
        assert position.is_over is over


# --- Every move does what it says -------------------------------------------------------------------------------
@pytest.mark.parametrize("card", range(1, 101))
def test_every_card_can_be_played_on_all_ten_tops_taken_and_begin_a_stack(card: int) -> None:
    """Moves: the card lies where the move says, and comes from where it says."""
    for steps in range(1, 11):
        top = (card - steps - 1) % 100 + 1
        position = nimmt_position(f"{card}", "", stacks=[str(top)], rest_to=1, rounds=1)
        position.play(f"{card}>{top}")
        assert position.describe()["stacks"] == [[top, card]]
        assert position.describe()["hands"][0] == []
    other = card % 100 + 1
    position = nimmt_position(f"{other}", "", stacks=[str(card)], rest_to=1)
    position.play(f"take:{card}")
    assert position.describe()["hands"][0] == sorted([card, other])
    position = nimmt_position("", f"{card}", stacks=[str(other)], rest_to=0, rounds=1)
    play_all(position, f"take:{other} open:{card}")
    assert position.describe()["stacks"] == [[card]]
    assert position.winners == [1]


@pytest.mark.parametrize("seat", range(7))
def test_every_seat_can_lose_a_bull(seat: int) -> None:
    """Moves, `bull:`."""
    taker, rival = (seat + 1) % 7, (seat + 2) % 7
    bulls = [5 if other in (seat, rival) else 0 for other in range(7)]
    hands = [str(card) for card in range(1, 8)]
    position = nimmt_position(*hands, stacks=["45 48 50"], bulls=bulls, to_move=taker)
    play_all(position, f"take:50 bull:{seat}")
    after = position.describe()["bulls"]
    assert (after[seat], after[rival], after[taker]) == (4, 5, 1)


# --- N9: what people are shown ----------------------------------------------------------------------------------
def test_n9_a_seat_is_shown_only_the_tops() -> None:
    """N9: not what lies under them, nor how much."""
    position = nimmt_position("7", "1", stacks=["50 52 55", "20"])
    for seat in (0, 1, None):
        assert position.view(seat).shown()["stacks"] == [[55], [20]]


def test_n9_stacks_that_differ_under_their_tops_look_the_same() -> None:
    """N9: in their cards, in their height."""
    shown = nimmt_position("7", "1", stacks=["50 52 55", "20"]).view(1).shown()
    assert nimmt_position("7", "1", stacks=["48 49 55", "20"]).view(1).shown() == shown
    assert nimmt_position("7", "1", stacks=["55", "18 19 20"]).view(1).shown() == shown


def test_n9_the_memory_aid_shows_how_high_the_stacks_are() -> None:
    """N9: the option of a table shows sizes, still not the cards."""
    position = nimmt_position("7", "1", stacks=["50 52 55", "20"])
    assert position.view(0).shown(memory_aid=True)["stacks"] == [[None, None, 55], [20]]


def test_n9_programs_may_have_the_public_history() -> None:
    """N9: everything was once seen."""
    position = nimmt_position("7", "1", stacks=["50 52 55", "20"])
    assert position.view(0).table["stacks"] == [[50, 52, 55], [20]]


def test_n9_people_are_not_shown_the_cards_that_somebody_took_openly() -> None:
    """N9: those may be remembered, and a view for programs carries them."""
    position = nimmt_position("7", "1", stacks=["50 52 55", "20"])
    position.play("take:55")
    assert position.view(1).shown()["hands"] == [[None] * 4, [1]]
    assert position.view(1).table["hands"] == [[50, 52, 55, None], [1]]
    assert position.view(0).shown()["hands"] == [[7, 50, 52, 55], [None]]


def test_n9_a_hand_of_which_every_card_was_seen_is_shown_to_nobody_else() -> None:
    """N9: that no card of it is unknown does not mean that the round is over."""
    position = nimmt_position("51", "1 2", stacks=["50", "20"], draw="70 80 75 85")
    play_all(position, "take:20 take:70 51>50")
    assert position.view(1).table["hands"][0] == [20]
    for seat in (1, None):
        assert position.view(seat).shown()["hands"][0] == [None]
    assert position.view(0).shown()["hands"][0] == [20]


# --- N9: what people may look up --------------------------------------------------------------------------------
def looked_up(position: Position, seat: int | None) -> list[str]:
    """The moves of this round that a seat may look up now."""
    log = position.view(seat).log
    hidden = position.to_remember(seat)
    began = max((number for number, entry in enumerate(log, 1) if isinstance(entry, RoundOver)), default=0)
    assert not hidden or hidden.start == began
    shown = log[max(began, hidden.stop) :]
    return [entry.move.written for entry in shown if isinstance(entry, Played)]


def test_n9_the_log_begins_with_ones_last_completed_turn() -> None:
    """N9: and until there was one, with the last turns of everybody, which is all that there was."""
    position = nimmt_position("51 61 9", "52 62 8", "53 63 7", stacks=["50", "60"])
    assert looked_up(position, 0) == []
    position.play("51>50")
    assert [looked_up(position, seat) for seat in (0, 1, 2, None)] == [["51>50"]] * 4
    play_all(position, "52>51 53>52")
    assert looked_up(position, 0) == looked_up(position, None) == ["51>50", "52>51", "53>52"]
    assert looked_up(position, 1) == ["52>51", "53>52"]
    assert looked_up(position, 2) == ["53>52"]
    position.play("61>60")
    assert looked_up(position, 0) == ["61>60"]
    assert looked_up(position, 1) == looked_up(position, None) == ["52>51", "53>52", "61>60"]
    assert looked_up(position, 2) == ["53>52", "61>60"]


def test_n9_a_turn_with_bulls_is_completed_when_somebody_else_is_to_move() -> None:
    """N9: all cards of it belong together, and so does the choice of a bull."""
    position = nimmt_position("51 52 53 9", "61 62 8 7", stacks=["50", "60"], bulls=[1, 1])
    play_all(position, "51>50 end 61>60")
    assert looked_up(position, 1) == looked_up(position, None) == ["51>50", "end", "61>60"]
    play_all(position, "62>61")
    assert looked_up(position, 1) == ["51>50", "end", "61>60", "62>61"]
    position.play("end")
    assert looked_up(position, 1) == ["61>60", "62>61", "end"]

    position = nimmt_position("9", "8", "7", stacks=["50 51 52", "60"], bulls=[0, 5, 5])
    position.play("take:52")
    assert position.to_move == 0 and looked_up(position, 0) == ["take:52"]
    position.play("bull:2")
    assert looked_up(position, 0) == ["take:52", "bull:2"]


def test_n9_all_of_a_round_is_shown_when_it_is_over() -> None:
    """N9: also when the next one is being played."""
    position = nimmt_position("51 52", "61 9 8", stacks=["50", "60"])
    play_all(position, "51>50 61>60")
    assert position.to_remember(1) == range(1)
    position.play("52>51")
    assert position.round == 2 and not any(map(position.to_remember, (0, 1, None)))
    position.play(position.legal_moves[0])
    assert not any(map(position.to_remember, (0, 1, None)))


@pytest.mark.parametrize("players", [2, 3, 7])
def test_n9_in_any_game_the_log_begins_where_the_ruling_says(players: int) -> None:
    """N9, worked out from who was to move, not from the log."""
    dice = random.Random(players)
    position = Nimmt(players, rounds=3).deal(players)
    turns: list[tuple[int, int]] = []  # of this round: whose, and the number of its first entry
    passed_on = True
    hidden_somewhere = 0
    while not position.is_over:
        mover, size, number = position.to_move, position.log_size, position.round
        assert mover is not None
        if passed_on:
            turns.append((mover, size))
        position.play(sensible(position, dice))
        passed_on = position.to_move != mover
        if position.round != number:
            turns, passed_on = [], True
        completed = turns if passed_on else turns[:-1]
        for seat in (None, *range(players)):
            own = [first for owner, first in completed if owner == seat]
            visible = own[-1:] or [first for _, first in completed[-players:]]
            hidden = position.to_remember(seat)
            began = turns[0][1] if turns else position.log_size
            assert hidden == range(began, visible[0] if visible and not position.is_over else began)
            hidden_somewhere += len(hidden)
    assert hidden_somewhere > 0


def test_n9_is_the_rule_of_this_game_alone() -> None:
    """In Cento and 10 everything may be looked up."""
    for game in (Cento(2), Ten(2)):
        position = game.deal(3)
        for _ in range(12):
            position.play(position.legal_moves[0])
            assert not any(map(position.to_remember, (0, 1, None)))


# --- G1, G2 -----------------------------------------------------------------------------------------------------
def test_g1_a_round_ends_without_a_winner_after_its_1000th_turn_and_every_hand_counts() -> None:
    """G1."""
    position = nimmt_position("51 33", "3 5", stacks=["50"], turns=998, rounds=2)
    position.play("51>50")
    assert position.round == 1
    position.play("take:51")
    assert position.scores == [7, 5 + 3 + 1 + 1]
    assert (position.round, position.to_move) == (2, 1)


def test_g1_the_1000th_turn_may_still_win() -> None:
    """G1: unless that turn won."""
    position = nimmt_position("51", "3", stacks=["50"], turns=999, rounds=1)
    position.play("51>50")
    assert (position.scores, position.winners) == ([0, 5], [0])


def test_g1_all_cards_of_a_turn_with_bulls_belong_to_one_turn() -> None:
    """G1."""
    position = nimmt_position("51 52 53 99", "3", stacks=["50"], turns=999, bulls=[1, 0], rounds=1)
    play_all(position, "51>50 52>51 53>52")
    assert not position.is_over
    position.play("end")
    assert (position.is_over, position.scores) == (True, [1, 5])


def test_g1_the_choice_of_a_bull_belongs_to_the_turn() -> None:
    """G1."""
    position = nimmt_position("7", "1", "2", stacks=["45 48 50"], bulls=[0, 5, 5], turns=999, rounds=1)
    position.play("take:50")
    assert not position.is_over
    position.play("bull:1")
    assert position.is_over


def test_g2_players_level_on_fewest_minus_points_share_the_win() -> None:
    """G2."""
    position = nimmt_position("51", "1", "33", stacks=["50"], rounds=1, scores=[5, 4, 0])
    position.play("51>50")
    assert (position.scores, position.winners) == ([5, 5, 7], [0, 1])


@pytest.mark.parametrize("rounds", [1, 20])
def test_the_number_of_rounds_may_be_set(rounds: int) -> None:
    """Match: from 1 to 20."""
    position = nimmt_position("51", "1", stacks=["50"], rounds=rounds, round_number=rounds)
    assert play_all(position, "51>50").is_over


# --- The windows that people are shown --------------------------------------------------------------------------
def test_a_window_has_the_ten_above_and_after_100_comes_1() -> None:
    position = nimmt_position("1", "2", stacks=["25", "94", "100"])
    windows = position.view(None).shown()["windows"]
    assert windows == [[*range(26, 36)], [*range(95, 101), *range(1, 5)], [*range(1, 11)]]


def test_n7_a_fixed_window_gets_smaller_in_a_turn_and_n6_other_stacks_are_closed() -> None:
    """N6 and N7, as they are shown to everybody at the table."""
    position = nimmt_position("98 1", "2", stacks=["95", "40"], bulls=[1, 0])
    position.play("98>95")
    assert position.view(1).shown()["windows"] == [[99, 100, 1, 2, 3, 4, 5], []]
    sliding = nimmt_position("98 1", "2", stacks=["95", "40"], bulls=[1, 0], bull_window="sliding")
    sliding.play("98>95")
    assert sliding.view(1).shown()["windows"] == [[99, 100, *range(1, 9)], []]


@pytest.mark.parametrize("window", ["fixed", "sliding"])
def test_exactly_the_cards_in_the_windows_can_be_put_down(window: str) -> None:
    """In whole games, for whoever is to move; and everybody sees the same windows."""
    for seed in range(6):
        position, dice = Nimmt(2 + seed, rounds=1, bull_window=window).deal(seed), random.Random(seed)
        while position.to_move is not None:
            view = position.view(position.to_move)
            windows = view.shown()["windows"]
            tops = [stack[-1] for stack in view.table["stacks"]]
            hand = view.table["hands"][position.to_move]
            fits = {f"{card}>{top}" for top, cards in zip(tops, windows, strict=True) for card in cards if card in hand}
            assert fits == {move for move in position.legal_moves if ">" in move}
            assert position.view(None).shown()["windows"] == windows
            position.play(sensible(position, dice))
        assert not any(position.view(None).shown()["windows"])
