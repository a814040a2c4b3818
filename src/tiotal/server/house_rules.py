"""House rules: read from a file that somebody has, written into one, and those of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from tiotal.engine.house_rules import HouseRules, make_house_rules, read_house_rules
from tiotal.server.api import PROBLEMS, Here, InLanguage, Sent, TheTable, check_heavy
from tiotal.server.message import Message
from tiotal.server.messages import GameName
from tiotal.server.services import Services
from tiotal.service.desk import house_rules_told
from tiotal.table import seen

router = APIRouter(prefix="/api", responses=PROBLEMS)


class HouseRulesTold(Message):
    """Options of a game that people have put together, with a name of their own; they can be played."""

    name: str
    game: GameName
    players: list[int]  # with how many they can be played
    options: dict[str, Any]  # those that are set; all others are as usual
    sentences: list[str]  # what they are, in the reader's language
    text: str  # as a TOML file


class HouseRulesText(Sent):
    text: str  # of a TOML file


class HouseRulesChosen(Sent):
    """Without `players`, for all numbers of them with which these options can be played."""

    name: str
    game: GameName
    options: dict[str, Any] = Field({}, max_length=20)
    players: list[int] | None = None  # from fewest to most


@router.post("/house-rules/read")
async def read(sent: HouseRulesText, request: Request, services: Here, language: InLanguage) -> HouseRulesTold:
    """Check a file of house rules; the sentence that refuses it, if any, says what is wrong."""
    return await _told(services, request, language, lambda: read_house_rules(sent.text))


@router.post("/house-rules/write")
async def write(chosen: HouseRulesChosen, request: Request, services: Here, language: InLanguage) -> HouseRulesTold:
    """Make a file of options that somebody has chosen, and of a name for them."""
    about = chosen.name, chosen.game, chosen.options, chosen.players
    return await _told(services, request, language, lambda: make_house_rules(*about))


@router.get("/tables/{table_id}/house-rules")
async def of_table(live: TheTable, request: Request, services: Here, language: InLanguage) -> HouseRulesTold:
    """The rules of a table, to be kept for another time; without a name of their own they have that of the game."""
    return await _told(services, request, language, lambda: seen.house_rules_for_all(live.table))


async def _told(services: Services, request: Request, language: str, find: Callable[[], HouseRules]) -> HouseRulesTold:
    """In a thread, for it may take a while to find out whether anybody could ever win."""
    check_heavy(services, request)
    return await services.work(lambda: HouseRulesTold(**house_rules_told(find(), language)))
