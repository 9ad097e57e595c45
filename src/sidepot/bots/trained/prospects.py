"""Prospects of a hand: it is dealt anew and played on many times, from its concealed record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.situation import owed
from sidepot.engine.game import Verbs
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Random, Records, compiled, inlined
from sidepot.rules import actions
from sidepot.rules.actions import PICKED, Menu

VIEW, _SCRATCH, ALIKE = range(1, 4)
"""The places in a batch of the concealed record, of the deals that are played on, and of a record
with the same prospects, by which they may be found; the first is the caller's."""
LOOKED_AT = 4
"""The records of a batch in which prospects are found."""
WHOLE = 1000
"""A share of the pot of one, as prospects are counted."""
MOST_PICKS = 64
"""The most picks whose prospects are compared."""
MOST_DEALS = 4096
"""The most deals by which prospects are found."""
_TURNS = 2000
"""Decisions after which a hand is cut off that is played on."""


def prospects_of(
    verbs: Verbs, abstraction: Abstraction, is_lasting: bool = False
) -> Callable[..., tuple[int, int, int]]:
    """The compiled function that plays a hand on: its prospects, and its best pick.

    Prospects are the mean share of the pot, and the best one of the others. For the public tree the
    hand is played against one other, and nobody has chips left, so no decision is left; the second
    is then the share against likely hands: those that now hold more than others, as far as the game
    has `held`. `is_lasting`: it plays the hand in `ALIKE` on, and shares are by strength, so that
    they follow from the cards alone.
    """
    place = ALIKE if is_lasting else VIEW
    _, menu, step, _, redeal = verbs
    play_on, held = abstraction.play_on, abstraction.held
    has_public_tree = abstraction.has_public_tree
    share_of = _share_by_strength if is_lasting else _share_of_chips

    @inlined
    def prospects(
        rows: Records, m: Menu, menus: Records, rng: Random, tried: Array, likely: Array, deals: int
    ) -> tuple[int, int, int]:
        p = rows[place].seats.actor
        other, price = most_in(rows[place], p), owed(m)
        n = _list_picks(m, tried)
        a, b, c, counter = rng.a, rng.b, rng.c, rng.counter
        best, most, second = 0, -1, 0
        for i in range(n):
            rng.a, rng.b, rng.c, rng.counter = a, b, c, counter  # the same deals for every pick
            won = 0
            for d in range(deals):
                rows[_SCRATCH] = rows[place]
                redeal(rows[_SCRATCH], rng)
                if has_public_tree:
                    likely[d, 0] = held(rows[_SCRATCH], other)
                    _leave_two(rows[_SCRATCH], p, other, price)
                action, turns = tried[i], 0
                while turns < _TURNS:
                    if action == NO_ACTION:
                        menu(rows[_SCRATCH], menus[1])
                        action = play_on(rows[_SCRATCH:], menus[1], rng)
                    step(rows[_SCRATCH], action)
                    action = NO_ACTION
                    turns += 1
                    if rows[_SCRATCH].seats.actor < 0:
                        break
                share = share_of(rows[_SCRATCH], p, other)
                won += share
                if has_public_tree:
                    likely[d, 1] = share
                else:
                    _add_shares(rows[_SCRATCH], likely, d == 0)
            if won > most:
                best, most = i, won
                if has_public_tree:
                    second = _against_likely(likely, deals)
                else:
                    second = _best_of_others(likely, rows[place].seats.n, p) // deals
        return most // deals, second, max(actions.amount(tried[best]), 0)

    return prospects


@compiled
def most_in(view: Any, p: int) -> int:
    """The live seat other than p that has paid most, the first after p of equals."""
    found, most = p, -1
    for k in range(1, view.seats.n):
        q = (p + k) % view.seats.n
        if view.seats.live[q] and view.chips.paid[q] > most:
            found, most = q, view.chips.paid[q]
    return found


@compiled
def _leave_two(s: Any, p: int, other: int, price: int) -> None:
    """Fold all other seats, and leave nobody chips for more than the price."""
    for q in range(s.seats.n):
        s.chips.stack[q] = min(s.chips.stack[q], price) if q == p else 0
        s.seats.live[q] = q in (p, other)


@compiled
def _add_shares(ended: Any, shares: Array, is_first: bool) -> None:
    """Add what each seat has won of a hand, of `WHOLE`, to its sum; the first deal begins it."""
    for q in range(ended.seats.n):
        shares[q, 0] = _share(ended, q) + (0 if is_first else shares[q, 0])


@compiled
def _best_of_others(shares: Array, n: int, p: int) -> int:
    """The largest sum of another seat."""
    most = 0
    for q in range(n):
        if q != p:
            most = max(most, shares[q, 0])
    return most


@compiled
def _against_likely(likely: Array, deals: int) -> int:
    """The mean share in the deals in which the other holds more than in half of them."""
    middle = _in_order(likely, deals, deals // 2)
    count, won = 0, 0
    for d in range(deals):
        if likely[d, 0] >= middle:
            count += 1
            won += likely[d, 1]
    return won // max(count, 1)


@compiled
def _in_order(likely: Array, n: int, place: int) -> int:
    """The hand in one place of n deals by order, without sorting them all (Hoare's selection)."""
    first, last = 0, n - 1
    while first < last:
        middle, low, high = likely[(first + last) // 2, 0], first, last
        while low <= high:
            while likely[low, 0] < middle:
                low += 1
            while likely[high, 0] > middle:
                high -= 1
            if low <= high:
                for k in range(2):
                    likely[low, k], likely[high, k] = likely[high, k], likely[low, k]
                low, high = low + 1, high - 1
        if place > high:
            first = low
        if place < low:
            last = high
    held: int = likely[place, 0]
    return held


@inlined
def _list_picks(m: Menu, tried: Array) -> int:
    """Write the actions that are compared: every card to pick, or none for the hand as it is."""
    n = 0
    for row in range(m.n):
        if m.kind[row] in PICKED:
            for amount in range(m.lowest[row], m.highest[row] + 1):
                if n < len(tried):
                    tried[n] = actions.encode(m.kind[row], amount)
                    n += 1
    if n == 0:
        tried[0], n = NO_ACTION, 1
    return n


@inlined
def _share_of_chips(ended: Any, p: int, other: int) -> int:
    """`_share`, whoever the other is."""
    return _share(ended, p)


@inlined
def _share_by_strength(ended: Any, p: int, other: int) -> int:
    """The share of a pot that two hands play for, of `WHOLE`."""
    ahead: int = int(ended.strength[p] > ended.strength[other])
    level: int = int(ended.strength[p] == ended.strength[other])
    return WHOLE * ahead + WHOLE // 2 * level


@inlined
def _share(ended: Any, p: int) -> int:
    """The share of all that was won in a hand that a seat has won, of `WHOLE`."""
    whole = 0
    for q in range(ended.seats.n):
        whole += ended.chips.won[q]
    share: int = WHOLE * ended.chips.won[p] // max(whole, 1)
    return share
