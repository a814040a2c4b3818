"""Uvicorn's connections with limits: whoever sends half a request, or one without end, or does not read, is cut off.

A server on a local network has no proxy in front that would do this.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tiotal.server.limits import (
    LONGEST_HEADERS,
    SECONDS_FOR_BODY,
    SECONDS_FOR_HEADERS,
    SECONDS_TO_READ,
    Open,
)

RESERVED_FILES = 200  # of those that the system lets a process open: for the database, for threads, for files
SECONDS_BETWEEN_LINES = 10  # in the log, about the same
IDLE = "idle"  # nothing that anybody has to be told of
LINE = "tiotal.line"  # the extension of a WebSocket's scope with its `Line`

log = logging.getLogger(__name__)


class Door:
    """How many may be connected at all, and from one network; it notes whom it has turned away or thrown out."""

    def __init__(self, per_network: int, proxies: str = "", count: Callable[[str], None] = lambda why: None) -> None:
        self._most = _most_files() - RESERVED_FILES
        self._in = 0
        self._by_network = Open(per_network)
        self._proxies = Proxies(proxies)
        self._count = count
        self._told: dict[str, float] = {}

    def enter(self, address: str) -> bool:
        if self._in >= self._most:
            self.note("too_many")
            return False
        if not self._proxies.has(address) and not self._by_network.open(address):
            self.note("too_many_of_a_network")
            return False
        self._in += 1
        return True

    def leave(self, address: str) -> None:
        self._in -= 1
        if not self._proxies.has(address):
            self._by_network.close(address)

    def note(self, why: str) -> None:
        self._count(why)
        if why == IDLE:
            return
        now = time.monotonic()
        if now > self._told.get(why, -SECONDS_BETWEEN_LINES) + SECONDS_BETWEEN_LINES:
            self._told[why] = now
            log.warning("connections are cut off: %s", why)


class Proxies:
    """Those who speak for many, as `--proxies` names them."""

    def __init__(self, named: str) -> None:
        self._all = named.strip() == "*"
        self._networks = []
        for name in named.split(","):
            try:
                self._networks.append(ipaddress.ip_network(name.strip(), strict=False))
            except ValueError:
                continue

    def has(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return True  # a socket in the file system
        return self._all or any(found in network for network in self._networks)


def _most_files() -> int:
    """How many the system lets this process have open, after it was asked for as many as it gives."""
    try:
        import resource
    except ImportError:  # Windows
        return 8_192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 65_536) if hard != resource.RLIM_INFINITY else 65_536
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return 65_536 if soft == resource.RLIM_INFINITY else soft


def protocols(door: Door) -> dict[str, Any]:
    """For Uvicorn's settings."""
    return {
        "http": functools.partial(LimitedHttp, door=door),
        "ws": functools.partial(LimitedWebSocket, door=door),
        "ws_per_message_deflate": False,  # saves far more memory than it costs bytes
    }


class ReaderTimer:
    """Ends the connection of a device that does not read what is already on its way to it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, end: Callable[[str], None]) -> None:
        self._loop = loop
        self._end = end
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._timer = self._loop.call_later(SECONDS_TO_READ, self._end, "does_not_read")

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


# --- HTTP -------------------------------------------------------------------------------------------------------
class LimitedHttp(HttpToolsProtocol):
    def __init__(self, *arguments: Any, door: Door, **others: Any) -> None:
        super().__init__(*arguments, **others)
        self._door = door
        self._is_in = False
        self._reads_headers = True
        self._header_bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._reader = ReaderTimer(self.loop, self._end)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_in = self._door.enter(_host(self.client))
        if self._is_in:
            self._wait_for("headers", SECONDS_FOR_HEADERS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        if self._is_in:
            self._is_in = False
            self._door.leave(_host(self.client))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._timer is None and self._reads_headers:
            self._wait_for("headers", SECONDS_FOR_HEADERS)
        if self._reads_headers:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._reads_headers and self._header_bytes > LONGEST_HEADERS:
            self._end("headers_too_long")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reads_headers = True

    def on_headers_complete(self) -> None:
        self._reads_headers = False
        self._header_bytes = 0
        self._wait_for("body", SECONDS_FOR_BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._reads_headers = True
        self._stop_waiting()

    def handle_websocket_upgrade(self) -> None:
        """From now on the other protocol has the connection, and gives its place back."""
        self._stop_timers()
        self._is_in = False
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()

    def _wait_for(self, what: str, seconds: float) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._give_up, what)

    def _give_up(self, what: str) -> None:
        """Browsers open lines beforehand, and may never say anything: that is no half request."""
        self._end(f"half_{what}" if self._header_bytes or what == "body" else IDLE)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _stop_timers(self) -> None:
        self._stop_waiting()
        self._reader.stop()

    def _end(self, why: str) -> None:
        if not self.transport.is_closing():
            self._door.note(why)
            self.transport.abort()


# --- WebSockets -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Line:
    """What can be done with a connection at once, without waiting for anybody."""

    send: Callable[[str], bool]  # False: nothing was sent, because the device has not read what was sent before
    abort: Callable[[str], None]  # end it, for this reason
    listen: Callable[[Callable[[str], None]], None]  # call this with all that is heard from now on; no text is ""
    read: Callable[[bool], None]  # whether to; what is not read, the device cannot send in the long run


def line_of(websocket: WebSocket) -> Line:
    """Of an accepted WebSocket, unless its device has gone since."""
    found: dict[str, Line] = websocket.scope["extensions"].get(LINE, {})
    if "line" not in found:
        raise WebSocketDisconnect
    return found["line"]


class LimitedWebSocket(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, door: Door, **others: Any) -> None:
        super().__init__(*arguments, **others)
        self._door = door
        self._is_ended = False
        self._reader = ReaderTimer(self.loop, self._end)
        self._hear: Callable[[str], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.leave(_host(self.client))
        self._reader.stop()
        self._hear = None
        if hasattr(self, "scope"):
            del self.scope["extensions"][LINE]  # it leads back here, and would have to be found as garbage
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][LINE] = {"line": Line(self._send_now, self._end, self._listen, self._read)}

    def _send_now(self, text: str) -> bool:
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(text_frame(text.encode()))
        return True

    def _listen(self, hear: Callable[[str], None]) -> None:
        """What was sent before anybody listened waits in a queue; from now on there is nothing in it but the end."""
        self._hear = hear
        for _ in range(self.queue.qsize()):
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                hear(event.get("text") or "")
            else:
                self.queue.put_nowait(event)

    def _read(self, now: bool) -> None:
        """Not after our last words: the device's own are to be read, whatever else it sends before."""
        if self.read_paused != now or self.close_sent or self.transport.is_closing():
            return
        self.read_paused = not now
        if now:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        """A message at once to whoever listens: a queue with somebody who waits at its end costs a good deal more."""
        if self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else ""
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._hear(text)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()

    def handle_ping(self) -> None:
        """Whoever asks whether we are there, and does not read that we are, gets no more answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self._end("does_not_read")

    def keepalive_timeout(self) -> None:
        """Nobody is there, so nobody is waited for to read the last words."""
        super().keepalive_timeout()
        self._end("is_gone")

    def _end(self, why: str) -> None:
        if not self._is_ended:
            self._is_ended = True
            self._door.note(why)
            self.transport.abort()


def text_frame(data: bytes) -> bytes:
    """A text as a server sends it, whole and in clear (RFC 6455, 5.2)."""
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), data)


def _host(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""
