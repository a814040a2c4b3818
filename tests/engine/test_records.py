"""Records: written, read, replayed, verified; and everything that can be wrong with one.

Whatever text comes in, reading it gives a record or raises `BadRecord` with a sentence, and nothing else. The same
holds for written moves and `IllegalMove`.
"""

from __future__ import annotations

import functools
import hashlib
import json
import pickle
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tiotal.engine.errors import BadRecord, IllegalMove, TiotalError
from tiotal.engine.game import Game, Position
from tiotal.engine.names import LONGEST_NAME
from tiotal.engine.record import MOST_CHARACTERS, Record, read_record, record_of, verify_record
from tiotal.engine.seeds import LARGEST
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.words import LANGUAGES

SEALED = hashlib.sha256(b"a record").hexdigest()
fuzz = settings(max_examples=200, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# --- Games to record --------------------------------------------------------------------------------------------
@functools.cache
def played(name: str) -> Record:
    """A finished game; moves are chosen by a digest, so it is always the same."""
    recorded: dict[str, tuple[Game, int | str]] = {
        "cento": (Cento(3, preset="race", target=30), 1),
        "cento-own": (Cento(2, preset="own", cards=["+1", "+3", "+5", "-2", "FLIP", "TENS", "COPY"], target=37), 5),
        "cento-pairs": (Cento(4, pairs=True, match="series", preset="to-20-a"), 2),
        "cento-sealed": (Cento(2), SEALED),
        "nimmt": (Nimmt(3, rounds=1), 3),
        "ten": (Ten(2), 4),
    }
    game, seed = recorded[name]
    position = game.deal(seed)
    while not position.is_over:
        moves = position.legal_moves
        moves = [move for move in moves if not move.startswith("take:")] or moves
        digest = hashlib.sha256(f"{name} {len(position.moves)}".encode()).digest()
        position.play(moves[digest[0] % len(moves)])
    return record_of(position, [f"{name} {seat}" for seat in range(game.players)])


NAMES = ("cento", "cento-pairs", "cento-sealed", "nimmt", "ten")


def document(name: str, **changes: Any) -> dict[str, Any]:
    """A record as a JSON document, with some fields changed."""
    read: dict[str, Any] = json.loads(played(name).to_json())
    return read | changes


def refusal(text: str, read: Callable[[str], object] = read_record) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read(text)
    return caught.value


def attempt(text: str, read: Callable[[str], Any] = read_record) -> Any:
    """What reading gives: a result, or the refusal. Any other exception is a bug and goes through."""
    try:
        return read(text)
    except BadRecord as error:
        return error


def sentence_for(**changes: Any) -> str:
    """How a record of Cento with these fields is refused, before any move."""
    error = refusal(json.dumps(document("cento", **changes)))
    assert error.move_number is None
    return str(error)


# --- Writing and reading ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_a_record_reads_back_as_it_was_written(name: str) -> None:
    record = played(name)
    again = read_record(record.to_json())
    assert again == record
    assert again.to_json() == record.to_json()


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_the_small_document_of_the_rules_page(name: str) -> None:
    read = document(name)
    assert list(read) == ["format", "game", "options", "players", "seed", "moves"]
    assert read["format"] == "tiotal/1"
    assert isinstance(read["seed"], str)
    assert "\n" not in played(name).to_json()


@pytest.mark.parametrize("name", NAMES)
def test_replaying_a_record_goes_through_every_position(name: str) -> None:
    record = played(name)
    counts = [len(position.moves) for position in record.positions()]
    assert counts == list(range(len(record.moves) + 1))
    assert record.final().is_over


@pytest.mark.parametrize("name", NAMES)
def test_verifying_a_finished_record_gives_its_final_position(name: str) -> None:
    record = played(name)
    final = verify_record(record.to_json())
    assert (final.is_over, tuple(final.moves)) == (True, record.moves)
    assert final.fingerprint() == record.final().fingerprint()


def test_a_game_is_fully_determined_by_its_options_its_seed_and_its_moves() -> None:
    for name in NAMES:
        record = played(name)
        position = record.game.deal(record.seed)
        for move in record.moves:
            position.play(move)
        assert position.fingerprint() == record.final().fingerprint()


def test_a_record_without_names_calls_the_players_by_number() -> None:
    assert record_of(Cento(2).deal(1)).players == ("Player 1", "Player 2")


def test_names_may_be_in_any_script_and_stay_readable() -> None:
    names = ["Guðný Þöll", "Åsa", "小明 🐂"]
    text = record_of(Cento(3).deal(1), names).to_json()
    assert "Guðný Þöll" in text
    assert read_record(text).players == tuple(names)


def test_an_option_that_is_missing_or_null_has_its_default() -> None:
    text = json.dumps(document("cento", options={"pairs": None, "preset": "race", "target": 30}))
    assert read_record(text) == played("cento")


def test_a_record_of_a_match_still_going_on_can_be_read_but_not_verified() -> None:
    position = Cento(2).deal(1)
    text = record_of(position).to_json()
    assert read_record(text).moves == ()
    error = refusal(text, verify_record)
    assert error.move_number == 1
    assert str(error) == "The record is incomplete: move 1 is missing, and the match was not over."


def test_an_imagined_position_has_no_record() -> None:
    position = Cento(2).deal(1)
    imagined = position.game.imagine(position.view(0))
    with pytest.raises(TiotalError, match="An imagined position has no record"):
        record_of(imagined)


@pytest.mark.parametrize("names", [["Ada"], ["Ada", "Bo", "Cy"], ["Ada", "x" * (LONGEST_NAME + 1)], ["Ada", 7]])
def test_a_record_is_not_written_with_wrong_names(names: list[Any]) -> None:
    with pytest.raises(BadRecord, match="names 2 players, each on one line with at most 40 characters"):
        record_of(Cento(2).deal(1), names)


# --- Cut off, prolonged, altered --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_every_prefix_is_refused_with_the_number_of_the_first_missing_move(name: str) -> None:
    moves = list(played(name).moves)
    for length in range(len(moves)):
        text = json.dumps(document(name, moves=moves[:length]))
        assert refusal(text, verify_record).move_number == length + 1
    assert read_record(text).moves == tuple(moves[:-1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("extra", ["+1", "take:50", "pass", "nonsense", ""])
def test_a_move_after_the_end_is_refused_with_its_number(name: str, extra: str) -> None:
    moves = [*played(name).moves, extra]
    assert refusal(json.dumps(document(name, moves=moves))).move_number == len(moves)


@pytest.mark.parametrize("name", NAMES)
def test_an_altered_move_is_refused_with_its_number(name: str) -> None:
    """At every place: something that is no move, and a move of the right form that is not legal there."""
    record = played(name)
    moves = list(record.moves)
    written = [text for text in record.game.written if text is not None]
    places = []
    for number, position in enumerate(record.positions()):
        if not position.is_over:
            places.append((number, set(position.legal_moves)))
    for number, legal in places:
        illegal = written[(number * 37) % len(written)]
        while illegal in legal:
            illegal = written[(written.index(illegal) + 1) % len(written)]
        for wrong in ("nonsense", illegal):
            text = json.dumps(document(name, moves=[*moves[:number], wrong, *moves[number + 1 :]]))
            error = refusal(text)
            assert error.move_number == number + 1
            assert str(error).startswith(f"Move {number + 1} is wrong: {wrong}. ")


@pytest.mark.parametrize("name", NAMES)
def test_a_move_that_was_left_out_is_noticed(name: str) -> None:
    """Some moves fit together again by accident; then the match is another one, or not over."""
    moves = list(played(name).moves)
    noticed = 0
    for number in range(len(moves)):
        result = attempt(json.dumps(document(name, moves=moves[:number] + moves[number + 1 :])), verify_record)
        if isinstance(result, BadRecord):
            noticed += 1
            assert result.move_number is not None
            assert result.move_number > number
        else:
            assert result.moves != moves
    assert noticed > len(moves) * 0.9


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_is_another_deal(name: str) -> None:
    """The moves hardly ever fit it; with a sealed seed one digit is enough."""
    seed = str(played(name).seed)
    other = seed[:-1] + ("0" if seed[-1] != "0" else "1")
    error = refusal(json.dumps(document(name, seed=other)), verify_record)
    assert error.move_number is not None


def test_another_player_count_or_option_is_another_game() -> None:
    assert refusal(json.dumps(document("cento", players=["a", "b"])), verify_record).move_number
    assert refusal(json.dumps(document("cento", players=["a", "b", "c", "d"])), verify_record).move_number
    assert refusal(json.dumps(document("cento", options={"preset": "marathon"})), verify_record).move_number
    assert refusal(json.dumps(document("nimmt", options={"rounds": 2})), verify_record).move_number
    assert refusal(json.dumps(document("ten", options={"spare_jokers": "out"})), verify_record).move_number
    assert refusal(json.dumps(document("ten", game="nimmt", options={})), verify_record).move_number == 1


def test_the_names_are_the_one_thing_that_does_not_matter_to_the_game() -> None:
    text = json.dumps(document("cento", players=["", "x" * LONGEST_NAME, "x" * LONGEST_NAME]))
    assert verify_record(text).fingerprint() == played("cento").final().fingerprint()


# --- Fields -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("field", ["game", "options", "players", "seed", "moves"])
def test_a_missing_field_is_named(field: str) -> None:
    incomplete = document("cento")
    del incomplete[field]
    assert str(refusal(json.dumps(incomplete))) == f"The record has no field {field}."


@pytest.mark.parametrize("field", ["comment", "Moves", "", "winner", "__class__", "x" * 1000])
def test_a_field_that_does_not_belong_there_is_named(field: str) -> None:
    sentence = sentence_for(**{field: 1})
    assert sentence.startswith(f"The record has a field that does not belong there: '{field[:30]}")
    assert len(sentence) < 120


@pytest.mark.parametrize("version", ["tiotal/2", "tiotal/1.0", "Tiotal/1", "", None, 1, ["tiotal/1"], {}, "x" * 1000])
def test_a_record_of_another_version_is_refused_as_such(version: Any) -> None:
    """Before anything else in it is looked at: what a newer program wrote may look different."""
    sentence = sentence_for(format=version, surprise=1)
    assert sentence.startswith("This is not a record that can be read here: its format is ")
    assert sentence.endswith(", not tiotal/1.")
    assert len(sentence) < 130


def test_a_record_without_a_version_is_none() -> None:
    without = document("cento")
    del without["format"]
    assert str(refusal(json.dumps(without))).startswith("This is not a record that can be read here")


@pytest.mark.parametrize("game", ["uno", "Cento", "", None, 7, True, [], {}, ["cento"], "x" * 1000])
def test_a_wrong_game_is_refused(game: Any) -> None:
    sentence = sentence_for(game=game)
    assert sentence.startswith("The record is wrong before its first move. There is no game ")


@pytest.mark.parametrize("players", [None, 3, "abc", {}, {"0": "a", "1": "b", "2": "c"}, True])
def test_players_must_be_a_list(players: Any) -> None:
    assert sentence_for(players=players) == "In a record, players is a list of names and options is a table."


@pytest.mark.parametrize("options", [None, 3, "preset=race", [], [["preset", "race"]], True])
def test_options_must_be_a_table(options: Any) -> None:
    assert sentence_for(options=options) == "In a record, players is a list of names and options is a table."


@pytest.mark.parametrize("players", [[], ["a"], ["a"] * 9, ["a"] * 100_000])
def test_a_wrong_number_of_players_is_refused(players: list[str]) -> None:
    expected = f"The record is wrong before its first move. Cento is for 2 to 8 players, not {len(players)}."
    assert sentence_for(players=players) == expected


@pytest.mark.parametrize("name", ["x" * 41, "x" * 1_000_000, None, 7, ["a"], {}, True])
def test_a_wrong_or_huge_name_is_refused(name: Any) -> None:
    expected = "A record of this game names 3 players, each on one line with at most 40 characters."
    assert sentence_for(players=["a", "b", name]) == expected


@pytest.mark.parametrize(
    "seed",
    [
        *("", "x", "-1", "1.5", str(LARGEST + 1), "9" * 5000, "A" * 64, "a" * 63, "a" * 65, " 1", "1 ", "٣"),
        *(None, 1.5, True, [], {}, ["1"]),
    ],
)
def test_a_bad_seed_is_refused(seed: Any) -> None:
    """In a record a seed is always text: some readers of JSON would round a large number."""
    sentence = sentence_for(seed=seed)
    assert sentence.startswith("The record is wrong before its first move. A seed must be a whole number from 0 to ")
    assert len(sentence) < 250


@pytest.mark.parametrize("seed", [1, "007", "00"])
def test_a_seed_that_would_be_written_otherwise_is_refused(seed: Any) -> None:
    assert sentence_for(seed=seed).startswith("In a record, the seed is text: a number without leading zeros")


def test_a_field_given_twice_is_refused() -> None:
    with pytest.raises(BadRecord, match="The record has the field 'seed' twice"):
        read_record('{"format": "tiotal/1", "seed": "1", "seed": "2"}')


@pytest.mark.parametrize("moves", [None, "+1", 7, {}, {"1": "+1"}, [1], [None], [["+1"]], ["+1", 2], [{}], True])
def test_moves_must_be_a_list_of_texts(moves: Any) -> None:
    assert sentence_for(moves=moves) == "In a record, moves is a list of written moves."


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"preset": "race", "target": 100}, "This variant is played to a number from 10 to 99, not to 100."),
        ({"target": 10**4000}, "The option target must be a whole number from 10 to 1000, not 1000000000"),
        ({"target": -(10**4000)}, "The option target must be a whole number from 10 to 1000, not -100000000"),
        ({"target": 1e300}, "The option target must be a whole number from 10 to 1000, not 1e+300."),
        ({"target": float("nan")}, "The option target must be a whole number from 10 to 1000, not nan."),
        ({"target": float("inf")}, "The option target must be a whole number from 10 to 1000, not inf."),
        ({"target": "50"}, "The option target must be a whole number from 10 to 1000, not '50'."),
        ({"pairs": True}, "To play in pairs you need 4, 6 or 8 players, not 3."),
        ({"pairs": "yes"}, "The option pairs must be true or false, not 'yes'."),
        ({"colour": "red"}, "There is no option 'colour'; you can set cards, limit, match, pairs, preset or target."),
        ({"": None}, "There is no option ''; you can set cards, limit, match, pairs, preset or target."),
        ({"x" * 100_000: 1}, "There is no option 'xxxxxxxxxxxxxx"),
    ],
)
def test_bad_options_are_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    sentence = sentence_for(options=options)
    assert sentence.startswith(f"The record is wrong before its first move. {reason}")
    assert len(sentence) < 200


