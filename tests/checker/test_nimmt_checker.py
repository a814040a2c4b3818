"""The checker of 11 nimmt! accepts what the rules allow and refuses everything else, at the right line."""

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.checker.lines import Disagreement
from tests.checker.nimmt import CARDS, Referee, check, heads

Line = dict[str, Any]
Chooser = Callable[[random.Random, list[str]], str]


# --- Traces without an engine --------------------------------------------


def sensible(dice: random.Random, legal: list[str]) -> str:
    """Random, but seldom taking or stopping while a card can be played: else the hands only grow."""
    cards = [move for move in legal if ">" in move]
    return dice.choice(cards if cards and dice.random() < 0.93 else legal)


def hoarding(dice: random.Random, legal: list[str]) -> str:
    """Takes half the time: soon the bulls and the draw pile are gone, and the round runs on and on."""
    taking = [move for move in legal if move.startswith("take:")]
    return dice.choice(taking if taking and dice.random() < 0.5 else legal)


def played(seed: int, players: int, options: Line, choose: Chooser = sensible) -> list[Line]:
    dice = random.Random(seed)
    referee = Referee(
        players,
        players if options.get("rounds") is None else options["rounds"],
        options.get("starter") or 0,
        options.get("bull_window") or "fixed",
    )
    lines: list[Line] = [{"kind": "game", "game": "nimmt", "options": options, "players": players}]
    while not referee.over:
        deck = dice.sample(CARDS, 100)
        referee.deal(deck)
        lines += [{"kind": "deck", "cards": deck}, referee.state()]
        while referee.to_move is not None:
            legal = referee.legal()
            move = choose(dice, legal)
            lines.append({"kind": "turn", "player": referee.to_move, "legal": legal, "move": move})
            referee.play(move)
            lines.append(referee.state())
    lines.append({"kind": "end", "scores": referee.scores, "winners": referee.winners()})
    return as_json(lines)


def as_json(lines: list[Line]) -> list[Line]:
    text = json.dumps(lines)
    loaded: list[Line] = json.loads(text)
    return loaded


def chain_game() -> list[Line]:
    """A whole game written without the referee: 1 lies, the two players put 2, 3, 4 … 20 on it in turn."""
    hands = [list(range(2, 21, 2)), list(range(3, 22, 2))]
    deck = [*range(2, 22), 1, *range(22, 101)]
    state: Line = {
        "kind": "state", "round": 1, "to_move": 0, "starter": 0, "hands": hands, "stacks": [[1]], "draw": 79,
        "bulls": [0, 0], "supply": 10, "used": [], "choosing_bull": False, "scores": [0, 0], "over": False,
    }  # fmt: skip
    lines: list[Line] = [
        {"kind": "game", "game": "nimmt", "options": {"rounds": 1}, "players": 2},
        {"kind": "deck", "cards": deck},
        copy.deepcopy(state),
    ]
    for card in range(2, 21):
        player, top = card % 2, card - 1
        fitting = [f"{other}>{top}" for other in hands[player] if other <= top + 10]
        legal = sorted([*fitting, f"take:{top}"])
        lines.append({"kind": "turn", "player": player, "legal": legal, "move": f"{card}>{top}"})
        hands[player].remove(card)
        state["stacks"][0].append(card)
        state["to_move"] = 1 - player
        lines.append(copy.deepcopy(state))
    lines[-1].update({"to_move": None, "scores": [0, 1], "over": True})  # 21 has one head
    lines.append({"kind": "end", "scores": [0, 1], "winners": [0]})
    return lines


def refused_at(lines: list[Line]) -> int:
    with pytest.raises(Disagreement) as caught:
        check(lines)
    return caught.value.line


def with_line(lines: list[Line], number: int, line: Any) -> list[Line]:
    return [*lines[: number - 1], line, *lines[number:]]


def numbers_of(lines: list[Line], kind: str) -> list[int]:
    return [number for number, line in enumerate(lines, 1) if line["kind"] == kind]


def variants(value: Any, reorder: bool = True) -> Iterator[Any]:
    """Every way to spoil just one thing in a JSON value."""
    if isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
            for spoilt in variants(value[key], reorder):
                yield {**value, key: spoilt}
        yield {**value, "more": None}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield value[:index] + value[index + 1 :]
            for spoilt in variants(item, reorder):
                yield [*value[:index], spoilt, *value[index + 1 :]]
        for index, (one, two) in enumerate(itertools.pairwise(value)):
            if reorder and one != two:
                yield [*value[:index], two, one, *value[index + 2 :]]
        yield [*value, value[-1] if value else 0]
        yield None
    elif isinstance(value, bool):
        yield from (not value, int(value), None)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value), None)
        if value in (0, 1):
            yield bool(value)
    elif isinstance(value, str):
        yield from (value + "x", value[1:], None)
    else:
        yield from (0, False, [])


