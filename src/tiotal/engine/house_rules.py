"""House rules: options of a game that people have put together, with a name of their own, in a small TOML file.

    name = "Up and down"
    game = "ladder"
    players = [2, 4]        # may be missing: a number, or from fewest to most

    [options]               # may be missing; an option that is not there is as usual
    rungs = 12
    falls = true

What the options may be, the game says. They are tried with every number of players when the file is read.
"""

from __future__ import annotations

import functools
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tiotal.engine.errors import BadHouseRules, BadOption, quote
from tiotal.engine.game import Game
from tiotal.engine.games import game_named
from tiotal.engine.names import LONGEST_NAME, is_name_to_see
from tiotal.engine.options import checked
from tiotal.words import number, say
from tiotal.words.page import words_of
from tiotal.words.telling import card_label

ENDING = ".toml"  # by which a file is told from the name of a game
FIELDS = ("name", "game", "players", "options")
MOST_CHARACTERS = 8_000


@dataclass(frozen=True)
class HouseRules:
    """They can be played: that was checked."""

    name: str
    game: str
    players: tuple[int, ...]  # with how many
    options: dict[str, Any]  # those that are set; all others are as usual

    @property
    def kind(self) -> type[Game]:
        return game_named(self.game)

    def play(self, players: int, **changed: Any) -> Game:
        """The game by these rules. With options that are changed they are others, and not called so."""
        if changed:
            return self.kind(players, **self.options | changed)
        if players not in self.players:
            raise BadOption("house.players", name=self.name, allowed=self.players, players=players)
        return self.kind(players, **self.options).by_house_rules(self.name)

    def nearest(self, players: int) -> int:
        """As many players as wished, or almost."""
        return min(self.players, key=lambda able: abs(able - players))

    def written(self) -> str:
        """As a file."""
        first, last = self.players[0], self.players[-1]
        players = str(first) if first == last else f"[{first}, {last}]"
        lines = [f"name = {_text(self.name)}", f"game = {_text(self.game)}", f"players = {players}"]
        if self.options:
            lines += ["", "[options]", *(f"{name} = {_value(value)}" for name, value in self.options.items())]
        return "\n".join(lines) + "\n"


# --- Reading ----------------------------------------------------------------------------------------------------
def read_house_rules(text: str) -> HouseRules:
    """Read and check a file; the first thing that is wrong with it is told in a sentence."""
    if len(text) > MOST_CHARACTERS:
        raise BadHouseRules("house.too_long", most=MOST_CHARACTERS)
    try:
        return _read(_parsed(text.removeprefix("\ufeff")))
    except RecursionError:  # tables in tables in tables
        raise BadHouseRules("house.tangled") from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else text.rstrip().count("\n") + 1  # it ends too early
        raise BadHouseRules("house.not_toml", line=line) from None
    except ValueError:  # a number of thousands of digits
        raise BadHouseRules("house.tangled") from None


def _read(document: dict[str, Any]) -> HouseRules:
    for field in document:
        if field not in FIELDS:
            raise BadHouseRules("house.unknown_field", field=quote(field), known=FIELDS)
    for field in FIELDS[:2]:
        if field not in document:
            raise BadHouseRules("house.missing", field=field)
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise BadHouseRules("house.options", value=quote(options))
    return make_house_rules(document["name"], document["game"], options, document.get("players"))


def make_house_rules(name: Any, game: Any, options: Mapping[str, Any], players: Any = None) -> HouseRules:
    """House rules that can be played; without players, with all numbers of them that are possible."""
    called = checked_name(name)
    kind = game_named(game)
    checked(kind.declared_options, options)
    chosen = {option: value for option, value in options.items() if value is not None}
    span = None if players is None else _span(players)
    return HouseRules(called, kind.name, _who_can_play(kind, chosen, span), chosen)


def checked_name(name: Any) -> str:
    if not is_name_to_see(name):
        raise BadHouseRules("house.bad_name", longest=LONGEST_NAME)
    return str(name).strip()


def house_rules_of(game: Game) -> HouseRules:
    """The rules of a game that is played, to be kept for another time."""
    usual = type(game)(game.players).options
    options = {name: value for name, value in game.options.items() if value != usual.get(name)}
    return make_house_rules(game.called, game.name, options)


def _span(players: Any) -> tuple[int, int]:
    """The fewest and the most."""
    ends = players if isinstance(players, list) else [players, players]
    if len(ends) != 2 or not all(type(end) is int for end in ends) or ends[0] > ends[1]:
        raise BadHouseRules("house.span", players=quote(players))
    return ends[0], ends[1]


def _who_can_play(kind: type[Game], options: Mapping[str, Any], span: tuple[int, int] | None) -> tuple[int, ...]:
    """With so many it can be played. Within a span it need not be possible with all: in pairs, five cannot play."""
    every = range(2, kind.most_players + 1)
    able = [players for players in every if _refusal(kind, players, options) is None]
    if not able and (reason := _refusal(kind, every[0], options)):
        raise reason
    for end in span or ():
        if end not in able and (reason := _refusal(kind, end, options)):
            raise BadOption("house.not_for", reason=reason, allowed=able)
    first, last = span or (able[0], able[-1])
    return tuple(players for players in able if first <= players <= last)


def _refusal(kind: type[Game], players: int, options: Mapping[str, Any]) -> BadOption | None:
    try:
        kind(players, **options)
    except BadOption as refusal:
        return refusal
    return None


# --- Writing ----------------------------------------------------------------------------------------------------
def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return _text(value) if isinstance(value, str) else str(value)


def _text(text: str) -> str:
    """What can stand in one line of JSON can stand in one of TOML."""
    return json.dumps(text, ensure_ascii=False)


# --- Telling ----------------------------------------------------------------------------------------------------
def sentences(rules: HouseRules, language: str) -> list[str]:
    """What the rules are: for whom, what is not as usual, and what comes of it."""
    kind = rules.kind
    changed = [name for name, value in rules.options.items() if value != _usual(kind).get(name)]
    told = [_option_told(language, kind.name, name, rules.options[name]) for name in changed]
    prospects = rules.play(rules.players[0]).prospects()
    return [
        say(language, "house.about", name=rules.name, game=kind.title),
        say(language, "house.for_players", players=rules.players),
        *(told or [say(language, "house.as_usual")]),
        *(say(language, key, **values) for key, values in prospects),
    ]


def _usual(kind: type[Game]) -> dict[str, Any]:
    return {option.name: option.default for option in kind.declared_options}


def _option_told(language: str, game: str, option: str, value: Any) -> str:
    label = _word(language, game, option).rstrip("?")
    return say(language, "house.option", option=label, value=_value_told(language, game, option, value))


def _value_told(language: str, game: str, option: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(card_label(language, game, card) for card in value)
    if isinstance(value, bool):
        return _page_words(language)["common.yes" if value else "common.no"]
    if isinstance(value, int) and option == "starter":  # seats are counted from 1 wherever people read
        return _page_words(language)["setup.seat"].format(n=value + 1)
    if isinstance(value, int):
        return number(language, value)
    return _word(language, game, f"{option}_{value}", str(value))


def _word(language: str, game: str, what: str, otherwise: str | None = None) -> str:
    """What the page calls an option or one of its values: the game's own word, or a general one."""
    words = _page_words(language)
    return words.get(f"{game}.option.{what}") or words.get(f"setup.{what}") or otherwise or what


@functools.cache
def _page_words(language: str) -> dict[str, str]:
    return {key: message.forms[0] for key, message in words_of(language).items()}
