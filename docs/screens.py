"""Pictures of the page: every scene of `docs.scenes`, at four sizes, by day and by night.

`make screens` writes them into `screens/`, and into `docs/pictures/` those that the README shows;
with a folder of one's own, into that alone.
Vite serves the page here, with the front end's dev page, and asks a room of its own for the rest.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from docs.scenes import SCREENS, prefer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend"
SCREENSHOTS = ROOT / "screens"
PICTURES = ROOT / "docs" / "pictures"
SIZES = ((360, 640), (390, 844), (844, 390), (1440, 900))
SCHEMES = ("light", "dark")
PATIENCE = 300.0
"""Seconds until a server listens, which may have to compile its games first."""
HAS_FONTS = """document.fonts.ready.then(
    fonts => [...fonts].every(font => font.status !== 'error'))"""
"""Whether no font of a page has failed; Vite serves those inside the checkout alone."""
SHOWN = {
    "your-turn-1440x900-light": "your-turn.png",
    "nine-seats-390x844-dark": "nine-seats.png",
    "eight-complete-390x844-light": "eight-complete.png",
    "front-390x844-light": "front.png",
    "invitation-390x844-light": "invitation.png",
    "share-390x844-light": "share.png",
    "coach-1440x900-dark": "coach.png",
    "real-cards-390x844-light": "real-cards.png",
}
"""The pictures of the README and the docs, by the name of the screen."""


def main() -> None:
    """Draw all screens, or those that are named."""
    parser = argparse.ArgumentParser(description="Draw the screens of the page.")
    parser.add_argument("names", nargs="*", metavar="SCREEN", help=", ".join(SCREENS))
    parser.add_argument("--folder", type=Path, default=SCREENSHOTS)
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.names) - set(SCREENS))
    if unknown:
        parser.error(f"there is no screen {', '.join(unknown)}; there are {', '.join(SCREENS)}")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with page_of() as base, browser() as chromium:
        _open_tables(base)
        names = chosen.names or list(SCREENS)
        failed = [name for name in names if not _is_drawn(chromium, base, name, chosen.folder)]
    if failed:
        sys.exit(f"not drawn: {', '.join(failed)}; try them again by name")


@contextlib.contextmanager
def page_of() -> Iterator[str]:
    """The address of the page, with its dev page, in front of a room of its own."""
    with _room() as room, _vite(room) as base:
        yield base


def _is_drawn(chromium: Browser, base: str, name: str, folder: Path) -> bool:
    """Draw a screen; False, and a line says why, where the page does not come to it."""
    from playwright.sync_api import Error

    try:
        _draw(chromium, base, name, folder)
    except Error as error:
        print(f"{name}: {error}", file=sys.stderr, flush=True)
        return False
    return True


def _draw(chromium: Browser, base: str, name: str, folder: Path) -> None:
    """One screen at every size."""
    for width, height in SIZES:
        for scheme in SCHEMES:
            context = chromium.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                device_scale_factor=2 if width < 1000 else 1,
                reduced_motion="reduce",
            )
            page = context.new_page()
            prefer(page, {})
            SCREENS[name](page, base)
            page.wait_for_timeout(600)
            if not page.evaluate(HAS_FONTS):
                raise RuntimeError("the page's fonts are missing: install frontend/node_modules")
            label = f"{name}-{width}x{height}-{scheme}"
            page.screenshot(path=folder / f"{label}.png")
            if label in SHOWN and folder == SCREENSHOTS:
                shutil.copyfile(folder / f"{label}.png", PICTURES / SHOWN[label])
            context.close()
            print(label, flush=True)


def _open_tables(base: str) -> None:
    """Two public tables for the lobby."""
    for name, game in (("Kitchen table", "ricochet-2"), ("Duel at dusk", "high-noon-shootout")):
        ask = urllib.request.Request(f"{base}/api/guests", b'{"name": "Ana"}', _JSON)
        with urllib.request.urlopen(ask) as reply:
            cookie = reply.headers["set-cookie"].partition(";")[0]
        plan = {"name": name, "games": [{"name": game}], "public": True, "chairs": 6}
        plan["bots"] = [{"chair": chair} for chair in (1, 2, 3)]
        headers = {**_JSON, "Cookie": cookie}
        ask = urllib.request.Request(f"{base}/api/tables", json.dumps(plan).encode(), headers)
        urllib.request.urlopen(ask).close()


_JSON = {"Content-Type": "application/json"}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextlib.contextmanager
def _room() -> Iterator[str]:
    """A card room; its address."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/room.sqlite3"
        command = [sys.executable, "-m", "sidepot", "serve", "--port", str(port)]
        base = f"http://127.0.0.1:{port}"
        with _running([*command, "--database", database], f"{base}/healthz", dict(os.environ)):
            yield base


@contextlib.contextmanager
def _vite(room: str) -> Iterator[str]:
    """The development server of the page, in front of a room."""
    port = _free_port()
    base = f"http://127.0.0.1:{port}"
    command = [sys.executable, str(FRONTEND / "node.py"), "npx", "vite"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    with _running(command, base, {**os.environ, "SIDEPOT_ROOM": room}):
        yield base


@contextlib.contextmanager
def _running(command: list[str], answers: str, environment: dict[str, str]) -> Iterator[None]:
    """A server, from its first answer to the end of the block."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True
    ) as process:
        try:
            _wait_for(answers)
            yield
        finally:
            os.killpg(process.pid, 15)


def _wait_for(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(address).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium")
    if found is None:
        sys.exit("no Chromium: apt install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()


if __name__ == "__main__":
    main()
