"""The checker of 10 accepts what the rules allow and refuses everything else, at the right line."""

import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.checker.lines import Disagreement
from tests.checker.ten import (
    NORMAL_CARDS,
    PENALTY_CARDS,
    ROUND_CARDS,
    Place,
    Referee,
    cards_to_shuffle,
    check,
    penalty_points,
)

Line = dict[str, Any]
Chooser = Callable[[random.Random, list[str]], str]


# --- Traces without an engine --------------------------------------------


def any_move(dice: random.Random, legal: list[str]) -> str:
    return dice.choice(legal)


def fond_of_auctions(dice: random.Random, legal: list[str]) -> str:
    """Protects, opens low and raises by little, so that auctions go round."""
    protecting = [move for move in legal if move.endswith(("+1", "+2")) or move.startswith("protect:")]
    bidding = sorted((move for move in legal if move.startswith(("bid:", "raise:"))), key=chips_bid)[:2]
    liked = protecting or bidding
    return dice.choice(liked if liked and dice.random() < 0.8 else legal)


def chips_bid(move: str) -> int:
    return int(move.rsplit(":", maxsplit=1)[-1])


def never_adding(dice: random.Random, legal: list[str]) -> str:
    """One card a round makes the stock last."""
    return "stand" if "stand" in legal else dice.choice(legal)


CHOOSERS = [any_move, fond_of_auctions, never_adding]


def played(seed: int, players: int, options: Line, choose: Chooser = any_move) -> list[Line]:
    dice = random.Random(seed)
    cards = cards_to_shuffle(players, options.get("spare_jokers") or "in")
    round_cards = dice.sample(ROUND_CARDS, 10)
    playing_cards = dice.sample(cards, len(cards))
    referee = Referee(players, options.get("starter") or 0, round_cards, playing_cards)
    lines: list[Line] = [
        {"kind": "game", "game": "ten", "options": options, "players": players},
        {"kind": "deck", "cards": round_cards},
        {"kind": "deck", "cards": playing_cards},
        referee.state(),
    ]
    while referee.to_move is not None:
        legal = referee.legal()
        move = choose(dice, legal)
        lines.append({"kind": "turn", "player": referee.to_move, "legal": legal, "move": move})
        referee.play(move)
        lines.append(referee.state())
    lines.append({"kind": "end", "scores": referee.final_scores(), "winners": referee.winners()})
    text = json.dumps(lines)
    loaded: list[Line] = json.loads(text)
    return loaded


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
        yield None
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
@pytest.mark.parametrize("spare_jokers", ["in", "out", None])
def test_random_games_are_accepted_for_every_option_and_number_of_players(
    players: int, spare_jokers: str | None
) -> None:
    for seed in range(9):
        options = {"starter": seed % players, "spare_jokers": spare_jokers}
        check(played(seed, players, options, CHOOSERS[seed % 3]))


def test_missing_and_null_options_have_their_defaults() -> None:
    for players in range(2, 8):
        lines = played(players, players, {})
        for options in ({"starter": None, "spare_jokers": None}, {"starter": 0, "spare_jokers": "in"}):
            check(with_line(lines, 1, {**lines[0], "options": options}))


def test_the_random_games_reach_every_kind_of_move_and_both_ends() -> None:
    seen: set[str] = set()
    last_rounds: set[int] = set()
    for seed, choose in itertools.product(range(6), CHOOSERS):
        lines = played(seed, 2 + seed, {}, choose)
        last_rounds.add(lines[-2]["round"])
        for line in lines:
            if line["kind"] == "turn":
                seen |= {word for word in line["move"].split(":") if word.isalpha()}
                seen |= {line["move"][-2:]} & {"+1", "+2"}
    names = {"up", "down", "+1", "+2", "pass", "swap", "bid", "raise", "protect", "keep", "show", "hide"}
    assert seen - {"J"} == names | {"add", "stand", "start"}
    assert 10 in last_rounds
    assert min(last_rounds) < 6


# --- The rules, by example -----------------------------------------------


