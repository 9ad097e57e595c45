"""An upper bound on replies to Ricochet's share rule: a reply that comes to know the deck.

At its first two decisions it chooses without: each choice is tried on redeals, and the best mean is
taken. From the third on it knows all cards to come. A best reply knows less, and the best of
several means is too high if anything, so a best reply wins at most as much on average (an
information relaxation: Brown, Smith and Sun 2010).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sidepot import kernel
from sidepot.bots.ricochet import share
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.games.ricochet import RICOCHET_2, Ricochet
from sidepot.kernel import Array, Random, Records, compiled, readable
from sidepot.lab.bulk import lay_out
from sidepot.rules import actions
from sidepot.rules.actions import Menu
from sidepot.rules.upcards import COMPLETE

_REDEALS = 80
"""Redeals on which each choice is tried, at the first decision and at the second."""
_ROOT, _VIEW, _LINES = 0, 1, 2
"""Places in a batch: the first decision, what a rival is shown, and the lines that are tried."""
_PLACES = 12
_CHOICES = COMPLETE
"""One to four cards to buy, or to fold."""

_begin, _menu, _step = RICOCHET_2.verbs.begin, RICOCHET_2.verbs.menu, RICOCHET_2.verbs.step
_conceal, _redeal = RICOCHET_2.verbs.conceal, RICOCHET_2.verbs.redeal


def most(game: Game, players: int, deals: int, seed: int) -> tuple[float, float]:
    """The chips a hand that a reply wins at most, and the standard error; each deal in one seat."""
    rows, stacks = game.batch(_PLACES, journal=False), game.stacks(players)
    setup.seat(game, kernel.fields(rows), stacks)
    menus, rngs = kernel.batch(kernel.record(Menu)), kernel.generator(seed)
    won = np.zeros(deals)
    _bound(rows, menus, rngs, readable(np.array(stacks, np.int64)), seed, won)
    return float(won.mean()), float(won.std(ddof=1) / deals**0.5)


@compiled
def _pass_on(rows: Records, at: int, m: Menu, rng: Random, p: int) -> None:
    """Play by the share rule up to a player's turn, or to the end if that player is out."""
    s = rows[at]
    while s.seats.live[p] and s.seats.actor >= 0 and s.seats.actor != p:
        rows[_VIEW] = s
        _conceal(rows[_VIEW], s.seats.actor)
        _menu(rows[_VIEW], m)
        _step(s, share(rows[_VIEW:], m, rng))


@compiled
def _is_asked(s: Ricochet, p: int) -> bool:
    """Whether a hand waits for a player."""
    return bool(s.seats.live[p] and s.seats.actor == p)


@compiled
def _list(s: Ricochet, m: Menu, chosen: Array) -> int:
    """Write all choices; returns their number."""
    _menu(s, m)
    n = 0
    for row in range(m.n):
        for amount in range(m.lowest[row], m.highest[row] + 1):
            chosen[n] = actions.encode(m.kind[row], amount)
            n += 1
    return n


@compiled
def _knowing(rows: Records, at: int, m: Menu, rng: Random, p: int) -> float:
    """The most chips at the end of any line, by one who knows the deck."""
    chosen, tried = np.zeros((COMPLETE, _CHOICES), np.int64), np.zeros((COMPLETE, 2), np.int64)
    if not _is_asked(rows[at], p):
        return float(rows[at].chips.stack[p])
    best, depth = 0, 0
    tried[0, 1] = _list(rows[at], m, chosen[0])
    while depth >= 0:
        k = tried[depth, 0]
        if k == tried[depth, 1]:
            depth -= 1
            continue
        tried[depth, 0] += 1
        later = at + depth + 1
        rows[later] = rows[later - 1]
        _step(rows[later], chosen[depth, k])
        _pass_on(rows, later, m, rng, p)
        if _is_asked(rows[later], p):
            depth += 1
            tried[depth, 0], tried[depth, 1] = 0, _list(rows[later], m, chosen[depth])
        else:
            best = max(best, int(rows[later].chips.stack[p]))
    return float(best)


def _averaging(then: Callable[..., float]) -> Callable[..., float]:
    """The value of a decision made before the deck is seen; `then` is that of what follows."""

    @compiled
    def value(rows: Records, at: int, m: Menu, rng: Random, p: int) -> float:
        if not _is_asked(rows[at], p):
            return float(rows[at].chips.stack[p])
        totals, chosen = np.zeros(_CHOICES), np.zeros(_CHOICES, np.int64)
        n = _list(rows[at], m, chosen)
        for _ in range(_REDEALS):
            rows[at + 1] = rows[at]
            _redeal(rows[at + 1], rng)
            for k in range(n):
                rows[at + 2] = rows[at + 1]
                _step(rows[at + 2], chosen[k])
                _pass_on(rows, at + 2, m, rng, p)
                totals[k] += then(rows, at + 2, m, rng, p)
        return float(totals[:n].max() / _REDEALS)

    return value


_value = _averaging(_averaging(_knowing))


@compiled
def _bound(
    rows: Records, menus: Records, rngs: Records, stacks: Array, seed: int, won: Array
) -> None:
    """Write what the reply wins in each deal."""
    rng, m = rngs[0], menus[0]
    for number in range(len(won)):
        p = number % len(stacks)
        lay_out(rows[_ROOT], rng, stacks, seed, number)
        _begin(rows[_ROOT])
        _pass_on(rows, _ROOT, m, rng, p)
        rows[_LINES] = rows[_ROOT]
        won[number] = _value(rows, _LINES, m, rng, p) - stacks[p]
