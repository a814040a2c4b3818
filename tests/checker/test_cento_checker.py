"""Proves that the Cento checker accepts what the rules allow and refuses everything else.

Three parts: situations taken sentence by sentence from the rules page, with the outcome written by hand;
random complete games that must be accepted; and mutations of them that must be refused on the right line.
"""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.checker.cento import COPIES, PRESETS, Options, Referee, Refused, check, goal_is_reachable, points
from tests.checker.lines import Disagreement

Line = dict[str, Any]
Trace = list[Line]
Shuffle = Callable[[list[str]], list[str]]
Choose = Callable[[Referee, list[str]], str]

# --- Making traces --------------------------------------------------------------------------------


def make_trace(options: Line, players: int, shuffle: Shuffle, choose: Choose) -> Trace:
    """A complete game, played by the referee itself; it has been through JSON and back."""
    lines: Trace = [{"kind": "game", "game": "cento", "options": options, "players": players}]
    referee = Referee(Options.read(options, players), players)
    while not referee.over:
        referee.begin_round()
        stands = False
        while not stands:
            cards = shuffle(list(referee.deck))
            lines.append({"kind": "deck", "cards": cards})
            stands = referee.deal(cards)
        lines.append(referee.state())
        while referee.to_move is not None:
            legal = referee.legal()
            move = choose(referee, legal)
            lines.append({"kind": "turn", "player": referee.to_move, "legal": legal, "move": move})
            referee.move(move)
            if referee.needs_reshuffle():
                cards = shuffle(referee.cards_to_reshuffle())
                lines.append({"kind": "deck", "cards": cards})
                referee.reshuffle(cards)
            lines.append(referee.state())
    lines.append(referee.end())
    read_back: Trace = json.loads(json.dumps(lines))
    return read_back


def random_trace(options: Line, players: int, seed: int) -> Trace:
    rng = random.Random(seed)
    return make_trace(options, players, shuffling(rng), lambda _, legal: rng.choice(legal))


def shuffling(rng: random.Random) -> Shuffle:
    return lambda cards: rng.sample(cards, len(cards))


def stacked(top: str, preset: str) -> list[str]:
    """A whole deck that begins with these cards; the others follow in deck-table order."""
    first = top.split()
    rest = list(PRESETS[preset].deck)
    for card in first:
        rest.remove(card)
    return first + rest


def dawdling(rng: random.Random) -> Choose:
    """A first round that keeps the total in the middle, so that nobody wins it; the others at random."""

    def choose(referee: Referee, legal: list[str]) -> str:
        if referee.round > 1:
            return rng.choice(legal)
        return min(legal, key=lambda move: (distance(referee, move), rng.random()))

    return choose


def distance(referee: Referee, move: str) -> float:
    """How far from the middle of the scale a move leaves the total; a winning move is as far as can be."""
    after = copy.deepcopy(referee)
    after.move(move)
    return 1000 if after.total == after.goal() else abs(after.total - referee.target / 2)


def of_kind(trace: Trace, kind: str) -> Trace:
    return [line for line in trace if line["kind"] == kind]


def refused_line(trace: Trace) -> int | None:
    """The number of the line that the checker refuses; None: it accepts the trace."""
    try:
        check(trace)
    except Disagreement as disagreement:
        return disagreement.line
    return None


# --- Situations -----------------------------------------------------------------------------------


def table(
    *hands: str,
    total: int = 50,
    last: str = "+1",
    flipped: bool = False,
    stock: str = "+1 +2 +3 +4",
    to_move: int = 0,
    **options: Any,
) -> Referee:
    """A table in the middle of the first round; hands and stock are written with spaces."""
    referee = Referee(Options.read(options, len(hands)), len(hands))
    referee.begin_round()
    referee.hands = [hand.split() for hand in hands]
    referee.stock = stock.split()
    referee.total, referee.last, referee.to_move = total, last, to_move
    referee.pile = ["+7", last]
    referee.flipped, referee.beside = flipped, "FLIP" if flipped else None
    return referee


def dealt(*hands: str, **options: Any) -> tuple[bool, Referee]:
    """A first deal that gives these hands of five, and whether it stands."""
    referee = Referee(Options.read(options, len(hands)), len(hands))
    referee.begin_round()
    split = [hand.split() for hand in hands]
    return referee.deal([card for cards in zip(*split, strict=True) for card in cards] + ["+1"]), referee


def test_the_decks_have_the_printed_sizes() -> None:
    sizes = {name: len(preset.deck) for name, preset in PRESETS.items()}
    assert sizes == {"classic": 110, "to-20-a": 56, "to-20-b": 52, "race": 109, "marathon": 110, "own": 0}
    assert list(COPIES)[9:13] == ["+10", "+25", "+50", "-1"]


def test_the_leaflets_hand_is_worth_58() -> None:
    assert points(["+9", "-8", "+1", "SKIP", "FLIP"]) == 58
    assert points(["+25", "+50", "-15", "0", "DH", "TURN", "TENS", "COPY", "-10"]) == 125


def test_cards_are_dealt_one_at_a_time_from_seat_0() -> None:
    referee = Referee(Options.read({}, 3), 3)
    referee.begin_round()
    assert referee.deal(stacked("+1 +2 +3 -1 -2 -3 +1 +2 +3 -1 -2 -3 SKIP TURN DH COPY", "classic"))
    assert referee.hands[0] == ["+1", "-1", "+1", "-1", "SKIP"]
    assert referee.hands[2] == ["+3", "-3", "+3", "-3", "DH"]
    assert referee.stock[0] == "COPY" and len(referee.stock) == 95


@pytest.mark.parametrize(
    ("hands", "starter", "card"),
    [
        (["+2 0 -1 -2 DH", "+1 +9 +9 +9 +9"], 1, "+1"),
        (["+1 +3 -1 -1 -2", "+1 +2 +9 +9 +9"], 1, "+1"),
        (["+1 -1 -1 -2 DH", "+1 +10 -1 -1 -2"], 1, "+1"),  # C1: seat 0 runs out of additions
        (["+1 +4 -1 -2 DH", "+4 +1 -3 -4 0"], 0, "+1"),  # C1: level to the end
        (["0 -1 -2 -3 DH", "+50 0 -1 -2 DH"], 1, "+50"),  # C2: zero is no addition
        (["-1 -1 -2 -3 DH", "+9 +8 +7 +6 +5", "+5 +6 +7 +8 +9"], 1, "+5"),
        (["+3 +3 -1 -2 0", "+3 +3 +25 -1 -2", "+3 +25 +25 -1 -2"], 1, "+3"),
    ],
)
def test_c1_the_lowest_additions_start(hands: list[str], starter: int, card: str) -> None:
    stands, referee = dealt(*hands)
    assert stands and referee.to_move == starter and referee.legal() == [card]