def dealt(*hands: str, starter: int = 0, rest: str = "", rounds: str = "R7 R2 R10 R1") -> Referee:
    """Each hand is three cards beside the joker that all get; then comes the stock."""
    cards = [card for three in zip(*(hand.split() for hand in hands), strict=True) for card in three]
    return Referee(len(hands), starter, rounds.split(), cards + rest.split())


def play(referee: Referee, *moves: str) -> Line:
    for move in moves:
        assert move in referee.legal()
        referee.play(move)
    return referee.state()


def laid(state: Line) -> list[str]:
    """The table in short: card, up or down, protection."""
    return [f"{p['card']}:{'up' if p['up'] else 'down'}+{p['protection']}" for p in state["table"]]


def test_the_penalty_points_of_the_whole_game() -> None:  # T1
    normal = sum(5 * penalty_points(card) for card in NORMAL_CARDS)
    assert (normal, sum(map(penalty_points, PENALTY_CARDS))) == (55, 52)
    assert (7 * penalty_points("J"), sum(map(penalty_points, ROUND_CARDS))) == (70, 55)
    assert [penalty_points(card) for card in ("0", "10", "P1", "P8", "R10")] == [1, 1, 3, 10, 10]


def test_spare_jokers_are_in_the_deck_or_out_of_the_game() -> None:  # T2
    for players in range(2, 8):
        assert len(cards_to_shuffle(players, "in")) == 70 - players
        assert cards_to_shuffle(players, "out").count("J") == 0
        assert len(cards_to_shuffle(players, "out")) == 63


def test_the_first_state() -> None:
    referee = dealt("10 P3 2", "5 5 0", "P8 P1 1", starter=2, rest="3 4")
    assert referee.state() == {
        "kind": "state",
        "round": 1,
        "phase": 2,
        "round_card": "R7",
        "starter": 2,
        "to_move": 2,
        "hands": [["2", "10", "P3", "J"], ["0", "5", "5", "J"], ["1", "P1", "P8", "J"]],
        "table": [None, None, None],
        "chips": [7, 7, 7],
        "pot": 0,
        "auction": None,
        "asked_to_protect": None,
        "taken": [[], [], []],
        "stock": 2,
        "scores": None,
        "over": False,
    }


def test_a_first_card_lies_up_or_down_with_up_to_two_free_chips() -> None:
    referee = dealt("5 5 10", "1 2 3")
    ways = [":down", ":down+1", ":down+2", ":up", ":up+1", ":up+2"]
    assert referee.legal() == [card + way for card in ("10", "5", "J") for way in ways]
    referee.chips[0] = 1
    assert [move for move in referee.legal() if move[0] == "5"] == ["5:down", "5:down+1", "5:up", "5:up+1"]
    referee.chips[0] = 0
    assert [move for move in referee.legal() if move[0] == "5"] == ["5:down", "5:up"]
    referee.chips[0] = 7
    state = play(referee, "5:up+1")
    assert state["table"] == [{"card": "5", "up": True, "protection": 1, "second": None}, None]
    assert (state["chips"], state["pot"], state["to_move"]) == ([6, 7], 0, 1)
    assert state["hands"][0] == ["5", "10", "J"]


def test_openings_are_by_free_chips_only() -> None:  # T5
    referee = dealt("5 5 10", "1 2 3", "4 6 8")
    play(referee, "5:up+2", "1:down+2", "4:up")
    bids = ["bid:1:2", "bid:1:3", "bid:1:4", "bid:1:5"]
    assert referee.legal() == [*bids, "pass", "swap:2"]
    referee.chips[0] = 1
    assert referee.legal() == ["pass", "swap:2"]
    referee.chips[0] = 0
    assert referee.legal() == ["pass"]
    referee.chips[0] = 11
    assert [move for move in referee.legal() if "bid" in move][:3] == ["bid:1:10", "bid:1:11", "bid:1:2"]


