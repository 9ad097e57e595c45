"""The top of a report of one of the examples, as the picture of the page on designing games.

`make reported` measures the game and writes `docs/pictures/report.png`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from docs.screens import PICTURES, ROOT, browser

from sidepot.cli import main as sidepot

FILE = PICTURES / "report.png"
GAME = ROOT / "examples" / "games" / "acey_deucey.py"
SIZE = (760, 860)


def main() -> None:
    """Measure the game, and draw the report."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        if sidepot(["report", str(GAME), "-o", str(page)]):
            raise SystemExit(1)
        draw(page, FILE)


def draw(report: Path, file: Path) -> None:
    """Draw the top of a report."""
    width, height = SIZE
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme="light")
        page.goto(report.as_uri())
        page.screenshot(path=file)


if __name__ == "__main__":
    main()
