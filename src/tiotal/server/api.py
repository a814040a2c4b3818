"""REST: the games, the lobby, tables, and what is kept of them. Play itself goes over the WebSocket (`play`)."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import ConfigDict, Field

from tiotal.engine.errors import Refused
from tiotal.engine.games import game_named
from tiotal.engine.names import LONGEST_NAME
from tiotal.guide import guide_named
from tiotal.server.devices import COOKIE, keep_secret, secret_in, secret_in_cookie
from tiotal.server.games import GamesTold, GuideTold, Prospects, RulesTold, games_told, guide_told, rules_told
from tiotal.server.limits import address_of
from tiotal.server.message import Message
from tiotal.server.messages import GameName, RecordTold, ReportTold, StepsTold, Welcome
from tiotal.server.problems import Problem
from tiotal.server.qr_code import qr_code
from tiotal.server.services import Services
from tiotal.server.settings import base_address
from tiotal.service import desk
from tiotal.service.clock import now
from tiotal.service.desk import TableAsked
from tiotal.service.languages import preferred
from tiotal.service.running import RunningTable
from tiotal.service.tables import TABLE_ID
from tiotal.table import seen
from tiotal.table.entries import Holder, SeatedBot, SeatedPerson
from tiotal.table.seen.listing import Listing, listing_of

CODE_DIGITS = range(6, 9)
GUESSES = 10_000  # that it takes on average to find a table by chance
TRIES = 20
MOST_STEPS = 200
IN_A_CLASS = {"free_text": False, "listed": False}  # at tables that pupils open by themselves
LONGEST_ADDRESS = 300  # that still fits into a picture

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": what}
    for status, what in {
        400: "The body cannot be read",
        401: "The device has no secret yet",
        403: "Not for this device",
        404: "There is no such thing",
        405: "Not done here",
        409: "Not now",
        413: "Too long",
        422: "Something in it is wrong",
        429: "Too much",
        503: "Try again in a moment",
    }.items()
}
router = APIRouter(prefix="/api", responses=PROBLEMS)


# --- Who asks ---------------------------------------------------------------------------------------------------
def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    if services.is_wiped:
        raise Refused("server.busy")
    return services


def language_of(request: Request, language: Annotated[str | None, Query(max_length=35)] = None) -> str:
    return preferred(language, request.headers.get("accept-language"))


async def a_device(
    request: Request,
    _token: Annotated[Any, Security(HTTPBearer(auto_error=False, description="A token from /api/device"))],
    _cookie: Annotated[Any, Security(APIKeyCookie(name=COOKIE, auto_error=False))],
) -> str:
    """The device that asks; it has to have a secret."""
    device = await services_of(request).devices.device_of(secret_in(request))
    if device is None:
        raise Refused("server.no_device")
    return device


async def any_device(request: Request) -> str:
    """The device that asks, or nobody."""
    return await services_of(request).devices.device_of(secret_in(request)) or ""


TableId = Annotated[str, Path(pattern=f"^{TABLE_ID.pattern}$")]


async def a_table(request: Request, table_id: TableId) -> RunningTable:
    live = await services_of(request).tables.find_newest(table_id)
    if live is None:
        raise Refused("server.no_table")
    return live


Here = Annotated[Services, Depends(services_of)]
Device = Annotated[str, Depends(a_device)]
AnyDevice = Annotated[str, Depends(any_device)]
InLanguage = Annotated[str, Depends(language_of)]
TheTable = Annotated[RunningTable, Depends(a_table)]


class DeviceMade(Message):
    """`token` only if it was asked for; a browser keeps its secret in a cookie that pages cannot read."""

    device: str
    token: str | None


@router.post("/device", status_code=201)
async def make_device(
    request: Request, response: Response, services: Here, kind: Literal["cookie", "token"] = "cookie"
) -> DeviceMade:
    """Give this device a secret; one that it has already, in a cookie, it keeps."""
    devices = services.devices
    secret = secret_in_cookie(request) if kind == "cookie" else None
    device = await devices.device_of(secret)
    if secret is None or device is None:
        if not services.allowed.new_devices.take(address_of(request)):
            raise Refused("server.too_fast")
        secret = devices.new_secret()
        device = await devices.device_of(secret)
    secret = devices.sealed(secret)
    if kind == "cookie":
        keep_secret(response, secret, secure=request.scope["scheme"] == "https")
    return DeviceMade(device=device or "", token=secret if kind == "token" else None)


# --- The games --------------------------------------------------------------------------------------------------
class Sent(Message):
    """Taken as it is: "4" is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)


