"""Who sits where, who is live, whose turn it is."""

from sidepot.kernel import Flags, Part, compiled
from sidepot.rules.journal import Journal, note

NOBODY = -1


class Seats(Part):
    """Seats are numbered clockwise; the last one dealt to has the button."""

    n: int
    """How many are at the table."""
    least: int
    """With fewer live seats than this no hand is dealt (C2)."""
    banked: int
    """Is the last seat the house's? The bank never acts, and may owe chips (K7)."""
    button: int
    actor: int
    """Whose turn it is; `NOBODY` when the hand is over."""
    live: Flags
    acted: Flags
    """Has had a turn in this round."""


@compiled
def open_round(seats: Seats) -> None:
    """A new round begins at the dealer's left (C7)."""
    seats.acted[:] = 0
    seats.actor = seats.button


@compiled
def waiting(seats: Seats) -> int:
    """The next live seat, to the left of the last to act, that has not acted, or `NOBODY`."""
    for k in range(1, seats.n + 1):
        p = (seats.actor + k) % seats.n
        if seats.live[p] and not seats.acted[p]:
            return p
    return NOBODY


@compiled
def is_bank(seats: Seats, seat: int) -> bool:
    """Is this the seat of the house?"""
    return bool(seats.banked) and seat == seats.n - 1


@compiled
def count(seats: Seats) -> int:
    """How many are live."""
    live = 0
    for p in range(seats.n):
        live += seats.live[p]
    return live


@compiled
def leave(seats: Seats, journal: Journal, seat: int, reason: int) -> None:
    """A hand goes out: it is dead, and the journal says why."""
    seats.live[seat] = 0
    note(journal, reason, seat)


@compiled
def next_live(seats: Seats, seat: int) -> int:
    """The next live seat to the left of one, or `NOBODY`."""
    for k in range(1, seats.n + 1):
        p = (seat + k) % seats.n
        if seats.live[p]:
            return p
    return NOBODY
