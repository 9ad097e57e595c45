"""The quick policy of five-card High Noon, for rollouts: a rule of thumb for the discard."""

from sidepot.bots import equity
from sidepot.cards import parse
from sidepot.games.high_noon_5 import HighNoon5
from sidepot.kernel import Random, Records, compiled
from sidepot.kernel.random import below
from sidepot.rules import actions
from sidepot.rules.actions import DISCARD, KEEP, Menu

__all__ = ["HighNoon5", "play_on"]

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
