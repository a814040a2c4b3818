"""The web client: files that `web/` is built into, and one page for every address that a person can open."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from tiotal.server.languages import preferred
from tiotal.words import say

CLIENT = Path(str(resources.files("tiotal.server").joinpath("client")))
FOR_EVER = "public, max-age=31536000, immutable"  # the name of a built file changes with its content
ADDRESSES = ("/", "/new/{game}", "/t/{table_id}", "/t/{table_id}/match/{number}", "/rules/{game}", "/pad", "/settings")


class BuiltFiles:
    """Files whose names say what is in them."""

    def __init__(self, folder: Path) -> None:
        self._files = GZipMiddleware(StaticFiles(directory=folder, check_dir=False), minimum_size=500)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def kept_for_ever(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                message["headers"] = [*message["headers"], (b"cache-control", FOR_EVER.encode())]
            await send(message)

        await self._files(scope, receive, kept_for_ever)


def add_pages(app: FastAPI) -> None:
    app.mount("/assets", BuiltFiles(CLIENT / "assets"))

    async def page(request: Request) -> Response:
        if not (CLIENT / "index.html").is_file():
            language = preferred(request.headers.get("accept-language"))
            return PlainTextResponse(say(language, "server.no_client") + "\n")
        return FileResponse(CLIENT / "index.html", headers={"cache-control": "no-cache"})

    for address in ADDRESSES:
        app.add_api_route(address, page, include_in_schema=False)
    for name in ("icon.svg", "manifest.webmanifest", "service-worker.js"):
        app.add_api_route(f"/{name}", _file(CLIENT / name), include_in_schema=False)


def _file(path: Path):  # type: ignore[no-untyped-def]
    async def send_file() -> Response:
        return FileResponse(path, headers={"cache-control": "no-cache"})

    return send_file
