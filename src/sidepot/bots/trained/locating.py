"""Finds the information set of a decision, from the concealed record of the seat to act."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.buckets import bucket_in
from sidepot.bots.trained.hashing import CHIPS, FREE, hash_words, mask_of, mix
from sidepot.bots.trained.prospects import (
    ALIKE,
    MOST_DEALS,
    MOST_PICKS,
    VIEW,
    most_in,
    prospects_of,
)
from sidepot.bots.trained.situation import (
    LIKE,
    Bets,
    classes_of,
    hash_classes,
    hash_situation,
    is_untrained,
    owed,
    pot_of,
)
from sidepot.bots.trained.slots import MOST, MOST_EXACT, list_all, list_slots
from sidepot.bots.trained.table import NOWHERE, find
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, readable, seed
from sidepot.rules.actions import Menu

CACHED = 1024
"""Hands whose prospects are remembered during a deal."""
HANDS = 1 << 15
"""Hands whose prospects are remembered where they follow from the cards seen."""
_LOGGED = 1 << 14
"""Prospects that are noted down for the bounds of buckets."""
_MET = 1 << 17
"""Places for public situations."""
_NO_BUCKET = -1
_MORE = kernel.by_form(plain=1, compiled=8)
"""The deals of a first hand that is kept, of which there are few, for one of a later hand."""


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
    """int64[MOST_PICKS]: the actions whose prospects are compared."""
    likely: Array
    """int64[MOST_DEALS, 2]: what the other holds in each deal, and the share that is won."""
    met: Array
    """int64[_MET]: the public situations that came up, where places are free; for `packed`."""
    met_slots: Array
    """int64[_MET]: how many slots each has."""


def notes(abstraction: Abstraction, *, logging: bool = False, meeting: bool = False) -> Notes:
    """Empty scratch space; `logging`: with room for a log, `meeting`: for situations."""
    met = _MET if meeting else 1
    shapes: tuple[int | tuple[int, ...], ...] = (
        (1 + _LOGGED * logging, 3), slots_of(abstraction), MOST_PICKS, (MOST_DEALS, 2), met, met,
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
    verbs: Verbs, abstraction: Abstraction, bets: Bets, is_lasting: bool = False
) -> Callable[..., tuple[int, int, int, int, int, int]]:
    """The compiled function that finds an information set.

    `(rows, words, m, menus, rng, ground, hands, notes, deals) -> slots, kinds, situation, bucket,
    share, second`; `key_of` makes the key, and the last two are the prospects (`prospects_of`). It
    reads `rows[VIEW]` and its menu alone. `deals` is how many are played on for a hand's prospects;
    `kinds` is a hash of what the slots are. `is_lasting`: on a public tree, `hands` are of all
    deals, and the random deals follow from the cards seen (`rng` is seeded by them), so what is
    known of a hand is what would be found again.
    """
    return _exact if abstraction.is_exact else _by_prospects(verbs, abstraction, bets, is_lasting)


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
) -> tuple[int, int, int, int, int, int]:
    """The concealed record itself."""
    n, kinds = list_all(m, notes.chosen)
    return n, kinds, hash_words(words, VIEW, ground.mask), _NO_BUCKET, 0, 0


def _by_prospects(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, is_lasting: bool
) -> Callable[..., tuple[int, int, int, int, int, int]]:
    """Public situation, and a bucket of the hand's prospects."""
    round_of, depth_of = abstraction.round, abstraction.depth
    has_public_tree, recurs = abstraction.has_public_tree, abstraction.recurs
    make_alike, has_alike = abstraction.alike or _as_it_is, abstraction.alike is not None
    prospects = prospects_of(verbs, abstraction, is_lasting)

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
    ) -> tuple[int, int, int, int, int, int]:
        view, keys, found = rows[VIEW], hands.keys, hands.found
        p = view.seats.actor
        now = round_of(view)
        if is_lasting:
            rows[ALIKE] = view
            other = most_in(view, p)
            if has_alike:
                hand = make_alike(rows[ALIKE], p, other)
            else:
                hand = mix(hash_words(words, VIEW, ground.mask), p << 8 | other)
        elif has_public_tree:  # a seat's cards in a round follow from the deal
            hand = 1 + (now * view.seats.n + p)
        else:
            hand = mix(hash_words(words, VIEW, ground.mask), p << 8 | _opponents(view, p))
        at = hand % len(keys)
        if keys[at] != hand:
            keys[at] = hand
            drawn = deals
            if is_lasting:
                seed(rng, deals, hand)
                if recurs and now == 0:
                    drawn = min(deals * _MORE, MOST_DEALS)
            share, second, best = prospects(rows, m, menus, rng, notes.tried, notes.likely, drawn)
            found[at, 0], found[at, 1], found[at, 2] = share, second, best
            _log(notes.log, now, share, second)
        share, second, best = found[at, 0], found[at, 1], found[at, 2]
        front, known = bets(view, p)
        price = owed(m)
        chosen = notes.chosen
        n, kinds = list_slots(m, pot_of(view) + price, front + price, ground.sizes, best, chosen)
        situation = mix(mix(hash_situation(view, m, p, known, depth_of(view, p)), kinds), now)
        _meet(notes.met, notes.met_slots, situation, n)
        bucket = bucket_in(now, share, second, ground.rounds, ground.centers)
        return n, kinds, situation, bucket, share, second

    return locate


def seeker(abstraction: Abstraction, bets: Bets) -> Callable[..., tuple[int, int, int]]:
    """The compiled function that finds the most like situation that was learned (`LIKE`).

    `(view, m, keys, kinds, bucket, sizes) -> place, situation, like`; the place is `NOWHERE`, if
    none was. With `sizes`, only situations count in which one of these bets is faced.
    """
    round_of, depth_of = abstraction.round, abstraction.depth

    @compiled
    def seek(
        view: Any, m: Menu, keys: Array, kinds: int, bucket: int, sizes: Array
    ) -> tuple[int, int, int]:
        p, price, pot = view.seats.actor, owed(m), pot_of(view)
        now, depth = round_of(view), depth_of(view, p)
        _, known = bets(view, p)
        who, owed_class, behind_class = classes_of(view, m, p)
        for like in range(1, len(LIKE)):
            if len(sizes) > 0 and is_untrained(price, pot, sizes, like):
                continue
            hashed = hash_classes(who, owed_class, behind_class, known, depth, like)
            situation = mix(mix(hashed, kinds), now)
            at = find(keys, key_of(situation, bucket))
            if at != NOWHERE:
                return at, situation, like
        return NOWHERE, 0, 0

    return seek


@compiled
def _as_it_is(view: Any, p: int, other: int) -> int:
    """A game in which no two concealed records are known to be alike."""
    return 0


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
