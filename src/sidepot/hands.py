"""The strength of hands of one to five cards (RULES H1-H5), one at a time or by the million.

A hand's *strength* is a whole number below 2**31; integer order is the order of hands, missing
kickers, several decks and five of a kind included (H3, H4). Suits are left out: where they break a
tie (H5), compare `suit_key`.

`rank` takes an array of hands and returns an array. Rules build a hand card by card: `EMPTY`,
`take`, `strength`. `name` describes a hand in words.

How it works: `Slices` keep one bit a rank for the ranks held at least once, twice, up to five
times.
`category << 26 | high << 13 | low` then orders hands, where `high` is the ranks of the group that
counts and `low` all the ranks. A flush may hold a rank twice when there are several decks:
its 26 bits are two a rank, the number of cards of that rank. `lane` keeps every step in 32 bits;
so the same lines serve one hand in a game and sixteen at a time in `rank`.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sidepot.cards import CODES, NONE, RANKS, SIZE, SUIT_ORDERS, SUITS
from sidepot.errors import BadCards
from sidepot.kernel import Array, compiled, lane, readable
from sidepot.words import Message

Slices = tuple[int, int, int, int, int, int]
"""Ranks held at least 1, 2, 3, 4 and 5 times, one bit each; cards of each suit, four bits each."""
EMPTY: Slices = (0, 0, 0, 0, 0, 0)

ALL_RANKS = 0x1FFF
WHEEL = 0x100F
"""A-2-3-4-5."""
_FIVE_HIGH = 0x0008
ROYAL = 0x1F00
"""10-J-Q-K-A."""
_FIVE_OF_A_SUIT = 0x3333
"""Added to the suit counts, this carries into a suit's highest bit when the suit has five."""
_CARRIES = 0x8888

_HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH = 0, 4, 8, 10, 12, 13
FULL_HOUSE, QUADS, STRAIGHT_FLUSH, _FIVE_ALIKE = 14, 16, 25, 26
CATEGORIES = {
    _HIGH_CARD: "high_card",
    PAIR: "pair",
    TWO_PAIR: "two_pair",
    TRIPS: "trips",
    STRAIGHT: "straight",
    FLUSH: "flush",
    FULL_HOUSE: "full_house",
    QUADS: "quads",
    STRAIGHT_FLUSH: "straight_flush",
    _FIVE_ALIKE: "five_alike",
}
"""Category numbers, lowest first, and their keys in the catalogue (H4)."""

SUIT_RANKS = readable(
    np.array([[order.index(suit) for suit in SUITS] for order in SUIT_ORDERS], np.int64)
)
"""The place of each suit, 0 the lowest (H1), for each of `SUIT_ORDERS`."""


@compiled
def take(held: Slices, card: int) -> Slices:
    """The hand with one more card. One without rank (a dead joker, an empty place) adds nothing."""
    one, two, three, four, five, suits = held
    rank = lane(1 << (card >> 2 & 15) & ALL_RANKS)
    suit = lane(lane(1 << ((card & 3) << 2)) * lane(rank != 0))
    return (
        lane(one | rank),
        lane(two | one & rank),
        lane(three | two & rank),
        lane(four | three & rank),
        lane(five | four & rank),
        lane(suits + suit),
    )


@compiled
def strength(held: Slices) -> int:
    """The strength of one to five cards (H3, H4); 0 for none."""
    one, two, three, four, five, suits = held
    straight = one != 0 and (lane(lane(one & -one) * 31) == one or one == WHEEL)
    flush = lane((suits + _FIVE_OF_A_SUIT) & _CARRIES) != 0
    pairs = (two != 0) * PAIR + (lane(two & (two - 1)) != 0) * (TWO_PAIR - PAIR)
    more = (three != 0) * 6 + (four != 0) * 6 + (five != 0) * 10
    category = lane(pairs + more)
    high = three if three else two
    order = lane(high << 13 | one)
    if straight:
        category = lane(STRAIGHT_FLUSH) if flush else lane(STRAIGHT)
        order = lane(_FIVE_HIGH) if one == WHEEL else one
    elif flush and category < FLUSH:
        category = lane(FLUSH)
        order = lane(_spread(one) + _spread(two) + _spread(three))
    return lane(category << 26 | order)


@compiled
def _spread(ranks: int) -> int:
    """Move bit r to bit 2 r, so that three such numbers add without a carry."""
    ranks = lane((ranks | ranks << 8) & 0x00FF00FF)
    ranks = lane((ranks | ranks << 4) & 0x0F0F0F0F)
    ranks = lane((ranks | ranks << 2) & 0x33333333)
    return lane((ranks | ranks << 1) & 0x55555555)


@compiled
def strength_of(cards: Array, size: int) -> int:
    """The strength of the first `size` cards of an array of codes."""
    held = EMPTY
    for k in range(size):
        held = take(held, cards[k])
    return strength(held)


