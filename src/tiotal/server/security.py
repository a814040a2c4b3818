"""Headers that make a browser careful, and a look at where a request comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # an address of a table is an invitation
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class SecurityHeaders:
    """On every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


LOCAL_NAMES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost")  # that no public name server knows


def is_our_host(connection: HTTPConnection, ours: Collection[str]) -> bool:
    """Whether `Host` is a name of this server.

    A page anywhere can have its own name lead to a machine in somebody's home (DNS rebinding), and would be taken for
    ours. It cannot do so with a bare address, or with a name that only the local network knows.
    """
    try:
        host = (urlsplit(f"//{connection.headers.get('host', '')}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return is_local_name(host) or host in ours


def is_local_name(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(LOCAL_NAMES)
    return True


def is_same_origin(connection: HTTPConnection, allowed: Collection[str]) -> bool:
    """Browsers say where a page came from; programs say nothing."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return origin in allowed or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no address at all
        return False
