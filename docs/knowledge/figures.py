"""What was solved and played, as it is kept beside this file, and what it comes to."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from docs.knowledge.deals import best

from sidepot.lab.match import SIGMAS
from sidepot.odds.ricochet import opening
from sidepot.odds.ricochet.opening import Bounds, Deal

SOLVED = Path(__file__).with_name("solved.jsonl")
PLAYED = Path(__file__).with_name("played.jsonl")
SECONDS = 10
"""That a person takes for a decision."""
DEALING = 25
"""Seconds of a hand in which nobody decides."""
TAILS = 0.1
"""What is left out at each end of a range."""


@dataclass(frozen=True)
class Ratio:
    """The game for two at an ante and a price of a card, in chips."""

    ante: int
    price: int
    first: Sequence[float]
    """How often it is best to begin with no card (fold), 1, 2, ... cards."""
    value: Bounds
    """What a deal is worth to the low card, its ante counted, in chips."""

    @property
    def cards(self) -> float:
        """How many cards are bought first, on average, by who buys."""
        return sum(k * part for k, part in enumerate(self.first)) / (1 - self.first[0])


@dataclass(frozen=True)
class Table:
    """Hands of so many players: see `sidepot.lab.statistics`. Payoffs and errors go by seat."""

    players: int
    hands: int
    signature: str
    payoff: Sequence[float]
    error: Sequence[float]
    asked: Sequence[int]
    pots: Sequence[int]
    dealt: Sequence[int]
    won: Sequence[int]
    highest: int
    splits: int

    def chance(self, rank: int) -> float:
        """How often a first card of that rank wins."""
        return self.won[rank] / self.dealt[rank]


def mean(counts: Sequence[int]) -> float:
    """The mean of counted numbers."""
    return sum(i * n for i, n in enumerate(counts)) / sum(counts)


def middle(counts: Sequence[int]) -> tuple[int, int]:
    """Between which numbers all but the tails of the counted ones lie."""
    return _quantile(counts, TAILS), _quantile(counts, 1 - TAILS)


def _quantile(counts: Sequence[int], part: float) -> int:
    wanted, below = part * sum(counts), 0
    for i, n in enumerate(counts):
        below += n
        if below >= wanted:
            return i
    raise ValueError("no counts")


def interval(count: int, of: int) -> Bounds:
    """Between which shares the true one lies in 95 of 100 cases (Wilson)."""
    share, square = count / of, SIGMAS * SIGMAS / of
    half = SIGMAS * math.sqrt(share * (1 - share) / of + square / of / 4)
    return (
        (share + square / 2 - half) / (1 + square),
        (share + square / 2 + half) / (1 + square),
    )


def minutes(decisions: float) -> float:
    """How long a hand with so many decisions takes among people."""
    return (decisions * SECONDS + DEALING) / 60


def ratio(ante: int, price: int, deals: Iterable[tuple[Deal, Sequence[Bounds]]]) -> Ratio:
    """What the solved deals of one card each come to; the bounds of each begin with no card."""
    often, first, value = opening.weights(), [0.0] * 5, [-float(ante), -float(ante)]
    for deal, buys in deals:
        first[best(buys)] += often[deal]
        for side in range(2):
            value[side] += often[deal] * max(bounds[side] for bounds in buys)
    low, high = (round(side, 6) for side in value)
    return Ratio(ante, price, tuple(round(part, 6) for part in first), (low, high))


def ratios() -> list[Ratio]:
    """What was solved, by ante over price."""
    return sorted((Ratio(**row) for row in _rows(SOLVED)), key=lambda r: r.ante / r.price)


def tables() -> list[Table]:
    """What was played, by players."""
    return [Table(**row) for row in _rows(PLAYED)]


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def keep(file: Path, rows: Iterable[Ratio] | Iterable[Table]) -> None:
    """Write a file anew, a row a line."""
    file.write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows), "utf-8")
