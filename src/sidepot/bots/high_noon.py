"""The regular bot of High Noon, in all its styles.

It keeps all cards at first, discards for the best final hand, and pays, bets and folds by the
equity of its hand against random ones.
"""

import numpy as np

from sidepot.bots import equity
from sidepot.cards import NONE, SUITS
from sidepot.games.high_noon import (
    FULL_HAND,
    SHOOTOUT,
    SHOOTOUT_GAME,
    HighNoon,
    final_strength,
)
from sidepot.hands import STRAIGHT
from sidepot.kernel import Array, Random, Records, by_form, compiled, inlined
from sidepot.odds.racing import racer
from sidepot.odds.sampling import action_sampler
from sidepot.rules import actions
from sidepot.rules.actions import DISCARD, KEEP, Menu

__all__ = ["HighNoon", "bet", "discard", "discard_quickly", "play_on", "regular"]

SAMPLES = equity.DEALS
"""Random deals for a discard, at most: each is tried on the same deals."""
FEW_SAMPLES = by_form(plain=6, compiled=32)
"""The same where many hands are dealt to learn from."""
AT_FIRST = 0.7
"""The discount for a bet (`equity`) before anybody has discarded, when all hands can still change:
with .9 whoever bets the pot on anything wins.
"""
FEWEST = 3
"""Cards in hand at which the rule of thumb stops discarding."""
DRAW = 4
"""Cards of one suit that are worth drawing to."""
_BITS, _ONES = 4, 15
"""The bits of a count of cards, or of a place among them."""
_NO_CARD = 1 << 10
"""Above every card with its place."""


@compiled
def discard_by_rule(s: HighNoon) -> int:
    """The rule of thumb: wait at first; keep a straight or better; stop at three cards.

    With four of a suit, board included, discard the lowest card of another suit; otherwise the
    lowest that pairs no other card.
    """
    p = s.seats.actor
    if s.point == 0 or s.hole.size[p] <= FEWEST or final_strength(s, p) >= STRAIGHT << 26:
        return actions.encode(KEEP, 0)
    ranks, suit = ranks_and_draw(s, p)
    lowest = _NO_CARD
    for k in range(s.hole.size[p]):
        card = int(s.hole.card[p, k])
        is_alone = ranks >> ((card >> 2) * _BITS) & _ONES == 1
        useless = (card & 3) != suit if suit != NONE else is_alone
        lowest = min(lowest, card << _BITS | k if useless else _NO_CARD)
    if lowest == _NO_CARD:
        return actions.encode(KEEP, 0)
    return actions.encode(DISCARD, lowest & _ONES)


@compiled
def ranks_and_draw(s: HighNoon, p: int) -> tuple[int, int]:
    """The cards of each rank in hand and on the board; the suit of a flush draw, or `NONE`.

    `_BITS` bits for each rank, from the lowest.
    """
    ranks, suits = 0, 0
    for k in range(s.hole.size[p]):
        card = int(s.hole.card[p, k])
        ranks += 1 << ((card >> 2) * _BITS)
        suits += 1 << ((card & 3) * _BITS)
    for k in range(s.board.size):
        card = int(s.board.card[k])
        ranks += 1 << ((card >> 2) * _BITS)
        suits += 1 << ((card & 3) * _BITS)
    for suit in range(len(SUITS)):
        if suits >> (suit * _BITS) & _ONES >= DRAW:
            return ranks, suit
    return ranks, NONE


@compiled
def play_on(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy: nobody bets, all discard by the rule of thumb."""
    if views[0].discarding:
        return discard_by_rule(views[0])
    return equity.call_down(views, menu, rng)


sample = action_sampler(SHOOTOUT_GAME.verbs, play_on)


@compiled
def check_down(s: HighNoon) -> None:
    """Leave nobody chips in Shootout, where `play_on` would check: nobody has to be asked."""
    if s.options.style == SHOOTOUT:
        for p in range(s.seats.n):
            s.chips.stack[p] = 0


race = racer(SHOOTOUT_GAME.verbs, play_on, check_down)


@inlined
def discard(views: Records, menu: Menu, rng: Random) -> int:
    """Keep all cards the first time, later discard by sampling."""
    action = actions.encode(KEEP, 0)
    if views[0].point > 0:
        chosen = np.zeros(1 + FULL_HAND, np.int64)
        n = list_discards(views[0], chosen)
        action = race(views, menu, rng, SAMPLES, chosen[:n])
    return action


@compiled
def forced(s: HighNoon) -> int:
    """The forced part of the highest bet, in chips: a mid; in Shootout every bet is chosen."""
    return 0 if s.options.style == SHOOTOUT else s.betting.to


@compiled
def discount(s: HighNoon) -> float:
    """The discount of equity (`equity`), smaller at first."""
    return AT_FIRST if s.point == 0 else equity.DISCOUNT


bet = equity.by_equity(sample, forced, discount)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Discard by sampling; bet by `equity`."""
    action: int = discard(views, menu, rng) if views[0].discarding else bet(views, menu, rng)
    return action


@inlined
def discard_quickly(views: Records, menu: Menu, rng: Random) -> int:
    """Discard as `regular` does, with fewer samples; stay in where there is a bet."""
    if not views[0].discarding or views[0].point == 0:
        return play_on(views, menu, rng) if not views[0].discarding else actions.encode(KEEP, 0)
    chosen = np.zeros(1 + FULL_HAND, np.int64)
    sums = np.zeros((1 + FULL_HAND, 2), np.float64)
    n = list_discards(views[0], chosen)
    sample(views, menu, rng, FEW_SAMPLES, chosen[:n], sums)
    return equity.best_action(chosen[:n], sums)


@compiled
def list_discards(s: HighNoon, chosen: Array) -> int:
    """Write the discards to try: none, and each card; returns their number."""
    chosen[0] = actions.encode(KEEP, 0)
    size: int = s.hole.size[s.seats.actor]
    for k in range(size):
        chosen[1 + k] = actions.encode(DISCARD, k)
    return 1 + size
