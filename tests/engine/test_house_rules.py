"""House rules: what a file may say, the sentence for everything else, and that they are what is played and recorded."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.games import sensible
from tiotal import GAMES, BadRecord, Cento, Nimmt, Ten, read_record, record_of, verify_record
from tiotal.engine.errors import BadHouseRules, BadOption, TiotalError, UnknownGame
from tiotal.engine.game import Game, Position
from tiotal.engine.house_rules import (
    MOST_CHARACTERS,
    HouseRules,
    house_rules_of,
    make_house_rules,
    read_house_rules,
    sentences,
)
from tiotal.engine.names import LONGEST_NAME
from tiotal.words import LANGUAGES

BAD_NAME = f"The name of house rules must have 1 to {LONGEST_NAME} characters, on one line."
EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "house-rules").glob("*.toml"))
OWN = 'preset = "own"\ncards = ["+1", "+2", "+3", "+5", "-1", "FLIP"]\ntarget = 30\n'  # 30 cards: enough for four


def a_file(options: str = "", *, name: str = '"Grandma’s"', game: str = '"cento"', players: str = "") -> str:
    said = f"players = {players}\n" if players else ""
    return f"name = {name}\ngame = {game}\n{said}[options]\n{options}"


def refusal(text: str, kind: type[TiotalError] = BadHouseRules) -> str:
    """The sentence with which a file is refused; there is one in every language."""
    with pytest.raises(kind) as caught:
        read_house_rules(text)
    assert all(map(caught.value.sentence, LANGUAGES))
    return str(caught.value)


def played(position: Position, seed: int = 1) -> Position:
    dice = random.Random(seed)
    while not position.is_over:
        position.play(sensible(position, dice))
    return position


# --- Files that can be played -----------------------------------------------------------------------------------
def test_a_file_says_what_is_played() -> None:
    rules = read_house_rules(a_file(OWN, players="[2, 3]"))
    assert rules.name == "Grandma’s"
    assert rules.players == (2, 3)
    assert rules.play(3) == Cento(3, preset="own", cards=["+1", "+2", "+3", "+5", "-1", "FLIP"], target=30)
    assert rules.play(3).called == "Grandma’s"
    assert Cento(3).called == "Cento"


def test_options_and_players_may_be_left_out() -> None:
    rules = read_house_rules('name = "Ours"\ngame = "ten"')
    assert rules == HouseRules("Ours", "ten", (2, 3, 4, 5, 6, 7), {})
    assert rules.play(5) == Ten(5)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (a_file(OWN), (2, 3, 4)),
        (a_file(OWN, players="3"), (3,)),
        (a_file("pairs = true"), (4, 6, 8)),
        (a_file("pairs = true", players="[4, 8]"), (4, 6, 8)),
        (a_file("pairs = true", players="6"), (6,)),
        (a_file("starter = 4", game='"nimmt"'), (5, 6, 7)),
        (a_file(game='"nimmt"', players="[2, 2]"), (2,)),
    ],
)
def test_the_game_says_how_many_can_play(text: str, players: tuple[int, ...]) -> None:
    assert read_house_rules(text).players == players


def test_a_file_may_begin_with_a_byte_order_mark_and_have_the_lines_of_windows() -> None:
    assert read_house_rules("\ufeff" + a_file(OWN).replace("\n", "\r\n")) == read_house_rules(a_file(OWN))


def test_a_name_is_shown_as_it_was_written_but_for_blanks_around_it() -> None:
    assert read_house_rules(a_file(name='"  <b>[red]{n} 🐮 "')).name == "<b>[red]{n} 🐮"


def test_changed_options_make_other_rules_which_are_not_called_so() -> None:
    rules = read_house_rules(a_file(OWN, players="[2, 3]"))
    changed = rules.play(4, target=40)
    assert changed.options["target"] == 40 and changed.options["cards"] == rules.options["cards"]
    assert changed.called == "Cento" and changed.house_rules is None
    assert rules.options["target"] == 30
    assert rules.play(2).options["target"] == 30


def test_nobody_plays_with_more_or_fewer_than_the_rules_are_for() -> None:
    rules = read_house_rules(a_file(players="[3, 5]"))
    with pytest.raises(BadOption, match=r"^Grandma’s is for 3, 4 or 5 players, not 6\.$"):
        rules.play(6)
    assert [rules.nearest(players) for players in (2, 3, 4, 5, 8)] == [3, 3, 4, 5, 5]


# --- Files that cannot ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The house rules lack a line with name. They need a name and a game."),
        ('name = "Ours"', "The house rules lack a line with game. They need a name and a game."),
        ("# Ours\n\ncento", "Line 3 of the house rules cannot be read. A line looks like this: target = 30"),
        ('name = "Ours\n', "Line 1 of the house rules cannot be read. A line looks like this: target = 30"),
        ('name = "A"\nname = "B"', "Line 2 of the house rules cannot be read. A line looks like this: target = 30"),
        ('\nname = """A', "Line 2 of the house rules cannot be read. A line looks like this: target = 30"),
        ('name = "A\0"', "Line 1 of the house rules cannot be read. A line looks like this: target = 30"),
        (
            'name = "A"\ngame = "nimmt"\nrounds = 3',
            "House rules have no 'rounds'. You can set name, game, players and options; "
            "everything else belongs under [options].",
        ),
        (
            'name = "A"\ngame = "ten"\noptions = "none"',
            "The options of house rules are written one on a line below [options], not 'none'.",
        ),
    ],
)
def test_what_is_no_file_of_house_rules_is_refused_with_the_place(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


@pytest.mark.parametrize(
    "name", ['""', '"   "', '"\\u2800\\u3164"', '"a\\nb"', '"\\u202eb"', "3", "[]", f'"{"x" * 41}"']
)
def test_a_name_can_be_seen_on_one_line(name: str) -> None:
    assert refusal(a_file(name=name)) == BAD_NAME


@pytest.mark.parametrize("game", ['"uno"', '"Cento"', "3", '["cento"]', '""'])
def test_the_game_is_one_that_there_is(game: str) -> None:
    assert refusal(a_file(game=game), UnknownGame).endswith("; you can play cento, nimmt or ten.")


@pytest.mark.parametrize("players", ['"2"', "[3, 2]", "[2]", "[2, 3, 4]", "true", "2.5", '[2, "3"]', "{}", "[]"])
def test_players_are_a_number_or_from_fewest_to_most(players: str) -> None:
    assert refusal(a_file(players=players)).startswith(
        "The players of house rules must be a number, or two numbers such as [2, 4], not "
    )


OPTIONS = "cards, limit, match, pairs, preset or target"
CAN_BE = "These house rules can be played with"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (a_file("rounds = 3"), f"There is no option 'rounds'; you can set {OPTIONS}."),
        (a_file("players = 3"), f"There is no option 'players'; you can set {OPTIONS}."),
        (a_file("self = 3"), f"There is no option 'self'; you can set {OPTIONS}."),
        (a_file('target = "30"'), "The option target must be a whole number from 10 to 1000, not '30'."),
        (a_file("target = 1979-05-27"), "The option target must be a whole number from 10 to 1000, not 1979-05-27."),
        (a_file("target = nan"), "The option target must be a whole number from 10 to 1000, not nan."),
        (a_file("pairs = 1"), "The option pairs must be true or false, not 1."),
        (
            a_file('preset = "own"\ncards = ["+2", "+4", "+6", "+8"]\ntarget = 37'),
            "With these cards nobody can ever reach exactly 37.",
        ),
        (
            a_file('preset = "own"\ncards = ["+1"]\ntarget = 30'),
            "6 cards are not enough for 2 players: at least 20 are needed.",
        ),
        (
            a_file(OWN, players="[2, 6]"),
            f"30 cards are not enough for 6 players: at least 40 are needed. {CAN_BE} 2, 3 or 4 players.",
        ),
        (
            a_file("pairs = true", players="[2, 4]"),
            f"To play in pairs you need 4, 6 or 8 players, not 2. {CAN_BE} 4, 6 or 8 players.",
        ),
        (a_file(players="[2, 9]"), f"Cento is for 2 to 8 players, not 9. {CAN_BE} 2, 3, 4, 5, 6, 7 or 8 players."),
        (
            a_file("starter = 6", game='"ten"', players="5"),
            f"Seats are counted from 0 here: the one that starts must be from 0 to 4, not 6. {CAN_BE} 7 players.",
        ),
    ],
)
def test_a_variant_that_cannot_be_played_is_refused_as_the_game_refuses_it(text: str, sentence: str) -> None:
    assert refusal(text, BadOption) == sentence


