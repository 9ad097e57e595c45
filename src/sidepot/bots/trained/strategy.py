"""A learned strategy: it plays from a concealed record alone."""

from __future__ import annotations

import functools
import threading
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.bot import Bot
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.equity_rule import equity_looker
from sidepot.bots.trained.frozen import SHARES, looker
from sidepot.bots.trained.hashing import hash_words, mask_of, words_of
from sidepot.bots.trained.locating import HANDS, Ground, Hands, forget, no_hands, notes, slots_of
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.prospects import LOOKED_AT, VIEW
from sidepot.bots.trained.situation import Bets, bets_of
from sidepot.bots.trained.table import NOWHERE, Table, pick
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import PLAIN, Array, Random, Records, compiled, inlined, seed
from sidepot.odds.sampling import Policy
from sidepot.rules.actions import Menu

_FEWEST = 6
"""Deals by which a hand's prospects are found in play, in the plain form."""
_PLAYERS = 16
"""The players that are kept, of all strategies and threads."""


class Mind(NamedTuple):
    """The arrays by which a strategy plays on one thread: its table, and scratch space."""

    rows: Records
    words: Array
    menus: Records
    placing: Records
    """The generator of deals that follow from the cards seen."""
    memory: Memory
    hands: Hands
    mask: Array
    """The bits of a concealed record by which its turn by rule is known."""
    deals: int


class Learned(Bot):
    """A bot that plays by learned tables, also inside the compiled loops (`lab.bulk`)."""

    @abstractmethod
    def strategies(self, players: int) -> Sequence[Trained]:
        """The strategies by the number of players dealt in, from 0 to `players`."""


@dataclass(frozen=True, eq=False)
class Trained(Learned):
    """A bot that plays by a learned table, from concealed records and nothing else."""

    game: Game
    players: int
    abstraction: Abstraction
    ground: Ground
    table: Table
    trained: Mapping[str, Any]
    """The training: seed, stacks, lanes, rounds, and the rest that continuing needs."""

    @property
    def stacks(self) -> tuple[int, int]:
        """The least and the most chips of a seat at the beginning of a hand, in training."""
        least, most = self.trained["stacks"]
        return least, most

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        return Action.decode(_player(self).choose(view, rngs))

    def strategies(self, players: int) -> Sequence[Trained]:
        """See `Learned`."""
        return (self,) * (players + 1)

    def chances(
        self, view: Records, deals: int | None = None, *, is_judged: bool = False
    ) -> dict[int, float]:
        """The chance of each action of the seat to act, from its concealed record.

        Fewer `deals` are quicker, and find the hand's prospects less precisely than in play.
        `is_judged`: as hands are played out where too little was learned (`Abstraction.belief`).
        """
        player = _player(self, deals, is_judged=is_judged)
        n = player.find(view, kernel.generator(0))
        memory = player.mind.memory
        chosen = memory.notes.chosen[:n].tolist()
        return {action: float(memory.shares[0, k]) for k, action in enumerate(chosen)}


def memory_of(strategy: Trained) -> Memory:
    """The arrays that a strategy's loops read and write, with their own scratch space."""
    shares = np.zeros((SHARES, slots_of(strategy.abstraction)))
    table = strategy.table
    return Memory(table.keys, table.total, strategy.ground, notes(strategy.abstraction), shares)


def _player(strategy: Trained, deals: int | None = None, *, is_judged: bool = False) -> _Player:
    """This thread's player of a strategy."""
    return _kept_player(strategy, deals or _usual(strategy), is_judged, threading.get_ident())


def _usual(strategy: Trained) -> int:
    """The deals by which a hand's prospects are found in play."""
    return _FEWEST if PLAIN or kernel.is_postponed() else strategy.abstraction.deals


@functools.lru_cache(maxsize=_PLAYERS)
def _kept_player(strategy: Trained, deals: int, is_judged: bool, thread: int) -> _Player:
    return _Player(strategy, deals, is_judged)


class _Player:
    """The memory of moves: nothing that stays of one changes another."""

    def __init__(self, strategy: Trained, deals: int, is_judged: bool) -> None:
        self.mind = mind_of(strategy, deals)
        self._play = _entry_point(_decider(strategy, is_judged=is_judged))

    def choose(self, view: Records, rngs: Records) -> int:
        """The action, by chance, from the mean strategy."""
        copy_view(view, self.mind.rows)
        return self._play(rngs, self.mind, True)

    def find(self, view: Records, rngs: Records) -> int:
        """Write the mean strategy into `shares`; returns the number of slots."""
        copy_view(view, self.mind.rows)
        return self._play(rngs, self.mind, False)


