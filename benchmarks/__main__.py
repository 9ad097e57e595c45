"""Run every benchmark and print a table; `--write FILE` also puts it between that file's marks."""

from __future__ import annotations

import argparse
from pathlib import Path

from docs.generate import filled

from benchmarks import bots, load, odds, page, play, rank, solving, start

HEAD = "| what | median | beside | signature |\n| --- | --- | --- | --- |"
PARTS = (play, rank, odds, solving, bots, start, load, page)


def main() -> None:
    """Run the parts one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    chosen = parser.parse_args()
    print(HEAD, flush=True)
    rows = []
    for part in PARTS:
        for figure in part.figures():
            rows.append(figure.row())
            print(rows[-1], flush=True)
    if chosen.write:
        text = chosen.write.read_text("utf-8")
        chosen.write.write_text(filled(text, "bench", "\n".join([HEAD, *rows])), "utf-8")


if __name__ == "__main__":
    main()
