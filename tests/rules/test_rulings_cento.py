"""Every ruling on Cento that an engine can show: C1 to C9, C11, and G1 to G3. (C10 and C12 belong to the table.)"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.checker.cento import Options, Refused, goal_is_reachable
from tests.kit.positions import cento_position, play_all
from tiotal.engine.errors import BadOption
from tiotal.engine.game import Position
from tiotal.engine.trace import random_trace
from tiotal.games.cento import rules
from tiotal.games.cento.game import CARDS, Cento, ways_to_play


def starter(*hands: str) -> int:
    """Who would open a round with these hands."""
    return rules.starter(cento_position(*hands, total=0, pile="")._state)


# --- C1, C2: who starts -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hands", "seat"),
    [
        (("+3 +9 +9 +9 +9", "+2 +9 +9 -1 -1"), 1),
        (("+2 +5 +9 +9 +9", "+2 +4 +10 +10 +10"), 1),
        (("+2 +2 +5 +9 +9", "+2 +2 +4 -1 -1"), 1),
        (("+10 FLIP SKIP TURN DH", "+25 +50 -1 -2 -3"), 0),
    ],
)
def test_the_lowest_addition_starts_and_then_the_next_lowest(hands: tuple[str, ...], seat: int) -> None:
    """Rule 2."""
    assert starter(*hands) == seat


@pytest.mark.parametrize(
    ("hands", "seat"),
    [
        (("+2 -1 -1 -2 -2", "+2 +50 -3 -3 -4"), 1),
        (("+2 +3 FLIP FLIP FLIP", "+2 +3 +25 SKIP SKIP"), 1),
        (("-1 -1 -2 -2 -3", "+10 SKIP SKIP TURN TURN"), 1),
    ],
)
def test_c1_who_runs_out_of_additions_counts_as_higher(hands: tuple[str, ...], seat: int) -> None:
    """C1."""
    assert starter(*hands) == seat


def test_c1_players_level_to_the_end_leave_it_to_the_lowest_seat() -> None:
    """C1."""
    assert starter("+3 +3 +3 +3 +4", "+2 +7 FLIP SKIP TURN", "+2 +7 -1 -2 DH") == 1


def test_c2_zero_is_no_addition_card() -> None:
    """C2: it does not open a round, not even the lowest."""
    hands = ("0 +9 +9 +9 +9", "+8 -1 -1 -2 -2")
    assert starter(*hands) == 1
    assert cento_position(*hands, total=0, pile="", to_move=1).legal_moves == ["+8"]


@pytest.mark.parametrize(("seed", "additions"), [(7149, set()), (11479, set()), (28773, {"+25"})])
def test_c2_a_deal_without_a_card_to_open_with_is_repeated(seed: int, additions: set[str]) -> None:
    """C2: no addition at all, or in a race to 10 only +25. Each deal has its deck line, the state follows the last."""
    lines = list(itertools.islice(random_trace(Cento(2, preset="race", target=10), seed=seed), 4))
    assert [line["kind"] for line in lines] == ["game", "deck", "deck", "state"]
    assert {card for card in lines[1]["cards"][:10] if card[0] == "+"} == additions
    dealt = lines[2]["cards"]
    assert [Counter(hand) for hand in lines[3]["hands"]] == [Counter(dealt[0:10:2]), Counter(dealt[1:10:2])]
    assert lines[3]["round"] == 1


def test_c2_a_deal_stands_if_the_lowest_addition_is_just_the_target() -> None:
    """C2: at most the target. In a race to 10 that opening card wins."""
    position = Cento(2, preset="race", target=10).deal(951)
    assert position.legal_moves == ["+10"]
    opener = position.to_move
    position.play("+10")
    assert position.winners == [opener]


# --- C3: winning ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("move", "situation"),
    [
        ("FLIP", {"total": 0}),
        ("COPY", {"total": 0, "pile": "+1 FLIP"}),
        ("FLIP", {"total": 100, "flipped": True}),
        ("COPY", {"total": 100, "flipped": True, "last": "FLIP", "beside": "COPY"}),
        ("DH:halve", {"total": 100, "flipped": True, "expect": None}),
        ("TENS:-40", {"total": 40, "flipped": True}),
        ("TENS:+40", {"total": 60}),
        ("DH:double", {"total": 50}),
        ("-6", {"total": 94, "flipped": True, "expect": None}),
        ("0", {"total": 100, "flipped": True, "expect": None}),
    ],
)
def test_c3_it_is_enough_that_the_total_is_the_goal_after_the_card(move: str, situation: dict[str, Any]) -> None:
    """C3: whatever card it was; and the goal is the one in force after it."""
    winner = situation.pop("expect", 0)
    position = cento_position(move.partition(":")[0], "+1", **situation)
    position.play(move)
    assert position.winners == ([] if winner is None else [winner])


def test_c3_the_winner_does_not_draw() -> None:
    """C3."""
    position = cento_position("+7 +9 +9 +9 +9", "+1", total=93)
    stock = position.describe()["stock"]
    position.play("+7")
    table = position.describe()
    assert (table["hands"][0], table["stock"], table["to_move"]) == (["+9"] * 4, stock, None)


# --- C4: a new stock --------------------------------------------------------------------------------------------
def test_c4_a_card_beside_the_pile_stays_there_when_the_stock_is_made_anew() -> None:
    """C4: the Flip in force, or the Copy in its place."""
    for card in ("FLIP", "COPY"):
        position = cento_position("+3", "+1", flipped=True, beside=card, discards="-9", stock_size=1)
        position.play("+3")
        table = position.describe()
        assert (table["beside"], table["top"], table["pile"], table["discards"]) == (card, "+3", 1, 0)
        assert table["stock"] == 110 - 10 - 1 - 1


def test_c4_it_happens_as_soon_as_a_draw_empties_the_stock() -> None:
    """C4: not only when the next card is needed."""
    position = cento_position("+3", "+1", stock_size=2)
    position.play("+3")
    assert position.describe()["stock"] == 1
    position.play("+1")
    assert position.describe()["stock"] == 110 - 10 - 1


def test_c4_a_discard_can_empty_the_stock_too_and_is_then_shuffled_in_itself() -> None:
    """C4: all discards, also the one of this turn."""
    position = cento_position("+8 +8 +9 +9 +10", "+1", total=95, pile="+4", stock_size=1)
    position.play("discard:+10")
    table = position.describe()
    assert (table["top"], table["pile"], table["discards"]) == ("+4", 1, 0)
    assert table["stock"] == 110 - 10 - 1


def test_c4_the_new_stock_is_told_after_the_turn_that_caused_it() -> None:
    """C4: the `deck` line holds exactly the cards that lay under the top and among the discards."""
    game = Cento(8, preset="marathon", target=1000)
    lines = list(random_trace(game, seed=1))
    places = [place for place, line in enumerate(lines) if line["kind"] == "deck"][1:]
    assert len(places) == 3
    whole: Counter[str] = Counter(lines[1]["cards"])
    for place in places:
        turn, deck, state = lines[place - 1 : place + 2]
        assert (turn["kind"], state["kind"]) == ("turn", "state")
        elsewhere = Counter(card for hand in state["hands"] for card in hand)
        elsewhere.update(card for card in (state["top"], state["beside"]) if card)
        assert Counter(deck["cards"]) == whole - elsewhere
        assert state["stock"] == len(deck["cards"])


# --- C5, C6: Copy -----------------------------------------------------------------------------------------------
def test_c5_a_copy_ignores_discards() -> None:
    """C5: played last, not thrown away last."""
    position = cento_position("+8 +9 +9 +10 +10", "COPY", total=95, pile="-4")
    position.play("discard:+10")
    position.play("COPY")
    assert position.describe()["total"] == 91


def test_c5_a_copy_of_a_copy_acts_as_the_card_first_copied() -> None:
    """C5: `last` is never a Copy, the top of the pile can be one."""
    position = cento_position("+3", "COPY", "COPY", total=10)
    play_all(position, "+3 COPY COPY")
    table = position.describe()
    assert (table["total"], table["last"], table["top"]) == (19, "+3", "COPY")


def test_c5_a_copy_of_a_copied_choice_chooses_again() -> None:
    """C5: with a choice of its own, each time."""
    position = cento_position("TENS", "COPY", "COPY", total=10)
    play_all(position, "TENS:+20 COPY:+60 COPY:-80")
    assert position.describe()["total"] == 10


def test_c6_a_copy_of_a_flip_that_turns_flip_on_lies_beside_the_pile() -> None:
    """C6: in the Flip's place, and moves into the pile when the next one ends it."""
    position = cento_position("FLIP", "COPY", "FLIP", flipped=True, pile="+5")
    play_all(position, "FLIP COPY")
    table = position.describe()
    assert (table["flipped"], table["beside"], table["top"], table["pile"]) == (True, "COPY", "FLIP", 3)
    position.play("FLIP")
    table = position.describe()
    assert (table["flipped"], table["beside"], table["top"], table["pile"]) == (False, None, "FLIP", 5)


