"""What all may see of a decision, as a few small numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sidepot.kernel import Array, compiled, readable
from sidepot.learn.hashing import mix
from sidepot.rules.actions import CALL, PAY, Menu

_OWED = readable(np.array([0, 14, 30, 41, 55, 70, 85], np.int64))
"""Between these lie the classes of what is owed, in hundredths of the pot with what is faced."""
_BEHIND = readable(np.array([0, 30, 70, 120, 200, 350, 600, 1000, 1800, 3500], np.int64))
"""The same for what is left behind, in hundredths of the pot after a call."""


@compiled
def _class_of(part: int, whole: int, bounds: Array) -> int:
    """In which class a part of a pot is."""
    for k in range(len(bounds)):
        if 100 * part <= bounds[k] * whole:
            return k
    return len(bounds)


@compiled
def owed(m: Menu) -> int:
    """What it costs to stay in, in chips."""
    for row in range(m.n):
        if m.kind[row] == CALL or m.kind[row] == PAY:
            price: int = m.lowest[row]
            return price
    return 0


@compiled
def pot_of(view: Any) -> int:
    """The chips in the middle, bets included."""
    pot: int = view.chips.dead
    for q in range(view.seats.n):
        pot += view.chips.paid[q] - view.chips.won[q]
    return pot


@compiled
def _no_bets(view: Any, p: int) -> tuple[int, int]:
    """A game that has no part `betting`: what a seat has in front of it, and the raises, are 0."""
    return 0, 0


@compiled
def _bets(view: Any, p: int) -> tuple[int, int]:
    """What a seat has bet in this round, and how often was raised in it (fixed-limit)."""
    return view.betting.bet[p], view.betting.raises


def bets_of(layout: np.dtype[Any]) -> Callable[[Any, int], tuple[int, int]]:
    """The compiled function that reads the bets of a record."""
    return _bets if "betting" in (layout.names or ()) else _no_bets


@compiled
def hash_situation(view: Any, m: Menu, p: int, raises: int) -> int:
    """A hash of the public situation of the seat to act.

    Who is in, who acts after it now and later, what it owes and what is behind as parts of the pot.
    """
    pot, price = pot_of(view), owed(m)
    live, due, later, behind = 0, 0, 0, 0
    for k in range(1, view.seats.n):
        q = (p + k) % view.seats.n
        if view.seats.live[q]:
            live += 1
            due += not view.seats.acted[q]
            later += (q - view.seats.button - 1) % view.seats.n > (
                p - view.seats.button - 1
            ) % view.seats.n
            behind = max(behind, view.chips.stack[q])
    behind = min(behind, view.chips.stack[p] - price)
    h = mix(1, live | due << 8 | later << 16 | int(view.seats.acted[p]) << 24)
    return mix(
        h,
        raises << 16 | _class_of(price, pot, _OWED) << 8 | _class_of(behind, pot + price, _BEHIND),
    )
