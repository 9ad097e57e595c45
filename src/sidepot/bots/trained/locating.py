"""Finds the information set of a decision, from the concealed record of the seat to act."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.hashing import CHIPS, FREE, hash_words, mask_of, mix
from sidepot.bots.trained.situation import (
    LIKE,
    Bets,
    classes_of,
    hash_classes,
    hash_situation,
    owed,
    pot_of,
)
from sidepot.bots.trained.slots import MOST, MOST_EXACT, list_all, list_slots
from sidepot.bots.trained.table import NOWHERE, find
from sidepot.engine.game import Game, Verbs
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Random, Records, compiled, inlined, readable
from sidepot.rules import actions
from sidepot.rules.actions import PICKED, Menu

VIEW, _SCRATCH = 1, 2
"""The places in a batch of the concealed record, and of the deals that are played on from it."""
WHOLE = 1000
"""A share of the pot of one, as prospects are counted."""
CACHED = 1024
"""Hands whose prospects are remembered during a deal."""
_LOGGED = 1 << 14
"""Prospects that are noted down for the bounds of buckets."""
_MET = 1 << 17
"""Places for public situations."""
_STEPS = 12
"""Steps of k-means."""
_TURNS = 2000
"""Decisions after which a hand is cut off that is played on."""
_NO_BUCKET = -1


class Hands(NamedTuple):
    """The hands whose prospects are known, as arrays."""

    keys: Array
    """int64[places]: their hashes."""
    found: Array
    """int64[places, 3]: their prospects (`prospects_of`)."""


class Notes(NamedTuple):
    """Scratch space of one thread, as arrays."""

    log: Array
    """int64[1 + _LOGGED, 3]: the number of entries; then round and prospects of each."""
    chosen: Array
    """int64[slots]: the actions of the decision."""
    tried: Array
    """int64[_MOST_PICKS]: the actions whose prospects are compared."""
    likely: Array
    """int64[_MOST_DEALS, 2]: what the other holds in each deal, and the share that is won."""
    met: Array
    """int64[_MET]: the public situations that came up, where places are free; for `packed`."""
    met_slots: Array
    """int64[_MET]: how many slots each has."""


_MOST_PICKS = 64
_MOST_DEALS = 1024
"""The most deals by which prospects are found."""


def notes(abstraction: Abstraction, *, logging: bool = False, meeting: bool = False) -> Notes:
    """Empty scratch space; `logging`: with room for a log, `meeting`: for situations."""
    met = _MET if meeting else 1
    shapes: tuple[int | tuple[int, ...], ...] = (
        (1 + _LOGGED * logging, 3), slots_of(abstraction), _MOST_PICKS, (_MOST_DEALS, 2), met, met,
    )  # fmt: skip
    return Notes(*map(_zeros, shapes))


def no_hands(places: int = CACHED) -> Hands:
    """Room for the prospects of hands; by default, of those of a deal."""
    return Hands(_zeros(places), _zeros((places, 3)))


def _zeros(shape: int | tuple[int, ...]) -> Array:
    return readable(np.zeros(shape, np.int64))


def slots_of(abstraction: Abstraction) -> int:
    """The most slots that a decision has."""
    return MOST_EXACT if abstraction.is_exact else MOST


class Ground(NamedTuple):
    """The input of keys: the bits that count, and the bounds of the buckets, as arrays."""

    mask: Array
    sizes: Array
    rounds: Array
    """int64[rounds]: the rounds that have been met."""
    centers: Array
    """int64[rounds, buckets, 2]: the prospects in the middle of each bucket."""


@functools.cache
def locator(
    verbs: Verbs, abstraction: Abstraction, bets: Bets
) -> Callable[..., tuple[int, int, int, int, int]]:
    """The compiled function that finds an information set.

    `(rows, words, m, menus, rng, ground, hands, notes, deals) -> slots, kinds, situation, bucket,
    share`; `key_of` makes the key. It reads `rows[VIEW]` and its menu alone. `deals` is how many
    are played on for a hand's prospects; `kinds` is a hash of what the slots are.
    """
    return _exact if abstraction.is_exact else _by_prospects(verbs, abstraction, bets)


@compiled
def key_of(situation: int, bucket: int) -> int:
    """The key of an information set."""
    return situation if bucket == _NO_BUCKET else mix(situation, bucket)


@inlined
def _exact(
    rows: Records,
    words: Array,
    m: Menu,
    menus: Records,
    rng: Random,
    ground: Ground,
    hands: Hands,
    notes: Notes,
    deals: int,
) -> tuple[int, int, int, int, int]:
    """The concealed record itself."""
    n, kinds = list_all(m, notes.chosen)
    return n, kinds, hash_words(words, VIEW, ground.mask), _NO_BUCKET, 0


def _by_prospects(
    verbs: Verbs, abstraction: Abstraction, bets: Bets
) -> Callable[..., tuple[int, int, int, int, int]]:
    """Public situation, and a bucket of the hand's prospects."""
    round_of, depth_of = abstraction.round, abstraction.depth
    has_public_tree = abstraction.has_public_tree
    prospects = prospects_of(verbs, abstraction)

    @inlined
    def locate(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        ground: Ground,
        hands: Hands,
        notes: Notes,
        deals: int,
    ) -> tuple[int, int, int, int, int]:
        view, keys, found = rows[VIEW], hands.keys, hands.found
        p = view.seats.actor
        now = round_of(view)
        if has_public_tree:  # a seat's cards in a round follow from the deal
            hand = 1 + (now * view.seats.n + p)
        else:
            hand = mix(hash_words(words, VIEW, ground.mask), p << 8 | _opponents(view, p))
        at = hand % len(keys)
        if keys[at] != hand:
            keys[at] = hand
            share, second, best = prospects(rows, m, menus, rng, notes.tried, notes.likely, deals)
            found[at, 0], found[at, 1], found[at, 2] = share, second, best
            _log(notes.log, now, share, second)
        share, best = found[at, 0], found[at, 2]
        front, known = bets(view, p)
        price = owed(m)
        chosen = notes.chosen
        n, kinds = list_slots(m, pot_of(view) + price, front + price, ground.sizes, best, chosen)
        situation = mix(mix(hash_situation(view, m, p, known, depth_of(view, p)), kinds), now)
        _meet(notes.met, notes.met_slots, situation, n)
        bucket = _bucket_in(now, share, found[at, 1], ground.rounds, ground.centers)
        return n, kinds, situation, bucket, share

    return locate