@pytest.mark.parametrize("name", ["players", "self", "options", "game", "cls"])
def test_an_option_with_an_awkward_name_is_refused_like_any_other(name: str) -> None:
    """Also one that is called like an argument of the program."""
    expected = f"There is no option '{name}'; you can set cards, limit, match, pairs, preset or target."
    assert sentence_for(options={name: 3}) == f"The record is wrong before its first move. {expected}"


# --- Not JSON, or strange JSON ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        "null",
        "7",
        "[]",
        '"tiotal/1"',
        "{",
        "{}}",
        "{'format': 'tiotal/1'}",
        '{"format": "tiotal/1"',
        "\ufeff{}",
        "<record/>",
        "9" * 100_000,
    ],
)
def test_what_is_no_json_document_with_fields_is_refused(text: str) -> None:
    error = refusal(text)
    assert str(error) == "This is not a record: it is not a JSON document with fields."
    assert error.move_number is None


def test_a_byte_order_mark_is_the_caller_s_to_remove() -> None:
    """A program that opens the file as `utf-8-sig` never shows it to the reader; the reader refuses it."""
    assert refusal("\ufeff" + played("cento").to_json()).key == "records.not_json"
    assert read_record((b"\xef\xbb\xbf" + played("cento").to_json().encode()).decode("utf-8-sig")) == played("cento")


