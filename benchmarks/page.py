"""The weight of the page: bytes of a first visit, time until it can be used, cost of an update.

Measured in Chromium, with a room on the loopback interface. An update is a view of a table of six
seats; its script time is Chromium's total over many updates, divided by their number.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.room.web.process import serving

from benchmarks.timing import Figure
from sidepot.room.web import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

UPDATES = 150
PLAN = {
    "games": [{"name": "ricochet-2"}],
    "chairs": 6,
    "bots": [{"chair": chair} for chair in range(1, 6)],
    "bot_pace": 0,
    "pause": 0,
    "turn": 5,
}
USUAL = {"bot_pace": 700, "pause": 6}
"""The speed of a table at which people play, to measure the first visit."""
SHIFTS = """
() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 500);
})
"""


def figures() -> list[Figure]:
    """The figures; none without Chromium or a built page."""
    chromium = shutil.which("chromium")
    if chromium is None or not (FOLDER / "index.html").exists():
        print("no page to measure: apt install chromium, make page", file=sys.stderr)
        return []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as room,
        _context(chromium) as context,
    ):
        return [*_first_visit(context, room.base), *_table(context, room.base)]


@contextlib.contextmanager
def _context(chromium: str) -> Iterator[BrowserContext]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser.new_context(viewport={"width": 390, "height": 844})
        browser.close()


def _first_visit(context: BrowserContext, base: str) -> Iterator[Figure]:
    """The front page, with an empty browser cache."""
    page = context.new_page()
    loaded = _bytes(page)
    page.goto(base)
    page.wait_for_load_state("networkidle")
    shift = page.evaluate(SHIFTS)
    yield Figure("front page, first load, compressed", sum(loaded) / 1e3, "kB", remark="of 250")
    yield Figure("front page, layout shift", shift, "")
    page.close()


def _bytes(page: Page) -> list[int]:
    """A list to which the compressed size of every response is added, in bytes."""
    found: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: found.append(event["encodedDataLength"]))
    return found


def _table(context: BrowserContext, base: str) -> Iterator[Figure]:
    """A table of six, with five bots and the visitor."""
    ask = context.request
    ask.post(f"{base}/api/guests", data={"name": "Ana"})
    usual = ask.post(f"{base}/api/tables", data={**PLAN, **USUAL}).json()
    made = ask.post(f"{base}/api/tables", data=PLAN).json()
    page = context.new_page()
    loaded, views = _bytes(page), _views(page)
    page.goto(f"{base}/tables/{usual['table']}")
    page.locator("[data-dock] button").first.wait_for()
    ready = page.evaluate("performance.now()")
    yield Figure("table, first load, compressed", sum(loaded) / 1e3, "kB", remark="of 250")
    yield Figure("table, until it can be used", ready, "ms", remark="of 1000")
    yield Figure("table, layout shift", page.evaluate(SHIFTS), "")
    page.goto(f"{base}/tables/{made['table']}")
    page.locator("[data-dock] button").first.wait_for()
    _sit(page)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    _play(page, views, 20)
    seen, spent = len(views), _script_seconds(session)
    _play(page, views, UPDATES)
    script = (_script_seconds(session) - spent) / (len(views) - seen)
    yield Figure("table of six, script of an update", script * 1e3, "ms", remark="of 4")


def _views(page: Page) -> list[Any]:
    """A list to which every view that the page receives is added."""
    found: list[Any] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            found.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return found


def _sit(page: Page) -> None:
    page.locator("[data-dock]").get_by_role("button", name="Take a seat").click()
    page.get_by_role("dialog").locator("button.main").click()


def _play(page: Page, views: list[Any], updates: int) -> None:
    """Wait for some more views; the visitor folds at each of their turns."""
    wanted = len(views) + updates
    while len(views) < wanted:
        if views and views[-1]["hand"] and views[-1]["hand"]["menu"]:
            page.keyboard.press("f")
        page.wait_for_timeout(20)


def _script_seconds(session: Any) -> float:
    """The seconds that scripts have taken so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ScriptDuration"))
