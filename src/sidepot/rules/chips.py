"""Chips: antes, payments, the pot and what leaves it (C1, C2, C5). Side pots: `pots`."""

from sidepot.cards import NONE
from sidepot.kernel import Part, Row, compiled
from sidepot.rules.journal import ALL_IN, ANTED, Journal, note, note_chips, write
from sidepot.rules.seats import NOBODY, Seats, is_bank


class Chips(Part):
    """What each seat has; all amounts in chips."""

    stack: Row
    """Behind, not yet in the pot."""
    paid: Row
    """Put into the pot in this hand."""
    won: Row
    """Taken out of it."""
    dead: int
    """In the pot from nobody in particular, matching no bet: a big blind's ante."""


@compiled
def ante(chips: Chips, seats: Seats, journal: Journal, amount: int) -> None:
    """Everybody who can pay the ante in full pays it and is live; with too few, no one (C2)."""
    sit_down(chips, seats, max(amount, 1))
    for p in range(seats.n):
        if seats.live[p]:
            pay(chips, p, amount)
            note_chips(journal, ANTED, p, amount)


@compiled
def sit_down(chips: Chips, seats: Seats, price: int) -> None:
    """Nothing is in the pot; live is who has the price, and a bank; with too few, no one (C2)."""
    chips.paid[:] = 0
    chips.won[:] = 0
    chips.dead = 0
    seats.actor = NOBODY
    seats.acted[:] = 0
    able = 0
    for p in range(len(seats.live)):
        seats.live[p] = p < seats.n and (chips.stack[p] >= price or is_bank(seats, p))
        able += seats.live[p]
    if able < seats.least:
        seats.live[:] = 0


@compiled
def pay(chips: Chips, seat: int, amount: int) -> None:
    """From a stack into the pot."""
    chips.stack[seat] -= amount
    chips.paid[seat] += amount


@compiled
def pay_dead(chips: Chips, seat: int, amount: int) -> None:
    """From a stack into the pot, as nobody's bet: who reaches the lowest pot plays for it."""
    chips.stack[seat] -= amount
    chips.dead += amount


@compiled
def bet(chips: Chips, journal: Journal, event: int, seat: int, amount: int) -> None:
    """Pay into the pot, and say so by an event (`CALLED`, `RAISED`)."""
    bet_to(chips, journal, event, seat, amount, amount)


@compiled
def bet_to(chips: Chips, journal: Journal, event: int, seat: int, level: int, amount: int) -> None:
    """Pay an amount, by which one comes to a level: the event says the level."""
    pay(chips, seat, amount)
    note_chips(journal, event, seat, level)
    if chips.stack[seat] == 0:
        note(journal, ALL_IN, seat)


@compiled
def take_back(chips: Chips, seat: int, amount: int) -> None:
    """From the pot back onto the stack that it came from."""
    chips.paid[seat] -= amount
    chips.stack[seat] += amount


@compiled
def give(chips: Chips, giver: int, taker: int, amount: int) -> None:
    """From stack to stack, past the pot."""
    chips.stack[giver] -= amount
    chips.stack[taker] += amount


@compiled
def pot(chips: Chips, seats: Seats) -> int:
    """All that was paid and not yet won."""
    total = chips.dead
    for p in range(seats.n):
        total += chips.paid[p] - chips.won[p]
    return total


@compiled
def win(chips: Chips, journal: Journal, kind: int, seat: int, amount: int, side: int = 0) -> None:
    """From a pot onto a stack; `kind` is the event that says so, `side` which side pot it is."""
    chips.won[seat] += amount
    chips.stack[seat] += amount
    write(journal, kind, seat, 0, NONE, side, amount)
