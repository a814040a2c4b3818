"""Hints: each reason is a fact of the position, in every language, and says nothing that the player may not know."""

from __future__ import annotations

import json
import math
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import run
from tests.kit.games import match_after
from tests.kit.positions import cento_position, nimmt_position, play_all, ten_position
from tests.kit.words import messages_of
from tests.rules.test_secrecy import ALL, twin_of
from tests.words.test_words import CODES
from tiotal import Cento, Game, Nimmt, Position, Ten, TiotalError, advise, record_of
from tiotal.bots.advice import Advised
from tiotal.bots.bot import Budget
from tiotal.bots.facts import Move, Reason, facts_of, odds
from tiotal.bots.worlds import WORLDS, Worlds
from tiotal.cli import main
from tiotal.engine import forms
from tiotal.lab.calibration import compare, positions
from tiotal.terminal.hints import RecordHint
from tiotal.words import LANGUAGES
from tiotal.words.telling import card_name, to_do

SHORT = Budget(iterations=300)
Output = pytest.CaptureFixture[str]


def reasons(position: Position, move: str, seed: int = 1, memory_aid: bool = False) -> list[Reason]:
    """All that is told about a move, and about the position."""
    game = facts_of(position.game.name)
    worlds = Worlds(position.view(position.to_move), seed << 3, memory_aid)
    action = position.game.parse(move)
    assert move in position.legal_moves
    found: list[Reason] = [*game.about(worlds, action), *game.reasons(worlds, action)]
    return found


# --- Worked examples --------------------------------------------------------------------------------------------
@dataclass
class Example:
    move: str
    told: list[str]  # how some of the sentences begin
    position: Position
    memory_aid: bool = False


def two(hand: str, **how: Any) -> Position:
    return cento_position(hand, "", **how)


def pairs(hand: str, **how: Any) -> Position:
    return cento_position(hand, "", "+5 +1 +9", "", pairs=True, **how)


