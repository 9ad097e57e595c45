"""Seats: which of them are live, which have acted, and whose turn it is."""

from sidepot.kernel import Flags, Part, compiled
from sidepot.rules.journal import Journal, note

NOBODY = -1


class Seats(Part):
    """Seats are numbered clockwise; the last one dealt to has the button."""

    n: int
    """The number of seats at the table."""
    least: int
    """The fewest live seats for which a hand is dealt (C2)."""
    banked: int
    """Whether the last seat is the bank's. The bank never acts, and may owe chips (K7)."""
    button: int
    actor: int
    """The seat to act; `NOBODY` when the hand is over."""
    live: Flags
    acted: Flags
    """Whether a seat has had a turn in this round."""


@compiled
def leftward(seats: Seats, seat: int, k: int) -> int:
    """The seat k places to the left of one, at most once around; quicker than a remainder."""
    p = seat + k
    return p - seats.n if p >= seats.n else p


@compiled
def open_round(seats: Seats) -> None:
    """Begin a round at the dealer's left (C7)."""
    seats.acted[:] = 0
    seats.actor = seats.button


@compiled
def waiting(seats: Seats) -> int:
    """The next live seat, to the left of the last to act, that has not acted, or `NOBODY`."""
    for k in range(1, seats.n + 1):
        p = leftward(seats, seats.actor, k)
        if seats.live[p] and not seats.acted[p]:
            return p
    return NOBODY


@compiled
def is_bank(seats: Seats, seat: int) -> bool:
    """Whether a seat is the bank's."""
    return bool(seats.banked) and seat == seats.n - 1


@compiled
def count(seats: Seats) -> int:
    """The number of live seats."""
    live = 0
    for p in range(seats.n):
        live += seats.live[p]
    return live


@compiled
def leave(seats: Seats, journal: Journal, seat: int, reason: int) -> None:
    """Put a seat out of the hand: its cards are dead, and the journal notes the reason."""
    seats.live[seat] = 0
    note(journal, reason, seat)


@compiled
def other(seats: Seats, seat: int, place: int) -> int:
    """The live seat in a place from 0 on, counted to the left of one; `NOBODY` if there are fewer.

    So a menu offers a player by an amount: 0 to `count(seats) - 2`.
    """
    for k in range(1, seats.n):
        p = leftward(seats, seat, k)
        if seats.live[p]:
            if place == 0:
                return p
            place -= 1
    return NOBODY


@compiled
def next_live(seats: Seats, seat: int) -> int:
    """The next live seat to the left of one, or `NOBODY`."""
    for k in range(1, seats.n + 1):
        p = leftward(seats, seat, k)
        if seats.live[p]:
            return p
    return NOBODY