@pytest.mark.parametrize(
    "text",
    [
        a_file("target = " + "9" * 5_000),
        "a = " + "[" * 5_000,
        a_file().replace("[options]\n", "options.target." + ".".join("a" * 3_500) + " = 1\n"),
    ],
    ids=["digits", "brackets", "dots"],
)
def test_what_nobody_would_write_is_refused_too(text: str) -> None:
    assert refusal(text) == "The house rules cannot be read: they are written in a way that is too complicated."


def test_house_rules_are_short() -> None:
    longest = a_file(OWN) + "#" * (MOST_CHARACTERS - len(a_file(OWN)))
    assert read_house_rules(longest).name == "Grandma’s"
    assert refusal(longest + "#") == "House rules are a small file: at most 8000 characters."


SNIPPETS = ["name", "game", '"cento"', "=", "[options]", "\n", "[", "]", "{", "}", '"', "'", ".", "3", "-", "#"]


@given(st.lists(st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=3)), max_size=60).map("".join))
def test_no_text_gives_anything_but_rules_or_a_sentence(text: str) -> None:
    for start in ("", a_file(OWN)):
        sentence = ""
        try:
            rules = read_house_rules(start + text)
        except (BadHouseRules, BadOption, UnknownGame) as error:
            sentence = str(error)
        else:
            assert rules.play(rules.players[0]).deal(1).legal_moves
        assert len(sentence) < 400 and sentence.isprintable()


# --- Writing ----------------------------------------------------------------------------------------------------
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=LONGEST_NAME)


