"""Training: rounds of the compiled loop, on threads, that can be stopped and resumed."""

from __future__ import annotations

import functools
import math
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained import table as tables
from sidepot.bots.trained.abstraction import EXACT, Abstraction, abstraction_of
from sidepot.bots.trained.buckets import centers_of
from sidepot.bots.trained.hashing import words_of
from sidepot.bots.trained.locating import Ground, Notes, ground_of, no_hands, notes, slots_of
from sidepot.bots.trained.strategy import mind_of, pointer_to
from sidepot.bots.trained.table import Table
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.kernel import Array, readable
from sidepot.kernel.random import Random
from sidepot.lab.learn.public_tree import SURVEYED, Opponents, PublicTree
from sidepot.lab.learn.traversal import (
    COUNTS,
    DECISIONS,
    DEEPEST,
    FIRST,
    METHOD,
    SETS,
    Hand,
    Method,
    Others,
    Plan,
    Scratch,
    traversal,
    tries,
)
from sidepot.lab.learn.tree_play import DECISIONS as APART_DECISIONS
from sidepot.lab.learn.workers import Call, Maker, learn_in_workers
from sidepot.rules.actions import Menu

_LANES = 4
"""Copies of the table that learn side by side in a round, on as many threads as there are."""
_SURVEYED = 400
"""Deals of each lane by which the bounds of the buckets are set."""
_MOST_ORDERS = 1000
"""The most orders of a deck that are gone through one by one, which leaves less to chance."""
_LOOK = 4
"""Rounds between evaluations of more deals."""
_POLL = 0.05
"""Seconds between two checks of working threads."""


class Pace(NamedTuple):
    """The work of a lane in a round.

    `deals` are dealt, and each is gone through `repeats` times for every seat, because finding a
    hand's prospects, by `samples` deals played on, takes longer than going through it.
    """

    deals: int
    repeats: int
    samples: int


_PACE = Pace(128, 2, 64)
_APART_PACE = Pace(250, 80, 160)
"""The pace on a public tree: deals that are added to the known ones, until there are
`_DEALS`, and traversals for each, of any that are known."""
_DEALS = 8_000
_REPLY_PACE = Pace(200, 200, 160)
_REPLY_DEALS = 8_000
"""The same for replies: with finer buckets and few deals they would learn the deals by heart."""
_EXACT_PACE = Pace(250, 1, 0)


class Discount(NamedTuple):
    """Weights of earlier rounds: exponents of discounted CFR (Brown and Sandholm, 2019).

    Before round t, positive regrets are multiplied by t^gains / (t^gains + 1), negative ones
    likewise by `losses`, and the summed strategies by (t / (t + 1))^sums. With sampling, those of
    linear weights do best.
    """

    gains: float = 1.0
    losses: float = 1.0
    sums: float = 1.0


_DISCOUNT = Discount()
_THOROUGH = Discount(1.5, 0.0, 2.0)
"""The discount where nothing is sampled."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The progress of training: `regret` is the mean regret of all sets summed, in chips a hand.

    `signature` identifies the learned numbers.
    """

    rounds: int
    traversals: int
    decisions: int
    sets: int
    regret: float
    signature: str


