"""The public tree of a hand, for games whose betting does not depend on the cards.

In such a game the cards decide only who wins: the player to act, the menu and its prices follow
from the bets. All positions can be found once, through the verbs, and trained with deals evaluated
before (`deals`); positions with the same public record are one node.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.habits import odds_of
from sidepot.bots.trained.hashing import CHIPS, FREE, hash_words, mask_of, mix, words_of
from sidepot.bots.trained.prospects import WHOLE
from sidepot.bots.trained.situation import Bets, bets_of, hash_situation, owed, pot_of
from sidepot.bots.trained.slots import list_slots, staying_slot
from sidepot.bots.trained.table import NOWHERE, as_read, place_of
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Records, compiled, inlined, readable
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle
from sidepot.rules.pots import award
from sidepot.rules.seats import count

DECISION, FOLDED, DUEL, _SHOWDOWN = range(4)
"""Kinds of nodes: somebody acts; one is left; two are left at the end, or more."""
KIND, ACTOR, SLOTS, FIRST, SITUATION, ROUND, STAYS, ODDS, LIVE = range(9)
"""The columns of a node. `FIRST`: its first child, or where its payoffs are; `STAYS`: the slot by
which the actor stays in at the least price; `ODDS`: the share of the pot, of `WHOLE`, that would
pay that; `LIVE`: who is in."""
_NODE = 9
_DEEPEST = 96
"""The most decisions of a hand that are found; a longer hand is no game with bets."""
_SLOTS = 8
_MOST_NODES = 1 << 22
_FULL = -1
_LIVE, _DEAD = 0, 1
_NODES, _CHILDREN, _PAYOFFS, _POTS, _SITUATIONS, _ROUNDS = range(6)
"""The counts of what has been found."""


class Tree(NamedTuple):
    """Positions of a game, as arrays."""

    node: Array
    """int64[nodes, _NODE]."""
    child: Array
    """int64[children]: nodes."""
    payoff: Array
    """float64[numbers]: for one left, what each seat wins; for two, that three times (the first of
    them wins, a tie, the second wins); for more, what each has besides the pots."""
    pots: Array
    """int64[numbers]: for two left, the seats; for more, who is live, dead chips, what
    each paid."""
    roots: Array
    """int64[stacks]: the first decision of a hand with each of the stacks."""
    situations: Array
    """int64[situations]: the keys of public situations."""
    slots: Array
    """int64[situations]: how many slots each has."""
    rounds: Array
    """int64[rounds]: the numbers of the rounds, in their order."""


class _Hand(NamedTuple):
    """The position, those on the way to it, and its menu."""

    rows: Records
    words: Array
    menus: Records
    rngs: Records


class _Sizes(NamedTuple):
    """The input of situations: the fields that distinguish positions, and the bet sizes."""

    mask: Array
    own: Array
    their: Array
    replier: int
    """The seat that has its own sizes where the others have theirs, or `NOWHERE`."""


class _Growth(NamedTuple):
    """A tree that grows: the arrays of `Tree` with room, and what has been found."""

    node: Array
    child: Array
    payoff: Array
    pots: Array
    keys: Array
    """int64[places]: the keys of positions, a hash table."""
    numbers: Array
    """int64[places]: their nodes."""
    seen: Array
    """int64[places]: the keys of situations, a hash table."""
    places: Array
    """int64[places]: their numbers."""
    situations: Array
    slots: Array
    rounds: Array
    work: Array
    """int64[_DEEPEST, 2 + 2 * _SLOTS]: of each open turn its node, the slot that is followed, and
    the slots' actions."""
    counts: Array


