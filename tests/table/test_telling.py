"""What came of a move: facts in the log, one sentence for each event, and what a card will do before it is played."""

from __future__ import annotations

import random
import re

import pytest

from tests.kit.games import sensible
from tests.kit.positions import cento_position, nimmt_position, play_all, ten_position
from tests.kit.words import messages_of
from tiotal.engine.game import Game, Played, Position, RoundOver
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.words import LANGUAGES
from tiotal.words.telling import done, round_over, to_do, will_come

NAMES = ("Anna", "Sven", "Bo", "Freyja", "Nils", "Ada", "Jón")


def told(position: Position, seat: int | None, language: str = "en", you: int | None = None) -> list[str]:
    """The whole log in words, as a seat has seen it."""
    game = position.game.name
    return [
        done(language, game, entry.move, NAMES, entry.player, entry.came, you)
        if isinstance(entry, Played)
        else round_over(language, game, entry.came, NAMES, you)
        for entry in position.view(seat).log
    ]


def last_told(position: Position, seat: int | None = None, language: str = "en", you: int | None = None) -> str:
    return told(position, seat, language, you)[-1]


def foretold(position: Position, move: str, you: int | None = None) -> str:
    assert position.to_move is not None
    facts = position.view(position.to_move).will_come(move)
    return will_come("en", position.game.name, facts, NAMES, you)


# --- Cento ------------------------------------------------------------------------------------------------------
def test_a_card_is_told_with_the_new_total() -> None:
    position = play_all(cento_position("+1", "-9", "+1", to_move=1, total=65), "-9")
    assert last_told(position) == "Sven played −9 → 56"
    assert last_told(position, you=1) == "You played −9 → 56"


def test_under_flip_the_sign_in_force_is_told() -> None:
    position = play_all(cento_position("-8", "+6", total=56, flipped=True), "-8 +6")
    assert told(position, None) == ["Anna played −8: adds 8 → 64", "Sven played +6: takes away 6 → 58"]


def test_a_flip_tells_the_new_goal() -> None:
    position = play_all(cento_position("FLIP", "FLIP"), "FLIP FLIP")
    on, off = told(position, None)
    assert on == "Anna played Flip → 50. Plus and minus change places, and the goal is 0."
    assert off.endswith("and the goal is 100.")


def test_who_is_skipped_is_told_and_you_in_words_of_your_own() -> None:
    position = play_all(cento_position("SKIP", "+1", "+1"), "SKIP")
    assert last_told(position, you=2) == "Anna played Skip → 50. Sven is skipped."
    assert last_told(position, you=1) == "Anna played Skip → 50. You are skipped."


@pytest.mark.parametrize("card", ["SKIP", "TURN"])
def test_with_two_players_it_is_your_turn_again(card: str) -> None:
    position = cento_position(card, "+1")
    assert foretold(position, card, you=0) == "you play again"
    assert foretold(position, card) == "Anna plays again"  # where a device is shared
    position.play(card)
    assert last_told(position, you=0).endswith("→ 50. It is your turn again.")
    assert last_told(position, you=1).endswith("→ 50. Anna plays again.")


def test_a_turn_tells_the_direction() -> None:
    position = cento_position("TURN", "+1", "TURN")
    assert foretold(position, "TURN") == "play goes the other way: anticlockwise"
    assert told(play_all(position, "TURN TURN"), None) == [
        "Anna played Turn → 50. Play now goes anticlockwise.",
        "Bo played Turn → 50. Play now goes clockwise.",
    ]


def test_a_copy_tells_what_it_copies() -> None:
    position = cento_position("COPY", "COPY", "+1", pile="+3")
    assert foretold(position, "COPY", you=0) == "+3 once more"
    assert last_told(play_all(position, "COPY")) == "Anna played Copy as +3 → 53"
    position = cento_position("COPY", "+1", "+1", pile="SKIP")
    assert foretold(position, "COPY", you=0) == "Skip once more, Sven is skipped"
    position = cento_position("COPY", "+1", pile="+4", total=20, flipped=True)
    assert last_told(play_all(position, "COPY")) == "Anna played Copy as +4: takes away 4 → 16"
    position = cento_position("COPY", "+1", pile="DH", total=20)
    assert last_told(play_all(position, "COPY:double")) == "Anna played Copy and doubled the total → 40"


def test_a_discard_tells_that_the_total_stays() -> None:
    position = play_all(cento_position("+10 +10 +9 +9 +9", "+1", total=95), "discard:+10")
    assert last_told(position) == "Anna discarded +10. The total is still 95."


def test_the_winning_card_is_told_and_then_the_round() -> None:
    position = play_all(cento_position("+5", "+1", total=95), "+5")
    assert told(position, None) == ["Anna played +5 → 100", "Anna won round 1"]
    assert told(position, 0, you=0)[-1] == "You won round 1"


