"""Side bets: chips laid in front before the deal, which the bank settles after it (K6)."""

from typing import Annotated

from sidepot.cards import NONE
from sidepot.kernel import Array, Part, Row, compiled
from sidepot.rules.actions import COVER, QUICKDRAW
from sidepot.rules.chips import Chips, give, pay, take_back
from sidepot.rules.journal import SIDE_LOST, SIDE_WON, STAKED, Journal, write

KINDS = (QUICKDRAW, COVER)
"""The actions by which they are made, in the order in which they are counted."""


class SideBets(Part):
    """What lies in front of each seat; in the chip sum it is paid, and nobody's pot."""

    stake: Annotated[Array, "i8", 2, "seats"]
    """One row a kind of `KINDS`."""
    bet: Row
    """All of a seat's together."""


@compiled
def clear(side: SideBets) -> None:
    """Nobody has a side bet."""
    side.stake[:] = 0
    side.bet[:] = 0


@compiled
def place(
    side: SideBets, chips: Chips, journal: Journal, which: int, seat: int, amount: int
) -> None:
    """A seat lays chips on one of the bets."""
    pay(chips, seat, amount)
    side.stake[which, seat] = amount
    side.bet[seat] += amount
    write(journal, STAKED, seat, 0, NONE, which, amount)


@compiled
def settle(
    side: SideBets, chips: Chips, journal: Journal, which: int, seat: int, bank: int, odds: int
) -> None:
    """The bank pays so many times the stake, which goes back; with 0 the stake is the bank's."""
    stake = side.stake[which, seat]
    if stake:
        side.stake[which, seat] = 0
        side.bet[seat] -= stake
        take_back(chips, seat, stake)
        give(chips, bank, seat, odds * stake if odds else -stake)
        event = SIDE_WON if odds else SIDE_LOST
        write(journal, event, seat, 0, NONE, which, odds * stake if odds else stake)