@router.get("/games")
def games(language: InLanguage, services: Here) -> GamesTold:
    """Everything that a client needs to offer the games, without knowing any rule."""
    return games_told(language, classroom=services.lesson is not None)


class OptionsChosen(Sent):
    players: int = Field(4, ge=0, le=100)
    options: dict[str, Any] = Field({}, max_length=20)


@router.post("/games/{game}/prospects")
def prospects(game: str, chosen: OptionsChosen, language: InLanguage) -> Prospects:
    """What would come of a table with these options, before it is opened; the sentence that would refuse it, if any."""
    return Prospects(**desk.prospects_of(game, chosen.players, chosen.options, language))


@router.get("/rules/{game}")
def rules(game: str, language: InLanguage, notation: bool = False) -> RulesTold:
    """The rules of a game, for people; with `notation`, how its moves and options are written."""
    return rules_told(game_named(game).name, language, notation)


@router.get("/guide/{name}")
def guide(name: str, language: InLanguage) -> GuideTold:
    """What parents or teachers want to know."""
    return guide_told(guide_named(name), language)


# --- Opening and finding tables ---------------------------------------------------------------------------------
class PersonAtTable(Sent):
    kind: Literal["person"]
    name: str = Field(max_length=LONGEST_NAME)
    says: bool | None = None  # false has the table count the totals
    hints: bool | None = None  # false: none on the way to a total


class BotAtTable(Sent):
    kind: Literal["bot"]
    level: str = Field(max_length=40)


class NewTable(Sent):
    """Persons who are named here play on the device that opens the table; null leaves a seat free.

    With `lesson`, one person plays the first match with one bot, with cards that are known beforehand.
    """

    game: GameName
    players: int = Field(4, ge=0, le=100)
    options: dict[str, Any] = Field({}, max_length=20)
    settings: dict[str, Any] = Field({}, max_length=30)
    seats: list[Annotated[PersonAtTable | BotAtTable, Field(discriminator="kind")] | None] = Field([], max_length=10)
    lesson: bool = False
    house_rules: str | None = None  # what people call these options


class TableOpened(Message):
    id: str
    code: str
    path: str  # of the link that invites others
    host_key: str  # makes another device the host; shown once


@router.post("/tables", status_code=201)
async def make_table(new: NewTable, request: Request, services: Here, device: Device) -> TableOpened:
    if not services.allowed.openings.take(address_of(request)):
        raise Refused("server.too_fast")
    settings = {**new.settings, **IN_A_CLASS} if services.lesson else new.settings
    limit = services.settings.limits.tables_per_device
    if await services.store.open_tables_of(device) >= limit:
        raise Refused("server.many_tables", most=limit)
    at = now()
    seats = [_holder(seat, device) for seat in new.seats]
    asked = TableAsked(new.game, new.players, new.options, settings, seats, new.lesson, new.house_rules)
    opening = desk.opening_of(asked, device, at)
    digits = digits_for(await services.store.codes_in_use())
    for _ in range(TRIES):
        table_id = secrets.token_urlsafe(16)
        code = f"{secrets.randbelow(10**digits):0{digits}}"
        if await services.tables.open(listing_of(table_id, code, at, opening.table), opening.entry, [device]):
            return TableOpened(id=table_id, code=code, path=f"/t/{table_id}", host_key=opening.host_key)
    raise Refused("server.busy")


def digits_for(tables: int) -> int:
    """Codes are as long as they have to be, so that of all codes few lead to a table."""
    return next((digits for digits in CODE_DIGITS if 10**digits >= GUESSES * tables), CODE_DIGITS[-1])


def _holder(seat: PersonAtTable | BotAtTable | None, device: str) -> Holder:
    match seat:
        case PersonAtTable():
            return SeatedPerson(device, seat.name.strip(), says=seat.says, hints=seat.hints)
        case BotAtTable():
            return SeatedBot(seat.level, "")
    return None


class TableFound(Message):
    id: str


@router.get("/codes/{code}")
async def find_code(code: Annotated[str, Path(pattern="^[0-9]{6,8}$")], request: Request, services: Here) -> TableFound:
    """The table with a spoken code."""
    address, allowed = address_of(request), services.allowed
    if not allowed.lookups.take(address) or not allowed.wrong_codes.may_take(address):
        raise Refused("server.too_fast")
    listing = await services.store.with_code(code)
    if listing is None:
        allowed.wrong_codes.take(address)
        services.metrics.wrong_codes.inc()
        raise Refused("server.no_code")
    return TableFound(id=listing.id)


