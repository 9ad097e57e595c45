"""CFR on the public betting tree, for games whose betting does not depend on the cards."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained import table as tables
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.buckets import centers_of
from sidepot.bots.trained.locating import Ground
from sidepot.bots.trained.table import NOWHERE, Table
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.kernel import Array, Records, readable
from sidepot.lab.learn import deals as looked
from sidepot.lab.learn import tree as trees
from sidepot.lab.learn import tree_numbers as numbers
from sidepot.lab.learn import tree_play as loop
from sidepot.lab.learn.tree import DECISION, KIND, ROUND, SITUATION, Tree
from sidepot.lab.learn.workers import Call

SURVEYED = 1500
"""Deals by which the middles of the buckets are set."""
_DEPTHS = (10, 20, 40, 100, 200, 400)
"""The stacks that are learned between two, in units."""
_OFTEN = 100
"""The usual stack in units, which is dealt as often as four others together."""


class Opponents(NamedTuple):
    """The opponents against whom a reply is learned."""

    abstraction: Abstraction
    ground: Ground
    table: Table


class PublicTree:
    """The learned numbers for each situation, bucket and slot, and the trees they belong to."""

    def __init__(
        self,
        game: Game,
        abstraction: Abstraction,
        players: int,
        stacks: tuple[int, int],
        seed: int,
        others: Opponents | None = None,
        habits: int = 0,
    ) -> None:
        self._game, self._abstraction, self._players = game, abstraction, players
        self._seed, self._others, self._habits = seed, others, habits
        self.stacks = _stacks_between(game, *stacks)
        found = self._grow()
        self.is_found = found is not None
        self._trees, self._seats = found or ([], [])
        self._deals = looked.empty(looked.hands_for(game, players), 0)
        self._count = 0
        if self.is_found:
            self._lay_out()

    def _grow(self) -> tuple[list[Tree], list[int]] | None:
        """The tree for all seats, or for each seat that replies one of its own."""
        ask: Callable[..., Tree | None]
        ask = functools.partial(
            trees.grow, self._game, self._abstraction, self._players, self.stacks
        )
        if self._others is None:
            found, seats = [ask()], [NOWHERE]
        else:
            seats = list(range(self._players))
            found = [ask(seat, self._others.abstraction) for seat in seats]
        return ([tree for tree in found if tree], seats) if all(found) else None

    def _lay_out(self) -> None:
        """Give every situation, of all trees, its place."""
        keys = np.concatenate([np.asarray(tree.situations) for tree in self._trees])
        slots = np.concatenate([np.asarray(tree.slots) for tree in self._trees])
        found, firsts = np.unique(keys, return_index=True)
        self.situations, self.slots = readable(found), readable(slots[firsts])
        for tree in self._trees:
            node = np.asarray(tree.node)
            places = np.searchsorted(found, np.asarray(tree.situations))
            is_turn = node[:, KIND] == DECISION
            node[is_turn, SITUATION] = places[node[is_turn, SITUATION]]
        self.offsets, size = self._offsets(self._abstraction.buckets)
        self.regret, self.total = np.zeros(size), np.zeros(size)

    def _offsets(self, buckets: int) -> tuple[Array, int]:
        ends = np.cumsum(np.asarray(self.slots) * buckets)
        return readable(np.concatenate([[0], ends[:-1]])), int(ends[-1])

    def survey(self, count: int, samples: int) -> tuple[Array, Array]:
        """Evaluate the first deals; returns the rounds, and the middles of the buckets."""
        self.look(count, samples)
        entries = looked.entries_of(self._deals, self._count)
        return centers_of(entries, self._abstraction.buckets)

    def look(self, count: int, samples: int) -> None:
        """Evaluate deals until there are that many."""
        if count <= self._count:
            return
        self._deals = looked.known(
            self._game, self._abstraction, self._players, self._seed, count, samples
        )
        self._count, self._buckets = count, None

    _buckets: tuple[Array, Array] | None = None

    def _sorted(self, ground: Ground) -> tuple[Array, Array]:
        """The buckets of all deals, own and those of the others."""
        if self._buckets is None:
            centers = self._in_order(ground)
            own = looked.buckets_of(self._deals, centers, self._count)
            theirs = own
            if self._others is not None:
                centers = self._in_order(self._others.ground)
                theirs = looked.buckets_of(self._deals, centers, self._count)
            self._buckets = own, theirs
        return self._buckets

    def _in_order(self, ground: Ground) -> Array:
        """The middles of buckets in the order in which the tree has its rounds."""
        known = np.asarray(ground.rounds).tolist()
        order = [known.index(now) for now in np.asarray(self._trees[0].rounds).tolist()]
        return readable(np.asarray(ground.centers)[order])

    @functools.cached_property
    def _their_shares(self) -> tuple[Array, Array]:
        """The offsets of the others' situations, and their strategy there."""
        if self._others is None:
            return readable(np.zeros(1, np.int64)), np.zeros(1)
        table, buckets = self._others.table, self._others.abstraction.buckets
        offsets, size = self._offsets(buckets)
        shares, row = np.zeros(size), np.zeros((1, loop.SLOTS_MOST))
        numbers.spread(
            table.keys, table.total, self.situations, self.slots, offsets, buckets, row, shares
        )
        return offsets, shares

    def lane(self, ground: Ground, *, is_copy: bool) -> Lane:
        """The lane of one thread, with its own numbers or with these."""
        mine = (self.regret, self.total)
        if is_copy:
            mine = (self.regret.copy(), self.total.copy())
        return Lane(self, ground, *mine)

    def merge(self, lanes: Sequence[Lane]) -> None:
        """Add what each copy has found, one after the other."""
        before = self.regret.copy(), self.total.copy()
        for lane in lanes:
            self.regret += lane.regret - before[0]
            self.total += lane.total - before[1]

    def lean(self, ground: Ground, bound: float) -> Array:
        """The regrets of a reply that plays like the others where no action gained so much more."""
        assert self._others is not None
        regret = self.regret.copy()
        rounds = np.zeros(len(self.situations), np.int64)
        for tree in self._trees:
            node = np.asarray(tree.node)
            turns = node[node[:, KIND] == DECISION]
            rounds[turns[:, SITUATION]] = turns[:, ROUND]
        own, theirs = self._in_order(ground), self._in_order(self._others.ground)
        known = self.slots, readable(rounds), self.offsets
        numbers.lean(*known, own, theirs, *self._their_shares, bound, regret)
        return regret

    def won(
        self, ground: Ground, regret: Array, seed: int, count: int, samples: int, times: int
    ) -> Array:
        """A reply's winnings in each of so many deals, played so many times by each seat in turn.

        It takes the slots of the highest regret. In chips a hand.
        """
        found = looked.known(self._game, self._abstraction, self._players, seed, count, samples)
        assert self._others is not None
        own = looked.buckets_of(found, self._in_order(ground), count)
        theirs = looked.buckets_of(found, self._in_order(self._others.ground), count)
        shares, won = np.zeros(len(self.regret)), np.zeros(count)
        numbers.best_slots(self.slots, self.offsets, self._abstraction.buckets, regret, shares)
        mine, others = loop.Shares(self.offsets, shares), loop.Shares(*self._their_shares)
        cards = loop.Cards(own, theirs, found.promise, found.strength)
        rows, hands = self._pots(), readable(np.arange(own.shape[1], dtype=np.int64))
        for tree, seat in zip(self._trees, self._seats, strict=True):
            scratch = loop.scratch(rows, self._players, own.shape[1])._replace(hands=hands)
            loop.play_out(tree, mine, others, cards, scratch, seat, seed, times, won)
        return won / len(self._seats)

    def _pots(self) -> Records:
        """A record in which the pots of more than two are divided."""
        rows = self._game.batch(1, journal=False)
        setup.seat(self._game, kernel.fields(rows), [self.stacks[0]] * self._players)
        return rows

    def discount(self, gains: float, losses: float, sums: float) -> None:
        """Weigh down what earlier rounds have found."""
        numbers.weigh_down(self.regret, gains, losses)
        numbers.weigh_down(self.total, sums, sums)

    def summary(self) -> tuple[int, float]:
        """The number of sets that were met, and their regrets, summed."""
        buckets = self._abstraction.buckets
        sets, regret = numbers.count_sets(
            self.slots, self.offsets, buckets, self.regret, self.total
        )
        return int(sets), float(regret)

    @property
    def signature(self) -> str:
        """A hash of all that was learned."""
        crc = 0
        for learned in (self.situations, self.regret, self.total):
            crc = zlib.crc32(np.ascontiguousarray(learned).tobytes(), crc)
        return f"{crc:08x}"

    @property
    def table(self) -> Table:
        """The learned numbers, as a table of information sets."""
        places = 1 << int(2 * max(self.summary()[0], 512)).bit_length()
        table = tables.empty(loop.SLOTS_MOST, places)
        buckets = self._abstraction.buckets
        known = self.situations, self.slots, self.offsets
        numbers.to_table(
            *known, buckets, self.regret, self.total, table.keys, table.regret, table.total
        )
        return table

    def take_up(self, table: Table) -> None:
        """Go on from a table."""
        buckets = self._abstraction.buckets
        known = self.situations, self.slots, self.offsets
        numbers.from_table(
            table.keys, table.regret, table.total, *known, buckets, self.regret, self.total
        )