def test_c6_a_copy_of_a_flip_that_turns_flip_off_lies_on_top_of_it() -> None:
    """C6: both move into the pile, the new one on top."""
    position = cento_position("FLIP", "COPY", pile="+5")
    play_all(position, "FLIP COPY")
    table = position.describe()
    assert (table["flipped"], table["beside"], table["top"], table["pile"], table["last"]) == (
        False,
        None,
        "COPY",
        3,
        "FLIP",
    )


@pytest.mark.parametrize(
    ("last", "total", "legal"),
    [
        ("+9", 91, ["COPY"]),
        ("+9", 92, ["discard:+10", "discard:+25", "discard:COPY"]),
        ("DH", 35, ["+10", "+25", "COPY:double"]),
        ("DH", 60, ["+10", "+25", "COPY:halve"]),
        ("DH", 97, ["discard:+10", "discard:+25", "discard:COPY"]),
    ],
)
def test_a_copy_is_playable_only_when_what_it_copies_would_be(last: str, total: int, legal: list[str]) -> None:
    """What the cards do, Copy, the last line."""
    assert cento_position("COPY COPY COPY +10 +25", "+1", pile=last, total=total).legal_moves == legal


# --- What has no number -----------------------------------------------------------------------------------------
def test_at_0_one_may_double_and_halve() -> None:
    """What the cards do, Double/Halve."""
    for move in ("DH:double", "DH:halve"):
        position = cento_position("DH", "+1", total=0)
        position.play(move)
        assert (position.describe()["total"], position.is_over) == (0, False)


