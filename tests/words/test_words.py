"""Messages of the program and of the page: each is there in every language, is used, and reads well."""

from __future__ import annotations

import ast
import functools
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

import tiotal
from tests.kit.words import Messages, messages_of, of_the_house, plain
from tiotal import GAMES, guide, rulebook
from tiotal.words import LANGUAGES, choose_language, number, percent, say
from tiotal.words.catalogue import catalogue, language_file
from tiotal.words.page import words_of
from tiotal.words.plurals import Plural
from tiotal.words.telling import done, to_do

SOURCE = Path(tiotal.__file__).parent
catalogues = sys.modules[catalogue.__module__]
WEB = Path(__file__).parents[2] / "web" / "src"
# Keys that are put together in the code.
FOR_PEOPLE = ("table.", "cento.", "nimmt.", "ten.", "advice.", "facts.", "do.", "done.", "came.", "will.")
FAMILIES = (
    "came.",
    "cli.",
    "lists.",
    "numbers.",
    "bench.",
    "levels.",
    "difficulties.",
    "phrases.",
    "laws.",
    "plots.",
    "sums.",
    "animals.",
)
OF_A_GAME = re.compile(r"\w+\.(do|done|came|will|cards|cards_in_sentences|table|page|plots|choices)\.")


@functools.cache
def in_page(language: str) -> Messages:
    """What the page says by itself."""
    return plain(words_of(language))


def everywhere(language: str) -> Messages:
    return {**messages_of(language), **{f"page/{key}": message for key, message in in_page(language).items()}}


def forms_of(message: str | list[str]) -> list[str]:
    return [message] if isinstance(message, str) else message


def placeholders(message: str | list[str]) -> set[str]:
    """With the word that joins a list, where one is asked for: `{cards:and}`."""
    return {name for text in forms_of(message) for name in re.findall(r"\{(\w+(?::\w+)?)\}", text)}


def where(pattern: str, messages: Messages) -> list[str]:
    """The messages in which something is found."""
    return [
        f"{key}: {text}" for key, message in messages.items() for text in forms_of(message) if re.search(pattern, text)
    ]


