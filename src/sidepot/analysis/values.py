"""Values of the candidates of a decision, with errors, from samples that count by their weights."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from sidepot import kernel
from sidepot.analysis import playing
from sidepot.analysis.candidates import candidates
from sidepot.analysis.dealing import Order, order_of
from sidepot.bots.trained.hashing import words_of
from sidepot.bots.trained.locating import CACHED, no_hands
from sidepot.bots.trained.strategy import Strategy, copy_view, memory_of
from sidepot.engine import setup
from sidepot.engine.memory import Memory
from sidepot.engine.play import legal_in
from sidepot.kernel import PLAIN, Array, Records, readable
from sidepot.kernel.random import Random
from sidepot.rules import actions
from sidepot.rules.actions import CHECK, FOLD, Menu

BATCH = 2 if PLAIN else 20
"""Samples between two checks of the clock."""
SAMPLES = 6 if PLAIN else 4000
"""The most samples, if no precision is asked for."""
_FEWEST = SAMPLES // 20
"""Samples before an error is believed: rare losses may be missing among fewer."""
_DRAWS = 2 if PLAIN else 8
"""Deals of which one is kept, where the others have done something that tells of their cards."""
_PROSPECTS = 3 if PLAIN else 64
"""Deals by which a hand's prospects are found, as in training."""
_PRESENT = 3 if PLAIN else 1000
"""The same for the hand of the player who asks, where the turn is judged by them alone."""
_REMEMBERED = 1 << 14
"""Hands of the past whose prospects are remembered, where they do not change with the deal."""
_SURE = 3.0
"""Standard errors by which a candidate must be better than the strategy's own."""

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Worth:
    """The evaluation of a decision: by action, the value in chips and the strategy's frequency.

    `error`: the standard error of each value; `behind`: how much less a candidate brings than the
    best, with the standard error of that, which is smaller as all are tried on the same deals.
    """

    value: Mapping[int, float]
    error: Mapping[int, float]
    behind: Mapping[int, tuple[float, float]]
    share: Mapping[int, float]
    samples: int
    is_remembered: bool
    """Whether the others' hands were weighed by what they did."""

    @property
    def best(self) -> int:
        """The candidate with the highest value; a fold only where it is not free to stay."""
        able = [action for action in self.value if not self._is_vain(action)]
        return max(able, key=lambda action: self.value[action])

    @property
    def advice(self) -> int:
        """The best candidate, or of those that may be as good the one that the strategy prefers."""
        close = [
            action
            for action, (less, error) in self.behind.items()
            if less <= _SURE * error and not self._is_vain(action)
        ]
        return max([self.best, *close], key=lambda action: self.share.get(action, 0.0))

    def _is_vain(self, action: int) -> bool:
        """Whether an action gives up what can be had for nothing."""
        kinds = {actions.kind(number) for number in self.value}
        return actions.kind(action) == FOLD and CHECK in kinds


