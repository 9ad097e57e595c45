"""A real browser, a card room that it can reach, and people who sit in front of it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sidepot.room.web import FOLDER
from tests.browser.person import DESKTOP, Crowd
from tests.browser.server import BrowserServer, serving_in_thread
from tests.room.conftest import little

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["little"]

CHROMIUM = shutil.which("chromium")
PLAIN = "table.example"
"""A host whose pages the browser does not trust, as it does not trust a plain address at home."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1",
]


@pytest.fixture(scope="session")
def browser_of_all() -> Iterator[Browser]:
    """The browser of a process, started once."""
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt install chromium")
    if not (FOLDER / "index.html").exists():
        pytest.skip("the page is not built: make page")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser
        asyncio._set_running_loop(loop)
        browser.close()
    asyncio._set_running_loop(None)


@pytest.fixture
def chromium(browser_of_all: Browser) -> Iterator[Browser]:
    """The browser during a test.

    Playwright marks its loop as the running one of this thread, where other folders' tests start
    loops of their own, so the mark is there during tests with a browser alone.
    """
    asyncio._set_running_loop(browser_of_all._loop)
    yield browser_of_all
    asyncio._set_running_loop(None)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BrowserServer]:
    """A room in a thread of this process."""
    with serving_in_thread(tmp_path) as found:
        yield found


@pytest.fixture(params=[DESKTOP], ids=["desktop"])
def crowd(
    chromium: Browser, server: BrowserServer, request: pytest.FixtureRequest
) -> Iterator[Crowd]:
    """People who come to the room, each with a browser's memory of their own."""
    crowd = Crowd(chromium, server.base, request.param)
    yield crowd
    crowd.go()
