"""How a learned strategy plays that learns no more, where its table says something or nothing."""

from __future__ import annotations

from typing import Any

from sidepot.kernel import Array, compiled
from sidepot.learn.locating import WHOLE
from sidepot.learn.situation import owed, pot_of
from sidepot.learn.table import NOWHERE
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, STAYING, Menu

_TRIFLE = 0.1
"""A slot that is rarer than this in the mean strategy is noise, and is not played."""


@compiled
def by_odds(view: Any, m: Menu, share: int, n: int, chosen: Array, shares: Array, row: int) -> None:
    """The strategy where nothing was learned: stay in if the hand's share pays for it, or fold."""
    price, slot = owed(m), NOWHERE
    pays = share * (pot_of(view) + price) >= price * WHOLE
    for k in range(n):
        kind = actions.kind(chosen[k])
        shares[row, k] = 0.0
        if slot == NOWHERE and (kind in STAYING if pays else kind == FOLD):
            slot = k
    if slot == NOWHERE:
        slot = n - 1 if pays else 0
    shares[row, slot] = 1.0


@compiled
def drop_trifles(shares: Array, row: int, n: int) -> None:
    """Leave out the slots that are too rare to be meant."""
    whole = 0.0
    for k in range(n):
        if shares[row, k] < _TRIFLE:
            shares[row, k] = 0.0
        whole += shares[row, k]
    for k in range(n):
        shares[row, k] /= whole
