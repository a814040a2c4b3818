"""What the printed leaflet of 10 says, claim by claim.

Each docstring names the section of the leaflet. Where the leaflet leaves room, the rules page decides and is cited.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.kit.positions import play_all, ten_position
from tiotal.engine.errors import BadOption, IllegalMove
from tiotal.engine.game import Position, RoundOver
from tiotal.engine.trace import random_trace
from tiotal.games.ten.game import Ten


def decks(players: int = 2, **options: Any) -> list[list[str]]:
    """The round cards and the playing cards, as they are shuffled at the beginning."""
    lines = random_trace(Ten(players, **options), seed=1)
    return [line["cards"] for line in lines if line["kind"] == "deck"][:2]


def reckoned(position: Position) -> dict[str, Any]:
    """How the round played last ended, as everybody saw it."""
    result = [entry for entry in position.view().log if isinstance(entry, RoundOver)][-1].result
    return dict(result)


def reckon(*table: str, **situation: Any) -> dict[str, Any]:
    """The reckoning of first cards that lie face up, without bids and second cards."""
    position = ten_position(*[""] * len(table), table=[f"{card}:up" for card in table], phase=4, **situation)
    play_all(position, "stand " * len(table))
    return reckoned(position)


def moves_of(position: Position, kind: str) -> list[str]:
    return [move for move in position.legal_moves if move.partition(":")[0] == kind]


# --- Material ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 8))
def test_two_to_seven_can_play(players: int) -> None:
    """Material: seven jokers, one for each player, are enough for seven."""
    assert Ten(players).deal(0).to_move == 0


@pytest.mark.parametrize("players", [1, 8])
def test_fewer_than_two_or_more_than_seven_cannot(players: int) -> None:
    """Material: there is no eighth joker."""
    with pytest.raises(BadOption, match="10 is for 2 to 7 players"):
        Ten(players)


def test_there_are_55_normal_cards_8_penalty_cards_7_jokers_and_10_round_cards() -> None:
    """Material. Two of the jokers are in the players' hands before the deal."""
    round_cards, cards = decks(players=2)
    kinds = Counter(cards)
    assert sorted(round_cards, key=lambda card: int(card[1:])) == [f"R{number}" for number in range(1, 11)]
    assert all(kinds[str(value)] == 5 for value in range(11))
    assert all(kinds[f"P{value}"] == 1 for value in range(1, 9))
    assert kinds["J"] == 7 - 2
    assert kinds.total() == 55 + 8 + 5


def test_seven_players_have_all_49_chips() -> None:
    """Material."""
    assert sum(Ten(7).deal(0).describe()["chips"]) == 49


@pytest.mark.parametrize("value", range(11))
def test_a_normal_card_costs_one_point(value: int) -> None:
    """The cards: every normal card is worth one penalty point."""
    assert penalty(str(value)) == 1


@pytest.mark.parametrize("value", range(1, 9))
def test_penalty_cards_cost_3_to_10_points(value: int) -> None:
    """The cards: penalty cards have the values 1 to 8 and cost 3 to 10 (T1: in this order)."""
    assert penalty(f"P{value}") == value + 2


def test_a_joker_costs_10_points() -> None:
    """The cards, the joker."""
    assert penalty("J") == 10


@pytest.mark.parametrize("number", range(1, 11))
def test_a_round_card_costs_the_number_on_it(number: int) -> None:
    """The cards: round cards have 1 to 10 penalty points."""
    assert penalty(f"R{number}") == number


def penalty(card: str) -> int:
    """What a card taken earlier adds to the final score."""
    return final_score(card) - final_score("")


def final_score(taken: str) -> int:
    """Seat 0's score after winning the tenth round, always with the same hand."""
    position = ten_position(
        "1 2 3",
        "1 2 3",
        table=["10:up", "5:up"],
        phase=4,
        round_number=10,
        round_cards=taken if taken.startswith("R") else "",
        taken=[taken],
        stock="4 4",
    )
    play_all(position, "stand stand")
    scores = position.scores
    assert scores is not None
    return scores[0]