def test_a_document_that_was_cut_anywhere_is_refused() -> None:
    text = played("ten").to_json()
    for length in range(0, len(text), 7):
        assert refusal(text[:length]).key == "records.not_json"


def test_a_number_of_too_many_digits_is_refused() -> None:
    text = json.dumps(document("cento", options={"target": "BIG"})).replace('"BIG"', "9" * 100_000)
    refusal(text)


@pytest.mark.parametrize("depth", [10, 500, 900, *range(975, 1000), 5_000, 100_000])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_refused_wherever_it_is(depth: int, opening: str) -> None:
    nested = opening * depth + "1" + ("]" if opening == "[" else "}") * depth
    refusal(nested)
    for field in ("format", "game", "options", "players", "seed", "moves"):
        refusal(json.dumps(document("cento", **{field: "DEEP"})).replace('"DEEP"', nested))
    refusal(json.dumps(document("cento", options={"target": "DEEP"})).replace('"DEEP"', nested))


def test_a_text_that_is_too_long_is_refused_without_being_parsed() -> None:
    error = refusal(" " * (MOST_CHARACTERS + 1))
    assert str(error) == "The record is too long: at most 20000000 characters."


def test_a_field_given_twice_is_never_read_halfway() -> None:
    """JSON leaves open what that means; readers take the last one, or refuse."""
    text = played("cento").to_json()
    twice = text[:-1] + ', "moves": []}'
    result = attempt(twice)
    assert isinstance(result, BadRecord) or result.moves == ()


