"""The distribution of a rival's final hand on each board, from a sample of hands that are played.

Boards that differ in the names of suits alone are one. Rivals play by a strategy that is their
tree against an earlier distribution; from one to the next this ends where nothing changes.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sidepot.cards import SUITS
from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff import tree
from sidepot.odds.standoff.tree import ALL, FEWEST, MASKS, best_of, count, final

_LEVELS = 32
"""Strengths that stand for a distribution."""
_CODES = 52


@dataclass(frozen=True)
class Boards:
    """The boards of a deck: for each three cards, in any order, the number of their kind."""

    deck: Array
    number: Array
    example: Array
    """Three cards of each kind."""


def boards(deck: npt.ArrayLike) -> Boards:
    """The boards of a deck that has every rank in the same suits."""
    codes = np.array(deck, np.int64)
    three = np.array(list(itertools.combinations(codes.tolist(), 3)), np.int64)
    suits = sorted(set((codes & 3).tolist()))
    keys = np.full(len(three), np.iinfo(np.int64).max)
    for order in itertools.permutations(suits):
        renamed = np.zeros(len(SUITS), np.int64)
        renamed[suits] = order
        low, middle, high = np.sort((three >> 2 << 2) | renamed[three & 3], axis=1).T
        keys = np.minimum(keys, (low << 6 | middle) << 6 | high)
    _, examples, kinds = np.unique(keys, return_index=True, return_inverse=True)
    number = np.zeros((_CODES,) * 3, np.int64)
    for at in itertools.permutations(range(3)):
        number[tuple(three[:, at].T)] = kinds
    return Boards(readable(codes), readable(number), readable(three[examples]))


@dataclass(frozen=True)
class Players:
    """Hands with all their decisions: what is left of each after each card that may come up."""

    hand: Array
    """The five cards of each."""
    first: Array
    """The mask after the first decision."""
    second: Array
    """By the mask before it and the card that is up."""
    third: Array
    """By the mask, and the cards that are up in their order."""


def empty(hands: npt.NDArray[np.int64]) -> Players:
    """Hands that keep all their cards."""
    n, masks = len(hands), np.arange(MASKS, dtype=np.int8)
    second = np.zeros((n, MASKS, _CODES), np.int8) + masks[None, :, None]
    third = np.zeros((n, MASKS, _CODES, _CODES), np.int8) + masks[None, :, None, None]
    return Players(
        *(readable(hands), readable(np.full(n, ALL, np.int8)), readable(second), readable(third))
    )


def uniform(hands: npt.NDArray[np.int64], rng: np.random.Generator) -> Players:
    """Hands that choose at each decision between keeping all and each card, all equally likely."""
    found = empty(hands)
    for table in (found.first, found.second, found.third):
        before = np.array(table)
        sizes = np.array([mask.bit_count() for mask in range(MASKS)])
        place = np.floor(rng.random(before.shape) * (sizes[before] + 1)).astype(np.int64)
        table[...] = _without(before, place)
    return found


def _without(mask: npt.NDArray[np.int8], place: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
    """Masks without their card at a place, counted from 0; as they are at a place that is empty."""
    less = np.zeros((MASKS, 7), np.int8)
    for one in range(MASKS):
        bits = [k for k in range(5) if one >> k & 1]
        less[one, :] = one
        for at, k in enumerate(bits):
            less[one, at] = one & ~(1 << k)
    found: npt.NDArray[np.int8] = less[mask, place]
    return found


def play(hands: npt.NDArray[np.int64], known: Boards, levels: Array, players: int) -> Players:
    """The best decisions of each hand against a distribution by board."""
    found = empty(hands)
    n = len(known.deck) - hands.shape[1]
    worth = np.zeros((MASKS, n * (n - 1) * (n - 2) // 6))
    for i in range(len(hands)):
        _decide(
            *(found.hand[i], known.deck, known.number, levels, players, worth),
            *(found.first[i : i + 1], found.second[i], found.third[i]),
        )
    return found


@compiled
def _decide(
    own: Array,
    deck: Array,
    number: Array,
    levels: Array,
    players: int,
    worth: Array,
    one: Array,
    two: Array,
    three: Array,
) -> None:
    """Write all decisions of a hand, by the codes of the cards that come up."""
    free = free_of(own, deck)
    n = len(free)
    value = np.zeros(MASKS)
    second = np.zeros((MASKS, n), np.int64)
    third = np.zeros((n, MASKS, n), np.int64)
    tree.fill(own, free, free[:0], ALL, levels, number, players, worth)
    tree.first(worth, n, second, third, value)
    one[0] = best_of(value, ALL)
    for mask in range(MASKS):
        for a in range(n):
            if count(mask) > FEWEST + 1:
                two[mask, free[a]] = second[mask, a]
            for b in range(n):
                if b != a and count(mask) > FEWEST:
                    three[mask, free[a], free[b]] = third[a, mask, b]


@compiled
def free_of(own: Array, deck: Array) -> Array:
    """The cards of a deck that are not in a hand."""
    free = deck[: len(deck) - len(own)].copy()
    n = 0
    for card in deck:
        if card not in own:
            free[n] = card
            n += 1
    return free


def levels_of(rivals: Players, known: Boards) -> Array:
    """The distribution of the rivals' final hands on each kind of board."""
    found = readable(np.zeros((len(known.example), _LEVELS), np.int64))
    _collect(rivals.hand, rivals.first, rivals.second, rivals.third, known.example, found)
    return found


@compiled
def _collect(
    hand: Array, one: Array, two: Array, three: Array, example: Array, found: Array
) -> None:
    """Write equally spaced strengths of the final hands, over all orders of the board."""
    strength = np.zeros(6 * len(hand), np.int64)
    held = hand[0].copy()
    for kind in range(len(example)):
        board, n = example[kind], 0
        for g in range(len(hand)):
            if board[0] in hand[g] or board[1] in hand[g] or board[2] in hand[g]:
                continue
            for a in range(3):
                for b in range(3):
                    if a != b:
                        mask = two[g, one[g], board[a]]
                        mask = three[g, mask, board[a], board[b]]
                        strength[n] = final(hand[g], mask, board, held)
                        n += 1
        ordered = np.sort(strength[:n])
        for k in range(_LEVELS):
            found[kind, k] = ordered[(2 * k + 1) * n // (2 * _LEVELS)] if n else 0