def test_c2_a_deal_without_a_fitting_addition_does_not_stand() -> None:
    without = ["0 -1 -2 -3 DH", "-4 -5 SKIP TURN FLIP"]
    assert not dealt(*without)[0]
    assert not dealt("+25 -1 -2 -3 DH", without[1], preset="race", target=24)[0]
    assert dealt("+25 -1 -2 -3 DH", without[1], preset="race", target=25)[0]
    assert not dealt("+25 +25 -1 -2 -3", without[1], preset="race", target=10)[0]


def test_an_opening_card_can_win_a_short_race() -> None:
    _, referee = dealt("+10 -1 -2 -3 DH", "-4 -5 SKIP TURN FLIP", preset="race", target=10)
    referee.move("+10")
    assert referee.over and referee.scores == [1, 0] and len(referee.hands[0]) == 4


def test_the_opening_card_is_never_a_swap_even_in_a_race_to_10() -> None:
    hands = ["+1 +2 -1 -2 DH", "+2 +3 -1 -3 0", "+4 -4 DH 0 -5", "SKIP -6 -7 -8 -9"]
    _, referee = dealt(*hands, preset="race", target=10, pairs=True)
    assert referee.legal() == ["+1"]
    referee.move("+1")
    assert "swap:+2" in referee.legal()


@pytest.mark.parametrize(
    ("total", "flipped", "hand", "legal"),
    [
        (95, False, "+5 +6 -1 0 +5", ["+5", "-1", "0"]),
        (95, False, "+6 +50 TENS", ["TENS:-20", "TENS:-40", "TENS:-60", "TENS:-80"]),
        (3, True, "+3 +4 -15 -1 +25", ["+3", "-1", "-15"]),
        (99, True, "-1 -15 +50 +25", ["+25", "+50", "-1"]),
        (50, False, "DH", ["DH:double", "DH:halve"]),
        (51, False, "DH +50", ["discard:+50", "discard:DH"]),
        (49, False, "DH", ["DH:double"]),
        (52, False, "DH", ["DH:halve"]),
        (0, False, "DH", ["DH:double", "DH:halve"]),
        (20, True, "TENS", ["TENS:+20", "TENS:+40", "TENS:+60", "TENS:+80", "TENS:-20"]),
        (0, False, "FLIP SKIP TURN FLIP", ["FLIP", "SKIP", "TURN"]),
        (98, False, "+9 +3 +9 +50", ["discard:+3", "discard:+50", "discard:+9"]),
    ],
)
def test_the_total_stays_between_0_and_the_target(total: int, flipped: bool, hand: str, legal: list[str]) -> None:
    assert table(hand, "+1", total=total, flipped=flipped).legal() == legal


@pytest.mark.parametrize(
    ("last", "total", "legal"),
    [
        ("+25", 75, ["COPY"]),
        ("+25", 76, ["discard:COPY"]),
        ("DH", 26, ["COPY:double", "COPY:halve"]),
        ("DH", 25, ["COPY:double"]),
        ("TENS", 40, ["COPY:+20", "COPY:+40", "COPY:+60", "COPY:-20", "COPY:-40"]),
        ("FLIP", 3, ["COPY"]),
        ("0", 99, ["COPY"]),
    ],
)
def test_a_copy_is_playable_when_what_it_copies_would_be(last: str, total: int, legal: list[str]) -> None:
    assert table("COPY", "+1", last=last, total=total).legal() == legal


def test_tens_in_a_race_plays_20_or_40_only() -> None:
    assert table("TENS", "+1", total=15, preset="race", target=99).legal() == ["TENS:+20", "TENS:+40"]
    assert table("TENS", "+1", total=85, preset="race", target=99).legal() == ["TENS:-20", "TENS:-40"]
    assert table("COPY", "+1", last="TENS", total=5, preset="race").legal() == ["COPY:+20", "COPY:+40"]


def test_the_leaflets_tens_go_from_27_to_87_to_7() -> None:
    referee = table("TENS", "TENS", total=27)
    referee.move("TENS:+60")
    assert referee.total == 87
    referee.move("TENS:-80")
    assert referee.total == 7


def test_flip_swaps_additions_and_subtractions_and_copies_of_them() -> None:
    referee = table("-9 +1", "COPY +1", total=50, flipped=True)
    referee.move("-9")
    referee.move("COPY")
    assert (referee.total, referee.last, referee.pile[-1]) == (68, "-9", "COPY")


@pytest.mark.parametrize(
    ("players", "move", "next_seat", "direction"),
    [
        (2, "SKIP", 0, 1),
        (2, "TURN", 0, -1),
        (2, "0", 1, 1),
        (3, "SKIP", 2, 1),
        (3, "TURN", 2, -1),
        (5, "SKIP", 2, 1),
        (5, "TURN", 4, -1),
    ],
)
def test_skip_and_turn_pass_the_move_on(players: int, move: str, next_seat: int, direction: int) -> None:
    referee = table(f"{move} +1", *["+1"] * (players - 1))
    referee.move(move)
    assert (referee.to_move, referee.direction) == (next_seat, direction)
    copied = table("COPY +1", *["+1"] * (players - 1), last=move)
    copied.move("COPY")
    assert (copied.to_move, copied.direction) == (next_seat, direction)


def test_skip_follows_the_direction_of_play() -> None:
    referee = table("TURN", "+1", "+1", "+1", "SKIP")
    referee.move("TURN")
    referee.move("SKIP")
    assert (referee.to_move, referee.direction) == (2, -1)


def test_a_flip_lies_beside_until_the_next_one_takes_both_into_the_pile() -> None:
    referee = table("FLIP", "FLIP", total=50)
    referee.move("FLIP")
    assert (referee.flipped, referee.goal(), referee.beside, referee.pile) == (True, 0, "FLIP", ["+7", "+1"])
    referee.move("FLIP")
    assert (referee.flipped, referee.goal(), referee.beside) == (False, 100, None)
    assert referee.pile == ["+7", "+1", "FLIP", "FLIP"]