def grow(
    game: Game,
    abstraction: Abstraction,
    players: int,
    stacks: Sequence[int],
    replier: int = NOWHERE,
    others: Abstraction | None = None,
) -> Tree | None:
    """The tree of a game for hands with equal stacks, one of those given; None if it is too large.

    `replier`: the seat that learns against `others`, who have slots of their own.
    """
    size = 1 << 14
    while size <= _MOST_NODES:
        found = _grown(game, abstraction, players, stacks, replier, others or abstraction, size)
        if found is not None:
            return found
        size *= 4
    return None


def _grown(
    game: Game,
    abstraction: Abstraction,
    players: int,
    stacks: Sequence[int],
    replier: int,
    others: Abstraction,
    size: int,
) -> Tree | None:
    """The tree, if its nodes are no more than `size`."""
    layout = game.layout(journal=False)
    rows = game.batch(2 + 2 * _DEEPEST, journal=False)
    for i in range(len(rows)):
        setup.seat(game, kernel.fields(rows, i), [stacks[0]] * players)
    rngs = kernel.generator(0)
    _lay(rows, rngs)
    hand = _Hand(rows, words_of(rows), kernel.batch(kernel.record(Menu)), rngs)
    own, their = (_sizes(a) for a in (abstraction, others))
    bets = (bets_of(layout, a.memory) for a in (abstraction, others))
    play = _grower(game.verbs, abstraction, *bets)
    slots = _Sizes(_public_mask(layout), own, their, replier)
    growth, roots = _empty(size), []
    for stack in stacks:
        root = play(hand, slots, growth, stack)
        if root == _FULL:
            return None
        roots.append(root)
    return _cut(growth, roots)


def _empty(size: int) -> _Growth:
    """Room for so many nodes."""
    numbers = {
        "node": np.zeros((size, _NODE), np.int64),
        "child": np.zeros(6 * size, np.int64),
        "payoff": np.zeros(8 * size),
        "pots": np.zeros(8 * size, np.int64),
        "keys": np.zeros(4 * size, np.int64),
        "numbers": np.zeros(4 * size, np.int64),
        "seen": np.zeros(2 * size, np.int64),
        "places": np.zeros(2 * size, np.int64),
        "situations": np.zeros(size, np.int64),
        "slots": np.zeros(size, np.int64),
        "rounds": np.full(64, NOWHERE, np.int64),
        "work": np.zeros((_DEEPEST, 2 + 2 * _SLOTS), np.int64),
        "counts": np.zeros(6, np.int64),
    }
    return _Growth(**{name: as_read(array) for name, array in numbers.items()})


def _cut(growth: _Growth, roots: Sequence[int]) -> Tree:
    """The tree, in memory that it fills."""
    n, c, v, q, sits, r = growth.counts.tolist()
    return Tree(
        readable(np.asarray(growth.node)[:n].copy()),
        readable(np.asarray(growth.child)[:c].copy()),
        np.asarray(growth.payoff)[:v].copy(),
        readable(np.asarray(growth.pots)[: max(q, 1)].copy()),
        readable(np.array(roots, np.int64)),
        readable(np.asarray(growth.situations)[:sits].copy()),
        readable(np.asarray(growth.slots)[:sits].copy()),
        readable(np.asarray(growth.rounds)[:r].copy()),
    )


def _sizes(abstraction: Abstraction) -> Array:
    return readable(np.array(abstraction.sizes, np.int64))


def _public_mask(layout: np.dtype[Any]) -> Array:
    """The bits of a record that all see and that bets follow from: no part with cards."""
    parts = [
        name
        for name in layout.names or ()
        if name not in CHIPS and (layout.fields[name][0].names or layout.fields[name][0].shape)  # type: ignore[index]
    ]
    return mask_of(layout, tuple(parts))


@compiled
def _lay(rows: Records, rngs: Records) -> None:
    """Lay any deck: it does not matter which."""
    shuffle(rows[0].deck, rngs[0])