class Trial:
    """The samples of one decision. It sees a memory, which holds concealed records alone."""

    def __init__(self, memory: Memory, strategy: Strategy, *, seed: int) -> None:
        self._memory, self._strategy, self._seed = memory, strategy, seed
        game, view = strategy.game, memory.view
        s = kernel.fields(view)
        self.share = {a: p for a, p in _chances(strategy, view).items() if p > 0.0}
        self.tried = candidates(legal_in(game, view, s), s, self.share)
        self.samples = 0
        self._payoffs = np.zeros((0, len(self.tried)))
        self._weights = np.zeros(0)
        self._order = order_of(memory)
        self._acts = _acts(memory) if self._order else np.zeros((0, 2), np.int64)
        self._rows = _rows(memory, strategy)
        self._tools, self._present = memory_of(strategy), no_hands()
        self._before = no_hands(CACHED if strategy.abstraction.has_public_tree else _REMEMBERED)
        self._loop = playing.player(strategy)
        self.counts = readable(np.zeros(2, np.int64))
        """Deals drawn and decisions made, which depend on no hidden information."""

    @property
    def draws(self) -> int:
        """The deals of which one is kept."""
        return _DRAWS if (self._acts[:, 1] == playing.WEIGHED).any() else 1

    def extend(self, samples: int = BATCH) -> None:
        """Play more samples."""
        payoffs, weights = np.zeros((samples, len(self.tried))), np.zeros(samples)
        order = self._order or Order((), frozenset(), ())
        free = [place for place in range(len(order.deck)) if place not in order.known]
        self._loop(
            playing.Hand(
                self._rows,
                words_of(self._rows),
                kernel.batch(kernel.record(Menu), 2),
                kernel.batch(kernel.record(Random), playing.GENERATORS),
            ),
            self._tools,
            self._present,
            self._before,
            playing.Past(
                readable(self._acts),
                readable(np.array(order.deck, np.int64)),
                readable(np.array(free, np.int64)),
                bool(order.second),
                self._order is not None,
            ),
            playing.Results(
                readable(np.array(self.tried, np.int64)), payoffs, weights, self.counts
            ),
            playing.Plan(self._seed, self.draws, _PROSPECTS),
            self.samples,
            self.samples + samples,
        )
        self.samples += samples
        self._payoffs = np.vstack([self._payoffs, payoffs])
        self._weights = np.concatenate([self._weights, weights])

    @property
    def worth(self) -> Worth:
        """The evaluation by the samples so far."""
        weights = self._weights / self._weights.sum()
        means = weights @ self._payoffs
        best = int(np.argmax(means))
        value, error, behind = {}, {}, {}
        for i, action in enumerate(self.tried):
            value[action] = float(means[i])
            error[action] = _stderr(weights, self._payoffs[:, i] - means[i])
            less = self._payoffs[:, best] - self._payoffs[:, i]
            mean = float(weights @ less)
            behind[action] = mean, _stderr(weights, less - mean)
        return Worth(value, error, behind, self.share, self.samples, self._order is not None)

    def refine(
        self,
        *,
        precision: float,
        samples: int,
        seconds: float | None,
        progress: Progress,
    ) -> Worth:
        """Play samples until the values are precise enough, or the time or the number is reached.

        `seconds` count from the end of the first batch, which compiles. Ctrl-C ends it too, once a
        batch is done; whatever else `progress` raises ends it at once.
        """
        started = math.inf
        while self.samples < samples:
            try:
                self.extend()
                found = self.worth
                largest = max(found.error.values())
                progress(self.samples, largest)
            except KeyboardInterrupt:
                if not self.samples:
                    raise
                break
            started = min(started, time.monotonic())
            is_late = seconds is not None and time.monotonic() - started >= seconds
            if is_late or (largest <= precision and self.samples >= _FEWEST):
                break
        return self.worth


def _stderr(weights: Array, deviations: Array) -> float:
    """The standard error of a mean by weights."""
    n = len(weights)
    spread = float(np.sum((weights * deviations) ** 2))
    return math.sqrt(spread * n / max(n - 1, 1))


def _chances(strategy: Strategy, view: Records) -> Mapping[int, float]:
    """The action probabilities of the strategy that every player is assumed to follow."""
    if strategy.abstraction.is_judged:
        return strategy.chances(view, _PRESENT, is_judged=True)
    return strategy.chances(view)


def _acts(memory: Memory) -> Array:
    """Every action so far, and whether it tells of the cards of somebody else who is in."""
    live = kernel.fields(memory.view).seats.live.tolist()
    found = [(number, int(p != memory.seat and live[p])) for p, number in memory.acts]
    return np.array(found, np.int64).reshape(len(found), 2)


def _rows(memory: Memory, strategy: Strategy) -> Records:
    """The batch of the loop, with the record before the deal and the present concealed one."""
    game = strategy.game
    rows = game.batch(playing.ROWS, journal=False)
    copy_view(memory.view, rows, playing.SEEN)
    if memory.stacks:
        start = game.batch()
        setup.seat(game, kernel.fields(start), memory.stacks, **memory.before)
        copy_view(start, rows, playing.START)
    return rows
