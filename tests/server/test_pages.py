"""The files of the web client as browsers get them. The client here is a small one, made for the purpose."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from tiotal.server import pages
from tiotal.server.app import create_app
from tiotal.server.security import HEADERS
from tiotal.server.settings import ServerSettings
from tiotal.words import LANGUAGES, say

PAGE = "<!doctype html><title>Tiotal</title>"
SCRIPT = "export const answer = 42;\n" * 100
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Visitor:
    """Asks a server for its files. It is never started: they need no database."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pages, "CLIENT", folder)
        self.app = create_app(ServerSettings(database="sqlite://"))

    def get(self, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://tiotal") as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(ask())


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """A server with a client that was built."""
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "index-4f2a.js").write_text(SCRIPT)
    (folder / "assets" / "index-4f2a.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets" / "baloo-77.woff2").write_bytes(b"wOF2")
    (folder / "service-worker.js").write_text("// keeps\n")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "icon-192.png").write_bytes(b"\x89PNG")
    (folder / "secret.txt").write_text("not a file of the client")
    return Visitor(folder, monkeypatch)


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/new/ten",
        "/t/abc",
        "/t/abc/match/2",
        "/rules/cento",
        "/pad",
        "/pad/nimmt",
        "/pad/x1/3",
        "/settings",
        "/paper",
        "/guide",
        "/guide/x",
    ],
)
def test_one_page_stands_at_every_address(built: Visitor, address: str) -> None:
    answer = built.get(address)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert HEADERS.items() <= dict(answer.headers).items()


def test_a_page_that_has_not_changed_is_not_sent_again(built: Visitor) -> None:
    mark = built.get("/").headers["etag"]
    assert built.get("/", headers={"if-none-match": mark}).status_code == 304


def test_built_files_are_kept_for_ever(built: Visitor) -> None:
    for name in ("index-4f2a.js", "baloo-77.woff2"):
        assert built.get(f"/assets/{name}").headers["cache-control"] == pages.FOR_EVER


def test_files_are_sent_compressed_to_those_who_understand_it(built: Visitor) -> None:
    packed = built.get("/assets/index-4f2a.js", headers={"accept-encoding": "gzip, br"})
    plain = built.get("/assets/index-4f2a.js", headers={"accept-encoding": "identity"})
    assert packed.text == plain.text == SCRIPT
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 10
    assert "content-encoding" not in plain.headers
    for answer in (packed, plain):
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/service-worker.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon-192.png", "image/png"),
    ],
)
def test_files_whose_names_stay_the_same_are_asked_for_again(built: Visitor, path: str, media_type: str) -> None:
    answer = built.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert answer.headers["cache-control"] == "no-cache"


def is_refused(answer: httpx.Response) -> bool:
    return answer.status_code == 404 and answer.json()["code"] == "server.not_found"


def test_somebody_who_went_astray_gets_the_page_that_says_so(built: Visitor) -> None:
    answer = built.get("/nowhere/at/all", headers=BROWSER)
    assert (answer.status_code, answer.text) == (404, PAGE)
    assert answer.headers["cache-control"] == "no-cache"


def test_programs_are_told_in_their_own_way(built: Visitor) -> None:
    for path in ("/nowhere", "/old.js", "/secret.txt", "/index.html.gz", "/api/nothing", "/assets/index-old.js"):
        assert is_refused(built.get(path))
    assert is_refused(built.get("/api/nothing", headers=BROWSER))
    assert is_refused(built.get("/assets/index-old.js", headers=BROWSER))
    assert built.get("/api/device", headers=BROWSER).status_code == 405
    assert built.get("/nowhere", method="POST").status_code == 405


def test_no_file_outside_the_client_is_sent(built: Visitor) -> None:
    for path in ("/assets/../index.html", "/assets/%2e%2e/secret.txt", "/assets/..%2f..%2ftiotal.db"):
        assert built.get(path).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_without_a_client_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    visitor = Visitor(tmp_path / "client", monkeypatch)
    answer = visitor.get("/", {"accept-language": language, **BROWSER})
    assert answer.text.strip() == say(language, "server.no_client")
    assert is_refused(visitor.get("/nowhere", BROWSER))
    assert is_refused(visitor.get("/service-worker.js"))
