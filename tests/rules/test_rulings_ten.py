"""Every ruling on 10: T1 to T13, and G2."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.kit.positions import play_all, ten_position
from tiotal.engine.game import Position, RoundOver
from tiotal.engine.trace import random_trace
from tiotal.games.ten import rules
from tiotal.games.ten.game import CARDS, Ten


def reckoned(position: Position) -> dict[str, Any]:
    """How the round played last ended, as everybody saw it."""
    result = [entry for entry in position.view().log if isinstance(entry, RoundOver)][-1].result
    return dict(result)


def chips_in_play(table: dict[str, Any]) -> int:
    protecting = sum(card["protection"] for card in table["table"] if card)
    return int(sum(table["chips"]) + protecting + table["pot"])


# --- T1, T2, T3: setting up -------------------------------------------------------------------------------------
def test_t1_a_penalty_card_costs_two_more_than_its_value() -> None:
    """T1."""
    for value in range(1, 9):
        card = rules.VALUE.index(value, 11)
        assert (rules.VALUE[card], rules.PENALTY[card]) == (value, value + 2)


@pytest.mark.parametrize("players", range(2, 8))
def test_t2_spare_jokers_are_shuffled_in_or_leave_the_game(players: int) -> None:
    """T2, the house rule."""
    for option, jokers in (("in", 7 - players), ("out", 0)):
        lines = random_trace(Ten(players, spare_jokers=option), seed=2)
        decks = [next(line for line in lines if line["kind"] == "deck")["cards"] for _ in range(2)]
        assert Counter(decks[1])["J"] == jokers
        assert len(decks[1]) == 63 + jokers
        state = next(line for line in lines if line["kind"] == "state")
        assert state["stock"] == 63 + jokers - 3 * players


@pytest.mark.parametrize("seed", range(30))
def test_hands_are_listed_in_deck_table_order_and_nothing_lies_on_the_table_yet(seed: int) -> None:
    """State in a trace."""
    table = Ten(2 + seed % 6).deal(seed).describe()
    for hand in table["hands"]:
        assert hand == sorted(hand, key=CARDS.index)
    assert table["table"] == [None] * (2 + seed % 6)
    assert (table["round"], table["phase"], table["pot"], table["auction"]) == (1, 2, 0, None)
    assert table["taken"] == [[]] * (2 + seed % 6)


def test_t2_is_in_by_default() -> None:
    """T2."""
    assert Ten(3).options["spare_jokers"] == "in"


def test_t3_the_table_names_the_first_starter_and_otherwise_seat_0_starts() -> None:
    """T3."""
    assert Ten(5).deal(1).to_move == 0
    assert Ten(5, starter=4).deal(1).to_move == 4


# --- Phase 2 ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("card", CARDS)
def test_every_card_can_be_laid_in_six_ways(card: str) -> None:
    """Moves, phase 2: and only its owner knows one that lies face down."""
    for way in ("up", "down"):
        for chips in range(3):
            position = ten_position(card, "", "")
            hand: Counter[str] = Counter(position.describe()["hands"][0])
            position.play(f"{card}:{way}" + (f"+{chips}" if chips else ""))
            table = position.describe()
            assert table["table"][0] == {"card": card, "up": way == "up", "protection": chips, "second": None}
            assert table["chips"] == [7 - chips, 7, 7]
            assert Counter(table["hands"][0]) == hand - Counter([card])
            for seat in (0, 1, 2, None):
                seen = position.view(seat).table["table"][0]["card"]
                assert seen == (card if way == "up" or seat == 0 else None)


def test_equal_cards_are_one_move() -> None:
    """Moves: in both phases in which a card leaves the hand."""
    position = ten_position("3 3 5 5", "", chips=[0, 14])
    assert position.legal_moves == ["3:down", "3:up", "5:down", "5:up"]
    position = ten_position("3 5 3", "", table=["1:up", "5:up"], phase=4)
    assert position.legal_moves == ["add:3", "add:5", "stand"]
    position = ten_position("J 3 J", "", table=["1:up", "5:up"], phase=4)
    assert position.legal_moves == ["add:3", "add:J", "stand"]


@pytest.mark.parametrize("card", CARDS)
def test_every_card_can_be_added_to_one_it_goes_with(card: str) -> None:
    """Moves, phase 4."""
    position = ten_position(f"{card} 1", "", table=["0:up", "5:up"], phase=4)
    hand: Counter[str] = Counter(position.describe()["hands"][0])
    position.play(f"add:{card}")
    table = position.describe()
    assert table["table"][0]["second"] == card
    assert Counter(table["hands"][0]) == hand - Counter([card])
    position.play("stand")
    assert reckoned(position)["cards"] == [["0", card], ["5"]]
    assert reckoned(position)["totals"][0] == (10 if card == "J" else int(card.removeprefix("P")))


# --- T4, T5: bidding --------------------------------------------------------------------------------------------
def test_t4_nobody_can_overbid_a_swap_for_an_unprotected_card() -> None:
    """T4: the cards change places at once; no auction runs."""
    position = ten_position("", "", "", table=["1:up+2", "9:up", "5:up"], phase=3)
    position.play("swap:1")
    table = position.describe()
    assert table["auction"] is None
    assert [card["card"] for card in table["table"]] == ["9", "1", "5"]


def test_t4_an_unprotected_card_costs_exactly_one_chip() -> None:
    """T4: there is no bid for it."""
    position = ten_position("", "", table=["1:up", "9:up"], phase=3)
    assert position.legal_moves == ["pass", "swap:1"]


def test_t11_a_swap_uses_up_the_one_opening() -> None:
    """T11: as a bid does; the next in turn opens, and the swapper is not asked again in this phase."""
    position = ten_position("", "", "", table=["1:up+2", "9:up+2", "5:up"], phase=3)
    play_all(position, "swap:2 keep")
    assert position.to_move == 1
    position.play("pass")
    assert position.to_move == 2
    position.play("pass")
    assert position.describe()["phase"] == 4


def test_t5_only_free_chips_can_be_bid() -> None:
    """T5: not those that protect one's own card."""
    position = ten_position("", "", table=["1:up+2", "9:up+1"], phase=3)
    assert position.legal_moves == ["bid:1:1", "bid:1:2", "bid:1:3", "bid:1:4", "bid:1:5", "pass"]


