"""The regular bot of hold'em: bets and folds by the equity of its hand against random ones."""

from sidepot.bots import equity
from sidepot.games.holdem import NO_LIMIT, Holdem
from sidepot.odds.sampling import action_sampler

__all__ = ["Holdem", "regular"]

sample = action_sampler(NO_LIMIT.verbs, equity.call_down)
regular = equity.by_equity(sample, equity.highest_blind)