def test_a_swap_pays_the_pot_and_protection_stays_with_the_player() -> None:  # T4
    referee = dealt("5 5 10", "1 2 3", "4 6 8")
    play(referee, "5:up+2", "1:down", "4:up")
    state = play(referee, "swap:1")
    assert laid(state) == ["1:down+2", "5:up+0", "4:up+0"]
    assert (state["chips"], state["pot"]) == ([4, 7, 7], 1)
    # T6: the buyer has two chips on the card already, so only the former owner is asked
    assert (state["asked_to_protect"], state["to_move"]) == (1, 1)
    assert referee.legal() == ["keep", "protect:1", "protect:2"]
    state = play(referee, "protect:1")
    assert laid(state) == ["1:down+2", "5:up+1", "4:up+0"]
    assert (state["chips"], state["pot"], state["to_move"]) == ([4, 6, 7], 1, 1)
    assert state["asked_to_protect"] is None
    assert "bid:0:2" in referee.legal()


def test_the_buyer_is_asked_to_protect_before_the_former_owner_and_only_who_can_raise() -> None:  # T6
    referee = dealt("5 5 10", "1 2 3")
    play(referee, "5:up+1", "1:down")
    state = play(referee, "swap:1")
    assert state["asked_to_protect"] == 0
    assert referee.legal() == ["keep", "protect:2"]
    state = play(referee, "keep")
    assert (state["asked_to_protect"], state["table"][0]["protection"]) == (1, 1)
    play(referee, "keep")

    referee = dealt("5 5 10", "1 2 3", "4 6 8")
    play(referee, "5:up", "1:down", "4:up")
    referee.chips = [1, 0, 20]
    state = play(referee, "swap:1")
    assert (state["asked_to_protect"], state["to_move"], state["chips"]) == (None, 1, [0, 0, 20])
    assert referee.legal() == ["pass"]


def test_one_free_chip_cannot_raise_the_protection_by_two() -> None:  # T6
    referee = dealt("5 5 10", "1 2 3")
    play(referee, "5:up", "1:down")
    referee.chips = [2, 12]
    play(referee, "swap:1")
    assert referee.legal() == ["keep", "protect:1"]


def test_between_two_players_an_auction_is_over_at_once() -> None:
    referee = dealt("5 5 10", "1 2 3")
    play(referee, "5:up+2", "1:down+2")
    state = play(referee, "bid:1:4")
    assert (state["auction"], laid(state)) == (None, ["1:down+2", "5:up+2"])
    assert (state["chips"], state["pot"]) == ([1, 9], 0)
    assert (state["to_move"], state["asked_to_protect"], state["phase"]) == (1, None, 3)
    state = play(referee, "bid:0:2")  # may be bid for again
    assert laid(state) == ["5:up+0", "1:down+0"]
    assert (state["phase"], state["pot"], state["chips"], state["to_move"]) == (4, 4, [3, 7], 0)


def test_an_auction_goes_round_without_the_owner_until_all_others_have_passed_in_a_row() -> None:
    referee = dealt("5 5 10", "1 2 3", "4 6 8", "7 7 9")
    play(referee, "5:up", "1:down+1", "4:up+2", "7:up+2")
    state = play(referee, "bid:1:2")
    assert (state["auction"], state["to_move"]) == ({"owner": 1, "bidder": 0, "bid": 2}, 2)
    assert state["chips"] == [7, 6, 5, 5]
    assert referee.legal() == ["pass", "raise:3", "raise:4", "raise:5"]
    assert play(referee, "pass")["to_move"] == 3
    state = play(referee, "raise:3")
    assert (state["auction"], state["to_move"]) == ({"owner": 1, "bidder": 3, "bid": 3}, 0)
    assert play(referee, "pass")["to_move"] == 2
    state = play(referee, "raise:5")  # having passed before
    assert (state["auction"], state["to_move"]) == ({"owner": 1, "bidder": 2, "bid": 5}, 3)
    assert referee.legal() == ["pass"]  # no free chips left for more, but asked
    assert play(referee, "pass")["to_move"] == 0
    state = play(referee, "pass")
    assert state["auction"] is None
    assert laid(state) == ["5:up+0", "4:up+1", "1:down+2", "7:up+2"]
    assert (state["chips"], state["asked_to_protect"]) == ([7, 11, 0, 5], 1)
    state = play(referee, "protect:2")
    assert (state["chips"], state["to_move"]) == ([7, 10, 0, 5], 1)  # next after the opener, not the buyer
    play(referee, "pass")
    assert referee.to_move == 2  # whoever bought may still open


