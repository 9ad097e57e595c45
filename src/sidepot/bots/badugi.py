"""The regular bot of Badugi: exchanges cards that do not count or are high, and bets by equity."""

from sidepot.bots import equity
from sidepot.games.badugi import BADUGI, HAND, Badugi, strength_of
from sidepot.kernel import Random, Records, below, compiled, inlined
from sidepot.odds.sampling import action_sampler
from sidepot.rules import actions, sets
from sidepot.rules.actions import EXCHANGE, KEEP, Menu

__all__ = ["Badugi", "play_on", "regular"]

_TRIES = 40
"""Hands that are tried for a rival who has always stood pat; one in sixteen is a badugi."""
_ACE = 12
_HIGHEST = 7
"""The highest rank, counted from a deuce, that is kept without a badugi: a nine."""


@compiled
def exchange_by_rule(s: Badugi, menu: Menu) -> int:
    """The rule of thumb: keep a badugi, or else the low cards that count."""
    p = s.seats.actor
    held = s.hole.card[p]
    best, kept = 0, 0
    for chosen in range(1, 1 << HAND):
        strength = strength_of(held, HAND, chosen)
        if strength > best:
            best, kept = strength, chosen
    thrown = (1 << HAND) - 1 - kept
    if thrown:
        for k in range(HAND):
            rank = held[k] >> 2
            thrown |= (rank > _HIGHEST and rank != _ACE) << k
    amount = sets.amount(HAND, thrown)
    if thrown == 0 or menu.n < 2 or amount > menu.highest[1]:
        return actions.encode(KEEP, 0)
    return actions.encode(EXCHANGE, amount)


@compiled
def play_on(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy: nobody bets, all exchange by the rule of thumb."""
    if views[0].draws.on:
        return exchange_by_rule(views[0], menu)
    return equity.call_down(views, menu, rng)


redeal_any = BADUGI.verbs.redeal


@compiled
def redeal(s: Badugi, rng: Random) -> None:
    """Deal the unseen cards anew, to rivals who have never exchanged one a badugi."""
    redeal_any(s, rng)
    for p in range(s.seats.n):
        if p != s.seats.actor and s.seats.live[p] and has_stood_pat(s, p):
            deal_badugi(s, p, rng)


@compiled
def has_stood_pat(s: Badugi, p: int) -> bool:
    """Whether a seat has never exchanged a card, though it could."""
    return s.street > 0 and s.thrown.size[p] + s.refill.laid[p] == 0


@compiled
def deal_badugi(s: Badugi, p: int, rng: Random) -> None:
    """Exchange a redealt hand with the rest of the deck until it is a badugi, or tries are up."""
    held = s.hole.card[p]
    for _ in range(_TRIES):
        if strength_of(held, HAND, (1 << HAND) - 1) > 0 or s.deck.top == s.deck.size:
            return
        for k in range(HAND):
            place = s.deck.top + below(rng, s.deck.size - s.deck.top)
            card = s.deck.card[place]
            s.deck.card[place] = held[k]
            held[k] = card


sample = action_sampler(BADUGI.verbs._replace(redeal=redeal), play_on)
bet = equity.by_equity(sample, equity.highest_blind)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Exchange by the rule of thumb; bet by `equity`."""
    if views[0].draws.on:
        return exchange_by_rule(views[0], menu)
    return bet(views, menu, rng)
