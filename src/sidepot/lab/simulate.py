"""Hands in bulk: the same hands on any number of threads, and a signature of what happened."""

from __future__ import annotations

import functools
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.games import seating
from sidepot.games.game import Game, Verbs
from sidepot.kernel import Array, Part, Random, Records, Row, compiled, seed
from sidepot.kernel.random import MASK
from sidepot.rules.actions import Menu, any_of
from sidepot.rules.deck import shuffle

BATCH = 4096
"""Hands that a thread plays without a look at the outside: is it still wanted?"""
LOOK = 0.05
"""Seconds between two looks at how far the threads are."""


class Tally(Part):
    """What hands came to; every number is a sum over hands, in whichever order they were played."""

    hands: int
    decisions: int
    signature: int
    payoff: Row
    """Net chips of each seat."""
    square: Annotated[Array, "f8", "seats"]
    """Squares of them, which could be too large for whole numbers."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a simulation came to. Payoffs are net chips a hand, one number a seat."""

    hands: int
    decisions: int
    seconds: float
    signature: str
    payoff_mean: tuple[float, ...]
    payoff_stderr: tuple[float, ...]

    @property
    def hands_per_second(self) -> float:
        """Hands over seconds."""
        return self.hands / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Decisions over seconds."""
        return self.decisions / self.seconds


def simulate(
    game: Game,
    *,
    stacks: Sequence[int],
    hands: int,
    experiment: int = 0,
    threads: int = 1,
    policy: Policy | None = None,
    batch: int = BATCH,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play hands 0 to `hands` - 1 of an experiment, everybody by `policy`, or at random.

    Each hand starts with `stacks`, in chips. Hand number i of an experiment is the same on any
    number of threads. `progress` is told now and then how many hands are done; Ctrl-C ends the work
    with what is done. Raises `BadSetup`.
    """
    play = _player(game.verbs, policy)
    workers = [_Worker(game, play, stacks, experiment, batch) for _ in range(threads)]
    stop = threading.Event()
    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        batches = [range(t * batch, hands, threads * batch) for t in range(threads)]
        jobs = [
            pool.submit(worker.run, starts, hands, stop)
            for worker, starts in zip(workers, batches, strict=True)
        ]
        try:
            while wait(jobs, timeout=LOOK).not_done:
                progress(sum(worker.done for worker in workers))
        except KeyboardInterrupt:
            stop.set()
    for job in jobs:
        job.result()
    return _summary([worker.tally for worker in workers], len(stacks), time.perf_counter() - begun)


class _Worker:
    """One thread's record, menu, generator and tally."""

    def __init__(
        self, game: Game, play: Any, stacks: Sequence[int], experiment: int, batch: int
    ) -> None:
        self.play = play
        self.rows = game.table(3, journal=False)
        seating.seat(game, kernel.fields(self.rows), stacks)
        self.stacks = kernel.readable(np.array(stacks, np.int64))
        self.menus = kernel.table(kernel.record(Menu))
        self.rngs = kernel.generator(experiment)
        self.tallies = kernel.table(kernel.record(Tally, seats=game.room))
        self.experiment = experiment
        self.batch = batch

    @property
    def tally(self) -> kernel.Fields:
        return kernel.fields(self.tallies)

    @property
    def done(self) -> int:
        return int(self.tally.hands)

    def run(self, starts: range, hands: int, stop: threading.Event) -> None:
        for first in starts:
            if stop.is_set():
                return
            stacks, tools = self.stacks, (self.menus, self.rngs)
            last = min(first + self.batch, hands)
            self.play(self.rows, *tools, stacks, self.experiment, first, last, self.tallies)


@functools.cache
def _player(verbs: Verbs, policy: Policy | None) -> Callable[..., None]:
    """The compiled loop over hands `first` to `last` - 1 for a game and a policy."""
    begin, menu, step, conceal, _ = verbs
    choose = _chooser(conceal, policy)

    @compiled
    def play(
        rows: Records,
        menus: Records,
        rngs: Records,
        stacks: Array,
        experiment: int,
        first: int,
        last: int,
        tallies: Records,
    ) -> None:
        s, m, rng, tally = rows[0], menus[0], rngs[0], tallies[0]
        for hand in range(first, last):
            seed(rng, experiment, hand)
            for p in range(s.seats.n):
                s.chips.stack[p] = stacks[p]
            shuffle(s.deck, rng)
            begin(s)
            while s.seats.actor >= 0:
                menu(s, m)
                step(s, choose(rows, m, rng))
                tally.decisions += 1
            add_hand(tally, s.chips.stack, stacks, hand)

    return play


def _chooser(conceal: Callable[[Any, int], None], policy: Policy | None) -> Callable[..., int]:
    """How the loop gets an action: at random, or from a policy that sees a concealed copy."""
    if policy is None:
        return choose_blindly

    @compiled
    def choose(rows: Records, m: Menu, rng: Random) -> int:
        rows[1] = rows[0]
        conceal(rows[1], rows[0].seats.actor)
        return policy(rows[1:], m, rng)

    return choose


@compiled
def choose_blindly(rows: Records, m: Menu, rng: Random) -> int:
    """Anything that the menu offers; what lies on the table does not matter."""
    return any_of(m, rng)


@compiled
def add_hand(tally: Tally, ended: Array, stacks: Array, hand: int) -> None:
    """Add a hand's payoffs, and a hash of its number and stacks, to a tally."""
    tally.hands += 1
    mixed = hand & MASK
    for p in range(len(stacks)):
        payoff = ended[p] - stacks[p]
        tally.payoff[p] += payoff
        tally.square[p] += float(payoff) * payoff
        mixed = ((mixed ^ (ended[p] & MASK)) * 0x01000193) & MASK  # FNV-1a, a stack at a time
    tally.signature = (tally.signature + mixed) & MASK


def _summary(tallies: Sequence[kernel.Fields], seats: int, seconds: float) -> Simulation:
    hands = sum(tally.hands for tally in tallies)
    sums = [sum(tally.payoff[p] for tally in tallies) for p in range(seats)]
    squares = [sum(tally.square[p] for tally in tallies) for p in range(seats)]
    decisions = sum(tally.decisions for tally in tallies)
    signature = (sum(tally.signature for tally in tallies) + decisions) & MASK
    n = max(hands, 1)
    means = tuple(total / n for total in sums)
    spreads = [max(sq / n - mean * mean, 0.0) for sq, mean in zip(squares, means, strict=True)]
    return Simulation(
        hands=hands,
        decisions=decisions,
        seconds=seconds,
        signature=f"{signature:08x}",
        payoff_mean=means,
        payoff_stderr=tuple(math.sqrt(spread / n) for spread in spreads),
    )