# --- Preparation ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 8))
def test_everybody_begins_with_a_joker_three_more_cards_and_seven_chips(players: int) -> None:
    """Preparation: a joker each, then three cards: a hand of four; and seven chips."""
    table = Ten(players).deal(3).describe()
    assert all(len(hand) == 4 and "J" in hand for hand in table["hands"])
    assert table["chips"] == [7] * players
    assert (table["pot"], table["stock"]) == (0, 55 + 8 + 7 - 4 * players)


def test_the_player_to_the_left_of_the_dealer_starts() -> None:
    """Preparation: the last sentence; the table names the seat (T3)."""
    assert Ten(5, starter=3).deal(0).to_move == 3


# --- Phases -----------------------------------------------------------------------------------------------------
def test_each_phase_is_gone_through_by_all_before_the_next() -> None:
    """Course of the game: five phases a round. The first is turning up a card, the fifth is reckoning."""
    position = ten_position("1 2 3 4", "2 3 4 5", "3 4 5 6", starter=1)
    seats = []
    for move in ("2:up", "3:up", "1:up", "pass", "pass", "pass", "stand", "stand", "stand"):
        seats.append((position.describe()["phase"], position.to_move))
        position.play(move)
    assert seats == [(phase, seat) for phase in (2, 3, 4) for seat in (1, 2, 0)]
    assert position.describe()["phase"] == 5


def test_phase_1_the_top_round_card_is_turned_up() -> None:
    """Phase 1: it says how many points the loser gets on top."""
    position = ten_position("", "", round_cards="R7 R2")
    assert position.describe()["round_card"] == "R7"
    play_all(position, "0:up 0:up pass pass stand stand")
    assert reckoned(position)["round_card"] == "R7"
    position.play("start:0")
    assert position.describe()["round_card"] == "R2"


def test_phase_2_a_card_is_laid_up_or_down_with_at_most_two_chips() -> None:
    """Phase 2: one card from the hand, with or without protection."""
    position = ten_position("9 9 9 9", "")
    assert position.legal_moves == ["9:down", "9:down+1", "9:down+2", "9:up", "9:up+1", "9:up+2"]
    position.play("9:down+2")
    table = position.describe()
    assert table["table"][0] == {"card": "9", "up": False, "protection": 2, "second": None}
    assert (table["chips"], table["hands"][0]) == ([5, 7], ["9", "9", "9"])


def test_phase_2_goes_clockwise_from_the_starter() -> None:
    """Phase 2: then the other players, clockwise."""
    position = ten_position("", "", "", "", starter=2)
    seats = []
    for _ in range(4):
        seats.append(position.to_move)
        position.play(position.legal_moves[0])
    assert seats == [2, 3, 0, 1]


# --- Phase 3 ----------------------------------------------------------------------------------------------------
def test_phase_3_on_a_card_with_one_chip_the_first_bid_is_at_least_one() -> None:
    """Phase 3, bids on a protected card."""
    position = ten_position("", "", table=["1:up", "9:up+1"], phase=3)
    assert moves_of(position, "bid") == [f"bid:1:{bid}" for bid in range(1, 8)]


def test_phase_3_on_a_card_with_two_chips_the_first_bid_is_at_least_two() -> None:
    """Phase 3, bids on a card with two chips."""
    position = ten_position("", "", table=["1:up", "9:up+2"], phase=3)
    assert moves_of(position, "bid") == [f"bid:1:{bid}" for bid in range(2, 8)]


def test_phase_3_others_bid_more_clockwise_until_nobody_wants_to() -> None:
    """Phase 3: overbidding in turn, as often as one likes; nobody has to bid."""
    position = ten_position("", "", "", "", table=["1:up", "2:up", "9:up+1", "3:up"], phase=3)
    position.play("bid:2:1")
    asked = []
    for move in ("raise:2", "raise:4", "raise:5", "pass", "pass"):
        asked.append(position.to_move)
        position.play(move)
    assert asked == [1, 3, 0, 1, 3]  # never the owner, seat 2
    table = position.describe()
    assert table["auction"] is None
    assert table["table"][0]["card"] == "9"