OWN: dict[str, Any] = {"preset": "own", "cards": ["+1", "+2", "+3", "+4", "+7", "-1", "SKIP"], "target": 37}
EXAMPLES = [
    # Cento
    Example(
        "+7",
        ["The total becomes 93.", "The next player wins with a +7 or Copy: about 2 times in 5."],
        two("+7 +1", total=86),
    ),
    Example("+4", ["The total becomes 30.", "The next player wins with a +7: about"], two("+4 +1", total=26, **OWN)),
    Example("+4", ["The next player cannot win with any card."], two("+4 +1", total=25, **OWN)),  # there is no +8
    Example("+10", ["This wins the match!"], two("+10 +1", total=90)),
    Example("+10", ["This wins the round!"], two("+10 +1", total=90, match="series")),
    Example("+1", ["Then the round ends without a winner."], two("+1", turns=999)),
    Example(
        "discard:+9",
        [
            "You cannot play any card, so you must discard one.",
            "The total becomes 98.",
            "The next player wins with a +2: about",
        ],
        two("+9 +10 +25 +50", total=98),
    ),
    Example(
        "FLIP",
        ["The total becomes 90.", "Then the goal is 0.", "The next player cannot win with any card."],
        two("FLIP +1", total=90),
    ),
    Example(
        "-10",
        [
            "The total becomes 50.",
            "The next player wins with a +50 or Double/Halve",
            "Gets rid of a card worth 10 points.",
        ],
        two("-10 +1", total=60, match="first-to"),
    ),
    Example("SKIP", ["The total becomes 30.", "It is your turn again."], two("SKIP +1", total=30)),
    Example(
        "SKIP",
        ["The total becomes 97.", "It is your turn again, and then you win with +3!"],
        two("SKIP +1 +3", total=97),
    ),
    Example(
        "SKIP", ["It is your turn again. You win if you draw a +5: about 1 time in"], two("SKIP +1 -2 -3 -4", total=95)
    ),
    Example(
        "SKIP",
        ["Your partner plays next and wins for you both with a +10: about 1 time in 4"],
        pairs("SKIP +1 +2 +3 +4", total=90),
    ),
    Example("SKIP", ["Your partner plays next, but cannot win with any card."], pairs("SKIP +1", total=30)),
    Example("swap:-2", ["You win if your partner gives you a +5: about 1 time in 4."], pairs("SKIP -2", total=95)),
    Example(
        "swap:-2",
        ["No card from your partner would win."],
        pairs("SKIP -2 +9", total=90, pile=" ".join(["+10"] * 6), last="+1"),
    ),
    Example("give:+5", ["Your partner can win with it!"], play_all(pairs("SKIP -2", total=95), "swap:-2")),
    Example("give:+1", ["Your partner must play it, but"], play_all(pairs("SKIP -2", total=95), "swap:-2")),
    Example("give:+9", ["Your partner cannot play it and must"], play_all(pairs("SKIP -2", total=95), "swap:-2")),
    # 11 nimmt!
    Example(
        "take:20",
        ["None of your cards fits, so you must take a stack.", "You take one card.", "That adds one ox head."],
        nimmt_position("50 60", "1 2", stacks=["20"]),
        memory_aid=True,
    ),
    Example(
        "take:25",
        ["You take 25 and all the cards under it.", "Then 2 new stacks begin."],
        nimmt_position("50 60", "1 2", stacks=["20 23 25"]),
    ),
    Example(
        "53>50",
        ["Gets rid of 5 ox heads.", "Then none of your cards fits on a stack."],
        nimmt_position("53 90", "1 2"),
    ),
    Example("55>50", ["Then you have no cards left, and the round is over!"], nimmt_position("55", "1 2")),
    Example("53>50", ["Then your last card fits on a stack."], nimmt_position("53 55", "1 2")),
    Example("53>50", ["Then one of your 2 cards fits on a stack."], nimmt_position("53 55 90", "1 2")),
    Example(
        "53>50",
        ["Then all your cards fit on a stack.", "Then there is room for 62 too."],
        nimmt_position("53 55 62", "1 2"),
    ),
    Example("55>50", ["Then there is nowhere to put 52 or 53."], nimmt_position("52 53 55 57", "1 2")),
    Example(
        "53>50", ["Your turn goes on: one more of your cards fits."], nimmt_position("53 55 90", "1 2", bulls=(1, 0))
    ),
    Example("53>50", ["Nothing more fits in this turn."], nimmt_position("53 90", "1 2", bulls=(1, 0))),
    Example(
        "end", ["You hold back 2 cards that fit."], play_all(nimmt_position("53 55 56", "1 2", bulls=(1, 0)), "53>50")
    ),
    Example(
        "take:25",
        ["You take 3 cards.", "That adds 7 ox heads.", "You get a bull: with it you can play several cards"],
        nimmt_position("50 60", "1 2", stacks=["20 23 25"]),
        memory_aid=True,
    ),
    Example(
        "take:25",
        ["You get another bull: then you can play on 2 stacks in a turn."],
        nimmt_position("50 60", "1 2", stacks=["20 23 25"], bulls=(1, 0)),
        memory_aid=True,
    ),
    Example(
        "take:25",
        ["You take a bull from another player."],
        nimmt_position("50", "1 2", "3", stacks=["20 23 25"], bulls=(0, 5, 5)),
        memory_aid=True,
    ),
    Example(
        "bull:1",
        ["That player has 2 cards left.", "You get rid of all your cards first: ", "At the end of the round you have"],
        play_all(nimmt_position("50", "1 2", "3", stacks=["20 23 25"], bulls=(0, 5, 5)), "take:25"),
    ),
    # 10
    Example(
        "6:down+2",
        [
            "Whoever loses takes about",
            "You win this round about",
            "The best total that you can reach is 9.",
            "You risk 2 chips: the winner of the round gets them.",
        ],
        ten_position("6 3 10", "", "", table=[""]),
    ),
    Example(
        "stand",
        ["You win this round nearly always and lose it almost never.", "On average you gain 4 chips by the end"],
        ten_position("4", "", table=["10:up", "1:up"], phase=4, starter=1, to_move=0, chips=[5, 5], pot=4),
    ),
    Example(
        "0:up+2",
        ["You risk 2 chips: the winner of the round gets them.", "On average you lose"],
        ten_position("0 10 10 10", "", table=["", "10:up"], starter=1, to_move=0),
    ),
    Example(
        "show", ["The best total that you can reach is 10."], ten_position("4", "", table=["6:down", "1:up"], phase=4)
    ),
    Example("hide", ["Your total is 6."], ten_position("4", "", table=["6:down", "1:up"], phase=4)),
    Example("add:4", ["Your total is 10."], ten_position("4", "", table=["6:up", "1:up"], phase=4)),
    Example(
        "swap:1",
        ["With that card you can reach 9, with your own 2.", "You risk one chip: the winner of the round gets it."],
        ten_position("10 10 9", "", table=["2:up", "9:up"], phase=3),
    ),
    Example(
        "bid:1:2",
        ["You do not know what card it is.", "You pay 2 chips if nobody bids more."],
        ten_position("", "", "", table=["2:up", "9:down+1", "5:up"], phase=3),
    ),
    Example(
        "bid:1:1",
        ["With that card you can reach 9, with your own 2.", "You pay one chip for it."],
        ten_position("10 10 9", "", table=["2:up", "9:up+1"], phase=3, chips=[7, 6]),
    ),
    Example(
        "start:1",
        ["You win the next round about"],
        play_all(ten_position("4", "", table=["6:up", "1:up"], phase=4), "add:4 stand"),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.position.game.name} {example.move}")
def test_a_move_is_explained_by_what_comes_of_it(example: Example) -> None:
    sentences = [fact.sentence("en") for fact in reasons(example.position, example.move, memory_aid=example.memory_aid)]
    for told in example.told:
        assert any(sentence.startswith(told) for sentence in sentences), sentences


def test_every_fact_comes_up_and_can_be_told_in_every_language() -> None:
    found = [
        fact for example in EXAMPLES for fact in reasons(example.position, example.move, memory_aid=example.memory_aid)
    ]
    found += [instead for fact in found if (instead := fact.to_say_total())]
    found += [Reason("facts.forced"), Reason("facts.as_good", {"moves": [Move("COPY:-20"), Move("-2")]}, "cento")]
    told = {fact.key for fact in found}
    assert told == {key for key in messages_of("en") if re.match(r"(\w+\.)?facts\.", key)}
    for language in LANGUAGES:
        for fact in found:
            sentence = fact.sentence(language)
            assert sentence[-1] in ".!"
            assert "{" not in sentence
            assert not re.search(CODES, sentence)


def test_moves_that_are_as_good_are_told_in_words_with_names_and_you_as_you() -> None:
    moves = [Move("P3:up+1"), Move("bid:1:2"), Move("start:0")]
    fact = Reason("facts.as_good", {"moves": moves}, "ten")
    told = (
        "About as good: lay penalty card 3 face up with one chip on it, bid 2 chips for Bo’s card or {me} next round."
    )
    assert fact.sentence("en", ["Ada", "Bo"], you=0) == told.format(me="you start the")
    assert fact.sentence("en", ["Ada", "Bo"]) == told.format(me="Ada starts the")
    assert "Player 2’s card" in fact.sentence("en")


def test_whoever_says_the_total_cannot_read_it_off_a_hint() -> None:
    """Neither the total itself nor a card that wins from there."""
    kinds = set()
    for example in (example for example in EXAMPLES if example.position.game.name == "cento"):
        total = example.position.view(example.position.to_move).total_after(example.move)
        facts = reasons(example.position, example.move)
        advised = Advised(example.move, 0.5, 0.1, 1, reasons=tuple(facts))
        winning = [fact for fact in facts if total is not None and "cards" in fact.values]
        kinds |= {fact.key for fact in winning}
        for language in LANGUAGES:
            told = " ".join(advised.as_dict(language, says=True)["reasons"])
            assert str(total) not in re.findall(r"\d+", told)
            cards = [card_name(language, "cento", card) for fact in winning for card in fact.values["cards"]]
            assert not [card for card in cards if card in told]
    assert len(kinds) == 4


def test_n9_nothing_that_is_told_of_a_take_depends_on_what_lies_under_the_top() -> None:
    """N9: not its size, its ox heads or a bull; also where stacks of all kinds may be taken."""
    under = ("25", "24 25", "20 23 25", "33 93 13 25")
    told = [reasons(nimmt_position("50 60", "1 2", stacks=[stack, "70"]), "take:25") for stack in under]
    assert all(facts == told[0] for facts in told)
    assert {fact.key for fact in told[0]} == {"nimmt.facts.stuck", "nimmt.facts.takes_under", "nimmt.facts.begins"}
    aided = [reasons(nimmt_position("50 60", "1 2", stacks=[stack]), "take:25", memory_aid=True) for stack in under]
    assert len({str(facts) for facts in aided}) == len(under)


def test_n9_advice_keeps_quiet_about_stacks_unless_the_table_has_a_memory_aid() -> None:
    view = nimmt_position("50 60", "1 2", stacks=["20 23 25", "70"]).view(0)
    keys = [
        {fact.key for move in advise(view, SHORT, memory_aid=aid).moves for fact in move.reasons}
        for aid in (False, True)
    ]
    secrets = {"nimmt.facts.takes", "nimmt.facts.heads", "nimmt.facts.bull", "nimmt.facts.points", "nimmt.facts.first"}
    assert not secrets & keys[0]
    assert secrets <= keys[1]


# --- Chances ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0, "almost never"),
        (0.05, "about 1 time in 20"),
        (0.17, "about 1 time in 6"),
        (0.39, "about 2 times in 5"),
        (0.48, "about half the time"),
        (0.66, "about 2 times in 3"),
        (0.91, "about 9 times in 10"),
        (1, "nearly always"),
    ],
)
def test_chances_are_told_as_people_say_them(chance: float, words: str) -> None:
    assert odds("en", chance) == words


