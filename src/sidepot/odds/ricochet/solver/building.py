"""A tree grows above two hands, or above every deal: its states get their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sidepot.kernel import Array, readable, without_refcounts
from sidepot.odds.ricochet.solver.classes import COUNT_BITS, RANKS, SUITS, Classes, classes
from sidepot.odds.ricochet.solver.states import variants
from sidepot.odds.ricochet.solver.tree import PADDING, Tree, other
from sidepot.rules.upcards import COMPLETE


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


@without_refcounts
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
                if is_lower and _fits(tree, low, high):
                    tree.at[p, i, j] = total
                    first, last = tree.span[p, kinds.size[low], kinds.size[high]]
                    total += variants(kinds, low, high) * (last - first + 1)
    return total, rows


@without_refcounts
def _fits(tree: Tree, low: int, high: int) -> bool:
    """Are there cards enough for two classes at once?"""
    kinds = tree.classes
    times = kinds.counts[low] + kinds.counts[high] + tree.dead_counts
    return bool(times + 0x3333333333333 & 0x8888888888888 == 0)  # five of a rank carry
