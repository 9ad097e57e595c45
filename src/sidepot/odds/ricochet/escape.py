"""The exact chance to escape in Ricochet within k cards, by counting.

Any further card makes a hand stronger (H3). So a hand that is the lowest with all k cards was the
lowest all along, in whatever order they came, and it is enough to count the sets of k cards that
lose (R6), by their ranks. A set loses if it leaves the hand below the lowest of the others; if it
does not, no superset loses either. Where the hand gets the same ranks as the lowest other one,
suits and ties decide; those few sets are put into the record and judged by the rules.
"""

import numpy as np

from sidepot import hands
from sidepot.cards import RANKS, SIZE, SUITS
from sidepot.games import ricochet
from sidepot.games.ricochet import Ricochet
from sidepot.hands import Slices
from sidepot.kernel import Array, Records, compiled, lane
from sidepot.rules import upcards
from sidepot.rules.seats import NOBODY
from sidepot.rules.upcards import COMPLETE

_NO_RANK = -1
_FLUSH_SUITS = 5
"""The last slice of a flush: five cards of the first suit."""


@compiled
def escape(s: Ricochet) -> Array:
    """The chance that the player to act is not out by R6 after buying 0, 1, ... 5 cards.

    Float64 of shape (6,); 0 for more cards than the hand has room for. A tie that ends the hand is
    an escape (R8). A player who escapes with a complete hand may still go out later without being
    asked (R9). Cards are tried in the record, which is restored.
    """
    seen = upcards.mask(s.up, s.seats)
    left = _unseen(seen)
    losing = _losing_sets(s, seen, left)
    within = np.zeros(COMPLETE + 1, np.float64)
    free, sets = left.sum(), 1
    for k in range(1, COMPLETE - s.up.size[s.seats.actor] + 1):
        sets = sets * (free - k + 1) // k
        within[k] = 1.0 - losing[k] / sets
    return within


@compiled
def escape_first(rows: Records) -> Array:
    """`escape` for the first record of an array, callable from Python."""
    return escape(rows[0])


@compiled
def _losing_sets(s: Ricochet, seen: int, left: Array) -> Array:
    """The number of sets of k unseen cards with which the player to act is out, for every k.

    A depth-first walk through the multisets of ranks; the depth is the number of cards. Of each
    depth: `chosen` is the last rank and `times` how often it occurs, `ways` the number of sets of
    cards with these ranks, `held` the hand as if no flush were possible, `following` the rank to
    try next.
    """
    p = s.seats.actor
    room, rival = COMPLETE - s.up.size[p], lowest_other(s, p)
    goal, level = slices(s.up.held[rival]), s.up.strength[rival]
    suited = _ranks_to_flush(s, p, seen)
    losing, chosen, times, ways, following = np.zeros((5, COMPLETE + 1), np.int64)
    held = np.zeros((COMPLETE + 1, len(hands.EMPTY)), np.int32)
    for i in range(held.shape[1] - 1):
        held[0, i] = s.up.held[p, i]
    chosen[0], ways[0], depth = _NO_RANK, 1, 0
    while depth >= 0:
        rank = following[depth]
        following[depth] += 1
        if rank == len(RANKS):
            depth -= 1
            continue
        k, again = depth + 1, times[depth] if chosen[depth] == rank else 0
        chosen[k], times[k] = rank, again + 1
        ways[k] = ways[depth] * (left[rank] - again) // times[k]
        hand = hands.take(slices(held[depth]), rank << 2)
        if ways[k] > 0 and _have_same_ranks(hand, goal):
            losing[k] += _losing_by_suit(s, seen, chosen[1:], k)
        elif ways[k] > 0 and hands.strength(hand) < level:
            losing[k] += ways[k]
            if k == room:
                losing[k] -= _is_saved_by_flush(hand, suited, level)
            else:
                held[k, 0], held[k, 1], held[k, 2], held[k, 3], held[k, 4], held[k, 5] = hand
                following[k], depth = rank, k
    return losing


@compiled
def lowest_other(s: Ricochet, p: int) -> int:
    """The lowest live seat other than p: the hand to beat."""
    low = NOBODY
    for q in range(s.seats.n):
        rival = q != p and s.seats.live[q]
        if rival and (low == NOBODY or upcards.is_lower(s.up, q, low, ricochet.suit_rank(s))):
            low = q
    return low


@compiled
def _unseen(seen: int) -> Array:
    """The number of unseen cards of each rank."""
    left = np.zeros(len(RANKS), np.int64)
    for card in range(SIZE):
        left[card >> 2] += not seen >> card & 1
    return left


@compiled
def slices(held: Array) -> Slices:
    """A hand of a record as the tuple that `hands` takes."""
    return held[0], held[1], held[2], held[3], held[4], held[5]


@compiled
def _have_same_ranks(hand: Slices, goal: Slices) -> bool:
    """Do two hands have the same ranks?"""
    one, two, three, four, _, _ = hand
    return one == goal[0] and two == goal[1] and three == goal[2] and four == goal[3]


@compiled
def _ranks_to_flush(s: Ricochet, p: int, seen: int) -> int:
    """The ranks that a flush of seat p could hold, as bits; 0 if the hand has two suits."""
    suit = s.up.card[p, 0] & 3
    ranks: int = s.up.held[p, 0]
    for k in range(s.up.size[p]):
        if s.up.card[p, k] & 3 != suit:
            return 0
    for r in range(len(RANKS)):
        ranks |= (not seen >> (r << 2 | suit) & 1) << r
    return ranks


@compiled
def _is_saved_by_flush(hand: Slices, suited: int, level: int) -> bool:
    """Is one of the sets of cards with these ranks a flush that beats `level`?"""
    one, two, _, _, _, _ = hand
    if two or one & ~suited:
        return False
    return hands.strength((one, two, two, two, two, lane(_FLUSH_SUITS))) > level


@compiled
def _losing_by_suit(s: Ricochet, seen: int, ranks: Array, n: int) -> int:
    """The number of sets of n cards of these ranks with which the player to act is the lowest.

    Sets that end the hand by a tie (R8) do not count.
    """
    p = s.seats.actor
    size, losing = s.up.size[p], 0
    for suits in range(len(SUITS) ** n):
        if _is_set(ranks, n, suits, seen):
            for i in range(n):
                upcards.take(s.up, p, _card_of(ranks, suits, i))
            losing += ricochet.lowest(s) == p and not ricochet.is_tied(s)
            upcards.take_back(s.up, p, size)
    return losing


@compiled
def _is_set(ranks: Array, n: int, suits: int, seen: int) -> bool:
    """Are these cards unseen, with equal ranks in order of suits, so that each set counts once?"""
    for i in range(n):
        card = _card_of(ranks, suits, i)
        twice = i > 0 and ranks[i] == ranks[i - 1] and card <= _card_of(ranks, suits, i - 1)
        if twice or seen >> card & 1:
            return False
    return True


@compiled
def _card_of(ranks: Array, suits: int, i: int) -> int:
    """The i-th of the cards with these ranks and suits (two bits each)."""
    card: int = ranks[i] << 2 | suits >> 2 * i & 3
    return card
