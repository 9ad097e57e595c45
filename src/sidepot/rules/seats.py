"""Who sits where, who is live, whose turn it is."""

from sidepot.kernel import Flags, Part, compiled

NOBODY = -1


class Seats(Part):
    """Seats are numbered clockwise; the last one dealt to has the button."""

    n: int
    """How many are at the table."""
    least: int
    """With fewer live players than this no hand is dealt (C2)."""
    button: int
    actor: int
    """Whose turn it is; `NOBODY` when the hand is over."""
    live: Flags


@compiled
def count(seats: Seats) -> int:
    """How many are live."""
    live = 0
    for p in range(seats.n):
        live += seats.live[p]
    return live
