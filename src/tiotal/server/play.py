"""One WebSocket a table and device: what it sends is checked, what it gets is made from what it may see."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from tiotal.engine.errors import Refused, TiotalError
from tiotal.server.connections import line_of
from tiotal.server.devices import secret_in
from tiotal.server.limits import MOST_UNSENT, SECONDS_FOR_HELLO, Allowance, address_of, network_of
from tiotal.server.security import is_same_origin
from tiotal.server.services import Services
from tiotal.service.languages import preferred
from tiotal.service.problems import problem
from tiotal.service.reading import Hello, read_message, request_in
from tiotal.service.running import RunningTable
from tiotal.service.tables import TABLE_ID
from tiotal.service.telling import encode
from tiotal.service.visitor import Visitor
from tiotal.table.requests import Move, Request, Say, Why

# Closing codes: a client shows what they mean, or connects again.
NOT_FOUND, UNWELCOME, TOO_SLOW, TOO_MUCH, LATER = 4404, 4403, 4408, 4429, 1013
ENDINGS = {"server.no_table": NOT_FOUND, "server.storage_down": LATER, "server.busy": LATER}
GONE = (WebSocketDisconnect, RuntimeError)  # the device has, perhaps while we sent
SECONDS_FOR_LAST_WORDS = 1
REFUSALS_AT_ONCE = 50  # then a connection that sends nothing but nonsense is closed

log = logging.getLogger(__name__)


class Player(Visitor):
    """A device at a table, over a WebSocket, as much as the limits of the server allow."""

    def __init__(
        self, websocket: WebSocket, live: RunningTable, device: str, language: str, services: Services
    ) -> None:
        self._host = address_of(websocket)
        super().__init__(live, device, network_of(self._host), language, services.tables.spawn)
        self.services = services
        self._websocket = websocket
        self._line = line_of(websocket)
        self._outgoing: deque[str] = deque()
        self._unsent = 0  # characters of it
        self._something = asyncio.Event()
        self._heard: deque[str | None] = deque()  # None: the end of the connection
        self._idle: asyncio.Future[None] | None = None  # while there is nothing to answer
        self._leaving = False
        limits = services.settings.limits
        self._messages = Allowance(limits.messages_per_second, limits.messages_at_once)
        self._moves = Allowance(limits.messages_per_second, limits.messages_at_once)
        self._sayings = Allowance(limits.sayings_per_second, limits.sayings_at_once)
        self._others = Allowance(limits.others_per_second, limits.others_at_once)
        self._hints = Allowance(limits.hints_per_second, limits.hints_at_once)
        self._patience = Allowance(1.0, REFUSALS_AT_ONCE)

    # --- Sending ------------------------------------------------------------------------------------------------
    def send(self, text: str) -> None:
        """At once, if it can be; else some time. Whoever does not read is not waited for: nothing may pile up here."""
        if not self._unsent and self._line.send(text):
            return
        self._unsent += len(text)
        if self._unsent > MOST_UNSENT:
            self._outgoing.clear()
            self._line.abort("does_not_read")
            return
        self._outgoing.append(text)
        self._something.set()

    async def send_forever(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._outgoing:
                text = self._outgoing.popleft()
                await self._websocket.send_text(text)
                self._unsent -= len(text)

    def table_is_gone(self) -> None:
        self.refuse(Refused("server.no_table"), None)
        self.services.tables.spawn(self._end(NOT_FOUND))

    def refuse(self, error: TiotalError, request: str | None) -> None:
        self.services.metrics.refusals.labels(error.key).inc()
        super().refuse(error, request)

    # --- Receiving ----------------------------------------------------------------------------------------------
    def listen(self) -> None:
        self._line.listen(self._hear)

    def _hear(self, text: str) -> None:
        """What the device has sent. While there is more than is being answered, no more is read."""
        self._heard.append(text)
        if len(self._heard) > 1:
            self._line.read(False)
        self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def hear_the_end(self) -> None:
        with contextlib.suppress(*GONE):
            await receive(self._websocket)
        self._heard.append(None)
        self._wake()

    async def receive_forever(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._leaving:
            if not self._heard:
                self._line.read(True)
                self._idle = loop.create_future()
                await self._idle
                continue
            text = self._heard.popleft()
            if text is None:
                return
            if not await self._receive(text):
                await self._end(TOO_MUCH)
                return

    async def _receive(self, text: str) -> bool:
        """False: that was too much."""
        if not (self._messages.take() and self.services.allowed.messages.take(self._host)):
            self.refuse(Refused("server.too_fast"), request_in(text))
            return self._patience.take()
        try:
            message = read_message(text)
        except TiotalError as error:
            self.refuse(error, request_in(text))
            return self._patience.take()
        await self.answer(message)
        return True

    async def _end(self, code: int) -> None:
        """After the answers so far, if the device reads them."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_FOR_LAST_WORDS):
                while self._outgoing:
                    await asyncio.sleep(0.01)
        with contextlib.suppress(*GONE):
            await self._websocket.close(code)

    def took(self, seconds: float) -> None:
        self.services.metrics.answer_seconds.observe(seconds)

    # --- Limits -------------------------------------------------------------------------------------------------
    def may_ask(self, what: Request) -> bool:
        return self._allowance(what).take()

    def may_have_hint(self) -> bool:
        return self._hints.take()

    def _allowance(self, what: Request) -> Allowance:
        """Moves are limited by the game itself; everything else makes a log longer whenever somebody likes."""
        match what:
            case Move() | Why():
                return self._moves
            case Say():
                return self._sayings
        return self._others

    def leave(self) -> None:
        """What is being committed is told to all others, whether or not its sender stays."""
        super().leave()
        self._leaving = True
        self._wake()


