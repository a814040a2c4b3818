"""What all that goes over the wire has in common: nothing is in it that is not declared."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid")
