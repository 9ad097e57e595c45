"""The regular bot of Leduc poker: bets and folds by the equity of its card against random ones."""

from sidepot.bots import equity
from sidepot.games.leduc import LEDUC, Leduc
from sidepot.kernel import compiled
from sidepot.odds.sampling import action_sampler

__all__ = ["Leduc", "regular"]


@compiled
def forced(s: Leduc) -> int:
    """The forced part of the highest bet, in chips: none, as all bets are chosen."""
    return 0


sample = action_sampler(LEDUC.verbs, equity.call_down)
regular = equity.by_equity(sample, forced)
