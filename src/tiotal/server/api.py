"""REST: the games, the lobby, tables, and what is kept of them. Play itself goes over the WebSocket (`play`)."""

from __future__ import annotations

import json
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from tiotal import rulebook
from tiotal.bots.catalogue import LEVEL_NAMES
from tiotal.engine.errors import Refused
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES, game_named
from tiotal.engine.options import Choice, Number, Option
from tiotal.engine.record import LONGEST_NAME, read_record
from tiotal.engine.seeds import new_seed
from tiotal.server.devices import COOKIE, device_of, keep_secret, new_secret, secret_in
from tiotal.server.languages import preferred
from tiotal.server.live import TABLE_ID, LiveTable, now
from tiotal.server.messages import GameTable, Message, Welcome
from tiotal.server.pictures import qr_code
from tiotal.server.problems import Problem
from tiotal.server.services import Services
from tiotal.server.storage.store import Listing
from tiotal.table import arithmetic
from tiotal.table.answers import PHRASES, REACTIONS, open_table
from tiotal.table.entries import Bot, Entry, Holder, Person
from tiotal.table.match import FinishedMatch
from tiotal.table.settings import settings_of
from tiotal.words import LANGUAGES, say

CODE_DIGITS = 6
TRIES = 20
MOST_STEPS = 200
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
    return services


def language_of(request: Request, language: Annotated[str | None, Query(max_length=35)] = None) -> str:
    return preferred(language, request.headers.get("accept-language"))


def a_device(
    request: Request,
    _token: Annotated[Any, Security(HTTPBearer(auto_error=False, description="A token from /api/device"))],
    _cookie: Annotated[Any, Security(APIKeyCookie(name=COOKIE, auto_error=False))],
) -> str:
    """The device that asks; it has to have a secret."""
    device = device_of(secret_in(request))
    if device is None:
        raise Refused("server.no_device")
    return device


def any_device(request: Request) -> str:
    """The device that asks, or nobody."""
    return device_of(secret_in(request)) or ""


TableId = Annotated[str, Path(pattern=f"^{TABLE_ID.pattern}$")]


async def a_table(request: Request, table_id: TableId) -> LiveTable:
    live = await services_of(request).tables.find_newest(table_id)
    if live is None:
        raise Refused("server.no_table")
    return live


Here = Annotated[Services, Depends(services_of)]
Device = Annotated[str, Depends(a_device)]
AnyDevice = Annotated[str, Depends(any_device)]
InLanguage = Annotated[str, Depends(language_of)]
TheTable = Annotated[LiveTable, Depends(a_table)]


class DeviceMade(Message):
    """`token` only if it was asked for; a browser keeps its secret in a cookie that pages cannot read."""

    device: str
    token: str | None


@router.post("/device", status_code=201)
def make_device(request: Request, response: Response, kind: Literal["cookie", "token"] = "cookie") -> DeviceMade:
    """Give this device a secret; one that it has already, in a cookie, it keeps."""
    secret = request.cookies.get(COOKIE) if kind == "cookie" else None
    if device_of(secret) is None:
        secret = new_secret()
    assert secret is not None
    if kind == "cookie":
        keep_secret(response, secret, secure=request.scope["scheme"] == "https")
    return DeviceMade(device=device_of(secret) or "", token=secret if kind == "token" else None)


# --- The games --------------------------------------------------------------------------------------------------
class OptionTold(Message):
    name: str
    kind: Literal["choice", "number", "flag"]
    default: str | int | bool | None
    choices: list[str] | None = None
    low: int | None = None
    high: int | None = None


class GameTold(Message):
    name: str
    title: str
    least_players: int
    most_players: int
    options: list[OptionTold]
    settings: list[OptionTold]
    points: dict[str, int]  # what each card counts for whoever is left with it


class GamesTold(Message):
    games: list[GameTold]
    levels: list[str]
    reactions: list[str]
    phrases: dict[str, str]  # in the reader's language
    languages: list[str]


@router.get("/games")
def games(language: InLanguage) -> GamesTold:
    """Everything that a client needs to offer the games, without knowing any rule."""
    return GamesTold(
        games=[_game_told(game_class) for game_class in GAMES.values()],
        levels=list(LEVEL_NAMES),
        reactions=list(REACTIONS),
        phrases={name: say(language, f"phrases.{name}") for name in PHRASES},
        languages=list(LANGUAGES),
    )


