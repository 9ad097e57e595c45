"""Values of the candidates of a decision, with errors, from samples that count by their weights."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

import numpy as np

from sidepot import kernel
from sidepot.analysis import playing
from sidepot.analysis.candidates import candidates, text
from sidepot.analysis.dealing import Order, order_of
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.hashing import words_of
from sidepot.bots.trained.locating import CACHED, HANDS, Hands, no_hands
from sidepot.bots.trained.strategy import Trained, copy_view, memory_of
from sidepot.engine import setup
from sidepot.engine.memory import Memory
from sidepot.engine.play import legal_in
from sidepot.kernel import PLAIN, Array, Records, readable
from sidepot.kernel.random import Random
from sidepot.odds.result import ActionValue, sampled_value
from sidepot.odds.sampling import Progress
from sidepot.rules import actions
from sidepot.rules.actions import Menu

BATCH = 2 if PLAIN else 20
"""Samples between two checks of the clock."""
SAMPLES = 6 if PLAIN else 4000
"""The most samples, if no precision is asked for."""
_FEWEST = SAMPLES // 20
"""Samples before an error is believed: rare losses may be missing among fewer."""
_KEPT = 8
"""The choices that are tried on after `_FEWEST` samples, where there are more."""
_DRAWS = 2 if PLAIN else 8
"""Deals of which one is kept, where the others have done something that tells of their cards."""
_PROSPECTS = 3 if PLAIN else 64
"""Deals by which a hand's prospects are found, as in training."""
_FOUND_ONCE = 3 if PLAIN else 128
"""The same where they are kept: with fewer, rivals take weak hands for strong ones too often."""
_PRESENT = 3 if PLAIN else 1000
"""The same for the hand of the player who asks, where the turn is judged by them alone."""
_REMEMBERED = 1 << 14
"""Hands of the past whose prospects are remembered, where they do not change with the deal."""


class Trial:
    """The samples of one decision. It sees a memory, which holds concealed records alone."""

    def __init__(self, memory: Memory, strategy: Trained, *, seed: int) -> None:
        self._memory, self._strategy, self._seed = memory, strategy, seed
        game, view = strategy.game, memory.view
        s = kernel.fields(view)
        self.share = {a: p for a, p in _chances(strategy, view).items() if p > 0.0}
        legal = legal_in(game, view, s)
        self.tried = candidates(legal, s, self.share)
        self._texts = [text(action, legal) for action in self.tried]
        self.samples = self.left_out = 0
        self._payoffs = np.zeros((0, len(self.tried)))
        self._weights = np.zeros(0)
        self._order = order_of(memory)
        self._acts = _acts(memory) if self._order else np.zeros((0, 2), np.int64)
        self._rows = _rows(memory, strategy)
        self._tools = memory_of(strategy)
        self._present, self._before = _hands(strategy.abstraction)
        self._deals = _FOUND_ONCE if strategy.abstraction.recurs else _PROSPECTS
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
            playing.Plan(self._seed, self.draws, self._deals),
            self.samples,
            self.samples + samples,
        )
        self.samples += samples
        self._payoffs = np.vstack([self._payoffs, payoffs])
        self._weights = np.concatenate([self._weights, weights])

    def _leave_out(self) -> None:
        """Try the best choices on after some samples, where there are many sets of cards.

        Those of the strategy stay, and one of each kind.
        """
        kinds = [actions.kind(action) for action in self.tried]
        if self.samples < _FEWEST or len(kinds) <= _KEPT or not set(kinds) & {*actions.SETS}:
            return
        means = self._weights @ self._payoffs
        best = sorted(range(len(kinds)), key=lambda i: -float(means[i]))
        first_of = {kinds[i]: i for i in reversed(best)}
        usual = [i for i, action in enumerate(self.tried) if action in self.share]
        kept = sorted({*best[:_KEPT], *first_of.values(), *usual})
        self.left_out += len(kinds) - len(kept)
        self.tried = [self.tried[i] for i in kept]
        self._texts = [self._texts[i] for i in kept]
        self._payoffs = self._payoffs[:, kept]

    @property
    def is_remembered(self) -> bool:
        """Whether the others' hands are weighed by what they did."""
        return self._order is not None

    @property
    def choices(self) -> tuple[ActionValue, ...]:
        """The values of the candidates by the samples so far."""
        weights = self._weights / self._weights.sum()
        means = weights @ self._payoffs
        best = int(np.argmax(means))
        return tuple(self._value(i, best, weights, float(means[i])) for i in range(len(means)))

    def _value(self, i: int, best: int, weights: Array, mean: float) -> ActionValue:
        """The value of a candidate, and how far it is behind the best one."""
        less = self._payoffs[:, best] - self._payoffs[:, i]
        behind = float(weights @ less)
        return sampled_value(
            self._texts[i],
            mean,
            _stderr(weights, self._payoffs[:, i] - mean),
            share=self.share.get(self.tried[i], 0.0),
            behind=behind,
            behind_error=_stderr(weights, less - behind),
        )

    def refine(
        self,
        *,
        precision: float,
        samples: int | None,
        seconds: float | None,
        progress: Progress,
    ) -> tuple[ActionValue, ...]:
        """Play samples until the values are precise enough, or the time or the number is reached.

        `seconds` count from the end of the first batch, which compiles. Ctrl-C ends it too, once a
        batch is done; whatever else `progress` raises ends it at once.
        """
        started, most = math.inf, samples or SAMPLES
        while self.samples < most:
            try:
                self.extend()
                self._leave_out()
                largest = max(choice.error for choice in self.choices)
                progress(self.samples, largest)
            except KeyboardInterrupt:
                if not self.samples:
                    raise
                break
            started = min(started, time.monotonic())
            is_late = seconds is not None and time.monotonic() - started >= seconds
            if is_late or (largest <= precision and self.samples >= _FEWEST):
                break
        return self.choices


def _hands(abstraction: Abstraction) -> tuple[Hands, Hands]:
    """Room for the prospects of hands from here on, and of the past."""
    if abstraction.recurs:
        return (no_hands(HANDS),) * 2
    return no_hands(), no_hands(CACHED if abstraction.has_public_tree else _REMEMBERED)


def _stderr(weights: Array, deviations: Array) -> float:
    """The standard error of a mean by weights."""
    n = len(weights)
    spread = float(np.sum((weights * deviations) ** 2))
    return math.sqrt(spread * n / max(n - 1, 1))


def _chances(strategy: Trained, view: Records) -> Mapping[int, float]:
    """The action probabilities of the strategy that every player is assumed to follow."""
    if strategy.abstraction.is_judged:
        return strategy.chances(view, _PRESENT, is_judged=True)
    return strategy.chances(view)


def _acts(memory: Memory) -> Array:
    """Every action so far, and whether it tells of the cards of somebody else who is in."""
    live = kernel.fields(memory.view).seats.live.tolist()
    found = [(number, int(p != memory.seat and live[p])) for p, number in memory.acts]
    return np.array(found, np.int64).reshape(len(found), 2)


def _rows(memory: Memory, strategy: Trained) -> Records:
    """The batch of the loop, with the record before the deal and the present concealed one."""
    game = strategy.game
    rows = game.batch(playing.ROWS, journal=False)
    copy_view(memory.view, rows, playing.SEEN)
    if memory.stacks:
        start = game.batch()
        setup.seat(game, kernel.fields(start), memory.stacks, **memory.before)
        copy_view(start, rows, playing.START)
    return rows