def test_c6_a_copy_of_a_flip_toggles_and_lies_in_its_place() -> None:
    referee = table("FLIP COPY", "COPY FLIP", total=50)
    referee.move("FLIP")
    referee.move("COPY")
    assert (referee.flipped, referee.beside, referee.pile[-2:]) == (False, None, ["FLIP", "COPY"])
    referee.move("COPY")  # C5: a Copy of a Copy of a Flip
    assert (referee.flipped, referee.beside, referee.pile[-1], referee.last) == (True, "COPY", "COPY", "FLIP")
    referee.move("FLIP")
    assert (referee.flipped, referee.beside, referee.pile[-2:]) == (False, None, ["COPY", "FLIP"])


def test_c5_a_copy_looks_past_copies_and_discards() -> None:
    referee = table("+3", "COPY", "+50", "COPY", total=60)
    for move, total in [("+3", 63), ("COPY", 66), ("discard:+50", 66), ("COPY", 69)]:
        referee.move(move)
        assert (referee.total, referee.last) == (total, "+3")


@pytest.mark.parametrize(
    ("hand", "last", "total", "flipped", "move"),
    [
        ("+5", "+1", 95, False, "+5"),
        ("+5", "+1", 5, True, "+5"),
        ("FLIP", "+1", 0, False, "FLIP"),
        ("FLIP", "+1", 100, True, "FLIP"),
        ("COPY", "FLIP", 0, False, "COPY"),
        ("COPY", "FLIP", 100, True, "COPY"),
        ("TENS", "+1", 20, False, "TENS:+80"),
        ("DH", "+1", 50, False, "DH:double"),
    ],
)
def test_c3_whoever_makes_the_total_the_goal_wins_and_does_not_draw(
    hand: str, last: str, total: int, flipped: bool, move: str
) -> None:
    referee = table(f"{hand} +2", "+1", last=last, total=total, flipped=flipped)
    referee.move(move)
    assert (referee.over, referee.scores, referee.hands[0], referee.to_move) == (True, [1, 0], ["+2"], None)


@pytest.mark.parametrize(("move", "total", "flipped"), [("-5", 5, False), ("-5", 95, True)])
def test_the_other_end_of_the_scale_wins_nothing(move: str, total: int, flipped: bool) -> None:
    referee = table(move, "+1", total=total, flipped=flipped)
    referee.move(move)
    assert not referee.over and referee.to_move == 1


def test_c4_an_emptied_stock_is_made_anew_from_all_but_top_and_beside() -> None:
    referee = table("+2", "+1", stock="-3", flipped=True)
    referee.discards = ["+9"]
    referee.move("+2")
    assert referee.needs_reshuffle() and referee.cards_to_reshuffle() == ["+7", "+1", "+9"]
    referee.reshuffle(["+9", "+7", "+1"])
    state = referee.state()
    assert (state["stock"], state["pile"], state["top"], state["discards"]) == (3, 1, "+2", 0)
    assert (state["beside"], state["last"], state["hands"][0]) == ("FLIP", "+2", ["-3"])


def test_c4_a_winning_card_empties_no_stock() -> None:
    referee = table("+5 +1", "+1", total=95, stock="+3")
    referee.move("+5")
    assert not referee.needs_reshuffle()


# --- Pairs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "flipped", "options", "may_swap"),
    [
        (89, False, {}, False),
        (90, False, {}, True),
        (10, True, {}, True),
        (11, True, {}, False),
        (95, True, {}, False),
        (5, False, {}, False),
        (9, False, {"preset": "to-20-a"}, False),
        (10, False, {"preset": "to-20-b"}, True),
        (39, False, {"preset": "race"}, False),
        (0, False, {"preset": "race", "target": 10}, True),
        (190, False, {"preset": "marathon"}, True),
        (100, False, {"preset": "marathon"}, False),
    ],
)
def test_c7_the_closing_range_is_10_from_the_goal(total: int, flipped: bool, options: Line, may_swap: bool) -> None:
    referee = table("0 SKIP 0", "+1", "+1", "+1", total=total, flipped=flipped, pairs=True, **options)
    assert referee.legal() == ["0", "SKIP"] + ["swap:0", "swap:SKIP"] * may_swap
    referee.options = Options.read(options, 4)
    assert referee.legal() == ["0", "SKIP"]


def test_who_cannot_play_may_still_swap() -> None:
    referee = table("+9 +50", "+1", "+1", "+1", total=95, pairs=True)
    assert referee.legal() == ["discard:+50", "discard:+9", "swap:+50", "swap:+9"]


def test_a_swap_is_one_turn_of_three_moves() -> None:
    referee = table("+9 -1", "+1", "DH 0 DH", "+1", total=92, pairs=True)
    referee.move("swap:+9")
    state = referee.state()
    assert (state["swap"], state["to_move"], state["hands"][0]) == ({"from": 0}, 2, ["+9", "-1"])
    assert referee.legal() == ["give:0", "give:DH"] and referee.turns == 0
    referee.move("give:DH")
    state = referee.state()
    assert (state["swap"], state["to_move"]) == ({"must_play": "DH"}, 0)
    assert (state["hands"][0], state["hands"][2]) == (["-1", "DH"], ["+9", "0", "DH"])
    assert referee.legal() == ["DH:halve"] and referee.turns == 0
    referee.move("DH:halve")
    state = referee.state()
    assert (state["total"], state["swap"], state["to_move"]) == (46, None, 1)
    assert state["hands"][0] == ["+1", "-1"] and referee.turns == 1


def test_c8_a_received_card_that_cannot_be_played_is_discarded() -> None:
    referee = table("+1 0", "+1", "+9 +2", "+1", total=95, pairs=True)
    referee.move("swap:+1")
    referee.move("give:+9")
    assert referee.legal() == ["discard:+9"]
    referee.move("discard:+9")
    assert (referee.discards, len(referee.hands[0]), referee.to_move) == (["+9"], 2, 1)


def test_a_received_card_can_win_and_ends_the_swap() -> None:
    referee = table("+1 0", "+1", "+9 +5", "+1", total=95, pairs=True)
    for move in ["swap:+1", "give:+5", "+5"]:
        referee.move(move)
    state = referee.state()
    assert (state["scores"], state["swap"], state["over"]) == ([1, 0, 1, 0], None, True)
    assert (state["hands"][0], state["hands"][2]) == (["0"], ["+1", "+9"])


def test_a_received_copy_copies() -> None:
    referee = table("+1 0", "+1", "COPY", "+1", total=91, last="TENS", pairs=True)
    referee.move("swap:+1")
    referee.move("give:COPY")
    assert referee.legal() == ["COPY:-20", "COPY:-40", "COPY:-60", "COPY:-80"]