def test_t5_without_free_chips_one_can_only_pass() -> None:
    """T5: neither swap nor bid, and not overbid either, but one is asked (a decision is put to the player)."""
    position = ten_position("", "", "", table=["1:up+1", "9:up+1", "5:up"], phase=3, chips=[0, 9, 10])
    assert position.legal_moves == ["pass"]
    play_all(position, "pass bid:0:1")
    assert (position.to_move, position.legal_moves[:2]) == (2, ["pass", "raise:10"])
    position = ten_position("", "", "", table=["1:up", "9:up+1", "5:up"], phase=3, chips=[10, 10, 0])
    position.play("bid:1:1")
    assert (position.to_move, position.legal_moves) == (2, ["pass"])


def test_t5_a_bid_that_nobody_can_top_is_still_put_to_everybody() -> None:
    """T5 and what all games share: skipping the question could betray something."""
    position = ten_position("", "", "", "", table=["1:up", "9:up+1", "5:up", "5:up"], phase=3, chips=[7, 6, 3, 11])
    position.play("bid:1:7")
    assert (position.to_move, position.legal_moves) == (2, ["pass"])
    position.play("pass")
    assert (position.to_move, position.legal_moves) == (3, ["pass", "raise:10", "raise:11", "raise:8", "raise:9"])


def test_an_auction_ends_when_everyone_else_has_passed_in_a_row() -> None:
    """Phase 3: who passed may come back after a higher bid."""
    position = ten_position("", "", "", "", table=["1:up", "9:up+1", "5:up", "6:up"], phase=3)
    play_all(position, "bid:1:1 pass raise:2 raise:3")
    assert (position.to_move, position.describe()["auction"]) == (2, {"owner": 1, "bidder": 0, "bid": 3})
    play_all(position, "raise:4 pass")
    assert position.to_move == 0
    position.play("pass")
    table = position.describe()
    assert (table["auction"], table["chips"]) == (None, [7, 6 + 4, 7 - 4, 7])