def mind_of(strategy: Trained, deals: int | None = None) -> Mind:
    """A strategy's table, with scratch space of its own."""
    rows = strategy.game.batch(LOOKED_AT, journal=False)
    return Mind(
        rows,
        words_of(rows),
        kernel.batch(kernel.record(Menu), 2),
        kernel.generator(0),
        memory_of(strategy),
        no_hands(HANDS if strategy.abstraction.has_public_tree else 1),
        mask_of(rows.dtype),
        deals or _usual(strategy),
    )


def pointer_to(strategy: Trained, mind: Mind) -> Any:
    """The address of a strategy's move in a loop: `(views, rng, mind) -> action`."""
    rows = strategy.game.batch(2, journal=False)
    return kernel.address(_move(_decider(strategy)), rows, kernel.record(Random), mind)


def _decider(strategy: Trained, *, is_judged: bool = False) -> Callable[..., int]:
    abstraction, layout = strategy.abstraction, strategy.game.layout(journal=False)
    bets = bets_of(layout, abstraction.memory)
    return _decider_of(strategy.game.verbs, abstraction, bets, is_judged)


def copy_view(view: Records, rows: Records, place: int = VIEW) -> None:
    """Copy a concealed record, without its journal, to its place in a batch."""
    record, raw, begin = kernel.raw(view), kernel.raw(rows), place * rows.itemsize
    for first, last, to in kernel.common_spans(view.dtype, rows.dtype):
        raw[begin + to : begin + to + last - first] = record[first:last]


@functools.cache
def _entry_point(decide: Callable[..., int]) -> Callable[..., int]:
    """The move for callers in Python, whose record is in its place."""

    @compiled
    def play(rngs: Records, mind: Mind, is_chosen: bool) -> int:
        return decide(rngs[0], mind, is_chosen)

    return play


@functools.cache
def _move(decide: Callable[..., int]) -> Callable[..., int]:
    """The move for loops."""

    @compiled
    def play(views: Records, rng: Random, mind: Mind) -> int:
        rows = mind.rows
        rows[VIEW] = views[0]
        return decide(rng, mind, True)

    return play


@functools.cache
def _decider_of(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, is_judged: bool
) -> Callable[..., int]:
    """The compiled move: an action, or the number of slots, with the strategy in `shares`."""
    menu, by_rule = verbs.menu, abstraction.by_rule
    rule = abstraction.quick_rule if is_judged else abstraction.rule
    otherwise = abstraction.otherwise or abstraction.play_on
    has_otherwise = abstraction.otherwise is not None and not is_judged
    is_lasting = abstraction.has_public_tree and not is_judged
    play_by_rule = _ruler(rule or abstraction.play_on, is_lasting and rule is not None)
    look = (
        equity_looker(verbs, abstraction, bets)
        if is_judged
        else looker(verbs, abstraction, bets, is_lasting)
    )

    @compiled
    def decide(rng: Random, mind: Mind, is_chosen: bool) -> int:
        rows, words, menus, placing, memory, hands, _, deals = mind
        m, chosen, shares = menus[0], memory.notes.chosen, memory.shares
        menu(rows[VIEW], m)
        if by_rule(rows[VIEW]):
            chosen[0], shares[0, 0] = play_by_rule(rng, mind), 1.0
            return chosen[0] if is_chosen else 1
        if not is_lasting:
            forget(hands.keys)
        chance = placing[0] if is_lasting else rng
        n, _, at = look(rows, words, m, menus, chance, memory, hands, deals)
        if at == NOWHERE and has_otherwise:
            menu(rows[VIEW], m)
            chosen[0], shares[0, 0], n = otherwise(rows[VIEW:], m, rng), 1.0, 1
        return chosen[pick(shares, 0, n, rng)] if is_chosen else n

    return decide


def _ruler(rule: Policy, is_lasting: bool) -> Callable[..., int]:
    """The turn that a rule decides; `is_lasting`: by deals that follow from the record, and once.

    The same hand comes again where a deal is played in every rotation of the players.
    """

    @inlined
    def play(rng: Random, mind: Mind) -> int:
        views, m = mind.rows[VIEW:], mind.menus[0]
        if not is_lasting:
            action: int = rule(views, m, rng)
        else:
            keys, found = mind.hands.keys, mind.hands.found
            hand = hash_words(mind.words, VIEW, mind.mask)
            at = hand % len(keys)
            if keys[at] != hand:
                seed(mind.placing[0], mind.deals, hand)
                keys[at], found[at, 0] = hand, rule(views, m, mind.placing[0])
            action = found[at, 0]
        return action

    return play