def assert_refused_however_spoilt(lines: list[Line], number: int, at_most: int = 8) -> None:
    """Any one thing changed in this line is refused there; of many ways to do so, some are tried."""
    ways = list(variants(lines[number - 1], reorder=lines[number - 1]["kind"] != "deck"))
    for spoilt in random.Random(number).sample(ways, min(at_most, len(ways))):
        assert refused_at(with_line(lines, number, spoilt)) == number


# --- Accepting -----------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("window", ["fixed", "sliding", None])
def test_random_games_are_accepted_for_every_option_and_number_of_players(players: int, window: str | None) -> None:
    for seed in range(8):
        options = {"rounds": 1 + seed % 3, "starter": seed % players, "bull_window": window}
        check(played(seed, players, options))
    check(played(players, players, {"rounds": 1, "bull_window": window}, hoarding))


def test_the_default_is_as_many_rounds_as_players_and_null_means_default() -> None:
    for players in range(2, 8):
        lines = played(players, players, {})
        check(lines)
        assert len(numbers_of(lines, "deck")) == players
        nulls = {"rounds": None, "starter": None, "bull_window": None}
        check(with_line(lines, 1, {**lines[0], "options": nulls}))
        spelt_out = {"rounds": players, "starter": 0, "bull_window": "fixed"}
        check(with_line(lines, 1, {**lines[0], "options": spelt_out}))


def test_twenty_rounds_are_accepted() -> None:
    lines = played(5, 2, {"rounds": 20})
    assert len(numbers_of(lines, "deck")) == 20
    check(lines)


def test_a_game_written_without_the_referee_is_accepted() -> None:
    check(chain_game())


def test_the_random_games_reach_every_kind_of_move() -> None:
    seen: set[str] = set()
    for line in played(3, 7, {"rounds": 1}, hoarding):
        if line["kind"] == "turn":
            seen.add("play" if ">" in line["move"] else line["move"].split(":")[0])
    assert seen == {"play", "take", "end", "bull", "open"}


# --- G1 ------------------------------------------------------------------


def test_a_round_ends_after_its_thousandth_turn_and_every_hand_counts() -> None:
    lines = played(1, 3, {"rounds": 1}, hoarding)
    check(lines)
    states = [line for line in lines if line["kind"] == "state"]
    passed_on = [line for line in states[1:] if not line["used"] and not line["choosing_bull"]]
    assert len(passed_on) == 1000
    last = lines[-2]
    assert last["scores"] == [sum(heads(card) for card in hand) for hand in last["hands"]]
    assert all(last["hands"]) and last["to_move"] is None and last["over"]


def test_a_choice_of_bull_belongs_to_the_thousandth_turn() -> None:
    referee = table([[1], [2], [3]], [[50, 51, 52]], [90, 91, 92], bulls=[0, 5, 5], supply=0)
    referee.turns = 999
    play(referee, "take:52")
    assert referee.to_move == 0 and referee.turns == 999
    play(referee, "bull:2")
    state = referee.state()
    assert state["to_move"] is None and state["over"] and state["stacks"] == [[90], [91]]
    assert state["scores"] == [1 + 1 + 1 + 1, 3, 5]


def test_a_turn_of_many_cards_is_one_turn() -> None:
    referee = table([[51, 52, 99], [2]], [[50]], bulls=[1, 0], supply=9)
    referee.turns = 998
    play(referee, "51>50", "52>51")
    assert referee.turns == 998
    play(referee, "end")
    assert referee.turns == 999 and referee.to_move == 1


# --- The rules, by example -----------------------------------------------


def table(
    hands: list[list[int]],
    stacks: list[list[int]],
    pile: list[int] | None = None,
    bulls: list[int] | None = None,
    supply: int = 10,
    window: str = "fixed",
    rounds: int = 1,
) -> Referee:
    """Seat 0 is to move on a table laid out at will."""
    referee = Referee(len(hands), rounds, 0, window)
    referee.deal(CARDS)
    referee.hands = [list(hand) for hand in hands]
    referee.stacks = [list(stack) for stack in stacks]
    referee.pile = list(pile or [])
    referee.bulls = list(bulls or [0] * len(hands))
    referee.supply = supply
    return referee


