"""Deals evaluated before learning, for training on the public betting tree.

A hand is dealt to more seats than play, and played to its end without a bet; every seat's prospects
are noted in each round, and the strength at the end. Learning needs nothing more of the cards: any
of the hands may meet, on the same community cards, so that six of them are thirty deals between
two.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.buckets import nearest
from sidepot.bots.trained.locating import notes
from sidepot.bots.trained.prospects import LOOKED_AT, VIEW, prospects_of
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, readable, seed
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle

_MOST_ROUNDS = 8
"""The most rounds of a hand."""
_HANDS = 6
"""The hands of a deal, if the game has so many seats: each costs as much as another to look at."""


class Deals(NamedTuple):
    """Evaluated deals, as arrays."""

    promise: Array
    """int64[deals, hands, rounds, 2]: prospects (`bots.trained.prospects.prospects_of`)."""
    strength: Array
    """int64[deals, hands]: how strong each is at the end."""
    rounds: Array
    """int64[_MOST_ROUNDS + 1]: how many rounds were met, and their numbers in their order."""


def hands_for(game: Game, players: int) -> int:
    """The number of hands dealt for so many players."""
    return max(players, min(game.most, _HANDS))


def empty(hands: int, count: int) -> Deals:
    """Room for so many deals."""
    return Deals(
        readable(np.zeros((count, hands, _MOST_ROUNDS, 2), np.int64)),
        readable(np.zeros((count, hands), np.int64)),
        readable(np.zeros(_MOST_ROUNDS + 1, np.int64)),
    )


class _Dealer:
    """Deals hands and evaluates them, on one thread."""

    def __init__(self, game: Game, abstraction: Abstraction, players: int) -> None:
        self._rows = game.batch(LOOKED_AT, journal=False)
        stacks = [_DEEP * game.unit] * hands_for(game, players)
        for i in range(len(self._rows)):
            setup.seat(game, kernel.fields(self._rows, i), stacks)
        scratch = notes(abstraction)
        self._hand = _Hand(
            self._rows,
            kernel.batch(kernel.record(Menu), 2),
            kernel.batch(kernel.record(Random)),
            scratch.tried,
            scratch.likely,
            _DEEP * game.unit,
            players,
        )
        self._look = _looker(game.verbs, abstraction)

    def look(self, deals: Deals, experiment: int, first: int, last: int, samples: int) -> None:
        """Fill the places `first` to `last` - 1 with the hands of these numbers."""
        self._look(self._hand, deals, experiment, first, last, samples)


_DEEP = 1000
"""The stacks of these hands, in units: too deep for an all-in."""


class _Hand(NamedTuple):
    """The hand that is dealt, and the memory to look at it."""

    rows: Records
    menus: Records
    rngs: Records
    tried: Array
    likely: Array
    stack: int
    players: int


@functools.cache
def _looker(verbs: Verbs, abstraction: Abstraction) -> Callable[..., None]:
    """The loop that deals hands and looks at them, numbers `first` to `last` - 1."""
    begin, step, round_of, by_rule = verbs.begin, verbs.step, abstraction.round, abstraction.by_rule
    obey, pass_on = _ruler(verbs, abstraction), _passer(verbs, abstraction)
    note = _noter(verbs, abstraction)

    @compiled
    def look(
        hand: _Hand, deals: Deals, experiment: int, first: int, last: int, samples: int
    ) -> None:
        s, rng, rounds = hand.rows[0], hand.rngs[0], deals.rounds
        for number in range(first, last):
            seed(rng, experiment, number)
            for p in range(s.seats.n):
                s.chips.stack[p] = hand.stack
            shuffle(s.deck, rng)
            begin(s)
            met = 0
            while s.seats.actor >= 0:
                if by_rule(s):
                    step(s, obey(hand))
                else:
                    now = round_of(s)
                    if met == 0 or rounds[met] != now:
                        met += 1
                        rounds[met] = now
                        rounds[0] = max(rounds[0], met)
                        note(hand, deals.promise, number, met - 1, samples)
                    step(s, pass_on(hand))
            for p in range(s.seats.n):
                deals.strength[number, p] = s.strength[p]

    return look


def _ruler(verbs: Verbs, abstraction: Abstraction) -> Callable[..., int]:
    """The function that finds the action of a turn that is left to a rule."""
    menu, conceal = verbs.menu, verbs.conceal
    rule = abstraction.quick_rule or abstraction.play_on

    @inlined
    def obey(hand: _Hand) -> int:
        rows, m = hand.rows, hand.menus[0]
        rows[VIEW] = rows[0]
        conceal(rows[VIEW], rows[0].seats.actor)
        _leave(rows[VIEW], rows[0].seats.actor, hand.players)
        menu(rows[VIEW], m)
        return rule(rows[VIEW:], m, hand.rngs[0])

    return obey


def _passer(verbs: Verbs, abstraction: Abstraction) -> Callable[..., int]:
    """The function that finds the action that continues a hand without a bet."""
    menu, play_on = verbs.menu, abstraction.play_on

    @inlined
    def pass_on(hand: _Hand) -> int:
        rows, m = hand.rows, hand.menus[0]
        rows[VIEW] = rows[0]
        menu(rows[0], m)
        return play_on(rows[VIEW:], m, hand.rngs[0])

    return pass_on


def _noter(verbs: Verbs, abstraction: Abstraction) -> Callable[..., None]:
    """The function that notes what every seat's cards promise in a round."""
    menu, conceal = verbs.menu, verbs.conceal
    prospects = prospects_of(verbs, abstraction)

    @inlined
    def note(hand: _Hand, promise: Array, number: int, k: int, samples: int) -> None:
        rows, menus, m, rng = hand.rows, hand.menus, hand.menus[0], hand.rngs[0]
        for p in range(rows[0].seats.n):
            rows[VIEW] = rows[0]
            conceal(rows[VIEW], p)
            rows[VIEW].seats.actor = p
            menu(rows[VIEW], m)
            share, second, _ = prospects(rows, m, menus, rng, hand.tried, hand.likely, samples)
            promise[number, p, k, 0], promise[number, p, k, 1] = share, second

    return note


