"""Monte Carlo values of each choice, in any game: redeal the hidden cards and play to the end.

Every choice is tried on the same deals (common random numbers), so the differences between choices
are more precise than the values. The other players, and the player's own later turns, follow a
rollout policy; the values are those of that policy, not of perfect play.
"""

from __future__ import annotations

import functools
import itertools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Verbs
from sidepot.engine.play import legal_in
from sidepot.engine.turns import NO_PLAYERS, rollout_loop
from sidepot.kernel import PLAIN, Array, Random, Records, compiled, inlined, readable
from sidepot.rules import actions
from sidepot.rules.actions import SETS, Menu

CHOICES = 5
"""The most amounts that are tried of a range."""
MOST_CHOICES = actions.ROWS * CHOICES
MOST_SETS = 128
"""The most sets of cards that are tried of a row: all of seven cards."""
_MOST_TRIED = MOST_CHOICES + MOST_SETS
_KEPT = 8
"""The choices that are tried on, where there are more: the best of the first batch."""
MOST_TURNS = 2000
"""Decisions after which a rollout is cut off; no legal hand is that long."""

BATCH = 20 if PLAIN else 1000
"""Deals between two checks of the standard error."""

Policy = Callable[[Any, Any, Any], int]
"""`(views, menu, rng) -> action`, see `bots`."""
Progress = Callable[[int, float], None]
"""Called with the number of deals played and the largest standard error so far, in chips."""


@dataclass(frozen=True, slots=True)
class Value:
    """The sampled value of a choice, in net chips from now on, with its standard error."""

    action: Action
    mean: float
    stderr: float
    square: float
    """The mean of the squares."""


def values(
    game: Game, view: Records, rngs: Records, *, rollout: Policy, samples: int = 1000
) -> list[Value]:
    """The value of each choice for the player to act, from their concealed record (`Hand.record`).

    `rollout` is the compiled policy that plays the hands to the end, `samples` the number of deals
    for each choice.
    """
    sampling = Sampling(game, view, rollout)
    sampling.extend(rngs, samples)
    return sampling.values


def no_progress(deals: int, stderr: float) -> None:
    """A `Progress` that does nothing."""


def sample_until(
    game: Game,
    view: Records,
    *,
    rollout: Policy,
    seed: int,
    precision: float,
    seconds: float | None = None,
    progress: Progress = no_progress,
) -> tuple[list[Value], int]:
    """`values`, sampled until every standard error is at most `precision` chips.

    Of many sets of cards the best are tried on; the number of those left out comes second.

    Ends earlier after `seconds`, not counting the first batch, which compiles, and on Ctrl-C once a
    batch is done. The deals follow from `seed`: one random stream for each batch.
    """
    sampling = Sampling(game, view, rollout)
    sampling.refine(seed=seed, precision=precision, seconds=seconds, progress=progress)
    return sampling.values, sampling.left_out


@compiled
def payoff(views: Records, seat: int) -> int:
    """The net chips of a seat in a hand played to its end, since the position in `views[0]`."""
    chips: int = views[1].chips.stack[seat] - views[0].chips.stack[seat]
    return chips


@compiled
def _choices(menu: Menu, chosen: Array) -> int:
    """Write the actions to try: of a long range both ends and evenly spaced amounts between."""
    n = 0
    for row in range(menu.n):
        n = _spread(menu, row, CHOICES, chosen, n)
    return n


@compiled
def _spread(menu: Menu, row: int, most: int, chosen: Array, n: int) -> int:
    """Write `most` amounts of a row behind the first n actions; returns their new number."""
    lowest, highest = menu.lowest[row], menu.highest[row]
    tried = min(highest - lowest + 1, most)
    for k in range(tried):
        amount = lowest + (highest - lowest) * k // max(tried - 1, 1)
        chosen[n] = actions.encode(menu.kind[row], amount)
        n += 1
    return n


@compiled
def all_sets(menu: Menu, chosen: Array) -> int:
    """Write the actions of `_choices`, and of a row that picks cards every set up to `MOST_SETS`.

    Sets have no order in which neighbours are worth alike, as amounts of chips have.
    """
    n, sets = 0, MOST_SETS
    for row in range(menu.n):
        before = n
        is_set = menu.kind[row] in SETS
        n = _spread(menu, row, max(sets, CHOICES) if is_set else CHOICES, chosen, n)
        sets -= n - before if is_set else 0
    return n


