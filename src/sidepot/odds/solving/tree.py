"""The tree of a hand for two: which states there are, where their values lie, and how pots count.

A state is who is low, the classes of both hands, and what of their suits still matters. A hand that
is suited may become a flush, and then the other's cards of that suit are in its way. A hand of two
suits cannot, so its suits do not matter: lumped like that nothing is lost but the order of hands
with the same ranks (H5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, lean, readable
from sidepot.odds.solving.classes import COUNT_BITS, RANKS, SUITS, Classes, classes
from sidepot.rules.upcards import COMPLETE

NEITHER, SAME, OTHER, LOW, HIGH = range(5)
"""Who is suited: nobody, both in one suit, both in two, only the low hand, only the high one."""
DECK = RANKS * SUITS
PADDING = 64
"""Values beyond the last: loops of a fixed length may read them."""
ALL_RANKS = (1 << RANKS) - 1


class Tree(NamedTuple):
    """Everything that follows from two hands, or from every deal where these are empty.

    Arrays that begin with a player hold his side; where all deals are in it, both are one.
    """

    classes: Classes
    every: int
    """1 where all deals are in it."""
    start: Array
    """Cards that each player begins with."""
    hands: Array
    """By player and place: the classes of hands of one to four cards that he may come to hold."""
    place: Array
    """By player and class: where it stands in `hands`, or -1."""
    many: Array
    """By player: how many they are."""
    suit: Array
    """The suit in which a player is suited at the start, or -1."""
    base: Array
    """The class with which a player begins."""
    held: Array
    """By player and rank: his cards at the start."""
    held_across: Array
    """By player: ranks that he holds at the start in the other's suit, as bits."""
    dead: Array
    """By rank: cards that are dead."""
    dead_in: Array
    """By player: dead ranks of his suit, as bits."""
    dead_counts: int
    """The same as `Classes.counts`."""
    seen: int
    """How many cards are dead."""
    pot: int
    """Chips in the pot at the start."""
    price: int
    """Chips that a card costs."""
    any_tie: int
    """1 where any tie ends the hand (R8)."""
    span: Array
    """By the low player, the sizes of his and the other's hand: how many cards may have been paid
    for, at least and at most."""
    at: Array
    """By the low player, the places of his and the other's hand: where the states begin, or -1."""
    value: Array
    """What a state is worth to the low player, in prices of a card.

    Of each state the lower bounds, for each number of cards that may have been paid for since the
    start, then the upper ones.
    """
    best: Array
    """How many cards to buy there, by the lower bounds."""
    beats: Array
    """In how many ways a hand beats a finished one: by k cards, flushes left out."""
    beats_at: Array
    """By player and place: where a hand's rows of that begin, one for each finished hand."""


def grow(
    hands: Sequence[Sequence[int]],
    *,
    dead: Sequence[int] = (),
    pot: int,
    price: int,
    any_tie: bool,
) -> Tree:
    """The tree above two hands of at most four cards, or above every deal of one card each.

    `hands` are codes of cards, both empty for every deal; `pot` and `price` are in chips.
    """
    table = classes()
    held = np.zeros((2, RANKS), np.int64)
    suit, across, dead_in = (np.full(2, fill, np.int64) for fill in (-1, 0, 0))
    for p, cards in enumerate(hands):
        np.add.at(held[p], [card >> 2 for card in cards], 1)
        suits = {card & 3 for card in cards}
        suit[p] = suits.pop() if len(suits) == 1 else -1
    every = not any(hands)
    for p in range(2):
        across[p] = _bits(card for card in hands[p] if card & 3 == suit[1 - p])
        dead_in[p] = _bits(card for card in dead if card & 3 == suit[p])
    gone = np.bincount([card >> 2 for card in dead], minlength=RANKS)
    reach = [_within_reach(table, held[p], held[1 - p] + gone) for p in range(2)]
    size = max(map(len, reach))
    hands_of, place = np.full((2, size), -1), np.full((2, len(table.size)), -1)
    for p, numbers in enumerate(reach):
        hands_of[p, : len(numbers)] = numbers
        place[p, numbers] = np.arange(len(numbers))
    sides = 1 if every else 2
    start = np.array([1, 1]) if every else held.sum(axis=1)
    tree = Tree(
        classes=table,
        every=int(every),
        start=readable(start),
        hands=readable(hands_of),
        place=readable(place),
        many=readable(np.array([len(numbers) for numbers in reach])),
        suit=readable(suit),
        base=readable(np.array([_number(table, ranks) for ranks in held])),
        held=readable(held),
        held_across=readable(across),
        dead=readable(gone),
        dead_in=readable(dead_in),
        dead_counts=sum(int(n) << COUNT_BITS * rank for rank, n in enumerate(gone)),
        seen=len(dead),
        pot=pot,
        price=price,
        any_tie=int(any_tie),
        span=readable(np.array([_span(start[p], start[1 - p]) for p in range(sides)])),
        at=readable(np.full((sides, size, size), -1)),
        value=np.zeros(0, np.float32),
        best=np.zeros(0, np.int8),
        beats=np.zeros(0, np.int32),
        beats_at=readable(np.full((sides, size), -1)),
    )
    states, rows = lay_out(tree)
    return tree._replace(
        value=readable(np.zeros(2 * states + PADDING, np.float32)),
        best=readable(np.zeros(states, np.int8)),
        beats=readable(np.zeros(rows, np.int32)),
    )


