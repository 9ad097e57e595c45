"""The regular bot of five-card draw: exchanges by a rule of thumb, and bets by equity."""

import numpy as np

from sidepot.bots import equity
from sidepot.cards import SUITS
from sidepot.games.five_card_draw import FIVE_CARD_DRAW, FiveCardDraw
from sidepot.hands import STRAIGHT, strength_of
from sidepot.kernel import Random, Records, compiled, inlined
from sidepot.odds.sampling import action_sampler
from sidepot.rules import actions, sets
from sidepot.rules.actions import BET, EXCHANGE, FOLD, KEEP, Menu
from sidepot.rules.carried import JUDGED
from sidepot.rules.seats import NOBODY

__all__ = ["FiveCardDraw", "play_on", "regular"]

SAMPLES = equity.DEALS
"""Random deals for each bet."""
HAND = 5
FLUSH_DRAW = 4
"""Cards of one suit that are worth drawing to."""


@compiled
def exchange_by_rule(s: FiveCardDraw, menu: Menu) -> int:
    """The rule of thumb: keep what is made, what is paired, four of a suit, or the two best."""
    p = s.seats.actor
    held = s.hole.card[p]
    if menu.n < 2 or strength_of(held, HAND) >= STRAIGHT << 26:
        return actions.encode(KEEP, 0)
    thrown, paired = 0, 0
    for k in range(HAND):
        paired |= (alike(s, p, k) > 1) << k
    suit = flush_draw(s, p)
    if paired == 0 and suit >= 0:
        for k in range(HAND):
            thrown |= ((held[k] & 3) != suit) << k
    else:
        for k in range(HAND):
            higher = 0
            for j in range(HAND):
                higher += held[j] > held[k]
            thrown |= (not paired >> k & 1 if paired else higher > 1) << k
    amount = sets.amount(HAND, thrown)
    if thrown == 0 or amount > menu.highest[1]:
        return actions.encode(KEEP, 0)
    return actions.encode(EXCHANGE, amount)


@compiled
def alike(s: FiveCardDraw, p: int, place: int) -> int:
    """The number of cards of a hand with the rank of one of them."""
    n = 0
    for k in range(HAND):
        n += s.hole.card[p, k] >> 2 == s.hole.card[p, place] >> 2
    return n


@compiled
def flush_draw(s: FiveCardDraw, p: int) -> int:
    """The suit of which a hand has four, or -1."""
    for suit in range(len(SUITS)):
        n = 0
        for k in range(HAND):
            n += (s.hole.card[p, k] & 3) == suit
        if n == FLUSH_DRAW:
            return suit
    return -1


@compiled
def play_on(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy: nobody bets, all exchange by the rule of thumb."""
    if views[0].draws.on:
        return exchange_by_rule(views[0], menu)
    return equity.call_down(views, menu, rng)


sample = action_sampler(FIVE_CARD_DRAW.verbs, play_on)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Exchange by the rule of thumb; bet by `equity`.

    What nobody opens stays, to be shared as it were, so a hand that may open is judged by what
    becomes of it if it does.
    """
    views[0].carried.goes_on = JUDGED
    if views[0].draws.on:
        return exchange_by_rule(views[0], menu)
    raises = equity.raise_range(menu)
    opens = raises[0] == BET and views[0].opener == NOBODY
    chosen = np.zeros(1, np.int64)
    sums = np.zeros((1, 2), np.float64)
    passive = equity.call_down(views, menu, rng)
    chosen[0] = actions.encode(BET, raises[1]) if opens else passive
    sample(views, menu, rng, SAMPLES, chosen, sums)
    exponent = equity.exponent_of(views[0], 0, equity.DISCOUNT)
    action = equity.bet_by_equity(views, sums[0, 0] / SAMPLES, passive, raises, exponent)
    return passive if opens and actions.kind(action) == FOLD else action
