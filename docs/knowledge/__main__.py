"""Solves and plays for the page of what is known, and writes it: `make knowledge`.

`make docs` leaves it out, because it takes half an hour and three gigabytes. The same seed makes
the same page.
"""

from __future__ import annotations

import argparse
import sys

from docs.knowledge import work
from docs.knowledge.figures import PLAYED, SOLVED, write_rows
from docs.knowledge.page import PAGE, page
from docs.knowledge.plots import draw

WORK = {
    "solved": lambda: write_rows(SOLVED, work.solve()),
    "played": lambda: write_rows(PLAYED, work.play()),
}


def main() -> None:
    """Compute the requested figures anew, and write the page and its pictures."""
    parser = argparse.ArgumentParser(prog="python -m docs.knowledge", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="*",
        choices=WORK,
        default=list(WORK),
        metavar="PART",
        help=f"which figures are made anew: {', '.join(WORK)}, or none",
    )
    try:
        for part in parser.parse_args().only:
            WORK[part]()
    except KeyboardInterrupt:
        sys.exit(f"not finished; the {part} figures are unchanged")
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    draw()


if __name__ == "__main__":
    main()