# --- The endpoint -----------------------------------------------------------------------------------------------
async def play(websocket: WebSocket) -> None:
    """From hello to goodbye."""
    services: Services = websocket.app.state.services
    if services.is_wiped:
        await websocket.close(LATER)
    else:
        await accepted(websocket, services, _welcome_and_play)


async def accepted(
    websocket: WebSocket, services: Services, talk: Callable[[WebSocket, Services], Awaitable[None]]
) -> None:
    """A connection that may be, counted as long as it lasts."""
    address = address_of(websocket)
    if not is_same_origin(websocket, services.settings.origins):
        await websocket.close(UNWELCOME)
        return
    if not services.allowed.connections.open(address):
        await websocket.close(TOO_MUCH)
        return
    services.metrics.connections.inc()
    try:
        await websocket.accept()
        with contextlib.suppress(*GONE):
            await talk(websocket, services)
    finally:
        services.metrics.connections.dec()
        services.allowed.connections.close(address)


async def _welcome_and_play(websocket: WebSocket, services: Services) -> None:
    language = preferred(websocket.headers.get("accept-language"))
    try:
        hello = read_message(await asyncio.wait_for(receive(websocket), SECONDS_FOR_HELLO))
        if not isinstance(hello, Hello):
            raise Refused("server.hello_first")
        language = preferred(hello.language, language)
        device = await services.devices.device_of(hello.token or secret_in(websocket))
        if device is None:
            raise Refused("server.no_device")
        table_id = websocket.path_params["table_id"]
        live = await services.tables.find_newest(table_id, hello.last) if TABLE_ID.fullmatch(table_id) else None
        if live is None:
            raise Refused("server.no_table")
    except TimeoutError:
        await websocket.close(TOO_SLOW)
        return
    except TiotalError as error:
        await websocket.send_text(encode({"type": "refused", "request": None, **problem(error, language)}))
        await websocket.close(ENDINGS.get(error.key, UNWELCOME))
        return
    player = Player(websocket, live, device, language, services)
    player.welcome(hello.last)
    player.listen()
    sending = asyncio.create_task(player.send_forever())
    receiving = asyncio.create_task(player.receive_forever())
    going = asyncio.create_task(player.hear_the_end())
    try:
        await asyncio.wait([sending, receiving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        player.leave()
        sending.cancel()
        going.cancel()
        for ended in await asyncio.gather(sending, receiving, going, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, GONE):
                log.error("a connection has failed", exc_info=ended)


async def receive(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if text is not None else ""
