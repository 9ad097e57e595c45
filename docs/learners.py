"""Measures learners on the games that are solved exactly, and writes their tables.

    .venv/bin/python -m docs.learners --seconds 60

Each learns for so many seconds of processor time, on games whose exploitability is counted. What
has been measured is kept in `docs/learners.json`: the same command goes on after a stop, and
`--again` measures anew what its words name. OpenSpiel and Stable-Baselines3 are measured where they
are installed, and named where they are not.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from docs.learning_runs import LEARNERS, RACERS, Clock, Found, Judge

from sidepot import games

PAGE = Path(__file__).with_name("learning.md")
KEPT = Path(__file__).with_name("learners.json")
GAMES = ("kuhn", "leduc", "high-noon-5")
RACES = ("kuhn", "ricochet-2")
"""Games on which two learners of networks learn from random play."""
TABLE = "<!-- learners -->", "<!-- /learners -->"
RATES = "<!-- rates -->", "<!-- /rates -->"


class Record:
    """The measurements with one budget, in a file."""

    def __init__(self, seconds: float, again: str | None) -> None:
        kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
        is_same = kept.get("seconds") == seconds
        self.seconds = seconds
        self._cells: dict[str, list[float]] = kept["cells"] if is_same else {}
        if again is not None:
            self._cells = {key: cell for key, cell in self._cells.items() if again not in key}

    def cell(self, learner: str, game: str, module: str, measure: Callable[[], Found]) -> str:
        """The figure that a learner reaches on a game, measured if it is not known yet."""
        key = f"{learner} on {game}"
        if key not in self._cells:
            if importlib.util.find_spec(module) is None:
                return "not installed"
            self._cells[key] = list(measure())
            kept = {"seconds": self.seconds, "cells": self._cells}
            KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        found = Found(*self._cells[key])  # type: ignore[arg-type]
        rate = f", {found.decisions / found.seconds:,.0f} a second" if found.decisions else ""
        print(f"{key}: {found.value:.4f}{rate}", flush=True)
        return f"{found.value:.4f}{rate}"


def table(record: Record) -> Iterator[str]:
    """The rows of exploitabilities."""
    judges = [Judge(name) for name in GAMES]
    yield f"| {record.seconds:.0f} seconds of processor time each | {' | '.join(GAMES)} |"
    yield "| --- |" + " --- |" * len(GAMES)
    yield "| every action alike | " + " | ".join(f"{j.even():.4f}" for j in judges) + " |"
    for learner, (module, measure) in LEARNERS.items():
        cells = [
            record.cell(
                learner,
                judge.game.name,
                module,
                lambda judge=judge, measure=measure: measure(judge, Clock(record.seconds)),  # type: ignore[misc]
            )
            for judge in judges
        ]
        yield f"| {learner} | {' | '.join(cells)} |"


def rates(record: Record) -> Iterator[str]:
    """The rows of winnings."""
    seconds = f"{record.seconds:.0f} seconds of processor time each"
    yield f"| against random play, {seconds} | {' | '.join(RACES)} |"
    yield "| --- |" + " --- |" * len(RACES)
    for learner, (module, measure) in RACERS.items():
        cells = [
            record.cell(
                learner,
                name,
                module,
                lambda name=name, measure=measure: measure(games.find(name), Clock(record.seconds)),  # type: ignore[misc]
            )
            for name in RACES
        ]
        yield f"| {learner} | {' | '.join(cells)} |"


def main() -> None:
    """Measure, and write the tables into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--again", metavar="WORDS", help="measure these lines anew: 'on leduc'")
    chosen = parser.parse_args()
    record = Record(chosen.seconds, chosen.again)
    for marks, rows in ((TABLE, table(record)), (RATES, rates(record))):
        text = "\n".join(rows)
        page = PAGE.read_text("utf-8")
        head, rest = page.split(marks[0])
        _, tail = rest.split(marks[1])
        PAGE.write_text(f"{head}{marks[0]}\n{text}\n{marks[1]}{tail}", "utf-8")


if __name__ == "__main__":
    main()
