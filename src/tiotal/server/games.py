"""The games as a client is told of them: all that it needs to offer, to tell and to score them, without any rule."""

from __future__ import annotations

import dataclasses
from typing import Literal

from tiotal import guide
from tiotal.bots.catalogue import LEVEL_NAMES
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES
from tiotal.engine.options import CardGroup, Cards, Choice, Flag, Number, Option
from tiotal.rulebook.sections import page
from tiotal.server.message import Message
from tiotal.server.messages import GameName
from tiotal.table.answers import PHRASES, REACTIONS
from tiotal.table.lessons import newest_lesson
from tiotal.table.settings import settings_of
from tiotal.words import LANGUAGES, names_of_fields, say
from tiotal.words.telling import card_names, sentences

KNOWN_BEFORE = ("table.no_signs", "table.undo_is_off", "table.nothing_to_undo", "table.cards_were_shown")


class OptionCase(Message):
    """What a number can be if another option has this value."""

    option: str
    value: str
    low: int
    high: int
    default: int


class KindTold(Message):
    """A kind of card, and how many of it there are."""

    card: str
    copies: int


class CardGroupTold(Message):
    """Kinds of cards that people think of together, in the order in which they are listed."""

    name: str
    cards: list[KindTold]


class OptionNeeded(Message):
    """What another option has to be."""

    option: str
    value: str


class OptionTold(Message):
    name: str
    kind: Literal["choice", "number", "flag", "cards"]
    default: str | int | bool | None
    choices: list[str] | None = None
    low: int | None = None
    high: int | None = None
    cases: list[OptionCase] | None = None  # the number can be chosen only in these; null: always
    players: list[int] | None = None  # the flag can be on only with so many; null: always
    groups: list[CardGroupTold] | None = None  # the kinds of cards to choose from
    needs: OptionNeeded | None = None  # the cards can be chosen, and have to be, only then


class SheetTold(Message):
    """How a score pad adds up. A round counts for everybody the cards they are left with, but nothing for its winner
    (own), for its winner what all others are left with (others), or 1 for its winner (win).

    Partners win together, and what both are left with counts for each of them.
    """

    name: str
    counts: Literal["own", "others", "win"]
    best: Literal["lowest", "highest"]
    limit: int | None  # the match is over when somebody has so many points
    rounds: Literal["players"] | int | None  # or after so many rounds; "players": as many as there are players
    chips: int  # what each chip adds
    pairs: bool  # can be played in pairs


class FormsTold(Message):
    """Plural forms in another language than the reader's, which lacks them."""

    language: str
    forms: list[str]


SentenceTold = str | list[str] | FormsTold


class GameTold(Message):
    name: GameName
    title: str
    least_players: int
    most_players: int
    options: list[OptionTold]
    settings: list[OptionTold]
    usual_players: int  # at a table that is opened without a question
    has_lesson: bool
    has_totals: bool  # people at a table say the totals, or have them counted
    points: dict[str, int]  # what each card counts for whoever is left with it
    counted_by_hand: bool  # printed cards may count other points than these
    groups: list[CardGroupTold]  # all kinds of cards
    sheets: list[SheetTold]
    sentences: dict[str, SentenceTold]  # that tell its moves, what came of them and what will; see words/telling.py
    cards: dict[str, str]  # names of the cards that are not numbers, as they stand in the reader's sentences
    fields: dict[str, str]  # what lies on the table, in the reader's language, for who draws any game alike


class GamesTold(Message):
    games: list[GameTold]
    levels: list[str]
    reactions: list[str]
    phrases: dict[str, str]  # in the reader's language
    refusals: dict[str, str]  # by code: why something cannot be done that nobody need ask for in vain
    sentences: dict[str, SentenceTold]  # the same, for all games that have none of their own
    languages: list[str]
    classroom: bool  # the server is that of a class, which a device can join