@compiled
def best_of(cards: Array, size: int) -> int:
    """The strength of the best five among the first `size` codes of an array, five or more."""
    if size >= 2 * _FIVE:
        return _best_of_any(cards, size)  # there may be two flushes
    held, suits = 0, 0
    for k in range(size):
        card = int(cards[k])
        if card < 0 or card >= SIZE:
            return _best_of_any(cards, size)  # a joker, or an empty place
        suit = card & 3
        bit = 1 << (_APART * suit + (card >> 2))
        if held & bit:
            return _best_of_any(cards, size)  # two of one card
        held |= bit
        suits += 1 << (suit << 2)
    flush = 0
    if (suits + _FIVE_OF_A_SUIT) & _CARRIES:
        for suit in range(len(SUITS)):
            ranks = held >> (_APART * suit) & ALL_RANKS
            flush = ranks if _count(ranks) >= _FIVE else flush
    return _best_of_ranks(held, flush)


_FIVE = 5
_APART = 16
"""The bits for the ranks of each suit, where one number has those of all four."""


@compiled
def _best_of_ranks(held: int, flush: int) -> int:
    """The strength of the best five cards of one deck; `flush` are the ranks of five of a suit.

    `held`: the ranks of each suit, `_APART` bits from suit to suit.
    """
    a, b = held & ALL_RANKS, held >> _APART & ALL_RANKS
    c, d = held >> 2 * _APART & ALL_RANKS, held >> 3 * _APART
    one, two = a | b | c | d, a & b | c & d | (a | b) & (c | d)
    three, four = a & b & (c | d) | c & d & (a | b), a & b & c & d
    if flush and _straight(flush):
        return STRAIGHT_FLUSH << 26 | _straight(flush)
    if four:
        four = _highest(four)
        return QUADS << 26 | four << 13 | four | _highest(one & ~four)
    high = _highest(three)
    paired = _highest(two & ~high)
    if high and paired:
        return FULL_HOUSE << 26 | high << 13 | high | paired
    if flush:
        return FLUSH << 26 | _spread(_top(flush, _FIVE))
    straight = _straight(one)
    if straight:
        return STRAIGHT << 26 | straight
    if high:
        return TRIPS << 26 | high << 13 | high | _top(one & ~high, 2)
    if not two:
        return _top(one, _FIVE)
    second = _highest(two & ~paired)
    if not second:
        return PAIR << 26 | paired << 13 | paired | _top(one & ~paired, 3)
    pairs = paired | second
    return TWO_PAIR << 26 | pairs << 13 | pairs | _highest(one & ~pairs)


@compiled
def _straight(ranks: int) -> int:
    """The order of the highest straight among ranks, 0 if there is none."""
    lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    if lowest:
        return _highest(lowest) * 31
    return _FIVE_HIGH if ranks & WHEEL == WHEEL else 0


@compiled
def _count(ranks: int) -> int:
    """The number of ranks: of two bits, of four, of eight, of all, added at once."""
    ranks -= ranks >> 1 & 0x5555
    ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333)
    ranks = ranks + (ranks >> 4) & 0x0F0F
    return ranks + (ranks >> 8) & 0x1F


