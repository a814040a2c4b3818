"""The server put together."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import tiotal
from tiotal.classroom.running import RunningClass
from tiotal.engine.errors import Refused, TiotalError, quote
from tiotal.server import api, brought, class_api, house_rules, my_data
from tiotal.server.bus import NoBus, RedisBus, WatchedBus, new_process_name
from tiotal.server.class_line import class_line
from tiotal.server.devices import Devices
from tiotal.server.limits import LONGEST_BODIES, LONGEST_BODY, ByNetwork, address_of
from tiotal.server.metrics import Metrics
from tiotal.server.pages import add_pages
from tiotal.server.play import SECONDS_FOR_LAST_WORDS, play
from tiotal.server.schema import describe
from tiotal.server.security import SAFE_METHODS, SecurityHeaders, is_our_host, is_same_origin
from tiotal.server.services import A_DAY, Allowed, Services
from tiotal.server.settings import ServerSettings, hosts_of
from tiotal.server.storage.class_file import class_url, empty_class_file
from tiotal.server.storage.database import open_database
from tiotal.server.storage.register import DatabaseRegister
from tiotal.server.storage.store import Store
from tiotal.server.thinkers import Thinkers
from tiotal.service.clock import WallClock, now
from tiotal.service.host import NoPeers, StorageDown
from tiotal.service.languages import preferred
from tiotal.service.neighbours import Neighbours
from tiotal.service.problems import problem, status_of
from tiotal.service.tables import Tables

SECONDS_BETWEEN_COLLECTIONS = 300
NEW_OBJECTS = 50_000
SECONDS_BEFORE_TRYING_AGAIN = 2
SECONDS_TO_WIPE = 5  # that somebody waits for it

log = logging.getLogger(__name__)


def create_app(settings: ServerSettings, metrics: Metrics | None = None) -> FastAPI:
    counted = metrics or Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = await start_services(settings, counted)
        lesson = ClassKeeper(app, counted) if settings.classroom else None
        app.state.wipe = lesson.wipe if lesson else None
        yield
        if lesson:
            await lesson.close()
        await stop_services(app.state.services)

    app = FastAPI(
        title="Tiotal",
        version=tiotal.__version__,
        summary="Card games: tables, records and reports. Play goes over /api/tables/{table_id}/play.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api.router)
    app.include_router(my_data.router)
    app.include_router(brought.router)
    app.include_router(house_rules.router)
    app.include_router(class_api.router)
    app.router.routes.append(WebSocketRoute("/api/tables/{table_id}/play", play))
    app.router.routes.append(WebSocketRoute("/api/class/line", class_line))
    add_operations(app)
    add_pages(app)
    app.openapi = functools.cache(lambda: describe(app))  # type: ignore[method-assign]
    app.add_exception_handler(TiotalError, refused)
    app.add_exception_handler(RequestValidationError, not_understood)
    app.add_exception_handler(HTTPException, not_there)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(Counted, metrics=counted)
    app.add_middleware(SecurityHeaders)
    return app


async def start_services(settings: ServerSettings, metrics: Metrics) -> Services:
    engine = await asyncio.to_thread(open_database, settings.database)
    store = Store(engine, metrics.commit_seconds.observe)
    thinking = Thinkers(settings.thinkers, metrics)
    bus: WatchedBus = RedisBus(settings.bus) if settings.bus else NoBus()
    clock = WallClock()
    metrics.writes_waiting.set_function(lambda: store.waiting)
    metrics.bus_waiting.set_function(lambda: bus.waiting)
    metrics.bus_is_there.set_function(lambda: bus.is_there)
    register = None if store.is_ours else DatabaseRegister(engine)
    peers = NoPeers() if register is None else Neighbours(new_process_name(), bus, register, clock)
    lesson: RunningClass | None = None

    def happened(table_id: str) -> None:
        metrics.entries.inc()
        if lesson is not None:
            lesson.happened(table_id)

    tables = Tables(store, peers, clock, thinking, settings.address, happened)
    await tables.start()
    if settings.classroom:
        lesson = RunningClass(store, tables, clock)
        await lesson.start(settings.classroom.key, settings.classroom.language)
    devices = Devices(await store.key(), store.knows_device)
    allowed = Allowed(settings.limits)
    services = Services(settings, store, register, bus, tables, thinking, metrics, devices, allowed, lesson)
    tables.spawn(_tidy_daily(services))
    tables.spawn(_collect_garbage())
    return services


async def stop_services(services: Services) -> None:
    services.ready = False
    await services.tables.close()
    services.thinking.close()
    if services.register is not None:
        services.register.close()
    await services.store.close()


class ClassKeeper:
    """Sees to it that nothing is left of a class when its teacher wants so, or when a day has passed."""

    def __init__(self, app: FastAPI, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._wiping: asyncio.Task[None] | None = None
        self._waiting = asyncio.create_task(self._wipe_when_due())

    async def close(self) -> None:
        tasks = [task for task in (self._waiting, self._wiping) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wipe_when_due(self) -> None:
        while True:
            services: Services = self._app.state.services
            assert services.lesson is not None
            if await services.lesson.is_due():
                with contextlib.suppress(Refused):
                    await self.wipe(services)

    async def wipe(self, old: Services) -> None:
        """Everybody is told, the file is deleted with its journals, and another class begins, with the same key."""
        if self._wiping is None and old is self._app.state.services:
            self._wiping = asyncio.create_task(self._wipe(old))
        wiping = self._wiping  # this one, or that of somebody who was faster
        if wiping is not None:
            done, _ = await asyncio.wait([wiping], timeout=SECONDS_TO_WIPE)
            if not done:
                raise Refused("server.busy")  # it goes on
            wiping.result()

    async def _wipe(self, old: Services) -> None:
        assert old.lesson is not None
        try:
            await old.lesson.end()
            old.tables.dismiss()
            await asyncio.sleep(SECONDS_FOR_LAST_WORDS)
            await stop_services(old)
            self._app.state.services = await self._begin_anew(old.settings)
            log.info("a class was wiped")
        finally:
            self._wiping = None

    async def _begin_anew(self, settings: ServerSettings) -> Services:
        """However long it takes: a disk may be full."""
        while True:
            try:
                await asyncio.to_thread(empty_class_file, class_url(settings.database))
                return await start_services(settings, self._metrics)
            except (TiotalError, OSError, SQLAlchemyError) as error:
                log.error("a new class cannot begin: %r", error)
                await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)


async def _collect_garbage() -> None:
    """Python looks through all objects for garbage whenever many are new, and nobody is answered meanwhile.

    With hundreds of tables that takes a third of a second, so it is done every few minutes instead of every few
    seconds. What was there at the start is left out for good. In between only what is new is looked at, and once: what
    comes of a move stays for a match.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 1_000, 1_000)
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_COLLECTIONS)
        gc.collect()


