"""Trained experts at every seat of a match: decisions a second of one thread's CPU time."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping
from typing import Any

import sidepot
from benchmarks.timing import RUNS, Figure, rate
from sidepot.lab.match import Match, match

TABLES = (("holdem-no-limit", 2), ("holdem-no-limit", 6), ("high-noon-shootout", 2))
HANDS = 1200
"""Hands of a match; none is known beforehand."""


def figures() -> list[Figure]:
    """A line for every table, with the match's signature."""
    return [_figure(*table) for table in TABLES]


def signatures() -> Mapping[str, Callable[[], str]]:
    """The signature of each table's match."""
    return {name_of(*table): functools.partial(_signature, *table) for table in TABLES}


def name_of(game: str, players: int) -> str:
    """The name of a table's line."""
    return f"match of experts, {game}, {players} players, one thread"


def played(game: str, players: int) -> Match:
    """The match."""
    found = sidepot.game(game)
    expert: Any = found.bot("expert")
    return match(found, [expert] * players, deals=HANDS // players, seed=1)


def _signature(game: str, players: int) -> str:
    return played(game, players).signature


def _figure(game: str, players: int) -> Figure:
    done = played(game, players)
    value = rate(lambda: played(game, players).decisions, RUNS, time.process_time)
    beside = f"{done.decisions / done.hands:.1f} decisions a hand"
    return Figure(name_of(game, players), value, "decisions/s", done.signature, beside)
