"""What the printed leaflet of Cento says, example by example and claim by claim.

Each docstring names the section of the leaflet. Where the leaflet leaves room, the rules page decides and is cited.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.kit.positions import cento_position, play_all
from tiotal.engine.errors import BadOption, IllegalMove
from tiotal.engine.game import Position, RoundOver
from tiotal.engine.trace import random_trace
from tiotal.games.cento import rules
from tiotal.games.cento.game import Cento

UP_TO_TEN = range(1, 11)
SPECIAL = ("DH", "FLIP", "SKIP", "TURN", "TENS", "COPY")


def deck(**options: Any) -> Counter[str]:
    """The whole deck as it is shuffled for the first deal."""
    lines = random_trace(Cento(2, **options), seed=1)
    return Counter(next(line["cards"] for line in lines if line["kind"] == "deck"))


def totals(position: Position, moves: str) -> list[int]:
    """The totals that the players say aloud."""
    said = []
    for move in moves.split():
        position.play(move)
        said.append(position.describe()["total"])
    return said


def last_round(position: Position) -> dict[str, Any]:
    """What everybody saw at the end of the round played last."""
    result = [entry for entry in position.view().log if isinstance(entry, RoundOver)][-1].result
    return dict(result)


def additions(hand: list[str]) -> list[int]:
    return sorted(int(card) for card in hand if card[0] == "+")


# --- Players and cards ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_can_play(players: int) -> None:
    """Head of the leaflet: 2 to 8 players."""
    assert Cento(players).deal(0).to_move in range(players)


@pytest.mark.parametrize("players", [0, 1, 9])
def test_fewer_than_two_or_more_than_eight_cannot(players: int) -> None:
    """Head of the leaflet: 2 to 8 players."""
    with pytest.raises(BadOption, match="Cento is for 2 to 8 players"):
        Cento(players)


def test_the_deck_has_110_cards_of_the_listed_kinds() -> None:
    """The list of cards at the head of the leaflet."""
    cards = deck()
    assert cards.total() == 110
    assert all(cards[f"+{value}"] == 6 for value in UP_TO_TEN)
    assert all(cards[f"-{value}"] == 2 for value in UP_TO_TEN)
    assert (cards["+25"], cards["+50"], cards["-15"], cards["0"]) == (2, 1, 2, 1)
    assert all(cards[special] == 4 for special in SPECIAL)
    assert len(cards) == 10 + 10 + 4 + 6


def test_there_are_24_special_cards_of_six_kinds() -> None:
    """Basic and special cards: six categories with four cards each."""
    assert sum(deck()[special] for special in SPECIAL) == 24
    assert sum(count for card, count in deck().items() if card not in SPECIAL) == 60 + 20 + 2 + 1 + 2 + 1


# --- The course of the game -------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_is_dealt_five_cards_and_the_rest_is_the_stock(players: int) -> None:
    """Course of the game, first sentence."""
    table = Cento(players).deal(4).describe()
    assert [len(hand) for hand in table["hands"]] == [5] * players
    assert table["stock"] == 110 - 5 * players
    assert (table["total"], table["goal"], table["pile"], table["top"]) == (0, 100, 0, None)


@pytest.mark.parametrize("seed", range(60))
def test_the_lowest_addition_card_starts_and_on_a_tie_the_next_lowest(seed: int) -> None:
    """Course of the game: who starts. Additions that run out count as higher (C1)."""
    position = Cento(2 + seed % 7).deal(seed)
    hands = position.describe()["hands"]
    lowest = min([*additions(hand), *[1000] * 5][:5] for hand in hands)
    assert [*additions(hands[position.to_move or 0]), *[1000] * 5][:5] == lowest


@pytest.mark.parametrize("seed", range(20))
def test_the_starter_plays_that_lowest_card(seed: int) -> None:
    """Course of the game: the holder of the lowest card begins by playing it."""
    position = Cento(3).deal(seed)
    hands = position.describe()["hands"]
    assert position.legal_moves == [f"+{min(card for hand in hands for card in additions(hand))}"]


def test_one_then_nine_then_minus_one_is_said_as_1_10_9() -> None:
    """Course of the game, the example with a red 1, a red 9 and a blue 1."""
    position = cento_position("+1 +5", "+9", "-1", total=0, pile="")
    assert totals(position, "+1 +9 -1") == [1, 10, 9]
    assert position.to_move == 0


def test_after_playing_a_card_one_takes_a_new_one_from_the_stock() -> None:
    """Course of the game: a turn ends with taking a card from the stock."""
    position = cento_position("+3 +5 +5 +5 +5", "+1", stock="SKIP")
    stock = position.describe()["stock"]
    position.play("+3")
    table = position.describe()
    assert table["hands"][0] == ["+5", "+5", "+5", "+5", "SKIP"]
    assert (table["stock"], table["to_move"]) == (stock - 1, 1)


def test_who_can_play_nothing_discards_a_card_and_takes_a_new_one() -> None:
    """Course of the game: only cards that would lead above 100 or below 0."""
    position = cento_position("+7 +8 +9 +10 +25", "+1", total=95, stock="-2")
    assert position.legal_moves == ["discard:+10", "discard:+25", "discard:+7", "discard:+8", "discard:+9"]
    position.play("discard:+25")
    table = position.describe()
    assert table["hands"][0] == ["+7", "+8", "+9", "+10", "-2"]
    assert (table["total"], table["discards"], table["to_move"]) == (95, 1, 1)


def test_below_zero_is_as_forbidden_as_above_a_hundred() -> None:
    """Course of the game: the total stays from 0 to 100."""
    position = cento_position("-4 -5 -6 -15 +3", "+1", total=4)
    assert position.legal_moves == ["+3", "-4"]


def test_an_empty_stock_is_made_anew_from_the_pile_under_its_top_and_the_discards() -> None:
    """Course of the game, the note on an empty stock; then the game goes on as usual."""
    position = cento_position("+3 +5 +5 +5 +5", "+1", pile="+4", discards="-9 -9", stock="SKIP", stock_size=1)
    pile = position.describe()["pile"]
    position.play("+3")
    table = position.describe()
    assert table["hands"][0] == ["+5", "+5", "+5", "+5", "SKIP"]
    assert (table["top"], table["pile"], table["discards"]) == ("+3", 1, 0)
    assert table["stock"] == pile + 2
    assert table["stock"] + table["pile"] + 5 + 5 == 110
    assert (table["total"], table["to_move"]) == (53, 1)


# --- Who wins? --------------------------------------------------------------------------------------------------
def test_exactly_100_wins_a_single_game() -> None:
    """Who wins, single game."""
    position = cento_position("+7", "+1", total=93)
    position.play("+7")
    assert (position.is_over, position.winners, position.scores) == (True, [0], [1, 0])


def test_exactly_0_wins_while_a_flip_is_in_force() -> None:
    """Who wins, single game: the alternative with a Flip."""
    position = cento_position("+1", "+6", total=6, flipped=True, to_move=1)
    position.play("+6")
    assert (position.is_over, position.winners) == (True, [1])


def test_0_is_no_win_without_a_flip_and_100_is_none_with_one() -> None:
    """Who wins: the goal is 100, or 0 if a Flip is in force; not both."""
    assert not play_all(cento_position("-6", "+1", total=6), "-6").is_over
    assert not play_all(cento_position("-6", "+1", total=94, flipped=True), "-6").is_over


def test_99_does_not_win_and_101_cannot_be_played() -> None:
    """Who wins: exactly 100."""
    position = cento_position("+6 +8 +9 +9 +9", "+1", total=93)
    assert position.legal_moves == ["+6"]
    position.play("+6")
    assert not position.is_over


def test_in_a_series_the_winner_of_a_round_gets_0_and_the_others_what_they_hold() -> None:
    """Who wins, series."""
    position = cento_position(
        "+7 FLIP FLIP", "+9 -8 +1 SKIP FLIP", "+2 +3 +4 +5 +6", total=93, match="series", limit=250, scores=[11, 22, 33]
    )
    position.play("+7")
    assert position.scores == [11, 22 + 58, 33 + 20]
    assert (position.round, position.is_over) == (2, False)


def test_red_9_blue_8_red_1_skip_and_flip_cost_58_points() -> None:
    """Counting points in a series: the example of 9 + 8 + 1 + 15 + 25."""
    position = cento_position("+7", "+9 -8 +1 SKIP FLIP", total=93, match="series")
    position.play("+7")
    assert last_round(position)["points"][1] == 58


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("+1 +2 +3 +4 +5", 15),
        ("+6 +7 +8 +9 +10", 40),
        ("-1 -2 -3 -4 -5", 15),
        ("-6 -7 -8 -9 -10", 40),
        ("0 +1 +1 +1 +1", 4),
        ("+25 +1 +1 +1 +1", 15 + 4),
        ("+50 +1 +1 +1 +1", 15 + 4),
        ("-15 +1 +1 +1 +1", 15 + 4),
        ("SKIP +1 +1 +1 +1", 15 + 4),
        ("DH +1 +1 +1 +1", 15 + 4),
        ("TURN +1 +1 +1 +1", 15 + 4),
        ("TENS +1 +1 +1 +1", 20 + 4),
        ("COPY +1 +1 +1 +1", 20 + 4),
        ("FLIP +1 +1 +1 +1", 25 + 4),
    ],
)
def test_each_card_costs_what_the_leaflet_says(hand: str, points: int) -> None:
    """Counting points in a series: the list of cards."""
    position = cento_position("+7", hand, total=93, match="series", limit=10_000)
    position.play("+7")
    assert position.scores == [0, points]


def test_a_series_ends_when_somebody_reaches_the_limit_and_the_lowest_score_wins() -> None:
    """Who wins, series: the first to reach the agreed sum ends it."""
    hands = ("+7", "+1 +2 +3 +4 +5", "+5 +6 +7 +8 +9")
    position = cento_position(*hands, total=93, match="series", limit=100, scores=[90, 85, 10])
    position.play("+7")
    assert position.scores == [90, 100, 45]
    assert (position.is_over, position.winners) == (True, [2])


def test_a_series_ends_when_somebody_passes_the_limit() -> None:
    """Who wins, series: reaching it or passing it is the same."""
    position = cento_position("+7", "FLIP FLIP FLIP FLIP +1", total=93, match="series", limit=100, scores=[0, 99])
    position.play("+7")
    assert (position.scores, position.is_over, position.winners) == ([0, 200], True, [0])


def test_a_series_goes_on_one_point_below_the_limit() -> None:
    """Who wins, series: the agreed sum has to be reached."""
    position = cento_position("+7", "+1 +2 +3 +4 +5", total=93, match="series", limit=100, scores=[0, 84])
    position.play("+7")
    assert (position.scores, position.is_over, position.round) == ([0, 99], False, 2)


# --- Special cards ----------------------------------------------------------------------------------------------
def test_skip_passes_over_the_next_player() -> None:
    """Special cards, Skip."""
    assert play_all(cento_position("SKIP", "+1", "+1"), "SKIP").to_move == 2


def test_skip_of_two_gives_the_turn_back() -> None:
    """Special cards, Skip with only two players."""
    assert play_all(cento_position("SKIP", "+1"), "SKIP").to_move == 0


@pytest.mark.parametrize(("total", "doubled"), [(1, 2), (25, 50), (49, 98)])
def test_double_doubles_the_total(total: int, doubled: int) -> None:
    """Special cards, Double/Halve."""
    assert totals(cento_position("DH", "+1", total=total), "DH:double") == [doubled]


def test_double_may_reach_100_but_not_pass_it() -> None:
    """Special cards, Double/Halve: as long as the total does not exceed 100."""
    assert play_all(cento_position("DH", "+1", total=50), "DH:double").winners == [0]
    assert "DH:double" not in cento_position("DH", "+1", total=51).legal_moves


@pytest.mark.parametrize("total", [2, 34, 98])
def test_an_even_total_can_be_halved(total: int) -> None:
    """Special cards, Double/Halve: the note."""
    assert totals(cento_position("DH", "+1", total=total), "DH:halve") == [total // 2]


@pytest.mark.parametrize("total", [1, 35, 99])
def test_an_odd_total_cannot_be_halved(total: int) -> None:
    """Special cards, Double/Halve: the note."""
    assert "DH:halve" not in cento_position("DH", "+1", total=total).legal_moves


def test_turn_changes_the_direction() -> None:
    """Special cards, Turn."""
    position = cento_position("TURN", "+1", "TURN")
    assert play_all(position, "TURN").to_move == 2
    assert play_all(position, "TURN").to_move == 0


def test_turn_of_two_gives_the_turn_back() -> None:
    """Special cards, Turn with two players."""
    assert play_all(cento_position("TURN", "+1"), "TURN").to_move == 0


def test_flip_makes_additions_and_subtractions_change_places() -> None:
    """Special cards, Flip."""
    position = cento_position("FLIP", "+4", "-9", "+25", "-15", "+50", total=60)
    assert totals(position, "FLIP +4 -9 +25 -15 +50") == [60, 56, 65, 40, 55, 5]


def test_flip_makes_zero_the_goal_and_the_next_flip_a_hundred_again() -> None:
    """Special cards, Flip: what has to be reached."""
    position = cento_position("FLIP", "FLIP", total=60)
    goals = []
    for _ in range(2):
        goals.append(position.describe()["goal"])
        position.play("FLIP")
    assert [*goals, position.describe()["goal"]] == [100, 0, 100]


def test_the_next_flip_gives_all_cards_their_normal_value_again() -> None:
    """Special cards, Flip: everything is as usual again."""
    position = cento_position("FLIP +4", "FLIP -9", total=60)
    assert totals(position, "FLIP FLIP +4 -9") == [60, 60, 64, 55]


def test_a_flip_lies_beside_the_pile_until_both_flips_move_into_it() -> None:
    """Special cards, Flip: where the cards lie; both can be shuffled into the game again."""
    position = cento_position("FLIP", "FLIP", pile="+5 +3")
    position.play("FLIP")
    table = position.describe()
    assert (table["beside"], table["pile"], table["top"]) == ("FLIP", 2, "+3")
    position.play("FLIP")
    table = position.describe()
    assert (table["beside"], table["pile"], table["top"]) == (None, 4, "FLIP")


def test_27_and_60_is_87_and_80_less_is_7() -> None:
    """Special cards, 20-40-60-80: the example."""
    position = cento_position("TENS", "TENS", total=27)
    assert totals(position, "TENS:+60 TENS:-80") == [87, 7]


def test_one_may_add_or_subtract_20_40_60_or_80() -> None:
    """Special cards, 20-40-60-80: all eight, as far as the total allows."""
    hand = "TENS TENS TENS TENS +25"
    low = cento_position(hand, "+1", total=20).legal_moves
    high = cento_position(hand, "+1", total=80).legal_moves
    assert low == ["+25", "TENS:+20", "TENS:+40", "TENS:+60", "TENS:+80", "TENS:-20"]
    assert high == ["TENS:+20", "TENS:-20", "TENS:-40", "TENS:-60", "TENS:-80"]


def test_copy_of_an_addition_three_adds_three_more() -> None:
    """Special cards, Copy, example 1."""
    position = cento_position("+3", "COPY", total=40)
    assert totals(position, "+3 COPY") == [43, 46]


def test_copy_of_a_subtraction_nine_adds_nine_while_a_flip_is_in_force() -> None:
    """Special cards, Copy, example 2."""
    position = cento_position("-9", "COPY", total=40, flipped=True)
    assert totals(position, "-9 COPY") == [49, 58]


def test_copy_of_a_special_card_has_a_choice_of_its_own() -> None:
    """Special cards, Copy, example 3: 60 less, and the Copy adds 40 instead."""
    position = cento_position("TENS", "COPY", total=60)
    assert totals(position, "TENS:-60 COPY:+40") == [0, 40]


def test_copy_of_double_halve_may_choose_the_other_half() -> None:
    """Special cards, Copy, example 3 for the other card with a choice."""
    position = cento_position("DH", "COPY", total=30)
    assert totals(position, "DH:double COPY:halve") == [60, 30]


@pytest.mark.parametrize(("card", "next_seats"), [("SKIP", [2, 0]), ("TURN", [3, 0])])
def test_copy_of_skip_and_of_turn_does_the_same_again(card: str, next_seats: list[int]) -> None:
    """Special cards, Copy, example 3: the special card is copied."""
    position = cento_position(card, "+1", "COPY", "COPY")
    seats = []
    for move in (card, "COPY"):
        position.play(move)
        seats.append(position.to_move)
    assert seats == next_seats


def test_copy_right_after_a_flip_undoes_it_although_it_lies_beside_the_pile() -> None:
    """Special cards, Copy, the note: the Flip is wiped out."""
    position = cento_position("FLIP", "COPY", pile="+5")
    position.play("FLIP")
    assert position.describe()["flipped"]
    position.play("COPY")
    table = position.describe()
    assert (table["flipped"], table["goal"], table["beside"]) == (False, 100, None)


def test_copy_right_after_a_flip_that_ended_one_puts_it_in_force_again() -> None:
    """Special cards, Copy, the note: or it is put in force."""
    position = cento_position("FLIP", "COPY", pile="+5", flipped=True)
    position.play("FLIP")
    assert not position.describe()["flipped"]
    position.play("COPY")
    table = position.describe()
    assert (table["flipped"], table["goal"], table["beside"]) == (True, 0, "COPY")


# --- Variants ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "special", "size"),
    [("to-20-a", ("SKIP", "TURN", "DH", "FLIP"), 56), ("to-20-b", ("SKIP", "TURN", "COPY"), 52)],
)
def test_to_20_is_played_with_numbers_up_to_five_and_some_special_cards(
    preset: str, special: tuple[str, ...], size: int
) -> None:
    """Variants, 0–20, variants 1 and 2: which cards are picked out."""
    expected = Counter({f"+{value}": 6 for value in range(1, 6)})
    expected.update({f"-{value}": 2 for value in range(1, 6)})
    expected.update(dict.fromkeys(special, 4))
    assert deck(preset=preset) == expected
    assert expected.total() == size


@pytest.mark.parametrize("preset", ["to-20-a", "to-20-b"])
def test_to_20_is_won_at_20_and_never_goes_above(preset: str) -> None:
    """Variants, 0–20: the numbers stay from 0 to 20."""
    position = cento_position("+3 +4 +5 +5 +5", "+1", total=17, preset=preset)
    assert position.legal_moves == ["+3"]
    assert play_all(position, "+3").winners == [0]


def test_to_20_can_be_played_to_0_with_a_flip() -> None:
    """Variants, 0–20, variant 1: otherwise as usual."""
    position = cento_position("+3", "+1", total=3, flipped=True, preset="to-20-a")
    assert play_all(position, "+3").winners == [0]


def test_a_race_is_won_at_50() -> None:
    """Variants, Race."""
    position = cento_position("+6 +7", "+1", total=44, preset="race")
    assert "+7" not in position.legal_moves
    assert play_all(position, "+6").winners == [0]


@pytest.mark.parametrize("target", [10, 37, 99])
def test_a_race_goes_to_any_sum_below_100(target: int) -> None:
    """Variants, Race: or another sum lower than 100 (the page: from 10)."""
    position = cento_position("+6", "+1", total=target - 6, preset="race", target=target)
    assert play_all(position, "+6").winners == [0]


def test_a_race_to_100_is_none() -> None:
    """Variants, Race: lower than 100."""
    with pytest.raises(BadOption, match="from 10 to 99, not to 100"):
        Cento(2, preset="race", target=100)


def test_a_race_is_played_without_the_50() -> None:
    """Variants, Race: one card is taken out."""
    assert deck() - deck(preset="race") == Counter({"+50": 1})
    assert deck(preset="race").total() == 109


def test_in_a_race_the_tens_are_20_or_40_only() -> None:
    """Variants, Race: 60 and 80 are not allowed, even where they would fit."""
    position = cento_position("TENS TENS TENS +25 +25", "+1", total=85, preset="race", target=99)
    assert position.legal_moves == ["TENS:-20", "TENS:-40"]
    position = cento_position("TENS TENS TENS -15 -15", "+1", total=5, preset="race", target=99)
    assert position.legal_moves == ["TENS:+20", "TENS:+40"]


def test_in_a_race_a_copy_of_the_tens_is_20_or_40_only() -> None:
    """Variants, Race: the same for a Copy, which acts as the card."""
    position = cento_position("COPY COPY COPY -15 -15", "+1", total=5, preset="race", target=99, pile="TENS")
    assert position.legal_moves == ["COPY:+20", "COPY:+40"]


@pytest.mark.parametrize("target", [150, 200, 500])
def test_a_marathon_goes_to_a_higher_sum(target: int) -> None:
    """Variants, Marathon: the three sums named there."""
    position = cento_position("+6 +7", "+1", total=target - 6, preset="marathon", target=target)
    assert "+7" not in position.legal_moves
    assert play_all(position, "+6").winners == [0]


def test_100_does_not_win_a_marathon() -> None:
    """Variants, Marathon: instead of exactly 100."""
    position = cento_position("+6", "+1", total=94, preset="marathon")
    assert not play_all(position, "+6").is_over


def test_a_marathon_is_played_with_the_whole_deck_and_its_stock_is_made_anew_too() -> None:
    """Variants, Marathon: like an ordinary round, the new stock as usual."""
    assert deck(preset="marathon") == deck()
    position = cento_position("+3", "+1", total=150, preset="marathon", stock_size=1)
    position.play("+3")
    table = position.describe()
    assert (table["pile"], table["stock"], table["top"]) == (1, 110 - 10 - 1, "+3")


def test_first_to_gives_the_winner_of_a_round_what_the_others_hold() -> None:
    """Variants, first to 250 points."""
    hands = ("+7 FLIP FLIP", "+9 -8 +1 SKIP FLIP", "+2 +3 +4 +5 +6")
    position = cento_position(*hands, total=93, match="first-to", scores=[5, 6, 7])
    position.play("+7")
    assert position.scores == [5 + 58 + 20, 6, 7]
    assert (position.is_over, position.round) == (False, 2)


@pytest.mark.parametrize(("before", "over"), [(191, False), (192, True), (193, True)])
def test_first_to_is_won_at_250(before: int, over: bool) -> None:
    """Variants, first to 250 points: who first gets that far."""
    position = cento_position("+7", "+9 -8 +1 SKIP FLIP", total=93, match="first-to", scores=[before, 249])
    position.play("+7")
    assert position.is_over is over
    assert position.winners == ([0] if over else [])


def test_first_to_can_have_another_limit() -> None:
    """Variants, first to 250 points: or whatever limit was set."""
    position = cento_position("+7", "+9 -8 +1 SKIP FLIP", total=93, match="first-to", limit=58)
    assert play_all(position, "+7").winners == [0]


# --- Variants: pairs --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "apart"), [(4, 2), (6, 3), (8, 4)])
def test_partners_sit_opposite_each_other(players: int, apart: int) -> None:
    """Variants, pairs: every other, every third or every fourth seat; a pair wins together."""
    position = cento_position("+7", *[""] * (players - 1), total=93, pairs=True)
    assert play_all(position, "+7").winners == [0, apart]


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_pairs_need_four_six_or_eight(players: int) -> None:
    """Variants, pairs: from four players to eight."""
    with pytest.raises(BadOption, match="To play in pairs you need 4, 6 or 8 players"):
        Cento(players, pairs=True)


@pytest.mark.parametrize(
    ("total", "flipped", "allowed"),
    [(89, False, False), (90, False, True), (99, False, True), (11, True, False), (10, True, True), (1, True, True)],
)
def test_partners_may_swap_from_90_up_or_with_a_flip_from_10_down(total: int, flipped: bool, allowed: bool) -> None:
    """Variants, pairs: the range in which a card can be swapped."""
    position = cento_position("+1", "+1", "+1", "+1", total=total, flipped=flipped, pairs=True)
    assert ("swap:+1" in position.legal_moves) is allowed


def test_the_player_to_move_need_not_swap() -> None:
    """Variants, pairs: it is an opportunity, and that player's decision alone."""
    position = cento_position("+1", "+1", "+1", "+1", total=90, pairs=True)
    assert "+1" in position.legal_moves
    assert [position.view(seat).legal_moves for seat in (1, 2, 3)] == [[], [], []]