def seeker(abstraction: Abstraction, bets: Bets) -> Callable[..., tuple[int, int, int]]:
    """The compiled function that finds the most like situation that was learned (`LIKE`).

    `(view, m, keys, kinds, bucket) -> place, situation, like`; the place is `NOWHERE`, if none was.
    """
    round_of, depth_of = abstraction.round, abstraction.depth

    @compiled
    def seek(view: Any, m: Menu, keys: Array, kinds: int, bucket: int) -> tuple[int, int, int]:
        p = view.seats.actor
        now, depth = round_of(view), depth_of(view, p)
        _, known = bets(view, p)
        who, owed_class, behind_class = classes_of(view, m, p)
        for like in range(1, len(LIKE)):
            hashed = hash_classes(who, owed_class, behind_class, known, depth, like)
            situation = mix(mix(hashed, kinds), now)
            at = find(keys, key_of(situation, bucket))
            if at != NOWHERE:
                return at, situation, like
        return NOWHERE, 0, 0

    return seek


def prospects_of(verbs: Verbs, abstraction: Abstraction) -> Callable[..., tuple[int, int, int]]:
    """The compiled function that plays a hand on: its prospects, and its best pick.

    Prospects are the mean share of the pot, and the best one of the others. For the public tree the
    hand is played against one other, and nobody has chips left, so no decision is left; the second
    is then the share against likely hands: those that now hold more than others, as far as the game
    has `held`.
    """
    _, menu, step, _, redeal = verbs
    play_on, held, has_public_tree = (
        abstraction.play_on,
        abstraction.held,
        abstraction.has_public_tree,
    )

    @inlined
    def prospects(
        rows: Records, m: Menu, menus: Records, rng: Random, tried: Array, likely: Array, deals: int
    ) -> tuple[int, int, int]:
        p = rows[VIEW].seats.actor
        other, price = _most_in(rows[VIEW], p), owed(m)
        n = _list_picks(m, tried)
        a, b, c, counter = rng.a, rng.b, rng.c, rng.counter
        best, most, second = 0, -1, 0
        for i in range(n):
            rng.a, rng.b, rng.c, rng.counter = a, b, c, counter  # the same deals for every pick
            won = 0
            for d in range(deals):
                rows[_SCRATCH] = rows[VIEW]
                redeal(rows[_SCRATCH], rng)
                if has_public_tree:
                    likely[d, 0] = held(rows[_SCRATCH], other)
                    _leave_two(rows[_SCRATCH], p, other, price)
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
                share = _share(rows[_SCRATCH], p)
                won += share
                if has_public_tree:
                    likely[d, 1] = share
                else:
                    _add_shares(rows[_SCRATCH], likely, d == 0)
            if won > most:
                best, most = i, won
                if has_public_tree:
                    second = _against_likely(likely, deals)
                else:
                    second = _best_of_others(likely, rows[VIEW].seats.n, p) // deals
        return most // deals, second, max(actions.amount(tried[best]), 0)

    return prospects


@compiled
def _most_in(view: Any, p: int) -> int:
    """The live seat other than p that has paid most, the first after p of equals.

    Who has not paid yet would win nothing, and every hand would win all.
    """
    found, most = p, -1
    for k in range(1, view.seats.n):
        q = (p + k) % view.seats.n
        if view.seats.live[q] and view.chips.paid[q] > most:
            found, most = q, view.chips.paid[q]
    return found


