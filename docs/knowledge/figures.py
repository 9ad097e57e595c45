"""The figures of what was solved and played, stored in this folder, and their summaries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.knowledge.deals import best

from sidepot.designer.report.intervals import share
from sidepot.odds.ricochet import opening
from sidepot.odds.ricochet.opening import Bounds, Deal

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SOLVED = Path(__file__).with_name("solved.jsonl")
PLAYED = Path(__file__).with_name("played.jsonl")
REPLIES = Path(__file__).with_name("replies.jsonl")
TAILS = 0.1
"""The part that a range leaves out at each end."""


@dataclass(frozen=True)
class Ratio:
    """The game for two at an ante and a price of a card, in chips."""

    ante: int
    price: int
    first: Sequence[float]
    """The probability that the best first buy is no card (fold), 1, 2, ... cards."""
    value: Bounds
    """Bounds of a deal's mean value to the low card, less its ante, in chips."""

    @property
    def cards(self) -> float:
        """The mean number of cards bought first, where any are."""
        return sum(k * part for k, part in enumerate(self.first)) / (1 - self.first[0])


@dataclass(frozen=True)
class Table:
    """Statistics of hands at a table: see `sidepot.lab.statistics`. Payoffs and errors by seat."""

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
        """The part of first cards of a rank that win."""
        return self.won[rank] / self.dealt[rank]


@dataclass(frozen=True)
class Reply:
    """The win of a reply where all others play by the share rule: at least, and at most."""

    players: int
    deals: int
    """Each is played once for every seat."""
    signature: str
    wins: float
    """Chips a hand of one who tries every choice, and the standard error."""
    error: float
    most: float
    """Chips a hand of one who comes to know the deck (`hindsight`), and the standard error."""
    most_error: float


def mean(counts: Sequence[int]) -> float:
    """The mean of a histogram."""
    return sum(i * n for i, n in enumerate(counts)) / sum(counts)


def middle(counts: Sequence[int]) -> tuple[int, int]:
    """The range of a histogram without its `TAILS`."""
    return _quantile(counts, TAILS), _quantile(counts, 1 - TAILS)


def _quantile(counts: Sequence[int], part: float) -> int:
    wanted, below = part * sum(counts), 0
    for i, n in enumerate(counts):
        below += n
        if below >= wanted:
            return i
    raise ValueError("no counts")


def interval(count: int, of: int) -> Bounds:
    """The 95 % interval of a share (Wilson)."""
    found = share(count, of)
    if found is None:
        raise ValueError("no cases")
    return found.low, found.high


def ratio(ante: int, price: int, deals: Iterable[tuple[Deal, Sequence[Bounds]]]) -> Ratio:
    """The summary of the solved deals of one card each; the bounds of each begin with folding."""
    often, first, value = opening.weights(), [0.0] * 5, [-float(ante), -float(ante)]
    for deal, buys in deals:
        first[best(buys)] += often[deal]
        for side in range(2):
            value[side] += often[deal] * max(bounds[side] for bounds in buys)
    low, high = (round(side, 6) for side in value)
    return Ratio(ante, price, tuple(round(part, 6) for part in first), (low, high))


def ratios() -> list[Ratio]:
    """The solved games, by ante over price."""
    return sorted((Ratio(**row) for row in read_rows(SOLVED)), key=lambda r: r.ante / r.price)


def tables() -> list[Table]:
    """The tables that were played, by number of players."""
    return [Table(**row) for row in read_rows(PLAYED)]


def replies() -> list[Reply]:
    """The replies to the share rule, by number of players."""
    return [Reply(**row) for row in read_rows(REPLIES)]


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The JSON objects of a file, one a line."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def write_rows(file: Path, rows: Iterable[DataclassInstance]) -> None:
    """Write a file anew, one JSON object a line."""
    file.write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows), "utf-8")
