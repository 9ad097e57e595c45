"""The cards of a history that are dealt twice, and the discards they must have come from.

Cards are dealt from the deck until it is exhausted, and one is burned in every draw in which
anybody exchanges; then from the discards of earlier draws, as often as these are shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidepot.history.notation import WORDS, Line
from sidepot.rules import actions, draws

_DISCARD = WORDS[actions.KINDS[actions.EXCHANGE]]


class Place(NamedTuple):
    """A card of a line, by the indexes of the line and of the card in it, and who gets it."""

    line: int
    card: int
    seat: int


class _Returned(NamedTuple):
    """A card that is dealt again; `sources`: the lines of the discards that it was among."""

    place: Place
    sources: Sequence[int]


class Deals:
    """The deals of a history: `first`, of cards that come from the deck, and `again`."""

    def __init__(self, size: int | None, lines: Sequence[Line | None]) -> None:
        """`size`: the number of cards of the deck; None where nothing is dealt again.

        Each card comes back once at most: of more, which no hand has, no discards are looked for.
        """
        self.first: list[Place] = []
        self.again: list[_Returned] = []
        self._lines = lines
        self._left = size
        self._most = size or 0
        self._earlier: list[int] = []
        self._fresh: list[int] = []
        self._sources: tuple[int, ...] = ()
        self._under = 0
        self._served = False
        for number, line in enumerate(lines):
            if line and line.word == _DISCARD:
                self._lay_aside(number, line)
            elif line and line.deals:
                self._deal(number, line)

    def _lay_aside(self, number: int, line: Line) -> None:
        """A draw begins with the first line after cards were dealt."""
        if self._served:
            self._earlier += self._fresh
            self._fresh, self._served = [], False
        if line.cards:
            self._fresh.append(number)

    def _deal(self, number: int, line: Line) -> None:
        if self._fresh and not self._served:
            self._take(draws.BURNED)
        self._served = True
        for i in range(len(line.cards)):
            place = Place(number, i, line.seat)
            if self._left is None or self._left > 0:
                self.first.append(place)
                self._take(1)
            else:
                sources = self._shuffled() if len(self.again) < self._most else ()
                self.again.append(_Returned(place, sources))

    def _take(self, n: int) -> None:
        if self._left is not None:
            self._left = max(self._left - n, 0)

    def _shuffled(self) -> Sequence[int]:
        """The lines of the discards from which the next card comes; none if there are none."""
        if not self._under:
            self._sources, self._earlier = tuple(self._earlier[: self._most]), []
            found = (self._lines[number] for number in self._sources)
            self._under = sum(len(line.cards) for line in found if line)
        self._under = max(self._under - 1, 0)
        return self._sources
