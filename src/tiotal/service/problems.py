"""How every refusal looks: a code for programs, a sentence for people, and what is allowed."""

from __future__ import annotations

from typing import Any

from tiotal.engine.errors import IllegalMove, TiotalError

STATUS = {
    "server.no_table": 404,
    "server.no_code": 404,
    "server.no_match": 404,
    "server.not_found": 404,
    "guide.unknown": 404,
    "server.method": 405,
    "server.no_device": 401,
    "server.too_fast": 429,
    "server.too_long": 413,
    "server.many_tables": 429,
    "server.storage_down": 503,
    "server.busy": 503,
    "server.not_yours": 403,
    "server.other_origin": 403,
    "server.other_host": 421,
    "table.not_host": 403,
    "table.not_your_seat": 403,
    "server.not_over": 409,
    "games.unknown_version": 409,
    "classroom.none": 404,
    "classroom.teacher_only": 403,
    "classroom.wrong_code": 404,
    "classroom.full": 409,
    "classroom.taken": 409,
}
ALLOWED = ("legal", "allowed", "known", "choices")  # values of messages that list what is possible


def problem(error: TiotalError, language: str) -> dict[str, Any]:
    """What was wrong, in the reader's language; `reason`: why a move is not possible, without the moves that are."""
    told = [error.values[name] for name in ALLOWED if name in error.values]
    return {
        "code": error.key,
        "sentence": error.sentence(language),
        "reason": error.reason(language) if isinstance(error, IllegalMove) else None,
        "allowed": list(told[0]) if told else None,
    }


def status_of(error: TiotalError) -> int:
    """As HTTP counts them."""
    return STATUS.get(error.key, 409 if isinstance(error, IllegalMove) else 422)