@compiled
def _highest(ranks: int) -> int:
    """The highest rank, or none."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ ranks >> 1


@compiled
def _top(ranks: int, n: int) -> int:
    """The n highest ranks, or all if there are fewer."""
    for _ in range(_count(ranks) - n):
        ranks &= ranks - 1
    return ranks


@compiled
def _best_of_any(cards: Array, size: int) -> int:
    """`best_of` by trying all fives, for jokers and several decks."""
    best = 0
    for a in range(size - 4):
        held_a = take(EMPTY, cards[a])
        for b in range(a + 1, size - 3):
            held_b = take(held_a, cards[b])
            for c in range(b + 1, size - 2):
                held_c = take(held_b, cards[c])
                for d in range(c + 1, size - 1):
                    held_d = take(held_c, cards[d])
                    for e in range(d + 1, size):
                        best = max(best, strength(take(held_d, cards[e])))
    return best


@compiled
def suit_key(cards: Array, size: int, suit_rank: Array) -> int:
    """A number that breaks a tie of strength (H5): the suits, best card first, as base-4 digits.

    `cards` holds `size` codes; `suit_rank[suit]` is 0 for the lowest suit (H1, `SUIT_ORDERS`).
    """
    wheel = _is_wheel(cards, size)
    key = 0
    for i in range(size):
        if cards[i] < SIZE:
            weight = _weight(cards, size, i, suit_rank, wheel)
            place = 0
            for j in range(size):
                other = _weight(cards, size, j, suit_rank, wheel)
                place += other > weight or (other == weight and j < i)
            key |= suit_rank[cards[i] & 3] << ((4 - place) << 1)
    return key


@compiled
def _weight(cards: Array, size: int, i: int, suit_rank: Array, wheel: bool) -> int:
    """A key that sorts a hand by (multiplicity, rank, suit); jokers, without these, come last."""
    card = cards[i]
    if card >= SIZE:
        return -1
    alike = 0
    for j in range(size):
        alike += cards[j] >> 2 == card >> 2
    rank = 0 if wheel and card >> 2 == 12 else 1 + (card >> 2)
    suit: int = suit_rank[card & 3]
    return alike << 6 | rank << 2 | suit


@compiled
def _is_wheel(cards: Array, size: int) -> bool:
    """Whether this is A-2-3-4-5, in which the five is the highest card (H1)."""
    one = 0
    for k in range(size):
        one |= 1 << (cards[k] >> 2)
    return one == WHEEL


def rank(cards: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """The strengths of many hands at once.

    `cards`: whole numbers of shape `(size, hands)`, 1 <= size <= 5: row k holds the k-th card of
    every hand, as a code (0 to 51, jokers 52 and 53, -1 or -2 for no card). Returns int32 of shape
    `(hands,)`. Jokers are dead (H6). Physical cards of several decks: pass `cards % 54`.
    Raises `BadCards` for another shape or other numbers.
    """
    try:
        rows = np.asarray(cards)
    except ValueError:
        raise BadCards("error.rank_ragged") from None
    if rows.ndim != 2 or not 1 <= len(rows) <= 5 or rows.dtype.kind not in "iu":
        raise BadCards("error.rank_shape", shape=str(rows.shape), dtype=str(rows.dtype))
    if rows.size:
        _check_codes(int(rows.min()), int(rows.max()))
    columns = [np.ascontiguousarray(row, np.int8) for row in rows]
    columns += [np.full(rows.shape[1], NONE, np.int8)] * (5 - len(columns))
    strengths = np.empty(rows.shape[1], np.int32)
    a, b, c, d, e = map(readable, columns)
    rank_into(a, b, c, d, e, strengths)
    return strengths


def _check_codes(lowest: int, highest: int) -> None:
    for code in (lowest, highest):
        if not NONE <= code < CODES:
            raise BadCards("error.code", code=code, lowest=NONE, highest=CODES - 1)


@compiled
def rank_into(a: Array, b: Array, c: Array, d: Array, e: Array, strengths: Array) -> None:
    """`rank` without its checks: five contiguous int8 arrays of codes into one of int32."""
    for i in range(len(strengths)):
        held = take(take(take(EMPTY, lane(a[i])), lane(b[i])), lane(c[i]))
        strengths[i] = strength(take(take(held, lane(d[i])), lane(e[i])))


def best_five(cards: Sequence[int]) -> list[int]:
    """The best five of five or more codes, for front ends."""
    codes = readable(np.array(cards, np.int64))
    best = best_of(codes, len(cards))
    choices = itertools.combinations(cards, 5)
    return list(next(five for five in choices if _strength(five) == best))


def _strength(cards: Sequence[int]) -> int:
    return strength_of(readable(np.array(cards, np.int64)), len(cards))


def name(cards: Sequence[int]) -> Message:
    """A hand of one to five codes in words: "pair of eights, king kicker". Suits are not named.

    Raises `BadCards` for more cards or none, and for numbers that are not codes.
    """
    return _name(tuple(cards))


@functools.lru_cache(maxsize=1 << 14)
def _name(cards: tuple[int, ...]) -> Message:
    """`name`, cached: tables ask for the same hands again and again."""
    if not 1 <= len(cards) <= 5:
        raise BadCards("error.hand_size", n=len(cards))
    _check_codes(min(cards), max(cards))
    known = [card for card in cards if 0 <= card < SIZE]
    is_of_one_suit = len({card & 3 for card in known}) == 1
    return _name_of(tuple(sorted([card >> 2 for card in known])), is_of_one_suit)


@functools.lru_cache(maxsize=1 << 14)
def _name_of(ranks: tuple[int, ...], is_of_one_suit: bool) -> Message:
    """The name of a hand by its ranks, cached: equal names are one object."""
    if not ranks:
        return Message("hand.jokers")
    codes = [rank << 2 for rank in ranks]
    codes[-1] |= not is_of_one_suit
    category = CATEGORIES[strength_of(readable(np.array(codes, np.int8)), len(codes)) >> 26]
    counts = Counter(ranks)
    if category == "flush":
        counts = Counter(set(counts))  # compared from high to low, duplicates once (H3)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return _named(category, [RANKS[rank] for rank in groups])


_GROUPS = {"high_card": 1, "pair": 1, "two_pair": 2, "trips": 1, "quads": 1}
"""The number of groups of equal ranks that name the hand; the rest are kickers."""


def _named(category: str, ranks: list[str]) -> Message:
    if category == "straight_flush" and ranks[:2] == ["A", "K"]:
        return Message("hand.royal_flush")
    if category in ("straight", "straight_flush") and ranks[:2] == ["A", "5"]:
        ranks = ranks[1:]
    hand = Message(f"hand.{category}", {"first": ranks[0], "second": ranks[min(1, len(ranks) - 1)]})
    kickers = ranks[_GROUPS.get(category, 5) :]
    if not kickers:
        return hand
    return Message("hand.with_kickers", {"hand": hand, "kickers": kickers, "n": len(kickers)})
