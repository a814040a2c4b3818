"""A browser, a server, and people with devices of their own. Whatever goes wrong on a page fails its test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.hosts import site_in
from tests.browser.people import People, launched
from tests.kit.class_server import ClassServer
from tests.kit.server import SameDeals, Server, running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")  # while it is open, nothing else in this process can run an event loop
def browser() -> Iterator[Browser]:
    with launched() as opened:
        yield opened


@pytest.fixture(scope="package")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), kind=SameDeals) as started:
        yield started


@pytest.fixture
def server(one_server: Server) -> Server:
    """Tests may kill it."""
    if one_server.process is None:
        one_server.start()
    return one_server


@pytest.fixture(scope="package")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With what `make site` builds; one for all processes that run tests."""
    own = tmp_path_factory.getbasetemp()
    return site_in(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    with People(browser, server.url) as everybody:
        yield everybody


@pytest.fixture(scope="package")
def one_school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassServer]:
    with running(tmp_path_factory.mktemp("school"), kind=ClassServer) as started:
        assert isinstance(started, ClassServer)
        yield started
        assert '"level": "error"' not in started.log.read_text()


@pytest.fixture
def school(one_school: ClassServer) -> Iterator[ClassServer]:
    """The server of a class that has nobody in it yet."""
    yield one_school
    one_school.teacher.ask("DELETE", "/api/class")
