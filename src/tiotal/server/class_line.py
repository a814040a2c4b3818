"""The WebSocket of a class: a device says what it is, and is told from then on what it may know of the class."""

from __future__ import annotations

import asyncio
import time

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tiotal.classroom.running import RunningClass
from tiotal.classroom.telling import Role
from tiotal.engine.errors import Refused, TiotalError
from tiotal.server.class_messages import ClassHello, from_class
from tiotal.server.connections import line_of
from tiotal.server.devices import secret_in
from tiotal.server.limits import MOST_UNSENT, SECONDS_FOR_HELLO, Allowance
from tiotal.server.play import GONE, LATER, REFUSALS_AT_ONCE, TOO_MUCH, TOO_SLOW, UNWELCOME, accepted, receive
from tiotal.server.services import Services
from tiotal.server.settings import base_address
from tiotal.service.languages import preferred
from tiotal.service.problems import problem
from tiotal.service.telling import encode

SECONDS_BEFORE_HANGING_UP = 0.2


class ClassDevice:
    """A device of a class, over a WebSocket."""

    def __init__(self, websocket: WebSocket, role: Role, device: str, language: str, address: str) -> None:
        self.role = role
        self.device = device
        self.language = language
        self.address = address
        self._websocket = websocket
        self._line = line_of(websocket)
        self._newest: str | None = None  # that has not been sent: what came before it is not worth sending any more
        self._something = asyncio.Event()
        self._over = asyncio.Event()

    def send(self, text: str) -> None:
        """At once, if it can be. Whoever does not read is told the newest only, when it reads again."""
        if self._newest is None and self._line.send(text):
            return
        self._newest = text if len(text) <= MOST_UNSENT else None
        self._something.set()

    async def send_forever(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            text, self._newest = self._newest, None
            if text is not None:
                await self._websocket.send_text(text)

    def end(self) -> None:
        """The class is no more."""
        self._over.set()

    async def hang_up(self) -> None:
        await self._over.wait()
        await asyncio.sleep(SECONDS_BEFORE_HANGING_UP)  # the last words are read first
        await self._websocket.close(LATER)

    async def listen(self) -> None:
        """There is nothing to say on this line after hello; whoever says much is sent away."""
        patience = Allowance(1.0, REFUSALS_AT_ONCE)
        while patience.take():
            await receive(self._websocket)
        await self._websocket.close(TOO_MUCH)


async def class_line(websocket: WebSocket) -> None:
    """From hello to goodbye."""
    services = await _services(websocket)
    if services.lesson is None:
        await websocket.close(UNWELCOME)
    else:
        await accepted(websocket, services, _welcome)


async def _services(websocket: WebSocket) -> Services:
    """While a class is being wiped, those of the one that begins in a moment."""
    services: Services = websocket.app.state.services
    deadline = time.monotonic() + SECONDS_FOR_HELLO
    while services.is_wiped and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
        services = websocket.app.state.services
    return services


async def _welcome(websocket: WebSocket, services: Services) -> None:
    language = preferred(websocket.headers.get("accept-language"))
    try:
        hello = _read(await asyncio.wait_for(receive(websocket), SECONDS_FOR_HELLO))
        language = preferred(hello.language, language)
        services = await _services(websocket)  # whoever has waited may be in another class by now
        lesson = services.lesson
        if lesson is None or services.is_wiped:
            raise Refused("server.busy")
        device = await _device(websocket, services, lesson, hello)
    except TimeoutError:
        await websocket.close(TOO_SLOW)
        return
    except TiotalError as error:
        told = problem(error, language)
        await websocket.send_text(encode({"type": "refused", "code": told["code"], "sentence": told["sentence"]}))
        await websocket.close(UNWELCOME)
        return
    await _tell(
        ClassDevice(websocket, hello.role, device, language, base_address(services.settings, websocket)), lesson
    )


def _read(text: str) -> ClassHello:
    try:
        hello: ClassHello = from_class.validate_json(text)
    except ValidationError:
        raise Refused("server.hello_first") from None
    return hello


async def _device(websocket: WebSocket, services: Services, lesson: RunningClass, hello: ClassHello) -> str:
    """Which of the pupils' devices; "" for whoever has the teacher's key."""
    if hello.role != "pupil":
        if not lesson.is_teacher(hello.token):
            raise Refused("classroom.teacher_only")
        return ""
    device = await services.devices.device_of(hello.token or secret_in(websocket))
    if device is None:
        raise Refused("server.no_device")
    return device


async def _tell(device: ClassDevice, lesson: RunningClass) -> None:
    lesson.telling.join(device)
    work = [asyncio.create_task(each) for each in (device.send_forever(), device.listen(), device.hang_up())]
    try:
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    finally:
        lesson.telling.part(device)
        for task in work:
            task.cancel()
        for ended in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, (*GONE, WebSocketDisconnect)):
                raise ended
