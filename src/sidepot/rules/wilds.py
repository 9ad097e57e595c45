"""Wild cards by rank, which may change while a hand is played; `piles` compares the hands."""

from sidepot.cards import JOKERS, NONE
from sidepot.kernel import Array, compiled
from sidepot.rules.journal import WILD, Journal, write
from sidepot.rules.seats import NOBODY

__all__ = ["as_jokers", "tell"]

_JOKER = JOKERS[0]


@compiled
def as_jokers(cards: Array, size: int, ranks: int) -> None:
    """Make jokers of the cards whose rank is wild, one bit each, in an array of codes.

    `piles.best` then says what they stand for, and `hands.name` calls the hand by that.
    """
    for k in range(size):
        if cards[k] >= 0 and ranks >> (cards[k] >> 2) & 1:
            cards[k] = _JOKER


@compiled
def tell(journal: Journal, rank: int) -> None:
    """Tell everybody which rank is wild from now on, 0 the deuce."""
    write(journal, WILD, NOBODY, 0, NONE, rank, 0)
