"""Measures table by table, in a time; and the small games, exactly."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from docs.strength.figures import SMALL, Table
from tests.lab.learn.games.kuhn import KUHN
from tests.lab.learn.games.noon import NOON

from sidepot import paths
from sidepot.cli.strength import Measured
from sidepot.engine.game import Game
from sidepot.games.leduc import LEDUC
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.exact import Tree
from sidepot.lab.learn.training import Training
from sidepot.lab.strength.measuring import Limit, Measuring

EXACT: Sequence[tuple[str, Game, int, str]] = (
    ("Kuhn poker", KUHN, 2000, "-1/18"),
    ("five-card High Noon", NOON, 150, ""),
    ("Leduc hold'em", LEDUC, 2800, "-.0856"),
)
"""Small games, the rounds that they are learned, and their value to the first seat, if known."""


def measure(tables: Sequence[Table], minutes: float, threads: int, *, again: bool) -> None:
    """Measure what is missing of each table, and share the time among them."""
    until = time.monotonic() + 60 * minutes
    for i, table in enumerate(tables):
        whole = Measuring(table.found, table.file, again=again)
        if not whole.tasks:
            _say(f"{table.title}: there is no expert, and nothing to measure")
            continue
        left = max(until - time.monotonic(), 60.0) / 60 / (len(tables) - i)
        _say(f"{table.title}: {len(whole.left)} of {len(whole.tasks)}, {left:.1f} minutes")
        with Measured(whole) as progress:
            whole.run(Limit(minutes=left, threads=threads), progress)
        _say(f"{table.title}: {table.file.name} has {len(whole.rows)} results")


def count_small() -> None:
    """Learn the small games and count the winnings of best replies; Leduc takes a minute."""
    found = [_exact(*each) for each in EXACT]
    with paths.atomic_write(SMALL) as draft:
        draft.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def _exact(title: str, game: Game, rounds: int, known: str) -> dict[str, Any]:
    _say(f"{title}: {rounds} rounds, exactly")
    training = Training(game, is_exact=True, lanes=1)
    training.run(rounds=rounds)
    strategy, tree = strategy_of(training), Tree(game)
    return {
        "title": title,
        "sets": training.standing.sets,
        "rounds": rounds,
        "exploitability": round(tree.exploitability(strategy.chances), 5),
        "value": round(tree.value(strategy.chances)[0], 4),
        "known": known,
        "signature": training.signature,
    }


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
