"""How every refusal looks over HTTP; `tiotal.service.problems` makes them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Problem(BaseModel):
    """What was wrong, in the reader's language, and what is allowed."""

    model_config = ConfigDict(extra="forbid")
    code: str
    sentence: str
    reason: str | None  # why a move is not possible, without the moves that are
    allowed: list[Any] | None
