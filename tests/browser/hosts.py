"""Where the page comes from: a server of ours, or any web host with the site of `make site` below a path.

Both can go away and come back. What is played on the device must not depend on which it was.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.people import People, Person
from tests.browser.test_bad_cases import LOST
from tests.browser.words import spoken
from tests.kit.server import Server

WEB = Path(__file__).parents[2] / "web"
BELOW = "games/of-numbers"
NOT_REACHED = f"{LOST}|ERR_INTERNET_DISCONNECTED|ERR_FAILED"


class Host(ABC):
    url: str  # everything that a page asks for begins with this
    screens: str  # before the path of each

    @abstractmethod
    def go_away(self) -> None:
        """At once, for everybody."""

    @abstractmethod
    def come_back(self) -> None:
        """To the same address."""


class OwnPages(Host):
    def __init__(self, server: Server) -> None:
        self.server = server
        self.url = self.screens = server.url

    def go_away(self) -> None:
        self.server.kill()

    def come_back(self) -> None:
        self.server.start()


class Site(Host):
    def __init__(self, folder: Path) -> None:
        self._files = functools.partial(QuietFiles, directory=folder)
        self._port = 0
        self.come_back()
        self.url = f"http://localhost:{self._port}/{BELOW}/"
        self.screens = f"{self.url}#"  # there is one page only

    def go_away(self) -> None:
        self._host.shutdown()
        self._host.server_close()

    def come_back(self) -> None:
        self._host = ThreadingHTTPServer(("localhost", self._port), self._files)
        self._port = self._host.server_address[1]
        threading.Thread(target=self._host.serve_forever, daemon=True).start()


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def site_in(shared: Path) -> Path:
    """A folder with the site below its path; built once in a run of the tests, whoever needs it first."""
    folder = shared / "site"
    bin_folder = Path(sys.executable).parent
    build = [str(bin_folder / "npm"), "--prefix", str(WEB), "run", "--silent", "build", "--", "--mode", "site"]
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / BELOW / "index.html").is_file():
            subprocess.run(
                [*build, "--logLevel", "error", "--outDir", str(folder / BELOW)],
                check=True,
                capture_output=True,
                env={**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"},
            )
    return folder


# --- Whoever has been there -------------------------------------------------------------------------------------
def fetch_games(person: Person) -> None:
    """As somebody does who is going to be on a train."""
    words = spoken(person.language)
    person.visit("/settings")
    person.page.get_by_role("button", name=words.say("offline.get")).tap()
    expect(person.page.get_by_text(words.like("offline.ready"))).to_be_visible()


@contextlib.contextmanager
def traveller(browser: Browser, host: Host) -> Iterator[Person]:
    """Has been here once and has fetched the games. Now the host has gone, and so has the network."""
    with People(browser, host.url, host.screens) as people:
        person = people.invite(offline_copies=True)
        person.expects(NOT_REACHED)
        fetch_games(person)
        host.go_away()
        person.context.set_offline(True)
        yield person
