"""Finds the information set of a decision, from the concealed record of the seat to act."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, readable
from sidepot.learn.abstraction import Abstraction
from sidepot.learn.hashing import FREE, hash_words, mix
from sidepot.learn.situation import hash_situation, owed, pot_of
from sidepot.learn.slots import MOST, MOST_EXACT, list_all, list_slots
from sidepot.rules import actions
from sidepot.rules.actions import PICKED, Menu

VIEW, _SCRATCH = 1, 2
"""The places in a batch of the concealed record, and of the deals that are played on from it."""
WHOLE = 1000
"""A share of the pot of one, as prospects are counted."""
_CACHED = 64
"""Hands whose prospects are remembered during a deal."""
_LOGGED = 1 << 14
"""Prospects that are noted down for the bounds of buckets."""
_TURNS = 2000
"""Decisions after which a hand is cut off that is played on."""
NO_ACTION = -1


class Notes(NamedTuple):
    """Scratch space of one thread, as arrays."""

    keys: Array
    """int64[_CACHED]: hashes of the hands whose prospects are known in this deal."""
    found: Array
    """int64[_CACHED, 2]: their share of the pot, and the best card to pick."""
    log: Array
    """int64[1 + _LOGGED, 2]: the number of entries; then round and share of each."""
    chosen: Array
    """int64[slots]: the actions of the decision."""
    tried: Array
    """int64[MOST_PICKS]: the actions whose prospects are compared."""


_MOST_PICKS = 64


def notes(abstraction: Abstraction, *, logging: bool = False) -> Notes:
    """Empty scratch space."""
    shapes = _CACHED, (_CACHED, 2), (1 + _LOGGED * logging, 2), slots_of(abstraction), _MOST_PICKS
    return Notes(*(readable(np.zeros(shape, np.int64)) for shape in shapes))


def slots_of(abstraction: Abstraction) -> int:
    """How many slots a decision has at most."""
    return MOST_EXACT if abstraction.is_exact else MOST


class Ground(NamedTuple):
    """What keys are made from: the bits that count, and the bounds of the buckets, as arrays."""

    mask: Array
    sizes: Array
    rounds: Array
    """int64[rounds]: the rounds that have been met."""
    bounds: Array
    """int64[rounds, buckets - 1]: the shares of the pot between which the buckets of each lie."""


@functools.cache
def locator(
    verbs: Verbs, abstraction: Abstraction, bets: Callable[..., tuple[int, int]]
) -> Callable[..., tuple[int, int, int]]:
    """The compiled function that finds an information set.

    `(rows, words, m, menus, rng, ground..., notes..., deals) -> slots, key, share`. It reads
    `rows[VIEW]` and its menu alone. `deals` is how many are played on for a hand's prospects.
    """
    return _exact if abstraction.is_exact else _by_prospects(verbs, abstraction, bets)


@inlined
def _exact(
    rows: Records,
    words: Array,
    m: Menu,
    menus: Records,
    rng: Random,
    mask: Array,
    sizes: Array,
    rounds: Array,
    bounds: Array,
    keys: Array,
    found: Array,
    log: Array,
    chosen: Array,
    tried: Array,
    deals: int,
) -> tuple[int, int, int]:
    """The concealed record itself."""
    n, _ = list_all(m, chosen)
    return n, hash_words(words, VIEW, mask), 0


def _by_prospects(
    verbs: Verbs, abstraction: Abstraction, bets: Callable[..., tuple[int, int]]
) -> Callable[..., tuple[int, int, int]]:
    """Public situation, and a bucket of the hand's prospects."""
    round_of = abstraction.round
    prospects = _prospects(verbs, abstraction)

    @inlined
    def locate(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        mask: Array,
        sizes: Array,
        rounds: Array,
        bounds: Array,
        keys: Array,
        found: Array,
        log: Array,
        chosen: Array,
        tried: Array,
        deals: int,
    ) -> tuple[int, int, int]:
        view = rows[VIEW]
        p = view.seats.actor
        now = round_of(view)
        hand = mix(hash_words(words, VIEW, mask), p << 8 | _opponents(view, p))
        at = hand % _CACHED
        if keys[at] != hand:
            keys[at] = hand
            found[at, 0], found[at, 1] = prospects(rows, m, menus, rng, tried, deals)
            if log[0, 0] < len(log) - 1:
                log[0, 0] += 1
                log[log[0, 0], 0], log[log[0, 0], 1] = now, found[at, 0]
        share, best = found[at, 0], found[at, 1]
        front, raises = bets(view, p)
        price = owed(m)
        n, kinds = list_slots(m, pot_of(view) + price, front + price, sizes, best, chosen)
        key = mix(hash_situation(view, m, p, raises), kinds)
        return n, mix(mix(key, now), _bucket_of(now, share, rounds, bounds)), share

    return locate