def test_the_tens_add_and_subtract_whatever_flip_says() -> None:
    """What the cards do, 20-40-60-80."""
    position = cento_position("TENS", "TENS", total=30, flipped=True)
    position.play("TENS:+20")
    assert position.describe()["total"] == 50
    position.play("TENS:-40")
    assert position.describe()["total"] == 10


def test_zero_changes_nothing_with_or_without_flip() -> None:
    """What the cards do, the zero card."""
    for flipped in (False, True):
        assert play_all(cento_position("0", "+1", total=30, flipped=flipped), "0").describe()["total"] == 30


ALL_CARDS = [card.removeprefix("discard:") for card in Cento.written if card and card.startswith("discard:")]


@pytest.mark.parametrize("card", ALL_CARDS)
def test_every_card_can_be_swapped_given_and_lands_in_the_other_hand(card: str) -> None:
    """Moves, `swap:` and `give:`."""
    for giver, given in ((0, f"swap:{card} give:+1"), (2, f"swap:+1 give:{card}")):
        hands = ["+1", "", "+1", ""]
        hands[giver] = card
        position = cento_position(*hands, total=95, pairs=True, pile="+2")
        before = [Counter(hand) for hand in position.describe()["hands"]]
        play_all(position, given)
        after = [Counter(hand) for hand in position.describe()["hands"]]
        taker = 2 - giver
        assert after[giver] == before[giver] - Counter([card]) + Counter(["+1"])
        assert after[taker] == before[taker] - Counter(["+1"]) + Counter([card])
        assert (after[1], after[3]) == (before[1], before[3])


