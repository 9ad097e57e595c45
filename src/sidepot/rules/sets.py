"""Sets of cards as amounts: a row of the menu that picks several cards, "exchange up to three".

The sets of n places are numbered from 0 by their size, the empty one first, and sets of one size by
their highest place, then the next. So "up to three" and "exactly two" are ranges of amounts.
"""

from sidepot.kernel import compiled
from sidepot.rules import actions
from sidepot.rules.actions import Menu


@compiled
def offer(menu: Menu, kind: int, n: int, least: int, most: int) -> None:
    """Add a row that picks `least` to `most` of n cards."""
    actions.offer_range(menu, kind, _first(n, least), _first(n, most + 1) - 1)


@compiled
def _ways(n: int, k: int) -> int:
    """The number of sets of k among n places."""
    found = 1 if 0 <= k <= n else 0
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


@compiled
def _first(n: int, size: int) -> int:
    """The amount of the first set of a size among n places."""
    amount = 0
    for smaller in range(size):
        amount += _ways(n, smaller)
    return amount


@compiled
def mask(n: int, amount: int) -> int:
    """The places of a set, one bit each."""
    size = 0
    while amount >= _ways(n, size) and size <= n:
        amount -= _ways(n, size)
        size += 1
    found = 0
    for k in range(size, 0, -1):
        place = k - 1
        while _ways(place + 1, k) <= amount:
            place += 1
        amount -= _ways(place, k)
        found |= 1 << place
    return found


@compiled
def amount(n: int, mask: int) -> int:
    """The amount of a set of places, one bit each."""
    size, before = 0, 0
    for place in range(n):
        if mask >> place & 1:
            size += 1
            before += _ways(place, size)
    return _first(n, size) + before
