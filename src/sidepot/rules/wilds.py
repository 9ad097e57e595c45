"""Wild cards by rank, which may change while a hand is played."""

from collections.abc import Sequence

import numpy as np

from sidepot import hands, piles
from sidepot.cards import JOKERS, NONE, RANKS
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import Array, compiled, readable
from sidepot.rules.journal import WILD, Journal, write
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

__all__ = ["best", "name", "tell"]

_JOKER = JOKERS[0]
_ACE = RANKS.index("A") << 2


@compiled
def best(cards: Array, size: int, ranks: int, hand: Array) -> int:
    """The strength of the best hand of up to five of some cards, of which some ranks are wild.

    `ranks` has a bit for each wild rank; the wild cards become jokers in `cards`. The codes of the
    hand are written into `hand`, of shape `(2, 5)`, as `piles.best` does.
    """
    for k in range(size):
        if cards[k] >= 0 and ranks >> (cards[k] >> 2) & 1:
            cards[k] = _JOKER
    if piles.best(cards, size, piles.WILD, SUIT_RANKS[0], hand) == 0:
        for k in range(min(size, piles.COMPLETE)):
            hand[0, k] = _ACE  # wild cards alone are aces
    return hands.strength_of(hand[0], piles.COMPLETE)


def name(cards: Sequence[int], ranks: int) -> Message:
    """The best hand of some cards in words: wild cards as what they stand for."""
    hand = readable(np.zeros((2, piles.COMPLETE), np.int64))
    best(readable(np.array(cards, np.int64)), len(cards), ranks, hand)
    return hands.name([code for code in hand[0].tolist() if code != NONE])


@compiled
def tell(journal: Journal, rank: int) -> None:
    """Tell everybody which rank is wild from now on, 0 the deuce."""
    write(journal, WILD, NOBODY, 0, NONE, rank, 0)
