"""The parts of bulk play: a hand in a compiled loop, and threads that share the work."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, seed
from sidepot.kernel.random import MASK
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle

_POLL_SECONDS = 0.05
"""Seconds between two calls of `poll`."""

Policies = tuple[Any, ...]
"""Policies as function pointers, made by `policy_pointers`."""
Chooser = Callable[..., int]
"""The action of the player to act: `(rows, menu, rng, policies, chairs) -> action`.

`chairs` has the number of the policy in each seat.
"""


class Worker:
    """One thread's record, menu, generator and tally, for a compiled loop.

    The loop is `play(policies, rows, menus, rngs, stacks, experiment, first, last, tallies)`.
    """

    def __init__(
        self,
        game: Game,
        play: Callable[..., None],
        policies: Policies,
        stacks: Sequence[int],
        experiment: int,
        tallies: Records,
    ) -> None:
        rows = game.batch(3, journal=False)
        setup.seat(game, kernel.fields(rows), stacks)
        menus, rngs = kernel.batch(kernel.record(Menu)), kernel.generator(experiment)
        self._play = play
        self._tools = (
            policies,
            rows,
            menus,
            rngs,
            kernel.readable(np.array([*stacks, *[0] * game.banked], np.int64)),
            experiment,
        )
        self.tallies = tallies

    @property
    def tally(self) -> kernel.Fields:
        """The thread's counts so far."""
        return kernel.fields(self.tallies)

    def run(self, starts: range, last: int, batch: int, stop: threading.Event) -> None:
        """Play a batch from each start, up to `last` - 1, until `stop` is set."""
        for first in starts:
            if stop.is_set():
                return
            self._play(*self._tools, first, min(first + batch, last), self.tallies)


def run_workers(
    workers: Sequence[Worker], last: int, batch: int, poll: Callable[[], None] = lambda: None
) -> None:
    """Play all numbers from 0 to `last` - 1, in batches, each worker on a thread.

    `poll` is called every `_POLL_SECONDS`; Ctrl-C ends the work early and keeps what is done.
    """
    stop, n = threading.Event(), len(workers)
    with kernel.by_pointers(), ThreadPoolExecutor(n) as pool:
        starts = [range(i * batch, last, n * batch) for i in range(n)]
        jobs = [
            pool.submit(worker.run, its, last, batch, stop)
            for worker, its in zip(workers, starts, strict=True)
        ]
        try:
            while wait(jobs, timeout=_POLL_SECONDS).not_done:
                poll()
        except KeyboardInterrupt:
            stop.set()
    for job in jobs:
        job.result()


@compiled
def lay_out(s: Any, rng: Random, stacks: Array, experiment: int, hand: int) -> None:
    """Set a record up for `begin`: everybody's stack, and the deck of a hand of an experiment."""
    seed(rng, experiment, hand)
    for p in range(s.seats.n):
        s.chips.stack[p] = stacks[p]
    shuffle(s.deck, rng)


def hand_player(verbs: Verbs, choose: Chooser) -> Callable[..., int]:
    """The compiled function that plays one hand, from the shuffle on.

    `(rows, menu, rng, stacks, experiment, hand, policies, chairs)` returns the number of decisions
    and leaves the hand's end in `rows[0]`.
    """
    begin, menu, step, _, _ = verbs

    @inlined
    def play_hand(
        rows: Records,
        m: Menu,
        rng: Random,
        stacks: Array,
        experiment: int,
        hand: int,
        policies: Policies,
        chairs: Array,
    ) -> int:
        s, decisions = rows[0], 0
        lay_out(s, rng, stacks, experiment, hand)
        begin(s)
        while s.seats.actor >= 0:
            menu(s, m)
            step(s, choose(rows, m, rng, policies, chairs))
            decisions += 1
        return decisions

    return play_hand


def policy_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """The chooser that asks the policy of the player to act, with a concealed copy."""

    @inlined
    def choose(rows: Records, m: Menu, rng: Random, policies: Policies, chairs: Array) -> int:
        rows[1] = rows[0]
        conceal(rows[1], rows[0].seats.actor)
        action: int = policies[chairs[rows[0].seats.actor]](rows[1:], m, rng)
        return action

    return choose


def policy_pointers(game: Game, policies: Sequence[Policy]) -> Policies:
    """Policies as function pointers, for the loops."""
    layouts = game.layout(journal=False), kernel.record(Menu), kernel.record(Random)
    return tuple(kernel.pointer(_outermost(policy), *layouts) for policy in policies)


@functools.cache
def _outermost(policy: Policy) -> Policy:
    """A policy wrapped in a compiled function of its own, because it may be an inlined one."""

    @compiled
    def call(views: Records, m: Menu, rng: Random) -> int:
        return policy(views, m, rng)

    return call


@compiled
def hash_hand(hand: int, ended: Array, n: int) -> int:
    """A hash of a hand's number and the final stacks of n seats (FNV-1a, one stack at a time)."""
    mix = hand & MASK
    for p in range(n):
        mix = ((mix ^ (ended[p] & MASK)) * 0x01000193) & MASK
    return mix
