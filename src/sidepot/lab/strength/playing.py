"""Hands between compiled policies and learned strategies, on the same cards in every seat."""

from __future__ import annotations

import functools
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots import Bot, Policy
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Records, readable
from sidepot.lab import tally as tallies
from sidepot.lab.bulk import (
    Space,
    Table,
    entries,
    has_learned,
    numbers_of,
    policy_pointers,
    rotations,
)
from sidepot.lab.match import add_deal, blank
from sidepot.lab.tally import SIGMAS
from sidepot.rules.actions import Menu

Player = Policy | Bot
"""A player: a compiled policy, a learned bot, or one that is called in Python."""
_BATCH = 16
"""The most deals that a thread plays between two checks of the time; the first ones are single."""
_LEAST = 60
"""The least number of deals, whatever the time: few deals give no useful interval."""


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
    seed: int = 0,
    progress: Callable[[int], None] = lambda deals: None,
) -> Result:
    """Play deals, each once for every rotation of the players; equal ones win exactly 0.

    Everybody has `stack` chips before each hand. The result of a number of deals follows from the
    seed alone. `progress` is called with the deals so far. Raises `BadSetup`.
    """
    stacks = game.stacks(len(players), stack)
    setup.check_seed(seed)
    table = _DuplicateTable(game, players, stacks, seed)
    return run(table.play, len(players), limits, progress)


Deals = Callable[[Sequence[int]], Records]
"""Plays deals, by number, and returns their tally."""


def run(
    deals: Deals, hands: int, limits: Limits, progress: Callable[[int], None] = lambda deals: None
) -> Result:
    """Play deals of so many hands each until a limit is reached, on threads."""
    started, total = time.monotonic(), blank(hands)
    with kernel.by_pointers(), ThreadPoolExecutor(limits.threads) as pool:
        for batch in _batches(limits, started):
            parts = [batch[i :: limits.threads] for i in range(limits.threads)]
            for tally in pool.map(deals, parts):
                tallies.merge(total, kernel.to_bytes(tally))
            progress(batch.stop)
    return _result(kernel.fields(total), hands, time.monotonic() - started)


def _batches(limits: Limits, started: float) -> Iterator[range]:
    """The numbers of the deals, a batch for all threads at a time."""
    first, step = 0, limits.threads
    while limits.deals is None or first < limits.deals:
        last = first + step if limits.deals is None else min(first + step, limits.deals)
        yield range(first, last)
        first, step = last, min(2 * step, _BATCH * limits.threads)
        if first >= _LEAST and time.monotonic() - started > limits.seconds:
            return


def _result(tally: Any, hands: int, seconds: float) -> Result:
    degrees = max(tally.samples - 1, 1)  # there may be few deals
    return Result(
        deals=tally.samples,
        hands=tally.samples * hands,
        mean=tallies.mean(tally) / hands,
        stderr=math.sqrt(tallies.variance(tally) / degrees) / hands,
        seconds=seconds,
        signature=tallies.signature(tally),
    )


class _DuplicateTable:
    """Players at a table, who take every seat in turn; some bots are asked in Python."""

    def __init__(
        self, game: Game, players: Sequence[Player], stacks: Sequence[int], experiment: int
    ) -> None:
        self._game, self._players, self._stacks = game, players, stacks
        self._chairs = rotations(numbers_of(players))
        self._chips = readable(np.array([*stacks, *[0] * game.banked], np.int64))
        self._experiment = experiment
        self._own = threading.local()
        self._deal, self._play_on = entries(game.verbs, has_learned(players))

    def play(self, deals: Sequence[int]) -> Records:
        """The tally of some deals, on this thread's memory."""
        n = len(self._players)
        table, space = self._tools()
        done = blank(n)
        tally: Any = kernel.fields(done)
        for deal in deals:
            hand = functools.partial(self._hand, table, space, deal)
            add_deal(tally, deal, table.stacks, n, hand)
        return done

    def _tools(self) -> tuple[Table, Space]:
        """This thread's table, whose learned bots have memory of their own, and its space."""
        if not hasattr(self._own, "tools"):
            game, n = self._game, len(self._players)
            rows = game.batch(3, journal=False)
            setup.seat(game, kernel.fields(rows), self._stacks)
            policies = policy_pointers(game, self._players, n)
            self._own.tools = (
                Table(policies, self._chairs, self._chips, self._experiment),
                Space(rows, kernel.batch(kernel.record(Menu)), kernel.generator(0)),
            )
        tools: tuple[Table, Space] = self._own.tools
        return tools

    def _hand(self, table: Table, space: Space, deal: int, shift: int) -> Array:
        """The stacks at the end of a hand, with the players so many seats on."""
        n = len(self._players)
        self._deal(space.rows, space.rngs, table.stacks, table.experiment, deal)
        s: Any = kernel.fields(space.rows)
        action = NO_ACTION
        while True:
            self._play_on(table.policies, table.chairs, *space, shift, action)
            seat = int(s.seats.actor)
            if seat < 0:
                return readable(np.array(s.chips.stack[:n], np.int64))
            bot: Any = self._players[(seat - shift) % n]
            action = bot.choose(space.rows[1:2], space.rngs).number