@given(names, st.data())
def test_what_is_written_is_read_again(name: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(GAMES.values())))
    players, options = data.draw(st.sampled_from(kind.variants))
    try:
        rules = make_house_rules(name, kind.name, options, data.draw(st.sampled_from([None, players])))
    except BadHouseRules:  # as a name it cannot be seen
        return
    assert read_house_rules(rules.written()) == rules


def test_an_option_that_is_null_is_as_usual_and_not_written() -> None:
    rules = make_house_rules("A", "cento", {"preset": "race", "target": None})
    assert rules.options == {"preset": "race"}
    assert read_house_rules(rules.written()) == rules


@pytest.mark.parametrize("kind", GAMES.values())
def test_the_rules_of_a_game_can_be_kept(kind: type[Game]) -> None:
    for players, options in kind.variants:
        game = kind(players, **options).by_house_rules("As we play it")
        rules = house_rules_of(game)
        assert rules.name == "As we play it" and rules.play(players) == game
    assert house_rules_of(kind(3)).options == {}
    assert house_rules_of(kind(3)).name == kind.title


# --- Telling ----------------------------------------------------------------------------------------------------
def test_house_rules_are_told_in_plain_words() -> None:
    rules = read_house_rules(a_file(OWN, players="[2, 3]"))
    assert sentences(rules, "en") == [
        "Grandma’s: house rules for Cento",
        "For 2 or 3 players.",
        "Variant: Your own",
        "Cards: +1, +2, +3, +5, −1, Flip",
        "Play to: 30",
        "30 cards.",
        "Enough for up to 4 players.",
        "The goal can be reached.",
    ]
    assert sentences(rules, "sv")[2:5] == [
        "Variant: Egen variant",
        "Kort: +1, +2, +3, +5, −1, Tvärtom",
        "Spela till: 30",
    ]
    assert sentences(rules, "is")[0] == "Grandma’s: heimareglur fyrir Cento"
    assert sentences(read_house_rules(a_file("pairs = true")), "en")[2:] == ["Pairs: Yes"]
    assert sentences(read_house_rules(a_file('preset = "classic"')), "en")[2:] == ["Everything is as usual."]
    long = read_house_rules(a_file('match = "first-to"\nlimit = 2000'))
    assert [sentences(long, language)[-1] for language in ("en", "is")] == ["Points limit: 2,000", "Stigamörk: 2.000"]
    bulls = read_house_rules(a_file("starter = 2\nrounds = 4", game='"nimmt"'))
    assert sentences(bulls, "en")[2:] == ["Who starts: Seat 3", "Rounds: 4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_word_in_every_language(language: str) -> None:
    for kind in GAMES.values():
        for _, options in kind.variants:
            told = " ".join(sentences(make_house_rules("A", kind.name, options), language))
            assert "_" not in told and "{" not in told


# --- The examples -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_can_be_played_with_everybody_it_is_for(file: Path) -> None:
    rules = read_house_rules(file.read_text(encoding="utf-8"))
    for players in rules.players:
        final = played(rules.play(players).deal(players))
        assert final.winners


def test_the_page_about_house_rules_shows_an_example_as_it_is() -> None:
    folder = EXAMPLES[0].parent
    page = (folder.parent / "house-rules.md").read_text(encoding="utf-8")
    shown = (folder / "grandmas-cento.toml").read_text(encoding="utf-8")
    assert "".join(f"    {line}".rstrip() + "\n" for line in shown.splitlines()) in page
    assert all(f"house-rules/{file.name}" in page for file in EXAMPLES)


def test_there_is_an_example_of_every_game() -> None:
    assert {read_house_rules(file.read_text(encoding="utf-8")).game for file in EXAMPLES} == set(GAMES)


# --- Records ----------------------------------------------------------------------------------------------------
def document(game: Game, **changed: Any) -> str:
    told = json.loads(record_of(played(game.deal(3))).to_json())
    return json.dumps(told | changed)


def test_a_record_tells_what_people_call_their_rules() -> None:
    rules = read_house_rules(a_file(OWN))
    record = read_record(document(rules.play(2)))
    assert record.game == rules.play(2) and record.game.called == "Grandma’s"
    assert verify_record(record.to_json()).game.called == "Grandma’s"
    assert record.final().copy().game.called == "Grandma’s"


def test_a_record_without_such_a_name_is_written_as_before() -> None:
    assert "house_rules" not in json.loads(document(Nimmt(2)))
    assert read_record(document(Nimmt(2))).game.house_rules is None


@pytest.mark.parametrize("name", ["", " ", None, 3, "x" * 41, "a\nb", ["Grandma’s"], "\u2800"])
def test_a_record_with_a_name_that_nobody_can_have_is_refused(name: Any) -> None:
    with pytest.raises(BadRecord, match=re.escape(BAD_NAME)):
        read_record(document(Cento(2), house_rules=name))


def test_a_name_changes_nothing_in_a_match() -> None:
    named, plain = Cento(2).by_house_rules("A"), Cento(2)
    assert named == plain and hash(named) == hash(plain)
    assert played(named.deal(5)).fingerprint() == played(plain.deal(5)).fingerprint()
    assert plain.house_rules is None