@pytest.mark.parametrize(
    ("hand", "move", "total", "hits"),
    [
        ("+7 +1 +2 +3 +4", "+7", 86, 5 + 4),  # +7, and Copy of it
        ("+6 +1 +2 +3 +7", "+6", 87, 5),
        ("+6 +1 +2 +3 TENS", "+6", 74, 3),  # 20-40-60-80
        ("-9 +1 +2 +3 +7", "-9", 59, 1 + 4),  # +50, Double/Halve
    ],
)
def test_the_odds_told_are_those_of_an_exact_count(hand: str, move: str, total: int, hits: int) -> None:
    """One card is on the pile and five are in the hand: the next player holds five of the other 104."""
    exact = 1 - math.comb(104 - hits, 5) / math.comb(104, 5)
    facts = reasons(cento_position(hand, "", "", total=total, pile="+10"), move)
    told = next(fact.values["odds"] for fact in facts if fact.key == "cento.facts.next")
    assert abs(told - exact) < 4 * math.sqrt(exact * (1 - exact) / WORLDS)


# --- Advice -----------------------------------------------------------------------------------------------------
def test_a_winning_move_is_advised_with_certainty_and_says_so() -> None:
    position = cento_position("+10 +1 +2 -3 SKIP", "", "", total=90)
    advice = advise(position.view(0), SHORT)
    best = advice.best
    assert (best.move, best.chance, best.error, best.low, best.high, best.exact) == ("+10", 1, 0, 1, 1, True)
    assert advice.sentence("en", "+10") == "This wins the match!"
    assert advice.sentence("sv", "+10") == "Då vinner du matchen!"
    assert advice.sentence("is", "+10") == "Þá vinnur þú leikinn!"
    assert len(advice.moves) == 3
    assert not advice.forced


