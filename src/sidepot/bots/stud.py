"""The regular bot of seven-card stud: bets and folds by equity against random hands."""

from sidepot.bots import equity
from sidepot.games.seven_card_stud import SEVEN_CARD_STUD, Stud
from sidepot.kernel import Random, Records, compiled, inlined
from sidepot.odds.sampling import action_sampler
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, PAY, Menu

__all__ = ["Stud", "regular"]


@compiled
def forced(s: Stud) -> int:
    """The forced part of the highest bet, in chips: the bring-in; 0 after third street."""
    bring_in: int = s.options.bring_in if s.street == 0 else 0
    return bring_in


sample = action_sampler(SEVEN_CARD_STUD.verbs, equity.call_down)
bet = equity.by_equity(sample, forced)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Bet by `equity`; whoever has to bring it in may not fold."""
    passive = equity.call_down(views, menu, rng)
    action = bet(views, menu, rng)
    is_bound = actions.kind(passive) == PAY and actions.kind(action) == FOLD
    return passive if is_bound else action
