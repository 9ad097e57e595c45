"""The hands that two players may hold at the end of a hand, and how likely each is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sidepot.bots.endgame.cfr import Hands
from sidepot.bots.endgame.position import Combo
from sidepot.kernel import Array, readable

Pair = tuple[Combo, Combo]


@dataclass(frozen=True, eq=False)
class Held:
    """The hands of both players, the weakest first."""

    combos: tuple[Combo, ...]
    hands: Hands
    ranges: Array
    """float64[2, hands]: how likely each player holds each hand when the end begins."""

    def pairs(self) -> tuple[Pair, Pair, Pair]:
        """Two hands of which the first player's, the second's and none is better.

        Where there are none, another pair stands for them: it cannot come.
        """
        first, second = (np.flatnonzero(row).tolist() for row in self.ranges)
        strengths = self.hands.strength.tolist()
        won = self._apart((i, j) for i in reversed(first) for j in second)
        lost = self._apart((i, j) for i in first for j in reversed(second))
        level = self._apart(_level(strengths, first, second))
        assert won is not None and lost is not None
        return won, lost, level or won

    def _apart(self, places: Iterable[tuple[int, int]]) -> Pair | None:
        """The first of some pairs that have no card in common."""
        pairs = ((self.combos[i], self.combos[j]) for i, j in places)
        return next(((one, other) for one, other in pairs if {*one}.isdisjoint(other)), None)


def _level(
    strengths: Sequence[int], first: Sequence[int], second: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """The places of hands of both that are as strong as one another."""
    places: dict[int, list[int]] = {}
    for j in second:
        places.setdefault(strengths[j], []).append(j)
    return ((i, j) for i in first for j in places.get(strengths[i], ()))


def in_order(
    combos: Sequence[Combo], strengths: Sequence[int], are_listed: bool
) -> tuple[Array, tuple[Combo, ...], Hands]:
    """The places of hands by their strength, and the hands in that order.

    Two hands that are listed cannot be held if they share one of at most two cards. Of drawn ones
    of more cards this is left out.
    """
    order = np.argsort(strengths, kind="stable")
    ranked, n = tuple(combos[i] for i in order), len(combos)
    card = np.array([combo[0] for combo in ranked], np.int64) if are_listed else np.arange(n)
    own = 1 + card.max() + np.arange(n)
    has_two = are_listed and len(ranked[0]) > 1
    other = np.array([combo[1] for combo in ranked], np.int64) if has_two else own
    columns = np.array(strengths, np.int64)[order], card.astype(np.uint16), other.astype(np.uint16)
    return order, ranked, Hands(*(readable(column) for column in columns))