def test_phase_3_the_highest_bidder_pays_the_owner_and_the_cards_change_places() -> None:
    """Phase 3: the chips of the bid go to whoever had the card, in exchange for the bidder's card."""
    position = ten_position("", "", "", table=["1:up", "9:up+1", "3:up"], phase=3)
    play_all(position, "bid:1:3 raise:5 pass")
    table = position.describe()
    assert table["chips"] == [7, 6 + 5, 7 - 5]
    assert [card["card"] for card in table["table"]] == ["1", "3", "9"]
    assert table["pot"] == 0


def test_phase_3_protecting_chips_stay_with_the_player() -> None:
    """Phase 3: the chips on the old card move over to the new one."""
    position = ten_position("", "", table=["1:up+2", "9:down+1"], phase=3)
    play_all(position, "bid:1:1 keep")
    cards = position.describe()["table"]
    assert cards[0] == {"card": "9", "up": False, "protection": 2, "second": None}
    assert cards[1] == {"card": "1", "up": True, "protection": 1, "second": None}


def test_phase_3_a_card_without_protection_costs_one_chip_to_the_pot() -> None:
    """Phase 3: swapping with a card on which no chip lies."""
    position = ten_position("", "", table=["1:up+2", "9:up"], phase=3)
    assert position.legal_moves == ["pass", "swap:1"]
    position.play("swap:1")
    table = position.describe()
    assert (table["chips"], table["pot"]) == ([4, 7], 1)
    assert [card["card"] for card in table["table"]] == ["9", "1"]


def test_phase_3_each_player_opens_once() -> None:
    """Phase 3: one opening bid a player, when it is that player's turn."""
    position = ten_position("", "", "", table=["1:up+2", "9:up+2", "5:up+2"], phase=3)
    openers = []
    for move in ("bid:1:2", "pass", "bid:2:2", "pass", "bid:0:2", "pass"):
        if position.describe()["auction"] is None:
            openers.append(position.to_move)
        position.play(move)
    assert openers == [0, 1, 2]
    assert position.describe()["phase"] == 4


def test_phase_3_nobody_bids_for_an_own_card() -> None:
    """Phase 3: not when opening, and not in an auction."""
    position = ten_position("", "", "", table=["1:up+1", "9:up+1", "3:up"], phase=3)
    assert not [move for move in position.legal_moves if move.startswith(("bid:0", "swap:0"))]
    with pytest.raises(IllegalMove, match="You cannot bid for your own card"):
        position.play("bid:0:1")
    position.play("bid:1:1")
    assert position.to_move == 2


def test_phase_3_who_got_a_new_card_may_raise_its_protection_to_two_but_not_lower_it() -> None:
    """Phase 3, the last sentence; the buyer, then the former owner (T6)."""
    position = ten_position("", "", table=["1:up+1", "9:up"], phase=3)
    position.play("swap:1")
    assert (position.to_move, position.legal_moves) == (0, ["keep", "protect:2"])
    position.play("protect:2")
    assert (position.to_move, position.legal_moves) == (1, ["keep", "protect:1", "protect:2"])
    position.play("protect:1")
    table = position.describe()
    assert [card["protection"] for card in table["table"]] == [2, 1]
    assert table["chips"] == [7 - 1 - 1 - 1, 6]


def test_phase_3_nobody_has_to_bid() -> None:
    """Phase 3: bidding is free."""
    position = ten_position("", "", table=["1:up+1", "9:up+1"], phase=3)
    play_all(position, "pass pass")
    assert position.describe()["phase"] == 4


# --- Phase 4 ----------------------------------------------------------------------------------------------------
def test_phase_4_all_protecting_chips_go_into_the_pot() -> None:
    """Phase 4, first sentence."""
    position = ten_position("", "", "", table=["1:up+1", "9:up+2", "3:up"], phase=3)
    play_all(position, "pass pass pass")
    table = position.describe()
    assert (table["pot"], table["chips"]) == (3, [6, 5, 7])
    assert [card["protection"] for card in table["table"]] == [0, 0, 0]