NUMBERS = [card for card in ALL_CARDS if card[0] in "+-0"]


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("card", NUMBERS)
def test_every_number_card_adds_or_subtracts_its_value(card: str, flipped: bool) -> None:
    """What the cards do, the first line."""
    position = cento_position(card, "", total=45, flipped=flipped, pile="+2")
    if 0 <= 45 + (-int(card) if flipped else int(card)) <= 100:
        position.play(card)
        assert position.describe()["total"] == 45 + (-int(card) if flipped else int(card))
    else:
        assert card not in position.legal_moves


ABOVE = [card for card in NUMBERS if card[0] == "+" and card != "+1"]
BELOW = [card for card in NUMBERS if card[0] == "-"]


@pytest.mark.parametrize(
    ("card", "others", "situation"),
    [
        *[(card, "+3 +4 +5 +6", {"total": 99}) for card in ABOVE],
        *[(card, "-3 -4 -5 -6", {"total": 0}) for card in BELOW],
        ("DH", "+3 +4 +5 +6", {"total": 99}),
        ("COPY", "+3 +4 +5 +6", {"total": 99, "pile": "+8"}),
        ("TENS", "+3 +4 +5 +6", {"total": 14, "preset": "race", "target": 15}),
    ],
)
def test_every_card_can_be_discarded_when_none_can_be_played(card: str, others: str, situation: dict[str, Any]) -> None:
    """Rule 5: any card."""
    position = cento_position(f"{card} {others}", "", stock="SKIP", **situation)
    position.play(f"discard:{card}")
    table = position.describe()
    assert (table["discards"], table["total"], table["to_move"]) == (1, situation["total"], 1)
    assert Counter(table["hands"][0]) == Counter([*others.split(), "SKIP"])


@pytest.mark.parametrize(
    ("last", "move", "total"),
    [
        ("DH", "COPY:double", 80),
        ("DH", "COPY:halve", 20),
        *[("TENS", f"COPY:{change:+}", 40 + change) for change in (20, 40, -20)],
    ],
)
def test_a_copy_with_a_choice_does_what_was_chosen(last: str, move: str, total: int) -> None:
    """What the cards do, Copy."""
    assert play_all(cento_position("COPY", "", total=40, pile=last), move).describe()["total"] == total


def test_equal_cards_are_one_move() -> None:
    """Moves, the last line."""
    assert cento_position("+9 +9 +9 SKIP SKIP", "+1").legal_moves == ["+9", "SKIP"]
    assert cento_position("+9 +9 +9 +8 +8", "+1", total=99).legal_moves == ["discard:+8", "discard:+9"]


def test_who_can_play_must_play() -> None:
    """Rule 5."""
    assert cento_position("+10 +10 +9 +9 +1", "+1", total=98).legal_moves == ["+1"]


def test_saying_the_total_is_no_option_of_the_rules() -> None:
    """C10 belongs to the table; whether somebody says the totals does too."""
    with pytest.raises(BadOption, match="There is no option 'announce'"):
        Cento(2, announce=True)


# --- C7, C8, C9: pairs ------------------------------------------------------------------------------------------
def test_partners_sit_opposite_each_other() -> None:
    assert Cento(4, pairs=True).partners == [2, 3, 0, 1]
    assert Cento(6, pairs=True).partners == [3, 4, 5, 0, 1, 2]
    assert Cento(4).partners is None


def may_swap(total: int, **situation: Any) -> bool:
    position = cento_position("", "", "", "", total=total, pairs=True, **situation)
    return any(move.startswith("swap:") for move in position.legal_moves)


@pytest.mark.parametrize(
    ("preset", "target"),
    [("to-20-b", 20), ("race", 50), ("race", 10), ("race", 99), ("marathon", 200), ("marathon", 1000)],
)
def test_c7_the_closing_range_is_the_last_ten_before_the_goal(preset: str, target: int) -> None:
    """C7 for targets other than 100."""
    assert may_swap(target - 10, preset=preset, target=target)
    assert may_swap(target - 1, preset=preset, target=target)
    if target > 10:
        assert not may_swap(target - 11, preset=preset, target=target)