@pytest.mark.parametrize(("players", "partner"), [(4, 3), (6, 4), (8, 5)])
def test_partners_sit_opposite(players: int, partner: int) -> None:
    referee = table(*["0"] * players, total=95, pairs=True, to_move=1)
    referee.move("swap:0")
    assert referee.to_move == partner
    referee.move("give:0")
    assert referee.to_move == 1


# --- Matches and limits ---------------------------------------------------------------------------

HANDS = ("+5 +1", "+2 -15", "FLIP", "TENS +3")  # worth 1 after +5 is played; 17, 25 and 23


@pytest.mark.parametrize(
    ("options", "scores", "winners"),
    [
        ({}, [1, 0, 0, 0], [0]),
        ({"pairs": True}, [1, 0, 1, 0], [0, 2]),
        ({"match": "series", "limit": 25}, [0, 17, 25, 23], [0]),
        ({"match": "series", "limit": 26}, [0, 17, 25, 23], None),
        ({"match": "series", "limit": 40, "pairs": True}, [0, 40, 0, 40], [0, 2]),
        ({"match": "first-to", "limit": 65}, [65, 0, 0, 0], [0]),
        ({"match": "first-to", "limit": 66}, [65, 0, 0, 0], None),
        ({"match": "first-to", "limit": 40, "pairs": True}, [40, 0, 40, 0], [0, 2]),
    ],
)
def test_c9_a_won_round_scores(options: Line, scores: list[int], winners: list[int] | None) -> None:
    referee = table(*HANDS, total=95, **options)
    referee.move("+5")
    state = referee.state()
    assert (state["scores"], state["to_move"], state["over"]) == (scores, None, winners is not None)
    if winners is not None:
        assert referee.end() == {"kind": "end", "scores": scores, "winners": winners}


@pytest.mark.parametrize(
    ("options", "scores", "winners"),
    [
        ({}, [0, 0, 0, 0], [0, 1, 2, 3]),
        ({"pairs": True}, [0, 0, 0, 0], [0, 1, 2, 3]),
        ({"match": "series", "limit": 25}, [2, 17, 25, 23], [0]),
        ({"match": "series", "limit": 40, "pairs": True}, [27, 40, 27, 40], [0, 2]),
        ({"match": "series", "limit": 41, "pairs": True}, [27, 40, 27, 40], None),
        ({"match": "first-to", "limit": 1}, [0, 0, 0, 0], None),
    ],
)
def test_g1_the_1000th_turn_ends_the_round_with_its_draw(
    options: Line, scores: list[int], winners: list[int] | None
) -> None:
    referee = table(*HANDS, total=50, stock="+1", **options)
    referee.turns = 999
    referee.move("+5")
    assert referee.needs_reshuffle() and referee.hands[0] == ["+1", "+1"]
    assert (referee.scores, referee.over) == (scores, winners is not None)
    assert referee.to_move is None
    if winners is not None:
        assert referee.match_winners() == winners


def test_g1_the_999th_turn_does_not_end_the_round() -> None:
    referee = table(*HANDS, total=50)
    referee.turns = 998
    referee.move("+5")
    assert referee.to_move == 1 and not referee.over


def test_g1_a_1000th_turn_that_wins_counts_as_won() -> None:
    referee = table(*HANDS, total=95)
    referee.turns = 999
    referee.move("+5")
    assert referee.scores == [1, 0, 0, 0]


def test_g1_a_turn_card_on_the_last_turn_still_changes_the_direction() -> None:
    referee = table("TURN +1", "+1", "+1")
    referee.turns = 999
    referee.move("TURN")
    assert (referee.direction, referee.to_move, referee.over) == (-1, None, True)


def test_g1_a_swap_on_the_last_turn_is_finished_first() -> None:
    referee = table("+1 0", "+1", "+9 +2", "+1", total=95, pairs=True)
    referee.turns = 999
    for move in ["swap:+1", "give:+9"]:
        referee.move(move)
        assert not referee.over
    referee.move("discard:+9")
    assert referee.over and referee.state()["swap"] is None


@pytest.mark.parametrize(("target", "turns"), [(101, 1010), (200, 2000), (1000, 10_000)])
def test_g1_a_marathon_may_last_ten_turns_a_point(target: int, turns: int) -> None:
    assert table("0", "0", preset="marathon", target=target).longest_round() == turns


def test_a_new_round_starts_afresh() -> None:
    referee = table("TURN FLIP", "+1", "+50", total=0, match="series")
    referee.move("TURN")
    referee.to_move = 0
    referee.move("FLIP")
    assert (referee.direction, referee.turns, referee.flipped, referee.scores) == (-1, 1, True, [0, 1, 15])
    referee.begin_round()
    referee.deal(stacked("-1 +1 -1 -2 -2 -3 -3 -4 -4 -5 -5 -6 -6 -7 -7", "classic"))
    state = referee.state()
    assert (state["round"], state["total"], state["goal"], state["direction"]) == (2, 0, 100, 1)
    assert (state["to_move"], state["last"]) == (1, None)
    assert (state["stock"], state["pile"], state["top"]) == (95, 0, None)
    assert (state["beside"], state["discards"], state["scores"]) == (None, 0, [0, 1, 15])
    assert referee.turns == 0 and not referee.flipped


def test_g2_players_level_on_the_best_score_share_the_win() -> None:
    referee = table("+5", "+1", "+2", total=95, match="series", limit=10)
    referee.scores = [3, 2, 9]
    referee.move("+5")
    assert referee.end() == {"kind": "end", "scores": [3, 3, 11], "winners": [0, 1]}


@pytest.mark.parametrize(("match", "winners"), [("series", [1]), ("first-to", [2])])
def test_g3_the_100th_round_is_the_last(match: str, winners: list[int]) -> None:
    referee = table("+5", "+1", "+2", total=95, match=match, limit=10_000)
    referee.round = 99
    referee.scores = [30, 20, 90]
    referee.move("+5")
    assert not referee.over
    referee.begin_round()
    referee.deal(stacked("+5 +1 +1", "classic"))
    referee.total, referee.last = 95, "+1"
    referee.hands = [["+5"], ["+1"], ["+1"]]
    referee.to_move = 0
    referee.move("+5")
    assert referee.state()["over"] is True
    assert referee.match_winners() == winners


