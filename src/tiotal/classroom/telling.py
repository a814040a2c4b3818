"""Every device of a class is told the whole of what it may know, whenever that has changed.

That is a few times a second at most; and now and then in any case, so that a device knows that the line is alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Literal, Protocol

from tiotal.classroom.classroom import Classroom
from tiotal.classroom.seen import Around, board_sees, pupil_sees, teacher_sees
from tiotal.service.host import Clock
from tiotal.service.telling import encode

SECONDS_BETWEEN_NEWS = 0.25
SECONDS_BETWEEN_LOOKS = 1.0  # for what is told by nobody: who is connected to a table
SECONDS_OF_SILENCE = 20.0

Role = Literal["teacher", "board", "pupil"]
WIPED = '{"type":"wiped"}'


class ClassListener(Protocol):
    """A connected device."""

    role: Role
    device: str  # "" for the teacher's pages
    language: str
    address: str  # of the server, as this device reaches it

    def send(self, text: str) -> None: ...

    def end(self) -> None:
        """The class is no more."""
        ...


class Telling:
    def __init__(
        self,
        lesson: Classroom,
        around: Callable[[Collection[str]], Around],
        clock: Clock,
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        self._lesson = lesson
        self._around = around
        self._clock = clock
        self._told: dict[ClassListener, tuple[str, float]] = {}  # what each was told last, and when
        self._is_over = False
        self._something = asyncio.Event()
        self._for_pupils = False  # whether it can concern them: most that happens at tables does not
        spawn(self._tell_forever())

    # --- Who listens --------------------------------------------------------------------------------------------
    @property
    def here(self) -> set[str]:
        return {listener.device for listener in self._told if listener.role == "pupil"}

    def join(self, listener: ClassListener) -> None:
        if self._is_over:
            listener.send(WIPED)
            listener.end()
            return
        self._told[listener] = ("", 0.0)
        self._tell([listener])
        self.changed()

    def part(self, listener: ClassListener) -> None:
        self._told.pop(listener, None)
        self.changed()

    def wiped(self) -> None:
        """These are the last words to everybody."""
        self._is_over = True
        told, self._told = self._told, {}
        for listener in told:
            listener.send(WIPED)
            listener.end()

    # --- When ---------------------------------------------------------------------------------------------------
    def changed(self) -> None:
        self._for_pupils = True
        self._something.set()

    def table_changed(self) -> None:
        self._something.set()

    async def _tell_forever(self) -> None:
        while True:
            await self._clock.wait(self._something, SECONDS_BETWEEN_LOOKS)
            self._something.clear()
            everybody, self._for_pupils = self._for_pupils, False
            late = self._clock.seconds() - SECONDS_OF_SILENCE
            self._tell(
                [one for one, (_, at) in self._told.items() if everybody or one.role != "pupil" or at < late],
            )
            await self._clock.sleep(SECONDS_BETWEEN_NEWS)

    # --- What ---------------------------------------------------------------------------------------------------
    def _tell(self, listeners: Collection[ClassListener]) -> None:
        if not listeners:
            return
        around, at = self._around(self.here), self._clock.seconds()
        for listener in listeners:
            text = encode(self._seen(listener, around))
            last, told_at = self._told[listener]
            if text != last or at - told_at > SECONDS_OF_SILENCE:
                self._told[listener] = (text, at)
                listener.send(f'{{"at":{self._clock.now()},{text[1:]}')

    def _seen(self, listener: ClassListener, around: Around) -> dict[str, Any]:
        language = listener.language
        if listener.role == "pupil":
            return pupil_sees(self._lesson, around, language, listener.device)
        sees = teacher_sees if listener.role == "teacher" else board_sees
        return {**sees(self._lesson, around, language), "address": f"{listener.address}/c/{self._lesson.code}"}