@pytest.mark.parametrize(("preset", "target"), [("to-20-a", 20), ("race", 50), ("marathon", 200)])
def test_c7_with_a_flip_it_is_10_and_less_whatever_the_target(preset: str, target: int) -> None:
    """C7 while Flip is in force."""
    assert may_swap(10, preset=preset, target=target, flipped=True)
    assert not may_swap(11, preset=preset, target=target, flipped=True)
    assert not may_swap(target - 1, preset=preset, target=target, flipped=True)


def test_the_opening_card_is_never_a_swap() -> None:
    """Pairs, the last line: also when the closing range begins at 0."""
    position = cento_position("+1", "", "", "", total=0, pile="", preset="race", target=10, pairs=True)
    assert position.legal_moves == ["+1"]


def test_c8_a_received_card_that_cannot_be_played_is_discarded() -> None:
    """C8: the one legal move; then the draw and the next player, as always."""
    position = cento_position("+1 -2 -3 +9 +9", "", "+25 SKIP SKIP SKIP SKIP", "", total=95, pairs=True, stock="TURN")
    play_all(position, "swap:-3 give:+25")
    assert position.legal_moves == ["discard:+25"]
    assert position.describe()["swap"] == {"must_play": "+25"}
    position.play("discard:+25")
    table = position.describe()
    assert (table["total"], table["discards"], table["to_move"], table["swap"]) == (95, 1, 1, None)
    assert table["hands"][0] == ["+1", "+9", "+9", "-2", "TURN"]


def test_c8_a_received_card_with_a_choice_leaves_only_its_choices() -> None:
    """C8 and the swap: the card received must be played, in whichever way."""
    position = cento_position("+1 -2 -3 +9 +9", "", "DH SKIP SKIP SKIP SKIP", "", total=90, pairs=True)
    play_all(position, "swap:-3 give:DH")
    assert position.legal_moves == ["DH:halve"]


def test_who_can_play_nothing_may_swap_instead_of_discarding() -> None:
    """Pairs: instead of playing or discarding."""
    position = cento_position("+9 +9 +9 +9 +10", "", "", "", total=95, pairs=True)
    assert position.legal_moves == ["discard:+10", "discard:+9", "swap:+10", "swap:+9"]


def test_while_the_partner_chooses_the_card_offered_stays_in_the_giver_s_hand() -> None:
    """State in a trace, `swap`."""
    position = cento_position("+1 -2 -3 +9 +9", "", "", "", total=95, pairs=True)
    position.play("swap:-3")
    table = position.describe()
    assert (table["swap"], table["to_move"]) == ({"from": 0}, 2)
    assert table["hands"][0] == ["+1", "+9", "+9", "-2", "-3"]


PAIR_HANDS = ("+7", "+1 +2 +3 +4 +5", "FLIP FLIP FLIP FLIP +6", "+2 +3 +4 +5 +6")


def test_c9_in_a_series_a_pair_adds_both_hands_and_the_winning_pair_nothing() -> None:
    """C9: one score, listed at both seats."""
    position = cento_position(*PAIR_HANDS, total=93, pairs=True, match="series", scores=[4, 5, 4, 5])
    position.play("+7")
    assert position.scores == [4, 5 + 15 + 20, 4, 5 + 15 + 20]


def test_c9_in_first_to_the_winning_pair_scores_the_hands_outside_the_pair() -> None:
    """C9: the partner's hand does not count."""
    position = cento_position(*PAIR_HANDS, total=93, pairs=True, match="first-to", scores=[4, 5, 4, 5])
    position.play("+7")
    assert position.scores == [4 + 35, 5, 4 + 35, 5]


def test_in_a_single_round_both_partners_score_one() -> None:
    """Matches, single."""
    position = cento_position(*PAIR_HANDS, total=93, pairs=True)
    position.play("+7")
    assert position.scores == [1, 0, 1, 0]


# --- C11: own variants ------------------------------------------------------------------------------------------
OWN: dict[str, Any] = {"preset": "own", "cards": ["+1", "+2", "+3", "+10", "-1", "-15", "FLIP", "TENS", "COPY"]}