def _game_told(game_class: type[Game]) -> GameTold:
    return GameTold(
        name=game_class.name,
        title=game_class.title,
        least_players=2,
        most_players=game_class.most_players,
        options=[_option_told(option) for option in game_class.declared_options],
        settings=[_option_told(option) for option in settings_of(game_class.name)],
        points=dict(game_class.points),
    )


def _option_told(option: Option) -> OptionTold:
    match option:
        case Choice(name, choices):
            return OptionTold(name=name, kind="choice", default=option.default, choices=list(choices))
        case Number(name, low, high, default):
            return OptionTold(name=name, kind="number", default=default, low=low, high=high)
    return OptionTold(name=option.name, kind="flag", default=option.default)


class RulesTold(Message):
    game: str
    language: str
    markdown: str


@router.get("/rules/{game}")
def rules(game: str, language: InLanguage) -> RulesTold:
    """The rules of a game, for people."""
    name = game_named(game).name
    return RulesTold(game=name, language=language, markdown=rulebook.text(name, language))


# --- Opening and finding tables ---------------------------------------------------------------------------------
class Sent(Message):
    """Taken as it is: "4" is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PersonAtTable(Sent):
    kind: Literal["person"]
    name: str = Field(max_length=LONGEST_NAME)


class BotAtTable(Sent):
    kind: Literal["bot"]
    level: str = Field(max_length=40)


class NewTable(Sent):
    """Persons who are named here play on the device that opens the table; null leaves a seat free."""

    game: str = Field(max_length=20)
    players: int = Field(4, ge=0, le=100)
    options: dict[str, Any] = Field({}, max_length=20)
    settings: dict[str, Any] = Field({}, max_length=30)
    seats: list[Annotated[PersonAtTable | BotAtTable, Field(discriminator="kind")] | None] = Field([], max_length=10)


class TableOpened(Message):
    id: str
    code: str
    path: str  # of the link that invites others
    host_key: str  # makes another device the host; shown once


@router.post("/tables", status_code=201)
async def make_table(new: NewTable, request: Request, services: Here, device: Device) -> TableOpened:
    if not services.openings.take(request.client.host if request.client else ""):
        raise Refused("server.too_fast")
    limit = services.settings.limits.tables_per_device
    if await services.store.open_tables_of(device) >= limit:
        raise Refused("server.many_tables", most=limit)
    game = game_named(new.game)(new.players, **_plain(new.options))
    host_key = new_secret()
    seats = [_holder(seat, device) for seat in new.seats]
    opened = open_table(game, new.settings, seats, device, host_key, new_seed())
    at = now()
    for _ in range(TRIES):
        table_id = secrets.token_urlsafe(16)
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        listing = Listing(
            id=table_id,
            code=code,
            game=game.name,
            phase="waiting",
            listed=bool(opened.settings["listed"]),
            host=device,
            opened_at=at,
            changed_at=at,
            free_seats=sum(seat is None for seat in opened.seats),
            names=[seat.name for seat in opened.seats if seat],
        )
        if await services.tables.open(listing, Entry(1, at, opened, device), [device]):
            return TableOpened(id=table_id, code=code, path=f"/t/{table_id}", host_key=host_key)
    raise Refused("server.busy")


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options are checked one by one later; here only that none of them can be taken for something else."""
    for name in ("self", "players"):
        if name in options:
            raise Refused("server.bad_request", reason=f"options.{name}")
    return options


def _holder(seat: PersonAtTable | BotAtTable | None, device: str) -> Holder:
    match seat:
        case PersonAtTable():
            return Person(device, seat.name.strip())
        case BotAtTable():
            return Bot(seat.level, "")
    return None


class TableFound(Message):
    id: str


@router.get("/codes/{code}")
async def find_code(code: Annotated[str, Path(pattern="^[0-9]{6}$")], request: Request, services: Here) -> TableFound:
    """The table with a spoken code."""
    if not services.lookups.take(request.client.host if request.client else ""):
        raise Refused("server.too_fast")
    listing = await services.store.with_code(code)
    if listing is None:
        raise Refused("server.no_code")
    return TableFound(id=listing.id)


class TableListed(Message):
    id: str
    game: str
    phase: str
    names: list[str]
    free_seats: int
    opened_at: int
    changed_at: int


class TablesListed(Message):
    tables: list[TableListed]


@router.get("/lobby")
async def lobby(services: Here) -> TablesListed:
    """Tables that their hosts show to everybody."""
    return _listed(await services.store.lobby())


