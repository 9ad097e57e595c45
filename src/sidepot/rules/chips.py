"""Chips: antes, payments, the pot, who wins it (C1-C5)."""

from sidepot.kernel import Part, Row, compiled
from sidepot.rules.journal import ANTED, Journal, note_chips
from sidepot.rules.seats import NOBODY, Seats


class Chips(Part):
    """What each seat has; all amounts in chips."""

    stack: Row
    """Behind, not yet in the pot."""
    paid: Row
    """Put into the pot in this hand."""
    won: Row
    """Taken out of it."""


@compiled
def ante(chips: Chips, seats: Seats, journal: Journal, amount: int) -> None:
    """Everybody who can pay the ante in full pays it and is live; with too few, no one (C2)."""
    chips.paid[:] = 0
    chips.won[:] = 0
    seats.actor = NOBODY
    for p in range(len(seats.live)):
        seats.live[p] = p < seats.n and chips.stack[p] >= max(amount, 1)
    able = 0
    for p in range(seats.n):
        able += seats.live[p]
    if able < seats.least:
        seats.live[:] = 0
    for p in range(seats.n):
        if seats.live[p]:
            pay(chips, p, amount)
            note_chips(journal, ANTED, p, amount)


@compiled
def pay(chips: Chips, seat: int, amount: int) -> None:
    """From a stack into the pot."""
    chips.stack[seat] -= amount
    chips.paid[seat] += amount


@compiled
def bet(chips: Chips, journal: Journal, event: int, seat: int, amount: int) -> None:
    """Pay into the pot, and say so by an event (`CALLED`, `RAISED`)."""
    pay(chips, seat, amount)
    note_chips(journal, event, seat, amount)


@compiled
def pot(chips: Chips, seats: Seats) -> int:
    """All that was paid and not yet won."""
    total = 0
    for p in range(seats.n):
        total += chips.paid[p] - chips.won[p]
    return total


@compiled
def win(chips: Chips, journal: Journal, kind: int, seat: int, amount: int) -> None:
    """From the pot onto a stack; `kind` is the event that says so."""
    chips.won[seat] += amount
    chips.stack[seat] += amount
    note_chips(journal, kind, seat, amount)
