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
from sidepot.bots.trained.locating import WHOLE
from sidepot.bots.trained.situation import Bets, bets_of, hash_situation, owed, pot_of
from sidepot.bots.trained.slots import list_slots, staying_slot
from sidepot.bots.trained.table import NOWHERE, place_of
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Records, compiled, readable
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
    words = words_of(rows)
    node, child = np.zeros((size, _NODE), np.int64), np.zeros(6 * size, np.int64)
    payoff, pots = np.zeros(8 * size), np.zeros(8 * size, np.int64)
    keys, seen = np.zeros((4 * size, 2), np.int64), np.zeros((2 * size, 2), np.int64)
    situations = np.zeros((size, 2), np.int64)
    counts = readable(np.zeros(6, np.int64))
    work = np.zeros((_DEEPEST, 2 + 2 * _SLOTS), np.int64)
    own, their = (_sizes(a) for a in (abstraction, others))
    roots, rounds = [], readable(np.full(64, NOWHERE, np.int64))
    bets = (bets_of(layout, a.memory) for a in (abstraction, others))
    play = _grower(game.verbs, abstraction, *bets)
    arrays = [readable(a) if a.dtype.kind == "i" else a for a in (
        node, child, payoff, pots, keys[:, 0].copy(), keys[:, 1].copy(),
        seen[:, 0].copy(), seen[:, 1].copy(), situations[:, 0].copy(), situations[:, 1].copy(),
    )]  # fmt: skip
    mask = _public_mask(layout)
    for stack in stacks:
        root = play(
            rows, words, kernel.batch(kernel.record(Menu)), rngs, mask, own, their, replier,
            stack, *arrays, rounds, readable(work), counts,
        )  # fmt: skip
        if root == _FULL:
            return None
        roots.append(root)
    n, c, v, q, sits, r = counts.tolist()
    return Tree(
        readable(np.asarray(arrays[0])[:n].copy()),
        readable(np.asarray(arrays[1])[:c].copy()),
        np.asarray(arrays[2])[:v].copy(),
        readable(np.asarray(arrays[3])[: max(q, 1)].copy()),
        readable(np.array(roots, np.int64)),
        readable(np.asarray(arrays[8])[:sits].copy()),
        readable(np.asarray(arrays[9])[:sits].copy()),
        readable(np.asarray(rounds)[:r].copy()),
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
    round_of, by_rule, play_on = abstraction.round, abstraction.by_rule, abstraction.play_on
    depth_of = abstraction.depth

    @compiled
    def grow_from(
        rows: Records,
        words: Array,
        menus: Records,
        rngs: Records,
        mask: Array,
        own: Array,
        their: Array,
        replier: int,
        stack: int,
        node: Array,
        child: Array,
        payoff: Array,
        pots: Array,
        keys: Array,
        numbers: Array,
        seen: Array,
        places: Array,
        situations: Array,
        slots: Array,
        rounds: Array,
        work: Array,
        counts: Array,
    ) -> int:
        s, m, rng = rows[0], menus[0], rngs[0]
        n_players = s.seats.n
        for p in range(n_players):
            s.chips.stack[p] = stack
        begin(s)
        top, root, came_to = 0, NOWHERE, NOWHERE
        is_going = True
        while is_going:
            # `rows[0]` is a position just come to: find its node, or make it
            while s.seats.actor >= 0 and by_rule(s):
                menu(s, m)
                step(s, play_on(rows, m, rng))
            if counts[0] + 2 >= len(node) or counts[2] + 64 >= len(payoff):
                return _FULL
            if counts[1] + _SLOTS >= len(child) or counts[3] + 64 >= len(pots):
                return _FULL
            if counts[4] + 2 >= len(situations) or top + 1 >= _DEEPEST:
                return _FULL
            key = mix(hash_words(words, 0, mask), stack)
            at = place_of(keys, key)
            if keys[at] == key:
                came_to = numbers[at]
            else:
                x = counts[0]
                counts[0] += 1
                keys[at], numbers[at] = key, x
                came_to = x
                if s.seats.actor < 0:
                    _end_of(rows, stack, node, payoff, pots, counts, x)
                else:
                    p = s.seats.actor
                    menu(s, m)
                    now = round_of(s)
                    front, known = bets(s, p)
                    sizes = own
                    if replier >= 0 and p != replier:
                        _, known = their_bets(s, p)
                        sizes = their
                    price = owed(m)
                    chosen = work[top, 2 + _SLOTS :]
                    n, kinds = list_slots(m, pot_of(s) + price, front + price, sizes, 0, chosen)
                    sit = hash_situation(s, m, p, known, depth_of(s, p))
                    sit = mix(mix(sit, kinds), now)
                    where = place_of(seen, sit)
                    if seen[where] == FREE:
                        seen[where], places[where] = sit, counts[4]
                        situations[counts[4]], slots[counts[4]] = sit, n
                        counts[4] += 1
                    node[x, KIND], node[x, ACTOR], node[x, SLOTS] = DECISION, p, n
                    node[x, FIRST], node[x, SITUATION] = counts[1], places[where]
                    r = 0
                    while r < counts[5] and rounds[r] != now:
                        r += 1
                    if r == counts[5]:
                        rounds[r] = now
                        counts[5] += 1
                    node[x, ROUND], node[x, STAYS] = r, staying_slot(chosen, n)
                    node[x, LIVE] = count(s.seats)
                    odds = odds_of(price, pot_of(s), s.chips.paid[p], node[x, LIVE])
                    node[x, ODDS] = int(WHOLE * odds)
                    counts[1] += n
                    work[top, 0], work[top, 1] = x, NOWHERE
                    rows[2 + top] = s
                    top += 1
                    came_to = NOWHERE
            if root == NOWHERE:
                root = counts[0] - 1 if came_to == NOWHERE else came_to
            is_going = False
            while top > 0 and not is_going:
                x, k = work[top - 1, 0], work[top - 1, 1]
                if came_to != NOWHERE and k >= 0:
                    child[node[x, FIRST] + k] = came_to
                k += 1
                work[top - 1, 1] = k
                if k < node[x, SLOTS]:
                    rows[0] = rows[1 + top]
                    is_going, came_to = True, NOWHERE
                    step(s, work[top - 1, 2 + _SLOTS + k])
                else:
                    came_to = x
                    top -= 1
        return root

    return grow_from


@compiled
def _end_of(
    rows: Records, stack: int, node: Array, payoff: Array, pots: Array, counts: Array, x: int
) -> None:
    """Write the end of a hand: what each seat wins, or what is in the pots."""
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
    node[x, FIRST], node[x, SITUATION] = counts[2], counts[3]
    node[x, KIND] = FOLDED if live < 2 else DUEL if live == 2 else _SHOWDOWN
    if live < 2:
        for p in range(n):
            payoff[counts[2] + p] = s.chips.stack[p] - stack
        counts[2] += n
    elif live == 2:
        pots[counts[3]], pots[counts[3] + 1] = first, second
        counts[3] += 2
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
                payoff[counts[2] + p] = e.chips.stack[p] - stack
            counts[2] += n
    else:
        pots[counts[3] + _LIVE], pots[counts[3] + _DEAD] = 0, s.chips.dead
        for p in range(n):
            pots[counts[3] + _LIVE] |= int(s.seats.live[p]) << p
            pots[counts[3] + 2 + p] = s.chips.paid[p]
            payoff[counts[2] + p] = s.chips.stack[p] - s.chips.won[p] - stack
        counts[2] += n
        counts[3] += 2 + n
