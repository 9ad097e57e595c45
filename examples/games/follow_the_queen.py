"""Follow the Queen: seven-card stud with wild cards that change.

Queens are wild. So is the rank of the card that is dealt face up right after a queen face up; the
next such card takes its place. A queen that is the last card face up leaves the queens alone wild.

<!-- examples -->
- `2c 2d / Ac Ad / 3h Qh / 4c 2h 7s / 4d Ks 8c / 4h 9h Jd / 5c 4s 5d | pay, call, check, check,
  check, check, check, check, check, check | +3 -3` Deuces are wild: four kings.
<!-- /examples -->
"""

from typing import Any

import numpy as np

from sidepot.cards import HIDDEN, NONE, RANKS
from sidepot.engine.streets import BRING_IN, street_game
from sidepot.kernel import Array, compiled, readable
from sidepot.rules import rankings, wilds
from sidepot.rules.rankings import Named, Ranking, Seen
from sidepot.rules.streets import BIG, HIGH_HAND, LOW_CARD, SMALL, bet, down, up

UP, MOST = 4, 8
QUEEN = RANKS.index("Q")
AFTER_UP = (2, 4, 6, 8)
"""The rows that are over when cards have been dealt face up."""


@compiled
def follower(card: Array, size: Array, seats: int, button: int, most: int) -> int:
    """The rank that follows the last queen among the first open cards of all, or -1."""
    follows, rank = False, -1
    for k in range(most):
        for i in range(1, seats + 1):
            p = (button + i) % seats
            if k < size[p]:
                if follows:
                    rank = card[p, k] // 4
                follows = card[p, k] // 4 == QUEEN
                if follows:
                    rank = -1
    return rank


@compiled
def wild(rank: int) -> int:
    """The ranks that are wild, one bit each: queens, and the one that follows."""
    return 1 << QUEEN | (1 << rank if rank >= 0 else 0)


@compiled
def tell(s: Any) -> None:
    """Tell which rank is wild now, after a deal that has changed it."""
    if s.row in AFTER_UP:
        k = s.row // 2
        rank = follower(s.up.card, s.up.size, s.seats.n, s.seats.button, k)
        if rank != follower(s.up.card, s.up.size, s.seats.n, s.seats.button, k - 1):
            wilds.tell(s.journal, rank if rank >= 0 else QUEEN)


@compiled
def strength(s: Any, p: int) -> int:
    """The strength of a seat's hand."""
    cards, hand = np.empty(MOST, np.int64), np.zeros((2, 5), np.int64)
    rank = follower(s.up.card, s.up.size, s.seats.n, s.seats.button, UP)
    return wilds.best(cards, rankings.gather(s, p, cards), wild(rank), hand)


def named(seen: Seen) -> Named | None:
    """A hand in words, wild cards as what they stand for."""
    codes = seen.down + seen.up + seen.common
    if len(codes) < 2 or HIDDEN in codes:
        return None
    open_cards = np.full((len(seen.open), UP), NONE, np.int64)
    for p, cards in enumerate(seen.open):
        open_cards[p, : len(cards)] = cards
    sizes = np.array([len(cards) for cards in seen.open], np.int64)
    rank = follower(readable(open_cards), readable(sizes), len(sizes), seen.dealer, UP)
    return Named(wilds.name(codes, wild(rank)), ())


FOLLOW_THE_QUEEN = street_game(
    name="follow-the-queen",
    title="Follow the Queen",
    author="traditional",
    rows=[
        *(down(2), up(1), bet(SMALL, LOW_CARD)),
        *(up(1), bet(SMALL, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(down(1), bet(BIG, HIGH_HAND)),
    ],
    high=Ranking(strength, named),
    forced=BRING_IN,
    after=tell,
    limit="fixed-limit",
    minutes=4,
)
