"""The hands with which a player may have come to the end of a hand.

All that can be held are equally likely at first. Each is then weighted by how often the trained
strategy does with it what its player has done; a small part of each player's actions is taken to be
at random, so that no hand is ruled out by what others do differently.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame.position import Endgame, hidden, public
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
_AT_RANDOM = 0.05
"""The part of a player's actions that is taken to be at random."""
_PLACES = 64
"""Rounds and seats whose prospects are kept for a hand."""
_LEVEL, _POT = range(2)


def ranges_of(end: Endgame, memory: memories.Memory, strategy: Trained) -> Array:
    """float64[2, hands]: how likely each player holds each hand when the end begins."""
    likely = np.ones((2, len(end.combos)))
    for player, p in enumerate(end.seats):
        acts = [
            (i, action)
            for i, (seat, action) in enumerate(memory.acts[: end.begun])
            if seat == p and actions.kind(action) not in PICKED
        ]
        views = [public(end.game, memory.views[i]) for i, _ in acts]
        for turn, (_, done) in zip(turns_of(end, strategy, p, views), acts, strict=True):
            chance = turn.chance(done)
            likely[player] *= (1.0 - _AT_RANDOM) * chance + _AT_RANDOM / len(turn.actions)
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
        """The chance of an action for each hand; a bet counts by the learned sizes around it."""
        kind, amount = actions.kind(done), actions.amount(done)
        alike = [k for k, action in enumerate(self.actions) if actions.kind(action) in LEVELS]
        if kind not in LEVELS:
            alike = [k for k, action in enumerate(self.actions) if actions.kind(action) == kind]
            return self._sum(alike)
        lower = [k for k in alike if actions.amount(self.actions[k]) <= amount]
        higher = [k for k in alike if k not in lower]
        if not lower or not higher:
            return self._sum(lower[-1:] or higher[:1])
        low, high = lower[-1], higher[0]
        near = self._size(self.actions[low]), self._size(self.actions[high])
        part = part_of_size(*near, size=self._size(done))
        return part * self.share[:, low] + (1.0 - part) * self.share[:, high]

    def _sum(self, places: Sequence[int]) -> Array:
        """The chance of some actions together, for each hand."""
        chance: Array = self.share[:, places].sum(axis=1)
        return chance

    def _size(self, action: int) -> float:
        """A bet as a part of the pot."""
        return (actions.amount(action) - self.level) / self.pot


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
    """int64[cards]: where the cards of a hand lie."""
    combos: Array
    """int64[hands, cards]."""
    chosen: Array
    """int64[turns, slots]: the actions of each turn; `NO_ACTION` where there are no more."""
    share: Array
    """float64[turns, hands, slots]."""
    price: Array
    """int64[turns, 2]: the level of a call, and the pot after it."""


def turns_of(
    end: Endgame, strategy: Trained, p: int, views: Sequence[Records], deals: int = _DEALS
) -> list[Turn]:
    """The actions of a strategy at some turns of a seat, for each hand; turns are public records.

    `deals`: those by which the prospects of each hand are found.
    """
    if not views:
        return []
    game, memory = end.game, memory_of(strategy)
    rows, seen = game.batch(LOOKED_AT, journal=False), game.batch(len(views), journal=False)
    for i, view in enumerate(views):
        start = i * seen.itemsize
        kernel.raw(seen)[start : start + seen.itemsize] = kernel.raw(view)
    slots = len(memory.notes.chosen)
    space = _Space(
        seen,
        rows,
        words_of(rows),
        kernel.batch(kernel.record(Menu), 2),
        kernel.generator(0),
        memory,
        no_hands(_PLACES),
        readable(np.array(hidden(kernel.fields(end.root), p), np.int64)),
        readable(np.array(end.combos, np.int64)),
        readable(np.full((len(views), slots), NO_ACTION, np.int64)),
        np.zeros((len(views), len(end.combos), slots)),
        readable(np.zeros((len(views), 2), np.int64)),
    )
    _looker(game.verbs, decider(strategy))(space, p, deals)
    return [_turn(space, i) for i in range(len(views))]


def _turn(space: _Space, i: int) -> Turn:
    """The result of a turn."""
    done = tuple(int(action) for action in space.chosen[i] if action != NO_ACTION)
    level, pot = map(int, space.price[i])
    return Turn(done, np.asarray(space.share)[i, :, : len(done)], level, pot)


@functools.cache
def _looker(verbs: Verbs, decide: Callable[..., tuple[int, float]]) -> Callable[..., None]:
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
                    rows[VIEW].hole.card[p, places[k]] = space.combos[h, k]
                menu(rows[VIEW], m)
                space.price[i, _LEVEL] = rows[VIEW].betting.bet[p] + owed(m)
                space.price[i, _POT] = pot_of(rows[VIEW]) + owed(m)
                n, _ = decide(rows, space.words, m, menus, rng, memory, space.hands, deals)
                for k in range(n):
                    space.chosen[i, k] = memory.notes.chosen[k]
                    space.share[i, h, k] = memory.shares[0, k]

    return look