def test_the_only_move_is_told_to_be_the_only_one() -> None:
    position = Cento(3).deal(1)
    advice = advise(position.view(position.to_move), SHORT)
    assert advice.forced
    assert [advised.move for advised in advice.moves] == position.legal_moves
    assert advice.about[0].sentence("en") == "This is the only thing you can do."


@pytest.mark.parametrize("game", [Cento(3), Nimmt(3), Ten(3)], ids=lambda game: game.name)
def test_advice_has_numbers_that_fit_together(game: Game) -> None:
    position = match_after(game, 3, 13).position
    view = position.view(position.to_move)
    advice = advise(view, SHORT, seed=4)
    assert advice == advise(view, SHORT, seed=4)
    assert 1 <= len(advice.moves) <= 3
    for advised in advice.moves:
        assert advised.move in position.legal_moves
        assert 0 <= advised.low <= advised.chance <= advised.high <= 1
        assert advised.reasons
        assert advice.sentence("is", advised.move) == " ".join(advised.sentences("is"))
    with pytest.raises(TiotalError, match="The hint says nothing about"):
        advice.sentence("en", "dance")


@pytest.mark.parametrize("game", [Cento(3), Nimmt(3), Ten(3)], ids=lambda game: game.name)
def test_a_move_that_was_not_looked_at_can_be_asked_about(game: Game) -> None:
    position = match_after(game, 5, 16).position
    asked = position.legal_moves[-1]
    advice = advise(position.view(position.to_move), Budget(iterations=1), also=asked)
    assert advice.also
    assert advice.also.move == asked
    assert 0 <= advice.also.chance <= 1
    assert advice.sentence("en", asked)


def test_moves_are_called_about_as_good_only_when_no_difference_that_matters_is_left_open() -> None:
    one = Advised("+1", 0.50, 0.005, 100)
    assert Advised("+2", 0.49, 0.005, 100).is_as_good_as(one)
    assert Advised("+2", 0.491, 0.0, 100).is_as_good_as(Advised("+1", 0.5, 0.0, 100))
    assert not Advised("+2", 0.49, 0.03, 100).is_as_good_as(one), "it may be much better or much worse"
    assert not Advised("+2", 0.46, 0.005, 100).is_as_good_as(one)
    assert not Advised("+2", 0.06, 0.001, 100).is_as_good_as(Advised("+1", 0.07, 0.001, 100))


