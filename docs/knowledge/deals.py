"""The deals of one card each, solved: what to do first, what it is worth, how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidepot.odds.ricochet import opening
from sidepot.odds.ricochet.opening import Bounds, Deal


def best(buys: Sequence[Bounds]) -> int:
    """How many cards to buy, by the lower bounds; `buys` begins with none, which is worth 0."""
    return max(range(len(buys)), key=lambda k: buys[k][0])


def first_buy(low: int, high: int) -> int:
    """How many cards the low card buys at a deal of two suits, by ranks."""
    return best(opening.deal_bounds()[low, high, "two"])


def worth(low: int, high: int) -> float:
    """What that is worth in chips, folding 0: the middle of its bounds."""
    return _middle(opening.deal_bounds()[low, high, "two"])


def off_by(is_pair: bool) -> float:
    """How far a worth may be off at most, for two cards of one rank or of two."""
    return max(
        (most - least) / 2
        for (low, high, _), buys in opening.deal_bounds().items()
        for least, most in [buys[best(buys)]]
        if (low == high) is is_pair
    )


def of_one_suit() -> tuple[int, float]:
    """How far a deal of one suit is from that of two, at most: in cards to buy, and in chips."""
    deals = opening.deal_bounds()
    both = [
        (buys, deals[low, high, "two"])
        for (low, high, suits), buys in deals.items()
        if suits == "one"
    ]
    return (
        max(abs(best(one) - best(two)) for one, two in both),
        max(abs(_middle(one) - _middle(two)) for one, two in both),
    )


def unproven(deals: Mapping[Deal, Sequence[Bounds]]) -> list[tuple[int, int]]:
    """The ranks of those deals at which another choice may be better."""
    return sorted({(low, high) for (low, high, _), b in deals.items() if not is_proven(b)})


def is_proven(buys: Sequence[Bounds]) -> bool:
    """Is the best choice at its least no worse than any other at its most?"""
    chosen = best(buys)
    return all(buys[chosen][0] >= most for k, (_, most) in enumerate(buys) if k != chosen)


def _middle(buys: Sequence[Bounds]) -> float:
    return sum(buys[best(buys)]) / 2
