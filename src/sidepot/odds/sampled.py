"""What each choice is worth, in any game: deal the unknown at random and play on, many times.

Every choice is tried on the same deals, so that their difference is sharper than each value. The
others, and the player's own later turns, follow a rollout policy; the values are those of playing
on like that, not of perfect play.
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
from sidepot.games.action import Action
from sidepot.games.game import Game, Verbs
from sidepot.games.hand import legal_in
from sidepot.kernel import PLAIN, Array, Random, Records, compiled, readable, woven
from sidepot.rules import actions
from sidepot.rules.actions import Menu

CHOICES = 5
"""Amounts that are tried of a range."""
MOST_CHOICES = actions.ROWS * CHOICES
MOST_TURNS = 2000
"""A rollout is cut off here; no lawful hand is that long."""

BATCH = 20 if PLAIN else 1000
"""Deals between two looks at how good the values are."""

Policy = Callable[[Any, Any, Any], int]
Progress = Callable[[int, float], None]
"""What is told how many deals have been played, and the largest standard error so far, in chips."""


@dataclass(frozen=True, slots=True)
class Value:
    """A choice, what it brings from now on in chips, net, and the standard error of that."""

    action: Action
    mean: float
    stderr: float
    square: float
    """The mean of the squares of what it brings."""


def values(
    game: Game, view: Records, rngs: Records, *, rollout: Policy, samples: int = 1000
) -> list[Value]:
    """The value of each choice for the player to act, from his concealed record (`Hand.view`).

    `rollout` is a compiled policy by which the hands are played on.
    """
    sampling = Sampling(game, view, rollout)
    sampling.go_on(rngs, samples)
    return sampling.values


def in_silence(deals: int, stderr: float) -> None:
    """The progress that nobody hears of."""


def until(
    game: Game,
    view: Records,
    *,
    rollout: Policy,
    seed: int,
    precision: float,
    seconds: float | None = None,
    progress: Progress = in_silence,
) -> list[Value]:
    """`values` with so many deals that every standard error is at most `precision` chips.

    Ends before that after some `seconds`, compiling not counted, and on Ctrl-C. The deals are those
    of `seed`, a stream a batch.
    """
    sampling = Sampling(game, view, rollout)
    sampling.refine(seed=seed, precision=precision, seconds=seconds, progress=progress)
    return sampling.values


@compiled
def payoff(views: Records, seat: int) -> int:
    """The chips that a hand, played out, has brought a seat since it stood as in `views[0]`."""
    chips: int = views[1].chips.stack[seat] - views[0].chips.stack[seat]
    return chips


@compiled
def choices(menu: Menu, chosen: Array) -> int:
    """The actions worth trying: of a long range its ends and what lies evenly between them."""
    n = 0
    for row in range(menu.n):
        lowest, highest = menu.lowest[row], menu.highest[row]
        tried = min(highest - lowest + 1, CHOICES)
        for k in range(tried):
            amount = lowest + (highest - lowest) * k // max(tried - 1, 1)
            chosen[n] = actions.encode(menu.kind[row], amount)
            n += 1
    return n


class Sampling:
    """The values of a position's choices, which more deals make better."""

    def __init__(
        self,
        game: Game,
        view: Records,
        rollout: Policy,
        *,
        trying: Callable[..., int] = choices,
        measure: Callable[..., int] = payoff,
    ) -> None:
        """`view` is left as it is. `trying` and `measure`: see `sampler`."""
        self.samples = 0
        self._legal = legal_in(game, view, kernel.fields(view))
        self._views = game.table(2)
        self._views[:1] = view
        self._menus = kernel.table(kernel.record(Menu))
        self._chosen = readable(np.zeros(MOST_CHOICES, np.int64))
        self._sums = np.zeros((MOST_CHOICES, 2), np.float64)
        self._sample = _entry(game.verbs, rollout, trying, measure)
        self._choices = 0

    def refine(
        self,
        *,
        seed: int,
        precision: float,
        seconds: float | None = None,
        progress: Progress = in_silence,
    ) -> None:
        """Deal on until the values are good enough: see `until`."""
        begun = math.inf
        for batch in itertools.count():
            try:
                self.go_on(kernel.generator(seed, batch), BATCH)
                progress(self.samples, self.stderr)
            except KeyboardInterrupt:
                if not batch:
                    raise
                break
            begun = min(begun, time.monotonic())
            is_late = seconds is not None and time.monotonic() - begun >= seconds
            if is_late or self.stderr <= precision:
                break

    def go_on(self, rngs: Records, samples: int) -> None:
        """So many deals more, the same for every choice."""
        sums = readable(np.zeros((MOST_CHOICES, 2), np.float64))
        tools = self._views, self._menus, rngs, samples, self._chosen, sums
        self._choices = int(self._sample(*tools))
        self._sums += sums
        self.samples += samples

    @property
    def stderr(self) -> float:
        """The largest standard error of the values, in chips."""
        return max((value.stderr for value in self.values), default=0.0)

    @property
    def values(self) -> list[Value]:
        """The values as they are now."""
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
    trying: Callable[..., int] = choices,
    measure: Callable[..., int] = payoff,
) -> Callable[..., int]:
    """The sampler of a game: `(views, menu, rng, samples, chosen, sums) -> choices`.

    `views[0]` is the concealed record and `views[1]` room; actions go to `chosen`, sums of payoffs
    and of their squares, in chips, to `sums`. Compiled: `trying(menu, chosen)` writes the actions
    to try; `measure(views, seat)` is what a deal has brought a seat, if not chips: a whole number.
    """
    menu = verbs.menu
    attempt = trials(verbs, rollout, measure)

    @woven
    def sample(
        views: Records, m: Menu, rng: Random, samples: int, chosen: Array, sums: Array
    ) -> int:
        menu(views[0], m)
        n = trying(m, chosen)
        attempt(views, m, rng, samples, chosen[:n], sums)
        return n

    return sample


@functools.cache
def trials(
    verbs: Verbs, rollout: Policy, measure: Callable[..., int] = payoff
) -> Callable[..., None]:
    """The choices of a player's own making, tried: `(views, menu, rng, samples, chosen, sums)`.

    As `sampler`, but `chosen` holds the actions beforehand. The menu is written over, and
    `views[1]` is left as the last deal ended.
    """
    _, menu, step, _, redeal = verbs

    @woven
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
                action, turns = chosen[i], 0
                while turns < MOST_TURNS:  # `step` stands here once: it is compiled where it stands
                    step(views[1], action)
                    if views[1].seats.actor < 0:
                        break
                    menu(views[1], m)
                    action = rollout(views[1:], m, rng)
                    turns += 1
                brought = float(measure(views, seat))
                sums[i, 0] += brought
                sums[i, 1] += brought * brought

    return attempt


@functools.cache
def _entry(
    verbs: Verbs,
    rollout: Policy,
    trying: Callable[..., int],
    measure: Callable[..., int],
) -> Callable[..., int]:
    """The sampler as Python calls it: menu and generator come as tables of one."""
    sample = sampler(verbs, rollout, trying, measure)

    @compiled
    def call(
        views: Records, menus: Records, rngs: Records, samples: int, chosen: Array, sums: Array
    ) -> int:
        return sample(views, menus[0], rngs[0], samples, chosen, sums)

    return call


@compiled
def at_random(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy that needs to know nothing: any row of the menu, any amount of it."""
    return actions.any_of(menu, rng)
