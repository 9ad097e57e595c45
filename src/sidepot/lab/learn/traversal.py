"""The compiled loop that learns: external sampling, in any game, through its five verbs.

A hand is dealt; one seat, the traverser, tries every slot at its turns, and the others play by
their strategies of now (Lanctot and others, 2009), or by a frozen one, as at a table. In a thorough
traversal, for small games, all try every slot, by the strategies that they had at the start of the
round. The stack of turns is explicit, because compiled rules do not recurse; so each verb stands in
the loop once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.habits import NO_HABIT, draw_habits, equity_of, habit_slot, odds_of
from sidepot.bots.trained.hashing import FREE
from sidepot.bots.trained.locating import Ground, Hands, Notes, forget, key_of, locator
from sidepot.bots.trained.prospects import LOOKED_AT, VIEW, WHOLE
from sidepot.bots.trained.situation import Bets, bets_of, owed, pot_of
from sidepot.bots.trained.slots import staying_slot
from sidepot.bots.trained.table import (
    NOWHERE,
    Table,
    even,
    match_regrets,
    pick,
    place_of,
)
from sidepot.engine.game import Game, Verbs
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import (
    Array,
    Random,
    Records,
    below,
    compiled,
    inlined,
    readable,
    seed,
    without_refcounts,
)
from sidepot.rules.deck import Deck, numbered, shuffle
from sidepot.rules.seats import count

_DEALT, FIRST = LOOKED_AT, LOOKED_AT + 1
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


def traversal(
    game: Game, abstraction: Abstraction, method: Method = METHOD, *, is_reply: bool = False
) -> Callable[..., None]:
    """The compiled loop of a game over deals `first` to `last` - 1.

    `is_reply`: one seat learns, and the others play a frozen strategy (`Others`).
    """
    bets = bets_of(game.layout(journal=False), abstraction.memory)
    return _traversal(game.verbs, abstraction, bets, method, is_reply)


class Hand(NamedTuple):
    """The hand that is gone through, and the positions to which it goes back."""

    rows: Records
    words: Array
    """The memory of `rows`, as numbers."""
    menus: Records
    rngs: Records
    habits: Array
    """int64[seats]: the habits of this traversal."""
    counts: Array


class Others(NamedTuple):
    """The strategy of the others."""

    begun: Array
    """float64[sets, slots]: in a thorough traversal the regrets with which the round began."""
    move: Any
    """The address of a frozen strategy's move (`strategy.pointer_to`), for replies."""
    mind: Any
    """What it reads and writes."""


class Scratch(NamedTuple):
    """The memory of one thread, and the ground of the keys."""

    ground: Ground
    hands: Hands
    notes: Notes
    tries: Tries


class Plan(NamedTuple):
    """The hands that are dealt."""

    lowest: int
    highest: int
    """The stacks, from which one is drawn for all seats."""
    orders: int
    """The orders of the deck that are gone through; 0 to shuffle it."""
    is_thorough: bool
    habits: int
    """In how many of a hundred traversals others have a habit."""
    experiment: int


class _Run(NamedTuple):
    """One traversal."""

    traverser: int
    omits: int
    """The slots of the traverser that are left out."""
    is_thorough: bool
    deals: int
    """The deals by which a hand's prospects are found."""


@functools.cache
def _traversal(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, method: Method, is_reply: bool
) -> Callable[..., None]:
    begin, step, is_exact = verbs.begin, verbs.step, abstraction.is_exact
    decide = _decider(verbs, abstraction, bets, method, is_reply)
    go_back = _returner(method, is_reply)

    @compiled
    def traverse(
        hand: Hand,
        table: Table,
        others: Others,
        scratch: Scratch,
        plan: Plan,
        first: int,
        last: int,
        repeats: int,
        deals: int,
    ) -> None:
        # Read once: each reading of an array from a tuple counts a reference to it.
        ground, hands, notes, tries = scratch
        rows, _, _, _, habits, counts = hand
        rng = hand.rngs[0]
        s, budget = rows[0], _NO_BUDGET if plan.is_thorough else _BUDGET
        players = s.seats.n - s.seats.banked
        for number in range(first, last):
            seed(rng, plan.experiment, number)
            forget(hands.keys)
            stack = _lay_out(s, plan, players, number, rng)
            begin(s)
            rows[_DEALT] = s
            counts[_DEALS] += 1
            for turn in range(repeats * players):
                traverser, depth, decisions, omits = turn % players, 0, 0, _HOPELESS_ONES
                if is_exact or below(rng, _ALL_TRIED) == 0:
                    omits = _NONE
                run = _Run(traverser, omits, plan.is_thorough, deals)
                draw_habits(habits, traverser, plan.habits, rng)
                rows[0] = rows[_DEALT]
                while s.seats.actor >= 0 or depth > 0:
                    if s.seats.actor >= 0:
                        decisions += 1
                        room = depth if decisions < budget else DEEPEST
                        action, row = decide(
                            hand, table, others, ground, hands, notes, tries, run, room
                        )
                        depth += row < DEEPEST
                    else:
                        brought = float(s.chips.stack[traverser] - stack)
                        action, depth = go_back(table, tries, run, depth, brought)
                        if depth > 0:
                            rows[0] = rows[FIRST + depth - 1]
                    if action != NO_ACTION:
                        step(s, action)
                counts[DECISIONS] += decisions

    return traverse