@compiled
def _leave(view: Any, p: int, players: int) -> None:
    """Leave in only a seat and those after it, so that no more are in than play."""
    n = view.seats.n
    for k in range(players, n):
        view.seats.live[(p + k) % n] = 0


def known(
    game: Game, abstraction: Abstraction, players: int, seed: int, count: int, samples: int
) -> Deals:
    """Evaluated deals, `count` of them: this process's earlier ones, and more as needed.

    They are the same for all limits of a game.
    """
    numbers = sorted((name, value) for name, value in game.numbers.items() if name != "limit")
    rules = abstraction.round, abstraction.play_on, abstraction.quick_rule, abstraction.held
    key = game.verbs, rules, repr(numbers), players, seed, samples
    hands = hands_for(game, players)
    had, have = _KNOWN.get(key, (empty(hands, 0), 0))
    if have < count:
        more = empty(hands, count)
        for new, old in zip(more[:2], had[:2], strict=True):
            new[:have] = old[:have]
        _Dealer(game, abstraction, players).look(more, seed, have, count, samples)
        if len(_KNOWN) > _MOST_KNOWN:
            _KNOWN.clear()
        had = more
        _KNOWN[key] = had, count
    return Deals(readable(had.promise[:count]), readable(had.strength[:count]), had.rounds)


_KNOWN: dict[Any, tuple[Deals, int]] = {}
_MOST_KNOWN = 4
"""Sets of deals that are remembered."""


def buckets_of(deals: Deals, centers: Array, count: int) -> Array:
    """int64[count, hands, rounds]: the buckets of deals."""
    found = np.zeros((count, *deals.promise.shape[1:3]), np.int64)
    into = readable(found)
    _sort(deals.promise, centers, into, 0, count)
    return into


@compiled
def _sort(promise: Array, centers: Array, buckets: Array, first: int, last: int) -> None:
    """Write the buckets of deals."""
    for i in range(first, last):
        for p in range(promise.shape[1]):
            for k in range(len(centers)):
                buckets[i, p, k] = nearest(promise[i, p, k, 0], promise[i, p, k, 1], centers, k)


def entries_of(deals: Deals, count: int) -> Any:
    """Evaluated deals as entries of a log (`bots.trained.buckets.centers_of`)."""
    met = int(deals.rounds[0])
    found = []
    for k in range(met):
        points = np.asarray(deals.promise)[:count, :, k].reshape(-1, 2)
        found.append(np.column_stack([np.full(len(points), deals.rounds[1 + k]), points]))
    return np.concatenate(found)