# --- Sentences --------------------------------------------------------------------------------------------------
def test_a_refusal_can_be_said_in_every_language_and_sent_to_another_process() -> None:
    errors = [
        refusal(json.dumps(document("cento", moves=["+50"]))),
        refusal(json.dumps(document("cento", options={"pairs": True}))),
        refusal("{}"),
        refusal(json.dumps(document("cento", moves=[])), verify_record),
    ]
    for error in errors:
        for language in LANGUAGES:
            assert error.sentence(language)
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.move_number) == (BadRecord, str(error), error.move_number)


HOSTILE = ["\x1b[2J\x1b]0;gone\x07", "two\nlines", "\r", "\u202ereversed", "\ud800", "\x00"]


def is_harmless(sentence: str) -> bool:
    """Nothing in it moves the cursor, ends the line, reverses the text or cannot be printed at all."""
    return not any(unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for sign in sentence)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_refusal_repeats_nothing_that_a_terminal_would_obey(text: str) -> None:
    """Anyone can mail a record; its refusal is one sentence on somebody's screen."""
    for changes in (
        {"moves": [text]},
        {"format": text},
        {"game": text},
        {"seed": text},
        {text: 1},
        {"options": {text: 1}},
        {"options": {"preset": text}},
    ):
        assert is_harmless(str(refusal(json.dumps(document("cento", **changes)))))


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nb", "\ud800", "\x00"])
def test_a_name_that_cannot_be_written_on_one_line_is_refused(name: str) -> None:
    """A lone surrogate cannot even be saved again; a control character is for no reader."""
    refusal(json.dumps(document("cento", players=[name, "b", "c"])))


