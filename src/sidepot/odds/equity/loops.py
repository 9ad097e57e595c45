"""The compiled loops of equities: random deals of a position, and all deals of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.engine.turns import NO_ACTION, NO_PLAYERS, rollout_loop
from sidepot.engine.verbs import Verbs
from sidepot.kernel import Array, Random, Records, below, compiled, inlined
from sidepot.odds.sampling import Policy
from sidepot.rules import actions, deck
from sidepot.rules.actions import BUY, FOLD, OUT, Menu

_MOST_TURNS = 2000
"""Decisions after which a deal is given up; no legal hand is that long."""
_TRIES = 100_000
"""Choices of a hand from each range, for one deal, after which a deal is given up."""
WINS, TIES = range(2)
SUM, SQUARES = range(2)


class Board(NamedTuple):
    """A position for the loops: the cards and places that are known, and those that are not."""

    place: Array
    """The deck places of the known cards in the middle, and `card` the cards."""
    card: Array
    script: Array
    """The actions up to the position."""
    combos: Array
    """Every hand of every range, its cards in a row."""
    first: Array
    """The row of each seat's first hand, and behind the last seat's the end."""
    spots: Array
    """The deck places of each seat's cards; -1 where it has fewer."""
    free: Array
    """The other deck places from which cards may come."""


class Cards(NamedTuple):
    """The cards for free places, which a loop changes the order of, and a flag for each in use."""

    pool: Array
    used: Array


class Slots(NamedTuple):
    """The free places to count over: a thread's own.

    `place` has for each the place, and whether it continues the group of the one before: cards of a
    group are laid in the order of the pool alone. `picks` is scratch space. `chunk`: the first row
    of hands and the one behind the last, and the same of the pool for the first slot.
    """

    place: Array
    picks: Array
    chunk: Array


class Tally(NamedTuple):
    """The results of the deals, by seat: wins and ties counted, shares and their squares summed."""

    counts: Array
    shares: Array


@compiled
def _score(s: Any, counts: Array, shares: Array) -> int:
    """Add the end of a hand to the tally; returns 0 where nothing was won, else 1."""
    total, winners = 0, 0
    for p in range(s.seats.n):
        total += s.chips.won[p]
        winners += s.chips.won[p] > 0
    if total <= 0:
        return 0
    for p in range(s.seats.n):
        won = s.chips.won[p]
        if won > 0:
            part = won / total
            counts[p, WINS if winners == 1 else TIES] += 1
            shares[p, SUM] += part
            shares[p, SQUARES] += part * part
    return 1


def stay_by(rollout: Policy | None) -> Policy:
    """The policy of everybody: stays in at the least price; all else by a game's quick policy.

    Without one: keeps its cards, buys the most, and folds only where it must; chooses at random
    what else there is, such as cards to pass.
    """
    return _waiting if rollout is None else _stay_by(rollout)


@functools.cache
def _stay_by(rollout: Policy) -> Policy:
    @inlined
    def stay(views: Records, menu: Menu, rng: Random) -> int:
        action = _staying(menu)
        return rollout(views, menu, rng) if action < 0 else action

    return stay


@compiled
def _staying(menu: Menu) -> int:
    """The action that stays in at the least price, or `NO_ACTION`."""
    action = NO_ACTION
    for i in range(menu.n):
        kind = menu.kind[i]
        if kind in actions.STAYING or kind == actions.IN:
            action = actions.encode(kind, menu.lowest[i])
    return action


@compiled
def _waiting(views: Records, menu: Menu, rng: Random) -> int:
    """The policy without a game's own: stay in, keep all, or buy the most; else at random."""
    action = _staying(menu)
    if action >= 0:
        return action
    for i in range(menu.n):
        if menu.kind[i] in (actions.KEEP, actions.DECLINE, actions.PASS):
            return actions.encode(menu.kind[i], menu.lowest[i])
    for i in range(menu.n):
        if menu.kind[i] == BUY:
            return actions.encode(BUY, menu.highest[i])
    action = actions.any_of(menu, rng)
    for i in range(menu.n):
        if actions.kind(action) in (FOLD, OUT):
            action = actions.encode(menu.kind[i], menu.lowest[i])
    return action


