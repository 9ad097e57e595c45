"""The compiled loop of the coach: deals consistent with the view, played on by a strategy.

Every sample draws a few deals consistent with everything that the seat has seen. The hand is
replayed on each, through the verbs, and the deal is weighted by the probability of the observed
actions under the strategy of everybody still in; one deal is kept, in proportion to its weight.
From it every candidate is played to the end. The numbers of deals and samples depend on no hidden
information.

Without a public tree, the prospects of a past hand follow from its seat's view, and so do those of
all hands that are known again (`Abstraction.recurs`): they are found once for all deals. Where
turns are decided by equity (`Abstraction.belief`), the asking player continues with the most
frequent action, and the others by chance, as their belief is unknown.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.deciding import bets_by, decider
from sidepot.bots.trained.locating import Hands, forget
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.prospects import LOOKED_AT, VIEW
from sidepot.bots.trained.situation import Bets, owed, pot_of
from sidepot.bots.trained.strategy import Trained
from sidepot.bots.trained.table import NOWHERE, favourite, pick
from sidepot.engine.game import Verbs
from sidepot.engine.memory import UNSEEN
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Random, Records, below, compiled, inlined, seed, without_refcounts
from sidepot.kernel.random import MASK, draw
from sidepot.rules import actions
from sidepot.rules.actions import CHOSEN, LEVELS, PICKED, Menu
from sidepot.rules.deck import Deck, shuffle_second

START, _KEPT, SEEN = range(LOOKED_AT, LOOKED_AT + 3)
"""The places in a batch of the record before the deal, of the deal that was kept, and of the
present concealed record."""
ROWS = LOOKED_AT + 3
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


def player(strategy: Trained) -> Callable[..., None]:
    """The loop for a strategy: samples `first` to `last` - 1 of `experiment`."""
    return _player(strategy.game.verbs, decider(strategy), bets_by(strategy), strategy.abstraction)


class Hand(NamedTuple):
    """The hand that is played on, with the records at the places above."""

    rows: Records
    words: Array
    menus: Records
    rngs: Records


class Past(NamedTuple):
    """The asking seat's view of the hand."""

    acts: Array
    """int64[actions, 2]: what was done, and `WEIGHED` where that tells of cards."""
    deck: Array
    """int64[cards]: an order that deals what was seen."""
    free: Array
    """int64[places]: the places in it that may be exchanged."""
    is_second: bool
    """Whether the cards that were dealt a second time were seen."""
    is_whole: bool
    """Whether the hand is played from its beginning, and not from the present record."""


class Results(NamedTuple):
    """The results of the samples."""

    candidates: Array
    """int64[candidates]: actions."""
    payoffs: Array
    """float64[samples, candidates]."""
    weights: Array
    """float64[samples]."""
    counts: Array


class Plan(NamedTuple):
    """The settings of sampling."""

    experiment: int
    draws: int
    """The deals of which one is kept."""
    deals: int
    """The deals by which a hand's prospects are found."""


@functools.cache
def _player(
    verbs: Verbs,
    decide: Callable[..., tuple[int, float]],
    bets: Bets,
    abstraction: Abstraction,
) -> Callable[..., None]:
    sample = _sampler(verbs, decide, bets, abstraction)

    @compiled
    def play(
        hand: Hand,
        memory: Memory,
        present: Hands,
        before: Hands,
        past: Past,
        results: Results,
        plan: Plan,
        first: int,
        last: int,
    ) -> None:
        for number in range(first, last):
            seed(hand.rngs[_DEALING], plan.experiment, 2 * number)
            seed(hand.rngs[_PLACING], plan.experiment, -1 - number)
            sample(hand, memory, present, before, past, results, plan, number, number - first)

    return play


def _sampler(
    verbs: Verbs,
    decide: Callable[..., tuple[int, float]],
    bets: Bets,
    abstraction: Abstraction,
) -> Callable[..., None]:
    """The function that draws one sample, and plays every candidate from it."""
    step, deal = verbs.step, _dealer(verbs, abstraction)
    consult, replay = _consulter(verbs, decide), _replayer(bets)
    choose = _chooser(abstraction.is_judged)

    @inlined
    def sample(
        hand: Hand,
        memory: Memory,
        present: Hands,
        before: Hands,
        past: Past,
        results: Results,
        plan: Plan,
        number: int,
        place: int,
    ) -> None:
        s, acts, candidates = hand.rows[0], past.acts, results.candidates
        whole, weight, drawn, done, turns = 0.0, 1.0, 0, 0, 0
        is_new, is_replayed = True, True
        while is_replayed or done < len(candidates):
            action = NO_ACTION
            if is_new:  # before the first decision
                is_new, weight, done = False, 1.0, 0
                deal(hand, present, before, past, results.counts)
            if is_replayed and done == len(acts):  # the hand has come to the present
                whole, drawn = whole + weight, drawn + 1
                _keep(hand, weight, whole)
                is_new = is_replayed = drawn < plan.draws
                if is_new:
                    continue
                done, turns, results.weights[place] = 0, 0, whole / plan.draws
                action = _start(hand, present, plan, candidates, 0, number)
            elif not is_replayed and (s.seats.actor < 0 or turns == _MOST_TURNS):
                results.payoffs[place, done] = _won(hand)
                done, turns = done + 1, 0
                if done == len(candidates):
                    continue
                action = _start(hand, present, plan, candidates, done, number)
            elif is_replayed and acts[done, 1] != WEIGHED:
                action, done = acts[done, 0], done + 1
            if action == NO_ACTION:
                results.counts[_DECISIONS] += 1
                hands = before if is_replayed else present
                n, held = consult(hand, memory, hands, plan.deals)
                if is_replayed:
                    likely, action = replay(hand, memory, n, held, acts[done, 0])
                    weight, done = weight * likely, done + 1
                else:
                    action, turns = choose(hand, memory, n), turns + 1
            step(s, action)

    return sample


