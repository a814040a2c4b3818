"""What the printed leaflet of 11 nimmt! says, example by example and claim by claim.

Each docstring names the section of the leaflet. Where the leaflet leaves room or contradicts itself, the rules page
decides and is cited.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.positions import nimmt_position, play_all
from tiotal.engine.errors import BadOption, IllegalMove
from tiotal.engine.game import RoundOver
from tiotal.engine.trace import random_trace
from tiotal.games.nimmt import rules
from tiotal.games.nimmt.game import Nimmt


def plays_on(top: int, **situation: Any) -> list[int]:
    """Which of all the other cards go on a stack with this top."""
    position = nimmt_position("", "", stacks=[str(top)], rest_to=0, **situation)
    return sorted(int(move.partition(">")[0]) for move in position.legal_moves if ">" in move)


# --- Players, cards, preparation --------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 8))
def test_two_to_seven_can_play(players: int) -> None:
    """Head of the leaflet: 2 to 7 players."""
    assert Nimmt(players).deal(0).to_move == 0


@pytest.mark.parametrize("players", [1, 8])
def test_fewer_than_two_or_more_than_seven_cannot(players: int) -> None:
    """Head of the leaflet: 2 to 7 players."""
    with pytest.raises(BadOption, match="11 nimmt! is for 2 to 7 players"):
        Nimmt(players)


def test_there_are_cards_from_1_to_100_and_ten_bulls() -> None:
    """Contents."""
    deck = next(line["cards"] for line in random_trace(Nimmt(2), seed=1) if line["kind"] == "deck")
    assert sorted(deck) == list(range(1, 101))
    assert Nimmt(2).deal(1).describe()["supply"] == 10


@pytest.mark.parametrize("players", range(2, 8))
def test_everybody_is_dealt_ten_cards_in_numerical_order(players: int) -> None:
    """Preparation: ten cards each, which the players sort."""
    hands = Nimmt(players).deal(5).describe()["hands"]
    assert [len(hand) for hand in hands] == [10] * players
    assert all(hand == sorted(hand) for hand in hands)


@pytest.mark.parametrize("players", range(2, 8))
def test_one_card_is_turned_up_and_begins_the_first_stack(players: int) -> None:
    """Preparation: the first stack; the rest lies face down."""
    table = Nimmt(players).deal(5).describe()
    assert [len(stack) for stack in table["stacks"]] == [1]
    assert table["draw"] == 100 - 10 * players - 1
    assert table["bulls"] == [0] * players


@pytest.mark.parametrize("seat", range(4))
def test_the_youngest_starts_wherever_the_youngest_sits(seat: int) -> None:
    """Preparation: the youngest starts; the table names the seat (N2)."""
    assert Nimmt(4, starter=seat).deal(5).to_move == seat


# --- Course of the game: playing a card -------------------------------------------------------------------------
def test_play_goes_clockwise() -> None:
    """Course of the game, first sentence."""
    position = nimmt_position("51 99", "52 98", "53 97", stacks=["50"], draw="44 45")
    seats = []
    for move in ("51>50", "take:51", "53>44"):
        seats.append(position.to_move)
        position.play(move)
    assert [*seats, position.to_move] == [0, 1, 2, 0]


def test_one_either_plays_a_card_or_takes_a_stack() -> None:
    """Course of the game: A or B."""
    position = nimmt_position("55 60 61", "1", stacks=["50", "20"])
    assert position.legal_moves == ["55>50", "60>50", "take:20", "take:50"]


def test_without_a_bull_one_plays_one_card() -> None:
    """Course of the game, A: one card."""
    position = nimmt_position("51 52 53", "1 2", stacks=["50"])
    position.play("51>50")
    assert position.to_move == 1


def test_a_card_must_be_higher_than_the_top_of_its_stack() -> None:
    """Rule 1, rising order: lower numbers do not go."""
    assert not [card for card in plays_on(50) if card < 50]


def test_a_card_may_be_at_most_ten_above_the_top() -> None:
    """Rule 2, the difference is at most 10."""
    assert plays_on(50) == list(range(51, 61))


def test_who_holds_only_cards_that_do_not_fit_must_take_a_stack() -> None:
    """Rule 2: then all cards of a stack go to the hand."""
    position = nimmt_position("61 99 40", "1", stacks=["45"])
    assert position.legal_moves == ["take:45"]


def test_on_96_go_97_to_100_and_1_to_6() -> None:
    """Rule 3, after 100 comes 1: the first example."""
    assert plays_on(96) == [1, 2, 3, 4, 5, 6, 97, 98, 99, 100]


def test_5_is_7_above_98() -> None:
    """Rule 3, the second example: 99, 100, 1, 2, 3, 4, 5."""
    assert rules.distance(98, 5) == 7
    position = nimmt_position("5", "1", stacks=["98"])
    assert position.legal_moves == ["5>98", "take:98"]


@pytest.mark.parametrize("top", range(1, 101))
def test_exactly_the_ten_numbers_that_follow_on_the_circle_go_on_a_card(top: int) -> None:
    """Rules 1 to 3 together, for every top card."""
    assert plays_on(top) == sorted((top + step - 1) % 100 + 1 for step in range(1, 11))


# --- Course of the game: taking a stack -------------------------------------------------------------------------
def test_one_may_take_a_stack_although_one_could_play() -> None:
    """Taking a stack: because one sees an advantage in it."""
    position = nimmt_position("51", "1", stacks=["50"])
    assert "take:50" in position.legal_moves


def test_all_cards_of_the_stack_go_to_the_hand() -> None:
    """Taking a stack: the whole stack, sorted into the hand; then the next player's turn."""
    position = nimmt_position("7 99", "1", stacks=["45 48 50", "20"])
    position.play("take:50")
    assert position.describe()["hands"][0] == [7, 45, 48, 50, 99]
    assert position.to_move == 1