def test_a_move_is_called_worse_only_when_that_is_known() -> None:
    best = Advised("+1", 0.50, 0.02, 100)
    assert Advised("+2", 0.40, 0.02, 100).is_worse_than(best)
    assert not Advised("+2", 0.49, 0.02, 100).is_worse_than(best)
    assert not Advised("+2", 0.51, 0.02, 100).is_worse_than(best), "the best is what was tried most"
    certain = Advised("+10", 1.0, 0.0, 100, exact=True)
    assert Advised("+2", 0.90, 0.20, 2).is_worse_than(certain), "however little is known of it"
    assert not Advised("+2", 1.00, 0.20, 2).is_worse_than(certain)


def test_a_hint_leaves_open_what_a_deeper_search_would_change() -> None:
    """However many playouts agree: their average alone would claim to be ten times as sure."""
    view = match_after(Nimmt(3), 3, 13).position.view(match_after(Nimmt(3), 3, 13).position.to_move)
    some, many = (advise(view, Budget(iterations=number), count=1).best.error for number in (2_000, 20_000))
    assert many < some < 1.5 * many


def test_the_intervals_of_hints_hold_what_a_search_ten_times_deeper_finds() -> None:
    """Decision 0026, over all games, variants and numbers of players; bench/hints.py asks the same of 300 hints."""
    hints = [compare(position.view(position.to_move), 600) for position in positions(30)]
    assert sum(hint.within[0] for hint in hints) >= 27
    assert sum(held for hint in hints for held in hint.within) >= 0.9 * sum(len(hint.within) for hint in hints)
    assert max(hint.regret for hint in hints) <= 0.05
    assert sum(hint.equals for hint in hints) > 0
    assert sum(hint.unequal for hint in hints) == 0
    assert sorted(hint.half_width for hint in hints)[15] < 0.06, "an interval that says nothing would always be right"


@pytest.mark.parametrize("game", [Cento(4, pairs=True), Nimmt(3), Ten(3)], ids=lambda game: game.name)
def test_advice_is_the_same_when_hidden_cards_are_exchanged(game: Game) -> None:
    dice = random.Random(8)
    for moves in (9, 14):
        match = match_after(game, 2, moves)
        seat = match.position.to_move
        advice = advise(match.position.view(seat), SHORT)
        twin = twin_of(match, seat, dice, ALL)
        assert twin.position.describe() != match.position.describe()
        assert advise(twin.position.view(seat), SHORT) == advice


@pytest.mark.parametrize("game", [Cento(3), Nimmt(2, rounds=1), Ten(2)], ids=lambda game: game.name)
def test_advice_needs_no_compiler(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "can_compile", lambda: False)
    position = match_after(game, 3, 7).position
    assert advise(position.view(position.to_move), Budget(iterations=10), count=1).best.reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_advice_for_who_is_not_to_move(language: str) -> None:
    position = Cento(2).deal(5)
    waiting = 1 - (position.to_move or 0)
    with pytest.raises(TiotalError, match="not for spectators") as spectator:
        advise(position.view(None))
    with pytest.raises(TiotalError, match="for the player whose turn it is") as early:
        advise(position.view(waiting))
    with pytest.raises(TiotalError, match="from 1 to 20 moves, not 0"):
        advise(position.view(position.to_move), count=0)
    with pytest.raises(TiotalError, match=r"\+50 is not possible"):
        advise(position.view(position.to_move), Budget(iterations=1), also="+50")
    while not position.is_over:
        position.play(position.legal_moves[0])
    with pytest.raises(TiotalError, match="The match is over") as over:
        advise(position.view(0))
    assert all(error.value.sentence(language) for error in (spectator, early, over))


# --- The command ------------------------------------------------------------------------------------------------
@pytest.fixture
def records(tmp_path: Path) -> dict[str, Path]:
    """A record of each game in mid-match, and one of a match that is over."""
    files = {}
    for game, moves in ((Cento(2), 6), (Nimmt(2), 6), (Ten(2), 6), (Cento(2), 10_000)):
        position = match_after(game, 5, moves).position
        name = "over" if position.is_over else game.name
        files[name] = tmp_path / f"{name}.json"
        files[name].write_text(record_of(position, ["Ada", "Bo"]).to_json(), encoding="utf-8")
    return files


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["cento", "nimmt", "ten"])
def test_hint_shows_a_table_and_reasons(game: str, language: str, records: dict[str, Path], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["hint", str(records[game]), "--budget", "200", "--language", language])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert {"en": "Chance of winning", "sv": "Vinstchans", "is": "Sigurlíkur"}[language] in out
    assert "Ada" in out or "Bo" in out
    assert "{" not in out


