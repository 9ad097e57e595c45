"""The opening of Ricochet for two: the value of each first buy, from the table that ships.

`sidepot solve ricochet-2 --write` makes it: ante 1 and card price 1, one card each, by the ranks of
the low and the high card and whether they share a suit.
"""

from __future__ import annotations

import csv
import functools
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from sidepot import cards
from sidepot.cards import RANKS

_FILE = "opening.csv"
_HEADER = ("low", "high", "suits", "buy", "least", "most")
_SUITS = ("one", "two")
"""The number of suits of the two cards."""

Deal = tuple[int, int, str]
"""The rank of the low card and of the high one, 0 to 12, and one of `_SUITS`."""
Bounds = tuple[float, float]
"""Proven lower and upper bound of a value; equal where no tie that suits decide can occur."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position of two hands, cards as codes, `pot` and `price` of a card in chips.

    `dead`: the cards of hands that are out. `any_tie`: does any tie end the hand (R8)?
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    dead: tuple[int, ...]
    pot: int
    price: int
    any_tie: bool


def values(spot: Spot) -> tuple[Bounds, ...] | None:
    """The bounds of buying 0, 1, 2, ... cards, in chips; None for a spot that is not in the table.

    The table covers any price of a card, as long as the pot is twice the price.
    """
    if (len(spot.low), len(spot.high), spot.dead) != (1, 1, ()):
        return None
    if spot.any_tie or spot.pot != 2 * spot.price:
        return None
    found = deal_bounds()[deal(spot.low[0], spot.high[0])]
    return tuple((least * spot.price, most * spot.price) for least, most in found)


def deal(low: int, high: int) -> Deal:
    """The key of two cards, given as codes."""
    return low >> 2, high >> 2, _SUITS[low & 3 != high & 3]


def weights() -> Mapping[Deal, float]:
    """The probability of each deal. Suits order two equal ranks (H5)."""
    found: dict[Deal, float] = defaultdict(float)
    pairs = list(itertools.combinations(cards.deck(), 2))
    for low, high in pairs:
        found[deal(low, high)] += 1 / len(pairs)
    return dict(found)


def text() -> str:
    """The text of the file that ships."""
    return resources.files("sidepot.odds.ricochet").joinpath(_FILE).read_text("utf-8")


@functools.cache
def deal_bounds() -> Mapping[Deal, tuple[Bounds, ...]]:
    """The table that ships: the bounds of buying 0, 1, 2, ... cards, in prices of a card."""
    found: dict[Deal, list[Bounds]] = {}
    for row in csv.DictReader(text().splitlines()):
        key = RANKS.index(row["low"]), RANKS.index(row["high"]), row["suits"]
        found.setdefault(key, [(0.0, 0.0)]).append((float(row["least"]), float(row["most"])))
    return {key: tuple(bounds) for key, bounds in found.items()}


def to_csv(rows: Mapping[Deal, Sequence[Bounds]]) -> str:
    """The table as CSV, from the bounds of buying 1, 2, ... cards at each deal."""
    lines = [",".join(_HEADER)]
    for (low, high, suits), bounds in sorted(rows.items()):
        lines += [
            f"{RANKS[low]},{RANKS[high]},{suits},{k},{least:.6f},{most:.6f}"
            for k, (least, most) in enumerate(bounds, 1)
        ]
    return "\n".join(lines) + "\n"