@compiled
def _leave_two(s: Any, p: int, other: int, price: int) -> None:
    """Fold all other seats, and leave nobody chips for more than the price."""
    for q in range(s.seats.n):
        s.chips.stack[q] = min(s.chips.stack[q], price) if q == p else 0
        s.seats.live[q] = q in (p, other)


@compiled
def _add_shares(ended: Any, shares: Array, is_first: bool) -> None:
    """Add what each seat has won of a hand, of `WHOLE`, to its sum; the first deal begins it."""
    for q in range(ended.seats.n):
        shares[q, 0] = _share(ended, q) + (0 if is_first else shares[q, 0])


@compiled
def _best_of_others(shares: Array, n: int, p: int) -> int:
    """The largest sum of another seat."""
    most = 0
    for q in range(n):
        if q != p:
            most = max(most, shares[q, 0])
    return most


@compiled
def _against_likely(likely: Array, deals: int) -> int:
    """The mean share in the deals in which the other holds more than in half of them."""
    middle = np.sort(likely[:deals, 0])[deals // 2]
    count, won = 0, 0
    for d in range(deals):
        if likely[d, 0] >= middle:
            count += 1
            won += likely[d, 1]
    return won // max(count, 1)


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
    """The number of other live seats."""
    live = 0
    for q in range(view.seats.n):
        live += q != p and view.seats.live[q]
    return live


@compiled
def _log(log: Array, now: int, share: int, second: int) -> None:
    """Note prospects down, if the log has room."""
    if log[0, 0] < len(log) - 1:
        log[0, 0] += 1
        log[log[0, 0], 0] = now
        log[log[0, 0], 1], log[log[0, 0], 2] = share, second


@compiled
def _meet(met: Array, met_slots: Array, situation: int, n: int) -> None:
    """Note that a situation came up, if one of four places is free."""
    last = len(met) - 1
    for k in range(4):
        at = (situation + k) & last
        if met[at] == situation or met[at] == FREE:
            met[at], met_slots[at] = situation, n
            return


@compiled
def _bucket_in(now: int, share: int, second: int, rounds: Array, centers: Array) -> int:
    """The bucket of prospects in a round; in one never met, the share itself, coarsely."""
    k = place_of_round(now, rounds)
    if k != NOWHERE:
        return nearest(share, second, centers, k)
    coarse: int = share * centers.shape[1] // (WHOLE + 1)
    return coarse


@compiled
def place_of_round(now: int, rounds: Array) -> int:
    """The place of a round among those that were met, or `NOWHERE`."""
    for k in range(len(rounds)):
        if rounds[k] == now:
            return k
    return NOWHERE


@compiled
def nearest(share: int, second: int, centers: Array, k: int) -> int:
    """The bucket of round k whose middle is nearest, the first of equals."""
    bucket, least = 0, 1 << 60
    for j in range(centers.shape[1]):
        far, farther = share - centers[k, j, 0], second - centers[k, j, 1]
        distance = 2 * far * far + farther * farther
        if distance < least:
            bucket, least = j, distance
    return bucket


def centers_of(entries: Array, buckets: int) -> tuple[Array, Array]:
    """The rounds in a log, and the middles of the buckets of each: k-means, in whole numbers.

    It begins with middles that divide the sum of both prospects into equally many.
    """
    entries = np.asarray(entries)
    rounds = np.unique(entries[:, 0])
    centers = np.zeros((len(rounds), buckets, 2), np.int64)
    for k, now in enumerate(rounds.tolist()):
        points = entries[entries[:, 0] == now, 1:]
        order = np.lexsort((points[:, 1], points[:, 0], points.sum(axis=1)))
        places = (2 * np.arange(buckets) + 1) * len(points) // (2 * buckets)
        centers[k] = _settled(points, points[order[places]])
    return rounds, centers


def _settled(points: Array, middles: Array) -> Array:
    """Middles of the points that are nearest to each, after some steps."""
    middles = middles.copy()
    for _ in range(_STEPS):
        far = points[:, None, :] - middles[None, :, :]
        own = (2 * far[..., 0] ** 2 + far[..., 1] ** 2).argmin(axis=1)
        for j in range(len(middles)):
            mine = points[own == j]
            if len(mine):
                middles[j] = mine.sum(axis=0) // len(mine)
    return middles


@compiled
def forget(keys: Array) -> None:
    """Forget the prospects of another deal."""
    keys[:] = FREE


def ground_of(game: Game, abstraction: Abstraction) -> Ground:
    """The ground of keys before the buckets have bounds."""
    layout = game.layout(journal=False)
    return Ground(
        mask_of(layout, () if abstraction.is_exact else CHIPS),
        readable(np.array(abstraction.sizes, np.int64)),
        readable(np.zeros(0, np.int64)),
        readable(np.zeros((0, abstraction.buckets, 2), np.int64)),
    )