def test_hint_as_json_also_says_what_was_played(records: dict[str, Path], capsys: Output) -> None:
    moves = json.loads(records["over"].read_text())["moves"]
    assert (
        run("hint", str(records["over"]), "--move", str(len(moves)), "--budget", "300", "--count", "2", "--json") == 0
    )
    hint = json.loads(capsys.readouterr().out)
    assert (hint["game"], hint["number"], len(hint["moves"])) == ("cento", len(moves), 2)
    best = hint["moves"][0]
    assert (best["chance"], best["reasons"]) == (1.0, ["This wins the match!"])
    assert set(best) == {"move", "chance", "low", "high", "error", "visits", "exact", "reasons"}
    assert hint["played"]["move"] == moves[-1]
    told = to_do("en", "cento", Cento(2).read(moves[-1]), ["Ada", "Bo"])
    assert hint["played"]["compared"] == f"Played: {told}. That is the best move."
    assert hint["player"] == ["Ada", "Bo"][hint["seat"]]


def test_hint_compares_a_worse_move_with_the_best(tmp_path: Path, capsys: Output) -> None:
    position = Cento(2).deal(5)
    while not position.is_over:
        winning = [move for move in position.legal_moves if ends(position, move)]
        others = [move for move in position.legal_moves if move not in winning]
        if winning and others:
            break
        position.play(position.legal_moves[0])
    position.play(others[0])
    file = tmp_path / "game.json"
    file.write_text(record_of(position).to_json(), encoding="utf-8")
    assert run("hint", str(file), "--move", str(len(position.moves)), "--budget", "300") == 0
    told = to_do("en", "cento", position.game.read(others[0]), ["Ada", "Bo"])
    assert f"Played: {told}. That lowers the chance of winning from" in capsys.readouterr().out
    assert run("hint", str(file), "--budget", "100", "--json") == 0
    assert json.loads(capsys.readouterr().out)["played"] is None


def test_what_was_played_is_not_said_to_lower_a_chance_that_it_does_not() -> None:
    """After a few playouts hardly any two moves can be told apart."""
    record = record_of(match_after(Nimmt(2), 5, 20).position)
    hints = [RecordHint(record, number, Budget(iterations=40), 0, 3) for number in range(1, len(record.moves) + 1)]
    told = [hint.compared("en") or "" for hint in hints]
    assert any("It is hard to say whether" in sentence for sentence in told)
    for hint, sentence in zip(hints, told, strict=True):
        if "lowers the chance" in sentence:
            assert hint.advice.also is not None
            assert hint.advice.also.chance < hint.advice.best.chance


def ends(position: Position, move: str) -> bool:
    tried = position.copy()
    tried.play(move)
    return tried.is_over


def test_wrong_input_to_hint_gets_one_sentence(records: dict[str, Path], tmp_path: Path, capsys: Output) -> None:
    over, cento = str(records["over"]), str(records["cento"])
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    most = len(json.loads(records["over"].read_text())["moves"])
    wrong = {
        ("no-such-file",): "The file no-such-file does not exist.",
        (over,): f"The match in this record is over. Choose a move with --move, from 1 to {most}.",
        (
            over,
            "--move",
            str(most + 1),
        ): f"There is no move {most + 1} to give a hint for; choose one from 1 to {most}.",
        (cento, "--move", "0"): "There is no move 0 to give a hint for; choose one from 1 to 7.",
        (cento, "--move", "x"): "--move must be a whole number, not x.",
        (cento, "--budget", "soon"): "A budget must be a time such as 50ms",
        (cento, "--count", "0"): "A hint shows from 1 to 20 moves, not 0.",
        (cento, "--seed", "-1"): "The seed of a simulation must be a whole number",
        (str(bad),): "This is not a record that can be read here",
    }
    for arguments, sentence in wrong.items():
        assert run("hint", *arguments) == 2
        captured = capsys.readouterr()
        assert captured.err.startswith(sentence)
        assert captured.err.count("\n") == 1
        assert captured.out == ""
