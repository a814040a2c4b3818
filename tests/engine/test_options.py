"""Options and player counts: what is allowed, what is the default, and the sentence for everything else.

The last part is about the sentences themselves: every language says everything that English says.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

import pytest

from tests.kit.words import messages_of
from tiotal.engine.errors import BadOption, BadSeed, TiotalError, UnknownGame
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES, file_of, game_named
from tiotal.engine.options import Flag, Number, read_options
from tiotal.engine.seeds import LARGEST, new_seed, read_seed
from tiotal.games.cento.game import CARDS, Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.words import LANGUAGES, say
from tiotal.words.catalogue import language_file
from tiotal.words.plurals import Plural


def refusal(make: Callable[[], Any], kind: type[TiotalError] = BadOption) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(kind) as caught:
        make()
    return str(caught.value)


# --- Games and players ------------------------------------------------------------------------------------------
def test_there_are_three_games() -> None:
    assert list(GAMES) == ["cento", "nimmt", "ten"]
    assert game_named("nimmt") is Nimmt


@pytest.mark.parametrize("name", ["Cento", "", "uno", None, 3, ["cento"], {"cento": 1}, "x" * 1000])
def test_an_unknown_game_is_refused_with_the_games_there_are(name: Any) -> None:
    sentence = refusal(lambda: game_named(name), UnknownGame)
    assert sentence.endswith("; you can play cento, nimmt or ten.")
    assert len(sentence) < 120


@pytest.mark.parametrize(("game", "title", "most"), [(Cento, "Cento", 8), (Nimmt, "11 nimmt!", 7), (Ten, "10", 7)])
def test_player_counts(game: type[Game], title: str, most: int) -> None:
    for players in range(2, most + 1):
        assert game(players).players == players
    for players in (-1, 0, 1, most + 1, 1000):
        sentence = refusal(lambda players=players: game(players))  # type: ignore[misc]
        assert sentence == f"{title} is for 2 to {most} players, not {players}."


@pytest.mark.parametrize("players", [2.0, "3", None, True, [2], float("nan")])
def test_a_player_count_is_a_whole_number(players: Any) -> None:
    for game in GAMES.values():
        assert "players, not " in refusal(lambda game=game: game(players))  # type: ignore[misc]


def test_four_play_unless_told() -> None:
    assert [game().players for game in GAMES.values()] == [4, 4, 4]


# --- Defaults ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Cento(4), {"preset": "classic", "target": 100, "match": "single", "limit": None, "pairs": False}),
        (Nimmt(5), {"rounds": 5, "starter": 0, "bull_window": "fixed"}),
        (Ten(3), {"starter": 0, "spare_jokers": "in"}),
    ],
)
def test_the_defaults_are_those_of_the_rules_pages(game: Game, options: dict[str, Any]) -> None:
    assert game.options == options


@pytest.mark.parametrize(
    ("preset", "target"), [("classic", 100), ("to-20-a", 20), ("to-20-b", 20), ("race", 50), ("marathon", 200)]
)
def test_each_preset_of_cento_has_its_target(preset: str, target: int) -> None:
    assert Cento(3, preset=preset).options["target"] == target
    assert Cento(3, preset=preset, target=target) == Cento(3, preset=preset)


@pytest.mark.parametrize(("match", "limit"), [("series", 100), ("first-to", 250)])
def test_each_match_of_cento_has_its_limit(match: str, limit: int) -> None:
    assert Cento(3, match=match).options["limit"] == limit


@pytest.mark.parametrize("game", GAMES.values())
def test_null_asks_for_the_default(game: type[Game]) -> None:
    nothing = {option.name: None for option in game.declared_options}
    assert game(4, **nothing) == game(4)
    assert game(4, **nothing).options == game(4).options


def test_games_with_the_same_options_are_equal_and_others_are_not() -> None:
    assert Cento(4, preset="race", target=50) == Cento(4, preset="race")
    assert hash(Cento(4, preset="race", target=50)) == hash(Cento(4, preset="race"))
    assert Cento(4) != Cento(5)
    assert Cento(4) != Cento(4, pairs=True)
    assert Nimmt(4) != Ten(4)
    assert repr(Ten(3)) == "Ten(players=3, starter=0, spare_jokers='in')"


# --- What is refused --------------------------------------------------------------------------------------------
OTHER_TARGETS = "Choose Race, Marathon or your own variant to play to another number."
CENTO_PRESETS = "classic, to-20-a, to-20-b, race, marathon or own"


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (5, {"pairs": True}, "To play in pairs you need 4, 6 or 8 players, not 5."),
        (2, {"pairs": True}, "To play in pairs you need 4, 6 or 8 players, not 2."),
        (9, {}, "Cento is for 2 to 8 players, not 9."),
        (3, {"preset": "race", "target": 100}, "This variant is played to a number from 10 to 99, not to 100."),
        (3, {"preset": "marathon", "target": 100}, "This variant is played to a number from 101 to 1000, not to 100."),
        (
            3,
            {"target": 99},
            f"This variant is always played to 100, not to 99. {OTHER_TARGETS}",
        ),
        (
            3,
            {"preset": "to-20-a", "target": 50},
            f"This variant is always played to 20, not to 50. {OTHER_TARGETS}",
        ),
        (3, {"preset": "race", "target": 9}, "The option target must be a whole number from 10 to 1000, not 9."),
        (
            3,
            {"preset": "marathon", "target": 1001},
            "The option target must be a whole number from 10 to 1000, not 1001.",
        ),
        (3, {"preset": "race", "target": "50"}, "The option target must be a whole number from 10 to 1000, not '50'."),
        (3, {"preset": "race", "target": 50.0}, "The option target must be a whole number from 10 to 1000, not 50.0."),
        (3, {"preset": "race", "target": True}, "The option target must be a whole number from 10 to 1000, not True."),
        (3, {"preset": "Race"}, f"The option preset can be {CENTO_PRESETS}, not 'Race'."),
        (3, {"preset": 3}, f"The option preset can be {CENTO_PRESETS}, not 3."),
        (3, {"preset": ["race"]}, f"The option preset can be {CENTO_PRESETS}, not ['race']."),
        (3, {"match": "serie"}, "The option match can be single, series or first-to, not 'serie'."),
        (3, {"match": "series", "limit": 0}, "The option limit must be a whole number from 1 to 10000, not 0."),
        (
            3,
            {"match": "series", "limit": 10_001},
            "The option limit must be a whole number from 1 to 10000, not 10001.",
        ),
        (4, {"pairs": 1}, "The option pairs must be true or false, not 1."),
        (4, {"pairs": "true"}, "The option pairs must be true or false, not 'true'."),
        (
            3,
            {"rounds": 3},
            "There is no option 'rounds'; you can set cards, limit, match, pairs, preset or target.",
        ),
        (3, {"Preset": None}, "There is no option 'Preset'; you can set cards, limit, match, pairs, preset or target."),
    ],
)
def test_cento_refuses_with_a_sentence_that_says_what_is_allowed(
    players: int, options: dict[str, Any], sentence: str
) -> None:
    assert refusal(lambda: Cento(players, **options)) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": 0}, "The option rounds must be a whole number from 1 to 20, not 0."),
        ({"rounds": 21}, "The option rounds must be a whole number from 1 to 20, not 21."),
        ({"starter": 3}, "Seats are counted from 0 here: the one that starts must be from 0 to 2, not 3."),
        ({"starter": 7}, "The option starter must be a whole number from 0 to 6, not 7."),
        ({"starter": -1}, "The option starter must be a whole number from 0 to 6, not -1."),
        ({"bull_window": "wide"}, "The option bull_window can be fixed or sliding, not 'wide'."),
        ({"memory_aid": True}, "There is no option 'memory_aid'; you can set bull_window, rounds or starter."),
    ],
)
def test_nimmt_refuses_with_a_sentence_that_says_what_is_allowed(options: dict[str, Any], sentence: str) -> None:
    assert refusal(lambda: Nimmt(3, **options)) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"starter": 3}, "Seats are counted from 0 here: the one that starts must be from 0 to 2, not 3."),
        ({"spare_jokers": True}, "The option spare_jokers can be in or out, not True."),
        ({"jokers": "in"}, "There is no option 'jokers'; you can set spare_jokers or starter."),
    ],
)
def test_ten_refuses_with_a_sentence_that_says_what_is_allowed(options: dict[str, Any], sentence: str) -> None:
    assert refusal(lambda: Ten(3, **options)) == sentence


def test_a_long_value_is_shortened_in_the_sentence() -> None:
    sentence = refusal(lambda: Cento(3, preset="x" * 10_000))
    assert len(sentence) < 160
    assert "…" in sentence


@pytest.mark.parametrize("game", GAMES.values())
def test_a_number_that_depends_on_another_option_says_what_it_can_be(game: type[Game]) -> None:
    for option in game.declared_options:
        for case in option.cases if isinstance(option, Number) else ():
            other: dict[str, Any] = {case.option: case.value}
            if case.value == "own":
                other["cards"] = list(CARDS)
            assert game(2, **other).options[option.name] == case.default
            for value in (case.low, case.high):
                assert game(2, **other, **{option.name: value}).options[option.name] == value
            for value in (case.low - 1, case.high + 1):
                refusal(lambda wrong=other | {option.name: value}: game(2, **wrong))  # type: ignore[misc]


def test_a_flag_that_needs_a_number_of_players_says_so() -> None:
    for option in Cento.declared_options:
        for players in range(2, 9) if isinstance(option, Flag) else ():
            if players in option.players:  # type: ignore[union-attr]
                Cento(players, **{option.name: True})
            else:
                refusal(lambda players=players, name=option.name: Cento(players, **{name: True}))  # type: ignore[misc]


def test_every_combination_of_presets_matches_and_pairs_can_be_played() -> None:
    """Variants: any preset combines with any match and with pairs."""
    for preset in ("classic", "to-20-a", "to-20-b", "race", "marathon", "own"):
        cards = {"cards": list(CARDS)} if preset == "own" else {}
        for match in ("single", "series", "first-to"):
            for pairs in (False, True):
                assert Cento(8, preset=preset, match=match, pairs=pairs, **cards).deal(1).legal_moves


# --- Own variants -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Choose the cards for your own variant."),
        ({"cards": None}, "Choose the cards for your own variant."),
        ({"cards": []}, "Choose the cards for your own variant."),
        ({"cards": "+1"}, "The option cards must be a list of cards, such as +1,+2,-1, not '+1'."),
        ({"cards": {"+1": 6}}, "The option cards must be a list of cards, such as +1,+2,-1, not {'+1': 6}."),
        ({"cards": ["+11"]}, f"There is no card '+11'; you can choose {', '.join(CARDS[:-1])} or COPY."),
        ({"cards": ["+1", 2]}, f"There is no card 2; you can choose {', '.join(CARDS[:-1])} or COPY."),
        ({"cards": ["+1", ["+2"]]}, f"There is no card ['+2']; you can choose {', '.join(CARDS[:-1])} or COPY."),
        (
            {"cards": ["+1", "+2", "-1", "+2"]},
            "The card +2 is listed twice; list each kind once, and all its cards are in the game.",
        ),
        ({"cards": ["+2", "+1"]}, "The cards are listed in the order of the rules: +1 comes before +2."),
        ({"cards": ["+1", "COPY", "-1"]}, "The cards are listed in the order of the rules: -1 comes before COPY."),
        ({"cards": ["-1", "FLIP"]}, "A round begins with an addition card of at most 100: choose at least one."),
        (
            {"cards": ["+25", "+50", "FLIP"], "target": 24},
            "A round begins with an addition card of at most 24: choose at least one.",
        ),
        ({"cards": ["+2", "+4", "+6", "+8"], "target": 37}, "With these cards nobody can ever reach exactly 37."),
        ({"cards": ["+1"]}, "6 cards are not enough for 3 players: at least 25 are needed."),
        ({"cards": ["+50"]}, "1 card is not enough for 3 players: at least 25 are needed."),
        ({"cards": ["+1"], "target": 9}, "The option target must be a whole number from 10 to 1000, not 9."),
        ({"cards": ["+1"], "target": 1001}, "The option target must be a whole number from 10 to 1000, not 1001."),
    ],
)
def test_c11_an_own_variant_is_refused_with_a_sentence_that_says_what_is_missing(
    options: dict[str, Any], sentence: str
) -> None:
    assert refusal(lambda: Cento(3, preset="own", **options)) == sentence


@pytest.mark.parametrize("preset", ["classic", "to-20-a", "to-20-b", "race", "marathon"])
def test_c11_cards_belong_to_own_variants_only(preset: str) -> None:
    sentence = "You choose the cards yourself only in a variant of your own."
    assert refusal(lambda: Cento(3, preset=preset, cards=["+1", "+2"])) == sentence
    assert refusal(lambda: Cento(3, preset=preset, cards=[])) == sentence
    assert "cards" not in Cento(3, preset=preset, cards=None).options


def test_c11_the_options_of_an_own_variant_name_its_cards() -> None:
    cards = ["+1", "+2", "+3", "-1", "FLIP"]
    game = Cento(2, preset="own", cards=cards, target=30)
    cards.append("COPY")
    game.options["cards"].append("COPY")
    assert game.options == {
        "preset": "own",
        "cards": ["+1", "+2", "+3", "-1", "FLIP"],
        "target": 30,
        "match": "single",
        "limit": None,
        "pairs": False,
    }
    assert list(game.options)[:2] == ["preset", "cards"]
    assert game == Cento(2, preset="own", cards=["+1", "+2", "+3", "-1", "FLIP"], target=30)
    assert hash(game) != hash(Cento(2, preset="own", cards=["+1", "+2", "+3", "-2", "FLIP"], target=30))


def test_c11_what_comes_of_an_own_variant_is_told() -> None:
    def told(*cards: str, target: int = 20, language: str = "en") -> str:
        prospects = Cento(2, preset="own", cards=list(cards), target=target).prospects()
        return " ".join(say(language, key, **values) for key, values in prospects)

    assert told(*CARDS) == "110 cards. Enough for up to 8 players. The goal can be reached."
    assert told("+1", "+2", "+3", "+5") == "24 cards. Enough for up to 2 players. The goal can be reached."
    assert told("+7", "+8", "SKIP", "TURN", "COPY", target=15).startswith(
        "24 cards. Enough for up to 2 players. The goal"
    )
    assert "the total can also get stuck" in told("+7", "+8", "SKIP", "TURN", "COPY", target=15)
    assert "stuck" not in told("+7", "+8", "FLIP", "TURN", "COPY", target=15)
    assert Cento(2, preset="race").prospects() == []


# --- key=value --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("pairs", "options"),
    [
        ([], {}),
        (["preset=race", "target=60"], {"preset": "race", "target": 60}),
        (["match=first-to", "limit=null"], {"match": "first-to", "limit": None}),
        (["pairs=true"], {"pairs": True}),
        (["pairs=YES"], {"pairs": True}),
        (["pairs=off"], {"pairs": False}),
        ([" preset = race "], {"preset": "race"}),
        (["target=NULL"], {"target": None}),
        (["target=60", "target=70"], {"target": 70}),
        (["cards=+1,+2,-1,FLIP"], {"cards": ["+1", "+2", "-1", "FLIP"]}),
        (["cards= +1, 0 "], {"cards": ["+1", "0"]}),
        (["cards=+1,,+2"], {"cards": ["+1", "", "+2"]}),
        (["cards="], {"cards": []}),
        (["cards=null"], {"cards": None}),
    ],
)
def test_cento_s_options_are_read_from_a_command_line(pairs: list[str], options: dict[str, Any]) -> None:
    assert read_options(Cento.declared_options, pairs) == options


def test_a_hyphen_may_stand_for_an_underscore_in_a_name() -> None:
    assert read_options(Nimmt.declared_options, ["bull-window=sliding"]) == {"bull_window": "sliding"}
    assert read_options(Ten.declared_options, ["spare-jokers=out", "starter=1"]) == {
        "spare_jokers": "out",
        "starter": 1,
    }


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ("race", "An option must be written key=value, not 'race'."),
        ("", "An option must be written key=value, not ''."),
        ("=race", "There is no option ''; you can set cards, limit, match, pairs, preset or target."),
        ("colour=red", "There is no option 'colour'; you can set cards, limit, match, pairs, preset or target."),
    ],
)
def test_what_is_no_pair_or_names_no_option_is_refused(pair: str, sentence: str) -> None:
    assert refusal(lambda: read_options(Cento.declared_options, [pair])) == sentence


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ("target=fifty", "The option target must be a whole number from 10 to 1000, not 'fifty'."),
        ("target=", "The option target must be a whole number from 10 to 1000, not ''."),
        ("target=50.5", "The option target must be a whole number from 10 to 1000, not '50.5'."),
        ("target=5_0", "The option target must be a whole number from 10 to 1000, not '5_0'."),
        ("target=٥٠", "The option target must be a whole number from 10 to 1000, not '٥٠'."),
        ("target=1e2", "The option target must be a whole number from 10 to 1000, not '1e2'."),
        ("target=-50", "The option target must be a whole number from 10 to 1000, not -50."),
        ("pairs=maybe", "The option pairs must be true or false, not 'maybe'."),
        ("pairs=", "The option pairs must be true or false, not ''."),
        ("preset=", f"The option preset can be {CENTO_PRESETS}, not ''."),
        ("preset=race=50", f"The option preset can be {CENTO_PRESETS}, not 'race=50'."),
    ],
)
def test_garbage_after_the_equals_sign_is_refused_as_it_was_written(pair: str, sentence: str) -> None:
    given = read_options(Cento.declared_options, [pair])
    assert refusal(lambda: Cento(4, **given)) == sentence


def test_a_number_of_thousands_of_digits_is_refused_like_any_other() -> None:
    given = read_options(Cento.declared_options, ["target=" + "9" * 10_000])
    sentence = refusal(lambda: Cento(4, **given))
    assert sentence.startswith("The option target must be a whole number from 10 to 1000, not ")
    assert len(sentence) < 120


# --- Seeds ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("given", "seed"), [(0, 0), (7, 7), ("7", 7), (LARGEST, LARGEST), ("0" * 64, "0" * 64)])
def test_a_seed_is_a_number_or_64_hexadecimal_digits(given: Any, seed: Any) -> None:
    assert read_seed(given) == seed


@pytest.mark.parametrize("seed", [-1, LARGEST + 1, "x", "", "-1", "1.5", 1.5, None, True, "a" * 63, "A" * 64, "٧", [1]])
def test_anything_else_is_refused_as_a_seed(seed: Any) -> None:
    sentence = refusal(lambda: read_seed(seed), BadSeed)
    assert sentence.startswith(f"A seed must be a whole number from 0 to {LARGEST}, or 64 hexadecimal digits, not ")
    assert refusal(lambda: Cento(2).deal([seed]), BadSeed)  # type: ignore[arg-type]


def test_a_seed_that_nobody_chose_is_sealed() -> None:
    assert re.fullmatch("[0-9a-f]{64}", new_seed())
    assert isinstance(Cento(2).deal().seed, str)


# --- Sentences in every language --------------------------------------------------------------------------------
MESSAGES: Mapping[str, Any] = messages_of("en")


def catalogue(language: str) -> Mapping[str, Any]:
    return messages_of(language)


def forms_of(message: str | list[str]) -> list[str]:
    return message if isinstance(message, list) else [message]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_language_has_a_file_and_every_file_is_a_language() -> None:
    folders = {path.name for path in resources.files("tiotal.words").iterdir() if path.is_dir()}
    assert {name for name in folders if len(name) == 2} == set(LANGUAGES)
    for game in GAMES:
        assert {path.name.removesuffix(".toml") for path in file_of(game, "words").iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_and_nothing_else(language: str) -> None:
    assert set(catalogue(language)) == set(MESSAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_the_same_placeholders_in_every_language(language: str) -> None:
    """A plural form may leave out the number, where the word says it; no form may ask for more."""
    for key, message in MESSAGES.items():
        wanted = set().union(*map(placeholders, forms_of(message)))
        forms = forms_of(catalogue(language)[key])
        assert set().union(*map(placeholders, forms)) == wanted, key
        for form in forms:
            assert placeholders(form) >= wanted - {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_with_plural_forms_has_them_in_every_language(language: str) -> None:
    for key, message in MESSAGES.items():
        assert isinstance(catalogue(language)[key], list) == isinstance(message, list), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_as_many_plural_forms_as_the_rule_of_the_language_chooses_from(language: str) -> None:
    plural = Plural.read(language_file(language)["plural"])
    used = {plural.choose(n) for n in range(1000)}
    assert used == set(range(len(used)))
    for key, message in catalogue(language).items():
        if isinstance(message, list):
            assert len(message) == len(used), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty_and_every_refusal_is_a_whole_sentence(language: str) -> None:
    refusals = {"options", "seeds", "views", "moves", "games", "batches", "records"}
    for key, message in catalogue(language).items():
        for form in forms_of(message):
            assert form, key
            if key.partition(".")[0] in refusals or ".why." in key:
                assert form.strip() == form, key
                assert form.endswith((".", "}")), key


def test_every_message_that_the_engine_names_exists() -> None:
    """Any text in the engine's source that begins like a key and names a section is a key."""
    sections = {key.partition(".")[0] for key in MESSAGES}
    named = set()
    for path in resources.files("tiotal.engine").iterdir():
        if path.name.endswith(".py"):
            named.update(re.findall(r'"([a-z]+\.[a-z_]+)"', path.read_text(encoding="utf-8")))
    keys = {key for key in named if key.partition(".")[0] in sections}
    assert len(keys) > 40
    assert keys <= set(MESSAGES)