def test_of_two_players_the_opening_bid_wins_at_once() -> None:
    """Phase 3: nobody else is there to bid."""
    position = ten_position("", "", table=["1:up+2", "9:up+2"], phase=3)
    position.play("bid:1:2")
    table = position.describe()
    assert (table["auction"], table["chips"], table["to_move"]) == (None, [3, 7], 1)


def test_a_card_may_be_bid_for_again_by_later_openers() -> None:
    """Phase 3, the last line."""
    position = ten_position("", "", "", table=["1:up", "9:up", "5:up"], phase=3)
    play_all(position, "swap:1 keep keep swap:0 keep keep swap:1 keep keep")
    assert [card["card"] for card in position.describe()["table"]] == ["1", "5", "9"]


# --- T6: protecting a new card ----------------------------------------------------------------------------------
def test_t6_the_buyer_is_asked_first_then_the_former_owner() -> None:
    """T6: also when the buyer is not the one who opened."""
    position = ten_position("", "", "", table=["1:up", "9:up+1", "5:up"], phase=3)
    play_all(position, "bid:1:1 raise:2 pass")
    asked = []
    for _ in range(2):
        asked.append((position.describe()["asked_to_protect"], position.to_move))
        position.play("keep")
    assert asked == [(2, 2), (1, 1)]
    assert position.describe()["asked_to_protect"] is None
    assert position.to_move == 1  # the next opener


def test_t6_only_a_player_who_can_raise_the_protection_is_asked() -> None:
    """T6: not with two chips on the card already, not without a free chip."""
    full = ten_position("", "", "", table=["1:up+2", "9:up+2", "5:up"], phase=3)
    play_all(full, "bid:1:2 pass")
    assert (full.to_move, full.describe()["asked_to_protect"]) == (1, None)
    poor = ten_position("", "", "", table=["1:up", "9:up", "5:up"], phase=3, chips=[1, 10, 10])
    poor.play("swap:1")
    assert (poor.to_move, poor.describe()["asked_to_protect"]) == (1, 1)


def test_t6_protection_is_raised_from_free_chips_to_at_most_two_and_never_lowered() -> None:
    """T6."""
    position = ten_position("", "", table=["1:up", "9:up"], phase=3, chips=[2, 12])
    position.play("swap:1")
    assert position.legal_moves == ["keep", "protect:1"]
    position.play("protect:1")
    assert position.describe()["chips"] == [0, 12]
    position = ten_position("", "", table=["1:up+1", "9:up"], phase=3, chips=[2, 11])
    position.play("swap:1")
    assert position.legal_moves == ["keep", "protect:2"]
    position.play("protect:2")
    assert (position.describe()["chips"], position.describe()["table"][0]["protection"]) == ([0, 11], 2)


# --- Who knows a card -------------------------------------------------------------------------------------------
def test_a_card_keeps_lying_as_it_lay_and_its_new_owner_may_look_at_it() -> None:
    """Phase 3: and who has once owned a card knows it."""
    position = ten_position("", "", "", table=["1:down+2", "9:down", "5:up"], phase=3)
    assert [position.view(seat).table["table"][1]["card"] for seat in (0, 1, 2, None)] == [None, "9", None, None]
    position.play("swap:1")
    for seat, cards in ((0, ["9", "1"]), (1, ["9", "1"]), (2, [None, None]), (None, [None, None])):
        seen = position.view(seat).table["table"][:2]
        assert [card["card"] for card in seen] == cards
        assert [card["up"] for card in seen] == [False, False]


# --- T7: jokers -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("second", ["0", "3", "8", "10", "P6", "J", None])
def test_t7_a_joker_makes_its_owner_s_total_exactly_10(second: str | None) -> None:
    """T7: alone, with any card, with another joker."""
    position = ten_position(f"{second or ''} 0", "", table=["J:up", "9:up"], phase=4)
    play_all(position, f"add:{second} stand" if second else "stand stand")
    assert reckoned(position)["totals"] == [10, 9]
    assert reckoned(position)["winner"] == 0


