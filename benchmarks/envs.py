"""Environments for agents: steps a second, with observations and masks, beside others' poker.

Seconds of processor time, of all threads together: ours and nearly all others use one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from benchmarks import peer_envs
from benchmarks.timing import RUNS, Figure, rate, shown
from sidepot.lab.envs import Batch, aec, batch

GAMES = ("ricochet-2", "high-noon-shootout")
SKINS = ("holdem-no-limit", *GAMES)
SIZES = {1: 5_000, 64: 500, 4_096: 50}
"""Hands at once, and the steps of a run."""
PLAYERS = 6
SEED = 3


def figures() -> list[Figure]:
    """The programs of others that are installed, our layer for PettingZoo, and our batches."""
    if missing := peer_envs.missing():
        print(f"not measured, because not installed: {', '.join(missing)}", file=sys.stderr)
    theirs = [
        Figure(f"{name}, for two", _rate(work, runs=3), "steps/s")
        for name, work in peer_envs.works().items()
    ]
    skins = [skin(game) for game in SKINS] if importlib.util.find_spec("pettingzoo") else []
    return [*theirs, *skins, *(ours(game, n) for game, n in itertools.product(GAMES, SIZES))]


def _rate(work: Callable[[], int], runs: int = RUNS) -> float:
    """The steps a second of processor time."""
    return rate(work, runs, time.process_time)


def skin(game: str) -> Figure:
    """A game as PettingZoo's environments play, all steps and observations in Python."""
    env = aec(game, 2)
    speed = _rate(lambda: peer_envs.turns(env), runs=3)
    return Figure(f"{game} by PettingZoo's interface, for two", speed, "steps/s")


def signatures() -> Mapping[str, Callable[[], str]]:
    """A function for each line's signature."""
    return {
        name_of(game, n): lambda game=game, n=n: mark(game, n)  # type: ignore[misc]
        for game, n in itertools.product(GAMES, SIZES)
    }


def ours(game: str, n: int) -> Figure:
    """A game at a number of hands."""
    played = table(game, n)
    slots = [chosen for chosen, _ in random_steps(played, SIZES[n])]
    speed = _rate(lambda: replay(played, slots))
    size = played.encoder.size
    remark = f"{size} numbers; {shown(speed * size * 4)}B/s of observations"
    return Figure(name_of(game, n), speed, "steps/s", mark(game, n), remark)


def name_of(game: str, n: int) -> str:
    """The line's name."""
    hands = "one hand" if n == 1 else f"{n:,} hands"
    return f"{game} as an environment, six players, {hands}, one thread"


def table(game: str, n: int) -> Batch:
    """The batch of a line."""
    return batch(game, n, players=PLAYERS, seed=SEED)


def random_steps(played: Batch, count: int) -> Iterator[tuple[Any, Any]]:
    """Random legal slots, each with what the batch returns."""
    chance = np.random.Generator(np.random.PCG64(SEED))
    now = played.reset(SEED)
    for _ in range(count):
        slots = (chance.random(now.action_mask.shape) * now.action_mask).argmax(1)
        now = played.step(slots)
        yield slots, now


def replay(played: Batch, slots: list[Any]) -> int:
    """Play the same steps again, and nothing else; returns how many."""
    played.reset(SEED)
    for chosen in slots:
        played.step(chosen)
    return played.n * len(slots)


def mark(game: str, n: int) -> str:
    """A hash of everything that the steps of a line return."""
    return mark_of(table(game, n), min(SIZES[n], 200))


def mark_of(played: Batch, count: int) -> str:
    """A hash of everything that so many random steps of a batch return."""
    digest = hashlib.sha256()
    for _, now in random_steps(played, count):
        for array in now:
            digest.update(array.tobytes())
    return digest.hexdigest()[:8]
