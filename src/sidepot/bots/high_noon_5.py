"""The regular bot of five-card High Noon, and a quick one for rollouts.

Both discard by a rule of thumb; the regular one bets and folds by the equity of its hand against
random ones.
"""

from sidepot.bots import equity
from sidepot.cards import parse
from sidepot.games.high_noon_5 import HIGH_NOON_5, HighNoon5
from sidepot.kernel import Random, Records, compiled, inlined
from sidepot.kernel.random import below
from sidepot.odds.sampling import action_sampler
from sidepot.rules import actions
from sidepot.rules.actions import DISCARD, KEEP, Menu

__all__ = ["HighNoon5", "play_on", "regular"]

_KING = parse("Ks")[0]


@compiled
def play_on(views: Records, menu: Menu, rng: Random) -> int:
    """Check and call; keep a pair or a king, and throw the queen or the jack away by chance.

    A queen with a jack beats no other hand, and a pair is made of either in one case of three.
    """
    s = views[0]
    if s.discarding == 0:
        return equity.call_down(views, menu, rng)
    one, other = s.hole.card[s.seats.actor, 0], s.hole.card[s.seats.actor, 1]
    if one >> 2 == other >> 2 or max(one, other) == _KING:
        return actions.encode(KEEP, 0)
    return actions.encode(DISCARD, below(rng, 2))


@compiled
def forced(s: HighNoon5) -> int:
    """The forced part of the highest bet, in chips: none, as all bets are chosen."""
    return 0


bet = equity.by_equity(action_sampler(HIGH_NOON_5.verbs, play_on), forced)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Bet by `equity`, and discard by the rule of thumb."""
    if views[0].discarding:
        return play_on(views, menu, rng)
    action: int = bet(views, menu, rng)
    return action
