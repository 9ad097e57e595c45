"""Runs every benchmark and prints a table; `--write` also writes it to the docs and the README.

Ends in a failure where a signature is not the one on record (`benchmarks.signatures`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from docs.generate import filled

from benchmarks import (
    bots,
    envs,
    fair,
    learn,
    load,
    odds,
    page,
    play,
    rank,
    signatures,
    solving,
    start,
)
from benchmarks.timing import Figure

HEAD = "| what | median | beside | signature |\n| --- | --- | --- | --- |"
PARTS = (play, envs, rank, odds, fair, solving, bots, learn, start, load, page)
ROOT = Path(__file__).parents[1]
FULL, SHORT = ROOT / "docs" / "speed.md", ROOT / "README.md"
"""The pages of all figures and of the main ones."""


def main() -> None:
    """Run the benchmarks one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    print(HEAD, flush=True)
    found = []
    for part in PARTS:
        for figure in part.figures():
            found.append(figure)
            print(figure.row(), flush=True)
    if chosen.write:
        _write(FULL, found)
        _write(SHORT, [figure for figure in found if figure.is_main])
    made = {figure.name: figure.signature for figure in found}
    if wrong := signatures.differing(made, signatures.kept()):
        sys.exit("\n".join(wrong))


def _write(page: Path, figures: Sequence[Figure]) -> None:
    """Write a table of figures between a page's markers."""
    table = "\n".join([HEAD, *(figure.row() for figure in figures)])
    page.write_text(filled(page.read_text("utf-8"), "bench", table), "utf-8")


if __name__ == "__main__":
    main()
