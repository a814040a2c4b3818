"""Devices instead of accounts: a random secret, kept by the device; the server knows only its hash."""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "tiotal_device"
A_YEAR = 365 * 24 * 3600
SECRET = re.compile("[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def device_of(secret: str | None) -> str | None:
    """The device with this secret; nobody can find the secret from it."""
    if secret is None or not SECRET.fullmatch(secret):
        return None
    return hashlib.sha256(b"tiotal device " + secret.encode()).hexdigest()[:32]


def secret_in(connection: HTTPConnection) -> str | None:
    """From `Authorization: Bearer …`, or else from the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


def keep_secret(response: Response, secret: str, secure: bool) -> None:
    response.set_cookie(COOKIE, secret, max_age=A_YEAR, httponly=True, secure=secure, samesite="strict", path="/")
