"""Bulk play by two threads of a process and by two workers of a Dask cluster, in turn."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from concurrent.futures import Executor

import sidepot
from benchmarks.timing import Figure, paired
from sidepot.bots import policy_of
from sidepot.lab.match import Match, match
from sidepot.lab.pools import cluster
from sidepot.lab.simulate import Simulation, simulate

GAME, PLAYERS, STACK = "ricochet-2", 6, 200
HANDS = 12_000_000
"""Several seconds of two threads: spans of chunks take half a second each."""
DEALS = 60_000
WIDTH = 2


def figures() -> list[Figure]:
    """Random hands and a match of bots, by the cluster beside by threads."""
    with cluster(f"local:{WIDTH}") as pool:
        return [
            _beside("random hands", lambda by: simulated(by).hands, pool, simulated().signature),
            _beside(
                "a match of regular bots", lambda by: matched(by).hands, pool, matched().signature
            ),
        ]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A function for each line's signature."""
    return {
        name_of("random hands"): lambda: simulated().signature,
        name_of("a match of regular bots"): lambda: matched().signature,
    }


def name_of(what: str) -> str:
    """The line's name."""
    return f"{what}, two Dask workers"


def _beside(
    what: str, work: Callable[[Executor | None], int], pool: Executor, signature: str
) -> Figure:
    _, speed, ratio = paired(functools.partial(work, None), functools.partial(work, pool), runs=3)
    return Figure(name_of(what), speed, "hands/s", signature, f"{ratio:.2f} x two threads")


def simulated(pool: Executor | None = None) -> Simulation:
    """Random hands, by two threads or the pool."""
    game = sidepot.game(GAME)
    return simulate(game, stacks=[STACK] * PLAYERS, hands=HANDS, threads=WIDTH, pool=pool)


def matched(pool: Executor | None = None) -> Match:
    """A match of regular bots, by two threads or the pool."""
    game = sidepot.game(GAME)
    policies = [policy_of(game, "regular")] * PLAYERS
    return match(game, policies, deals=DEALS, threads=WIDTH, pool=pool)
