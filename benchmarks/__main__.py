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
    by_hand,
    envs,
    equity,
    experts,
    fair,
    histories,
    learn,
    load,
    odds,
    page,
    play,
    pools,
    rank,
    signatures,
    solving,
    start,
)
from benchmarks.timing import Figure

HEAD = "| what | median | beside | signature |\n| --- | --- | --- | --- |"
PARTS = (
    play,
    by_hand,
    histories,
    pools,
    envs,
    rank,
    odds,
    equity,
    fair,
    solving,
    bots,
    learn,
    experts,
    start,
    load,
    page,
)
_NAMES = {part.__name__.rpartition(".")[2]: part for part in PARTS}
ROOT = Path(__file__).parents[1]
FULL, SHORT = ROOT / "docs" / "speed.md", ROOT / "README.md"
"""The pages of all figures and of the main ones."""
MAIN = (
    "Ricochet Poker II, six players, one thread",
    "Texas Hold'em, no-limit, six players, one thread",
    "hands.rank_into, unchecked",
    "ricochet-2 as an environment, six players, 4,096 hands, one thread",
    "ricochet-2, 200 tables of six sockets",
)
"""The rows of the README."""


def main() -> None:
    """Run the benchmarks one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", choices=_NAMES, help="run one part; its lines alone are written")
    chosen = parser.parse_args()
    parts = [_NAMES[chosen.only]] if chosen.only else PARTS
    print(HEAD, flush=True)
    found = []
    for part in parts:
        for figure in part.figures():
            found.append(figure)
            print(figure.row(), flush=True)
    if load in parts:
        print("", load.beside(found), sep="\n", flush=True)
    if chosen.write:
        if load in parts:
            text = FULL.read_text("utf-8")
            FULL.write_text(filled(text, "load", load.beside(found)), "utf-8")
        _write(FULL, found, is_whole=not chosen.only)
        _write(SHORT, [figure for figure in found if figure.name in MAIN], is_whole=not chosen.only)
    made = {figure.name: figure.signature for figure in found}
    if wrong := signatures.differing(made, signatures.kept()):
        sys.exit("\n".join(wrong))


def _write(page: Path, figures: Sequence[Figure], *, is_whole: bool) -> None:
    """Write figures between a page's markers: the whole table, or some lines of it."""
    text, rows = page.read_text("utf-8"), [figure.row() for figure in figures]
    if not is_whole:
        rows = merged(text.split("<!-- bench -->")[1].split("<!-- /bench -->")[0], rows)
    page.write_text(filled(text, "bench", "\n".join([HEAD, *rows])), "utf-8")


def merged(table: str, rows: Sequence[str]) -> list[str]:
    """The lines of a table, those of the same name replaced and the new ones at the end."""
    old = {_name(row): row for row in table.strip().splitlines()[HEAD.count("\n") + 1 :]}
    return list({**old, **{_name(row): row for row in rows}}.values())


def _name(row: str) -> str:
    """The name in a line of the table."""
    return row.split("|")[1].strip()


if __name__ == "__main__":
    main()