@compiled
def _lay(order: Array, place: Array, card: Array, used: Array, is_used: int) -> None:
    """Lay cards at their places of the deck, and mark them as used, or as free again."""
    for k in range(len(place)):
        order[place[k]] = card[k]
        used[card[k]] = is_used


@compiled
def _draw_hands(
    order: Array, combos: Array, first: Array, spots: Array, used: Array, rng: Random
) -> int:
    """Lay a random hand of every range, all that fit each other equally likely; 0 if none does."""
    seats, width = spots.shape
    for _ in range(_TRIES):
        p, chosen, is_good = 0, 0, True
        while is_good and p < seats:
            row = first[p] + below(rng, first[p + 1] - first[p])
            for k in range(width):
                if spots[p, k] >= 0:
                    card = combos[row, k]
                    is_good = is_good and not used[card]
                    order[spots[p, k]] = card
            if is_good:
                _mark(order, spots[p], used, 1)
                chosen = p + 1
            p += 1
        if is_good:
            return 1
        for q in range(chosen):
            _mark(order, spots[q], used, 0)
    return 0


@compiled
def _mark(order: Array, spots: Array, used: Array, is_used: int) -> None:
    """Mark the cards of a hand as used, or as free again."""
    for k in range(len(spots)):
        if spots[k] >= 0:
            used[order[spots[k]]] = is_used


@compiled
def _draw_rest(order: Array, free: Array, pool: Array, used: Array, rng: Random) -> None:
    """Lay random unused cards of the pool at the free places."""
    taken, n = 0, len(pool)
    for k in range(len(free)):
        card = -1
        while card < 0:
            at = taken + below(rng, n - taken)
            found = pool[at]
            pool[at] = pool[taken]
            pool[taken] = found
            taken += 1
            if not used[found]:
                card = found
        order[free[k]] = card


@functools.cache
def _player(verbs: Verbs, policy: Policy | None) -> Callable[..., None]:
    """Plays a hand from its deal to its end: `(views, menu, rng, script)`; `views[0]` is it.

    Without a policy the script is all that is played.
    """
    begin, step = verbs.begin, verbs.step

    @inlined
    def follow(views: Records, m: Menu, rng: Random, script: Array) -> None:
        begin(views[0])
        for k in range(len(script)):
            step(views[0], script[k])

    if policy is None:
        return follow
    play_on = rollout_loop(verbs, policy, _MOST_TURNS)

    @inlined
    def play(views: Records, m: Menu, rng: Random, script: Array) -> None:
        follow(views, m, rng, script)
        play_on(views[0], views, m, rng, NO_PLAYERS, NO_ACTION)

    return play


@functools.cache
def sampler(verbs: Verbs, policy: Policy | None) -> Callable[..., int]:
    """Random deals: `(views, menus, rngs, board, cards, deals, tally) -> deals that count`.

    `views[0]` is the record before the deal, `views[1:]` scratch space. Returns -1 where hardly
    any deal fits the ranges.
    """
    play = _player(verbs, policy)

    @compiled
    def sample(
        views: Records,
        menus: Records,
        rngs: Records,
        board: Board,
        cards: Cards,
        deals: int,
        tally: Tally,
    ) -> int:
        pool, used = cards
        place, card, script, combos, first, spots, free = board
        rng, counted = rngs[0], 0
        _lay(views[0].deck.card, place, card, used, 1)
        for _ in range(deals):
            views[1] = views[0]
            order = views[1].deck.card
            if not _draw_hands(order, combos, first, spots, used, rng):
                return -1
            _draw_rest(order, free, pool, used, rng)
            for p in range(len(spots)):
                _mark(order, spots[p], used, 0)
            deck.shuffle_second(views[1].deck, rng)
            play(views[1:], menus[0], rng, script)
            counted += _score(views[1], tally.counts, tally.shares)
        return counted

    return sample


