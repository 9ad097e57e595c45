"""The regular bot of hold'em: bets and folds by the equity of its hand against random ones."""

from sidepot.bots import equity
from sidepot.games.holdem import NO_LIMIT, Holdem
from sidepot.kernel import compiled
from sidepot.odds.sampling import action_sampler

__all__ = ["Holdem", "regular"]


@compiled
def discount(s: Holdem) -> float:
    """The discount of equity for a bet (`equity`), less before the flop."""
    return equity.BEFORE_THE_FLOP if s.street == 0 else equity.DISCOUNT


sample = action_sampler(NO_LIMIT.verbs, equity.call_down)
regular = equity.by_equity(sample, equity.highest_blind, discount)