class Training:
    """A table that learns, and everything needed to resume it.

    The result follows from game, stacks, seed, lanes and the number of rounds; not from threads,
    nor from where it was stopped and gone on with.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        *,
        stacks: tuple[int, int] | None = None,
        seed: int = 0,
        lanes: int = _LANES,
        abstraction: Abstraction | None = None,
        is_exact: bool = False,
        is_sampled: bool = False,
        pace: Pace | None = None,
        discount: Discount = _DISCOUNT,
        method: Method = METHOD,
        against: Any = None,
        most_deals: int | None = None,
        is_on_tree: bool = True,
        habits: int = 0,
    ) -> None:
        """`stacks`: the smallest and the largest, the same for all seats of a hand.

        `is_exact`: every concealed record is a set; if the deals are few, one deal after the other
        is gone through with all actions of all players, unless `is_sampled`. `against`: a learned
        `Trained` that the others play, whose buckets and sizes may be others than these; without
        one, they learn too. For games with a public tree, `most_deals` is the number of deals to
        evaluate, and `is_on_tree` says to learn on the tree, if it is not too large. In
        `habits` of a hundred traversals others have a habit (`bots.trained.habits`). Raises
        `BadSetup`.
        """
        self.game = game
        low, high = stacks or (game.stacks(players)[0],) * 2
        for stack in (low, high):
            self.players = len(game.stacks(players, stack))
        setup.check_seed(seed)
        self.stacks, self.seed, self.lanes = (low, max(low, high)), seed, lanes
        self._discount = discount
        self.abstraction = abstraction or (EXACT if is_exact else abstraction_of(game))
        if against is not None:  # both must remember as much
            self.abstraction = replace(self.abstraction, memory=against.abstraction.memory)
        self.most_deals = most_deals or (_DEALS if against is None else _REPLY_DEALS)
        self.rounds, self.traversals, self.decisions, self.weight = 0, 0, 0, 0.0
        self._table = tables.empty(slots_of(self.abstraction))
        self._against = against
        self._met: dict[int, int] = {}
        self._habits = habits
        has_tree = is_on_tree and self.abstraction.has_public_tree
        self._tree = self._found_tree() if has_tree else None
        usual = _PACE
        if self._tree:
            usual = _APART_PACE if against is None else _REPLY_PACE
        self.pace = pace or (_EXACT_PACE if self.abstraction.is_exact else usual)
        self._loop = traversal(game, self.abstraction, method, is_reply=against is not None)
        self._method = method
        self.ground: Ground = ground_of(game, self.abstraction)
        self._is_surveyed = self.abstraction.is_exact
        is_counted = self.abstraction.is_exact and not is_sampled
        self.orders = _orders(game, self.players) if is_counted else 0
        self.is_thorough = self.orders > 0 and against is None
        if self.is_thorough:
            self.lanes, self.pace, self._discount = 1, Pace(self.orders, 1, 0), _THOROUGH

    def _found_tree(self) -> PublicTree | None:
        """The tree to learn on, if the game has one that is not too large."""
        against, others = self._against, None
        if against is not None:
            table = _as_floats(against.table)
            others = Opponents(against.abstraction, against.ground, table)
        tree = PublicTree(
            self.game, self.abstraction, self.players, self.stacks, self.seed, others, self._habits
        )
        return tree if tree.is_found else None

    @property
    def table(self) -> Table:
        """The learned table of information sets."""
        return self._tree.table if self._tree else self._table

    @table.setter
    def table(self, table: Table) -> None:
        if self._tree:
            self._tree.take_up(table)
        else:
            self._table = table

    @property
    def standing(self) -> Standing:
        """The progress so far."""
        return Standing(
            rounds=self.rounds,
            traversals=self.traversals,
            decisions=self.decisions,
            sets=self.sets,
            regret=self.regret,
            signature=self.signature,
        )

    @property
    def signature(self) -> str:
        """A hash of all that was learned."""
        if self._tree:
            return self._tree.signature
        return _signature_of(tables.rows_of(self._table))

    @property
    def sets(self) -> int:
        """The number of information sets that were met."""
        return self._tree.summary()[0] if self._tree else self._table.sets

    @property
    def regret(self) -> float:
        """The mean regret of all sets, summed, in chips a hand."""
        if self._tree:
            whole = self._tree.summary()[1]
        else:
            whole = float(np.maximum(np.asarray(self._table.regret).max(axis=1), 0.0).sum())
        return whole / max(self.weight, 1.0) / self.players

    def take_up(self, rounds: int, traversals: int, decisions: int, weight: float) -> None:
        """Resume where another process stopped; the table and the bounds are set separately."""
        self.rounds, self.traversals, self.decisions = rounds, traversals, decisions
        self.weight, self._is_surveyed = weight, True

    @property
    def is_on_tree(self) -> bool:
        """Whether it learns on the tree of the game."""
        return self._tree is not None

    def won(self, seed: int, deals: int, times: int, bound: float) -> Array:
        """The winnings, in other deals, of a reply learned on the tree, in chips a hand.

        It plays like its opponents wherever no alternative gained more than `bound` chips over all
        deals. See `PublicTree.won`; it is played by slots, without the game's records.
        """
        assert self._tree is not None
        regret = self._tree.lean(self.ground, bound)
        return self._tree.won(self.ground, regret, seed, deals, self.pace.samples, times)

    def run(
        self,
        *,
        rounds: int | None = None,
        seconds: float = math.inf,
        threads: int = 1,
        pool: Executor | None = None,
        progress: Callable[[Training, float], None] = lambda training, left: None,
    ) -> bool:
        """Train for some rounds or seconds; True if Ctrl-C ended it, after the round in hand.

        The lanes of a round learn on threads, or in a pool: processes, a cluster. `progress` is
        called after each round with the seconds that are left. Raises `PoolFailed`, `OtherRules`,
        and `BadSetup` for a pool and rules that cannot travel.
        """
        until = time.monotonic() + seconds
        last = math.inf if rounds is None else self.rounds + rounds
        here, own = ThreadPoolExecutor(min(threads, self.lanes)), ThreadPoolExecutor(1)
        with kernel.by_pointers(), here, own:
            learn = self._learning(here, pool)
            while self.rounds < last and time.monotonic() < until:
                stopped = _finished(own.submit(self._round, learn))
                progress(self, until - time.monotonic())
                if stopped:
                    return True
        return False

    def _learning(self, here: ThreadPoolExecutor, pool: Executor | None) -> _Learn:
        """A function that runs lanes concurrently: on threads, or in a pool."""
        if pool is None:
            return functools.partial(_together, here)
        tree = self._tree is not None
        maker = Maker.of(self.game, self.abstraction, self._method, is_on_tree=tree)

        def learn(shares: Sequence[_Share]) -> None:
            learn_in_workers(
                pool, maker, [(lane.calls(*span), lane.learned) for lane, span in shares]
            )

        return learn

    def _round(self, learn: _Learn) -> None:
        """One round of all lanes."""
        if self._tree:
            self._round_on_tree(self._tree, learn)
            return
        if not self._is_surveyed:
            self._survey(learn)
        while self._table.is_full:
            self._table = tables.larger(self._table)
        lanes = [self._lane(i, _copied(self._table)) for i in range(self.lanes)]
        first = self.rounds * self.pace.deals
        learn([(lane, (first, self.pace)) for lane in lanes])
        self._merge(lanes)
        for lane in lanes:
            self._meet(lane.notes)
        self.rounds += 1
        self.traversals += self.pace.deals * self.pace.repeats * self.players * self.lanes
        self.decisions += sum(int(lane.counts[DECISIONS]) for lane in lanes)
        self._weigh_down()

    def _round_on_tree(self, tree: PublicTree, learn: _Learn) -> None:
        """One round of all lanes on the tree."""
        deals, repeats, samples = self.pace
        if not self._is_surveyed:
            rounds, centers = tree.survey(min(SURVEYED, self.most_deals), samples)
            self.ground = self.ground._replace(rounds=readable(rounds), centers=readable(centers))
            self._is_surveyed = True
        tree.look(min(self.most_deals, SURVEYED + self.rounds // _LOOK * _LOOK * deals), samples)
        lanes = [tree.lane(self.ground, is_copy=self.lanes > 1) for _ in range(self.lanes)]
        count = deals * repeats
        starts = [(i << 40) + self.rounds * count for i in range(self.lanes)]
        learn([(lane, (first, first + count)) for lane, first in zip(lanes, starts, strict=True)])
        if len(lanes) > 1:
            tree.merge(lanes)
        self.rounds += 1
        self.traversals += count * self.players * self.lanes
        self.decisions += sum(int(lane.counts[APART_DECISIONS]) for lane in lanes)
        self._weigh_down()

    def _meet(self, seen: Notes) -> None:
        met, slots = np.asarray(seen.met), np.asarray(seen.met_slots)
        at = np.flatnonzero(met)
        self._met.update(zip(met[at].tolist(), slots[at].tolist(), strict=True))

    @property
    def situations(self) -> tuple[Array, Array]:
        """The public situations that were met, in order, and how many slots each has."""
        if self._tree:
            return self._tree.situations, self._tree.slots
        met = np.array(sorted(self._met.items()), np.int64).reshape(-1, 2)
        return readable(met[:, 0].copy()), readable(met[:, 1].copy())

    def _weigh_down(self) -> None:
        """Discount what was found so far."""
        t, by = float(self.rounds), self._discount
        gains, losses = (t**power / (t**power + 1) for power in (by.gains, by.losses))
        self.weight += self.pace.deals * self.pace.repeats * self.lanes
        self.weight *= gains
        sums = (t / (t + 1)) ** by.sums
        if self._tree:
            self._tree.discount(gains, losses, sums)
        else:
            tables.discount(self._table.regret, self._table.total, gains, losses, sums)

    def _merge(self, lanes: Sequence[_Lane]) -> None:
        """Add what each lane has found, one after the other."""
        if len(lanes) == 1:
            self._table = lanes[0].table
            return
        before, more = self._table, sum(lane.table.sets - self._table.sets for lane in lanes)
        after = _copied(before)
        while 8 * (before.sets + more) > 7 * len(after.keys):
            after = tables.larger(after)
        for lane in lanes:
            tables.merge(*after, *before, *lane.table)
        self._table = after

    def _survey(self, learn: _Learn) -> None:
        """Set the bounds of the buckets by hands played at random."""
        slots = slots_of(self.abstraction)
        lanes = [
            self._lane(i, tables.empty(slots), logging=True, offset=self.lanes)
            for i in range(self.lanes)
        ]
        pace = Pace(_SURVEYED, 1, self.pace.samples)
        learn([(lane, (0, pace)) for lane in lanes])
        logs = [np.asarray(lane.notes.log) for lane in lanes]
        entries = np.concatenate([log[1 : 1 + log[0, 0]] for log in logs])
        rounds, centers = centers_of(entries, self.abstraction.buckets)
        self.ground = self.ground._replace(rounds=readable(rounds), centers=readable(centers))
        self._is_surveyed = True

    def _lane(self, number: int, table: Table, *, logging: bool = False, offset: int = 0) -> _Lane:
        return _Lane(self, number + offset, table, logging=logging)


class _Lane:
    """One copy of the table, and the memory that a thread needs to learn with it."""

    def __init__(self, training: Training, number: int, table: Table, *, logging: bool) -> None:
        game, abstraction = training.game, training.abstraction
        self.table = table
        self.hands = no_hands()
        self.notes = notes(abstraction, logging=logging, meeting=True)
        self.counts = readable(np.zeros(COUNTS, np.int64))
        self.counts[SETS] = table.sets
        rows = game.batch(FIRST + DEEPEST, journal=False)
        for i in range(len(rows)):
            stacks = [training.stacks[0]] * training.players
            setup.seat(game, kernel.fields(rows, i), stacks)
        self.number, self.lanes = number, training.lanes
        against = training._against
        slots = slots_of(abstraction)
        begun = np.array(table.regret) if training.is_thorough else np.zeros((0, slots))
        mind = mind_of(against) if against else None
        move = pointer_to(against, mind) if mind else 0
        self.loop = training._loop
        menus, rngs = kernel.batch(kernel.record(Menu), 2), kernel.batch(kernel.record(Random))
        habits = readable(np.zeros(training.players + game.banked, np.int64))
        self._tools = (
            Hand(rows, words_of(rows), menus, rngs, habits, self.counts),
            table,
            Others(begun, move, mind or 0),
            Scratch(
                training.ground,
                self.hands,
                self.notes,
                tries(slots),
            ),
            Plan(
                *training.stacks,
                training.orders,
                training.is_thorough,
                training._habits,
                training.seed,
            ),
        )

    @property
    def learned(self) -> list[Array]:
        """The arrays that learning changes."""
        return [*self.table, *self.notes, self.counts]

    def calls(self, first: int, pace: Pace) -> list[Call]:
        """The calls of the loop by which it learns from deals, whose numbers no other lane has."""
        start = (self.number << 40) + first
        span = start, start + pace.deals, pace.repeats, pace.samples
        return [(*self._tools, *span)]


_Share = tuple[Any, tuple[Any, ...]]
"""A lane, and the numbers of the deals that it learns from."""
_Learn = Callable[[Sequence[_Share]], None]
"""Lets lanes learn at the same time."""


def _together(pool: ThreadPoolExecutor, shares: Sequence[_Share]) -> None:
    """Let lanes learn on threads."""
    for future in [pool.submit(_run, lane, span) for lane, span in shares]:
        future.result()


def _run(lane: Any, span: tuple[Any, ...]) -> None:
    for call in lane.calls(*span):
        lane.loop(*call)


def _finished(work: Future[None]) -> bool:
    """Wait for work on another thread; was Ctrl-C pressed meanwhile? It does not stop the work."""
    stopped = False
    while True:
        try:
            if not wait([work], timeout=_POLL).not_done:
                break
        except KeyboardInterrupt:
            stopped = True
    work.result()
    return stopped


def _orders(game: Game, players: int) -> int:
    """The orders of the deck to go through one by one; 0 where they are too many, or two decks."""
    cards = len(game.cards_for(players))
    reach = min(cards, game.reach * players + game.common)
    orders = math.perm(cards, reach)
    return 0 if orders > _MOST_ORDERS or game.deals_again else orders


def _copied(table: Table) -> Table:
    """A table in memory of its own."""
    return Table(*(tables.as_read(np.array(numbers)) for numbers in table))


def _as_floats(table: Table) -> Table:
    """A table whose sums are fractions; those that ship are in sixteenths."""
    return table._replace(total=np.asarray(table.total, np.float64))


def _signature_of(arrays: Iterable[Array]) -> str:
    """A hash of arrays, as signatures are written."""
    crc = 0
    for numbers in arrays:
        crc = zlib.crc32(np.ascontiguousarray(numbers).tobytes(), crc)
    return f"{crc:08x}"
