"""The slots of a decision: the few actions of a menu that are learned."""

from __future__ import annotations

from sidepot.bots.trained.hashing import mix
from sidepot.kernel import Array, compiled
from sidepot.rules import actions
from sidepot.rules.actions import LEVELS, PICKED, STAYING, Menu

MOST = 8
"""The slots of a decision in games with few amounts or a pot to measure bets by."""
MOST_EXACT = 24
"""The slots of a decision where every amount is one."""
_WHOLE = 100


@compiled
def list_slots(
    m: Menu, pot: int, level: int, sizes: Array, best: int, chosen: Array
) -> tuple[int, int]:
    """Write the actions of the slots; returns their number, and a hash of what they are.

    A bet has `sizes`, in hundredths of the pot after a call, and its highest amount; equal ones are
    one. Of cards to pick it is `best`, the place of one. Other ranges have their lowest amounts, as
    far as there is room, and the highest.
    """
    n, h = 0, 1
    for row in range(m.n):
        kind, low, high = m.kind[row], m.lowest[row], m.highest[row]
        room = len(chosen) - n - (m.n - 1 - row)
        if kind in PICKED:
            chosen[n] = actions.encode(kind, best)
            n, h = n + 1, mix(h, kind)
        elif kind in LEVELS and low < high:
            before = -1
            for k in range(len(sizes) + 1):
                amount = high
                if k < len(sizes):
                    amount = min(max(level + pot * sizes[k] // _WHOLE, low), high)
                if amount > before and (k == len(sizes) or (amount < high and room > 1)):
                    chosen[n] = actions.encode(kind, amount)
                    n, room, h = n + 1, room - 1, mix(h, kind << 8 | k)
                    before = amount
        else:
            n, h = _list_amounts(kind, low, high, room, chosen, n, h)
    return n, h


@compiled
def list_all(m: Menu, chosen: Array) -> tuple[int, int]:
    """Write every action of a menu; with too many, the lowest amounts of a row and its highest."""
    n, h = 0, 1
    for row in range(m.n):
        room = len(chosen) - n - (m.n - 1 - row)
        n, h = _list_amounts(m.kind[row], m.lowest[row], m.highest[row], room, chosen, n, h)
    return n, h


@compiled
def staying_slot(chosen: Array, n: int) -> int:
    """The slot by which one stays in at the least price; the last where there is none."""
    for k in range(n):
        if actions.kind(chosen[k]) in STAYING:
            return k
    return n - 1


@compiled
def _list_amounts(
    kind: int, low: int, high: int, room: int, chosen: Array, n: int, h: int
) -> tuple[int, int]:
    """Write the lowest amounts of a range, as many as there is room for, and the highest."""
    count = min(high - low + 1, room)
    for k in range(count):
        amount = high if k == count - 1 else low + k
        chosen[n] = actions.encode(kind, amount)
        n, h = n + 1, mix(h, kind << 8 | k)
    return n, h
