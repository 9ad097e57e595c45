"""Low rankings by name: ace-to-five, eight or better, and deuce-to-seven; the lowest hand wins.

Each gives the best low of five among some cards as a strength, the higher the lower the hand, for
`pots.award` and `pots.award_halves`; 0 is no low. Badugi's ranking is in the file of that game.
"""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from sidepot import hands
from sidepot.cards import RANKS
from sidepot.kernel import Array, compiled, readable
from sidepot.words import Message

__all__ = [
    "ace_to_five",
    "both",
    "deuce_to_seven",
    "eight_or_better",
    "lowest_five",
    "name",
    "name_to_seven",
]

_FIVE = 5
_ACE = len(RANKS) - 1
_EIGHT = 7
"""The place of the eight where the ace is the lowest, 0."""
_BITS = 4
"""The bits of a rank in a strength."""
_WHEEL_FLUSH = hands.FLUSH << 26 | 1 << 24 | 0x55
"""The strength of the flush A 5 4 3 2: two bits a rank (`sidepot.hands`)."""
_WHEEL_RANKS = 1 << _ACE | 0xF
"""A 5 4 3 2, one bit each."""
_MOST = 1 << 31
"""Above the strength of every hand (`sidepot.hands`)."""


@compiled
def _place(card: int) -> int:
    """The place of a card's rank, 0 the ace and 12 the king."""
    return 0 if card >> 2 == _ACE else (card >> 2) + 1


@compiled
def _counted(cards: Array, size: int) -> Array:
    """The number of cards of each rank, the ace first."""
    held = np.zeros(len(RANKS), np.int64)
    for k in range(size):
        held[_place(cards[k])] += 1
    return held


@compiled
def ace_to_five(cards: Array, size: int) -> int:
    """The lowest five of some cards, or all of fewer, aces low.

    Straights and flushes do not count, and a pair is worse than no pair; the best is 5 4 3 2 A.
    """
    held, worst = _counted(cards, size), 0
    taken = np.zeros(len(RANKS), np.int64)
    left, alike = min(size, _FIVE), 1
    while left > 0:  # each rank once from the lowest up, then a second time, and so on
        for place in range(len(RANKS)):
            if left > 0 and held[place] >= alike:
                taken[place] += 1
                left -= 1
        alike += 1
    for n in range(alike - 1, 0, -1):  # the largest groups compare first, from the highest rank
        for place in range(len(RANKS) - 1, -1, -1):
            if taken[place] == n:
                worst = worst << _BITS | place
    return _MOST - (_category(taken) << _BITS * _FIVE | worst)


@compiled
def _category(taken: Array) -> int:
    """The category of five cards by their groups of equal ranks, 0 for none."""
    pairs = trips = quads = 0
    for place in range(len(RANKS)):
        pairs += taken[place] == 2
        trips += taken[place] == 3
        quads += taken[place] == 4
    if quads:
        return 5
    return (4 if pairs else 3) if trips else pairs


@compiled
def eight_or_better(cards: Array, size: int) -> int:
    """`ace_to_five` where five ranks from the ace to the eight are there, else 0: no low."""
    held, ranks = _counted(cards, size), 0
    for place in range(_EIGHT + 1):
        ranks += held[place] > 0
    return ace_to_five(cards, size) if ranks >= _FIVE else 0


@compiled
def deuce_to_seven(cards: Array, size: int) -> int:
    """The lowest five of five or more cards in the order of high hands, aces high.

    The best is 7 5 4 3 2 of several suits: straights and flushes count, A 5 4 3 2 is no straight.
    """
    best = 0
    five = np.zeros(_FIVE, np.int64)
    for chosen in range(1 << size):
        n = 0
        for k in range(size):
            if chosen >> k & 1:
                if n < _FIVE:
                    five[n] = cards[k]
                n += 1
        if n == _FIVE:
            best = max(best, _MOST - _high(five))
    return best


@compiled
def _high(five: Array) -> int:
    """The strength of five cards as a high hand in which A 5 4 3 2 is no straight."""
    held = hands.EMPTY
    for k in range(_FIVE):
        held = hands.take(held, five[k])
    if held[0] != hands.WHEEL:
        return hands.strength(held)
    for k in range(1, _FIVE):
        if five[k] & 3 != five[0] & 3:
            return hands.WHEEL
    return _WHEEL_FLUSH


def lowest_five(cards: Sequence[int], ranking: Callable[[Array, int], int]) -> tuple[int, ...]:
    """The codes of the five cards that a ranking counts, from the highest; for front ends."""
    best = _strength(cards, ranking)
    fives = itertools.combinations(cards, _FIVE)
    five = next(each for each in fives if _strength(each, ranking) == best)
    high = ranking is deuce_to_seven
    return tuple(sorted(five, key=lambda code: code >> 2 if high else _place(code), reverse=True))


def _strength(cards: Sequence[int], ranking: Callable[[Array, int], int]) -> int:
    return int(ranking(readable(np.array(cards, np.int64)), len(cards)))


def name(five: Sequence[int]) -> Message:
    """Five cards in words, as `lowest_five` gives them: "a low of eight, six, four, three, ace".

    Equal ranks come first, which decide: "a low of four, four, nine, six and five".
    """
    held = [code >> 2 for code in five]
    ranks = sorted(held, key=held.count, reverse=True)
    return Message("hand.low", {"ranks": [RANKS[rank] for rank in ranks]})


def name_to_seven(five: Sequence[int]) -> Message:
    """`name` for `deuce_to_seven`: pairs, straights and flushes by the names of high hands."""
    codes = readable(np.array(five, np.int64))
    is_wheel = sum(1 << code // 4 for code in five) == _WHEEL_RANKS
    is_made = not is_wheel and _high(codes) >> 26 > 0
    return hands.name(five) if is_made else name(five)


def both(high: Message, low: Message) -> Message:
    """A hand that is good for both halves of a pot, in words."""
    return Message("hand.high_low", {"high": high, "low": low})
