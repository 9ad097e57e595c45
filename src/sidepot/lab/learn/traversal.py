"""The compiled loop that learns: external sampling, in any game, through its five verbs.

A hand is dealt; one seat, the traverser, tries every slot at its turns, and the others play by
their strategies of now (Lanctot and others, 2009). In a thorough traversal, for small games, all
try every slot, by the strategies that they had at the start of the round. The stack of turns is
explicit, because compiled rules do not recurse; so each verb stands in the loop once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.frozen import by_odds
from sidepot.bots.trained.habits import NO_HABIT, draw_habits, equity_of, habit_slot, odds_of
from sidepot.bots.trained.hashing import FREE
from sidepot.bots.trained.locating import NO_ACTION, VIEW, WHOLE, forget, key_of, locator
from sidepot.bots.trained.situation import Bets, bets_of, owed, pot_of
from sidepot.bots.trained.slots import staying_slot
from sidepot.bots.trained.table import (
    NOWHERE,
    even,
    find,
    match_regrets,
    mean_strategy,
    meant_strategy,
    pick,
    place_of,
)
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Random, Records, below, compiled, inlined, readable, seed
from sidepot.rules.deck import Deck, numbered, shuffle
from sidepot.rules.seats import count

_DEALT, FIRST = 3, 4
"""The places in a batch of the hand as it was dealt, and of the first turn that is tried out."""
DEEPEST = 32
"""The turns of the traverser that are tried out in one hand; later ones are played."""
_ALL_TRIED = 8
"""In one traversal of so many, hopeless slots are tried too."""
_HOPELESS = 1.5
"""A slot is hopeless if its regret is below zero by so many times the best slot's regret."""
_NONE, _HOPELESS_ONES, _UNPLAYED = range(3)
"""The slots of a turn that are omitted."""
_UNTRIED = -1e300
"""Stands for the value of a slot that was not tried."""
_NO_BUDGET = 1 << 40
_BUDGET = 3000
"""Decisions of one traversal after which turns are played and not tried out."""
_DEALS, DECISIONS, SETS, _REFUSED = range(4)
"""The counts of a thread: hands dealt, decisions, information sets, and sets without room."""
COUNTS = 4


class Tries(NamedTuple):
    """The stack of turns being tried out, as arrays with a row for each."""

    place: Array
    """int64[DEEPEST, 4]: the set's place in the table, its slots, which is tried, whose turn."""
    chosen: Array
    """int64[DEEPEST, slots]: the actions of the slots."""
    value: Array
    """float64[DEEPEST, slots]: what each has brought, in chips."""
    shares: Array
    """float64[DEEPEST + 1, slots]: the strategy; the last row is for turns that are played."""


def tries(slots: int) -> Tries:
    """Empty space for turns."""
    return Tries(
        readable(np.zeros((DEEPEST, 4), np.int64)),
        readable(np.zeros((DEEPEST, slots), np.int64)),
        np.zeros((DEEPEST, slots)),
        np.zeros((DEEPEST + 1, slots)),
    )


@compiled
def _gain(value: float, mean: float, reach: float) -> float:
    """The regret of not having taken a slot: what it brings beyond the strategy.

    It counts by `reach`, how likely the others come to this turn; 1 where they are sampled.
    """
    return reach * (value - mean)


class Method(NamedTuple):
    """The two most error-prone steps of a learner, as compiled functions."""

    gain: Callable[[float, float, float], float] = _gain
    pick: Callable[[Array, int, int, Random], int] = pick


METHOD = Method()


def traversal(game: Game, abstraction: Abstraction, method: Method = METHOD) -> Callable[..., None]:
    """The compiled loop of a game over deals `first` to `last` - 1."""
    return _traversal(
        game.verbs, abstraction, bets_of(game.layout(journal=False), abstraction.memory), method
    )