def play(referee: Referee, *moves: str) -> None:
    for move in moves:
        assert move in referee.legal()
        referee.play(move)


def test_the_deck_has_182_heads() -> None:  # N1
    assert sum(heads(card) for card in CARDS) == 182
    some = {1: 1, 2: 3, 3: 5, 4: 1, 11: 3, 33: 7, 43: 5, 63: 7, 93: 7, 97: 3, 100: 1}
    assert {card: heads(card) for card in some} == some


def test_cards_are_dealt_one_at_a_time_from_seat_0_and_the_next_begins_the_first_stack() -> None:
    referee = Referee(3, 1, 2, "fixed")
    referee.deal(CARDS)
    state = referee.state()
    assert state["hands"][1] == [2, 5, 8, 11, 14, 17, 20, 23, 26, 29]
    assert state["stacks"] == [[31]] and state["draw"] == 69 and state["to_move"] == 2


def test_after_100_comes_1() -> None:
    referee = table([[1, 6, 7, 86, 95, 97, 100], [2]], [[96]])
    assert referee.legal() == ["100>96", "1>96", "6>96", "97>96", "take:96"]


def test_taking_two_cards_earns_no_bull_and_three_earn_one() -> None:
    for stack, bulls, supply in (([4, 5], [0, 0], 10), ([4, 5, 6], [1, 0], 9)):
        referee = table([[50], [51]], [[9], stack, [20]], [70, 71, 72])
        play(referee, f"take:{stack[-1]}")
        state = referee.state()
        assert state["bulls"] == bulls and state["supply"] == supply
        assert state["hands"][0] == [*stack, 50]
        assert state["stacks"] == [[9], [20], [70], [71]] and state["draw"] == 1 and state["to_move"] == 1


def test_a_short_draw_pile_gives_what_it_has() -> None:  # N4
    for pile in ([], [70]):
        referee = table([[50], [51]], [[9]], pile)
        play(referee, "take:9")
        assert referee.state()["stacks"] == [[card] for card in pile]
        assert referee.state()["draw"] == 0


def test_the_bull_is_chosen_among_the_others_level_at_the_most_before_new_cards_are_turned_up() -> None:  # N5
    referee = table([[1], [2], [3], [4]], [[50, 51, 52]], [90, 91], bulls=[3, 3, 1, 3], supply=0)
    play(referee, "take:52")
    state = referee.state()
    assert state["choosing_bull"] and state["to_move"] == 0 and state["stacks"] == [] and state["draw"] == 2
    assert state["hands"][0] == [1, 50, 51, 52] and state["bulls"] == [3, 3, 1, 3]
    assert referee.legal() == ["bull:1", "bull:3"]
    play(referee, "bull:3")
    state = referee.state()
    assert state["bulls"] == [4, 3, 1, 2] and state["stacks"] == [[90], [91]]
    assert state["to_move"] == 1 and not state["choosing_bull"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([0, 10, 0], [1, 9, 0]),
        ([5, 5, 0], [6, 4, 0]),  # level with one other
        ([6, 4, 0], [6, 4, 0]),  # alone at the most
    ],
)
def test_with_one_candidate_or_none_nobody_is_asked_for_a_bull(before: list[int], after: list[int]) -> None:
    referee = table([[1], [2], [3]], [[50, 51, 52]], [90, 91], bulls=before, supply=0)  # N5
    play(referee, "take:52")
    state = referee.state()
    assert state["bulls"] == after and state["to_move"] == 1 and state["stacks"] == [[90], [91]]


def test_without_a_bull_the_turn_ends_after_one_card() -> None:
    referee = table([[51, 52], [2]], [[50]])
    play(referee, "51>50")
    assert referee.to_move == 1 and referee.state()["used"] == []


def test_with_a_bull_one_is_asked_until_end_even_when_nothing_fits() -> None:
    referee = table([[51, 90], [2]], [[50]], bulls=[1, 0], supply=9)
    play(referee, "51>50")
    assert referee.legal() == ["end"] and referee.state()["used"] == [[51, 50]]
    play(referee, "end")
    assert referee.to_move == 1 and referee.state()["used"] == []


def test_bulls_limit_the_number_of_stacks_in_a_turn() -> None:  # N6
    referee = table([[11, 21, 22, 31, 12], [2]], [[10], [20], [30]], bulls=[2, 0], supply=8)
    play(referee, "21>20")
    assert referee.legal() == ["11>10", "12>10", "22>21", "31>30", "end"]
    play(referee, "11>10")
    assert referee.state()["used"] == [[21, 20], [11, 10]]
    assert referee.legal() == ["12>11", "22>21", "end"]


