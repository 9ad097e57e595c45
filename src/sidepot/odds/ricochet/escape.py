"""Ricochet by counting: the chance to escape within k cards, exactly.

Hands only grow: whatever card comes, a hand is stronger with it (H3). So who is the lowest with all
k cards was the lowest all along, in whichever order they came, and what has to be counted is the
sets of k cards that lose (R6), by their ranks. A set loses while it leaves the hand below the
lowest of the others, and where it does not, no larger one does. Where a hand comes to the ranks of
the lowest other, suits and ties decide; so those few sets are laid down and the rules are asked.
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
"""The last of a flush's slices: five cards of the first suit."""


@compiled
def escape(s: Ricochet) -> Array:
    """The chances of who is to act not to be out by R6 after buying 0, 1, ... 5 cards.

    Float64 of shape (6,); 0 for more cards than there is room for. A tie that ends the hand is an
    escape (R8). Who escapes with a complete hand may still go out unasked, after those below (R9).
    Cards are tried in the record, which is left as it was.
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
    """`escape` for the first record of a table, as Python calls it."""
    return escape(rows[0])


@compiled
def _losing_sets(s: Ricochet, seen: int, left: Array) -> Array:
    """How many sets of k unseen cards leave who is to act out, for every k.

    A walk through the sets of ranks. At each depth, which is a number of cards: `chosen` the last
    rank and `times` how often, `ways` the sets of cards of these ranks, `held` the hand as if no
    cards were of one suit, `following` the rank to try next.
    """
    p = s.seats.actor
    room, rival = COMPLETE - s.up.size[p], lowest_other(s, p)
    goal, level = slices(s.up.held[rival]), s.up.strength[rival]
    suited = _ranks_to_flush(s, p, seen)
    losing, chosen, times, ways, following = np.zeros((5, COMPLETE + 1), np.int64)
    held = np.zeros((COMPLETE + 1, len(hands.EMPTY)), np.int32)
    held[0, :-1] = s.up.held[p, :-1]
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
    """The live hand that is the lowest without seat p's: the one to come past."""
    low = NOBODY
    for q in range(s.seats.n):
        rival = q != p and s.seats.live[q]
        if rival and (low == NOBODY or upcards.is_lower(s.up, q, low, ricochet.suit_rank(s))):
            low = q
    return low


@compiled
def _unseen(seen: int) -> Array:
    """How many cards of each rank lie nowhere face up."""
    left = np.zeros(len(RANKS), np.int64)
    for card in range(SIZE):
        left[card >> 2] += not seen >> card & 1
    return left


@compiled
def slices(held: Array) -> Slices:
    """A hand of a record as `hands` takes it."""
    return held[0], held[1], held[2], held[3], held[4], held[5]


@compiled
def _have_same_ranks(hand: Slices, goal: Slices) -> bool:
    """Are these hands of the same ranks?"""
    one, two, three, four, _, _ = hand
    return one == goal[0] and two == goal[1] and three == goal[2] and four == goal[3]


@compiled
def _ranks_to_flush(s: Ricochet, p: int, seen: int) -> int:
    """The ranks that a flush of seat p could hold, a bit each; none when it has two suits."""
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
    """Can a complete hand be a flush too, above the level? Of its sets of cards that is one."""
    one, two, _, _, _, _ = hand
    if two or one & ~suited:
        return False
    return hands.strength((one, two, two, two, two, lane(_FLUSH_SUITS))) > level


@compiled
def _losing_by_suit(s: Ricochet, seen: int, ranks: Array, n: int) -> int:
    """How many sets of n cards of these ranks leave who is to act the lowest, and end no hand."""
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
    """Are these unseen cards, equal ranks by rising suits, so that each set comes once?"""
    for i in range(n):
        card = _card_of(ranks, suits, i)
        twice = i > 0 and ranks[i] == ranks[i - 1] and card <= _card_of(ranks, suits, i - 1)
        if twice or seen >> card & 1:
            return False
    return True


@compiled
def _card_of(ranks: Array, suits: int, i: int) -> int:
    """The i-th card of some ranks and suits, two bits each."""
    card: int = ranks[i] << 2 | suits >> 2 * i & 3
    return card
