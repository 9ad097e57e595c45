"""A turn in the tree: what each number of cards is worth, from the values of the states behind it.

With mass_j the chance that the low hand escapes on exactly its j-th card, and W_j(P) the mean of
what the other's turn is worth then, when the pot is P,

    V_k(P) = -k + sum over j <= k of mass_j (P + k) - W_j(P + k),

all in prices of a card. k does not enter into the branches: one walk serves every k and every pot.
Where both hands come to the same ranks, suits decide who is low (H5), and these the lumps do not
know: the lower bound takes the worse of both ways to go on, the upper bound the better one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, lean, woven
from sidepot.odds.solving.classes import RANKS, SUITS, Classes
from sidepot.odds.solving.finished import CHOOSE, Facing, face, joined, times, ways_to_draw
from sidepot.odds.solving.tree import (
    ALL_RANKS,
    DECK,
    HIGH,
    LOW,
    NEITHER,
    OTHER,
    SAME,
    Tree,
    other,
    packed,
    values_at,
)
from sidepot.rules.upcards import COMPLETE

LEVEL, AFTER_LEVEL = COMPLETE - 1, COMPLETE
"""Branches beside those by the card on which one escapes (0 for the first): equal ranks, and what
comes with the card after them if suits have not let one escape."""
BRANCHES = COMPLETE + 1
MOST_BOUGHT = 40
"""More cards than two hands can pay for, and a whole length of those below."""
WIDE = 16
"""Numbers of cards paid for that are summed up at a time, needed or not: a fixed length is quicker,
and no state has more."""
ROOM = WIDE + COMPLETE
LOWER, UPPER = range(2)


class Draw(NamedTuple):
    """Cards that the low hand draws."""

    cards: int
    """How many,"""
    to: int
    """and the class that they make of the hand."""
    just: int
    """How many of them may have come last: the hand before was lower,"""
    level: int
    """or was level."""


class Sums(NamedTuple):
    """What the branches of a turn come to."""

    mass: Array
    """By branch: its chance."""
    worth: Array
    """By branch, bound and cards paid for: what the other's turn is worth, times the chance."""


class Work(NamedTuple):
    """Room to work out a turn in.

    Numbers of cards paid for count from the least that a state may have; for pots, from the start.
    """

    left: Array
    """By rank: cards that are unseen."""
    pot: Array
    """The pot, in prices of a card."""
    half: Array
    """By bound: half of it; an odd chip (C4) is the other's, or one's own."""
    plain: Sums
    """As if the low hand could be no flush."""
    sums: Sums
    facing: Facing
    known: Array
    """What a turn against five cards is worth to the hand that was asked about last.

    The lower bounds by finished hand, its cards in the other's suit, and cards paid for; then the
    upper bounds, but only where they are others.
    """
    marks: Array
    """By the first two: which hand that was, and whether the upper bounds are others."""
    value: Array
    """By number of cards bought, bound, and cards paid for before: what the buy is worth."""


