"""A real browser, a card room that it can reach, and people who sit in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sidepot.web import page
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


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser. While it runs this thread has a loop, which tests of other folders want."""
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt install chromium")
    if not (page.FOLDER / "index.html").exists():
        pytest.skip("the page is not built: make page")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BrowserServer]:
    """A room in a thread of this process."""
    with serving_in_thread(tmp_path) as found:
        yield found


@pytest.fixture(params=[DESKTOP], ids=["desktop"])
def crowd(
    chromium: Browser, server: BrowserServer, request: pytest.FixtureRequest
) -> Iterator[Crowd]:
    """People who come to the room, each with a separate browser profile."""
    crowd = Crowd(chromium, server.base, request.param)
    yield crowd
    crowd.go()
