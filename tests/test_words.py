"""Messages: each is there in every language, is used, and reads well with any number."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tiotal
from tiotal import GAMES
from tiotal.words import LANGUAGES, choose_language, load, number, say
from tiotal.words.moves import PATTERNS, done, to_do

SOURCE = Path(tiotal.__file__).parent
# Keys that are put together in the code.
FAMILIES = ("do.", "done.", "cards.", "cli.", "lists.", "numbers.", "bench.", "levels.", "phrases.")


def placeholders(message: str | list[str]) -> set[str]:
    texts = [message] if isinstance(message, str) else message
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}


def strings_in_source() -> Iterator[str]:
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_with_the_same_placeholders(language: str) -> None:
    english, other = load("en")["messages"], load(language)["messages"]
    assert list(other) == list(english)
    for key, message in english.items():
        assert isinstance(other[key], type(message)), key
        assert placeholders(other[key]) | {"n"} == placeholders(message) | {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_as_many_as_the_rule_asks_for(language: str) -> None:
    catalogue = load(language)
    forms = {catalogue["plural"](n) for n in range(200)}
    for key, message in catalogue["messages"].items():
        if isinstance(message, list):
            assert len(message) == max(forms) + 1, key


def test_twenty_one_is_singular_in_icelandic_and_says_so_with_its_number() -> None:
    for key, message in load("is")["messages"].items():
        if isinstance(message, list) and "{n}" in message[1]:
            assert "{n}" in message[0], key


def test_every_message_is_used() -> None:
    used = set(strings_in_source())
    unused = [key for key in load("en")["messages"] if not key.startswith(FAMILIES) and key not in used]
    assert unused == []


def test_every_key_in_the_source_is_a_message() -> None:
    sections = {key.partition(".")[0] for key in load("en")["messages"]}
    keys = [text for text in strings_in_source() if re.fullmatch(rf"({'|'.join(sections)})\.[a-z_]+", text)]
    assert len(keys) > 100
    assert [key for key in keys if key not in load("en")["messages"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_every_game_can_be_told(game: str, language: str) -> None:
    names = [f"Name {seat}" for seat in range(8)]
    kind = GAMES[game](4)
    for action, text in enumerate(kind.written):
        if text is not None:
            for move in {text, kind.public_move(action)}:
                assert to_do(language, game, move, names)
                assert "Name 1" in done(language, game, move, names, 1)


@pytest.mark.parametrize("game", GAMES)
def test_only_moves_can_be_told(game: str) -> None:
    assert PATTERNS[game]
    with pytest.raises(ValueError, match="not a move"):
        to_do("en", game, "dance", [])


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


def test_lists_are_read_out() -> None:
    assert say("en", "games.unknown", name="x", known=["a", "b", "c"]).endswith("a, b or c.")
    assert say("sv", "games.unknown", name="x", known=["a"]).endswith("a.")