def test_partners_win_a_round_together() -> None:
    position = play_all(cento_position("+5", "+1", "+1", "+1", total=95, pairs=True), "+5")
    assert last_told(position) == "Anna and Bo won round 1"
    assert last_told(position, you=0) == "You and Bo won round 1"
    assert last_told(position, you=2) == "You and Anna won round 1"


def test_a_stock_that_is_made_anew_is_told() -> None:
    told_anew = "The stock is used up: the old cards are shuffled into a new one."
    position = play_all(cento_position("+5", "+1", stock_size=1), "+5")  # C4
    assert last_told(position) == f"Anna played +5 → 55. {told_anew}"
    position = play_all(cento_position("+10 +10 +9 +9 +9", "+1", total=95, stock_size=1), "discard:+10")
    assert last_told(position) == f"Anna discarded +10. The total is still 95. {told_anew}"


def test_a_round_that_nobody_wins_is_told_without_skipping_anybody() -> None:
    position = play_all(cento_position("SKIP", "+1", "+1", turns=999), "SKIP")  # G1
    assert told(position, None) == ["Anna played Skip → 50", "Round 1 ended without a winner"]


def test_a_card_swapped_between_partners_is_told_to_the_pair_only() -> None:
    position = cento_position("+1 +3", "+1", "-9", "+1", total=95, pairs=True)
    play_all(position, "swap:+3 give:-9")
    assert told(position, 1) == ["Anna asked for a swap", "Bo gave a card in return"]
    assert told(position, 2) == ["Anna asked for a swap and offered +3", "Bo gave −9 in return"]


# --- 11 nimmt! --------------------------------------------------------------------------------------------------
def test_who_takes_a_stack_with_three_cards_gets_a_bull_and_new_stacks_are_begun() -> None:
    position = nimmt_position("20 21", "60", stacks=("50 51 52", "70"), draw="33 88")
    play_all(position, "take:52")
    assert last_told(position) == "Anna took the stack with 52 on top and got a bull. New stacks: 33 and 88."


def test_a_small_stack_brings_no_bull_and_a_short_draw_pile_one_stack() -> None:
    position = nimmt_position("20 21", "60", stacks=("50", "70"), draw="33", rest_to=1)
    assert last_told(play_all(position, "take:50")) == "Anna took the stack with 50 on top. New stack: 33."


def test_a_bull_from_somebody_else_is_told() -> None:
    position = nimmt_position("20 21", "60", "61", stacks=("50 51 52",), bulls=(0, 7, 3), draw="33 88")
    play_all(position, "take:52")
    assert "and got a bull from Sven. New stacks: 33 and 88." in last_told(position)
    assert "and got a bull from you." in last_told(position, you=1)
    position = nimmt_position("20 21", "60", "61", stacks=("50 51 52",), bulls=(0, 5, 5), draw="33 88")
    play_all(position, "take:52 bull:2")
    assert told(position, None) == [
        "Anna took the stack with 52 on top",
        "Anna took a bull from Bo. New stacks: 33 and 88.",
    ]


def test_n9_nothing_is_told_of_a_stack_before_it_is_taken_and_never_how_high_it_was() -> None:
    low = nimmt_position("20 21", "60", stacks=("50 51 52", "70"), draw="33 88")
    high = nimmt_position("20 21", "60", stacks=("49 50 51 52", "70"), draw="33 88")
    for position in (low, high):
        assert all(position.view(0).will_come(move) == [] for move in position.legal_moves)
        position.play("take:52")
    assert last_told(low) == last_told(high)


def test_every_card_of_a_turn_with_bulls_is_told() -> None:
    position = nimmt_position("52 55 60", "1", stacks=("50", "90"), bulls=(1, 0))
    play_all(position, "52>50 55>52 end")
    assert told(position, None) == ["Anna put 52 on 50", "Anna put 55 on 52", "Anna finished the turn"]


# --- 10 ---------------------------------------------------------------------------------------------------------
def test_cards_face_down_that_change_places_are_told_to_the_two_who_know_them() -> None:
    position = ten_position("", "", "", table=("J:down", "0:down", "5:up"), phase=3, to_move=1)
    position.play("swap:0")
    assert last_told(position, 0, you=0) == "Sven swapped with you for one chip. Sven gave 0 and got a joker from you."
    assert last_told(position, 1, you=1) == "You swapped with Anna for one chip. You gave 0 and got a joker."
    assert last_told(position, 2, you=2) == last_told(position, None) == "Sven swapped with Anna for one chip"


def test_of_two_cards_that_change_places_others_know_the_one_face_up() -> None:
    position = ten_position("", "", "", table=("J:up", "0:down", "5:up"), phase=3, to_move=1)
    position.play("swap:0")
    assert last_told(position, 2) == (
        "Sven swapped with Anna for one chip. Sven gave a face-down card and got a joker."
    )
    assert last_told(position, 0) == "Sven swapped with Anna for one chip. Sven gave 0 and got a joker."