def test_the_fixed_window_counts_from_the_top_at_the_beginning_of_the_turn() -> None:  # N7
    referee = table([[3, 4, 94, 99, 50], [2]], [[93]], bulls=[1, 0], supply=9)
    play(referee, "99>93")
    assert referee.legal() == ["3>99", "end"]


def test_the_sliding_window_counts_from_the_present_top() -> None:  # N7
    referee = table([[3, 9, 10, 94, 99], [2]], [[93]], bulls=[1, 0], supply=9, window="sliding")
    play(referee, "99>93")
    assert referee.legal() == ["3>99", "9>99", "end"]


def test_without_stacks_any_card_opens_one() -> None:  # N8
    referee = table([[3, 9], [2]], [])
    assert referee.legal() == ["open:3", "open:9"]
    play(referee, "open:9")
    assert referee.to_move == 1 and referee.state()["stacks"] == [[9]] and referee.state()["used"] == []


def test_with_a_bull_the_opened_stack_is_one_of_the_turn() -> None:  # N8
    referee = table([[3, 9, 13, 14], [2]], [], bulls=[1, 0], supply=9)
    play(referee, "open:3")
    assert referee.state()["used"] == [[3, 3]] and referee.legal() == ["13>3", "9>3", "end"]
    play(referee, "9>3")
    assert referee.state()["used"] == [[9, 3]] and referee.legal() == ["13>9", "end"]


@pytest.mark.parametrize("bulls", [[0, 0, 0], [2, 0, 0]])
def test_the_round_ends_at_once_with_an_empty_hand_and_the_others_count(bulls: list[int]) -> None:
    referee = table([[51], [3, 33], [7]], [[50]], bulls=bulls, rounds=2)
    play(referee, "51>50")
    state = referee.state()
    assert state["to_move"] is None and state["used"] == [] and not state["over"] and state["round"] == 1
    assert state["scores"] == [0, 12, 3]


def test_who_got_most_in_the_round_starts_the_next_and_level_players_go_clockwise_from_the_starter() -> None:
    referee = table([[51], [3], [33], [63]], [[50]], rounds=2)  # N3
    referee.starter = 3
    referee.scores = [0, 90, 0, 0]
    play(referee, "51>50")
    assert referee.next_starter == 3
    referee = table([[51], [3], [33], [63]], [[50]], rounds=2)
    play(referee, "51>50")
    referee.deal(CARDS)
    assert referee.state()["starter"] == 2 and referee.to_move == 2 and referee.state()["round"] == 2


def test_level_players_share_the_win() -> None:  # G2
    referee = table([[51], [3], [4], [6]], [[50]])
    referee.scores = [1, 0, 0, 0]
    play(referee, "51>50")
    assert referee.winners() == [0, 2, 3]


# --- Refusing ------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "match"},
        {"game": "ten"},
        {"game": None},
        {"players": 1},
        {"players": 8},
        {"players": True},
        {"players": 2.0},
        {"players": ["Ada", "Bo"]},
        {"options": None},
        {"options": []},
        {"options": {"memory_aid": True}},
        {"options": {"rounds": 0}},
        {"options": {"rounds": 21}},
        {"options": {"rounds": True}},
        {"options": {"rounds": "1"}},
        {"options": {"starter": -1}},
        {"options": {"starter": 2}},
        {"options": {"starter": False}},
        {"options": {"bull_window": "open"}},
        {"options": {"bull_window": ["fixed"]}},
        {"seed": "1"},
    ],
)
def test_impossible_game_lines_are_refused(change: Line) -> None:
    lines = chain_game()
    assert refused_at(with_line(lines, 1, {**lines[0], **change})) == 1


def test_another_starter_or_number_of_players_than_the_game_line_says_is_refused() -> None:
    lines = chain_game()
    assert refused_at(with_line(lines, 1, {**lines[0], "options": {"rounds": 1, "starter": 1}})) == 3
    assert refused_at(with_line(lines, 1, {**lines[0], "players": 3})) == 3


def test_another_number_of_rounds_than_the_game_line_says_is_refused() -> None:
    lines = played(3, 2, {"rounds": 2})
    first_round_ends = numbers_of(lines, "deck")[1] - 1
    assert refused_at(with_line(lines, 1, {**lines[0], "options": {"rounds": 1}})) == first_round_ends
    assert refused_at(with_line(lines, 1, {**lines[0], "options": {"rounds": 3}})) == len(lines) - 1