class Lane:
    """The numbers and the memory with which a thread learns."""

    loop = staticmethod(loop.learn)

    def __init__(self, of: PublicTree, ground: Ground, regret: Array, total: Array) -> None:
        self.regret, self.total = regret, total
        self.counts = loop.new_counts()
        rows = of._pots()
        odds = _odds_of(of._game, of.stacks)
        own, theirs = of._sorted(ground)
        learned, others = (
            loop.Learned(of.offsets, regret, total),
            loop.Shares(*of._their_shares),
        )
        cards = loop.Cards(own, theirs, of._deals.promise, of._deals.strength)
        self._jobs = [
            (
                tree,
                loop.Plan(odds, seat, of._habits),
                learned,
                others,
                cards,
                loop.scratch(rows, of._players, own.shape[1], self.counts),
            )
            for tree, seat in zip(of._trees, of._seats, strict=True)
        ]
        self._experiment = of._seed

    @property
    def learned(self) -> list[Array]:
        """The arrays that learning changes."""
        return [self.regret, self.total, self.counts]

    def calls(self, first: int, last: int) -> list[Call]:
        """The calls of the loop by which it learns from traversals of these numbers."""
        return [(*job, self._experiment, first, last) for job in self._jobs]


def _stacks_between(game: Game, low: int, high: int) -> list[int]:
    """The stacks that are learned, in chips, from the least to the most."""
    unit = unit_of(game)
    inner = [depth * unit for depth in _DEPTHS if low < depth * unit < high]
    return sorted({low, *inner, high})


def _odds_of(game: Game, stacks: Sequence[int]) -> Array:
    """The cumulative weights of the stacks to deal."""
    usual = _OFTEN * unit_of(game)
    weights = [4 if stack == usual else 1 for stack in stacks]
    return readable(np.cumsum(np.array(weights, np.int64)))


def unit_of(game: Game) -> int:
    """The unit of stacks: the largest price at the table."""
    return max([game.unit, *setup.prices(game)])