def test_the_former_owner_may_protect_with_the_chips_just_earned() -> None:  # T6
    referee = dealt("5 5 10", "1 2 3")
    play(referee, "5:up+2", "1:down+1")
    referee.chips = [11, 0]
    state = play(referee, "bid:1:1")
    assert (state["chips"], state["asked_to_protect"]) == ([10, 1], 1)
    assert referee.legal() == ["keep", "protect:2"]


def test_protecting_chips_go_into_the_pot_and_a_hidden_card_ends_the_turn() -> None:
    referee = dealt("5 5 10", "1 P6 3", "4 6 7")
    play(referee, "5:up+2", "3:down+1", "4:down", "pass", "pass")
    state = play(referee, "pass")
    assert (state["phase"], state["pot"], state["to_move"]) == (4, 3, 0)
    assert laid(state) == ["5:up+0", "3:down+0", "4:down+0"]
    assert referee.legal() == ["add:5", "add:J", "stand"]
    assert play(referee, "add:5")["table"][0] == {"card": "5", "up": True, "protection": 0, "second": "5"}
    assert referee.legal() == ["hide", "show"]
    state = play(referee, "show")
    assert (state["to_move"], state["table"][1]["up"]) == (1, True)
    assert referee.legal() == ["add:1", "add:J", "add:P6", "stand"]
    assert play(referee, "stand")["to_move"] == 2
    assert play(referee, "hide")["phase"] == 5


def test_a_joker_on_the_table_goes_with_every_card() -> None:
    referee = dealt("5 P8 10", "1 2 3")
    play(referee, "J:up", "1:up", "pass", "pass")
    assert referee.legal() == ["add:10", "add:5", "add:P8", "stand"]


@pytest.mark.parametrize(
    ("first", "second", "total", "highest"),
    [
        ("7", None, 7, 7),
        ("P4", "6", 10, 6),
        ("J", None, 10, 10),
        ("J", "4", 10, 6),
        ("3", "J", 10, 7),
        ("P8", "J", 10, 8),
        ("J", "0", 10, 10),
        ("10", "J", 10, 10),
        ("J", "J", 10, 10),
        ("0", "0", 0, 0),
    ],
)
def test_a_joker_makes_ten(first: str, second: str | None, total: int, highest: int) -> None:  # T7
    place = Place(first, True, 0, second)
    assert (place.total(), place.highest()) == (total, highest)


def reckoned(starter: int, *tables: str) -> tuple[int, int]:
    """Winner and loser of a table given as one or two cards a seat."""
    referee = dealt(*["0 0 0"] * len(tables), starter=starter)
    for seat, cards in enumerate(tables):
        first, _, second = cards.partition(" ")
        referee.table[seat] = Place(first, True, 0, second or None)
    winner = referee.round_winner()
    return winner, referee.round_loser(winner)


def test_winner_and_loser() -> None:
    assert reckoned(0, "5", "9", "3") == (1, 2)
    assert reckoned(0, "5 5", "6 4", "3") == (1, 2)  # highest single card
    assert reckoned(0, "4 6", "P6 4", "3") == (0, 2)  # earliest in turn order
    assert reckoned(1, "4 6", "P6 4", "3") == (1, 2)
    assert reckoned(0, "3", "9", "3") == (1, 2)  # last in turn order
    assert reckoned(1, "3", "9", "3") == (1, 0)
    assert reckoned(0, "2 1", "9", "3") == (1, 2)  # the single card does not save the loser
    assert reckoned(0, "10", "J", "4 6") == (0, 2)