@pytest.mark.parametrize(
    ("cards", "others", "winner"),
    [
        ("J", "10", 0),  # 10 each, the earlier one
        ("J 4", "10", 1),  # 6 + 4 against a single 10
        ("J 4", "7 3", 1),  # 6 against 7
        ("J 2", "7 3", 0),  # 8 against 7
        ("2 J", "7 3", 0),
        ("4 J", "7 3", 1),
        ("9 J", "8 2", 0),
        ("J 9", "8 2", 0),  # the 9 itself is the highest single card
        ("J J", "10", 0),  # 10 and 0, the earlier one
        ("J 0", "J 1", 0),  # 10 against 9
        ("J 1", "J 0", 1),
    ],
)
def test_t7_a_joker_counts_for_the_highest_single_card_as_what_is_missing_to_10(
    cards: str, others: str, winner: int
) -> None:
    """T7 with the tie between totals of 10."""
    mine, yours = cards.split(), others.split()
    position = ten_position(
        " ".join(mine[1:]), " ".join(yours[1:]), "", table=[f"{mine[0]}:up", f"{yours[0]}:up", "0:up"], phase=4
    )
    for hand in (mine, yours):
        position.play(f"add:{hand[1]}" if len(hand) > 1 else "stand")
    position.play("stand")
    assert reckoned(position)["totals"][:2] == [10, 10]
    assert reckoned(position)["winner"] == winner


def test_t7_a_joker_that_stays_face_down_counts_as_10() -> None:
    """T7 and phase 5: all cards are turned up."""
    position = ten_position("", "", table=["J:down", "9:up"], phase=4)
    play_all(position, "hide stand")
    assert reckoned(position)["totals"] == [10, 9]


# --- T12: level totals ------------------------------------------------------------------------------------------
def test_t12_of_level_totals_the_highest_single_card_wins_wherever_it_lies() -> None:
    """T12: 6 and 1 beat 5 and 2, though neither is one card alone; 7 alone beats both."""
    position = ten_position("2 0 0", "1 0 0", "", table=["5:up", "6:up", "3:up"], phase=4)
    play_all(position, "add:2 add:1 stand")
    assert (reckoned(position)["totals"], reckoned(position)["winner"]) == ([7, 7, 3], 1)
    position = ten_position("2 0 0", "1 0 0", "", table=["5:up", "6:up", "7:up"], phase=4)
    play_all(position, "add:2 add:1 stand")
    assert (reckoned(position)["totals"], reckoned(position)["winner"]) == ([7, 7, 7], 2)


# --- T8: winner and loser ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(("starter", "winner", "loser"), [(0, 0, 2), (1, 1, 0), (2, 2, 1)])
def test_t8_with_all_level_the_first_wins_and_the_last_loses(starter: int, winner: int, loser: int) -> None:
    """T8."""
    position = ten_position("", "", "", table=["5:up", "5:up", "5:up"], phase=4, starter=starter)
    play_all(position, "stand stand stand")
    assert (reckoned(position)["winner"], reckoned(position)["loser"]) == (winner, loser)


def test_t8_the_winner_is_never_the_loser_even_if_last_in_turn_order() -> None:
    """T8: all have 5, the last in turn order wins by a higher single card; the tie is broken among the others."""
    position = ten_position("1 0 0", "1 0 0", "", table=["4:up", "4:up", "5:up"], phase=4)
    play_all(position, "add:1 add:1 stand")
    assert reckoned(position)["totals"] == [5, 5, 5]
    assert (reckoned(position)["winner"], reckoned(position)["loser"]) == (2, 1)


def test_t8_of_two_level_players_the_other_one_loses() -> None:
    """T8 with two players."""
    position = ten_position("1 0 0", "", table=["4:up", "5:up"], phase=4)
    play_all(position, "add:1 stand")
    assert (reckoned(position)["winner"], reckoned(position)["loser"]) == (1, 0)


# --- T9: chips --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 4, 7])
def test_t9_a_chip_is_never_created_or_lost(players: int) -> None:
    """T9: after every move of some games; and the pot is empty after every reckoning."""
    for seed in range(3):
        for line in random_trace(Ten(players), seed=seed):
            if line["kind"] == "state":
                assert chips_in_play(line) == 7 * players
                if line["phase"] == 5:
                    assert line["pot"] == 0


