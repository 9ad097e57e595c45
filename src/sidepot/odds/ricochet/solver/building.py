"""Builds the tree of two hands, or of every deal, and assigns its states their offsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sidepot.kernel import Array, readable, without_refcounts
from sidepot.odds.ricochet.solver.classes import COUNT_BITS, RANKS, SUITS, Classes, hand_classes
from sidepot.odds.ricochet.solver.states import pattern_count
from sidepot.odds.ricochet.solver.tree import PADDING, Tree, opponent
from sidepot.rules.upcards import COMPLETE


def build_tree(
    hands: Sequence[Sequence[int]],
    *,
    dead: Sequence[int] = (),
    pot: int,
    price: int,
    any_tie: bool,
) -> Tree:
    """The tree of two hands of at most four cards, or of every deal of one card each; not solved.

    `hands` are codes of cards, both empty for every deal; `dead` are codes too; `pot` and `price`
    are in chips; `any_tie`: does any tie end the hand (R8)?
    """
    table = hand_classes()
    held, suit, across, dead_in = _cards_of(hands, dead)
    dead_ranks = np.bincount([card >> 2 for card in dead], minlength=RANKS)
    reachable = [_reachable_classes(table, held[p], held[1 - p] + dead_ranks) for p in range(2)]
    size = max(map(len, reachable))
    hands_of, place = np.full((2, size), -1), np.full((2, len(table.size)), -1)
    for p, numbers in enumerate(reachable):
        hands_of[p, : len(numbers)] = numbers
        place[p, numbers] = np.arange(len(numbers))
    all_deals = not any(hands)
    sides = 1 if all_deals else 2
    start = np.array([1, 1]) if all_deals else held.sum(axis=1)
    tree = Tree(
        classes=table,
        all_deals=int(all_deals),
        start_size=readable(start),
        hands=readable(hands_of),
        hand_index=readable(place),
        hand_count=readable(np.array([len(numbers) for numbers in reachable])),
        suit=readable(suit),
        start_class=readable(np.array([_class_number(table, ranks) for ranks in held])),
        held=readable(held),
        held_in_other_suit=readable(across),
        dead=readable(dead_ranks),
        dead_in_suit=readable(dead_in),
        packed_dead=sum(int(n) << COUNT_BITS * rank for rank, n in enumerate(dead_ranks)),
        dead_count=len(dead),
        pot=pot,
        price=price,
        any_tie=int(any_tie),
        paid_span=readable(np.array([_span(start[p], start[1 - p]) for p in range(sides)])),
        offset=readable(np.full((sides, size, size), -1)),
        value=np.zeros(0, np.float32),
        best_buy=np.zeros(0, np.int8),
        winning_draws=np.zeros(0, np.int32),
        winning_draws_offset=readable(np.full((sides, size), -1)),
    )
    states, rows = assign_offsets(tree)
    return tree._replace(
        value=readable(np.zeros(2 * states + PADDING, np.float32)),
        best_buy=readable(np.zeros(states, np.int8)),
        winning_draws=readable(np.zeros(rows, np.int32)),
    )


def _cards_of(
    hands: Sequence[Sequence[int]], dead: Sequence[int]
) -> tuple[Array, Array, Array, Array]:
    """`Tree.held`, `suit`, `held_in_other_suit` and `dead_in_suit` of two hands."""
    held = np.zeros((2, RANKS), np.int64)
    suit, across, dead_in = (np.full(2, fill, np.int64) for fill in (-1, 0, 0))
    for p, cards in enumerate(hands):
        np.add.at(held[p], [card >> 2 for card in cards], 1)
        suits = {card & 3 for card in cards}
        suit[p] = suits.pop() if len(suits) == 1 else -1
    for p in range(2):
        across[p] = _bit_count(card for card in hands[p] if card & 3 == suit[1 - p])
        dead_in[p] = _bit_count(card for card in dead if card & 3 == suit[p])
    return held, suit, across, dead_in


def _bit_count(cards: Iterable[int]) -> int:
    """The ranks of some cards, as bits."""
    return sum(1 << (card >> 2) for card in cards)


def _class_number(table: Classes, ranks: Array) -> int:
    """The class with these counts of each rank."""
    packed = sum(int(n) << COUNT_BITS * rank for rank, n in enumerate(ranks))
    return int(np.flatnonzero(table.packed_counts == packed)[0])


def _reachable_classes(table: Classes, held: Array, dead_ranks: Array) -> Array:
    """The classes of one to four cards that a hand can become, with the cards that are left."""
    shift = COUNT_BITS * np.arange(RANKS)
    times = table.packed_counts[:, None] >> shift & (1 << COUNT_BITS) - 1
    fits = (times >= held).all(axis=1) & (times + dead_ranks <= SUITS).all(axis=1)
    return np.flatnonzero(fits & (table.size > 0) & (table.size < COMPLETE))


def _span(mine: int, theirs: int) -> Array:
    """`Tree.paid_span` of one player. Of each buy all cards but one may stay in the deck."""
    sizes = np.arange(COMPLETE + 1)
    most = [
        [sum(COMPLETE - s for s in range(start, size)) for size in sizes]
        for start in (mine, theirs)
    ]
    span = np.zeros((COMPLETE + 1, COMPLETE + 1, 2), np.int64)
    span[:, :, 0] = (sizes - mine)[:, None] + sizes - theirs
    span[:, :, 1] = np.array(most[0])[:, None] + most[1]
    return span


@without_refcounts
def assign_offsets(tree: Tree) -> tuple[int, int]:
    """Assign every state its offset.

    Returns the number of values (for one bound) and the number of entries of `winning_draws`.
    """
    total = rows = 0
    classes = tree.classes
    for p in range(len(tree.offset)):
        q = opponent(tree, p)
        for i in range(tree.hand_count[p]):
            low = tree.hands[p, i]
            tree.winning_draws_offset[p, i] = rows
            rows += (COMPLETE - classes.size[low]) * len(classes.complete)
            for j in range(tree.hand_count[q]):
                high = tree.hands[q, j]
                is_lower = low == high or classes.strength[low] < classes.strength[high]
                if is_lower and _fits(tree, low, high):
                    tree.offset[p, i, j] = total
                    first, last = tree.paid_span[p, classes.size[low], classes.size[high]]
                    total += pattern_count(classes, low, high) * (last - first + 1)
    return total, rows


@without_refcounts
def _fits(tree: Tree, low: int, high: int) -> bool:
    """Does the deck have enough cards for two classes at once?"""
    classes = tree.classes
    times = classes.packed_counts[low] + classes.packed_counts[high] + tree.packed_dead
    return bool(times + 0x3333333333333 & 0x8888888888888 == 0)  # five of a rank carry