@functools.cache
def _traversal(
    verbs: Verbs,
    abstraction: Abstraction,
    bets: Bets,
    method: Method,
) -> Callable[..., None]:
    begin, menu, step, conceal, _ = verbs
    is_exact, is_apart = abstraction.is_exact, abstraction.is_apart
    every = abstraction.every
    by_rule, play_on = abstraction.by_rule, abstraction.play_on
    locate = locator(verbs, abstraction, bets)
    method_pick, method_gain = method.pick, method.gain

    @inlined
    def close_turn(
        regret: Array,
        total: Array,
        place: Array,
        value: Array,
        shares: Array,
        top: int,
        traverser: int,
        is_reply: bool,
    ) -> float:
        """Add up what was found at a turn that was tried out; returns what it is worth."""
        at, n, owner = place[top, 0], place[top, 1], place[top, 3]
        mean, own, others = 0.0, 1.0, 1.0
        for k in range(top):
            share = shares[k, place[k, 2]]
            if place[k, 3] == owner:
                own *= share
            if place[k, 3] != traverser:
                others *= share
        for k in range(n):
            if shares[top, k] > 0.0:
                mean += shares[top, k] * value[top, k]
        for k in range(n):
            if owner == traverser and value[top, k] != _UNTRIED:
                regret[at, k] += method_gain(value[top, k], mean, others)
            if owner != traverser or is_reply:
                total[at, k] += own * shares[top, k]
        return mean

    @compiled
    def traverse(
        rows: Records,
        words: Array,
        menus: Records,
        rngs: Records,
        stacks: Array,
        keys: Array,
        regret: Array,
        total: Array,
        their_keys: Array,
        their_total: Array,
        their_sizes: Array,
        their_rounds: Array,
        their_centers: Array,
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
        place: Array,
        options: Array,
        value: Array,
        shares: Array,
        counts: Array,
        habits: Array,
        habit_part: int,
        experiment: int,
        first: int,
        last: int,
        repeats: int,
        deals: int,
    ) -> None:
        s, m, rng = rows[0], menus[0], rngs[0]
        is_alone = len(their_keys) == 0  # the others learn too
        is_thorough, budget = stacks[3] > 0, _BUDGET  # `their_total` then has the old regrets
        if is_thorough:
            budget = _NO_BUDGET
        players = s.seats.n - s.seats.banked
        for number in range(first, last):
            seed(rng, experiment, number)
            forget(cached)
            stack = _stack(stacks, rng)
            for p in range(s.seats.n):
                s.chips.stack[p] = stack if p < players else 0
            if stacks[2] > 0:
                _lay_order(s.deck, number % stacks[2])
            else:
                shuffle(s.deck, rng)
            begin(s)
            rows[_DEALT] = s
            counts[_DEALS] += 1
            for turn in range(repeats * players):
                traverser, depth, decisions = turn % players, 0, 0
                omitted = _HOPELESS_ONES
                if is_exact or below(rng, _ALL_TRIED) == 0:
                    omitted = _NONE
                draw_habits(habits, traverser, habit_part, rng)
                rows[0] = rows[_DEALT]
                is_going = True
                while is_going:
                    action = NO_ACTION
                    p = s.seats.actor
                    if p >= 0:
                        decisions += 1
                        rows[VIEW] = s
                        conceal(rows[VIEW], p)
                        menu(rows[VIEW], m)
                        if by_rule(rows[VIEW]):
                            action = play_on(rows[VIEW:], m, rng)
                        else:
                            is_own = is_alone or p == traverser
                            by_sizes, by_rounds, by_centers = sizes, rounds, centers
                            if not is_own:
                                by_sizes, by_rounds = their_sizes, their_rounds
                                by_centers = their_centers
                            n, _, situation, bucket, share = locate(
                                rows, words, m, menus, rng,
                                mask, by_sizes, by_rounds, by_centers,
                                cached, found, log, chosen, tried, likely, met, met_slots, deals,
                            )  # fmt: skip
                            key = key_of(situation, bucket)
                            at, row, habit = NOWHERE, DEEPEST, habits[p]
                            if habit == NO_HABIT and is_own:
                                at = _enter(keys, key, counts)
                            elif habit == NO_HABIT:
                                at = find(their_keys, key)
                            is_room = depth < DEEPEST and decisions < budget and at != NOWHERE
                            is_tried = p == traverser and (every == 1 or below(rng, every) == 0)
                            if is_room and (is_tried or is_thorough):
                                row = depth
                            if habit != NO_HABIT:
                                even(n, shares, row)
                            elif at == NOWHERE and not (is_own or is_exact):
                                by_odds(rows[VIEW], m, share, n, chosen, shares, row)
                            elif at == NOWHERE:
                                even(n, shares, row)
                            elif is_thorough:
                                match_regrets(their_total, at, n, shares, row)
                            elif is_own:
                                match_regrets(regret, at, n, shares, row)
                            elif is_exact:
                                mean_strategy(their_total, at, n, shares, row)
                            else:
                                meant_strategy(their_total, at, n, shares, row)
                            if row < DEEPEST:
                                rows[FIRST + depth] = s
                                for k in range(n):
                                    options[depth, k] = chosen[k]
                                    value[depth, k] = _UNTRIED
                                omits = omitted if p == traverser else _UNPLAYED
                                k = _next_slot(regret, shares, depth, at, 0, n, omits)
                                place[depth, 0], place[depth, 1] = at, n
                                place[depth, 2], place[depth, 3] = k, p
                                action = chosen[k]
                                depth += 1
                            else:
                                if at != NOWHERE and is_alone and p != traverser:
                                    for k in range(n):
                                        total[at, k] += shares[row, k]
                                action = chosen[method_pick(shares, row, n, rng)]
                                if habit != NO_HABIT:
                                    stays = staying_slot(chosen, n)
                                    live = count(s.seats)
                                    odds = odds_of(owed(m), pot_of(s), s.chips.paid[p], live)
                                    equity = equity_of(share / WHOLE, live, is_apart)
                                    k = habit_slot(habit, stays, n, equity, odds, live, rng)
                                    action = chosen[k]
                    else:
                        brought = float(s.chips.stack[traverser] - stack)
                        is_going = False
                        while depth > 0 and not is_going:
                            top = depth - 1
                            at, n, k = place[top, 0], place[top, 1], place[top, 2]
                            value[top, k] = brought
                            omits = omitted if place[top, 3] == traverser else _UNPLAYED
                            k = _next_slot(regret, shares, top, at, k + 1, n, omits)
                            if k < n:
                                rows[0] = rows[FIRST + top]
                                action, place[top, 2] = options[top, k], k
                                is_going = True
                            else:
                                brought = close_turn(
                                    regret, total, place, value, shares,
                                    top, traverser, not is_alone,
                                )  # fmt: skip
                                depth = top
                    if is_going:
                        step(s, action)
                counts[DECISIONS] += decisions

    return traverse