# --- T10: the end -----------------------------------------------------------------------------------------------
def test_t10_an_early_end_comes_after_the_round_without_naming_a_starter() -> None:
    """T10."""
    position = ten_position("", "", "", table=["4:up", "9:up", "5:up"], phase=4, stock="1 1", rest_to=0)
    play_all(position, "stand stand stand")
    table = position.describe()
    assert (position.is_over, position.legal_moves, table["to_move"], table["phase"]) == (True, [], None, 5)


def test_t10_who_comes_later_in_turn_order_draws_nothing() -> None:
    """The end: the first who finds no card ends it."""
    position = ten_position(
        "1 2 3", "1 2 3", "1 2 3", table=["4:up", "9:up", "5:up"], phase=4, starter=1, stock="8", rest_to=1
    )
    play_all(position, "stand stand stand")
    assert [len(hand) for hand in position.describe()["hands"]] == [3, 4, 3]


def test_t10_one_player_is_filled_up_before_the_next() -> None:
    """Phase 5: one player after the other; who needs two cards takes both first."""
    position = ten_position("1 2 3", "1 2 3", table=["4:up", "5:up"], phase=4, stock="8 9", rest_to=1)
    play_all(position, "add:1 stand")
    assert position.describe()["hands"] == [["2", "3", "8", "9"], ["1", "2", "3"]]
    assert position.is_over


def test_t10_a_stock_that_just_suffices_does_not_end_the_game() -> None:
    """T10: only when someone cannot fill the hand."""
    position = ten_position("", "", table=["4:up", "5:up"], phase=4, stock="8 9", rest_to=1)
    play_all(position, "stand stand")
    table = position.describe()
    assert (table["stock"], position.is_over, position.to_move) == (0, False, 1)


def test_t10_the_last_loser_takes_the_round_cards_never_turned_up() -> None:
    """T10: besides the one of the round."""
    position = ten_position(
        "", "", table=["4:up", "5:up"], phase=4, round_number=7, round_cards="R3 R1 R2 R10 R9 R8 R7", rest_to=1
    )
    play_all(position, "stand stand")
    assert position.describe()["taken"][0] == ["R4", "R5", "R6", "R7", "4", "5"]


def test_t13_hands_are_filled_after_the_tenth_round_too_and_count() -> None:
    """T13: filling belongs to the fifth phase of every round."""
    position = ten_position("1 2 3", "1 2 3", table=["4:up", "5:up"], phase=4, round_number=10, stock="P8 J")
    play_all(position, "stand stand")
    assert position.describe()["hands"] == [["1", "2", "3", "P8"], ["1", "2", "3", "J"]]
    assert position.scores == [(10 + 1 + 1) + 3 + 10 - 14, 3 + 10 - 14]


def test_scores_are_told_only_when_the_game_is_over() -> None:
    """State in a trace, `scores`: hands count and are secret."""
    position = ten_position("", "", table=["4:up", "5:up"], phase=4)
    play_all(position, "stand stand")
    assert position.scores is None


# --- G2 ---------------------------------------------------------------------------------------------------------
def test_g2_players_level_on_the_lowest_score_share_the_win() -> None:
    """G2: 10 points for the round card and two cards are worth six chips."""
    position = ten_position(
        "1 2 3", "1 2 3", table=["4:up", "5:up"], phase=4, round_number=10, stock="0 0", chips=[10, 4]
    )
    play_all(position, "stand stand")
    assert (position.scores, position.winners) == ([12 + 4 - 20, 4 - 8], [0, 1])


def test_the_same_player_is_asked_for_a_second_card_after_show() -> None:
    """Moves, the last line."""
    position = ten_position("1 2 3", "", table=["4:down", "5:up"], phase=4)
    position.play("show")
    assert position.to_move == 0
    assert position.describe()["table"][0]["up"]


def test_the_round_card_is_not_told_after_the_reckoning() -> None:
    """State in a trace, `round_card`: null in phase 5, while round and starter are still those of the round played."""
    position = ten_position("", "", table=["4:up", "5:up"], phase=4, round_number=4, starter=1)
    play_all(position, "stand stand")
    table = position.describe()
    assert (table["round_card"], table["round"], table["starter"], table["phase"]) == (None, 4, 1, 5)