@pytest.mark.parametrize("stack", ["50", "48 50", "45 48 50"])
def test_at_every_take_two_cards_are_turned_up_and_begin_new_stacks(stack: str) -> None:
    """Taking a stack: each time, so that the number of stacks grows."""
    position = nimmt_position("7 99", "1", stacks=[stack, "20"], draw="60 70 80")
    draw = position.describe()["draw"]
    position.play("take:50")
    table = position.describe()
    assert table["stacks"] == [[20], [60], [70]]
    assert table["draw"] == draw - 2


def test_with_one_stack_there_is_no_choice_which_to_take_and_with_more_there_is() -> None:
    """Taking a stack: in the beginning only that one can be taken, later one chooses."""
    takes = [move for move in Nimmt(3).deal(9).legal_moves if move.startswith("take:")]
    assert len(takes) == 1
    position = nimmt_position("7", "1", stacks=["50", "20", "80 83"])
    assert position.legal_moves == ["take:20", "take:50", "take:83"]


def test_nobody_may_look_through_a_stack_or_see_how_high_it_is() -> None:
    """Taking a stack, the remark: what people are shown is the top card alone (N9)."""
    position = nimmt_position("7", "1", stacks=["50 52 55", "20"])
    assert position.view(0).shown()["stacks"] == [[55], [20]]


@pytest.mark.parametrize(("stack", "bulls"), [("50", 0), ("48 50", 0), ("45 48 50", 1), ("40 45 48 50", 1)])
def test_a_stack_of_three_or_more_earns_a_bull(stack: str, bulls: int) -> None:
    """Taking a stack, what is called important. The introduction's bull for any stack is meant shortened."""
    position = nimmt_position("7 99", "1", stacks=[stack])
    position.play("take:50")
    table = position.describe()
    assert (table["bulls"], table["supply"]) == ([bulls, 0], 10 - bulls)


def test_one_may_have_more_than_one_bull() -> None:
    """Taking a stack: several bulls."""
    position = nimmt_position("7 99", "1", stacks=["45 48 50"], bulls=[2, 1])
    position.play("take:50")
    table = position.describe()
    assert (table["bulls"], table["supply"]) == ([3, 1], 6)


def test_with_no_bull_left_one_takes_it_from_the_player_with_most() -> None:
    """Taking a stack: when the bulls are used up."""
    position = nimmt_position("7 99", "1", "2", stacks=["45 48 50"], bulls=[1, 5, 4])
    position.play("take:50")
    assert position.describe()["bulls"] == [2, 4, 4]
    assert position.to_move == 1


def test_of_players_with_equally_many_bulls_one_chooses() -> None:
    """Taking a stack: when several have equally many, the taker chooses whose."""
    position = nimmt_position("7 99", "1", "2", "3", stacks=["45 48 50"], bulls=[1, 4, 1, 4])
    position.play("take:50")
    assert (position.to_move, position.legal_moves) == (0, ["bull:1", "bull:3"])
    position.play("bull:3")
    assert position.describe()["bulls"] == [2, 4, 1, 3]
    assert position.to_move == 1


# --- Bulls ------------------------------------------------------------------------------------------------------
def test_with_a_bull_one_may_play_more_than_one_card_on_a_stack() -> None:
    """The bulls: more than one card in a turn."""
    position = nimmt_position("51 53 58 99", "1", stacks=["50"], bulls=[1, 0])
    play_all(position, "51>50 53>51 58>53 end")
    table = position.describe()
    assert (table["stacks"], table["hands"][0], position.to_move) == ([[50, 51, 53, 58]], [99], 1)


