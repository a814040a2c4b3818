"""What devices send, checked field by field: a message of the declared shape comes of it, or a sentence says what is
wrong with it. Only the standard library is needed; the schema of the web server describes the same classes.
"""

from __future__ import annotations

import functools
import json
import re
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal, get_args, get_origin

from tiotal.engine.errors import Refused
from tiotal.table.requests import Request

LONGEST_MESSAGE = 4_096  # bytes
LONGEST_LANGUAGE = 35
LONGEST_TOKEN = 64
LAST_NUMBER = 2**31
REQUEST_NAME = re.compile("[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. Whoever has no cookie sends the device's secret as `token`."""

    type: Literal["hello"]
    token: str | None = None
    language: str | None = None
    last: int = 0  # the number of the last entry seen; 0: none


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the table for something."""

    type: Literal["ask"]
    request: str
    what: Request


@dataclass(frozen=True, slots=True)
class AskHint:
    type: Literal["hint"]
    request: str
    seat: int


@dataclass(frozen=True, slots=True)
class Reading:
    """Somebody on the device reads or is asked something, so bots wait a little; it is not kept in the log."""

    type: Literal["reading"]
    now: bool


@dataclass(frozen=True, slots=True)
class Ping:
    type: Literal["ping"]


FromDevice = Hello | Ask | AskHint | Reading | Ping


def read_message(text: str) -> FromDevice:
    if len(text) > LONGEST_MESSAGE or (not text.isascii() and len(text.encode()) > LONGEST_MESSAGE):
        raise Refused("server.too_long", most=LONGEST_MESSAGE)
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        raise _wrong("", "it is not JSON") from None
    message: FromDevice = _of_kind(FromDevice, "")(sent)
    match message:
        case Hello(_, token, language, last):
            _check(len(token or "") <= LONGEST_TOKEN, "token", "it is too long")
            _check(len(language or "") <= LONGEST_LANGUAGE, "language", "it is too long")
            _check(0 <= last <= LAST_NUMBER, "last", f"it must be from 0 to {LAST_NUMBER}")
        case Ask() | AskHint():
            _check(is_request_name(message.request), "request", "it must be 1 to 40 letters, digits, - or _")
    return message


def is_request_name(name: Any) -> bool:
    return isinstance(name, str) and REQUEST_NAME.fullmatch(name) is not None


def request_in(text: str) -> str | None:
    """The name of a request that could not be read otherwise, so that its sender knows which one was refused."""
    try:
        sent = json.loads(text[:LONGEST_MESSAGE])
    except (ValueError, RecursionError):
        return None
    name = sent.get("request") if isinstance(sent, dict) else None
    return name if is_request_name(name) else None


# --- Shapes -----------------------------------------------------------------------------------------------------
# What checks a message is put together once for each place in it, so that a good message costs no more than it must.
Check = Callable[[Any], Any]


@functools.cache
def _of_kind(union: Any, place: str) -> Check:
    """One of several classes, told apart by their `type`."""
    kinds = {}
    for kind in get_args(union):
        (name,) = get_args(typing.get_type_hints(kind)["type"])
        kinds[name] = _object(kind, place)
    known = f"it must be one of {', '.join(kinds)}"
    below = _below(place, "type")

    def check(sent: Any) -> Any:
        if not isinstance(sent, dict):
            raise _wrong(place, "it must be an object")
        kind = sent.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            raise _wrong(below, known)
        return kinds[kind](sent)

    return check


def _object(kind: type, place: str) -> Check:
    hints = typing.get_type_hints(kind)
    checks = {field.name: _checked(hints[field.name], _below(place, field.name)) for field in fields(kind)}
    needed = {field.name for field in fields(kind) if field.default is MISSING}

    def check(sent: dict[str, Any]) -> Any:
        found = {}
        for name, value in sent.items():
            if name not in checks:
                raise _wrong(_below(place, name[:40]), "there is no such field")
            found[name] = checks[name](value)
        for name in needed:
            if name not in found:
                raise _wrong(_below(place, name), "it is missing")
        return kind(**found)

    return check


def _checked(hint: Any, place: str) -> Check:
    """How a value of this type is checked. Nothing is taken for something else: 1 is no truth, and "1" no number."""
    if get_origin(hint) is Literal:
        return _one_of(get_args(hint), place)
    if get_origin(hint) in (types.UnionType, typing.Union):
        choices = get_args(hint)
        if types.NoneType not in choices:
            return _of_kind(hint, place)
        (other,) = (choice for choice in choices if choice is not types.NoneType)
        inner = _checked(other, place)
        return lambda value: None if value is None else inner(value)
    return _plain(hint, place)


def _one_of(choices: tuple[Any, ...], place: str) -> Check:
    wanted = f"it must be {' or '.join(map(str, choices))}"

    def check(value: Any) -> Any:
        if not isinstance(value, str) or value not in choices:
            raise _wrong(place, wanted)
        return value

    return check


NAMED = {int: "a whole number", str: "text", bool: "true or false"}


def _plain(kind: type, place: str) -> Check:
    wanted = f"it must be {NAMED[kind]}"

    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise _wrong(place, wanted)
        return value

    return check


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _check(is_so: bool, place: str, why: str) -> None:
    if not is_so:
        raise _wrong(place, why)


def _wrong(place: str, why: str) -> Refused:
    return Refused("server.bad_message", reason=f"{place}: {why}" if place else why)