ERRORS: list[Callable[[], object]] = [
    lambda: Cento(5, pairs=True),
    lambda: Cento(9),
    lambda: Cento(3, target=99),
    lambda: Cento(3, preset="race", target=100),
    lambda: Cento(3, preset="ras"),
    lambda: Cento(3, limit=0),
    lambda: Cento(3, preset="own"),
    lambda: Cento(3, preset="own", cards="+1"),
    lambda: Cento(3, preset="own", cards=["+11"]),
    lambda: Cento(3, preset="own", cards=["+1", "+1"]),
    lambda: Cento(3, preset="own", cards=["+2", "+1"]),
    lambda: Cento(3, preset="own", cards=["-1"]),
    lambda: Cento(3, preset="own", cards=["+2"], target=15),
    lambda: Cento(3, preset="own", cards=["+1"]),
    lambda: Cento(3, cards=["+1"]),
    lambda: Cento(4, pairs=2),
    lambda: Cento(4, x=2),
    lambda: Nimmt(3, starter=3),
    lambda: read_options(Ten.declared_options, ["starter"]),
    lambda: read_seed("x"),
    lambda: game_named("uno"),
    lambda: Ten(2).deal(1).play("x"),
    lambda: Ten(2).deal(1).play("pass"),
    lambda: Cento(2).deal(1).play("discard:+50"),
    lambda: Nimmt(2).deal(1).play("20>36"),
    lambda: Ten(2).deal(1).view(7),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(ERRORS)))
def test_an_error_can_be_said_in_every_language(language: str, number: int) -> None:
    with pytest.raises(TiotalError) as caught:
        ERRORS[number]()
    sentence = caught.value.sentence(language)
    assert sentence.endswith(".")
    assert not re.search(r"[{}]", sentence)
    if language == "en":
        assert sentence == str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_joined_with_the_language_s_or(language: str) -> None:
    joined = say(language, "options.choice", option="x", choices=["a", "b", "c"], value="d")
    assert re.search(r"a, b \w+ c", joined)
