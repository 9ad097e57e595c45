"""Main pot and side pots (C3, C4): returning unmatched bets, the levels, and awarding each pot.

A level is the total that a live player has paid. Between two neighbouring levels lies a pot: folded
chips belong to the pots that they reach, and dead money (`Chips.dead`) to the lowest.
"""

from collections.abc import Iterator

from sidepot.kernel import Array, compiled
from sidepot.rules.chips import Chips, win
from sidepot.rules.journal import (
    HIGH_HALF,
    LOW_HALF,
    NO_LOW,
    RETURNED,
    SPLIT,
    SPLIT_SIDE,
    WON,
    WON_SIDE,
    Journal,
    note,
    note_chips,
)
from sidepot.rules.seats import NOBODY, Seats, leftward

TOP = -1
"""Result of `level_above` when no level is above."""
_ALL = 1 << 62
"""Above every level."""


@compiled
def return_uncalled(chips: Chips, seats: Seats, journal: Journal) -> None:
    """Return what nobody matched (C3)."""
    most, second, seat = 0, 0, NOBODY
    for p in range(seats.n):
        if chips.paid[p] > most:
            most, second, seat = chips.paid[p], most, p
        elif chips.paid[p] > second:
            second = chips.paid[p]
    if most > second and seats.live[seat]:
        chips.paid[seat] = second
        chips.stack[seat] += most - second
        note_chips(journal, RETURNED, seat, most - second)


@compiled
def level_above(paid: Array, live: Array, floor: int) -> int:
    """The smallest total above a floor that a live player has paid, or `TOP`."""
    level = TOP
    for p in range(len(paid)):
        if live[p] and paid[p] > floor and (level == TOP or paid[p] < level):
            level = paid[p]
    return level


@compiled
def _between(paid: Array, floor: int, level: int) -> int:
    """The chips of one pot: everything paid above a floor, up to a level."""
    total = 0
    for p in range(len(paid)):
        total += max(min(paid[p], level) - max(floor, 0), 0)
    return total


@compiled
def size_of(chips: Chips, floor: int, level: int, above: int) -> int:
    """The chips of the pot from a level to the next: the lowest has dead money, the last no top."""
    dead: int = chips.dead if floor == TOP else 0
    return dead + _between(chips.paid, floor, _ALL if above == TOP else level)


@compiled
def award(chips: Chips, seats: Seats, journal: Journal, strength: Array) -> None:
    """Award every pot to the strongest hands among the seats in it; the hand is over (C3).

    `strength`: a whole number for each live seat; equal numbers tie.
    """
    award_by(chips, seats, journal, strength, strength)


@compiled
def award_by(chips: Chips, seats: Seats, journal: Journal, strength: Array, first: Array) -> None:
    """`award`, with odd chips for tied seats with the highest number of `first` downward."""
    _award_all(chips, seats, journal, strength, first, strength, 0)


@compiled
def award_halves(chips: Chips, seats: Seats, journal: Journal, high: Array, low: Array) -> None:
    """Award half of every pot by `high` and half by `low`; the hand is over.

    Cards speak: one seat may win both halves. `low` is 0 for a hand that does not qualify; a pot
    that no such hand reaches goes to the high one whole. The odd chip of a pot is in its high half.
    """
    _award_all(chips, seats, journal, high, high, low, 1)


@compiled
def _award_all(
    chips: Chips,
    seats: Seats,
    journal: Journal,
    strength: Array,
    first: Array,
    low: Array,
    is_halved: int,
) -> None:
    """Award every pot, from the main pot on, whole or in halves."""
    floor, side = TOP, 0
    level = level_above(chips.paid, seats.live, floor)
    while level != TOP:
        above = level_above(chips.paid, seats.live, level)
        size = size_of(chips, floor, level, above)
        if size > 0:
            half = _low_half(chips, seats, journal, low, level, size) if is_halved else 0
            award_pot(chips, seats, journal, strength, first, level, size - half, side)
            if half > 0:
                note(journal, LOW_HALF, NOBODY)
                award_pot(chips, seats, journal, low, low, level, half, side)
            side += 1
        floor, level = level, above
    seats.actor = NOBODY


@compiled
def _low_half(
    chips: Chips, seats: Seats, journal: Journal, low: Array, level: int, size: int
) -> int:
    """The low half of a pot: nothing where one player is left, or no low is.

    The journal tells whose turn it is.
    """
    reached = qualified = 0
    for p in range(seats.n):
        if reaches(chips, seats, p, level):
            reached += 1
            qualified += low[p] > 0
    if reached < 2:
        return 0
    note(journal, HIGH_HALF if qualified else NO_LOW, NOBODY)
    return size // 2 if qualified else 0


@compiled
def award_pot(
    chips: Chips,
    seats: Seats,
    journal: Journal,
    strength: Array,
    first: Array,
    level: int,
    size: int,
    side: int,
) -> None:
    """Award one pot; odd chips go one each, by `first` downward, then clockwise (C4).

    Where their position alone counts, `first` is the strength, in which the tied are equal.
    """
    best, winners = -1, 0
    for p in range(seats.n):
        if reaches(chips, seats, p, level):
            if strength[p] > best:
                best, winners = strength[p], 0
            winners += strength[p] == best
    odd = size % winners
    for i in range(1, seats.n + 1):
        p = leftward(seats, seats.button, i)
        if reaches(chips, seats, p, level) and strength[p] == best:
            ahead = 0  # winners that get an odd chip before this one
            for k in range(1, seats.n + 1 if odd else 0):
                q = leftward(seats, seats.button, k)
                is_tied = reaches(chips, seats, q, level) and strength[q] == best
                if is_tied and (first[q] > first[p] or (first[q] == first[p] and k < i)):
                    ahead += 1
            share = size // winners + (ahead < odd)
            win(chips, journal, winning(winners, side), p, share, side)


@compiled
def reaches(chips: Chips, seats: Seats, seat: int, level: int) -> bool:
    """Whether a seat can win the pot at this level."""
    return bool(seats.live[seat]) and bool(chips.paid[seat] >= level)


@compiled
def reach(chips: Chips, seats: Seats, seat: int) -> int:
    """The chips that a seat can win: dead money, and from each as much as it has paid itself."""
    total = max(chips.dead, 0)  # below 0 they have left the pot
    for p in range(seats.n):
        total += min(chips.paid[p], chips.paid[seat])
    return total


@compiled
def winning(winners: int, side: int) -> int:
    """The event for winning a pot: alone or split, the main pot or a side pot."""
    if side == 0:
        return WON if winners == 1 else SPLIT
    return WON_SIDE if winners == 1 else SPLIT_SIDE


def in_the_middle(paid: Array, live: Array, dead: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each pot's chips and the seats that can win it, main pot first; for front ends."""
    floor, level = TOP, level_above(paid, live, TOP)
    while level != TOP:
        above = level_above(paid, live, level)
        size = dead + _between(paid, floor, _ALL if above == TOP else level)
        if size:
            yield size, tuple(p for p in range(len(paid)) if live[p] and paid[p] >= level)
        floor, level, dead = level, above, 0
