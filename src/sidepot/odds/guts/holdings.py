"""All hands of two or three cards, with their strengths by the rules of Guts."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sidepot import cards, games, kernel
from sidepot.cards import SUITS
from sidepot.games.guts import Guts, strength_of
from sidepot.kernel import Array, Records, compiled, readable

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Holdings:
    """The hands of a game, from the weakest. Their strengths are numbered likewise, from 0."""

    size: int
    """Cards of a hand."""
    card: Whole
    """The cards of each hand."""
    strength: Whole
    """The number of each hand's strength."""
    worth: Whole
    """The strengths by the rules, by number."""
    kinds: Whole
    """One hand of each kind: hands that differ in the names of the suits alone are one."""
    kind_of: Whole
    """The place in `kinds` of each hand's kind."""

    @property
    def strengths(self) -> int:
        """The number of different strengths."""
        return int(self.strength.max()) + 1

    @property
    def often(self) -> npt.NDArray[np.float64]:
        """The probability of each kind."""
        counts: npt.NDArray[np.float64] = np.bincount(self.kind_of) / len(self.card)
        return counts

    def example(self, strength: int) -> tuple[int, ...]:
        """The cards of one hand of a strength."""
        at = int(np.flatnonzero(self.strength == strength)[0])
        return tuple(int(code) for code in self.card[at])


@functools.cache
def holdings(size: int, ranking: str = "three-card") -> Holdings:
    """The hands of a number of cards, compared as a table has agreed (G7)."""
    game = games.find("guts", cards=size, ranking=ranking)
    held = np.array(list(itertools.combinations(sorted(cards.deck()), size)), np.int64)
    worth = readable(np.zeros(len(held), np.int64))
    rows = kernel.filled(game.direct.layout, bytes(game.direct.layout.itemsize))
    s: Any = kernel.fields(rows)
    for name, number in game.numbers.items():
        setattr(s.options, name, number)
    _find_strengths(rows, readable(held), worth)
    order = np.argsort(worth, kind="stable")
    by_rules, strength = np.unique(worth[order], return_inverse=True)
    kinds, kind_of = _kinds(held[order])
    return Holdings(size, held[order], strength.astype(np.int64), by_rules, kinds, kind_of)


@compiled
def _find_strengths(rows: Records, held: Array, worth: Array) -> None:
    """Write the strength of each hand, by the rules."""
    s: Guts = rows[0]
    for i in range(len(held)):
        s.hole.size[0] = held.shape[1]
        for k in range(held.shape[1]):
            s.hole.card[0, k] = held[i, k]
        worth[i] = strength_of(s, 0)


def _kinds(held: Whole) -> tuple[Whole, Whole]:
    """One hand of each kind, and the place of each hand's kind among these."""
    keys = np.full(len(held), np.iinfo(np.int64).max)
    for order in itertools.permutations(range(len(SUITS))):
        named = np.sort((held >> 2 << 2) | np.array(order)[held & 3], axis=1)
        key = np.zeros(len(held), np.int64)
        for k in range(held.shape[1]):
            key = key << 6 | named[:, k]
        keys = np.minimum(keys, key)
    _, first, kind_of = np.unique(keys, return_index=True, return_inverse=True)
    return first.astype(np.int64), kind_of.astype(np.int64)
