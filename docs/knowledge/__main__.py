"""Solves and plays for the pages of what is known, and writes them: `make knowledge`.

`make docs` leaves it out, because it takes an hour and three gigabytes. The same seed makes the
same pages.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Executor

from docs.generate import filled
from docs.knowledge import (
    casino_page,
    casino_work,
    daily_work,
    guts_page,
    guts_work,
    kuhn_page,
    noon_page,
    noon_work,
    roulette_page,
    roulette_work,
    showdown_page,
    showdown_work,
    standoff_page,
    standoff_work,
    work,
)
from docs.knowledge.figures import PLAYED, REPLIES, SOLVED, write_rows
from docs.knowledge.page import PAGE, page
from docs.knowledge.plots import draw, draw_all, signature_of_files

from sidepot.cli.workers import cluster_or_none, declare_cluster

WORK: Mapping[str, Callable[[Executor | None], None]] = {
    "solved": lambda pool: write_rows(SOLVED, work.solve(pool)),
    "played": lambda pool: write_rows(PLAYED, work.play(pool=pool)),
    "replies": lambda pool: write_rows(REPLIES, list(work.reply(pool=pool))),
    "guts": lambda pool: guts_work.write(),
    "roulette": lambda pool: roulette_work.write(),
    "standoff": lambda pool: standoff_work.write(),
    "showdown": lambda pool: showdown_work.write(),
    "noon": lambda pool: noon_work.write(),
    "casino": lambda pool: casino_work.write(),
    "daily": lambda pool: daily_work.write(),
}
OTHERS = (casino_page, guts_page, kuhn_page, noon_page, roulette_page, showdown_page, standoff_page)
"""The pages beside Ricochet's."""


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
    for other in OTHERS:
        text = other.PAGE.read_text("utf-8")
        for mark, content in other.parts().items():
            text = filled(text, mark, content)
        other.PAGE.write_text(text, "utf-8")
        draw_all(other.PICTURES, signature_of_files(other.SOURCES))


if __name__ == "__main__":
    main()