def games_told(language: str, classroom: bool = False) -> GamesTold:
    return GamesTold(
        classroom=classroom,
        games=[_game_told(game_class, language) for game_class in GAMES.values()],
        levels=list(LEVEL_NAMES),
        reactions=list(REACTIONS),
        phrases={name: say(language, f"phrases.{name}") for name in PHRASES},
        refusals={code: say(language, code) for code in KNOWN_BEFORE},
        sentences=_sentences_told(language),
        languages=list(LANGUAGES),
    )


def _game_told(game_class: type[Game], language: str) -> GameTold:
    name: GameName = game_class.name
    return GameTold(
        name=name,
        title=game_class.title,
        least_players=2,
        most_players=game_class.most_players,
        options=[_option_told(option) for option in game_class.declared_options],
        settings=[_option_told(option) for option in settings_of(name)],
        usual_players=game_class.usual_players,
        has_lesson=newest_lesson(name) is not None,
        has_totals=game_class.has_totals,
        points=dict(game_class.points),
        counted_by_hand=game_class.counted_by_hand,
        groups=[_group_told(group) for group in game_class.groups],
        sheets=[SheetTold(**dataclasses.asdict(sheet)) for sheet in game_class.sheets],
        sentences=_sentences_told(language, name),
        cards=card_names(language, name, (*game_class.points, "?")),
        fields=names_of_fields(language, name),
    )


def _sentences_told(language: str, game: str | None = None) -> dict[str, SentenceTold]:
    told: dict[str, SentenceTold] = {}
    for key, message in sentences(language, game).items():
        if len(message.forms) == 1:
            told[key] = message.forms[0]
        elif message.language == language:
            told[key] = list(message.forms)
        else:
            told[key] = FormsTold(language=message.language, forms=list(message.forms))
    return told


def _option_told(option: Option) -> OptionTold:
    match option:
        case Choice(name, choices):
            return OptionTold(name=name, kind="choice", default=option.default, choices=list(choices))
        case Number(name, low, high, default, cases):
            told = [OptionCase(**dataclasses.asdict(case)) for case in cases]
            return OptionTold(name=name, kind="number", default=default, low=low, high=high, cases=told or None)
        case Flag(name, default, players):
            return OptionTold(name=name, kind="flag", default=default, players=list(players) or None)
        case Cards(name, needed, value, groups):
            needs = OptionNeeded(option=needed, value=value)
            told_groups = [_group_told(group) for group in groups]
            return OptionTold(name=name, kind="cards", default=None, groups=told_groups, needs=needs)


def _group_told(group: CardGroup) -> CardGroupTold:
    kinds = [KindTold(card=card, copies=copies) for card, copies in group.cards]
    return CardGroupTold(name=group.name, cards=kinds)


# --- What comes of options --------------------------------------------------------------------------------------
class Prospects(Message):
    """What comes of options that people have put together themselves, in the reader's language."""

    possible: bool
    sentence: str  # why not, if it is not; empty if there is nothing to say


# --- The rules, for people --------------------------------------------------------------------------------------
class PictureTold(Message):
    """Drawn by the client; `says` is for those who do not see it."""

    name: str
    says: str


class RulesSection(Message):
    title: str  # empty for what stands before the first heading
    level: int  # 2, or 3 for a part of the last section of level 2
    picture: PictureTold | None  # before the text
    html: str


class RulesTold(Message):
    game: str
    language: str
    title: str
    sections: list[RulesSection]


class GuideTold(Message):
    name: str
    language: str
    title: str
    sections: list[RulesSection]


def rules_told(game: str, language: str, notation: bool) -> RulesTold:
    found = page(game, language, notation)
    sections = [RulesSection(**dataclasses.asdict(section)) for section in found.sections]
    return RulesTold(game=game, language=language, title=found.title, sections=sections)


def guide_told(name: str, language: str) -> GuideTold:
    found = guide.page(name, language)
    sections = [RulesSection(**dataclasses.asdict(section)) for section in found.sections]
    return GuideTold(name=name, language=language, title=found.title, sections=sections)