@router.get("/history")
async def history(services: Here, device: Device) -> TablesListed:
    """The tables of this device, the newest first."""
    return _listed(await services.store.history(device))


def _listed(listings: list[Listing]) -> TablesListed:
    fields = TableListed.model_fields
    return TablesListed(tables=[TableListed(**{name: getattr(one, name) for name in fields}) for one in listings])


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
    base = services.settings.address or f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    if len(base) > LONGEST_ADDRESS:
        raise Refused("server.bad_request", reason="host")
    return Response(qr_code(f"{base}/t/{live.id}"), media_type="image/svg+xml")


# --- Finished matches -------------------------------------------------------------------------------------------
MatchNumber = Annotated[int, Path(ge=1, le=100_000)]


async def a_match(live: TheTable, match_number: MatchNumber, device: AnyDevice) -> FinishedMatch:
    """A match that is over, for those who sat there or, if the host allows, for everybody."""
    known = live.table
    if not known.seats_of(device) and device != known.host and not known.settings["open_replay"]:
        raise Refused("server.not_yours")
    if match_number <= len(known.finished):
        return known.finished[match_number - 1]
    if known.match and known.match.number == match_number:
        raise Refused("server.not_over")
    raise Refused("server.no_match")


TheMatch = Annotated[FinishedMatch, Depends(a_match)]


class RecordTold(BaseModel):
    """As in a file that `tiotal verify` reads; `fair` proves the deal."""

    model_config = ConfigDict(extra="forbid")
    format: str
    game: str
    options: dict[str, Any]
    players: list[str]
    seed: str
    moves: list[str]
    fair: dict[str, Any] | None = None


@router.get("/tables/{table_id}/matches/{match_number}/record")
async def record(match: TheMatch) -> RecordTold:
    return RecordTold.model_validate(json.loads(match.record.to_json()))


class SumTold(Message):
    move_number: int
    before: int
    move: str
    said: int
    right: int


class ArithmeticOf(Message):
    seat: int
    name: str
    announced: int
    right: int
    median_seconds: float
    wrong: list[SumTold]


class ReportTold(Message):
    match: int
    began: int
    ended: int
    names: list[str]
    scores: list[int] | None
    winners: list[int]
    arithmetic: list[ArithmeticOf]


@router.get("/tables/{table_id}/matches/{match_number}/report")
async def report(match: TheMatch) -> ReportTold:
    """How a match ended, and the totals that were announced in it."""
    names = list(match.record.players)
    return ReportTold(
        match=match.number,
        began=match.began,
        ended=match.ended,
        names=names,
        scores=match.scores,
        winners=match.winners,
        arithmetic=[ArithmeticOf.model_validate(line) for line in arithmetic.report(names, match.sums)],
    )


class Step(Message):
    number: int  # of moves made before it
    player: int | None  # who made the last of them
    move: str | None
    table: GameTable


class StepsTold(Message):
    moves: int  # in the whole match
    steps: list[Step]


@router.get("/tables/{table_id}/matches/{match_number}/steps")
def steps(
    match: TheMatch,
    live: TheTable,
    seat: Annotated[int | None, Query(ge=0, le=9)] = None,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_STEPS)] = 50,
) -> StepsTold:
    """A finished match step by step, through the eyes of a seat, or with all cards open."""
    if seat is not None and seat >= match.record.game.players:
        raise Refused("table.no_seat", seat=seat + 1, most=match.record.game.players)
    aid = bool(live.table.settings["memory_aid"])
    told = []
    player = None
    for number, position in enumerate(match.record.positions()):
        if number >= first + count:
            break
        if number >= first:
            view = position.view(seat, position.log_size)
            shown = position.describe() if seat is None else view.shown(aid)
            move = match.record.moves[number - 1] if number else None
            told.append(Step.model_validate({"number": number, "player": player, "move": move, "table": shown}))
        player = position.to_move
    return StepsTold(moves=len(match.record.moves), steps=told)


class RecordToVerify(Sent):
    record: str = Field(max_length=15_000)


class Verified(Message):
    game: str
    moves: int
    finished: bool
    winners: list[int]
    fair: bool  # the record proves that its deal was not stacked


@router.post("/verify")
def verify(sent: RecordToVerify) -> Verified:
    """Replay a record and check it."""
    read = read_record(sent.record)
    final = read.final()
    return Verified(
        game=read.game.name,
        moves=len(read.moves),
        finished=final.is_over,
        winners=final.winners,
        fair=read.deal is not None,
    )
