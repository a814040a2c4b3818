"""Why a move is refused: the sentence says what was wrong with it, and what would be right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.kit.positions import cento_position, nimmt_position, play_all, ten_position
from tests.words.test_words import CODES
from tiotal.engine.errors import IllegalMove, TiotalError
from tiotal.engine.game import Game, Position
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.words import LANGUAGES

HAND = "+9 -4 COPY DH TENS"


def explain(position: Position, move: str | int) -> str:
    """The sentence with which a move is refused; the position stays as it was."""
    before = position.fingerprint()
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert position.fingerprint() == before
    for language in LANGUAGES:
        assert caught.value.sentence(language).endswith(".")
        reason = caught.value.reason(language)  # as a page shows it
        assert reason.endswith(".") and not re.search(CODES, reason)
    return str(caught.value)


def refused(position: Position, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value


# --- All games --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("position", "example"),
    [
        (cento_position("+1", "+1"), "+7"),
        (nimmt_position("51", "1"), "36>31"),
        (ten_position("", ""), "5:down+1"),
    ],
    ids=["cento", "nimmt", "ten"],
)
def test_what_is_no_move_is_answered_with_an_example(position: Position, example: str) -> None:
    assert explain(position, "hello") == f"hello is not a move; a move looks like {example}."
    long = explain(position, "x" * 1000)
    assert len(long) < 100


def test_an_action_that_does_not_exist_is_answered_with_the_actions_there_are() -> None:
    position = cento_position("+1", "+1")
    expected = "There is no action 140; actions are 0 to 139, and not all of them are used."
    assert explain(position, 140) == expected
    assert explain(position, -1).startswith("There is no action -1;")
    assert explain(position, 24).startswith("There is no action 24;")  # DH without a choice


def test_after_the_end_there_are_no_more_moves() -> None:
    finished = play_all(cento_position("+7", "+1", total=93), "+7")
    assert explain(finished, "+1") == "The match is over: no more moves."
    finished = play_all(nimmt_position("51", "1", rounds=1), "51>50")
    assert explain(finished, "take:51") == "The match is over: no more moves."
    finished = play_all(ten_position("", "", table=["1:up", "2:up"], phase=4, round_number=10), "stand stand")
    assert explain(finished, "stand") == "The match is over: no more moves."


def test_long_lists_of_moves_are_shortened() -> None:
    sentence = explain(ten_position("0 1 2 3", ""), "9:up")
    assert sentence.startswith("You do not have 9 in your hand. You can play 0:down, 0:down+1, 0:down+2, 0:up, ")
    assert sentence.count(":") == 12
    assert "…" in sentence


# --- Cento ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("situation", "move", "sentence"),
    [
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 95},
            "+7",
            "You do not have +7 in your hand. You can play +3 or SKIP.",
        ),
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 95},
            "+9",
            "+9 would make the total 104; it must stay between 0 and 100. You can play +3 or SKIP.",
        ),
        (
            {"hand": "-9 -8 -3 SKIP SKIP", "total": 4},
            "-8",
            "−8 would make the total −4; it must stay between 0 and 100. You can play -3 or SKIP.",
        ),
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 4, "flipped": True},
            "+8",
            "+8 would make the total −4; it must stay between 0 and 100. You can play +3 or SKIP.",
        ),
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 15, "preset": "race", "target": 20},
            "+9",
            "+9 would make the total 24; it must stay between 0 and 20. You can play +3 or SKIP.",
        ),
        (
            {"hand": "TENS +50 SKIP SKIP SKIP", "total": 55},
            "TENS:+60",
            "20-40-60-80 would make the total 115; it must stay between 0 and 100. "
            "You can play SKIP, TENS:+20, TENS:+40, TENS:-20 or TENS:-40.",
        ),
        (
            {"hand": "DH +50 SKIP SKIP SKIP", "total": 52},
            "DH:double",
            "Double/Halve would make the total 104; it must stay between 0 and 100. You can play DH:halve or SKIP.",
        ),
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 95},
            "discard:+9",
            "You may only discard when none of your cards can be played. You can play +3 or SKIP.",
        ),
        (
            {"hand": "DH +50 SKIP SKIP SKIP", "total": 61},
            "DH:halve",
            "61 is odd and cannot be halved. You can play SKIP.",
        ),
        (
            {"hand": "DH +50 SKIP SKIP SKIP", "total": 61},
            "DH:double",
            "61 cannot be doubled, for that is more than 100, and not halved, for it is odd. You can play SKIP.",
        ),
        (
            {"hand": "TENS +25 SKIP SKIP SKIP", "total": 5, "preset": "race", "target": 99},
            "TENS:+60",
            "In a race you may only add or subtract 20 or 40. You can play +25, SKIP, TENS:+20 or TENS:+40.",
        ),
        (
            {"hand": "COPY SKIP SKIP SKIP SKIP", "pile": "+9", "total": 50},
            "COPY:double",
            "Your Copy works like the card played last: +9. You can play COPY or SKIP.",
        ),
        (
            {"hand": "COPY SKIP SKIP SKIP SKIP", "pile": "DH", "total": 53},
            "COPY",
            "Your Copy works like the card played last: Double/Halve. You can play SKIP.",
        ),
        (
            {"hand": "COPY SKIP SKIP SKIP SKIP", "pile": "DH", "total": 48},
            "COPY:+20",
            "Your Copy works like the card played last: Double/Halve. You can play COPY:double, COPY:halve or SKIP.",
        ),
        (
            {"hand": "COPY SKIP SKIP SKIP SKIP", "pile": "TENS", "total": 48},
            "COPY:halve",
            "Your Copy works like the card played last: 20-40-60-80. "
            "You can play COPY:+20, COPY:+40, COPY:-20, COPY:-40 or SKIP.",
        ),
        (
            {"hand": "COPY +1 +1 +1 +1", "pile": "DH", "total": 49},
            "COPY:halve",
            "49 is odd and cannot be halved. You can play +1 or COPY:double.",
        ),
        (
            {"hand": "COPY +1 +1 +1 +1", "pile": "+9", "total": 95},
            "COPY",
            "Copy would make the total 104; it must stay between 0 and 100. You can play +1.",
        ),
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 95},
            "swap:+9",
            "You can only swap cards when you play in pairs. You can play +3 or SKIP.",
        ),
        (
            {"hand": "+9 +8 +3 SKIP SKIP", "total": 95},
            "give:+9",
            "Nobody has asked you for a card. You can play +3 or SKIP.",
        ),
    ],
)
def test_cento_explains(situation: dict[str, Any], move: str, sentence: str) -> None:
    hand, table = situation["hand"], {key: value for key, value in situation.items() if key != "hand"}
    assert explain(cento_position(hand, "", **table), move) == sentence


def test_cento_names_the_card_that_opens_a_round() -> None:
    position = cento_position("+4 +2 -1 SKIP +9", "+3", total=0, pile="")
    assert explain(position, "+4") == "The first card must be the lowest addition card, +2. You can play +2."
    assert explain(position, "discard:+9") == "The first card must be the lowest addition card, +2. You can play +2."
    assert explain(position, "+1") == "You do not have +1 in your hand. You can play +2."


def pair(*hands: str, total: int = 95, **situation: Any) -> Position:
    return cento_position(*hands, total=total, pairs=True, **situation)


def test_cento_says_when_partners_may_swap() -> None:
    position = pair("+9 SKIP SKIP SKIP SKIP", "", "", "", total=89)
    expected = (
        "You may only swap when the total is close to the goal at the start of your turn. You can play +9 or SKIP."
    )
    assert explain(position, "swap:+9") == expected


def test_cento_says_that_the_received_card_must_be_played() -> None:
    position = pair("+3 SKIP SKIP SKIP SKIP", "", "+2 -3 -4 -5 -6", "")
    play_all(position, "swap:+3 give:+2")
    expected = "You must use the card you got from your partner, +2. You can play +2."
    assert explain(position, "SKIP") == expected
    assert explain(position, "discard:SKIP") == expected


def test_cento_says_that_a_received_card_that_does_not_fit_goes_to_the_discards() -> None:
    """C8."""
    position = pair("+3 SKIP SKIP SKIP SKIP", "", "+25 -3 -4 -5 -6", "")
    play_all(position, "swap:+3 give:+25")
    expected = "+25 would make the total 120; it must stay between 0 and 100. You can play discard:+25."
    assert explain(position, "+25") == expected
    assert explain(position, "SKIP").endswith(" You can play discard:+25.")


@pytest.mark.parametrize("move", ["-3", "TURN", "discard:-3", "swap:-3", "+2"])
def test_cento_says_to_a_partner_who_was_asked_for_a_card_that_only_that_is_wanted(move: str) -> None:
    """While the partner chooses, nothing else is wrong with a card: not its value, not the variant, not the total."""
    position = pair("+3 SKIP SKIP SKIP SKIP", "", "+2 -3 -4 -5 TURN", "")
    position.play("swap:+3")
    sentence = explain(position, move)
    assert sentence.endswith(" You can play give:+2, give:-3, give:-4, give:-5 or give:TURN.")
    for wrong in ("race", "only discard", "only swap", "would make the total"):
        assert wrong not in sentence


def test_cento_does_not_blame_the_total_for_a_second_swap_in_a_turn() -> None:
    """The total is close to the goal; what counts is that the card received must be played."""
    position = pair("+3 SKIP SKIP SKIP SKIP", "", "+2 -3 -4 -5 -6", "")
    play_all(position, "swap:+3 give:+2")
    for move in ("swap:+2", "swap:SKIP"):
        assert explain(position, move) == "You must use the card you got from your partner, +2. You can play +2."


# --- 11 nimmt! --------------------------------------------------------------------------------------------------
OUTSIDE = "it is more than 10 higher than the card that was on top when your turn began."


def test_nimmt_says_how_far_a_card_is_from_a_stack() -> None:
    position = nimmt_position("36 25", "1", stacks=["20"])
    assert explain(position, "36>20") == "36 does not fit on 20: it is 16 higher, and at most 10 is allowed."
    assert explain(position, "11>100") == "11 does not fit on 100: it is 11 higher, and at most 10 is allowed."
    for move in ("19>20", "20>20", "95>5"):
        card, top = move.split(">")
        expected = f"{card} does not fit on {top}: a card must be 1 to 10 higher, and after 100 comes 1."
        assert explain(position, move) == expected


@pytest.mark.parametrize("text", ["101>100", "0>95", "036>31", "36>031", "36 > 31", "36>", ">31", "36>31>30", "1000>5"])
def test_nimmt_answers_numbers_that_do_not_exist_with_an_example(text: str) -> None:
    position = nimmt_position("36", "1", stacks=["31"])
    assert explain(position, text) == f"{text} is not a move; a move looks like 36>31."


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("56>50", "You do not have 56 in your hand. You can play 55>50, take:20 or take:50."),
        ("55>49", "There is no stack with 49 on top. You can play 55>50, take:20 or take:50."),
        ("take:49", "There is no stack with 49 on top. You can play 55>50, take:20 or take:50."),
        (
            "open:55",
            "You may start a new stack only when there is none on the table. You can play 55>50, take:20 or take:50.",
        ),
        (
            "end",
            "You can end your turn only if you have a bull and have already played a card. "
            "You can play 55>50, take:20 or take:50.",
        ),
        ("bull:1", "There is no bull to choose now. You can play 55>50, take:20 or take:50."),
    ],
)
def test_nimmt_explains(move: str, sentence: str) -> None:
    position = nimmt_position("55 99", "1", stacks=["50", "20"])
    assert explain(position, move) == sentence


def test_nimmt_says_that_the_bulls_are_used_up() -> None:
    position = nimmt_position("51 21 81 99", "1", stacks=["50", "20", "80"], bulls=[1, 0])
    position.play("51>50")
    assert explain(position, "21>20") == "With one bull you may play on only one stack in a turn. You can play end."
    position = nimmt_position("51 21 81 99", "1", stacks=["50", "20", "80"], bulls=[2, 0])
    play_all(position, "51>50 21>20")
    assert explain(position, "81>80") == "With 2 bulls you may play on at most 2 stacks in a turn. You can play end."


def test_nimmt_says_that_a_card_lies_outside_the_window() -> None:
    position = nimmt_position("55 60 61 99", "1", stacks=["50"], bulls=[1, 0])
    position.play("55>50")
    expected = f"61 does not fit on 55: {OUTSIDE} You can play 60>55 or end."
    assert explain(position, "61>55") == expected


def test_nimmt_does_not_blame_the_bulls_when_the_window_is_used_up() -> None:
    """After 60 on a 50 the stack takes nothing more in this turn, however many bulls one has."""
    for bulls in (1, 3):
        position = nimmt_position("60 61 99", "1", stacks=["50"], bulls=[bulls, 0])
        position.play("60>50")
        expected = f"61 does not fit on 60: {OUTSIDE} You can play end."
        assert explain(position, "61>60") == expected


def test_nimmt_says_that_one_cannot_take_after_playing() -> None:
    position = nimmt_position("51 99", "1", stacks=["50", "20"], bulls=[1, 0])
    position.play("51>50")
    expected = "You have already played a card in this turn, so you cannot take a stack. You can play end."
    assert explain(position, "take:20") == expected


def test_nimmt_asks_for_the_bull_first() -> None:
    position = nimmt_position("55 99", "1", "2", stacks=["45 48 50", "20"], bulls=[0, 5, 5])
    position.play("take:50")
    expected = "First choose whose bull to take. You can play bull:1 or bull:2."
    assert explain(position, "55>50") == expected
    assert explain(position, "bull:0") == expected


def test_nimmt_says_that_one_does_not_hold_the_card_to_begin_a_stack_with() -> None:
    position = nimmt_position("", "10 15", stacks=["50"], rest_to=0)
    position.play("take:50")
    assert explain(position, "open:20") == "You do not have 20 in your hand. You can play open:10 or open:15."
    assert explain(position, "15>10") == "There is no stack with 10 on top. You can play open:10 or open:15."
    assert explain(position, "take:10") == "There is no stack with 10 on top. You can play open:10 or open:15."


# --- 10 ---------------------------------------------------------------------------------------------------------
def test_ten_says_that_one_does_not_hold_a_card() -> None:
    position = ten_position("9 9 9 9", "")
    expected = "You do not have 8 in your hand. You can play 9:down, 9:down+1, 9:down+2, 9:up, 9:up+1 or 9:up+2."
    assert explain(position, "8:up") == expected
    position = ten_position("1 2 3", "", table=["4:up", "5:up"], phase=4)
    assert explain(position, "add:6") == "You do not have 6 in your hand. You can play add:1, add:2, add:3 or stand."


def test_ten_says_how_many_chips_are_free() -> None:
    position = ten_position("9 9 9 9", "", chips=[1, 13])
    assert explain(position, "9:up+2").startswith("You have only one free chip. You can play 9:down, ")
    position = ten_position("9 9 9 9", "", chips=[0, 14])
    assert explain(position, "9:up+1") == "You have no free chips. You can play 9:down or 9:up."
    position = ten_position("", "", table=["1:up", "5:up+1"], phase=3, chips=[2, 11])
    assert explain(position, "bid:1:3") == "You have only 2 free chips. You can play bid:1:1, bid:1:2 or pass."
    position = ten_position("", "", table=["1:up", "5:up"], phase=3, chips=[0, 14])
    assert explain(position, "swap:1") == "You have no free chips. You can play pass."


def test_ten_says_that_two_cards_are_above_ten() -> None:
    position = ten_position("4 5 P6", "", table=["6:up", "5:up"], phase=4)
    assert explain(position, "add:5") == "6 and 5 together make more than 10. You can play add:4 or stand."
    assert (
        explain(position, "add:P6") == "6 and penalty card 6 together make more than 10. You can play add:4 or stand."
    )


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("swap:0", "You cannot bid for your own card."),
        ("bid:0:2", "You cannot bid for your own card."),
        ("swap:1", "That card is protected: bid for it."),
        ("bid:2:1", "That card is not protected: pay one chip and swap."),
        ("bid:1:1", "The first bid must be at least 2."),
        ("bid:1:6", "You have only 5 free chips."),
        ("swap:3", "There is no such player at the table."),
        ("bid:6:49", "There is no such player at the table."),
        ("raise:3", "raise:3 is not possible now."),
        ("5:up", "5:up is not possible now."),
        ("show", "show is not possible now."),
    ],
)
def test_ten_explains_bids(move: str, sentence: str) -> None:
    position = ten_position("", "", "", table=["1:up+2", "5:up+2", "7:up"], phase=3)
    legal = " You can play bid:1:2, bid:1:3, bid:1:4, bid:1:5, pass or swap:2."
    assert explain(position, move) == sentence + legal


def test_ten_says_that_one_must_bid_more() -> None:
    position = ten_position("", "", "", table=["1:up+2", "5:up+2", "7:up"], phase=3)
    position.play("bid:1:5")
    assert explain(position, "raise:5") == "You must bid more than 5. You can play pass, raise:6 or raise:7."
    assert explain(position, "raise:8") == "You have only 7 free chips. You can play pass, raise:6 or raise:7."
    assert explain(position, "swap:0") == "swap:0 is not possible now. You can play pass, raise:6 or raise:7."


@pytest.mark.parametrize(
    ("phase", "table", "move", "sentence"),
    [
        (4, ["4:down", "5:up"], "add:1", "add:1 is not possible now. You can play hide or show."),
        (4, ["4:up", "5:up"], "show", "show is not possible now. You can play add:1, add:2, add:3 or stand."),
        (4, ["4:up", "5:up"], "pass", "pass is not possible now. You can play add:1, add:2, add:3 or stand."),
        (3, ["4:up", "5:up"], "keep", "keep is not possible now. You can play pass or swap:1."),
    ],
)
def test_ten_says_what_the_phase_asks_for(phase: int, table: list[str], move: str, sentence: str) -> None:
    assert explain(ten_position("1 2 3", "", table=table, phase=phase), move) == sentence


def test_ten_says_what_can_be_done_with_the_protection_and_the_next_starter() -> None:
    position = ten_position("", "", table=["1:up+1", "9:up"], phase=3)
    position.play("swap:1")
    assert explain(position, "protect:1") == "protect:1 is not possible now. You can play keep or protect:2."
    position = ten_position("", "", table=["4:up", "5:up"], phase=4)
    play_all(position, "stand stand")
    assert explain(position, "start:2") == "start:2 is not possible now. You can play start:0 or start:1."


# --- Every reason is true ---------------------------------------------------------------------------------------
def cento_reason_is_true(table: dict[str, Any], legal: list[str], game: Game, move: str, reason: TiotalError) -> bool:
    hand, total, swap = table["hands"][table["to_move"]], table["total"], table["swap"] or {}
    close = total <= 10 if table["flipped"] else total >= game.options["target"] - 10
    first = move.partition(":")[0]
    card = move.partition(":")[2] if first in {"discard", "swap", "give"} else first
    truths: dict[str, bool] = {
        "moves.not_held": card not in hand,
        "cento.why.opening": table["last"] is None,
        "cento.why.asked": "from" in swap,
        "cento.why.must_play": "must_play" in swap,
        "cento.why.can_play": not legal[0].startswith(("discard:", "give:")),
        "cento.why.no_swap": not close,
        "cento.why.no_pairs": not game.options["pairs"],
        "cento.why.nobody_asked": "from" not in swap,
        "cento.why.copy_choice": card == "COPY",
        "cento.why.odd": total % 2 == 1 and move.endswith(":halve"),
        "cento.why.neither": total % 2 == 1 and 2 * total > game.options["target"] and move.endswith(":double"),
        "cento.why.race_tens": game.options["preset"] == "race" and move.endswith(("60", "80")),
        "cento.why.out_of_range": not 0 <= reason.values.get("total", 0) <= game.options["target"],
    }
    return truths[reason.key]


def nimmt_reason_is_true(table: dict[str, Any], legal: list[str], game: Game, move: str, reason: TiotalError) -> bool:
    tops, used = [stack[-1] for stack in table["stacks"]], [top for top, _ in table["used"]]
    named = reason.values.get("top", move.partition(">")[2])
    truths: dict[str, bool] = {
        "moves.not_held": reason.values.get("card") not in table["hands"][table["to_move"]],
        "nimmt.why.choose_bull": table["choosing_bull"],
        "nimmt.why.no_stack": named not in tops,
        "nimmt.why.stacks_used": len(used) == table["bulls"][table["to_move"]] and int(named or 0) not in used,
        "nimmt.why.window": named in used,
        "nimmt.why.played_already": bool(used),
        "nimmt.why.stacks_lie": bool(tops),
        "nimmt.why.nothing_played": not used,
        "nimmt.why.no_bull_to_choose": not table["choosing_bull"],
    }
    return truths[reason.key]


def ten_reason_is_true(table: dict[str, Any], legal: list[str], game: Game, move: str, reason: TiotalError) -> bool:
    seat, values = table["to_move"], reason.values
    named = values.get("seat", int(move.split(":")[1]) if move.startswith(("swap:", "bid:")) else 0)
    card = table["table"][named] if named < game.players else None
    protection = card["protection"] if card else 0
    truths: dict[str, bool] = {
        "moves.not_held": values.get("card") not in table["hands"][seat],
        "ten.why.nobody": named >= game.players,
        "ten.why.no_chips": table["chips"][seat] == 0 and table["phase"] in (2, 3),
        "ten.why.few_chips": values.get("n") == table["chips"][seat] and table["phase"] in (2, 3),
        "ten.why.above": table["phase"] == 4 and "J" not in (values.get("card"), values.get("first")),
        "ten.why.own_card": named == seat,
        "ten.why.protected": protection > 0,
        "ten.why.unprotected": protection == 0,
        "ten.why.open_higher": values.get("bid") == protection,
        "ten.why.bid_more": table["auction"] is not None and values.get("bid") == table["auction"]["bid"],
    }
    return truths[reason.key]


@pytest.mark.parametrize(
    ("game", "is_true"),
    [
        (Cento(4, pairs=True, preset="race", target=20), cento_reason_is_true),
        (Cento(3, match="series"), cento_reason_is_true),
        (Nimmt(3), nimmt_reason_is_true),
        (Ten(3), ten_reason_is_true),
    ],
    ids=["cento-pairs", "cento", "nimmt", "ten"],
)
def test_every_reason_is_true_in_every_position_of_some_games(game: Game, is_true: Any) -> None:
    """Whatever is tried: if a reason is given, it holds."""
    for seed in range(4):
        position = game.deal(seed)
        for number in range(60):
            if position.is_over:
                break
            table, legal = position.describe(), position.legal_moves
            for move in sorted(set(filter(None, game.written)) - set(legal))[number % 5 :: 5]:
                error = refused(position, move)
                reason = error.values.get("reason")
                if reason is not None:
                    assert is_true(table, legal, game, move, reason), f"{move}: {error}"
            position.play(legal[(number * 7 + seed) % len(legal)])


# --- Explanations keep secrets ----------------------------------------------------------------------------------
def explanations(position: Position) -> dict[str, str]:
    """All refusals that the player to move can get."""
    legal = set(position.legal_moves)
    written = [text for text in position.game.written if text is not None and text not in legal]
    return {text: str(refused(position, text)) for text in written}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (cento_position(HAND, "+1 +2 +3 +4 +5", total=61), cento_position(HAND, "-1 -2 COPY 0 FLIP", total=61)),
        (
            nimmt_position("55 60 99", "1 2 3", stacks=["50", "95"]),
            nimmt_position("55 60 99", "51 52 96", stacks=["50", "95"]),
        ),
        (
            ten_position("1 2 3", "4 5 6", table=["4:up", "5:down+1"], phase=3),
            ten_position("1 2 3", "7 8 J", table=["4:up", "J:down+1"], phase=3),
        ),
    ],
    ids=["cento", "nimmt", "ten"],
)
def test_an_explanation_tells_nothing_that_the_player_to_move_cannot_know(one: Position, other: Position) -> None:
    """Two positions that look the same to that player refuse every move with the same words."""
    assert one.view(0).table == other.view(0).table
    assert explanations(one) == explanations(other)