def test_the_winner_is_never_the_loser() -> None:  # T8
    assert reckoned(0, "5", "5", "5") == (0, 2)
    assert reckoned(2, "5", "5", "5") == (2, 1)
    assert reckoned(0, "2 3", "2 3", "5") == (2, 1)
    assert reckoned(1, "2 3", "5", "2 3") == (1, 0)
    assert reckoned(0, "2 3", "5") == (1, 0)


def test_the_reckoning_pays_the_pot_hands_over_the_cards_and_fills_the_hands_in_turn_order() -> None:
    referee = dealt("5 5 10", "1 P6 3", "4 6 7", starter=1, rest="8 8 P8 9 J 2 0")
    play(referee, "P6:up+1", "7:down+2", "5:down", "pass", "pass", "pass")
    state = play(referee, "add:3", "show", "add:J", "hide")
    assert state == {
        "kind": "state",
        "round": 1,
        "phase": 5,
        "round_card": None,
        "starter": 1,
        "to_move": 2,
        "hands": [["5", "10", "J", "J"], ["1", "8", "8", "J"], ["4", "6", "9", "P8"]],
        "table": [None, None, None],
        "chips": [7, 6, 8],
        "pot": 0,
        "auction": None,
        "asked_to_protect": None,
        "taken": [["R7", "3", "5", "7", "P6", "J"], [], []],
        "stock": 2,
        "scores": None,
        "over": False,
    }


def test_the_winner_names_any_seat_to_start_the_next_round() -> None:
    referee = dealt("5 5 10", "1 P6 3", "4 6 7", starter=1, rest="8 8 P8 9 J 2 0")
    play(referee, "P6:up+1", "7:down+2", "5:down", "pass", "pass", "pass", "stand", "hide", "hide")
    assert referee.to_move == 2
    assert referee.legal() == ["start:0", "start:1", "start:2"]
    state = play(referee, "start:0")
    assert (state["round"], state["phase"], state["round_card"]) == (2, 2, "R2")
    assert (state["starter"], state["to_move"], state["table"]) == (0, 0, [None] * 3)


def test_round_cards_taken_come_first_in_ascending_order() -> None:
    referee = dealt("5 5 10", "1 1 1", rest="8 8 P8 9 J 2 0", rounds="R10 R2 R1")
    play(referee, "10:up", "1:up", "pass", "pass", "stand", "stand", "start:0")
    state = play(referee, "5:up", "1:up", "pass", "pass", "stand", "stand")
    assert state["taken"] == [[], ["R2", "R10", "1", "1", "5", "10"]]


def test_when_a_hand_cannot_be_filled_the_game_ends_and_the_loser_takes_the_other_round_cards() -> None:  # T10
    referee = dealt("5 5 10", "1 P6 3", "4 6 7", starter=1, rest="8 9")
    play(referee, "P6:up+1", "7:up+2", "5:down", "pass", "pass", "pass")
    state = play(referee, "add:3", "stand", "hide")
    # seat 1 fills up with the whole stock, seats 2 and 0 draw nothing
    assert state["hands"] == [["5", "10", "J"], ["1", "8", "9", "J"], ["4", "6", "J"]]
    assert state["taken"] == [["R1", "R2", "R7", "R10", "3", "5", "7", "P6"], [], []]
    assert (state["over"], state["to_move"], state["phase"], state["round"]) == (True, None, 5, 1)
    assert (state["chips"], state["stock"], state["round_card"]) == ([7, 9, 5], 0, None)
    assert state["scores"] == [20 + 3 + 8 + 12 - 14, 13 - 18, 12 - 10]
    assert referee.winners() == [1]


def test_a_player_who_cannot_fill_up_takes_what_is_left() -> None:
    referee = dealt("5 5 10", "1 P6 3", rest="8")
    state = play(referee, "10:up", "1:up", "pass", "pass", "add:J", "add:3")
    assert (state["hands"], state["over"]) == ([["5", "5", "8"], ["P6", "J"]], True)


