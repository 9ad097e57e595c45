"""Chips that stay in the pot from one hand to the next.

A game whose record has a part `carried: Carried` may leave chips for its next hand. Whoever deals
(a table, `play`, `simulate`) writes them into the next record before `begin`.
"""

from sidepot.kernel import Flags, Part, compiled
from sidepot.rules.chips import Chips, pot
from sidepot.rules.journal import BROUGHT, SHARED, STAYS, Journal, note_chips
from sidepot.rules.seats import NOBODY, Seats, count, is_bank

ALONE, GOES_ON, JUDGED = range(3)
"""A hand by itself; one that another follows; and one of those while somebody judges what a choice
is worth in it: what would stay is shared then, so that each seat's part in it counts."""


class Carried(Part):
    """The chips that come from the hand before, and those that are left for the next."""

    goes_on: int
    """`ALONE`, or `GOES_ON` if another hand follows, for which chips may stay; or `JUDGED`."""
    pot: int
    """The chips that the hand before has left. Rules only read this and `goes_on`."""
    left: int
    """The chips that this hand leaves for the next."""
    dealt: Flags
    """The seats dealt in: they share the pot if no hand follows."""


@compiled
def bring(carried: Carried, chips: Chips, seats: Seats, journal: Journal) -> None:
    """Put what the hand before has left into the pot; call it in `begin`, after the antes."""
    carried.left = 0
    live = count(seats)
    for p in range(len(carried.dealt)):
        is_there = p < seats.n and not is_bank(seats, p)
        carried.dealt[p] = is_there and (bool(seats.live[p]) or live == 0)
    if carried.pot > 0:
        chips.dead += carried.pot
        note_chips(journal, BROUGHT, NOBODY, carried.pot)


@compiled
def leave(carried: Carried, chips: Chips, seats: Seats, journal: Journal) -> None:
    """Leave all that is in the pot for the next hand; where none follows, it is shared."""
    amount = pot(chips, seats)
    if amount > 0:
        chips.dead -= amount
        if carried.goes_on == GOES_ON:
            carried.left += amount
            note_chips(journal, STAYS, NOBODY, amount)
        else:
            _share(carried, chips, seats, journal, amount)


@compiled
def _share(carried: Carried, chips: Chips, seats: Seats, journal: Journal, amount: int) -> None:
    """Share chips among all who were dealt in; odd ones go clockwise from the dealer's left."""
    players = 0
    for p in range(seats.n):
        players += carried.dealt[p]
    odd = amount % players
    for i in range(1, seats.n + 1):
        p = (seats.button + i) % seats.n
        part = amount // players + (odd > 0)
        if carried.dealt[p] and part > 0:
            chips.stack[p] += part
            note_chips(journal, SHARED, p, part)
            odd -= 1
