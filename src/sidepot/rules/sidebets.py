"""Side bets: chips laid before the deal, which the bank settles after it (K6)."""

from typing import Annotated

from sidepot.cards import NONE
from sidepot.kernel import Array, Part, Row, compiled
from sidepot.rules.actions import COVER, QUICKDRAW
from sidepot.rules.chips import Chips, give, pay, take_back
from sidepot.rules.journal import SIDE_LOST, SIDE_WON, STAKED, Journal, write

KINDS = (QUICKDRAW, COVER)
"""The actions that make side bets, in the order of their numbers."""


class SideBets(Part):
    """The side bets in front of each seat, in chips; they count as paid, but belong to no pot."""

    stake: Annotated[Array, "i8", 2, "seats"]
    """One row for each of `KINDS`."""
    bet: Row
    """The sum of a seat's side bets."""


@compiled
def clear(side: SideBets) -> None:
    """Remove all side bets."""
    side.stake[:] = 0
    side.bet[:] = 0


@compiled
def place(
    side: SideBets, chips: Chips, journal: Journal, which: int, seat: int, amount: int
) -> None:
    """Make a side bet for a seat."""
    pay(chips, seat, amount)
    side.stake[which, seat] = amount
    side.bet[seat] += amount
    write(journal, STAKED, seat, 0, NONE, which, amount)


@compiled
def settle(
    side: SideBets, chips: Chips, journal: Journal, which: int, seat: int, bank: int, odds: int
) -> None:
    """Settle a side bet: `odds` times the stake from the bank and the stake back; 0 loses it."""
    stake = side.stake[which, seat]
    if stake:
        side.stake[which, seat] = 0
        side.bet[seat] -= stake
        take_back(chips, seat, stake)
        give(chips, bank, seat, odds * stake if odds else -stake)
        event = SIDE_WON if odds else SIDE_LOST
        write(journal, event, seat, 0, NONE, which, odds * stake if odds else stake)