def _prospects(verbs: Verbs, abstraction: Abstraction) -> Callable[..., tuple[int, int]]:
    """The compiled function that plays a hand on: its share of the pot, and its best pick."""
    _, menu, step, _, redeal = verbs
    play_on = abstraction.play_on

    @inlined
    def prospects(
        rows: Records, m: Menu, menus: Records, rng: Random, tried: Array, deals: int
    ) -> tuple[int, int]:
        p = rows[VIEW].seats.actor
        n = _list_picks(m, tried)
        a, b, c, counter = rng.a, rng.b, rng.c, rng.counter
        best, most = 0, -1
        for i in range(n):
            rng.a, rng.b, rng.c, rng.counter = a, b, c, counter  # the same deals for every pick
            won = 0
            for _ in range(deals):
                rows[_SCRATCH] = rows[VIEW]
                redeal(rows[_SCRATCH], rng)
                action, turns = tried[i], 0
                while turns < _TURNS:
                    if action == NO_ACTION:
                        menu(rows[_SCRATCH], menus[1])
                        action = play_on(rows[_SCRATCH:], menus[1], rng)
                    step(rows[_SCRATCH], action)
                    action = NO_ACTION
                    turns += 1
                    if rows[_SCRATCH].seats.actor < 0:
                        break
                won += _share(rows[_SCRATCH], p)
            if won > most:
                best, most = i, won
        return most // deals, max(actions.amount(tried[best]), 0)

    return prospects


@inlined
def _list_picks(m: Menu, tried: Array) -> int:
    """Write the actions that are compared: every card to pick, or none for the hand as it is."""
    n = 0
    for row in range(m.n):
        if m.kind[row] in PICKED:
            for amount in range(m.lowest[row], m.highest[row] + 1):
                if n < len(tried):
                    tried[n] = actions.encode(m.kind[row], amount)
                    n += 1
    if n == 0:
        tried[0], n = NO_ACTION, 1
    return n


@inlined
def _share(ended: Any, p: int) -> int:
    """The share of all that was won in a hand that a seat has won, of `WHOLE`."""
    whole = 0
    for q in range(ended.seats.n):
        whole += ended.chips.won[q]
    share: int = WHOLE * ended.chips.won[p] // max(whole, 1)
    return share


@inlined
def _opponents(view: Any, p: int) -> int:
    """How many others are live."""
    live = 0
    for q in range(view.seats.n):
        live += q != p and view.seats.live[q]
    return live


@inlined
def _bucket_of(now: int, share: int, rounds: Array, bounds: Array) -> int:
    """The bucket of a share of the pot in a round; in one never met, the share itself, coarsely."""
    for k in range(len(rounds)):
        if rounds[k] == now:
            bucket = 0
            for j in range(bounds.shape[1]):
                bucket += share >= bounds[k, j]
            return bucket
    coarse: int = share * bounds.shape[1] // WHOLE
    return coarse


def bounds_of(log: Array, buckets: int) -> tuple[Array, Array]:
    """The rounds in a log, and the shares that divide those of each into equally many."""
    entries = np.asarray(log)[1 : 1 + int(log[0, 0])]
    rounds = np.unique(entries[:, 0])
    places = np.arange(1, buckets) / buckets
    bounds = np.zeros((len(rounds), buckets - 1), np.int64)
    for k, now in enumerate(rounds.tolist()):
        shares = np.sort(entries[entries[:, 0] == now, 1])
        bounds[k] = shares[(places * len(shares)).astype(np.int64)]
    return rounds, bounds


@compiled
def forget(keys: Array) -> None:
    """Forget the prospects of another deal."""
    keys[:] = FREE
