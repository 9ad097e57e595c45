"""Solves and plays for the page of solved values, and writes it: `make knowledge`.

`make docs` leaves it out, because it takes half an hour and three gigabytes. The same seed makes
the same page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Executor

from docs.knowledge import work
from docs.knowledge.figures import PLAYED, SOLVED, write_rows
from docs.knowledge.page import PAGE, page
from docs.knowledge.plots import draw

from sidepot.cli.workers import cluster_or_none, declare_cluster

WORK: Mapping[str, Callable[[Executor | None], None]] = {
    "solved": lambda pool: write_rows(SOLVED, work.solve(pool)),
    "played": lambda pool: write_rows(PLAYED, work.play(pool=pool)),
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
    declare_cluster(parser)
    chosen = parser.parse_args()
    try:
        with cluster_or_none(chosen.cluster) as pool:
            for part in chosen.only:
                WORK[part](pool)
    except KeyboardInterrupt:
        sys.exit(f"not finished; the {part} figures are unchanged")
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    draw()


if __name__ == "__main__":
    main()
