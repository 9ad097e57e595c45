"""Simulations: the same hands on any number of threads, with a signature of what happened."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Part, Random, Records, Row, compiled
from sidepot.kernel.random import MASK
from sidepot.lab.bulk import (
    Policies,
    Worker,
    hand_player,
    hash_hand,
    policy_chooser,
    policy_pointers,
    run_workers,
)
from sidepot.rules.actions import Menu, any_of

BATCH = 4096
"""Hands that a thread plays between two checks for a stop."""


class Tally(Part):
    """The results of hands; every number is a sum over hands, so their order does not matter."""

    hands: int
    decisions: int
    signature: int
    payoff: Row
    """Net chips of each seat."""
    square: Annotated[Array, "f8", "seats"]
    """Their squares, as floats because they could exceed 64 bits."""
    chair: Row
    """The number of the policy in each seat: always 0, the only one."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a simulation. Payoffs are net chips a hand, by seat, a bank's last."""

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
    number of threads. `progress` is called now and then with the number of hands done; Ctrl-C ends
    the work early and keeps what is done. Raises `BadSetup`.
    """
    play, tally = _player(game.verbs, policy is None), kernel.record(Tally, seats=game.max_seats)
    policies = policy_pointers(game, [] if policy is None else [policy])
    workers = [
        Worker(game, play, policies, stacks, experiment, kernel.batch(tally))
        for _ in range(threads)
    ]
    started = time.perf_counter()
    run_workers(workers, hands, batch, lambda: progress(sum(w.tally.hands for w in workers)))
    tallies, seats = [worker.tally for worker in workers], len(stacks) + game.banked
    return summary(tallies, seats, time.perf_counter() - started)


@functools.cache
def _player(verbs: Verbs, at_random: bool) -> Callable[..., None]:
    """The compiled loop of a game over hands `first` to `last` - 1, at random or by a policy."""
    choose = _choose_at_random if at_random else policy_chooser(verbs.conceal)
    play_hand = hand_player(verbs, choose)

    @compiled
    def play(
        policies: Policies,
        rows: Records,
        menus: Records,
        rngs: Records,
        stacks: Array,
        experiment: int,
        first: int,
        last: int,
        tallies: Records,
    ) -> None:
        m, rng, tally = menus[0], rngs[0], tallies[0]
        for hand in range(first, last):
            tally.decisions += play_hand(
                rows, m, rng, stacks, experiment, hand, policies, tally.chair
            )
            add_hand(tally, rows[0].chips.stack, stacks, hand)

    return play


@compiled
def _choose_at_random(
    rows: Records, m: Menu, rng: Random, policies: Policies, chairs: Array
) -> int:
    """The chooser of a uniform random action; ignores the policies and the record."""
    return any_of(m, rng)


@compiled
def add_hand(tally: Tally, ended: Array, stacks: Array, hand: int) -> None:
    """Add a hand's payoffs, and a hash of its number and stacks, to a tally."""
    tally.hands += 1
    for p in range(len(stacks)):
        payoff = ended[p] - stacks[p]
        tally.payoff[p] += payoff
        tally.square[p] += float(payoff) * payoff
    tally.signature = (tally.signature + hash_hand(hand, ended, len(stacks))) & MASK


def summary(tallies: Sequence[kernel.Fields], seats: int, seconds: float) -> Simulation:
    """The simulation that the threads' tallies add up to."""
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