@functools.cache
def _grower(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, their_bets: Bets
) -> Callable[..., int]:
    """The compiled search for all positions of a hand, depth first."""
    begin, menu, step, _, _ = verbs
    by_rule, play_on = abstraction.by_rule, abstraction.play_on
    note_turn = _turn_noter(verbs, abstraction, bets, their_bets)

    @compiled
    def grow_from(hand: _Hand, slots: _Sizes, growth: _Growth, stack: int) -> int:
        rows, m, rng = hand.rows, hand.menus[0], hand.rngs[0]
        s = rows[0]
        for p in range(s.seats.n):
            s.chips.stack[p] = stack
        begin(s)
        top, root, is_going = 0, NOWHERE, True
        while is_going:
            # `rows[0]` is a position just come to: find its node, or make it
            while s.seats.actor >= 0 and by_rule(s):
                menu(s, m)
                step(s, play_on(rows, m, rng))
            if _is_full(growth, top):
                return _FULL
            x, is_new = _node_of(growth, mix(hash_words(hand.words, 0, slots.mask), stack))
            if root == NOWHERE:
                root = x
            if is_new and s.seats.actor >= 0:
                note_turn(hand, slots, growth, x, top)
                rows[2 + top] = s
                top += 1
                x = NOWHERE
            elif is_new:
                _end_of(rows, stack, growth, x)
            top = _go_back(growth, top, x)
            is_going = top > 0
            if is_going:
                rows[0] = rows[1 + top]
                step(s, _next_action(growth.work, top))
        return root

    return grow_from


def _turn_noter(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, their_bets: Bets
) -> Callable[..., None]:
    """The function that writes the node of a decision, and opens its turn."""
    menu, round_of, depth_of = verbs.menu, abstraction.round, abstraction.depth

    @inlined
    def note_turn(hand: _Hand, slots: _Sizes, growth: _Growth, x: int, top: int) -> None:
        s, m, node, counts = hand.rows[0], hand.menus[0], growth.node, growth.counts
        p = s.seats.actor
        menu(s, m)
        now = round_of(s)
        front, known = bets(s, p)
        sizes = slots.own
        if slots.replier >= 0 and p != slots.replier:
            _, known = their_bets(s, p)
            sizes = slots.their
        price = owed(m)
        chosen = growth.work[top, 2 + _SLOTS :]
        n, kinds = list_slots(m, pot_of(s) + price, front + price, sizes, 0, chosen)
        sit = hash_situation(s, m, p, known, depth_of(s, p))
        node[x, KIND], node[x, ACTOR], node[x, SLOTS] = DECISION, p, n
        node[x, FIRST] = counts[_CHILDREN]
        node[x, SITUATION] = _situation_of(growth, mix(mix(sit, kinds), now), n)
        node[x, ROUND], node[x, STAYS] = _round_of(growth, now), staying_slot(chosen, n)
        node[x, LIVE] = count(s.seats)
        odds = odds_of(price, pot_of(s), s.chips.paid[p], node[x, LIVE])
        node[x, ODDS] = int(WHOLE * odds)
        counts[_CHILDREN] += n
        growth.work[top, 0], growth.work[top, 1] = x, NOWHERE

    return note_turn


@compiled
def _is_full(growth: _Growth, top: int) -> bool:
    """Whether there may be no room for another node."""
    counts = growth.counts
    return bool(
        counts[_NODES] + 2 >= len(growth.node)
        or counts[_PAYOFFS] + 64 >= len(growth.payoff)
        or counts[_CHILDREN] + _SLOTS >= len(growth.child)
        or counts[_POTS] + 64 >= len(growth.pots)
        or counts[_SITUATIONS] + 2 >= len(growth.situations)
        or top + 1 >= _DEEPEST
    )


@compiled
def _node_of(growth: _Growth, key: int) -> tuple[int, bool]:
    """The node of a position, and whether it is a new one."""
    at = place_of(growth.keys, key)
    if growth.keys[at] == key:
        return growth.numbers[at], False
    x = growth.counts[_NODES]
    growth.counts[_NODES] += 1
    growth.keys[at], growth.numbers[at] = key, x
    return x, True