# --- Options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "target", "match", "limit"),
    [
        ({}, 100, "single", 100),
        ({"preset": None, "target": None, "match": None, "limit": None, "pairs": None}, 100, "single", 100),
        ({"preset": "to-20-a"}, 20, "single", 100),
        ({"preset": "to-20-b", "target": 20}, 20, "single", 100),
        ({"preset": "race", "match": "series"}, 50, "series", 100),
        ({"preset": "marathon", "match": "first-to"}, 200, "first-to", 250),
        ({"preset": "marathon", "target": 1000, "match": "series", "limit": 10_000}, 1000, "series", 10_000),
        ({"preset": "race", "target": 10, "match": "series", "limit": 1}, 10, "series", 1),
        ({"preset": "own", "cards": list(COPIES)}, 100, "single", 100),
        ({"preset": "own", "cards": ["+1", "+2", "+3", "+4", "+5"], "target": 1000}, 1000, "single", 100),
    ],
)
def test_missing_options_have_their_defaults(options: Line, target: int, match: str, limit: int) -> None:
    read = Options.read(options, 4)
    assert (read.target, read.match, read.limit, read.pairs) == (target, match, limit, False)


IMPOSSIBLE: list[tuple[Any, Any]] = [
    ({"announce": True}, 2),
    ({"announce": None}, 2),
    ({"preset": "short"}, 2),
    ({"preset": ["race"]}, 2),
    ({"target": 99}, 2),
    ({"target": "100"}, 2),
    ({"target": 100.0}, 2),
    ({"preset": "to-20-a", "target": 21}, 2),
    ({"preset": "race", "target": 9}, 2),
    ({"preset": "race", "target": 100}, 2),
    ({"preset": "marathon", "target": 100}, 2),
    ({"preset": "marathon", "target": 1001}, 2),
    ({"preset": "own"}, 2),
    ({"preset": "own", "cards": None}, 2),
    ({"preset": "own", "cards": []}, 2),
    ({"preset": "own", "cards": "+1,+2,+3,+4,+5"}, 2),
    ({"preset": "own", "cards": ["+1", "+2", "+3", "+4", 5]}, 2),
    ({"preset": "own", "cards": ["+1", "+2", "+3", "+4", "+11"]}, 2),
    ({"preset": "own", "cards": ["+1", "+2", "+3", "+4", "+4"]}, 2),
    ({"preset": "own", "cards": ["+1", "+2", "+3", "+5", "+4"]}, 2),
    ({"preset": "own", "cards": ["+1", "+2", "+3", "+4"]}, 3),  # 24 cards
    ({"preset": "own", "cards": ["+2", "+4", "+6", "+8", "+10"], "target": 99}, 2),
    ({"preset": "own", "cards": list(COPIES), "target": 9}, 2),
    ({"preset": "own", "cards": list(COPIES), "target": 1001}, 2),
    ({"preset": "race", "cards": ["+1", "+2", "+3", "+4", "+5"]}, 2),
    ({"preset": "race", "cards": None}, 2),
    ({"match": "duel"}, 2),
    ({"match": 1}, 2),
    ({"match": "series", "limit": 0}, 2),
    ({"match": "first-to", "limit": 10_001}, 2),
    ({"match": "series", "limit": True}, 2),
    ({"pairs": 1}, 4),
    ({"pairs": True}, 2),
    ({"pairs": True}, 5),
    ({"pairs": True}, 7),
    ({}, 1),
    ({}, 9),
    ({}, "4"),
    ({}, True),
    ({}, ["Ada", "Bo"]),
    ([], 2),
    (None, 2),
]


@pytest.mark.parametrize(("options", "players"), IMPOSSIBLE)
def test_impossible_options_are_refused_on_the_first_line(options: Any, players: Any) -> None:
    with pytest.raises(Refused):
        Options.read(options, players)
    trace = random_trace({"preset": "race", "target": 10}, 4, seed=1)
    trace[0] |= {"options": options, "players": players}
    assert refused_line(trace) == 1


@pytest.mark.parametrize(
    ("cards", "target", "reachable"),
    [
        ("+1", 10, True),
        ("+2", 11, False),
        ("+2 -1", 11, True),
        ("+50 -1", 49, False),  # no addition opens the round
        ("+25 DH", 100, True),
        ("+25 DH", 75, True),
        ("+10 DH", 12, False),  # 10, 5, 10
        ("+10 DH", 15, True),  # 10, 5, 15
        ("+2 0 SKIP TURN COPY", 11, False),
        ("+2 FLIP", 11, True),  # 2, Flip, 0
        ("+25 TENS", 85, True),
        ("+25 TENS", 94, False),
        ("+8 TENS", 11, False),
        ("+50 TENS", 1000, True),
        ("-1 FLIP", 10, False),
    ],
)
def test_c11_whether_a_goal_can_be_reached(cards: str, target: int, reachable: bool) -> None:
    assert goal_is_reachable(cards.split(), target) is reachable


# --- A game written by hand -----------------------------------------------------------------------


