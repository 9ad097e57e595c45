"""The compiled loop of the coach: deals consistent with the view, played on by a strategy.

Every sample draws a few deals consistent with everything that the seat has seen. The hand is
replayed on each, through the verbs, and the deal is weighted by the probability of the observed
actions under the strategy of everybody still in; one deal is kept, in proportion to its weight.
From it every candidate is played to the end. The numbers of deals and samples depend on no hidden
information.

Without a public tree, the prospects of a past hand follow from its seat's view: they are found
once for all deals. Where turns are decided by equity (`Abstraction.belief`), the asking player
continues with the most frequent action, and the others by chance, as their belief is unknown.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

from sidepot.bots.trained.deciding import bets_by, decider
from sidepot.bots.trained.locating import NO_ACTION, VIEW, forget
from sidepot.bots.trained.situation import Bets, owed, pot_of
from sidepot.bots.trained.strategy import Strategy
from sidepot.bots.trained.table import NOWHERE, favourite, pick
from sidepot.engine.game import Verbs
from sidepot.engine.memory import UNSEEN
from sidepot.kernel import Array, Random, Records, below, compiled, inlined, seed
from sidepot.kernel.random import MASK, draw
from sidepot.rules import actions
from sidepot.rules.actions import LEVELS, PICKED, SECRET, Menu
from sidepot.rules.deck import Deck, shuffle_second

START, _KEPT, SEEN = 3, 4, 5
"""The places in a batch of the record before the deal, of the deal that was kept, and of the
present concealed record."""
ROWS = 6
_DEALING, _PLAYING, _PLACING = range(3)
"""The generators: of deals and what is hidden, of what is played from here on, of prospects."""
GENERATORS = 3
_SLIP = 0.03
"""The probability that a player deviates from the strategy with any action."""
_LEAST = 0.05
"""The least part of a pot that a hand is assumed to win: none is impossible."""
_STEEP = 2.0
"""Growth of the exponent of hand strength for each doubling of the pot by an unexpected bet."""
_MOST_TURNS = 2000
WEIGHED = 1
"""Marks an action of a player who is still in: it is evidence about their cards."""
_DEALS, _DECISIONS = range(2)
"""The counts of what was done."""


def player(strategy: Strategy) -> Callable[..., None]:
    """The loop for a strategy: samples `first` to `last` - 1 of `experiment`."""
    is_apart, is_judged = strategy.abstraction.is_apart, strategy.abstraction.is_judged
    return _player(strategy.game.verbs, decider(strategy), bets_by(strategy), is_apart, is_judged)


@functools.cache
def _player(
    verbs: Verbs,
    decide: Callable[..., tuple[int, float]],
    bets: Bets,
    is_apart: bool,
    is_judged: bool,
) -> Callable[..., None]:
    begin, menu, step, conceal, redeal = verbs

    @compiled
    def play(
        rows: Records,
        words: Array,
        menus: Records,
        rngs: Records,
        keys: Array,
        total: Array,
        mask: Array,
        sizes: Array,
        rounds: Array,
        centers: Array,
        cached: Array,
        found: Array,
        log: Array,
        chosen: Array,
        tried: Array,
        likely: Array,
        met: Array,
        met_slots: Array,
        shares: Array,
        before: Array,
        found_before: Array,
        acts: Array,
        deck: Array,
        free: Array,
        is_second: bool,
        is_whole: bool,
        candidates: Array,
        payoffs: Array,
        weights: Array,
        counts: Array,
        experiment: int,
        first: int,
        last: int,
        draws: int,
        deals: int,
    ) -> None:
        s, m = rows[0], menus[0]
        dealing, playing, placing = rngs[_DEALING], rngs[_PLAYING], rngs[_PLACING]
        me = rows[SEEN].seats.actor
        stack = rows[SEEN].chips.stack[me]
        for number in range(first, last):
            seed(dealing, experiment, 2 * number)
            seed(placing, experiment, -1 - number)
            whole, weight, action = 0.0, 1.0, NO_ACTION
            drawn, done, turns, is_new, is_replayed = 0, 0, 0, True, True
            while True:
                action = NO_ACTION
                if is_replayed and is_new:  # another deal, before the first decision
                    is_new, weight, done = False, 1.0, 0
                    if is_apart:
                        forget(before)
                    counts[_DEALS] += 1
                    if is_whole:
                        rows[0] = rows[START]
                        _lay(s.deck, deck, free, dealing)
                        if not is_second:
                            shuffle_second(s.deck, dealing)
                        begin(s)
                    else:
                        rows[0] = rows[SEEN]
                        redeal(s, dealing)
                if is_replayed and done == len(acts):  # the hand has come to the present
                    whole += weight
                    if draw(dealing) / (MASK + 1.0) * whole <= weight:
                        rows[_KEPT] = s
                    drawn += 1
                    is_new = True
                    if drawn < draws:
                        continue
                    is_replayed, done, turns = False, 0, 0
                    weights[number - first] = whole / draws
                    forget(cached)
                    rows[0] = rows[_KEPT]
                    seed(playing, experiment, 2 * number + 1)
                    action = candidates[0]
                elif not is_replayed and (s.seats.actor < 0 or turns == _MOST_TURNS):
                    payoffs[number - first, done] = s.chips.stack[me] - stack
                    done += 1
                    if done == len(candidates):
                        break
                    turns = 0
                    if actions.kind(candidates[done]) in PICKED:  # it changes what is held
                        forget(cached)
                    rows[0] = rows[_KEPT]
                    seed(playing, experiment, 2 * number + 1)  # the same chance for each
                    action = candidates[done]
                elif is_replayed and acts[done, 1] != WEIGHED:
                    action = acts[done, 0]
                    done += 1
                if action == NO_ACTION:
                    counts[_DECISIONS] += 1
                    rows[VIEW] = s
                    conceal(rows[VIEW], s.seats.actor)
                    menu(rows[VIEW], m)
                    hands, prospects = (before, found_before) if is_replayed else (cached, found)
                    n, hand = decide(
                        rows, words, m, menus, placing,
                        keys, total, mask, sizes, rounds, centers,
                        hands, prospects, log, chosen, tried, likely, met, met_slots,
                        shares, deals,
                    )  # fmt: skip
                    if is_replayed:
                        action = acts[done, 0]
                        front, _ = bets(rows[VIEW], s.seats.actor)
                        slip = _slip(action, hand, pot_of(rows[VIEW]), front + owed(m), owed(m))
                        weight *= slip + (1.0 - _SLIP) * _likelihood(chosen, shares, n, action)
                        action = _placed(action, m, chosen, shares, n, dealing)
                        done += 1
                    else:
                        k = pick(shares, 0, n, playing)
                        if is_judged and s.seats.actor == me:
                            k = favourite(shares, 0, n)
                        action = chosen[k]
                        turns += 1
                step(s, action)

    return play


@compiled
def _likelihood(chosen: Array, shares: Array, n: int, action: int) -> float:
    """The probability of an observed action under a strategy; bets match by similar size."""
    kind, amount = actions.kind(action), actions.amount(action)
    if kind in SECRET and amount == UNSEEN:
        return 1.0
    below_it, above_it, share = NOWHERE, NOWHERE, 0.0
    for k in range(n):
        other = actions.amount(chosen[k])
        if actions.kind(chosen[k]) == kind:
            if kind not in LEVELS:
                if kind in PICKED or other == amount:
                    share += shares[0, k]
            else:
                if other <= amount and (
                    below_it == NOWHERE or other > actions.amount(chosen[below_it])
                ):
                    below_it = k
                if other >= amount and (
                    above_it == NOWHERE or other < actions.amount(chosen[above_it])
                ):
                    above_it = k
    if below_it != NOWHERE and above_it != NOWHERE:
        low, high = actions.amount(chosen[below_it]), actions.amount(chosen[above_it])
        part = (amount - low) / (high - low) if high > low else 0.0
        share = shares[0, below_it] * (1.0 - part) + shares[0, above_it] * part
    elif below_it != NOWHERE:
        share = shares[0, below_it]
    elif above_it != NOWHERE:
        share = shares[0, above_it]
    return share


@compiled
def _slip(action: int, hand: float, pot: int, level: int, price: int) -> float:
    """The probability of an action that the strategy may never take.

    A bet comes from a hand the better the larger it is: nobody who bets a hundred times the pot
    against all reason holds just anything.
    """
    if actions.kind(action) not in LEVELS:
        return _SLIP
    added = max(actions.amount(action) - level, 0)
    pressure = math.log2(1.0 + added / max(pot + price, 1))
    return float(_SLIP * max(hand, _LEAST) ** (1.0 + _STEEP * pressure))


@inlined
def _placed(action: int, m: Menu, chosen: Array, shares: Array, n: int, rng: Random) -> int:
    """An action with what nobody saw: the card that the strategy picks, or any; in or out alike."""
    kind = actions.kind(action)
    if actions.amount(action) != UNSEEN:
        return action
    if kind in SECRET:
        row = below(rng, m.n)
        return actions.encode(m.kind[row], m.lowest[row])
    for k in range(n):
        if actions.kind(chosen[k]) == kind and shares[0, k] > 0.0:
            action = chosen[k]
            return action
    for row in range(m.n):
        if m.kind[row] == kind:
            return actions.encode(
                kind, m.lowest[row] + below(rng, m.highest[row] - m.lowest[row] + 1)
            )
    return action


@inlined
def _lay(deck: Deck, order: Array, free: Array, rng: Random) -> None:
    """Lay a deck that deals what was seen; the cards at the places `free` are shuffled."""
    for place in range(deck.size):
        deck.card[place] = order[place]
    for i in range(len(free) - 1):
        j = i + below(rng, len(free) - i)
        card = deck.card[free[i]]
        deck.card[free[i]] = deck.card[free[j]]
        deck.card[free[j]] = card