class Sampling:
    """Running sums of the payoffs of a position's choices."""

    def __init__(
        self,
        game: Game,
        view: Records,
        rollout: Policy,
        *,
        trying: Callable[..., int] = all_sets,
        measure: Callable[..., int] = payoff,
    ) -> None:
        """`view` is not changed. `trying` and `measure`: see `sampler`."""
        self.samples = 0
        self.left_out = 0
        """Choices that came out worse than `_KEPT` others in the first batch of `refine`."""
        self._legal = legal_in(game, view, kernel.fields(view))
        self._views = game.batch(2)
        self._views[:1] = view
        self._menus = kernel.batch(kernel.record(Menu))
        self._chosen = readable(np.zeros(_MOST_TRIED, np.int64))
        self._sums = np.zeros((_MOST_TRIED, 2), np.float64)
        self._sample = _entry_point(game.verbs, rollout, trying, measure)
        self._choices = 0

    def refine(
        self,
        *,
        seed: int,
        precision: float,
        seconds: float | None = None,
        progress: Progress = no_progress,
    ) -> None:
        """Play more deals until the values are precise enough: see `sample_until`."""
        started = math.inf
        for batch in itertools.count():
            try:
                self.extend(kernel.generator(seed, batch), BATCH)
                self._leave_out()
                progress(self.samples, self.stderr)
            except KeyboardInterrupt:
                if not batch:
                    raise
                break
            started = min(started, time.monotonic())
            is_late = seconds is not None and time.monotonic() - started >= seconds
            if is_late or self.stderr <= precision:
                break

    def extend(self, rngs: Records, samples: int) -> None:
        """Play `samples` more deals, the same for every choice."""
        sums = readable(np.zeros((_MOST_TRIED, 2), np.float64))
        tools = self._views, self._menus, rngs, samples, self._chosen, sums
        self._choices = int(self._sample(*tools, self._choices))
        self._sums += sums
        self.samples += samples

    def _leave_out(self) -> None:
        """Try only the best choices on, where there are many sets: one of each row at least."""
        chosen = self._chosen[: self._choices]
        if self._choices <= MOST_CHOICES and not any(actions.kind(int(a)) in SETS for a in chosen):
            return
        best = sorted(range(self._choices), key=lambda i: -float(self._sums[i, 0]))
        first_of = {actions.kind(int(chosen[i])): i for i in reversed(best)}
        kept = sorted({*best[:_KEPT], *first_of.values()})
        self.left_out += self._choices - len(kept)
        self._choices = len(kept)
        self._chosen[: len(kept)] = chosen[kept]
        self._sums[: len(kept)] = self._sums[kept]

    @property
    def stderr(self) -> float:
        """The largest standard error of the values, in chips."""
        return max((value.stderr for value in self.values), default=0.0)

    @property
    def values(self) -> list[Value]:
        """The values so far."""
        return [self._value(i) for i in range(self._choices)]

    def _value(self, i: int) -> Value:
        total, squares = self._sums[i].tolist()
        return Value(
            action=self._legal.check(Action.decode(int(self._chosen[i]))),
            mean=total / self.samples,
            stderr=_stderr(total, squares, self.samples),
            square=squares / self.samples,
        )


def _stderr(total: float, squares: float, n: int) -> float:
    return math.sqrt(max(squares / n - (total / n) ** 2, 0.0) / n)


@functools.cache
def sampler(
    verbs: Verbs,
    rollout: Policy,
    trying: Callable[..., int] = _choices,
    measure: Callable[..., int] = payoff,
) -> Callable[..., int]:
    """The sampler of a game: `(views, menu, rng, samples, chosen, sums) -> choices`.

    `views[0]` is the concealed record, `views[1]` is scratch space. It writes the actions that it
    tries to `chosen`, and to each row of `sums` an action's payoffs summed, and their squares
    summed, in chips. Returns the number of actions. Two compiled functions may be others:
    `trying(menu, chosen)` writes the actions to try, `measure(views, seat)` is what a deal counts
    for a seat, a whole number.
    """
    menu = verbs.menu
    attempt = action_sampler(verbs, rollout, measure)

    @inlined
    def sample(
        views: Records, m: Menu, rng: Random, samples: int, chosen: Array, sums: Array
    ) -> int:
        menu(views[0], m)
        n = trying(m, chosen)
        attempt(views, m, rng, samples, chosen[:n], sums)
        return n

    return sample


@functools.cache
def action_sampler(
    verbs: Verbs, rollout: Policy, measure: Callable[..., int] = payoff
) -> Callable[..., None]:
    """A sampler of given actions: `(views, menu, rng, samples, chosen, sums)`.

    As `sampler`, but the caller puts the actions into `chosen`. The menu is overwritten, and
    `views[1]` holds the end of the last deal.
    """
    redeal, play_on = verbs.redeal, rollout_loop(verbs, rollout, MOST_TURNS)

    @inlined
    def attempt(
        views: Records, m: Menu, rng: Random, samples: int, chosen: Array, sums: Array
    ) -> None:
        seat = views[0].seats.actor
        a, b, c, counter = rng.a, rng.b, rng.c, rng.counter
        for i in range(len(chosen)):
            rng.a, rng.b, rng.c, rng.counter = a, b, c, counter  # the same deals for every choice
            sums[i, 0] = sums[i, 1] = 0.0
            for _ in range(samples):
                views[1] = views[0]
                redeal(views[1], rng)
                play_on(views[1], views[1:], m, rng, NO_PLAYERS, chosen[i])
                counted = float(measure(views, seat))
                sums[i, 0] += counted
                sums[i, 1] += counted * counted

    return attempt


@functools.cache
def _entry_point(
    verbs: Verbs,
    rollout: Policy,
    trying: Callable[..., int],
    measure: Callable[..., int],
) -> Callable[..., int]:
    """The sampler, callable from Python: menu and generator come as batches of one.

    A last argument is the number of actions that `chosen` holds already; 0 lets `trying` choose.
    """
    menu = verbs.menu
    attempt = action_sampler(verbs, rollout, measure)

    @compiled
    def call(
        views: Records,
        menus: Records,
        rngs: Records,
        samples: int,
        chosen: Array,
        sums: Array,
        known: int,
    ) -> int:
        n = known
        if n == 0:
            menu(views[0], menus[0])
            n = trying(menus[0], chosen)
        attempt(views, menus[0], rngs[0], samples, chosen[:n], sums)
        return n

    return call


@compiled
def at_random(views: Records, menu: Menu, rng: Random) -> int:
    """The uniform random policy: any row of the menu, then any amount of its range."""
    return actions.any_of(menu, rng)