def test_a_stock_that_just_suffices_does_not_end_the_game() -> None:
    referee = dealt("5 5 10", "1 P6 3", rest="8 9")
    state = play(referee, "10:up", "1:up", "pass", "pass", "stand", "stand")
    assert (state["stock"], state["over"], state["to_move"]) == (0, False, 0)


def test_after_the_tenth_round_hands_are_filled_and_the_game_ends() -> None:
    lines = played(1, 2, {}, never_adding)
    last = lines[-2]
    assert (last["round"], last["phase"], last["over"], last["to_move"]) == (10, 5, True, None)
    assert [len(hand) for hand in last["hands"]] == [4, 4]
    assert sum(len([card for card in cards if card[0] == "R"]) for cards in last["taken"]) == 10
    assert not any(line.get("phase") == 5 for line in lines[-8:-2] if line.get("round") == 10)


def test_level_players_share_the_win() -> None:  # G2
    referee = dealt("5 5 10", "1 P6 3", "2 2 2")
    referee.taken = [["R5"], [], ["R5"]]
    assert (referee.final_scores(), referee.winners()) == ([4, 6, 4], [0, 2])
    referee.chips = [6, 6, 9]
    assert (referee.final_scores(), referee.winners()) == ([6, 8, 0], [2])
    referee.chips = [7, 8, 6]
    assert (referee.final_scores(), referee.winners()) == ([4, 4, 6], [0, 1])


# --- Refusing ------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "match"},
        {"game": "nimmt"},
        {"game": None},
        {"players": 1},
        {"players": 8},
        {"players": True},
        {"players": 3.0},
        {"players": ["Ada", "Bo"]},
        {"options": None},
        {"options": []},
        {"options": {"rounds": 10}},
        {"options": {"starter": -1}},
        {"options": {"starter": 3}},
        {"options": {"starter": False}},
        {"options": {"starter": "0"}},
        {"options": {"spare_jokers": "some"}},
        {"options": {"spare_jokers": True}},
        {"options": {"spare_jokers": ["in"]}},
        {"seed": "1"},
    ],
)
def test_impossible_game_lines_are_refused(change: Line) -> None:
    lines = played(1, 3, {})
    assert refused_at(with_line(lines, 1, {**lines[0], **change})) == 1


def test_a_trace_that_is_played_otherwise_than_the_game_line_says_is_refused() -> None:
    lines = played(1, 3, {})
    assert refused_at(with_line(lines, 1, {**lines[0], "options": {"starter": 1}})) == 4
    assert refused_at(with_line(lines, 1, {**lines[0], "options": {"spare_jokers": "out"}})) == 3
    assert refused_at(with_line(lines, 1, {**lines[0], "players": 4})) == 3
    lines = played(1, 3, {"spare_jokers": "out"})
    assert refused_at(with_line(lines, 1, {**lines[0], "players": 4})) == 4
    assert refused_at(with_line(lines, 1, {**lines[0], "options": {"spare_jokers": "in"}})) == 3


def test_a_deck_with_a_wrong_card_is_refused() -> None:
    for players, spare_jokers in itertools.product((2, 5, 7), ("in", "out")):
        lines = played(4, players, {"spare_jokers": spare_jokers})
        assert_refused_however_spoilt(lines, 2, at_most=1000)
        assert_refused_however_spoilt(lines, 3, at_most=1000)
        cards = lines[2]["cards"]
        assert refused_at(with_line(lines, 3, {"kind": "deck", "cards": [*cards, "J"]})) == 3
        assert refused_at([lines[0], lines[2], lines[1], *lines[3:]]) == 2