def workroom(tree: Tree) -> Work:
    """Room for one thread."""
    rows = len(tree.classes.finished) << COMPLETE
    chips = tree.pot + tree.price * np.arange(MOST_BOUGHT)
    return Work(
        left=np.zeros(RANKS, np.int64),
        pot=chips / tree.price,
        half=np.array([chips // 2, (chips + 1) // 2]) / tree.price,
        plain=Sums(np.zeros(BRANCHES), np.zeros((BRANCHES, 2, ROOM))),
        sums=Sums(np.zeros(BRANCHES), np.zeros((BRANCHES, 2, ROOM))),
        facing=Facing(np.zeros(COMPLETE), np.zeros(COMPLETE)),
        known=np.zeros(2 * rows * WIDE, np.float32),
        marks=np.zeros(rows, np.int32),
        value=np.zeros((COMPLETE, 2, ROOM)),
    )


# Draws ----------------------------------------------------------------------------------------


@lean
def walk_plain(tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Work) -> None:
    """Sum up every draw after which the low hand is low no more, as if it could be no flush.

    Into `work.plain`. How the low hand is suited matters only for whose cards are in whose way.
    """
    kinds = tree.classes
    count_left(tree, low, high, work)
    clear(tree, low, high, work)
    total = 1.0
    for j in range(1, COMPLETE - kinds.size[low] + 1):
        total = total * (unseen(tree, low, high) - j + 1) / j
        for drawn in range(kinds.first[j], kinds.first[j + 1]):
            if ways_to_draw(kinds, drawn, work.left) > 0:
                draw = drawn_by(kinds, low, high, drawn, j)
                if is_up(kinds, draw.to, high) and draw.just + draw.level > 0:
                    walk_suits(tree, p, low, high, suited, mask, drawn, draw, total, work)


@woven
def walk_suits(
    tree: Tree,
    p: int,
    low: int,
    high: int,
    suited: int,
    mask: int,
    drawn: int,
    draw: Draw,
    total: float,
    work: Work,
) -> None:
    """Sum up the draw of some ranks; if the high hand is suited, by which are of its suit."""
    kinds, q, his = tree.classes, other(tree, p), is_high_suited(suited)
    across = mine_in_his(kinds, low, suited, mask)
    free = ALL_RANKS & ~(kinds.mask[high] | tree.dead_in[q] | across)
    for subset in range(1 << kinds.groups[drawn] if his else 1):
        after, in_his = NEITHER, 0
        if his:
            ways = ways_across(kinds, drawn, work.left, subset, free)
            after, in_his = LOW, across | ranks_of(kinds, drawn, subset)
        else:
            ways = ways_to_draw(kinds, drawn, work.left)
        if ways > 0:
            at, step = look_behind(tree, q, high, draw.to, after, in_his, in_his, work)
            add(tree, high, draw, ways / total, at, step, work.plain, work)


@lean
def walk_suited(
    tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Work
) -> None:
    """Set right what `walk_plain` says of draws all in the suit of a low hand that is suited."""
    kinds = tree.classes
    begin_plain(tree, low, high, work)
    if not is_low_suited(suited):
        return
    in_mine = kinds.mask[high] if suited == SAME else (mask if suited == LOW else 0)
    free = ALL_RANKS & ~(kinds.mask[low] | tree.dead_in[p] | in_mine)
    total = 1.0
    for j in range(1, COMPLETE - kinds.size[low] + 1):
        total = total * (unseen(tree, low, high) - j + 1) / j
        for place in range(kinds.first_distinct[j], kinds.first_distinct[j + 1]):
            drawn = kinds.distinct[place]
            if kinds.mask[drawn] & ~free == 0:
                draw = drawn_by(kinds, low, high, drawn, j)
                if draw.just + draw.level > 0:
                    set_right(tree, p, low, high, suited, in_mine, draw, total, work)


@woven
def set_right(
    tree: Tree,
    p: int,
    low: int,
    high: int,
    suited: int,
    in_mine: int,
    draw: Draw,
    total: float,
    work: Work,
) -> None:
    """Take a draw all in one suit for what it is, and no more for what it would be in two."""
    kinds, q, to = tree.classes, other(tree, p), draw.to
    in_his = kinds.mask[to] if suited == SAME else 0
    up = is_up(kinds, to, high)
    if not up and not (kinds.size[to] == COMPLETE and is_flush_up(kinds, to, high)):
        return
    for sign in range(-1 if up else 1, 2, 2):
        after, their_mask = suited, 0
        if sign < 0:
            after, their_mask = (NEITHER if suited == LOW else LOW), in_his
        elif suited == LOW:
            after, their_mask = HIGH, in_mine
        at, step = look_behind(tree, q, high, to, after, their_mask, in_his, work)
        add(tree, high, draw, sign / total, at, step, work.sums, work)


@lean
def drawn_by(kinds: Classes, low: int, high: int, drawn: int, cards: int) -> Draw:
    """What the low hand draws."""
    to = joined(kinds, low, drawn)
    if cards == 1:
        return Draw(cards, to, 1, 0)
    just = level = 0
    for g in range(kinds.groups[drawn]):
        before = kinds.take[to, kinds.ranks[drawn, g]]
        just += kinds.times[drawn, g] * (kinds.strength[before] < kinds.strength[high])
        level += kinds.times[drawn, g] * (before == high)
    return Draw(cards, to, just, level)


@lean
def is_up(kinds: Classes, to: int, high: int) -> bool:
    """Is a hand that has grown not below the other any more, or level by ranks?"""
    return to == high or bool(kinds.strength[to] > kinds.strength[high])


@woven
def clear(tree: Tree, low: int, high: int, work: Work) -> None:
    """Count nothing yet."""
    for branch in range(BRANCHES):
        work.plain.mass[branch] = 0.0
        if is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(ROOM):
                    work.plain.worth[branch, bound, i] = 0.0


@woven
def begin_plain(tree: Tree, low: int, high: int, work: Work) -> None:
    """Begin with what `walk_plain` has found."""
    for branch in range(BRANCHES):
        work.sums.mass[branch] = work.plain.mass[branch]
        if is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(ROOM):
                    work.sums.worth[branch, bound, i] = work.plain.worth[branch, bound, i]


@lean
def is_branch(tree: Tree, low: int, high: int, branch: int) -> bool:
    """Can a turn have such a branch?"""
    size = tree.classes.size
    if branch >= LEVEL:
        return bool(size[low] < size[high])
    return bool(branch < COMPLETE - size[low])


@lean
def look_behind(
    tree: Tree, q: int, low: int, high: int, suited: int, mask: int, in_mine: int, work: Work
) -> tuple[int, int]:
    """Where the values of the next turn begin, which is player q's, and how far off the upper are.

    In `tree.value`, or against five cards in `work.known`. `in_mine`: ranks of the high hand in the
    suit of the low one, if that is suited.
    """
    if tree.classes.size[high] < COMPLETE:
        return values_at(tree, q, low, high, suited, mask)
    return face_once(tree, q, low, high, suited, in_mine, work)


@woven
def face_once(
    tree: Tree, q: int, low: int, high: int, suited: int, in_mine: int, work: Work
) -> tuple[int, int]:
    """`look_behind` for five cards; what is not known yet is worked out."""
    kinds, can_flush = tree.classes, is_low_suited(suited)
    is_flush = suited in (SAME, OTHER, HIGH)
    number = kinds.as_flush[high] if is_flush else high - kinds.first[COMPLETE]
    row = number << COMPLETE | packed(kinds, high, 0, in_mine)
    mark = ((tree.place[q, low] << 1 | q) << 1 | can_flush) + 1
    if work.marks[row] >> 1 != mark:
        free = ALL_RANKS & ~(kinds.mask[low] | tree.dead_in[q] | in_mine) if can_flush else 0
        face(tree, q, low, number, can_flush, free, work.facing)
        is_level = work.facing.level[COMPLETE - kinds.size[low]] > 0.0
        work.marks[row] = mark << 1 | is_level
        best_against(tree, q, low, row, is_level, work)
    upper = len(work.known) >> 1 if work.marks[row] & 1 else 0
    return row * WIDE, upper


@woven
def best_against(tree: Tree, q: int, low: int, row: int, is_level: bool, work: Work) -> None:
    """Write what a turn against five cards is worth: the best number of cards, or to fold."""
    size = tree.classes.size[low]
    first = tree.span[q, size, COMPLETE, 0]
    for bound in range(2 if is_level else 1):
        at = row * WIDE + bound * (len(work.known) >> 1)
        for i in range(WIDE):
            work.known[at + i] = max(0.0, buy(work.facing, 1, bound, first + i, work))
        for k in range(2, COMPLETE - size + 1):
            for i in range(WIDE):
                value = buy(work.facing, k, bound, first + i, work)
                work.known[at + i] = max(work.known[at + i], value)


@lean
def buy(facing: Facing, k: int, bound: int, bought: int, work: Work) -> float:
    """What k cards are worth against five, when so many have been paid for since the start."""
    won: float = facing.beat[k] * work.pot[bought + k]
    shared: float = facing.level[k] * work.half[bound, bought + k]
    return won + shared - k


@woven
def add(
    tree: Tree,
    high: int,
    draw: Draw,
    chance: float,
    at: int,
    step: int,
    sums: Sums,
    work: Work,
) -> None:
    """Count what a draw leads to, with its chance: `at` and `step` are those of `look_behind`."""
    values = tree.value if tree.classes.size[draw.to] < COMPLETE else work.known
    branch = LEVEL if draw.to == high else draw.cards - 1
    add_to(sums, branch, draw.cards, chance * draw.just / draw.cards, values, at, step)
    if draw.level:
        part = chance * draw.level / draw.cards
        add_to(sums, AFTER_LEVEL, draw.cards, part, values, at, step)


@lean
def add_to(
    sums: Sums, branch: int, cards: int, chance: float, values: Array, at: int, step: int
) -> None:
    """Count it in one branch."""
    sums.mass[branch] += chance
    for bound in range(2):
        for i in range(WIDE):
            sums.worth[branch, bound, cards + i] += chance * values[at + bound * step + i]


@lean
def count_left(tree: Tree, low: int, high: int, work: Work) -> None:
    """Count the unseen cards of each rank."""
    for rank in range(RANKS):
        seen = times(tree.classes, low, rank) + times(tree.classes, high, rank) + tree.dead[rank]
        work.left[rank] = SUITS - seen


# A buy ----------------------------------------------------------------------------------------


@lean
def weigh(tree: Tree, p: int, low: int, high: int, work: Work) -> None:
    """What player p's buys are worth, from the draws: `work.value`."""
    kinds = tree.classes
    first, last = tree.span[p, kinds.size[low], kinds.size[high]]
    room, to_level = COMPLETE - kinds.size[low], kinds.size[high] - kinds.size[low]
    for i in range(last - first + 1):
        for k in range(1, room + 1):
            for bound in range(2):
                value = -float(k)
                for j in range(k):
                    value += gain(work, j, first, i + k, bound)
                if work.sums.mass[LEVEL] > 0.0 and k >= to_level:
                    value += level_gain(tree, work, k - to_level, first, i + k, bound)
                work.value[k, bound, i] = value


@lean
def gain(work: Work, branch: int, first: int, i: int, bound: int) -> float:
    """What a branch brings: the pot, less what the other's turn is worth."""
    won: float = work.sums.mass[branch] * work.pot[first + i]
    lost: float = work.sums.worth[branch, 1 - bound, i]
    return won - lost


@lean
def level_gain(tree: Tree, work: Work, more: int, first: int, i: int, bound: int) -> float:
    """What equal ranks bring when so many cards are to come: escaped by suit, or not (R5, R8)."""
    escaped = gain(work, LEVEL, first, i, bound)
    beaten = gain(work, AFTER_LEVEL, first, i, bound) if more else 0.0
    if tree.any_tie:
        escaped = work.sums.mass[LEVEL] * work.half[bound, first + i]
        beaten = beaten if more else escaped
    return max(escaped, beaten) if bound == UPPER else min(escaped, beaten)


# Hands ----------------------------------------------------------------------------------------


@lean
def is_low_suited(suited: int) -> bool:
    """May the low hand still become a flush?"""
    return suited in (SAME, OTHER, LOW)


@lean
def is_high_suited(suited: int) -> bool:
    """May the high hand still become a flush?"""
    return suited in (SAME, OTHER, HIGH)


@lean
def mine_in_his(kinds: Classes, low: int, suited: int, mask: int) -> int:
    """The ranks of the low hand's cards in the suit of the high one, if that is suited."""
    if suited == SAME:
        mask = kinds.mask[low]
    return mask if suited in (SAME, HIGH) else 0


@lean
def is_flush_up(kinds: Classes, to: int, high: int) -> bool:
    """Does a class of five ranks beat a hand once it is a flush?"""
    return bool(kinds.finished_strength[kinds.as_flush[to]] > kinds.strength[high])


@lean
def unseen(tree: Tree, low: int, high: int) -> int:
    """How many cards are in the deck."""
    held: int = tree.classes.size[low] + tree.classes.size[high]
    return DECK - tree.seen - held


@lean
def ranks_of(kinds: Classes, number: int, subset: int) -> int:
    """The ranks of some groups of a class."""
    mask = 0
    for g in range(kinds.groups[number]):
        mask |= (subset >> g & 1) << kinds.ranks[number, g]
    return mask


@lean
def ways_across(kinds: Classes, drawn: int, left: Array, subset: int, free: int) -> int:
    """`ways_to_draw`, with just a subset of the ranks, by groups, among the cards of one suit."""
    ways = 1
    for g in range(kinds.groups[drawn]):
        rank, n = kinds.ranks[drawn, g], kinds.times[drawn, g]
        is_free, is_in = free >> rank & 1, subset >> g & 1
        if is_in > is_free:
            return 0
        ways *= CHOOSE[left[rank] - is_free, n - is_in]
    return ways
