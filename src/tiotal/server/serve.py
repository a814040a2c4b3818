"""Running the server: addresses that people can open, logs without secrets, a stop that loses nothing."""

from __future__ import annotations

import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import uvicorn

from tiotal.engine.errors import TiotalError
from tiotal.server.app import create_app
from tiotal.server.connections import Door, protocols
from tiotal.server.metrics import Metrics
from tiotal.server.settings import ServerSettings
from tiotal.service.reading import LONGEST_MESSAGE

LARGEST_FRAME = 16 * LONGEST_MESSAGE  # beyond this a connection is closed; below it, a sentence says what was wrong
SECONDS_TO_STOP = 5
SECONDS_BETWEEN_THREADS = 0.001  # that Python lets one of them run: whoever answers people waits so long for a bot
SECONDS_BETWEEN_PINGS = 20  # so whoever has vanished without a word is noticed within twice that
BACKLOG = 4_096


class StructuredLog(logging.Formatter):
    """One JSON object a line. Addresses of tables are invitations, so they are not logged."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up_logs() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(StructuredLog())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("alembic", "uvicorn.access", "uvicorn.error"):  # uvicorn tells the address of every WebSocket
        logging.getLogger(name).setLevel(logging.WARNING)


def lan_address() -> str:
    """The address of this machine that others on the local network reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; the system only says which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostbyname(socket.gethostname())


def listen(host: str, port: int) -> socket.socket:
    """The socket, before anything else is started, so that a port in use is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise TiotalError("server.no_port", host=host, port=port, reason=error.strerror or str(error)) from None
    listener.listen(BACKLOG)
    return listener


def serve(
    settings: ServerSettings, listener: socket.socket, *, proxies: str = "127.0.0.1", ready: Callable[[], None]
) -> None:
    """Until somebody stops it."""
    set_up_logs()
    sys.setswitchinterval(SECONDS_BETWEEN_THREADS)
    metrics = Metrics()
    door = Door(settings.limits.sockets_per_network, proxies, lambda why: metrics.cut_off.labels(why).inc())
    config = uvicorn.Config(
        create_app(settings, metrics),
        **protocols(door),
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=SECONDS_BETWEEN_PINGS,
        ws_ping_timeout=SECONDS_BETWEEN_PINGS,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
        forwarded_allow_ips=proxies,
        backlog=BACKLOG,
    )
    server = uvicorn.Server(config)
    threading.Thread(target=_when_started, args=(server, ready), daemon=True).start()
    server.run(sockets=[listener])


def _when_started(server: uvicorn.Server, ready: Callable[[], None]) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    ready()