class ResultListed(Message):
    """How the last match at a table ended."""

    names: list[str]
    scores: list[int] | None
    winners: list[int]
    mine: list[int]  # seats that this device had in it


class TableListed(Message):
    id: str
    game: str
    phase: str
    names: list[str]
    free_seats: int
    opened_at: int
    changed_at: int
    my_turn: bool  # it waits for this device
    result: ResultListed | None  # while no other match is played


class TablesListed(Message):
    tables: list[TableListed]


@router.get("/lobby")
async def lobby(services: Here) -> TablesListed:
    """Tables that their hosts show to everybody."""
    listings = (replace(one, names=one.names if one.shows_names else []) for one in await services.store.lobby())
    return TablesListed(tables=[_listed(listing, "", False) for listing in listings])


@router.get("/history")
async def history(services: Here, device: Device) -> TablesListed:
    """The tables of this device: first those that wait for it, then the newest."""
    listings = await services.store.history(device)
    tables = [_listed(listing, device, services.tables.whose_turn(listing) == device) for listing in listings]
    return TablesListed(tables=sorted(tables, key=lambda listed: not listed.my_turn))


def _listed(listing: Listing, device: str, my_turn: bool) -> TableListed:
    return TableListed(**desk.listed(listing, device, my_turn))


@router.get("/tables/{table_id}")
async def table(live: TheTable, device: AnyDevice) -> Welcome:
    """All that this device may know of a table, as the WebSocket tells it first."""
    return Welcome.model_validate(live.welcome(device))


@router.get(
    "/tables/{table_id}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def qr(live: TheTable, request: Request, services: Here) -> Response:
    """The invitation as a picture for cameras."""
    return picture_of(request, services, f"/t/{live.id}")


def picture_of(request: Request, services: Services, path: str) -> Response:
    """An address of this server, for cameras."""
    base = base_address(services.settings, request)
    if len(base) > LONGEST_ADDRESS:
        raise Refused("server.bad_request", reason="host")
    return Response(qr_code(base + path), media_type="image/svg+xml")


# --- Matches ----------------------------------------------------------------------------------------------------
MatchNumber = Annotated[int, Path(ge=1, le=100_000)]


@router.get("/tables/{table_id}/matches/{match_number}/record", response_model_exclude_unset=True)
async def record(live: TheTable, match_number: MatchNumber, device: AnyDevice) -> RecordTold:
    """With all cards, so only when the match is over."""
    return RecordTold.model_validate(seen.record_for(live.table, match_number, device))


@router.get("/tables/{table_id}/matches/{match_number}/report")
async def report(
    live: TheTable, match_number: MatchNumber, device: AnyDevice, request: Request, services: Here
) -> ReportTold:
    """How a match and its rounds ended, and the totals that were announced in it.

    While it is played, everybody who sees the table is told what was to be seen so far.
    """
    check_heavy(services, request)
    match = seen.reported(live.table, seen.seen_match(live.table, match_number, device), device)
    return ReportTold.model_validate(await services.work(seen.report_of, match))


@router.get("/tables/{table_id}/matches/{match_number}/steps")
async def steps(
    live: TheTable,
    match_number: MatchNumber,
    device: AnyDevice,
    request: Request,
    services: Here,
    seat: Annotated[int | None, Query(ge=0, le=9)] = None,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_STEPS)] = 50,
) -> StepsTold:
    """A match step by step: a finished one through the eyes of a seat, or with all cards open.

    One that is being played through the eyes of an own seat, or of a spectator where there may be any.
    """
    check_heavy(services, request)
    eyes = seen.eyes_on(live.table, match_number, device, seat)
    return StepsTold.model_validate(await services.work(seen.steps_of, eyes, first, count))


def check_heavy(services: Services, request: Request) -> None:
    if not services.allowed.heavy.take(address_of(request)):
        raise Refused("server.too_fast")


class RecordToVerify(Sent):
    record: str = Field(max_length=15_000)


class Verified(Message):
    game: str
    moves: int
    finished: bool
    winners: list[int]
    fair: bool  # the record proves that its deal was not stacked


@router.post("/verify")
async def verify(sent: RecordToVerify, request: Request, services: Here) -> Verified:
    """Replay a record and check it."""
    if not services.allowed.verifications.take(address_of(request)):
        raise Refused("server.too_fast")
    return Verified(**await services.work(desk.verified, sent.record))