def test_phase_4_a_card_that_stays_face_down_gets_no_second_card() -> None:
    """Phase 4: that player's turn is over."""
    position = ten_position("1 2 3", "", table=["4:down", "9:up"], phase=4)
    assert position.legal_moves == ["hide", "show"]
    position.play("hide")
    assert position.to_move == 1


def test_phase_4_a_card_that_is_turned_up_may_get_a_second_card() -> None:
    """Phase 4: the values of the two are added."""
    position = ten_position("1 2 3", "", table=["4:down", "5:up"], phase=4)
    position.play("show")
    assert (position.to_move, position.legal_moves) == (0, ["add:1", "add:2", "add:3", "stand"])
    play_all(position, "add:3 stand")
    assert reckoned(position)["totals"] == [7, 5]
    assert reckoned(position)["cards"][0] == ["4", "3"]


def test_phase_4_two_cards_may_not_be_more_than_10() -> None:
    """Phase 4, the last sentence: as near to 10 as possible, but not higher."""
    position = ten_position("3 4 5", "", table=["6:up", "5:up"], phase=4)
    assert position.legal_moves == ["add:3", "add:4", "stand"]


def test_phase_4_a_joker_can_have_any_value_so_it_goes_with_every_card() -> None:
    """Phase 4 with the joker of the card list."""
    position = ten_position("J 1 1", "", table=["10:up", "5:up"], phase=4)
    assert position.legal_moves == ["add:J", "stand"]


def test_phase_4_a_penalty_card_has_its_value_on_the_table() -> None:
    """The cards: penalty cards have values from 1 to 8, here 7 with a 3."""
    position = ten_position("P3 P4 3", "", table=["P7:up", "5:up"], phase=4)
    assert position.legal_moves == ["add:3", "add:P3", "stand"]
    play_all(position, "add:P3 stand")
    assert reckoned(position)["totals"] == [10, 5]


# --- Phase 5 ----------------------------------------------------------------------------------------------------
def test_phase_5_the_highest_value_wins_and_the_lowest_loses() -> None:
    """Phase 5 and the aim of the game: as near to 10 as possible."""
    result = reckon("4", "9", "2")
    assert (result["totals"], result["winner"], result["loser"]) == ([4, 9, 2], 1, 2)


def test_phase_5_of_equal_values_the_highest_single_card_wins() -> None:
    """Phase 5: who has the highest card of those who are level."""
    position = ten_position("1 2 3", "2 3 4", "", table=["6:up", "5:up", "0:up"], phase=4)
    play_all(position, "add:3 add:4 stand")
    assert reckoned(position)["totals"] == [9, 9, 0]
    assert reckoned(position)["winner"] == 0
    position = ten_position("1 2 4", "1 2 3", "", table=["5:up", "6:up", "0:up"], phase=4)
    play_all(position, "add:4 add:3 stand")
    assert reckoned(position)["winner"] == 1


@pytest.mark.parametrize(("starter", "winner"), [(0, 0), (1, 1), (2, 0)])
def test_phase_5_still_level_the_earliest_in_turn_order_wins(starter: int, winner: int) -> None:
    """Phase 5: whose turn came first."""
    assert reckon("8", "8", "3", starter=starter)["winner"] == winner


@pytest.mark.parametrize(("starter", "loser"), [(0, 2), (1, 0), (2, 0)])
def test_phase_5_of_equal_lowest_values_the_last_in_turn_order_loses(starter: int, loser: int) -> None:
    """Phase 5: whose turn came last."""
    assert reckon("3", "8", "3", starter=starter)["loser"] == loser


def test_phase_5_the_loser_takes_all_cards_of_the_round_and_the_round_card() -> None:
    """Phase 5: also second cards; and all cards are turned up first."""
    position = ten_position("3 1 1", "", "", table=["6:up", "5:down", "P2:down"], phase=4, round_cards="R8")
    play_all(position, "add:3 hide hide")
    table = position.describe()
    assert table["taken"] == [[], [], ["R8", "3", "5", "6", "P2"]]
    assert table["table"] == [None, None, None]
    assert reckoned(position)["cards"] == [["6", "3"], ["5"], ["P2"]]