@compiled
def _situation_of(growth: _Growth, key: int, n: int) -> int:
    """The number of a situation with n slots, which is entered if it is new."""
    at, counts = place_of(growth.seen, key), growth.counts
    if growth.seen[at] == FREE:
        growth.seen[at], growth.places[at] = key, counts[_SITUATIONS]
        growth.situations[counts[_SITUATIONS]], growth.slots[counts[_SITUATIONS]] = key, n
        counts[_SITUATIONS] += 1
    number: int = growth.places[at]
    return number


@compiled
def _round_of(growth: _Growth, now: int) -> int:
    """The place of a round among those that were met, where it is entered if it is new."""
    k, counts = 0, growth.counts
    while k < counts[_ROUNDS] and growth.rounds[k] != now:
        k += 1
    if k == counts[_ROUNDS]:
        growth.rounds[k] = now
        counts[_ROUNDS] += 1
    return k


@compiled
def _go_back(growth: _Growth, top: int, came_to: int) -> int:
    """Write the node that was come to, and close turns up to one with a slot to follow.

    Returns how many turns are open then; `came_to` is `NOWHERE` for a turn that has just opened.
    """
    work, node = growth.work, growth.node
    while top > 0:
        x, k = work[top - 1, 0], work[top - 1, 1]
        if came_to != NOWHERE and k >= 0:
            growth.child[node[x, FIRST] + k] = came_to
        work[top - 1, 1] = k + 1
        if k + 1 < node[x, SLOTS]:
            return top
        came_to = x
        top -= 1
    return top


@compiled
def _next_action(work: Array, top: int) -> int:
    """The action of the slot that is followed from the last open turn."""
    action: int = work[top - 1, 2 + _SLOTS + work[top - 1, 1]]
    return action


@compiled
def _end_of(rows: Records, stack: int, growth: _Growth, x: int) -> None:
    """Write the end of a hand: what each seat wins, or what is in the pots."""
    node, payoff, pots, counts = growth.node, growth.payoff, growth.pots, growth.counts
    s = rows[0]
    n, live = s.seats.n, 0
    first, second = NOWHERE, NOWHERE
    for p in range(n):
        if s.seats.live[p]:
            live += 1
            if first == NOWHERE:
                first = p
            else:
                second = p
    node[x, FIRST], node[x, SITUATION] = counts[_PAYOFFS], counts[_POTS]
    node[x, KIND] = FOLDED if live < 2 else DUEL if live == 2 else _SHOWDOWN
    if live < 2:
        for p in range(n):
            payoff[counts[_PAYOFFS] + p] = s.chips.stack[p] - stack
        counts[_PAYOFFS] += n
    elif live == 2:
        pots[counts[_POTS]], pots[counts[_POTS] + 1] = first, second
        counts[_POTS] += 2
        for p in range(n):
            s.chips.stack[p] -= s.chips.won[p]
        rows[1] = s
        for outcome in range(3):
            rows[1] = s
            e = rows[1]
            e.chips.won[:] = 0
            e.strength[first], e.strength[second] = 2, 1 + outcome
            award(e.chips, e.seats, e.journal, e.strength)
            for p in range(n):
                payoff[counts[_PAYOFFS] + p] = e.chips.stack[p] - stack
            counts[_PAYOFFS] += n
    else:
        pots[counts[_POTS] + _LIVE], pots[counts[_POTS] + _DEAD] = 0, s.chips.dead
        for p in range(n):
            pots[counts[_POTS] + _LIVE] |= int(s.seats.live[p]) << p
            pots[counts[_POTS] + 2 + p] = s.chips.paid[p]
            payoff[counts[_PAYOFFS] + p] = s.chips.stack[p] - s.chips.won[p] - stack
        counts[_PAYOFFS] += n
        counts[_POTS] += 2 + n