@compiled
def _next_slot(
    regret: Array, shares: Array, row: int, at: int, first: int, n: int, omits: int
) -> int:
    """The next slot from `first` on that is to be tried at a turn; n if there is none.

    `omits`: none, those that are hopeless, or all that are not played.
    """
    if omits == _NONE:
        return first
    bound = 0.0
    for k in range(n):
        bound = max(bound, regret[at, k])
    for k in range(first, n):
        is_hopeless = omits == _UNPLAYED or regret[at, k] < -_HOPELESS * bound
        if bound == 0.0 or shares[row, k] > 0.0 or not is_hopeless:
            return k
    return n


@compiled
def _lay_order(deck: Deck, number: int) -> None:
    """Lay one of all orders of the cards within reach, by its number."""
    for i in range(deck.size):
        deck.card[i] = numbered(deck, i)
    for i in range(min(deck.reach, deck.size - 1)):
        j = i + number % (deck.size - i)
        number //= deck.size - i
        card = deck.card[i]
        deck.card[i] = deck.card[j]
        deck.card[j] = card


@compiled
def _stack(stacks: Array, rng: Random) -> int:
    """A stack between two, any doubling of the lower one alike."""
    low, doublings = stacks[0], 0
    while low << doublings + 1 <= stacks[1]:
        doublings += 1
    low <<= below(rng, doublings + 1)
    stack: int = low + below(rng, min(2 * low - 1, stacks[1]) - low + 1)
    return stack


@compiled
def _enter(keys: Array, key: int, counts: Array) -> int:
    """The place of a set, which is entered if it is new; `NOWHERE` if there is no room."""
    at = place_of(keys, key)
    if at == NOWHERE or keys[at] != FREE:
        return at
    if 8 * counts[SETS] >= 7 * len(keys):
        counts[_REFUSED] += 1
        return NOWHERE
    keys[at] = key
    counts[SETS] += 1
    return at
