"""Hands between compiled policies and learned strategies, on the same cards in every seat."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots import Bot, Policy
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Records, compiled
from sidepot.kernel.random import MASK
from sidepot.lab.bulk import hash_hand, lay_out, policy_pointers
from sidepot.lab.match import SIGMAS
from sidepot.odds.sampling import at_random
from sidepot.rules.actions import Menu

Player = Policy | Bot
"""A player: a compiled policy, or a bot called in Python, as learned strategies are."""
_BATCH = 16
"""The most deals that a thread plays between two checks of the time; the first ones are single."""
_LEAST = 60
"""The least number of deals, whatever the time: few deals give no useful interval."""
_NOT_COMPILED = -1


@dataclass(frozen=True, slots=True)
class Result:
    """The winnings of a table's first player, in chips a hand.

    A deal is one hand for every seat that the player takes; the error counts deals.
    """

    deals: int
    hands: int
    mean: float
    stderr: float
    seconds: float
    signature: str

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the mean, in chips a hand."""
        return SIGMAS * self.stderr


@dataclass(frozen=True, slots=True)
class Limits:
    """A stopping rule: a number of deals, or a time and a least number of deals."""

    deals: int | None = None
    seconds: float = math.inf
    threads: int = 1


def play(
    game: Game,
    players: Sequence[Player],
    *,
    stack: int,
    limits: Limits,
    experiment: int = 0,
    progress: Callable[[int], None] = lambda deals: None,
) -> Result:
    """Play deals, each once for every rotation of the players; equal ones win exactly 0.

    Everybody has `stack` chips before each hand. The result of a number of deals follows from the
    seed alone. `progress` is called with the deals so far. Raises `BadSetup`.
    """
    stacks = game.stacks(len(players), stack)
    setup.check_seed(experiment)
    table = _Table(game, players, stacks, experiment)
    return run(table.play, len(players), limits, progress)


Deals = Callable[[Sequence[int]], list[tuple[int, int]]]
"""Plays deals, by number: what each brings in all its hands, and a hash of them."""


def run(
    deals: Deals, hands: int, limits: Limits, progress: Callable[[int], None] = lambda deals: None
) -> Result:
    """Play deals of so many hands each until a limit is reached, on threads."""
    started = time.monotonic()
    found: list[tuple[int, int]] = []
    with kernel.by_pointers(), ThreadPoolExecutor(limits.threads) as pool:
        for batch in _batches(limits, started):
            parts = [batch[i :: limits.threads] for i in range(limits.threads)]
            for result in pool.map(deals, parts):
                found += result
            progress(len(found))
    return _result(found, hands, time.monotonic() - started)


def _batches(limits: Limits, started: float) -> Iterator[range]:
    """The numbers of the deals, a batch for all threads at a time."""
    first, step = 0, limits.threads
    while limits.deals is None or first < limits.deals:
        last = first + step if limits.deals is None else min(first + step, limits.deals)
        yield range(first, last)
        first, step = last, min(2 * step, _BATCH * limits.threads)
        if first >= _LEAST and time.monotonic() - started > limits.seconds:
            return


def _result(found: Sequence[tuple[int, int]], hands: int, seconds: float) -> Result:
    n = max(len(found), 1)
    mean = sum(won for won, _ in found) / n
    spread = sum(won * won for won, _ in found) / n - mean * mean
    return Result(
        deals=len(found),
        hands=len(found) * hands,
        mean=mean / hands,
        stderr=math.sqrt(max(spread, 0.0) / max(n - 1, 1)) / hands,
        seconds=seconds,
        signature=f"{sum(hashed for _, hashed in found) & MASK:08x}",
    )


class _Table:
    """Players at a table, who take every seat in turn."""

    def __init__(
        self, game: Game, players: Sequence[Player], stacks: Sequence[int], experiment: int
    ) -> None:
        self._game, self._players, self._experiment = game, players, experiment
        self._stacks = stacks
        compiled_ones = list(dict.fromkeys(p for p in players if not isinstance(p, Bot)))
        self._policies = policy_pointers(game, compiled_ones or [at_random])
        self._numbers = [
            _NOT_COMPILED if isinstance(p, Bot) else compiled_ones.index(p) for p in players
        ]
        self._begin, self._go_on = _loops(game.verbs)

    def play(self, deals: Sequence[int]) -> list[tuple[int, int]]:
        """The first player's winnings in each deal over all seats, and a hash of its hands."""
        rows = self._game.batch(3, journal=False)
        s: Any = kernel.fields(rows)
        setup.seat(self._game, s, self._stacks)
        menus, rngs = kernel.batch(kernel.record(Menu)), kernel.generator(0)
        return [self._deal(deal, rows, menus, rngs) for deal in deals]

    def _deal(self, deal: int, rows: Records, menus: Records, rngs: Records) -> tuple[int, int]:
        won, hashed, n = 0, 0, len(self._players)
        stacks = kernel.readable(np.array([*self._stacks, *[0] * self._game.banked], np.int64))
        for shift in range(n):
            chairs = kernel.readable(
                np.array([self._numbers[(seat - shift) % n] for seat in range(n)], np.int64)
            )
            self._begin(rows, rngs, stacks, self._experiment, deal)
            seat = self._go_on(self._policies, rows, menus, rngs, chairs, _NOTHING)
            while seat >= 0:
                bot: Any = self._players[(seat - shift) % n]
                action = bot.choose(rows[1:2], rngs).number
                seat = self._go_on(self._policies, rows, menus, rngs, chairs, action)
            s: Any = kernel.fields(rows)
            ended = kernel.readable(np.array(s.chips.stack[:n], np.int64))
            won += int(ended[shift]) - self._stacks[shift]
            hashed += int(hash_hand(deal * n + shift, ended, n))
        return won, hashed


_NOTHING = -1
"""No action: go on with the next player."""


@functools.cache
def _loops(verbs: Verbs) -> tuple[Callable[..., None], Callable[..., int]]:
    """The compiled loops of a game: a deal, and all turns up to one that is not compiled."""
    begin, menu, step, conceal, _ = verbs

    @compiled
    def start(rows: Records, rngs: Records, stacks: Array, experiment: int, deal: int) -> None:
        lay_out(rows[0], rngs[0], stacks, experiment, deal)
        begin(rows[0])

    @compiled
    def go_on(
        policies: Any, rows: Records, menus: Records, rngs: Records, chairs: Array, action: int
    ) -> int:
        s, m, rng = rows[0], menus[0], rngs[0]
        while True:
            if action != _NOTHING:
                step(s, action)
            seat: int = s.seats.actor
            if seat < 0:
                return seat
            rows[1] = s
            conceal(rows[1], seat)
            if chairs[seat] == _NOT_COMPILED:
                return seat
            menu(s, m)
            action = policies[chairs[seat]](rows[1:], m, rng)

    return start, go_on
