"""Hands for the tests: all of a kind of them, or at random from a seed."""

import functools
import itertools
import math
import random
from collections.abc import Iterator

import numpy as np

from sidepot.cards import RANKS, SUITS

from .compare import Codes, Hand

DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)


@functools.cache
def all_five_card_hands() -> Codes:
    """The 2,598,960 hands of one deck, codes ascending, in lexicographic order: shape (5, n)."""
    combinations = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(combinations, np.int8, 5 * math.comb(52, 5)).reshape(-1, 5)
    return np.ascontiguousarray(hands.T)


def rank_multisets(size: int) -> Iterator[tuple[str, ...]]:
    """All ways to choose `size` ranks, up to `size` of each (more than four: several decks)."""
    return itertools.combinations_with_replacement(RANKS, size)


def mixed(ranks: tuple[str, ...]) -> Hand:
    """A hand with these ranks, no flush; legal with one deck if no rank is there five times."""
    return tuple(rank + suit for rank, suit in zip(ranks, SUITS + SUITS[0], strict=False))


def suited(ranks: tuple[str, ...], suit: str = "h") -> Hand:
    """A hand with these ranks in one suit; from several decks if a rank is there twice."""
    return tuple(rank + suit for rank in ranks)


def every_class() -> list[Hand]:
    """A mixed and a suited hand for every rank multiset of one to five cards, any number of decks.

    Nothing else enters strength (H2-H4), so these are all hands that there are.
    """
    every = [ranks for size in range(1, 6) for ranks in rank_multisets(size)]
    return [dress(ranks) for ranks in every for dress in (mixed, suited)]


def random_hands(rng: random.Random, n: int) -> list[Hand]:
    """Hands of one to five cards from one to five decks, each from freshly shuffled decks."""
    return [tuple(rng.sample(DECK * rng.randint(1, 5), rng.randint(1, 5))) for _ in range(n)]


def constructed_hands(rng: random.Random, n: int) -> list[Hand]:
    """Rarities on purpose: duplicates in one suit, full houses and quads that are flushes, wheels.

    Every hand comes suited, with one card of another suit, and with one card less.
    """
    found: list[Hand] = []
    for _ in range(n):
        low = rng.randint(0, 9)
        few = rng.sample(RANKS, rng.randint(1, 5))
        straight = tuple((RANKS[-1] + RANKS)[low : low + 5])
        for ranks in (straight, tuple(rng.choices(few, k=5))):
            hand = list(suited(ranks, rng.choice(SUITS)))
            rng.shuffle(hand)
            found += [tuple(hand), (*hand[:4], hand[4][0] + rng.choice(SUITS)), tuple(hand[:4])]
    return found


def tied_hands(rng: random.Random, n: int) -> list[Hand]:
    """Many hands with the same ranks: n rank multisets, wheels among them, in forty suitings each.

    Half of the suitings are legal with one deck where the ranks are; the others hold duplicates.
    """
    found: list[Hand] = []
    for k in range(n):
        few = rng.sample(RANKS, rng.randint(1, 5))
        ranks = list("A2345") if k % 5 == 0 else rng.choices(few, k=rng.randint(1, 5))
        for _ in range(20):
            rng.shuffle(ranks)
            found.append(tuple(rank + rng.choice(SUITS) for rank in ranks))
            decks = {rank: rng.sample(SUITS, 4) for rank in ranks}
            found.append(tuple(rank + (decks[rank] or ["c"]).pop() for rank in ranks))
    return found