# --- Fuzzing records --------------------------------------------------------------------------------------------
AWKWARD = st.sampled_from(
    [
        *("format", "game", "options", "players", "seed", "moves", "self", "cls", "target", "preset", "starter"),
        *("tiotal/1", "cento", "nimmt", "ten", "0", "1", "a" * 64, "race", "series", "__class__", "\ud800", ""),
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.integers(0, 10) | st.floats() | AWKWARD | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(AWKWARD | st.text(max_size=5), inner, max_size=5),
    max_leaves=12,
)


def read_or_refuse(text: str) -> None:
    """A record that reads back the same, or one sentence; anything else is a bug."""
    result = attempt(text)
    if isinstance(result, BadRecord):
        assert all(result.sentence(language) for language in LANGUAGES)
        assert result.move_number is None or result.move_number >= 1
    else:
        assert read_record(result.to_json()) == result


@fuzz
@given(st.text() | st.text(alphabet='{}[]":,0123456789.eE+-truefalsn \\u\n'))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@fuzz
@given(st.binary(), st.sampled_from(["latin-1", "utf-16-le", "utf-8"]))
def test_any_bytes_are_read_or_refused_however_they_were_decoded(data: bytes, encoding: str) -> None:
    read_or_refuse(data.decode(encoding, errors="surrogateescape" if encoding == "utf-8" else "replace"))


@fuzz
@given(VALUES)
def test_any_json_is_read_or_refused(value: Any) -> None:
    read_or_refuse(json.dumps(value))


@fuzz
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("game", "options", "players", "seed", "moves"), VALUES)))
def test_any_values_in_the_right_fields_are_read_or_refused(fields: dict[str, Any]) -> None:
    read_or_refuse(json.dumps(document("cento") | fields))


