"""The likelihood of each listed hand that can be held at the end of a hand.

All are equally likely at first. Each is then weighted by how often the trained strategy does with
it what its player has done; a small part of each player's actions is taken to be at random, so that
no hand is ruled out by what others do differently.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame.position import (
    HOLE,
    ZONES,
    Combo,
    Endgame,
    has_aside,
    hidden,
    public,
    stacked,
)
from sidepot.bots.trained.deciding import decider
from sidepot.bots.trained.hashing import words_of
from sidepot.bots.trained.locating import Hands, forget, no_hands
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.overbets import part_of_size
from sidepot.bots.trained.prospects import LOOKED_AT, VIEW
from sidepot.bots.trained.situation import owed, pot_of
from sidepot.bots.trained.strategy import Trained, memory_of
from sidepot.engine import memory as memories
from sidepot.engine.game import Verbs
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.rules import actions
from sidepot.rules.actions import LEVELS, PICKED, Menu

_DEALS = kernel.by_form(plain=2, compiled=48)
"""Deals for the prospects of each hand, of which there are a thousand."""
AT_RANDOM = 0.05
"""The part of a player's actions that is taken to be at random."""
_PLACES = 64
"""Rounds and seats whose prospects are kept for a hand."""
_LEVEL, _POT = range(2)
_HOLE = ZONES.index(HOLE)


def ranges_of(
    end: Endgame, combos: Sequence[Combo], memory: memories.Memory, strategy: Trained
) -> Array:
    """float64[2, hands]: how likely each player holds each hand when the end begins."""
    likely = np.ones((2, len(combos)))
    for player, p in enumerate(end.seats):
        acts = [
            (i, action)
            for i, (seat, action) in enumerate(memory.acts[: end.begun])
            if seat == p and actions.kind(action) not in PICKED
        ]
        views = [public(end.game, memory.views[i]) for i, _ in acts]
        turns = turns_of(end, combos, strategy, p, views)
        for turn, (_, done) in zip(turns, acts, strict=True):
            chance = turn.chance(done)
            likely[player] *= (1.0 - AT_RANDOM) * chance + AT_RANDOM / len(turn.actions)
        likely[player] /= likely[player].sum()
    return likely


@dataclass(frozen=True, eq=False)
class Turn:
    """The actions of a trained strategy at a turn, for each hand."""

    actions: tuple[int, ...]
    share: Array
    """float64[hands, actions]."""
    level: int
    """The level of a call, in chips."""
    pot: int
    """The chips in the middle after a call."""

    def chance(self, done: int) -> Array:
        """The chance of an action for each hand (`chance_of`)."""
        found, chosen = np.zeros(len(self.share)), np.array(self.actions, np.int64)
        _write_chances(done, readable(chosen), self.share, self.level, self.pot, found)
        return found


@compiled
def _write_chances(
    done: int, chosen: Array, share: Array, level: int, pot: int, found: Array
) -> None:
    for h in range(len(found)):
        found[h] = chance_of(done, chosen, share[h], len(chosen), level, pot)


@compiled
def chance_of(done: int, chosen: Array, share: Array, n: int, level: int, pot: int) -> float:
    """The chance of an action of a strategy with n actions.

    A bet counts by the sizes around it, as parts of the pot after a call of `level`.
    """
    low, high, chance = -1, -1, 0.0
    for k in range(n):
        if actions.kind(done) not in LEVELS:
            chance += share[k] if actions.kind(chosen[k]) == actions.kind(done) else 0.0
        elif actions.kind(chosen[k]) in LEVELS:
            if actions.amount(chosen[k]) <= actions.amount(done):
                low = k
            elif high < 0:
                high = k
    if low >= 0 and high >= 0:
        lower, higher = actions.amount(chosen[low]), actions.amount(chosen[high])
        size = (actions.amount(done) - level) / pot
        part = part_of_size((lower - level) / pot, (higher - level) / pot, size)
        chance = part * share[low] + (1.0 - part) * share[high]
    elif max(low, high) >= 0:
        chance = share[max(low, high)]
    return chance


class _Space(NamedTuple):
    """The arrays that the loop reads and writes."""

    seen: Records
    """The turns: records without hidden cards."""
    rows: Records
    words: Array
    menus: Records
    rngs: Records
    memory: Memory
    hands: Hands
    places: Array
    """int64[cards, 2]: where the cards of a hand lie, by zone."""
    combos: Array
    """int64[hands, cards]."""
    chosen: Array
    """int64[turns, slots]: the actions of each turn; `NO_ACTION` where there are no more."""
    share: Array
    """float64[turns, hands, slots]."""
    price: Array
    """int64[turns, 2]: the level of a call, and the pot after it."""


def turns_of(
    end: Endgame,
    combos: Sequence[Combo],
    strategy: Trained,
    p: int,
    views: Sequence[Records],
    deals: int = _DEALS,
) -> list[Turn]:
    """The actions of a strategy at some turns of a seat, for each hand; turns are public records.

    `deals`: those by which the prospects of each hand are found.
    """
    if not views:
        return []
    game, memory, places = end.game, memory_of(strategy), hidden(kernel.fields(end.root), p)
    rows, seen = game.batch(LOOKED_AT, journal=False), stacked(game, views)
    slots = len(memory.notes.chosen)
    space = _Space(
        seen,
        rows,
        words_of(rows),
        kernel.batch(kernel.record(Menu), 2),
        kernel.generator(0),
        memory,
        no_hands(_PLACES),
        readable(np.array([(ZONES.index(zone), k) for zone, k in places], np.int64)),
        readable(np.array(combos, np.int64)),
        readable(np.full((len(views), slots), NO_ACTION, np.int64)),
        np.zeros((len(views), len(combos), slots)),
        readable(np.zeros((len(views), 2), np.int64)),
    )
    _looker(game.verbs, decider(strategy), has_aside(game))(space, p, deals)
    return [_turn(space, i) for i in range(len(views))]


def _turn(space: _Space, i: int) -> Turn:
    """The result of a turn."""
    done = tuple(int(action) for action in space.chosen[i] if action != NO_ACTION)
    level, pot = map(int, space.price[i])
    return Turn(done, np.asarray(space.share)[i, :, : len(done)], level, pot)


@functools.cache
def _looker(
    verbs: Verbs, decide: Callable[..., tuple[int, float]], with_aside: bool
) -> Callable[..., None]:
    """The loop over the hands of a seat, and over its turns."""
    menu = verbs.menu

    @compiled
    def look(space: _Space, p: int, deals: int) -> None:
        rows, menus, rng, memory = space.rows, space.menus, space.rngs[0], space.memory
        m, places = menus[0], space.places
        for h in range(len(space.combos)):
            forget(space.hands.keys)
            for i in range(len(space.seen)):
                rows[VIEW] = space.seen[i]
                for k in range(len(places)):
                    if not with_aside or places[k, 0] == _HOLE:
                        rows[VIEW].hole.card[p, places[k, 1]] = space.combos[h, k]
                    elif with_aside:
                        rows[VIEW].thrown.card[p, places[k, 1]] = space.combos[h, k]
                menu(rows[VIEW], m)
                space.price[i, _LEVEL] = rows[VIEW].betting.bet[p] + owed(m)
                space.price[i, _POT] = pot_of(rows[VIEW]) + owed(m)
                n, _ = decide(rows, space.words, m, menus, rng, memory, space.hands, deals)
                for k in range(n):
                    space.chosen[i, k] = memory.notes.chosen[k]
                    space.share[i, h, k] = memory.shares[0, k]

    return look