def test_phase_5_the_winner_gets_the_pot() -> None:
    """Phase 5: all chips in the pot."""
    position = ten_position("", "", table=["9:up", "5:up"], phase=4, chips=[3, 6], pot=5)
    play_all(position, "stand stand")
    table = position.describe()
    assert (table["chips"], table["pot"]) == ([8, 6], 0)


def test_phase_5_hands_are_filled_up_to_four_in_turn_order() -> None:
    """Phase 5: from the face-down pile."""
    position = ten_position(
        "3 1 1", "1 2 2", table=["6:up", "5:up"], phase=4, starter=1, stock="10 9 8 7", round_cards="R1"
    )
    play_all(position, "stand add:3")
    assert position.describe()["hands"] == [["1", "1", "8", "9"], ["1", "2", "2", "10"]]


@pytest.mark.parametrize("seat", range(3))
def test_phase_5_the_winner_says_who_starts_the_next_round(seat: int) -> None:
    """Phase 5: any player; then it begins again with phase 1."""
    position = ten_position("", "", "", table=["4:up", "9:up", "5:up"], phase=4)
    play_all(position, "stand stand stand")
    assert (position.to_move, position.legal_moves) == (1, ["start:0", "start:1", "start:2"])
    position.play(f"start:{seat}")
    table = position.describe()
    assert (table["round"], table["phase"], table["starter"], table["to_move"]) == (2, 2, seat, seat)


# --- The end ----------------------------------------------------------------------------------------------------
def test_the_game_ends_after_the_tenth_round() -> None:
    """The end: the round cards are used up."""
    position = ten_position("", "", table=["9:up", "5:up"], phase=4, round_number=10)
    assert play_all(position, "stand stand").is_over
    position = ten_position("", "", table=["9:up", "5:up"], phase=4, round_number=9)
    assert not play_all(position, "stand stand").is_over


def test_the_game_ends_when_a_hand_cannot_be_filled() -> None:
    """The end: or when one player cannot fill the hand any more."""
    position = ten_position("", "", table=["9:up", "5:up"], phase=4, round_number=3, stock="1", rest_to=0)
    assert play_all(position, "stand stand").is_over
    position = ten_position("", "", table=["9:up", "5:up"], phase=4, round_number=3, stock="1 1", rest_to=0)
    assert not play_all(position, "stand stand").is_over


def test_if_it_ends_early_the_last_loser_takes_the_remaining_round_cards() -> None:
    """The end: before the tenth round."""
    position = ten_position(
        "", "", table=["9:up", "5:up"], phase=4, round_number=8, round_cards="R1 R2 R3 R4 R5 R6 R7 R8", rest_to=0
    )
    play_all(position, "stand stand")
    assert position.describe()["taken"][1] == ["R8", "R9", "R10", "5", "9"]


def test_cards_in_hand_count_with_those_taken() -> None:
    """The end: each player adds the hand to the cards taken before. And the winner: two points off for each chip."""
    position = ten_position(
        "1 2 P3",
        "J 1 2",
        table=["9:up", "5:up"],
        phase=4,
        round_number=10,
        round_cards=" ".join(f"R{number}" for number in range(1, 11)),
        taken=["R1 4 P1"],
        stock="P8 3",
        chips=[5, 9],
    )
    play_all(position, "stand stand")
    first = 1 + 1 + 3 + (1 + 1 + 5 + 10) - 2 * 5
    second = 10 + 1 + 1 + (10 + 1 + 1 + 1) - 2 * 9
    assert position.scores == [first, second]
    assert position.winners == [1]


def test_the_lowest_score_wins_and_may_be_negative() -> None:
    """The winner: the last sentence."""
    position = ten_position("", "", table=["9:up", "5:up"], phase=4, round_number=10, chips=[14, 0])
    play_all(position, "stand stand")
    scores = position.scores
    assert scores is not None
    assert scores[0] == 4 - 28
    assert position.winners == [0]