def test_who_wins_an_auction_at_what_price_is_told_and_the_one_who_passed_learns_no_card() -> None:
    position = ten_position("", "", "", table=("J:down+1", "P3:down", "5:up"), phase=3, to_move=1)
    position.play("bid:0:2")
    assert last_told(position, 0, you=0) == "Sven bid 2 chips for your card"
    position.play("pass")
    assert last_told(position, 2, you=2) == "You passed. Sven gets Anna’s card for 2 chips."
    assert last_told(position, 0, you=0) == (
        "Bo passed. Sven gets your card for 2 chips. Sven gave penalty card 3 and got a joker from you."
    )


def test_what_protection_does_is_told_before_and_after_the_card_is_laid() -> None:
    position = ten_position("9 8", "", "", phase=2)
    assert foretold(position, "9:down+2") == "whoever wants it must bid at least 2 chips"
    assert foretold(position, "9:down") == "anybody can swap it away for one chip"
    play_all(position, "9:down+2")
    assert last_told(position) == "Anna laid a card face down with 2 chips on it: bids start at 2"


def test_chips_on_the_cards_go_into_the_pot_and_the_reckoning_is_told() -> None:
    position = ten_position("2 3", "1 2", table=("8:down+1", "P1:up"), phase=3, round_cards="R6")
    play_all(position, "pass pass show add:2 stand")
    assert told(position, None) == [
        "Anna passed",
        "Sven passed. The chip on the cards goes into the pot.",
        "Anna turned the card up: 8",
        "Anna added 2, which makes 10",
        "Sven added no card",
        "Anna won round 1 with 10 and got one chip from the pot. "
        "Sven lost with 1 and took all the cards and round card 6: 11 penalty points.",
    ]


def test_t10_an_early_end_tells_who_takes_the_round_cards_that_are_left() -> None:
    position = ten_position("2 3", "1 2", table=("8:up", "P1:up"), phase=4, round_cards="R6 R9", rest_to=0)
    play_all(position, "add:2 stand")
    assert last_told(position) == (
        "Anna won round 1 with 10. Sven lost with 1 and took all the cards and round card 6. There are too few cards "
        "to go on, so Sven also took the round cards that were left: 60 penalty points."
    )


def test_whoever_starts_the_next_round_is_told_with_its_round_card() -> None:
    position = ten_position("2 3", "1 2", table=("8:up", "P1:up"), phase=4, round_cards="R6 R9")
    play_all(position, "add:2 stand start:0")
    assert last_told(position) == "Anna chose to start. The new round card is 9."
    assert last_told(position, you=0) == "You chose to start. The new round card is 9."


# --- Every game -------------------------------------------------------------------------------------------------
GAMES = (Cento(2), Cento(3), Cento(4, pairs=True, match="series", limit=300), Nimmt(3), Nimmt(2), Ten(4), Ten(2))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_whatever_happens_can_be_told_in_every_language_to_everybody(game: Game) -> None:
    """No code, no placeholder and no seat number is left in it, and nobody who is "you" is called by name."""
    dice = random.Random(7)
    position = game.deal(11)
    while not position.is_over and len(position.moves) < 150:
        assert position.to_move is not None
        view = position.view(position.to_move)
        for move in view.legal_moves:
            assert not {"total", "adds", "takes_away"} & {fact.what for fact in view.will_come(move)}
            for language in LANGUAGES:
                will_come(language, game.name, view.will_come(move), NAMES, position.to_move)
        position.play(sensible(position, dice))
    for language in LANGUAGES:
        for seat in (*range(game.players), None):
            for line in told(position, seat, language, you=seat):
                assert line and not re.search(r"[{}?]|\b[PR]\d|\b(DH|TENS|COPY|FLIP|SKIP|TURN|J)\b", line), line
                assert seat is None or NAMES[seat] not in line, line


def test_an_old_log_tells_what_came_of_it_too() -> None:
    """Facts are found again by replay; nothing of them is kept."""
    first, again = Cento(3).deal(5), Cento(3).deal(5)
    for _ in range(30):
        move = first.legal_moves[0]
        first.play(move)
        again.play(move)
    assert first.view(1).log == again.view(1).log
    assert any(entry.came for entry in first.view(None).log if isinstance(entry, Played | RoundOver))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_you_has_a_sentence_and_no_pronoun_stands_for_a_name(language: str) -> None:
    messages = messages_of(language)

    def speaks_of(key: str, person: str) -> bool:
        return any(f"{{{person}}}" in text for text in (messages[key], *messages[key]))

    plain = [key for key in messages if re.match(r"(\w+\.)?(done|came)\.", key) and not key.endswith(("_you", "_your"))]
    for key in plain:
        if speaks_of(key, "name"):
            assert not speaks_of(f"{key}_you", "name"), key
        if speaks_of(key, "other"):
            assert not speaks_of(f"{key}_your", "other"), key
    you = str(messages["play.you"])
    offers = [to_do(language, "ten", Ten(2).read(f"start:{seat}"), (you, "Sven"), you=0) for seat in (0, 1)]
    assert you.lower() in offers[0] and you not in offers[0] and "Sven" in offers[1]