def test_with_a_bull_one_need_not_play_more_than_one_card() -> None:
    """The bulls: one may."""
    position = nimmt_position("51 53", "1", stacks=["50"], bulls=[1, 0])
    play_all(position, "51>50 end")
    assert position.to_move == 1


# --- The worked example -----------------------------------------------------------------------------------------
def test_the_worked_example_of_the_leaflet() -> None:
    """Example of play, from the first stack 31 to the three stacks at its end.

    The printed columns stand beside the pictures, and the paragraph about 19 and 78 is set before the one about the
    third player. By the rules page two cards are turned up at every take and only then, so 19 and 78 belong to the
    second take: with the stack that then shows 5 they are the three stacks of which that paragraph speaks.
    """
    position = nimmt_position(
        "5 36 70",
        "46 60 71",
        "12 13 72",
        "73 88",
        "74 92",
        "75 98",
        stacks=["31"],
        draw="23 87 19 78",
    )
    # The first player may lay 32 to 41 and decides on 36; the second then 37 to 46, and lays 46.
    assert plays_on(31) == list(range(32, 42))
    position.play("36>31")
    assert plays_on(36) == list(range(37, 47))
    position.play("46>36")
    # The third has nothing from 47 to 56 and has to take the stack; three cards, so there is a bull. 23 and 87 come up.
    assert plays_on(46) == list(range(47, 57))
    assert position.legal_moves == ["take:46"]
    position.play("take:46")
    table = position.describe()
    assert table["hands"][2] == [12, 13, 31, 36, 46, 72]
    assert (table["bulls"], table["supply"]) == ([0, 0, 1, 0, 0, 0], 9)
    assert table["stacks"] == [[23], [87]]
    # The next ones lay 88, 92, 98 and 5 on the stack with the 87.
    play_all(position, "88>87 92>88 98>92 5>98")
    assert position.describe()["stacks"] == [[23], [87, 88, 92, 98, 5]]
    # The next has nothing for either stack, takes the single 23 and gets no bull. Then three stacks lie there.
    assert position.legal_moves == ["take:23", "take:5"]
    position.play("take:23")
    table = position.describe()
    assert table["hands"][1] == [23, 60, 71]
    assert (table["bulls"], table["supply"]) == ([0, 0, 1, 0, 0, 0], 9)
    assert table["stacks"] == [[87, 88, 92, 98, 5], [19], [78]]


# --- The end ----------------------------------------------------------------------------------------------------
def test_a_round_ends_when_somebody_has_no_card_left() -> None:
    """The end: the others count the ox heads in their hands, each one minus point."""
    position = nimmt_position("51", "33 40", "5 53", stacks=["50"], rounds=2, scores=[1, 2, 3])
    position.play("51>50")
    assert position.scores == [1, 2 + 7 + 1, 3 + 3 + 5]
    assert (position.round, position.is_over) == (2, False)
    assert isinstance(position.view().log[-1], RoundOver)


def test_there_is_a_card_with_three_ox_heads_worth_three_minus_points() -> None:
    """The end, the picture of a card with three heads; which numbers have them is ruling N1."""
    position = nimmt_position("51", "31", stacks=["50"], rounds=1)
    position.play("51>50")
    assert position.scores == [0, 3]


def test_who_got_most_minus_points_starts_the_next_round() -> None:
    """The end: in the round just played, whatever the score before."""
    position = nimmt_position("51", "40", "33", "41", stacks=["50"], scores=[90, 0, 0, 0])
    position.play("51>50")
    assert (position.round, position.to_move, position.describe()["starter"]) == (2, 2, 2)


@pytest.mark.parametrize("players", range(2, 8))
def test_there_are_as_many_rounds_as_players(players: int) -> None:
    """The end: three players, three rounds."""
    assert Nimmt(players).options["rounds"] == players
    hands = ["51", *[str(card) for card in range(1, players)]]
    before_last = nimmt_position(*hands, stacks=["50"], round_number=players - 1)
    last = nimmt_position(*hands, stacks=["50"], round_number=players)
    assert not play_all(before_last, "51>50").is_over
    assert play_all(last, "51>50").is_over


def test_fewest_minus_points_win() -> None:
    """The end: the last sentence."""
    position = nimmt_position("51", "40", "33", stacks=["50"], rounds=1, scores=[10, 3, 0])
    position.play("51>50")
    assert (position.scores, position.winners) == ([10, 4, 7], [1])


def test_11_takes_the_stack() -> None:
    """The introduction and the game's name: a difference of 11 does not go."""
    position = nimmt_position("61", "1", stacks=["50"])
    assert position.legal_moves == ["take:50"]
    with pytest.raises(IllegalMove, match="61 does not fit on 50: it is 11 higher, and at most 10 is allowed"):
        position.play("61>50")