@functools.cache
def resumer(verbs: Verbs, policy: Policy) -> Callable[..., int]:
    """Random deals of a concealed record: `(views, menus, rngs, deals, tally) -> deals that count`.

    `views[0]` is the record, `views[1:]` scratch space.
    """
    redeal, play_on = verbs.redeal, rollout_loop(verbs, policy, _MOST_TURNS)

    @compiled
    def resume(views: Records, menus: Records, rngs: Records, deals: int, tally: Tally) -> int:
        rng, counted = rngs[0], 0
        for _ in range(deals):
            views[1] = views[0]
            redeal(views[1], rng)
            play_on(views[1], views[1:], menus[0], rng, NO_PLAYERS, NO_ACTION)
            counted += _score(views[1], tally.counts, tally.shares)
        return counted

    return resume


@functools.cache
def finisher(verbs: Verbs, policy: Policy) -> Callable[..., None]:
    """One random deal of a concealed record, played to its end: `(views, menus, rngs)`.

    `views[0]` is the record, `views[1]` then the end, the rest scratch space.
    """
    redeal, play_on = verbs.redeal, rollout_loop(verbs, policy, _MOST_TURNS)

    @compiled
    def finish(views: Records, menus: Records, rngs: Records) -> None:
        views[1] = views[0]
        redeal(views[1], rngs[0])
        play_on(views[1], views[1:], menus[0], rngs[0], NO_PLAYERS, NO_ACTION)

    return finish


@compiled
def _advance(pool: Array, used: Array, picks: Array, at: int, end: int) -> bool:
    """Let a slot have its next card of the pool below `end`; False, and it has none, at the end.

    A row of `picks` is the place in the pool of a slot's card, and whether it holds it.
    """
    if picks[at, 1]:
        used[pool[picks[at, 0]]] = 0
        picks[at, 1] = 0
    k = picks[at, 0] + 1
    while k < end and used[pool[k]]:
        k += 1
    if k >= end:
        return False
    picks[at, 0], picks[at, 1] = k, 1
    used[pool[k]] = 1
    return True


@compiled
def _next_picks(pool: Array, used: Array, slots: Array, picks: Array, at: int, end: int) -> int:
    """Go on to the next choice of a card for each slot, from slot `at` on.

    Returns the last slot, and -1 where there is no further choice; `end` bounds the first slot.
    """
    while at >= 0:
        if not _advance(pool, used, picks, at, end if at == 0 else len(pool)):
            at -= 1
        elif at + 1 < len(slots):
            at += 1
            picks[at, 0] = picks[at - 1, 0] if slots[at, 1] else -1
        else:
            break
    return at


@functools.cache
def counter(verbs: Verbs, policy: Policy | None) -> Callable[..., int]:
    """All deals: `(views, menus, rngs, board, cards, slots, tally) -> deals that count`.

    Each row of `board.combos` has the cards of all hands.
    """
    play = _player(verbs, policy)

    @compiled
    def count(
        views: Records,
        menus: Records,
        rngs: Records,
        board: Board,
        cards: Cards,
        over: Slots,
        tally: Tally,
    ) -> int:
        pool, used = cards
        slots, picks, chunk = over
        place, card, script, combos, _, spots, _ = board
        counted, order = 0, views[0].deck.card
        _lay(order, place, card, used, 1)
        for row in range(chunk[0], chunk[1]):
            _lay(order, spots[0], combos[row], used, 1)
            at = -1
            if len(slots) > 0:
                picks[0, 0], picks[0, 1] = chunk[2] - 1, 0
                at = _next_picks(pool, used, slots, picks, 0, chunk[3])
            while at >= 0 or len(slots) == 0:
                for k in range(len(slots)):
                    order[slots[k, 0]] = pool[picks[k, 0]]
                views[1] = views[0]
                play(views[1:], menus[0], rngs[0], script)
                counted += _score(views[1], tally.counts, tally.shares)
                if len(slots) == 0:
                    break
                at = _next_picks(pool, used, slots, picks, at, chunk[3])
            _lay(order, spots[0], combos[row], used, 0)
        return counted

    return count
