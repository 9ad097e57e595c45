"""Chips: antes, payments, and winning from the pot (C1, C2, C5). Side pots: see `pots`."""

from sidepot.cards import NONE
from sidepot.kernel import Part, Row, compiled
from sidepot.rules.journal import ALL_IN, ANTED, BOUGHT, Journal, note, note_chips, write
from sidepot.rules.seats import NOBODY, Seats, is_bank


class Chips(Part):
    """The stacks and payments of all seats, in chips."""

    stack: Row
    """Chips behind, not yet in the pot."""
    paid: Row
    """Chips put into the pot in this hand."""
    won: Row
    """Chips taken out of the pot."""
    dead: int
    """Chips in the pot that count as nobody's bet, such as a big blind's ante, or those of the
    hand before (`carried`); less than 0 once chips have left the pot for the next hand."""


@compiled
def ante(chips: Chips, seats: Seats, journal: Journal, amount: int) -> None:
    """Collect the ante from all who can pay it in full; they are live, unless too few (C2)."""
    sit_down(chips, seats, max(amount, 1))
    for p in range(seats.n):
        if seats.live[p]:
            pay(chips, p, amount)
            if amount:
                note_chips(journal, ANTED, p, amount)


@compiled
def sit_down(chips: Chips, seats: Seats, price: int) -> None:
    """Empty the pot; seats with the price, and a bank, are live, unless there are too few (C2)."""
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
    """Move chips from a stack into the pot."""
    chips.stack[seat] -= amount
    chips.paid[seat] += amount


@compiled
def pay_dead(chips: Chips, seat: int, amount: int) -> None:
    """Move chips from a stack into the pot as dead money: it belongs to the lowest pot."""
    chips.stack[seat] -= amount
    chips.dead += amount


@compiled
def buy(chips: Chips, journal: Journal, seat: int, price: int, n: int) -> None:
    """Pay a price for n cards: into the pot, and not as a bet that others have to match.

    What nobody matches of a bet goes back (`pots.return_uncalled`); a price never does.
    """
    pay_dead(chips, seat, price)
    write(journal, BOUGHT, seat, 0, NONE, n, price)
    if chips.stack[seat] == 0:
        note(journal, ALL_IN, seat)


@compiled
def bet(chips: Chips, journal: Journal, event: int, seat: int, amount: int) -> None:
    """Pay into the pot and note the event (`CALLED`, `RAISED`)."""
    bet_to(chips, journal, event, seat, amount, amount)


@compiled
def bet_to(
    chips: Chips, journal: Journal, event: int, seat: int, level: int, amount: int, count: int = 0
) -> None:
    """Pay the amount that takes a seat to a level; the event notes the level, and a count."""
    pay(chips, seat, amount)
    write(journal, event, seat, 0, NONE, count, level)
    if chips.stack[seat] == 0:
        note(journal, ALL_IN, seat)


@compiled
def take_back(chips: Chips, seat: int, amount: int) -> None:
    """Return chips from the pot to the stack that they came from."""
    chips.paid[seat] -= amount
    chips.stack[seat] += amount


@compiled
def give(chips: Chips, giver: int, taker: int, amount: int) -> None:
    """Move chips from stack to stack, past the pot."""
    chips.stack[giver] -= amount
    chips.stack[taker] += amount


@compiled
def pot(chips: Chips, seats: Seats) -> int:
    """The chips that were paid and not yet won."""
    total = chips.dead
    for p in range(seats.n):
        total += chips.paid[p] - chips.won[p]
    return total


@compiled
def win(chips: Chips, journal: Journal, kind: int, seat: int, amount: int, side: int = 0) -> None:
    """Move chips from a pot to a stack; `kind` is the event to note, `side` which side pot."""
    chips.won[seat] += amount
    chips.stack[seat] += amount
    write(journal, kind, seat, 0, NONE, side, amount)