def _decider(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, method: Method, is_reply: bool
) -> Callable[..., tuple[int, int]]:
    """The function that tries out or plays a turn.

    It is given the row in which the turn may be tried out, or `DEEPEST`, and returns the action,
    and the row in which it is, or `DEEPEST`.
    """
    menu, conceal, every = verbs.menu, verbs.conceal, abstraction.every
    by_rule, play_on = abstraction.by_rule, abstraction.play_on
    locate = locator(verbs, abstraction, bets)
    play = _slot_player(abstraction, method, is_reply)

    @inlined
    def decide(
        hand: Hand,
        table: Table,
        others: Others,
        ground: Ground,
        hands: Hands,
        notes: Notes,
        tries: Tries,
        run: _Run,
        room: int,
    ) -> tuple[int, int]:
        rows, m, rng, row = hand.rows, hand.menus[0], hand.rngs[0], DEEPEST
        view, p = rows[VIEW], rows[0].seats.actor
        rows[VIEW] = rows[0]
        conceal(view, p)
        menu(view, m)
        if is_reply and p != run.traverser:
            action = others.move(rows[VIEW:], rng, others.mind)
        elif by_rule(view):
            action = play_on(rows[VIEW:], m, rng)
        else:
            n, _, situation, bucket, share, _ = locate(
                rows, hand.words, m, hand.menus, rng, ground, hands, notes, run.deals
            )
            at = _place_in(hand, table, key_of(situation, bucket))
            is_tried = p == run.traverser and (every == 1 or below(rng, every) == 0)
            if at != NOWHERE and (is_tried or run.is_thorough):
                row = room
            found = _Found(n, at, row, share)
            _read(table, others, tries.shares, run, found)
            if row < DEEPEST:
                rows[FIRST + row] = rows[0]
                action = _open_turn(table.regret, tries, notes.chosen, run, p, found)
            else:
                action = play(hand, table.total, notes.chosen, tries.shares, run, found)
        return action, row

    return decide


class _Found(NamedTuple):
    """A turn: its slots, the places of its set and of its strategy, and the hand's share."""

    n: int
    at: int
    row: int
    share: int


@without_refcounts
def _read(table: Table, others: Others, shares: Array, run: _Run, found: _Found) -> None:
    """Write the strategy of a turn into its row."""
    n, at, row, _ = found
    if at == NOWHERE:
        even(n, shares, row)
    elif run.is_thorough:
        match_regrets(others.begun, at, n, shares, row)
    else:
        match_regrets(table.regret, at, n, shares, row)


def _slot_player(abstraction: Abstraction, method: Method, is_reply: bool) -> Callable[..., int]:
    """The function that plays a turn that is not tried out; returns the action."""
    method_pick, has_public_tree = method.pick, abstraction.has_public_tree

    @without_refcounts
    def play(
        hand: Hand, total: Array, chosen: Array, shares: Array, run: _Run, found: _Found
    ) -> int:
        n, at, row, share = found
        s, m, rng = hand.rows[0], hand.menus[0], hand.rngs[0]
        p = s.seats.actor
        if at != NOWHERE and not is_reply and p != run.traverser:
            for k in range(n):
                total[at, k] += shares[row, k]
        k = method_pick(shares, row, n, rng)
        if hand.habits[p] != NO_HABIT:
            live = count(s.seats)
            odds = odds_of(owed(m), pot_of(s), s.chips.paid[p], live)
            equity = equity_of(share / WHOLE, live, has_public_tree)
            k = habit_slot(hand.habits[p], staying_slot(chosen, n), n, equity, odds, live, rng)
        action: int = chosen[k]
        return action

    return play


