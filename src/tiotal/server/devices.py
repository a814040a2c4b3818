"""Devices instead of accounts: a random secret, kept by the device; the server knows only its hash.

A secret carries the server's seal, so nobody can choose one, for themselves or for somebody else. Those of version 0.1
have none, and those from before the games moved to another database have another; they are taken for what they are if a
device with that secret has been at a table.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "tiotal_device"
SECURE_COOKIE = "__Host-tiotal_device"  # over https: no other host, not even a neighbour, can set one of that name
A_YEAR = 365 * 24 * 3600
SECRET = re.compile(r"([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{16}))?")


class Devices:
    def __init__(self, key: bytes, is_known: Callable[[str], Awaitable[bool]]) -> None:
        self._key = key  # of all processes that share the database
        self._is_known = is_known  # whether a device has been at a table

    def new_secret(self) -> str:
        return self.sealed(secrets.token_urlsafe(32))

    def sealed(self, secret: str) -> str:
        bare = secret.partition(".")[0]
        return f"{bare}.{self._seal(bare)}"

    async def device_of(self, secret: str | None) -> str | None:
        """The device with this secret; nobody can find the secret from it."""
        found = SECRET.fullmatch(secret or "")
        if found is None:
            return None
        bare, seal = found.groups()
        device = device_with(bare)
        is_ours = seal is not None and hmac.compare_digest(seal, self._seal(bare))
        return device if is_ours or await self._is_known(device) else None

    def _seal(self, bare: str) -> str:
        made = hmac.digest(self._key, b"tiotal device " + bare.encode(), "sha256")
        return base64.urlsafe_b64encode(made[:12]).decode()


def device_with(secret: str) -> str:
    """With or without its seal."""
    return hashlib.sha256(b"tiotal device " + secret.partition(".")[0].encode()).hexdigest()[:32]


# --- Over HTTP --------------------------------------------------------------------------------------------------
def secret_in(connection: HTTPConnection) -> str | None:
    """From `Authorization: Bearer …`, or else from the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else secret_in_cookie(connection)


def secret_in_cookie(connection: HTTPConnection) -> str | None:
    return connection.cookies.get(SECURE_COOKIE) or connection.cookies.get(COOKIE)


def forget_secret(response: Response, secure: bool) -> None:
    for name in (SECURE_COOKIE, COOKIE) if secure else (COOKIE,):
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")


def keep_secret(response: Response, secret: str, secure: bool) -> None:
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, secret, max_age=A_YEAR, httponly=True, secure=secure, samesite="strict", path="/")
    if secure:
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="strict")
