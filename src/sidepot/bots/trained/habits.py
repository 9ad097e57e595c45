"""Habits of the opponents in some traversals: a strategy meets more than itself.

Among more than two, play by self-play hardly ever comes to hands in which nobody folds, and so has
learned nothing for them. Who never folds, who bets all, who always bets, and who bets good hands
alone, are met in a room.
"""

from __future__ import annotations

from sidepot.kernel import Array, Random, below, compiled

NO_HABIT, _STAYS, _BETS_ALL, _BETS, _JUDGES = range(5)
_LOOSE, _OF = 3, 9
"""Out of `_OF` players with a habit, `_LOOSE` stay, bet all, or bet; the others judge."""
_WHOLE = 100
_BETS_FROM, _RAISES_FROM = 1.2, 1.6
"""The equities, in fair shares, from which a judging player bets, and raises a bet."""
_CALLS_FROM = 1.5
"""The share of the pot, in prices, from which a judging player calls."""


@compiled
def draw_habits(habits: Array, traverser: int, part: int, rng: Random) -> None:
    """Draw who has a habit: in `part` of a hundred hands all others the same, or one of them."""
    n, habit, only = len(habits), NO_HABIT, traverser
    if part > 0 and below(rng, _WHOLE) < part:
        habit = min(1 + below(rng, _OF), 1 + _LOOSE)
        only = (traverser + below(rng, n)) % n  # the traverser: all others
    for p in range(n):
        habits[p] = habit if only in (traverser, p) else NO_HABIT
    habits[traverser] = NO_HABIT


@compiled
def habit_slot(
    habit: int, stays: int, n: int, equity: float, odds: float, live: int, rng: Random
) -> int:
    """The slot that a habit takes of n, of which `stays` is the least price to stay in.

    `equity`: the hand's share of the pot; `odds`: the share that would pay the price.
    """
    if habit == _JUDGES:
        return _by_equity(stays, n, equity, odds, live)
    if habit == _STAYS or stays >= n - 1:
        return stays
    if habit == _BETS_ALL:
        return n - 1
    slot: int = stays + 1 + below(rng, n - 1 - stays)
    return slot


@compiled
def _by_equity(stays: int, n: int, equity: float, odds: float, live: int) -> int:
    """Bet good hands, call with what pays well, and give up the others by the first slot."""
    if stays < n - 1 and equity * live >= (_RAISES_FROM if odds > 0.0 else _BETS_FROM):
        return stays + 1
    return stays if equity >= _CALLS_FROM * odds else 0


@compiled
def odds_of(price: int, pot: int, paid: int, live: int) -> float:
    """The share of the pot that would pay a price, if all who are live pay as much as the seat.

    `pot` is what is in the middle, `paid` what the seat has paid of it.
    """
    return price / max(pot + price, live * (paid + price), 1)


@compiled
def equity_of(share: float, live: int, has_public_tree: bool) -> float:
    """The share of the pot among all who are live, from that against one where it is such."""
    if not has_public_tree:
        return share
    equity = 1.0
    for _ in range(1, live):
        equity *= share
    return equity
