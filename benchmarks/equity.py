"""Equities: all deals of two hands of hold'em before the flop, beside eval7 and PokerKit."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping

import sidepot
from benchmarks.timing import Figure, rate
from sidepot.analysis.equities import equity

NAME = "hold'em equities, two hands before the flop, all deals"
HANDS = "AsKs", "QdQh"
FEW, MANY = 500, 200_000
"""Random deals of the other programs in one run: PokerKit's take a thousand times as long."""
RUNS = 3


def figures() -> list[Figure]:
    """Deals a second of processor time; the others deal at random, and count no whole deck."""
    mark = counted()
    speed = rate(count, RUNS, time.process_time)
    works = {"eval7": eval7_deals(), "PokerKit": pokerkit_deals()}
    peers = {name: rate(work, RUNS, time.process_time) for name, work in works.items() if work}
    remark = ", ".join(f"{speed / peer:.2g} x {name}" for name, peer in peers.items())
    return [
        Figure(NAME, speed, "deals/s", mark, remark),
        *(
            Figure(f"{name}, the same, random deals", peer, "deals/s")
            for name, peer in peers.items()
        ),
    ]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A hash of the equities."""
    return {NAME: counted}


def count() -> int:
    """Count all deals; returns how many there are."""
    return equity(sidepot.game("holdem-no-limit"), " / ".join(HANDS), exact=True).deals


def counted() -> str:
    """A hash of what both hands win, to nine digits."""
    found = equity(sidepot.game("holdem-no-limit"), " / ".join(HANDS), exact=True)
    told = [f"{hand.win:.9f} {hand.tie:.9f}" for hand in found.hands]
    return f"{zlib.crc32(' '.join(told).encode()):08x}"


def eval7_deals() -> Callable[[], int] | None:
    """The work: eval7; None where it is not installed, for lack of a wheel."""
    try:
        import eval7
    except ImportError:
        return None
    first = [eval7.Card(HANDS[0][:2]), eval7.Card(HANDS[0][2:])]
    other = eval7.HandRange(HANDS[1])

    def work() -> int:
        eval7.py_hand_vs_range_monte_carlo(first, other, [], MANY)
        return MANY

    return work


def pokerkit_deals() -> Callable[[], int] | None:
    """The work: PokerKit's sampler; None where it is not installed."""
    try:
        from pokerkit import Deck, StandardHighHand, calculate_equities, parse_range
    except ImportError:
        return None
    ranges = tuple(map(parse_range, HANDS))

    def work() -> int:
        calculate_equities(ranges, (), 2, 5, Deck.STANDARD, (StandardHighHand,), sample_count=FEW)
        return FEW

    return work