def hand_written_game() -> Trace:
    """Race to 10 with two players: +1, Flip, Copy ends the Flip, +3, +2, Copy of +2, halve, +1, +5 wins."""
    # Seat 0: +1 COPY +2 +5 DH; seat 1: FLIP +3 COPY -1 -2; the stock begins SKIP 0 +10 +9 TURN.
    deck = stacked("+1 FLIP COPY +3 +2 COPY +5 -1 DH -2 SKIP 0 +10 +9 TURN", "race")
    state: Line = {
        "kind": "state",
        "round": 1,
        "total": 0,
        "goal": 10,
        "flipped": False,
        "direction": 1,
        "to_move": 0,
        "last": None,
        "hands": [["+1", "+2", "+5", "DH", "COPY"], ["+3", "-1", "-2", "FLIP", "COPY"]],
        "stock": 99,
        "pile": 0,
        "top": None,
        "beside": None,
        "discards": 0,
        "swap": None,
        "scores": [0, 0],
        "over": False,
    }
    trace: Trace = [
        {"kind": "game", "game": "cento", "options": {"preset": "race", "target": 10}, "players": 2},
        {"kind": "deck", "cards": deck},
        state,
    ]

    def turn(player: int, legal: list[str], move: str, **after: Any) -> None:
        nonlocal state
        trace.append({"kind": "turn", "player": player, "legal": legal, "move": move})
        state = state | after
        trace.append(state)

    first, second = ["+2", "+5", "DH", "SKIP", "COPY"], ["+3", "-1", "-2", "FLIP", "COPY"]
    turn(0, ["+1"], "+1", total=1, to_move=1, last="+1", hands=[first, second], stock=98, pile=1, top="+1")
    second = ["+3", "-1", "-2", "0", "COPY"]
    turn(1, ["+3", "-1", "COPY", "FLIP"], "FLIP", goal=0, flipped=True, to_move=0, last="FLIP",
         hands=[first, second], stock=97, beside="FLIP")  # fmt: skip
    first = ["+2", "+5", "+10", "DH", "SKIP"]
    turn(0, ["COPY", "DH:double", "SKIP"], "COPY", goal=10, flipped=False, to_move=1,
         hands=[first, second], stock=96, pile=3, top="COPY", beside=None)  # fmt: skip
    second = ["+9", "-1", "-2", "0", "COPY"]
    turn(1, ["+3", "-1", "0", "COPY"], "+3", total=4, to_move=0, last="+3",
         hands=[first, second], stock=95, pile=4, top="+3")  # fmt: skip
    first = ["+5", "+10", "DH", "SKIP", "TURN"]
    turn(0, ["+2", "+5", "DH:double", "DH:halve", "SKIP"], "+2", total=6, to_move=1, last="+2",
         hands=[first, second], stock=94, pile=5, top="+2")  # fmt: skip
    second = ["+1", "+9", "-1", "-2", "0"]
    turn(1, ["-1", "-2", "0", "COPY"], "COPY", total=8, to_move=0,
         hands=[first, second], stock=93, pile=6, top="COPY")  # fmt: skip
    first = ["+1", "+5", "+10", "SKIP", "TURN"]
    turn(0, ["DH:halve", "SKIP", "TURN"], "DH:halve", total=4, to_move=1, last="DH",
         hands=[first, second], stock=92, pile=7, top="DH")  # fmt: skip
    second = ["+1", "+9", "-1", "-2", "0"]
    turn(1, ["+1", "-1", "-2", "0"], "+1", total=5, to_move=0, last="+1",
         hands=[first, second], stock=91, pile=8, top="+1")  # fmt: skip
    first = ["+1", "+10", "SKIP", "TURN"]
    turn(0, ["+1", "+5", "SKIP", "TURN"], "+5", total=10, to_move=None, last="+5",
         hands=[first, second], pile=9, top="+5", scores=[1, 0], over=True)  # fmt: skip
    trace.append({"kind": "end", "scores": [1, 0], "winners": [0]})
    return trace


def test_a_game_written_by_hand_is_accepted() -> None:
    check(hand_written_game())


# --- Random games are accepted --------------------------------------------------------------------

PRESET_OPTIONS: list[Line] = [
    {"preset": "classic"},
    {"preset": "to-20-a"},
    {"preset": "to-20-b"},
    {"preset": "race"},
    {"preset": "race", "target": 10},
    {"preset": "race", "target": 99},
    {"preset": "marathon", "target": 101},
    {"preset": "marathon"},
    {
        "preset": "own",
        "cards": ["+2", "+3", "+5", "+7", "+9", "-1", "-4", "FLIP", "SKIP", "TENS", "COPY"],
        "target": 37,
    },
]
MATCH_OPTIONS: list[Line] = [
    {},
    {"match": "series", "limit": 60},
    {"match": "first-to", "limit": 90},
]


def every_table() -> Iterator[tuple[Line, int]]:
    for preset, match in itertools.product(PRESET_OPTIONS, MATCH_OPTIONS):
        for players in range(2, 9):
            yield preset | match, players
            if players in (4, 6, 8):
                yield preset | match | {"pairs": True}, players


@pytest.fixture(scope="module")
def games() -> list[Trace]:
    return [random_trace(options, players, seed) for seed, (options, players) in enumerate(every_table())]


def test_random_games_of_every_kind_are_accepted(games: list[Trace]) -> None:
    assert len(games) == 270
    for trace in games:
        check(trace)


def test_the_random_games_meet_every_kind_of_situation(games: list[Trace]) -> None:
    turns = [turn for trace in games for turn in of_kind(trace, "turn")]
    states = [state for trace in games for state in of_kind(trace, "state")]
    words = {turn["move"].partition(":")[0] for turn in turns}
    assert words == {*COPIES, "discard", "swap", "give"}
    assert {turn["move"] for turn in turns} >= {"COPY", "COPY:double", "COPY:halve", "COPY:+20", "COPY:-80"}
    assert {state["beside"] for state in states} == {None, "FLIP", "COPY"}
    assert {state["direction"] for state in states} == {1, -1}
    assert any(state["swap"] == {"from": 5} for state in states)
    discarded = [turn for turn in turns if len(turn["legal"]) == 1 and turn["move"].startswith("discard:")]
    assert discarded  # C8, or five equal cards
    assert any(len(of_kind(trace, "deck")) > trace[-2]["round"] for trace in games)  # C4
    assert max(trace[-2]["round"] for trace in games) > 3


def test_c2_a_game_with_repeated_deals_is_accepted() -> None:
    bare = stacked("0 -1 -2 -3 -4 +25 DH DH FLIP FLIP", "race")
    rng = random.Random(7)
    shuffles = itertools.chain([bare, bare[:10][::-1] + bare[10:]], iter(lambda: None, 0))
    trace = make_trace(
        {"preset": "race", "target": 12},
        2,
        lambda cards: next(shuffles) or rng.sample(cards, len(cards)),
        lambda _, legal: rng.choice(legal),
    )
    assert [line["kind"] for line in trace[:5]] == ["game", "deck", "deck", "deck", "state"]
    check(trace)
    assert refused_line(trace[:3] + trace[4:]) == 4  # the deal that stands is missing
    assert refused_line(trace[:4] + trace[3:]) == 5  # a deal after the one that stands


@pytest.mark.parametrize("match", MATCH_OPTIONS)
@pytest.mark.parametrize("pairs", [False, True])
def test_g1_games_of_1000_turns_are_accepted(match: Line, pairs: bool) -> None:
    rng = random.Random(3)
    options = {"preset": "classic", "pairs": pairs} | match
    trace = make_trace(options, 4, shuffling(rng), dawdling(rng))
    last = [line for line in trace if line["kind"] == "state" and line["round"] == 1][-1]
    assert last["to_move"] is None and last["total"] != last["goal"]
    before = of_kind(trace[: trace.index(last)], "turn")
    assert len([turn for turn in before if turn["move"][:5] not in ("swap:", "give:")]) == 1000
    assert (max(last["scores"]) > 0) == (match.get("match") == "series")
    if not match:
        assert trace[-1] == {"kind": "end", "scores": [0, 0, 0, 0], "winners": [0, 1, 2, 3]}
    check(trace)


