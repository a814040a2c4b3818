"""The web client: files that `web/` is built into, and one page for every address that a person can open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path, PurePath

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tiotal.service.languages import preferred
from tiotal.words import say

CLIENT = Path(str(resources.files("tiotal.server").joinpath("client")))
NAMED_AFTER_CONTENT = ("assets", "engine", "printed")
NO_PAGES = ("/api/", *(f"/{folder}/" for folder in NAMED_AFTER_CONTENT))
FOR_EVER = "public, max-age=31536000, immutable"  # the name of a built file changes with its content
ASK_AGAIN = "no-cache"
ADDRESSES = (
    "/",
    "/new/{game}",
    "/t/{table_id}",
    "/t/{table_id}/match/{number}",
    "/rules/{game}",
    "/pad",
    "/pad/{what}",
    "/pad/{what}/{round}",
    "/puzzles",
    "/puzzles/{game}/{which}",
    "/puzzles/{game}/set/{difficulty}/{number}",
    "/puzzles/{game}/set/{difficulty}/{number}/{place}",
    "/guide",
    "/guide/{name}",
    "/paper",
    "/settings",
    "/class",
    "/class/board",
    "/c",
    "/c/{code}",
    "/practice",
    "/progress",
)
TYPES = {  # machines know different ones
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}


class BuiltFiles(StaticFiles):
    """Files of the client, compressed if that was done when they were built and the browser understands it."""

    def __init__(self, folder: Path, caching: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.caching = caching

    async def get_response(self, path: str, scope: Scope) -> Response:
        if "gzip" in Request(scope).headers.get("accept-encoding", ""):
            try:
                found = await super().get_response(f"{path}.gz", scope)
            except HTTPException:
                found = await super().get_response(path, scope)
            else:
                found.headers["content-encoding"] = "gzip"
        else:
            found = await super().get_response(path, scope)
        found.headers["vary"] = "accept-encoding"
        found.headers["cache-control"] = self.caching
        if PurePath(path).suffix in TYPES:
            found.headers["content-type"] = TYPES[PurePath(path).suffix]
        return found


def add_pages(app: FastAPI) -> None:
    for folder in NAMED_AFTER_CONTENT:
        app.mount(f"/{folder}", BuiltFiles(CLIENT / folder, FOR_EVER))
    files = BuiltFiles(CLIENT, ASK_AGAIN)

    async def page(request: Request) -> Response:
        if not (CLIENT / "index.html").is_file():
            language = preferred(request.headers.get("accept-language"))
            return PlainTextResponse(say(language, "server.no_client") + "\n")
        return await files.get_response("index.html", request.scope)

    async def nowhere(request: Request) -> Response:
        """A person who went astray is shown the way by the client; programs are told as everywhere."""
        if "text/html" not in request.headers.get("accept", "") or not (CLIENT / "index.html").is_file():
            raise HTTPException(404)
        return FileResponse(CLIENT / "index.html", 404, headers={"cache-control": ASK_AGAIN})

    for address in ADDRESSES:
        app.router.routes.append(Route(address, page))
    for found in sorted(CLIENT.glob("*.*")):
        if found.suffix in TYPES and found.suffix != ".html":
            app.router.routes.append(Route(f"/{found.name}", _file(files, found.name)))
    app.router.routes.append(AnyOtherPage("/{path:path}", nowhere))


def _file(files: BuiltFiles, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def send_file(request: Request) -> Response:
        return await files.get_response(name, request.scope)

    return send_file


class AnyOtherPage(Route):
    """Every address but those of the programming interface, which has its own answers."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["path"].startswith(
            ("/api/", *(f"/{folder}/" for folder in NAMED_AFTER_CONTENT))
        ):
            return Match.NONE, {}
        return super().matches(scope)