def test_partners_choose_what_to_give_without_seeing_the_others_choice() -> None:
    """Variants, pairs: each decides alone, and the cards change hands face down."""
    position = cento_position("+9 +9 +9 +9 -3", "+1", "+7 SKIP SKIP SKIP SKIP", "+1", total=93, pairs=True)
    position.play("swap:-3")
    assert position.to_move == 2
    assert position.view(2).table["hands"][0] == [None] * 5
    assert position.legal_moves == ["give:+7", "give:SKIP"]
    position.play("give:+7")
    for stranger in (1, 3, None):
        assert [entry.as_dict()["move"]["written"] for entry in position.view(stranger).log] == ["swap:?", "give:?"]
        assert position.view(stranger).table["hands"][0] == [None] * 5


def test_the_card_that_was_received_must_be_played() -> None:
    """Variants, pairs: the last sentence."""
    position = cento_position("+9 +9 +9 +9 -3", "+1", "+7 SKIP SKIP SKIP SKIP", "+1", total=93, pairs=True)
    play_all(position, "swap:-3 give:+7")
    assert (position.to_move, position.legal_moves) == (0, ["+7"])
    assert position.describe()["hands"][2] == ["-3", "SKIP", "SKIP", "SKIP", "SKIP"]
    position.play("+7")
    assert position.winners == [0, 2]


def test_without_pairs_nobody_swaps() -> None:
    """Variants, pairs: the one exception belongs to that variant."""
    position = cento_position("+1", "+1", "+1", "+1", total=95)
    with pytest.raises(IllegalMove, match="only swap cards when you play in pairs"):
        position.play("swap:+1")


def test_the_points_of_the_rules_are_those_of_the_leaflet() -> None:
    """Counting points in a series, for every card at once."""
    leaflet = {"+25": 15, "+50": 15, "-15": 15, "SKIP": 15, "DH": 15, "TURN": 15, "TENS": 20, "COPY": 20, "FLIP": 25}
    for card, name in enumerate(card for card in Cento.written[rules.DISCARDS : rules.SWAPS] if card):
        kind = name.removeprefix("discard:")
        assert rules.POINTS[card] == (leaflet[kind] if kind in leaflet else abs(int(kind)))