def test_g1_the_last_turn_may_cause_a_reshuffle() -> None:
    # 100 cards in the first stock and 99 in each of ten more (no Flip beside): 1090 draws in 10 x 109 turns.
    rng = random.Random(18)
    options = {"preset": "marathon", "target": 109}
    trace = make_trace(options, 2, shuffling(rng), dawdling(rng))
    assert [line["kind"] for line in trace[-4:]] == ["turn", "deck", "state", "end"]
    assert trace[-1]["winners"] == [0, 1] and len(of_kind(trace, "turn")) == 1090
    check(trace)
    assert refused_line(trace[:-3] + trace[-2:]) == len(trace) - 2


@pytest.mark.parametrize("match", ["series", "first-to"])
@pytest.mark.parametrize("pairs", [False, True])
def test_g3_matches_of_100_rounds_are_accepted(match: str, pairs: bool) -> None:
    options = {"preset": "race", "target": 10, "match": match, "limit": 10_000, "pairs": pairs}
    trace = random_trace(options, 4, seed=4)
    assert trace[-2]["round"] == 100 and max(trace[-1]["scores"]) < 10_000
    check(trace)
    assert refused_line(trace[:-1]) == len(trace)


# --- Mutations are refused ------------------------------------------------------------------------


def corruptions(value: Any) -> Iterator[Any]:
    """Every small thing that can be wrong with one JSON value."""
    if isinstance(value, bool):
        yield from (not value, int(value), None)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value), None)
        if value in (0, 1):
            yield bool(value)
    elif isinstance(value, str):
        yield from (value + "0", value[1:], value.lower() + " ", None, [value])
    elif value is None:
        yield from (0, False, "+1", {}, [])
    elif isinstance(value, list):
        yield from corrupt_lists(value)
    else:
        assert isinstance(value, dict)
        yield {**value, "extra": None}
        yield None
        for key in value:
            yield {other: value[other] for other in value if other != key}
            yield from ({**value, key: corrupted} for corrupted in corruptions(value[key]))


def corrupt_lists(values: list[Any]) -> Iterator[Any]:
    yield None
    yield [*values, values[-1] if values else "+1"]
    for index, value in enumerate(values):
        yield values[:index] + values[index + 1 :]
        yield from ([*values[:index], corrupted, *values[index + 1 :]] for corrupted in corruptions(value))
    for index in range(len(values) - 1):
        if values[index] != values[index + 1]:
            yield [*values[:index], values[index + 1], values[index], *values[index + 2 :]]


@pytest.fixture(scope="module")
def short_games() -> list[Trace]:
    """Short, but between them with swaps, several rounds, Flips, Copies and reshuffles."""
    games = [
        random_trace({"preset": "race", "target": 15, "pairs": True}, 4, seed=31),
        random_trace({"preset": "race", "target": 10, "match": "series", "limit": 120}, 3, seed=33),
        random_trace({"preset": "race", "target": 12, "match": "first-to", "limit": 150, "pairs": True}, 4, seed=11),
        random_trace({"preset": "to-20-b", "match": "first-to", "limit": 50, "pairs": True}, 8, seed=56),
        random_trace({"preset": "to-20-a"}, 8, seed=34),
        hand_written_game(),
    ]
    for trace in games:
        check(trace)
    return games


def test_the_short_games_are_varied(short_games: list[Trace]) -> None:
    assert all(len(trace) < 60 for trace in short_games)
    lines = [line for trace in short_games for line in trace]
    moves = {turn["move"].partition(":")[0] for turn in of_kind(lines, "turn")}
    assert {"swap", "give", "discard", "FLIP", "COPY", "SKIP", "TURN", "DH"} <= moves
    assert any(len(of_kind(trace, "deck")) > trace[-2]["round"] for trace in short_games)
    assert any(state["to_move"] is None and not state["over"] for state in of_kind(lines, "state"))


def with_line(trace: Trace, index: int, line: Any) -> Trace:
    return [*trace[:index], line, *trace[index + 1 :]]


def test_every_corrupted_field_of_a_state_turn_or_end_is_refused_on_its_line(
    short_games: list[Trace],
) -> None:
    rng = random.Random(0)
    for trace in short_games:
        for index, line in enumerate(trace):
            if line["kind"] not in ("state", "turn", "end"):
                continue
            corrupted = list(corruptions(line))
            # A long trace makes each attempt slow, so there a sample of all corruptions has to do.
            for bad in corrupted if len(trace) < 25 else rng.sample(corrupted, 20):
                assert refused_line(with_line(trace, index, bad)) == index + 1, (line, bad)


def test_every_field_of_every_kind_of_line_is_guarded(short_games: list[Trace]) -> None:
    """The sample above may pass over a field; here each is spoilt once on every line of every game."""
    rng = random.Random(1)
    for trace in short_games:
        for index, line in enumerate(trace):
            if line["kind"] in ("state", "turn", "end"):
                for key in line:
                    spoilt = rng.choice(list(corruptions(line[key])))
                    assert refused_line(with_line(trace, index, {**line, key: spoilt})) == index + 1


def test_a_wrong_set_of_cards_is_refused_on_the_deck_line(short_games: list[Trace]) -> None:
    for trace in short_games:
        for index, line in enumerate(trace):
            if line["kind"] != "deck":
                continue
            cards = line["cards"]
            other = next(card for card in COPIES if card != cards[0])
            wrong: list[Any] = [
                cards[1:],
                cards[:-1],
                [*cards, cards[0]],
                [other, *cards[1:]],
                ["+11", *cards[1:]],
                [7, *cards[1:]],
                [["+1"], *cards[1:]],
                [],
                None,
                " ".join(cards),
            ]
            for bad in wrong:
                assert refused_line(with_line(trace, index, {**line, "cards": bad})) == index + 1
            for bad_line in ({"kind": "deck"}, {**line, "top": cards[0]}):
                assert refused_line(with_line(trace, index, bad_line)) == index + 1


def test_swapped_cards_in_a_deal_are_refused_on_the_first_state(short_games: list[Trace]) -> None:
    for trace in short_games:
        players = trace[0]["players"]
        for index, line in enumerate(trace):
            if line["kind"] != "deck" or trace[index - 1]["kind"] == "turn":
                continue
            cards = line["cards"]
            for first in range(5 * players):
                elsewhere = [place for place in range(first, len(cards)) if (place - first) % players != 0]
                second = next(place for place in elsewhere if cards[place] != cards[first])
                bad = with_line(trace, index, {**line, "cards": exchanged(cards, first, second)})
                assert refused_line(bad) == index + 2


