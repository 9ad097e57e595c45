"""The regular bot of hold'em: bets and folds by the equity of its hand against random ones."""

from sidepot.bots import judgement
from sidepot.games.holdem import NO_LIMIT, Holdem
from sidepot.odds.sampling import action_sampler

__all__ = ["Holdem", "regular"]

sample = action_sampler(NO_LIMIT.verbs, judgement.call_down)
regular = judgement.by_equity(sample, judgement.highest_blind)