def _dealer(verbs: Verbs, abstraction: Abstraction) -> Callable[..., None]:
    """The function that begins the hand again, with other cards that nobody has seen."""
    begin, redeal, recurs = verbs.begin, verbs.redeal, abstraction.recurs
    is_apart = abstraction.has_public_tree and not recurs

    @inlined
    def deal(hand: Hand, present: Hands, before: Hands, past: Past, counts: Array) -> None:
        rows, dealing = hand.rows, hand.rngs[_DEALING]
        s = rows[0]
        if not recurs:
            forget(present.keys)
        if is_apart:
            forget(before.keys)
        counts[_DEALS] += 1
        if past.is_whole:
            rows[0] = rows[START]
            _lay(s.deck, past.deck, past.free, dealing)
            if not past.is_second:
                shuffle_second(s.deck, dealing)
            begin(s)
        else:
            rows[0] = rows[SEEN]
            redeal(s, dealing)

    return deal


def _consulter(
    verbs: Verbs, decide: Callable[..., tuple[int, float]]
) -> Callable[..., tuple[int, float]]:
    """The function that asks the strategy at a turn; returns the slots, and the hand's share."""
    menu, conceal = verbs.menu, verbs.conceal

    @inlined
    def consult(hand: Hand, memory: Memory, hands: Hands, deals: int) -> tuple[int, float]:
        rows, m = hand.rows, hand.menus[0]
        rows[VIEW] = rows[0]
        conceal(rows[VIEW], rows[0].seats.actor)
        menu(rows[VIEW], m)
        return decide(rows, hand.words, m, hand.menus, hand.rngs[_PLACING], memory, hands, deals)

    return consult


def _replayer(bets: Bets) -> Callable[..., tuple[float, int]]:
    """The function that weighs what was done; returns how likely it was, and the action."""

    @inlined
    def replay(hand: Hand, memory: Memory, n: int, held: float, action: int) -> tuple[float, int]:
        view, m, chosen, shares = hand.rows[VIEW], hand.menus[0], memory.notes.chosen, memory.shares
        front, _ = bets(view, hand.rows[0].seats.actor)
        slip = _slip(action, held, pot_of(view), front + owed(m), owed(m))
        likely = slip + (1.0 - _SLIP) * _likelihood(chosen, shares, n, action)
        return likely, _placed(action, m, chosen, shares, n, hand.rngs[_DEALING])

    return replay


def _chooser(is_judged: bool) -> Callable[..., int]:
    """The function that chooses an action from the present on."""

    @without_refcounts
    def choose(hand: Hand, memory: Memory, n: int) -> int:
        k = pick(memory.shares, 0, n, hand.rngs[_PLAYING])
        if is_judged and hand.rows[0].seats.actor == hand.rows[SEEN].seats.actor:
            k = favourite(memory.shares, 0, n)
        action: int = memory.notes.chosen[k]
        return action

    return choose


@without_refcounts
def _keep(hand: Hand, weight: float, whole: float) -> None:
    """Keep the deal that has come to the present, in proportion to its weight of all so far."""
    if draw(hand.rngs[_DEALING]) / (MASK + 1.0) * whole <= weight:
        hand.rows[_KEPT] = hand.rows[0]


@without_refcounts
def _start(hand: Hand, present: Hands, plan: Plan, candidates: Array, i: int, number: int) -> int:
    """Go back to the present of the deal that was kept; returns the candidate to try there."""
    action: int = candidates[i]
    if actions.kind(action) in PICKED:  # it changes what is held
        forget(present.keys)
    hand.rows[0] = hand.rows[_KEPT]
    seed(hand.rngs[_PLAYING], plan.experiment, 2 * number + 1)  # the same chance for each
    return action


@without_refcounts
def _won(hand: Hand) -> float:
    """The asking seat's winnings since the present."""
    seen = hand.rows[SEEN]
    me = seen.seats.actor
    return float(hand.rows[0].chips.stack[me] - seen.chips.stack[me])


@compiled
def _likelihood(chosen: Array, shares: Array, n: int, action: int) -> float:
    """The probability of an observed action under a strategy; bets match by similar size."""
    kind, amount = actions.kind(action), actions.amount(action)
    if kind == CHOSEN:
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
    """An action with what nobody saw: the card that the strategy picks, or any; any choice."""
    kind = actions.kind(action)
    if actions.amount(action) != UNSEEN:
        return action
    if kind == CHOSEN:
        return actions.any_of(m, rng)
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
