"""Measures for the page of the bots' strength, and writes and draws it: `make strength`.

`make docs` writes the page from the results that are there. What is measured already is not
measured again, so that a run that was stopped goes on; a strategy that has changed is.
"""

from __future__ import annotations

import argparse
import sys

from docs.generate import strength_page
from docs.strength import work
from docs.strength.figures import SMALL, TABLES
from docs.strength.page import PAGE
from docs.strength.plots import FILE, draw

from sidepot.errors import SidepotError

MINUTES = 30.0


def main() -> None:
    """Measure what is missing, and write the page and its picture."""
    names = {table.file.stem: table for table in TABLES}
    parser = argparse.ArgumentParser(prog="python -m docs.strength", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help=f"the time for all ({MINUTES:g})"
    )
    parser.add_argument("--threads", type=int, default=2, help="the number of threads (2)")
    parser.add_argument("--again", action="store_true", help="measure everything again")
    parser.add_argument(
        "--only",
        nargs="*",
        choices=names,
        default=list(names),
        metavar="NAME",
        help=f"which are measured: {', '.join(names)}, or none",
    )
    chosen = parser.parse_args()
    try:
        if chosen.only and (chosen.again or not SMALL.exists()):
            work.count_small()
        tables = [names[name] for name in chosen.only]
        work.measure(tables, chosen.minutes, chosen.threads, again=chosen.again)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    except SidepotError as error:
        sys.exit(f"strength: {error}")
    PAGE.write_text(strength_page(PAGE.read_text("utf-8")), "utf-8")
    drawn = f", pictures/{FILE.name}" if draw() else ""
    print(f"written: {PAGE.name}{drawn}, and the results in docs/{SMALL.parent.name}/")


if __name__ == "__main__":
    main()