async def _tidy_daily(services: Services) -> None:
    while True:
        with contextlib.suppress(StorageDown):
            await tidy(services)
        await asyncio.sleep(A_DAY)


async def tidy(services: Services) -> None:
    """Put away what nobody uses, forget who was at tables long ago, and delete what is to be."""
    store, settings = services.store, services.settings
    done = await store.put_away(now() - settings.put_away_after * A_DAY * 1000)
    if done:
        log.info("put away %s old tables", done)
    if settings.forget_after:
        old = await store.untouched(now() - settings.forget_after * A_DAY * 1000)
        for table_id in old:
            await services.tables.forget(table_id, None)
        if old:
            log.info("forgot who was at %s old tables", len(old))
    await store.delete_for_good(now())
    if services.register is not None:
        await services.register.forget_old()


# --- Operations -------------------------------------------------------------------------------------------------
def add_operations(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        """The process lives."""
        return PlainTextResponse("ok\n")

    @app.get("/readyz", include_in_schema=False)
    async def readyz(request: Request) -> Response:
        """The process can serve: its database takes entries, and it is not shutting down. Redis may be away."""
        services: Services = request.app.state.services
        ready = services.ready and await services.readiness()
        return PlainTextResponse("ready\n" if ready else "not ready\n", 200 if ready else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        services: Services = request.app.state.services
        services.metrics.tables.set(services.tables.in_use)
        return Response(services.metrics.page(), media_type="text/plain; version=0.0.4")


# --- What was wrong ---------------------------------------------------------------------------------------------
def answer(request: Request, error: TiotalError, status: int | None = None) -> Response:
    language = preferred(request.query_params.get("language"), request.headers.get("accept-language"))
    return JSONResponse(problem(error, language), status or status_of(error))


async def refused(request: Request, error: Any) -> Response:
    return answer(request, error)


async def not_understood(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    reason = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    return answer(request, Refused("server.bad_request", reason=reason[:200]), 422)


async def not_there(request: Request, error: Any) -> Response:
    keys = {404: "server.not_found", 405: "server.method", 413: "server.too_long"}
    found = answer(request, Refused(keys.get(error.status_code, "server.bad_request"), reason="", most=LONGEST_BODY))
    found.status_code = error.status_code
    for name, value in (error.headers or {}).items():
        found.headers[name] = value
    return found


class Counted:
    """Every answer, by its status."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.requests.labels(message["status"]).inc()
            await send(message)

        await self.app(scope, receive, counted if scope["type"] == "http" else send)


class Gate:
    """Before anything else: too many requests, bodies that are too long, other names, and pages of other sites."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings
        self.requests = ByNetwork(settings.limits.requests_per_minute)
        self.hosts = hosts_of(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not is_our_host(HTTPConnection(scope), self.hosts):
            await WebSocket(scope, receive, send).close()
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        if not is_our_host(request, self.hosts):
            host = quote(request.headers.get("host", ""))
            await answer(request, Refused("server.other_host", host=host))(scope, receive, send)
            return
        if not self.requests.take(address_of(request)):
            await answer(request, Refused("server.too_fast"))(scope, receive, send)
            return
        if scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        if not is_same_origin(request, self.settings.origins):
            await answer(request, Refused("server.other_origin"))(scope, receive, send)
            return
        body = b""
        more = True
        most = LONGEST_BODIES.get(scope["path"], LONGEST_BODY)
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                await answer(request, Refused("server.too_long", most=most))(scope, receive, send)
                return
        told = False

        async def whole_body() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, whole_body, send)