def exchanged(cards: list[str], first: int, second: int) -> list[str]:
    swapped = list(cards)
    swapped[first], swapped[second] = cards[second], cards[first]
    return swapped


def test_swapped_cards_in_the_stock_are_refused_when_the_first_is_drawn(short_games: list[Trace]) -> None:
    for trace in short_games:
        cards, dealt_stock = trace[1]["cards"], trace[2]["stock"]
        for drawn in range(1, 5):
            number = next(
                (number for number, line in enumerate(trace, 1) if line.get("stock") == dealt_stock - drawn),
                0,
            )
            if number == 0 or trace[number - 1]["round"] > 1:
                continue  # the first round was over before
            place = len(cards) - dealt_stock + drawn - 1
            other = next(other for other in range(place, len(cards)) if cards[other] != cards[place])
            bad = with_line(trace, 1, {**trace[1], "cards": exchanged(cards, place, other)})
            assert refused_line(bad) == number


def test_an_illegal_move_is_refused_on_its_turn_even_if_listed(short_games: list[Trace]) -> None:
    for trace in short_games:
        for index, line in enumerate(trace):
            if line["kind"] != "turn":
                continue
            for move in ("+11", "COPY:-20", "TENS", "DH", "swap:FLIP", "give:0", "discard:+50", "draw", ""):
                if move in line["legal"]:
                    continue
                assert refused_line(with_line(trace, index, {**line, "move": move})) == index + 1
                listed = {**line, "move": move, "legal": sorted([*line["legal"], move])}
                assert refused_line(with_line(trace, index, listed)) == index + 1


def test_another_legal_move_is_refused_by_the_lines_that_follow_it(short_games: list[Trace]) -> None:
    for trace in short_games:
        for index, line in enumerate(trace):
            if line["kind"] != "turn" or line["move"].startswith("swap:"):
                continue  # what was offered in a swap shows only when the partner gives
            state = next(number for number in range(index, len(trace)) if trace[number]["kind"] == "state")
            for move in line["legal"]:
                if not alike(move, line["move"], trace[index - 1]["total"]):
                    refused = refused_line(with_line(trace, index, {**line, "move": move}))
                    assert refused is not None and index + 2 <= refused <= state + 1


def alike(move: str, other: str, total: int) -> bool:
    """Moves that lead to the very same table: at 0, doubling and halving."""
    return move == other or (total == 0 and move.endswith(("double", "halve")) and move[:2] == other[:2])


def test_another_card_offered_in_a_swap_is_refused_when_the_cards_change_hands(
    short_games: list[Trace],
) -> None:
    tried = 0
    for trace in short_games:
        for index, line in enumerate(trace):
            if line["kind"] == "turn" and line["move"].startswith("swap:"):
                for move in line["legal"]:
                    if move.startswith("swap:") and move != line["move"]:
                        tried += 1
                        assert refused_line(with_line(trace, index, {**line, "move": move})) == index + 4
    assert tried


def test_a_missing_line_is_refused_where_it_is_missing(short_games: list[Trace]) -> None:
    for trace in short_games:
        for index in range(len(trace)):
            assert refused_line(trace[:index] + trace[index + 1 :]) == index + 1


def test_a_repeated_line_is_refused(short_games: list[Trace]) -> None:
    for trace in short_games:
        for index, line in enumerate(trace):
            assert refused_line([*trace[: index + 1], line, *trace[index + 1 :]]) == index + 2


def test_lines_in_the_wrong_order_are_refused(short_games: list[Trace]) -> None:
    for trace in short_games:
        for index in range(len(trace) - 1):
            bad = [*trace[:index], trace[index + 1], trace[index], *trace[index + 2 :]]
            assert refused_line(bad) == index + 1


def test_a_truncated_trace_is_refused_after_its_last_line(short_games: list[Trace]) -> None:
    for trace in short_games:
        for length in range(len(trace)):
            assert refused_line(trace[:length]) == length + 1


def test_nothing_may_follow_the_end(short_games: list[Trace]) -> None:
    for trace in short_games:
        for extra in (trace[-1], trace[1], trace[2], {"kind": "comment"}, {}):
            assert refused_line([*trace, extra]) == len(trace) + 1


def test_a_line_that_is_no_object_or_of_an_unknown_kind_is_refused(short_games: list[Trace]) -> None:
    trace = short_games[0]
    for index in range(len(trace)):
        strange: list[Any] = [[], "state", None, {}, {"kind": "chance"}, {"kind": ["state"]}]
        for bad in strange:
            assert refused_line(with_line(trace, index, bad)) == index + 1


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"game": "nimmt"}, 1),
        ({"game": None}, 1),
        ({"extra": 1}, 1),
        ({"kind": "record"}, 1),
        ({"options": {}}, 2),  # another deck
        ({"options": {"preset": "to-20-a"}}, 2),
        ({"options": {"preset": "race"}}, 3),  # another goal
        ({"options": {"preset": "race", "target": 11}}, 3),
        ({"players": 3}, 3),  # another deal
        ({"players": 8}, 3),
    ],
)
def test_a_trace_of_another_game_than_it_says_is_refused(change: Line, line: int) -> None:
    trace = hand_written_game()
    trace[0] = trace[0] | change
    assert refused_line(trace) == line


def test_a_game_line_must_have_all_its_keys() -> None:
    trace = hand_written_game()
    for key in trace[0]:
        bad = {other: value for other, value in trace[0].items() if other != key}
        assert refused_line(with_line(trace, 0, bad)) == 1


def test_another_match_limit_or_pairing_is_refused() -> None:
    options = {"preset": "race", "target": 10, "match": "series", "limit": 80}
    trace = random_trace(options, 4, seed=8)
    first_end = next(
        number for number, line in enumerate(trace, start=1) if line["kind"] == "state" and line["to_move"] is None
    )
    for change in ({"match": "single"}, {"match": "first-to"}, {"limit": 1}):
        bad = with_line(trace, 0, {**trace[0], "options": options | change})
        assert refused_line(bad) == first_end
    longer = with_line(trace, 0, {**trace[0], "options": options | {"limit": 10_000}})
    assert refused_line(longer) == len(trace) - 1
    refused = refused_line(with_line(trace, 0, {**trace[0], "options": options | {"pairs": True}}))
    assert refused is not None and refused <= first_end