@fuzz
@given(st.sampled_from(NAMES), st.dictionaries(AWKWARD | st.text(max_size=5), VALUES, max_size=4))
def test_any_options_are_read_or_refused(name: str, options: dict[str, Any]) -> None:
    read_or_refuse(json.dumps(document(name, options=options)))


@fuzz
@given(st.data())
def test_a_record_with_any_part_exchanged_is_read_or_refused(data: st.DataObject) -> None:
    """Mutations of the document: a part at any depth is replaced, taken out or doubled."""
    changed = document(data.draw(st.sampled_from(NAMES)))
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(changed, data)
    read_or_refuse(json.dumps(changed))


def mutate(container: Any, data: st.DataObject) -> None:
    if isinstance(container, dict):
        key: Any = data.draw(st.sampled_from([*container, "new"]))
    elif container:
        key = data.draw(st.integers(0, len(container) - 1))
    else:
        container.append(data.draw(VALUES))
        return
    inner = container[key] if not isinstance(container, dict) else container.get(key)
    action = data.draw(st.sampled_from(["replace", "delete", "double", "deeper", "deeper"]))
    if action == "deeper" and isinstance(inner, dict | list):
        mutate(inner, data)
    elif action == "delete" and (isinstance(container, list) or key in container):
        del container[key]
    elif action == "double" and isinstance(container, list):
        container.insert(key, inner)
    else:
        container[key] = data.draw(VALUES)


@fuzz
@given(st.data())
def test_a_record_with_any_characters_changed_is_read_or_refused(data: st.DataObject) -> None:
    """Mutations of the text itself."""
    text = played(data.draw(st.sampled_from(["cento", "cento-sealed", "ten"]))).to_json()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 6)))
        text = text[:start] + data.draw(st.text(max_size=4) | st.sampled_from(list('"[]{},:\\0'))) + text[end:]
    read_or_refuse(text)


# --- Fuzzing moves ----------------------------------------------------------------------------------------------
GAMES = (Cento(4, pairs=True), Nimmt(3), Ten(3))


@functools.cache
def position_of(game: Game, moves: int) -> Position:
    """A position some moves into a game; do not play on in it."""
    position = game.deal(9)
    for number in range(moves):
        legal = position.legal_moves
        position.play(legal[(number * 7) % len(legal)])
    return position


@st.composite
def near_moves(draw: st.DrawFn, game: Game) -> str:
    """A written move, or something like one."""
    text = draw(st.sampled_from([text for text in game.written if text is not None]))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 2)))
        middle = draw(st.text(alphabet=" +-:>0123456789PJupdown\n٣\u200b\ud800", max_size=2) | st.just(text))
        text = text[:start] + middle + text[end:]
    return text


def allowed(act: Callable[[], Any]) -> Any:
    """What it gives, or the refusal, which can be said in every language. Any other exception is a bug."""
    try:
        return act()
    except IllegalMove as error:
        for language in LANGUAGES:
            error.sentence(language)
        return error


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_text_is_a_move_or_refused(game: Game) -> None:
    @fuzz
    @given(near_moves(game) | st.text())
    def check(text: str) -> None:
        result = allowed(lambda: game.parse(text))
        if isinstance(result, IllegalMove):
            assert text not in game.written
        else:
            assert game.write(result) == text

    check()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_move_is_played_or_refused_and_a_refused_one_changes_nothing(game: Game) -> None:
    @fuzz
    @given(near_moves(game) | st.text() | st.integers() | st.integers(0, game.actions), st.integers(0, 25))
    def check(move: str | int, after: int) -> None:
        position = position_of(game, after).copy()
        before, legal = position.fingerprint(), position.legal_moves
        written = game.written[move] if isinstance(move, int) and 0 <= move < game.actions else move
        if allowed(lambda: position.play(move)) is None:
            assert written in legal
            assert position.moves[-1] == written
        else:
            assert written not in legal
            assert (position.fingerprint(), len(position.moves)) == (before, after)
            assert position.view(0) == position_of(game, after).view(0)

    check()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_has_a_written_form_that_reads_back_or_none(game: Game) -> None:
    for action, text in enumerate(game.written):
        if text is None:
            with pytest.raises(IllegalMove, match=f"There is no action {action}; actions are 0 to"):
                game.write(action)
        else:
            assert game.parse(text) == action
