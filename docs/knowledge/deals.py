"""The solved deals of one card each: the best first buy, its value, and the proven bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sidepot.cards import RANKS
from sidepot.odds.ricochet import opening
from sidepot.odds.ricochet.opening import Bounds, Deal


def best(buys: Sequence[Bounds]) -> int:
    """The best number of cards to buy, by the lower bounds; `buys[0]` is to fold."""
    return max(range(len(buys)), key=lambda k: buys[k][0])


def first_buy(low: int, high: int) -> int:
    """The low card's best first buy at a deal of two suits, by ranks."""
    return best(opening.deal_bounds()[low, high, "two"])


def worth(low: int, high: int) -> float:
    """The value of the best first buy in chips, folding being 0: the midpoint of its bounds."""
    return _middle(opening.deal_bounds()[low, high, "two"])


def off_by(is_pair: bool) -> float:
    """The largest error of a value in chips, for two cards of one rank or of two."""
    return max(
        (most - least) / 2
        for (low, high, _), buys in opening.deal_bounds().items()
        for least, most in [buys[best(buys)]]
        if (low == high) is is_pair
    )


def of_one_suit() -> tuple[int, float]:
    """The largest differences of a deal of one suit to that of two: in cards to buy, in chips."""
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
    """The ranks of the deals at which another buy may be better than the best by lower bounds."""
    return sorted({(low, high) for (low, high, _), b in deals.items() if not is_proven(b)})


def is_proven(buys: Sequence[Bounds]) -> bool:
    """Is the lower bound of the best buy at least the upper bound of every other?"""
    chosen = best(buys)
    return all(buys[chosen][0] >= most for k, (_, most) in enumerate(buys) if k != chosen)


def _middle(buys: Sequence[Bounds]) -> float:
    return sum(buys[best(buys)]) / 2


def by_thumb(low: int, high: int) -> int:
    """The low card's first buy by the rule of thumb, by ranks."""
    if low == high:
        return 1
    if high >= RANKS.index("Q"):
        return 0
    return 2 if high >= RANKS.index("7") else 1


def cost(buy: Callable[[int, int], int]) -> Bounds:
    """The bounds of what a way to buy costs beside the best first buys, in chips a deal."""
    least = most = 0.0
    for (low, high, suits), often in opening.weights().items():
        buys = opening.deal_bounds()[low, high, suits]
        chosen = buys[buy(low, high)]
        others = [bounds for bounds in buys if bounds is not chosen]
        least += often * max(0.0, max(other[0] for other in others) - chosen[1])
        most += often * max(0.0, max(other[1] for other in others) - chosen[0])
    return least, most