def strings_in_source() -> Iterator[str]:
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_with_the_same_placeholders(language: str) -> None:
    english, other = messages_of("en"), messages_of(language)
    lacking = [
        key for key, message in {**of_the_house(language), **words_of(language)}.items() if message.language != language
    ]
    assert lacking == []
    assert list(other) == list(english)
    for key, message in english.items():
        assert isinstance(other[key], type(message)), key
        assert placeholders(other[key]) | {"n"} == placeholders(message) | {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_as_many_as_the_rule_asks_for(language: str) -> None:
    plural = Plural.read(language_file(language)["plural"])
    forms = {plural.choose(n) for n in range(200)}
    for key, message in messages_of(language).items():
        if isinstance(message, list):
            assert len(message) == max(forms) + 1, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_the_same_in_every_language(language: str) -> None:
    english, other = in_page("en"), in_page(language)
    assert len(english) > 600
    assert list(other) == list(english)
    for key, message in english.items():
        assert len(forms_of(other[key])) == len(forms_of(message)), key
        assert placeholders(other[key]) <= placeholders(message) | {"n"}, key


def test_english_has_a_genitive() -> None:
    assert where(r"\b(card|cards|seat|turn|level|hand|bull|points) of \{(name|other|owner)", everywhere("en")) == []


def test_twenty_one_is_singular_in_icelandic_and_says_so_with_its_number() -> None:
    for key, message in everywhere("is").items():
        if isinstance(message, list) and "{n}" in message[1]:
            assert "{n}" in message[0], key


def test_every_message_is_used() -> None:
    used = set(strings_in_source())
    plain = [key for key in messages_of("en") if not key.startswith(FAMILIES) and not OF_A_GAME.match(key)]
    unused = [key for key in plain if key not in used]
    assert unused == []


def test_every_key_in_the_source_is_a_message() -> None:
    sections = {key.partition(".")[0] for key in messages_of("en")}
    keys = [text for text in strings_in_source() if re.fullmatch(rf"({'|'.join(sections)})(\.[a-z_]+)+", text)]
    assert len(keys) > 100
    assert [key for key in keys if key not in messages_of("en")] == []


# --- What a child of eight can read -----------------------------------------------------------------------------
CODES = r"\b(DH|FLIP|SKIP|TURN|TENS|COPY|[PR]\d+)\b|\b(take|open|bull|swap|give|discard|bid|raise|protect|add|start):\S"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_written_in_the_codes_of_cards_and_moves(language: str) -> None:
    assert where(CODES, everywhere(language)) == []


def test_no_refusal_of_a_table_or_a_game_counts_seats() -> None:
    heard = {key: message for key, message in messages_of("en").items() if key.startswith(FOR_PEOPLE)}
    assert len(heard) > 60
    assert where(r"\{(seat|to_move|option|preset)\}", heard) == []


def test_a_move_is_no_match_in_icelandic() -> None:
    """Leikur is the match; a move is skref, or a verb. "Þú átt leik" is what everybody says."""
    english = everywhere("en")
    moves = {
        key: message
        for key, message in everywhere("is").items()
        if where(r"\bmoves?\b", {key: english[key]}) and not where(r"\b(game|match|simulation)", {key: english[key]})
    }
    assert len(moves) > 30
    assert where(r"(?<!átt )(?<!á )\bleik(ur|urinn|inn|num|i|ir|irnir|ina|ja)?\b", moves) == []


# --- Signs as they are set in each language ---------------------------------------------------------------------
UNTYPED = {  # where something is typed, or is part of how a command is used
    "cli.rate_option": "-1",
    "cli.metavar_command": " …",
    "cli.metavar_files": " …",
}
BADLY_SET = {
    "en": r"['\"„”]|\.\.\.|\w …|(^|[\s(])-\d|\s%",
    "sv": r"['\"„“‘]|\.\.\.|\w…|(^|[\s(])-\d|[\d} ]%",
    "is": r"['\"”‘’]|\.\.\.|\w…|(^|[\s(])-\d|\s%",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_dots_minus_and_per_cent_are_set_as_in_the_language(language: str) -> None:
    texts = {
        key: [re.sub(r"pip install '.*?'", "", text).replace(UNTYPED.get(key, "\0"), "") for text in forms_of(message)]
        for key, message in everywhere(language).items()
    }
    assert where(BADLY_SET[language], texts) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulebooks_and_guides_are_set_as_in_the_language_too(language: str) -> None:
    pages = {
        f"{game} {notation}": rulebook.text(game, language, notation) for game in GAMES for notation in (False, True)
    }
    pages |= {reader: guide.text(reader, language) for reader in guide.READERS}
    in_quotes = {"en": "“.*?”", "sv": "”.*?”", "is": "„.*?“"}[language]
    texts = {page: re.sub(rf"`.*?`|{in_quotes}|What if …", "", text).splitlines() for page, text in pages.items()}
    assert where(rf"{BADLY_SET[language]}|\d \d{{3}}\b", texts) == []


ALREADY = {"en": r"\balready\b", "sv": r"\bredan\b", "is": r"\bþegar\b"}
ASKED_AGAIN = ("_already", ".hello_twice", "table.started", "table.not_away", ".seat_is_taken", ".seat_is_free")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_of_what_is_so_by_now_says_already(language: str) -> None:
    refusals = {key: text for key, text in messages_of(language).items() if key.endswith(ASKED_AGAIN)}
    assert len(refusals) > 10
    assert sorted(refusals) == sorted(found.partition(": ")[0] for found in where(ALREADY[language], refusals))


def test_the_client_asks_no_browser_how_a_language_counts_or_lists() -> None:
    """Chromium answers in English when it is asked for Icelandic."""
    sources = [file for file in WEB.rglob("*") if file.suffix in (".ts", ".svelte")]
    asked = {file.name: re.findall(r"Intl\.\w+|\.toLocale\w+", file.read_text("utf-8")) for file in sources}
    assert {name: found for name, found in asked.items() if found} == {"words.svelte.ts": ["Intl.DateTimeFormat"]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_every_game_can_be_told(game: str, language: str) -> None:
    names = [f"Name {seat}" for seat in range(8)]
    kind = GAMES[game](4)
    for action, move in enumerate(kind.moves):
        if move is not None:
            for seen in {move, kind.public_move(action)}:
                assert to_do(language, game, seen, names)
                assert "Name 1" in done(language, game, seen, names, 1)


def test_the_language_is_the_one_asked_for_or_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TIOTAL_LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "is_IS.UTF-8")
    assert choose_language() == "is"
    assert choose_language("sv") == "sv"
    assert choose_language("tlh") == "en"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert choose_language() == "is"
    monkeypatch.setenv("TIOTAL_LANGUAGE", "sv-FI")
    assert choose_language() == "sv"


def test_numbers_are_written_as_in_the_language() -> None:
    written = {"en": "1,234,567.89", "sv": "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,89", "is": "1.234.567,89"}
    assert {language: number(language, 1234567.891, 2) for language in LANGUAGES} == written
    assert {number(language, -12) for language in LANGUAGES} == {"−12"}
    shares = {"en": "12.3%", "sv": "12,3\N{NO-BREAK SPACE}%", "is": "12,3%"}
    assert {language: percent(language, 0.123, 1) for language in LANGUAGES} == shares


def test_lists_are_read_out() -> None:
    assert say("en", "games.unknown", name="x", known=["a", "b", "c"]).endswith("a, b or c.")
    assert say("sv", "games.unknown", name="x", known=["a"]).endswith("a.")
    assert say("en", "games.unknown", name="x", known=["a", "b", "…"]).endswith("a, b, ….")


@pytest.mark.parametrize(
    ("language", "told"), {"en": "12, 15 and 18", "sv": "12, 15 och 18", "is": "12, 15 og 18"}.items()
)
def test_a_list_of_which_all_is_meant_is_joined_with_and(language: str, told: str) -> None:
    assert told in say(language, "nimmt.facts.opens", cards=[12, 15, 18])
    assert told in say(language, "advice.not_judged", move="x", moves=["12", "15", "18"])
    assert told in say(language, "data.bad_shape", fields=("12", "15", "18"))


# --- A language more --------------------------------------------------------------------------------------------
DUALISH = """
name = "dualish"
plural = ["n == 1", "n == 2"]
dates_as_in = "en-GB"
date_style = "short"

[lists]
or = "{some} oro {last}"
and = "{some} eto {last}"

[numbers]
decimal = "·"
thousands = "_"
percent = "{n} pc"
"""


@pytest.fixture(scope="module")
def with_dualish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as it is after somebody has added a language: three new files, and none that was edited."""
    copy = tmp_path_factory.mktemp("languages") / "tiotal"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("client", "__pycache__"))
    general = copy / "words" / "du"
    general.mkdir()
    (general / "language.toml").write_text(DUALISH, encoding="utf-8")
    (general / "page.toml").write_text('[page.common]\ncards = ["{n} cardo", "{n} cardu", "{n} cardi"]\n', "utf-8")
    (copy / "games" / "cento" / "words" / "du.toml").write_text('[do]\nplay = "playo {card}"\n', encoding="utf-8")
    return copy.parent


def in_dualish(where: Path, *command: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(where), "TIOTAL_LANGUAGE": "du"}
    command = (sys.executable, *command)
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, cwd=where, text=True).stdout


def test_a_language_is_added_with_files_alone_and_what_it_lacks_is_said_in_english(with_dualish: Path) -> None:
    asked = """
from tiotal import GAMES, guide, rulebook
from tiotal.server.games import games_told
from tiotal.words import LANGUAGES, number, say
from tiotal.words.telling import to_do
games = list(GAMES.values())
move = next(move for move in GAMES["cento"](2).moves if move is not None and move.told == "play")
print(LANGUAGES, number("du", 1234.5, 1), say("du", "table.seat_is_taken", allowed=["a", "b"]))
print(to_do("du", "cento", move, []), "|", say("du", "nimmt.facts.opens", cards=[1, 2]))
print(say("du", "table.seats_free", n=1), "|", say("du", "table.seats_free", n=2))
print(rulebook.text("ten", "du") == rulebook.text("ten", "en"), len(games_told("du").games) == len(games))
"""
    languages, told, plural, rest = in_dualish(with_dualish, "-c", asked).splitlines()
    assert languages.startswith("('en', 'du', 'is', 'sv') 1_234·5 Somebody already sits there.")
    assert "a eto b" in languages
    assert told.startswith("playo +")
    assert told.endswith(say("en", "nimmt.facts.opens", cards=[1, 2]).replace(" and ", " eto "))
    assert plural == f"{say('en', 'table.seats_free', n=1)} | {say('en', 'table.seats_free', n=2)}"
    assert rest == "True True"


def test_the_page_gets_a_new_language_too(with_dualish: Path, tmp_path: Path) -> None:
    in_dualish(with_dualish, "-m", "tiotal.words.page", str(tmp_path))
    languages = (tmp_path / "languages.ts").read_text("utf-8")
    words = "".join(file.read_text("utf-8") for file in sorted((tmp_path / "words" / "du").iterdir()))
    assert 'export type Language = "en" | "du" | "is" | "sv";' in languages
    assert "form: (n) => (n === 1 ? 0 : n === 2 ? 1 : 2)" in languages
    assert '"common.cards": ["{n} cardo", "{n} cardu", "{n} cardi"],' in words
    assert '"common.points": {"language": "en", "forms": ["{n} point", "{n} points"]},' in words
    assert f'"table.menu": "{in_page("en")["table.menu"]}",' in words


# --- Games that become known while others read ------------------------------------------------------------------
def test_the_words_of_a_game_are_known_to_all_threads_once_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server loads its games when somebody first asks for them; others may be reading at that moment."""
    assert list(GAMES.values())
    (tmp_path / "en.toml").write_text('[why]\ntoo_low = "Too low."\n', encoding="utf-8")
    monkeypatch.setattr(catalogues, "_folders", dict(catalogues._folders))
    monkeypatch.setattr(catalogues, "_catalogues", {})
    reads, may_go_on = threading.Event(), threading.Event()
    read_toml = catalogues._toml

    def slowly(file: Traversable) -> Any:
        if str(file) == str(catalogues._folders["cento"].joinpath("en.toml")):
            reads.set()
            assert may_go_on.wait(30)
        return read_toml(file)

    monkeypatch.setattr(catalogues, "_toml", slowly)
    with ThreadPoolExecutor(2) as threads:
        reader = threads.submit(catalogue, "en")
        assert reads.wait(30)
        learner = threads.submit(catalogues.learn, "madeup", tmp_path)
        wait([learner], timeout=0.3)  # unless it has to wait for the reader
        may_go_on.set()
        reader.result()
        learner.result()
    assert "madeup.why.too_low" in catalogue("en")