def test_c11_the_deck_has_all_copies_of_the_chosen_kinds() -> None:
    """C11."""
    deck = next(itertools.islice(random_trace(Cento(3, **OWN), seed=1), 1, None))
    assert deck["kind"] == "deck"
    expected = {"+1": 6, "+2": 6, "+3": 6, "+10": 6, "-1": 2, "-15": 2, "FLIP": 4, "TENS": 4, "COPY": 4}
    assert Counter(deck["cards"]) == expected


def kinds_of_a_deck(size: int) -> list[str]:
    """Six of each addition, two of each subtraction, one zero."""
    return [*CARDS[: size // 6], *CARDS[12 : 12 + size % 6 // 2], *["0"] * (size % 2)]


@pytest.mark.parametrize("players", range(2, 9))
def test_c11_ten_cards_are_left_when_everybody_has_been_dealt_a_hand(players: int) -> None:
    """C11: the deck must have at least 5 × players + 10 cards."""
    needed = 5 * players + 10
    position = Cento(players, preset="own", cards=kinds_of_a_deck(needed), target=20).deal(1)
    assert position.describe()["stock"] == 10
    with pytest.raises(BadOption, match=f"{needed - 1} cards are not enough .* at least {needed} are needed"):
        Cento(players, preset="own", cards=kinds_of_a_deck(needed - 1), target=20)


@pytest.mark.parametrize("target", [10, 37, 1000])
def test_c11_any_target_from_10_to_1000_is_won_exactly(target: int) -> None:
    """C11."""
    position = cento_position("+3 +2 +10", "+1", total=target - 3, target=target, **OWN)
    assert position.legal_moves == ["+2", "+3"]
    position.play("+3")
    assert (position.is_over, position.winners) == (True, [0])


def test_c11_the_opening_card_may_win() -> None:
    """C11 and C3: a single card that is the target."""
    game = Cento(2, preset="own", cards=["+10", "DH", "FLIP", "SKIP", "TURN"], target=10)
    position = game.deal(1)
    assert position.legal_moves == ["+10"]
    position.play("+10")
    assert position.is_over


def test_c11_tens_plays_all_four_steps_and_the_range_decides() -> None:
    """C11: also with a target below 100, unlike a race."""
    position = cento_position("TENS TENS TENS TENS -15", "+1", total=5, target=90, **OWN)
    assert position.legal_moves == ["TENS:+20", "TENS:+40", "TENS:+60", "TENS:+80"]
    position = cento_position("TENS TENS TENS TENS -15", "+1", total=10, target=37, **OWN)
    assert position.legal_moves == ["TENS:+20"]


@pytest.mark.parametrize(
    ("cards", "target", "reachable"),
    [
        ("+2 +4 +6 +8", 21, False),
        ("+2 +4 +6 -1", 21, True),
        ("+2 +4 +6 +8 FLIP", 21, True),  # 2, Flip, +2: 0
        ("+2 +4 +6 +8 DH", 21, True),  # 2, 1
        ("+2 +4 +6 +8 TENS", 21, False),
        ("+5 SKIP TURN TENS COPY", 85, True),
        ("+5 SKIP TURN TENS COPY", 86, False),
        ("+4 DH SKIP TURN COPY", 96, True),
        ("+10 0 SKIP TURN COPY", 45, False),
    ],
)
def test_c11_a_deck_with_which_the_goal_cannot_be_reached_is_refused(cards: str, target: int, reachable: bool) -> None:
    """C11: every choice and Flip counted, Copy not."""
    if reachable:
        assert Cento(2, preset="own", cards=cards.split(), target=target).deal(1).legal_moves
    else:
        with pytest.raises(BadOption, match=f"nobody can ever reach exactly {target}"):
            Cento(2, preset="own", cards=cards.split(), target=target)


@pytest.mark.parametrize("seed", range(40))
def test_c11_whether_a_goal_can_be_reached_is_as_the_rules_page_has_it(seed: int) -> None:
    """C11: against the plain definition of the checker."""
    dice = random.Random(seed)
    for _ in range(10):
        cards = [card for card in CARDS if dice.random() < dice.choice((0.05, 0.1, 0.3))]
        target = dice.choice((dice.randint(10, 60), dice.randint(10, 300)))
        ways = ways_to_play(frozenset(cards), target)
        assert ways.can_reach_goal == goal_is_reachable(cards, target)


@pytest.mark.parametrize("seed", range(20))
def test_c11_what_can_be_played_is_what_the_referee_accepts(seed: int) -> None:
    """C11: kinds, order, repetition, size, goal, players and pairs, in any combination."""
    dice = random.Random(f"own {seed}")
    accepted = []
    for _ in range(20):
        players = dice.choice((2, 2, 3, 4, dice.randint(1, 9)))
        options = random_own_variant(dice)
        try:
            Options.read(options, players)
            by_the_page = True
        except Refused:
            by_the_page = False
        try:
            assert Cento(players, **options).deal(seed).legal_moves
            accepted.append(True)
        except BadOption:
            accepted.append(False)
        assert accepted[-1] == by_the_page, (players, options)
    assert {True, False} == set(accepted)


def random_own_variant(dice: random.Random) -> dict[str, Any]:
    """About as often one that can be played as not."""
    cards = dice.sample(CARDS, dice.choice((dice.randint(0, 8), dice.randint(4, 30))))
    if dice.random() < 0.1:
        cards.append(dice.choice(("+11", "-50", "flip", "−1", "", *CARDS)))
    if dice.random() < 0.2:
        cards = [card for card in cards if card not in CARDS[:10]]  # what is left of additions may be too large
    if dice.random() < 0.2:
        cards = [card for card in cards if card[-1:] not in "13579"]
    if dice.random() < 0.9:
        cards.sort(key=lambda card: CARDS.index(card) if card in CARDS else 0)
    return {
        "preset": dice.choice(("own",) * 9 + ("classic",)),
        "cards": cards,
        "target": dice.choice((dice.randint(10, 30), dice.randint(9, 300), dice.randint(990, 1001))),
        "pairs": dice.random() < 0.2,
    }


def test_c11_the_smallest_deck_is_shuffled_again_and_again() -> None:
    """C4: with eight players and 50 cards, at least eight lie where a new stock is made from."""
    cards = ["+3", "+4", "+5", "+6", "+7", "+8", "+9", "-1", "-2", "DH"]
    game = Cento(8, preset="own", cards=cards, target=1000)
    position = game.deal(3)
    dice = random.Random(3)
    stocks = []
    for _ in range(300):
        before = position._state.ran_out
        position.play(dice.choice(position.legal_moves))
        assert position.describe()["stock"] > 0
        if position._state.ran_out > before:
            stocks.append(position.describe()["stock"])
    assert len(stocks) > 20 and min(stocks) >= 8


def test_c11_c2_a_deck_with_a_single_addition_is_dealt_until_somebody_holds_it() -> None:
    """C2."""
    game = Cento(2, preset="own", cards=["+50", "-1", "-2", "DH", "FLIP", "SKIP", "TURN", "TENS", "COPY"])
    for seed in range(200):
        assert game.deal(seed).legal_moves == ["+50"]


# --- G1: the last turn of a round -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "last"),
    [
        ({}, 1000),
        ({"preset": "race"}, 1000),
        ({"preset": "to-20-a"}, 1000),
        ({"preset": "marathon", "target": 101}, 1010),
        ({"preset": "marathon"}, 2000),
        ({"preset": "marathon", "target": 1000}, 10_000),
        (OWN | {"target": 37}, 1000),
        (OWN | {"target": 101}, 1010),
        (OWN | {"target": 1000}, 10_000),
    ],
)
def test_g1_a_round_ends_without_a_winner_after_its_last_turn(options: dict[str, Any], last: int) -> None:
    """G1: in a single everybody has 0, so all seats win."""
    before = cento_position("+1", "+1", total=10, turns=last - 2, **options)
    before.play("+1")
    assert not before.is_over
    before.play("+1")
    assert (before.is_over, before.scores, before.winners) == (True, [0, 0], [0, 1])
    assert before.describe()["to_move"] is None


def test_g1_the_last_turn_includes_its_draw() -> None:
    """G1: its draw included."""
    position = cento_position("+1", "+1", turns=999, stock="SKIP")
    stock = position.describe()["stock"]
    position.play("+1")
    table = position.describe()
    assert (len(table["hands"][0]), table["stock"]) == (5, stock - 1)
    assert "SKIP" in table["hands"][0]


def test_g1_the_last_turn_may_still_win() -> None:
    """G1: unless that turn won."""
    position = cento_position("+7", "+1", total=93, turns=999)
    position.play("+7")
    assert (position.scores, position.winners) == ([1, 0], [0])


def test_g1_then_a_series_counts_every_hand() -> None:
    """G1: nobody has won, so nobody is spared."""
    position = cento_position(
        "+1 +2 +2 +2 +2", "+3 +3 +3 +3 +3", turns=999, match="series", limit=200, stock="FLIP", scores=[1, 2]
    )
    position.play("+1")
    assert (position.scores, position.round) == ([1 + 8 + 25, 2 + 15], 2)


def test_g1_then_in_first_to_nobody_scores() -> None:
    """G1."""
    position = cento_position("+1", "+3", turns=999, match="first-to", scores=[1, 2])
    position.play("+1")
    assert (position.scores, position.round, position.is_over) == ([1, 2], 2, False)


def test_g1_a_swap_and_what_is_given_belong_to_one_turn() -> None:
    """G1: a turn is complete when the move passes on."""
    position = cento_position("+1 -3", "", "-5 SKIP", "", total=95, turns=998, pairs=True)
    play_all(position, "swap:-3 give:-5")
    assert not position.is_over
    position.play("-5")
    assert (position.is_over, position.to_move) == (False, 1)
    position.play(position.legal_moves[0])
    assert position.is_over


def test_g1_a_discard_is_a_turn() -> None:
    """G1."""
    position = cento_position("+9 +9 +9 +9 +9", "+1", total=95, turns=999)
    position.play("discard:+9")
    assert (position.is_over, position.winners) == (True, [0, 1])


# --- G2, G3 -----------------------------------------------------------------------------------------------------
def test_g2_players_level_on_the_lowest_score_of_a_series_share_the_win() -> None:
    """G2."""
    position = cento_position(
        "+7", "+1 +1 +1 +1 +1", "FLIP FLIP FLIP FLIP +2", total=93, match="series", scores=[20, 15, 30]
    )
    position.play("+7")
    assert (position.scores, position.winners) == ([20, 20, 132], [0, 1])


@pytest.mark.parametrize(("match", "winners"), [("series", [1]), ("first-to", [0])])
def test_g3_a_match_ends_after_100_rounds_and_the_best_score_wins(match: str, winners: list[int]) -> None:
    """G3: the lowest of a series, the highest of first-to."""
    hands = ("+7", "+1 +1 +1 +1 +1", "+2 +2 +2 +2 +2")
    for number, over in ((99, False), (100, True)):
        position = cento_position(
            *hands, total=93, match=match, limit=10_000, round_number=number, scores=[200, 100, 150]
        )
        position.play("+7")
        assert position.is_over is over
    assert position.winners == winners


def test_g2_and_g3_together_share_a_first_to_that_nobody_reached() -> None:
    """G2 and G3: round 100 ends without a winner (G1), and two are level."""
    position = cento_position(
        "+1", "+3", "+3", match="first-to", limit=10_000, round_number=100, turns=999, scores=[7, 9, 9]
    )
    position.play("+1")
    assert (position.is_over, position.winners) == (True, [1, 2])


def test_each_round_is_dealt_afresh_from_the_full_deck() -> None:
    """Matches, the last line."""
    position: Position = cento_position("+7", "+1", total=93, flipped=False, match="series", limit=1000, direction=-1)
    position.play("+7")
    table = position.describe()
    assert (table["round"], table["total"], table["direction"], table["flipped"]) == (2, 0, 1, False)
    assert (table["stock"], table["pile"], table["discards"], table["top"], table["last"]) == (100, 0, 0, None, None)
    assert [len(hand) for hand in table["hands"]] == [5, 5]
    assert len(position.legal_moves) == 1