def _returner(method: Method, is_reply: bool) -> Callable[..., tuple[int, int]]:
    """The function that closes turns up to one with a slot to try.

    It returns the slot's action, or `NO_ACTION`, and how many turns are open then.
    """
    close_turn = _closer(method)

    @without_refcounts
    def go_back(
        table: Table, tries: Tries, run: _Run, depth: int, brought: float
    ) -> tuple[int, int]:
        place, options, value, shares = tries
        while depth > 0:
            top = depth - 1
            at, n, k = place[top, 0], place[top, 1], place[top, 2]
            value[top, k] = brought
            omits = run.omits if place[top, 3] == run.traverser else _UNPLAYED
            k = _next_slot(table.regret, shares, top, at, k + 1, n, omits)
            if k < n:
                place[top, 2] = k
                return options[top, k], depth
            brought = close_turn(table, tries, top, run.traverser, is_reply)
            depth = top
        return NO_ACTION, depth

    return go_back


def _closer(method: Method) -> Callable[..., float]:
    """The function that adds up what was found at a turn; returns what the turn is worth."""
    method_gain = method.gain

    @without_refcounts
    def close_turn(table: Table, tries: Tries, top: int, traverser: int, is_reply: bool) -> float:
        place, _, value, shares = tries
        at, n, owner = place[top, 0], place[top, 1], place[top, 3]
        own, others = _reach(place, shares, top, owner, traverser)
        mean = 0.0
        for k in range(n):
            if shares[top, k] > 0.0:
                mean += shares[top, k] * value[top, k]
        for k in range(n):
            if owner == traverser and value[top, k] != _UNTRIED:
                table.regret[at, k] += method_gain(value[top, k], mean, others)
            if owner != traverser or is_reply:
                table.total[at, k] += own * shares[top, k]
        return mean

    return close_turn


@without_refcounts
def _reach(
    place: Array, shares: Array, top: int, owner: int, traverser: int
) -> tuple[float, float]:
    """The reach probabilities of a turn: of its owner, and of all but the traverser."""
    own, others = 1.0, 1.0
    for k in range(top):
        share = shares[k, place[k, 2]]
        if place[k, 3] == owner:
            own *= share
        if place[k, 3] != traverser:
            others *= share
    return own, others


@without_refcounts
def _open_turn(regret: Array, tries: Tries, chosen: Array, run: _Run, p: int, found: _Found) -> int:
    """Begin to try out the slots of a seat's turn; returns the action of the first."""
    place, options, value, shares = tries
    n, at, row, _ = found
    for k in range(n):
        options[row, k] = chosen[k]
        value[row, k] = _UNTRIED
    omits = run.omits if p == run.traverser else _UNPLAYED
    k = _next_slot(regret, shares, row, at, 0, n, omits)
    place[row, 0], place[row, 1], place[row, 2], place[row, 3] = at, n, k, p
    action: int = chosen[k]
    return action


@without_refcounts
def _place_in(hand: Hand, table: Table, key: int) -> int:
    """The place of a set in the table, where it is entered; `NOWHERE` for a seat with a habit."""
    if hand.habits[hand.rows[0].seats.actor] != NO_HABIT:
        return NOWHERE
    return _enter(table.keys, key, hand.counts)


@compiled
def _lay_out(s: Any, plan: Plan, players: int, number: int, rng: Random) -> int:
    """Set a record up for `begin`; returns the stack of all seats."""
    stack = _stack(plan.lowest, plan.highest, rng)
    for p in range(s.seats.n):
        s.chips.stack[p] = stack if p < players else 0
    if plan.orders > 0:
        _lay_order(s.deck, number % plan.orders)
    else:
        shuffle(s.deck, rng)
    return stack


@without_refcounts
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
def _stack(low: int, high: int, rng: Random) -> int:
    """A stack between two, any doubling of the lower one alike."""
    doublings = 0
    while low << doublings + 1 <= high:
        doublings += 1
    low <<= below(rng, doublings + 1)
    stack: int = low + below(rng, min(2 * low - 1, high) - low + 1)
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