def _bits(cards: Iterable[int]) -> int:
    """The ranks of some codes."""
    return sum(1 << (card >> 2) for card in cards)


def _number(table: Classes, ranks: Array) -> int:
    """The class of ranks, counted."""
    packed = sum(int(n) << COUNT_BITS * rank for rank, n in enumerate(ranks))
    return int(np.flatnonzero(table.counts == packed)[0])


def _within_reach(table: Classes, held: Array, gone: Array) -> Array:
    """The classes of up to four cards, at least one, above a hand, with the cards that are left."""
    shift = COUNT_BITS * np.arange(RANKS)
    times = table.counts[:, None] >> shift & (1 << COUNT_BITS) - 1
    fits = (times >= held).all(axis=1) & (times + gone <= SUITS).all(axis=1)
    return np.flatnonzero(fits & (table.size > 0) & (table.size < COMPLETE))


def _span(mine: int, his: int) -> Array:
    """`Tree.span` of one player. Of each buy all cards but one may be left in the deck."""
    sizes = np.arange(COMPLETE + 1)
    most = [
        [sum(COMPLETE - s for s in range(start, size)) for size in sizes] for start in (mine, his)
    ]
    span = np.zeros((COMPLETE + 1, COMPLETE + 1, 2), np.int64)
    span[:, :, 0] = (sizes - mine)[:, None] + sizes - his
    span[:, :, 1] = np.array(most[0])[:, None] + most[1]
    return span


@lean
def lay_out(tree: Tree) -> tuple[int, int]:
    """Give every state its place; how many there are, and how many rows of `beats`."""
    total = rows = 0
    kinds = tree.classes
    for p in range(len(tree.at)):
        q = other(tree, p)
        for i in range(tree.many[p]):
            low = tree.hands[p, i]
            tree.beats_at[p, i] = rows
            rows += (COMPLETE - kinds.size[low]) * len(kinds.finished)
            for j in range(tree.many[q]):
                high = tree.hands[q, j]
                is_lower = low == high or kinds.strength[low] < kinds.strength[high]
                if is_lower and fits(tree, low, high):
                    tree.at[p, i, j] = total
                    first, last = tree.span[p, kinds.size[low], kinds.size[high]]
                    total += variants(kinds, low, high) * (last - first + 1)
    return total, rows


@lean
def fits(tree: Tree, low: int, high: int) -> bool:
    """Are there cards enough for two classes at once?"""
    kinds = tree.classes
    times = kinds.counts[low] + kinds.counts[high] + tree.dead_counts
    return bool(times + 0x3333333333333 & 0x8888888888888 == 0)  # five of a rank carry


@lean
def other(tree: Tree, p: int) -> int:
    """The side of the other player."""
    return 0 if tree.every else 1 - p


@lean
def variants(kinds: Classes, low: int, high: int) -> int:
    """How many ways two classes can be suited, with the cards that are in each other's way."""
    mine, his = is_distinct(kinds, low), is_distinct(kinds, high)
    n = 3 if mine and his else 1
    n += 1 << apart(kinds, high, low) if mine else 0
    n += 1 << apart(kinds, low, high) if his else 0
    return n