def test_another_bull_window_than_the_game_line_says_is_refused() -> None:
    lines = played(3, 4, {"rounds": 1, "bull_window": "fixed"})
    number = refused_at(with_line(lines, 1, {**lines[0], "options": {"rounds": 1, "bull_window": "sliding"}}))
    assert lines[number - 1]["kind"] == "turn" and lines[number - 2]["used"]


def test_a_deck_with_a_wrong_card_is_refused() -> None:
    lines = played(4, 3, {"rounds": 2})
    for number in numbers_of(lines, "deck"):
        assert_refused_however_spoilt(lines, number, at_most=100)


def test_swapped_deck_cards_show_where_they_come_up() -> None:
    lines = played(4, 3, {"rounds": 1})
    cards = lines[1]["cards"]
    two_hands = [cards[1], cards[0], *cards[2:]]
    assert refused_at(with_line(lines, 2, {"kind": "deck", "cards": two_hands})) == 3
    first_stack_and_draw = [*cards[:30], cards[31], cards[30], *cards[32:]]
    assert refused_at(with_line(lines, 2, {"kind": "deck", "cards": first_stack_and_draw})) == 3
    draw_pile = [*cards[:31], cards[32], cards[31], *cards[33:]]
    first_take = next(number for number, line in enumerate(lines, 1) if str(line.get("move")).startswith("take:"))
    assert refused_at(with_line(lines, 2, {"kind": "deck", "cards": draw_pile})) == first_take + 1


def test_anything_at_all_spoilt_in_a_short_game_is_refused_at_its_line() -> None:
    lines = chain_game()
    for number in range(2, len(lines) + 1):
        assert_refused_however_spoilt(lines, number, at_most=1000)


@pytest.mark.parametrize("players", range(2, 8))
def test_anything_spoilt_in_a_state_is_refused_at_its_line(players: int) -> None:
    lines = played(players, players, {"rounds": 2})
    states = numbers_of(lines, "state")
    ends_of_rounds = [number for number in states if lines[number - 1]["to_move"] is None]
    in_use = [number for number in states if lines[number - 1]["used"]]
    for number in [3, *states[5::31], *in_use[:3], *ends_of_rounds]:
        assert_refused_however_spoilt(lines, number)


def test_anything_spoilt_while_a_bull_is_chosen_is_refused_at_its_line() -> None:
    lines = played(3, 7, {"rounds": 1}, hoarding)
    choosing = [number for number in numbers_of(lines, "state") if lines[number - 1]["choosing_bull"]]
    for number in (choosing[0], choosing[0] + 1, choosing[0] + 2):
        assert_refused_however_spoilt(lines, number)


@pytest.mark.parametrize("players", range(2, 8))
def test_anything_spoilt_in_a_turn_is_refused_at_its_line(players: int) -> None:
    lines = played(players, players, {"rounds": 1, "bull_window": "sliding"})
    for number in numbers_of(lines, "turn")[::9]:
        assert_refused_however_spoilt(lines, number, at_most=12)


def test_another_legal_move_than_the_one_made_is_refused_at_the_next_state() -> None:
    lines = played(9, 4, {"rounds": 1})
    for number in numbers_of(lines, "turn")[::5]:
        for move in lines[number - 1]["legal"]:
            if move != lines[number - 1]["move"]:
                assert refused_at(with_line(lines, number, {**lines[number - 1], "move": move})) == number + 1


def test_anything_spoilt_in_the_end_line_is_refused() -> None:
    for players in range(2, 8):
        lines = played(players, players, {"rounds": 1})
        assert_refused_however_spoilt(lines, len(lines))


def test_a_dropped_doubled_or_foreign_line_and_a_truncated_trace_are_refused() -> None:
    lines = played(2, 3, {"rounds": 2})
    for number in {*range(1, len(lines) + 1, 13), *numbers_of(lines, "deck"), len(lines) - 1, len(lines)}:
        line = lines[number - 1]
        assert refused_at(lines[: number - 1] + lines[number:]) == number
        assert refused_at([*lines[:number], line, *lines[number:]]) == number + 1
        assert refused_at(with_line(lines, number, {"kind": "note"})) == number
        assert refused_at(with_line(lines, number, None)) == number
        assert refused_at(lines[: number - 1]) == number


def test_a_line_after_the_end_is_refused() -> None:
    lines = chain_game()
    for line in ({"kind": "state"}, {"kind": "game"}, {}, lines[-1]):
        assert refused_at([*lines, line]) == len(lines) + 1
