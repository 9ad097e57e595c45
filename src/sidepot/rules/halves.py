"""Halves of the pot for which players declare: high, low, or both ways; who did not, wins none.

Whoever goes both ways has to beat all others that go high and all that go low; a tie is not enough.
Else neither half is theirs. A half for which nobody goes belongs to the winner of the other one;
where no claim is left, cards speak (`pots.award_halves`). Each pot is halved by itself (C4).
Source: D. Sklansky on hi-lo declare, and the house rule that a tie loses.
"""

import numpy as np

from sidepot.kernel import Array, compiled
from sidepot.rules import pots
from sidepot.rules.chips import Chips
from sidepot.rules.journal import HIGH_HALF, LOW_HALF, Journal, note
from sidepot.rules.seats import NOBODY, Seats

HIGH, LOW, BOTH = range(3)
"""The choices of `rules.choices`."""
_NONE = -1
"""The strength of a seat that claims nothing: below every hand."""


@compiled
def award(
    chips: Chips, seats: Seats, journal: Journal, high: Array, low: Array, going: Array
) -> None:
    """Award every pot by what each seat goes for; the hand is over.

    `high` and `low`: a strength for each live seat, 0 for a low that does not qualify; `going`:
    `HIGH`, `LOW` or `BOTH`.
    """
    floor, side = pots.TOP, 0
    level = pots.level_above(chips.paid, seats.live, floor)
    while level != pots.TOP:
        above = pots.level_above(chips.paid, seats.live, level)
        size = pots.size_of(chips, floor, level, above)
        if size > 0:
            _award_pot(chips, seats, journal, high, low, going, level, size, side)
            side += 1
        floor, level = level, above
    seats.actor = NOBODY


@compiled
def _award_pot(
    chips: Chips,
    seats: Seats,
    journal: Journal,
    high: Array,
    low: Array,
    going: Array,
    level: int,
    size: int,
    side: int,
) -> None:
    """Award one pot: its halves, the odd chip with the high one, or all of it by one claim."""
    claims = np.full((2, len(high)), _NONE)
    for p in range(seats.n):
        if _counts(chips, seats, high, low, going, level, p):
            _claim(claims, high, low, going[p], p)
    if claims.max() == _NONE:
        for p in range(seats.n):
            if pots.reaches(chips, seats, p, level):
                _claim(claims, high, low, BOTH, p)
    is_high, is_low = claims[HIGH].max() > _NONE, claims[LOW].max() > _NONE
    half = 0 if not is_low else size // 2 if is_high else size
    if is_high and is_low:
        note(journal, HIGH_HALF, NOBODY)
    if is_high:
        pots.award_pot(chips, seats, journal, claims[HIGH], claims[HIGH], level, size - half, side)
    if is_high and is_low:
        note(journal, LOW_HALF, NOBODY)
    if half > 0:
        pots.award_pot(chips, seats, journal, claims[LOW], claims[LOW], level, half, side)


@compiled
def _claim(claims: Array, high: Array, low: Array, way: int, p: int) -> None:
    """Enter a seat's hand for the halves for which it goes; a low of 0 is none."""
    if way != LOW:
        claims[HIGH, p] = high[p]
    if way != HIGH and low[p] > 0:
        claims[LOW, p] = low[p]


@compiled
def _counts(
    chips: Chips, seats: Seats, high: Array, low: Array, going: Array, level: int, p: int
) -> bool:
    """Whether a seat is in the pot, and goes one way, or both and would win both alone."""
    if not pots.reaches(chips, seats, p, level) or going[p] != BOTH:
        return pots.reaches(chips, seats, p, level) and bool(going[p] >= 0)
    beats = bool(low[p] > 0)
    for q in range(seats.n):
        if q != p and pots.reaches(chips, seats, q, level):
            beats = beats and bool(going[q] == LOW or high[q] < high[p])
            beats = beats and bool(going[q] == HIGH or low[q] < low[p])
    return beats