@lean
def variant(kinds: Classes, low: int, high: int, suited: int, mask: int) -> int:
    """The number of a way to be suited.

    `mask` has the ranks of the one's cards in the other's suit.
    """
    if suited <= OTHER:
        return suited
    mine, his = is_distinct(kinds, low), is_distinct(kinds, high)
    first = 3 if mine and his else 1
    if suited == LOW:
        return first + packed(kinds, high, low, mask)
    first += 1 << apart(kinds, high, low) if mine else 0
    return first + packed(kinds, low, high, mask)


@lean
def is_distinct(kinds: Classes, number: int) -> bool:
    """Has a class no rank twice?"""
    return bool(kinds.groups[number] == kinds.size[number])


@lean
def apart(kinds: Classes, one: int, another: int) -> int:
    """How many ranks one class has that another has not."""
    n = 0
    for g in range(kinds.groups[one]):
        n += 1 - (kinds.mask[another] >> kinds.ranks[one, g] & 1)
    return n


@lean
def packed(kinds: Classes, one: int, another: int, mask: int) -> int:
    """A set of the ranks that one class has and another has not, as neighbouring bits."""
    bits = n = 0
    for g in range(kinds.groups[one]):
        rank = kinds.ranks[one, g]
        if not kinds.mask[another] >> rank & 1:
            bits |= (mask >> rank & 1) << n
            n += 1
    return bits


@lean
def unpacked(kinds: Classes, one: int, another: int, bits: int) -> int:
    """The set of ranks behind neighbouring bits."""
    mask = n = 0
    for g in range(kinds.groups[one]):
        rank = kinds.ranks[one, g]
        if not kinds.mask[another] >> rank & 1:
            mask |= (bits >> n & 1) << rank
            n += 1
    return mask


@lean
def state(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> tuple[int, int]:
    """Where a state begins, and how many numbers of cards may have been paid for in it."""
    kinds = tree.classes
    at: int = tree.at[p, tree.place[p, low], tree.place[other(tree, p), high]]
    first, last = tree.span[p, kinds.size[low], kinds.size[high]]
    n = last - first + 1
    return at + variant(kinds, low, high, suited, mask) * n, n


@lean
def values_at(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> tuple[int, int]:
    """Where the lower bounds of a state begin, and how far behind them the upper bounds."""
    at, n = state(tree, p, low, high, suited, mask)
    return 2 * at, n


@lean
def exists(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> bool:
    """Can a state come about? What is no state has a place, but no value."""
    q, kinds = other(tree, p), tree.classes
    mine = suited in (SAME, OTHER, LOW)
    his = suited in (SAME, OTHER, HIGH)
    if not can_be_suited(tree, p, low, mine) or not can_be_suited(tree, q, high, his):
        return False
    if mine and his:
        if suited == SAME and kinds.mask[low] & kinds.mask[high]:
            return False
        return bool(tree.every) or (suited == SAME) == (tree.suit[p] == tree.suit[q])
    if mine:
        return in_the_way(tree, q, p, high, low, mask)
    return not his or in_the_way(tree, p, q, low, high, mask)


@lean
def can_be_suited(tree: Tree, p: int, number: int, suited: bool) -> bool:
    """May a player's hand be suited, or not?"""
    kinds = tree.classes
    if not tree.every and kinds.size[number] == tree.start[p]:
        return bool(suited == (tree.suit[p] >= 0))
    if not suited:
        return bool(kinds.size[number] > 1)
    return is_distinct(kinds, number) and (bool(tree.every) or tree.suit[p] >= 0)


@lean
def in_the_way(tree: Tree, p: int, q: int, number: int, suited: int, mask: int) -> bool:
    """May player p's hand, of two suits, have just these ranks in the suit of player q's hand?"""
    kinds = tree.classes
    distinct = is_distinct(kinds, number)
    if mask & kinds.mask[suited] or (distinct and mask == kinds.mask[number]):
        return False
    if tree.every:
        return True
    if mask & tree.dead_in[q]:
        return False
    new = 0
    for rank in range(RANKS):
        times = kinds.counts[number] >> COUNT_BITS * rank & (1 << COUNT_BITS) - 1
        new |= (times > tree.held[p, rank]) << rank
    at_start: int = tree.held_across[p]
    return at_start & ~mask == 0 and mask & ~(new | at_start) == 0
