"""Posts before the deal: antes that may be dead money, blinds and straddles (T1, T2).

Their order is that of the showdown too.
"""

from sidepot.kernel import Array, compiled
from sidepot.rules import betting as bets
from sidepot.rules import chips, pots
from sidepot.rules.betting import Betting
from sidepot.rules.chips import Chips
from sidepot.rules.journal import ALL_IN, ANTED, MUCKED, Journal, note, note_chips
from sidepot.rules.seats import Seats, count, leave, leftward


@compiled
def seat_of(seats: Seats, i: int) -> int:
    """The seat that makes post number i: 0 is the dealer's left, or heads-up the dealer (T2)."""
    return leftward(seats, seats.button, i + (seats.n > 2))


@compiled
def antes(purse: Chips, seats: Seats, journal: Journal, each: Array, is_matched: int) -> None:
    """Collect antes: a short stack antes all it has; unmatched antes are dead money (T1)."""
    for i in range(seats.n):
        p = seat_of(seats, i)
        ante = min(each[i], purse.stack[p])
        if ante > 0:
            if is_matched:
                chips.pay(purse, p, ante)
            else:
                chips.pay_dead(purse, p, ante)
            note_chips(journal, ANTED, p, ante)
    if is_matched:
        pots.return_uncalled(purse, seats, journal)


@compiled
def ante_from_all(purse: Chips, seats: Seats, journal: Journal, ante: int, is_matched: int) -> None:
    """Collect the same ante from the dealer's left; a short stack antes all it has, and is all-in.

    Unless antes are matched, they are dead money: a short stack may win them all (T1).
    """
    for i in range(1, seats.n + 1):
        p = leftward(seats, seats.button, i)
        if seats.live[p]:
            paid = min(ante, purse.stack[p])
            if is_matched:
                chips.pay(purse, p, paid)
            else:
                chips.pay_dead(purse, p, paid)
            note_chips(journal, ANTED, p, paid)
            if paid < ante:
                note(journal, ALL_IN, p)
    if is_matched:
        pots.return_uncalled(purse, seats, journal)


@compiled
def blinds(betting: Betting, purse: Chips, seats: Seats, journal: Journal, each: Array) -> None:
    """Post blinds and straddles, which are bets; the player after the highest opens (T2)."""
    highest, last = 0, seats.button
    for i in range(seats.n):
        p = seat_of(seats, i)
        blind = each[i]
        if seats.live[p] and blind != 0:
            bets.post(betting, purse, journal, p, abs(blind))
            if blind > 0 and blind >= highest:
                highest, last = blind, p
    seats.actor = last


@compiled
def muck(seats: Seats, journal: Journal, mucks: Array) -> None:
    """Hands that are mucked at the showdown are out, in the order of posts; the last one stays."""
    for i in range(seats.n):
        p = seat_of(seats, i)
        if mucks[i] and seats.live[p] and count(seats) > 1:
            leave(seats, journal, p, MUCKED)
