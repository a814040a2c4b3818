"""A class that is being run."""

from __future__ import annotations

from typing import Any

from tiotal.classroom.requests import How, OfPupil, OfTeacher


class RunningClass:
    def is_teacher(self, secret: str | None) -> bool:
        raise NotImplementedError

    async def ask(self, what: OfTeacher) -> int:
        raise NotImplementedError

    async def ask_as_pupil(self, what: OfPupil, device: str) -> int:
        raise NotImplementedError

    async def groups(self, how: How, size: int) -> list[list[int]]:
        raise NotImplementedError

    async def report(self, language: str, names: bool) -> dict[str, Any]:
        raise NotImplementedError

    def qr_code(self) -> bytes:
        raise NotImplementedError