def test_swapped_deck_cards_show_where_they_come_up() -> None:
    lines = played(4, 3, {})
    rounds, cards = lines[1]["cards"], lines[2]["cards"]
    first_two = [rounds[1], rounds[0], *rounds[2:]]
    assert refused_at(with_line(lines, 2, {"kind": "deck", "cards": first_two})) == 4
    later = [rounds[0], rounds[2], rounds[1], *rounds[3:]]
    second_round = next(number for number, line in enumerate(lines, 1) if line.get("round") == 2)
    assert refused_at(with_line(lines, 2, {"kind": "deck", "cards": later})) == second_round
    assert cards[0] != cards[1]
    two_hands = [cards[1], cards[0], *cards[2:]]
    assert refused_at(with_line(lines, 3, {"kind": "deck", "cards": two_hands})) == 4
    drawn = next(index for index in range(9, 60) if cards[index] != cards[9])
    stock = [*cards[:9], *cards[drawn:], *cards[9:drawn]]
    assert refused_at(with_line(lines, 3, {"kind": "deck", "cards": stock})) == second_round - 2


@pytest.mark.parametrize("players", range(2, 8))
def test_anything_spoilt_in_a_state_is_refused_at_its_line(players: int) -> None:
    lines = played(players, players, {}, fond_of_auctions)
    states = numbers_of(lines, "state")
    auctions = [number for number in states if lines[number - 1]["auction"]]
    protecting = [number for number in states if lines[number - 1]["asked_to_protect"] is not None]
    reckonings = [number for number in states if lines[number - 1]["phase"] == 5]
    for number in [4, *states[5::61], *auctions[:2], *protecting[:2], *reckonings[:2], states[-1]]:
        assert_refused_however_spoilt(lines, number)


def test_anything_at_all_spoilt_in_the_first_states_is_refused_at_its_line() -> None:
    lines = played(6, 3, {}, fond_of_auctions)
    for number in range(4, 30):
        assert_refused_however_spoilt(lines, number, at_most=1000)


def test_chips_that_move_between_players_pot_and_protection_are_refused() -> None:
    lines = played(3, 4, {}, fond_of_auctions)
    for number in numbers_of(lines, "state")[6:40]:
        state = lines[number - 1]
        chips = state["chips"]
        to_neighbour = {**state, "chips": [chips[0] - 1, chips[1] + 1, *chips[2:]]}
        assert refused_at(with_line(lines, number, to_neighbour)) == number
        to_pot = {**state, "chips": [chips[0] - 1, *chips[1:]], "pot": state["pot"] + 1}
        assert refused_at(with_line(lines, number, to_pot)) == number


@pytest.mark.parametrize("players", range(2, 8))
def test_anything_spoilt_in_a_turn_is_refused_at_its_line(players: int) -> None:
    lines = played(players, players, {"spare_jokers": "out"}, fond_of_auctions)
    for number in numbers_of(lines, "turn")[::37]:
        assert_refused_however_spoilt(lines, number)


def test_another_legal_move_than_the_one_made_is_refused_at_the_next_state() -> None:
    lines = played(9, 4, {})
    for number in numbers_of(lines, "turn")[::5]:
        for move in lines[number - 1]["legal"]:
            if move != lines[number - 1]["move"]:
                assert refused_at(with_line(lines, number, {**lines[number - 1], "move": move})) == number + 1


def test_anything_spoilt_in_the_end_line_is_refused() -> None:
    for players in range(2, 8):
        lines = played(players, players, {})
        assert_refused_however_spoilt(lines, len(lines), at_most=30)


def test_a_dropped_doubled_or_foreign_line_and_a_truncated_trace_are_refused() -> None:
    lines = played(2, 3, {})
    for number in {*range(1, len(lines) + 1, 13), 2, 3, 4, len(lines) - 1, len(lines)}:
        line = lines[number - 1]
        assert refused_at(lines[: number - 1] + lines[number:]) == number
        assert refused_at([*lines[:number], line, *lines[number:]]) == number + 1
        assert refused_at(with_line(lines, number, {"kind": "note"})) == number
        assert refused_at(with_line(lines, number, None)) == number
        assert refused_at(lines[: number - 1]) == number


def test_a_line_after_the_end_is_refused() -> None:
    lines = played(2, 2, {})
    for line in ({"kind": "state"}, {"kind": "game"}, {}, lines[-1]):
        assert refused_at([*lines, line]) == len(lines) + 1
